"""Checks every request before it is handled: host name, origin and rate limit."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from tablee.server import wire
from tablee.server.reasons import REASONS, Close, Reason

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]

SOCKET = "/api/socket/"  # followed by the match id, so that proxies can route by it


class Bucket:
    """A token bucket: allows `rate` requests per second, and a burst."""

    __slots__ = ("last", "left", "most", "rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self.rate, self.most, self.left, self.last = rate, most, most, now

    def take(self, now: float) -> bool:
        self.left = min(self.most, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Admission:
    """Accepts a request only if its host name is ours (against DNS rebinding), its origin is ours (against pages of other sites),
    and its address does not send too many requests that change something."""

    def __init__(self, app: Any, hosts: Iterable[str], rate: float, burst: float) -> None:
        self.app, self.rate, self.burst = app, rate, burst
        name = socket.gethostname().lower()
        self.hosts = {"localhost", name, f"{name}.local", *(host.lower() for host in hosts)}
        self.buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refused = self._refused(scope)
        if scope["type"] == "websocket":
            if refused is None and scope["path"].startswith(SOCKET):  # bypassing the framework halves the cost of a socket
                await self.app.state.sockets(scope["path"].removeprefix(SOCKET), receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": Close.FORBIDDEN})
        elif refused is None:
            await self.app(scope, receive, send)
        else:
            await _answer(send, REASONS[refused])

    def _refused(self, scope: Any) -> str | None:
        headers = dict(scope["headers"])
        host, origin = headers.get(b"host", b"").decode("latin-1"), headers.get(b"origin")
        if not self._is_known(host):
            return "unknown-host"
        if origin is not None and not self._is_own(origin.decode("latin-1"), host):
            return "foreign-origin"
        if (scope["type"] == "websocket" or scope["method"] == "POST") and not self._is_bearable(scope):
            return "slow-down"
        return None

    def _is_known(self, host: str) -> bool:
        name = _host_name(host)
        if name is None:
            return False
        try:
            ipaddress.ip_address(name)  # an address, not a name, so it cannot be rebound
        except ValueError:
            return name in self.hosts
        return True

    def _is_own(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.netloc.lower() == host.lower() or (parts.hostname or "") in self.hosts - {"localhost"}

    def _is_bearable(self, scope: Any) -> bool:
        address, now = (scope.get("client") or ("",))[0], time.monotonic()
        if len(self.buckets) > 10_000:
            self.buckets = {who: bucket for who, bucket in self.buckets.items() if now - bucket.last < 60}
        bucket = self.buckets.get(address) or self.buckets.setdefault(address, Bucket(self.rate, self.burst, now))
        return bucket.take(now)


def is_loopback(name: str) -> bool:
    """Whether a host name or address always means this machine."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


async def _answer(send: Send, reason: Reason) -> None:
    body = wire.encode(wire.Problem(reason.code, wire.Said(reason.code)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": reason.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
