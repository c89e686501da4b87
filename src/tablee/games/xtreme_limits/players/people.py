"""People who play Xtreme Limits: most look at where the hands would be, and few play the round on in their heads."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate, cycle
from statistics import fmean
from typing import TypeVar

from tablee.bots.people import LadderBot
from tablee.core.bot import Chance, Evaluator, Value
from tablee.games.xtreme_limits.actions import KEEP, Action, Move
from tablee.games.xtreme_limits.clock import EXCHANGE, moved
from tablee.games.xtreme_limits.players.bots import Sensible
from tablee.games.xtreme_limits.players.expert import CHANCES, Expert, Situation
from tablee.games.xtreme_limits.rules import View
from tablee.games.xtreme_limits.scoring import points

T = TypeVar("T")


class Hunch(Sensible, Evaluator[Action, View]):
    """What an action is worth at first sight."""

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        if view.rounds[-1].wound is None:
            return [Value(0.0, 0.0)] * len(legal)
        self.felt = self.feel(view, now)
        if view.phase == "swap":
            return [Value(self.promise(view, action), 0.0) for action in legal]
        weight, price = self.stakes(view)
        moves = [action for action in legal if isinstance(action, Move)]
        return [Value(weight * self.gain(view, move) - price * move.cells, 0.0) for move in moves]


class Calm(Expert):
    """The expert, who gives every action the same worlds when asked for values, and knows what a token is worth early on."""

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        wound = view.rounds[-1].wound
        if wound is None or self._early(view, now - wound):
            return [Value(-THRIFT * action.cells if isinstance(action, Move) else 0.0, 0.0) for action in legal]
        situation, times = Situation(view, now), max(LEAST, self.budget // len(legal))
        worlds = choices(situation.worlds, situation.chances, self._draw, times)
        played = [(world, [self._draw() for _ in range(CHANCES)]) for world in worlds]
        found = [fmean(situation.play_out(world, action, cycle(chances)) for world, chances in played) for action in legal]
        return [Value(mean, 0.0) for mean in found]


THRIFT = 0.1  # points that a token is worth while the bell is far
LEAST = 6  # playouts of every action
LONG = 40  # moves and swaps of a round


def choices(values: Sequence[T], weights: Sequence[float], draw: Callable[[], float], times: int) -> list[T]:
    """So many of these, each as often as its weight says."""
    sums = list(accumulate(weights))
    return [values[min(len(sums) - 1, bisect(sums, draw() * sums[-1]))] for _ in range(times)]


class MovesHands(LadderBot[Action, View]):
    def feel(self, chance: Chance) -> Evaluator[Action, View]:
        kinds: dict[str, type[Evaluator[Action, View]]] = {"hunch": Hunch, "expert": Calm}
        return kinds[self.temper.feel](self.game, self.seat, chance)

    def progress(self, view: View) -> float:
        """How long the round has lasted: then there is more to think of."""
        return min(1.0, len(view.rounds[-1].log) / LONG)

    def boldness(self, view: View, action: Action) -> float:
        """To swap, or to go where one can."""
        if isinstance(action, Move):
            return float(moved(view.rounds[-1].hands, action.hand, action.cells)[action.hand] in EXCHANGE)
        return float(action != KEEP)

    def sure(self, view: View, action: Action) -> float:
        """What the cards would score if the round ended there."""
        if not isinstance(action, Move):
            return 0.0
        hands = moved(view.rounds[-1].hands, action.hand, action.cells)
        return sum(points(card, hands) for card in view.known[-1][view.rounds[-1].lies[self.seat]])
