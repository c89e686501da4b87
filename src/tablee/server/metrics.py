"""What /metrics shows."""

from __future__ import annotations

import asyncio

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from tablee.server.settings import LIMITS, Settings

TICK = 0.05  # seconds


class Metrics:
    def __init__(self, settings: Settings) -> None:
        self.registry = CollectorRegistry()
        self.open_sockets = 0
        self.rooms = Gauge("tablee_rooms", "Matches in memory.", registry=self.registry)
        sockets = Gauge("tablee_sockets", "Open sockets.", registry=self.registry)
        sockets.set_function(lambda: self.open_sockets)
        self.connections = Gauge("tablee_connections", "HTTP connections.", registry=self.registry)
        self.half_open = Gauge("tablee_half_open", "HTTP connections whose request is still arriving.", registry=self.registry)
        limits = Gauge("tablee_limit", "The limits that are set.", ["limit"], registry=self.registry)
        for name in LIMITS:
            limits.labels(name).set(getattr(settings, name))
        self.refused = Counter("tablee_refused", "Requests and connections over a limit.", ["limit"], registry=self.registry)
        self.rows = Counter("tablee_rows", "Statements written and committed.", registry=self.registry)
        self.turns = Histogram("tablee_turn_seconds", "Time of a room's turn, including the commit.", registry=self.registry)
        self.waiting_bots = Gauge("tablee_waiting_bots", "Bots waiting for a worker.", registry=self.registry)
        self.late_bots = Counter("tablee_late_bots", "Bots that did not answer in time.", registry=self.registry)
        self.slow = Counter("tablee_slow_sockets", "Sockets dropped because they did not read.", registry=self.registry)
        self.longest = 0.0
        about = "Longest turn of the event loop since the last scrape."
        Gauge("tablee_loop_longest_seconds", about, registry=self.registry).set_function(self.take_longest)
        self.errors = Counter("tablee_errors", "Rooms that failed and were read again from disk.", registry=self.registry)

    def take_longest(self) -> float:
        longest, self.longest = self.longest, 0.0
        return longest

    async def watch_loop(self) -> None:
        """Notes by how much the event loop is late for a timer: so long was somebody else's turn."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            self.longest = max(self.longest, loop.time() - due)
