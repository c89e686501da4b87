"""Where live matches are found. Each has one task that owns it; whoever wants something of a match asks that task.

Log, commit, acknowledge, broadcast: what a room says leaves only when what it did is on disk. Here all rooms are in one
process; with several, this is where a question would travel to the owner of its match.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from tablee.core.game import Refusal
from tablee.fair import new_secret
from tablee.server import store, wire
from tablee.server.players import Answer, think
from tablee.server.room import Room
from tablee.server.setup import Customs, Refused, Setup, clean_name, plan, table_info
from tablee.server.store import Kept, Store
from tablee.server.tray import Job, Line
from tablee.server.workers import Find, Pool, broke

log = logging.getLogger("tablee")
T = TypeVar("T")


class Handle(Protocol):
    def cancel(self) -> None: ...


class Clock:
    """The server's time, so that tests can have their own."""

    def now(self) -> int:
        """ms, never going back."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> int:
        """Seconds since 1970."""
        return int(time.time())

    def call_at(self, when: int, call: Callable[[], None]) -> Handle:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, call)


class Socket(Line, Protocol):
    """A device that can be written to. Neither waits."""

    def send(self, data: bytes) -> None: ...

    def end(self) -> None: ...


@dataclass(frozen=True, slots=True)
class House:
    """What is decided when the server starts."""

    customs: Customs = field(default_factory=Customs)
    doze: int = 10_000  # ms after which a room that nobody needs is forgotten
    abandoned: int = 48 * 3600  # seconds until a match nobody comes back to is played out
    sweep: float = 3600.0  # seconds between two looks for such matches
    workers: int = 1  # processes for bots
    budget: float = 5.0  # seconds that a bot may think
    matches: int = 20_000  # open or in play, at the most


class Meters:
    """What /metrics tells."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.rooms = Gauge("tablee_rooms", "Matches in memory.", registry=self.registry)
        self.sockets = Gauge("tablee_sockets", "Open sockets.", registry=self.registry)
        self.rows = Counter("tablee_rows", "Statements written and committed.", registry=self.registry)
        self.turns = Histogram("tablee_turn_seconds", "A turn of a room, commit included.", registry=self.registry)
        self.late_bots = Counter("tablee_late_bots", "Bots that did not answer in time.", registry=self.registry)
        self.slow = Counter("tablee_slow_sockets", "Sockets dropped because they did not read.", registry=self.registry)
        self.errors = Counter("tablee_errors", "Rooms that broke and were read again from disk.", registry=self.registry)


Do: TypeAlias = Callable[[Room, int], Any]
Asked: TypeAlias = "tuple[Do, int, asyncio.Future[Any] | None]"


class Live:
    """A room and its task."""

    def __init__(self, room: Room, bus: Bus) -> None:
        self.room, self.bus = room, bus
        self.inbox: list[Asked] = []
        self.wake = asyncio.Event()
        self.wake.set()
        self.timer: Handle | None = None
        self.idle_since: int | None = None
        self.task = asyncio.create_task(self._run())

    def tell(self, do: Do) -> None:
        """Done in its turn, with the time of now."""
        self.inbox.append((do, self.bus.clock.now(), None))
        self.wake.set()

    async def ask(self, do: Callable[[Room, int], T]) -> T:
        """The answer, once what was done is on disk. Raises Refusal."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.inbox.append((do, self.bus.clock.now(), answer))
        self.wake.set()
        return await answer

    async def _run(self) -> None:
        try:
            while not self._asleep():
                await self.wake.wait()
                self.wake.clear()
                with self.bus.meters.turns.time():
                    await self._turn()
        except (Exception, asyncio.CancelledError) as error:
            self._broken(error)
        finally:
            self._forget()

    async def _turn(self) -> None:
        """What has come in is done, then written, then told."""
        room, clock = self.room, self.bus.clock
        asked, self.inbox = self.inbox, []
        room.wall = clock.wall()
        try:
            answers = [(answer, *_try(do, room, received)) for do, received, answer in asked]
            room.settle(clock.now())
            await self._written()
        except BaseException:
            self.inbox = asked + self.inbox  # to be told that it failed
            raise
        for answer, result, refusal in answers:
            _resolve(answer, result, refusal)
        self._deliver()
        self._arm()

    async def _written(self) -> None:
        tray = self.room.tray
        statements, tray.log = tray.log, []
        if statements:
            await self.bus.store.write(statements)
            self.bus.meters.rows.inc(len(statements))

    def _deliver(self) -> None:
        tray = self.room.tray
        out, tray.out = tray.out, []
        for line, data in out:
            cast(Socket, line).send(data)
        ended, tray.ended = tray.ended, []
        for line in ended:
            cast(Socket, line).end()
        jobs, tray.jobs = tray.jobs, []
        for job in jobs:
            self.bus.players.ask(job, partial(self._answered, job))

    def _answered(self, job: Job, answer: Answer | None) -> None:
        if answer is None:
            self.bus.meters.late_bots.inc()
        self.tell(lambda room, now: room.thought(job, answer, now))

    def _arm(self) -> None:
        """Wakes when something is due, or to fall asleep."""
        clock, room = self.bus.clock, self.room
        due = room.due()
        if room.sleeps:
            self.idle_since = clock.now() if self.idle_since is None else self.idle_since
            doze = self.idle_since + self.bus.house.doze
            due = doze if due is None else min(due, doze)
        else:
            self.idle_since = None
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if due is None else clock.call_at(due, self.wake.set)

    def _asleep(self) -> bool:
        if self.inbox or self.idle_since is None or not self.room.sleeps:
            return False
        return self.bus.clock.now() >= self.idle_since + self.bus.house.doze

    def _broken(self, error: BaseException) -> None:
        """What was not written never happened: everybody comes back to what is on disk."""
        if not isinstance(error, asyncio.CancelledError):
            self.bus.meters.errors.inc()
            what = broke(error)
            log.error("room broke", extra={"match": tag(self.room.id), "error": what.error, "where": what.where})
        for _, _, answer in self.inbox:
            _resolve(answer, None, Refused("try-again"))
        for line in (*self.room.lines, *self.room.tray.ended):  # whoever was to go has not gone
            cast(Socket, line).end()

    def _forget(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.bus.rooms.get(self.room.id) is self:
            del self.bus.rooms[self.room.id]
            self.bus.meters.rooms.set(len(self.bus.rooms))


def _try(do: Do, room: Room, received: int) -> tuple[Any, Refusal | None]:
    try:
        return do(room, received), None
    except Refusal as refusal:
        return None, refusal


def _resolve(answer: asyncio.Future[Any] | None, result: Any, refusal: Refusal | None) -> None:
    if answer is None or answer.done():
        return
    if refusal is not None:
        answer.set_exception(refusal)
    else:
        answer.set_result(result)


def tag(match: str) -> str:
    """A match in the logs: its id is the key to its door, so not that."""
    return hashlib.sha256(match.encode()).hexdigest()[:10]


class Bus:
    def __init__(self, db: Store, find: Find, house: House, clock: Clock) -> None:
        self.store, self.find, self.house, self.clock = db, find, house, clock
        self.rooms: dict[str, Live] = {}
        self.meters = Meters()
        self.players = Pool(think, find, house.workers, house.budget)
        self.tasks = [asyncio.create_task(self._recover()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for live in list(self.rooms.values()):
            live.task.cancel()
        await asyncio.gather(*self.tasks, *(live.task for live in self.rooms.values()), return_exceptions=True)
        self.players.close()
        self.store.close()

    def room(self, id: str) -> Live:
        """The live match of this id, awake now if it was not. Raises Refusal."""
        live = self.rooms.get(id)
        return live if live is not None else self._live(self._load(id))

    def _load(self, id: str) -> Room:
        kept = self.store.match(id)
        if kept is None:
            raise Refused("no-match")
        lines = self.store.lines(id) if kept.header is not None else ()
        return Room(kept, self.find(kept.game), self.house.customs, self.clock.now(), lines)

    def _live(self, room: Room) -> Live:
        live = self.rooms[room.id] = Live(room, self)
        self.meters.rooms.set(len(self.rooms))
        return live

    async def create(self, create: wire.Create) -> wire.Seated:
        setup = plan(self.find(create.game), create, self.house.customs)
        if self.store.unfinished_count() >= self.house.matches:
            raise Refused("too-many")
        name = clean_name(create.name)
        return await self._open(setup, lambda room, _: room.join(name, create.commit))

    async def _open(self, setup: Setup, enter: Callable[[Room, int], wire.Seated]) -> wire.Seated:
        now = self.clock.wall()
        text = msgspec.json.encode(setup).decode()
        id = store.new_id()
        kept = Kept(id, "open", setup.game, setup.public, text, new_secret(), None, None, "", now, now)
        room = Room(kept, self.find(setup.game), self.house.customs, self.clock.now())

        def sit(room: Room, now: int) -> wire.Seated:
            seated = enter(room, now)
            room.tray.log.insert(0, store.new_match(kept))
            return seated

        return await self._live(room).ask(sit)

    async def rematch(self, id: str, person: int, commit: str) -> wire.Seated:
        """A table like this one, and the same seat at it; the first who asks opens it."""
        setup, seat, who, next = await self.room(id).ask(lambda room, _: room.again(person))

        def enter(room: Room, _: int) -> wire.Seated:
            return room.rejoin(who, commit, seat)

        if next and not self._closed(next):
            return await self.room(next).ask(enter)
        opened = await self._open(setup, enter)
        told = await self.room(id).ask(lambda room, _: room.goes_on(opened.match, next))
        if told == opened.match:
            return opened
        await self.room(opened.match).ask(lambda room, now: room.abandon(now))  # somebody else was first
        return await self.room(told).ask(enter)

    def _closed(self, id: str) -> bool:
        kept = self.store.match(id)
        return kept is None or kept.state == "closed"

    async def info(self, kept: Kept) -> wire.TableInfo:
        """Who sits at a table; one that sleeps is not woken for it."""
        live = self.rooms.get(kept.id)
        if live is not None:
            return await live.ask(lambda room, now: room.info(now))
        setup = msgspec.json.decode(kept.setup, type=Setup)
        return table_info(kept.id, kept.state, setup, kept.seed, kept.next)

    async def _recover(self) -> None:
        """Matches in which a clock runs go on at once; the others wake when somebody comes."""
        for id in self.store.unfinished():
            try:
                if id not in self.rooms:
                    room = self._load(id)
                    if room.tray.log or not room.sleeps:
                        self._live(room)
            except Refusal as refusal:
                log.error("match cannot be resumed", extra={"match": tag(id), "error": refusal.message.id})
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        """From time to time: matches that nobody comes back to are played out."""
        while True:
            await asyncio.sleep(self.house.sweep)  # first of all, so that people can come back after a long pause
            for id in self.store.idle(self.clock.wall() - self.house.abandoned):
                with suppress(Refusal):  # one that cannot be resumed stays as it is
                    if id not in self.rooms:
                        self.room(id).tell(lambda room, now: room.abandon(now))
                await asyncio.sleep(0)
