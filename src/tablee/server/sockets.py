"""The devices' sockets: each has a bounded queue, measures its round trip, and passes commands on to its room."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from itertools import count
from statistics import median

from tablee.core.game import Refusal
from tablee.server import wire
from tablee.server.admission import Bucket, Receive, Send
from tablee.server.directory import Directory
from tablee.server.metrics import Metrics
from tablee.server.outbox import Device, DeviceId
from tablee.server.reasons import REASONS, Close, Refused, code_of
from tablee.server.requests import Connect, Disconnect, Say
from tablee.server.room_task import RoomTask

MESSAGES, BYTES = 512, 4 << 20  # limits of a socket's queue
HELLO = 10.0  # seconds until `hello` must arrive
PATIENCE = 50  # messages over the rate limit before the socket is closed
LATER = 1 << 60


class Socket:
    """One connection. If its queue overflows, the client is disconnected; when it reconnects, it gets a new snapshot."""

    __slots__ = ("bytes", "closing", "drain", "ended", "id", "lag", "metrics", "next_ping", "pinged", "queue", "rounds", "write")

    def __init__(self, id: DeviceId, write: Send, metrics: Metrics) -> None:
        self.id, self.write, self.metrics = id, write, metrics
        self.lag = 0  # half the round trip, in ms
        self.queue: deque[bytes] = deque()
        self.bytes = 0
        self.drain: asyncio.Task[None] | None = None
        self.closing: Close | None = None  # the code to close with, once the queue is empty
        self.ended = False
        self.pinged: tuple[int, int] | None = None  # id, when
        self.next_ping = LATER  # no pings before `hello`
        self.rounds: tuple[int, ...] = ()

    def send(self, data: bytes) -> None:
        if self.closing is not None or self.ended:
            return
        self.queue.append(data)
        self.bytes += len(data)
        if len(self.queue) > MESSAGES or self.bytes > BYTES:
            self.metrics.slow.inc()
            self.queue.clear()
            self.bytes = 0
            self.end(Close.SLOW)
            return
        self._start()

    def end(self, code: Close = Close.TRY_AGAIN) -> None:
        """Closes the socket once its queue is sent. The client will reconnect unless the code says otherwise."""
        if self.closing is None and not self.ended:
            self.closing = code
            self._start()

    def _start(self) -> None:
        if self.drain is None:  # idle sockets have no task, to save memory
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

    def refuse(self, cmd: int | None, refusal: Refusal) -> None:
        self.send(wire.encode(wire.No(cmd, code_of(refusal), wire.said(refusal.message))))

    def ping(self, now: int, every: int) -> None:
        """Measures the round trip; closes the socket if a device has not answered for long."""
        self.next_ping = now + every
        if self.pinged is not None:
            if now - self.pinged[1] > 3 * every:
                self.end(Close.SILENT)
            return
        self.pinged = (now, now)
        self.send(wire.encode(wire.Ping(now)))

    def pong(self, id: int, now: int) -> None:
        if self.pinged is not None and id == self.pinged[0]:
            self.rounds = (*self.rounds[-4:], now - self.pinged[1])
            self.lag = int(median(self.rounds)) // 2
            self.pinged = None


class Sockets:
    """Accepts connections and passes their commands to the rooms."""

    def __init__(self, directory: Directory) -> None:
        self.directory, self.settings, self.clock = directory, directory.settings, directory.settings.clock
        self.open: set[Socket] = set()
        self.ids = count(1)
        self.pinger = asyncio.create_task(self._pings())

    async def close(self) -> None:
        self.pinger.cancel()
        await asyncio.gather(self.pinger, return_exceptions=True)

    async def _pings(self) -> None:
        while True:
            await asyncio.sleep(min(1.0, self.settings.ping / 2000))
            now = self.clock.now()
            for socket in list(self.open):
                if now >= socket.next_ping:
                    socket.ping(now, self.settings.ping)

    async def __call__(self, match: str, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        socket, room = Socket(next(self.ids), send, self.directory.metrics), None
        self._opened(socket)
        try:
            async with asyncio.timeout(HELLO):
                room = await self._enter(match, socket, receive)
            if room is not None:
                socket.ping(self.clock.now(), self.settings.ping)
                await self._listen(socket, room, receive)
        except TimeoutError:
            socket.end(Close.SILENT)
        finally:
            self._closed(socket)
            if room is not None:
                room.tell(Disconnect(socket.id))
            if socket.drain is not None and socket.closing is not None:
                await socket.drain

    def _opened(self, socket: Socket) -> None:
        self.open.add(socket)
        self.directory.connections[socket.id] = socket
        self.directory.metrics.open_sockets += 1

    def _closed(self, socket: Socket) -> None:
        socket.ended = True
        self.open.discard(socket)
        self.directory.connections.pop(socket.id, None)
        self.directory.metrics.open_sockets -= 1

    async def _enter(self, match: str, socket: Socket, receive: Receive) -> RoomTask | None:
        data = await _next(receive)
        if data is None:
            return None
        room: RoomTask | None = None
        try:
            hello = wire.read_hello(data)
            person, shared = self._person(match, hello.token)
            room = await self.directory.room(match)
            await room.ask(Connect(Device(socket.id, person, hello.client, shared)))
        except Refusal as refusal:
            socket.refuse(None, refusal)
            socket.end(REASONS[code_of(refusal)].close)
            return None
        except wire.UNREADABLE:
            _bad_message(socket)
            socket.end(Close.BAD_MESSAGE)
            return None
        except BaseException:
            if room is not None:
                room.tell(Disconnect(socket.id))  # the room may have accepted it already
            raise
        return room

    def _person(self, match: str, token: str) -> tuple[int | None, bool]:
        """Whose token it is, and whether it was passed on. None, without a token, is a spectator. Raises Refused."""
        if not token:
            return None, False
        holder = self.directory.store.holder(match, token)
        if holder is None:
            raise Refused("bad-token")
        return holder

    async def _listen(self, socket: Socket, room: RoomTask, receive: Receive) -> None:
        bucket, patience = Bucket(self.settings.rate, self.settings.burst, time.monotonic()), PATIENCE
        while (data := await _next(receive)) is not None and socket.closing is None:
            try:
                command = wire.read_command(data)
            except wire.UNREADABLE:
                command = None
            if not bucket.take(time.monotonic()):
                patience -= 1
                socket.refuse(command.cmd if isinstance(command, wire.Act | wire.AskSheet) else None, Refused("slow-down"))
                if not patience:
                    socket.end(Close.TOO_MANY)
            elif command is None:
                _bad_message(socket)
            elif isinstance(command, wire.Pong):
                socket.pong(command.id, self.clock.now())
            else:
                room.tell(Say(socket.id, command, socket.lag))


async def _next(receive: Receive) -> bytes | str | None:
    """The next message, or None after the last one."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text: str | None = event.get("text")
    data: bytes = event.get("bytes") or b""
    return data if text is None else text


def _bad_message(socket: Socket) -> None:
    socket.refuse(None, Refused("bad-message"))
