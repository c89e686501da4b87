"""Spaces the people on a game's ladder evenly, and writes their slips into its `ladder.toml`.

    python -m bench.ladder GAME [--games N] [--low MEAN]

Everybody is measured as `bench.levels` does: alone, or with two bots of the game's fast level. The tenth is the expert; the first
scores `--low` on average. A slip is found in three tries over the same deals. Then `python -m bench.levels
GAME --ladder` measures them all on other deals.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from math import copysign, exp, log
from statistics import fmean
from typing import Any

from bench.levels import table_of

from tablee.bots.own import AnyLevel
from tablee.bots.people import RUNGS
from tablee.core import registry
from tablee.lab.simulate import played, seed_of

SEED = "ladder"
STEPS = 3
FIRST, FAR = 0.3, 0.7  # how far the second try goes, and how far any other may, in logarithms


def main() -> None:
    wish = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    wish.add_argument("game", metavar="GAME")
    wish.add_argument("--games", type=int, default=200)
    wish.add_argument("--low", type=float, required=True, help="what the first one should score")
    wish.add_argument("--high", type=float, help="what the tenth scores (default: measured)")
    wish.add_argument("--rung", type=int, action="append", help="only these")
    asked = wish.parse_args()
    entry = registry.find(asked.game)
    file = entry.folder / "ladder.toml"
    top = mean(entry.game.id, RUNGS[-1], 0.0, asked.games) if asked.high is None else asked.high
    print(f"{RUNGS[-1]} scores {top:.2f}", flush=True)
    for number, level in enumerate(RUNGS[:-1]):
        if asked.rung and number + 1 not in asked.rung:
            continue
        goal = asked.low + (top - asked.low) * number / (len(RUNGS) - 1)
        slip = found(entry.game.id, level, goal, asked.games)
        text = file.read_text("utf-8")
        file.write_text(re.sub(rf"(?ms)(^\[{level}\]\n.*?^slip = )\S+", rf"\g<1>{slip:.3g}", text), "utf-8")


def found(game: str, level: str, goal: float, games: int) -> float:
    """The slip with which somebody scores about `goal`."""
    slip: float = tomllib.loads((registry.find(game).folder / "ladder.toml").read_text("utf-8"))[level]["slip"]
    tried: list[tuple[float, float]] = []  # logarithms of slips, and how far from the goal they led
    for _ in range(STEPS):
        away = mean(game, level, slip, games) - goal
        print(f"{level}: slip {slip:.3g} scores {goal + away:.2f}, {goal:.2f} wanted", flush=True)
        tried = sorted([*tried, (log(slip), away)], key=lambda one: abs(one[1]))
        slip = guess(tried)
    return exp(tried[0][0])


def guess(tried: Sequence[tuple[float, float]]) -> float:
    """Along the line through the two nearest tries: the larger the slip, the lower the score."""
    (at, away), *others = tried
    if not others:
        return exp(at + copysign(FIRST, away))
    before, other = others[0]
    slope = min((away - other) / (at - before), -1e-9)
    return exp(at + max(-FAR, min(FAR, -away / slope)))


def mean(game: str, level: str, slip: float, games: int) -> float:
    return fmean(score(game, level, slip, number) for number in range(games))


def score(game: str, level: str, slip: float, number: int) -> int:
    entry = registry.find(game)
    person: Any = entry.ladder[level]
    changed = type(person.__name__, (person,), {"temper": replace(person.temper, slip=slip)})
    seats: list[AnyLevel] = [changed, *table_of(entry, level)[1:]]
    return played(entry, seats, entry.game.options(), seed_of(entry, SEED, number)).match.result().scores[0]


if __name__ == "__main__":
    main()
