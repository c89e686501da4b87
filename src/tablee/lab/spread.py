"""Many independent jobs on several processes of this machine, or on the machines of a Dask cluster.

Every job is done exactly once as far as the caller can see: the jobs of a worker that dies are given to another one. If a job
depends on nothing but itself, results are the same for any number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import Any, TypeVar

from tablee.core.game import Refusal, say

J = TypeVar("J")
R = TypeVar("R")
SPAWN = multiprocessing.get_context("spawn")
DEATHS = 5  # so often workers may die without a result in between
AHEAD = 4  # jobs a process has waiting, so that it is never idle and a million jobs are not all sent at once


def spread(work: Callable[[J], R], jobs: Sequence[J], workers: int = 1, cluster: str | None = None) -> Iterator[tuple[J, R]]:
    """Each job with its result, in the order in which they are done. `work` and the jobs must be importable and hashable.

    workers: processes on this machine; with 1 everything happens in this process.
    cluster: the address of a Dask scheduler (`tcp://host:8786`), instead. Raises Refusal if there is none.
    """
    if cluster is not None:
        return _on_cluster(work, jobs, cluster)
    if workers > 1:
        return _on_processes(work, jobs, workers)
    return ((job, work(job)) for job in jobs)


def _on_processes(work: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[tuple[J, R]]:
    missing, deaths = dict.fromkeys(jobs), 0
    while missing:
        try:
            with closing(_in_pool(work, list(missing), workers)) as done:
                for job, result in done:
                    del missing[job]
                    deaths = 0
                    yield job, result
        except BrokenProcessPool:  # one of the processes was killed, and the pool has ended the others
            deaths += 1
            if deaths == DEATHS:
                raise


def _in_pool(work: Callable[[J], R], jobs: Sequence[J], workers: int) -> Generator[tuple[J, R], None, None]:
    pool, todo = ProcessPoolExecutor(workers, SPAWN, initializer=_begin), iter(jobs)
    try:
        running: dict[Future[R], J] = {}
        while True:
            for job in todo:
                running[pool.submit(work, job)] = job
                if len(running) >= workers * AHEAD:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """In a new process: Ctrl-C is for its parent, and it ends when its parent does, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _on_cluster(work: Callable[[J], R], jobs: Sequence[J], address: str) -> Iterator[tuple[J, R]]:
    client, as_completed, killed = _connect(address)
    with client:
        running = {client.submit(work, job, pure=False): job for job in jobs}
        done, deaths = as_completed(running), 0
        for future in done:
            job = running.pop(future)
            try:
                result = future.result()
            except killed:  # Dask itself tries a job again on another worker, but only so often
                deaths += 1
                if deaths == DEATHS:
                    raise
                again = client.submit(work, job, pure=False)
                running[again] = job
                done.add(again)
                continue
            deaths = 0
            yield job, result


def _connect(address: str) -> tuple[Any, Any, type[BaseException]]:
    try:
        from distributed import Client, as_completed
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise Refusal(say("no-dask")) from None
    try:
        return Client(address, timeout=10), as_completed, KilledWorker  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise Refusal(say("no-cluster", address=address, why=str(error).partition("\n")[0][:120].rstrip("."))) from None
