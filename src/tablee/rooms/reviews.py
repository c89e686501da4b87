"""Has a worker review matches slice by slice, limits how many each visitor may wait for, and keeps the latest ones.

A slice is made when somebody asks for it, and only then: a review that nobody reads on costs nothing more.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple

from tablee.core.game import say
from tablee.core.record import BadRecord, Header, read_lines, stream
from tablee.jobs.crew import Crew
from tablee.jobs.replays import Source
from tablee.jobs.reviews import ReviewAnswer, ReviewJob, ReviewSlice, ReviewSoFar
from tablee.protocol.reasons import Refused
from tablee.reviews import depths
from tablee.rooms.meters import Meters
from tablee.rooms.replays import FindSource
from tablee.rooms.settings import RoomSettings
from tablee.rooms.visitors import Quota, Visitor
from tablee.storage.store import Store

KEPT = 64  # reviews


class ReviewKey(NamedTuple):
    """A match that is over never changes, nor does the program while it runs."""

    record: str  # the id of a match, or the digest of a record from elsewhere
    seat: int
    depth: int


@dataclass(slots=True)
class KeptReview:
    slices: list[ReviewSlice] = field(default_factory=list)
    next: asyncio.Future[ReviewAnswer | None] | None = None  # the slice that is being made

    @property
    def so_far(self) -> ReviewSoFar:
        return self.slices[-1].so_far if self.slices else ReviewSoFar()

    def page(self, start: int) -> bytes | None:
        """The slice with this turn, if it has been made; when all have been, the last one."""
        for slice in self.slices:
            if slice.start <= start < slice.so_far.turns or slice.so_far.turns == slice.of:
                return slice.page
        return None


class Reviews:
    def __init__(
        self,
        settings: RoomSettings,
        meters: Meters,
        crew: Crew[ReviewJob, ReviewAnswer],
        find_source: FindSource | None = None,
    ) -> None:
        self.settings, self.crew, self.find_source = settings, crew, find_source
        self.waiting = Quota("reviews", settings.reviews, meters)
        self.kept: dict[ReviewKey, KeptReview] = {}

    def close(self) -> None:
        self.crew.close()

    async def of_match(self, store: Store, match: str, seat: int, start: int, who: Visitor) -> bytes:
        """Of a seat in a match that is over, from this turn on; compressed JSON. Raises Refusal."""
        self._check()
        stored = await store.match(match)
        if stored is None or stored.state != "over":
            self._forget(match)
            raise Refused("no-match" if stored is None else "not-over-yet")
        source: Source = self.settings.data
        key = self._key(match, stored.game, seat)
        kept = self.kept.get(key)
        if self.find_source is not None and (kept is None or kept.page(start) is None):
            source = await self.find_source(store, match)
        return await self._page(key, ReviewJob(source, match, seat, key.depth, self.settings.big_room), start, who)

    async def of_record(self, text: str, seat: int, start: int, who: Visitor) -> bytes:
        """Of a record from elsewhere. Raises Refusal: BadRecord for a record that cannot be played."""
        self._check()
        data = text.encode("utf-8", "replace")
        _, header = next(read_lines(stream(BytesIO(data))))
        assert isinstance(header, Header)
        key = self._key(sha256(data).hexdigest(), header.game, seat)
        return await self._page(key, ReviewJob(data, "", seat, key.depth, self.settings.big_room), start, who)

    def _check(self) -> None:
        if not self.settings.reviews:
            raise Refused("no-reviews")

    def _key(self, record: str, game: str, seat: int) -> ReviewKey:
        return ReviewKey(record, seat, depths(self.settings.find(game))[-1])

    def _forget(self, match: str) -> None:
        """The match has been deleted."""
        for key in [key for key in self.kept if key.record == match]:
            del self.kept[key]

    async def _page(self, key: ReviewKey, job: ReviewJob, start: int, who: Visitor) -> bytes:
        kept = self.kept[key] = self.kept.pop(key) if key in self.kept else KeptReview()
        while len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        while (page := kept.page(start)) is None:
            if not self.waiting.take(who):
                raise Refused("too-many", say("too-many-reviews"))
            try:
                await self._next(kept, job, who)
            finally:
                self.waiting.give_back(who)
        return page

    async def _next(self, kept: KeptReview, job: ReviewJob, who: Visitor) -> None:
        """However many wait for a slice, it is made once."""
        if kept.next is None:
            kept.next = self._ask(replace(job, so_far=kept.so_far), who)
            kept.next.add_done_callback(partial(_add, kept))
        answer = await asyncio.shield(kept.next)
        if answer is None:
            raise Refused("try-again")
        if not isinstance(answer, ReviewSlice):
            line, message = answer
            raise BadRecord(line, message) if line else Refused("bad-request", message)

    def _ask(self, job: ReviewJob, who: Visitor) -> asyncio.Future[ReviewAnswer | None]:
        making: asyncio.Future[ReviewAnswer | None] = asyncio.get_running_loop().create_future()
        self.crew.ask(who, job, lambda answer: None if making.done() else making.set_result(answer))
        return making


def _add(kept: KeptReview, made: asyncio.Future[ReviewAnswer | None]) -> None:
    kept.next = None
    if not made.cancelled() and isinstance(answer := made.result(), ReviewSlice):
        kept.slices.append(answer)
