"""Rooms that are read back from a store, as after a restart or in another process: nothing is missing, and no secret leaks."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from tablee.core.registry import Entry
from tablee.rooms.live_match import LiveMatch
from tablee.rooms.room import Room
from tablee.storage import store
from tablee.storage.store import Store, opened
from tests.games_here import EVERY
from tests.server import running
from tests.server.lone_room import FakeDevice
from tests.server.test_leaks import World, walk


async def taken_over(db: Store, world: World) -> list[tuple[int, bool, bytes]]:
    """What the watcher and a spectator are sent when they connect to a room that another process goes on with."""
    await db.written([store.NewMatch(world.stored), *world.room.outbox.log])
    found = await db.match(world.stored.id)
    assert found is not None
    room = Room(found, world.room.context.entry, world.room.context.settings)
    room.fold(await db.rows(found.id))
    room.go_on(world.now)
    assert isinstance(room.stage, LiveMatch)
    before, after = world.match, room.stage.match
    assert (after.rows, after.state, after.chosen, after.now) == (before.rows, before.state, before.chosen, before.now)
    assert room.stage.driver.time(world.now + 700) == before.now + 700  # match time goes on where it was
    world.room, world.raw = room, []
    world.connect(world.devices[world.watcher])
    world.spectator = world.connect(FakeDevice(None))
    return world.bytes()


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_whoever_takes_over_says_nothing_that_is_secret(tmp_path: Path, entry: Entry) -> None:
    """Two matches that differ only in secrets look the same to those who may not know them."""

    async def main() -> int:
        apart, chance = 0, random.Random(1)
        async with opened(running.data_at(tmp_path / "a.db")) as first, opened(running.data_at(tmp_path / "b.db")) as second:
            for seed in range(200):
                pairs = islice(walk(entry, random.Random(seed), Counter(), f"m{seed}"), chance.randrange(12), None)
                if (pair := next(pairs, None)) is None:
                    continue
                differ = pair[0].match.state != pair[1].match.state or pair[0].match.chosen != pair[1].match.chosen
                if differ:
                    mine, other = [await taken_over(db, world) for db, world in zip((first, second), pair, strict=True)]
                    assert mine == other
                    assert len(mine) >= 2
                    apart += 1
                if apart == 12:
                    break
        return apart

    assert asyncio.run(main()) >= 4
