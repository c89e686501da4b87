"""The interface of bots. A bot sees its seat's view and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias

from tablee.core.game import A, AnyGame, Below, Seat, V


class Bot(ABC, Generic[A, V]):
    """A bot in one seat for one match. `below` is its only source of randomness."""

    def __init__(self, game: AnyGame, seat: Seat, below: Below) -> None:
        self.game = game
        self.seat = seat
        self.below = below

    @abstractmethod
    def choose(self, view: V, legal: Sequence[A], now: int) -> A: ...

    def pace(self, view: V, action: A) -> int:
        """How long this choice takes, in ms of match time from the moment the bot can make it."""
        return 1000


AnyBot: TypeAlias = Bot[Any, Any]
MakeBot: TypeAlias = Callable[[AnyGame, Seat, Below], AnyBot]
