"""Logs of batches, as `tablee.lab.kernel` describes them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablee.kit.kernels.decorators import Array, inner

Int: TypeAlias = Any  # of any size


@inner
def note(log: Array, who: Int, code: Int, ms: Int) -> None:
    """Adds a row to a game's log, if there is room; times never go back."""
    if log.shape[0] > 0:
        row = log[0, 0] + 1
        log[0, 0] = row
        log[row, 0] = who
        log[row, 1] = code
        log[row, 2] = max(ms, log[row - 1, 2]) if row > 1 else ms


@inner
def now(log: Array) -> Any:
    """The time of the last row."""
    return np.int64(log[log[0, 0], 2]) if log.shape[0] > 0 and log[0, 0] > 0 else 0


@inner
def note_in(logs: Array, i: int, who: Int, code: Int, ms: Int) -> None:
    """The same for game i: without a log, nothing is cut out of the array, which would cost time."""
    if logs.shape[1] > 0:
        note(logs[i], who, code, ms)


@inner
def now_in(logs: Array, i: int) -> Any:
    return now(logs[i]) if logs.shape[1] > 0 else 0
