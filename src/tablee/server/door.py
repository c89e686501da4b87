"""The socket of one device, and the gate in front of everything: known hosts, own origins, a bearable pace."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from statistics import median
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from tablee.core.game import Refusal, say
from tablee.server import wire
from tablee.server.bus import Bus, Live
from tablee.server.room import Room
from tablee.server.setup import Refused, code_of

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]

MESSAGES, BYTES = 512, 4 << 20  # that may wait for a slow reader
SOCKET = "/api/socket"
HELLO = 10.0  # seconds to say who one is
LATER = 1 << 60
CODES = {"try-again": 4000, "bad-token": 4401, "no-match": 4404, "too-many": 4429, "slow-down": 4429}


class Bucket:
    """So many a second, and some more at once."""

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


class Device:
    """One socket. Its queue is bounded: whoever lets it overflow is dropped, and comes back to a fresh table."""

    __slots__ = (
        "bytes",
        "client",
        "closing",
        "drain",
        "ended",
        "lag",
        "live",
        "meters",
        "next_ping",
        "person",
        "pinged",
        "queue",
        "rounds",
        "seat",
        "write",
    )

    def __init__(self, write: Send, bus: Bus) -> None:
        self.write, self.meters = write, bus.meters
        self.seat: int | None = None
        self.person: int | None = None
        self.client = ""
        self.lag = 0
        self.live: Live | None = None
        self.queue: deque[bytes] = deque()
        self.bytes = 0
        self.drain: asyncio.Task[None] | None = None
        self.closing: int | None = None  # the code to close with, once the queue is empty
        self.ended = False
        self.pinged: tuple[int, int] | None = None  # id, when
        self.next_ping = LATER  # until it has said hello
        self.rounds: tuple[int, ...] = ()

    def send(self, data: bytes) -> None:
        if self.closing is not None or self.ended:
            return
        self.queue.append(data)
        self.bytes += len(data)
        if len(self.queue) > MESSAGES or self.bytes > BYTES:
            self.meters.slow.inc()
            self.queue.clear()
            self.bytes = 0
            self.end(4413)
            return
        self._start()

    def end(self, code: int = 4000) -> None:
        """Closes after what is waiting has been sent. A client that is not told to go comes back."""
        if self.closing is None and not self.ended:
            self.closing = code
            self._start()

    def _start(self) -> None:
        if self.drain is None:  # there is a task only while there is something to send: idle sockets stay small
            self.drain = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        with suppress(Exception):  # the other side may be gone at any time
            while self.queue:
                data = self.queue.popleft()
                self.bytes -= len(data)
                await self.write({"type": "websocket.send", "text": data.decode()})
            if self.closing is not None:
                await self.write({"type": "websocket.close", "code": self.closing})
        self.drain = None

    def ping(self, now: int, every: int) -> None:
        """Measures the round trip; a device that does not answer for long is lost."""
        self.next_ping = now + every
        if self.pinged is not None:
            if now - self.pinged[1] > 3 * every:
                self.end(4408)
            return
        self.pinged = (now, now)
        self.send(wire.encode(wire.Ping(now)))

    def pong(self, id: int, now: int) -> None:
        if self.pinged is not None and id == self.pinged[0]:
            self.rounds = (*self.rounds[-4:], now - self.pinged[1])
            self.lag = int(median(self.rounds)) // 2
            self.pinged = None


class Door:
    """Lets devices in and passes on what they say."""

    def __init__(self, bus: Bus, rate: float, burst: float, ping: int) -> None:
        self.bus, self.rate, self.burst, self.every = bus, rate, burst, ping
        self.devices: set[Device] = set()
        self.pinger = asyncio.create_task(self._pings())

    async def close(self) -> None:
        self.pinger.cancel()
        await asyncio.gather(self.pinger, return_exceptions=True)

    async def _pings(self) -> None:
        while True:
            await asyncio.sleep(min(1.0, self.every / 2000))
            now = self.bus.clock.now()
            for device in list(self.devices):
                if now >= device.next_ping:
                    device.ping(now, self.every)

    async def __call__(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        device = Device(send, self.bus)
        self.devices.add(device)
        self.bus.meters.sockets.set(len(self.devices))
        try:
            async with asyncio.timeout(HELLO):
                hello = await self._enter(device, receive)
            if hello:
                device.ping(self.bus.clock.now(), self.every)
                await self._listen(device, receive)
        except TimeoutError:
            device.end(4408)
        finally:
            device.ended = True
            self.devices.discard(device)
            self.bus.meters.sockets.set(len(self.devices))
            if device.live is not None:
                device.live.tell(lambda room, now: room.exit(device, now))
            if device.drain is not None and device.closing is not None:
                await device.drain

    async def _enter(self, device: Device, receive: Receive) -> bool:
        data = await _next(receive)
        if data is None:
            return False
        try:
            hello = wire.read_hello(data)
            device.client = hello.client
            if hello.token:
                device.person = self.bus.store.person(hello.match, hello.token)
                if device.person is None:
                    raise Refused("bad-token")
            live = self.bus.room(hello.match)
            device.live = live
            await live.ask(lambda room, now: room.enter(device, now))
        except Refusal as refusal:
            device.live = None
            device.send(_no(None, code_of(refusal), refusal))
            device.end(CODES.get(code_of(refusal), 4400))
            return False
        except wire.UNREADABLE:
            device.send(bad_message())
            device.end(4400)
            return False
        return True

    async def _listen(self, device: Device, receive: Receive) -> None:
        bucket, patience = Bucket(self.rate, self.burst, time.monotonic()), 50
        while (data := await _next(receive)) is not None and device.closing is None:
            try:
                command = wire.read_command(data)
            except wire.UNREADABLE:
                command = None
            if not bucket.take(time.monotonic()):
                patience -= 1
                cmd = command.cmd if isinstance(command, wire.Act) else None
                device.send(_no(cmd, "slow-down", Refused("slow-down")))
                if not patience:
                    device.end(CODES["slow-down"])
            elif command is None:
                device.send(bad_message())
            else:
                self._pass_on(device, command)

    def _pass_on(self, device: Device, command: wire.Command) -> None:
        if isinstance(command, wire.Pong):
            device.pong(command.id, self.bus.clock.now())
            return
        assert device.live is not None

        def do(room: Room, now: int) -> None:
            if device in room.lines:
                room.command(device, command, now)

        device.live.tell(do)


async def _next(receive: Receive) -> bytes | str | None:
    """The next message, None when there will be none."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text: str | None = event.get("text")
    data: bytes = event.get("bytes") or b""
    return data if text is None else text


def _no(cmd: int | None, code: str, refusal: Refusal) -> bytes:
    return wire.encode(wire.No(cmd, code, wire.said(refusal.message)))


def bad_message() -> bytes:
    return wire.encode(wire.No(None, "bad-message", wire.said(say("bad-message"))))


class Gate:
    """In front of every request: a host name that is ours (against DNS rebinding), an origin that is ours (against
    foreign pages), and not too many requests that change something from one address."""

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
            if refused is None and scope["path"] == SOCKET:  # past the framework: a socket costs half as much
                await self.app.state.door(receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 4403})
        elif refused is None:
            await self.app(scope, receive, send)
        else:
            await _answer(send, *refused)

    def _refused(self, scope: Any) -> tuple[int, str] | None:
        headers = dict(scope["headers"])
        host, origin = headers.get(b"host", b"").decode("latin-1"), headers.get(b"origin")
        if not self._known(host):
            return 403, "unknown-host"
        if origin is not None and not self._own(origin.decode("latin-1"), host):
            return 403, "foreign-origin"
        if (scope["type"] == "websocket" or scope["method"] == "POST") and not self._bearable(scope):
            return 429, "slow-down"
        return None

    def _known(self, host: str) -> bool:
        name = _host_name(host)
        if name is None:
            return False
        try:
            ipaddress.ip_address(name)  # no name, so no rebinding
        except ValueError:
            return name in self.hosts
        return True

    def _own(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.netloc.lower() == host.lower() or (parts.hostname or "") in self.hosts - {"localhost"}

    def _bearable(self, scope: Any) -> bool:
        address, now = (scope.get("client") or ("",))[0], time.monotonic()
        if len(self.buckets) > 10_000:
            self.buckets = {who: bucket for who, bucket in self.buckets.items() if now - bucket.last < 60}
        bucket = self.buckets.get(address) or self.buckets.setdefault(address, Bucket(self.rate, self.burst, now))
        return bucket.take(now)


def at_home(name: str) -> bool:
    """Whether a host's name or address means this machine, wherever one asks."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


async def _answer(send: Send, status: int, code: str) -> None:
    body = wire.encode(wire.Problem(code, wire.Said(code)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
