"""Discovers games: the folders of `tablee.games`, and entry points in the group `tablee.games`."""

from __future__ import annotations

import os
import pkgutil
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, TypeAlias

from tablee.core.bot import Judge, MakeBot
from tablee.core.game import AnyGame, Event, Game, Message, Refusal, Seat, say
from tablee.core.guide import Guide, load_guide
from tablee.core.solver import AnySolver

PACKAGE = "tablee.games"
OPTIONAL = ("fast", "solver", "luck", "judge", "highlights", "ladder")  # what a game's module may define, in capital letters
Step: TypeAlias = "tuple[Any, tuple[Event, ...]]"  # the state after an action, and its news


class UnknownGame(Refusal):
    pass


@dataclass(frozen=True, slots=True)
class Entry:
    """A game, its own bots, and the folder with its texts, parts, rules and golden records; if it has them, its solver,
    the luck of each seat in a finished match, which is a number of points that is 0 on average, whoever plays, and what
    there is to say about a seat's play in it."""

    game: AnyGame
    bots: Mapping[str, MakeBot]  # by level, the strongest first: `champion`, `expert`, then others; those that can play here
    folder: Path
    fast: str = ""  # the level that stands in for absent people; "" leaves it to `tablee.bots.fast_bot`
    solver: AnySolver | None = None
    luck: Callable[[Any, Seat], float] | None = None  # from a view at the end: points that a seat owes to luck, 0 in the mean
    judge: type[Judge[Any, Any]] | None = None  # values decisions in reviews
    highlights: Callable[[Sequence[Step], Seat], tuple[Message, ...]] | None = None  # from all steps of a finished game
    ladder: Mapping[str, MakeBot] = field(default_factory=dict)  # ten people to climb past, by level, the gentlest first
    guide: Guide | None = None  # the guided first game
    lacking: Mapping[str, str] = field(default_factory=dict)  # levels that cannot play here, and the package they need


@cache  # it looks through every installed package
def names() -> Mapping[str, str]:
    """Every game id with its module; imports no game."""
    package = import_module(PACKAGE)
    here = {found.name.replace("_", "-"): f"{PACKAGE}.{found.name}" for found in pkgutil.iter_modules(package.__path__)}
    outside = {point.name: point.value for point in entry_points(group=PACKAGE)}
    return dict(sorted((outside | here).items()))


@cache
def find(name: str) -> Entry:
    """The game with this id. Raises UnknownGame."""
    known = names()
    if name not in known:
        raise UnknownGame(say("unknown-game", game=name[:60], known=", ".join(known)))
    return load_game(known[name])


def by_name(name: str) -> Entry:
    """For tools, which may import what servers must not: an installed game by its id, any other by its module or its folder.
    Modules are also looked for in the folder one stands in. Raises UnknownGame."""
    if name in names():
        return find(name)
    if all(word.isidentifier() for word in name.split(".")):
        _import_from(Path.cwd())
        elsewhere = name in sys.stdlib_module_names or name == "__main__"  # no game is there
        return load_game(name) if "." in name or (not elsewhere and find_spec(name)) else find(name)
    return load_game(_module_in(Path(name).resolve())) if os.path.isdir(name) else find(name)


def _import_from(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def _module_in(folder: Path) -> str:
    """The module of the game in a folder: the folder itself, or the entry point that its pyproject.toml declares."""
    if (folder / "__init__.py").exists():
        outside = next(parent for parent in folder.parents if not (parent / "__init__.py").exists())
        _import_from(outside)
        return ".".join(folder.relative_to(outside).parts)
    file = folder / "pyproject.toml"
    project = tomllib.loads(file.read_text("utf-8")).get("project", {}) if file.exists() else {}
    modules = [*project.get("entry-points", {}).get(PACKAGE, {}).values()]
    if len(modules) != 1:
        why = f"it has no __init__.py, and its pyproject.toml does not declare one entry point in the group {PACKAGE}"
        raise _no_game(str(folder), why)
    for place in (folder / "src", folder):
        _import_from(place)
    return str(modules[0])


def load_game(module: str) -> Entry:
    """The game in an importable module, installed or not. Raises UnknownGame, and says why there is none."""
    try:
        found = import_module(module)
    except Exception as error:  # whatever the code of a game may raise
        raise _no_game(module, _why_not(module, error)) from error
    try:
        return _entry(found)
    except (AttributeError, TypeError, ValueError) as error:
        raise _no_game(module, str(error)) from error


def entry_of(value: object) -> Entry:
    """The game whose package defines the type of this value: a game, a state, an action, a view. Raises UnknownGame."""
    module, ids = type(value).__module__, {module: id for id, module in names().items()}
    while module:
        if module in ids:
            return find(ids[module])
        if isinstance(getattr(sys.modules.get(module), "GAME", None), Game):
            return load_game(module)
        module = module.rpartition(".")[0]
    raise UnknownGame(say("no-game-of", text=type(value).__qualname__))


def _no_game(module: str, why: str) -> UnknownGame:
    return UnknownGame(say("no-game-in-module", module=module[-60:], why=why[:240]))


def _why_not(module: str, error: Exception) -> str:
    """Why a module cannot be imported, with the line of the game's own code that failed."""
    if isinstance(error, ModuleNotFoundError) and error.name and f"{module}.".startswith(f"{error.name}."):
        return f"there is no module {error.name}, neither installed nor in the folder you are in"
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or '').name}, line {error.lineno}: {error.msg}"
    told = f"{type(error).__name__}: {error}"
    own = os.sep + module.replace(".", os.sep)
    frames = [frame for frame in extract_tb(error.__traceback__) if own in frame.filename]
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}: {told}" if frames else told


def _entry(module: ModuleType) -> Entry:
    if not module.__file__:
        raise TypeError("it is a folder without an __init__.py")
    game = getattr(module, "GAME", None)
    if game is None:
        raise TypeError(f"{Path(module.__file__).name} does not define GAME")
    if isinstance(game, type):
        raise TypeError(f"GAME is a class; write GAME = {game.__name__}()")
    if not isinstance(game, Game):
        raise TypeError("GAME is not an instance of a subclass of tablee.core.game.Game")
    more = {name: getattr(module, name.upper()) for name in OPTIONAL if hasattr(module, name.upper())}
    folder = Path(module.__file__).parent
    every: Mapping[str, MakeBot] = getattr(module, "BOTS", {})
    needed = {level: getattr(bot, "needs", "") for level, bot in every.items()}
    lacking = {level: package for level, package in needed.items() if package and find_spec(package) is None}
    bots = {level: bot for level, bot in every.items() if level not in lacking}
    return Entry(game, bots, folder, guide=load_guide(folder), lacking=lacking, **more)


def all_games() -> tuple[Entry, ...]:
    """Every installed game: those of `tablee.games` and those of other packages, sorted by id."""
    return tuple(find(name) for name in names())
