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


def _level(name: str, figure: dict[str, Any]) -> Level:
    return Level(name, figure.get("mean"), figure.get("against", ""))


@cache
def measured(folder: Path) -> dict[str, dict[str, Any]]:
    """The figures by level: mean, half_width (of its 95% interval), games, the command that measures them, and `against`."""
    file = folder / "levels.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
