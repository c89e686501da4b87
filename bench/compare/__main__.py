"""Compares the server with boardgame.io, the best-known server for board games on the web. It stops by itself.

    npm ci --prefix bench/compare     once
    python -m bench.compare           three servers, one after the other, three rounds; about three minutes

All play Take it Easy! for two with the same clients: 200 matches are live at any time, and everybody places at once. Tablée
acknowledges what is on disk; boardgame.io's FlatFile writes files without fsync, and its memory store writes nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import httpx
import uvloop
from bench.server import ANSWER, Thin, connect, cpu, free_port, percentile, server, start, tables, wait_for

from tablee.protocol import wire

HERE = Path(__file__).parent
CELLS, SEATS, SPACE = 19, 2, "/take-it-easy,"
STANDING = re.compile(rb'"round":(\d+),"chosen":\[([^,]+),([^\]]+)\]')


class Load:
    """Keeps a number of matches going until all have been played."""

    def __init__(self, matches: list[list[Player]]) -> None:
        self.matches = matches  # that have not begun
        self.playing = 0  # seats
        self.times: list[float] = []
        self.over = asyncio.Event()

    def begin_one(self) -> None:
        if self.matches:
            self.playing += SEATS
            for player in self.matches.pop():
                player.begin(self)

    def end_seat(self) -> None:
        self.playing -= 1
        if self.playing % SEATS == 0:
            self.begin_one()
        if not self.playing:
            self.over.set()


@dataclass
class Player:
    """One seat, which acts as soon as it may. `place` sends a placement in the server's own words."""

    place: Callable[[], None]
    asked: bool = False
    acted: int = 0
    sent: float = 0.0
    load: Load | None = None  # once its match has begun

    def begin(self, load: Load) -> None:
        self.load = load
        self.act()

    def act(self) -> None:
        if self.load is not None and self.asked:
            self.asked = False
            self.acted += 1
            self.sent = time.perf_counter()
            self.place()

    def acknowledged(self) -> None:
        if self.load is not None and self.sent:
            self.load.times.append(time.perf_counter() - self.sent)
            self.sent = 0.0
            if self.acted == CELLS:
                self.load.end_seat()


Tables: TypeAlias = "tuple[int, list[list[Player]]]"  # the server's process, and the players of each match


@asynccontextmanager
async def tablee(matches: int) -> AsyncIterator[Tables]:
    with server("table") as (port, pid):
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            players = []
            for match, tokens in await tables(http, port, matches, SEATS):
                players.append([await tablee_player(port, match, token) for token in tokens])
                await start(http, port, match, tokens[0])
        yield pid, players


async def tablee_player(port: int, match: str, token: str) -> Player:
    def hear(thin: Thin, data: bytes) -> None:
        if data.startswith(ANSWER):
            player.acknowledged()
        if b'"legal":["' in data and b'"choice":null' in data:
            legal = data.partition(b'"legal":')[2]
            thin.legal = json.loads(legal[: legal.index(b"]") + 1])
            player.asked = True
            player.act()

    thin = await connect(port, hear, f"/api/socket/{match}")
    player = Player(lambda: thin.act(random.choice(thin.legal)))
    thin.send(wire.encode(wire.Hello("bench", token)))
    return player


def boardgame(store: str) -> Callable[[int], AbstractAsyncContextManager[Tables]]:
    @asynccontextmanager
    async def opened(matches: int) -> AsyncIterator[Tables]:
        with boardgame_server(store) as (port, pid):
            yield pid, [[await boardgame_player(port, f"m{match}", seat) for seat in range(SEATS)] for match in range(matches)]

    return opened


@contextmanager
def boardgame_server(store: str) -> Iterator[tuple[int, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        where = folder if store == "files" else "memory"
        process = subprocess.Popen(["node", HERE / "server.cjs", str(port), where], stdout=subprocess.DEVNULL)
        wait_for(port)
        try:
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(10)


async def boardgame_player(port: int, match: str, seat: int) -> Player:
    """Speaks socket.io: 0 open, 40 connected, 42 event, 2 and 3 ping and pong."""
    cells, round = random.sample(range(CELLS), CELLS), -1

    def place() -> None:
        payload = {"type": "place", "args": [cells[round]], "playerID": str(seat), "credentials": None}
        send(thin, "42", ["update", {"type": "MAKE_MOVE", "payload": payload}, 0, match, str(seat)])

    def send(thin: Thin, kind: str, event: list[object] | None = None) -> None:
        thin.send((kind + SPACE + (json.dumps(event) if event else "")).encode())

    def hear(thin: Thin, data: bytes) -> None:
        nonlocal round
        if data == b"2":
            thin.send(b"3")
        elif data.startswith(b"0{"):
            send(thin, "40")
        elif data.startswith(b"40"):
            send(thin, "42", ["sync", match, str(seat), None, SEATS])
        elif found := STANDING.search(data):
            now = int(found[1])
            if now > round or found[2 + seat] != b"null":
                player.acknowledged()
            if now > round:
                round, player.asked = now, now < CELLS
                player.act()
            if not synced.done():
                synced.set_result(None)

    synced = asyncio.get_running_loop().create_future()
    player = Player(place)
    thin = await connect(port, hear, "/socket.io/?EIO=4&transport=websocket")
    await synced
    return player


SERVERS = {"Tablée": tablee, "boardgame.io, FlatFile": boardgame("files"), "boardgame.io, memory": boardgame("memory")}


async def measure(name: str, matches: int, live: int) -> float:
    """Actions per second."""
    async with SERVERS[name](matches) as (pid, players):
        await asyncio.sleep(1)
        load = Load(players)
        began, spent = time.perf_counter(), cpu(pid)
        for _ in range(live):
            load.begin_one()
        await asyncio.wait_for(load.over.wait(), 120)
        seconds, spent = time.perf_counter() - began, cpu(pid) - spent
    count = len(load.times)
    print(f"{name:24} {count / seconds:6.0f} actions/s, {1e6 * spent / count:5.0f} µs of processor time each", end="")
    print(f", p50 {percentile(load.times, 0.5):5.0f} ms, p99 {percentile(load.times, 0.99):5.0f} ms", flush=True)
    return count / seconds


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each server is measured (default: 3)")
    parser.add_argument("--matches", type=int, default=600, help="matches played in all by each server (default: 600)")
    parser.add_argument("--live", type=int, default=200, help="matches played at the same time (default: 200)")
    parser.add_argument("--only", choices=SERVERS, help="measure one server")
    args = parser.parse_args()
    names = [args.only] if args.only else list(SERVERS)
    if names != ["Tablée"] and not (shutil.which("node") and (HERE / "node_modules").is_dir()):
        raise SystemExit("boardgame.io is not installed: run `npm ci --prefix bench/compare` first (it needs Node)")
    rates: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(args.rounds):
        for name in names:
            rates[name].append(uvloop.run(measure(name, args.matches, args.live)))
    middle = {name: statistics.median(found) for name, found in rates.items()}
    for name in names[1:]:
        print(f"Tablée answers {middle['Tablée'] / middle[name]:.1f} × as many actions a second as {name}")


if __name__ == "__main__":
    main()
