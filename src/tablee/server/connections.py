"""HTTP connections: how long a request may take to arrive, and how many connections a visitor may have.

uvicorn waits for ever for the rest of a request. Here a connection is dropped if the headers or the body take too long, if its
visitor has too many unfinished requests, or if the process runs out of file descriptors: then the visitor with the most
connections loses the oldest.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablee.server.metrics import Metrics
from tablee.server.settings import Settings
from tablee.server.visitors import Visitor, visitor

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

FILES = 65_536  # descriptors that are asked for
RESERVE = 128  # descriptors for the data file, workers and logs
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # states of a client that has not sent all of a request
TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def raise_file_limit() -> int:
    """Raises the soft limit of file descriptors as far as this process may; returns it."""
    if resource is None:
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Connections:
    """All HTTP connections, by visitor and age. Behind a proxy they are all the proxy's, which limits its clients itself."""

    def __init__(self, settings: Settings, metrics: Metrics, files: int, proxies: str = "") -> None:
        self.settings, self.metrics, self.most = settings, metrics, files - RESERVE
        self.proxies = _networks(proxies)
        self.open: dict[Visitor, dict[GuardedProtocol, None]] = {}
        self.count = 0
        self.half: dict[Visitor, int] = {}
        self.headers: dict[GuardedProtocol, float] = {}  # requests that are arriving, and when they must be here; in this order
        self.bodies: dict[GuardedProtocol, float] = {}
        metrics.connections.set_function(lambda: self.count)
        metrics.half_open.set_function(lambda: len(self.headers) + len(self.bodies))

    def opened(self, one: GuardedProtocol) -> None:
        self.open.setdefault(one.visitor, {})[one] = None
        self.count += 1
        if self.half.get(one.visitor, 0) >= self.settings.half_open and not self._is_proxy(one.visitor):
            self._drop(next(each for each in self.open[one.visitor] if each in self.headers or each in self.bodies), "half-open")
        self.expect(one)
        if self.count + self.metrics.open_sockets > self.most:
            greedy = max(self.open, key=lambda who: len(self.open[who]))
            self._drop(next(iter(self.open[greedy])), "files")

    def expect(self, one: GuardedProtocol) -> None:
        """Called after data: sees whether a request is still arriving."""
        body = one.conn.their_state is h11.SEND_BODY
        waits, others = (self.bodies, self.headers) if body else (self.headers, self.bodies)
        if one in waits:
            return
        if others.pop(one, None) is None:
            self.half[one.visitor] = self.half.get(one.visitor, 0) + 1
        waits[one] = time.monotonic() + (self.settings.body_time if body else self.settings.header_time)

    def arrived(self, one: GuardedProtocol) -> None:
        """A request is complete, or will not be."""
        if self.headers.pop(one, None) is not None or self.bodies.pop(one, None) is not None:
            self.half[one.visitor] -= 1
            if not self.half[one.visitor]:
                del self.half[one.visitor]

    def closed(self, one: GuardedProtocol) -> None:
        """It is closed, or no longer an HTTP connection."""
        self.arrived(one)
        own = self.open.get(one.visitor, {})
        if one in own:
            del own[one]
            self.count -= 1
            if not own:
                del self.open[one.visitor]

    def _is_proxy(self, who: Visitor) -> bool:
        return bool(self.proxies) and any(ipaddress.ip_address(who) in network for network in self.proxies)

    def _drop(self, one: GuardedProtocol, why: str) -> None:
        self.metrics.refused.labels(why).inc()
        self.closed(one)
        one.transport.abort()

    async def watch(self) -> None:
        """Drops connections whose request takes too long to arrive."""
        while True:
            await asyncio.sleep(1.0)
            now = time.monotonic()
            for waits in (self.headers, self.bodies):
                for one in [one for one, until in waits.items() if until <= now]:
                    self.metrics.refused.labels("slow-request").inc()
                    self.closed(one)
                    one.time_out()


def _networks(proxies: str) -> Sequence[Any]:
    """The addresses and networks of `--behind`; what is not one (a name, a socket) stands for no address."""
    found = []
    for text in proxies.replace("*", "0.0.0.0/0,::/0").split(","):
        with suppress(ValueError):
            found.append(ipaddress.ip_network(text.strip(), strict=False))
    return found


class GuardedProtocol(H11Protocol):
    """uvicorn's protocol, watched by `Connections`, which is in `connections` of the app."""

    visitor: Visitor = ""
    upgraded = False  # to a WebSocket

    @property
    def guard(self) -> Connections:
        guard: Connections = self.config.app.connections  # type: ignore[union-attr]
        return guard

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.visitor = visitor(self.client[0] if self.client else "")
        self.guard.opened(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.upgraded or self.transport.is_closing():
            return
        if self.conn.their_state in UNFINISHED:
            self.guard.expect(self)
        else:
            self.guard.arrived(self)

    def time_out(self) -> None:
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(TIMED_OUT)
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.upgraded = True
        self.guard.closed(self)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.closed(self)
        super().connection_lost(exc)
