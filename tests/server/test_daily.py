"""Deals of the day on a server, and on the one inside a browser: the same draws, and a record that says so."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tablee.client import Player, RefusedByServer, Site
from tablee.core.record import Header, Note, read
from tablee.daily import day_of
from tablee.protocol import study, wire
from tablee.replay import verify
from tests.daily_dates import deals
from tests.server.running import play, running, settings
from tests.static_site.devices import Memory, ask, start


async def play_deal(base: str, game: str, day: str) -> Player:
    site = Site(base)
    try:
        return Player(site, await site.post(f"/deals/{game}/{day}", wire.PlayDeal("Ada"), wire.SeatTicket))
    except RefusedByServer:
        await site.http.aclose()
        raise


def test_a_deal_starts_at_once_alone_and_without_hints_and_its_record_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            async with await play_deal(here.base, "take-it-easy", "2026-11-18") as me:
                assert me.info is not None
                assert (me.info.state, me.info.daily, me.info.practice, me.info.hints) == ("play", "2026-11-18", False, False)
                assert len(me.info.seats) == 1
                await play(me, random.Random(1))
                lines = (await me.record()).decode().splitlines()
                told = await me.site.get(f"/matches/{me.match}/replay", study.Replay)
                async with await me.again() as again:  # an ordinary table
                    assert again.info is not None
                    assert not again.info.daily
            match = verify(lines)
            assert str(day_of(match.header)) == told.info.daily == "2026-11-18"
            assert not [row for row in match.rows if isinstance(row, Note)]
            assert told.fault is None

    asyncio.run(run())


def test_every_deal_is_the_same_on_a_server_and_in_a_browser(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            device = await start(Memory())
            site = Site(here.base)
            for deal in deals(30):
                path = f"/deals/{deal.game}/{deal.day}"
                there = await site.post(path, wire.PlayDeal("Ada"), wire.SeatTicket)
                local = await ask(device, path, {"name": "Ada"})
                stored = await here.directory.store.match(there.match), await device.directory.store.match(local["match"])
                for match in stored:
                    assert match is not None
                    assert match.seed == deal.seed
                    assert match.header is not None
                    header = read(match.header)
                    assert isinstance(header, Header)
                    assert (day_of(header), header.options) == (deal.day, deal.options)
            await site.http.aclose()
            await device.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("take-it-easy/2026-11-17", "daily-too-early"),
        ("take-it-easy/today", "bad-day"),
        ("limits/2026-11-18", "no-daily"),
        ("nothing/2026-11-18", "unknown-game"),
    ],
)
def test_what_is_no_deal_is_refused(tmp_path: Path, path: str, code: str) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            site = Site(here.base)
            for asking in (
                site.post(f"/deals/{path}", wire.PlayDeal("Ada"), wire.SeatTicket),
                site.get(f"/deals/{path}/runs/expert", study.DealRuns),
                site.get(f"/deals/{path}/play", study.DealPlay),
            ):
                with pytest.raises(RefusedByServer) as refused:
                    await asking
                assert refused.value.code == code
            await site.http.aclose()

    asyncio.run(run())


def test_runs_of_bots_are_made_once_however_many_ask(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            site = Site(here.base)
            path = "/deals/take-it-easy/2026-11-18"
            both = await asyncio.gather(*(site.get(f"{path}/runs/expert?start=5", study.DealRuns) for _ in range(2)))
            assert both[0] == both[1]
            assert (both[0].start, both[0].of) == (5, 100)
            assert both[0].scores
            assert len((await site.get(f"{path}/play", study.DealPlay)).steps) == 20
            games = await site.get("/games", list[wire.GameInfo])
            assert {game.id for game in games if game.daily} == {"take-it-easy", "take-it-to-the-limit"}
            with pytest.raises(RefusedByServer):
                await site.get(f"{path}/runs/expert?start=100", study.DealRuns)
            await site.http.aclose()

    asyncio.run(run())


def test_tables_of_deals_count_for_the_limits(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db", tables=1)) as here:
            first = await play_deal(here.base, "take-it-easy", "2026-11-18")
            with pytest.raises(RefusedByServer):
                await play_deal(here.base, "take-it-easy", "2026-11-19")
            await first.close()

    asyncio.run(run())
