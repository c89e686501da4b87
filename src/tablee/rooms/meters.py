"""What a process counts: plain numbers, read only when somebody asks. A server shows them in /metrics."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

from tablee.rooms.load import Load

TICK = 0.05  # seconds
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Times:
    """A histogram."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.sum += seconds


class Meters:
    def __init__(self) -> None:
        # since the start
        self.rows = 0
        self.late_bots = 0
        self.slow_sockets = 0
        self.lost_leases = 0
        self.relayed = 0
        self.errors = 0
        self.damaged = 0
        self.refused: Counter[str] = Counter()  # by the limit that was reached
        self.turns = Times()
        # now
        self.sockets = 0
        self.gauges: dict[str, Callable[[], int]] = {"sockets": lambda: self.sockets}
        self.longest_turn = 0.0  # seconds, since somebody last asked
        self.load = Load()

    def take_longest_turn(self) -> float:
        longest, self.longest_turn = self.longest_turn, 0.0
        return longest

    async def watch_loop(self) -> None:
        """Notes by how much the event loop is late for a timer: so long was somebody else's turn."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            late = loop.time() - due
            self.longest_turn = max(self.longest_turn, late)
            self.load.note(late)
