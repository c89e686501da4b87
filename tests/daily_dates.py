"""Dates whose deals are compared: on CPython, on Pyodide, on a server and in the terminal. Needs only Tablée."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from tablee.calls import calls_of
from tablee.core import registry
from tablee.core.options import read_options
from tablee.daily import DailyDeal, deal_of, plan_of

FIRST = date(2026, 11, 18)
STEP = timedelta(days=13)  # every weekday comes, and both boards


def dates(count: int) -> list[date]:
    return [FIRST + number * STEP for number in range(count)]


def deals(count: int) -> Iterator[DailyDeal]:
    """Of so many dates, in every game that has them."""
    entries = [entry for entry in registry.all_games() if plan_of(entry)]
    return (deal_of(entry, day) for day in dates(count) for entry in entries)


def written(deal: DailyDeal) -> str:
    """A deal in one line: all that must be the same everywhere."""
    game = registry.find(deal.game).game
    called = calls_of(game, deal.dealer, read_options(game.options, deal.options))
    return " ".join([str(deal.day), deal.game, str(dict(deal.options)), deal.seed, *called])


def print_deals(count: int) -> None:
    for deal in deals(count):
        print(written(deal))
