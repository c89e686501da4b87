"""What reasons of all games share: arguments with a weight, and exact chances (see `Game.reasons`)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from tablee.core.game import Argument, say

MOST = 3  # as many as a player reads


class Weighed(NamedTuple):
    """An argument, and about how many points it is worth. The weight decides about the order and is never said."""

    weight: Fraction
    argument: Argument


def argue(action: str, kind: str, marks: Iterable[str], weight: Fraction | int, **args: str | int) -> Weighed:
    """An argument about an action. Its texts are `reason-KIND` and `reason-KIND-detail`, with the same arguments."""
    title, detail = say(f"reason-{kind}", **args), say(f"reason-{kind}-detail", **args)
    return Weighed(Fraction(weight), Argument(action, title, detail, tuple(marks)))


def weightiest(found: Iterable[Weighed]) -> tuple[Argument, ...]:
    """The arguments a player reads, the weightiest first."""
    ranked = sorted(found, key=lambda each: each.weight, reverse=True)
    return tuple(each.argument for each in ranked if each.weight > 0)[:MOST]


@lru_cache(1 << 12)
def at_least(need: int, fitting: int, hidden: int, drawn: int) -> Fraction:
    """The chance that `drawn` of `hidden` things, of which some are `fitting`, include at least `need` of those."""
    ways = sum(comb(fitting, found) * comb(hidden - fitting, drawn - found) for found in range(need, min(fitting, drawn) + 1))
    return Fraction(ways, comb(hidden, drawn))


def percent(chance: Fraction) -> str:
    """The nearest whole percentage, halves up; never 0 for what can happen nor 100 for what may not: `<1` and `>99`."""
    nearest = int(chance * 100 + Fraction(1, 2))
    if nearest in (0, 100) and chance not in (0, 1):
        return ">99" if nearest else "<1"
    return str(nearest)
