"""The champion of Take it to the Limit!: it looks two tiles ahead, and plays on from the places that are close."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from math import sqrt
from statistics import mean, variance
from typing import Any

from tablee.core.game import Below
from tablee.games.take_it_to_the_limit.players.expert import Expert, merge, pick
from tablee.games.take_it_to_the_limit.players.ground import LIKELY
from tablee.games.take_it_to_the_limit.players.position import Kernels, LookAhead, Position
from tablee.kit.background import in_background
from tablee.kit.hexboard import Tile

WIDE, BEHIND = 12, 40.0  # places looked at two tiles ahead, at most, and how many points behind the best one
FEW, CLOSE = 5, 8.0  # places from which it plays on, likewise by values two tiles ahead
ROUNDS, CALLS = 24, 8  # how often it plays on from each, and for how many calls
LEAST, CLEARLY = 4, 2.0  # after so many rounds, a place that is so many standard errors behind the best one is left out
MANY = 120_000  # boards to value for one choice


class Champion(Expert):
    """Looks two tiles ahead at the best places: for every tile that may come, at its likely places. Plays on from close ones.

    `budget` counts boards that are valued.
    """

    needs = "numba"

    def look(self, position: Position, tile: Tile) -> list[float]:
        near = position.values(tile)
        places, budget = position.open_places(), self.budget or MANY
        spent, each = (len(position.tiles) + 1) * len(places), len(position.tiles) * LIKELY
        most = min(WIDE, (budget - spent) // each) if position.left else 0
        best = pick({place: near[place] for place in places}, most, BEHIND)
        if len(best) < 2:
            return near
        self.evaluations += len(position.tiles) * len(places) + len(best) * each
        search = LookAhead(position, position.tiles, self.kernels(), exact=True)
        far = {place: search.look(place, tile) for place in best}
        tiles = shuffled(position.tiles, self.mood("calls", position.left))
        more, boards = play_rounds(search, tile, far, tiles, budget - spent - len(best) * each)
        self.evaluations += boards
        return merge(merge(near, far), more) if more else merge(near, far)

    def kernels(self) -> Kernels:
        found: Kernels = import_kernels().FAST
        return found

    def ready(self) -> bool:
        return not compiling().is_alive()


def shuffled(tiles: Sequence[Tile], below: Below) -> list[Tile]:
    rest = list(tiles)
    return [rest.pop(below(len(rest))) for _ in tiles]


def play_rounds(
    search: LookAhead, tile: Tile, far: Mapping[int, float], tiles: Sequence[Tile], budget: int
) -> tuple[dict[int, float], int]:
    """What playing on makes of the values of close places, and how much of the budget this takes.

    All meet the same tiles, each round from another one on.
    """
    position, most = search.position, budget
    calls = min(CALLS, position.left - 1)
    cost = calls * len(position.tiles) * (LIKELY + 1)
    places = pick(far, min(FEW, budget // cost // LEAST), CLOSE) if calls > 0 else []
    found: dict[int, list[float]] = {place: [] for place in places}
    for number in range(ROUNDS):
        if len(places) < 2 or cost * len(places) > budget:
            break
        first = number * calls % len(tiles)
        for place in places:
            found[place].append(search.play_on(place, tile, [*tiles[first:], *tiles[:first]], calls))
        budget -= cost * len(places)
        if number + 1 >= LEAST:
            places = contenders(far, found, places)
    return {place: far[place] + mean(more) for place, more in found.items() if more}, most - budget


def contenders(far: Mapping[int, float], found: Mapping[int, Sequence[float]], places: Sequence[int]) -> list[int]:
    """Without those clearly behind the best one, by the spread of the differences between rounds."""
    best = max(places, key=lambda place: far[place] + mean(found[place]))
    left = []
    for place in places:
        apart = [far[best] - far[place] + one - other for one, other in zip(found[best], found[place], strict=True)]
        if place == best or mean(apart) <= CLEARLY * sqrt((variance(apart) + 1) / len(apart)):
            left.append(place)
    return left


def import_kernels() -> Any:
    return import_module("tablee.games.take_it_to_the_limit.kernels.outlook")


# Compiles the kernels. Where they have been compiled before, this takes a few seconds, otherwise a minute or more.
compiling = in_background(lambda: import_kernels().prepare())
