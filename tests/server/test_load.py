"""When the event loop is late, lists, replays and new spectators wait, and people who play do not."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tablee.client import Player, RefusedByServer, Site
from tablee.protocol import study, wire
from tablee.rooms import load
from tablee.rooms.api import ROUTES
from tablee.rooms.load import AT_ONCE, FADES, LATE, Load
from tablee.server.admission import can_wait
from tests.server.running import OPEN, play, running, settings, sit_down


def ticks_until_calm(late: float) -> int:
    count = 0
    while late >= LATE:
        late, count = late * FADES, count + 1
    return count


def test_those_who_wait_go_on_in_order_when_the_loop_is_in_time_again() -> None:
    async def main() -> None:
        seen, work = Load(), []

        async def wait(number: int) -> None:
            assert await seen.calms_down()
            work.append(number)

        await wait(0)
        seen.note(LATE / 2)
        await wait(1)  # late, but not too late
        seen.note(0.2)
        tasks = [asyncio.create_task(wait(number)) for number in range(2, 8)]
        for _ in range(ticks_until_calm(0.2) - 1):
            await asyncio.sleep(0)
            seen.note(0.0)
        await asyncio.sleep(0)
        assert work == [0, 1]
        seen.note(0.0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert work == [*range(2 + AT_ONCE)]
        seen.note(LATE)  # late again
        late = asyncio.create_task(wait(8))
        await asyncio.sleep(0)
        assert len(work) == 2 + AT_ONCE
        for _ in range(3):
            seen.note(0.0)
            await asyncio.sleep(0)
        await asyncio.gather(*tasks, late)
        assert work == [*range(9)]

    asyncio.run(main())


def test_nothing_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "PATIENCE", 0.01)

    async def main() -> None:
        seen = Load()
        seen.note(1.0)
        assert not await seen.calms_down()
        for _ in range(ticks_until_calm(1.0)):
            seen.note(0.0)
        assert not seen.waiting
        assert await seen.calms_down()

    asyncio.run(main())


def test_what_can_wait() -> None:
    """Of all routes, those with which nobody plays, or is about to."""
    waiting = {f"{route.method} {route.path}" for route in ROUTES if can_wait(route.method, f"/api{route.path}")}
    assert waiting == {
        "GET /matches",
        *(f"GET /matches/{{match}}/{what}" for what in ("record", "replay", "insights", "review/{seat}")),
        *("POST /replays", "POST /reviews", "POST /games/{game}/hindsight"),
    }
    assert not any(can_wait("GET", path) for path in ("/", "/assets/x.js", "/t/replay"))


def test_people_play_on_while_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "PATIENCE", 0.1)

    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here, (site := Site(here.base)).http:
            (alone,) = await sit_down(here.base, "take-it-easy", [OPEN])
            await alone.start()
            await play(alone, random.Random(1))
            over = alone.match
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN], public=True)
            await people[0].start()
            here.directory.meters.load.note(1e6)  # fades within minutes
            for path in ("/matches", f"/matches/{over}/replay", f"/matches/{over}/review/0"):
                with pytest.raises(RefusedByServer) as refusal:
                    await site.get(path, Any)
                assert (refusal.value.code, refusal.value.status) == ("try-again", 503)
            spectator = Player(Site(here.base), wire.SeatTicket(people[0].match, 0, ""))
            entering = asyncio.create_task(spectator.__aenter__())
            for one in people:
                while not one.to_move:
                    await one.news(1.0)
                assert await one.act(one.legal[0]) == 1
            assert not entering.done()
            here.directory.meters.load.late = 0.0
            async with asyncio.timeout(10):
                await entering
            assert await site.get("/matches", list[wire.TableInfo])
            assert (await site.get(f"/matches/{over}/replay", study.Replay)).fault is None
            assert here.directory.meters.refused["late"] >= 1
            for one in (alone, *people, spectator):
                await one.close()

    asyncio.run(main())
