"""Measures PostgreSQL against SQLite, and several processes against one. Needs the parts of tests/server/test_many.py.

    python -m bench.many              all parts
    python -m bench.many stores       one of: stores, processes, relay, tables, handover, takeover

`stores` and `processes` play as fast as they can; the clients run in this process.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import uvloop
from bench.arguments import chosen
from bench.server import (
    ANSWER,
    SPAWN,
    Thin,
    connect,
    cpu,
    free_port,
    percentile,
    rss,
    run_server,
    sit_down,
    start,
    tables,
    wait_for,
)
from tests.server.postgres import Postgres
from tests.server.proxy import Proxy
from tests.server.running import OPEN, Nursery
from tests.server.test_many import again
from tests.server.witness import Ledger, Witness

from tablee import client
from tablee.protocol import wire

MATCHES, SEATS, PACED, TABLES, IDLE, SECONDS = 150, 2, 40, 40, 500, 20
LEASE = 8  # seconds in which the others must have noticed
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
    times = [ms for some in played.times.values() for ms in some]
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


async def idle_tables() -> None:
    """What a table costs at which two people think: memory, and the processor time of renewals and pings."""
    with ExitStack() as stack:
        main = stack.enter_context(database())
        port, pid = stack.enter_context(process(main.url))
        assert main.process is not None
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            await sit_down(http, port, SEATS)  # whatever is loaded once
            before, thins = rss(pid), []
            found = await tables(http, port, IDLE, SEATS)
            for match, tokens in found:
                for token in tokens:
                    thins.append(await connect(port, lambda thin, data: None, f"/api/socket/{match}"))
                    thins[-1].send(wire.encode(wire.Hello("bench", token)))
            await asyncio.gather(*(start(http, port, match, tokens[0]) for match, tokens in found))
            await asyncio.sleep(3)
            print(f"{IDLE} tables of {SEATS}: {(rss(pid) - before) / IDLE / 1024:.0f} KiB each, with their sockets")
            parts = {"Tablée": [pid], "PostgreSQL": children(main.process.pid)}
            spent = {name: sum(map(cpu, pids)) for name, pids in parts.items()}
            await asyncio.sleep(SECONDS)
            for name, pids in parts.items():
                each = (sum(map(cpu, pids)) - spent[name]) / SECONDS / IDLE
                print(f"{name}: {1e6 * each:.0f} µs of processor time a second for each table")
            assert len(thins) == IDLE * SEATS


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def handover() -> None:
    """Each of three processes behind a proxy is stopped and started, one after the other, while people are connected."""
    await restarts("handover", signal.SIGTERM)


async def takeover() -> None:
    """The same, but the processes are killed: the others find out by themselves."""
    await restarts("takeover", signal.SIGKILL)


async def restarts(name: str, how: signal.Signals) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data = stack.enter_context(database()).url
        nurseries = [Nursery(data, absence=60_000) for _ in range(3)]
        for nursery in nurseries:
            nursery.start()
        proxy = Proxy(folder, [f"127.0.0.1:{nursery.port}" for nursery in nurseries])
        people: list[Witness] = []
        ledger = Ledger()
        try:
            for _ in range(TABLES):
                host = await again(lambda: client.create(proxy.base, "take-it-easy", "Ada", [OPEN, OPEN]))
                guest = await client.join(host.link, "Bob")
                for player in (host, guest):
                    people.append(Witness.like(player, ledger))
                    await people[-1].__aenter__()
                await people[-2].start()
            for nursery in nurseries:
                os.kill(nursery.pid, how)
                await asyncio.to_thread(nursery.kill, 0)
                if how == signal.SIGKILL:
                    await asyncio.sleep(LEASE)
                nursery.start()
                await asyncio.sleep(3)
            gaps = sorted(gap.seconds for gap in ledger.gaps)
            waiting = sum(bool(person.lost) for person in people)
            print(f"{name}: {len(people)} people, {len(gaps)} reconnections; gap p50 {percentile(gaps, 0.5):.0f} ms, ", end="")
            print(f"p99 {percentile(gaps, 0.99):.0f} ms, longest {1000 * gaps[-1]:.0f} ms; {waiting} are still waiting")
        finally:
            for person in people:
                await person.close()
            proxy.close()
            for nursery in nurseries:
                nursery.kill()
                nursery.close()


PARTS = {
    "stores": stores,
    "processes": processes,
    "relay": relay,
    "tables": idle_tables,
    "handover": handover,
    "takeover": takeover,
}

if __name__ == "__main__":
    for name in chosen(__doc__, PARTS):
        uvloop.run(PARTS[name]())
