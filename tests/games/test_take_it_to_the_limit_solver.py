"""The solvers of Take it to the Limit! against the rules and against CP-SAT."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest

import tablee
from tablee.core import registry
from tablee.core.game import BadOptions, BadText
from tablee.games.take_it_to_the_limit.best_yard import best_yard
from tablee.games.take_it_to_the_limit.scoring import ways
from tablee.games.take_it_to_the_limit.search import Area, Search, bound
from tablee.games.take_it_to_the_limit.solver import Puzzle
from tablee.games.take_it_to_the_limit.tiles import HOLES, NAMES, NEXUS, ORCHID, TILES, YARD
from tests.games import cp_sat

pytestmark = pytest.mark.coverage

LIMIT = "take-it-to-the-limit"
BOX = range(len(NAMES))
SUNS = [tile for tile in BOX if TILES.symbols[tile] == "sun"]


def deal(number: int, tiles: int, pool: Sequence[int] = BOX) -> list[int]:
    return random.Random(number).sample(pool, tiles)


def names(tiles: Iterable[int]) -> str:
    return " ".join(NAMES[tile] for tile in tiles)


def numbers(few: int, first: int = 100) -> list[object]:
    """A few random cases now, and a hundred in long runs."""
    return [*range(few), *(pytest.param(number, marks=pytest.mark.soak) for number in range(first, first + 100))]


def test_the_best_nexus_has_its_points_and_tiles() -> None:
    for number, options in ((1, {}), (2, {"scrapyard": "none"})):
        calls = deal(number, 37 if options else 44)
        found = tablee.solve(LIMIT, {"calls": names(calls), "rounds": 100}, **options)
        (real_board,) = found.boards
        assert tablee.score(LIMIT, vars_of(real_board), **options) == (found.points,)
        assert 600 < found.points <= found.bound
        assert not found.exact
        laid = f"{real_board.nexus} {real_board.scrapyard}".replace("/", " ").split()
        assert sorted(laid) == sorted(names(calls).split())


def vars_of(real_board: object) -> dict[str, object]:
    return {name: getattr(real_board, name) for name in ("nexus", "scrapyard", "orchid", "reserve", "relocated")}


def test_more_rounds_find_a_better_nexus_and_the_same_again() -> None:
    calls = names(deal(3, 44))
    few, more, again = (tablee.solve(LIMIT, {"calls": calls, "rounds": rounds}) for rounds in (4, 200, 200))
    assert few.points < more.points <= more.bound == few.bound
    assert again == more


def test_the_best_orchid_has_its_points_and_tiles() -> None:
    for number, tiles in enumerate(("suns", "both")):
        calls = deal(number, 25, SUNS if tiles == "suns" else BOX)
        found = tablee.solve(LIMIT, {"calls": names(calls), "rounds": 80}, board="orchid", tiles=tiles)
        (real_board,) = found.boards
        assert tablee.score(LIMIT, vars_of(real_board), board="orchid", tiles=tiles) == (found.points,)
        assert 250 < found.points <= found.bound
        assert sorted([*real_board.orchid.replace("/", " ").replace(".", " ").split(), *real_board.reserve]) == sorted(
            names(calls).split()
        )


def test_the_best_scrapyard_of_the_whole_box() -> None:
    assert tablee.solve(LIMIT, {"scrapyard": True}).points == 99  # 12, 11 and 10 cross in the middle


@pytest.mark.parametrize("number", numbers(1))
def test_cp_sat_agrees_with_the_bound_of_a_nexus(number: int) -> None:
    """It cannot prove its optimum in time, but nothing it finds may pass our bound, and we may not pass its own."""
    calls = deal(number, 37)
    area = Area(37, NEXUS.lines, rays=True)
    solver, _ = cp_sat.limit_board(area, calls).solve(effort=0.5 if number < 100 else 2)
    assert solver.objective_value <= bound(area, calls)
    assert Search(area, calls).best(400).points <= solver.best_objective_bound


@pytest.mark.parametrize("number", numbers(8))
def test_cp_sat_agrees_on_a_small_board(number: int) -> None:
    """A board so small that its optimum can be proved: the bound is not below it, and the search comes near."""
    area, calls = Area(7, YARD.lines, rays=True), deal(number, 8)
    solver, proved = cp_sat.limit_board(area, calls).solve()
    assert proved
    optimum = round(solver.objective_value)
    assert 0.85 * optimum <= Search(area, calls).best(400).points <= optimum <= bound(area, calls)


@pytest.mark.parametrize("number", numbers(3))
def test_cp_sat_finds_no_better_scrapyard(number: int) -> None:
    calls = deal(number, 7 + number % 4)
    solver, proved = cp_sat.limit_yard(calls).solve()
    value, yard = best_yard(calls)
    assert proved
    assert value == round(solver.objective_value) == max(points for points, _ in ways(yard).values())
    assert set(yard) <= set(calls)
    assert len(set(yard)) == 7


def near_misses(number: int, tiles: str) -> tuple[list[int | None], list[int]]:
    """An Orchid on which many lines score, or would with one other tile."""
    calls = deal(number, 25, SUNS if tiles == "suns" else BOX)
    laid = Search(Area(len(ORCHID.names), ORCHID.lines, rays=False), calls).best(40).tiles.tiles
    board = [None if cell in HOLES.values() else tile for cell, tile in enumerate(laid)]
    reserve, chance = [laid[cell] for cell in HOLES.values()], random.Random(number)
    if number % 2:
        cell, taken = chance.choice([cell for cell, tile in enumerate(board) if tile is not None]), chance.randrange(3)
        board[cell], reserve[taken] = reserve[taken], board[cell] or 0
    chance.shuffle(reserve)
    return board, reserve


@pytest.mark.parametrize("number", numbers(10))
def test_cp_sat_finds_no_better_relocation(number: int) -> None:
    tiles = "both" if number % 3 else "suns"
    board, reserve = near_misses(number, tiles)
    asked = {"orchid": ORCHID.write(board, TILES), "reserve": tuple(NAMES[tile] for tile in reserve)}
    found = tablee.solve(LIMIT, asked, tiles=tiles)
    solver, proved = cp_sat.limit_relocation(board, reserve, rays=tiles == "both").solve()
    assert proved
    assert found.exact
    assert found.points == round(solver.objective_value)
    assert tablee.score(LIMIT, vars_of(found.boards[0]), tiles=tiles) == (found.points,)
    assert set(found.boards[0].relocated) <= set(HOLES)


def test_hindsight_has_the_tiles_of_the_match() -> None:
    table = tablee.Table(LIMIT, ["bot:random"], seed="hindsight", board="orchid")
    table.run()
    state = table.match.state
    puzzle = registry.find(LIMIT).solver.hindsight(state)  # type: ignore[union-attr]
    assert puzzle == Puzzle(names(state.calls))


def test_a_bad_question_is_refused() -> None:
    moons = names(tile for tile in BOX if TILES.symbols[tile] == "moon")
    for question, why in (
        ({"calls": "1-2-3"}, "solve-few"),
        ({"calls": "1-2-3", "scrapyard": True}, "solve-few"),
        ({"calls": "1-1-1"}, "no-such-tile"),
        ({"rounds": 0}, "bad-count"),
        ({"orchid": "x", "calls": "1-2-3"}, "solve-orchid"),
        ({"orchid": "x"}, "board-columns"),
    ):
        with pytest.raises(BadText, match=why):
            tablee.solve(LIMIT, question)
    with pytest.raises(BadText, match="solve-strange"):
        tablee.solve(LIMIT, moons, board="orchid")
    with pytest.raises(BadOptions, match="solve-options"):
        tablee.solve(LIMIT, scrapyard="lowest")
