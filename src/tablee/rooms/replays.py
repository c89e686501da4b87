"""Has workers make replays and insights, limits how many may wait, and caches the latest answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from tablee.core.game import say
from tablee.core.record import BadRecord
from tablee.jobs.crew import Crew
from tablee.jobs.deals import DealPlayJob, DealRunsJob
from tablee.jobs.hints import HintJob
from tablee.jobs.replays import HindsightJob, InsightJob, Job, JobAnswer, ReplayJob, Source
from tablee.protocol.reasons import Refused
from tablee.rooms.meters import Meters
from tablee.rooms.settings import RoomSettings
from tablee.rooms.visitors import Quota, Visitor
from tablee.storage.store import Store, Unavailable

LONG = 64 * 1024  # bytes: a longer record that is posted goes to the crew for long ones at once
WAITING = 512  # replays that may wait
KEPT = 16  # cached answers: after a match, many players ask for its replay and its insights at once
KEPT_DEALS = 300  # answers about deals of the day: everybody asks for the same ones, some runs at a time
FindSource: TypeAlias = Callable[[Store, str], Awaitable[Source]]  # where a worker finds the record of a match that is over


class Replays:
    """`quick` does short jobs; what takes it too long begins anew with `long`."""

    def __init__(
        self,
        settings: RoomSettings,
        meters: Meters,
        quick: Crew[Job, JobAnswer],
        long: Crew[Job, JobAnswer],
        find_source: FindSource | None = None,
    ) -> None:
        self.quick, self.long, self.find_source = quick, long, find_source
        self.data, self.big = settings.data, settings.big_room
        self.closed = False
        self.posted = Quota("replays", settings.replays, meters)
        self.waiting = 0
        self.deals: dict[Job, asyncio.Future[JobAnswer | None]] = {}
        self.kept: dict[Job, asyncio.Future[JobAnswer | None]] = {}

    def close(self) -> None:
        self.closed = True
        self.quick.close()
        self.long.close()

    async def of_record(self, text: str, start: int, who: Visitor) -> bytes:
        """Compressed JSON. Raises Refusal: BadRecord for a record that cannot be played."""
        return await self._posted(who, ReplayJob(text.encode("utf-8", "replace"), "", start, self.big))

    async def of_seed(self, game: str, seed: str, options: Mapping[str, str | int | bool], who: Visitor) -> bytes:
        """What could have been with the calls of this seed beside a real board; compressed JSON. Raises Refusal."""
        return await self._posted(who, HindsightJob(game, seed, tuple(sorted(options.items()))))

    async def of_deal(self, job: DealRunsJob | DealPlayJob, who: Visitor) -> bytes:
        """What bots make of the deal of a day, made once however many ask for it; compressed JSON. Raises Refusal."""
        making = self.deals.pop(job, None)
        if making is None or (making.done() and making.result() is None):
            if not self.posted.take(who):
                raise Refused("too-many", say("too-many-replays"))
            try:
                making = self._ask(who, job)
            except Refused:
                self.posted.give_back(who)
                raise
            making.add_done_callback(lambda _: self.posted.give_back(who))
        self.deals[job] = making
        while len(self.deals) > KEPT_DEALS:
            del self.deals[next(iter(self.deals))]
        return _given(await asyncio.shield(making))

    async def hint(self, job: HintJob, who: Visitor) -> bytes:
        """Compressed JSON. Raises Refusal."""
        return await self._posted(who, job)

    async def _posted(self, who: Visitor, job: Job) -> bytes:
        if not self.posted.take(who):
            raise Refused("too-many", say("too-many-replays"))
        try:
            return _given(await self._ask(who, job))
        finally:
            self.posted.give_back(who)

    async def of_match(self, store: Store, match: str, start: int) -> bytes:
        """The same for a match that is over. Raises Refusal."""
        return await self._of_match(store, match, lambda source: ReplayJob(source, match, start, self.big))

    async def insights_of(self, store: Store, match: str) -> bytes:
        """What could have been, for a match that is over; compressed JSON. Raises Refusal."""
        return await self._of_match(store, match, lambda source: InsightJob(source, match))

    async def _of_match(self, store: Store, match: str, make: Callable[[Source], ReplayJob | InsightJob]) -> bytes:
        job = await self._job_of(store, match, make)
        telling = self.kept.pop(job, None)
        if telling is None:
            telling = self._ask(match, job)
        self.kept[job] = telling
        while len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        told = await asyncio.shield(telling)
        if not isinstance(told, bytes):
            self.kept.pop(job, None)
        return _given(told)

    async def _job_of(self, store: Store, match: str, make: Callable[[Source], ReplayJob | InsightJob]) -> ReplayJob | InsightJob:
        """What was told already is told again, also while the data cannot be reached. Raises Refusal."""
        try:
            kept = await store.match(match)
        except Unavailable:
            job = make(self.data)
            if job in self.kept and self.kept[job].done():
                return job
            raise
        if kept is None or kept.state != "over":
            raise Refused("no-match" if kept is None else "not-over-yet")
        return make(self.data if self.find_source is None else await self.find_source(store, match))

    def _ask(self, whose: str, job: Job) -> asyncio.Future[JobAnswer | None]:
        """What takes too long among the short ones begins anew among the long ones, so that short ones need not wait for it."""
        if self.waiting >= WAITING:
            raise Refused("too-many", say("too-many-replays"))
        telling: asyncio.Future[JobAnswer | None] = asyncio.get_running_loop().create_future()

        def quickly(told: JobAnswer | None) -> None:
            if told is None and not telling.done() and not self.closed:
                self.long.ask(whose, job, answered)
            else:
                answered(told)

        def answered(told: JobAnswer | None) -> None:
            self.waiting -= 1
            if not telling.done():
                telling.set_result(told)

        self.waiting += 1
        if isinstance(job.source, bytes) and len(job.source) > LONG:
            self.long.ask(whose, job, answered)
        else:
            self.quick.ask(whose, job, quickly)
        return telling


def _given(told: JobAnswer | None) -> bytes:
    if told is None:
        raise Refused("too-big", say("replay-too-long"))
    if not isinstance(told, bytes):
        raise BadRecord(*told)
    return told
