"""Compiled code for the champion of Take it to the Limit!: the very same values as in Python."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from tablee.games.take_it_to_the_limit.players import rows
from tablee.games.take_it_to_the_limit.players.ground import Desk, Tables
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, Outlook, load
from tablee.games.take_it_to_the_limit.players.position import Kernels, LookAhead, Position
from tablee.games.take_it_to_the_limit.rules import TakeItToTheLimit

# Compiled code may now call the functions of `rows`, which become part of it.
for _function in (
    rows.draw,
    rows.undraw,
    rows.put,
    rows.safe_points,
    rows.line_rows,
    rows.cell_rows,
    rows.ray_rows,
    rows.yard_hope,
    rows.yard_row,
    rows.hole_rows,
    rows.find_rows,
    rows.full_points,
    rows.bonus_points,
    rows.yard_worth,
    rows.move_points,
    rows.final_points,
    rows.value,
    rows.value_at,
    rows.value_places,
    rows.value_call,
    rows.highest,
    rows.best_values,
    rows.first_open,
    rows.mean_best,
):
    register_jitable(_function)
compiled = njit(nogil=True, cache=True)  # kept on disk until `rows.py` changes


def record(of: Tables | Desk) -> Any:
    """All its numbers in one record. Compiled code passes that on as one pointer, and counts no references to arrays."""
    made = np.zeros(1, _layout(tuple((name, np.shape(numbers)) for name, numbers in of._asdict().items())))
    for name, numbers in of._asdict().items():
        made[name] = numbers
    return made[0]


@cache
def _layout(shapes: tuple[tuple[str, tuple[int, ...]], ...]) -> np.dtype[Any]:
    return np.dtype((np.record, [(name, np.int64, shape) for name, shape in shapes]))


@cache
def tables(outlook: Outlook) -> Any:
    return record(outlook.ground.tables)


@cache
def weights(outlook: Outlook) -> Any:
    return np.array(load()[outlook.name].rows)


FAST = Kernels(compiled(rows.best_values), compiled(rows.mean_best), compiled(rows.play_on), np.array, record, tables, weights)


def prepare() -> None:
    """Compiles, and reads all weights."""
    for outlook in OUTLOOKS:
        position = Position(outlook, TakeItToTheLimit().start(2, outlook.options[0]), 0)
        search = LookAhead(position, position.tiles, FAST)
        search.look(0, position.tiles[0])
        search.play_on(0, position.tiles[0], position.tiles[1:], 1)
