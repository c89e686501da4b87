"""What boards of Take it Easy! are worth in variants, and the bots that play by it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.core.game import CHANCE, total
from tablee.games.take_it_easy import GAME
from tablee.games.take_it_easy.players import champion, variants
from tablee.games.take_it_easy.players.champion import Expert
from tablee.games.take_it_easy.players.judge import NetJudge
from tablee.games.take_it_easy.players.nets import LEAST, WIDE
from tablee.games.take_it_easy.players.variants import (
    MOST_ROWS,
    ROWS,
    VARIANTS,
    VariantPosition,
    all_rows,
    is_learnt,
    variant_position,
)
from tablee.games.take_it_easy.rules import Options, Place, State, View
from tablee.games.take_it_easy.tiles import CELLS, TILES

pytestmark = pytest.mark.coverage

# Where the expert put its tiles at the default options before it knew variants: the deals of Python's `random`, two seats.
BEFORE = (
    ("15 4 13 9 10 3 0 12 17 6 8 16 14 11 1 18 7 5 2", "3 14 7 9 5 12 13 4 16 15 6 10 18 11 17 0 2 8 1"),
    ("10 5 4 9 15 14 18 16 6 1 13 8 2 7 0 12 3 11 17", "8 13 14 9 3 4 0 2 12 17 5 10 16 11 18 6 15 7 1"),
)


def positions(options: Options, seed: int) -> Iterator[State]:
    """A game of one seat that places its tiles anywhere: every state in which it is to act, and the end."""
    chance, s = random.Random(seed), GAME.start(1, options)
    while seats := GAME.to_act(s):
        if seats == (0,):
            yield s
        s, _ = GAME.play(s, seats[0], chance.choice(GAME.legal(s, seats[0])), 0)
    yield s


def position(s: State) -> VariantPosition:
    return variant_position(GAME.view(s, 0), 0, len(s.placed[0]))


def exact(s: State) -> float:
    """What the rest of the game brings on top of what the board has, by the rules alone: every call, on its best cell."""
    if (outcome := GAME.outcome(s)) is not None:
        return outcome.scores[0]
    if GAME.to_act(s) == (CHANCE,):
        return sum(exact(GAME.play(s, CHANCE, call, 0)[0]) for call, _ in GAME.odds(s)) / len(GAME.odds(s))
    return max(exact(GAME.play(s, 0, place, 0)[0]) for place in GAME.legal(s, 0))


def test_the_weights_are_those_of_the_digest() -> None:
    packed = variants.FILE.read_bytes()
    assert variants.DIGEST.read_text() == f"{sha256(packed).hexdigest()}  {variants.FILE.name}\n"
    assert len(packed) <= 1_500_000


def test_damaged_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = bytearray(variants.FILE.read_bytes())
    damaged[1000] ^= 1
    (tmp_path / "variants.bin").write_bytes(damaged)
    monkeypatch.setattr(variants, "FILE", tmp_path / "variants.bin")
    with pytest.raises(ValueError, match="does not match"):
        variants.read_file.__wrapped__()


def test_weights_are_read_on_machines_of_the_other_byte_order(monkeypatch: pytest.MonkeyPatch) -> None:
    here = variants.load.__wrapped__(VARIANTS[0])
    monkeypatch.setattr(variants, "byteorder", "big")
    there = variants.load.__wrapped__(VARIANTS[0])
    there.rows.byteswap()
    assert there.rows == here.rows


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_there_are_weights_for_each_number_of_free_cells(variant: Options) -> None:
    weights = variants.load(variant)
    assert len(weights.rows) == len(variants.STAGES) * ROWS
    assert all(0 < width < 60 for width in weights.half_widths)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_tiles_go_where_they_may_and_score_what_they_should(variant: Options) -> None:
    """Whatever the rules say, at each step of a few games."""
    for seed in range(4):
        for s in positions(variant, seed):
            board = position(s)
            assert board.score == total(GAME.sheet(GAME.view(s, 0), 0))
            if legal := GAME.legal(s, 0):
                assert board.legal(s.calls[-1]) == [place.cell for place in legal if isinstance(place, Place)]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_rows_stay_within_their_bounds(variant: Options) -> None:
    for s in positions(variant, 5):
        board, rows = VariantPosition(variant, position_board(s)), [0] * MOST_ROWS
        count = all_rows(board.tables, board.desk, rows)
        assert all(0 <= row < ROWS for row in rows[:count])


def position_board(s: State) -> list[int | None]:
    return [s.calls[s.placed[0].index(cell)] if cell in s.placed[0] else None for cell in CELLS]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_last_cells_are_valued_exactly(variant: Options) -> None:
    for s in positions(variant, 6):
        if 1 <= len(CELLS) - len(s.placed[0]) <= LEAST and GAME.to_act(s):
            board, legal = position(s), GAME.legal(s, 0)
            cells = [place.cell for place in legal if isinstance(place, Place)][:2]
            values = board.value_cells(s.calls[-1], cells)
            for cell in cells:
                assert board.score + values[cell] == pytest.approx(exact(GAME.play(s, 0, Place(cell), 0)[0]))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_two_tiles_ahead_is_the_mean_of_the_best_cells(variant: Options) -> None:
    s = next(s for s in positions(variant, 7) if len(s.placed[0]) == len(CELLS) - WIDE - 1)
    board, tile = position(s), s.calls[-1]
    cell = board.legal(tile)[0]
    after = board.copy()
    after.draw(tile)
    gain, bests = after.put(cell, tile), list[float]()
    for other in sorted(after.lines.bag):
        bests.append(max(after.value_cells(other, after.legal(other)).values()))
    assert board.look_further(tile, [cell]) == {cell: pytest.approx(gain + sum(bests) / len(bests))}


def test_promising_cells_are_open_and_few() -> None:
    for variant in VARIANTS:
        for s in positions(variant, 8):
            if GAME.to_act(s):
                board, cells = position(s), [0] * len(CELLS)
                count = variants.promising(board.tables, board.desk, s.calls[-1], cells, [0] * len(CELLS))
                legal = board.legal(s.calls[-1])
                assert count == len({*cells[:count]} & {*legal}) == min(WIDE, len(legal))


def test_a_promising_cell_completes_a_ray() -> None:
    """Suns on a1 and a2 that show different values: a third one completes no line, but a ray."""
    suns = [tile for tile, symbol in enumerate(TILES.symbols) if symbol == "sun"]
    board = VariantPosition(Options(rays="all"), [suns[0], suns[4], *[None] * 17])
    cells = [0] * len(CELLS)
    variants.promising(board.tables, board.desk, suns[8], cells, [0] * len(CELLS))
    assert cells[0] == 2
    values = board.value_cells(suns[8], board.legal(suns[8]))
    assert max(values, key=values.__getitem__) == 2


def test_what_a_seat_has_just_chosen_does_not_count() -> None:
    view = View(0, Options(rays="all"), (0, 1, 2), ((5, 6), (7, 8)), (False, False))
    chosen = replace(view, placed=((5, 6, 9), (7, 8)), chosen=(True, False))
    assert variant_position(chosen, 0, 2).desk == variant_position(view, 0, 2).desk


@pytest.mark.parametrize(
    ("rays", "seats", "learnt"), [("none", 1, False), ("all", 3, True), ("best", 1, True), ("best", 2, False)]
)
def test_rays_that_compete_are_still_guessed(rays: Any, seats: int, learnt: bool) -> None:
    assert is_learnt(View(0, Options(rays=rays), (0,), ((),) * seats, (False,) * seats)) == learnt


@pytest.mark.parametrize("seats", [1, 2])
def test_the_judge_values_what_was_learnt_and_what_is_guessed(seats: int) -> None:
    """The last tile is worth what the rules say, if nobody else competes for a ray."""
    judge, chance, s = NetJudge(GAME, 0, chance_of("", 0), 1), random.Random(10), GAME.start(seats, Options("symbol", "best"))
    while to_act := GAME.to_act(s):
        if len(s.calls) in (8, len(CELLS)) and to_act[0] == 0:
            view, legal = GAME.view(s, 0), GAME.legal(s, 0)
            values, last = judge.values(view, legal, 0), len(s.calls) == len(CELLS)
            assert len(values) == len(legal)
            assert (judge.doubt(view) == 0.0) == (last and seats == 1)
            if last and seats == 1:
                assert values[0].mean == total(GAME.sheet_after(view, 0, legal[0]))
        s, _ = GAME.play(s, to_act[0], chance.choice(GAME.legal(s, to_act[0])), 0)


class Counting(Expert):
    """Notes at how many cells it looked further."""

    looked = 0

    def variant_values(self, position: VariantPosition, tile: int, cells: Sequence[int]) -> list[Any]:
        before = self.evaluations
        found = super().variant_values(position, tile, cells)
        self.looked += (self.evaluations - before) > len(cells)
        return found


def test_the_expert_looks_again_where_cells_are_close() -> None:
    bot, looks = Counting(GAME, 0, chance_of("", 0)), list[bool]()
    for s in positions(Options("adjacent", "all"), 9):
        if GAME.to_act(s):
            view, legal, board = GAME.view(s, 0), GAME.legal(s, 0), position(s)
            near = sorted(board.value_cells(s.calls[-1], board.legal(s.calls[-1])).values(), reverse=True)
            bot.looked, close = 0, len(near) > 1 and near[1] >= near[0] - champion.VARIANT_CLOSE
            bot.choose(view, legal, 0)
            looks.append(close and len(CELLS) - len(s.placed[0]) > LEAST)
            assert bool(bot.looked) == looks[-1]
    assert {*looks} == {False, True}


def test_the_default_game_is_played_as_before() -> None:
    for seed, before in enumerate(BEFORE):
        chance, s = random.Random(seed), GAME.start(2, Options())
        bots = [Expert(GAME, seat, chance_of(str(seed), seat)) for seat in range(2)]
        while seats := GAME.to_act(s):
            for seat in seats:
                legal = GAME.legal(s, seat)
                action = chance.choice(legal) if seat == CHANCE else bots[seat].choose(GAME.view(s, seat), legal, 0)
                s, _ = GAME.play(s, seat, action, 0)
        assert tuple(" ".join(map(str, cells)) for cells in s.placed) == before
