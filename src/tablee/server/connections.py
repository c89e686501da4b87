"""Connections: how long a request may take to arrive, and how many connections a visitor may have.

uvicorn waits for ever for the rest of a request. Here a connection is dropped if the headers or the body take too long, if its
visitor has too many unfinished requests, or if the process runs out of file descriptors: then the visitor with the most
connections loses the oldest, sockets included.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablee.rooms.meters import Meters
from tablee.rooms.visitors import Network, Visitor, networks, shares, visitor
from tablee.server.settings import Settings
from tablee.server.sparing_log import log
from tablee.server.turns import Turns, whose

if TYPE_CHECKING:
    from tablee.server.link import Link

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

FILES = 65_536  # descriptors that are asked for
ENOUGH = 4096  # descriptors for a school of 500 phones; with fewer, the start warns
RESERVE = 128  # descriptors for the data file and logs, and for newcomers until those who were dropped for them are gone
FOR_A_WORKER = 4  # descriptors
FEW = 50  # of the oldest connections of a visitor, among which one is looked for that nobody misses
DROPPED = {
    "files": "too few file descriptors: the visitor with the most connections loses the oldest",
    "half-open": "too many unfinished requests of a visitor: the oldest is dropped",
}
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
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):  # macOS allows fewer than its limit says, and a sandbox none
        return soft
    return most


class AnyConnection(Protocol):
    """An HTTP connection, or a socket."""

    visitor: Visitor
    files: int  # descriptors: two if it is passed on to another process

    @property
    def idle(self) -> bool:
        """Whether nobody misses it: everything that was asked has been answered."""

    def drop(self) -> None: ...


class Connections:
    """All connections, by visitor and age. Behind a proxy, those for HTTP are the proxy's, which limits its clients itself."""

    def __init__(self, settings: Settings, meters: Meters, files: int, proxies: str = "") -> None:
        self.settings, self.meters, self.files = settings, meters, files
        self.most = files - RESERVE - FOR_A_WORKER * settings.workers
        self.proxies = _networks(proxies)
        self.turns = Turns()
        self.open: dict[Network, dict[AnyConnection, None]] = {}  # the oldest first
        self.count = 0  # of descriptors
        self.http = 0  # of HTTP connections
        self.half: Counter[Network] = Counter()
        self.headers: dict[GuardedProtocol, float] = {}  # requests that are arriving, and when they must be here; in this order
        self.bodies: dict[GuardedProtocol, float] = {}
        meters.gauges["connections"] = lambda: self.http
        meters.gauges["half_open"] = lambda: len(self.headers) + len(self.bodies)

    def opened(self, connection: GuardedProtocol) -> None:
        self._add(connection)
        for network in () if self.is_proxy(connection.visitor) else networks(connection.visitor):
            if self.half[network] >= self.settings.half_open * shares(network):
                self._drop(next(each for each in self.open[network] if each in self.headers or each in self.bodies), "half-open")
        self.expect(connection)
        if self.count > self.most:
            self._drop(self._dispensable(connection), "files")

    def _add(self, connection: AnyConnection) -> None:
        for network in networks(connection.visitor):
            self.open.setdefault(network, {})[connection] = None
        self.count += connection.files
        self.http += isinstance(connection, GuardedProtocol)

    def upgraded(self, connection: GuardedProtocol, link: Link) -> None:
        """It is a socket from now on."""
        self.closed(connection)
        link.visitor, link.guard = connection.visitor, self
        self._add(link)

    def passed_on(self, link: Link) -> None:
        """It has a connection to another process."""
        if link in self.open.get(link.visitor, {}) and link.files == 1:
            link.files = 2
            self.count += 1

    def belongs_to(self, link: Link, who: Visitor) -> None:
        """Behind a proxy, this is known only when the headers have been read."""
        if link.visitor != who and link in self.open.get(link.visitor, {}):
            self.closed(link)
            link.visitor = who
            self._add(link)

    def _dispensable(self, newcomer: GuardedProtocol) -> AnyConnection:
        """Of whoever has the most for its shares: one that nobody misses, otherwise the oldest."""
        greedy = max(self.open, key=lambda network: len(self.open[network]) / shares(network))
        oldest = [connection for connection in islice(self.open[greedy], FEW) if connection is not newcomer]
        return next((connection for connection in oldest if connection.idle), oldest[0] if oldest else newcomer)

    def expect(self, connection: GuardedProtocol) -> None:
        """Called after data: sees whether a request is still arriving."""
        body = connection.conn.their_state is h11.SEND_BODY
        waits, others = (self.bodies, self.headers) if body else (self.headers, self.bodies)
        if connection in waits:
            return
        if others.pop(connection, None) is None:
            self.half.update(networks(connection.visitor))
        waits[connection] = time.monotonic() + (self.settings.body_time if body else self.settings.header_time)

    def arrived(self, connection: GuardedProtocol) -> None:
        """A request is complete, or will not be."""
        if self.headers.pop(connection, None) is not None or self.bodies.pop(connection, None) is not None:
            for network in networks(connection.visitor):
                self.half[network] -= 1
                if not self.half[network]:
                    del self.half[network]

    def closed(self, connection: AnyConnection) -> None:
        """It is closed, or no longer an HTTP connection."""
        if isinstance(connection, GuardedProtocol):
            self.arrived(connection)
        if connection not in self.open.get(connection.visitor, {}):
            return
        self.count -= connection.files
        self.http -= isinstance(connection, GuardedProtocol)
        for network in networks(connection.visitor):
            del self.open[network][connection]
            if not self.open[network]:
                del self.open[network]

    def is_proxy(self, who: Visitor) -> bool:
        return bool(self.proxies) and any(ipaddress.ip_address(who) in network for network in self.proxies)

    def _drop(self, connection: AnyConnection, why: str) -> None:
        self.meters.refused[why] += 1
        log.warning(DROPPED[why])
        self.closed(connection)
        connection.drop()

    async def watch(self) -> None:
        """Drops connections whose request takes too long to arrive."""
        while True:
            await asyncio.sleep(1.0)
            now = time.monotonic()
            for waits in (self.headers, self.bodies):
                for connection in [connection for connection, until in waits.items() if until <= now]:
                    self.meters.refused["slow-request"] += 1
                    self.closed(connection)
                    connection.time_out()


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
    files = 1
    upgraded = False  # to a WebSocket
    late = b""  # has arrived, but waits for its visitor's turn

    @property
    def guard(self) -> Connections:
        guard: Connections = self.config.app.connections  # type: ignore[union-attr]
        return guard

    @property
    def idle(self) -> bool:
        return self.cycle is not None and self.cycle.response_complete and self not in self.guard.headers

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.visitor = visitor(self.client[0] if self.client else "")
        self.guard.opened(self)

    def data_received(self, data: bytes) -> None:
        turns, network = self.guard.turns, whose(self.visitor)
        if self.late:
            self.late += data
        elif turns.has_time(network):
            turns.run(network, partial(self._read, data))
        else:
            self.late = data
            self.transport.pause_reading()
            turns.wait(network, self._read_late)

    def _read_late(self) -> None:
        data, self.late = self.late, b""
        if self.transport.is_closing():
            return
        self._read(data)
        if not self.transport.is_closing() and not self.upgraded and not self.flow.read_paused:
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        super().data_received(data)
        if self.upgraded or self.transport.is_closing():
            return
        if self.conn.their_state in UNFINISHED:
            self.guard.expect(self)
        else:
            self.guard.arrived(self)

    def drop(self) -> None:
        self.transport.abort()

    def time_out(self) -> None:
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(TIMED_OUT)
        self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.upgraded = True
        super().handle_websocket_upgrade(event)
        link: Any = self.transport.get_protocol()
        self.guard.upgraded(self, link)
        if not link.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.closed(self)
        super().connection_lost(exc)
