"""What a player that is no person must offer. It sees a seat's view and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias

from tablee.core.game import A, AnyGame, Below, Seat, V


class Bot(ABC, Generic[A, V]):
    """One player at one seat for one match. `below` is its only source of chance."""

    def __init__(self, game: AnyGame, seat: Seat, below: Below) -> None:
        self.game = game
        self.seat = seat
        self.below = below

    @abstractmethod
    def choose(self, view: V, legal: Sequence[A], now: int) -> A: ...

    def pace(self, view: V, action: A) -> int:
        """How many ms of match time this choice takes, from the moment it could be made."""
        return 1000


AnyBot: TypeAlias = Bot[Any, Any]
MakeBot: TypeAlias = Callable[[AnyGame, Seat, Below], AnyBot]
