"""People who play Limits: some forget what was laid, some remember all of it, and few think to the end of the round."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.bots.people import LadderBot
from tablee.core.bot import Chance, Evaluator, Value
from tablee.games.limits.actions import Accuse, Action, Four
from tablee.games.limits.players.bots import Forgetful, Memory, Player
from tablee.games.limits.players.expert import Expert
from tablee.games.limits.rules import View


class Hunch(Player, Evaluator[Action, View]):
    """What an action is worth at first sight."""

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        return [Value(self.value(view, action), 0.0) for action in legal]


class HazyHunch(Forgetful, Hunch):
    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        self.kept = self.remembered(view)
        return super().values(view, legal, now)


class ClearHunch(Memory, Hunch):
    pass


class LaysCards(LadderBot[Action, View]):
    def feel(self, chance: Chance) -> Evaluator[Action, View]:
        kinds: dict[str, type[Evaluator[Action, View]]] = {"hazy": HazyHunch, "clear": ClearHunch, "expert": Expert}
        found = kinds[self.temper.feel](self.game, self.seat, chance)
        if isinstance(found, HazyHunch):
            found.fading = self.temper.fading
        return found

    def progress(self, view: View) -> float:
        """How much lies in the pile: that is what one has to remember."""
        return min(1.0, len(view.table.pile) / 20)

    def boldness(self, view: View, action: Action) -> float:
        return float(isinstance(action, Accuse))

    def sure(self, view: View, action: Action) -> float:
        return float(isinstance(action, Four))
