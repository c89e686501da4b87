"""Compiled code for `players/variants.py`, to train and to measure: the very same values as in Python, and whole games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba.extending import register_jitable

from tablee.games.take_it_easy.kernels.batch import BAG, TURNS
from tablee.games.take_it_easy.kernels.nets import (
    Desk,
    Nets,
    PositionArrays,
    copy_position,
    new_desk,
    new_position,
    set_up,
    start_sums,
    undraw,
    value_cell,
)
from tablee.games.take_it_easy.kernels.nets import draw as draw_net
from tablee.games.take_it_easy.kernels.nets import put as put_net
from tablee.games.take_it_easy.kernels.search import NOTHING, deal_calls
from tablee.games.take_it_easy.players import variants
from tablee.games.take_it_easy.players.nets import LEAST
from tablee.games.take_it_easy.players.variants import (
    MOST_ROWS,
    ROWS,
    STEP,
    Tables,
    VariantDesk,
    add_up,
    all_rows,
    copy_bag,
    copy_desk,
    count_tile,
    load,
    open_to,
    promising,
    put,
    ray_points,
    value_end,
)
from tablee.games.take_it_easy.rules import Options
from tablee.kit.kernels.chance import Word64, key_of
from tablee.kit.kernels.decorators import Array, compiled

# Compiled code may now call the functions of `variants`, which become part of it.
for _function in (
    variants.count_tile,
    variants.copy_desk,
    variants.copy_bag,
    variants.put,
    variants.ray_points,
    variants.open_to,
    variants.hope,
    variants.promising,
    variants.line_rows,
    variants.cell_rows,
    variants.board_rows,
    variants.all_rows,
    variants.add_up,
    variants.last_points,
    variants.sum_last,
    variants.sum_two,
    variants.value_end,
):
    register_jitable(_function)


def record(of: Tables | VariantDesk) -> Any:
    """All its numbers in one record. Compiled code passes that on as one pointer, and counts no references to arrays."""
    made = np.zeros(1, np.dtype((np.record, [(name, np.int64, np.shape(numbers)) for name, numbers in of._asdict().items()])))
    for name, numbers in of._asdict().items():
        made[name] = numbers
    return made[0]


@cache
def weights_in_points(options: Options) -> Array:
    """Sums of them are exact."""
    return np.array(load(options).rows, np.float32) * np.float32(STEP)


@compiled
def value_open(
    nets: Nets,
    tables: Tables,
    weights: Array,
    p: PositionArrays,
    desk: VariantDesk,
    net_desk: Desk,
    after: VariantDesk,
    spare: VariantDesk,
    rows: Array,
    cells: Array,
    count: int,
    free: int,
    tile: int,
    values: Array,
) -> Any:
    """Values of a drawn tile on these cells; returns the best one."""
    left, best = free - 1, -1
    if left >= LEAST:
        start_sums(nets, left, p, net_desk)
    copy_bag(desk, after)
    copy_bag(desk, spare)
    for k in range(count):
        cell = cells[k]
        copy_desk(desk, after)
        gain, rays = put(tables, after, cell, tile), ray_points(tables, after, cell)
        if left >= LEAST:
            more = add_up(weights, (left - LEAST) * ROWS, rows, all_rows(tables, after, rows))
            values[cell] = value_cell(nets, left, p, net_desk, tile, cell) + (rays + float(more))
        else:
            values[cell] = gain + rays + value_end(tables, after, spare, rows, left)
        if best < 0 or values[cell] > values[best]:
            best = cell
    return best


@compiled
def expect(
    nets: Nets,
    tables: Tables,
    weights: Array,
    p: PositionArrays,
    desk: VariantDesk,
    net_desk: Desk,
    after: VariantDesk,
    spare: VariantDesk,
    rows: Array,
    cells: Array,
    hopes: Array,
    free: int,
    values: Array,
) -> Any:
    """The mean over the tiles in the bag of the best value of the promising cells: what the board will bring."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            count = promising(tables, desk, tile, cells, hopes)
            draw_net(p, tile)
            count_tile(tables, desk, tile, -1)
            best = value_open(nets, tables, weights, p, desk, net_desk, after, spare, rows, cells, count, free, tile, values)
            total += values[best]
            tiles += 1
            undraw(p, tile)
            count_tile(tables, desk, tile, 1)
    return total / tiles


@compiled
def learn(weights: Array, sums: Array, sizes: Array, rows: Array, base: int, count: int, error: float, times: Array) -> None:
    """Corrects the value of a board by its error. Each weight has a speed of its own, by how much its errors have agreed so far;
    a row that the board has several times counts as often."""
    share = 0
    for n in range(count):
        times[rows[n]] += 1
    for n in range(count):
        share += times[rows[n]]
    for n in range(count):
        times[rows[n]] = 0
        row = base + rows[n]
        speed = abs(sums[row]) / sizes[row] if sizes[row] > 0 else 1.0
        weights[row] += speed * error / share
        sums[row] += error
        sizes[row] += abs(error)


@compiled
def play_and_learn(
    nets: Nets,
    tables: Tables,
    empty: VariantDesk,
    desk: VariantDesk,
    after: VariantDesk,
    spare: VariantDesk,
    weights: Array,
    sums: Array,
    sizes: Array,
    base: Word64,
    first: int,
    trace: float,
    scores: Array,
) -> None:
    """Plays whole games, one tile ahead. After each, its values move towards what was expected later, and the result."""
    p, net_desk, nothing = new_position(), new_desk(), np.full(TURNS, -1, np.int8)
    calls, values, worth = np.empty(TURNS, np.int64), np.zeros(TURNS), np.zeros(TURNS)
    cells, row = np.zeros(TURNS, np.int64), np.zeros(MOST_ROWS, np.int64)
    rows, counts, times = np.zeros((TURNS, MOST_ROWS), np.int64), np.zeros(TURNS, np.int64), np.zeros(ROWS, np.int64)
    for game in range(len(scores)):
        deal_calls(key_of(base, first + game), calls)
        set_up(p, nothing, False)
        copy_desk(empty, desk)
        copy_bag(empty, desk)
        score = 0.0
        for turn in range(TURNS):
            free, tile = TURNS - turn, calls[turn]
            draw_net(p, tile)
            count_tile(tables, desk, tile, -1)
            count = open_to(tables, desk, tile, cells)
            best = value_open(nets, tables, weights, p, desk, net_desk, after, spare, row, cells, count, free, tile, values)
            worth[turn] = score + values[best]
            put_net(p, best, tile)
            score += put(tables, desk, best, tile) + ray_points(tables, desk, best)
            counts[turn] = all_rows(tables, desk, rows[turn])
        scores[game] = score
        target = worth[TURNS - LEAST]  # exact
        for turn in range(TURNS - LEAST - 1, -1, -1):
            learn(weights, sums, sizes, rows[turn], (TURNS - 1 - turn - LEAST) * ROWS, counts[turn], target - worth[turn], times)
            target = trace * target + (1 - trace) * worth[turn]


@compiled
def play_looking(
    nets: Nets,
    tables: Tables,
    empty: VariantDesk,
    desk: VariantDesk,
    further: VariantDesk,
    after: VariantDesk,
    spare: VariantDesk,
    weights: Array,
    deals: Array,
    close: float,
    most: int,
    scores: Array,
    errors: Array,
) -> None:
    """Plays whole games of the expert with these calls; it looks two tiles ahead at up to so many cells that are so close.

    `errors` gets, for each game and number of free cells, how far this moves the value of the best cell, and the difference
    between the two best; nan where there was one look.
    """
    p, q, net_desk, nothing = new_position(), new_position(), new_desk(), np.full(TURNS, -1, np.int8)
    near, values, looks = np.zeros(TURNS), np.zeros(TURNS), np.zeros(TURNS)
    cells, hopes, rows = np.zeros(TURNS, np.int64), np.zeros(TURNS, np.int64), np.zeros(MOST_ROWS, np.int64)
    errors[:] = np.nan
    for game in range(len(scores)):
        set_up(p, nothing, False)
        copy_desk(empty, desk)
        copy_bag(empty, desk)
        for turn in range(TURNS):
            free, tile = TURNS - turn, deals[game, turn]
            draw_net(p, tile)
            count_tile(tables, desk, tile, -1)
            near[:], looks[:] = NOTHING, NOTHING
            count = open_to(tables, desk, tile, cells)
            best = value_open(nets, tables, weights, p, desk, net_desk, after, spare, rows, cells, count, free, tile, near)
            order = np.argsort(-near, kind="mergesort")
            found = 0
            while found < min(count, most) and near[order[found]] >= near[best] - close:
                found += 1
            if free > LEAST and found > 1:
                for cell in order[:found]:
                    copy_position(p, q)
                    copy_desk(desk, further)
                    copy_bag(desk, further)
                    put_net(q, cell, tile)
                    gain = put(tables, further, cell, tile) + ray_points(tables, further, cell)
                    looks[cell] = gain + expect(
                        nets, tables, weights, q, further, net_desk, after, spare, rows, cells, hopes, free - 1, values
                    )
                a, b = order[0], order[1]
                errors[game, free - 1, 0] = looks[a] - near[a]
                errors[game, free - 1, 1] = looks[a] - near[a] - looks[b] + near[b]
                best = looks.argmax()
            put_net(p, best, tile)
            scores[game] += put(tables, desk, best, tile) + ray_points(tables, desk, best)


def deals_of(base: Word64, first: int, games: int) -> Array:
    """The calls of so many games from this one on."""
    deals = np.empty((games, TURNS), np.int64)
    for game in range(games):
        deal_calls(np.uint64(key_of(base, first + game)), deals[game])
    return deals


def play_games(nets: Nets, options: Options, weights: Array, deals: Array, close: float, most: int) -> tuple[Array, Array]:
    """Scores of the expert, and errors as in `play_looking`."""
    desks = [record(variants.empty_desk()) for _ in range(5)]
    scores, errors = np.zeros(len(deals)), np.zeros((len(deals), TURNS, 2))
    tables = record(variants.tables_of(options))
    empty, desk, further, after, spare = desks
    play_looking(nets, tables, empty, desk, further, after, spare, weights, deals, close, most, scores, errors)
    return scores, errors
