"""The task that owns a live room. Every request to a room goes through its task.

Log, commit, acknowledge, broadcast: a room's messages are sent only after its changes are on disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from tablee.core.game import Refusal
from tablee.server.bot_worker import Choice
from tablee.server.clock import Alarm, Clock
from tablee.server.metrics import Metrics
from tablee.server.outbox import BotJob, DeviceId
from tablee.server.reasons import Close, Refused
from tablee.server.requests import BotReply, RoomRequest
from tablee.server.room import Room
from tablee.server.settings import Settings
from tablee.server.store import Store
from tablee.server.workers import Pool, failure

log = logging.getLogger("tablee")
T = TypeVar("T")


class Connection(Protocol):
    """How a room reaches a device. Neither call blocks."""

    def send(self, data: bytes) -> None: ...

    def end(self, code: Close = Close.TRY_AGAIN) -> None: ...


@dataclass(frozen=True, slots=True)
class Services:
    """What every room's task uses."""

    store: Store
    settings: Settings
    metrics: Metrics
    bots: Pool[BotJob, Choice]
    connections: dict[DeviceId, Connection]

    @property
    def clock(self) -> Clock:
        return self.settings.clock


class Asked(Struct, frozen=True):
    """A request in the inbox: when it was received, and the future for its answer."""

    request: RoomRequest[Any]
    received: int
    answer: asyncio.Future[Any] | None


class RoomTask:
    def __init__(self, room: Room, services: Services, forget: Callable[[RoomTask], None]) -> None:
        self.room, self.services, self.forget = room, services, forget
        self.inbox: list[Asked] = []
        self.wake = asyncio.Event()
        self.wake.set()
        self.alarm: Alarm | None = None
        self.idle_since: int | None = None
        self.task = asyncio.create_task(self._run())

    def tell(self, request: RoomRequest[Any]) -> None:
        """Queues a request without waiting for an answer."""
        self.inbox.append(Asked(request, self.services.clock.now(), None))
        self.wake.set()

    async def ask(self, request: RoomRequest[T]) -> T:
        """Queues a request and returns its answer once its changes are on disk. Raises Refusal."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.inbox.append(Asked(request, self.services.clock.now(), answer))
        self.wake.set()
        return await answer

    async def _run(self) -> None:
        try:
            while not self._asleep():
                await self.wake.wait()
                self.wake.clear()
                with self.services.metrics.turns.time():
                    await self._turn()
        except (Exception, asyncio.CancelledError) as error:
            self._fail(error)
        finally:
            if self.alarm is not None:
                self.alarm.cancel()
            self.forget(self)

    async def _turn(self) -> None:
        """Carries out the inbox, writes the changes, then sends the messages."""
        room, clock = self.room, self.services.clock
        asked, self.inbox = self.inbox, []
        room.wall = clock.wall()
        try:
            answers = [(one.answer, *_try(room, one)) for one in asked]
            room.settle(clock.now())
            await self._write()
        except BaseException:
            self.inbox = asked + self.inbox  # so that `_fail` answers them
            raise
        for answer, result, refusal in answers:
            _resolve(answer, result, refusal)
        self._deliver()
        self._set_alarm()

    async def _write(self) -> None:
        outbox = self.room.outbox
        writes, outbox.log = outbox.log, []
        if writes:
            await self.services.store.write(writes)
            self.services.metrics.rows.inc(len(writes))

    def _deliver(self) -> None:
        outbox, connections = self.room.outbox, self.services.connections
        messages, outbox.messages = outbox.messages, []
        for device, data in messages:
            if device in connections:
                connections[device].send(data)
        closing, outbox.closing = outbox.closing, []
        self._end(closing)
        jobs, outbox.jobs = outbox.jobs, []
        for job in jobs:
            self.services.bots.ask(replace(job, hurry=self.services.bots.busy), partial(self._bot_replied, job))

    def _end(self, devices: list[DeviceId]) -> None:
        for device in devices:
            if device in self.services.connections:
                self.services.connections[device].end()

    def _bot_replied(self, job: BotJob, reply: Choice | None) -> None:
        if reply is None:
            self.services.metrics.late_bots.inc()
        self.tell(BotReply(job, reply))

    def _set_alarm(self) -> None:
        """Wakes the task when something is due, or when the room can be unloaded."""
        clock, room = self.services.clock, self.room
        due = room.due()
        if room.sleeps:
            self.idle_since = clock.now() if self.idle_since is None else self.idle_since
            doze = self.idle_since + self.services.settings.doze
            due = doze if due is None else min(due, doze)
        else:
            self.idle_since = None
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm = None if due is None else clock.call_at(due, self.wake.set)

    def _asleep(self) -> bool:
        if self.inbox or self.idle_since is None or not self.room.sleeps:
            return False
        return self.services.clock.now() >= self.idle_since + self.services.settings.doze

    def _fail(self, error: BaseException) -> None:
        """Whatever was not written never happened. All devices reconnect and see what is on disk."""
        if not isinstance(error, asyncio.CancelledError):
            self.services.metrics.errors.inc()
            what = failure(error)
            log.error("room failed", extra={"match": tag(self.room.id), "error": what.error, "where": what.where})
        for one in self.inbox:
            _resolve(one.answer, None, Refused("try-again"))
        self._end([*self.room.devices, *self.room.outbox.closing])  # the latter are still connected


def _try(room: Room, asked: Asked) -> tuple[Any, Refusal | None]:
    try:
        return room.handle(asked.request, asked.received), None
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
    """Identifies a match in the logs. Its id would let readers of the logs open the table, so it is hashed."""
    return hashlib.sha256(match.encode()).hexdigest()[:10]
