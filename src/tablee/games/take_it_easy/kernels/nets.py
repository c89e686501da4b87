"""Kernels for `nets.py`: the very same values, for many boards, and whole games of the expert."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import njit

from tablee.games.take_it_easy.kernels.batch import BAG, LENGTH, TURNS, WAY
from tablee.games.take_it_easy.kernels.batch import LINES as ON
from tablee.games.take_it_easy.players import nets as pure
from tablee.games.take_it_easy.players.nets import (
    ANY,
    CELL_ROWS,
    CONDITIONS,
    DEAD,
    DENSE_STEP,
    EMPTY,
    LAST_STEP,
    LEAST,
    PER_CELL,
    PER_LINE,
    POINT_STEP,
    ROW_STEP,
    ROWS,
    SECOND,
    SHOWING,
    TILE_ROWS,
    WANT_ROWS,
    WANTS,
    WIDTH,
    Net,
)
from tablee.kit.kernels.decorators import Array, compiled

LINES = len(WAY)
RANK, AT, POINTS, OFFSET = np.array(pure.RANKS), np.array(pure.AT), np.array(pure.POINTS), np.array(pure.OFFSET)
# What a line that shows this asks of its free cells, if there are more of them and if there is one: see `row_of_cell`.
CONDITION = np.array([0, 0, 1, 4, 2, 5, 3, 6, CONDITIONS - 1, CONDITIONS - 1])
ASKS = np.array([ANY, 0, 1, 2, ANY])
COMBINED, ASKED = np.array([CONDITIONS**2, CONDITIONS, 1]), np.array([16, 4, 1])  # how the three lines of a cell add up
NONE = -1
ACTIVE = LINES + TURNS + 9 + BAG  # more rows than a board has
WORDS = WIDTH // 4 + 1
ZERO = np.float32(0)
SIGN = 1 << 15  # added to sums, so that none is negative


# Kernels that make no arrays and need not count who uses which: counting took most of the time.
LEAN: dict[str, Any] = {"nogil": True, "cache": True, "_nrt": False}
Kernel: TypeAlias = Callable[..., Any]
lean: Callable[[Kernel], Kernel] = njit(**LEAN)
vectorised: Callable[[Kernel], Kernel] = njit(**LEAN, fastmath=True)


class Nets(NamedTuple):
    """The first axis is the number of free cells, except for `rows`, in which `where` finds a row. Row 0 is nothing."""

    where: Array  # (19, ROWS) int32
    rows: Array  # (m, WORDS) int64, see `pack`
    bias: Array  # (19, WORDS) int64
    dense: Array  # (19, WIDTH * SECOND) float32: flat, so that the compiler knows all strides
    dense_bias: Array  # (19, SECOND) float32
    last: Array  # (19, SECOND) float64


class PositionArrays(NamedTuple):
    """A board and its bag."""

    board: Array  # (19,) int8: tiles, or -1
    kind: Array  # (15,) int64: what each line shows
    free: Array  # (15,) int64: free cells of each line
    want: Array  # (9,) int64: free cells on lines of this way and value
    fits: Array  # (64,) int64: tiles in the bag with these three ranks; ANY asks for none
    bag: Array  # (27,) bool


class Desk(NamedTuple):
    """Room to work in."""

    line: Array  # (15,) int64: the row of each line, later its place …
    cell: Array  # (19,) int64: … and of each free cell …
    want: Array  # (9,) int64: … and value
    condition: Array  # (15,) int64: what lines ask of their cells, …
    asks: Array  # (15,) int64: … the ranks they ask for, …
    combination: Array  # (19,) int64: … and both for the lines of each free cell
    asked: Array  # (19,) int64
    fits: Array  # (64,) int64: as in the position, but no tile where no rank is asked for
    base: Array  # (WORDS,) int64
    sums: Array  # (WORDS,) int64
    hidden: Array  # (WIDTH,) float32
    second: Array  # (SECOND,) float32
    hopes: Array  # (19,)
    plus: Array  # (ACTIVE,) int64
    minus: Array  # (ACTIVE,) int64


def pack(weights: Array, linear: Array) -> Array:
    """Four weights in each word, as in whole numbers to the base 2 ** 16, and the linear part in the last word.

    Words are added like numbers: as no sum is negative, none borrows from the next.
    """
    lanes = weights.astype(np.int64).reshape(*weights.shape[:-1], WIDTH // 4, 4) << np.array([0, 16, 32, 48])
    return np.concatenate([lanes.sum(axis=-1), linear.astype(np.int64)[..., None]], axis=-1)


def empty_nets(places: Array, rows: int) -> Nets:
    """Nets without weights, for `put_net`."""
    return Nets(
        places,
        np.zeros((rows, WORDS), np.int64),
        np.zeros((TURNS, WORDS), np.int64),
        np.zeros((TURNS, WIDTH * SECOND), np.float32),
        np.zeros((TURNS, SECOND), np.float32),
        np.zeros((TURNS, SECOND)),
    )


def put_net(nets: Nets, n: int, first: int, net: Weights) -> None:
    """Its rows get the places from `first` on."""
    nets.rows[first : first + len(net.rows)] = pack(net.rows, net.linear)
    nets.bias[n] = pack(net.bias.astype(np.int64) + SIGN, net.last_bias)
    nets.dense[n] = net.dense.T.ravel() * (ROW_STEP * DENSE_STEP)
    nets.dense_bias[n] = net.dense_bias * (ROW_STEP * DENSE_STEP)
    nets.last[n] = net.last * LAST_STEP


class Weights(NamedTuple):
    """Of one net, in whole numbers of steps."""

    rows: Array  # (m, WIDTH)
    linear: Array  # (m,)
    bias: Array  # (WIDTH,)
    dense: Array  # (SECOND, WIDTH)
    dense_bias: Array  # (SECOND,)
    last: Array  # (SECOND,)
    last_bias: Array  # ()


@cache
def load() -> Nets:
    return arrays(pure.load())


def arrays(found: Mapping[int, Net]) -> Nets:
    where, first = np.zeros((TURNS, ROWS), np.int32), 0
    nets = empty_nets(where, sum(len(net.linear) for net in found.values()))
    for n, net in found.items():
        where[n] = [first + net.place(row) for row in range(ROWS)]
        rows = np.array(net.rows).reshape(-1, WIDTH)
        others = (net.linear, net.bias, net.dense, net.dense_bias, net.last, net.last_bias)
        put_net(nets, n, first, Weights(rows, *map(np.array, others)))
        first += len(rows)
    return nets


@compiled
def new_position() -> PositionArrays:
    return PositionArrays(
        np.empty(TURNS, np.int8),
        np.empty(LINES, np.int64),
        np.empty(LINES, np.int64),
        np.empty(9, np.int64),
        np.empty(64, np.int64),
        np.empty(BAG, np.bool_),
    )


@compiled
def new_desk() -> Desk:
    return Desk(
        np.empty(LINES, np.int64),
        np.empty(TURNS, np.int64),
        np.empty(9, np.int64),
        np.empty(LINES, np.int64),
        np.empty(LINES, np.int64),
        np.empty(TURNS, np.int64),
        np.empty(TURNS, np.int64),
        np.empty(64, np.int64),
        np.empty(WORDS, np.int64),
        np.empty(WORDS, np.int64),
        np.empty(WIDTH, np.float32),
        np.empty(SECOND, np.float32),
        np.empty(TURNS),
        np.empty(ACTIVE, np.int64),
        np.empty(ACTIVE, np.int64),
    )


@lean
def count_tile(p: PositionArrays, tile: int, by: int) -> None:
    a, b, c = RANK[tile]
    for top in (a, ANY):
        for left in (b, ANY):
            for right in (c, ANY):
                p.fits[top * 16 + left * 4 + right] += by


@lean
def draw(p: PositionArrays, tile: int) -> None:
    """Takes a tile out of the bag."""
    p.bag[tile] = False
    count_tile(p, tile, -1)


@lean
def undraw(p: PositionArrays, tile: int) -> None:
    p.bag[tile] = True
    count_tile(p, tile, 1)


@lean
def put(p: PositionArrays, cell: int, tile: int) -> Any:
    """Places a drawn tile; returns the points it scores."""
    p.board[cell] = tile
    gain = 0
    for way in range(3):
        line, shows = AT[cell, way], RANK[tile, way] + 1
        old = p.kind[line]
        new = shows if old in (EMPTY, shows) else DEAD
        if 0 < old < DEAD:
            p.want[way * 3 + old - 1] -= p.free[line]
        p.free[line] -= 1
        p.kind[line] = new
        if new < DEAD:
            p.want[way * 3 + new - 1] += p.free[line]
            if p.free[line] == 0:
                gain += POINTS[line, new - 1]
    return gain


@lean
def copy(numbers: Array, to: Array) -> None:
    for i in range(len(to)):
        to[i] = numbers[i]


@lean
def set_up(p: PositionArrays, board: Array, turned: bool) -> Any:
    """Fills a position from a board, or from the board turned by half; returns how many cells are free."""
    p.board[:] = -1
    p.kind[:] = EMPTY
    copy(LENGTH, p.free)
    p.want[:] = 0
    p.fits[:] = 0
    p.bag[:] = True
    for tile in range(BAG):
        count_tile(p, tile, 1)
    free = TURNS
    for cell in range(TURNS):
        tile = board[cell]
        if tile >= 0:
            draw(p, tile)
            put(p, TURNS - 1 - cell if turned else cell, tile)
            free -= 1
    return free


@lean
def copy_position(p: PositionArrays, to: PositionArrays) -> None:
    copy(p.board, to.board)
    copy(p.kind, to.kind)
    copy(p.free, to.free)
    copy(p.want, to.want)
    copy(p.fits, to.fits)
    copy(p.bag, to.bag)


@lean
def tiles_left(fits: Array, way: int, rank: int) -> Any:
    if way == 0:
        return fits[rank * 16 + 15]
    if way == 1:
        return fits[48 + rank * 4 + 3]
    return fits[60 + rank]


@lean
def row_of_line(fits: Array, line: int, kind: int, free: int) -> Any:
    if free == 0 or kind == DEAD:
        return NONE
    way = WAY[line]
    if kind == EMPTY:
        return line * PER_LINE + SHOWING + tiles_left(fits, way, 0) * 10 + tiles_left(fits, way, 1)
    return line * PER_LINE + ((kind - 1) * 4 + free - 1) * 10 + tiles_left(fits, way, kind - 1)


@lean
def row_of_cell(fits: Array, cell: int, combination: int, asked: int) -> Any:
    """`fits` is the desk's."""
    return CELL_ROWS + cell * PER_CELL + OFFSET[combination] + fits[asked]


@lean
def row_of_want(fits: Array, value: int, want: int) -> Any:
    left = tiles_left(fits, value // 3, value % 3)
    return WANT_ROWS + (value * 10 + left) * WANTS + min(want, WANTS - 1)


@lean
def list_rows(p: PositionArrays, desk: Desk) -> None:
    for i in range(63):
        desk.fits[i] = p.fits[i]
    desk.fits[63] = 0
    for line in range(LINES):
        kind, free = p.kind[line], p.free[line]
        desk.line[line] = row_of_line(p.fits, line, kind, free)
        desk.condition[line], desk.asks[line] = CONDITION[2 * kind + (free == 1)], ASKS[kind]
    for cell in range(TURNS):
        desk.cell[cell] = NONE
        if p.board[cell] < 0:
            a, b, c = AT[cell, 0], AT[cell, 1], AT[cell, 2]
            desk.combination[cell] = (desk.condition[a] * CONDITIONS + desk.condition[b]) * CONDITIONS + desk.condition[c]
            desk.asked[cell] = desk.asks[a] * 16 + desk.asks[b] * 4 + desk.asks[c]
            desk.cell[cell] = row_of_cell(desk.fits, cell, desk.combination[cell], desk.asked[cell])
    for value in range(9):
        desk.want[value] = row_of_want(p.fits, value, p.want[value])


@lean
def all_rows(p: PositionArrays, desk: Desk, out: Array) -> Any:
    """Every row of the board; returns how many."""
    list_rows(p, desk)
    n = 0
    for rows in (desk.line, desk.cell, desk.want):
        for row in rows:
            if row != NONE:
                out[n] = row
                n += 1
    for tile in range(BAG):
        if p.bag[tile]:
            out[n] = TILE_ROWS + tile
            n += 1
    return n


@lean
def add_rows(rows: Array, plus: Array, more: int, minus: Array, less: int, start: Array, sums: Array) -> None:
    """Rows at the places `plus` upon `start`, less those at `minus`. Written out, so that sums stay in registers."""
    a, b, c, d, e, f, g, h, linear = start[0], start[1], start[2], start[3], start[4], start[5], start[6], start[7], start[8]
    for i in range(more):
        at = np.uint64(plus[i])
        a, b, c, d = a + rows[at, 0], b + rows[at, 1], c + rows[at, 2], d + rows[at, 3]
        e, f, g, h = e + rows[at, 4], f + rows[at, 5], g + rows[at, 6], h + rows[at, 7]
        linear += rows[at, 8]
    for i in range(less):
        at = np.uint64(minus[i])
        a, b, c, d = a - rows[at, 0], b - rows[at, 1], c - rows[at, 2], d - rows[at, 3]
        e, f, g, h = e - rows[at, 4], f - rows[at, 5], g - rows[at, 6], h - rows[at, 7]
        linear -= rows[at, 8]
    sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], sums[8] = a, b, c, d, e, f, g, h, linear


@vectorised
def output(nets: Nets, n: int, sums: Array, hidden: Array, second: Array) -> Any:
    """The layers above the sums."""
    lanes = sums.view(np.uint16)
    for j in range(WIDTH):
        hidden[j] = max(np.int32(lanes[j]) - np.int32(SIGN), np.int32(0))
    for k in range(SECOND):
        x = nets.dense_bias[n, k]
        for j in range(WIDTH):
            x += hidden[j] * nets.dense[n, j * SECOND + k]
        second[k] = x
    total = sums[WORDS - 1] * POINT_STEP
    for k in range(SECOND):
        total += np.float64(max(second[k], ZERO)) * nets.last[n, k]
    return total


@lean
def start_sums(nets: Nets, n: int, p: PositionArrays, desk: Desk) -> None:
    """Adds up the rows of the position, to be valued as a board with n free cells, in `desk.base`; rows become places."""
    list_rows(p, desk)
    found = 0
    for rows in (desk.line, desk.cell, desk.want):
        for i in range(len(rows)):
            rows[i] = nets.where[n, rows[i]] if rows[i] != NONE else 0
            desk.plus[found] = rows[i]
            found += 1
    for tile in range(BAG):
        if p.bag[tile]:
            desk.plus[found] = nets.where[n, TILE_ROWS + tile]
            found += 1
    add_rows(nets.rows, desk.plus, found, desk.minus, 0, nets.bias[n], desk.base)


@lean
def value_cell(nets: Nets, n: int, p: PositionArrays, desk: Desk, tile: int, cell: int) -> Any:
    """Points for the tile on this cell, and what the board with its n free cells will bring."""
    gain, more, less = 0, 0, 1
    desk.minus[0] = desk.cell[cell]
    for way in range(3):
        line, shows = AT[cell, way], RANK[tile, way] + 1
        old, free = p.kind[line], p.free[line]
        if old == DEAD:
            continue
        new = shows if old in (EMPTY, shows) else DEAD
        desk.minus[less] = desk.line[line]
        less += 1
        value = way * 3 + (old if old != EMPTY else new) - 1
        wanted = p.want[value] - (0 if old == EMPTY else free)
        if new != DEAD:
            wanted += free - 1
            if free == 1:
                gain += POINTS[line, new - 1]
            else:
                desk.plus[more] = nets.where[n, row_of_line(p.fits, line, new, free - 1)]
                more += 1
        desk.minus[less] = desk.want[value]
        less += 1
        desk.plus[more] = nets.where[n, row_of_want(p.fits, value, wanted)]
        more += 1
        change = CONDITION[2 * new + (free == 2)] - desk.condition[line]
        if change != 0:
            change, asks = change * COMBINED[way], (ASKS[new] - desk.asks[line]) * ASKED[way]
            for k in range(LENGTH[line]):
                near = ON[line, k]
                if near != cell and p.board[near] < 0:
                    row = row_of_cell(desk.fits, near, desk.combination[near] + change, desk.asked[near] + asks)
                    desk.minus[less] = desk.cell[near]
                    less += 1
                    desk.plus[more] = nets.where[n, row]
                    more += 1
    add_rows(nets.rows, desk.plus, more, desk.minus, less, desk.base, desk.sums)
    return gain + output(nets, n, desk.sums, desk.hidden, desk.second)


# Exact values of boards with one or two free cells.
@lean
def points_at(kind: Array, free: Array, cell: int, tile: int) -> Any:
    """What a tile scores at once."""
    gain = 0
    for way in range(3):
        line = AT[cell, way]
        if free[line] == 1 and kind[line] == RANK[tile, way] + 1:
            gain += POINTS[line, RANK[tile, way]]
    return gain


@lean
def expected_last(fits: Array, kind: Array, free: Array, cell: int) -> Any:
    """What the last free cell brings, summed over the tiles in the bag."""
    total = 0
    for way in range(3):
        line = AT[cell, way]
        if 0 < kind[line] < DEAD:
            total += POINTS[line, kind[line] - 1] * tiles_left(fits, way, kind[line] - 1)
    return total


@lean
def last_after(p: PositionArrays, first: int, other: int, tile: int) -> Any:
    """Points for the tile on the first of two free cells, times 9, and what the other brings, summed over the 9 tiles left."""
    gain, rest = 0, 0
    for way in range(3):
        line, rank = AT[first, way], RANK[tile, way]
        if p.free[line] == 1 and p.kind[line] == rank + 1:
            gain += POINTS[line, rank]
        line = AT[other, way]
        shows = p.kind[line]
        if AT[first, way] == line:  # they share it
            shows = rank + 1 if shows in (EMPTY, rank + 1) else DEAD
        if 0 < shows < DEAD:
            left = tiles_left(p.fits, way, shows - 1) - (rank == shows - 1)
            rest += POINTS[line, shows - 1] * left
    return gain * 9 + rest


@lean
def value_two(p: PositionArrays) -> Any:
    """Exact: two free cells, ten tiles."""
    first, other = -1, -1
    for cell in range(TURNS):
        if p.board[cell] < 0:
            if first < 0:
                first = cell
            else:
                other = cell
    total = 0
    for tile in range(BAG):
        if p.bag[tile]:
            total += max(last_after(p, first, other, tile), last_after(p, other, first, tile))
    return total / 90.0


@lean
def value_exactly(p: PositionArrays, n: int, tile: int, cell: int, spare: PositionArrays) -> Any:
    """Points for the tile, drawn before, and what the board with its 0, 1 or 2 free cells will bring."""
    if n == 0:
        return float(points_at(p.kind, p.free, cell, tile))
    copy_position(p, spare)
    gain = put(spare, cell, tile)
    if n == 2:
        return gain + value_two(spare)
    for last in range(TURNS):
        if spare.board[last] < 0:
            return gain + expected_last(spare.fits, spare.kind, spare.free, last) / 9.0
    return float(gain)


@lean
def value_at(nets: Nets, p: PositionArrays, free: int, tile: int, cell: int, desk: Desk, spare: PositionArrays) -> Any:
    """What the board and its future bring, for this drawn tile on one of its free cells."""
    if free > LEAST:
        return value_cell(nets, free - 1, p, desk, tile, cell)
    return value_exactly(p, free - 1, tile, cell, spare)


@lean
def value_cells(nets: Nets, p: PositionArrays, free: int, tile: int, desk: Desk, spare: PositionArrays, out: Array) -> Any:
    """The same for each free cell; returns the best cell."""
    if free > LEAST:
        start_sums(nets, free - 1, p, desk)
    best = -1
    for cell in range(TURNS):
        if p.board[cell] < 0:
            out[cell] = value_at(nets, p, free, tile, cell, desk, spare)
            if best < 0 or out[cell] > out[best]:
                best = cell
    return best


@compiled
def value_many(nets: Nets, boards: Array, out: Array) -> None:
    """What boards with 3 to 18 free cells will bring, by their nets."""
    p, desk = new_position(), new_desk()
    for i in range(len(boards)):
        n = set_up(p, boards[i], False)
        start_sums(nets, n, p, desk)
        out[i] = output(nets, n, desk.base, desk.hidden, desk.second)
