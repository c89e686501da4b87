"""Law 12: every bot of every game answers the same, whoever asks it and how often."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tablee.bots import players
from tablee.core import laws
from tablee.core.bot import CHAMPION, Bot, Chance
from tablee.core.game import AnyGame, Seat
from tablee.core.registry import Entry
from tablee.games.limits.players import bots as limits
from tablee.games.ultim_limit.actions import GO
from tablee.games.ultim_limit.players import bots as ultim
from tablee.lab.bot_laws import check_bot
from tests.games_here import EVERY, find

TIMES = int(os.environ.get("TABLEE_LAW_MATCHES", "200")) // 200
LEVELS = [(entry, level) for entry in EVERY for level in (*players(entry), *[*entry.ladder][::3])]


def check(entry: Entry, level: str, most: int, few: int) -> int:
    """Up to `most` actions in every eighth situation, `few` in the others."""
    every = enumerate(laws.situations(entry))
    return sum(
        check_bot(entry, level, seats, options, f"{number}", few if number % 8 else most) for number, (seats, options) in every
    )


@pytest.mark.parametrize(("entry", "level"), LEVELS, ids=lambda param: param if isinstance(param, str) else param.game.id)
def test_a_bot_is_the_same_whoever_asks_it(entry: Entry, level: str) -> None:
    most, few = (6, 1) if level == CHAMPION else (40, 4)
    assert check(entry, level, TIMES * most, TIMES * few) > 0


class Forgetful(limits.Forgetful):
    """Keeps what it remembers to itself."""

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        self.round = -1

    def remembered(self, view: Any) -> list[bool]:
        if self.round != len(view.table.rounds):
            self.round, self.kept = len(view.table.rounds), []
        kept = [kept and self.below(1000) >= 1000 * self.fading for kept in self.kept]
        return kept + [True] * (len(view.table.pile) - len(kept))


class Moody(ultim.Hasty):
    """Picks anew how long it plays whenever a turn begins."""

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        if GO in legal:
            self.mood_of_turn = lambda *_: self.below  # type: ignore[method-assign]
        return super().choose(view, legal, now)


class Counting(Bot[Any, Any]):
    """Takes longer and longer."""

    times = 0

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        self.times += 1
        return legal[0]

    def pace(self, view: Any, action: Any, now: int) -> int:
        return 1000 + self.times


@pytest.mark.parametrize(("game", "mutant"), [("limits", Forgetful), ("ultim-limit", Moody), ("toy", Counting)])
def test_bots_that_keep_something_are_found(game: str, mutant: type[Bot[Any, Any]]) -> None:
    entry = replace(find(game), bots={"mutant": mutant})
    with pytest.raises(laws.BrokenLaw, match="law 12"):
        check(entry, "mutant", 200, 200)
