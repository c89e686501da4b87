"""What the tests of attacks share: a server in its own process, a victim who plays on it, long records, bare connections."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import IO, Any

import httpx
import msgspec

from tablee import client
from tablee.core.record import write
from tablee.core.registry import Entry
from tablee.driver import Driver
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header
from tablee.protocol import wire
from tablee.rooms.seating import Person, SeatPlan, Setup
from tablee.storage import store
from tests.server.running import OPEN, Nursery, put, sit_down

SEED = seeded_secret("attack")
EVE, STRANGER = "127.0.0.3", "127.0.0.2"  # addresses of this machine that nobody else uses


@dataclass
class Ordeal:
    """How the victim fared, in seconds."""

    times: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)  # longest turn of the server's loop, from scrape to scrape
    newcomers: list[float] = field(default_factory=list)  # until somebody with a new connection was answered
    turned_away: int = 0  # newcomers who were not

    @property
    def p99(self) -> float:
        return sorted(self.times)[int(len(self.times) * 0.99)]

    def told(self, what: str) -> str:
        return (
            f"{what}: {len(self.times)} actions of a victim, p50 {1000 * median(self.times):.0f} ms, "
            f"p99 {1000 * self.p99:.0f} ms; /healthz at most {1000 * max(self.health):.0f} ms; "
            f"longest turn of the loop {1000 * max(self.turns):.0f} ms; {len(self.newcomers)} newcomers waited "
            f"at most {1000 * max(self.newcomers):.0f} ms, {self.turned_away} were turned away"
        )


async def _play_alone(base: str, ordeal: Ordeal, enough: asyncio.Event) -> None:
    """Solo matches, one after the other."""
    while not enough.is_set():
        me = await client.create(base, "take-it-easy", "Victim", [OPEN])
        async with me:
            await me.start()
            while me.over is None and not enough.is_set():
                if me.to_move:
                    sent = time.perf_counter()
                    await me.act(me.legal[0])
                    ordeal.times.append(time.perf_counter() - sent)
                    await asyncio.sleep(0.01)
                else:
                    await me.news(1.0)


async def _look(http: httpx.AsyncClient, ordeal: Ordeal, enough: asyncio.Event) -> None:
    while not enough.is_set():
        sent = time.perf_counter()
        assert (await http.get("/healthz")).status_code == 200
        ordeal.health.append(time.perf_counter() - sent)
        text = (await http.get("/metrics")).text
        ordeal.turns.append(float(re.findall(r"^tablee_loop_longest_seconds (\S+)", text, re.MULTILINE)[0]))
        await asyncio.sleep(0.1)


async def _arrive(base: str, ordeal: Ordeal, enough: asyncio.Event) -> None:
    """Somebody else, who comes with a new connection each time."""
    while not enough.is_set():
        sent = time.perf_counter()
        try:
            with await connected(base, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", STRANGER) as sock:
                answer = await asyncio.wait_for(heard(sock, b"}"), 30)
            ordeal.turned_away += b" 200 " not in answer
        except (OSError, TimeoutError):
            ordeal.turned_away += 1
        ordeal.newcomers.append(time.perf_counter() - sent)
        await asyncio.sleep(0.2)


@asynccontextmanager
async def a_victim(base: str) -> AsyncIterator[Ordeal]:
    """Plays and looks at /healthz and /metrics for as long as the attack goes on."""
    ordeal, enough = Ordeal(), asyncio.Event()
    async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=60) as http:
        lives = _play_alone(base, ordeal, enough), _look(http, ordeal, enough), _arrive(base, ordeal, enough)
        tasks = [asyncio.create_task(one) for one in lives]
        try:
            while len(ordeal.times) < 5 or len(ordeal.turns) < 2 or not ordeal.newcomers:
                await asyncio.sleep(0.05)
                await _check(tasks)
            ordeal.times.clear()
            ordeal.turns.clear()
            ordeal.newcomers.clear()
            yield ordeal
            while len(ordeal.times) < 20 or not ordeal.turns or not ordeal.newcomers:
                await asyncio.sleep(0.05)
                await _check(tasks)
        finally:
            enough.set()
            await asyncio.gather(*tasks)


async def _check(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            await task


@asynccontextmanager
async def attacked(data: Path, log: IO[bytes] | None = None, **settings: Any) -> AsyncIterator[str]:
    """The base of a server in its own process."""
    nursery = Nursery(data, log, **settings)
    try:
        nursery.start()
        yield nursery.base
        nursery.kill()
    finally:
        nursery.close()


def long_match(data: Path, entry: Entry, seats: int, games: int, over: bool = True, **options: Any) -> tuple[str, int]:
    """Puts a match of many rows into the data file, as an older version would have stored it; returns its id and length."""
    game, dealer, chance = entry.game, Dealer(SEED), random.Random(seats)
    header = open_header(game, [f"P{seat}" for seat in range(seats)], game.options(**options), dealer, games)
    match = Match(game, header)
    driver = Driver(match, dealer, 0)
    driver.begin(0)
    while not driver.over and (over or len(match.finished) < games - 1):
        for question in driver.questions(range(seats)):
            driver.answer(question, question.legal[chance.randrange(len(question.legal))], question.at + 1000)
        driver.step()
    places = [SeatPlan("open", "", [Person(seat, f"P{seat}")]) for seat in range(seats)]
    setup = Setup(game.id, dict(header.options), games, False, 0, places, 0, seats)
    text, now = msgspec.json.encode(setup).decode(), int(time.time())
    id, state = store.new_id(), "over" if over else "play"
    result = write(match.result(SEED)) if over else None
    stored = store.StoredMatch(id, state, game.id, False, text, SEED, write(header), result, "", now, now)
    rows = (store.AddRow(id, n, row) for n, row in enumerate(match.rows))
    put(data, store.NewMatch(stored), *rows)
    return id, len(match.rows)


async def screen(base: str, match: str) -> Any:
    """What anybody may look at."""
    async with httpx.AsyncClient(trust_env=False, timeout=600) as http:
        answer = await http.get(f"{base}/api/matches/{match}/screen")
        assert answer.status_code == 200, answer.text
        return answer.json()


# What is sent on bare connections
HERE, THERE = "192.0.2.7", "2001:db8:1:2::9"  # two visitors
HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-"
UPGRADE = b"GET /api/socket/%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
UPGRADE += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


async def connected(base: str, text: bytes, address: str = "127.0.0.1") -> socket.socket:
    """A connection from this address, on which this was sent."""
    host, port = base.removeprefix("http://").split(":")
    sock = socket.socket()
    sock.bind((address, 0))
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, (host, int(port)))
    await loop.sock_sendall(sock, text)
    return sock


async def heard(sock: socket.socket, end: bytes) -> bytes:
    """Everything up to this text; with b"", until the connection is closed."""
    told = b""
    while not end or end not in told:
        more = await asyncio.get_running_loop().sock_recv(sock, 10_000)
        told += more
        if not more:
            break
    return told


def frame(first: int, text: bytes = b"") -> bytes:
    """From a client, with a mask of zeros."""
    return bytes([first, 0x80 | len(text)]) + bytes(4) + text


# Bots
async def ask_stranger(base: str) -> float:
    """How long a bot takes to choose after its opponent, in seconds."""
    (me,) = await sit_down(base, "take-it-easy", [OPEN, wire.SeatWish("bot", "greedy")])
    await me.start()
    while not me.to_move:
        await me.news(1)
    sent = time.perf_counter()
    await me.act(me.legal[0])
    while me.mine.turn < 2:
        await me.news(0.1)
    took = time.perf_counter() - sent
    await me.close()
    return took


async def bots_attack(data: Path, tables: int, seats: int) -> tuple[list[float], str]:
    async with attacked(data, bot_seats=10**6, bot_pace=700) as base, a_victim(base) as ordeal, asyncio.timeout(500):
        await ask_stranger(base)
        greedy = wire.SeatWish("bot", "greedy")
        attackers = [await client.create(base, "take-it-easy", "Eve", [OPEN, *[greedy] * (seats - 1)]) for _ in range(tables)]
        for one in attackers:
            await one.__aenter__()
            await one.start()
        times = [await ask_stranger(base) for _ in range(5)]
        for one in attackers:
            await one.close()
    return times, ordeal.told(f"{tables} tables of {seats - 1} bots; a stranger's bot took at most {max(times):.2f} s")
