"""A rematch: a new table like this one, where everybody finds their seat again."""

from __future__ import annotations

from msgspec import Struct

from tablee.core.game import Seat
from tablee.rooms.seating import Person, Setup


class RetakeSeat(Struct, frozen=True):
    """Takes the same seat again. The first of `people` asks; the others shared the seat in the previous match.

    It is sent to another process, if that owns the new table."""

    people: tuple[Person, ...]
    commit: str
    seat: Seat


class RematchPlan(Struct, frozen=True):
    """A new setup like this one, the seat of the person who asks, that person and their partners, and the rematch, if any."""

    setup: Setup
    seat: Seat
    people: tuple[Person, ...]
    next: str
