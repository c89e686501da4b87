"""Memory comes back: what is unloaded is gone, also while others are connected."""

from __future__ import annotations

import asyncio
import gc
import random
import re
import weakref
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee import client
from tests.server.running import BOT, OPEN, Nursery, RunningServer, play, running, settings, short_options, sit_down
from tests.server.test_kill import QUICK_GAMES
from tests.server.test_many import Play

TABLES, ROUNDS, SECONDS = 60, 4, 60.0
MOST = 12  # MiB that a server may have grown by after all but the first round


async def visit(here: RunningServer, stage: str) -> list[weakref.ref[Any]]:
    """Opens a table, goes on to this stage of it, and leaves. Returns what it was made of."""
    (me,) = await sit_down(here.base, "take-it-easy", [OPEN, BOT])
    if stage != "open":
        await me.start()
    if stage == "over":
        await play(me, random.Random(1))
    task = here.directory.rooms[me.match]
    parts = [weakref.ref(part) for part in (task, task.room, task.room.stage)]
    await me.close()
    while me.match in here.directory.rooms:
        await asyncio.sleep(0.01)
    return parts


@pytest.mark.parametrize("stage", ["open", "play", "over"])
def test_a_table_that_is_unloaded_leaves_nothing_behind(tmp_path: Path, stage: str) -> None:
    """Without the garbage collector: what has survived once, it looks through again only when nobody is connected."""

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", doze=0)) as here, asyncio.timeout(30):
            parts = await visit(here, stage)
            await visit(here, "over")  # threads and workers remember whom they have last done something for
            assert [part() for part in parts] == [None] * 3

    gc.collect()
    gc.disable()
    try:
        asyncio.run(run())
    finally:
        gc.enable()


def memory(pid: int) -> float:
    """In MiB."""
    found = re.findall(r"^Pss: +(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    return int(found[0]) / 1024


@pytest.mark.soak
def test_memory_comes_back_after_busy_minutes(tmp_path: Path) -> None:
    """While somebody stays connected all the time. The first round fills what is kept of set size, such as sentences."""
    nursery = Nursery(tmp_path / "t.db", doze=500)

    async def run() -> list[float]:
        left, matches = [], 0
        async with (
            await client.create(nursery.base, "take-it-easy", "Ada", [OPEN]),
            httpx.AsyncClient(base_url=nursery.base, trust_env=False) as http,
        ):
            for number in range(ROUNDS):
                evening = Play(nursery.base, QUICK_GAMES, 0.05, short_options)
                playing = [asyncio.create_task(evening.table(table)) for table in range(TABLES)]
                await asyncio.sleep(SECONDS)
                most = memory(nursery.pid)
                evening.done.set()
                await asyncio.gather(*playing)
                while "\ntablee_rooms 1.0\n" not in (await http.get("/metrics")).text:
                    await asyncio.sleep(0.5)
                await asyncio.sleep(12)  # garbage is collected at least every ten seconds
                left.append(memory(nursery.pid))
                matches += len(evening.verified)
                print(
                    f"round {number + 1}: {matches} matches so far, {most:.0f} MiB while they were played, {left[-1]:.0f} after"
                )
        return left

    try:
        nursery.start()
        first, *_, last = asyncio.run(run())
    finally:
        if nursery.pid:
            nursery.kill()
        nursery.close()
    assert last - first < MOST
