"""The kernels of the champion of Take it to the Limit!: the same values as in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablee.games.take_it_to_the_limit.players import champion
from tablee.games.take_it_to_the_limit.players.expert import Position
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, Outlook
from tests.games.test_take_it_to_the_limit_champion import at_random


@pytest.fixture
def kernels(outside_part: Callable[[str], Any]) -> Any:
    outside_part("numba")
    return champion.find_kernels()


@pytest.mark.parametrize("outlook", OUTLOOKS, ids=lambda outlook: outlook.name)
def test_kernels_find_the_very_same_values(kernels: Any, outlook: Outlook) -> None:
    states = [s for _, s in at_random(outlook.options[0])]
    for s in states[1::8]:
        now = Position(outlook, s, 0)
        assert kernels.best_values(now) == now.best_values()


def test_all_kernels_are_prepared(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = list[str]()
    monkeypatch.setattr(kernels, "best_values", lambda now: prepared.append(now.outlook.name))
    champion.compiling.cache_clear()
    champion.compiling().join()
    assert prepared == [outlook.name for outlook in OUTLOOKS]
    champion.compiling.cache_clear()
