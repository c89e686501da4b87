"""People who play Ultim' Limit: their hands are slower than a bot's, and they stop too early or too late."""

from __future__ import annotations

from tablee.bots.people import LadderBot
from tablee.core.bot import Chance, Evaluator
from tablee.games.ultim_limit.actions import STOP, Action, Take
from tablee.games.ultim_limit.players.bots import Span, hands
from tablee.games.ultim_limit.players.expert import Expert
from tablee.games.ultim_limit.rules import ROUNDS, TURNS, View

USUAL, SLOW = hands("usual"), hands("slow")


class RollsDice(LadderBot[Action, View]):
    def feel(self, chance: Chance) -> Evaluator[Action, View]:
        expert = Expert(self.game, self.seat, chance)
        expert.hands = slowed(self.temper.slow)
        return expert

    def progress(self, view: View) -> float:
        return len(view.seen.verdicts) / (ROUNDS * TURNS * view.seen.seats)

    def boldness(self, view: View, action: Action) -> float:
        """To go on."""
        return float(action != STOP)

    def sure(self, view: View, action: Action) -> float:
        return float(isinstance(action, Take))


def slowed(slow: float) -> dict[str, Span]:
    """Hands between the usual ones (0) and a beginner's (1), or beyond."""
    return {
        name: (round(low + slow * (SLOW[name][0] - low)), round(high + slow * (SLOW[name][1] - high)))
        for name, (low, high) in USUAL.items()
    }
