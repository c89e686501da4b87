"""What happens by itself in any match: a draw is made, a bell rings, an action waits until it counts.

Pure functions over states. The driver and the research environments share them, so that each is written down once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

from tablee.core.game import CLOCK, AnyGame, TooSoon

T = TypeVar("T")
P = ParamSpec("P")


class Deals(Protocol):
    """Picks one of the possible draws; `number` counts the draws of the match from 0."""

    def pick(self, number: int, odds: Sequence[tuple[Any, int]], /) -> Any: ...


def draw(game: AnyGame, state: Any, dealer: Deals, number: int = 0) -> Any:
    """The action of CHANCE that is played next."""
    return dealer.pick(number, game.odds(state))


def bell(game: AnyGame, state: Any) -> Any:
    """The action of CLOCK when its alarm goes off."""
    return game.legal(state, CLOCK)[0]


@dataclass(frozen=True, slots=True)
class Wait:
    """An action came too soon: it can be tried again at this match time."""

    until: int
    refusal: TooSoon


def attempt(act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | Wait:
    """What acting brings, or how long it has to wait. Raises any other Refusal."""
    try:
        return act(*args, **kwargs)
    except TooSoon as soon:
        return Wait(soon.until, soon)
