"""Levels of bots, and bots that value every action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tablee.bots import GENERIC, RandomBot, fast_bot, player, players
from tablee.core import registry
from tablee.core.bot import CHAMPION, Evaluator, Value
from tablee.core.registry import Entry
from tests.games_here import TOY

EVERY_GAME = registry.all_games()


class Third(Evaluator[Any, Any]):
    """Likes the third action best, and the fourth as well."""

    def values(self, view: Any, legal: Sequence[Any], now: int) -> list[Value]:
        return [Value(float(place in (2, 3)), 0.0) for place in range(len(legal))]


def test_an_evaluator_takes_the_first_of_the_best() -> None:
    assert Third(TOY.game, 0, random.randrange).choose(None, "abcd", 0) == "c"


def test_most_bots_are_ready_at_once() -> None:
    assert RandomBot(TOY.game, 0, random.randrange).ready()


@pytest.mark.parametrize(
    ("bots", "fast", "expected"),
    [
        ((), "", "random"),
        (("random",), "", "random"),
        (("champion",), "", "random"),
        (("champion", "expert", "greedy"), "", "expert"),
        (("champion", "expert", "greedy"), "greedy", "greedy"),
        (("random", "sensible"), "", "sensible"),
    ],
)
def test_a_fast_bot_stands_in(bots: Sequence[str], fast: str, expected: str) -> None:
    assert fast_bot(replace(TOY, bots=dict.fromkeys(bots, RandomBot), fast=fast)) == expected


@pytest.mark.parametrize("entry", EVERY_GAME, ids=lambda entry: entry.game.id)
def test_levels_run_from_the_champion_down(entry: Entry) -> None:
    assert fast_bot(entry) != CHAMPION
    assert callable(player(entry, fast_bot(entry)))
    strongest = [level for level in (CHAMPION, "expert") if level in entry.bots]
    assert list(entry.bots)[: len(strongest)] == strongest
    assert list(players(entry))[: len(GENERIC)] == list(GENERIC)


def test_bots_are_ready() -> None:
    assert RandomBot(TOY.game, 0, random.randrange).ready()
