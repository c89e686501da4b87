"""Checks every request before it is handled: host name, origin, and how much its visitor asks for."""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar.exceptions import LitestarException
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tablee.core.game import Refusal
from tablee.protocol import wire
from tablee.protocol.reasons import REASONS, Close, Reason, code_of
from tablee.rooms.meters import Meters
from tablee.rooms.sockets import Sockets
from tablee.rooms.visitors import Bucket, Network, Quota, Visitor, networks, shares, visitor_of
from tablee.server.connections import Connections
from tablee.server.link import LINK, Link
from tablee.server.pages import invite_page, refusal_page, wants_page, words_of
from tablee.server.passwords import Password
from tablee.server.relay import Relay
from tablee.server.settings import Settings
from tablee.server.sparing_log import log as visitors
from tablee.server.turns import whose
from tablee.storage.store import Unavailable

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]

log = logging.getLogger("tablee")
RETRY_AFTER = 5  # seconds
CAN_WAIT = re.compile(  # requests that wait while the loop is late
    r"GET /api/matches(/[^/]+/(record|replay|insights|review/[^/]+))?|POST /api/(replays|reviews|games/[^/]+/hindsight)"
)
PASSWORD_RATE, PASSWORD_BURST = 0.2, 10.0  # of guesses a second, and at once
OPEN_TO_ALL = re.compile(r"/api/(games(/[^/]+/(rules|strings|guide).*)?|strings/.*|address|matches/.+|socket/.+)|(?!/api/)/.+")
SOCKET = "/api/socket/"  # followed by the match id, so that proxies can route by it
BASE = "tablee.base"  # in a scope: the folder below which the browser sees this server
FOLDER = re.compile(r"(/[\w.~-]+)*", re.ASCII)


class Rates:
    """A bucket for every visitor, and one for each wider network."""

    def __init__(self, name: str, rate: float, burst: float, meters: Meters) -> None:
        self.name, self.rate, self.burst, self.meters = name, rate, burst, meters
        self.buckets: dict[Network, Bucket] = {}
        self.tidied = 0.0

    def take(self, who: Visitor, now: float) -> bool:
        if len(self.buckets) > 10_000 and now > self.tidied + 1:
            self.buckets = {network: bucket for network, bucket in self.buckets.items() if now - bucket.last < 60}
            self.tidied = now
        buckets = [self.buckets.get(network) or self._new(network, now) for network in networks(who)]
        if all(bucket.refill(now) for bucket in buckets):
            for bucket in buckets:
                bucket.left -= 1
            return True
        self.meters.refused[self.name] += 1
        return False

    def _new(self, network: Network, now: float) -> Bucket:
        times = shares(network)
        return self.buckets.setdefault(network, Bucket(self.rate * times, self.burst * times, now))


class Admission:
    """Accepts a request only if its host name is ours (against DNS rebinding), its origin is ours (against pages of other sites),
    and its visitor does not send too many requests or open too many sockets."""

    def __init__(self, app: Any, settings: Settings, connections: Connections, proxies: str = "") -> None:
        self.app, self.connections, self.base = app, connections, settings.base_path
        self.admit: Any = ProxyHeadersMiddleware(self._admit, proxies) if proxies else self._admit
        name = socket.gethostname().lower()
        self.hosts = {"localhost", name, f"{name}.local", *(host.lower() for host in settings.hosts)}
        meters = connections.meters
        self.requests = Rates("requests", settings.requests, settings.request_burst, meters)
        self.reads = Rates("reads", settings.reads, settings.read_burst, meters)
        self.passwords = Rates("passwords", PASSWORD_RATE, PASSWORD_BURST, meters)
        self.sockets = Quota("sockets", settings.sockets, meters)
        self.club = Password("club", settings.invite, days=400) if settings.invite else None

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        self._find_folder(scope)
        await self.admit(scope, receive, send)

    def _find_folder(self, scope: Any) -> None:
        """Takes the folder off the path, unless a proxy has done so. A trusted one may name the folder itself."""
        base, headers = self.base, dict(scope["headers"])
        if b"x-forwarded-prefix" in headers and self.connections.is_proxy(visitor_of(scope)):
            base = folder_of(headers[b"x-forwarded-prefix"].decode("latin-1")) or base
        scope[BASE] = base
        if base and f"{scope['path']}/".startswith(f"{base}/"):
            scope["path"] = scope["path"].removeprefix(base) or "/"
            scope["raw_path"] = scope["raw_path"].removeprefix(base.encode()) or b"/"

    async def _admit(self, scope: Any, receive: Receive, send: Send) -> None:
        relay: Relay | None = self.app.state.relay
        relayed = relay is not None and relay.knows(scope)
        refused = None if relayed else self._refused(scope) or self._uninvited(scope)  # another process has checked it
        relay = None if relayed else relay
        if scope["type"] == "websocket":
            if refused is None and (not scope["path"].startswith(SOCKET) or (relayed and await self._lets_go(scope))):
                refused = "not-found"
            await self._socket(scope, receive, send, relay, refused)
        elif refused is None:
            share = self.connections.turns.share
            await share(whose(visitor_of(scope)), self._answered(scope, receive, send, relay))
        else:
            await _answer(send, REASONS[refused], seen=_page_for(scope, refused))

    async def _lets_go(self, scope: Any) -> bool:
        """The process that has passed this socket on goes on with a table where nobody is."""
        return bool(await self.app.state.directory.lets_go(scope["path"].removeprefix(SOCKET)))

    async def _answered(self, scope: Any, receive: Receive, send: Send, relay: Relay | None) -> None:
        """By the process that owns the match, if it is about one."""
        if can_wait(scope["method"], scope["path"]) and not await self.connections.meters.load.calms_down():
            self.connections.meters.refused["late"] += 1
            await _answer(send, REASONS["try-again"])
            return
        try:
            if relay is not None and await relay.answers(scope, receive, send):
                return
        except Refusal as refusal:
            await _answer(send, REASONS[code_of(refusal)], said=wire.said(refusal.message))
            return
        try:
            await self.app(scope, receive, send)
        except LitestarException as error:
            if not _broke_off(error):
                raise
            log.warning("answer was not finished", extra={"path": scope["path"].split("/")[-1]})

    async def _socket(self, scope: Any, receive: Receive, send: Send, relay: Relay | None, refused: str | None) -> None:
        who = visitor_of(scope)
        if refused is None and not self.sockets.take(who):
            refused = "too-many"
        if refused is not None:
            await receive()
            await _answer(send, REASONS[refused], "websocket.")
            return
        try:  # bypassing the framework halves the cost of a socket
            link = scope["extensions"][LINK]
            self.connections.belongs_to(link, who)
            if relay is None or not await relay.joins(scope, link, receive):
                await self._serve_socket(scope["path"].removeprefix(SOCKET), link, receive, send)
        finally:
            self.sockets.give_back(who)

    async def _serve_socket(self, match: str, link: Link, receive: Receive, send: Send) -> None:
        """Through ASGI come only the first message and the end."""
        sockets: Sockets = self.app.state.sockets
        await receive()
        await send({"type": "websocket.accept"})

        async def next_message() -> str | bytes | None:
            event = await receive()
            if event["type"] != "websocket.receive":
                return None
            text: str | None = event.get("text")
            return text if text is not None else event.get("bytes") or b""

        async def close(code: Close) -> None:
            await send({"type": "websocket.close", "code": code})

        await sockets.serve(match, link, next_message, close)

    def _refused(self, scope: Any) -> str | None:
        headers = dict(scope["headers"])
        if b"content-length" in headers and b"transfer-encoding" in headers:  # a proxy may see another request in it
            return "bad-request"
        host, origin = headers.get(b"host", b"").decode("latin-1"), headers.get(b"origin")
        if not self._is_known(host):
            visitors.info("unknown host name: if it is this server's, allow it with --allow-host", extra={"host": host[:80]})
            return "unknown-host"
        if scope["type"] == "http" and "\0" in scope["path"]:  # which no file name may have
            return "not-found"
        if origin is not None and not self._is_own(origin.decode("latin-1"), host):
            return "foreign-origin"
        rates = self.requests if scope["type"] == "websocket" or scope["method"] == "POST" else self.reads
        return None if rates.take(visitor_of(scope), time.monotonic()) else "slow-down"

    def _uninvited(self, scope: Any) -> str | None:
        """Who has not given the password may look at games and use tables whose link they have, and nothing else."""
        if self.club is None or OPEN_TO_ALL.fullmatch(scope["path"]):
            return None
        return None if self.club.is_given(dict(scope["headers"])) else "invite-only"

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


def can_wait(method: str, path: str) -> bool:
    """Lists, and what looks back on matches: nobody plays with them."""
    return CAN_WAIT.fullmatch(f"{method} {path}") is not None


def _broke_off(error: LitestarException) -> bool:
    """The data could no longer be read while an answer was being sent; the client sees that its end is missing."""
    cause = error.__cause__
    return isinstance(cause, ExceptionGroup) and cause.split(Unavailable)[1] is None


def folder_of(text: str) -> str:
    """A folder of URLs, without a slash at its end; empty if the text names none."""
    text = text.strip().rstrip("/")
    return text if FOLDER.fullmatch(text) and not {".", ".."} & set(text.split("/")) else ""


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


def _page_for(scope: Any, refused: str) -> bytes | None:
    """What a person reads in a browser instead of JSON."""
    headers = dict(scope["headers"])
    if not wants_page(scope["method"], headers):
        return None
    words, host = words_of(headers), (_host_name(headers.get(b"host", b"").decode("latin-1")) or "")[:80]
    if refused == "invite-only":
        return invite_page(words, scope[BASE])
    if refused == "unknown-host":
        return refusal_page(words, words.text("page-unknown-host", host=host), hint=words.text("page-allow-host", host=host))
    told = words.text("page-not-found") if refused == "not-found" else words.text(refused, why="")
    return refusal_page(words, told, scope[BASE])


async def _answer(
    send: Send, reason: Reason, protocol: str = "", said: wire.Sentence | None = None, seen: bytes | None = None
) -> None:
    """Refuses a request; with the protocol "websocket.", the upgrade to a socket. `seen` is the page for a person."""
    body = seen or wire.encode(wire.Problem(reason.code, said or wire.Sentence(reason.code)))
    kind = b"text/html; charset=utf-8" if seen else b"application/json"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if reason.status == 429:
        headers.append((b"retry-after", str(RETRY_AFTER).encode()))
    elif reason.status == 400:
        headers.append((b"connection", b"close"))
    await send({"type": f"{protocol}http.response.start", "status": reason.status, "headers": headers})
    await send({"type": f"{protocol}http.response.body", "body": body})
