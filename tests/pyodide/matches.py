"""Plays every game between its bots. Imported by both CPython and Pyodide; needs only Tablée."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tablee.bots import fast_bot, player, players, weights_name, weights_of
from tablee.core import registry
from tablee.core.bot import CHAMPION, AnyBot, Chance
from tablee.core.game import AnyGame, Seat
from tablee.core.registry import Entry
from tablee.reviews import Reviewer, judge_of
from tablee.table import Table


def play(entry: Entry) -> list[str]:
    """The record of a match with every bot of the game in a seat, in virtual time; a champion may need more than Tablée."""
    bots = [name for name in players(entry) if name != CHAMPION]
    for name in bots:
        fetch_weights(entry, name)
    return record(entry, list(islice(cycle(bots), max(len(bots), entry.game.usual_seats[0]))))


def play_series(entry: Entry) -> list[str]:
    """The record of two games between bots that play fast."""
    return record(entry, [fast_bot(entry)] * entry.game.usual_seats[0], games=2)


def record(entry: Entry, bots: list[str], games: int = 1) -> list[str]:
    table = Table(entry, [f"bot:{name}" for name in bots], seed="pyodide", games=games)
    table.run()
    return table.record()


def fetch_weights(entry: Entry, level: str) -> None:
    fetch(weights_of(entry, level))


def fetch(weights: Iterable[Path]) -> None:
    """In a browser, from the working folder, where they lie beside Python."""
    for path in weights:
        if not path.exists():
            path.write_bytes(Path(weights_name(path)).read_bytes())


def thoughts(entry: Entry, clock: Callable[[], float], level: str = "expert") -> list[float]:
    """How long each choice of this level took in a match, by this clock."""
    took: list[float] = []
    fetch_weights(entry, level)

    def timed(game: AnyGame, seat: Seat, chance: Chance) -> AnyBot:
        bot = player(entry, level)(game, seat, chance)
        choose = bot.choose

        def watched(view: Any, legal: Sequence[Any], now: int) -> Any:
            start = clock()
            action = choose(view, legal, now)
            took.append(clock() - start)
            return action

        bot.choose = watched  # type: ignore[method-assign]
        return bot

    seated = ["bot:timed"] * entry.game.usual_seats[0]
    Table(replace(entry, bots={"timed": timed}), seated, seed="pyodide").run()
    return took


def review_times(entry: Entry, clock: Callable[[], float]) -> tuple[float, float]:
    """How long a review took, by this clock: its first decision, and all of it. The match is one of the game's fast bots."""
    lines = record(entry, [fast_bot(entry)] * entry.game.usual_seats[0])
    fetch(judge_of(entry).weights)
    start, first = clock(), 0.0
    for turn, _ in Reviewer(lines, 0).turns():
        if turn.decision is not None and not first:
            first = clock() - start
    return first, clock() - start


def print_records() -> None:
    for entry in registry.all_games():
        print(*play(entry), *play_series(entry), sep="\n")
