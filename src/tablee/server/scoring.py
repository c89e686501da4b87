"""Counts boards from real tables in a process of its own: a thread would keep the event loop waiting for the interpreter."""

from __future__ import annotations

import asyncio

from tablee.jobs.scores import ScoreJob, ScoreRefusal, count_boards
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.meters import Meters
from tablee.rooms.visitors import Quota, Visitor
from tablee.server.settings import Settings
from tablee.server.workers import Pool

BUDGET = 5.0  # seconds; twelve Orchids take 0.12
NICE = 10  # it stands back behind play


class ScoringWorker:
    def __init__(self, settings: Settings, meters: Meters) -> None:
        self.pool: Pool[ScoreJob, wire.BoardScores | ScoreRefusal] = Pool(count_boards, settings.find, 1, BUDGET, NICE)
        self.waiting = Quota("scores", settings.scores, meters)

    async def count(self, who: Visitor, job: ScoreJob) -> wire.BoardScores:
        """Raises Refusal; also if too many jobs of this visitor wait already."""
        if not self.waiting.take(who):
            raise Refused("slow-down")
        told: asyncio.Future[wire.BoardScores | ScoreRefusal | None] = asyncio.get_running_loop().create_future()
        try:
            self.pool.ask(who, job, lambda answer: None if told.done() else told.set_result(answer))
            answer = await told
        finally:
            self.waiting.give_back(who)
        if answer is None:
            raise Refused("try-again")
        if isinstance(answer, ScoreRefusal):
            raise answer.refusal()
        return answer

    def close(self) -> None:
        self.pool.close()
