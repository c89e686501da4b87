"""Boards of flat-top hexes in columns, and their tiles: names, lines, neighbours, board text.

Cells are numbered down the columns from the left; a cell's name is its column letter and row (`a1`, `c5`).
Columns are centred, so neighbouring columns differ by one cell. Every line runs from edge to edge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, TypeAlias

from tablee.core.game import BadText, say

Cell: TypeAlias = int
Tile: TypeAlias = int  # index into a TileSet
Board: TypeAlias = Sequence[Tile | None]  # by cell

VERTICAL, RISING, FALLING = range(3)  # a tile's top, left and right value run this way: | / \
DIRECTIONS = ("vertical", "rising", "falling")


@dataclass(frozen=True, slots=True)
class Line:
    """`direction` is also the index of the tile value that counts in it; cells run from the left or the top."""

    direction: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class HexBoard:
    columns: tuple[int, ...]

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The column and height of each cell; heights are in half cells down from the middle."""
        return tuple((x, 2 * row - n + 1) for x, n in enumerate(self.columns) for row in range(n))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{chr(ord('a') + x)}{row + 1}" for x, n in enumerate(self.columns) for row in range(n))

    @cached_property
    def cells(self) -> dict[str, Cell]:
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines: vertical from the left, then rising, then falling, both from the top."""
        keys: tuple[Callable[[int, int], int], ...] = (lambda x, y: x, lambda x, y: x + y, lambda x, y: y - x)
        found: dict[tuple[int, int], list[Cell]] = {}
        for direction, key in enumerate(keys):
            for cell, (x, y) in enumerate(self.places):
                found.setdefault((direction, key(x, y)), []).append(cell)
        return tuple(Line(direction, tuple(cells)) for (direction, _), cells in sorted(found.items()))

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        at = {place: cell for cell, place in enumerate(self.places)}
        steps = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        return tuple(tuple(at[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in at) for x, y in self.places)

    def lay(self, tiles: Sequence[Tile], cells: Sequence[Cell]) -> Board:
        """The board with these tiles on these cells; the last tile may have no cell yet."""
        board: list[Tile | None] = [None] * len(self.names)
        for tile, cell in zip(tiles, cells, strict=False):
            board[cell] = tile
        return board

    def write(self, board: Board, tiles: TileSet) -> str:
        """Columns from the left separated by ` / `, cells from the top by spaces, `.` for an empty one."""
        return self._blank % tuple(map(tiles.texts.__getitem__, board))

    @cached_property
    def _blank(self) -> str:
        return " / ".join(" ".join(["%s"] * size) for size in self.columns)

    def read(self, text: str, tiles: TileSet) -> Board:
        """Reads a board. Raises BadText, which names the column or cell."""
        columns = [column.split() for column in text.split("/")]
        if len(columns) != len(self.columns):
            raise BadText(say("board-columns", found=len(columns), expected=len(self.columns)))
        for x, (found, n) in enumerate(zip(columns, self.columns, strict=True)):
            if len(found) != n:
                raise BadText(say("board-column", column=chr(ord("a") + x), found=len(found), expected=n))
        board: list[Tile | None] = []
        for cell, word in enumerate(word for column in columns for word in column):
            if word != "." and word not in tiles.index:
                raise BadText(say("board-tile", cell=self.names[cell], tile=word[:20]))
            tile = tiles.index.get(word)
            if tile is not None and tile in board:
                raise BadText(say("tile-twice", tile=word, cell=self.names[board.index(tile)], second=self.names[cell]))
            board.append(tile)
        return board

    def read_cell(self, text: str) -> Cell:
        if text not in self.cells:
            raise BadText(say("no-such-cell", cell=text[:20], first=self.names[0], last=self.names[-1]))
        return self.cells[text]

    def name_line(self, line: Line) -> tuple[str, ...]:
        return tuple(self.names[cell] for cell in line.cells)


@dataclass(frozen=True)
class TileSet:
    """Every combination of a top, a left and a right value, each tile with a sun or a moon.

    The sum of the ranks of its values (0, 1, 2 …) decides: suns are the odd sums, or the even ones.
    """

    top: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    sun_when: str  # "odd" or "even"

    @classmethod
    def of(cls, parts: Mapping[str, Any]) -> TileSet:
        """Reads `[tiles]` and `[symbols]` of a parts.toml and checks their counts."""
        sides, symbols = parts["tiles"], parts["symbols"]
        tiles = cls(tuple(sides["top"]), tuple(sides["left"]), tuple(sides["right"]), symbols["sun_when"])
        found = (len(tiles.names), tiles.symbols.count("sun"), tiles.symbols.count("moon"))
        if found != (sides["count"], symbols["suns"], symbols["moons"]):
            raise ValueError(f"wrong counts in parts.toml: the tiles, suns and moons are {found}")
        return tiles

    @cached_property
    def values(self) -> tuple[tuple[int, int, int], ...]:
        return tuple(product(self.top, self.left, self.right))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple("-".join(map(str, values)) for values in self.values)

    @cached_property
    def texts(self) -> dict[Tile | None, str]:
        """By tile; `.` for none."""
        return {None: ".", **dict(enumerate(self.names))}

    @cached_property
    def index(self) -> dict[str, Tile]:
        return {name: tile for tile, name in enumerate(self.names)}

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        ranks = product(range(len(self.top)), range(len(self.left)), range(len(self.right)))
        return tuple("sun" if (sum(rank) % 2 == 1) == (self.sun_when == "odd") else "moon" for rank in ranks)

    def read(self, text: str) -> list[Tile]:
        """Tiles by their names, separated by spaces. Raises BadText for one that does not exist or is there twice."""
        tiles: list[Tile] = []
        for word in text.split():
            if word not in self.index:
                raise BadText(say("no-such-tile", tile=word[:20]))
            if self.index[word] in tiles:
                raise BadText(say("tile-listed-twice", tile=word))
            tiles.append(self.index[word])
        return tiles

    def line_value(self, board: Board, line: Line) -> int:
        """The value that all tiles of a full line show in its direction, else 0."""
        values = {0 if (tile := board[cell]) is None else self.values[tile][line.direction] for cell in line.cells}
        return values.pop() if len(values) == 1 else 0

    def line_symbol(self, board: Board, line: Line) -> str:
        """`sun` or `moon` if all tiles of a full line show it, else an empty text."""
        symbols = {"" if (tile := board[cell]) is None else self.symbols[tile] for cell in line.cells}
        return symbols.pop() if len(symbols) == 1 else ""
