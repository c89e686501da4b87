"""The champion of Take it to the Limit!: the expert, which looks one tile further at the best places."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from statistics import mean
from threading import Thread
from typing import Any

from tablee.games.take_it_to_the_limit.players.expert import Expert, Position
from tablee.kit.hexboard import Tile

WIDE = 12  # places looked at two tiles ahead, at most
BEHIND = 40.0  # points: a place so far behind the best one is not looked at
MANY = 40_000  # boards to value for one choice


class Champion(Expert):
    """Looks two tiles ahead at the best places: for every tile that may come, at its best place then.

    `budget` counts boards that are valued.
    """

    needs = "numba"

    def look(self, position: Position, tile: Tile) -> list[float]:
        near, places = position.values(tile), position.open_places()
        boards = max(1, len(position.tiles) * (len(places) - 1))  # to look at one place
        ahead = find_kernels().best_values
        most = min(WIDE, (self.budget or MANY) // boards) if position.left else 0
        best = sorted(places, key=lambda place: -near[place])[:most]
        best = [place for place in best if near[place] >= near[best[0]] - BEHIND]
        if len(best) < 2:
            return near
        return merge(near, {place: mean(ahead(position.after(place, tile))) for place in best})

    def ready(self) -> bool:
        return not compiling().is_alive()


def merge(near: list[float], far: dict[int, float]) -> list[float]:
    """Values one tile ahead, and two ahead where they are known.

    A place that was left out is no better than those looked at further, and its value moves as theirs did.
    """
    shift, least = mean(value - near[place] for place, value in far.items()), min(far.values())
    return [far.get(place, min(value + shift, least)) for place, value in enumerate(near)]


def find_kernels() -> Any:
    return import_module("tablee.games.take_it_to_the_limit.kernels.outlook")


@cache
def compiling() -> Thread:
    """Compiles the kernels. Where they have been compiled before, this takes a few seconds, otherwise a minute or more."""
    thread = Thread(target=lambda: find_kernels().prepare(), daemon=True)
    thread.start()
    return thread
