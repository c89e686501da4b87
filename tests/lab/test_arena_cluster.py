"""A league on a Dask cluster of this machine, with a worker that is killed in mid-run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tablee.lab.arena import CHUNK, RESULTS

LEAGUE = ("arena", "take-it-easy", "--bots", "greedy,random", "--games", str(60 * CHUNK), "--seed", "cluster")
TIMEOUT = 120  # seconds


def start(*argv: str, cwd: Path) -> subprocess.Popen[bytes]:
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen([sys.executable, "-m", *argv], cwd=cwd, env=environ, stdout=subprocess.DEVNULL)


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and two workers."""
    file = folder / "scheduler.json"
    told = ("--scheduler-file", str(file), "--no-dashboard")
    running = [start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *told, cwd=folder)]
    try:
        wait_until(file.exists)
        one = ("distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", *told)
        running += [start(*one, "--name", name, cwd=folder) for name in ("ada", "bo")]
        yield json.loads(file.read_text("utf-8"))["address"], running[1:]
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(TIMEOUT)


def wait_until(there: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT
    while not there():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_killed_worker_changes_nothing(tmp_path: Path, outside_part: Callable[[str], Any]) -> None:
    outside_part("distributed")
    alone = start("tablee", *LEAGUE, "--workers", "1", "--out", str(tmp_path / "alone"), cwd=tmp_path)
    assert alone.wait(TIMEOUT) == 0
    results = tmp_path / "spread" / RESULTS
    with cluster(tmp_path) as (address, workers):
        league = start("tablee", *LEAGUE, "--cluster", address, "--out", str(results.parent), cwd=tmp_path)
        wait_until(lambda: results.exists() and results.read_bytes().count(b"\n") > 3)
        workers[0].send_signal(signal.SIGKILL)
        workers[0].wait(TIMEOUT)
        assert results.read_bytes().count(b"\n") < 61, "the league was over before the worker was killed"
        assert league.wait(TIMEOUT) == 0
    for name in ("table.json", "plot.svg"):
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "spread" / name).read_bytes()
    lines = [sorted((tmp_path / where / RESULTS).read_text("utf-8").splitlines()) for where in ("alone", "spread")]
    assert lines[0] == lines[1]
