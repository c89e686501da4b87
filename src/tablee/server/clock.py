"""The server's time, so that tests can have their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is due later and can be taken back."""

    def cancel(self) -> None: ...


class Clock:
    def now(self) -> int:
        """ms, never going back."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> int:
        """Seconds since 1970."""
        return int(time.time())

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, call)
