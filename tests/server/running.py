"""A real server on loopback, in this process or in its own, and people who play."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import IO, Any, cast
from unittest.mock import patch

import httpx
import uvicorn

from tablee import client
from tablee.bots import RandomBot
from tablee.client import Player
from tablee.core import registry
from tablee.core.game import BadText
from tablee.core.options import describe
from tablee.core.record import Action
from tablee.match import Match
from tablee.protocol import wire
from tablee.replay import verify
from tablee.rooms.clock import Alarm, Clock
from tablee.rooms.directory import Directory
from tablee.rooms.outbox import Device
from tablee.server.app import make_app
from tablee.server.serving import config, listen, serve
from tablee.server.settings import Settings
from tablee.site.python import Parts
from tablee.storage.store import Data, Unavailable, Write, open_store, opened
from tablee.table import Table
from tests.games_here import EVERY, find
from tests.server.wall_clock import WallClock

QUICK: dict[str, Any] = {"bot_pace": 0, "absence": 1500, "reveal": 2000, "hold": 0, "doze": 200, "ping": 1000}
UNLIMITED: dict[str, Any] = dict.fromkeys(("rate", "burst", "requests", "request_burst", "reads", "read_burst"), 1000000.0)
UNLIMITED |= {"tables": 1e6, "sockets": 1e6, "budget": 5.0}
OPEN, BOT = wire.SeatWish("open"), wire.SeatWish("bot", "random")


def data_at(path: Path) -> Data:
    """Where the data of a test is; the fixture `stored_in` puts it into PostgreSQL."""
    return path


def put(path: Path, *writes: Write) -> None:
    """Writes to data that no server is using."""

    async def write() -> None:
        async with opened(data_at(path)) as store:
            await store.written(writes)

    asyncio.run(write())


def settings(data: Path | str, **more: Any) -> Settings:
    games = tuple(entry.game.id for entry in EVERY)
    where = data_at(data) if isinstance(data, Path) else data
    return Settings(where, **{"find": find, "games": games, **QUICK, **UNLIMITED, **more})


@cache
def longest_clock(game: str, short: bool = False) -> int:
    """The longest hidden clock of some random matches, in ms; 0 if there is none."""
    options, longest = short_options(game) if short else {}, 0
    for seed in range(12):
        table = Table(find(game), ["bot:random"] * seats_of(find(game)), seed=seed, **options)
        for _ in range(200):
            longest = max(longest, (table.match.alarm() or 0) - table.match.now)
            if table.step() is None:
                break
    return longest


def short_options(game: str) -> dict[str, Any]:
    """So that a match with a hidden clock takes seconds: every number that can be chosen at its least."""
    return {o.name: o.low for o in describe(find(game).game.options) if not o.choices} if longest_clock(game) else {}


class Sleepy(RandomBot):
    """A bot that never decides."""

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        time.sleep(600)


def find_sleepy(name: str) -> registry.Entry:
    return replace(find(name), bots={"sleepy": Sleepy})


class Clumsy(RandomBot):
    """A bot that raises an error which contains its view."""

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        raise ValueError(view)


def find_clumsy(name: str) -> registry.Entry:
    return replace(find(name), bots={"clumsy": Clumsy})


class HandClock(Clock):
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.ms = 1000
        self.calls: dict[object, tuple[int, Callable[[], None]]] = {}

    def now(self) -> int:
        return self.ms

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        key = _Call(self)
        self.calls[key] = when, call
        return key

    def move(self, ms: int) -> None:
        self.ms += ms
        for key, (when, call) in list(self.calls.items()):
            if when <= self.ms:
                self.calls.pop(key, None)
                call()


class _Call:
    def __init__(self, clock: HandClock) -> None:
        self.clock = clock

    def cancel(self) -> None:
        self.clock.calls.pop(self, None)


class RunningServer:
    """A server in this event loop."""

    def __init__(self, app: Any, base: str, server: uvicorn.Server) -> None:
        self.app, self.base, self.server = app, base, server

    @property
    def directory(self) -> Directory:
        directory: Directory = self.app.app.state.directory
        return directory


@asynccontextmanager
async def running(chosen: Settings, proxies: str = "") -> AsyncIterator[RunningServer]:
    sock = listen("127.0.0.1", 0)
    base = f"http://127.0.0.1:{sock.getsockname()[1]}"
    app = make_app(replace(chosen, around=chosen.around or base), proxies)
    server = uvicorn.Server(config(app))
    task = asyncio.create_task(server.serve(sockets=[sock]))
    while not server.started:
        await asyncio.sleep(0.01)
        if task.done():
            task.result()
    try:
        yield RunningServer(app, base, server)
    finally:
        server.should_exit = True
        await task


class Explosive:
    """A fake device that raises an error when it is used."""

    def __init__(self, message: str) -> None:
        self.message = message

    @property
    def person(self) -> int:
        raise ValueError(self.message)


def asking(test: Callable[[RunningServer, httpx.AsyncClient], Awaitable[None]], data: Path) -> None:
    """Runs a test with a server and an HTTP client of its API. On a busy machine, what may wait is not refused, but waits."""

    async def run() -> None:
        async with (
            running(settings(data)) as here,
            httpx.AsyncClient(trust_env=False, verify=False, base_url=f"{here.base}/api", timeout=60) as http,
        ):
            async with asyncio.timeout(90):
                await test(here, http)

    with patch("tablee.rooms.load.PATIENCE", 60.0):
        asyncio.run(run())


async def told_at_the_end(here: RunningServer, http: httpx.AsyncClient, what: str) -> tuple[Player, str]:
    """Plays a match against a bot, and sees that what is told about matches that are over is refused until then.

    Returns the player, and the path of what is told."""
    (me,) = await sit_down(here.base, "take-it-easy", [OPEN, BOT])
    path = f"/matches/{me.match}/{what}"
    before = await http.get(path)
    await me.start()
    while not me.legal:
        await me.news(1)
    during = await http.get(path)
    for answer in (before, during):
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over-yet")
        assert "best" not in answer.text
    assert (await http.get(f"/matches/nothing/{what}")).status_code == 404
    await play(me, random.Random(1))
    return me, path


def explosive(message: str) -> Device:
    """A device that makes its room fail."""
    return cast(Device, Explosive(message))


async def sit_down(base: str, game: str, seats: Sequence[wire.SeatWish], **more: Any) -> list[Player]:
    """A table with everybody seated, before the start."""
    host = await client.create(base, game, "P0", seats, **more)
    guests = [await client.join(host.link, f"P{n}") for n in range(1, sum(wish.kind == "open" for wish in seats))]
    people = [host, *guests]
    for one in people:
        await one.__aenter__()
    return people


AT_ONCE: Iterator[float] = repeat(0.0)
Acked = dict[int, str]  # a seat's actions by number


async def play(me: Player, chance: random.Random, drops: float = 0.0, pauses: Iterator[float] = AT_ONCE) -> Acked:
    """Plays random legal actions to the end, dropping sockets and pausing now and then; returns what was acknowledged."""
    acked: Acked = {}
    async with asyncio.timeout(90):
        while me.over is None:
            assert not me.gone, me.gone
            if me.to_move:
                await asyncio.sleep(next(pauses))
            if me.to_move:
                await act(me, chance.choice(me.legal), acked, chance.random() < drops)
            else:
                await me.news(1.0)
    return acked


async def act(me: Player, text: str, acked: Acked, drop: bool = False) -> None:
    acting = asyncio.create_task(me.act(text))
    if drop:
        await asyncio.sleep(0)
        me.drop()
    try:
        n = await acting
    except client.RefusedByServer as refusal:
        if refusal.code not in ("stale", "too-late", "not-playing", "refused"):
            raise
        await me.news(0.05)
    else:
        assert acked.get(n, text) == text
        acked[n] = text


def check_record(lines: bytes, acked: Sequence[Acked], finder: Any = find) -> Match:
    """Checks that the draws match the commitment, and that every acknowledged action is in the record once, under its number."""
    match = verify(lines.splitlines(), finder)
    for seat, texts in enumerate(acked):
        rows = [row.text for row in match.rows if isinstance(row, Action) and row.who == seat]
        assert all(rows[n - 1] == text for n, text in texts.items())
    return match


def seats_of(entry: registry.Entry) -> int:
    return max(entry.game.usual_seats[0], min(4, entry.game.usual_seats[-1]))


class Nursery:
    """Servers in separate processes that start quickly and are killed without warning."""

    def __init__(self, data: Path | str, log: IO[bytes] | None = None, clock: WallClock | None = None, **more: Any) -> None:
        self.port, self.clock = free_port(), clock
        command = [sys.executable, "-m", "tests.server.running", str(data), str(self.port), json.dumps(more)]
        env = {**os.environ, **(clock.env if clock else {})}
        self.parent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
        self.base = f"http://127.0.0.1:{self.port}"
        self.pid = 0

    def start(self) -> None:
        assert self.parent.stdin
        assert self.parent.stdout
        print("go", file=self.parent.stdin, flush=True)
        self.pid = int(self.parent.stdout.readline())
        assert self.parent.stdout.readline() == "ready\n"

    def kill(self, signal: int = 9) -> None:
        os.kill(self.pid, signal)
        with suppress(ProcessLookupError):
            while True:  # until its sockets and locks are gone
                os.kill(self.pid, 0)
                time.sleep(0.005)

    def close(self) -> None:
        assert self.parent.stdin
        assert self.parent.stdout
        self.parent.stdin.close()
        self.parent.wait(20)
        self.parent.stdout.close()


def main(data: str, port: str, more: str) -> None:
    """Forks a server for every line on standard input. `files` limits its file descriptors, `pyodide` is the
    folder of Python for browsers; the rest are settings."""
    chosen: dict[str, Any] = json.loads(more)
    if files := chosen.pop("files", None):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    if pyodide := chosen.pop("pyodide", None):
        chosen["parts"] = Parts(Path(pyodide), ())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            where = data if "://" in data else Path(data)
            chosen |= {"around": f"http://127.0.0.1:{port}"}
            while isinstance(where, str) and not asyncio.run(can_be_used(where)):
                time.sleep(1)  # the command ends in this case, and whoever watches over services starts it again
            serve(settings(where, **chosen), listen("127.0.0.1", int(port)), lambda: print("ready", flush=True))
            os._exit(0)
        print(pid, flush=True)


async def can_be_used(data: Data) -> bool:
    try:
        await (await open_store(data, "serve")).close()
    except (BadText, Unavailable):
        return False
    return True


def free_port() -> int:
    """A port to which a restarted server can return: outside the range that the kernel gives to outgoing connections."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as sock, suppress(OSError):
            sock.bind(("127.0.0.1", port))
            return port


if __name__ == "__main__":
    main(*sys.argv[1:])
