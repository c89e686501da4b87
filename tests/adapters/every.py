"""The games the adapters are tested on: every installed game, and the toy."""

from __future__ import annotations

import random

import pytest

from tablee.adapters.environment import EnvironmentCore, Moment, open_core
from tablee.core import registry
from tests.games_here import EVERY, find

NAMES = (*registry.names(), "tests.toy")
every_name = pytest.mark.parametrize("name", NAMES)
every_entry = pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)


def stage_of(id: str, seats: int, pace: int = 1000, **options: object) -> EnvironmentCore:
    return open_core(find(id), seats, options, pace)


def wander(core: EnvironmentCore, seed: int) -> list[Moment]:
    """Yields each position of a random match where a seat has to act, then its end. Every fourth match uses random options."""
    chance = random.Random(seed)
    taste = [chance.random() for _ in core.codes] if seed % 4 == 0 else None
    met = [core.settle(core.start, chance.randrange)]
    while asked := core.to_act(met[-1]):
        legal = core.legal(met[-1], asked[0])
        choice = max(legal, key=taste.__getitem__) if taste else chance.choice(legal)
        met.append(core.settle(core.act(met[-1], {asked[0]: choice}), chance.randrange))
    return met
