"""People to play against: ten bots for each game who play as somebody of a certain strength would, from a child's first game up.

A person has a feel for what actions are worth, by one of the game's evaluators, and leanings besides: boldness, or a liking for
points that are sure at once. And people slip: the likelier, the less it costs, the more actions look alike, and the longer the
game has lasted. None does what nobody would. The tenth never slips: it is the game's expert.
"""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any, ClassVar

from tablee.core.bot import Bot, Chance, Evaluator, MakeBot
from tablee.core.game import A, AnyGame, Seat, V

RUNGS = tuple(f"rung-{number}" for number in range(1, 11))  # their levels, the gentlest first
ALIKE = 2.0  # actions look alike if they cost no more than so many slips
ABSURD = 3.0  # nobody gives up more than so many slips
FINE = 1 << 30


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody plays. Points are those of the evaluator."""

    slip: float  # an action that costs so much is taken e times less often than the best one
    feel: str = "expert"  # the evaluator: each game names its own
    bold: float = 0.0  # points that somebody sees in a bold action
    greedy: float = 0.0  # in each point that is sure at once
    hasty: float = 0.0  # how much larger slips are if all actions look alike …
    tired: float = 0.0  # … and at the end of the game
    slow: float = 0.0  # how far hands are from the usual ones (0) to a beginner's (1)
    fading: float = 0.0  # the chance to forget a card between two turns


class LadderBot(Bot[A, V]):
    """Somebody on a game's ladder. A game says what there is to feel, which actions are bold, and which points are sure."""

    temper: ClassVar[Temper]

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        self.evaluator = self.feel(lambda *words: chance("feel", *words))

    @abstractmethod
    def feel(self, chance: Chance) -> Evaluator[A, V]:
        """The evaluator, with random numbers of its own."""

    @abstractmethod
    def progress(self, view: V) -> float:
        """How much of the game is over, from 0 to 1."""

    def boldness(self, view: V, action: A) -> float:
        return 0.0

    def sure(self, view: V, action: A) -> float:
        """The points that an action makes sure at once."""
        return 0.0

    def prepare(self, game: int, turn: int) -> None:
        super().prepare(game, turn)
        self.evaluator.prepare(game, turn)

    def choose(self, view: V, legal: Sequence[A], now: int) -> A:
        if not self.temper.slip:
            return self.evaluator.choose(view, legal, now)
        return legal[self.pick(self.worth(view, legal, now), self.progress(view))]

    def pace(self, view: V, action: A, now: int) -> int:
        return self.evaluator.pace(view, action, now)

    def worth(self, view: V, legal: Sequence[A], now: int) -> list[float]:
        """What each action is worth to this person."""
        bold, greedy = self.temper.bold, self.temper.greedy
        worth = [value.mean for value in self.evaluator.values(view, legal, now)]
        if bold:
            worth = [points + bold * self.boldness(view, action) for points, action in zip(worth, legal, strict=True)]
        if greedy:
            worth = [points + greedy * self.sure(view, action) for points, action in zip(worth, legal, strict=True)]
        return worth

    def pick(self, worth: Sequence[float], progress: float) -> int:
        """The number of an action: the best one, or one that somebody takes for it."""
        temper, most = self.temper, max(worth)
        costs = [most - points for points in worth]
        alike = sum(cost <= ALIKE * temper.slip for cost in costs) / len(costs)
        slip = temper.slip * (1 + temper.hasty * alike + temper.tired * progress)
        odds = [exp(-cost / slip) if cost <= ABSURD * slip else 0.0 for cost in costs]
        point, number = self.below(FINE) / FINE * sum(odds), 0
        while point >= odds[number]:
            point -= odds[number]
            number += 1
        return number


def ladder(person: type[LadderBot[Any, Any]], folder: Path) -> Mapping[str, MakeBot]:
    """Everybody on a game's ladder by level, the gentlest first. Their tempers are in its `ladder.toml`."""
    tempers = tomllib.loads((folder / "ladder.toml").read_text("utf-8"))
    return {
        level: type(f"LadderBot{number}", (person,), {"temper": Temper(**tempers[level])})
        for number, level in enumerate(RUNGS, 1)
    }
