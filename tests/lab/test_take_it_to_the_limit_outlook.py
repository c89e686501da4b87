"""Take it to the Limit!: training compiles the expert's own functions, and finds the same values with them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from train import take_it_to_the_limit as training

from tablee.games.take_it_to_the_limit.kernels.outlook import record, tables
from tablee.games.take_it_to_the_limit.players.ground import LACKS, RIVALS, SUPPLY
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, STAGES, Outlook
from tablee.games.take_it_to_the_limit.players.rows import draw, put, value_places
from tablee.games.take_it_to_the_limit.setting import setting
from tablee.games.take_it_to_the_limit.tiles import RESERVED

HEAP = next(outlook for outlook in OUTLOOKS if outlook.name == "heap")


@pytest.mark.soak  # compiling takes 20 seconds
@pytest.mark.parametrize("outlook", OUTLOOKS, ids=lambda outlook: outlook.name)
def test_compiled_functions_find_the_same_values(outlook: Outlook) -> None:
    plain: tuple[Any, ...] = (draw, put, value_places)
    fast = tuple(map(training.compiled, plain))
    weights, game, chance = training.guess(outlook), setting(outlook.options[0]), random.Random(1)
    pool, free = chance.sample([call.tile for call in game.pool], len(game.pool)), outlook.room
    ours = training.laid_out(outlook, pool)
    theirs = record(ours)
    sides: tuple[Any, ...] = ((outlook.ground.tables, ours, plain), (tables(outlook), theirs, fast))
    for turn in range(game.calls):
        left, tile = game.calls - turn - 1, pool[turn]
        share = left / max(1, len(pool) - turn - 1)
        here, there = [-1e9] * (outlook.ground.places + 1), np.full(outlook.ground.places + 1, -1e9)
        for found, (known, desk, (take, _, look)) in zip((here, there), sides, strict=True):
            take(known, desk.fits, tile)
            look(known, weights, outlook.base(left), 1.0, desk, share, free, tile, found)
        assert here == pytest.approx(there.tolist(), abs=0.01)
        place = chance.choice([number for number, value in enumerate(here) if value > -1e9])
        free -= place >= len(outlook.ground.kind.names)
        for known, desk, (_, lay, _) in sides:
            if place < outlook.ground.places:
                lay(known, desk, place, tile)
            elif outlook.ground.holes:
                desk.reserve[RESERVED - 1 - free] = tile


def test_a_rule_of_thumb_comes_first() -> None:
    """It likes lines that lack little, and have tiles left."""
    weights, first = training.guess(HEAP), HEAP.ground.first
    size = first["end"]
    assert len(weights) == STAGES * size
    lacking_one = first["line"] + 3 * LACKS * SUPPLY * RIVALS  # a column of four 12s
    rows = [lacking_one + supply * RIVALS for supply in range(SUPPLY)]
    assert weights[rows[0]] == 0
    assert list(weights[rows]) == sorted(weights[rows])
    assert weights[rows[8]] > weights[rows[8] + SUPPLY * RIVALS]
