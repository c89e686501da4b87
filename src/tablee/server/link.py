"""A WebSocket connection: uvicorn's, with a shortcut.

Through ASGI, every message costs a queue, a task and two system calls that pause and resume reading: as much as the rules do. So
once a device has said hello, what it sends is passed on at once, and what it is sent is written at once. Texts that arrive in one
piece are read here, which takes a quarter of the time; `websockets` reads everything else. A connection on which a lot arrives
together is read in slices, so that the others have their turns.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without a compiler
    from websockets.utils import apply_mask

from tablee.protocol.reasons import Close
from tablee.protocol.wire import LONGEST
from tablee.rooms.sockets import Listener
from tablee.rooms.visitors import Visitor
from tablee.server.turns import whose

if TYPE_CHECKING:
    from tablee.server.connections import Connections

LINK = "tablee.link"  # the extension of an ASGI scope that holds the link
BYTES_AT_ONCE, FRAMES_AT_ONCE = 2048, 20  # read from a connection before others get a turn
TEXT = 0x81  # the first byte of a frame that is a whole text
MASK = 4  # bytes
RESTART = b"\x88\x02\x03\xf4"  # the frame that closes a socket with 1012
TOO_MANY = b"\x88\x02" + Close.TOO_MANY.to_bytes(2, "big")
AFTER_CLOSE = 1 << 14  # bytes that a client may still send after it was told that the socket is closed


def frame_in(data: bytes) -> tuple[int, int]:
    """Where the payload of the first frame begins, and where it ends, perhaps beyond the data.

    (0, all) if the frame is too long or not masked: then `websockets` closes the connection."""
    if len(data) < 2:
        return 2, 2
    size, payload = data[1] & 127, 2 + MASK
    if size == 126:
        if len(data) < 4:
            return 4, 4
        size, payload = int.from_bytes(data[2:4], "big"), 4 + MASK
    if data[1] < 128 or size == 127 or size > LONGEST:
        return 0, len(data)
    return payload, payload + size


class Link(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listener: Listener | None = None
        self.rest = b""  # has arrived, but is not read yet
        self.piece = b""  # the beginning of a frame
        self.cutting = True  # into frames, until one is broken
        self.full = False  # the client does not read, or slowly
        self.visitor: Visitor = ""
        self.files = 1
        self.guard: Connections | None = None
        self.after_close = 0  # bytes that came then
        self.in_scope = False  # of an application, which a refused upgrade does not reach
        self.joined: asyncio.Transport | None = None  # to the process that owns the match

    # passing everything on to another process
    def join(self, transport: asyncio.Transport) -> None:
        self.joined = transport
        self.handshake_complete = True
        if self.guard is not None:
            self.guard.passed_on(self)

    def shutdown(self) -> None:
        if self.joined is None:
            super().shutdown()
        else:
            self.transport.write(RESTART)
            self.transport.close()

    # for `Connections`
    @property
    def idle(self) -> bool:
        return False

    def drop(self) -> None:
        """Because there are too many connections."""
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.transport.write(TOO_MANY)
        self.transport.abort()

    # sending
    def write(self, text: bytes) -> None:
        """Sends a text. Without effect if the connection is closed."""
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(head + text)

    async def send(self, message: Any) -> None:
        """Through ASGI: only the beginning and the end. Uvicorn would log that a refused upgrade has not been answered."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full = True
        if self.joined is not None:
            self.joined.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full = False
        if self.joined is not None:
            self.joined.resume_reading()
        if self.listener is not None:
            self.listener.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """Breaks the cycles that hold this link and, through its listener, a room: old cycles are hardly ever collected."""
        super().connection_lost(exc)
        if self.guard is not None:
            self.guard.closed(self)
        self.listener = None
        self.conn.parser.close()
        if self.in_scope:
            self.scope["extensions"].pop(LINK, None)

    # receiving
    def listen(self, listener: Listener) -> None:
        """From now on, messages go to the listener, including those that already wait; `receive` only tells the end."""
        self.listener = listener
        for event in [self.queue.get_nowait() for _ in range(self.queue.qsize())]:
            if event["type"] == "websocket.receive":
                listener.hear(event.get("text") or event.get("bytes") or b"")
            else:
                self.queue.put_nowait(event)
        self._resume_reading()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][LINK] = self  # type: ignore[assignment]
            self.in_scope = True

    def data_received(self, data: bytes) -> None:
        if self.joined is not None:
            if not self.joined.is_closing():
                self.joined.write(data)
            return
        if self.rest:
            self.rest += data
        elif self.guard is None:
            self._read_slice(data)
        elif self.guard.turns.has_time(network := whose(self.visitor)):
            self.guard.turns.run(network, partial(self._read_slice, data))
        else:
            self._read_later(data)

    def _read_slice(self, data: bytes) -> None:
        if self.close_sent:
            self.after_close += min(len(data), BYTES_AT_ONCE)
            if max(len(data), self.after_close) > AFTER_CLOSE:
                self.transport.abort()
                return
        rest = self._read(data[:BYTES_AT_ONCE]) + data[BYTES_AT_ONCE:]
        if rest and not self.transport.is_closing():
            self._read_later(rest)

    def _read_later(self, data: bytes) -> None:
        self.rest = data
        self.read_paused = True
        self.transport.pause_reading()
        if self.guard is None:
            self.loop.call_soon(self._read_on)
        else:
            self.guard.turns.wait(whose(self.visitor), self._read_on)

    def _read(self, data: bytes) -> bytes:
        """Returns what is left of it for the next turn."""
        if not self.cutting or not self.handshake_initiated:
            super().data_received(data)
            return b""
        data, self.piece = self.piece + data, b""
        for _ in range(FRAMES_AT_ONCE):
            payload, end = frame_in(data)
            if end > len(data):
                self.piece = data
                return b""
            frame, data = data[:end], data[end:]
            self.cutting = payload > 0
            if not self._is_text(frame) or not self._hear(frame, payload):
                super().data_received(frame)
            if not data:
                return b""
        return data

    def _is_text(self, frame: bytes) -> bool:
        """A whole text, and somebody listens."""
        if frame[0] != TEXT or not self.cutting or self.listener is None:
            return False
        return not (self.frames or self.close_sent or self.transport.is_closing())

    def _hear(self, frame: bytes, payload: int) -> bool:
        """False if it is not valid UTF-8."""
        try:
            text = apply_mask(frame[payload:], frame[payload - MASK : payload]).decode()
        except UnicodeDecodeError:
            return False
        assert self.listener is not None
        self.listener.hear(text)
        return True

    def _read_on(self) -> None:
        data, self.rest = self.rest, b""
        if self.transport.is_closing():
            return
        if self.joined is not None:
            self.data_received(data)
        else:
            self._read_slice(data)
        if not self.rest and self.queue.empty():
            self._resume_reading()

    def _resume_reading(self) -> None:
        if self.read_paused and not self.rest:
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        data = b"".join(self.frames)
        try:
            message = data.decode() if self.curr_msg_data_type == "text" else data
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # which closes the connection
            return
        if self.listener is None or self.close_sent:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.listener.hear(message)

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._count()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count()

    def _count(self) -> None:
        if self.listener is not None:
            self.listener.count()
