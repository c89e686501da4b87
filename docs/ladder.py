"""Writes the table of docs/ladder.md from the games' levels.toml: `python docs/ladder.py`. `--check` only compares."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tablee.bots.levels import measured
from tablee.bots.people import RUNGS
from tablee.core import registry
from tablee.words import Words

PAGE = Path(__file__).with_name("ladder.md")


def table() -> str:
    words = Words("en")
    games = [entry for entry in registry.all_games() if entry.ladder and entry.folder.parent.name == "games"]
    titles = [Words("en", also=entry.folder).text("game") for entry in games]
    rows = [f"| | {' | '.join(titles)} |", f"|---|{'---|' * len(games)}"]
    for level in RUNGS:
        figures = [measured(entry.folder)[level] for entry in games]
        cells = (f"{figure['mean']:,.1f} ± {figure['half_width']:.1f}".replace("-", "−") for figure in figures)
        rows.append(f"| {words.bot(level)} (`{level}`) | {' | '.join(cells)} |")
    played = (f"{title} {games_of(entry)}" for title, entry in zip(titles, games, strict=True))
    return "\n".join([*rows, "", f"Games each: {', '.join(played)}."])


def games_of(entry: registry.Entry) -> str:
    counts = sorted({measured(entry.folder)[level]["games"] for level in RUNGS})
    return " to ".join(f"{count:,}" for count in dict.fromkeys((counts[0], counts[-1])))


def page() -> str:
    text = PAGE.read_text("utf-8")
    return re.sub(r"(?s)(<!-- table -->\n).*(<!-- end -->)", lambda found: f"{found[1]}\n{table()}\n\n{found[2]}", text)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text("utf-8") != page())
    PAGE.write_text(page(), "utf-8")
