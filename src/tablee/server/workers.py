"""Worker processes for long jobs, with a time limit and a fair queue."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from tablee.jobs.crew import Failure, failure
from tablee.replay import Find

log = logging.getLogger("tablee")
J = TypeVar("J")  # a job
A = TypeVar("A")  # its answer
SPAWN = multiprocessing.get_context("spawn")
BUSY = 4  # jobs that wait for each worker
STARTING = 20.0  # seconds that a new process may take before its first answer


class FairQueue:
    """Whoever has many jobs waiting does not keep others waiting: each gets one done in turn. `get` blocks its thread."""

    def __init__(self) -> None:
        self.jobs: dict[str, deque[Any]] = {}  # by whom they are for; the next one's turn is first
        self.changed = threading.Condition()
        self.closed = False

    def put(self, whose: str, job: Any) -> None:
        with self.changed:
            self.jobs.setdefault(whose, deque()).append(job)
            self.changed.notify()

    def get(self) -> Any:
        """None once the queue is closed."""
        with self.changed:
            while not self.jobs and not self.closed:
                self.changed.wait()
            if self.closed:
                return None
            whose = next(iter(self.jobs))
            waiting = self.jobs.pop(whose)
            job = waiting.popleft()
            if waiting:
                self.jobs[whose] = waiting
            return job

    def close(self) -> None:
        """Drops all jobs."""
        with self.changed:
            self.jobs.clear()
            self.closed = True
            self.changed.notify_all()

    def __len__(self) -> int:
        with self.changed:
            return sum(map(len, self.jobs.values()))


def work(pipe: Connection, do: Callable[[Any, Find], Any], find: Find, nice: int) -> None:
    """Runs in the worker process until the pipe is closed."""
    if hasattr(os, "nice"):
        os.nice(nice)
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = None if job is None else do(job, find)
        except Exception as error:  # a job may raise anything
            answer = failure(error)
        try:
            pipe.send(answer)
        except OSError:  # the server has stopped meanwhile
            return


class Worker(Generic[J, A]):
    """One process, and a thread that waits for it instead of the event loop."""

    def __init__(self, do: Callable[[J, Find], A], find: Find, jobs: FairQueue, budget: float, nice: int) -> None:
        self.do, self.find, self.jobs, self.budget, self.nice = do, find, jobs, budget, nice
        self.process: Any = None
        self.given_up = False
        self.thread = threading.Thread(target=self._run, name=f"tablee-{do.__name__}", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while (job := self.jobs.get()) is not None:
            question, answered = job
            answered(self._ask(question))
            if self.process is None and not self.given_up:
                self._replace()
        self._kill()

    def _replace(self) -> None:
        """Starts a new process at once, so that the next job need not wait for its imports."""
        try:
            self._start()
        except Exception as error:
            self._log(failure(error))
            self._kill()

    def _ask(self, job: J) -> A | None:
        """None if the job took too long or the process failed; a new process is then started."""
        try:
            if self.process is None:
                self._start()
            self.pipe.send(job)
            if self.pipe.poll(self.budget):
                answer: A | Failure = self.pipe.recv()
                if not isinstance(answer, Failure):
                    return answer
                self._log(answer)
        except Exception as error:  # and its process may fail in any way
            if not self.given_up:
                self._log(failure(error))
        self._kill()
        return None

    def _log(self, failed: Failure) -> None:
        log.warning("job failed", extra={"job": self.do.__name__, "error": failed.error, "where": failed.where})

    def _start(self) -> None:
        self.pipe, other = SPAWN.Pipe()
        process = SPAWN.Process(target=work, args=(other, self.do, self.find, self.nice), daemon=True)
        process.start()
        self.process = process
        other.close()
        self.pipe.send(None)  # the first answer takes longer, because of imports
        if not self.pipe.poll(STARTING):
            raise OSError("a worker process does not start")
        self.pipe.recv()

    def give_up(self) -> None:
        """Called from another thread: kills the process, so its current job is not answered."""
        self.given_up = True
        process = self.process
        if process is not None:
            process.kill()

    def _kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
            self.process = None


class Pool(Generic[J, A]):
    """Several workers for one kind of job; each process starts with its first job.

    `budget` is how long a job may take, in seconds; `nice` is how much the processes stand back behind others."""

    def __init__(self, do: Callable[[J, Find], A], find: Find, workers: int, budget: float, nice: int = 0) -> None:
        self.jobs = FairQueue()
        self.workers = [Worker(do, find, self.jobs, budget, nice) for _ in range(workers)]

    @property
    def busy(self) -> bool:
        """Whether so many jobs wait that new ones should be short."""
        return len(self.jobs) > BUSY * len(self.workers)

    def ask(self, whose: str, job: J, answered: Callable[[A | None], None]) -> None:
        """`answered` is called in the event loop. Those that jobs are for take turns."""
        loop = asyncio.get_running_loop()

        def tell(answer: A | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(answered, answer)

        self.jobs.put(whose, (job, tell))

    def close(self) -> None:
        """Stops at once; pending jobs are not answered."""
        self.jobs.close()
        for worker in self.workers:
            worker.give_up()
        for worker in self.workers:
            worker.thread.join(timeout=STARTING)
