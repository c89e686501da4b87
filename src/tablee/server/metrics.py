"""What /metrics shows: the meters of this process, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from tablee.rooms.meters import BUCKETS, Meters
from tablee.server.settings import LIMITS, Settings

COUNTERS = {
    "rows": "Statements written.",
    "late_bots": "Bots that did not answer in time.",
    "slow_sockets": "Sockets dropped because they did not read.",
    "lost_leases": "Matches given up because the lease may have ended.",
    "relayed": "Requests and sockets passed on to another process.",
    "errors": "Rooms that failed and were read again from disk.",
    "damaged": "Matches that were set aside because their data is damaged.",
}
GAUGES = {
    "rooms": "Matches in memory.",
    "sockets": "Open sockets.",
    "calls": "Calls shown on other screens.",
    "transfers": "Histories on their way to another device.",
    "connections": "HTTP connections.",
    "half_open": "HTTP connections whose request is still arriving.",
    "waiting_bots": "Bots waiting for a worker.",
}


class MetersCollector(Collector):
    """Reads everything when it is asked."""

    def __init__(self, meters: Meters, settings: Settings) -> None:
        self.meters, self.settings = meters, settings

    def collect(self) -> Iterator[Metric]:
        meters = self.meters
        for name, about in COUNTERS.items():
            yield CounterMetricFamily(f"tablee_{name}", about, getattr(meters, name))
        for name, about in GAUGES.items():
            yield GaugeMetricFamily(f"tablee_{name}", about, meters.gauges[name]() if name in meters.gauges else 0)
        about = "Longest turn of the event loop since the last scrape."
        yield GaugeMetricFamily("tablee_loop_longest_seconds", about, meters.take_longest_turn())
        limits = GaugeMetricFamily("tablee_limit", "The limits that are set.", labels=["limit"])
        for name in LIMITS:
            limits.add_metric([name], getattr(self.settings, name))
        yield limits
        refused = CounterMetricFamily("tablee_refused", "Requests and connections over a limit.", labels=["limit"])
        for name, count in meters.refused.items():
            refused.add_metric([name], count)
        yield refused
        bounds, turns = [*map(str, BUCKETS), "+Inf"], meters.turns
        buckets = list(zip(bounds, accumulate(turns.counts), strict=True))
        yield HistogramMetricFamily("tablee_turn_seconds", "Time of a room's turn, including the commit.", buckets, turns.sum)


def metrics_text(meters: Meters, settings: Settings) -> bytes:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(MetersCollector(meters, settings))
    return generate_latest(registry)
