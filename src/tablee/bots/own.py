"""Bots of your own: a class, or the text `module:Class` that names it on the command line.

Only tools import what a text names. A record or a visitor cannot choose what a server imports: there, an operator's bots have
names (`WithBots`).
"""

from __future__ import annotations

import inspect
import os
import sys
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from tablee.bots import GENERIC, fast_bot, player
from tablee.core import registry
from tablee.core.bot import AnyBot, Bot, MakeBot
from tablee.core.game import BadText, Refusal, say
from tablee.core.registry import Entry

AnyLevel: TypeAlias = str | type[AnyBot]  # a level of the game, `module:Class`, or a class


class BadBot(Refusal):
    """Something that cannot play: it cannot be imported, is no bot, or plays another game."""


def maker(entry: Entry, bot: object) -> MakeBot:
    """What makes a bot for a seat, from one of the game's levels, `module:Class`, or a class. Raises Refusal."""
    if isinstance(bot, str):
        return player(entry, bot) if ":" not in bot else checked(import_bot(bot), entry.game.id)
    return checked(bot, entry.game.id)


def name_of(bot: AnyLevel) -> str:
    """As records, tables and the command line name it."""
    return bot if isinstance(bot, str) else f"{bot.__module__}:{bot.__qualname__}"


def checked(bot: object, game: str) -> type[AnyBot]:
    """The same, if it is a class whose bots can play this game. Raises BadBot."""
    if not inspect.isclass(bot) or not issubclass(bot, Bot):
        raise BadBot(say("no-bot-class", text=repr(bot)[:60]))
    if missing := sorted(bot.__abstractmethods__):
        raise BadBot(say("own-bot-lacks", bot=name_of(bot), methods=", ".join(missing)))
    if bot.games and game not in bot.games:
        raise BadBot(say("own-bot-plays", bot=name_of(bot), games=", ".join(bot.games), game=game))
    return bot


def import_bot(name: str) -> type[AnyBot]:
    """The class that `module:Class` names; modules are also looked for in the folder you are in. Raises BadBot, in one line."""
    module, _, names = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: object = import_module(module)
        for part in names.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever the module may raise
        raise BadBot(say("no-bot-in", bot=name[-120:], why=f"{type(error).__name__}: {error}"[:240])) from error
    if not inspect.isclass(found) or not issubclass(found, Bot):
        raise BadBot(say("no-bot-class", text=name[:60]))
    return found


def importable(bot: AnyLevel) -> str:
    """The name by which other processes can import the same class. Raises BadBot if there is none."""
    if not isinstance(bot, str) and import_bot(name_of(bot)) is not bot:
        raise BadBot(say("no-bot-in", bot=name_of(bot), why="another class has this name"))
    return name_of(bot)


@cache
def source_of(bot: str) -> bytes:
    """The file that a class is written in, so that results can tell whether it has changed; b"" if there is none."""
    try:
        return Path(inspect.getfile(import_bot(bot))).read_bytes()
    except (OSError, TypeError):
        return b""


@dataclass(frozen=True)
class WithBots:
    """Finds games, as `registry.find` does, and gives each the operator's bots as further levels."""

    bots: tuple[tuple[str, str], ...]  # the name of the level, and `module:Class`

    def __post_init__(self) -> None:
        """Raises Refusal for a bad name, or for a class that cannot play any game."""
        taken = {name for entry in registry.all_games() for name in entry.bots} | {*GENERIC}
        for name, bot in self.bots:
            if name in taken or not name.replace("-", "").isalnum() or not name.isascii() or len(name) > 24:
                raise BadText(say("bad-level-name", text=name[:40]))
            kind = import_bot(bot)
            checked(kind, next(iter(kind.games), ""))

    @cache  # noqa: B019 - there is one, as long as its server runs
    def __call__(self, id: str) -> Entry:
        entry = registry.find(id)
        kinds = {name: import_bot(bot) for name, bot in self.bots}
        own: dict[str, MakeBot] = {name: kind for name, kind in kinds.items() if not kind.games or id in kind.games}
        return replace(entry, bots={**own, **entry.bots}, fast=fast_bot(entry))
