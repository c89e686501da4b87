"""Writes a new game: a copy of the game in `project`, a whole package to change, under another name."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from tablee.core import registry
from tablee.core.game import BadText, say

PROJECT = Path(__file__).parent / "project"
HERE = f"{__name__}.project."  # how the copied game's modules are called here
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def write_game(name: str, folder: Path) -> list[Path]:
    """Writes the package of a new game with this id, and returns its files. Raises BadText, or OSError."""
    check_name(name)
    if folder.exists():
        raise BadText(say("new-game-there", folder=str(folder)))
    files = []
    for path, text in project_files(name):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        files.append(file)
    return files


def check_name(name: str) -> None:
    """Raises BadText for an id that is badly formed, or taken by a game or by another module."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadText(say("new-game-name", name=name[:60]))
    if name in registry.names() or find_spec(module_of(name)) is not None:
        raise BadText(say("new-game-taken", name=name[:60]))


def module_of(name: str) -> str:
    return name.replace("-", "_")


def title_of(name: str) -> str:
    return name.replace("-", " ").title()


def project_files(name: str) -> Iterator[tuple[str, str]]:
    """Every file of the new package: its path and its text."""
    for file in sorted(PROJECT.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield _renamed(file.relative_to(PROJECT).as_posix(), name), _renamed(file.read_text("utf-8"), name)


def _renamed(text: str, name: str) -> str:
    title = title_of(name)
    new = {HERE: "", "starter_game": module_of(name), "starter-game": name, "Starter Game": title}
    for word, other in (new | {"StarterGame": title.replace(" ", "")}).items():
        text = text.replace(word, other)
    return text
