"""A game's levels, from the gentlest to the strongest, with what they score on average.

The figures are in the game's `levels.toml`, which `python -m bench.levels` writes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tablee.bots import GENERIC
from tablee.core.registry import Entry


@dataclass(frozen=True, slots=True)
class Level:
    """`mean` is None if nobody has measured it. `against` is the level of two rivals; "" where a game is played alone."""

    name: str
    mean: float | None = None
    against: str = ""


def levels(entry: Entry) -> tuple[Level, ...]:
    """Random play comes last: it is no step on the way up."""
    climbing = [name for name in reversed([*entry.bots]) if name not in GENERIC]
    figures = measured(entry.folder)
    return tuple(_level(name, figures.get(name, {})) for name in (*climbing, *GENERIC))


@dataclass(frozen=True, slots=True)
class LevelLoss:
    """What a level loses with each decision that matters, on average, by the game's judge at one depth."""

    level: str
    points: float
    half_width: float  # of the 95 % interval
    games: int

    @property
    def micro(self) -> int:
        """In millionths of a point."""
        return round(self.points * 1_000_000)


def losses(entry: Entry, depth: int) -> tuple[LevelLoss, ...]:
    """The levels, then the people on the ladder, each from the gentlest to the strongest; () if nobody has measured this depth.

    The figures are in the game's `losses.toml`, which `python -m bench.losses` writes.
    """
    figures = _losses(entry.folder).get(f"depth-{depth}", {})
    climbing = [name for name in reversed([*entry.bots]) if name not in GENERIC]
    found = [(name, figures[name]) for name in (*climbing, *entry.ladder) if name in figures]
    return tuple(LevelLoss(name, figure["loss"], figure["half_width"], figure["games"]) for name, figure in found)


@cache
def _losses(folder: Path) -> dict[str, dict[str, dict[str, Any]]]:
    file = folder / "losses.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def _level(name: str, figure: dict[str, Any]) -> Level:
    return Level(name, figure.get("mean"), figure.get("against", ""))


@cache
def measured(folder: Path) -> dict[str, dict[str, Any]]:
    """The figures by level: mean, half_width (of its 95% interval), games, the command that measures them, and `against`."""
    file = folder / "levels.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
