"""100,000 random matches of every game: no exception, no dead end, none longer than its bound. For `make soak`.

The default run plays some hundreds.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from tablee.core import laws
from tablee.core.game import CHANCE, CLOCK, AnyGame, TooSoon
from tablee.core.registry import Entry
from tests.games_here import EVERY

MATCHES = int(os.environ.get("TABLEE_SOAK_MATCHES", "100000"))
PACES = (200, 1_500, 8_000, 40_000)


def play(game: AnyGame, seats: int, options: Any, chance: random.Random) -> None:
    state, now, pace = game.start(seats, options), 0, chance.choice(PACES)
    for _ in range(game.bound(seats, options) + 1):
        asked = game.to_act(state)
        if not asked:
            break
        seat = chance.choice(asked)
        action = chance.choice(game.legal(state, seat))
        now += 0 if seat == CHANCE else chance.randrange(pace)
        try:
            state, now = step(game, state, seat, action, now)
        except TooSoon as soon:
            state, now = step(game, state, seat, action, soon.until)
    assert game.outcome(state) is not None


def step(game: AnyGame, state: Any, seat: int, action: Any, now: int) -> tuple[Any, int]:
    alarm = game.alarm(state)
    if alarm is not None and now >= alarm:
        seat, action, now = CLOCK, game.legal(state, CLOCK)[0], alarm
    return game.play(state, seat, action, now)[0], now


def play_many(entry: Entry, matches: int) -> None:
    chance, situations = random.Random(entry.game.id), laws.situations(entry)
    for number in range(matches):
        seats, options = situations[number % len(situations)]
        play(entry.game, seats, options, chance)


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_hundreds_of_random_matches_end(entry: Entry) -> None:
    play_many(entry, 300)


@pytest.mark.soak
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_hundred_thousand_random_matches_end(entry: Entry) -> None:
    play_many(entry, MATCHES)
