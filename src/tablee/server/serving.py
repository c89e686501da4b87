"""Runs the table: the listening socket, uvicorn, logs."""

from __future__ import annotations

import gc
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from tablee.core.game import BadText, say
from tablee.server import wire
from tablee.server.app import make_app
from tablee.server.settings import Settings

SEND_BUFFER = 64 * 1024
STUCK = 20_000  # ms after which the kernel gives up a client that reads nothing
KEEP = 75  # seconds that an idle connection stays: longer than others keep theirs, so that nobody writes to one that closes
SWITCH = 0.0005  # seconds; the writer's thread must not keep the loop waiting for the usual 5 ms
CYCLES = 200_000  # new objects before Python looks for cycles; matches make none, and a look stops the loop for 50 ms and more
HEADERS = [  # every answer, a file and an error too, says what a browser may do with it
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:"),
]
STANDARD = frozenset(vars(logging.makeLogRecord({})))


class JsonLines(logging.Formatter):
    """One JSON object a line. What is logged is chosen where it is logged; no message carries a name, token or card."""

    def format(self, record: logging.LogRecord) -> str:
        more = {name: value for name, value in vars(record).items() if name not in STANDARD and name != "color_message"}
        line = {"time": round(record.created, 3), "level": record.levelname.lower(), "what": record.getMessage(), **more}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_to(stream: Any, level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    for name in ("tablee", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    logging.getLogger("tablee").setLevel(level)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # its other lines hold addresses and paths


def listen(host: str, port: int) -> socket.socket:
    """With sansio a client that stops reading cannot be closed with a code, so the kernel ends it. Raises BadText."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio leaves Nagle's delay on
    try:
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
    """Says when it is ready, and does not die of the signal it was stopped by."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def config(app: Any, tls: tuple[str, str] | None = None, proxies: str = "") -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=wire.LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # sockets have their own, which measure the round trip
        log_config=None,
        access_log=False,
        server_header=False,
        headers=HEADERS,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_keep_alive=KEEP,
        timeout_graceful_shutdown=10,
        ssl_certfile=tls[0] if tls else None,
        ssl_keyfile=tls[1] if tls else None,
    )


def settle_down() -> None:
    """What a process that must answer within milliseconds asks of Python, once everything is loaded."""
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(CYCLES)


def serve(
    settings: Settings, sock: socket.socket, ready: Callable[[], None], tls: tuple[str, str] | None = None, proxies: str = ""
) -> bool:
    """Until a signal; open sockets are then closed with 1012, which tells clients to come back. True if all went well."""
    log_to(sys.stderr)
    server = Server(config(make_app(settings), tls, proxies), ready)
    settle_down()
    server.run(sockets=[sock])
    return server.started
