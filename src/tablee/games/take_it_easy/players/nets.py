"""What a board of Take it Easy! will still bring, by one small net for each number of free cells. Standard library only.

A board that has just got its tile tells everything: the tiles on it have been called, the others are in the bag. A net adds
up rows of weights, one for each line, free cell, value and tile in the bag, into a hidden layer and past it; then come a
second hidden layer and one number. Boards with one or two free cells are valued exactly. Weights are whole numbers, so
the kernels of `kernels/nets.py` find the very same values. docs/champions-take-it-easy.md tells how the nets are made.
"""

from __future__ import annotations

import math
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from sys import byteorder

from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, TILES
from tablee.kit.hexboard import Cell, Tile

FILE = Path(__file__).with_name("nets.bin")
DIGEST = FILE.with_suffix(".sha256")
LEAST, MOST = 3, len(CELLS) - 1  # free cells of the boards that nets value
WIDTH, SECOND = 32, 32  # of the hidden layers
WIDE = 5  # cells that are valued for a tile to come: those where it promises most

# What a line shows: nothing, one of three values, or different ones.
EMPTY, DEAD = 0, 4
VALUES = (TILES.top, TILES.left, TILES.right)
RANKS = tuple(tuple(values.index(value) for values, value in zip(VALUES, tile, strict=True)) for tile in TILES.values)
WAY = tuple(line.direction for line in BOARD.lines)
LENGTH = tuple(len(line.cells) for line in BOARD.lines)
POINTS = tuple(tuple(len(line.cells) * value for value in VALUES[line.direction]) for line in BOARD.lines)
AT = tuple(tuple(number for number, line in enumerate(BOARD.lines) if cell in line.cells) for cell in CELLS)
BESIDE = tuple(sorted({other for line in lines for other in BOARD.lines[line].cells}) for lines in AT)  # on lines of a cell


def _hope(points: int, cells: float) -> float:
    """Rounded, so that sums are exact."""
    return round(1024 * points * math.pow(0.6, cells)) / 1024


# A first idea of what a line is worth, by what it shows and how many of its cells are free.
HOPES = tuple(
    (
        tuple(_hope(points[-1], free + 0.3) for free in range(6)),
        *(tuple(_hope(some, free) for free in range(6)) for some in points),
        (0.0,) * 6,
    )
    for points in POINTS
)

# How many tiles in the bag have these three ranks: `fits[16 * top + 4 * left + right]`, where ANY asks for no rank.
ANY = 3
FITTING = tuple(
    tuple(16 * top + 4 * left + right for top in (a, ANY) for left in (b, ANY) for right in (c, ANY)) for a, b, c in RANKS
)
LEFT = tuple(tuple(63 - (ANY - rank) * step for rank in range(3)) for step in (16, 4, 1))  # where `fits` counts one rank

# Rows of a line: what it shows, its free cells, the tiles of its value in the bag; of an empty one, of its lower values.
SHOWING, PER_LINE = 120, 220
# Rows of a free cell: each of its lines is empty, shows a value, shows one and has its last free cell here, or is dead;
# and where a line shows a value, how many tiles fit.
CONDITIONS = 8
# Rows of a value: its tiles in the bag, and the free cells on lines that show it.
WANTS = 16


def valued(combination: int) -> int:
    """How many of a cell's lines show a value."""
    return sum(0 < combination // step % CONDITIONS < CONDITIONS - 1 for step in (64, 8, 1))


def _offsets() -> Iterator[int]:
    at = 0
    for combination in range(CONDITIONS**3):
        yield at
        at += (1, 10, 4, 2)[valued(combination)]
    yield at


*OFFSET, PER_CELL = _offsets()
CELL_ROWS = len(BOARD.lines) * PER_LINE
WANT_ROWS = CELL_ROWS + len(CELLS) * PER_CELL
TILE_ROWS = WANT_ROWS + 9 * 10 * WANTS
ROWS = TILE_ROWS + len(NAMES)
# A cell's row that is not in the file stands back for one that all cells share; these come behind the others.
ALL_ROWS = ROWS + PER_CELL

# A weight is a whole number of these steps. Sums of products stay exact, in floating point of 32 bits too.
ROW_STEP, DENSE_STEP, LAST_STEP, POINT_STEP = 2.0**-7, 2.0**-9, 2.0**-11, 2.0**-8
HEAD = struct.Struct("<Hff")  # of a net: its rows, and the typical errors of its values


def shared_row(row: int) -> int:
    """The row that a cell's row shares with those of other cells that see the same."""
    return ROWS + (row - CELL_ROWS) % PER_CELL


# Python adds up long numbers much faster than lists: so a row of weights is one number, whose digits they are.
SUMS, SECONDS = struct.Struct(f"<{WIDTH}H"), struct.Struct(f"<{SECOND}Q")
SUM_ZERO, SECOND_ZERO = 1 << 15, 1 << 62  # added to every digit, so that none is negative
LINEAR = 8 * SUMS.size  # the linear part stands before the digits, from this bit on


def as_digits(numbers: Sequence[int], bits: int) -> int:
    """One number with these digits of so many bits, the first one last; a negative digit borrows from the next."""
    total = 0
    for number in reversed(numbers):
        total = (total << bits) + number
    return total


@dataclass(frozen=True)
class Net:
    """Weights as whole numbers of steps."""

    errors: tuple[float, float]  # against two tiles ahead, the root of the mean square: of the net, and of one tile ahead
    row: dict[int, int]  # where `rows` has the weights of a row; at 0 there are none
    rows: array[int]
    linear: array[int]  # past the hidden layers
    bias: array[int]
    dense: list[array[int]]  # for each of the second layer
    dense_bias: array[int]
    last: array[int]
    last_bias: int
    known: dict[int, int] = field(default_factory=dict)  # rows as numbers

    def place(self, row: int) -> int:
        if row in self.row or not CELL_ROWS <= row < WANT_ROWS:
            return self.row.get(row, 0)
        return self.row.get(shared_row(row), 0)

    def add(self, rows: Iterable[int]) -> int:
        """The sum of these rows."""
        total = 0
        for row in rows:
            if row not in self.known:
                at = self.place(row)
                self.known[row] = (self.linear[at] << LINEAR) + as_digits(self.rows[at * WIDTH : (at + 1) * WIDTH], 16)
            total += self.known[row]
        return total

    @cached_property
    def start(self) -> int:
        """What rows are added to."""
        return (self.last_bias << LINEAR) + as_digits([SUM_ZERO + bias for bias in self.bias], 16)

    @cached_property
    def second_start(self) -> int:
        return as_digits([SECOND_ZERO + bias for bias in self.dense_bias], 64)

    @cached_property
    def columns(self) -> list[int]:
        """The weights between the hidden layers, a number for each of the first."""
        return [as_digits(column, 64) for column in zip(*self.dense, strict=True)]

    def output(self, total: int) -> float:
        """In points, from the sum of all rows."""
        second, result = self.second_start, 0
        for x, column in zip(SUMS.unpack((total % (1 << LINEAR)).to_bytes(SUMS.size, "little")), self.columns, strict=True):
            if x > SUM_ZERO:
                second += (x - SUM_ZERO) * column
        for x, last in zip(SECONDS.unpack(second.to_bytes(SECONDS.size, "little")), self.last, strict=True):
            if x > SECOND_ZERO:
                result += (x - SECOND_ZERO) * last
        return result * (ROW_STEP * DENSE_STEP * LAST_STEP) + (total >> LINEAR) * POINT_STEP


@cache
def load() -> dict[int, Net]:
    """The nets by number of free cells. Raises ValueError if the file is damaged."""
    packed = FILE.read_bytes()
    if sha256(packed).hexdigest() != DIGEST.read_text().split()[0]:
        raise ValueError(f"{FILE.name} does not match {DIGEST.name}")
    return read(packed)


def read(packed: bytes) -> dict[int, Net]:
    data, at, nets = zlib.decompress(packed), 0, {}
    for free in range(LEAST, MOST + 1):
        nets[free], at = _read_net(data, at)
    return nets


def _read_net(data: bytes, at: int) -> tuple[Net, int]:
    count, *errors = HEAD.unpack_from(data, at)
    at += HEAD.size

    def numbers(kind: str, size: int) -> array[int]:
        nonlocal at
        found = array(kind)
        found.frombytes(data[at : at + size * found.itemsize])
        at += size * found.itemsize
        if byteorder == "big":
            found.byteswap()
        return found

    row = {number: place for place, number in enumerate(numbers("H", count), start=1)}
    rows = array("b", bytes(WIDTH)) + numbers("b", count * WIDTH)
    linear, bias = array("h", [0]) + numbers("h", count), numbers("h", WIDTH)
    dense = [numbers("h", WIDTH) for _ in range(SECOND)]
    dense_bias, last, last_bias = numbers("i", SECOND), numbers("h", SECOND), numbers("i", 1)[0]
    return Net((errors[0], errors[1]), row, rows, linear, bias, dense, dense_bias, last, last_bias), at


class Position:
    """A board, what its lines show, and what is in the bag."""

    def __init__(self, board: Sequence[Tile | None]) -> None:
        self.score = 0
        self.board: list[Tile | None] = [None] * len(CELLS)
        self.kind, self.free = [EMPTY] * len(WAY), list(LENGTH)
        self.want, self.fits, self.bag = [0] * 9, [0] * 64, set(range(len(NAMES)))
        for fitting in FITTING:
            for at in fitting:
                self.fits[at] += 1
        for cell, tile in enumerate(board):
            if tile is not None:
                self.draw(tile)
                self.score += self.put(cell, tile)

    def draw(self, tile: Tile) -> None:
        """Takes a tile out of the bag."""
        self.bag.discard(tile)
        for at in FITTING[tile]:
            self.fits[at] -= 1

    def copy(self) -> Position:
        twin = object.__new__(Position)
        twin.score = self.score
        twin.board, twin.kind, twin.free = self.board.copy(), self.kind.copy(), self.free.copy()
        twin.want, twin.fits, twin.bag = self.want.copy(), self.fits.copy(), self.bag.copy()
        return twin

    def put(self, cell: Cell, tile: Tile) -> int:
        """Places a drawn tile; returns the points it scores."""
        self.board[cell] = tile
        gain = 0
        for way, line in enumerate(AT[cell]):
            shows, old = RANKS[tile][way] + 1, self.kind[line]
            if EMPTY < old < DEAD:
                self.want[way * 3 + old - 1] -= self.free[line]
            self.free[line] -= 1
            self.kind[line] = new = shows if old in (EMPTY, shows) else DEAD
            if new < DEAD:
                self.want[way * 3 + new - 1] += self.free[line]
                if not self.free[line]:
                    gain += POINTS[line][new - 1]
        return gain

    def open_cells(self) -> list[Cell]:
        return [cell for cell in CELLS if self.board[cell] is None]

    def rows(self) -> list[int]:
        return [*self._rows(range(len(WAY)), CELLS), *(TILE_ROWS + tile for tile in self.bag)]

    def rows_around(self, cell: Cell) -> list[int]:
        """Those that a tile on this cell may change."""
        return self._rows(AT[cell], BESIDE[cell])

    def _rows(self, lines: Iterable[int], cells: Iterable[Cell]) -> list[int]:
        return [
            *[self.row_of_line(line) for line in lines if self.kind[line] != DEAD and self.free[line]],
            *[self.row_of_cell(cell) for cell in cells if self.board[cell] is None],
            *[self.row_of_want(value) for value in range(9)],
        ]

    def row_of_line(self, line: int) -> int:
        """Of one that may still score."""
        kind, free, left = self.kind[line], self.free[line], LEFT[WAY[line]]
        if kind == EMPTY:
            return line * PER_LINE + SHOWING + self.fits[left[0]] * 10 + self.fits[left[1]]
        return line * PER_LINE + ((kind - 1) * 4 + free - 1) * 10 + self.fits[left[kind - 1]]

    def row_of_cell(self, cell: Cell) -> int:
        combination, asked, showing = 0, 0, False
        for line in AT[cell]:
            kind = self.kind[line]
            if EMPTY < kind < DEAD:
                combination = combination * CONDITIONS + (kind + 3 if self.free[line] == 1 else kind)
                asked, showing = asked * 4 + kind - 1, True
            else:
                combination = combination * CONDITIONS + (CONDITIONS - 1 if kind else 0)
                asked = asked * 4 + ANY
        return CELL_ROWS + cell * PER_CELL + OFFSET[combination] + (self.fits[asked] if showing else 0)

    def row_of_want(self, value: int) -> int:
        left = self.fits[LEFT[value // 3][value % 3]]
        return WANT_ROWS + (value * 10 + left) * WANTS + min(self.want[value], WANTS - 1)


def promising_cells(position: Position, tile: Tile) -> list[Cell]:
    """The free cells where a tile adds most, by a first idea."""

    def hope(cell: Cell) -> float:
        total = 0.0
        for line, rank in zip(AT[cell], RANKS[tile], strict=True):
            old, free = position.kind[line], position.free[line]
            new = rank + 1 if old in (EMPTY, rank + 1) else DEAD
            total += HOPES[line][new][free - 1] - HOPES[line][old][free]
        return total

    return sorted(position.open_cells(), key=hope, reverse=True)[:WIDE]


def value_cells(position: Position, tile: Tile, cells: Sequence[Cell] = ()) -> dict[Cell, float]:
    """For each free cell, or these, the points that the tile scores there and what the board is then expected to bring."""
    position = position.copy()
    position.draw(tile)
    free = position.open_cells()
    cells = cells or free
    if len(free) <= LEAST:
        return {cell: _exactly(position, cell, tile) for cell in cells}
    net = load()[len(free) - 1]
    total = net.start + net.add(position.rows())
    values = {}
    for cell in cells:
        after = position.copy()
        gain = after.put(cell, tile)
        change = net.add(after.rows_around(cell)) - net.add(position.rows_around(cell))
        values[cell] = gain + net.output(total + change)
    return values


def expect(position: Position) -> float:
    """What the board will bring: the mean over the tiles in the bag of the best value of the promising cells."""
    total = 0.0
    for tile in sorted(position.bag):  # one by one, since `sum` does not round alike everywhere
        total += max(value_cells(position, tile, promising_cells(position, tile)).values())
    return total / len(position.bag)


def _exactly(position: Position, cell: Cell, tile: Tile) -> float:
    """The same as for nets, where at most two cells stay free. Whole numbers are added, so the kernels find the same."""
    after = position.copy()
    gain, cells = after.put(cell, tile), after.open_cells()
    if len(cells) == 1:
        return gain + _sum_last(after, cells[0]) / 9.0
    if len(cells) == 2:
        first, other = cells
        return (
            gain
            + sum(max(_sum_two(after, first, other, to_come), _sum_two(after, other, first, to_come)) for to_come in after.bag)
            / 90.0
        )
    return float(gain)


def _sum_last(position: Position, cell: Cell) -> int:
    """What the last free cell brings, summed over the nine tiles in the bag."""
    lines = ((line, position.kind[line]) for line in AT[cell])
    return sum(POINTS[line][kind - 1] * position.fits[LEFT[WAY[line]][kind - 1]] for line, kind in lines if EMPTY < kind < DEAD)


def _sum_two(position: Position, first: Cell, other: Cell, tile: Tile) -> int:
    """What a tile on the first of two free cells and then the other bring, summed over the nine tiles that are left."""
    after = position.copy()
    after.draw(tile)
    return after.put(first, tile) * 9 + _sum_last(after, other)
