"""Passes requests on to the process that owns a match. So any process can be asked: how proxies route is an optimisation.

Processes know each other by a secret in their database. A socket is passed on byte by byte, as soon as its owner accepts it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec

from tablee.core.game import Refusal
from tablee.protocol import wire
from tablee.rooms.meters import Meters
from tablee.rooms.rematch import RetakeSeat
from tablee.rooms.visitors import visitor_of
from tablee.server.link import Link
from tablee.storage.store import Store, Unavailable

if TYPE_CHECKING:
    from tablee.server.admission import Receive, Send

log = logging.getLogger("tablee")
T = TypeVar("T")
SECRET, VISITOR = b"x-tablee-relay", b"x-tablee-visitor"
NOT_PASSED_ON = {  # what concerns one connection, and what every answer of ours has anyway
    *(b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"date", b"server", b"x-content-type-options"),
    *(b"referrer-policy", b"content-security-policy", b"strict-transport-security", SECRET, VISITOR),
}
ACCEPTED = b"HTTP/1.1 101 "
TAKEOVER_TIMEOUT = 6.0  # seconds until somebody else has taken over what a dead process owned
PAUSE = 0.1  # seconds until all who wait for an owner look again
WATCH = 0.5  # seconds between two looks at who owns the tables of sockets
SLOW = 0.5  # seconds without an answer after which an owner may have lost the table
ANSWER = 2.0  # seconds until an owner must accept a socket
DEAD = 0.5  # seconds in which a process that could not be reached is not tried again


def match_in(path: str) -> str:
    """The match id in a path of the API, if any."""
    parts = path.split("/")
    return parts[3] if len(parts) > 3 and parts[1] == "api" and parts[2] in ("matches", "socket") else ""


class ThisProcess(Protocol):
    """The tables of this process."""

    leaving: bool  # it is about to stop

    def is_here(self, id: str) -> bool: ...


@dataclass(slots=True)
class JoinedSocket:
    """A socket that is passed on to the owner of its match."""

    match: str
    address: str  # of the owner
    seen: bool = False  # that it holds the lease: a process to which a table is handed over takes it when the device says hello


class Relay:
    def __init__(self, store: Store, meters: Meters, here: ThisProcess) -> None:
        self.store, self.meters, self.here = store, meters, here
        self.secret = store.secret.encode()
        self.joined: dict[Link, JoinedSocket] = {}
        self.dead: dict[str, float] = {}  # addresses, and until when they are not tried again
        self.waiting: dict[str, asyncio.Future[str | None]] = {}  # matches that wait for an owner
        self.polls: set[asyncio.Task[None]] = set()
        self.watcher = asyncio.create_task(self._watch())

    @cached_property
    def http(self) -> httpx.AsyncClient:
        """Made only where there are other processes: certificates load slowly."""
        limits = httpx.Limits(max_connections=500, max_keepalive_connections=100)
        return httpx.AsyncClient(trust_env=False, limits=limits, timeout=httpx.Timeout(15.0, connect=1.0))

    async def close(self) -> None:
        tasks = [self.watcher, *self.polls]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if "http" in vars(self):
            await self.http.aclose()

    async def _watch(self) -> None:
        """Closes sockets whose table has another owner by now, or none: the earlier one may hang."""
        while True:
            await asyncio.sleep(WATCH)
            with suppress(Unavailable):
                owners = await self.store.owners([*{socket.match for socket in self.joined.values()}])
                for link, socket in list(self.joined.items()):
                    owner = owners.get(socket.match)
                    if link.joined is not None and owner != socket.address and (socket.seen or owner is not None):
                        link.transport.close()
                    socket.seen = socket.seen or owner == socket.address

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
            self.joined[link] = JoinedSocket(match, address)
            try:
                try:
                    await self._unless_moved(match, address, _accepted(address, self._request(scope), link))
                except (OSError, TimeoutError):
                    self._unreachable(address)
                while link.joined is not None and (await receive())["type"] != "websocket.disconnect":
                    pass
                return link.joined is not None  # also if the owner accepts in the very turn in which its time is up
            finally:
                del self.joined[link]
                if link.joined is not None:
                    link.joined.close()

        match = match_in(scope["path"])
        try:
            return await self._ask_owner(scope, join)
        except Refusal:
            return False

    async def _ask_owner(self, scope: Any, ask: Callable[[str], Awaitable[bool]]) -> bool:
        """An owner that cannot be reached has died, or is about to hand over."""
        match, loop = match_in(scope["path"]), asyncio.get_running_loop()
        if self.store.cut_off:  # nobody knows who owns what; here may be what can be shown without data
            return False
        until = loop.time() + TAKEOVER_TIMEOUT
        address = await self._owner(match, self._holder) if match else None
        while address:
            if address != self.store.address and loop.time() >= self.dead.get(address, 0):  # ours: from before a restart
                self.meters.relayed += 1
                if await ask(address):
                    return True
            if loop.time() > until:
                raise Unavailable("the owner does not answer")
            address = await self._owner(match, self._later_holder)
        return False

    def _unreachable(self, address: str) -> bool:
        self.dead[address] = asyncio.get_running_loop().time() + DEAD
        return False

    async def _owner(self, match: str, find: Callable[[str], Awaitable[str | None]]) -> str | None:
        """The address of the process that owns the match, or will, unless it is this one."""
        if self.here.is_here(match):
            return None
        owner = await find(match)
        if self.here.is_here(match):
            return None
        if owner is None and self.here.leaving:
            return next(iter(await self.store.others()), None)
        return owner

    async def _holder(self, match: str) -> str | None:
        return (await self.store.owners([match])).get(match)

    async def _later_holder(self, match: str) -> str | None:
        """After a pause. However many wait, the database is asked once, for all of them."""
        if not self.waiting:
            poll = asyncio.create_task(self._poll())
            self.polls.add(poll)
            poll.add_done_callback(self.polls.discard)
        found = self.waiting.setdefault(match, asyncio.get_running_loop().create_future())
        return await asyncio.shield(found)

    async def _poll(self) -> None:
        await asyncio.sleep(PAUSE)
        waiting, self.waiting = self.waiting, {}
        try:
            owners = await self.store.owners([*waiting])
        except BaseException as error:
            for found in waiting.values():
                found.set_exception(error if isinstance(error, Unavailable) else Unavailable("this process stops"))
                found.exception()  # perhaps nobody waits any longer
            if not isinstance(error, Unavailable):
                raise
        else:
            for match, found in waiting.items():
                found.set_result(owners.get(match))

    async def _unless_moved(self, match: str, address: str, answer: Coroutine[Any, Any, T]) -> T | None:
        """None if this process does not own the match any longer before there is an answer: it may hang."""
        asking = asyncio.create_task(answer)
        try:
            await asyncio.wait([asking], timeout=SLOW)
            while not asking.done():
                looking = asyncio.create_task(self._has_moved(match, address))
                await asyncio.wait([asking, looking], return_when=asyncio.FIRST_COMPLETED)
                if asking.done():
                    looking.cancel()
                elif looking.result():
                    return None
            return await asking
        finally:
            asking.cancel()

    async def _has_moved(self, match: str, address: str) -> bool:
        try:
            owner = await self._later_holder(match)
        except Unavailable:
            return False  # nobody knows
        return owner != address and not (owner is None and self.here.leaving)

    def _headers(self, scope: Any) -> list[tuple[bytes, bytes]]:
        kept = [(name, value) for name, value in scope["headers"] if name not in NOT_PASSED_ON]
        return [*kept, (SECRET, self.secret), (VISITOR, visitor_of(scope).encode("latin-1", "replace"))]

    async def _pass_on(self, address: str, scope: Any, receive: Receive, send: Send) -> bool:
        headers = self._headers(scope)
        has_body = any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])
        url = address + scope["raw_path"].decode("ascii") + ("?" + scope["query_string"].decode("ascii")).rstrip("?")
        request = self.http.build_request(scope["method"], url, headers=headers, content=_body(receive) if has_body else None)
        try:
            answer = await self._unless_moved(match_in(scope["path"]), address, self.http.send(request, stream=True))
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return self._unreachable(address)
        except httpx.HTTPError as error:
            raise Unavailable(type(error).__name__) from None
        if answer is None:
            raise Unavailable("the owner has changed")  # perhaps it has done what was asked
        try:
            told = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in NOT_PASSED_ON]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": told})
            async for part in answer.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except httpx.HTTPError as error:  # the client sees that its end is missing
            log.warning("owner did not finish its answer", extra={"error": type(error).__name__})
        finally:
            await answer.aclose()
        return True

    def _request(self, scope: Any) -> bytes:
        """The upgrade of a socket. What the owner answers goes to the client as it is."""
        upgrade = [(b"connection", b"Upgrade"), (b"upgrade", b"websocket")]
        lines = [b"%s: %s\r\n" % header for header in [*self._headers(scope), *upgrade]]
        return b"GET %s HTTP/1.1\r\n%s\r\n" % (scope["raw_path"], b"".join(lines))

    # for the directory: asks another process for something itself
    async def table(self, address: str, id: str) -> wire.TableInfo:
        return await self._ask(address, f"/matches/{id}", wire.TableInfo)

    async def retake(self, address: str, id: str, wish: RetakeSeat) -> wire.SeatTicket:
        return await self._ask(address, f"/matches/{id}/retake", wire.SeatTicket, wish)

    async def _ask(self, address: str, path: str, kind: type[T], body: Any = None) -> T:
        """Raises Unavailable."""
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


async def _accepted(address: str, request: bytes, link: Link) -> bool:
    """Whether the owner accepts this socket. Raises OSError or TimeoutError."""
    parts, loop = urlsplit(address), asyncio.get_running_loop()
    async with asyncio.timeout(ANSWER):
        _, owner = await loop.create_connection(lambda: Owner(link), parts.hostname or "", parts.port or 80)
        try:
            owner.transport.write(request)
            accepted = await owner.accepted
        except BaseException:
            owner.transport.abort()
            raise
    if not accepted:
        owner.transport.close()
    return accepted
