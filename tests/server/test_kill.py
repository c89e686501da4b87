"""kill -9 at random moments: nothing acknowledged is lost, nothing is applied twice, and every match ends."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tablee.client import Player, Site
from tests.games_here import EVERY, find
from tests.server.running import OPEN, Acked, Nursery, act, check_record, seats_of, short_options, sit_down
from tests.server.witness import Ledger, Witness, spread

GAMES = [entry.game.id for entry in EVERY]
QUICK_GAMES = ["take-it-easy", "toy", "limits", "ultim-limit"]


async def player(me: Player, chance: random.Random) -> Acked:
    """Plays slowly, so that kills happen during the match."""
    acked: Acked = {}
    while me.over is None:
        assert not me.gone, me.gone
        if me.to_move:
            text = chance.choice(me.legal)
            await asyncio.sleep(chance.random() * 0.03)
            await act(me, text, acked)
        else:
            await me.news(0.5)
    return acked


async def table(base: str, games: list[str], number: int, quiet: asyncio.Lock, done: asyncio.Event, ledger: Ledger) -> int:
    """Plays matches of one game after the other until the kills are over; returns how many."""
    chance, matches = random.Random(number), 0
    while not done.is_set():
        game = games[(number + matches) % len(games)]
        async with quiet:
            seated = await sit_down(base, game, [OPEN] * min(3, seats_of(find(game))), options=short_options(game))
            people = [Witness.like(one, ledger) for one in seated]
            for one, witness in zip(seated, people, strict=True):
                await one.close()
                witness.site = Site(base)
                await witness.__aenter__()
            await people[0].start()
            for one in people:
                while one.info is None or one.info.state == "open":
                    await one.news(1.0)
        acked = await asyncio.gather(*(player(one, chance) for one in people))
        async with quiet:
            check_record(await people[0].record(), acked)
        for one in people:
            await one.close()
        matches += 1
    return matches


async def killing(nursery: Nursery, kills: int, games: list[str], ledger: Ledger) -> int:
    """Returns the number of matches that were played meanwhile."""
    nursery.start()
    quiet, done, chance = asyncio.Lock(), asyncio.Event(), random.Random(kills)
    tables = [asyncio.create_task(table(nursery.base, games, number, quiet, done, ledger)) for number in range(len(games))]
    for _ in range(kills):
        await asyncio.sleep(chance.random() * 0.4)
        async with quiet:
            ledger.struck = time.perf_counter()
            nursery.kill()
            nursery.start()
    done.set()
    async with asyncio.timeout(90):
        played = sum(await asyncio.gather(*tables))
    assert played >= len(tables)
    return played


def kill_often(data: Path, kills: int, games: list[str]) -> None:
    nursery, ledger = Nursery(data), Ledger()
    try:
        played = asyncio.run(killing(nursery, kills, games, ledger))
        nursery.kill()
    finally:
        nursery.close()
    with closing(sqlite3.connect(data)) as db:
        lost, doubled = ledger.compare(db.execute("SELECT match, cmd, text FROM actions WHERE cmd <> ''"))
    gaps = spread([gap.seconds for gap in ledger.gaps])
    print(
        f"{kills} kills, {played} matches verified; gaps {gaps} s (p50 / p99 / longest); "
        f"{len(ledger.acknowledged)} acknowledged, {lost.total()} lost, {doubled.total()} doubled"
    )
    assert (lost.total(), doubled.total()) == (0, 0)


def test_twenty_kills(tmp_path: Path) -> None:
    kill_often(tmp_path / "t.db", 20, QUICK_GAMES)


@pytest.mark.soak
def test_five_hundred_kills(tmp_path: Path) -> None:
    """Within the hour."""
    began = time.monotonic()
    kill_often(tmp_path / "t.db", 500, GAMES)
    assert time.monotonic() - began < 3600
