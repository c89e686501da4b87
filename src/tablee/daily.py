"""The deal of the day: the same draws for everybody who plays a game on a date. docs/daily.md describes it.

A game with one has a `daily.toml` in its folder. Draws that depend on what players do would not be the same for everybody.

    first = 2026-11-18  # the first day; there is no deal before it
    [weekdays]          # the options from Monday to Friday that differ from the defaults
    [weekend]           # and those on Saturday and Sunday
    board = "orchid"

`field` says how often a model of good players plays a deal, if 1,000 times would take a browser too long.

The seed is public: it follows from the date, the game and its options. Nobody adds a nonce. In their place the header has a
label with the date, which earlier versions read, and verify, as a nonce.
"""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from tablee.core.game import BadOptions, BadText, say
from tablee.core.record import Header
from tablee.core.registry import Entry
from tablee.fair import Dealer, seeded_secret

VERSION = 1  # of the seed; deals that have been published never change
SATURDAY = 5
LABEL = re.compile(r"deal of the day 1 (\d{4}-\d{2}-\d{2})")


@dataclass(frozen=True, slots=True)
class DailyPlan:
    """From when on a game has deals of the day, and with which options."""

    first: date
    weekdays: Mapping[str, str | int | bool]
    weekend: Mapping[str, str | int | bool]
    field: int = 1000  # runs of the model of good players

    def options(self, day: date) -> Mapping[str, str | int | bool]:
        """Those that differ from the defaults."""
        return self.weekend if day.weekday() >= SATURDAY else self.weekdays


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day in one game."""

    game: str
    day: date
    options: Mapping[str, str | int | bool] = dataclasses.field(hash=False)  # they follow from the other two

    @property
    def seed(self) -> str:
        return seed_of(self.day, self.game, self.options)

    @property
    def dealer(self) -> Dealer:
        return Dealer(self.seed, (label(self.day),))


def seed_of(day: date, game: str, options: Mapping[str, str | int | bool]) -> str:
    """SHA-256 of five texts with a NUL between them; the options are those that differ from the defaults, sorted by name."""
    given = ",".join(f"{name}={value}" for name, value in sorted(options.items()))
    return seeded_secret("deal of the day", VERSION, str(day), game, given)


def label(day: date) -> str:
    """Stands in the header of a record, in place of nonces."""
    return f"deal of the day {VERSION} {day}"


def plan_of(entry: Entry) -> DailyPlan | None:
    """None if the game has no deal of the day."""
    return _plan(entry.folder)


@cache
def _plan(folder: Path) -> DailyPlan | None:
    file = folder / "daily.toml"
    return DailyPlan(**tomllib.loads(file.read_text("utf-8"))) if file.exists() else None


def deal_of(entry: Entry, day: date) -> DailyDeal:
    """Raises BadOptions if the game has none, or none yet on this day."""
    plan, game = plan_of(entry), entry.game.id
    if plan is None:
        raise BadOptions(say("no-daily", game=game))
    if day < plan.first:
        raise BadOptions(say("daily-too-early", day=str(day), first=str(plan.first)))
    return DailyDeal(game, day, plan.options(day))


def read_day(text: str) -> date:
    """`2026-11-18`. Raises BadText."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadText(say("bad-day", text=text[:20])) from None
    if str(day) != text:  # other forms of the same date
        raise BadText(say("bad-day", text=text[:20]))
    return day


def day_of(header: Header) -> date | None:
    """The day whose deal a record says it is; None if it is another match."""
    found = LABEL.fullmatch(header.nonces[0]) if len(header.nonces) == 1 else None
    try:
        return read_day(found[1]) if found else None
    except BadText:
        return None


def has_seed(header: Header, seed: str) -> bool:
    """Whether a record that says it is a deal of the day has the seed of that deal."""
    day = day_of(header)
    return day is not None and seed == seed_of(day, header.game, header.options)
