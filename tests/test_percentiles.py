"""The tables of percentiles are what their games give, and say how good a score is."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from train import percentiles
from train.percentiles import FIRST, GAMES, PIECE, PLANS, Piece, piece_of, played, scores_at_table, scores_of, summed_up

from tablee.core import registry
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.percentiles import Scores, comparable, tables

TABLES = [(entry, table) for entry in registry.all_games() for table in tables(entry.folder)]


def name(one: Entry | Scores) -> str:
    return one.game.id if isinstance(one, Entry) else f"{one.options} {one.seats}"


@pytest.mark.parametrize(("entry", "table"), TABLES, ids=name)
def test_the_first_games_of_a_table_are_played_again_to_the_same_scores(entry: Entry, table: Scores) -> None:
    assert tuple(scores_at_table(entry, piece_of(entry, table), FIRST)) == table.first


@pytest.mark.soak
@pytest.mark.parametrize(("entry", "table"), TABLES, ids=name)
def test_the_quick_way_plays_the_same_games(entry: Entry, table: Scores) -> None:
    for start in range(500, 520, PIECE):
        piece = piece_of(entry, table, start)
        assert scores_of(piece) == scores_at_table(entry, piece)


@pytest.mark.parametrize(("entry", "table"), TABLES, ids=name)
def test_a_table_is_in_order(entry: Entry, table: Scores) -> None:
    assert (table.options, table.seats) in PLANS[entry.game.id]
    assert table.games == GAMES
    new_options(entry.game, table.options)
    assert table.level in entry.bots
    assert len(table.quantiles) == 101
    assert list(table.quantiles) == sorted(table.quantiles)
    assert table.quantiles[0] <= min(min(scores) for scores in table.first)
    assert table.quantiles[-1] >= max(max(scores) for scores in table.first)


def test_a_table_rests_on_ten_thousand_games() -> None:
    assert GAMES == 10_000


def test_every_way_to_play_alone_has_a_table() -> None:
    assert [[(table.options, table.seats) for table in tables(registry.find(game).folder)] for game in PLANS] == [
        [*plan] for plan in PLANS.values()
    ]


def test_better_than_counts_the_games_with_fewer_points() -> None:
    table = summed_up(Scores("expert", {}, 0, 0, (), ()), [(score,) for score in range(1, 101)])
    assert table.games == 100
    assert [table.better_than(score) for score in (0, 1, 2, 51, 100, 200)] == [0, 0, 0, 49, 99, 100]


def test_a_table_that_was_begun_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the expert plays otherwise since."""
    entry = registry.find("take-it-easy")
    table = Scores("expert", {}, 0, 0, (), ())
    wanted = argparse.Namespace(folder=tmp_path, games=4 * PIECE, minutes=1e6, workers=1)
    asked: list[int] = []

    def scored(piece: Piece, more: int = 0) -> list[tuple[int, ...]]:
        asked.append(piece.start)
        return [(piece.start + number + more,) for number in range(PIECE)]

    monkeypatch.setattr(percentiles, "scores_of", scored)
    whole = played(entry, table, wanted)
    (file,) = tmp_path.iterdir()
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], lines[2][:-3]]) + "\n")
    asked.clear()
    assert played(entry, table, wanted) == whole
    assert asked == [0, 2 * PIECE, 3 * PIECE]
    monkeypatch.setattr(percentiles, "scores_of", lambda piece: scored(piece, 1))
    asked.clear()
    assert played(entry, table, wanted) != whole
    assert asked == [0, *range(0, 4 * PIECE, PIECE)]


def test_what_has_no_table_has_no_percentile() -> None:
    easy = registry.find("take-it-easy")
    assert comparable(easy, easy.game.options(placement="adjacent", rays="all"), 1) is None
