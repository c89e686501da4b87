"""What /metrics shows."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.rooms = Gauge("tablee_rooms", "Matches in memory.", registry=self.registry)
        self.sockets = Gauge("tablee_sockets", "Open sockets.", registry=self.registry)
        self.rows = Counter("tablee_rows", "Statements written and committed.", registry=self.registry)
        self.turns = Histogram("tablee_turn_seconds", "Time of a room's turn, including the commit.", registry=self.registry)
        self.late_bots = Counter("tablee_late_bots", "Bots that did not answer in time.", registry=self.registry)
        self.slow = Counter("tablee_slow_sockets", "Sockets dropped because they did not read.", registry=self.registry)
        self.errors = Counter("tablee_errors", "Rooms that failed and were read again from disk.", registry=self.registry)
