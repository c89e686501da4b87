"""Plays every game between its bots. Imported by CPython and by Pyodide alike; needs nothing but Tablée."""

from __future__ import annotations

from itertools import cycle, islice

from tablee.bots import players
from tablee.core import record, registry
from tablee.core.registry import Entry
from tablee.fair import Dealer, seeded_secret
from tablee.table import Table


def play(entry: Entry, games: int = 1) -> list[str]:
    """The record of a match with every bot of the game in a seat, in virtual time."""
    table = Table(entry, seats(entry), entry.game.options(), Dealer(seeded_secret("pyodide")), games)
    table.run()
    return [record.write(line) for line in table.record()]


def seats(entry: Entry) -> list[str]:
    bots = players(entry)
    return [f"bot:{name}" for name in islice(cycle(bots), max(len(bots), entry.game.usual_seats[0]))]


def print_records() -> None:
    for entry in registry.every():
        for games in (1, 2):
            print(*play(entry, games), sep="\n")
