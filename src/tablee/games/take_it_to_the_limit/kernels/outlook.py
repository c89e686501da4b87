"""Compiled kernels for the champion of Take it to the Limit!: the very same values as in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from tablee.games.take_it_to_the_limit.players.expert import Position
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, STEP, Desk, Outlook, kernels, load
from tablee.games.take_it_to_the_limit.rules import TakeItToTheLimit


def table(numbers: Sequence[int]) -> Any:
    return np.array(numbers, np.int64)


@cache
def kernel(outlook: Outlook) -> Callable[..., None]:
    """Compiled code is kept on disk. That needs inner functions that are not compiled by themselves."""
    compiled: Callable[..., None] = njit(nogil=True, cache=True)(kernels(outlook.ground, register_jitable, table).best_values)
    return compiled


@cache
def weights(outlook: Outlook) -> Any:
    return np.array(load()[outlook.name].rows)


def best_values(position: Position) -> list[float]:
    """As `Position.best_values`."""
    values, bests = np.empty(len(position.desk.board) + 1), np.empty(len(position.tiles))
    (base, share), desk, tiles = position.next_call(), Desk(*map(table, position.desk)), table(position.tiles)
    kernel(position.outlook)(weights(position.outlook), base, 1 / STEP, desk, share, position.free, tiles, values, bests)
    found: list[float] = (STEP * bests).tolist()
    return found


def prepare() -> None:
    """Compiles the kernels of all outlooks."""
    for outlook in OUTLOOKS:
        best_values(Position(outlook, TakeItToTheLimit().start(2, outlook.options[0]), 0))
