"""Compares bots of Limits that differ in one thing.

    python -m train.limits_duels beliefs SEATS MATCHES
    python -m train.limits_duels duel SEATS DEALS [CHALLENGER RIVAL]

`beliefs` lets the expert play with itself, and compares what the expert and the champion think of rivals' last cards with the
truth. `duel` plays every deal twice, with the seats exchanged, and prints the challenger's lead; see BOTS.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from math import log
from statistics import mean

from tablee.core import registry
from tablee.core.bot import Bot
from tablee.fair import seeded_secret
from tablee.games.limits.actions import Action, Card
from tablee.games.limits.deck import Colour
from tablee.games.limits.players.bots import Memory
from tablee.games.limits.players.champion import HELD, MOST, Champion, TruerPosition
from tablee.games.limits.players.expert import Expert, Position
from tablee.games.limits.rules import Limits, View
from tablee.table import Table
from train.duels import duel

GAME = registry.find("limits")
SURE = 0.02  # no guess counts as surer than this

Guess = tuple[float, bool]  # how likely somebody was thought to be guilty, and whether they were


# What they think of rivals
class Watching(Expert):
    """The expert, noting what it and the champion think of rivals' last cards."""

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
    for name, found in zip(("expert", "champion"), guesses, strict=True):
        report(name, found)


# Duels
class Deep(Expert):
    """The expert with eight times as many playouts and worlds."""

    budget: int = 8 * Expert.budget
    worlds = 8 * Expert.worlds


class DeepChampion(Champion):
    """The champion with four times as many playouts and worlds."""

    budget: int = 4 * Champion.budget
    worlds = 4 * Champion.worlds


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


BOTS: dict[str, type[Bot[Action, View]]] = {
    "champion": Champion,
    "deep": Deep,
    "deep-champion": DeepChampion,
    "expert": Expert,
    "memory": Memory,
    "tight": Tight,
    "tight-low": TightLow,
}


if __name__ == "__main__":
    what, players, number, *names = sys.argv[1:]
    if what == "beliefs":
        beliefs(int(players), int(number))
    else:
        challenger, rival = names or ("champion", "expert")
        game = replace(GAME, bots=BOTS)
        duel(game, int(players), int(number), challenger, rival, lambda deal: seeded_secret("exp", "limits", "exp", deal))
