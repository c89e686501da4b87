"""Writes the tables of docs/ladder.md from the games' levels.toml and losses.toml: `python docs/ladder.py`.

`--check` only compares.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tablee.bots.levels import losses, measured
from tablee.bots.people import RUNGS
from tablee.core import registry
from tablee.reviews import depths
from tablee.words import Words

PAGE = Path(__file__).with_name("ladder.md")


WORDS = Words("en")
GAMES = [entry for entry in registry.all_games() if entry.ladder and entry.folder.parent.name == "games"]
TITLES = [Words("en", also=entry.folder).text("game") for entry in GAMES]


def scores() -> str:
    figures = [measured(entry.folder) for entry in GAMES]
    cells = {level: [f"{found[level]['mean']:,.1f} ± {found[level]['half_width']:.1f}" for found in figures] for level in RUNGS}
    return table(cells, [[found[level]["games"] for level in RUNGS] for found in figures])


def lost() -> str:
    figures = [{loss.level: loss for loss in losses(entry, next(iter(depths(entry))))} for entry in GAMES]
    cells = {level: [f"{found[level].points:.2f} ± {found[level].half_width:.2f}" for found in figures] for level in RUNGS}
    return table(cells, [[found[level].games for level in RUNGS] for found in figures])


def table(cells: Mapping[str, Sequence[str]], played: Sequence[Sequence[int]]) -> str:
    """A row for each of the people, a column for each game; then how many games they played."""
    rows = [f"| | {' | '.join(TITLES)} |", f"|---|{'---|' * len(GAMES)}"]
    for level, row in cells.items():
        rows.append(f"| {WORDS.bot(level)} (`{level}`) | {' | '.join(row).replace('-', '−')} |")
    counts = (f"{title} {counted(games)}" for title, games in zip(TITLES, played, strict=True))
    return "\n".join([*rows, "", f"Games each: {', '.join(counts)}."])


def counted(games: Sequence[int]) -> str:
    return " to ".join(f"{count:,}" for count in dict.fromkeys((min(games), max(games))))


def page() -> str:
    tables = {"scores": scores(), "losses": lost()}

    def fill(found: re.Match[str]) -> str:
        return f"{found[1]}\n{tables[found[2]]}\n\n{found[3]}"

    return re.sub(r"(?s)(<!-- (scores|losses) -->\n).*?(<!-- end -->)", fill, PAGE.read_text("utf-8"))


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text("utf-8") != page())
    PAGE.write_text(page(), "utf-8")
