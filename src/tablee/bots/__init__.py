"""Bots that play any game. `players` adds a game's own bots."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tablee.core.bot import CHAMPION, EXPERT, Bot, Chance, MakeBot
from tablee.core.game import Below, Refusal, Seat, say
from tablee.core.registry import Entry


class RandomBot(Bot[Any, Any]):
    """Plays any legal action, all equally likely."""

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        return legal[self.below(len(legal))]


def chance_of(seed: str, seat: Seat) -> Chance:
    """The random numbers of the bot at this seat. They follow from the seed of a match's bots, never from that of its draws."""

    def chance(*words: str | int) -> Below:
        return random.Random("\0".join(map(str, (seed, seat, *words)))).randrange

    return chance


GENERIC: dict[str, MakeBot] = {"random": RandomBot}


def players(entry: Entry) -> Mapping[str, MakeBot]:
    """The levels of a game, but for the people on its ladder."""
    return {**GENERIC, **entry.bots}


def everybody(entry: Entry) -> Mapping[str, MakeBot]:
    return {**players(entry), **entry.ladder}


def player(entry: Entry, name: str) -> MakeBot:
    known = everybody(entry)
    if package := entry.lacking.get(name):
        raise Refusal(say("level-needs", bot=name, package=package))
    if name not in known:
        raise Refusal(say("unknown-bot", bot=name[:40], known=", ".join(known)))
    return known[name]


def weights_of(entry: Entry, level: str) -> Sequence[Path]:
    """The files that this level reads before its first choice."""
    found: Sequence[Path] = getattr(player(entry, level), "weights", ())
    return found


def weights_name(weights: Path) -> str:
    """The name of such a file outside the folder `players` of its game."""
    return f"{weights.parents[1].name}-{weights.name}"


def fast_bot(entry: Entry) -> str:
    """Stands in for absent people, and plays where nobody has chosen a level. A champion there could slow a server down.

    It is the one that the game names; by default the first of its own, champion and random aside.
    """
    return entry.fast or next((name for name in entry.bots if name not in (CHAMPION, *GENERIC)), next(iter(GENERIC)))


def strongest_fast(entry: Entry) -> str:
    """The strongest bot that answers quickly: the expert, or else the one that stands in."""
    return EXPERT if EXPERT in entry.bots else fast_bot(entry)
