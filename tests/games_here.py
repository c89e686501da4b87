"""Every installed game, and the toy."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from tablee.core import registry
from tablee.table import Table

TOY = registry.load_game("tests.toy")
EVERY = (*(entry for entry in registry.all_games() if entry.game.id != "toy"), TOY)

OPTIONAL = ("RULES.fr.md", "strings.fr.ftl", "players", "kernels", "table.js", "table.css", "cover.svg")
GLASSES = "GLASSES = (3, 4, 5, 6)"


def install_toy(folder: Path, whole: bool = False, glass: int = 0) -> Path:
    """Fills a folder like pip does: a package with the toy, without anything that is optional unless it is to be `whole`, and
    its entry point. With `glass`, its sand timer takes so many seconds."""
    package, about = folder / "take_or_leave", folder / "take_or_leave-1.0.dist-info"
    shutil.copytree(TOY.folder, package, ignore=shutil.ignore_patterns("__pycache__", *(() if whole else OPTIONAL)))
    if glass:
        rules = (package / "rules.py").read_text("utf-8")
        assert GLASSES in rules
        (package / "rules.py").write_text(rules.replace(GLASSES, f"GLASSES = ({glass},)"), "utf-8")
    (package / "__init__.py").write_text("from take_or_leave.rules import Toy\n\nGAME = Toy()\n")
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: take-or-leave\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tablee.games]\ntoy = take_or_leave\n")
    return package


def find(name: str) -> registry.Entry:
    return TOY if name == "toy" else registry.find(name)


def played(game: str, *seats: str, **more: Any) -> Table:
    """A match of bots that is over."""
    table = Table(find(game), seats, **more)
    table.run()
    return table
