"""Measures PostgreSQL against SQLite, and several processes against one. Needs the parts of tests/server/test_many.py.

    python -m bench.many              all parts
    python -m bench.many stores       one of: stores, processes, relay, handover

`stores` and `processes` play as fast as they can; the clients run in this process.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvloop
from bench.server import ANSWER, SPAWN, Thin, connect, cpu, free_port, percentile, run_server, sit_down, start, wait_for
from tests.server.postgres import Postgres
from tests.server.proxy import Proxy
from tests.server.running import OPEN, Nursery
from tests.server.test_many import again

from tablee import client
from tablee.client import Player
from tablee.server import wire

MATCHES, SEATS, PACED, TABLES = 150, 2, 40, 40
DURABLE = {"fsync": "on", "full_page_writes": "on"}


@contextmanager
def database(standby: bool = False) -> Iterator[Postgres]:
    main = Postgres(settings=DURABLE)
    other = Postgres(main, settings=DURABLE) if standby else None
    if other:
        main.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        main.sql("SELECT pg_reload_conf()")
    try:
        yield main
    finally:
        if other:
            other.stop(signal.SIGQUIT)
        main.close()


@contextmanager
def process(data: str) -> Iterator[tuple[int, int]]:
    """Its port and process id."""
    port = free_port()
    one = SPAWN.Process(target=run_server, args=("table", data, port))
    one.start()
    wait_for(port)
    try:
        yield port, one.pid or 0
    finally:
        one.terminate()
        one.join(15)
        one.kill()


def legal_in(data: bytes) -> list[str]:
    """What a device is asked for; nothing if it has chosen."""
    if b'"legal":[' not in data or b'"choice":null' not in data:
        return []
    _, _, rest = data.partition(b'"legal":')
    found: list[str] = json.loads(rest[: rest.index(b"]") + 1])
    return found


class Played(NamedTuple):
    times: dict[int, list[float]]  # of acknowledgements, by the port of the socket
    seconds: float
    cpu: float  # seconds of the servers


async def whole_matches(
    ports: list[int], matches: int, pause: float = 0.0, relayed: int | None = None, pids: Sequence[int] = ()
) -> Played:
    """Plays matches to their end.

    With `relayed`, the second seat of every table connects there, although the table is elsewhere."""
    times: dict[int, list[float]] = {port: [] for port in [*ports, *([relayed] if relayed else [])]}
    left, over = [matches * SEATS], asyncio.Event()
    thins: dict[Thin, int] = {}

    def hear(thin: Thin, data: bytes) -> None:
        if data.startswith(ANSWER):
            times[thins[thin]].append(time.perf_counter() - thin.sent)
        if b'"result":{' in data:
            left[0] -= 1
            if not left[0]:
                over.set()
        elif legal := legal_in(data):
            asyncio.get_running_loop().call_later(random.random() * pause, thin.act, random.choice(legal))

    async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
        found = []
        for number in range(matches):
            port = ports[number % len(ports)]
            match, tokens = await sit_down(http, port, SEATS)
            for seat, token in enumerate(tokens):
                at = relayed if relayed and seat else port
                thin = await connect(at, hear, f"/api/socket/{match}")
                thins[thin] = at
                thin.send(wire.encode(wire.Hello("bench", token)))
                await asyncio.sleep(0.02 if relayed else 0)
            found.append((port, match, tokens[0]))
        spent, began = sum(map(cpu, pids)), time.perf_counter()
        await asyncio.gather(*(start(http, port, match, token) for port, match, token in found))
        async with asyncio.timeout(120):
            await over.wait()
        return Played(times, time.perf_counter() - began, sum(map(cpu, pids)) - spent)


async def measured(name: str, ports: list[int], pids: list[int]) -> float:
    played = await whole_matches(ports, MATCHES, pids=pids)
    times = [one for some in played.times.values() for one in some]
    rate, used = len(times) / played.seconds, 1e6 * played.cpu / len(times)
    print(f"{name}: {rate:.0f} durable actions/s, {used:.0f} µs of Tablée's processor time an action", end="")
    print(f"; acknowledgement p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms", flush=True)
    return rate


async def stores() -> None:
    """One process on SQLite, on PostgreSQL, and on PostgreSQL with a synchronous standby; twice, in turns."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        plain, safe = stack.enter_context(database()), stack.enter_context(database(standby=True))
        kinds = {"SQLite": f"{folder}/t.db", "PostgreSQL": plain.url, "PostgreSQL with a standby": safe.url}
        rates: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(3):
            for name, data in kinds.items():
                with process(data) as (port, pid):
                    rates[name].append(await measured(name, [port], [pid]))
        for name in kinds:
            print(f"{name}: {max(rates[name]) / max(rates['SQLite']):.2f} of SQLite (best of three)")


async def processes() -> None:
    """Three processes on one database against one, in turns."""
    with ExitStack() as stack:
        data = stack.enter_context(database()).url
        running = [stack.enter_context(process(data)) for _ in range(3)]
        for _ in range(2):
            for count in (1, 3):
                ports, pids = zip(*running[:count], strict=True)
                await measured(f"{count} processes", [*ports], [*pids])


async def relay() -> None:
    """A steady pace: the second seat of each table is connected to another process."""
    with ExitStack() as stack:
        data = stack.enter_context(database()).url
        (one, _), (two, _) = [stack.enter_context(process(data)) for _ in range(2)]
        times = (await whole_matches([one], PACED, 1.0, relayed=two)).times
        for name, port in (("direct", one), ("relayed", two)):
            found = times[port]
            print(f"{name}: {len(found)} actions, p50 {percentile(found, 0.5):.1f} ms, p99 {percentile(found, 0.99):.1f} ms")


class Watched(Player):
    """Notes how long it is without a socket."""

    def __init__(self, *args: Any) -> None:
        self.gaps: list[float] = []
        self.lost = 0.0
        super().__init__(*args)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "socket" and value is None and getattr(self, "socket", None) is not None:
            self.lost = time.perf_counter()
        super().__setattr__(name, value)

    def _snapshot(self, seen: wire.Snapshot) -> None:
        if self.lost:
            self.gaps.append(time.perf_counter() - self.lost)
            self.lost = 0.0
        super()._snapshot(seen)


async def handover() -> None:
    """Each of three processes behind a proxy is stopped and started, one after the other, while people are connected."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data = stack.enter_context(database()).url
        nurseries = [Nursery(data, absence=60_000) for _ in range(3)]
        for nursery in nurseries:
            nursery.start()
        proxy = Proxy(folder, [f"127.0.0.1:{nursery.port}" for nursery in nurseries])
        people: list[Watched] = []
        try:
            for _ in range(TABLES):
                host = await again(lambda: client.create(proxy.base, "take-it-easy", "Ada", [OPEN, OPEN]))
                guest = await client.join(host.link, "Bob")
                for one in (host, guest):
                    seated = wire.Seated(one.match, one.seat or 0, one.token)
                    people.append(Watched(one.site, seated, one.nonce))
                    await people[-1].__aenter__()
                await people[-2].start()
            for nursery in nurseries:
                os.kill(nursery.pid, signal.SIGTERM)
                await asyncio.to_thread(nursery.kill, 0)
                nursery.start()
                await asyncio.sleep(3)
            gaps = sorted(gap for one in people for gap in one.gaps)
            print(f"handover: {len(people)} people, {len(gaps)} reconnections; gap p50 {percentile(gaps, 0.5):.0f} ms, ", end="")
            print(f"p99 {percentile(gaps, 0.99):.0f} ms, longest {1000 * gaps[-1]:.0f} ms")
        finally:
            for one in people:
                await one.close()
            proxy.close()
            for nursery in nurseries:
                nursery.kill()
                nursery.close()


PARTS = {"stores": stores, "processes": processes, "relay": relay, "handover": handover}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        uvloop.run(PARTS[name]())
