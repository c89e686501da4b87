"""What one visitor may try in order to stop the others, and what holds it. docs/security.md lists these tests."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tablee.bots import players
from tablee.core.game import BadOptions
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.server import directory as server_directory
from tablee.server import wire
from tablee.server.room import Room
from tablee.server.seating import new_setup
from tablee.server.store import StoredRow
from tablee.table import Table
from tests.games_here import EVERY, find
from tests.server.attacks import a_victim, attacked, long_match, screen
from tests.server.lone_room import LoneRoom, make_settings
from tests.server.running import OPEN, running, settings

EASY, LIMITS, XTREME = find("take-it-easy"), find("limits"), find("xtreme-limits")
SETTINGS = make_settings()


# 1. Long matches
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_an_evening_of_ten_games_is_possible(entry: Entry) -> None:
    for seats in entry.game.usual_seats:
        assert new_setup(entry, wire.Create(entry.game.id, "Ada", [OPEN] * seats, series=10), SETTINGS).series == 10


@pytest.mark.parametrize(
    ("entry", "seats", "options", "series", "code"),
    [
        (LIMITS, 6, {}, 166, "long-series"),
        (XTREME, 6, {"rounds": 200, "target": 100}, 166, "long-series"),
        (XTREME, 6, {"rounds": 200, "target": 100, "tokens": 90}, 1, "long-game"),
        (EASY, 500, {}, 3, "long-series"),
    ],
)
def test_a_match_that_would_take_long_to_load_is_refused(
    entry: Entry, seats: int, options: dict[str, Any], series: int, code: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        new_setup(entry, wire.Create(entry.game.id, "Ada", [OPEN] * seats, options, series), SETTINGS)
    assert refused.value.message.id == code


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_games_of_all_bots_are_not_longer_than_long_games_are_said_to_be(entry: Entry) -> None:
    seats = entry.game.usual_seats[-1]
    length = entry.game.length(seats, new_options(entry.game, {}))
    for level in players(entry):
        table = Table(entry, [f"bot:{level}"] * seats, seed=1)
        while table.step() is not None:
            pass
        assert len(table.match.rows) <= length, level


class Slices:
    """Watches how many rows a room replays at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        fold = Room.fold

        def watched(room: Room, rows: Iterable[StoredRow]) -> None:
            given = list(rows)
            self.sizes.append(len(given))
            fold(room, given)

        monkeypatch.setattr(Room, "fold", watched)


def test_a_long_record_is_replayed_in_slices_while_others_have_their_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once, and both matches are asked for by several visitors: one slice in every turn of the loop."""
    ids = [long_match(tmp_path / "t.db", EASY, 6, 9)[0], long_match(tmp_path / "t.db", EASY, 6, 8, over=False)[0]]
    slices = Slices(monkeypatch)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            turns, already = 0, len(slices.sizes)  # one match is being recovered
            asking = [asyncio.ensure_future(here.directory.room(id)) for id in [*ids, *ids]]
            while not all(one.done() for one in asking):
                before = len(slices.sizes)
                await asyncio.sleep(0)
                turns += 1
                assert len(slices.sizes) - before <= 1
            assert sum(slices.sizes) == sum(task.result().room.rows for task in asking[:2])
            assert turns >= len(slices.sizes) - already
            assert max(slices.sizes) <= server_directory.ROWS_AT_ONCE

    asyncio.run(run())


def test_a_finished_match_is_shown_without_being_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: then its last screen is kept, and shows the same, until somebody deletes this cache."""
    match, _ = long_match(tmp_path / "t.db", LIMITS, 3, 3)
    slices = Slices(monkeypatch)

    async def run() -> None:
        seen = []
        for _ in range(3):
            async with running(settings(tmp_path / "t.db", doze=0)) as here:
                seen.append(await screen(here.base, match))
                while here.directory.rooms:
                    await asyncio.sleep(0.01)
                seen.append(await screen(here.base, match))
                if len(seen) == 4:
                    here.directory.store.db.execute("DELETE FROM last_screens")
        assert seen == [seen[0]] * 6

    asyncio.run(run())
    assert len([size for size in slices.sizes if size < server_directory.ROWS_AT_ONCE]) == 2  # in the first run and the third


def test_a_long_match_stays_in_memory_the_longer(tmp_path: Path) -> None:
    """So that it cannot be made to be replayed all the time."""
    match, rows = long_match(tmp_path / "t.db", EASY, 6, 3, over=False)

    async def run() -> None:
        async with running(settings(tmp_path / "t.db", doze=0)) as here:
            await screen(here.base, match)
            task = here.directory.rooms[match]
            assert task._doze >= rows
            assert not task._asleep()

    asyncio.run(run())


# 2. Changes of mind
def test_a_choice_can_be_changed_often_but_not_for_ever() -> None:
    table, chance = LoneRoom(EASY, 2), random.Random(1)
    table.start()
    me = table.devices[0]
    for turn, changes in enumerate([SETTINGS.changes, SETTINGS.changes_a_turn, SETTINGS.changes_a_turn]):
        before = len(table.match.rows)
        for _ in range(100):
            table.act(0, chance.choice(table.texts(0)), turn + 1)
        answers = table.answers(me)
        assert [answer.code for answer in answers] == [""] * (1 + changes) + ["refused"] * (99 - changes)
        assert {answer.message.id for answer in answers if answer.message} == {"changed-too-often"}
        assert len(table.match.rows) == before + 1 + changes
        table.act(1, table.texts(1)[0])
    quiet = LoneRoom(EASY, 2)  # turns without a change are remembered, up to a point
    quiet.start()
    for _ in range(10):
        for seat in (0, 1):
            quiet.act(seat, quiet.texts(seat)[0])
    quiet.answers(quiet.devices[0])
    for _ in range(100):
        quiet.act(0, quiet.texts(0)[0])
    assert len(quiet.accepted(quiet.devices[0])) == 1 + SETTINGS.changes


# Full size, with a victim
async def wake_again_and_again(data: Path, matches: Iterable[str], seconds: float) -> str:
    async with attacked(data, doze=0) as base, a_victim(base) as ordeal, asyncio.timeout(600):
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        for match in matches:
            await screen(base, match)
        while loop.time() < end:
            for match in matches:
                await screen(base, match)
    assert max(ordeal.health) < 1.0
    return ordeal.told(f"waking {len(list(matches))} long matches")


def test_a_victim_plays_on_while_long_matches_are_woken(tmp_path: Path) -> None:
    data = tmp_path / "t.db"
    matches = [long_match(data, LIMITS, 6, 10)[0], long_match(data, EASY, 6, 20, over=False)[0]]
    print(asyncio.run(wake_again_and_again(data, matches, 1.0)))


@pytest.mark.soak
def test_a_victim_plays_on_while_the_longest_matches_are_woken(tmp_path: Path) -> None:
    data = tmp_path / "t.db"
    first, rows = long_match(data, XTREME, 6, 166, rounds=200, target=100)
    second, more = long_match(data, LIMITS, 6, 166)
    third, most = long_match(data, XTREME, 6, 30, over=False, rounds=200, target=100)
    print(f"{rows}, {more} and {most} rows")
    print(asyncio.run(wake_again_and_again(data, [first, second, third], 10.0)))
