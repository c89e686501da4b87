"""Jobs for worker processes, which import little else: a process that was killed for one is back soon."""

from __future__ import annotations

import time
from typing import Any

from tablee.core.game import say
from tablee.jobs.scores import ScoreRefusal


def nap(job: float, find: Any) -> float:
    time.sleep(job)
    return job


def slow_replay(job: Any, find: Any) -> bytes:
    if job.source == b"slow":
        time.sleep(60)
    return b"replay"


def slow_count(job: Any, find: Any) -> Any:
    time.sleep(0.2)
    return ScoreRefusal("refused", say("board-field", field="board", known=""), 1)
