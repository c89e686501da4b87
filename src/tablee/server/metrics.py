"""What /metrics shows."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Metric
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from tablee.server.settings import LIMITS, Settings

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


class HotPath(Collector):
    """What every action counts. Plain numbers, read only when somebody asks: prometheus_client's own take locks."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("tablee_rows", "Statements written.", self.metrics.rows)
        turns, bounds = self.metrics.turns, [*map(str, BUCKETS), "+Inf"]
        buckets = list(zip(bounds, accumulate(turns.counts), strict=True))
        yield HistogramMetricFamily("tablee_turn_seconds", "Time of a room's turn, including the commit.", buckets, turns.sum)


class Metrics:
    def __init__(self, settings: Settings) -> None:
        self.registry = CollectorRegistry()
        self.open_sockets = 0
        self.rooms = Gauge("tablee_rooms", "Matches in memory.", registry=self.registry)
        sockets = Gauge("tablee_sockets", "Open sockets.", registry=self.registry)
        sockets.set_function(lambda: self.open_sockets)
        self.calls = Gauge("tablee_calls", "Calls shown on other screens.", registry=self.registry)
        self.connections = Gauge("tablee_connections", "HTTP connections.", registry=self.registry)
        self.half_open = Gauge("tablee_half_open", "HTTP connections whose request is still arriving.", registry=self.registry)
        limits = Gauge("tablee_limit", "The limits that are set.", ["limit"], registry=self.registry)
        for name in LIMITS:
            limits.labels(name).set(getattr(settings, name))
        self.refused = Counter("tablee_refused", "Requests and connections over a limit.", ["limit"], registry=self.registry)
        self.rows = 0
        self.turns = Times()
        self.registry.register(HotPath(self))
        self.waiting_bots = Gauge("tablee_waiting_bots", "Bots waiting for a worker.", registry=self.registry)
        self.late_bots = Counter("tablee_late_bots", "Bots that did not answer in time.", registry=self.registry)
        self.slow = Counter("tablee_slow_sockets", "Sockets dropped because they did not read.", registry=self.registry)
        self.longest = 0.0
        about = "Longest turn of the event loop since the last scrape."
        Gauge("tablee_loop_longest_seconds", about, registry=self.registry).set_function(self.take_longest)
        self.lost = Counter("tablee_lost_leases", "Matches given up because the lease may have ended.", registry=self.registry)
        self.relayed = Counter("tablee_relayed", "Requests and sockets passed on to another process.", registry=self.registry)
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
