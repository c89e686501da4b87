"""What a view of Take it Easy! knows about scores, and what it can predict before everybody has placed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tablee.core.game import CHANCE, Refusal, Seat, Sheet, total
from tablee.games.take_it_easy import GAME
from tablee.games.take_it_easy import rules as easy
from tablee.games.take_it_easy.rules import Options, Place, State
from tablee.games.take_it_easy.scoring import own_rows
from tablee.games.take_it_easy.tiles import BOARD, TILES
from tests.games.test_take_it_easy import BEST, position, rows

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

BEST_RAYS = Options(rays="best")


def best(calls: str, *seats: str, **options: Any) -> State:
    return replace(position(calls, *seats), options=replace(BEST_RAYS, **options))


def own(s: State, seat: Seat) -> Sheet:
    return GAME.sheet(GAME.view(s, seat), seat)


def after(s: State, seat: Seat, cell: str) -> Sheet:
    return GAME.sheet_after(GAME.view(s, seat), seat, GAME.read(cell))


def is_hidden(s: State, seat: Seat, cell: str) -> bool:
    with pytest.raises(Refusal, match="sheet-hidden"):
        after(s, seat, cell)
    return True


# two suns with 9 lie at the top of column a, and a third is called
SUNS = "9-2-4 9-6-3 9-6-8"


@pytest.mark.parametrize("rays", ["none", "all"])
def test_sheet_after_a_placement_scores_the_new_board(rays: Any) -> None:
    s = best(SUNS, "a1 a2", "b1 b2", rays=rays)
    assert total(own(s, 0)) == 0
    assert rows(after(s, 0, "a3"), "line") == [(27, "a1 a2 a3")]
    assert rows(after(s, 0, "a3"), "ray") == ([(21, "a1 a2 a3")] if rays == "all" else [])
    assert total(after(s, 0, "b1")) == 0


def test_the_best_ray_is_certain_if_no_rival_can_match_it() -> None:
    s = best(SUNS, "a1 a2", "b1 b2")
    assert rows(after(s, 0, "a3"), "best-ray") == [(60, "a1 a2 a3")]
    assert rows(own(s, 0), "best-ray") == []


def test_the_best_ray_is_hidden_if_a_rival_may_match_it_with_the_same_tile() -> None:
    s = best(SUNS, "a1 a2", "e1 e2")
    assert is_hidden(s, 0, "a3")
    assert rows(after(s, 0, "b1"), "best-ray") == []  # no ray of their own: nothing to share
    chosen, _ = GAME.play(s, 1, Place(BOARD.cells["e3"]), 0)
    assert is_hidden(chosen, 0, "a3")  # it is known that a rival has chosen, but not where


def test_a_better_ray_on_a_rivals_board_takes_the_points() -> None:
    """Three nines against a rival's four ones, which may still improve."""
    calls = "1-2-4 1-6-3 1-6-8 1-7-4 9-2-4 9-6-3 9-6-8"
    s = best(calls, "e1 e2 e3 d4 a1 a2", "b1 b2 b3 b4 c1 c2")
    assert rows(own(s, 1), "best-ray") == [(60, "b1 b2 b3 b4")]
    assert rows(after(s, 0, "a3"), "best-ray") == []


def test_equal_rays_share_the_points() -> None:
    calls = f"{SUNS} 1-2-3"
    s = best(calls, "a1 a2 a3", "e1 e2 e3")
    assert rows(after(s, 0, "c1"), "best-ray") == [(30, "a1 a2 a3")]


def test_a_rivals_only_move_with_the_last_tile_is_foreseen() -> None:
    """Nineteen calls: the last sun of a row of nines goes to the only free cell of both players."""
    others = [name for name in TILES.names if name not in SUNS.split()][:16]
    calls = " ".join([*SUNS.split()[:2], *others, SUNS.split()[2]])
    here, there = (
        [*row[:2], *(name for name in BOARD.names if name not in row)] for row in (["a1", "a2", "a3"], ["e1", "e2", "e3"])
    )
    s = best(calls, " ".join(here), " ".join(there))
    assert rows(after(s, 0, "a3"), "best-ray") == [(30, "a1 a2 a3")]


def late_positions(chance: random.Random) -> Iterator[State]:
    """The best boards with some tiles swapped and the last calls missing: they are full of rays."""
    while True:
        text = chance.choice(BEST)
        full = BOARD.read(text, TILES)
        calls = [tile for tile in full if tile is not None]
        chance.shuffle(calls)
        placed = []
        for _ in range(chance.choice((2, 2, 3))):
            cells = [full.index(tile) for tile in calls]
            for _ in range(chance.randrange(3)):
                one, two = chance.sample(range(19), 2)
                cells[one], cells[two] = cells[two], cells[one]
            placed.append(tuple(cells))
        number = chance.randrange(15, 20)
        options = replace(BEST_RAYS, placement=chance.choice(("free", "adjacent", "symbol")))
        yield State(options, tuple(calls[:number]), tuple(cells[: number - 1] for cells in placed))


def test_the_best_ray_is_predicted_exactly_if_no_rival_can_change_it() -> None:
    chance, found = random.Random(5), Counter[str]()
    for _, s in zip(range(400), late_positions(chance), strict=False):
        for action in GAME.legal(s, 0):
            sheets = set()
            for choices in product(*(GAME.legal(s, seat) for seat in range(1, len(s.placed)))):
                then = s
                for seat, choice in enumerate((action, *choices)):
                    then, _ = GAME.play(then, seat, choice, 0)
                sheets.add(own(then, 0))
            if len(sheets) > 1:
                found["hidden"] += is_hidden(s, 0, GAME.write(action))
                continue
            assert {after(s, 0, GAME.write(action))} == sheets
            (sheet,) = sheets
            found[f"{len(rows(sheet, 'best-ray'))} rays"] += 1
            found["shared"] += any(points < 60 for points, _ in rows(sheet, "best-ray"))
    assert min(found[kind] for kind in ("hidden", "0 rays", "1 rays", "2 rays", "shared")) > 20, found


@pytest.mark.parametrize(
    ("calls", "placed", "mine", "theirs"),
    [
        (SUNS, ("a1 a2", "e1 e2"), 60, 0),
        (f"1-2-4 1-6-3 1-6-8 {SUNS}", ("b1 b2 c1 a1 a2", "e1 e2 e3 b1 b2"), 60, 0),  # three ones are beaten
        (f"{SUNS} 9-7-4", ("a1 a2 c3", "e1 e2 e3"), 30, 30),
        (f"{SUNS} 9-7-4 9-2-3", ("a1 a2 b1 b2", "e1 e2 e3 b1"), 0, 60),  # no sun
    ],
)
def test_an_open_choice_counts_only_in_its_own_view(calls: str, placed: tuple[str, str], mine: int, theirs: int) -> None:
    s = best(calls, *placed)
    chosen, _ = GAME.play(s, 0, Place(BOARD.cells["a3"]), 0)
    view = GAME.view(chosen, 0)
    assert [sum(points for points, _ in rows(GAME.sheet(view, seat), "best-ray")) for seat in range(2)] == [mine, theirs]
    for other in (GAME.view(chosen, 1), GAME.view(chosen, None)):
        assert [GAME.sheet(other, seat) for seat in range(2)] == [own(s, 0), own(s, 1)]


# a big room
def big_room(rays: Any) -> State:
    chance = random.Random(2)
    s = GAME.start(500, Options(rays=rays))
    for _ in range(8):
        draw, _ = chance.choice(GAME.odds(s))
        s, _ = GAME.play(s, CHANCE, draw, 0)
        placed = tuple((*cells, chance.choice([cell for cell in range(19) if cell not in cells])) for cells in s.placed)
        s = State(s.options, s.calls, placed)
    return s


def test_rays_are_compared_once_for_all_sheets_of_a_position() -> None:
    s = big_room("best")
    called, _ = GAME.play(s, CHANCE, GAME.odds(s)[0][0], 0)
    open_step, _ = GAME.play(called, 499, GAME.legal(called, 499)[0], 0)
    for each in (s, called, open_step):
        easy._best_shown.cache_clear()
        for seat in range(500):
            own(each, seat)
        assert easy._best_shown.cache_info().misses == 1
    easy._outlook.cache_clear()
    for seat in range(500):
        after(called, seat, GAME.write(GAME.legal(called, seat)[0]))
    assert easy._outlook.cache_info().misses == 1


@pytest.mark.parametrize("rays", ["none", "all"])
def test_without_the_best_ray_option_a_sheet_uses_one_board(rays: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look(board: Any, rays: bool) -> Any:
        looks.append(board)
        return own_rows(board, rays)

    s = big_room(rays)
    easy._own_sheet.cache_clear()
    monkeypatch.setattr(easy, "own_rows", look)
    own(s, 7)
    assert len(looks) == 1
