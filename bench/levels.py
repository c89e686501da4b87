"""Measures what each level of bots scores on average at the default options, and writes the games' `levels.toml`.

    python -m bench.levels [GAME …] [--games N] [--level LEVEL …] [--ladder] [--own-commands]

A game that can be played alone is; in the others the level sits in the first seat, with two bots of the game's fast level.
Each level plays as many games as its last figure had. Levels that have another command (champions, which take hours) keep
their figures unless `--own-commands` runs these; a champion without one gets none unless it is named. People on a ladder are
measured with `--ladder`, and keep their figures otherwise.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from tablee.bots import GENERIC, fast_bot
from tablee.bots.levels import measured
from tablee.core import registry
from tablee.core.bot import CHAMPION
from tablee.core.registry import Entry
from tablee.lab.simulate import Tally, tables, tally

SEED = 1
GAMES = 1000


def main() -> None:
    wish = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    wish.add_argument("games", nargs="*", metavar="GAME")
    wish.add_argument("--games", dest="matches", type=int, help="of each level (default: as before, or 1000)")
    wish.add_argument("--level", action="append", help="only these levels")
    wish.add_argument("--ladder", action="store_true", help="only the people on the ladder")
    wish.add_argument("--own-commands", action="store_true", help="only the levels that have commands of their own")
    asked = wish.parse_args()
    for name in asked.games or registry.names():
        entry = registry.find(name)
        if asked.own_commands:
            write_others(entry)
        else:
            write(entry, asked.matches, [*entry.ladder] if asked.ladder else asked.level)


def write(entry: Entry, games: int | None, only: Sequence[str] | None) -> None:
    figures = dict(measured(entry.folder))
    for level in order_of(entry):
        if not only and (level in entry.ladder or (level == CHAMPION and level not in figures)):
            continue
        if (only and level not in only) or _has_command(figures.get(level, {})):
            continue
        figures[level] = figure(entry, level, games or figures.get(level, {}).get("games", GAMES))
        print(entry.game.id, level, figures[level], flush=True)
    save(entry, figures)


def write_others(entry: Entry) -> None:
    """Runs the commands that levels have of their own; each ends with its figure, as JSON."""
    figures = dict(measured(entry.folder))
    for level, known in figures.items():
        if _has_command(known):
            _, *words = known["command"].split()
            told = subprocess.run([sys.executable, *words, "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout
            figures[level] = {**known, **json.loads(told.splitlines()[-1])}
            print(entry.game.id, level, figures[level], flush=True)
            save(entry, figures)


def order_of(entry: Entry) -> list[str]:
    return [*dict.fromkeys((*GENERIC, *reversed([*entry.bots]), *entry.ladder))]


def _has_command(figure: Mapping[str, Any]) -> bool:
    return not figure.get("command", "tablee simulate").startswith("tablee simulate")


def save(entry: Entry, figures: Mapping[str, Mapping[str, Any]]) -> None:
    text = "# What each level scores on average, at the default options. `python -m bench.levels` writes it.\n"
    for level in [level for level in order_of(entry) if level in figures]:
        text += f"\n[{level}]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in figures[level].items())
    (entry.folder / "levels.toml").write_text(text, "utf-8")


def figure(entry: Entry, level: str, games: int) -> dict[str, Any]:
    seats = table_of(entry, level)
    found = measure(entry, seats, games)
    command = f"tablee simulate {entry.game.id} --games {games} --bots {','.join(seats)} --seed {SEED}"
    against = {"against": seats[1]} if len(seats) > 1 else {}
    return {"mean": round(found.mean, 1), "half_width": round(found.half_width, 2), "games": games, "command": command, **against}


def figure_of(scores: Sequence[float]) -> dict[str, float]:
    """The same of scores, as the commands of some levels tell it."""
    return {
        "mean": round(fmean(scores), 1),
        "half_width": round(1.96 * stdev(scores) / len(scores) ** 0.5, 2),
        "games": len(scores),
    }


def table_of(entry: Entry, level: str) -> list[str]:
    """The bots of the table at which a level is measured, itself first."""
    return [level] if entry.game.seats[0] == 1 else [level, fast_bot(entry), fast_bot(entry)]


def measure(entry: Entry, seats: Sequence[str], games: int) -> Tally:
    played = tables(entry, seats, entry.game.options(), games, SEED)
    return tally((table.match.result() for table in played), seats)[0]


def _toml(value: str | float) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    main()
