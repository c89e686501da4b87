"""Bots for Limits: a greedy one, one that remembers everything, and forgetful ones."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import comb

from tablee.core.bot import Bot
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide
from tablee.games.limits.deck import Colour
from tablee.games.limits.rules import LAID, Limits, View
from tablee.games.limits.worlds import raiser_odds


class Player(Bot[Action, View]):
    """Weighs every action by the chance that somebody is over a limit. Bots differ in how they estimate it."""

    fear = 1.6  # the cost of being over a limit: not everybody notices

    @property
    def rules(self) -> Limits:
        assert isinstance(self.game, Limits)
        return self.game

    @abstractmethod
    def over(self, view: View, colour: Colour, place: int, more: int) -> float:
        """The chance that the first `place` cards of the pile plus `more` of this colour exceed the limit."""

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        values = [self.value(view, action) for action in legal]
        self.evaluations += len(values)
        best = [action for action, value in zip(legal, values, strict=True) if value == max(values)]
        return best[self.below(len(best))]

    def value(self, view: View, action: Action) -> float:
        pile, rivals = view.table.pile, len(view.table.points) - 1
        match action:
            case Hide(colours):
                return sum(self.raising(view, colour) for colour in colours)
            case Card(colour):
                return -self.fear * self.over(view, colour, len(pile), 1)
            case Four(colour):
                return 1 - self.fear * self.over(view, colour, len(pile), LAID)
            case Accuse(seat):
                last = max(place for place, (name, _) in enumerate(pile) if name == seat)
                right = self.over(view, pile[last][1], last + 1, 0)
                return right * (1 + 2 / rivals) - (1 - right) * (2 + 1 / rivals)
            case _:
                raise ValueError(f"not an action of a seat: {action}")

    def limit(self, view: View, colour: Colour) -> int | None:
        return self.rules.deck.limits[view.table.limits[-1]][colour]

    def raising(self, view: View, colour: Colour) -> float:
        """The value of a raiser: highest where the limit is low and the hand has more of the colour."""
        most = self.limit(view, colour)
        return -1.0 if most is None else min(view.hand[colour] - 1, 3) - most / 4

    def pace(self, view: View, action: Action, now: int) -> int:
        return 1500 if isinstance(action, Card | Four) else 2500


class Greedy(Player):
    """Counts the pile, and assumes no raisers but its own."""

    def over(self, view: View, colour: Colour, place: int, more: int) -> float:
        most = self.limit(view, colour)
        laid = more + sum(lies == colour for _, lies in view.table.pile[:place])
        return float(most is not None and laid > most + view.raisers[colour])


class Memory(Player):
    """Forgets nothing, and sums over every world that fits what it has seen."""

    def over(self, view: View, colour: Colour, place: int, more: int) -> float:
        most = self.limit(view, colour)
        if most is None:
            return 0.0
        laid = more + sum(lies == colour for _, lies in view.table.pile[:place])
        spare = most + view.raisers[colour] - laid
        if spare >= 0:
            return 0.0
        others = [watched for seat, watched in enumerate(view.table.watched) if seat != view.seat]
        return sum(raiser_odds(self.rules.unseen(view), others, colour)[:-spare])


class Forgetful(Player):
    """Remembers each buried card for a while, never a rival's cards, and guesses the rest."""

    fading = 0.12  # the chance to forget a buried card between two of its turns

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        self.kept = self.remembered(view)
        return super().choose(view, legal, now)

    def remembered(self, view: View) -> list[bool]:
        """By card of the pile, whether it still knows it. What it has forgotten, it never remembers again."""
        turns, since, after = 0, [], None
        for seat, _ in reversed(view.table.pile):
            turns += after == self.seat != seat  # a turn of its own, however many cards it laid
            since.append(turns)
            after = seat
        return [self._still_knows(view, place, turns) for place, turns in enumerate(reversed(since))]

    def _still_knows(self, view: View, place: int, turns: int) -> bool:
        below = self.mood("memory", len(view.table.rounds), place)
        return all(below(1000) >= 1000 * self.fading for _ in range(turns))

    def over(self, view: View, colour: Colour, place: int, more: int) -> float:
        most = self.limit(view, colour)
        if most is None:
            return 0.0
        pile = view.table.pile[:place]
        sure = more + sum(kept and lies == colour for kept, (_, lies) in zip(self.kept, pile, strict=False))
        lost = place - sum(self.kept[:place])
        hidden = sum(watched.hidden for seat, watched in enumerate(view.table.watched) if seat != view.seat)
        spare, share = most + view.raisers[colour] - sure, 1 / len(self.rules.deck.colours)
        return sum(
            _binomial(lost, laid, share) * _binomial(hidden, raised, share)
            for laid in range(lost + 1)
            for raised in range(hidden + 1)
            if laid > spare + raised
        )


class ForgetfulEasy(Forgetful):
    """For beginners: it forgets most of the pile within two turns."""

    fading = 0.4


def _binomial(of: int, hits: int, chance: float) -> float:
    return comb(of, hits) * chance**hits * (1 - chance) ** (of - hits)
