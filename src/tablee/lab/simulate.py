"""Many matches between bots, and statistics of their scores. Standard library only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.core.record import Result
from tablee.core.registry import Entry
from tablee.fair import seeded_secret
from tablee.table import BOT, Table


def tables(entry: Entry, bots: Sequence[str], options: Any, games: int, seed: int | str) -> Iterator[Table]:
    """Plays whole matches, one after the other. Match k of a seed is always the same, so it can be reproduced."""
    for number in range(games):
        yield played(entry, bots, options, seed_of(entry, seed, number))


def seed_of(entry: Entry, seed: int | str, number: int) -> str:
    """The table's own seed in match `number`."""
    return seeded_secret("simulate", entry.game.id, seed, number)


def played(entry: Entry, bots: Sequence[str], options: Any, seed: str) -> Table:
    """A whole match."""
    table = Table(entry, [BOT + bot for bot in bots], seed=seed, options=options)
    table.run()
    return table


@dataclass
class Tally:
    """Running statistics of one seat's scores."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0  # sum of squared distances from the mean (Welford)
    least: int = 0
    most: int = 0
    wins: float = 0.0  # a victory shared by k counts 1/k

    def add(self, score: int, win: float) -> None:
        self.least = min(score, self.least) if self.count else score
        self.most = max(score, self.most) if self.count else score
        self.count += 1
        before = score - self.mean
        self.mean += before / self.count
        self.squares += before * (score - self.mean)
        self.wins += win

    @property
    def half_width(self) -> float:
        """Half the width of the mean's 95% interval."""
        return 1.96 * math.sqrt(self.squares / (self.count - 1) / self.count) if self.count > 1 else math.inf


def tally(results: Iterator[Result], seats: int) -> list[Tally]:
    tallies = [Tally() for _ in range(seats)]
    for result in results:
        first = result.places.count(1)
        for seat, (score, place) in enumerate(zip(result.scores, result.places, strict=True)):
            tallies[seat].add(score, (place == 1) / first)
    return tallies
