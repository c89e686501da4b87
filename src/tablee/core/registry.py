"""Discovers games: the folders of `tablee.games`, and entry points in the group `tablee.games`."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from tablee.core.bot import MakeBot
from tablee.core.game import AnyGame, Game, Refusal, Seat, say
from tablee.core.guide import Guide, load_guide
from tablee.core.solver import AnySolver

PACKAGE = "tablee.games"


class UnknownGame(Refusal):
    pass


@dataclass(frozen=True, slots=True)
class Entry:
    """A game, its own bots, and the folder with its texts, parts, rules and golden records; if it has them, its solver, and
    the luck of each seat in a finished match: a number of points that is 0 on average, whoever plays."""

    game: AnyGame
    bots: Mapping[str, MakeBot]  # by level, the strongest first: `champion`, `expert`, then others; those that can play here
    folder: Path
    fast: str = ""  # the level that stands in for absent people; "" leaves it to `tablee.bots.fast_bot`
    solver: AnySolver | None = None
    luck: Callable[[Any, Seat], float] | None = None  # from a view at the end: points that a seat owes to luck, 0 in the mean
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
    """An installed game by its id, or any game by its dotted module name. For tools; servers only accept ids."""
    return load_game(name) if "." in name else find(name)


def load_game(module: str) -> Entry:
    """The game in an importable module, installed or not. Raises UnknownGame if there is no such module or no game in it."""
    try:
        return _entry(import_module(module))
    except (ModuleNotFoundError, AttributeError, TypeError, ValueError) as error:
        raise UnknownGame(say("no-game-in-module", module=module[:60], why=str(error)[:120])) from error


def _entry(module: ModuleType) -> Entry:
    game = module.GAME
    if not isinstance(game, Game) or not module.__file__:
        raise TypeError("its GAME is not a Game")
    more = {name: getattr(module, name.upper()) for name in ("fast", "solver", "luck") if hasattr(module, name.upper())}
    folder = Path(module.__file__).parent
    every: Mapping[str, MakeBot] = getattr(module, "BOTS", {})
    needed = {level: getattr(bot, "needs", "") for level, bot in every.items()}
    lacking = {level: package for level, package in needed.items() if package and find_spec(package) is None}
    bots = {level: bot for level, bot in every.items() if level not in lacking}
    return Entry(game, bots, folder, guide=load_guide(folder), lacking=lacking, **more)


def all_games() -> tuple[Entry, ...]:
    """Every installed game: those of `tablee.games` and those of other packages, sorted by id."""
    return tuple(find(name) for name in names())
