"""Counts boards from real tables beside the event loop, in a thread of their own, so that nothing else waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tablee.server.metrics import Metrics
from tablee.server.reasons import Refused
from tablee.server.settings import Settings
from tablee.server.visitors import Quota, Visitor


class ScoringThread:
    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.thread = ThreadPoolExecutor(1, "tablee_scores")
        self.waiting = Quota("scores", settings.scores, metrics)

    async def run(self, who: Visitor, job: Callable[..., Any], *args: Any) -> Any:
        """Raises Refused if too many jobs of this visitor wait already."""
        if not self.waiting.take(who):
            raise Refused("slow-down")
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, partial(job, *args))
        finally:
            self.waiting.give_back(who)

    def close(self) -> None:
        self.thread.shutdown(cancel_futures=True)
