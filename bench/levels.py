"""Measures what each level of bots scores on average at the default options, and writes the games' `levels.toml`.

    python -m bench.levels [GAME …] [--games N] [--level LEVEL …]

A game that can be played alone is; in the others the level sits in the first seat, with two bots of the game's fast level.
Levels that have another command (champions, which take hours) keep their figures; a champion without one gets
none unless it is named.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from tablee.bots import GENERIC, fast_bot
from tablee.bots.levels import measured
from tablee.core import registry
from tablee.core.bot import CHAMPION
from tablee.core.registry import Entry
from tablee.lab.simulate import Tally, tables, tally

SEED = 1


def main() -> None:
    wish = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__)
    wish.add_argument("games", nargs="*", metavar="GAME")
    wish.add_argument("--games", dest="matches", type=int, default=1000)
    wish.add_argument("--level", action="append", help="only these levels")
    asked = wish.parse_args()
    for name in asked.games or registry.names():
        write(registry.find(name), asked.matches, asked.level)


def write(entry: Entry, games: int, only: Sequence[str] | None) -> None:
    figures = dict(measured(entry.folder))
    order = [*dict.fromkeys((*GENERIC, *reversed([*entry.bots])))]
    for level in order:
        if level == CHAMPION and level not in figures and not only:
            continue
        if (only and level not in only) or not figures.get(level, {}).get("command", "tablee simulate").startswith(
            "tablee simulate"
        ):
            continue
        figures[level] = figure(entry, level, games)
        print(entry.game.id, level, figures[level], flush=True)
    text = "# What each level scores on average, at the default options. `python -m bench.levels` writes it.\n"
    for level in [level for level in order if level in figures]:
        text += f"\n[{level}]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in figures[level].items())
    (entry.folder / "levels.toml").write_text(text, "utf-8")


def figure(entry: Entry, level: str, games: int) -> dict[str, Any]:
    seats = table_of(entry, level)
    found = measure(entry, seats, games)
    command = f"tablee simulate {entry.game.id} --games {games} --bots {','.join(seats)} --seed {SEED}"
    against = {"against": seats[1]} if len(seats) > 1 else {}
    return {"mean": round(found.mean, 1), "half_width": round(found.half_width, 2), "games": games, "command": command, **against}


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
