"""Many matches between bots, and statistics of their scores. Standard library only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.bots.own import AnyLevel, maker, name_of
from tablee.core import registry
from tablee.core.options import new_options
from tablee.core.record import Result
from tablee.core.registry import Entry
from tablee.fair import seeded_secret
from tablee.table import BOT, Table


def simulate(
    game: str | Entry,
    bots: Sequence[AnyLevel],
    games: int = 100,
    *,
    seats: int | None = None,
    seed: int | str = 1,
    **options: str | int | bool,
) -> tuple[Tally, ...]:
    """Plays whole matches between bots, and says for each seat how its bot did. `options` are the game's own.

    bots: levels of the game (`expert`), classes of your own or `module:Class`, assigned to the seats in turn.
    seats: one per bot, or more if the game needs them.
    seed: the same seed plays the same matches, those of `tablee simulate`.
    """
    entry = registry.by_name(game) if isinstance(game, str) else game
    seated = seat_bots(entry, bots, seats)
    played = tables(entry, seated, new_options(entry.game, options), games, seed)
    return tuple(tally((table.match.result() for table in played), [*map(name_of, seated)]))


def seat_bots(entry: Entry, bots: Sequence[AnyLevel], seats: int | None) -> list[AnyLevel]:
    """The bot of each seat: these, in turn. Raises Refusal for one that cannot play."""
    for bot in bots:
        maker(entry, bot)
    found = max(len(bots), entry.game.usual_seats[0]) if seats is None else seats
    entry.game.check_seats(found)
    return [bots[seat % len(bots)] for seat in range(found)]


def tables(entry: Entry, bots: Sequence[AnyLevel], options: Any, games: int, seed: int | str) -> Iterator[Table]:
    """Plays whole matches, one after the other. Match k of a seed is always the same, so it can be reproduced."""
    for number in range(games):
        yield played(entry, bots, options, seed_of(entry, seed, number))


def seed_of(entry: Entry, seed: int | str, number: int) -> str:
    """The table's own seed in match `number`."""
    return seeded_secret("simulate", entry.game.id, seed, number)


def played(entry: Entry, bots: Sequence[AnyLevel], options: Any, seed: str) -> Table:
    """A whole match."""
    table = Table(entry, [BOT + bot if isinstance(bot, str) else bot for bot in bots], seed=seed, options=options)
    table.run()
    return table


@dataclass
class Tally:
    """Running statistics of one seat's scores."""

    bot: str = ""
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


def tally(results: Iterator[Result], bots: Sequence[str]) -> list[Tally]:
    """One for each seat, with the name of its bot."""
    tallies = [Tally(bot) for bot in bots]
    for result in results:
        first = result.places.count(1)
        for seat, (score, place) in enumerate(zip(result.scores, result.places, strict=True)):
            tallies[seat].add(score, (place == 1) / first)
    return tallies
