"""The solver of Take it Easy! against the rules, against CP-SAT, and against search by hand."""

from __future__ import annotations

import random
import re

import pytest

import tablee
from tablee.core.game import BadOptions, BadText
from tablee.games.take_it_easy.solver import Search
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, TILES
from tablee.kit.matching import Assignment
from tablee.solutions import hindsight
from tests.games import cp_sat

pytestmark = pytest.mark.coverage

BOX = range(len(NAMES))


def deal(number: int) -> list[int]:
    return random.Random(number).sample(BOX, len(CELLS))


def names(tiles: list[int]) -> str:
    return " ".join(NAMES[tile] for tile in tiles)


def test_the_maximum_is_307_and_sixteen_boards_reach_it() -> None:
    found = tablee.solve("take-it-easy")
    assert (found.points, found.bound, found.exact) == (307, 307, True)
    boards = {real_board.board for real_board in found.boards}
    assert len(boards) == 16
    assert {tablee.score("take-it-easy", board) for board in boards} == {(307,)}
    turned = {BOARD.write(BOARD.read(board, TILES)[::-1], TILES) for board in boards}
    assert turned == boards


@pytest.mark.soak
def test_cp_sat_finds_the_same_sixteen() -> None:
    every = cp_sat.every_board(cp_sat.easy(BOARD, TILES, BOX), least=307)
    assert every == set(Search(BOX).best(every=True)[1])


def test_the_best_board_of_a_deal_has_its_tiles_and_points() -> None:
    for number in range(20):
        calls = deal(number)
        found = tablee.solve("take-it-easy", names(calls))
        (real_board,) = found.boards
        assert set(re.findall(r"\S+", real_board.board)) - {"/"} == set(names(calls).split())
        assert tablee.score("take-it-easy", real_board.board) == (found.points,)


@pytest.mark.parametrize("number", [4, *(pytest.param(number, marks=pytest.mark.soak) for number in range(100, 200))])
def test_cp_sat_finds_nothing_better(number: int) -> None:
    solver, proved = cp_sat.easy(BOARD, TILES, deal(number)).solve()
    assert proved
    assert Search(deal(number)).best()[0] == round(solver.objective_value)


def test_a_hundred_deals_are_worth_what_cp_sat_has_proved() -> None:
    """Each of them in long runs."""
    assert sum(Search(deal(number)).best()[0] for number in range(100, 200)) == 24656


def test_every_best_board_of_a_deal_is_found() -> None:
    """Where tiles are left over on lines that score nothing, they may lie in any order."""
    points, boards = Search(deal(3)).best(every=True)
    assert len(boards) == len(set(boards)) > 1
    assert {tablee.score("take-it-easy", BOARD.write(board, TILES)) for board in boards} == {(points,)}


def test_hindsight_has_the_tiles_of_the_match() -> None:
    table = tablee.Table("take-it-easy", ["bot:greedy"], seed="hindsight")
    table.run()
    found = hindsight(table.match)
    assert found.points == Search(table.match.state.calls).best()[0] > table.match.result().scores[0]
    for other in (tablee.Table("limits", ["bot:random"] * 3), tablee.Table("take-it-easy", ["bot:random"], rays="all")):
        other.run()
        with pytest.raises(BadOptions, match=r"no-solver|solve-options"):
            hindsight(other.match)


def test_a_bad_question_is_refused() -> None:
    for calls, why in (("9-9-9", "no-such-tile"), ("9-7-3 9-7-3", "tile-listed-twice"), ("9-7-3", "solve-few")):
        with pytest.raises(BadText, match=why):
            tablee.solve("take-it-easy", calls)
    with pytest.raises(BadOptions, match="solve-options"):
        tablee.solve("take-it-easy", rays="all")
    with pytest.raises(BadOptions, match="no-solver"):
        tablee.solve("limits")


def test_a_different_tile_for_each_cell() -> None:
    found = Assignment.of([0b011, 0b001, 0b110])
    assert found is not None
    assert found.tiles == (1, 0, 2)
    assert Assignment.of([0b011, 0b011, 0b011]) is None
    loose = Assignment.of([0b111, 0b111])
    assert loose is not None
    narrow = loose.narrowed([0], 0b010)
    assert narrow is not None
    assert narrow.tiles[0] == 1 != narrow.tiles[1]
    assert loose.narrowed([0, 1], 0b010) is None
    assert loose.narrowed([0], 0b1000) is None
    assert loose.options == [0b111, 0b111]
