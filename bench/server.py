"""Load-tests a real server on this machine: idle sockets, many live matches, one big room. It stops by itself.

    python -m bench.server            all parts, about ten minutes
    python -m bench.server live       one of: idle, live, calm, archive, big, curve, memory

The clients run in this process and are as thin as possible (no masking, no needless parsing); the server runs in a process
of its own. Times are measured from sending a command to receiving its acknowledgement, after it was applied and stored.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn
import uvloop
from bench.arguments import chosen

from tablee.core import record
from tablee.protocol import wire
from tablee.server.app import make_app
from tablee.server.serving import Server, config, listen, log_to, settle_down
from tablee.server.settings import Settings
from tablee.storage import store
from tablee.table import Table

SPAWN = multiprocessing.get_context("spawn")
IDLE, MATCHES, SEATS, RATE, SECONDS, BIG, FINISHED, EVENINGS = 5_000, 1_000, 2, 1_000, 20, 500, 10_000, 4
CURVE = (500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000)  # actions per second, as far as one core gets
HELLO = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
ANSWER = b'{"t":"update","answers"'
HELLO += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """A minimal echo server, for comparison."""
    if scope["type"] == "lifespan":
        while True:
            event = await receive()
            await send({"type": f"{event['type']}.complete"})
            if event["type"] == "lifespan.shutdown":
                return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})


def run_server(kind: str, data: str, port: int) -> None:
    many: dict[str, Any] = dict.fromkeys(("rate", "burst", "requests", "request_burst", "tables", "sockets"), 1e9)
    where = data if "://" in data else Path(data)
    settings = Settings(where, around=f"http://127.0.0.1:{port}", ping=60_000, **many)
    log_to(sys.stderr)
    settle_down()
    server = uvicorn.Server(config(echo)) if kind == "echo" else Server(config(make_app(settings)), settings, lambda: None)
    server.run(sockets=[listen("127.0.0.1", port)])


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Until something listens there, 10 s at most."""
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


@contextmanager
def server(kind: str, folder: str | None = None) -> Iterator[tuple[int, int]]:
    """Its port and process id. Without a folder, the data is in a new one."""
    port = free_port()
    with tempfile.TemporaryDirectory() as new:
        process = SPAWN.Process(target=run_server, args=(kind, f"{folder or new}/t.db", port))
        process.start()
        wait_for(port)
        try:
            yield port, process.pid or 0
        finally:
            process.terminate()
            process.join(10)
            process.kill()


def rss(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


class Thin(asyncio.Protocol):
    """A minimal WebSocket client: its mask is zero, and it passes on each message."""

    def __init__(self, path: bytes, hear: Callable[[Thin, bytes], None]) -> None:
        self.path, self.hear = path, hear
        self.buffer = b""
        self.open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent = 0.0
        self.cmd = 0
        self.legal: list[str] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(HELLO % self.path)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            _, found, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            self.open = True
            self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            self.hear(self, frame)

    def _frame(self) -> bytes | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        self.buffer = buffer[start + size :]
        return buffer[start : start + size]

    def send(self, data: bytes) -> None:
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + bytes(4) + data)

    def act(self, text: str) -> None:
        if self.transport.is_closing():
            return
        self.cmd += 1
        self.sent = time.perf_counter()
        self.send(wire.encode(wire.Act(self.cmd, text)))


async def connect(port: int, hear: Callable[[Thin, bytes], None], path: str) -> Thin:
    _, thin = await asyncio.get_running_loop().create_connection(lambda: Thin(path.encode(), hear), "127.0.0.1", port)
    await thin.ready
    return thin


async def sit_down(http: httpx.AsyncClient, port: int, seats: int) -> tuple[str, list[str]]:
    """Opens a match; returns its id and the tokens of its seats."""
    base = f"http://127.0.0.1:{port}/api/matches"
    wish = {"game": "take-it-easy", "name": "P0", "seats": [{"kind": "open"}] * seats}
    host = (await http.post(base, json=wish)).json()
    guests = [(await http.post(f"{base}/{host['match']}/join", json={"name": f"P{n}"})).json() for n in range(1, seats)]
    return host["match"], [host["token"], *(guest["token"] for guest in guests)]


async def start(http: httpx.AsyncClient, port: int, match: str, token: str) -> None:
    url = f"http://127.0.0.1:{port}/api/matches/{match}/start"
    answer = await http.post(url, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text


async def tables(http: httpx.AsyncClient, port: int, count: int, seats: int) -> list[tuple[str, list[str]]]:
    gate = asyncio.Semaphore(8)

    async def one() -> tuple[str, list[str]]:
        async with gate:
            return await sit_down(http, port, seats)

    return list(await asyncio.gather(*(one() for _ in range(count))))


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def deaf(thin: Thin, data: bytes) -> None:
    pass


async def idle() -> None:
    """Measures the memory used by idle sockets of seated players."""
    with server("table") as (port, pid):
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            before = rss(pid)
            found = await tables(http, port, IDLE // 5, 5)
            made = rss(pid)
            for match, tokens in found:
                for token in tokens:
                    thin = await connect(port, deaf, f"/api/socket/{match}")
                    thin.send(wire.encode(wire.Hello("bench", token)))
            await asyncio.sleep(3)
            held = rss(pid)
            print(f"idle: {IDLE} seated sockets, {(held - before) / IDLE / 1024:.1f} KiB each (limit 40)", end="")
            print(f"; of it {(held - made) / IDLE / 1024:.1f} KiB after the tables were made")


async def echo_times(sockets: int, rate: float, seconds: float) -> list[float]:
    times: list[float] = []

    def hear(thin: Thin, data: bytes) -> None:
        times.append(time.perf_counter() - thin.sent)

    with server("echo") as (port, _):
        thins = [await connect(port, hear, "/") for _ in range(sockets)]

        def act(thin: Thin) -> None:
            thin.sent = time.perf_counter()
            thin.send(b'{"t":"act","cmd":1,"text":"a1"}')

        await steady(thins, act, rate, seconds)
    return times


async def steady(thins: list[Thin], act: Callable[[Thin], None], rate: float, seconds: float) -> None:
    """Lets the clients act in turn, `rate` times per second."""
    began, done = time.perf_counter(), 0
    order = thins[:]
    random.shuffle(order)
    while (now := time.perf_counter() - began) < seconds:
        while done < now * rate:
            act(order[done % len(order)])
            done += 1
        await asyncio.sleep(0.001)
    await asyncio.sleep(1)


async def live() -> None:
    """Plays many matches at once at a steady rate, and compares them with a bare echo server under the same load."""
    bare = percentile(await echo_times(MATCHES * SEATS, RATE, SECONDS / 2), 0.99)
    await play("live", MATCHES, RATE)
    print(f"      bare echo p99 {bare:.1f} ms; limit {max(50.0, 10 * bare):.0f} ms")


async def calm() -> None:
    """A quiet evening: 100 actions per second, each with a commit of its own."""
    await play("calm", MATCHES // 5, RATE / 10)


async def archive() -> None:
    """The same as `live`, in a file with many finished matches."""
    with tempfile.TemporaryDirectory() as folder:
        await fill(Path(folder, "t.db"))
        await play("archive", MATCHES, RATE, folder)


async def fill(data: Path) -> None:
    async with store.opened(data) as full:
        for number in range(FINISHED):
            table = Table("take-it-easy", ["bot:random"] * SEATS, seed=number)
            table.run()
            header, result = record.write(table.match.header), record.write(table.match.result(table.dealer.seed))
            match = store.StoredMatch(
                store.new_id(), "over", "take-it-easy", False, "{}", table.dealer.seed, header, result, "", 0, 0
            )
            await full.add_record(match, table.match.rows)


class Measured(NamedTuple):
    """Times are in ms, memory in MiB, `share` is that of a core."""

    times: list[float]
    refused: int
    traffic: Counter[str]
    longest: float
    share: float
    memory: int


async def curve() -> None:
    """More and more actions per second, as a table for docs/hosting.md. The server has a core for itself, if there are two."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    print("| actions/s | of a core | p50 | p99 | longest turn | memory |\n|---|---|---|---|---|---|")
    try:
        for rate in CURVE:
            found = await measure(max(MATCHES, rate * SECONDS // 30), rate, core=cores[0])  # so that none of them ends
            row = [f"{len(found.times) / SECONDS:.0f}", f"{found.share:.0%}"]
            row += [f"{value:.0f} ms" for value in (percentile(found.times, 0.5), percentile(found.times, 0.99), found.longest)]
            print("|", " | ".join([*row, f"{found.memory} MiB"]), "|", flush=True)
            if len(found.times) < 0.9 * rate * SECONDS:
                break
    finally:
        os.sched_setaffinity(0, cores)


async def play(name: str, matches: int, rate: float, folder: str | None = None) -> None:
    times, refused, traffic, longest, share, _ = await measure(matches, rate, folder)
    print(f"{name}: {matches} matches, {len(times) / SECONDS:.0f} durable actions/s, {refused} refused", end="")
    print(f", {1e6 * share * (SECONDS + 1) / len(times):.0f} µs of processor time an action")
    print(f"      acknowledgement p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms", end="")
    print(f"; longest turn of the loop {longest:.0f} ms", end="")
    print(f"; {traffic['messages'] / len(times):.2f} messages and {traffic['bytes'] / len(times):.0f} bytes an action")


async def measure(matches: int, rate: float, folder: str | None = None, core: int | None = None) -> Measured:
    """Plays so many matches at once, at so many actions per second."""
    times: list[float] = []
    refused = [0]
    traffic = Counter[str]()

    def hear(thin: Thin, data: bytes) -> None:
        traffic["messages"] += 1
        traffic["bytes"] += len(data)
        if data.startswith(ANSWER):
            refused[0] += b'"code"' in data[:80]
            times.append(time.perf_counter() - thin.sent)
        hear_legal(thin, data)

    with server("table", folder) as (port, pid):
        if core is not None:
            os.sched_setaffinity(pid, {core})
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            thins = await begin(http, port, matches, hear)
            spent = cpu(pid)
            traffic.clear()
            await longest_turn(http, port)
            await steady(thins, act_somehow, rate, SECONDS)
            longest = await longest_turn(http, port)
            share, memory = (cpu(pid) - spent) / (SECONDS + 1), rss(pid) >> 20
    return Measured(times, refused[0], traffic, longest, share, memory)


def hear_legal(thin: Thin, data: bytes) -> None:
    if b'"legal":' in data:
        _, _, rest = data.partition(b'"legal":')
        thin.legal = json.loads(rest[: rest.index(b"]") + 1])


def act_somehow(thin: Thin) -> None:
    if thin.legal:
        thin.act(random.choice(thin.legal))


async def begin(http: httpx.AsyncClient, port: int, matches: int, hear: Callable[[Thin, bytes], None]) -> list[Thin]:
    """So many matches, with everybody at the table."""
    thins = []
    for match, tokens in await tables(http, port, matches, SEATS):
        for token in tokens:
            thin = await connect(port, hear, f"/api/socket/{match}")
            thin.send(wire.encode(wire.Hello("bench", token)))
            thins.append(thin)
        await start(http, port, match, tokens[0])
    return thins


async def memory() -> None:
    """A busy evening: many matches are played to their end and left, again and again. Somebody is always connected."""
    with server("table") as (port, pid):
        async with httpx.AsyncClient(trust_env=False, timeout=60, base_url=f"http://127.0.0.1:{port}") as http:
            for thin in await begin(http, port, 1, deaf):  # so that everything is loaded
                thin.transport.abort()
            print(f"memory: {rss(pid) >> 20} MiB before anybody plays")
            for number in range(1, EVENINGS + 1):
                thins = await begin(http, port, MATCHES, hear_legal)
                most = rss(pid) >> 20
                while any(thin.legal for thin in thins):
                    await steady(thins, act_somehow, RATE, 5)
                    most = max(most, rss(pid) >> 20)
                for thin in thins:
                    thin.transport.abort()
                while "\ntablee_rooms 0.0\n" not in (await http.get("/metrics")).text:
                    await asyncio.sleep(1)
                await asyncio.sleep(12)  # garbage is collected at least every ten seconds
                print(f"        evening {number}, {MATCHES} matches: {most} MiB, {rss(pid) >> 20} MiB afterwards", flush=True)


async def longest_turn(http: httpx.AsyncClient, port: int) -> float:
    """Of the event loop since the last call, in ms."""
    text = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
    return 1000 * float(re.findall(r"^tablee_loop_longest_seconds (\S+)", text, re.MULTILINE)[0])


def cpu(pid: int) -> float:
    """The CPU seconds a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def big() -> None:
    """Plays in one room with 500 seats: everybody places a tile within a second of every call."""
    times: list[float] = []
    calls: list[float] = []
    heard = [0]

    def hear(thin: Thin, data: bytes) -> None:
        if data.startswith(ANSWER):
            times.append(time.perf_counter() - thin.sent)
        if b'"legal":[' in data and b'"choice":null' in data:
            _, _, rest = data.partition(b'"legal":')
            legal = json.loads(rest[: rest.index(b"]") + 1])
            if legal:
                if not heard[0] % BIG:
                    calls.append(time.perf_counter())
                heard[0] += 1
                asyncio.get_running_loop().call_later(random.random(), thin.act, random.choice(legal))

    with server("table") as (port, _):
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            match, tokens = await sit_down(http, port, BIG)
            for token in tokens:
                thin = await connect(port, hear, f"/api/socket/{match}")
                thin.send(wire.encode(wire.Hello("bench", token)))
            await start(http, port, match, tokens[0])
            for _ in range(600):
                if len(calls) > 12:
                    break
                await asyncio.sleep(0.1)
            longest = await longest_turn(http, port)
    gaps = [later - sooner for sooner, later in pairwise(calls)]
    print(
        f"big: {BIG} seats, {len(calls)} calls, {sum(gaps) / max(1, len(gaps)):.2f} s from call to call (1 s of it is thinking)",
        end="",
    )
    print(f"; acknowledgement p50 {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms", end="")
    print(f"; longest turn of the loop {longest:.0f} ms")


PARTS = {"idle": idle, "live": live, "calm": calm, "archive": archive, "big": big, "curve": curve, "memory": memory}

if __name__ == "__main__":
    for name in chosen(__doc__, PARTS):
        uvloop.run(PARTS[name]())
