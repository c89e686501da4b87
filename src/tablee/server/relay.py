"""Passes requests on to the process that owns a match. So any process can be asked: how proxies route is an optimisation.

Processes know each other by a secret in their database. A socket is passed on byte by byte, as soon as its owner accepts it.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec

from tablee.core.game import Refusal
from tablee.server import wire
from tablee.server.link import Link
from tablee.server.metrics import Metrics
from tablee.server.store import Store, Unavailable
from tablee.server.visitors import visitor_of

if TYPE_CHECKING:
    from tablee.server.admission import Receive, Send

T = TypeVar("T")
SECRET, VISITOR = b"x-tablee-relay", b"x-tablee-visitor"
NOT_PASSED_ON = {  # what concerns one connection, and what every answer of ours has anyway
    *(b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"date", b"server", b"x-content-type-options"),
    *(b"referrer-policy", b"content-security-policy", b"strict-transport-security", SECRET, VISITOR),
}
ACCEPTED = b"HTTP/1.1 101 "
PATIENCE = 6.0  # seconds until somebody else has taken over what a dead process owned
PAUSE = 0.1  # seconds between two attempts
WATCH = 1.0  # seconds between two looks at who owns the tables of sockets
ANSWER = 2.0  # seconds until an owner must accept a socket


def match_in(path: str) -> str:
    """The match id in a path of the API, if any."""
    parts = path.split("/")
    return parts[3] if len(parts) > 3 and parts[1] == "api" and parts[2] in ("matches", "socket") else ""


class ThisProcess(Protocol):
    """This process."""

    leaving: bool  # it is about to stop

    def is_here(self, id: str) -> bool: ...


class Relay:
    def __init__(self, store: Store, metrics: Metrics, here: ThisProcess) -> None:
        self.store, self.metrics, self.here = store, metrics, here
        self.secret = store.secret.encode()
        limits = httpx.Limits(max_connections=500, max_keepalive_connections=100)
        self.http = httpx.AsyncClient(trust_env=False, limits=limits, timeout=httpx.Timeout(15.0, connect=1.0))
        self.joined: dict[Link, tuple[str, str]] = {}  # the match and its owner's address
        self.watcher = asyncio.create_task(self._watch())

    async def close(self) -> None:
        self.watcher.cancel()
        await asyncio.gather(self.watcher, return_exceptions=True)
        await self.http.aclose()

    async def _watch(self) -> None:
        """Closes sockets whose table has another owner by now: the earlier one may hang."""
        while True:
            await asyncio.sleep(WATCH)
            with suppress(Unavailable):
                owners = await self.store.owners([*{match for match, _ in self.joined.values()}])
                for link in [link for link, (match, address) in self.joined.items() if owners.get(match, address) != address]:
                    link.transport.close()

    def knows(self, scope: Any) -> bool:
        """Whether another process has passed this request on. Then it is treated as that of its visitor."""
        headers = dict(scope["headers"])
        if SECRET not in headers or not hmac.compare_digest(headers[SECRET], self.secret):
            return False
        scope["client"] = headers.get(VISITOR, b"").decode("latin-1"), 0
        return True

    async def answers(self, scope: Any, receive: Receive, send: Send) -> bool:
        """Whether the owner has answered this request; otherwise it is for this process. Raises Refusal."""
        return await self._ask_owner(scope, lambda address: self._pass_on(address, scope, receive, send))

    async def joins(self, scope: Any, link: Link, receive: Receive) -> bool:
        """Whether the owner has accepted this socket. Returns when it is closed."""

        async def join(address: str) -> bool:
            self.joined[link] = match_in(scope["path"]), address
            try:
                return await _joined(address, self._request(scope), link, receive)
            finally:
                del self.joined[link]

        try:
            return await self._ask_owner(scope, join)
        except Refusal:
            return False

    async def _ask_owner(self, scope: Any, ask: Callable[[str], Awaitable[bool]]) -> bool:
        """An owner that cannot be reached has died, or is about to hand over."""
        match, loop = match_in(scope["path"]), asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while match and (address := await self._owner(match)):
            self.metrics.relayed.inc()
            if await ask(address):
                return True
            if loop.time() > until:
                raise Unavailable("the owner does not answer")
            await asyncio.sleep(PAUSE)
        return False

    async def _owner(self, match: str) -> str | None:
        """The address of the process that owns the match, or will, unless it is this one."""
        if self.here.is_here(match):
            return None
        owner = (await self.store.owners([match])).get(match)
        if owner is None and self.here.leaving:
            return next(iter(await self.store.others()), None)
        return owner

    def _headers(self, scope: Any) -> list[tuple[bytes, bytes]]:
        kept = [(name, value) for name, value in scope["headers"] if name not in NOT_PASSED_ON]
        return [*kept, (SECRET, self.secret), (VISITOR, visitor_of(scope).encode("latin-1", "replace"))]

    async def _pass_on(self, address: str, scope: Any, receive: Receive, send: Send) -> bool:
        headers = self._headers(scope)
        has_body = any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])
        url = address + scope["raw_path"].decode("ascii") + ("?" + scope["query_string"].decode("ascii")).rstrip("?")
        request = self.http.build_request(scope["method"], url, headers=headers, content=_body(receive) if has_body else None)
        try:
            answer = await self.http.send(request, stream=True)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return False
        except httpx.HTTPError as error:
            raise Unavailable(type(error).__name__) from None
        try:
            told = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in NOT_PASSED_ON]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": told})
            async for part in answer.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await answer.aclose()
        return True

    def _request(self, scope: Any) -> bytes:
        """The upgrade of a socket. What the owner answers goes to the client as it is."""
        upgrade = [(b"connection", b"Upgrade"), (b"upgrade", b"websocket")]
        lines = [b"%s: %s\r\n" % header for header in [*self._headers(scope), *upgrade]]
        return b"GET %s HTTP/1.1\r\n%s\r\n" % (scope["raw_path"], b"".join(lines))

    async def ask(self, address: str, path: str, kind: type[T], body: Any = None) -> T:
        """Asks another process for something itself. Raises Unavailable."""
        headers = {SECRET.decode(): self.secret.decode(), "content-type": "application/json"}
        try:
            method, content = ("GET", None) if body is None else ("POST", wire.encode(body))
            answer = await self.http.request(method, f"{address}/api{path}", headers=headers, content=content)
            if answer.is_success:
                return msgspec.json.decode(answer.content, type=kind)
        except (httpx.HTTPError, msgspec.DecodeError) as error:
            raise Unavailable(type(error).__name__) from None
        raise Unavailable(str(answer.status_code))


async def _body(receive: Receive) -> AsyncIterator[bytes]:
    more = True
    while more:
        event = await receive()
        if event["type"] != "http.request":
            raise httpx.WriteError("the client is gone")
        yield event.get("body", b"")
        more = event.get("more_body", False)


class Owner(asyncio.Protocol):
    """The connection to the process that owns the match of a socket."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.accepted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if not self.accepted.done():
            self.accepted.set_result(data.startswith(ACCEPTED))
            if data.startswith(ACCEPTED):
                self.link.join(self.transport)
        if self.link.joined is self.transport and not self.link.transport.is_closing():
            self.link.transport.write(data)

    def pause_writing(self) -> None:
        self.link.transport.pause_reading()

    def resume_writing(self) -> None:
        self.link.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.accepted.done():
            self.accepted.set_result(False)
        elif self.link.joined is self.transport:
            self.link.transport.close()


async def _joined(address: str, request: bytes, link: Link, receive: Receive) -> bool:
    parts = urlsplit(address)
    try:
        async with asyncio.timeout(ANSWER):
            loop, host, port = asyncio.get_running_loop(), parts.hostname or "", parts.port or 80
            _, owner = await loop.create_connection(lambda: Owner(link), host, port)
            try:
                owner.transport.write(request)
                accepted = await owner.accepted
            except BaseException:
                owner.transport.abort()
                raise
    except (OSError, TimeoutError):
        return False
    if accepted:
        while (await receive())["type"] != "websocket.disconnect":
            pass
    owner.transport.close()
    return accepted
