"""The champion of Limits: it infers what kind of player each rival is, and plays rounds out with rivals of that kind.

That is compiled (`kernels/search.py`), and so made for the standard deck. With other cards it plays as `TruerExpert`: the expert
with a truer idea of what rivals hide, and of what they lay first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from math import exp
from typing import Any

from tablee.core.game import Seat
from tablee.games.limits.actions import Action
from tablee.games.limits.deck import Counts, Limit
from tablee.games.limits.players.expert import Expert, Playout, Position, Tally, World, hides
from tablee.games.limits.rules import DECK, Limits, View
from tablee.kit.background import in_background

HELD, MOST = 3, 6  # more cards of a colour in hand, or a higher limit, make no further difference
# What draws a player to hide a card, if one is hidden or if two are: each further card of the colour in hand, and each point
# by which its limit is lower; then the same for a colour without a limit. Fitted to 316 choices of the expert.
DRAWN = {1: (0.4, 0.3, -2.5), 2: (0.2, 0.45, -2.5)}
TWICE = -1.0  # two cards of a colour
RASH = {1: 0.4, 2: 0.1}  # like the expert's, by the number of hidden cards


@lru_cache(maxsize=1 << 14)
def likely_hides(hand: Counts, limit: Limit, cards: int) -> dict[Counts, float]:
    """How likely the expert is to hide each choice of cards."""
    each, low, free = DRAWN[cards]
    worth = [
        free if most is None else each * min(held - 1, HELD) - low * min(most, MOST)
        for held, most in zip(hand, limit, strict=True)
    ]
    weights = {
        chosen: exp(sum(times * worth[colour] + TWICE * (times > 1) for colour, times in enumerate(chosen)))
        for chosen in hides(hand, cards)
    }
    total = sum(weights.values())
    return {chosen: weight / total for chosen, weight in weights.items()}


class NearestFirst(Playout):
    """Everybody lays first what is nearest to its limit, before others do, and keeps what has no limit for later."""

    def step(self) -> Seat | None:
        most, count, own = self.position.most, self.count, self.raisers[self.turn]
        self.order = sorted(self.order, key=lambda colour: most[colour] + own[colour] - count[colour])
        return super().step()


class TruerPosition(Position):
    """Takes rivals to hide and to lay as the expert does."""

    find_odds = staticmethod(likely_hides)

    @property
    def rash(self) -> float:
        return RASH[self.share.hidden]

    def play_out(self, world: World, action: Action) -> float:
        return NearestFirst(self, world, action).run()


class TruerExpert(Expert):
    position = TruerPosition


class Champion(Expert):
    """Searches in compiled code. `budget` counts playouts."""

    needs = "numba"
    budget: int = 1200
    worlds = 500

    def search(self, view: View, legal: Sequence[Action]) -> tuple[list[Tally], int]:
        assert isinstance(self.game, Limits)
        if self.game.deck != DECK:
            return self._search_plainly(view, legal)
        found, best = import_kernels().search_view(view, legal, self.below(1 << 62), self.worlds, self.budget)
        tallies = [Tally(number, number, total, spread) for number, total, spread in found]
        self.evaluations += sum(int(results.weight) for results in tallies)
        return tallies, best

    def _search_plainly(self, view: View, legal: Sequence[Action]) -> tuple[list[Tally], int]:
        plain = TruerExpert(self.game, self.seat, self.chance)
        plain.below, plain.budget = self.below, min(self.budget, TruerExpert.budget)
        found = plain.search(view, legal)
        self.evaluations += plain.evaluations
        return found

    def ready(self) -> bool:
        return not compiling().is_alive()


def import_kernels() -> Any:
    return import_module("tablee.games.limits.kernels.search")


# Compiles the search. Where it has been compiled before, this takes a second, otherwise half a minute or more.
compiling = in_background(lambda: import_kernels().prepare())
