"""Whole matches over real sockets, with people who lose their connection and return."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest

from tablee.core.game import CLOCK, total
from tablee.core.record import Action
from tablee.core.registry import Entry
from tests.games_here import EVERY
from tests.server.running import (
    AT_ONCE,
    OPEN,
    check_record,
    longest_clock,
    play,
    running,
    seats_of,
    settings,
    short_options,
    sit_down,
)


def pauses(chance: random.Random, clock: float, slow: bool) -> Iterator[float]:
    """Where a clock runs: now and then some seconds; whoever is slow lets it run out first of all."""
    yield from repeat(clock + 0.5, 2 if slow else 0)
    while True:
        yield chance.random() * clock if chance.random() < 0.04 else 0.0


async def whole_match(base: str, entry: Entry, seed: int, drops: float) -> None:
    chance = random.Random(seed)
    game = entry.game.id
    clock = longest_clock(game, short=True) / 1000
    people = await sit_down(base, game, [OPEN] * seats_of(entry), options=short_options(game))
    thinking = [pauses(chance, clock, slow=one is people[-1]) if clock else AT_ONCE for one in people]
    try:
        await people[0].start()
        acked = await asyncio.gather(*(play(one, chance, drops, pause) for one, pause in zip(people, thinking, strict=True)))
        match = check_record(await people[0].record(), acked)
        assert bool(clock) <= any(isinstance(row, Action) and row.who == CLOCK for row in match.rows)
        over = people[0].over
        assert over is not None
        outcome = match.outcome()
        assert outcome is not None
        assert over.scores == outcome.scores
        assert sum(map(len, acked)) > 0
        assert {one.nonce for one in people} == set(match.header.nonces)
        assert [total(one.sheet(seat)) for one in people for seat in range(len(people))] == [*over.scores] * len(people)
    finally:
        for one in people:
            await one.close()


async def every_game(data: Path, rounds: int) -> None:
    async with running(settings(data)) as here:
        for number in range(rounds):
            await asyncio.gather(*(whole_match(here.base, entry, number, 0.1) for entry in EVERY))
        assert here.directory.meters.errors == 0


def test_whole_matches_of_every_game_with_lost_sockets(tmp_path: Path) -> None:
    asyncio.run(every_game(tmp_path / "t.db", 1))


@pytest.mark.soak
def test_many_whole_matches(tmp_path: Path) -> None:
    asyncio.run(every_game(tmp_path / "t.db", 10))
