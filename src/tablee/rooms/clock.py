"""The server's clock, which tests can replace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None: ...


class Clock:
    def now(self) -> int:
        """Milliseconds, monotonic."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> int:
        """Seconds since 1970."""
        return int(time.time())

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, call)


def earliest(*moments: int | None) -> int | None:
    """The first of these moments, if any; None stands for never."""
    first = None
    for moment in moments:
        if moment is not None and (first is None or moment < first):
            first = moment
    return first
