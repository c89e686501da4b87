"""What one visitor may try in order to stop the others, and what holds it: long matches, changes of mind, more than a fair share.

`test_connections.py` and `test_workers.py` have the rest; docs/security.md lists all these tests."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.bots import players
from tablee.core.game import BadOptions
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms import directory as server_directory
from tablee.rooms import task as server_room_task
from tablee.rooms.broadcast import AT_ONCE
from tablee.rooms.directory import Directory
from tablee.rooms.meters import Meters
from tablee.rooms.room import Room
from tablee.rooms.seating import new_setup
from tablee.rooms.visitors import OwnTables, Quota, networks, visitor
from tablee.server.admission import Admission
from tablee.server.connections import Connections
from tablee.server.link import LINK
from tablee.server.settings import Settings
from tablee.storage.store import StoredRow
from tablee.table import Table
from tests.games_here import EVERY, find
from tests.server.attacks import HERE, THERE, long_match, screen
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

    async def nothing(directory: Directory) -> None:
        """Recovering the match in play may have begun, or may be done, when the test asks for it."""

    monkeypatch.setattr(Directory, "_recover", nothing)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            turns = 0
            asking = [asyncio.ensure_future(here.directory.room(id)) for id in [*ids, *ids]]
            while not all(one.done() for one in asking):
                before = len(slices.sizes)
                await asyncio.sleep(0)
                turns += 1
                assert len(slices.sizes) - before <= 1
            assert sum(slices.sizes) == sum(task.result().room.rows for task in asking[:2])
            assert turns >= len(slices.sizes)
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
            assert task._idle_time >= rows
            assert not task._can_unload()

    asyncio.run(run())


def test_a_room_of_500_tells_its_news_in_slices() -> None:
    """At most 100 seats in a turn of the loop, also when the match starts, and with the same messages."""
    table, whole = LoneRoom(EASY, 500), LoneRoom(EASY, 500)
    for room in (table.room, whole.room):
        room.start(0, 0)
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
            one.room.hear(0, one.devices[seat].id, wire.Act(1, "a1"))
        (table.settle if seat < 499 else in_slices)()
        whole.settle()
    assert max(counts) <= AT_ONCE
    assert sum(counts) >= 1000
    sent = [[data for _, _, data in one.raw] + [data for _, data in one.room.outbox.messages] for one in (table, whole)]
    assert sorted(sent[0]) == sorted(sent[1])


def test_many_requests_to_a_room_are_carried_out_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred in the same moment, half of them for the screen: it shows everything, and each turn of the loop has few."""
    handled: list[str] = []
    screen, take_seat = Room.screen, Room.take_seat

    def watched_screen(room: Room, now: int, person: int | None) -> bytes:
        handled.append("screen")
        return screen(room, now, person)

    def watched_seat(room: Room, now: int, name: str) -> wire.SeatTicket:
        handled.append("seat")
        return take_seat(room, now, name)

    monkeypatch.setattr(Room, "screen", watched_screen)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(30):
            match = (await here.directory.create(wire.Create("take-it-easy", "P0", [OPEN] * 51), HERE)).match
            room = await here.directory.room(match)
            asking: list[asyncio.Future[Any]] = []
            for seat in range(1, 51):
                asking.append(asyncio.ensure_future(room.ask(Room.screen, None)))
                asking.append(asyncio.ensure_future(room.ask(watched_seat, f"P{seat}")))
            while not all(one.done() for one in asking):
                before = len(handled)
                await asyncio.sleep(0)
                assert len(handled) - before <= server_room_task.REQUESTS_AT_ONCE
            shown: list[Any] = [one.result() for one in asking[::2]]
            assert all(b'"P50"' in screen for screen in shown)

    asyncio.run(run())
    assert handled[-50:] == ["screen"] * 50


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


def test_who_is_one_visitor() -> None:
    assert visitor("192.0.2.7") == visitor("::ffff:192.0.2.7") != visitor("192.0.2.8")
    assert visitor("2001:db8:1:2::9") == visitor("2001:db8:1:2:ffff::1") != visitor("2001:db8:1:3::9")
    assert visitor("fe80::1%eth0") == visitor("fe80::2%eth0")
    assert visitor("testclient") == "testclient"


class Entrance:
    """The admission in front of an app that accepts everything; sockets stay open until they are released."""

    def __init__(self, **more: Any) -> None:
        chosen = Settings(Path("unused"), **more)
        self.state, self.sockets, self.relay = self, self, None
        self.release = asyncio.Event()
        self.guard = Admission(self, chosen, Connections(chosen, Meters(), 1024))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def serve(self, match: str, link: Any, receive: Any, close: Any) -> None:
        await self.release.wait()

    async def enter(self, kind: str, who: str) -> str:
        """The first thing that is answered."""
        told: list[Any] = []
        method = {"extensions": {LINK: SimpleNamespace(visitor=visitor(who))}} if kind == "websocket" else {"method": kind}
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


def test_who_has_many_networks_has_a_few_times_as_much_as_a_visitor() -> None:
    """A household has 256 networks of 64 bits, and anybody can have 65,536 of them."""
    assert networks("192.0.2.7") == ("192.0.2.7",)
    assert networks("2001:db8:1:203::") == ("2001:db8:1:203::", "2001:db8:1:200::/56", "2001:db8:1::/48")
    household = [visitor(f"2001:db8:1:2{n:02x}::9") for n in range(256)]
    others = [visitor(f"2001:db8:1:{n:x}00::9") for n in range(3, 256)]

    async def run() -> None:
        door = Entrance(requests=0.001, request_burst=10, reads=0.001, read_burst=10, sockets=2)
        for kind, most, answer in [("GET", 10, "200"), ("POST", 10, "200"), ("websocket", 2, "accept")]:
            door.guard.requests.buckets.clear()
            for crowd, times in [(household, 4), (others, 12)]:  # the household has used up 4 of the 16 shares
                answers = [await door.enter(kind, who) for who in crowd for _ in range(most + 1)]
                assert answers.count(answer) == most * times, kind
            assert await door.enter(kind, THERE.replace("db8:1", "db8:2")) == answer
        door.release.set()

        chosen = make_settings(tables=5, bot_seats=8)
        own, opened = OwnTables(chosen, Meters(), still_open), Counter[str]()
        for crowd in (household, others):
            for who in crowd:
                for table in range(6):
                    with suppress(Refused):
                        await own.add(who, f"{who} {table}", 0, crowded=False)
                        opened[crowd[0]] += 1
        assert opened == {household[0]: 5 * 4, others[0]: 5 * 12}
        await own.check_bot(HERE)
        await own.set_bots(household[0], f"{household[0]} 0", 4 * 8)
        for who in (household[0], household[9]):
            with pytest.raises(Refused, match="too-many-bots"):
                await own.check_bot(who)
        await own.check_bot(others[0])

    asyncio.run(run())


def test_calls_of_many_networks_are_those_of_one_greedy_visitor() -> None:
    quota = Quota("calls", 100, Meters())
    for n in range(9):
        assert quota.take(visitor(f"2001:db8:1:{n:x}::9"))
    assert quota.take(HERE)
    assert quota.take(HERE)
    assert quota.greediest() == "2001:db8:1::/56"  # 9 for 4 shares, and HERE has 2


async def still_open(ids: Iterable[str]) -> set[str]:
    return {*ids}


def test_a_school_behind_one_address_is_never_refused() -> None:
    """By default: 500 phones load the page, join one room and connect, and 40 of them open tables of their own, ten times."""

    async def run() -> None:
        door = Entrance()
        for kind, times, answer in [("GET", 500 * 30, "200"), ("POST", 500 + 400 + 40, "200"), ("websocket", 500, "accept")]:
            assert {await door.enter(kind, HERE) for _ in range(times)} == {answer}, kind
        door.release.set()

        own = OwnTables(SETTINGS, Meters(), still_open)
        await own.add(HERE, "the big room", 0, crowded=False)
        for table in range(400):
            await own.add(HERE, f"table {table}", 2, crowded=False)

    asyncio.run(run())


def test_a_visitor_who_asks_for_too_much_is_refused_and_nobody_else() -> None:
    async def run() -> None:
        door = Entrance(requests=0.001, request_burst=10, reads=0.001, read_burst=20, sockets=3)
        assert [await door.enter("GET", HERE) for _ in range(25)] == ["200"] * 20 + ["429"] * 5
        assert [await door.enter("websocket", HERE) for _ in range(5)] == ["accept"] * 3 + ["429"] * 2
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

    own = OwnTables(chosen, Meters(), others)
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
