"""Measures what each level of bots loses with a decision that matters, by the game's judge, and writes the games' `losses.toml`.

    python -m bench.losses [GAME …] [--games N] [--level LEVEL …] [--depth N]

Tables are those of `bench.levels`, and the level sits in the first seat. Champions are measured only if they are named. Figures
of other levels and depths are kept.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bench.levels import table_of

from tablee.bots import GENERIC
from tablee.core import registry
from tablee.core.bot import CHAMPION
from tablee.core.registry import Entry
from tablee.reviews import MILLION, Sums, depths, review
from tablee.table import BOT, Table

HEAD = "# What each level loses with a decision that matters, by the game's judge. `python -m bench.losses` writes it.\n"


def main() -> None:
    wish = argparse.ArgumentParser(prog="python -m bench.losses", description=__doc__)
    wish.add_argument("games", nargs="*", metavar="GAME")
    wish.add_argument("--games", dest="matches", type=int, default=20)
    wish.add_argument("--level", action="append", help="only these levels")
    wish.add_argument("--depth", type=int, help="how far the judge looks ahead (default: each that it can here)")
    asked = wish.parse_args()
    for name in asked.games or registry.names():
        entry = registry.find(name)
        for depth in [asked.depth] if asked.depth is not None else depths(entry):
            write(entry, depth, asked.matches, asked.level)


def write(entry: Entry, depth: int, games: int, only: Sequence[str] | None) -> None:
    file = entry.folder / "losses.toml"
    figures: dict[str, Any] = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    levels = figures.setdefault(f"depth-{depth}", {})
    for level in [*dict.fromkeys((*GENERIC, *reversed([*entry.bots])))]:
        if level in only if only else level != CHAMPION:
            levels[level] = figure(entry, level, depth, games)
            print(entry.game.id, depth, level, levels[level], flush=True)
            file.write_text(HEAD + "".join(_section(name, figures[name]) for name in sorted(figures)), "utf-8")


def _section(depth: str, levels: dict[str, dict[str, Any]]) -> str:
    lines = []
    for level, found in levels.items():
        lines += [f"\n[{depth}.{level}]\n", *(f"{name} = {value}\n" for name, value in found.items())]
    return "".join(lines)


def figure(entry: Entry, level: str, depth: int, games: int) -> dict[str, Any]:
    seats = [BOT + name for name in table_of(entry, level)]
    sums = [reviewed(entry, seats, number, depth) for number in range(games)]
    each = [found.loss / max(1, found.decisions) / MILLION for found in sums]
    loss = sum(found.loss for found in sums) / sum(found.decisions for found in sums) / MILLION
    half_width = 1.96 * stdev(each) / sqrt(games)
    correction = fmean(abs(found.correction) for found in sums) / MILLION
    return {"loss": round(loss, 4), "half_width": round(half_width, 4), "games": games, "correction": round(correction, 2)}


def reviewed(entry: Entry, seats: Sequence[str], number: int, depth: int) -> Sums:
    table = Table(entry, seats, seed=f"losses {number}")
    table.run()
    return review(table.record(), depth=depth).sums


if __name__ == "__main__":
    main()
