"""Several processes on one PostgreSQL database: one owner per table, whoever dies, sleeps or loses its connection."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeVar

import httpx
import pytest
from websockets.asyncio.client import connect

from tablee import client
from tablee.client import Player, Site
from tablee.core.record import Action
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.server import relay
from tablee.storage import postgres as postgres_store
from tablee.storage import store
from tablee.storage.postgres import PostgresStore
from tablee.storage.store import Elsewhere, Lease, Unavailable
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


def test_a_new_table_whose_lease_came_too_late_is_not_missing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens it is to try again."""
    monkeypatch.setattr(postgres_store, "MARGIN", postgres_store.LEASE)

    async def main() -> None:
        async with processes(url, "a") as (a,):
            with pytest.raises(Unavailable):
                await a.claim("m", new=True)

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


def test_a_lease_does_not_last_because_the_clock_of_the_database_was_set_back(url: str) -> None:
    """Or because a standby whose clock is behind has become the primary: whoever held it may be dead."""

    async def main() -> None:
        async with processes(url, "a", "b") as (a, b):
            await a.written([store.NewMatch(kept(match)) for match in ("m", "n")])
            await a.fetch("UPDATE matches SET state = 'play'")
            old = await a.claim("m")
            await leased(b, "n", "http://127.0.0.1:1", 3600)
            await b.fetch("UPDATE leases SET expires = expires + interval '1 hour'")
            new = await b.claim("m")
            assert new.epoch > old.epoch
            with pytest.raises(Unavailable):
                await a.written([row(0)], old)
            assert await a.orphans() == ["n"]
            assert (await a.owners(["m", "n"])) == {"m": "b"}

    asyncio.run(main())


def test_a_lease_cannot_change_hands_while_it_is_used(url: str) -> None:
    """A takeover waits for what the owner is writing, so that it reads everything that was written."""

    async def main() -> None:
        async with processes(url, "a", "b") as (a, b):
            await a.written([store.NewMatch(kept("m"))])
            lease = await a.claim("m")
            writing = await postgres_store._connect(url, "guest")
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


def test_a_process_that_hangs_in_a_transaction_keeps_no_table(url: str) -> None:
    """Its locks end about when its lease does."""

    async def main() -> None:
        async with processes(url, "b") as (b,):
            await b.written([store.NewMatch(kept("m"))])
            await leased(b, "m", "http://127.0.0.1:1", 1)
            ((epoch,),) = await b.fetch("SELECT epoch FROM leases")
            hanging = await postgres_store._connect(url, "guest")
            await hanging.execute("BEGIN")
            await hanging.fetch(postgres_store.HOLD, ["m"], [epoch])
            began = b.loop.time()
            while True:
                try:
                    await b.claim("m")
                    break
                except Elsewhere:
                    await asyncio.sleep(0.05)
            assert postgres_store.LEASE - 1 < b.loop.time() - began < postgres_store.LEASE + 1
            hanging.terminate()

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
            ((first,),) = await b.fetch("SELECT max(expires) FROM leases")
            while (await b.fetch("SELECT clock_timestamp() <= ?", first))[0][0]:
                await asyncio.sleep(0.01)
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


def test_one_statement_a_second_renews_all_leases(url: str) -> None:
    async def main() -> None:
        async with processes(url, "a") as (a,):
            await a.written([store.NewMatch(kept(str(n))) for n in range(20)])
            for n in range(20):
                await a.claim(str(n))
            said: list[str] = []
            began = a.loop.time()
            with a.writing.query_logger(lambda query: said.append(query.query)):
                while len(said) < 3:
                    await asyncio.sleep(0.01)
            assert len(said) <= 1 + (a.loop.time() - began) / postgres_store.RENEW_EVERY
            assert {*said} == {postgres_store.RENEW}

    asyncio.run(main())


def test_hidden_clocks_stop_before_the_lease_ends(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no bell rings twice, here and in the process that takes over."""
    monkeypatch.setattr(postgres_store, "LEASE", 2.0)
    monkeypatch.setattr(postgres_store, "MARGIN", 1.0)

    async def main() -> None:
        async with servers(url, 1) as (here,), processes(url, "b") as (other,):
            people = await sit_down(here.base, "toy", [OPEN, OPEN])
            await people[0].start()
            match = people[0].match
            task = here.directory.rooms[match]
            while task.alarm is None or not task.room.busy:
                await asyncio.sleep(0.01)
            monkeypatch.setattr(here.directory.store, "_renew", broken)
            monkeypatch.setattr(here.directory, "leaving", True)  # it must not take the table over itself
            while match in here.directory.rooms:
                await asyncio.sleep(0.01)
            ((lasts,),) = await other.fetch("SELECT expires > clock_timestamp() FROM leases WHERE match = ?", match)
            assert lasts
            assert task.ended
            rows = await other.rows(match)
            await asyncio.sleep(1.5)
            assert await other.rows(match) == rows
            for one in people:
                await one.close()

    asyncio.run(main())


async def broken(*args: Any) -> None:
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
            while not await here.directory.store.rows(people[0].match):
                await asyncio.sleep(0.01)
            await asyncio.to_thread(postgres.stop)
            while "database cannot be used" not in caplog.messages:
                await asyncio.sleep(0.01)
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


def test_a_table_is_let_go_even_if_the_database_does_not_answer(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with servers(url, 1, doze=60_000) as (here,):
            host = await client.create(here.base, "take-it-easy", "Ada", [OPEN])
            await host.close()
            with monkeypatch.context() as cut:
                cut.setattr(here.directory.store, "_run", broken)
                assert await here.directory.lets_go(host.match)
            assert host.match not in here.directory.rooms

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


def test_limits_of_wider_networks_count_the_tables_of_all_processes(url: str) -> None:
    """Five visitors in a network of 56 bits, which has four shares."""
    wish = wire.Create("take-it-easy", "Eve", [OPEN])

    async def main() -> None:
        async with servers(url, tables=1) as (first, second):
            for number in range(4):
                await (first, second)[number % 2].directory.create(wish, f"2001:db8:1:{number}::")
            with pytest.raises(Refused, match="too-many-tables"):
                await second.directory.create(wish, "2001:db8:1:4::")
            await second.directory.create(wish, "2001:db8:1:100::")
            await second.directory.create(wish, "192.0.2.1")

    asyncio.run(main())


def test_a_crowd_in_one_process_is_a_crowd_in_all(url: str) -> None:
    """At the limit of all matches, only those who have no table may open one."""

    async def main() -> None:
        async with servers(url, matches=1) as (first, second):
            host = await client.create(first.base, "take-it-easy", "Ada", [OPEN])
            assert await refusal(client.create(second.base, "take-it-easy", "Ada", [OPEN])) == (429, "too-many")
            await host.close()

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


def test_nobody_waits_for_a_database_that_has_not_answered_for_long(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        answers = asyncio.Event()

        async def hang(*args: Any, **more: Any) -> None:
            await answers.wait()
            raise ConnectionResetError

        async with processes(url, "a") as (one,):
            with monkeypatch.context() as hanging:
                hanging.setattr(one, "_run", hang)
                hanging.setattr(one, "pool", SimpleNamespace(fetch=hang))
                one.trouble = "no answer"
                try:
                    async with asyncio.timeout(2):
                        with pytest.raises(Unavailable):
                            await one.match("m")
                finally:
                    answers.set()
            while one.trouble:
                await asyncio.sleep(0.01)
            assert await one.match("m") is None

    asyncio.run(main())


def test_all_live_tables_of_a_dead_process_are_taken_over(url: str) -> None:
    """Also those without a clock; and if nobody comes back to them, they are unloaded like any other."""

    async def main() -> None:
        async with servers(url, 1) as (here,):
            directory, matches = here.directory, []
            for _ in range(6):
                people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
                await people[0].start()
                matches.append(people[0].match)
                for one in people:
                    await one.close()
                directory.rooms[people[0].match].stop()
            await directory.store.written([])  # after the leases have ended
            for match in matches:
                await leased(directory.store, match, "http://127.0.0.1:1", 0.2)
            while not directory.rooms.keys() >= {*matches}:
                await asyncio.sleep(0.01)
            while directory.rooms:
                await asyncio.sleep(0.01)
            assert not await directory.store.orphans()

    asyncio.run(main())


def test_a_commit_that_waits_for_a_missing_standby_is_told_and_goes_on(
    postgres: Postgres, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a promoted primary that still expects one: nothing hangs silently, and nothing is acknowledged before its time."""

    def expect(standby: str) -> None:
        postgres.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'")
        postgres.sql("SELECT pg_reload_conf()")

    async def main() -> None:
        async with processes(url, "a") as (one,):
            monkeypatch.setattr(postgres_store, "DB_TIMEOUT", 0.3)
            try:
                await asyncio.to_thread(expect, "nobody")
                writing = asyncio.create_task(one.written([store.NewMatch(kept("0"))]))
                async with asyncio.timeout(30):
                    for number in count(1):
                        await asyncio.sleep(0.05)
                        if one.trouble:
                            break
                        if writing.done():  # before the setting was in use
                            writing = asyncio.create_task(one.written([store.NewMatch(kept(str(number)))]))
                assert "standby" in one.trouble  # as /healthz says, with 503
                assert not writing.done()
            finally:
                await asyncio.to_thread(expect, "")
            await writing
            assert not one.trouble

    asyncio.run(main())


@asynccontextmanager
async def hanging(answer: bytes = b"") -> AsyncIterator[str]:
    """The address of a process that takes connections, and then hangs after this answer, or dies after half of it."""

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        if not answer.endswith(b"half"):
            await reader.read()
        writer.close()

    server = await asyncio.start_server(hang, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def owned_by(here: RunningServer, address: str, seconds: float) -> str:
    """A new table whose lease another process has, for so long."""
    host, db = await client.create(here.base, "take-it-easy", "Ada", [OPEN]), here.directory.store
    await host.close()
    here.directory.rooms[host.match].stop()
    await db.written([])  # after the lease has ended
    await leased(db, host.match, address, seconds)
    return host.match


async def leased(db: store.Store, match: str, address: str, seconds: float) -> None:
    expires = f"clock_timestamp() + interval '{seconds} seconds'"
    await db.fetch(f"INSERT INTO leases VALUES (?, 'somebody', ?, nextval('epochs'), {expires})", match, address)


def test_nobody_waits_for_an_owner_that_hangs_longer_than_its_lease(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "ANSWER", 30.0)

    async def main() -> None:
        async with servers(url, 1) as (here,), hanging() as address, asyncio.timeout(15):
            match = await owned_by(here, address, 1)
            async with connect(f"ws{here.base.removeprefix('http')}/api/socket/{match}") as socket:
                await socket.send(wire.encode(wire.Hello("c", "")), text=True)
                assert '"snapshot"' in str(await socket.recv())
            other = await owned_by(here, address, 1)
            async with httpx.AsyncClient(trust_env=False) as http:
                assert (await http.get(f"{here.base}/api/matches/{other}")).status_code == 503  # it may have been carried out
                assert (await http.get(f"{here.base}/api/matches/{other}")).status_code == 200

    asyncio.run(main())


def test_an_answer_that_ends_too_soon_is_passed_on_as_such(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """The owner dies while it sends a record."""

    async def main() -> None:
        answer = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf"
        async with servers(url, 1) as (here,), hanging(answer) as address, httpx.AsyncClient(trust_env=False) as http:
            match = await owned_by(here, address, 10)
            with pytest.raises(httpx.RemoteProtocolError):
                await http.get(f"{here.base}/api/matches/{match}/record")

    asyncio.run(main())
    assert [record.message for record in caplog.records if record.name == "tablee"] == ["owner did not finish its answer"]
    assert not any(record.exc_info for record in caplog.records)


def test_a_process_that_was_restarted_waits_for_its_earlier_leases(url: str) -> None:
    """It does not pass on to itself what is meant for the process before it, at the same address."""

    async def main() -> None:
        async with servers(url, 1) as (here,):
            match = await owned_by(here, here.base, 1)
            async with connect(f"ws{here.base.removeprefix('http')}/api/socket/{match}") as socket:
                await socket.send(wire.encode(wire.Hello("c", "")), text=True)
                assert '"snapshot"' in str(await socket.recv())
            assert here.directory.meters.relayed == 0

    asyncio.run(main())


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n"
)


def test_sockets_at_a_process_that_hangs_are_closed_when_its_lease_has_ended(url: str) -> None:
    """Also if nobody else takes the table, as no clock is running."""
    asyncio.run(accepted_once(url))


def test_a_socket_that_is_accepted_too_late_is_not_accepted_again(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The table came here in the same turn."""

    async def too_late(self: relay.Relay, match: str, address: str, answer: Awaitable[Any]) -> None:
        await answer
        monkeypatch.setattr(self.here, "is_here", lambda match: True)

    monkeypatch.setattr(relay.Relay, "_unless_moved", too_late)
    asyncio.run(accepted_once(url))
    assert not any(record.exc_info for record in caplog.records)


async def accepted_once(url: str) -> None:
    """A socket is passed on to a process that accepts it, and then hangs until its lease has ended."""
    accept = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    async with servers(url, 1) as (here,), hanging(accept) as address, asyncio.timeout(15):
        match = await owned_by(here, address, 1.5)
        reader, writer = await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2]))
        writer.write(f"GET /api/socket/{match} HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n".encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        assert await reader.read() == b""
        writer.close()
        while here.server.server_state.tasks:  # until nobody is busy with it
            await asyncio.sleep(0.05)


def test_those_who_wait_for_a_dead_owner_ask_together(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each for itself, hundreds of sockets would keep everybody busy just when a process has died."""
    asked, owners = [0], PostgresStore.owners

    async def counted(self: PostgresStore, matches: Any) -> dict[str, str]:
        asked[0] += 1
        return await owners(self, matches)

    async def main() -> None:
        async with servers(url, 1) as (here,), asyncio.timeout(30):
            matches = [await owned_by(here, "http://127.0.0.1:1", 1.5) for _ in range(40)]
            monkeypatch.setattr(PostgresStore, "owners", counted)
            assert len({one.match for one in await asyncio.gather(*(table_at(here, match) for match in matches))}) == 40
            assert asked[0] < 40 + 2 * 1.5 / relay.PAUSE

    asyncio.run(main())


async def table_at(server: RunningServer, match: str) -> wire.TableInfo:
    return await asked(server, f"/matches/{match}", wire.TableInfo)


def test_a_finished_match_in_memory_is_shown_while_the_database_is_away(postgres: Postgres) -> None:
    """Its players stay connected, it is not unloaded, and it is read again when the database is back."""
    url = postgres.fresh()

    async def main() -> None:
        async with servers(url, 1) as (here,), httpx.AsyncClient(trust_env=False) as http, asyncio.timeout(60):
            directory, path = here.directory, f"{here.base}/api/matches/"
            host = await client.create(here.base, "take-it-easy", "Ada", [OPEN])
            await host.__aenter__()
            await host.start()
            await play(host, random.Random(1))
            path += host.match
            before = (await http.get(path + "/screen")).json()
            await asyncio.to_thread(postgres.stop)
            try:
                while not directory.store.cut_off or directory.store.held:  # type: ignore[attr-defined]
                    await asyncio.sleep(0.05)
                assert (await http.get(here.base + "/ready/pages")).status_code == 200
                task = directory.rooms[host.match]
                assert task.room.devices
                await host.close()
                await asyncio.sleep(3 * directory.settings.doze / 1000)
                assert directory.rooms[host.match] is task
                assert (await http.get(path)).json()["state"] == "over"
                assert (await http.get(path + "/screen")).json()["public"] == before["public"]
                assert (await http.get(path + "/screen", headers={"Authorization": "Bearer x"})).status_code == 503
            finally:
                await asyncio.to_thread(postgres.start)
            while directory.rooms.get(host.match) is task:
                await asyncio.sleep(0.05)
            assert (await http.get(path + "/screen")).json()["public"] == before["public"]

    asyncio.run(main())


def test_proxies_are_told_of_a_process_that_does_not_reach_the_database(postgres: Postgres) -> None:
    """Once its leases have ended: before, nobody else can go on with its tables."""
    url = postgres.fresh()

    async def main() -> None:
        async with servers(url, 1) as (here,), httpx.AsyncClient(trust_env=False, base_url=here.base) as http:
            host = await client.create(here.base, "take-it-easy", "Ada", [OPEN])
            await host.__aenter__()
            assert (await http.get("/ready")).status_code == 200
            await asyncio.to_thread(postgres.stop)
            try:
                held = here.directory.store
                while (await http.get("/healthz")).status_code == 200:
                    await asyncio.sleep(0.05)
                assert not held.cut_off
                assert (await http.get("/ready")).status_code == 200
                while (await http.get("/ready")).status_code == 200:
                    await asyncio.sleep(0.05)
                while host.match in here.directory.rooms:
                    await asyncio.sleep(0.05)
            finally:
                await asyncio.to_thread(postgres.start)
            while (await http.get("/ready")).status_code == 503:
                await asyncio.sleep(0.05)
            await host.close()

    asyncio.run(main())
