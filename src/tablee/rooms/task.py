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
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

from tablee.core.game import Refusal, say
from tablee.jobs.bots import BotChoice, BotJob
from tablee.jobs.crew import Crew, failure
from tablee.protocol.reasons import Close, Refused
from tablee.rooms.broadcast import Slices
from tablee.rooms.clock import Alarm, Clock
from tablee.rooms.meters import Meters
from tablee.rooms.outbox import DeviceId
from tablee.rooms.room import Room
from tablee.rooms.settings import RoomSettings
from tablee.storage.store import Lease, Store, Unavailable

log = logging.getLogger("tablee")
T = TypeVar("T")
P = ParamSpec("P")
REQUESTS_AT_ONCE = 10  # before others get a turn of the event loop


class Connection(Protocol):
    """How a room reaches a device. Neither call blocks."""

    def send(self, data: bytes) -> None: ...

    def end(self, code: Close = Close.TRY_AGAIN) -> None: ...


@dataclass(frozen=True, slots=True)
class Services:
    """What every room's task uses."""

    store: Store
    settings: RoomSettings
    meters: Meters
    bots: Crew[BotJob, BotChoice]
    connections: dict[DeviceId, Connection]

    @property
    def clock(self) -> Clock:
        return self.settings.clock


class RoomCall(NamedTuple):
    """What a room is asked to do: one of its methods with arguments, when it was received, and the future for its answer."""

    do: Callable[..., Any]
    args: tuple[Any, ...]
    received: int
    answer: asyncio.Future[Any] | None


RequestResult: TypeAlias = "tuple[Any, Refusal | None]"  # of a request


class Turn(NamedTuple):
    calls: list[RoomCall]
    outcomes: list[RequestResult]
    slices: Slices[None]
    began: float


class RoomTask:
    """Runs a room turn by turn. While the rows of a turn are being written, requests wait in the inbox for the next.

    Turns are plain callbacks of the event loop: waking a coroutine for every action would cost as much as the rules do.
    """

    def __init__(self, room: Room, lease: Lease, services: Services, forget: Callable[[RoomTask], None]) -> None:
        self.room, self.lease, self.services, self.forget = room, lease, services, forget
        self.loop = asyncio.get_running_loop()
        self.inbox: list[RoomCall] = []
        self.busy = False  # a turn is scheduled, or its rows are being written
        self.ended = False
        self.alarm: Alarm | None = None
        self.idle_since: int | None = None
        self.unloading: asyncio.Task[None] | None = None
        self.starting: list[asyncio.Future[Any]] = []  # answers to Room.start, while players reveal their nonces
        self._wake()

    def tell(self, do: Callable[Concatenate[Room, int, P], Any], *args: P.args, **_: P.kwargs) -> None:
        """Has the room do something, without waiting for an answer: `task.tell(Room.disconnect, device)`."""
        self.inbox.append(RoomCall(do, args, self.services.clock.now(), None))
        self._wake()

    async def ask(self, do: Callable[Concatenate[Room, int, P], T], *args: P.args, **_: P.kwargs) -> T:
        """Has the room do something, and returns its answer once its changes are on disk. Raises Refusal."""
        answer: asyncio.Future[T] = self.loop.create_future()
        self.inbox.append(RoomCall(do, args, self.services.clock.now(), answer))
        self._wake()
        return await answer

    def _wake(self) -> None:
        if self.ended:
            self._refuse_inbox()
        elif not self.busy:
            self.busy = True
            self.loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Carries out the inbox and writes the changes; the messages go out when these are on disk."""
        if self.ended:
            return
        if not self.services.store.holds(self.lease) and not self.only_shown:  # another process may be about to go on with it
            self.stop()
            return
        calls, self.inbox = self.inbox, []
        self.room.wall = self.services.clock.wall()
        outcomes: list[RequestResult] = []
        self._go_through(Turn(calls, outcomes, self._carry_out(calls, outcomes), self.loop.time()))

    def _carry_out(self, calls: list[RoomCall], outcomes: list[RequestResult]) -> Slices[None]:
        """In slices, so that a room of 500 keeps nobody waiting. Screens are shown at the end, with all that has happened."""
        reading: list[int] = []
        for number, call in enumerate(calls):
            if number % REQUESTS_AT_ONCE == REQUESTS_AT_ONCE - 1:
                yield
            if call.do is Room.screen:
                reading.append(number)
                outcomes.append((None, None))
            else:
                outcomes.append(_try(self.room, call))
        yield from self.room.settling(self.services.clock.now())
        for number in reading:
            yield
            outcomes[number] = _try(self.room, calls[number])

    def _go_through(self, turn: Turn) -> None:
        """One slice in each turn of the event loop; then the changes are written."""
        if self.ended:
            self.inbox = turn.calls
            self._refuse_inbox()
            return
        try:
            for _ in turn.slices:
                self.loop.call_soon(self._go_through, turn)
                return
        except Exception as error:
            self._fail(error, turn.calls)
            return
        writes, self.room.outbox.log = self.room.outbox.log, []
        if writes:
            self.services.meters.rows += len(writes)
            self.services.store.write(writes, partial(self._written, turn), self.lease)
        else:
            self._finish(turn)

    def _written(self, turn: Turn, error: Exception | None) -> None:
        if error is not None:
            self._fail(error, turn.calls)
        else:
            self._finish(turn)

    def _finish(self, turn: Turn) -> None:
        for call, (result, refusal) in zip(turn.calls, turn.outcomes, strict=True):
            if call.do is Room.start and refusal is None and call.answer is not None:
                self.starting.append(call.answer)
            else:
                _resolve(call.answer, result, refusal)
        if self.starting and not self.room.starting:
            self._has_started()
        self.services.meters.turns.add(self.loop.time() - turn.began)
        if self.ended:
            return
        try:
            self._deliver()
            self._set_alarm()
        except Exception as error:
            self._fail(error, [])
            return
        if self._can_unload():
            self.unloading = self.loop.create_task(self._unload())
        else:
            self._go_on()

    def _has_started(self) -> None:
        """The match has begun, or somebody has left before it did."""
        refusal = Refused("wrong-state", say("wrong-state", state="open")) if self.room.state == "open" else None
        for answer in self.starting:
            _resolve(answer, self.room.info(self.services.clock.now()), refusal)
        self.starting = []

    def _go_on(self) -> None:
        self.busy = False
        if self.inbox:
            self._wake()

    @property
    def unused(self) -> bool:
        return not (self.busy or self.inbox or self.room.devices or self.room.busy)

    @property
    def only_shown(self) -> bool:
        """Whether nothing can happen here: the match is over, and the data cannot be reached."""
        return self.room.state == "over" and self.services.store.cut_off

    def stop(self) -> None:
        """For good: all devices reconnect, to this server or its successor."""
        if not self.ended:
            self.ended = True
            for later in (self.alarm, self.unloading):
                if later is not None:
                    later.cancel()
            self._refuse_inbox()
            self._end([*self.room.devices, *self.room.outbox.closing])  # the latter are still connected
            self.forget(self)

    def _refuse_inbox(self) -> None:
        calls, self.inbox = self.inbox, []
        for answer in [*(call.answer for call in calls), *self.starting]:
            _resolve(answer, None, Refused("try-again"))
        self.starting = []

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
            self.services.bots.ask(self.room.id, replace(job, hurry=self.services.bots.busy), partial(self._bot_replied, job))

    def _end(self, devices: list[DeviceId]) -> None:
        for device in devices:
            if device in self.services.connections:
                self.services.connections[device].end()

    def _bot_replied(self, job: BotJob, reply: BotChoice | None) -> None:
        if reply is None:
            self.services.meters.late_bots += 1
        self.tell(Room.bot_reply, job, reply)

    def _set_alarm(self) -> None:
        """Wakes the task when something is due, or when the room can be unloaded."""
        clock, room = self.services.clock, self.room
        due = room.due()
        if room.sleeps:
            self.idle_since = clock.now() if self.idle_since is None or self.only_shown else self.idle_since
            unload_at = self.idle_since + self._idle_time
            due = unload_at if due is None else min(due, unload_at)
        else:
            self.idle_since = None
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm = None if due is None else clock.call_at(due, self._wake)

    def _can_unload(self) -> bool:
        if self.inbox or self.idle_since is None or not self.room.sleeps:
            return False
        return self.services.clock.now() >= self.idle_since + self._idle_time

    @property
    def _idle_time(self) -> int:
        """A ms longer for each row: whoever wakes a long match again and again cannot make the server replay it all the time."""
        return self.services.settings.doze + self.room.rows

    async def _unload(self) -> None:
        """Stores what is to be seen of a finished match, then unloads the room, unless somebody has asked for something."""
        try:
            for _ in self.room.keep_last_screen():
                await asyncio.sleep(0)
            writes, self.room.outbox.log = self.room.outbox.log, []
            if writes:
                await self.services.store.written(writes, self.lease)
        except Exception as error:
            self._fail(error, [])
            return
        self.unloading = None
        if self.inbox:
            self._go_on()
        else:
            self.stop()

    def _fail(self, error: BaseException, calls: list[RoomCall]) -> None:
        """Whatever was not written never happened. All devices reconnect and see what is on disk."""
        self.services.meters.errors += 1
        if not isinstance(error, Unavailable):  # which the store has logged
            what = failure(error)
            log.error("room failed", extra={"match": tag(self.room.id), "error": what.error, "where": what.where})
        self.inbox = calls + self.inbox
        self.stop()


def _try(room: Room, call: RoomCall) -> RequestResult:
    try:
        return call.do(room, call.received, *call.args), None
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
