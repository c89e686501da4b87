"""What visitors cause is logged in one line a minute of each kind, so that nobody can fill the disk with it."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

MINUTE = 60.0  # seconds
KINDS = 1000  # that are remembered
Kind: TypeAlias = tuple[str, str, int]

log = logging.getLogger("tablee.visitors")


class OnceAMinute(logging.Filter):
    """Counts what it leaves out, for the next line of the same kind. Errors that are raised in one place are of one kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.last: dict[Kind, float] = {}
        self.left_out: Counter[Kind] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = _kind(record), self.clock()
        if now - self.last.get(kind, -MINUTE) < MINUTE:
            self.left_out[kind] += 1
            return False
        if len(self.last) >= KINDS:
            self.last.clear()
            self.left_out.clear()
        self.last[kind] = now
        if left_out := self.left_out.pop(kind, 0):
            record.left_out = left_out
        return True


def _kind(record: logging.LogRecord) -> Kind:
    error = record.exc_info[1] if record.exc_info else None
    if error is None or error.__traceback__ is None:
        return str(record.msg).partition("\n")[0][:40], "", 0
    trace = error.__traceback__
    while trace.tb_next is not None:
        trace = trace.tb_next
    return type(error).__name__, trace.tb_frame.f_code.co_filename, trace.tb_lineno


def log_sparingly() -> None:
    """uvicorn logs each malformed request, and asyncio each error in a callback."""
    for name in (log.name, "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(filter_, OnceAMinute) for filter_ in logger.filters):
            logger.addFilter(OnceAMinute())
