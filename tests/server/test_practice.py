"""Guided games: started at once, with the guide's bots, options and seed, and marked as practice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tablee.client import Player, RefusedByServer, Site
from tablee.core.record import Header, Note, read
from tablee.protocol import study, wire
from tablee.replay import verify
from tests.server.running import play, running, settings


async def practise(base: str, game: str) -> Player:
    site = Site(base)
    try:
        return Player(site, await site.post(f"/games/{game}/practice", wire.Practice("Ada"), wire.SeatTicket))
    except RefusedByServer:
        await site.http.aclose()
        raise


def test_a_guided_game_starts_at_once_and_has_the_same_draws_each_time(tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with running(settings(tmp_path / "t.db")) as here:
            called = []
            for _ in range(2):
                async with await practise(here.base, "take-it-easy") as me:
                    assert me.info is not None
                    assert (me.info.state, me.info.practice) == ("play", True)
                    assert me.mine.todo == wire.Sentence("todo-place", {"tile": "9-2-3", "where": "free"})
                    called.append(next(str(panel.value) for panel in me.picture.public if panel.name == "call"))
                    await play(me, random.Random(1))
                    lines = (await me.record()).decode().splitlines()
                    told = await me.site.get(f"/matches/{me.match}/replay", study.Replay)
                    async with await me.again() as again:
                        assert again.info is not None
                        assert not again.info.practice
            header = read(lines[0])
            assert isinstance(header, Header)
            assert header.practice
            assert told.info.practice
            assert not [row for row in verify(lines).rows if isinstance(row, Note)]
            return called

    assert asyncio.run(run()) == ["9-2-3", "9-2-3"]


def test_games_say_whether_they_are_guided_and_a_guide_is_data(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            site = Site(here.base)
            assert all(game.guided for game in await site.get("/games", list[wire.GameInfo]))
            guide = await site.get("/games/ultim-limit/guide", wire.GuideInfo)
            assert [bubble.text for bubble in guide.bubbles][:2] == ["guide-go", "guide-roll"]
            with pytest.raises(RefusedByServer) as refused:
                await site.get("/games/nothing/guide", wire.GuideInfo)
            assert refused.value.code == "unknown-game"
            await site.http.aclose()

    asyncio.run(run())


def test_tables_of_guided_games_count_for_the_limits(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db", tables=1)) as here:
            first = await practise(here.base, "limits")
            with pytest.raises(RefusedByServer):
                await practise(here.base, "limits")
            await first.close()

    asyncio.run(run())
