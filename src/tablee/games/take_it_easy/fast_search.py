"""Kernels for the players of `champion.py`: how they look ahead, and their games.

Budgets count the boards that are valued.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablee.games.take_it_easy import nets as pure
from tablee.games.take_it_easy.champion import LATE
from tablee.games.take_it_easy.fast import BAG, GOLDEN, TURNS, Array, Word, below, compiled, key_of, mix
from tablee.games.take_it_easy.fast_nets import (
    AT,
    RANK,
    Desk,
    Nets,
    Position,
    copy_position,
    draw,
    lean,
    load,
    new_desk,
    new_position,
    put,
    set_up,
    start_sums,
    undraw,
    value_at,
    value_cells,
)
from tablee.games.take_it_easy.nets import DEAD, EMPTY, LEAST, WIDE

NOTHING = -1e9  # instead of a value
LOOKS = 4  # one, two and three tiles ahead, and playing on
TWO, THREE, TRIES = 8, 4, 2  # cells looked at two and three tiles ahead, and cells for the second tile
BEHIND = (5.0, 2.0, 1.5)  # points: several times the error of a difference between two cells, by look
NEXT_BEHIND = 4.0  # the same for the second tile
STEPS, ROUNDS = 4, 24  # tiles when playing on, and how often each tile of the bag comes first, at most
DOUBT = 7  # free cells; with fewer, three tiles ahead are as good as exact
SHARE = 0.4  # of what playing on finds, in the value of a cell


HOPES = np.array(pure.HOPES)


@lean
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


@lean
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


@lean
def expect(nets: Nets, p: Position, free: int, desk: Desk, spare: Position, out: Array) -> Any:
    """The mean over the tiles in the bag of the best cell's value: what the board will bring, one tile ahead."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            draw(p, tile)
            total += float(out[value_promising(nets, p, free, tile, desk, spare, out)])
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
def deal_calls(key: Word, calls: Array) -> None:
    """The 19 calls of a game; the same as in `fast.call`."""
    bag = np.arange(BAG)
    for k in range(TURNS):
        at = k + below(key, k, BAG - k)
        bag[k], bag[at] = bag[at], bag[k]
        calls[k] = bag[k]


@lean
def choose(
    nets: Nets, p: Position, free: int, tile: int, close: float, desk: Desk, spare: Position, after: Position, values: Array
) -> Any:
    """The best cell for a drawn tile; if the second is close, the better of the two a tile further ahead."""
    best, other = value_cells(nets, p, free, tile, desk, spare, values), -1
    if not LEAST < free <= LATE:
        return best
    for cell in range(TURNS):
        if p.board[cell] < 0 and cell != best and (other < 0 or values[cell] > values[other]):
            other = cell
    if values[other] < values[best] - close:
        return best
    copy_position(p, after)
    one = put(after, best, tile) + expect(nets, after, free - 1, desk, spare, values)
    copy_position(p, after)
    two = put(after, other, tile) + expect(nets, after, free - 1, desk, spare, values)
    return other if two > one or (two == one and other < best) else best


TOGETHER = 64  # games; tile by tile, so that the weights of a stage stay at hand


@compiled
def play_games(nets: Nets, base: Word, first: int, close: float, scores: Array) -> None:
    """Whole games of the expert, or with `close` below 0 one tile ahead only; game k has the calls of game k in a batch."""
    p, spare, after, desk = new_position(), new_position(), new_position(), new_desk()
    values, calls, boards = np.empty(TURNS), np.empty((TOGETHER, TURNS), np.int64), np.empty((TOGETHER, TURNS), np.int8)
    scores[:] = 0
    for start in range(0, len(scores), TOGETHER):
        games = min(TOGETHER, len(scores) - start)
        boards[:] = -1
        for i in range(games):
            deal_calls(key_of(base, first + start + i), calls[i])
        for k in range(TURNS):
            for i in range(games):
                set_up(p, boards[i], False)
                draw(p, calls[i, k])
                cell = choose(nets, p, TURNS - k, calls[i, k], close, desk, spare, after, values)
                boards[i, cell] = calls[i, k]
                scores[start + i] += put(p, cell, calls[i, k])


@lean
def expect_deep(
    nets: Nets, p: Position, free: int, tries: int, desk: Desk, spare: Position, after: Position, out: Array, deep: Array
) -> Any:
    """Like `expect`, two tiles ahead: for each tile, the best cells of a first look, each with its own mean over the tiles."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            draw(p, tile)
            best = value_promising(nets, p, free, tile, desk, spare, out)
            most = float(out[best])
            if free > LEAST:
                first, most = most, NOTHING
                for _ in range(min(tries, free, WIDE)):
                    if out[best] < first - NEXT_BEHIND:
                        break
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
def pick(values: Array, most: int, behind: float, cells: Array) -> Any:
    """The best cells that are not too far behind the best one; returns how many."""
    found, least = 0, values.max() - behind
    for cell in range(TURNS):
        if values[cell] > NOTHING and values[cell] >= least:
            at = found  # a better one moves the others back
            while at > 0 and values[cell] > values[cells[at - 1]]:
                cells[at] = cells[at - 1]
                at -= 1
            cells[at] = cell
            found += 1
    return min(found, most)


@lean
def plan(free: int, budget: int) -> Any:
    """How many cells may be looked at two and three tiles ahead, and boards left; one cell alone cannot be compared."""
    if free <= LEAST:
        return 0, 0, 0
    bag, left = free + 7, max(0, budget - free)  # tiles to come, boards that are left
    ahead = bag * min(WIDE, free - 1)
    further = ahead + bag * TRIES * (bag - 1) * min(WIDE, free - 2)
    two = min(TWO, left // ahead)
    two = two if two > 1 else 0
    three = min(THREE, two, (left - two * ahead) // further)
    three = three if three > 1 else 0
    return two, three, left - two * ahead - three * further


@lean
def shuffle_bag(p: Position, number: int, tiles: Array) -> Any:
    """The tiles in the bag, shuffled; returns how many. The same board and number give the same order."""
    key, bag = np.uint64(number), 0
    for cell in range(TURNS):
        key = mix(key + np.uint64(p.board[cell] + 2) * GOLDEN)
    for tile in range(BAG):
        if p.bag[tile]:
            tiles[bag] = tile
            bag += 1
    for k in range(bag - 1):
        at = k + below(key, k, bag - k)
        tiles[k], tiles[at] = tiles[at], tiles[k]
    return bag


@lean
def play_on(
    nets: Nets, p: Position, free: int, tiles: Array, first: int, desk: Desk, spare: Position, after: Position, out: Array
) -> Any:
    """What the board brings if these tiles come, from the first one on, round and round, and each goes to its best cell."""
    copy_position(p, after)
    steps, gain = min(STEPS, free), 0
    for k in range(steps - 1):
        tile = tiles[(first + k) % len(tiles)]
        draw(after, tile)
        gain += put(after, value_promising(nets, after, free - k, tile, desk, spare, out), tile)
    tile = tiles[(first + steps - 1) % len(tiles)]
    draw(after, tile)
    return gain + out[value_promising(nets, after, free - steps + 1, tile, desk, spare, out)]


@compiled
def sample(
    nets: Nets, p: Position, free: int, tile: int, cells: Array, rounds: int, desk: Desk, spare: Position, means: Array
) -> None:
    """Mean results of playing on, for the drawn tile on these cells. All meet the same tiles.

    In a round each tile in the bag comes first once, second once and so on, so that chance evens out.
    """
    start, after, out, tiles = new_position(), new_position(), np.empty(TURNS), np.empty(BAG, np.int64)
    means[:] = 0.0
    for number in range(rounds):
        bag = shuffle_bag(p, number, tiles)
        for k in range(len(cells)):
            copy_position(p, start)
            total = 0.0 + bag * put(start, cells[k], tile)
            for first in range(bag):
                total += play_on(nets, start, free - 1, tiles[:bag], first, desk, spare, after, out)
            means[k] += total / (bag * rounds)


@compiled
def search(nets: Nets, p: Position, free: int, tile: int, budget: int, looks: Array) -> Any:
    """Values of a drawn tile on each cell, or NOTHING; returns the best cell of those looked at furthest.

    In looks[0] they are one tile ahead, in looks[1] two ahead for the best cells, in looks[2] three ahead for the best of
    these, and in looks[3] mixed with the results of playing on, where some are close. Cells too far behind the best are not
    looked at further.
    """
    desk, spare, after, beyond = new_desk(), new_position(), new_position(), new_position()
    out, deep, cells = np.empty(TURNS), np.empty(TURNS), np.empty(TURNS, np.int64)
    looks[:] = NOTHING
    best = value_cells(nets, p, free, tile, desk, spare, looks[0])
    two, three, left = plan(free, budget)
    for cell in cells[: pick(looks[0], two, BEHIND[0], cells)]:
        copy_position(p, after)
        looks[1, cell] = put(after, cell, tile) + expect(nets, after, free - 1, desk, spare, out)
        best = looks[1].argmax()
    found = pick(looks[1], three, BEHIND[1], cells)
    if found < 2:
        return best
    for cell in cells[:found]:
        copy_position(p, after)
        looks[2, cell] = put(after, cell, tile) + expect_deep(nets, after, free - 1, TRIES, desk, spare, beyond, out, deep)
    found = pick(looks[2], three, BEHIND[2], cells)
    rounds = min(ROUNDS, left // (found * (free + 7) * STEPS * WIDE))
    if found < 2 or free < DOUBT or rounds == 0:
        return looks[2].argmax()
    sample(nets, p, free, tile, cells[:found], rounds, desk, spare, out)
    for k in range(found):
        looks[3, cells[k]] = (1 - SHARE) * looks[2, cells[k]] + SHARE * out[k]
    return looks[3].argmax()


def look_ahead(position: pure.Position, tile: int, budget: int) -> list[dict[int, float]]:
    """Values one tile ahead of all cells and further ahead of the best, as in `search`, within the budget."""
    p, looks = new_position(), np.empty((LOOKS, TURNS))
    free = set_up(p, np.array([-1 if on is None else on for on in position.board], np.int8), False)
    draw(p, tile)
    search(load(), p, free, tile, budget, looks)
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
    p, looks, empty = new_position(), np.empty((LOOKS, TURNS)), np.full(TURNS, -1, np.int8)
    calls, cells = np.empty(TURNS, np.int64), np.empty(TURNS, np.int64)
    for i in range(len(scores)):
        deal_calls(key_of(base, first + i), calls)
        set_up(p, empty, False)
        score = 0
        for k in range(TURNS):
            draw(p, calls[k])
            cells[k] = search(nets, p, TURNS - k, calls[k], budget, looks)
            score += put(p, cells[k], calls[k])
        scores[i] = score
        lucks[i] = luck_of(nets, calls, cells)
