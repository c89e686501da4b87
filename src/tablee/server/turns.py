"""Shares the event loop among visitors: whatever one of them sends takes a few ms of a turn, and the rest waits for later turns.

So a visitor with a thousand connections delays others no more than one with a few. Nothing is refused here, and whoever is alone
has all of the time: when there is something to do, one turn follows the other at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from time import perf_counter
from types import coroutine
from typing import Any, TypeVar

from tablee.rooms.visitors import Network, Visitor, networks

T = TypeVar("T")
SHARE = 0.002  # seconds of a turn that a visitor may use
LONGEST_TURN = 0.01  # seconds of a turn for all who have waited
STEP = SHARE / 4  # how long a step of a task is thought to take when it is let go on
WINDOW = 0.005  # seconds after which earlier use no longer counts, if nobody waits


def whose(who: Visitor) -> Network:
    """All visitors in a wide network have one share."""
    return networks(who)[-1]


class Turns:
    def __init__(self) -> None:
        self.used: dict[Network, float] = {}  # seconds, since
        self.since = 0.0
        self.waiting: dict[Network, deque[tuple[float, Callable[[], None]]]] = {}  # steps, with the time they are thought to take
        self.next: asyncio.Handle | None = None

    def has_time(self, network: Network) -> bool:
        """Whether it may do something now; otherwise it has to wait."""
        now = perf_counter()
        if now - self.since > WINDOW:
            self.used.clear()
            self.since = now
        return network not in self.waiting and self.used.get(network, 0.0) < SHARE

    def charge(self, network: Network, seconds: float) -> None:
        self.used[network] = self.used.get(network, 0.0) + seconds

    def run(self, network: Network, step: Callable[[], None]) -> None:
        began = perf_counter()
        try:
            step()
        finally:
            self.charge(network, perf_counter() - began)

    def wait(self, network: Network, step: Callable[[], None], seconds: float = 0.0) -> None:
        """Does this in a later turn."""
        self.waiting.setdefault(network, deque()).append((seconds, step))
        self._plan()

    def _plan(self) -> None:
        if self.next is None:
            self.next = asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self.next = None
        self.used.clear()
        self.since = perf_counter()
        for network in [*self.waiting]:
            steps = self.waiting[network]
            while steps and self.used.get(network, 0.0) < SHARE:
                seconds, step = steps.popleft()
                self.charge(network, seconds)
                try:
                    self.run(network, step)
                except Exception as error:  # others are to have their turn
                    loop = asyncio.get_running_loop()
                    loop.call_exception_handler({"message": "a connection failed", "exception": error})
            del self.waiting[network]
            if steps:
                self.waiting[network] = steps  # behind the others
            if perf_counter() - self.since > LONGEST_TURN:
                break
        if self.waiting:
            self._plan()

    @coroutine
    def share(self, network: Network, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Does this work, step by step, when there is time."""
        resume: Callable[[], Any] = partial(work.send, None)
        while True:
            if not self.has_time(network):
                try:
                    yield from self._turn(network)
                except BaseException as error:
                    resume = partial(work.throw, error)
            began = perf_counter()
            try:
                awaited = resume()
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self.charge(network, perf_counter() - began)
            try:
                yield awaited
                resume = partial(work.send, None)
            except BaseException as error:
                resume = partial(work.throw, error)

    def _turn(self, network: Network) -> asyncio.Future[None]:
        turn = asyncio.get_running_loop().create_future()
        self.wait(network, lambda: None if turn.done() else turn.set_result(None), STEP)
        return turn
