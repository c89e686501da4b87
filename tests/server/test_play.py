"""Whole matches over real sockets, with people who lose their line and come back."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tablee.core.registry import Entry
from tests.games_here import EVERY
from tests.server.house import OPEN, SHORT, check_record, play, running, seats_of, settings, sit_down


async def whole_match(base: str, entry: Entry, seed: int, drops: float) -> None:
    chance = random.Random(seed)
    game = entry.game.id
    people = await sit_down(base, game, [OPEN] * seats_of(entry), options=SHORT.get(game, {}))
    try:
        await people[0].start()
        acked = await asyncio.gather(*(play(one, chance, drops) for one in people))
        match = check_record(await people[0].record(), acked)
        over = people[0].over
        assert over is not None
        outcome = match.outcome()
        assert outcome is not None
        assert over.scores == outcome.scores
        assert sum(map(len, acked)) > 0
        assert {one.nonce for one in people} == set(match.header.nonces)
        assert len(await people[0].sheet()) > 0
    finally:
        for one in people:
            await one.close()


async def every_game(data: Path, rounds: int) -> None:
    async with running(settings(data)) as here:
        for number in range(rounds):
            await asyncio.gather(*(whole_match(here.base, entry, number, 0.1) for entry in EVERY))
        assert here.bus.meters.errors._value.get() == 0


def test_whole_matches_of_every_game_with_lost_sockets(tmp_path: Path) -> None:
    asyncio.run(every_game(tmp_path / "t.db", 1))


@pytest.mark.soak
def test_many_whole_matches(tmp_path: Path) -> None:
    asyncio.run(every_game(tmp_path / "t.db", 10))
