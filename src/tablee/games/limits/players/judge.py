"""The judge of Limits: it plays the round to its end in worlds that fit the view, the same ones for every action.

Worlds are imagined and weighed as by the champion. Values are points won in the round, less what rivals win on average.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.bot import MARGIN, Judge, Judgement, Value
from tablee.core.game import total
from tablee.games.limits.actions import Accuse, Action, Hide
from tablee.games.limits.players.champion import NearestFirst, TruerPosition
from tablee.games.limits.players.every_world import every_world, play_every_order
from tablee.games.limits.players.expert import World
from tablee.games.limits.rules import Limits, View
from tablee.kit.samples import compare, value_of

WORLDS = 48


class RoundJudge(Judge[Action, View]):
    """Points won in the round, less what rivals win on average. `budget` is the number of worlds."""

    unit = MARGIN
    sampled = True

    def judge(self, view: View, legal: Sequence[Action], now: int) -> Judgement:
        (position, worlds, exact), so_far = self._imagine(view), self._margin(view)
        results = [[so_far + _result(position, world, action, exact) for world in worlds] for action in legal]
        return compare(results, [world.weight for world in worlds], exact)

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        return list(self.judge(view, legal, now).values)

    def forecast(self, view: View, legal: Sequence[Action], now: int) -> Value:
        """Everybody plays on quickly, the seat too; but it hides what is best."""
        if legal and isinstance(legal[0], Hide):
            return super().forecast(view, legal, now)
        return self.outlook(view, now)

    def outlook(self, view: View, now: int) -> Value:
        table, so_far = view.table, self._margin(view)
        if len(table.limits) == len(table.rounds):  # no limit card lies there yet
            return Value(so_far, 0.0)
        position, worlds, exact = self._imagine(view)
        results = [so_far + _play_on(position, world, None, exact) for world in worlds]
        return value_of(results, [world.weight for world in worlds], exact)

    def reveals(self, view: View, action: Action) -> bool:
        """The card that is drawn, or the raisers of others."""
        return not isinstance(action, Hide)

    def round_of(self, view: View) -> int:
        return len(view.table.rounds)

    def result(self, view: View, round: int) -> float:
        return self._margin(view)

    def _imagine(self, view: View) -> tuple[TruerPosition, list[World], bool]:
        """The position with its worlds, and whether these are all: the same ones as long as the same row is asked about."""
        assert isinstance(self.game, Limits)
        position, below, count = TruerPosition(self.game, view), self.mood("worlds"), self.budget or WORLDS
        every = every_world(position, count // 2)
        return position, every or [position.imagine(below) for _ in range(count)], every is not None

    def _margin(self, view: View) -> float:
        """What the seat has won since the round began, less what rivals have on average."""
        seats = range(len(view.table.points))
        won = [total(self.game.sheet(view, seat)) - total(self.game.sheet(self.opening, seat)) for seat in seats]
        return won[self.seat] - (sum(won) - won[self.seat]) / (len(won) - 1)


def _result(position: TruerPosition, world: World, action: Action, exact: bool) -> float:
    return position.accuse(world, action.seat) if isinstance(action, Accuse) else _play_on(position, world, action, exact)


def _play_on(position: TruerPosition, world: World, action: Action | None, exact: bool) -> float:
    return play_every_order(position, world, action) if exact else NearestFirst(position, world, action).run()
