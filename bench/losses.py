"""Measures what each level of bots loses with a decision that matters, by the game's judge, and writes the games' `losses.toml`.

    python -m bench.losses [GAME …] [--games N] [--level LEVEL …] [--ladder] [--depth N]
    python -m bench.losses --paired [GAME …] [--games N] [--level LEVEL …] [--ladder] [--depth N]

Tables are those of `bench.levels`, and the level sits in the first seat. Champions are measured only if they are named, people on
a ladder with `--ladder`. Figures of other levels and depths are kept.

`--paired` writes nothing, and tells levels apart with far fewer games: it asks all of them about the same decisions, those of
the fast bot's games, and prints by how much each loses less than those before it.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bench.levels import order_of, table_of

from tablee.bots import chance_of, fast_bot, player
from tablee.core import registry
from tablee.core.bot import CHAMPION
from tablee.core.registry import Entry
from tablee.reviews import MILLION, Reviewer, Sums, depths, review
from tablee.table import BOT, Table

HEAD = "# What each level loses with a decision that matters, by the game's judge. `python -m bench.losses` writes it.\n"


def main() -> None:
    wish = argparse.ArgumentParser(prog="python -m bench.losses", description=__doc__)
    wish.add_argument("games", nargs="*", metavar="GAME")
    wish.add_argument("--games", dest="matches", type=int, default=20)
    wish.add_argument("--level", action="append", help="only these levels")
    wish.add_argument("--ladder", action="store_true", help="only the people on the ladder")
    wish.add_argument("--depth", type=int, help="how far the judge looks ahead (default: each that it can here)")
    wish.add_argument("--paired", action="store_true", help="compare levels by the same decisions")
    asked = wish.parse_args()
    for name in asked.games or registry.names():
        entry = registry.find(name)
        levels = levels_of(entry, [*entry.ladder] if asked.ladder else asked.level)
        for depth in [asked.depth] if asked.depth is not None else depths(entry):
            (compare if asked.paired else write)(entry, depth, asked.matches, levels)


def levels_of(entry: Entry, only: Sequence[str] | None) -> list[str]:
    """From the gentlest to the strongest: these, or all but champions and the people on the ladder."""
    every = order_of(entry)
    return [level for level in every if (level in only if only else level != CHAMPION and level not in entry.ladder)]


def write(entry: Entry, depth: int, games: int, levels: Sequence[str]) -> None:
    for level in levels:
        found = figure(entry, level, depth, games)
        print(entry.game.id, depth, level, found, flush=True)
        save(entry, f"depth-{depth}", level, found)


def save(entry: Entry, depth: str, level: str, found: dict[str, Any]) -> None:
    file = entry.folder / "losses.toml"
    figures: dict[str, Any] = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    figures.setdefault(depth, {})[level] = found
    text = HEAD
    for name in sorted(figures):
        for each in [each for each in order_of(entry) if each in figures[name]]:
            text += f"\n[{name}.{each}]\n" + "".join(f"{key} = {value}\n" for key, value in figures[name][each].items())
    file.write_text(text, "utf-8")


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


# The same decisions
def compare(entry: Entry, depth: int, games: int, levels: Sequence[str]) -> None:
    """Prints what levels lose in the same decisions, and by how much that is less than with the levels before."""
    lost: dict[str, list[float]] = {level: [] for level in levels}  # by game
    counts = []
    for number in range(games):
        found = same_decisions(entry, levels, number, depth)
        counts.append(len(found))
        for level in levels:
            lost[level].append(sum(losses[level] for losses in found))
        print(f"\r{entry.game.id}: {number + 1} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for place, level in enumerate(levels):
        line = f"{entry.game.id}, depth {depth}: {level} loses {ratio(lost[level], counts)[0]:.4f}"
        for before in reversed(levels[:place]):
            less, half_width = ratio([a - b for a, b in zip(lost[before], lost[level], strict=True)], counts)
            line += f", {less:.4f} ± {half_width:.4f} less than {before}"
        print(f"{line} ({sum(counts)} decisions, {games} games)", flush=True)


def ratio(sums: Sequence[float], counts: Sequence[int]) -> tuple[float, float]:
    """Of points to decisions, and half of its 95 % interval: decisions of a game are not independent, games are."""
    mean = sum(sums) / sum(counts)
    spread = sum((each - mean * count) ** 2 for each, count in zip(sums, counts, strict=True))
    return mean, 1.96 * sqrt(spread * len(sums) / (len(sums) - 1)) / sum(counts)


def same_decisions(entry: Entry, levels: Sequence[str], number: int, depth: int) -> list[dict[str, float]]:
    """For each decision of a game that matters, what each level would lose."""
    table = Table(entry, [BOT + fast_bot(entry)] * len(table_of(entry, "")), seed=f"paired {number}")
    table.run()
    reviewer, found = Reviewer(table.record(), 0, depth), []
    bots = {level: player(entry, level)(entry.game, 0, chance_of(f"{level} {number}", 0)) for level in levels}
    for turn, stretch in enumerate(reviewer.stretches()):
        decision, asked = reviewer.decide(stretch), stretch.asked
        if decision is None or asked is None or not decision.real:
            continue
        behind = dict(zip(asked.legal, (choice.behind / MILLION for choice in decision.choices), strict=True))
        losses, at = {}, reviewer.judge.decided_at(asked.view, asked.action, stretch.moments[-2].at, asked.at)
        for level, bot in bots.items():
            bot.prepare(asked.game, turn)
            losses[level] = behind[bot.choose(asked.view, asked.legal, at)]
        found.append(losses)
    return found


if __name__ == "__main__":
    main()
