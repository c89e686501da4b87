from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.game import BadText
from tablee.kit.hexboard import FALLING, RISING, VERTICAL, HexBoard, TileSet

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

EASY = HexBoard((3, 4, 5, 4, 3))
TILES = TileSet((1, 5, 9), (2, 6, 7), (3, 4, 8), "odd")
PARTS = {
    "tiles": {"top": [1, 5, 9], "left": [2, 6, 7], "right": [3, 4, 8], "count": 27},
    "symbols": {"sun_when": "odd", "suns": 13, "moons": 14},
}


def lines(board: HexBoard, direction: int) -> list[str]:
    return [" ".join(board.name_line(line)) for line in board.lines if line.direction == direction]


def test_lines_match_a_board_worked_out_by_hand() -> None:
    assert lines(EASY, VERTICAL) == ["a1 a2 a3", "b1 b2 b3 b4", "c1 c2 c3 c4 c5", "d1 d2 d3 d4", "e1 e2 e3"]
    assert lines(EASY, RISING) == ["a1 b1 c1", "a2 b2 c2 d1", "a3 b3 c3 d2 e1", "b4 c4 d3 e2", "c5 d4 e3"]
    assert lines(EASY, FALLING) == ["c1 d1 e1", "b1 c2 d2 e2", "a1 b2 c3 d3 e3", "a2 b3 c4 d4", "a3 b4 c5"]


def test_a_triangle_without_its_corners() -> None:
    orchid = HexBoard((2, 3, 4, 5, 6, 5))
    lengths = [[len(line.cells) for line in orchid.lines if line.direction == d] for d in range(3)]
    assert lengths[VERTICAL] == [2, 3, 4, 5, 6, 5]
    assert sorted(lengths[RISING]) == sorted(lengths[FALLING]) == [2, 3, 4, 5, 5, 6]


def test_neighbours_are_mutual_and_the_middle_has_six() -> None:
    assert [EASY.names[cell] for cell in EASY.neighbours[EASY.cells["c3"]]] == ["c2", "d2", "d3", "c4", "b3", "b2"]
    assert [EASY.names[cell] for cell in EASY.neighbours[EASY.cells["a1"]]] == ["b1", "b2", "a2"]
    assert all(a in EASY.neighbours[b] for a, near in enumerate(EASY.neighbours) for b in near)


@given(st.lists(st.integers(0, 26), min_size=19, max_size=19, unique=True), st.sets(st.integers(0, 18)))
def test_board_text_round_trips(tiles: list[int], empty: set[int]) -> None:
    board = [None if cell in empty else tile for cell, tile in enumerate(tiles)]
    assert EASY.read(EASY.write(board, TILES), TILES) == board


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1-2-3", ("board-columns", "found=1", "expected=5")),
        (". . . / . . . / . . . . . / . . . . / . . .", ("board-column", "column=b", "found=3", "expected=4")),
        (". . . / . . . . / . . 1-2-9 . . / . . . . / . . .", ("board-tile", "cell=c3", "tile=1-2-9")),
        ("1-2-3 . . / . . . . / . . . . . / . . . 1-2-3 / . . .", ("tile-twice", "tile=1-2-3", "cell=a1", "second=d4")),
    ],
)
def test_a_bad_board_is_refused_with_the_cell(text: str, what: tuple[str, ...]) -> None:
    with pytest.raises(BadText) as refusal:
        EASY.read(text, TILES)
    assert refusal.value.args == what


def test_cells_are_found_by_name() -> None:
    assert EASY.read_cell("c5") == 11
    with pytest.raises(BadText, match="no-such-cell"):
        EASY.read_cell("a4")


def test_tiles_and_their_symbols() -> None:
    assert len(TILES.names) == 27
    assert TILES.names[0] == "1-2-3"
    assert TILES.symbols[TILES.index["1-2-3"]] == "moon"
    assert TILES.symbols[TILES.index["1-2-4"]] == "sun"
    assert TileSet((1, 5, 9), (2, 6, 7), (3, 4, 8), "even").symbols[0] == "sun"


def test_the_value_and_symbol_of_a_line() -> None:
    board = EASY.read("9-2-4 9-6-3 9-6-8 / . . . . / . . . . . / . . . . / 1-2-3 1-2-4 5-2-3", TILES)
    by_name = {" ".join(EASY.name_line(line)): line for line in EASY.lines}
    assert TILES.line_value(board, by_name["a1 a2 a3"]) == 9
    assert TILES.line_symbol(board, by_name["a1 a2 a3"]) == "sun"
    assert TILES.line_value(board, by_name["e1 e2 e3"]) == 0
    assert TILES.line_symbol(board, by_name["e1 e2 e3"]) == ""
    assert TILES.line_value(board, by_name["c1 c2 c3 c4 c5"]) == 0
    assert TILES.line_symbol(board, by_name["c1 c2 c3 c4 c5"]) == ""


def test_wrong_part_counts_are_refused() -> None:
    assert TileSet.of(PARTS) == TILES
    with pytest.raises(ValueError, match="wrong counts"):
        TileSet.of(PARTS | {"symbols": {"sun_when": "even", "suns": 13, "moons": 14}})
