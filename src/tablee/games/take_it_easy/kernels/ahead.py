"""Kernels for the judge of Take it Easy!: values two tiles ahead, in which no cell is left out; the last tiles exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablee.games.take_it_easy.kernels.batch import BAG, TURNS
from tablee.games.take_it_easy.kernels.nets import (
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
    undraw,
    value_cells,
)
from tablee.games.take_it_easy.kernels.search import NOTHING
from tablee.games.take_it_easy.players.judge import EXACT
from tablee.games.take_it_easy.players.nets import LEAST
from tablee.kit.hexboard import Tile
from tablee.kit.kernels.decorators import Array, compiled

LAST = EXACT[2]


@lean
def mean_best(nets: Nets, p: PositionArrays, free: int, desk: Desk, spare: PositionArrays, out: Array) -> Any:
    """One tile ahead: the mean over the tiles in the bag of the best cell's value, of all free cells."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            draw(p, tile)
            total += float(out[value_cells(nets, p, free, tile, desk, spare, out)])
            tiles += 1
            undraw(p, tile)
    return total / tiles


@lean
def mean_last(
    nets: Nets, p: PositionArrays, free: int, desk: Desk, spare: PositionArrays, after: PositionArrays, out: Array
) -> Any:
    """Two tiles ahead: the same, where a further tile makes it exact."""
    total, tiles = 0.0, 0
    for tile in range(BAG):
        if p.bag[tile]:
            draw(p, tile)
            best = NOTHING
            for cell in range(TURNS):
                if p.board[cell] < 0:
                    copy_position(p, after)
                    best = max(best, put(after, cell, tile) + mean_best(nets, after, free - 1, desk, spare, out))
            total += best
            tiles += 1
            undraw(p, tile)
    return total / tiles


@compiled
def value_all(nets: Nets, board: Array, tile: int, out: Array) -> None:
    """For each free cell what a tile, called next, and all after it bring, two tiles ahead; NOTHING for others."""
    p, spare, after, last = new_position(), new_position(), new_position(), new_position()
    desk, near = new_desk(), np.empty(TURNS)
    free = set_up(p, board, False)
    draw(p, tile)
    out[:] = NOTHING
    if free <= LEAST:  # exact, however far one looks
        value_cells(nets, p, free, tile, desk, spare, out)
        return
    for cell in range(TURNS):
        if p.board[cell] < 0:
            copy_position(p, after)
            gain = put(after, cell, tile)
            if free == LAST:
                out[cell] = gain + mean_last(nets, after, free - 1, desk, spare, last, near)
            else:
                out[cell] = gain + mean_best(nets, after, free - 1, desk, spare, near)


def values_ahead(board: Sequence[Tile | None], tile: Tile) -> dict[int, float]:
    """For each free cell the points that the tile scores there, and what the board is then expected to bring, two tiles ahead."""
    out = np.empty(TURNS)
    value_all(load(), np.array([-1 if on is None else on for on in board], np.int8), tile, out)
    return {cell: float(value) for cell, value in enumerate(out) if value > NOTHING}
