"""Compares bots of Limits that differ in one thing.

    python -m train.limits_duels beliefs SEATS MATCHES
    python -m train.limits_duels duel SEATS DEALS [CHALLENGER RIVAL]
    python -m train.limits_duels field FIELD SEATS DEALS [CHALLENGER RIVAL]
    python -m train.limits_duels times SEATS MATCHES

`beliefs` lets the expert play with itself, and compares what it and the truer expert think of rivals' last cards with the
truth. `duel` plays every deal twice, with the seats exchanged, and prints the challenger's lead; see BOTS. `field` plays every
deal twice, too: with the challenger and with the rival in one seat, and bots of FIELD (a level, or `mixed`) in the others. It
prints by how many points the rival leads the others on average, and by how many more the challenger does. `times` lets the
champion play with itself, and prints how much processor time a choice takes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from math import log, sqrt
from statistics import mean, stdev
from time import process_time
from typing import ClassVar

from tablee.core import registry
from tablee.core.bot import Bot
from tablee.core.registry import Entry
from tablee.fair import seeded_secret
from tablee.games.limits.actions import Action, Card
from tablee.games.limits.deck import Colour
from tablee.games.limits.players.bots import Forgetful, Greedy, Memory
from tablee.games.limits.players.champion import HELD, MOST, Champion, TruerExpert, TruerPosition, compiling
from tablee.games.limits.players.expert import Expert, Position
from tablee.games.limits.rules import Limits, View
from tablee.table import Table
from train.duels import WIDE, duel

GAME = registry.find("limits")
SURE = 0.02  # no guess counts as surer than this

Guess = tuple[float, bool]  # how likely somebody was thought to be guilty, and whether they were


# What they think of rivals
class Watching(Expert):
    """The expert, noting what it and the truer expert think of rivals' last cards."""

    table: Table
    guesses: list[list[Guess]]

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        for (colour, laid), guilty in doubtful(self.table, view):
            for found, kind in zip(self.guesses, (Position, TruerPosition), strict=True):
                found.append((guess(kind, view, colour, laid, self.worlds), guilty))
        return super().choose(view, legal, now)


def doubtful(table: Table, view: View) -> list[tuple[tuple[Colour, int], bool]]:
    """Rivals' last cards that the seat's own raisers do not cover: colour, count, and whether no raisers cover them."""
    assert isinstance(GAME.game, Limits)
    position = Position(GAME.game, view)
    found = []
    for seat, case in enumerate(position.last):
        if case is not None and seat != view.seat:
            colour, laid = case
            if 0 < laid - position.most[colour] - view.raisers[colour] <= position.places:
                raised = sum(raisers[colour] for raisers in table.match.state.raisers)
                found.append((case, laid > position.most[colour] + raised))
    return found


def guess(kind: type[Position], view: View, colour: Colour, laid: int, worlds: int) -> float:
    assert isinstance(GAME.game, Limits)
    position, chance = kind(GAME.game, view), random.Random(len(view.table.pile))
    drawn = [position.imagine(chance.randrange) for _ in range(worlds)]
    return sum(world.weight * position.guilt(world, colour, laid) for world in drawn) / sum(world.weight for world in drawn)


def report(name: str, found: Sequence[Guess]) -> None:
    loss = mean(-log(max(SURE, odds if guilty else 1 - odds)) for odds, guilty in found)
    print(f"{name}: {len(found)} guesses, mean log loss {loss:.3f}")
    for fifth in range(5):
        here = [sample for sample in found if min(4, int(5 * sample[0])) == fifth]
        if here:
            print(f"  guessed {mean(odds for odds, _ in here):.2f}, true {mean(guilty for _, guilty in here):.2f} ({len(here)})")


def beliefs(seats: int, matches: int) -> None:
    guesses: list[list[Guess]] = [[], []]
    for number in range(matches):
        secret = seeded_secret("limits beliefs", seats, number)
        table = Table(replace(GAME, bots={"expert": Watching}), ["bot:expert"] * seats, seed=secret)
        Watching.table, Watching.guesses = table, guesses
        table.run()
    for name, found in zip(("expert", "truer-expert"), guesses, strict=True):
        report(name, found)


# Duels
class Deep(Expert):
    """The expert with eight times as many playouts and worlds."""

    budget: int = 8 * Expert.budget
    worlds = 8 * Expert.worlds


class DeepTruerExpert(TruerExpert):
    """The same for the truer expert, four times as many."""

    budget: int = 4 * TruerExpert.budget
    worlds = 4 * TruerExpert.worlds


class Tight(Memory):
    """`memory`; of cards that are equally safe it lays the one nearest to its limit."""

    def value(self, view: View, action: Action) -> float:
        value = super().value(view, action)
        if not isinstance(action, Card):
            return value
        most = self.limit(view, action.colour)
        laid = sum(colour == action.colour for _, colour in view.table.pile)
        return value - 1e-4 * (50 if most is None else most + view.raisers[action.colour] - laid)


class TightLow(Tight):
    """Hides where the limit is low, rather than where its hand is full."""

    def raising(self, view: View, colour: Colour) -> float:
        most = self.limit(view, colour)
        return -2.5 if most is None else 0.4 * (min(view.hand[colour] - 1, HELD) - min(most, MOST))


# Fields
MIXED = ("memory", "greedy", "forgetful", "expert")


def field(entry: Entry, kind: str, seats: int, deals: int, challenger: str, rival: str, first: int = 0) -> None:
    """Prints after each deal what the rival leads by, and by how much more the challenger does."""
    leads: list[float] = []
    further: list[float] = []
    for deal in range(first, first + deals):
        seat = deal % seats
        mine, its = (lead_in(entry, line_up(kind, seats, seat, bot), seat, deal) for bot in (challenger, rival))
        leads.append(its)
        further.append(mine - its)
        half_width = WIDE * stdev(further) / sqrt(len(further)) if len(further) > 1 else float("inf")
        more = f"{rival} {mean(leads):+.2f}, {challenger} {mean(further):+.2f} ± {half_width:.2f} (99 %) more"
        print(f"{kind}, {seats} seats, {len(further)} deals: {more}", flush=True)


def line_up(kind: str, seats: int, seat: int, bot: str) -> list[str]:
    field = [MIXED[other % len(MIXED)] if kind == "mixed" else kind for other in range(seats)]
    return [*field[:seat], bot, *field[seat + 1 :]]


def lead_in(entry: Entry, bots: Sequence[str], seat: int, deal: int) -> float:
    """What the seat leads the others by, on average."""
    table = Table(entry, [f"bot:{bot}" for bot in bots], seed=seeded_secret("limits field", len(bots), deal))
    table.run()
    scores = table.match.result().scores
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


# Times
class Timed(Champion):
    times: ClassVar[list[float]] = []

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        start = process_time()
        chosen = super().choose(view, legal, now)
        self.times.append(1000 * (process_time() - start))
        return chosen


def times(seats: int, matches: int) -> None:
    compiling().join()
    for number in range(matches):
        Table(replace(GAME, bots={"champion": Timed}), ["bot:champion"] * seats, seed=seeded_secret("limits times", number)).run()
    print(f"{seats} seats, {len(Timed.times)} choices: {mean(Timed.times):.1f} ms on average, {max(Timed.times):.1f} ms at most")


BOTS: dict[str, type[Bot[Action, View]]] = {
    "champion": Champion,
    "deep": Deep,
    "deep-truer-expert": DeepTruerExpert,
    "expert": Expert,
    "forgetful": Forgetful,
    "greedy": Greedy,
    "memory": Memory,
    "truer-expert": TruerExpert,
    "tight": Tight,
    "tight-low": TightLow,
}


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    kind = words.pop(0) if what == "field" else ""
    players, number, *names = words
    challenger, rival = names or ("champion", "expert")
    game = replace(GAME, bots=BOTS)
    if what == "beliefs":
        beliefs(int(players), int(number))
    elif what == "times":
        times(int(players), int(number))
    elif what == "field":
        field(game, kind, int(players), int(number), challenger, rival)
    else:
        duel(game, int(players), int(number), challenger, rival, lambda deal: seeded_secret("exp", "limits", "exp", deal))
