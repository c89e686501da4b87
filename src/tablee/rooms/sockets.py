"""The devices' sockets: each has a bounded queue, measures its round trip, and passes commands on to its room."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from statistics import median
from typing import Protocol, TypeAlias

from tablee.core.game import Refusal
from tablee.protocol import wire
from tablee.protocol.reasons import REASONS, Close, Refused, code_of
from tablee.rooms.directory import Directory
from tablee.rooms.meters import Meters
from tablee.rooms.outbox import Device, DeviceId
from tablee.rooms.room import Room
from tablee.rooms.settings import RoomSettings
from tablee.rooms.task import RoomTask
from tablee.rooms.visitors import Bucket

MESSAGES, BYTES = 512, 4 << 20  # limits of a socket's queue
HELLO = 10.0  # seconds until `hello` must arrive
MAX_VIOLATIONS = 50  # messages over the rate limit before the socket is closed
LATER = 1 << 60


NextMessage: TypeAlias = Callable[[], Awaitable[str | bytes | None]]  # the next message, or None after the last one
CloseLink: TypeAlias = Callable[[Close], Awaitable[None]]


class Listener(Protocol):
    def hear(self, message: str | bytes) -> None: ...

    def count(self) -> None:
        """A frame that is no message."""

    def drained(self) -> None:
        """There is room again for what is to be sent."""


class DeviceLink(Protocol):
    """How a socket reaches its device: a connection, or the page in the same browser."""

    full: bool  # the device does not read, or slowly

    def write(self, text: bytes) -> None: ...

    def listen(self, listener: Listener) -> None:
        """From now on, messages go to the listener."""


class Socket:
    """One connection. If its queue overflows, the client is disconnected; when it reconnects, it gets a new snapshot."""

    __slots__ = (
        *("bucket", "bytes", "close", "closer", "closing", "ended", "id", "lag", "link", "meters", "next_ping", "patience"),
        *("pinged", "queue", "room", "rounds"),
    )

    def __init__(self, id: DeviceId, link: DeviceLink, close: CloseLink, settings: RoomSettings, meters: Meters) -> None:
        self.id, self.link, self.close, self.meters = id, link, close, meters
        self.room: RoomTask | None = None
        self.bucket, self.patience = Bucket(settings.rate, settings.burst, time.monotonic()), MAX_VIOLATIONS
        self.lag = 0  # half the round trip, in ms
        self.queue: deque[bytes] = deque()  # what waits because the client does not read
        self.bytes = 0
        self.closer: asyncio.Task[None] | None = None
        self.closing: Close | None = None  # the code to close with, once the queue is empty
        self.ended = False
        self.pinged: tuple[int, int] | None = None  # id, when
        self.next_ping = LATER  # no pings before `hello`
        self.rounds: tuple[int, ...] = ()

    # sending
    def send(self, data: bytes) -> None:
        if self.closing is not None or self.ended:
            return
        if not self.link.full:
            self.link.write(data)
            return
        self.queue.append(data)
        self.bytes += len(data)
        if len(self.queue) > MESSAGES or self.bytes > BYTES:
            self.meters.slow_sockets += 1
            self.queue.clear()
            self.bytes = 0
            self.end(Close.SLOW)

    def end(self, code: Close = Close.TRY_AGAIN) -> None:
        """Closes the socket once its queue is sent. The client will reconnect unless the code says otherwise."""
        if self.closing is None and not self.ended:
            self.closing = code
            self.drained()

    def drained(self) -> None:
        while self.queue and not self.link.full:
            data = self.queue.popleft()
            self.bytes -= len(data)
            self.link.write(data)
        if self.closing is not None and not self.queue and self.closer is None:
            self.closer = asyncio.create_task(self._close())

    async def _close(self) -> None:
        with suppress(Exception):  # the other side may be gone at any time
            await self.close(self.closing or Close.TRY_AGAIN)

    def refuse(self, cmd: int | None, refusal: Refusal) -> None:
        self.send(wire.encode(wire.No(cmd, code_of(refusal), wire.said(refusal.message))))

    # receiving
    def hear(self, message: str | bytes) -> None:
        """Passes a command on to the room."""
        if self.closing is not None or self.ended or self.room is None:
            return
        try:
            command = wire.read_command(message)
        except wire.UNREADABLE:
            command = None
        if not self.bucket.take(time.monotonic()):
            self.refuse(command.cmd if isinstance(command, wire.Act | wire.AskSheet) else None, Refused("slow-down"))
            self._lose_patience()
        elif command is None:
            self.refuse(None, Refused("bad-message"))
        elif isinstance(command, wire.Pong):
            self.pong(command.id, self.room.services.clock.now())
        else:
            self.room.tell(Room.hear, self.id, command, self.lag)

    def count(self) -> None:
        """Other frames are limited like messages."""
        if not self.bucket.take(time.monotonic()):
            self._lose_patience()

    def _lose_patience(self) -> None:
        self.patience -= 1
        if not self.patience:
            self.end(Close.TOO_MANY)

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

    async def serve(self, match: str, link: DeviceLink, receive: NextMessage, close: CloseLink) -> None:
        """One connection, from its first message until it is closed. After `hello`, messages go to the link's listener."""
        socket = Socket(next(self.ids), link, close, self.settings, self.directory.meters)
        self._opened(socket)
        try:
            async with asyncio.timeout(HELLO):
                socket.room = await self._enter(match, socket, receive)
            if socket.room is not None:
                socket.ping(self.clock.now(), self.settings.ping)
                link.listen(socket)
                await receive()  # until it is closed
        except TimeoutError:
            socket.end(Close.SILENT)
        finally:
            self._closed(socket)
            if socket.room is not None:
                socket.room.tell(Room.disconnect, socket.id)
            if socket.closer is not None:
                await socket.closer

    def _opened(self, socket: Socket) -> None:
        self.open.add(socket)
        self.directory.connections[socket.id] = socket
        self.directory.meters.sockets += 1

    def _closed(self, socket: Socket) -> None:
        socket.ended = True
        self.open.discard(socket)
        self.directory.connections.pop(socket.id, None)
        self.directory.meters.sockets -= 1

    async def _enter(self, match: str, socket: Socket, receive: NextMessage) -> RoomTask | None:
        data = await receive()
        if data is None:
            return None
        room: RoomTask | None = None
        try:
            hello = wire.read_hello(data)
            person, shared = await self._person(match, hello.token)
            room = await self.directory.room(match)
            await room.ask(Room.connect, Device(socket.id, person, hello.client.replace("\0", ""), shared))
        except Refusal as refusal:
            socket.refuse(None, refusal)
            socket.end(REASONS[code_of(refusal)].close)
            return None
        except wire.UNREADABLE:
            socket.refuse(None, Refused("bad-message"))
            socket.end(Close.BAD_MESSAGE)
            return None
        except BaseException:
            if room is not None:
                room.tell(Room.disconnect, socket.id)  # the room may have accepted it already
            raise
        return room

    async def _person(self, match: str, token: str) -> tuple[int | None, bool]:
        """Whose token it is, and whether it was passed on. None, without a token, is a spectator. Raises Refused."""
        if not token:
            if not await self.directory.meters.load.calms_down():
                self.directory.meters.refused["late"] += 1
                raise Refused("try-again")
            return None, False
        holder = await self.directory.store.holder(match, token)
        if holder is None:
            raise Refused("bad-token")
        return holder
