"""Trouble from below: a full disk, a file that cannot be written, a clock that is set back, no file descriptors. Nothing that was
acknowledged is lost, the operator is told, and play goes on without a restart."""

from __future__ import annotations

import asyncio
import logging
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee import client
from tablee.client import RefusedByServer
from tablee.rooms.clock import Clock
from tablee.storage.sqlite import SqliteStore
from tablee.storage.store import Unavailable
from tests.games_here import find
from tests.server.attacks import attacked, long_match
from tests.server.running import OPEN, Acked, act, check_record, play, running, settings, sit_down

FULL = "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823"  # SQLite does not go below the present size
READ_ONLY = "PRAGMA query_only = ON", "PRAGMA query_only = OFF"


async def fill(base: str) -> None:
    """Opens tables until the file has no room for more."""
    for _ in range(500):
        await (await client.create(base, "take-it-easy", "Bob", [OPEN] * 400)).close()


@pytest.mark.parametrize(("spoil", "mend", "what"), [(*FULL, "full"), (*READ_ONLY, "readonly")], ids=["full", "read-only"])
def test_a_file_that_cannot_be_written_for_a_while(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, spoil: str, mend: str, what: str
) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(90):
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            acked: list[Acked] = [{}, {}]
            for seat, one in enumerate(people):
                while not one.legal:
                    await one.news(1)
                await act(one, one.legal[0], acked[seat])
            store = here.directory.store
            assert isinstance(store, SqliteStore)
            store.writing.execute(spoil)
            async with httpx.AsyncClient(base_url=here.base, trust_env=False, verify=False) as http:
                late = asyncio.create_task(play(people[0], random.Random(1)))
                answer = await http.get("/healthz")
                while answer.status_code == 200:  # a small row may still fit where a large one did not
                    with pytest.raises(RefusedByServer, match="try-again"):
                        await fill(here.base)
                    answer = await http.get("/healthz")
                assert (answer.status_code, what in answer.json()["status"]) == (503, True)
                store.writing.execute(mend)
                other, mine = await asyncio.gather(play(people[1], random.Random(2)), late)
                assert (await http.get("/healthz")).status_code == 200
            check_record(await people[0].record(), [acked[0] | mine, acked[1] | other])
            for one in people:
                await one.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    told = [record.message for record in caplog.records if record.name == "tablee"]
    assert told
    assert told == ["data file cannot be written", "data file can be written again"] * (len(told) // 2)


class WrongClock(Clock):
    """A wall clock that can be set."""

    def __init__(self) -> None:
        self.wrong = 0

    def wall(self) -> int:
        return super().wall() + self.wrong


def test_a_clock_that_is_set_back_or_forward_ends_no_match_that_is_played(tmp_path: Path) -> None:
    async def run() -> None:
        clock = WrongClock()
        async with running(settings(tmp_path / "t.db", clock=clock, sweep=0.05)) as here, asyncio.timeout(60):
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            playing = [asyncio.create_task(play(one, random.Random(seat))) for seat, one in enumerate(people)]
            for wrong in (-(10**8), 10**8, -(10**9), 0):
                clock.wrong = wrong
                await asyncio.sleep(0.1)
            check_record(await _record(people[0], playing), [await one for one in playing])
            for one in people:
                await one.close()

    asyncio.run(run())


async def _record(me: client.Player, playing: list[asyncio.Task[Any]]) -> bytes:
    await asyncio.gather(*playing)
    return await me.record()


def test_without_file_descriptors_people_play_on(tmp_path: Path) -> None:
    """Three times as many connections as the server can have."""

    async def run() -> None:
        async with attacked(tmp_path / "t.db", files=256) as base, asyncio.timeout(90):
            people = await sit_down(base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            playing = [asyncio.create_task(play(one, random.Random(seat))) for seat, one in enumerate(people)]
            host, port = base.removeprefix("http://").split(":")
            held = []
            for _ in range(750):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(b"GET / HTTP/1.1\r\n")
                held.append((reader, writer))
            async with httpx.AsyncClient(base_url=base, trust_env=False) as http:
                assert (await http.get("/healthz")).status_code == 200
            acked = await asyncio.gather(*playing)
            check_record(await people[0].record(), acked)
            for _, writer in held:
                writer.transport.abort()
            for one in people:
                await one.close()

    asyncio.run(run())


def test_a_record_that_breaks_off_is_logged_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, _ = long_match(tmp_path / "t.db", find("limits"), 3, 3)

    async def cut_off(*_: Any) -> None:
        raise Unavailable("gone")

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            monkeypatch.setattr(here.directory.store, "rows", cut_off)
            with pytest.raises(httpx.RemoteProtocolError):  # the reader sees that the end is missing
                await http.get(f"/api/matches/{match}/record")

    asyncio.run(run())
    assert [record.message for record in caplog.records if record.name == "tablee"] == ["answer was not finished"]
    assert not any(record.exc_info for record in caplog.records)
