"""Several processes on one PostgreSQL database: one owner per table, whoever dies, sleeps or loses its connection."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

import httpx
import pytest

from tablee import client
from tablee.client import Player, Site
from tablee.core.record import Action
from tablee.server import postgres_store, store, wire
from tablee.server.postgres_store import PostgresStore
from tablee.server.reasons import Refused
from tablee.server.store import Elsewhere, Lease, Unavailable
from tests.server.postgres import Postgres
from tests.server.running import OPEN, RunningServer, check_record, play, running, settings, sit_down
from tests.server.test_people import refusal
from tests.server.test_store import kept

T = TypeVar("T")


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.fresh()


@asynccontextmanager
async def processes(url: str, *names: str) -> AsyncIterator[list[PostgresStore]]:
    stores = [await PostgresStore.open(url, "serve", name) for name in names]
    try:
        yield stores
    finally:
        for one in stores:
            await one.close()


def row(n: int) -> store.AddRow:
    return store.AddRow("m", n, Action(0, "x", n))


def test_one_of_many_gets_the_lease(url: str) -> None:
    async def main() -> None:
        async with processes(url, "a", "b", "c") as (a, b, c):
            await a.written([store.NewMatch(kept("m"))])
            claims = await asyncio.gather(*(one.claim("m") for one in (a, b, c)), return_exceptions=True)
            (lease,) = [claim for claim in claims if isinstance(claim, Lease)]
            owner = next(one for one in (a, b, c) if one.holds(lease))
            assert {claim.address for claim in claims if isinstance(claim, Elsewhere)} == {owner.address}
            await owner.written([row(0)], lease)
            owner.release(lease)
            other = b if owner is a else a
            while True:
                try:
                    second = await other.claim("m")
                    break
                except Elsewhere:
                    await asyncio.sleep(0.01)
            assert second.epoch > lease.epoch
            with pytest.raises(Refused, match="no-match"):
                await a.claim("nothing")

    asyncio.run(main())


def test_whoever_lost_the_lease_writes_nothing_any_more(url: str) -> None:
    """Neither rows nor anything else; and it keeps nobody else from writing in the same batch."""

    async def main() -> None:
        async with processes(url, "a", "b") as (a, b):
            await a.written([store.NewMatch(kept("m")), store.NewMatch(kept("other"))])
            old, other = await a.claim("m"), await a.claim("other")
            await a.written([row(0)], old)
            await expire(b)
            new = await b.claim("m")
            stale: list[list[store.Write]] = [[row(1)], [store.TouchMatch("m", 99)], [row(1), store.AddToken("t", "m", 0)]]
            for writes in stale:
                mine = a.written([store.AddRow("other", len(await a.rows("other")), Action(0, "x", 1))], other)
                lost, done = await asyncio.gather(a.written(writes, old), mine, return_exceptions=True)
                assert isinstance(lost, Unavailable)
                assert done is None
            await b.written([row(1)], new)
            assert await epochs_of(b, "m") == [old.epoch, new.epoch]
            assert await b.holder("m", "t") is None
            found = await b.match("m")
            assert found is not None
            assert found.changed == 0

    asyncio.run(main())


async def epochs_of(db: PostgresStore, match: str) -> list[int]:
    return [epoch for (epoch,) in await db.fetch("SELECT epoch FROM actions WHERE match = ? ORDER BY n", match)]


async def expire(db: PostgresStore) -> None:
    """As if the owners had not been heard of for a while."""
    await db.fetch("UPDATE leases SET expires = clock_timestamp() - interval '1 second'")


def test_a_lease_cannot_change_hands_while_it_is_used(url: str) -> None:
    """A takeover waits for what the owner is writing, so that it reads everything that was written."""

    async def main() -> None:
        async with processes(url, "a", "b") as (a, b):
            await a.written([store.NewMatch(kept("m"))])
            lease = await a.claim("m")
            writing = await postgres_store._connect(url, "visit")
            async with writing.transaction():
                await writing.fetch(postgres_store.HOLD, [lease.match], [lease.epoch])
                await expire_soon(b)
                taking = asyncio.create_task(b.claim("m"))
                await asyncio.sleep(0.1)
                assert not taking.done()
                await writing.execute("INSERT INTO actions (match, n, who, text, ms) VALUES ('m', 0, 0, 'x', 1)")
            await asyncio.wait([taking])
            await writing.close()
            if isinstance(taking.exception(), Elsewhere):  # the owner had renewed it meanwhile
                return
            assert len(await b.rows("m")) == 1

    asyncio.run(main())


async def expire_soon(db: PostgresStore) -> None:
    """As soon as the lease is not locked."""
    asyncio.get_running_loop().create_task(expire(db))
    await asyncio.sleep(0.05)


def test_leases_are_renewed_all_at_once_and_given_up_in_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_store, "LEASE", 0.6)
    monkeypatch.setattr(postgres_store, "MARGIN", 0.2)
    monkeypatch.setattr(postgres_store, "RENEW_EVERY", 0.1)

    async def main() -> None:
        async with processes(url, "a", "b") as (a, b):
            await a.written([store.NewMatch(kept(str(n))) for n in range(20)])
            leases = [await a.claim(str(n)) for n in range(20)]
            await asyncio.sleep(1.0)
            assert all(map(a.holds, leases))
            lost: list[str] = []
            a.on_lost = lost.extend
            monkeypatch.setattr(a, "_renew", broken)
            while all(map(a.holds, leases)):
                assert not lost
                await asyncio.sleep(0.01)
            with pytest.raises(Elsewhere):
                await b.claim("0")  # given up before it ends
            while len(lost) < 20:
                await asyncio.sleep(0.01)
            while not (orphans := await b.orphans()):
                await asyncio.sleep(0.01)
            assert set(orphans) <= {str(n) for n in range(20)}
            assert (await b.claim(orphans[0])).epoch > leases[-1].epoch

    asyncio.run(main())


async def broken() -> None:
    raise OSError("no route to host")


def test_a_commit_whose_answer_was_lost_is_found_by_its_command(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks after the commit, before its answer: the client sends its command again, and it counts once."""
    run, chance = PostgresStore._run, random.Random(1)
    broken = [0]

    async def unlucky(self: PostgresStore, batch: list[store.PendingWrite]) -> set[Lease]:
        held = await run(self, batch)
        if any(isinstance(write, store.AddRow) and write.cmd for job in batch for write in job.writes) and chance.random() < 0.2:
            broken[0] += 1
            raise ConnectionResetError("the answer was lost")
        return held

    monkeypatch.setattr(PostgresStore, "_run", unlucky)

    async def main() -> None:
        async with running(settings(url)) as here, asyncio.timeout(60):
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            acked = await asyncio.gather(*(play(one, random.Random(seat)) for seat, one in enumerate(people)))
            check_record(await people[0].record(), acked)
            assert [len(actions) for actions in acked] == [19, 19]
            for one in people:
                await one.close()

    asyncio.run(main())
    assert broken[0]


def test_the_database_restarts_while_people_play(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    url = postgres.fresh()

    async def main() -> None:
        async with running(settings(url)) as here, asyncio.timeout(60):
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            playing = [asyncio.create_task(play(one, random.Random(seat))) for seat, one in enumerate(people)]
            await asyncio.sleep(0.05)
            await asyncio.to_thread(postgres.stop)
            await asyncio.sleep(0.2)
            await asyncio.to_thread(postgres.start)
            acked = await asyncio.gather(*playing)
            check_record(await people[0].record(), acked)
            for one in people:
                await one.close()

    asyncio.run(main())
    told = [record.message for record in caplog.records if record.name == "tablee"]
    assert told[:1] == ["database cannot be used"]
    assert "room failed" not in told


# routing
@asynccontextmanager
async def servers(url: str, count: int = 2, **more: Any) -> AsyncIterator[list[RunningServer]]:
    async with AsyncExitStack() as stack, asyncio.timeout(60):
        yield [await stack.enter_async_context(running(settings(url, **more))) for _ in range(count)]


async def asked(server: RunningServer, path: str, kind: type[T]) -> T:
    site = Site(server.base)
    try:
        return await site.get(path, kind)
    finally:
        await site.http.aclose()


def at(player: Player, server: RunningServer) -> Player:
    """Sends this player to another process."""
    player.site.base = server.base
    return player


def test_any_process_can_be_asked_about_any_table(url: str) -> None:
    """Who opens the table, who joins and who plays where is all the same; the table is where its first device is."""

    async def main() -> None:
        async with servers(url, 3, doze=60_000) as (first, second, third):
            host = await client.create(first.base, "take-it-easy", "Ada", [OPEN, OPEN, OPEN])
            link = f"{second.base}/t/{host.match}"
            people = [at(host, second), await client.join(link, "Bob"), at(await client.join(link, "Cleo"), third)]
            assert [host.match in one.directory.rooms for one in (first, second, third)] == [True, False, False]
            for one in people:
                await one.__aenter__()
            assert [host.match in one.directory.rooms for one in (first, second, third)] == [False, True, False]
            await at(people[0], first).start()
            acked = await asyncio.gather(*(play(one, random.Random(seat), 0.1) for seat, one in enumerate(people)))
            check_record(await people[2].record(), acked)
            assert [host.match in one.directory.rooms for one in (first, second, third)] == [False, True, False]
            assert await refusal(asked(third, "/matches/nothing", wire.TableInfo)) == (404, "no-match")
            again = [await one.again() for one in people]  # each asks another process
            assert len({one.match for one in again}) == 1
            for one in [*people, *again]:
                await one.close()

    asyncio.run(main())


def test_lists_and_limits_count_the_tables_of_all_processes(url: str) -> None:
    async def main() -> None:
        async with servers(url, tables=3, bot_seats=2) as (first, second):
            people = [await client.create(one.base, "take-it-easy", "Ada", [OPEN, OPEN], public=True) for one in (first, second)]
            for one in people:
                await one.__aenter__()
            for server in (first, second):
                found = await asked(server, "/matches", list[wire.TableInfo])
                assert {table.match: table.seats[0].here for table in found} == {one.match: True for one in people}
            bots = client.create(first.base, "take-it-easy", "Ada", [OPEN, *[wire.SeatWish("bot", "random")] * 3])
            assert await refusal(bots) == (429, "too-many")
            last = await client.create(first.base, "take-it-easy", "Ada", [OPEN])
            assert await refusal(client.create(second.base, "take-it-easy", "Ada", [OPEN])) == (429, "too-many")
            await last.leave()
            people.append(await client.create(second.base, "take-it-easy", "Ada", [OPEN]))
            for one in [*people, last]:
                await one.close()

    asyncio.run(main())


def test_nobody_else_can_say_that_a_request_was_passed_on(url: str) -> None:
    async def main() -> None:
        async with servers(url, 1, requests=0.001, request_burst=2) as (here,), httpx.AsyncClient(trust_env=False) as http:
            store = here.directory.store
            host = await client.create(here.base, "take-it-easy", "Ada", [OPEN])
            path = f"{here.base}/api/matches/{host.match}/retake"
            body = {"people": [{"id": 7, "name": "Eve"}], "commit": "", "seat": 0}
            for secret, codes in (("guess", [404, 429]), (store.secret, [409, 409])):
                headers = {"x-tablee-relay": secret, "x-tablee-visitor": "192.0.2.1"}
                assert [(await http.post(path, json=body, headers=headers)).status_code for _ in codes] == codes
            await host.close()

    asyncio.run(main())


def test_tables_are_handed_over_when_a_process_stops(url: str) -> None:
    """Matches in which a clock is running go on in another process, before anybody connects there."""

    async def main() -> None:
        async with running(settings(url)) as second, asyncio.timeout(60):
            async with running(settings(url)) as first:
                people = await sit_down(first.base, "toy", [OPEN, OPEN])
                await people[0].start()
                match = people[0].match
                assert first.directory.rooms[match].room.busy
                rows = len(await first.directory.store.rows(match))
                for one in people:
                    at(one, second)
            while match not in second.directory.rooms:
                await asyncio.sleep(0.01)
            assert second.directory.rooms[match].room.rows >= rows
            acked = await asyncio.gather(*(play(one, random.Random(seat)) for seat, one in enumerate(people)))
            check_record(await people[0].record(), acked)
            for one in people:
                await one.close()

    asyncio.run(main())
