"""The tables of percentiles are what their games give, and say how good a score is."""

from __future__ import annotations

import pytest
from train.percentiles import PLANS, first_scores, summed_up

from tablee.core import registry
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.percentiles import FEWEST, Scores, comparable, tables

SLOW = ("ultim-limit",)  # whose games take half a second
TABLES = [(entry, table) for entry in registry.all_games() for table in tables(entry.folder)]


def name(one: Entry | Scores) -> str:
    return one.game.id if isinstance(one, Entry) else f"{one.options} {one.seats}"


@pytest.mark.parametrize(("entry", "table"), [one for one in TABLES if one[0].game.id not in SLOW], ids=name)
def test_the_first_games_of_a_table_are_played_again_to_the_same_scores(entry: Entry, table: Scores) -> None:
    assert tuple(first_scores(entry, table)) == table.first


@pytest.mark.soak
@pytest.mark.parametrize(("entry", "table"), [one for one in TABLES if one[0].game.id in SLOW], ids=name)
def test_the_first_games_of_a_slow_table_are_the_same_too(entry: Entry, table: Scores) -> None:
    assert tuple(first_scores(entry, table)) == table.first


@pytest.mark.parametrize(("entry", "table"), TABLES, ids=name)
def test_a_table_is_in_order(entry: Entry, table: Scores) -> None:
    assert (table.options, table.seats) in PLANS[entry.game.id]
    assert table.games >= FEWEST
    new_options(entry.game, table.options)
    assert table.level in entry.bots
    assert len(table.quantiles) == 101
    assert list(table.quantiles) == sorted(table.quantiles)
    assert table.quantiles[0] <= min(min(scores) for scores in table.first)
    assert table.quantiles[-1] >= max(max(scores) for scores in table.first)


def test_every_way_to_play_alone_has_a_table() -> None:
    assert [[(one.options, one.seats) for one in tables(registry.find(game).folder)] for game in PLANS] == [
        [*plan] for plan in PLANS.values()
    ]


def test_better_than_counts_the_games_with_fewer_points() -> None:
    table = summed_up(Scores("expert", {}, 0, 0, (), ()), [(score,) for score in range(1, 101)])
    assert table.games == 100
    assert [table.better_than(score) for score in (0, 1, 2, 51, 100, 200)] == [0, 0, 0, 49, 99, 100]


def test_what_has_no_table_has_no_percentile() -> None:
    easy = registry.find("take-it-easy")
    assert comparable(easy, easy.game.options(placement="adjacent", rays="all"), 1) is None
