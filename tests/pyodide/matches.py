"""Plays every game between its bots. Imported by both CPython and Pyodide; needs only Tablée."""

from __future__ import annotations

from itertools import cycle, islice

from tablee.bots import players
from tablee.core import registry
from tablee.core.bot import CHAMPION
from tablee.core.registry import Entry
from tablee.table import Table


def play(entry: Entry, games: int = 1) -> list[str]:
    """The record of a match with every bot of the game in a seat, in virtual time; a champion may need more than Tablée."""
    table = Table(entry, seats(entry), seed="pyodide", games=games)
    table.run()
    return table.record()


def seats(entry: Entry) -> list[str]:
    bots = [name for name in players(entry) if name != CHAMPION]
    return [f"bot:{name}" for name in islice(cycle(bots), max(len(bots), entry.game.usual_seats[0]))]


def print_records() -> None:
    for entry in registry.all_games():
        for games in (1, 2):
            print(*play(entry, games), sep="\n")
