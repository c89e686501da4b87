"""With Patroni, nobody has to promote a standby: whatever dies, stops or is cut off, play goes on by itself, and nothing that was
acknowledged is lost or applied twice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import missing
from tests.server.patroni import Patroni, installed
from tests.server.running import short_options
from tests.server.test_kill import QUICK_GAMES
from tests.server.test_many import GAMES, SEED, SOAK_OPTIONS, Play, Report, suffer
from tests.server.witness import percentile

FAULTS = int(os.environ.get("TABLEE_FAULTS", "50"))
TABLES = int(os.environ.get("TABLEE_TABLES", "60"))
MACHINE, PROGRAM = 45, 20  # seconds within which play is to go on, if a whole machine is away or one of its programs


@contextmanager
def running(folder: Path, **more: Any) -> Iterator[Patroni]:
    if not installed():
        missing("needs root, and from Debian: patroni etcd-server postgresql-15 haproxy iproute2")
    cluster = Patroni(folder, **more)
    try:
        yield cluster
    finally:
        cluster.close()


def gaps(play: Play, report: Report) -> list[float]:
    return [gap.seconds for gap in play.ledger.gaps if gap.window in report.windows]


def test_the_primary_dies_and_play_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as cluster:
        play = Play(cluster.base, QUICK_GAMES, 0.05, short_options)
        (report,) = asyncio.run(suffer(cluster, 1, 6, play, seed=1, pause=6)).values()
        assert 0 < max(gaps(play, report)) < 30  # 20 on a machine that has nothing else to do


@pytest.mark.soak
def test_fifty_faults(tmp_path: Path) -> None:
    import uvloop

    print(f"\n{FAULTS} faults at {TABLES} tables, seed {SEED}")
    with running(tmp_path, absence=60_000) as cluster:
        play = Play(cluster.base, GAMES, 3, lambda game: SOAK_OPTIONS.get(game, {}))
        reports = uvloop.run(suffer(cluster, FAULTS, TABLES, play, SEED, pause=10))
        for kind, report in reports.items():
            if found := gaps(play, report):
                limit = MACHINE if kind.startswith("machine") else PROGRAM
                print(f"{kind}: p99 {percentile(found, 0.99):.1f} s, wanted at most {limit}")
