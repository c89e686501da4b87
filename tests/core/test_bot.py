"""What bots of all games share."""

from __future__ import annotations

import random

import pytest

from tablee.core.bot import sample_actions

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


def test_a_beginner_sees_a_few_actions_in_their_order() -> None:
    below, seen = random.Random(1).randrange, set[int]()
    for _ in range(100):
        few = sample_actions(range(10), below, 4)
        assert len(set(few)) == 4
        assert list(few) == sorted(few)
        seen |= set(few)
    assert seen == set(range(10))
    assert list(sample_actions(range(3), below, 4)) == [0, 1, 2]
