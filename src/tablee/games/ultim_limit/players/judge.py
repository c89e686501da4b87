"""The judge of Ultim' Limit: it values what a seat can do by the expert's plan of a turn, and the dice exactly.

A position before a roll is worth the mean over all throws of the best that can be done with them. Cards that are dealt to the
row and the glass are valued by the plan; a turn that has not begun is worth an average turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.bot import Judge, Value
from tablee.core.game import total
from tablee.games.ultim_limit.actions import GO, ROLL, STOP, THROWS, Action
from tablee.games.ultim_limit.deck import COLOUR
from tablee.games.ultim_limit.players.bots import KINDS, middle, value, worth_of
from tablee.games.ultim_limit.players.expert import Expert, usual_turn
from tablee.games.ultim_limit.players.row import WAYS
from tablee.games.ultim_limit.rules import GLASS, PublicState, View
from tablee.games.ultim_limit.scoring import keepable, piles_of, round_rows
from tablee.kit.replace import replace

# What the plan of a turn promises on average, before it begins, by scoring and `young`; the turn itself brings something else.
PLAN = {("classic", False): 7.96, ("classic", True): 5.37, ("super", False): 3.98, ("super", True): 3.1}
DOUBT = 0.2  # half of the 95 % interval of a difference between two actions, in points


class PlanJudge(Judge[Action, View], Expert):
    """Points at the end of the game, by the plan of the expert."""

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        if legal[0] == GO:
            return [Value(self._begun(view, now), 0.0)]
        return [Value(value.mean, 0.0) for value in Expert.values(self, view, legal, now)]

    def doubt(self, view: View) -> float:
        return DOUBT if view.seen.phase in ("turn", "keep") else 0.0

    def decided_at(self, view: View, action: Action, asked: int, acted: int) -> int:
        """When usual hands begin to do it: the values count the time that they take."""
        seen = view.seen
        if seen.phase != "turn":
            return acted
        hands = middle(self.hands[KINDS[type(action)]])
        hands += middle(self.hands["look"]) if seen.dice and seen.dice == seen.unspent else 0
        hands += seen.row.count(None) * middle(self.hands["refill"]) if action == ROLL else 0
        return max(asked, acted - hands)

    def against_time(self, view: View) -> bool:
        return view.seen.phase == "turn"

    def forecast(self, view: View, legal: Sequence[Action], now: int) -> Value:
        """A turn that has not begun is an average one, on better or worse cards."""
        seen = view.seen
        if seen.active == self.seat and seen.phase == "go":
            return Value(self._begun(view, now) - promise(seen) + usual_turn(seen), 0.0)
        return super().forecast(view, legal, now)

    def outlook(self, view: View, now: int) -> Value:
        seen = view.seen
        if seen.phase == "keep":
            return Value(self._counted(view), 0.0)
        if seen.active != self.seat or seen.phase not in ("glass", "roll", "renew"):
            return Value(self.safe(view), 0.0)
        if seen.phase == "glass":
            return Value(self._begun(view, now), 0.0)
        dice_next = seen.phase == "roll" and not seen.dealing
        return Value(self._thrown(view, now) if dice_next else self._planned(view, now), 0.0)

    def _counted(self, view: View) -> float:
        """R17: what the seat will have when the others have chosen, too, and the round is counted."""
        seen = view.seen
        loot = seen.loot[self.seat]
        piles = piles_of(loot)
        keep = view.keep or keepable(piles)[0]
        points = total(round_rows(seen.options.scoring, len(seen.counts) + 1, piles, keep, last=False))
        kept = worth_of([card for card in loot if COLOUR[card] in keep])
        return self.safe(view) - value(seen, worth_of(loot)) + points + value(seen, kept)

    def reveals(self, view: View, action: Action) -> bool:
        """Who stops in time learns that the glass was still running."""
        return action == STOP and not view.seen.options.young

    def _begun(self, view: View, now: int) -> float:
        """With a turn that begins now."""
        seen = view.seen
        begun = replace(view, seen=replace(seen, phase="turn", started=now if seen.started is None else seen.started))
        return self.safe(begun) + self.turn(begun, now).value(ROLL)

    def _planned(self, view: View, now: int) -> float:
        """While the row is filled: hands have rolled already, or used the Ultim' card."""
        turn, seen = self.turn(view, now), view.seen
        gaps, safe = seen.row.count(None), self.safe(view)
        if seen.phase == "renew":
            return safe + turn.without(turn.row.curve(turn.mask), turn.now, turn.stake(turn.sizes))
        at = turn.now - turn.hands.roll - gaps * turn.hands.refill
        return safe + turn.roll(at, turn.mask, turn.sizes, self._may_ultim(seen))

    def _thrown(self, view: View, now: int) -> float:
        """The mean over all throws."""
        turn, seen = self.turn(view, now), view.seen
        at, ultim, found = turn.now + turn.hands.look, self._may_ultim(seen), 0.0
        for throw, ways in THROWS.items():
            found += ways * turn.best(at, turn.mask, throw.dice, turn.sizes, ultim)
        return self.safe(view) + found / WAYS

    def _may_ultim(self, seen: PublicState) -> bool:
        return not seen.ultim and not seen.options.young


def promise(seen: PublicState) -> float:
    """What the plan of a turn promises on average."""
    usual: int = GLASS["from"]
    return PLAN[seen.options.scoring, seen.options.young] * seen.options.glass_from / usual
