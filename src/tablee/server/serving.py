"""Runs the server: the listening socket, uvicorn, logs."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import platform
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from tablee import __version__
from tablee.core.game import BadText, say
from tablee.protocol import wire
from tablee.rooms.api import list_games
from tablee.rooms.directory import Directory
from tablee.server.admission import Admission
from tablee.server.app import make_app
from tablee.server.connections import ENOUGH, GuardedProtocol
from tablee.server.link import Link
from tablee.server.operator import data_name
from tablee.server.pages import STYLE_SOURCE
from tablee.server.settings import Settings
from tablee.server.sparing_log import log_sparingly

log = logging.getLogger("tablee")
SEND_BUFFER = 64 * 1024
STUCK = 20_000  # ms after which the kernel drops a client that reads nothing
KEEP = 75  # seconds to keep idle connections: longer than proxies and clients do, so that none sends on one we are closing
SWITCH = 0.0005  # seconds; with the default 5 ms, the writer thread would hold up the event loop
ALL, RARELY = 36_000, 10  # ticks (a tenth of a second each) between garbage collections of everything, and of what is new
SHORT = 0.02  # seconds of processor time that a collection may take before the next one comes sooner
POLICY = (
    f"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' {STYLE_SOURCE}; worker-src 'self'; "
    "connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = [  # security headers for every response, including files and errors
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", POLICY),
]
TLS_HEADERS = [("Strict-Transport-Security", "max-age=31536000")]  # browsers ignore it with a self-signed certificate
STANDARD = frozenset(vars(logging.makeLogRecord({})))


class JsonLines(logging.Formatter):
    """Formats logs as one JSON object per line. Callers must not log names, tokens or cards."""

    def format(self, record: logging.LogRecord) -> str:
        more = {name: value for name, value in vars(record).items() if name not in STANDARD and name != "color_message"}
        line = {"time": round(record.created, 3), "level": record.levelname.lower(), "what": record.getMessage(), **more}
        if record.exc_info and not isinstance(record.exc_info[1], UnicodeDecodeError):  # a client's fault; the message says it
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_to(stream: Any, level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    for name in ("tablee", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    logging.getLogger("tablee").setLevel(level)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # its other messages contain addresses and paths
    log_sparingly()


def listen(host: str, port: int) -> socket.socket:
    """Opens the listening socket. Raises BadText.

    uvicorn's sansio cannot close a client that has stopped reading, so the kernel drops it after a timeout.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sets TCP_NODELAY only if it is named
    try:
        if sys.platform == "win32":  # where SO_REUSEADDR would let two servers have one port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK)
        sock.bind((host, port))
        sock.listen(2048)
    except OSError as error:
        sock.close()
        raise BadText(say("no-listen", host=host, port=port, why=error.strerror or str(error))) from None
    return sock


class Server(uvicorn.Server):
    """Calls back when it is ready, collects garbage in small portions, and does not re-raise the signal that stopped it."""

    def __init__(self, config: uvicorn.Config, settings: Settings, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.settings, self.ready = settings, ready
        self.pause, self.next_collection = 1, 1  # in ticks

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        directory: Directory = self.config.app.app.state.directory  # type: ignore[union-attr]
        if directory.store.shared:
            await directory.leave()
            await asyncio.sleep(self.settings.leaving)  # until proxies have noticed; everything is passed on to the others
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Collects garbage little by little: each object is looked at once, when it is new, within a second.

        Left to itself, the collector looks at hundreds of thousands of objects at a time and stops the loop for 100 ms or more.
        Cycles that were still in use are found when nobody is connected.
        """
        if counter % ALL == 0 and counter and not self.server_state.connections:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        elif counter >= self.next_collection or counter == 0:
            began = time.thread_time()
            gc.collect(0)
            gc.freeze()
            self._plan_collection(counter, time.thread_time() - began)
        return await super().on_tick(counter)

    def _plan_collection(self, counter: int, took: float) -> None:
        """The longer the pause, the more of what is new is gone by itself, but what is left takes longer."""
        self.pause = max(1, self.pause // 2) if took > SHORT else min(RARELY, self.pause + 1) if took < SHORT / 2 else self.pause
        self.next_collection = counter + self.pause

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def config(app: Any, tls: tuple[str, str] | None = None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=GuardedProtocol if isinstance(app, Admission) else "h11",
        ws=Link,
        ws_max_size=wire.LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # we send our own pings, which measure the round trip
        log_config=None,
        access_log=False,
        server_header=False,
        headers=[*HEADERS, *(TLS_HEADERS if tls else ())],
        proxy_headers=False,  # `Admission` reads them
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=10,
        ssl_certfile=tls[0] if tls else None,
        ssl_keyfile=tls[1] if tls else None,
    )


def settle_down() -> None:
    """Tunes Python for answers within milliseconds, once everything is loaded."""
    sys.setswitchinterval(SWITCH)
    gc.disable()  # `Server.on_tick` collects
    gc.freeze()


def serve(
    settings: Settings, sock: socket.socket, ready: Callable[[], None], tls: tuple[str, str] | None = None, proxies: str = ""
) -> bool:
    """Serves until a signal, then closes all sockets with 1012, which tells clients to reconnect. True if all went well."""
    log_to(sys.stderr)
    app = make_app(settings, proxies)
    if app.connections.files < ENOUGH:
        few = {"files": app.connections.files, "connections": app.connections.most, "recommended": ENOUGH}
        log.warning("few file descriptors: raise the hard limit (LimitNOFILE)", extra=few)
    list_games(settings)  # now, so that nobody waits for it later

    def started() -> None:
        about = {"version": __version__, "data": data_name(settings.data), "address": settings.around + settings.base_path}
        log.info("started", extra={**about, "python": platform.python_version()})
        ready()

    server = Server(config(app, tls), settings, started)
    settle_down()
    began = time.monotonic()
    server.run(sockets=[sock])
    log.info("stopped", extra={"version": __version__, "seconds": round(time.monotonic() - began)})
    return server.started
