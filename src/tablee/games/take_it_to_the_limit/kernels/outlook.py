"""Compiled code for the champion of Take it to the Limit!: the very same values as in Python."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from tablee.games.take_it_to_the_limit.players import rows
from tablee.games.take_it_to_the_limit.players.expert import Position
from tablee.games.take_it_to_the_limit.players.ground import Desk, Tables
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, STEP, Outlook, load
from tablee.games.take_it_to_the_limit.rules import TakeItToTheLimit

# Compiled code may now call the functions of `rows`, which become part of it.
for _function in (
    rows.draw,
    rows.put,
    rows.safe_points,
    rows.line_rows,
    rows.cell_rows,
    rows.ray_rows,
    rows.yard_hope,
    rows.yard_row,
    rows.hole_rows,
    rows.find_rows,
    rows.value,
    rows.value_places,
):
    register_jitable(_function)
look_ahead = njit(nogil=True, cache=True)(rows.best_values)  # kept on disk until `rows.py` changes


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


def best_values(position: Position) -> list[float]:
    """As `Position.best_values`."""
    values, bests = np.empty(len(position.desk.board) + 1), np.empty(len(position.tiles))
    (base, share), desk, tiles = position.next_call(), record(position.desk), np.array(position.tiles)
    outlook = position.outlook
    look_ahead(tables(outlook), weights(outlook), base, 1 / STEP, desk, share, position.free, tiles, values, bests)
    found: list[float] = (STEP * bests).tolist()
    return found


def prepare() -> None:
    """Compiles, and reads all weights."""
    for outlook in OUTLOOKS:
        best_values(Position(outlook, TakeItToTheLimit().start(2, outlook.options[0]), 0))
