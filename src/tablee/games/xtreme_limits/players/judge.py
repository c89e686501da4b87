"""The judge of Xtreme Limits: it plays the round on with cards that fit the view, the same ones for every action.

If there are few ways to deal the cards that the seat has not seen, all of them are looked at, each with its chance; so the last
moves of a round are valued exactly. Values are points won in the round, less what rivals win on average.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, cycle
from typing import NamedTuple

from tablee.core.bot import MARGIN, Judge, Judgement, Value
from tablee.games.xtreme_limits.actions import Action, Swap, Take
from tablee.games.xtreme_limits.players.expert import CHANCES, Playout, Situation
from tablee.games.xtreme_limits.rules import Packet, View
from tablee.kit.samples import compare, value_of

PLAYOUTS = 800  # for all actions of a decision together …
MOST = 48  # … in so many worlds, at most


class ImaginedDeal(NamedTuple):
    """Cards that fit the view, with their weight, and random numbers for what happens then."""

    cards: tuple[Packet, ...]
    weight: float
    chances: Sequence[float]


class RoundJudge(Judge[Action, View]):
    """Points won in the round, less what rivals win on average. `budget` is the number of playouts of a decision."""

    unit = MARGIN
    sampled = True
    least = 12  # worlds that each action meets

    def judge(self, view: View, legal: Sequence[Action], now: int) -> Judgement:
        situation, deals = self._imagine(view, now, len(legal))
        results = [[Playout(situation, deal.cards, cycle(deal.chances)).run(action) for deal in deals] for action in legal]
        return compare(results, [deal.weight for deal in deals])

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        return list(self.judge(view, legal, now).values)

    def forecast(self, view: View, legal: Sequence[Action], now: int) -> Value:
        """Everybody plays on quickly, the seat too; but it swaps as is best."""
        return super().forecast(view, legal, now) if legal and view.phase == "swap" else self.outlook(view, now)

    def outlook(self, view: View, now: int) -> Value:
        if view.phase in ("first", "deal"):
            return Value(0.0, 0.0)
        situation, deals = self._imagine(view, now, 1)
        results = [Playout(situation, deal.cards, cycle(deal.chances)).run(None) for deal in deals]
        return value_of(results, [deal.weight for deal in deals])

    def reveals(self, view: View, action: Action) -> bool:
        """What a swap brings."""
        return isinstance(action, Swap | Take)

    def round_of(self, view: View) -> int:
        return len(view.rounds) - 1

    def result(self, view: View, round: int) -> float:
        points = view.rounds[round].points
        return points[self.seat] - (sum(points) - points[self.seat]) / (len(points) - 1)

    def _imagine(self, view: View, now: int, actions: int) -> tuple[Situation, list[ImaginedDeal]]:
        """The same deals as long as the same row is asked about."""
        situation, below = Situation(view, now), self.mood("deals")
        count = max(self.least, min(MOST, (self.budget or PLAYOUTS) // actions))

        def draw() -> float:
            return below(1 << 30) / (1 << 30)

        worlds, chances, sums = situation.worlds, situation.chances, list(accumulate(situation.chances))
        if len(worlds) <= count:
            picked = [(world, chance) for world, chance in zip(worlds, chances, strict=True) for _ in range(count // len(worlds))]
        else:
            picked = [(worlds[min(len(sums) - 1, bisect(sums, draw() * sums[-1]))], 1.0) for _ in range(count)]
        return situation, [ImaginedDeal(world, weight, [draw() for _ in range(CHANCES)]) for world, weight in picked]
