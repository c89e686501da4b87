"""Kernels for `nets.py`: the same values, for many boards; whole games; and players that look further ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from tablee.games.take_it_easy import nets as pure
from tablee.games.take_it_easy.fast import BAG, LENGTH, TURNS, WAY, Array, Word, below, compiled, key_of
from tablee.games.take_it_easy.fast import LINES as ON
from tablee.games.take_it_easy.nets import (
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
NOTHING = -1e9  # instead of a value
WIDE = 5  # cells that are valued for a tile to come: those where it promises most


def _hopes() -> Array:
    """A first idea of what a line is worth, by what it shows and how many of its cells are free."""
    hopes = np.zeros((LINES, DEAD + 1, 6))
    for line, kind, free in product(range(LINES), range(DEAD), range(6)):
        hopes[line, kind, free] = POINTS[line, kind - 1] * 0.6 ** (free if kind else free + 0.3)
    return hopes


HOPES = _hopes()


vectorised = njit(nogil=True, cache=True, fastmath=True)


class Nets(NamedTuple):
    """The first axis is the number of free cells, except for `rows`, in which `where` finds a row. Row 0 is nothing."""

    where: Array  # (19, ROWS) int32
    rows: Array  # (m, WORDS) int64, see `pack`
    bias: Array  # (19, WORDS) int64
    dense: Array  # (19, WIDTH * SECOND) float32: flat, so that the compiler knows all strides
    dense_bias: Array  # (19, SECOND) float32
    last: Array  # (19, SECOND) float64


class Position(NamedTuple):
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
def new_position() -> Position:
    return Position(
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
        np.empty(TURNS),
        np.empty(ACTIVE, np.int64),
        np.empty(ACTIVE, np.int64),
    )


@compiled
def count_tile(p: Position, tile: int, by: int) -> None:
    a, b, c = RANK[tile]
    for top in (a, ANY):
        for left in (b, ANY):
            for right in (c, ANY):
                p.fits[top * 16 + left * 4 + right] += by


@compiled
def draw(p: Position, tile: int) -> None:
    """Takes a tile out of the bag."""
    p.bag[tile] = False
    count_tile(p, tile, -1)


@compiled
def undraw(p: Position, tile: int) -> None:
    p.bag[tile] = True
    count_tile(p, tile, 1)


@compiled
def put(p: Position, cell: int, tile: int) -> Any:
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


@compiled
def set_up(p: Position, board: Array, turned: bool) -> Any:
    """Fills a position from a board, or from the board turned by half; returns how many cells are free."""
    p.board[:] = -1
    p.kind[:] = EMPTY
    p.free[:] = LENGTH
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


@compiled
def copy_position(p: Position, to: Position) -> None:
    to.board[:] = p.board
    to.kind[:] = p.kind
    to.free[:] = p.free
    to.want[:] = p.want
    to.fits[:] = p.fits
    to.bag[:] = p.bag


@compiled
def tiles_left(fits: Array, way: int, rank: int) -> Any:
    if way == 0:
        return fits[rank * 16 + 15]
    if way == 1:
        return fits[48 + rank * 4 + 3]
    return fits[60 + rank]


@compiled
def row_of_line(fits: Array, line: int, kind: int, free: int) -> Any:
    if free == 0 or kind == DEAD:
        return NONE
    way = WAY[line]
    if kind == EMPTY:
        return line * PER_LINE + SHOWING + tiles_left(fits, way, 0) * 10 + tiles_left(fits, way, 1)
    return line * PER_LINE + ((kind - 1) * 4 + free - 1) * 10 + tiles_left(fits, way, kind - 1)


@compiled
def row_of_cell(fits: Array, cell: int, combination: int, asked: int) -> Any:
    """`fits` is the desk's."""
    return CELL_ROWS + cell * PER_CELL + OFFSET[combination] + fits[asked]


@compiled
def row_of_want(fits: Array, value: int, want: int) -> Any:
    left = tiles_left(fits, value // 3, value % 3)
    return WANT_ROWS + (value * 10 + left) * WANTS + min(want, WANTS - 1)


@compiled
def list_rows(p: Position, desk: Desk) -> None:
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


@compiled
def all_rows(p: Position, desk: Desk, out: Array) -> Any:
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


@compiled
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
def output(nets: Nets, n: int, sums: Array, hidden: Array) -> Any:
    """The layers above the sums."""
    lanes = sums.view(np.uint16)
    for j in range(WIDTH):
        hidden[j] = max(np.int32(lanes[j]) - np.int32(SIGN), np.int32(0))
    total = sums[WORDS - 1] * POINT_STEP
    for k in range(SECOND):
        x = nets.dense_bias[n, k]
        for j in range(WIDTH):
            x += hidden[j] * nets.dense[n, j * SECOND + k]
        total += np.float64(max(x, ZERO)) * nets.last[n, k]
    return total


@compiled
def start_sums(nets: Nets, n: int, p: Position, desk: Desk) -> None:
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


@compiled
def value_cell(nets: Nets, n: int, p: Position, desk: Desk, tile: int, cell: int) -> Any:
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
    return gain + output(nets, n, desk.sums, desk.hidden)


# Exact values of boards with one or two free cells.
@compiled
def points_at(kind: Array, free: Array, cell: int, tile: int) -> Any:
    """What a tile scores at once."""
    gain = 0
    for way in range(3):
        line = AT[cell, way]
        if free[line] == 1 and kind[line] == RANK[tile, way] + 1:
            gain += POINTS[line, RANK[tile, way]]
    return gain


@compiled
def expected_last(fits: Array, kind: Array, free: Array, cell: int) -> Any:
    """What the last free cell brings, summed over the tiles in the bag."""
    total = 0
    for way in range(3):
        line = AT[cell, way]
        if 0 < kind[line] < DEAD:
            total += POINTS[line, kind[line] - 1] * tiles_left(fits, way, kind[line] - 1)
    return total


@compiled
def last_after(p: Position, first: int, other: int, tile: int) -> Any:
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


@compiled
def value_two(p: Position) -> Any:
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


@compiled
def value_exactly(p: Position, n: int, tile: int, cell: int, spare: Position) -> Any:
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


@compiled
def value_at(nets: Nets, p: Position, free: int, tile: int, cell: int, desk: Desk, spare: Position) -> Any:
    """What the board and its future bring, for this drawn tile on one of its free cells."""
    if free > LEAST:
        return value_cell(nets, free - 1, p, desk, tile, cell)
    return value_exactly(p, free - 1, tile, cell, spare)


@compiled
def value_cells(nets: Nets, p: Position, free: int, tile: int, desk: Desk, spare: Position, out: Array) -> Any:
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
def guess_cells(p: Position, tile: int, out: Array) -> Any:
    """A first idea of what a tile adds on each free cell; returns the best one."""
    best = -1
    for cell in range(TURNS):
        out[cell] = NOTHING
        if p.board[cell] < 0:
            out[cell] = 0.0
            for way in range(3):
                line, shows = AT[cell, way], RANK[tile, way] + 1
                old, free = p.kind[line], p.free[line]
                new = shows if old in (EMPTY, shows) else DEAD
                out[cell] += HOPES[line, new, free - 1] - HOPES[line, old, free]
            if best < 0 or out[cell] > out[best]:
                best = cell
    return best


@compiled
def value_promising(nets: Nets, p: Position, free: int, tile: int, desk: Desk, spare: Position, out: Array) -> Any:
    """Like `value_cells`, for the WIDE most promising cells only; NOTHING for others."""
    out[:] = NOTHING
    if free <= WIDE:
        return value_cells(nets, p, free, tile, desk, spare, out)
    start_sums(nets, free - 1, p, desk)
    best = cell = guess_cells(p, tile, desk.hopes)
    for _ in range(WIDE):
        out[cell] = value_at(nets, p, free, tile, cell, desk, spare)
        if out[cell] > out[best]:
            best = cell
        desk.hopes[cell] = NOTHING
        for other in range(TURNS):
            if desk.hopes[other] > desk.hopes[cell]:
                cell = other
    return best


@compiled
def expect(nets: Nets, p: Position, free: int, desk: Desk, spare: Position, out: Array) -> Any:
    """The mean over the tiles in the bag of the best cell's value: what the board will bring, one tile ahead."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            draw(p, tile)
            total += out[value_promising(nets, p, free, tile, desk, spare, out)]
            tiles += 1
            undraw(p, tile)
    return total / tiles


@compiled
def expect_many(nets: Nets, boards: Array, out: Array) -> None:
    p, spare, desk = new_position(), new_position(), new_desk()
    values = np.empty(TURNS)
    for i in range(len(boards)):
        free = set_up(p, boards[i], False)
        out[i] = expect(nets, p, free, desk, spare, values)


@compiled
def value_many(nets: Nets, boards: Array, out: Array) -> None:
    """What boards with 3 to 18 free cells will bring, by their nets."""
    p, desk = new_position(), new_desk()
    for i in range(len(boards)):
        n = set_up(p, boards[i], False)
        start_sums(nets, n, p, desk)
        out[i] = output(nets, n, desk.base, desk.hidden)


@compiled
def deal_calls(key: Word, calls: Array) -> None:
    """The 19 calls of a game; the same as in `fast.call`."""
    bag = np.arange(BAG)
    for k in range(TURNS):
        at = k + below(key, k, BAG - k)
        bag[k], bag[at] = bag[at], bag[k]
        calls[k] = bag[k]


@compiled
def play_games(nets: Nets, base: Word, first: int, scores: Array) -> None:
    """Whole games, each tile on its best cell; game k has the calls of game k in a batch of the same seed."""
    p, spare, desk = new_position(), new_position(), new_desk()
    values, calls, empty = np.empty(TURNS), np.empty(TURNS, np.int64), np.full(TURNS, -1, np.int8)
    for i in range(len(scores)):
        deal_calls(key_of(base, first + i), calls)
        set_up(p, empty, False)
        score = 0
        for k in range(TURNS):
            draw(p, calls[k])
            score += put(p, value_cells(nets, p, TURNS - k, calls[k], desk, spare, values), calls[k])
        scores[i] = score


# Looking further ahead.
TWO, THREE, TRIES = 8, 4, 2  # cells looked at two and three tiles ahead, and cells for the second tile
BEHIND = (5.0, 2.0)  # points: several times the error of a difference between two cells, one and two tiles ahead


@compiled
def expect_deep(
    nets: Nets, p: Position, free: int, tries: int, desk: Desk, spare: Position, after: Position, out: Array, deep: Array
) -> Any:
    """Like `expect`, two tiles ahead: for each tile, the best cells of a first look, each with its own mean over the tiles."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            draw(p, tile)
            best = value_promising(nets, p, free, tile, desk, spare, out)
            most = out[best]
            if free > LEAST:
                most = NOTHING
                for _ in range(min(tries, free, WIDE)):
                    copy_position(p, after)
                    gain = put(after, best, tile)
                    most = max(most, gain + expect(nets, after, free - 1, desk, spare, deep))
                    out[best] = NOTHING
                    for cell in range(TURNS):
                        if p.board[cell] < 0 and out[cell] > out[best]:
                            best = cell
            total += most
            tiles += 1
            undraw(p, tile)
    return total / tiles


@compiled
def expect_ahead(nets: Nets, boards: Array, tries: int, out: Array) -> None:
    """What boards will bring, two tiles ahead."""
    p, spare, after, desk = new_position(), new_position(), new_position(), new_desk()
    values, deep = np.empty(TURNS), np.empty(TURNS)
    for i in range(len(boards)):
        free = set_up(p, boards[i], False)
        out[i] = expect_deep(nets, p, free, tries, desk, spare, after, values, deep)


@compiled
def next_best(values: Array, chosen: Array) -> Any:
    """The best cell that is not chosen yet, or -1."""
    best = -1
    for cell in range(TURNS):
        if not chosen[cell] and values[cell] > NOTHING and (best < 0 or values[cell] > values[best]):
            best = cell
    return best


@compiled
def search(nets: Nets, p: Position, free: int, tile: int, two: int, three: int, tries: int, looks: Array) -> Any:
    """Values of a drawn tile on each cell, or NOTHING; returns the best cell of those looked at furthest.

    In looks[0] they are one tile ahead, in looks[1] two ahead for the best `two` cells, in looks[2] three ahead for the best
    `three` of these, with `tries` cells for the second tile. Cells too far behind the best are not looked at further.
    """
    desk, spare, after, beyond = new_desk(), new_position(), new_position(), new_position()
    out, deep = np.empty(TURNS), np.empty(TURNS)
    looks[:] = NOTHING
    best = value_cells(nets, p, free, tile, desk, spare, looks[0])
    if free <= LEAST:
        return best
    for look in range(1, 3):
        cells = two if look == 1 else three
        chosen = np.zeros(TURNS, np.bool_)
        least = looks[look - 1].max() - BEHIND[look - 1]
        for _ in range(cells):
            cell = next_best(looks[look - 1], chosen)
            if cell < 0 or looks[look - 1, cell] < least:
                break
            chosen[cell] = True
            copy_position(p, after)
            gain = put(after, cell, tile)
            if look == 1:
                looks[look, cell] = gain + expect(nets, after, free - 1, desk, spare, out)
            else:
                looks[look, cell] = gain + expect_deep(nets, after, free - 1, tries, desk, spare, beyond, out, deep)
        if cells == 0:
            break
        best = next_best(looks[look], np.zeros(TURNS, np.bool_))
    return best


@compiled
def plan(free: int, budget: int) -> Any:
    """How many cells may be looked at two and three tiles ahead; one alone cannot be compared."""
    if free <= LEAST:
        return 0, 0
    bag, left = free + 7, budget - free  # tiles to come, boards that are left
    ahead = bag * min(WIDE, free - 1)
    further = ahead + bag * TRIES * (bag - 1) * min(WIDE, free - 2)
    two = min(TWO, left // ahead)
    three = min(THREE, two, (left - two * ahead) // further)
    return two if two > 1 else 0, three if three > 1 else 0


def look_ahead(position: pure.Position, tile: int, budget: int) -> list[dict[int, float]]:
    """Values one tile ahead of all cells, two ahead of the best and three of the best of these, within the budget."""
    p, looks = new_position(), np.empty((3, TURNS))
    free = set_up(p, np.array([-1 if on is None else on for on in position.board], np.int8), False)
    draw(p, tile)
    two, three = plan(free, budget)
    search(load(), p, free, tile, two, three, TRIES, looks)
    found = [{cell: float(look[cell]) for cell in range(TURNS) if look[cell] > NOTHING} for look in looks]
    return [look for look in found if look]


def luck(calls: Sequence[int], cells: Sequence[int]) -> float:
    """As `champion.luck`."""
    return float(luck_of(load(), np.array(calls), np.array(cells)))


@compiled
def luck_of(nets: Nets, calls: Array, cells: Array) -> Any:
    p, spare, desk = new_position(), new_position(), new_desk()
    out, values, empty = np.empty(TURNS), np.empty(BAG), np.full(TURNS, -1, np.int8)
    set_up(p, empty, False)
    luck = 0.0
    for k in range(len(cells)):
        for tile in range(BAG):
            if p.bag[tile]:
                draw(p, tile)
                values[tile] = out[value_cells(nets, p, TURNS - k, tile, desk, spare, out)]
                undraw(p, tile)
        luck += values[calls[k]] - values[p.bag].mean()
        draw(p, calls[k])
        put(p, cells[k], calls[k])
    return luck


@compiled
def play_ahead(nets: Nets, base: Word, first: int, budget: int, scores: Array, lucks: Array) -> None:
    """Whole games that look as far ahead as the budget allows, and their luck."""
    p, looks, empty = new_position(), np.empty((3, TURNS)), np.full(TURNS, -1, np.int8)
    calls, cells = np.empty(TURNS, np.int64), np.empty(TURNS, np.int64)
    for i in range(len(scores)):
        deal_calls(key_of(base, first + i), calls)
        set_up(p, empty, False)
        score = 0
        for k in range(TURNS):
            draw(p, calls[k])
            two, three = plan(TURNS - k, budget)
            cells[k] = search(nets, p, TURNS - k, calls[k], two, three, TRIES, looks)
            score += put(p, cells[k], calls[k])
        scores[i] = score
        lucks[i] = luck_of(nets, calls, cells)
