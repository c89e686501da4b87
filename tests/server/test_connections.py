"""Nobody keeps others waiting by what they send over a connection, or by not reading what they are sent."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import subprocess
import sys
import time
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve

from tablee import client
from tablee.protocol import wire
from tablee.protocol.reasons import Close, Refused
from tablee.rooms.meters import Meters
from tablee.rooms.visitors import networks
from tablee.server import app as server_app
from tablee.server import bodies as server_bodies
from tablee.server import compression as server_compression
from tablee.server.bodies import LARGE
from tablee.server.compression import PIECE, PackedFile, in_pieces
from tablee.server.connections import DROPPED, ENOUGH, Connections
from tablee.server.link import BYTES_AT_ONCE, FRAMES_AT_ONCE, Link
from tablee.server.serving import JsonLines, log_to
from tablee.server.sparing_log import OnceAMinute
from tablee.server.sparing_log import log as visitors_log
from tests.games_here import find
from tests.server.attacks import EVE, HALF, HERE, STRANGER, UPGRADE, connected, frame, heard
from tests.server.lone_room import LoneRoom, make_settings
from tests.server.running import OPEN, Nursery, running, settings, sit_down

EASY = find("take-it-easy")


# Requests that never arrive
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def health(base: str) -> int:
    async with httpx.AsyncClient(trust_env=False, timeout=10) as http:
        return (await http.get(f"{base}/healthz")).status_code


BODY = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"


@pytest.mark.parametrize("text", [b"", b"GET / HT", HALF, BODY])
def test_a_request_that_never_arrives_is_given_up(tmp_path: Path, text: bytes) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db", header_time=0.2, body_time=0.2)) as here, asyncio.timeout(20):
            with await connected(here.base, text) as sock:
                assert (await heard(sock, b"")).startswith(b"HTTP/1.1 408 ")
            with await connected(here.base, WHOLE) as sock:  # the second request on a connection, too
                assert b'"ok"' in await heard(sock, b"}")
                await asyncio.get_running_loop().sock_sendall(sock, text or b"G")
                assert b" 408 " in await heard(sock, b"")
            guard = here.app.connections
            assert (guard.count, guard.half, guard.headers, guard.bodies) == (0, {}, {}, {})

    asyncio.run(run())


def test_half_sent_requests_push_out_only_their_own_visitor(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db", half_open=20)) as here:
            with ExitStack() as held:
                for _ in range(60):
                    held.enter_context(await connected(here.base, HALF))
                assert await health(here.base) == 200
                guard = here.app.connections
                assert guard.half == {"127.0.0.1": 20} or guard.half == {"127.0.0.1": 19}  # after /healthz pushed one out
                assert guard.count <= 21

    asyncio.run(run())


def test_without_file_descriptors_the_greediest_visitor_loses_the_oldest_connection(tmp_path: Path) -> None:
    """Idle connections count too: here, each has asked for something."""

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            guard = here.app.connections
            guard.most = 30
            with ExitStack() as held:
                for _ in range(60):
                    held.enter_context(await connected(here.base, WHOLE))
                assert await health(here.base) == 200
                assert guard.count <= 30

    asyncio.run(run())


def test_sockets_of_one_visitor_do_not_lock_others_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """More than there are descriptors: their visitor loses the oldest, whoever comes and whoever plays does not notice."""
    for once in visitors_log.filters:  # others may have been dropped less than a minute ago
        if isinstance(once, OnceAMinute):
            once.last.clear()

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(60):
            guard = here.app.connections
            (me,) = await sit_down(here.base, EASY.game.id, [OPEN])
            playing = me.socket
            guard.most = 30
            with ExitStack() as held:
                sockets = []
                for _ in range(60):
                    sockets.append(held.enter_context(await connected(here.base, UPGRADE % me.match.encode(), EVE)))
                    assert b" 101 " in await heard(sockets[-1], b"\r\n\r\n")
                assert (await heard(sockets[0], b"")).endswith(b"\x88\x02" + Close.TOO_MANY.to_bytes(2, "big"))
                for _ in range(50):
                    sock = held.enter_context(await connected(here.base, WHOLE, STRANGER))
                    assert b'"ok"' in await heard(sock, b"}")
                    sock.close()
                assert guard.count <= 30
                assert len(guard.open[EVE]) > 20
                assert me.socket is playing
                idle = held.enter_context(await connected(here.base, WHOLE, EVE))
                assert b'"ok"' in await heard(idle, b"}")
                before = len([one for one in guard.open[EVE] if isinstance(one, Link)])
                held.enter_context(await connected(here.base, HALF, EVE))
                while guard.half[EVE] < 1:
                    await asyncio.sleep(0.01)
                assert await heard(idle, b"") == b"", "of one's own, what nobody misses goes first"
                assert len([one for one in guard.open[EVE] if isinstance(one, Link)]) == before
            await me.close()
            while guard.count:
                await asyncio.sleep(0.01)
            assert not guard.open

    asyncio.run(run())
    assert DROPPED["files"] in caplog.messages


class FakeLink:
    files = 1
    guard: Any = None

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor


def test_behind_a_proxy_sockets_belong_to_its_visitors() -> None:
    chosen = make_settings()
    guard = Connections(chosen, Meters(), 1024, "10.0.0.1")
    links: list[Any] = [FakeLink("10.0.0.1") for _ in range(3)]
    for link in links:
        guard._add(link)
    for link in links[:2]:
        guard.belongs_to(link, "2001:db8:1:2::")
    guard.passed_on(links[0])
    guard.passed_on(links[0])
    assert guard.count == 4  # one of them needs another descriptor, for the process that owns its table
    assert {network: len(own) for network, own in guard.open.items()} == {
        "10.0.0.1": 1,
        **dict.fromkeys(networks("2001:db8:1:2::"), 2),
    }
    for link in links:
        guard.closed(link)
    assert (guard.count, guard.open) == (0, {})
    guard.passed_on(links[1])
    assert guard.count == 0


def test_a_start_with_few_descriptors_warns(tmp_path: Path) -> None:
    """`docs/hosting.md` says how many are enough."""
    told = []
    for files in (1024, ENOUGH):
        with (tmp_path / f"log{files}").open("wb") as log:
            nursery = Nursery(tmp_path / "t.db", log, files=files)
            try:
                nursery.start()
                nursery.kill()
            finally:
                nursery.close()
        lines = map(json.loads, (tmp_path / f"log{files}").read_text().splitlines())
        told.append([line for line in lines if line["what"] != "started"])
    assert [line["files"] for line in told[0]] == [1024]
    assert told[1] == []


def test_a_proxy_is_not_a_visitor(tmp_path: Path) -> None:
    chosen = make_settings(half_open=2)
    guard = Connections(chosen, Meters(), 1024, "10.0.0.0/8, 192.0.2.7, unix:")
    assert [guard.is_proxy(who) for who in ("10.1.2.3", "192.0.2.7", "192.0.2.8")] == [True, True, False]
    assert Connections(chosen, Meters(), 1024, "*").is_proxy("2001:db8::")


def test_the_limit_of_file_descriptors_is_raised() -> None:
    code = """
import resource
from tablee.server.connections import raise_file_limit
resource.setrlimit(resource.RLIMIT_NOFILE, (100, min(3000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
print(raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 100)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "True\n"


# Requests that are refused
def test_a_request_with_two_lengths_is_refused_and_its_connection_closed(tmp_path: Path) -> None:
    """Where it ends is a matter of opinion: a proxy could take the rest for the next visitor's request."""
    both = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(20):
            with await connected(here.base, both + WHOLE) as sock:
                answer = await heard(sock, b"")
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert answer.count(b"HTTP/1.1 ") == 1

    asyncio.run(run())


REFUSED_UPGRADES = {
    "400": UPGRADE.replace(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b""),
    "403": UPGRADE.replace(b"localhost", b"evil.example"),
    "404": UPGRADE.replace(b"/api/socket/", b"/elsewhere/"),
}


@pytest.mark.parametrize("status", REFUSED_UPGRADES)
def test_a_refused_upgrade_is_answered_without_a_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture, status: str) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(20):
            with await connected(here.base, REFUSED_UPGRADES[status] % b"x") as sock:
                assert (await heard(sock, b"")).startswith(f"HTTP/1.1 {status} ".encode())
            while here.server.server_state.connections:
                await asyncio.sleep(0.01)

    asyncio.run(run())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_visitor_with_too_many_sockets_is_told_to_wait(tmp_path: Path) -> None:
    async def run() -> None:
        for limits in ({"requests": 0.001, "request_burst": 1}, {"sockets": 1}):
            async with running(settings(tmp_path / "t.db", **limits)) as here, asyncio.timeout(20):
                with await connected(here.base, UPGRADE % b"x") as first:
                    assert b" 101 " in await heard(first, b"\r\n\r\n")
                    with await connected(here.base, UPGRADE % b"x") as sock:
                        answer = (await heard(sock, b"")).lower()
            assert answer.startswith(b"http/1.1 429 ")
            assert b"retry-after: 5" in answer

    asyncio.run(run())


@pytest.mark.parametrize("refuses", [True, False], ids=["429", "try-again"])
def test_a_client_comes_back_more_and_more_slowly(monkeypatch: pytest.MonkeyPatch, refuses: bool) -> None:
    """To a server that refuses its socket, or that shows the table and closes at once."""
    pauses: list[float] = []
    sleep = asyncio.sleep
    table = LoneRoom(EASY, 1)
    table.start()
    snapshot = next(data for _, _, data in table.raw if b'"snapshot"' in data)

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    async def close(socket: ServerConnection) -> None:
        await socket.recv()  # hello
        await socket.send(snapshot, text=True)
        await socket.close(Close.TRY_AGAIN)

    def refuse(socket: ServerConnection, request: Any) -> Any:
        return socket.respond(HTTPStatus.TOO_MANY_REQUESTS, "") if refuses else None

    async def run() -> None:
        async with serve(close, "127.0.0.1", 0, process_request=refuse, ping_interval=None) as server, asyncio.timeout(20):
            port = next(iter(server.sockets)).getsockname()[1]
            player = client.Player(client.Site(f"http://127.0.0.1:{port}"), wire.SeatTicket("x", 0, "t"))
            monkeypatch.setattr("tablee.client.asyncio.sleep", noted)
            playing = asyncio.create_task(player._run())
            while len(pauses) < 14:
                await sleep(0.01)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await player.site.http.aclose()

    asyncio.run(run())
    assert (min if refuses else max)(pauses) >= 1, pauses


def test_what_visitors_cause_is_logged_once_a_minute() -> None:
    now, told = [0.0], io.StringIO()
    logger = logging.getLogger("tablee.test")
    handler = logging.StreamHandler(told)
    handler.setFormatter(JsonLines())
    logger.addHandler(handler)
    logger.addFilter(OnceAMinute(lambda: now[0]))
    logger.propagate = False

    def fail(kind: type[Exception]) -> None:
        try:
            raise kind
        except Exception:
            logger.exception("failed")

    for second in range(120):
        now[0] = second
        for _ in range(10):
            logger.warning("Invalid HTTP request received.")
            fail(ValueError)
        fail(KeyError)
    lines = [json.loads(line) for line in told.getvalue().splitlines()]
    assert len(lines) == 2 * 3
    assert [line.get("left_out") for line in lines] == [None, None, None, 599, 599, 59]


def test_the_server_logs_malformed_requests_sparingly() -> None:
    with capture_logging() as told:
        for _ in range(100):
            logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    assert told.getvalue().count("Invalid HTTP request") == 1


@contextmanager
def capture_logging() -> Iterator[io.StringIO]:
    """What a server writes to its log; then everything is as it was."""
    loggers = [logging.getLogger(name) for name in ("tablee", "uvicorn", "uvicorn.error", "tablee.visitors", "asyncio")]
    before = [(one.handlers, one.propagate, one.level, one.filters) for one in loggers]
    for one in loggers:
        one.filters = []
    told = io.StringIO()
    log_to(told)
    try:
        yield told
    finally:
        for one, (handlers, propagate, level, filters) in zip(loggers, before, strict=True):
            one.handlers, one.propagate, one.filters = handlers, propagate, filters
            one.setLevel(level)


# Floods on one connection
@pytest.mark.parametrize("first", [0x81, 0x89, 0x8A, 0x00], ids=["text", "ping", "pong", "continuation"])
def test_a_flood_of_tiny_frames_is_read_in_slices_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """Thousands arrive at once; others have their turns in between, and soon the socket is closed."""
    sizes: list[int] = []
    frames: list[int] = [0]  # in each slice
    read, cut = Link._read, Link._is_text

    def watched(link: Link, data: bytes) -> bytes:
        sizes.append(len(data))
        frames.append(0)
        return read(link, data)

    def counted(link: Link, data: bytes) -> bool:
        frames[-1] += 1
        return cut(link, data)

    monkeypatch.setattr(Link, "_read", watched)
    monkeypatch.setattr(Link, "_is_text", counted)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", rate=1, burst=20)) as here, asyncio.timeout(30):
            match = (await here.directory.create(wire.Create("take-it-easy", "Eve", [OPEN]), HERE)).match
            begin = b"" if first else frame(0x01, b"{")  # of a message that never ends
            with await connected(here.base, UPGRADE % match.encode()) as sock:
                send = partial(asyncio.get_running_loop().sock_sendall, sock)
                await heard(sock, b"\r\n\r\n")
                await send(frame(0x81, b'{"t":"hello"}'))
                await heard(sock, b'"t":"snapshot"')
                await send(begin + frame(first) * 10_000)
                closed = b"\x88\x02" + Close.TOO_MANY.to_bytes(2, "big")
                assert closed in await heard(sock, closed)
        assert max(sizes) <= BYTES_AT_ONCE
        assert max(frames) == FRAMES_AT_ONCE
        assert len(sizes) > 2

    asyncio.run(run())


def test_messages_are_read_however_they_are_cut(tmp_path: Path) -> None:
    """Byte by byte, several at once, in fragments with a ping in between, and with a length of two bytes."""
    ask, padded = b'{"t":"sheet","cmd":%d}', b'{"t":"sheet",' + b" " * 200 + b'"cmd":%d}'
    long = b"\x81\xfe" + len(padded % 4).to_bytes(2, "big") + bytes(4) + padded % 4

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(30):
            match = (await here.directory.create(wire.Create("take-it-easy", "Eve", [OPEN]), HERE)).match
            with await connected(here.base, UPGRADE % match.encode()) as sock:
                send = partial(asyncio.get_running_loop().sock_sendall, sock)
                await heard(sock, b"\r\n\r\n")
                await send(frame(0x81, b'{"t":"hello"}'))
                await heard(sock, b'"t":"snapshot"')
                for byte in frame(0x81, ask % 1):
                    await send(bytes([byte]))
                    await asyncio.sleep(0)
                assert b'"cmd":1' in await heard(sock, b'"cmd":1')
                await send(frame(0x81, ask % 2) + frame(0x01, ask[:9]) + frame(0x89, b"hi") + frame(0x80, ask[9:] % 3) + long)
                assert b"\x8a\x02hi" in await heard(sock, b'"cmd":4')
                await send(frame(0x81, b"\xff"))
                assert b"\x88" in await heard(sock, (1007).to_bytes(2, "big"))

    asyncio.run(run())


# Large bodies, closed sockets, clients that do not read
def test_large_bodies_are_read_one_in_each_turn_of_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turn, read = 0, []

    def decode(body: bytes, type: Any) -> None:
        read.append((turn, len(body) > LARGE))
        raise Refused("bad-request")

    monkeypatch.setattr(server_bodies, "decode", decode)

    async def run() -> None:
        nonlocal turn
        async with running(settings(tmp_path / "t.db")) as here:
            transport = httpx.ASGITransport(here.app)
            async with httpx.AsyncClient(transport=transport, base_url=here.base, trust_env=False) as http:
                bodies = [{"record": "x" * size} for size in (2 * LARGE, 9) for _ in range(6)]
                posts = [asyncio.ensure_future(http.post("/api/replays", json=body)) for body in bodies]
                while not all(one.done() for one in posts):
                    await asyncio.sleep(0)
                    turn += 1
        assert {one.result().status_code for one in posts} == {400}

    asyncio.run(run())
    large, small = ([turn for turn, big in read if big == wanted] for wanted in (True, False))
    assert len(large) == len(small) == 6
    assert len(set(large)) == 6
    assert len(set(small)) < 6, "the others do not wait for each other"


def test_sockets_that_are_closed_leave_nothing_behind(tmp_path: Path) -> None:
    """Not even cycles, which a busy server hardly ever looks for."""

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", doze=0)) as here:
            (me,) = await sit_down(here.base, EASY.game.id, [OPEN])
            watchers = [await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2])) for _ in range(3)]
            for reader, writer in watchers:
                writer.write(UPGRADE % me.match.encode())
                await reader.readuntil(b"\r\n\r\n")
            gc.collect()
            gc.disable()
            links = [weakref.ref(one) for one in gc.get_objects() if isinstance(one, Link)]
            assert len(links) >= 4  # some of other tests may be left
            for _, writer in watchers:
                writer.close()
                await writer.wait_closed()
            await me.close()
            last = time.monotonic() + 10
            while sum(link() is not None for link in links) > len(links) - 3 and time.monotonic() < last:
                await asyncio.sleep(0.02)
            assert sum(link() is not None for link in links) <= len(links) - 3, (
                "the one that was closed last may be held for a while"
            )

    try:
        asyncio.run(run())
    finally:
        gc.enable()


def test_whoever_does_not_read_is_sent_a_piece_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, body = [], b"x" * (40 * PIECE)

    async def counted(whole: bytes) -> AsyncIterator[bytes]:
        async for piece in in_pieces(whole):
            taken.append(len(piece))
            yield piece

    monkeypatch.setattr(server_compression, "in_pieces", counted)
    monkeypatch.setattr(server_app, "read_client", lambda folder: {"/big.js": PackedFile("text/javascript", {"": body}, "tag")})

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            host, port = here.base.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
            writer.write(b"GET /big.js HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            async with httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
                for _ in range(len(body) // PIECE):  # in the meantime all of it could have been taken
                    await http.get("/healthz")
            assert 0 < len(taken) < 40, "the rest waits until it is read"
            answer = await asyncio.wait_for(reader.read(-1), 30)
            assert b"content-length: %d" % len(body) in answer.lower()
            assert answer.endswith(body)
            writer.close()

    asyncio.run(run())
