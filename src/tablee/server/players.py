"""Bots at work: a few processes that get a seat's view and give back an action. Nobody waits for them for ever."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import queue
import random
import secrets
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from tablee.bots import player
from tablee.core.registry import Entry
from tablee.server.tray import Job

log = logging.getLogger("tablee")
Find: TypeAlias = Callable[[str], Entry]
Answer: TypeAlias = tuple[str, int]  # an action's text, and the ms it takes
SPAWN = multiprocessing.get_context("spawn")
STARTING = 20.0  # seconds that a new process may take before its first answer


def work(pipe: Connection, find: Find) -> None:
    """In a process of its own, until the pipe is closed."""
    while True:
        try:
            job: Job | None = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(None if job is None else think(job, find(job.game)))  # a bot that raises ends the process


def think(job: Job, entry: Entry) -> Answer:
    bot = player(entry, job.level)(entry.game, job.seat, random.Random(secrets.randbits(64)).randrange)
    action = bot.choose(job.view, job.legal, job.at)
    return entry.game.write(action), bot.pace(job.view, action)


class Worker:
    """One process and the thread that waits for it, so that the loop need not."""

    def __init__(self, find: Find, jobs: queue.SimpleQueue[Any], budget: float) -> None:
        self.find, self.jobs, self.budget = find, jobs, budget
        self.process: Any = None
        self.thread = threading.Thread(target=self._run, name="tablee-bots", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while (job := self.jobs.get()) is not None:
            question, answered = job
            answered(self._ask(question))
        self._kill()

    def _ask(self, job: Job) -> Answer | None:
        """None if the bot took too long or broke; it gets a new process then."""
        try:
            if self.process is None:
                self._start()
            self.pipe.send(job)
            if self.pipe.poll(self.budget):
                answer: Answer = self.pipe.recv()
                return answer
        except Exception as error:  # a bot, or its process, may break in any way
            log.warning("bot broke", extra={"game": job.game, "level": job.level, "error": type(error).__name__})
        self._kill()
        return None

    def _start(self) -> None:
        self.pipe, other = SPAWN.Pipe()
        process = SPAWN.Process(target=work, args=(other, self.find), daemon=True)
        process.start()
        self.process = process
        other.close()
        self.pipe.send(None)  # the first answer may take a while: everything must be imported
        if not self.pipe.poll(STARTING):
            raise OSError("a bot's process does not start")
        self.pipe.recv()

    def _kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
            self.process = None


class Players:
    """A small pool; processes start when the first bot is asked."""

    def __init__(self, find: Find, workers: int, budget: float) -> None:
        self.jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.workers = [Worker(find, self.jobs, budget) for _ in range(workers)]

    def ask(self, job: Job, answered: Callable[[Answer | None], None]) -> None:
        """`answered` is called in the loop."""
        loop = asyncio.get_running_loop()

        def tell(answer: Answer | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(answered, answer)

        self.jobs.put((job, tell))

    def close(self) -> None:
        for _ in self.workers:
            self.jobs.put(None)
        for worker in self.workers:
            worker.thread.join(timeout=worker.budget + STARTING)
