"""What one visitor may try in order to stop the others, and what holds it. docs/security.md lists these tests."""

from __future__ import annotations

import asyncio
import gc
import random
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.bots import players
from tablee.core.game import BadOptions
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.server import app as server_app
from tablee.server import compression as server_compression
from tablee.server import directory as server_directory
from tablee.server import replays as server_replays
from tablee.server import requests, wire
from tablee.server import room_task as server_room_task
from tablee.server.admission import Admission
from tablee.server.app import LARGE
from tablee.server.broadcast import AT_ONCE
from tablee.server.compression import PIECE, Packed, in_pieces
from tablee.server.connections import Connections
from tablee.server.link import BYTES_AT_ONCE, FRAMES_AT_ONCE, LINK, Link
from tablee.server.metrics import Metrics
from tablee.server.reasons import Close, Refused
from tablee.server.replays import LONG
from tablee.server.room import Room
from tablee.server.scoring_thread import ScoringThread
from tablee.server.seating import new_setup
from tablee.server.settings import Settings
from tablee.server.store import StoredRow
from tablee.server.visitors import OwnTables, visitor
from tablee.server.workers import FairQueue, Pool
from tablee.table import Table
from tests.games_here import EVERY, find
from tests.server.attacks import HALF, UPGRADE, bots_attack, connected, frame, heard, long_match, screen
from tests.server.jobs import nap, slow_replay
from tests.server.lone_room import LoneRoom, make_settings
from tests.server.running import OPEN, running, settings, sit_down

EASY, LIMITS, XTREME = find("take-it-easy"), find("limits"), find("xtreme-limits")
SETTINGS = make_settings()


# 1. Long matches
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_an_evening_of_ten_games_is_possible(entry: Entry) -> None:
    for seats in entry.game.usual_seats:
        assert new_setup(entry, wire.Create(entry.game.id, "Ada", [OPEN] * seats, series=10), SETTINGS).series == 10


@pytest.mark.parametrize(
    ("entry", "seats", "options", "series", "code"),
    [
        (LIMITS, 6, {}, 166, "long-series"),
        (XTREME, 6, {"rounds": 200, "target": 100}, 166, "long-series"),
        (XTREME, 6, {"rounds": 200, "target": 100, "tokens": 90}, 1, "long-game"),
        (EASY, 500, {}, 3, "long-series"),
    ],
)
def test_a_match_that_would_take_long_to_load_is_refused(
    entry: Entry, seats: int, options: dict[str, Any], series: int, code: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        new_setup(entry, wire.Create(entry.game.id, "Ada", [OPEN] * seats, options, series), SETTINGS)
    assert refused.value.message.id == code


def every_level() -> Iterator[Any]:
    """Those that take long are left to `make soak`."""
    for entry in EVERY:
        for level in players(entry):
            slow = level == "champion" or (level == "expert" and entry in (LIMITS, XTREME))
            yield pytest.param(entry, level, id=f"{entry.game.id}-{level}", marks=[pytest.mark.soak] if slow else [])


@pytest.mark.parametrize(("entry", "level"), [*every_level()])
def test_games_of_all_bots_are_not_longer_than_long_games_are_said_to_be(entry: Entry, level: str) -> None:
    seats = entry.game.usual_seats[-1]
    table = Table(entry, [f"bot:{level}"] * seats, seed=1)
    while table.step() is not None:
        pass
    assert len(table.match.rows) <= entry.game.length(seats, new_options(entry.game, {}))


class Slices:
    """Watches how many rows a room replays at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        fold = Room.fold

        def watched(room: Room, rows: Iterable[StoredRow]) -> None:
            given = list(rows)
            self.sizes.append(len(given))
            fold(room, given)

        monkeypatch.setattr(Room, "fold", watched)


def test_a_long_record_is_replayed_in_slices_while_others_have_their_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once, and both matches are asked for by several visitors: one slice in every turn of the loop."""
    ids = [long_match(tmp_path / "t.db", EASY, 6, 9)[0], long_match(tmp_path / "t.db", EASY, 6, 8, over=False)[0]]
    slices = Slices(monkeypatch)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            turns, already = 0, len(slices.sizes)  # one match is being recovered
            asking = [asyncio.ensure_future(here.directory.room(id)) for id in [*ids, *ids]]
            while not all(one.done() for one in asking):
                before = len(slices.sizes)
                await asyncio.sleep(0)
                turns += 1
                assert len(slices.sizes) - before <= 1
            assert sum(slices.sizes) == sum(task.result().room.rows for task in asking[:2])
            assert turns >= len(slices.sizes) - already
            assert max(slices.sizes) <= server_directory.ROWS_AT_ONCE

    asyncio.run(run())


def test_a_finished_match_is_shown_without_being_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: then its last screen is kept, and shows the same, until somebody deletes this cache."""
    match, _ = long_match(tmp_path / "t.db", LIMITS, 3, 3)
    slices = Slices(monkeypatch)

    async def run() -> None:
        seen = []
        for _ in range(3):
            async with running(settings(tmp_path / "t.db", doze=0)) as here:
                seen.append(await screen(here.base, match))
                while here.directory.rooms:
                    await asyncio.sleep(0.01)
                seen.append(await screen(here.base, match))
                if len(seen) == 4:
                    await here.directory.store.fetch("DELETE FROM last_screens")
        assert seen == [seen[0]] * 6

    asyncio.run(run())
    assert len([size for size in slices.sizes if size < server_directory.ROWS_AT_ONCE]) == 2  # in the first run and the third


def test_a_long_match_stays_in_memory_the_longer(tmp_path: Path) -> None:
    """So that it cannot be made to be replayed all the time."""
    match, rows = long_match(tmp_path / "t.db", EASY, 6, 3, over=False)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", doze=0)) as here:
            await screen(here.base, match)
            task = here.directory.rooms[match]
            assert task._doze >= rows
            assert not task._asleep()

    asyncio.run(run())


def test_a_room_of_500_tells_its_news_in_slices() -> None:
    """At most 100 seats in a turn of the loop, also when the match starts, and with the same messages."""
    table, whole = LoneRoom(EASY, 500), LoneRoom(EASY, 500)
    for room in (table.room, whole.room):
        room.handle(requests.StartMatch(0), 0)
    counts: list[int] = []

    def in_slices() -> None:
        outbox, told = table.room.outbox, len(table.room.outbox.messages)  # everybody was asked for a nonce
        for _ in table.room.settling(0):
            counts.append(len(outbox.messages) - told)
            told = len(outbox.messages)
        counts.append(len(outbox.messages) - told)

    in_slices()
    whole.room.settle(0)
    for seat in range(500):
        for one in (table, whole):
            one.room.handle(requests.Say(one.devices[seat].id, wire.Act(1, "a1")), 0)
        (table.settle if seat < 499 else in_slices)()
        whole.settle()
    assert max(counts) <= AT_ONCE
    assert sum(counts) >= 1000
    sent = [[data for _, _, data in one.raw] + [data for _, data in one.room.outbox.messages] for one in (table, whole)]
    assert sorted(sent[0]) == sorted(sent[1])


def test_many_requests_to_a_room_are_carried_out_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred in the same moment, half of them for the screen: it shows everything, and each turn of the loop has few."""
    handled: list[type[Any]] = []
    handle = Room.handle

    def watched(room: Room, request: Any, now: int) -> Any:
        handled.append(type(request))
        return handle(room, request, now)

    monkeypatch.setattr(Room, "handle", watched)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(30):
            match = (await here.directory.create(wire.Create("take-it-easy", "P0", [OPEN] * 51), HERE)).match
            room = await here.directory.room(match)
            screens = [requests.ReadScreen(None)] * 50
            joins = [requests.TakeSeat(f"P{seat}") for seat in range(1, 51)]
            both: list[requests.RoomRequest[Any]] = [one for pair in zip(screens, joins, strict=True) for one in pair]
            asking = [asyncio.ensure_future(room.ask(one)) for one in both]
            while not all(one.done() for one in asking):
                before = len(handled)
                await asyncio.sleep(0)
                assert len(handled) - before <= server_room_task.REQUESTS_AT_ONCE
            shown: list[Any] = [one.result() for one in asking[::2]]
            assert all(b'"P50"' in screen for screen in shown)

    asyncio.run(run())
    assert handled[-50:] == [requests.ReadScreen] * 50


# 2. Changes of mind
def test_a_choice_can_be_changed_often_but_not_for_ever() -> None:
    table, chance = LoneRoom(EASY, 2), random.Random(1)
    table.start()
    me = table.devices[0]
    for turn, changes in enumerate([SETTINGS.changes, SETTINGS.changes_a_turn, SETTINGS.changes_a_turn]):
        before = len(table.match.rows)
        for _ in range(100):
            table.act(0, chance.choice(table.texts(0)), turn + 1)
        answers = table.answers(me)
        assert [answer.code for answer in answers] == [""] * (1 + changes) + ["refused"] * (99 - changes)
        assert {answer.message.id for answer in answers if answer.message} == {"changed-too-often"}
        assert len(table.match.rows) == before + 1 + changes
        table.act(1, table.texts(1)[0])
    quiet = LoneRoom(EASY, 2)  # turns without a change are remembered, up to a point
    quiet.start()
    for _ in range(10):
        for seat in (0, 1):
            quiet.act(seat, quiet.texts(seat)[0])
    quiet.answers(quiet.devices[0])
    for _ in range(100):
        quiet.act(0, quiet.texts(0)[0])
    assert len(quiet.accepted(quiet.devices[0])) == 1 + SETTINGS.changes


# 3. More than one's share
HERE, THERE = "192.0.2.7", "2001:db8:1:2::9"


def test_who_is_one_visitor() -> None:
    assert visitor("192.0.2.7") == visitor("::ffff:192.0.2.7") != visitor("192.0.2.8")
    assert visitor("2001:db8:1:2::9") == visitor("2001:db8:1:2:ffff::1") != visitor("2001:db8:1:3::9")
    assert visitor("fe80::1%eth0") == visitor("fe80::2%eth0")
    assert visitor("testclient") == "testclient"


class Entrance:
    """The admission in front of an app that accepts everything; sockets stay open until they are released."""

    def __init__(self, **more: Any) -> None:
        chosen = Settings(Path("unused"), **more)
        self.state, self.relay = self, None
        self.release = asyncio.Event()
        self.guard = Admission(self, chosen, Connections(chosen, Metrics(chosen), 1024))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def sockets(self, match: str, link: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await self.release.wait()

    async def enter(self, kind: str, who: str) -> str:
        """The first thing that is answered."""
        told: list[Any] = []
        method = {"extensions": {LINK: None}} if kind == "websocket" else {"method": kind}
        scope = {"type": "websocket" if kind == "websocket" else "http", "path": "/api/socket/x", "client": (who, 1), **method}
        answered = asyncio.Event()

        async def send(event: Any) -> None:
            told.append(event)
            answered.set()

        async def receive() -> Any:
            return {}

        task = asyncio.create_task(self.guard({**scope, "headers": [(b"host", b"localhost")]}, receive, send))
        await answered.wait()
        if kind != "websocket":
            await task
        return str(told[0].get("status", told[0]["type"].removeprefix("websocket.")))


async def still_open(ids: Iterable[str]) -> set[str]:
    return {*ids}


def test_a_school_behind_one_address_is_never_refused() -> None:
    """By default: 500 phones load the page, join one room and connect, and 40 of them open tables of their own, ten times."""

    async def run() -> None:
        door = Entrance()
        for kind, times, answer in [("GET", 500 * 30, "200"), ("POST", 500 + 400 + 40, "200"), ("websocket", 500, "accept")]:
            assert {await door.enter(kind, HERE) for _ in range(times)} == {answer}, kind
        door.release.set()

        own = OwnTables(SETTINGS, Metrics(SETTINGS), still_open)
        await own.add(HERE, "the big room", 0, crowded=False)
        for table in range(400):
            await own.add(HERE, f"table {table}", 2, crowded=False)

    asyncio.run(run())


def test_a_visitor_who_asks_for_too_much_is_refused_and_nobody_else() -> None:
    async def run() -> None:
        door = Entrance(requests=0.001, request_burst=10, reads=0.001, read_burst=20, sockets=3)
        assert [await door.enter("GET", HERE) for _ in range(25)] == ["200"] * 20 + ["429"] * 5
        assert [await door.enter("websocket", HERE) for _ in range(5)] == ["accept"] * 3 + ["close"] * 2
        assert [await door.enter("POST", HERE) for _ in range(7)] == ["200"] * 5 + ["429"] * 2
        for kind, answer in [("GET", "200"), ("websocket", "accept"), ("POST", "200")]:
            assert await door.enter(kind, THERE) == answer
        door.release.set()
        await asyncio.sleep(0)
        assert not door.guard.sockets.held  # whoever leaves makes room

    asyncio.run(run())


def test_one_visitor_cannot_fill_the_server() -> None:
    asyncio.run(fill_the_server())


async def fill_the_server() -> None:
    chosen, over = make_settings(tables=5, bot_seats=10), set[str]()

    async def others(ids: Iterable[str]) -> set[str]:
        return {*ids} - over

    own = OwnTables(chosen, Metrics(chosen), others)
    for table in "abcde":
        await own.add(HERE, table, 2, crowded=False)
    with pytest.raises(Refused, match="too-many-tables"):
        await own.add(HERE, "f", 0, crowded=False)
    with pytest.raises(Refused, match="too-many-bots"):
        await own.check_bot(HERE)
    await own.add(THERE, "x", 10, crowded=True)  # somebody without a table, although there are too many
    with pytest.raises(Refused, match="too-many-tables"):
        await own.add(THERE, "y", 0, crowded=True)
    with pytest.raises(Refused, match="too-many-bots"):
        await own.add(THERE, "y", 1, crowded=False)
    await own.set_bots(HERE, "b", 1)
    await own.check_bot(HERE)
    over.add("a")
    await own.add(HERE, "f", 2, crowded=False)
    over |= {*"bcdef", "x"}
    await own.forget_finished()
    assert not own.bots


def test_twenty_thousand_tables_lock_nobody_out(tmp_path: Path) -> None:
    """In small: the server is full, and one visitor has filled it."""

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", matches=10, tables=8)) as here:
            create, found = wire.Create("take-it-easy", "Eve", [OPEN]), []
            for number in range(20):
                try:
                    await here.directory.create(create, HERE)
                except Refused as refused:
                    found.append((number, refused.message.id))
            assert found == [(number, "too-many-tables") for number in range(8, 20)]
            for who in ("192.0.2.1", "192.0.2.2", "192.0.2.3"):
                await here.directory.create(create, who)
            with pytest.raises(Refused, match="too-many"):
                await here.directory.create(create, who)

    asyncio.run(run())


def test_open_tables_where_nobody_is_are_closed_within_the_hour(tmp_path: Path) -> None:
    assert SETTINGS.empty + SETTINGS.sweep <= 3600

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", empty=-1, sweep=0.1)) as here:
            left = await here.directory.create(wire.Create("take-it-easy", "Eve", [OPEN]), HERE)
            (me,) = await sit_down(here.base, "take-it-easy", [OPEN])
            async with asyncio.timeout(20):
                while await here.directory.store.still_open([left.match]):
                    await asyncio.sleep(0.05)
            assert await here.directory.store.still_open([me.match])  # somebody is connected
            await me.close()

    asyncio.run(run())


# 4. Requests that never arrive
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def health(base: str) -> int:
    async with httpx.AsyncClient(trust_env=False, timeout=10) as http:
        return (await http.get(f"{base}/healthz")).status_code


BODY = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"


@pytest.mark.parametrize("text", [b"", b"GET / HT", HALF, BODY])
def test_a_request_that_never_arrives_is_given_up(tmp_path: Path, text: bytes) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db", header_time=0.2, body_time=0.2)) as here, asyncio.timeout(20):
            with await connected(here.base, text) as sock:
                assert (await heard(sock, b"")).startswith(b"HTTP/1.1 408 ")
            with await connected(here.base, WHOLE) as sock:  # the second request on a connection, too
                assert b'"ok"' in await heard(sock, b"}")
                await asyncio.get_running_loop().sock_sendall(sock, text or b"G")
                assert b" 408 " in await heard(sock, b"")
            guard = here.app.connections
            assert (guard.count, guard.half, guard.headers, guard.bodies) == (0, {}, {}, {})

    asyncio.run(run())


def test_half_sent_requests_push_out_only_their_own_visitor(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db", half_open=20)) as here:
            with ExitStack() as held:
                for _ in range(60):
                    held.enter_context(await connected(here.base, HALF))
                assert await health(here.base) == 200
                guard = here.app.connections
                assert guard.half == {"127.0.0.1": 20} or guard.half == {"127.0.0.1": 19}  # after /healthz pushed one out
                assert guard.count <= 21

    asyncio.run(run())


def test_without_file_descriptors_the_greediest_visitor_loses_the_oldest_connection(tmp_path: Path) -> None:
    """Idle connections count too: here, each has asked for something."""

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            guard = here.app.connections
            guard.most = 30
            with ExitStack() as held:
                for _ in range(60):
                    held.enter_context(await connected(here.base, WHOLE))
                assert await health(here.base) == 200
                assert guard.count <= 30

    asyncio.run(run())


def test_a_proxy_is_not_a_visitor(tmp_path: Path) -> None:
    chosen = make_settings(half_open=2)
    guard = Connections(chosen, Metrics(chosen), 1024, "10.0.0.0/8, 192.0.2.7, unix:")
    assert [guard._is_proxy(who) for who in ("10.1.2.3", "192.0.2.7", "192.0.2.8")] == [True, True, False]
    assert Connections(chosen, Metrics(chosen), 1024, "*")._is_proxy("2001:db8::")


def test_the_limit_of_file_descriptors_is_raised() -> None:
    code = """
import resource
from tablee.server.connections import raise_file_limit
resource.setrlimit(resource.RLIMIT_NOFILE, (100, min(3000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
print(raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 100)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "True\n"


# 5. Floods on one connection
@pytest.mark.parametrize("first", [0x81, 0x89, 0x8A, 0x00], ids=["text", "ping", "pong", "continuation"])
def test_a_flood_of_tiny_frames_is_read_in_slices_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """Thousands arrive at once; others have their turns in between, and soon the socket is closed."""
    sizes: list[int] = []
    frames: list[int] = [0]  # in each slice
    read, cut = Link._read, Link._is_text

    def watched(link: Link, data: bytes) -> bytes:
        sizes.append(len(data))
        frames.append(0)
        return read(link, data)

    def counted(link: Link, data: bytes) -> bool:
        frames[-1] += 1
        return cut(link, data)

    monkeypatch.setattr(Link, "_read", watched)
    monkeypatch.setattr(Link, "_is_text", counted)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", rate=1, burst=20)) as here, asyncio.timeout(30):
            match = (await here.directory.create(wire.Create("take-it-easy", "Eve", [OPEN]), HERE)).match
            begin = b"" if first else frame(0x01, b"{")  # of a message that never ends
            with await connected(here.base, UPGRADE % match.encode()) as sock:
                send = partial(asyncio.get_running_loop().sock_sendall, sock)
                await heard(sock, b"\r\n\r\n")
                await send(frame(0x81, b'{"t":"hello"}'))
                await heard(sock, b'"t":"snapshot"')
                await send(begin + frame(first) * 10_000)
                closed = b"\x88\x02" + Close.TOO_MANY.to_bytes(2, "big")
                assert closed in await heard(sock, closed)
        assert max(sizes) <= BYTES_AT_ONCE
        assert max(frames) == FRAMES_AT_ONCE
        assert len(sizes) > 2

    asyncio.run(run())


def test_messages_are_read_however_they_are_cut(tmp_path: Path) -> None:
    """Byte by byte, several at once, in fragments with a ping in between, and with a length of two bytes."""
    ask, padded = b'{"t":"sheet","cmd":%d}', b'{"t":"sheet",' + b" " * 200 + b'"cmd":%d}'
    long = b"\x81\xfe" + len(padded % 4).to_bytes(2, "big") + bytes(4) + padded % 4

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(30):
            match = (await here.directory.create(wire.Create("take-it-easy", "Eve", [OPEN]), HERE)).match
            with await connected(here.base, UPGRADE % match.encode()) as sock:
                send = partial(asyncio.get_running_loop().sock_sendall, sock)
                await heard(sock, b"\r\n\r\n")
                await send(frame(0x81, b'{"t":"hello"}'))
                await heard(sock, b'"t":"snapshot"')
                for byte in frame(0x81, ask % 1):
                    await send(bytes([byte]))
                    await asyncio.sleep(0)
                assert b'"cmd":1' in await heard(sock, b'"cmd":1')
                await send(frame(0x81, ask % 2) + frame(0x01, ask[:9]) + frame(0x89, b"hi") + frame(0x80, ask[9:] % 3) + long)
                assert b"\x8a\x02hi" in await heard(sock, b'"cmd":4')
                await send(frame(0x81, b"\xff"))
                assert b"\x88" in await heard(sock, (1007).to_bytes(2, "big"))

    asyncio.run(run())


# 6. Bots and replays
def test_each_table_has_its_turn_in_the_queue() -> None:
    jobs = FairQueue()
    for number in range(3):
        for table in "abc":
            jobs.put(table, f"{table}{number}")
    assert jobs.get() == "a0"
    jobs.put("stranger", "s")
    assert [jobs.get() for _ in range(len(jobs))] == ["b0", "c0", "a1", "s", "b1", "c1", "a2", "b2", "c2"]
    jobs.put("a", "x")
    jobs.close()
    assert jobs.get() is None


def test_a_strangers_bot_answers_while_others_have_many(tmp_path: Path) -> None:
    times, told = asyncio.run(bots_attack(tmp_path / "t.db", 4, 200))
    print(told)
    assert max(times) < 10


def test_a_long_thought_ends_at_its_budget_and_the_next_one_need_not_wait(tmp_path: Path) -> None:
    async def run() -> None:
        pool = Pool(nap, find, 1, 0.3)
        loop = asyncio.get_running_loop()
        answers: list[asyncio.Future[Any]] = [loop.create_future() for _ in range(3)]
        for job, answer in zip((0.0, 60.0, 0.0), answers, strict=True):
            pool.ask("table", job, answer.set_result)
        try:
            assert await answers[0] == 0.0
            sent = loop.time()
            assert await answers[1] is None
            assert loop.time() - sent < 5
            assert await answers[2] == 0.0
        finally:
            pool.close()

    asyncio.run(run())


def test_posted_replays_do_not_block_an_honest_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the attacker's takes longer than any replay may; the honest one is behind one of them at most."""
    monkeypatch.setattr(server_replays, "tell", slow_replay)
    monkeypatch.setattr(server_replays, "QUICK", 2.0)
    monkeypatch.setattr(server_replays, "NICE", 0)

    async def run() -> None:
        replays = server_replays.Replays(chosen := make_settings(replays=16), Metrics(chosen))
        bad = [asyncio.ensure_future(replays.of_record("slow", 0, HERE)) for _ in range(16)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too-many-replays"):
            await replays.of_record("slow", 0, HERE)
        sent = time.perf_counter()
        assert await replays.of_record("", 0, THERE) == b"replay"
        print(f"an honest replay took {time.perf_counter() - sent:.1f} s")
        assert not any(one.done() for one in bad)
        assert len(replays.quick.jobs) >= 12  # of 16: it has not waited for all of them
        for one in bad:
            one.cancel()
        await asyncio.gather(*bad, return_exceptions=True)
        assert not replays.posted.held
        replays.close()

    asyncio.run(run())


def test_long_records_leave_the_worker_for_short_ones_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would be given up there after seconds, and its process with them, while short ones wait."""

    async def run() -> None:
        replays = server_replays.Replays(chosen := make_settings(), Metrics(chosen))
        asked: list[tuple[str, int]] = []
        for name, pool in (("short", replays.quick), ("long", replays.long)):
            monkeypatch.setattr(pool, "ask", lambda whose, job, answered, name=name: asked.append((name, len(job.source))))
        waiting = [asyncio.ensure_future(replays.of_record("x" * size, 0, HERE)) for size in (LONG, LONG + 1)]
        await asyncio.sleep(0)
        assert asked == [("short", LONG), ("long", LONG + 1)]
        for one in waiting:
            one.cancel()
        replays.close()

    asyncio.run(run())


def test_large_bodies_are_read_one_in_each_turn_of_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turn, read = 0, []

    def read_body(body: bytes, expected: Any) -> None:
        read.append((turn, len(body) > LARGE))
        raise Refused("bad-request")

    monkeypatch.setattr(server_app, "_check_type", read_body)

    async def run() -> None:
        nonlocal turn
        async with running(settings(tmp_path / "t.db")) as here:
            transport = httpx.ASGITransport(here.app)
            async with httpx.AsyncClient(transport=transport, base_url=here.base, trust_env=False) as http:
                bodies = [{"record": "x" * size} for size in (2 * LARGE, 9) for _ in range(6)]
                posts = [asyncio.ensure_future(http.post("/api/replays", json=body)) for body in bodies]
                while not all(one.done() for one in posts):
                    await asyncio.sleep(0)
                    turn += 1
        assert {one.result().status_code for one in posts} == {400}

    asyncio.run(run())
    large, small = ([turn for turn, big in read if big == wanted] for wanted in (True, False))
    assert len(large) == len(small) == 6
    assert len(set(large)) == 6
    assert len(set(small)) < 6, "the others do not wait for each other"


def test_sockets_that_are_closed_leave_nothing_behind(tmp_path: Path) -> None:
    """Not even cycles, which a busy server hardly ever looks for."""

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", doze=0)) as here:
            (me,) = await sit_down(here.base, EASY.game.id, [OPEN])
            watchers = [await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2])) for _ in range(3)]
            for reader, writer in watchers:
                writer.write(UPGRADE % me.match.encode())
                await reader.readuntil(b"\r\n\r\n")
            gc.collect()
            gc.disable()
            links = [weakref.ref(one) for one in gc.get_objects() if isinstance(one, Link)]
            assert len(links) >= 4  # some of other tests may be left
            for _, writer in watchers:
                writer.close()
                await writer.wait_closed()
            await me.close()
            last = time.monotonic() + 10
            while sum(link() is not None for link in links) > len(links) - 3 and time.monotonic() < last:
                await asyncio.sleep(0.02)
            assert sum(link() is not None for link in links) <= len(links) - 3, (
                "the one that was closed last may be held for a while"
            )

    try:
        asyncio.run(run())
    finally:
        gc.enable()


def test_whoever_does_not_read_is_sent_a_piece_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, body = [], b"x" * (40 * PIECE)

    async def counted(whole: bytes) -> AsyncIterator[bytes]:
        async for piece in in_pieces(whole):
            taken.append(len(piece))
            yield piece

    monkeypatch.setattr(server_compression, "in_pieces", counted)
    monkeypatch.setattr(server_app, "read_client", lambda folder: {"/big.js": Packed("text/javascript", {"": body}, "tag")})

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            host, port = here.base.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
            writer.write(b"GET /big.js HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            await asyncio.sleep(0.5)
            assert 0 < len(taken) < 40, "the rest waits until it is read"
            answer = await asyncio.wait_for(reader.read(-1), 30)
            assert b"content-length: %d" % len(body) in answer.lower()
            assert answer.endswith(body)
            writer.close()

    asyncio.run(run())


def test_a_visitor_who_has_boards_counted_all_the_time_does_not_fill_the_queue(tmp_path: Path) -> None:
    async def run() -> None:
        scoring = ScoringThread(chosen := make_settings(scores=3), Metrics(chosen))
        go = threading.Event()
        waiting = [asyncio.ensure_future(scoring.run(HERE, go.wait, 10)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="slow-down"):
            await scoring.run(HERE, go.wait)
        other = asyncio.ensure_future(scoring.run(THERE, lambda: "counted"))
        go.set()
        assert await other == "counted"
        assert await asyncio.gather(*waiting) == [True] * 3
        assert not scoring.waiting.held
        scoring.close()

    asyncio.run(run())
