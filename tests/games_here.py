"""Every installed game, and the toy."""

from __future__ import annotations

import shutil
from pathlib import Path

from tablee.core import registry

TOY = registry.load_game("tests.toy")
EVERY = (*(entry for entry in registry.all_games() if entry.game.id != "toy"), TOY)

OPTIONAL = ("RULES.fr.md", "strings.fr.ftl", "players", "kernels")


def install_toy(folder: Path) -> Path:
    """Fills a folder like pip does: a package with the toy, without anything that is optional, and its entry point."""
    package, about = folder / "take_or_leave", folder / "take_or_leave-1.0.dist-info"
    shutil.copytree(TOY.folder, package, ignore=shutil.ignore_patterns(*OPTIONAL, "__pycache__"))
    (package / "__init__.py").write_text("from take_or_leave.rules import Toy\n\nGAME = Toy()\n")
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: take-or-leave\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tablee.games]\ntoy = take_or_leave\n")
    return package


def find(name: str) -> registry.Entry:
    return TOY if name == "toy" else registry.find(name)
