"""The names and bounds of the numbers in an observation."""

from __future__ import annotations

from typing import NamedTuple

TIME = (1 << 31) - 1  # the bound of match times, in ms


class Field(NamedTuple):
    """`size` numbers of an observation, next to each other, each between `low` and `high`; -1 is none where `low` is -1."""

    name: str
    size: int
    low: int
    high: int
