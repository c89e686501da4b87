"""What a game can offer beside its rules: the best that could be reached, exactly or with a proven bound."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from tablee.core.game import O, S

P = TypeVar("P")  # the game's own puzzle


@dataclass(frozen=True, slots=True)
class Solution:
    """Nobody can have more than `bound` points, and each of the `boards` has `points`: `Game.score` takes them."""

    points: int
    bound: int
    boards: tuple[Any, ...]

    @property
    def exact(self) -> bool:
        """Whether the points are proven to be the most."""
        return self.points == self.bound


class Solver(ABC, Generic[O, S, P]):
    """The `SOLVER` of a game's module, which need not have one. `puzzle` is a frozen dataclass, as a game's `real_board` is."""

    puzzle: type[P]

    @abstractmethod
    def solve(self, options: O, puzzle: P) -> Solution:
        """Raises BadText, BadOptions."""

    @abstractmethod
    def hindsight(self, s: S) -> P:
        """The puzzle of a finished game: the best that anybody could have had with its draws."""


AnySolver: TypeAlias = Solver[Any, Any, Any]
