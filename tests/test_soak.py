"""100,000 random matches of every game: no exception, no dead end, no match longer than its bound. Run: `make soak`.

The default run plays a few, since the laws play more, and check them.
"""

from __future__ import annotations

import os
import random

import pytest

from tablee.core import laws
from tablee.core.registry import Entry
from tablee.lab.playout import play_out
from tests.games_here import EVERY

MATCHES = int(os.environ.get("TABLEE_SOAK_MATCHES", "100000"))
PACES = (200, 1_500, 8_000, 40_000)


def play_many(entry: Entry, matches: int) -> None:
    chance, situations = random.Random(entry.game.id), laws.situations(entry)
    for number in range(matches):
        seats, options = situations[number % len(situations)]
        outcome, _ = play_out(entry.game, seats, options, chance.randrange, chance.choice(PACES))
        assert outcome is not None, (seats, options)


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_some_random_matches_end(entry: Entry) -> None:
    play_many(entry, 40)


@pytest.mark.soak
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_hundred_thousand_random_matches_end(entry: Entry) -> None:
    play_many(entry, MATCHES)
