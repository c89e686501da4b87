"""Everybody has a share of each turn of the event loop."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest

from tablee.server import turns as server_turns
from tablee.server.turns import SHARE, STEP, WINDOW, Turns, whose
from tests.server.attacks import EVE, STRANGER, connected, heard
from tests.server.running import OPEN, check_record, play, running, settings, sit_down

MS = 0.001


class SlowWork:
    """Work that takes as long as it says, on a clock that stands still otherwise."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1.0
        self.done: Counter[str] = Counter()  # in ms
        monkeypatch.setattr(server_turns, "perf_counter", lambda: self.now)

    def step(self, who: str, ms: int = 1) -> None:
        self.now += ms * MS
        self.done[who] += ms

    async def task(self, who: str, steps: int) -> int:
        for _ in range(steps):
            self.step(who)
            await asyncio.sleep(0)
        return steps


async def taking_turns(turns: Turns, who: str, work: SlowWork, steps: int) -> int:
    return await turns.share(who, work.task(who, steps))


def each_turn(work: SlowWork, who: str, until: asyncio.Future[list[int]]) -> Iterator[int]:
    """How many ms somebody has in each turn of the loop."""
    while not until.done():
        before = work.done[who]
        yield before
        assert work.done[who] - before <= MOST


MOST = round(2 * SHARE / MS + SHARE / STEP)  # ms: what has begun, and tasks that were let go on, each a step longer than thought


def test_whoever_has_many_tasks_does_not_keep_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        turns, work = Turns(), SlowWork(monkeypatch)
        greedy = asyncio.gather(*(taking_turns(turns, EVE, work, 5) for _ in range(100)))
        await asyncio.sleep(0)
        stranger = asyncio.create_task(taking_turns(turns, STRANGER, work, 5))
        for _ in each_turn(work, EVE, greedy):
            await asyncio.sleep(0)
            if stranger.done() and work.done["then"] == 0:
                work.done["then"] = work.done[EVE]
        assert await greedy == [5] * 100
        assert work.done["then"] <= 20 * MOST, "of 500 ms"

    asyncio.run(run())


def test_what_waits_is_done_in_order_and_visitors_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        turns, work, order = Turns(), SlowWork(monkeypatch), list[str]()

        def step(who: str, name: str) -> None:
            work.step(who, 3)  # more than a share
            order.append(name)

        for number in range(6):
            turns.wait(EVE, partial(step, EVE, f"e{number}"))
        turns.wait(STRANGER, partial(step, STRANGER, "s"))
        assert not turns.has_time(EVE)
        assert turns.has_time("192.0.2.1")
        while turns.waiting:
            await asyncio.sleep(0)
        assert order == ["e0", "s", "e1", "e2", "e3", "e4", "e5"]
        work.now += 2 * WINDOW
        assert turns.has_time(EVE)  # what was long ago does not count

    asyncio.run(run())


def test_errors_and_ends_reach_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while it waits for its turn; and whatever fails does not take the turns of others."""

    async def run() -> None:
        turns, work = Turns(), SlowWork(monkeypatch)
        ended: list[str] = []

        async def fails() -> None:
            work.step(EVE, 9)
            await asyncio.sleep(0)
            raise KeyError

        async def waits(name: str) -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(name)

        async def share(coroutine: object) -> None:
            await turns.share(EVE, coroutine)  # type: ignore[arg-type]

        tasks = [asyncio.create_task(share(one)) for one in (waits("first"), fails(), waits("second"))]
        await asyncio.sleep(0)
        for one in (tasks[0], tasks[2]):
            one.cancel()
        first, failed, second = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(first, asyncio.CancelledError)
        assert isinstance(second, asyncio.CancelledError)
        assert isinstance(failed, KeyError)
        assert "first" in ended
        problems: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: problems.append(about["exception"]))
        turns.wait(EVE, lambda: dict[str, None]()["nothing"])
        turns.wait(STRANGER, partial(ended.append, "stranger"))
        while turns.waiting:
            await asyncio.sleep(0)
        assert ended[-1] == "stranger"
        assert isinstance(problems[0], KeyError)

    asyncio.run(run())


def test_all_of_a_wide_network_has_one_share() -> None:
    assert whose("2001:db8:1:2::") == whose("2001:db8:1:ff::") != whose("2001:db8:2:2::")
    assert whose("192.0.2.7") == "192.0.2.7"


def test_people_play_when_everything_has_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if everybody had used up their share all the time: nothing is lost and nothing gets out of order."""
    monkeypatch.setattr(server_turns.Turns, "has_time", lambda turns, network: False)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(60):
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            acked = await asyncio.gather(*(play(one, random.Random(seat)) for seat, one in enumerate(people)))
            record = await people[0].record()
            check_record(record, acked)
            async with httpx.AsyncClient(base_url=here.base, trust_env=False, timeout=30) as http:
                large = await http.post("/api/replays", json={"record": record.decode() + " " * 200_000})
                assert large.status_code == 400
            with ExitStack() as held:
                text = b"GET /api/address HTTP/1.1\r\nHost: localhost\r\n\r\n"
                asking = [held.enter_context(await connected(here.base, 3 * text, EVE)) for _ in range(20)]
                for sock in asking:
                    told = b""
                    while told.count(b"200 OK") < 3:
                        told += await heard(sock, b"}")
            for one in people:
                await one.close()

    asyncio.run(run())
