"""How good a score is: its place among many games of a bot. `python -m train.percentiles` makes the tables."""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tablee.core.options import changed
from tablee.core.registry import Entry

FILE = "percentiles.json"  # in the folder of a game
FEWEST = 50  # games that make a table worth showing


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of many games of one bot with the same options."""

    level: str
    options: dict[str, str | int | bool]  # those that differ from the default
    seats: int  # 0: any number, because a seat's score does not depend on the others
    games: int
    quantiles: tuple[int, ...]  # the least score, that of 1 %, 2 % … of the games, and the most: 101 numbers
    first: tuple[tuple[int, ...], ...]  # the scores of the first games, by which the table can be checked

    def better_than(self, score: int) -> int:
        """The percentage of these games that have fewer points, rounded down."""
        return max(0, bisect_left(self.quantiles, score) - 1)


@cache
def tables(folder: Path) -> tuple[Scores, ...]:
    """Every table of a game; () if it has none."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
    except FileNotFoundError:
        return ()
    return tuple(_read(table) for table in found["tables"])


def _read(table: dict[str, Any]) -> Scores:
    return Scores(**table | {"quantiles": tuple(table["quantiles"]), "first": tuple(map(tuple, table["first"]))})


def comparable(entry: Entry, options: Any, seats: int) -> Scores | None:
    """The scores to which those of a match can be compared, if there are enough."""
    fits = (scores for scores in tables(entry.folder) if scores.options == changed(options) and scores.seats in (0, seats))
    return next((scores for scores in fits if scores.games >= FEWEST), None)
