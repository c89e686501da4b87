"""What happens automatically in any match: draws, bells, and actions that wait until they count.

Pure functions over states, shared by the driver and the research environments.
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
    """The next action of CHANCE."""
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
    """The result of an action, or when to try it again. Raises any other Refusal."""
    try:
        return act(*args, **kwargs)
    except TooSoon as soon:
        return Wait(soon.until, soon)
