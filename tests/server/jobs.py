"""Jobs for worker processes, which import nothing else: a process that was killed for one is back soon."""

from __future__ import annotations

import time
from typing import Any


def nap(job: float, find: Any) -> float:
    time.sleep(job)
    return job


def slow_replay(job: Any, find: Any) -> bytes:
    if job.source == b"slow":
        time.sleep(60)
    return b"replay"
