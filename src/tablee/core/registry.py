"""Games are found by looking: folders of `tablee.games`, and entry points of the group `tablee.games`."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from tablee.core.bot import MakeBot
from tablee.core.game import AnyGame, Game, Refusal, say
from tablee.core.solver import AnySolver

PACKAGE = "tablee.games"


class UnknownGame(Refusal):
    pass


@dataclass(frozen=True, slots=True)
class Entry:
    """A game, its own bots, and the folder with its texts, parts, rules and golden records; if it has them, its solver, and
    the luck of each seat in a finished match: a number of points that is 0 on average, whoever plays."""

    game: AnyGame
    bots: Mapping[str, MakeBot]
    folder: Path
    solver: AnySolver | None = None
    luck: Callable[[Any], Sequence[float]] | None = None


def names() -> dict[str, str]:
    """Every game id with the module it is in; nothing is imported."""
    package = import_module(PACKAGE)
    here = {found.name.replace("_", "-"): f"{PACKAGE}.{found.name}" for found in pkgutil.iter_modules(package.__path__)}
    outside = {point.name: point.value for point in entry_points(group=PACKAGE)}
    return dict(sorted((outside | here).items()))


@cache
def find(name: str) -> Entry:
    """The game of this id. Raises UnknownGame."""
    known = names()
    if name not in known:
        raise UnknownGame(say("unknown-game", game=name[:60], known=", ".join(known)))
    return look_into(known[name])


def by_name(name: str) -> Entry:
    """An installed game by its id, or any game by its dotted module name. For tools; a server finds ids only."""
    return look_into(name) if "." in name else find(name)


def look_into(module: str) -> Entry:
    """The game of an importable module, installed or not. Raises UnknownGame if there is no such module or no game in it."""
    try:
        return _entry(import_module(module))
    except (ModuleNotFoundError, AttributeError, TypeError, ValueError) as error:
        raise UnknownGame(say("no-game-in-module", module=module[:60], why=str(error)[:120])) from error


def _entry(module: ModuleType) -> Entry:
    game = module.GAME
    if not isinstance(game, Game) or not module.__file__:
        raise TypeError(module.__name__)
    solver, luck = getattr(module, "SOLVER", None), getattr(module, "LUCK", None)
    return Entry(game, getattr(module, "BOTS", {}), Path(module.__file__).parent, solver, luck)


def all_games() -> tuple[Entry, ...]:
    """Every game that is installed, by its id: those of `tablee.games`, and those of other packages."""
    return tuple(find(name) for name in names())
