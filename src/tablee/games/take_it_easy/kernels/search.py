"""Kernels for the players of `champion.py`: how they look ahead, and their games.

Budgets count the boards that are valued.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablee.games.take_it_easy.kernels.batch import BAG, TURNS, below
from tablee.games.take_it_easy.kernels.nets import (
    AT,
    RANK,
    Desk,
    Nets,
    PositionArrays,
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
from tablee.games.take_it_easy.players import nets as pure
from tablee.games.take_it_easy.players.champion import LATE
from tablee.games.take_it_easy.players.nets import DEAD, EMPTY, LEAST, WIDE
from tablee.kit.kernels.chance import GOLDEN, Word64, key_of, mix
from tablee.kit.kernels.decorators import Array, compiled

NOTHING = -1e9  # instead of a value
LOOKS = 4  # one, two and three tiles ahead, and playing on
TWO, THREE, TRIES = 8, 4, 2  # cells looked at two and three tiles ahead, and cells for the second tile
BEHIND = (5.0, 2.5, 2.0)  # points: several times the error of a difference between two cells, by look
NEXT_BEHIND = 4.0  # the same for the second tile
LUCK_TRIES = 3  # cells looked at two tiles ahead, to tell luck
STEPS, ROUNDS = 6, 16  # tiles when playing on, and how often each tile of the bag comes first, at most
NEXT_CLOSE = 1.0  # points: when playing on, a second cell so close is looked at as well
DOUBT = 6  # free cells; with fewer, three tiles ahead are as good as exact
SHARE = 1.1  # of a correction by playing on, in the value of a cell: tiles further on would correct a little more
CLEARLY = 2.5  # standard errors behind the best cell: such a cell is played no further
SPREAD, WEIGHT = 1.0, 2  # points: what differences between rounds spread, as if known from so many rounds


HOPES = np.array(pure.HOPES)


@lean
def guess_cells(p: PositionArrays, tile: int, out: Array) -> Any:
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
def value_promising(nets: Nets, p: PositionArrays, free: int, tile: int, desk: Desk, spare: PositionArrays, out: Array) -> Any:
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
def expect(nets: Nets, p: PositionArrays, free: int, desk: Desk, spare: PositionArrays, out: Array) -> Any:
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
def deal_calls(key: Word64, calls: Array) -> None:
    """The 19 calls of a game; the same as in `batch.call`."""
    bag = np.arange(BAG)
    for k in range(TURNS):
        at = k + below(key, k, BAG - k)
        bag[k], bag[at] = bag[at], bag[k]
        calls[k] = bag[k]


@lean
def choose(
    nets: Nets,
    p: PositionArrays,
    free: int,
    tile: int,
    close: float,
    desk: Desk,
    spare: PositionArrays,
    after: PositionArrays,
    values: Array,
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
def play_games(nets: Nets, base: Word64, first: int, close: float, scores: Array) -> None:
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
def value_further(
    nets: Nets,
    p: PositionArrays,
    free: int,
    tile: int,
    tries: int,
    desk: Desk,
    spare: PositionArrays,
    after: PositionArrays,
    out: Array,
    deep: Array,
) -> Any:
    """What a drawn tile brings on the best cell, two tiles ahead: the best of the most promising ones."""
    best = value_promising(nets, p, free, tile, desk, spare, out)
    first, most = float(out[best]), NOTHING
    if free <= LEAST:
        return first
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
    return most


@lean
def expect_deep(
    nets: Nets,
    p: PositionArrays,
    free: int,
    tries: int,
    desk: Desk,
    spare: PositionArrays,
    after: PositionArrays,
    out: Array,
    deep: Array,
) -> Any:
    """Like `expect`, two tiles ahead: for each tile, the best cells of a first look, each with its own mean over the tiles."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            draw(p, tile)
            total += value_further(nets, p, free, tile, tries, desk, spare, after, out, deep)
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
def boards_ahead(free: int) -> Any:
    """How many boards are valued to expect what a board brings."""
    return (free + 8) * min(WIDE, free)


@lean
def boards_further(free: int) -> Any:
    """How many, at most, to look three tiles ahead with a tile on one of so many free cells."""
    return boards_ahead(free - 1) + (free + 7) * TRIES * boards_ahead(free - 2)


@lean
def plan(free: int, budget: int) -> Any:
    """How many cells may be looked at two and three tiles ahead, and boards left; one cell alone cannot be compared."""
    if free <= LEAST:
        return 0, 0, 0
    ahead, further, left = boards_ahead(free - 1), boards_further(free), max(0, budget - free)
    two = min(TWO, left // ahead)
    two = two if two > 1 else 0
    three = min(THREE, two, (left - two * ahead) // further)
    three = three if three > 1 else 0
    return two, three, left - two * ahead - three * further


@lean
def shuffle_bag(p: PositionArrays, number: int, tiles: Array) -> Any:
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
def look_twice(
    nets: Nets,
    p: PositionArrays,
    free: int,
    tile: int,
    close: float,
    desk: Desk,
    spare: PositionArrays,
    after: PositionArrays,
    out: Array,
    deep: Array,
) -> Any:
    """The best cell for a drawn tile, two tiles ahead; one tile ahead, the second must be close to be looked at.

    Returns also its value two tiles ahead less the best value one tile ahead, and how many cells were looked at.
    """
    best, looks = value_promising(nets, p, free, tile, desk, spare, out), 1
    first, other = out[best], -1
    for cell in range(TURNS):
        if p.board[cell] < 0 and cell != best and (other < 0 or out[cell] > out[other]):
            other = cell
    copy_position(p, after)
    most = put(after, best, tile) + expect(nets, after, free - 1, desk, spare, deep)
    if out[other] > NOTHING and out[other] >= first - close:
        copy_position(p, after)
        value = put(after, other, tile) + expect(nets, after, free - 1, desk, spare, deep)
        best, most, looks = (other, value, 2) if value > most else (best, most, 2)
    return best, most - first, looks


@lean
def play_on(
    nets: Nets,
    p: PositionArrays,
    free: int,
    tiles: Array,
    first: int,
    start: int,
    desk: Desk,
    spare: PositionArrays,
    now: PositionArrays,
    after: PositionArrays,
    out: Array,
    deep: Array,
) -> Any:
    """By how much the second tile and those after it correct what was expected, if these tiles come, from the first one on.

    The first goes to the cell `start`, each other one to the better of its best cells. Returns also the boards valued.
    """
    copy_position(p, now)
    draw(now, tiles[first])
    put(now, start, tiles[first])
    total, boards = 0.0, 0
    for k in range(1, min(STEPS, free - LEAST)):
        tile = tiles[(first + k) % len(tiles)]
        draw(now, tile)
        cell, more, looks = look_twice(nets, now, free - k, tile, NEXT_CLOSE, desk, spare, after, out, deep)
        put(now, cell, tile)
        total += more
        boards += WIDE + looks * boards_ahead(free - k - 1)
    return total, boards


@lean
def boards_to_start(free: int) -> Any:
    """How many boards are valued, at most, to find where each tile goes first, with a tile on one of so many free cells."""
    return (free + 7) * (WIDE + 2 * boards_ahead(free - 2))


@lean
def most_boards(free: int) -> Any:
    """For one round of playing on from a board."""
    total = 0
    for k in range(1, min(STEPS, free - LEAST)):
        total += WIDE + 2 * boards_ahead(free - k - 1)
    return total * (free + 8)


@compiled
def play_rounds(
    nets: Nets, p: PositionArrays, free: int, tile: int, cells: Array, values: Array, budget: int, means: Array
) -> Any:
    """Mean corrections of the values three tiles ahead by playing on, for the drawn tile on these cells.

    Returns how many rounds and how many boards, at most, that took.

    All cells meet the same tiles. In a round each tile in the bag comes first once, second once and so on, so that chance
    evens out. A cell that is clearly behind the best one is played no further.
    """
    desk, spare, start, now, after = new_desk(), new_position(), new_position(), new_position(), new_position()
    out, deep, tiles = np.empty(TURNS), np.empty(TURNS), np.empty(BAG, np.int64)
    starts, results, alive = np.empty((len(cells), BAG), np.int64), np.zeros((ROUNDS, len(cells))), np.ones(len(cells), np.bool_)
    spent, rounds = len(cells) * boards_to_start(free), 0
    means[:] = 0.0
    for k in range(len(cells)):
        copy_position(p, start)
        put(start, cells[k], tile)
        for other in range(BAG):
            if start.bag[other]:
                draw(start, other)
                starts[k, other] = look_twice(nets, start, free - 1, other, NEXT_BEHIND, desk, spare, after, out, deep)[0]
                undraw(start, other)
    while rounds < ROUNDS and alive.sum() > 1 and spent + alive.sum() * most_boards(free - 1) <= budget:
        bag = shuffle_bag(p, rounds, tiles)
        for k in range(len(cells)):
            if alive[k]:
                copy_position(p, start)
                put(start, cells[k], tile)
                for first in range(bag):
                    to = starts[k, tiles[first]]
                    more, boards = play_on(nets, start, free - 1, tiles[:bag], first, to, desk, spare, now, after, out, deep)
                    results[rounds, k] += more / bag
                    spent += boards
        rounds += 1
        for k in range(len(cells)):
            if alive[k]:
                means[k] = results[:rounds, k].mean()
        drop_cells(values + SHARE * means, SHARE * results[:rounds], alive)
    return rounds, spent


@compiled
def drop_cells(values: Array, results: Array, alive: Array) -> None:
    """Those clearly behind the best one, by the spread of the differences between rounds."""
    best, rounds = -1, len(results)
    for k in range(len(values)):
        if alive[k] and (best < 0 or values[k] > values[best]):
            best = k
    for k in range(len(values)):
        if alive[k] and rounds > 1:
            apart = results[:, best] - results[:, k]
            spread = (apart.var() * rounds + WEIGHT * SPREAD**2) / (rounds - 1 + WEIGHT)
            alive[k] = values[best] - values[k] <= CLEARLY * np.sqrt(spread / rounds)


@compiled
def search(nets: Nets, p: PositionArrays, free: int, tile: int, budget: int, looks: Array) -> Any:
    """Values of a drawn tile on each cell, or NOTHING. Returns the best cell of those looked at furthest, and how many boards
    were valued, as the budget counts them.

    In looks[0] they are one tile ahead, in looks[1] two ahead for the best cells, in looks[2] three ahead for the best of
    these, and in looks[3] corrected by playing on, where some are close. Cells too far behind the best are not
    looked at further.
    """
    desk, spare, after, beyond = new_desk(), new_position(), new_position(), new_position()
    out, deep, cells = np.empty(TURNS), np.empty(TURNS), np.empty(TURNS, np.int64)
    looks[:] = NOTHING
    best = value_cells(nets, p, free, tile, desk, spare, looks[0])
    two, three, left = plan(free, budget)
    boards = free
    found = pick(looks[0], two, BEHIND[0], cells)
    left += (two - found) * boards_ahead(free - 1)
    boards += found * boards_ahead(free - 1)
    for cell in cells[:found]:
        copy_position(p, after)
        looks[1, cell] = put(after, cell, tile) + expect(nets, after, free - 1, desk, spare, out)
        best = looks[1].argmax()
    found = pick(looks[1], three, BEHIND[1], cells)
    if found < 2:
        return best, boards
    left += (three - found) * boards_further(free)
    boards += found * boards_further(free)
    for cell in cells[:found]:
        copy_position(p, after)
        looks[2, cell] = put(after, cell, tile) + expect_deep(nets, after, free - 1, TRIES, desk, spare, beyond, out, deep)
    found = pick(looks[2], three, BEHIND[2], cells)
    if free >= DOUBT:
        found = min(found, left // (boards_to_start(free) + most_boards(free - 1)))
    if found < 2 or free < DOUBT:
        return looks[2].argmax(), boards
    boards += play_rounds(nets, p, free, tile, cells[:found], looks[2, cells[:found]], left, out[:found])[1]
    for k in range(found):
        looks[3, cells[k]] = looks[2, cells[k]] + SHARE * out[k]
    return looks[3].argmax(), boards


def look_ahead(position: pure.Position, tile: int, budget: int) -> tuple[list[dict[int, float]], int]:
    """Values one tile ahead of all cells and further ahead of the best, as in `search`, and how much of the budget this takes."""
    p, looks = new_position(), np.empty((LOOKS, TURNS))
    free = set_up(p, np.array([-1 if on is None else on for on in position.board], np.int8), False)
    draw(p, tile)
    _, boards = search(load(), p, free, tile, budget, looks)
    found = [{cell: float(look[cell]) for cell in range(TURNS) if look[cell] > NOTHING} for look in looks]
    return [look for look in found if look], int(boards)


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
def luck_ahead(nets: Nets, calls: Array, cells: Array) -> Any:
    """Like `luck_of`, with values two tiles ahead: closer to the truth, so that less chance is left in a score without luck."""
    p, spare, after, desk = new_position(), new_position(), new_position(), new_desk()
    out, deep, values, empty = np.empty(TURNS), np.empty(TURNS), np.empty(BAG), np.full(TURNS, -1, np.int8)
    set_up(p, empty, False)
    luck = 0.0
    for k in range(len(cells)):
        for tile in range(BAG):
            if p.bag[tile]:
                draw(p, tile)
                values[tile] = value_further(nets, p, TURNS - k, tile, LUCK_TRIES, desk, spare, after, out, deep)
                undraw(p, tile)
        luck += values[calls[k]] - values[p.bag].mean()
        draw(p, calls[k])
        put(p, cells[k], calls[k])
    return luck


@compiled
def play_ahead(nets: Nets, base: Word64, first: int, budget: int, scores: Array, lucks: Array) -> None:
    """Whole games that look as far ahead as the budget allows, and their luck."""
    p, looks, empty = new_position(), np.empty((LOOKS, TURNS)), np.full(TURNS, -1, np.int8)
    calls, cells = np.empty(TURNS, np.int64), np.empty(TURNS, np.int64)
    for i in range(len(scores)):
        deal_calls(key_of(base, first + i), calls)
        set_up(p, empty, False)
        score = 0
        for k in range(TURNS):
            draw(p, calls[k])
            cells[k] = search(nets, p, TURNS - k, calls[k], budget, looks)[0]
            score += put(p, cells[k], calls[k])
        scores[i] = score
        lucks[i] = luck_ahead(nets, calls, cells)
