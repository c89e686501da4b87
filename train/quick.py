"""The experts, with compiled kernels inside: they choose as the experts themselves do, many times faster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, cast

import numpy as np

from tablee.core.bot import MakeBot
from tablee.core.hexboard import Cell, Tile
from tablee.core.registry import Entry
from tablee.games.take_it_easy import champion, fast_nets, fast_search, nets
from tablee.games.take_it_to_the_limit import expert as limit
from tablee.games.take_it_to_the_limit.outlook import STEP, Desk, Kernels, Outlook, kernels, load
from tablee.games.ultim_limit import expert as ultim
from train.take_it_to_the_limit import compiled, table


def _near(position: nets.Position, tile: Tile) -> dict[Cell, float]:
    return fast_search.look_ahead(position, tile, 0)[0]


def _further(position: nets.Position, tile: Tile, cells: Sequence[Cell]) -> dict[Cell, float]:
    boards, gains, expected = np.full((len(cells), len(position.board)), -1, np.int8), [], np.empty(len(cells))
    for number, cell in enumerate(cells):
        after = position.copy()
        after.draw(tile)
        gains.append(after.put(cell, tile))
        boards[number] = [-1 if on is None else on for on in after.board]
    fast_search.expect_many(fast_nets.load(), boards, expected)
    return {cell: gain + float(value) for cell, gain, value in zip(cells, gains, expected, strict=True)}


class TakeItEasy(champion.Expert):
    near = staticmethod(_near)
    further = staticmethod(_further)


@cache
def _kernels(outlook: Outlook) -> Kernels:
    return kernels(outlook.ground, compiled, table)


@cache
def _weights(outlook: Outlook) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return np.array(load()[outlook.name].rows)


class Position(limit.Position):
    def values(self, tile: Tile) -> list[float]:
        outlook, found = self.outlook, np.zeros(len(self.desk.board) + 1)
        desk = Desk(*(np.array(of) for of in self.desk))
        _kernels(outlook).value_places(
            _weights(outlook), outlook.base(self.left), 1 / STEP, desk, self.share, self.free, tile, found
        )
        return [STEP * value for value in found.tolist()]


class TakeItToTheLimit(limit.Expert):
    position = Position


class Row(ultim.Row):
    @staticmethod
    def find_gains(cards: Sequence[tuple[int, float]], slot: Sequence[float]) -> list[list[float]]:
        points, slots = np.array([worth for _, worth in cards], np.float64), np.array(slot)
        found = _gains(*_flat(tuple(number for number, _ in cards)), points, slots)
        return cast(list[list[float]], found.tolist())


@lru_cache(1 << 15)
def _flat(numbers: tuple[int, ...]) -> tuple[Any, Any, Any, Any]:
    """What the dice leave to choose from, in arrays: where the choices of each mask begin, their odds, and their masks."""
    choices = ultim.choices_of(numbers)
    begins = np.cumsum([0, *map(len, choices)])
    every = [choice for of in choices for choice in of]
    masks = np.array([mask for _, masks in every for mask in masks])
    return begins, np.array([p for p, _ in every]), np.cumsum([0, *(len(masks) for _, masks in every)]), masks


@compiled
def _gains(begins: Any, odds: Any, starts: Any, masks: Any, points: Any, slot: Any) -> Any:
    """As `row_gains`."""
    size, rolls = len(begins) - 1, len(slot) - 1
    gains, worth = np.zeros((rolls + 1, size)), np.zeros(size)
    for n in range(rolls):
        for mask in range(size):
            worth[mask] = 0.0
            for place in range(len(points)):
                if mask >> place & 1:
                    worth[mask] += points[place] + slot[n]
        for held in range(size):
            for choice in range(begins[held], begins[held + 1]):
                best = -1e9
                for k in range(starts[choice], starts[choice + 1]):
                    best = max(best, worth[masks[k]] + gains[n, held ^ masks[k]])
                gains[n + 1, held] += odds[choice] * best
    return gains


class Turn(ultim.Turn):
    row_type = Row


class UltimLimit(ultim.Expert):
    turn_type = Turn


QUICK: dict[str, MakeBot] = {"take-it-easy": TakeItEasy, "take-it-to-the-limit": TakeItToTheLimit, "ultim-limit": UltimLimit}


def quick(entry: Entry) -> Entry:
    """The game with its expert made quick, if there is a way."""
    bot = QUICK.get(entry.game.id)
    return replace(entry, bots={**entry.bots, "expert": bot}) if bot else entry
