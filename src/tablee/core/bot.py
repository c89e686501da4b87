"""The interface of bots. A bot sees its seat's view and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from tablee.core.game import A, AnyGame, Below, Seat, V

EXPERT = "expert"  # the strongest level that is fast
CHAMPION = "champion"  # the strongest level of a game, which may take its time; the others are fast


class Bot(ABC, Generic[A, V]):
    """A bot in one seat for one match. `below` is its only source of randomness."""

    budget: int | None = None  # evaluations that one choice may cost; None is the bot's own measure. Never seconds: so the same
    # seed plays the same match on any machine.

    def __init__(self, game: AnyGame, seat: Seat, below: Below) -> None:
        self.game = game
        self.seat = seat
        self.below = below

    @abstractmethod
    def choose(self, view: V, legal: Sequence[A], now: int) -> A: ...

    def ready(self) -> bool:
        """Whether it can choose at once. One that has to prepare itself begins to, in the background, and a server asks the
        game's fast bot until then."""
        return True

    def pace(self, view: V, action: A) -> int:
        """How long this choice takes, in ms of match time from the moment the bot can make it."""
        return 1000


@dataclass(frozen=True, slots=True)
class Value:
    """The result to expect after an action, in the game's own points: within `mean` ± `half_width` 95 times in 100.

    The interval is about the estimate, not about luck: where the expectation is computed exactly, `half_width` is 0.
    """

    mean: float
    half_width: float


class Evaluator(Bot[A, V]):
    """A bot that values every legal action, and takes the best. Hints and coaches ask it for `values` alone."""

    @abstractmethod
    def values(self, view: V, legal: Sequence[A], now: int) -> list[Value]:
        """One for each legal action, in this order."""

    def choose(self, view: V, legal: Sequence[A], now: int) -> A:
        """The best action; of equal ones the first."""
        means = [value.mean for value in self.values(view, legal, now)]
        return legal[means.index(max(means))]


def glance(legal: Sequence[A], below: Below, most: int) -> Sequence[A]:
    """Some of the legal actions, picked at random and in their order: what a beginner sees of them."""
    if len(legal) <= most:
        return legal
    seen: set[int] = set()
    while len(seen) < most:
        seen.add(below(len(legal)))
    return [legal[place] for place in sorted(seen)]


AnyBot: TypeAlias = Bot[Any, Any]
MakeBot: TypeAlias = Callable[[AnyGame, Seat, Below], AnyBot]
