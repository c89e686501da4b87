"""Finds live matches: opens new ones, loads stored ones, and unloads those that nobody is using.

All rooms are in this process. With several processes, this is where requests would be routed to the one that owns the match.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TypeVar

import msgspec

from tablee.core.game import Refusal
from tablee.fair import new_secret, seeded_secret
from tablee.server import requests, store, wire
from tablee.server.bot_worker import choose
from tablee.server.broadcast import LastScreen
from tablee.server.metrics import Metrics
from tablee.server.outbox import DeviceId
from tablee.server.reasons import Refused
from tablee.server.requests import RoomRequest
from tablee.server.room import Room
from tablee.server.room_task import Connection, RoomTask, Services, tag
from tablee.server.seating import Setup, clean_name, guide_of, new_setup, practice_setup, table_info
from tablee.server.settings import Settings
from tablee.server.store import Store, StoredMatch
from tablee.server.visitors import OwnTables, Visitor
from tablee.server.workers import Pool

log = logging.getLogger("tablee")
T = TypeVar("T")
ROWS_AT_ONCE = 100  # when a record is replayed, before others get a turn
read_last_screen = msgspec.json.Decoder(LastScreen).decode


class Directory:
    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.store, self.metrics = settings, Store(settings.data), metrics
        self.connections: dict[DeviceId, Connection] = {}
        self.bots = Pool(choose, settings.find, settings.workers, settings.budget)
        metrics.waiting_bots.set_function(lambda: len(self.bots.jobs))
        self.services = Services(self.store, settings, self.metrics, self.bots, self.connections)
        self.rooms: dict[str, RoomTask] = {}
        self.tables = OwnTables(settings, metrics, self.store.still_open)
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.replaying = asyncio.Lock()  # held for one slice of a record, so that each turn of the loop has one
        self.tasks = [asyncio.create_task(task) for task in (self._recover(), self._sweep(), self.metrics.watch_loop())]

    async def close(self) -> None:
        tasks = [*self.tasks, *self.loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            room.stop()
        self.bots.close()
        self.store.close()

    async def room(self, id: str) -> RoomTask:
        """The room of this match, loaded from the store if necessary. Raises Refusal."""
        if id not in self.rooms:
            loaded = await self._loaded(id)
            if id not in self.rooms:  # others may have waited for it too
                self._start(loaded)
        return self.rooms[id]

    async def ask(self, id: str, request: RoomRequest[T]) -> T:
        return await (await self.room(id)).ask(request)

    def _loaded(self, id: str) -> asyncio.Future[Room]:
        """However many ask for it, a match is loaded once."""
        if id not in self.loading:
            task = self.loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(partial(self._has_loaded, id))
        return asyncio.shield(self.loading[id])

    def _has_loaded(self, id: str, task: asyncio.Task[Room]) -> None:
        del self.loading[id]
        if not task.cancelled():
            task.exception()  # whoever waits for it is told; perhaps nobody does any more

    async def _load(self, id: str) -> Room:
        stored = self.store.match(id)
        if stored is None:
            raise Refused("no-match")
        screen = self.store.last_screen(id) if stored.state == "over" else None
        last = None if screen is None else read_last_screen(screen)
        room = Room(stored, self.settings.find(stored.game), self.settings, partial(self.store.since, id), last)
        if room.live is not None:
            await self._replay(room)
        return room

    async def _replay(self, room: Room) -> None:
        """Slice by slice, so that no turn of the loop takes long."""
        more = True
        while more:
            async with self.replaying:
                rows = self.store.rows(room.id, room.rows, ROWS_AT_ONCE)
                room.fold(rows)
                more = len(rows) == ROWS_AT_ONCE
                await asyncio.sleep(0)
        room.resume(self.settings.clock.now())

    def _start(self, room: Room) -> RoomTask:
        task = self.rooms[room.id] = RoomTask(room, self.services, self._forget)
        self.metrics.rooms.set(len(self.rooms))
        return task

    def _forget(self, task: RoomTask) -> None:
        if self.rooms.get(task.room.id) is task:
            del self.rooms[task.room.id]
            self.metrics.rooms.set(len(self.rooms))

    async def create(self, create: wire.Create, who: Visitor) -> wire.Seated:
        """Opens a table for a visitor and gives its host a seat."""
        setup = new_setup(self.settings.find(create.game), create, self.settings)
        return await self._open(setup, requests.TakeSeat(clean_name(create.name), create.commit), who)

    async def practise(self, game: str, name: str, who: Visitor) -> wire.Seated:
        """Starts a guided game. Nobody adds a nonce: its draws are fair, but the same each time."""
        entry, name = self.settings.find(game), clean_name(name)
        setup, seed = practice_setup(entry, name, self.settings), seeded_secret("guide", guide_of(entry).seed)
        seated = await self._open(setup, requests.TakeSeat(name), who, seed)
        await self.ask(seated.match, requests.StartMatch(setup.host))
        return seated

    async def _open(self, setup: Setup, enter: RoomRequest[wire.Seated], who: Visitor, seed: str = "") -> wire.Seated:
        id, bots = store.new_id(), sum(place.kind == "bot" for place in setup.places)
        self.tables.add(who, id, bots, crowded=self.store.unfinished_count() >= self.settings.matches)
        now = self.settings.clock.wall()
        text = msgspec.json.encode(setup).decode()
        stored = StoredMatch(id, "open", setup.game, setup.public, text, seed or new_secret(), None, None, "", now, now)
        room = Room(stored, self.settings.find(setup.game), self.settings)
        return await self._start(room).ask(requests.OpenTable(stored, enter))

    async def rematch(self, id: str, person: int, commit: str, who: Visitor) -> wire.Seated:
        """The same seat at a new table like this one. The first player to ask opens it."""
        plan = await self.ask(id, requests.PlanRematch(person))
        enter = requests.RetakeSeat(plan.people, commit, plan.seat)
        if plan.next and not self._closed(plan.next):
            return await self.ask(plan.next, enter)
        opened = await self._open(plan.setup, enter, who)
        counts = await self.ask(id, requests.AnnounceRematch(opened.match, plan.next))
        if counts == opened.match:
            return opened
        await self.ask(opened.match, requests.AbandonMatch())  # somebody else was first
        return await self.ask(counts, enter)

    def _closed(self, id: str) -> bool:
        stored = self.store.match(id)
        return stored is None or stored.state == "closed"

    async def info(self, stored: StoredMatch) -> wire.TableInfo:
        """Who sits at a table. Does not load a stored one."""
        room = self.rooms.get(stored.id)
        if room is not None:
            return await room.ask(requests.ReadTable())
        setup = msgspec.json.decode(stored.setup, type=Setup)
        return table_info(stored.id, stored.state, setup, stored.seed, stored.next)

    async def _recover(self) -> None:
        """Resumes matches with a running clock at once; others are loaded when somebody connects."""
        for id in self.store.unfinished():
            try:
                if id not in self.rooms:
                    room = await self._loaded(id)
                    if id not in self.rooms and (room.outbox.log or not room.sleeps):
                        self._start(room)
            except Refusal as refusal:
                log.error("match cannot be resumed", extra={"match": tag(id), "error": refusal.message.id})
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        """Now and then, plays out matches that nobody has returned to, and closes open tables where nobody is."""
        while True:
            await asyncio.sleep(self.settings.sweep)  # sleep first: after a long outage, people need time to reconnect
            now = self.settings.clock.wall()
            self.tables.forget_finished()
            for id in self.store.idle(now - self.settings.abandoned, now - self.settings.empty):
                with suppress(Refusal):  # leave a match that cannot be resumed as it is
                    if id not in self.rooms:
                        (await self.room(id)).tell(requests.AbandonMatch())
                await asyncio.sleep(0)
