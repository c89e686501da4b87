"""Finds live matches: opens new ones, loads stored ones, and unloads those that nobody is using.

Whoever loads a match holds its lease. With PostgreSQL, several processes share the matches between them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

import msgspec

from tablee.core import record
from tablee.core.game import Refusal
from tablee.daily import deal_of, read_day
from tablee.fair import new_secret, seeded_secret
from tablee.jobs.bots import BotChoice, BotJob
from tablee.jobs.crew import Crew
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.finished import Finished, answered_commands, read_ending
from tablee.rooms.meters import Meters
from tablee.rooms.outbox import DeviceId
from tablee.rooms.rematch import RetakeSeat
from tablee.rooms.room import Enter, Room
from tablee.rooms.seating import Setup, clean_name, deal_setup, guide_of, new_setup, practice_setup, read_setup, table_info
from tablee.rooms.settings import RoomSettings
from tablee.rooms.task import Connection, RoomTask, Services, tag
from tablee.rooms.visitors import OwnTables, Visitor
from tablee.rooms.what_if import Trunk
from tablee.storage.store import (
    Damaged,
    Elsewhere,
    Lease,
    SetAside,
    Store,
    StoredMatch,
    StoredRow,
    Unavailable,
    Unreadable,
    check_seed,
    new_id,
    read_header,
)

log = logging.getLogger("tablee")
T = TypeVar("T")
P = ParamSpec("P")
ADOPT = 0.5  # seconds between two searches for matches without an owner
AT_ONCE = 4  # matches that are taken over together: most of it is waiting for the database
Loaded: TypeAlias = tuple[Room, Lease]
ROWS_AT_ONCE = 100  # when a record is replayed, before others get a turn


class Peers(Protocol):
    """Other processes that share the matches. Raises Unavailable."""

    async def table(self, address: str, id: str) -> wire.TableInfo:
        """Who sits at a table that the process at this address owns."""

    async def retake(self, address: str, id: str, wish: RetakeSeat) -> wire.SeatTicket:
        """Takes a seat in a rematch there."""


class Directory:
    """`bots` asks the bots; `tables` counts what each visitor has opened, by default in this process alone."""

    def __init__(
        self,
        settings: RoomSettings,
        meters: Meters,
        store: Store,
        bots: Crew[BotJob, BotChoice],
        tables: OwnTables | None = None,
    ) -> None:
        self.settings, self.store, self.meters, self.bots = settings, store, meters, bots
        self.connections: dict[DeviceId, Connection] = {}
        self.services = Services(store, settings, meters, bots, self.connections)
        self.rooms: dict[str, RoomTask] = {}
        meters.gauges["rooms"] = lambda: len(self.rooms)
        self.leaving = False
        self.tables = tables or OwnTables(settings, meters, store.still_open)
        self.peers: Peers | None = None  # set by a server that shares its data with others
        self.loading: dict[str, asyncio.Task[Loaded]] = {}  # until somebody has started what was loaded
        self.only_shown: list[RoomTask] = []  # finished matches, as long as the data cannot be reached
        self.replaying = asyncio.Lock()  # held for one slice of a record, so that each turn of the loop has one
        chores = [self._recover(), self._sweep()]
        if store.shared:
            chores.append(self._adopt())
            store.on_lost = self._give_up
        self.tasks = [asyncio.create_task(task) for task in chores]

    async def close(self) -> None:
        tasks = [*self.tasks, *self.loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            room.stop()
        self.bots.close()
        await self.store.close()

    async def room(self, id: str) -> RoomTask:
        """The room of this match, loaded from the store if necessary. Raises Refusal."""
        while id not in self.rooms:
            if self.leaving:
                raise Refused("try-again")
            loading = self._load_once(id)
            loaded = await asyncio.shield(loading)
            if self.loading.get(id) is loading:  # others may have waited for it too, and started it
                return self._start(*loaded)
        return self.rooms[id]

    def is_here(self, id: str) -> bool:
        return id in self.rooms or id in self.loading

    async def lets_go(self, id: str) -> bool:
        """Gives a table up if nobody is there, so that the process that its first device has reached can go on with it."""
        task = self.rooms.get(id)
        if task is None or not task.unused:
            return False
        task.stop()
        with suppress(Unavailable):  # then the lease ends by itself
            await self.store.written([])  # after the lease has ended
        return True

    async def leave(self) -> None:
        """Before this process stops: hands its tables over, one after the other, to processes that go on."""
        self.leaving = True
        for room in list(self.rooms.values()):
            room.stop()
            await asyncio.sleep(0)

    async def ask(self, id: str, do: Callable[Concatenate[Room, int, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Has a room do something: `directory.ask(id, Room.start, host)`. Raises Refusal."""
        return await (await self.room(id)).ask(do, *args, **kwargs)

    def _load_once(self, id: str) -> asyncio.Task[Loaded]:
        """However many ask for it, a match is loaded once. A second time it could be read while it is played, and then it would
        look as if rows had been added to it."""
        if id not in self.loading:
            task = self.loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(partial(self._has_loaded, id))
        return self.loading[id]

    def _has_loaded(self, id: str, task: asyncio.Task[Loaded]) -> None:
        """Whoever waits for it is told if it failed; perhaps nobody does any more."""
        if task.cancelled() or task.exception() is not None:
            del self.loading[id]

    async def _load(self, id: str) -> Loaded:
        lease = await self.store.claim(id)
        try:
            return await self._read(id), lease
        except Damaged as damage:
            await self._set_aside(lease, damage)
            self.store.release(lease)
            raise
        except BaseException:
            self.store.release(lease)
            raise

    async def _set_aside(self, lease: Lease, damage: Damaged) -> None:
        """Nobody goes on with a match that is damaged. What is good of it stays, for `tablee export`."""
        self.meters.damaged += 1
        log.error("match is damaged", extra={"match": tag(lease.match), "good_rows": damage.rows})
        with suppress(Unavailable):
            await self.store.written([SetAside(lease.match)], lease)

    async def _read(self, id: str) -> Room:
        """Raises Damaged if anything is not what was written."""
        stored = await self._stored(id)
        if stored.header is not None and stored.state == "play":
            check_seed(stored.seed, read_header(stored.header))
        end = await self._end_of(stored) if stored.state == "over" else None
        room = Room(stored, self.settings.find(stored.game), self.settings, end)
        if stored.header is not None and end is None:
            await self._replay(room)
        return room

    async def _stored(self, id: str) -> StoredMatch:
        """Raises Refused."""
        try:
            stored = await self.store.match(id)
        except Unreadable:
            raise Damaged(0) from None
        if stored is None:
            raise Refused("no-match")
        if stored.state == "damaged":
            raise Refused("damaged")
        return stored

    async def _end_of(self, stored: StoredMatch) -> Finished | None:
        """None if its last screen was not stored."""
        screen = await self.store.last_screen(stored.id)
        if screen is None or stored.header is None or stored.result is None:
            return None
        ending = read_ending(screen, self.settings.big_room)
        return Finished(stored.header, stored.result, ending, answered_commands(ending, await self.store.answered(stored.id)))

    async def _replay(self, room: Room) -> None:
        """Slice by slice, so that no turn of the loop takes long."""
        more = True
        while more:
            rows = await self.store.rows(room.id, room.rows, ROWS_AT_ONCE)
            async with self.replaying:
                room.fold(rows)
                more = len(rows) == ROWS_AT_ONCE
                await asyncio.sleep(0)
        await self.store.check_end(room.id, room.rows)  # fewer were read than there are if one is damaged
        room.go_on(self.settings.clock.now())

    def _start(self, room: Room, lease: Lease) -> RoomTask:
        self.loading.pop(room.id, None)
        task = self.rooms[room.id] = RoomTask(room, lease, self.services, self._forget)
        return task

    def _forget(self, task: RoomTask) -> None:
        if self.rooms.get(task.room.id) is task:
            del self.rooms[task.room.id]
            self.store.release(task.lease, task.room.busy)

    async def create(self, create: wire.Create, who: Visitor) -> wire.SeatTicket:
        """Opens a table for a visitor and gives its host a seat."""
        setup = new_setup(self.settings.find(create.game), create, self.settings)
        name = clean_name(create.name)
        return await self._open(setup, lambda room, now: room.take_seat(now, name, create.commit), who)

    async def practise(self, game: str, name: str, who: Visitor) -> wire.SeatTicket:
        """Starts a guided game. Nobody adds a nonce: its draws are fair, but the same each time."""
        entry, name = self.settings.find(game), clean_name(name)
        setup, seed = practice_setup(entry, name, self.settings), seeded_secret("guide", guide_of(entry).seed)
        seated = await self._open(setup, lambda room, now: room.take_seat(now, name), who, seed)
        await self.ask(seated.match, Room.start, setup.host)
        return seated

    async def deal(self, game: str, day: str, name: str, who: Visitor) -> wire.SeatTicket:
        """Starts the deal of a day. Nobody adds a nonce: its seed is public."""
        entry, name = self.settings.find(game), clean_name(name)
        deal = deal_of(entry, read_day(day))
        setup = deal_setup(deal, entry, name, self.settings)
        seated = await self._open(setup, lambda room, now: room.take_seat(now, name), who, deal.seed)
        await self.ask(seated.match, Room.start, setup.host)
        return seated

    async def what_if(self, wish: wire.WhatIf, who: Visitor) -> wire.SeatTicket:
        """Goes on from a moment of a finished match, against bots. Raises Refusal."""
        trunk = Trunk(wish.record, wish.rows, self.settings.find)
        more = True
        while more:
            async with self.replaying:
                more = trunk.climb(ROWS_AT_ONCE)
                await asyncio.sleep(0)
        branch = trunk.branch(wish.seat, clean_name(wish.name), self.settings)
        stored = await self._new_match(branch.setup, who, branch.seed, record.write(branch.header))
        room = Room(stored, trunk.entry, self.settings)
        for start in range(0, len(branch.rows), ROWS_AT_ONCE):
            async with self.replaying:
                room.fold([StoredRow(entry, None) for entry in branch.rows[start : start + ROWS_AT_ONCE]])
                await asyncio.sleep(0)
        room.go_on(self.settings.clock.now())
        return await self._start(room, await self.store.claim(room.id, new=True)).ask(Room.play_on, stored, len(branch.rows))

    async def _open(self, setup: Setup, enter: Enter, who: Visitor, seed: str = "") -> wire.SeatTicket:
        stored = await self._new_match(setup, who, seed)
        room = Room(stored, self.settings.find(setup.game), self.settings)
        return await self._start(room, await self.store.claim(room.id, new=True)).ask(Room.open_table, stored, enter)

    async def _new_match(self, setup: Setup, who: Visitor, seed: str, header: str | None = None) -> StoredMatch:
        """A match to be stored, in play if it has a header. Raises Refused if the visitor has too many."""
        id, bots = new_id(), sum(place.kind == "bot" for place in setup.places)
        crowded = await self.store.unfinished_count() >= self.settings.matches
        await self.tables.add(who, id, bots, crowded)
        now, state = self.settings.clock.wall(), "open" if header is None else "play"
        text = msgspec.json.encode(setup).decode()
        return StoredMatch(id, state, setup.game, setup.public, text, seed or new_secret(), header, None, "", now, now)

    async def rematch(self, id: str, person: int, commit: str, who: Visitor) -> wire.SeatTicket:
        """The same seat at a new table like this one. The first player to ask opens it."""
        plan = await self.ask(id, Room.plan_rematch, person)
        wish = RetakeSeat(plan.people, commit, plan.seat)
        if plan.next and not await self._closed(plan.next):
            return await self._retake(plan.next, wish)
        opened = await self._open(plan.setup, lambda room, now: room.retake_seat(now, wish), who)
        counts = await self.ask(id, Room.announce_rematch, opened.match, plan.next)
        if counts == opened.match:
            return opened
        await self.ask(opened.match, Room.abandon)  # somebody else was first
        return await self._retake(counts, wish)

    async def _retake(self, id: str, wish: RetakeSeat) -> wire.SeatTicket:
        try:
            return await self.ask(id, Room.retake_seat, wish)
        except Elsewhere as elsewhere:
            assert self.peers is not None
            return await self.peers.retake(elsewhere.address, id, wish)

    async def _closed(self, id: str) -> bool:
        stored = await self.store.match(id)
        return stored is None or stored.state in ("closed", "damaged")

    async def infos(self, found: Sequence[StoredMatch]) -> AsyncIterator[wire.TableInfo]:
        """Of many tables; those of other processes are asked for there."""
        owners = await self.store.owners([stored.id for stored in found if stored.id not in self.rooms])
        asking = {id: asyncio.create_task(self._info_from(address, id)) for id, address in owners.items()}

        async def one_by_one() -> AsyncIterator[wire.TableInfo]:
            for stored in found:
                elsewhere = await asking[stored.id] if stored.id in asking else None
                with suppress(Damaged):
                    yield elsewhere or await self.info(stored)
                await asyncio.sleep(0)

        return one_by_one()

    async def _info_from(self, address: str, id: str) -> wire.TableInfo | None:
        """None if the process does not answer: then it does not own the table any longer."""
        assert self.peers is not None
        try:
            return await self.peers.table(address, id)
        except Unavailable:
            return None

    async def table(self, id: str) -> wire.TableInfo:
        """Who sits at this table. One in memory needs no data. Raises Refused."""
        if id in self.rooms:
            return await self.ask(id, Room.info)
        return await self.info(await self._stored(id))

    async def info(self, stored: StoredMatch) -> wire.TableInfo:
        """Who sits at a table. Does not load a stored one."""
        room = self.rooms.get(stored.id)
        if room is not None:
            return await room.ask(Room.info)
        return table_info(stored.id, stored.state, read_setup(stored), stored.seed, stored.next)

    async def _recover(self) -> None:
        """Resumes matches with a running clock at once; others are loaded when somebody connects."""
        for id in await self.store.unfinished():
            await self._resume(id)

    async def _resume(self, id: str, awaited: bool = False) -> None:
        """Unless people are awaited, a match without a clock is only read."""
        try:
            if id not in self.rooms:
                loading = self._load_once(id)
                room, lease = await asyncio.shield(loading)
                await asyncio.sleep(0)  # others who have waited for it go first
                if self.loading.get(id) is not loading:
                    return
                if awaited or room.outbox.log or not room.sleeps:
                    self._start(room, lease)
                else:
                    del self.loading[id]
                    self.store.release(lease)
        except (Elsewhere, Unavailable):
            pass
        except Refusal as refusal:
            log.error("match cannot be resumed", extra={"match": tag(id), "error": refusal.message.id})
        await asyncio.sleep(0)

    async def _adopt(self) -> None:
        """Takes over matches of processes that have died or do not answer. Their players are about to reconnect."""
        while True:
            await asyncio.sleep(ADOPT)
            with suppress(Unavailable):
                found = [] if self.leaving else await self.store.orphans()
                self._end_only_shown()
                for start in range(0, len(found), AT_ONCE):
                    await asyncio.gather(*(self._resume(id, awaited=True) for id in found[start : start + AT_ONCE]))

    def _give_up(self, matches: Iterable[str]) -> None:
        """Ends rooms that may not be written to any more: their clocks stop, and devices reconnect.

        Finished matches can still be shown: nothing happens there."""
        for task in [self.rooms[id] for id in matches if id in self.rooms]:
            self.meters.lost_leases += 1
            if task.only_shown:
                self.only_shown.append(task)
            else:
                task.stop()

    def _end_only_shown(self) -> None:
        """The data can be reached again, perhaps with another owner."""
        tasks, self.only_shown = self.only_shown, []
        for task in tasks:
            task.stop()

    async def _sweep(self) -> None:
        """Now and then, plays out matches that nobody has returned to, and closes open tables where nobody is."""
        while True:
            await asyncio.sleep(self.settings.sweep)  # sleep first: after a long outage, people need time to reconnect
            with suppress(Unavailable):
                await self._sweep_up(self.settings.clock.wall())

    async def _sweep_up(self, now: int) -> None:
        await self.tables.forget_finished()
        for id in await self.store.idle(now - self.settings.abandoned, now - self.settings.empty):
            with suppress(Refusal):  # leave a match that cannot be resumed as it is
                if id not in self.rooms:
                    (await self.room(id)).tell(Room.abandon)
            await asyncio.sleep(0)
