"""The options of Take it to the Limit!, and what they bring into play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from tablee.games.take_it_to_the_limit.actions import CALLS, DISCARD, PLACES, RELOCATIONS, RESERVE, Action, Call, Place
from tablee.games.take_it_to_the_limit.tiles import HOLE_NAMES, NEXUS, ORCHID, RESERVED, TILES, YARD_NAMES
from tablee.kit.hexboard import HexBoard


@dataclass(frozen=True, slots=True)
class Options:
    """`scrapyard` is for the Nexus, `tiles` for the Orchid; the other board ignores it (R27)."""

    board: Literal["nexus", "orchid"] = "nexus"
    scrapyard: Literal["standard", "lowest", "pass", "none"] = "standard"
    tiles: Literal["suns", "moons", "both"] = "suns"


@dataclass(frozen=True)
class Setting:
    """What the options bring into play."""

    board: HexBoard
    calls: int
    pool: tuple[Call, ...]
    spots: dict[str, Place]  # each takes one tile
    heap: str  # takes `room` tiles: the discard or the reserve, if there is one
    room: int
    last: tuple[Action, ...]  # what may follow once all have placed a tile


@cache
def setting(options: Options) -> Setting:
    if options.board == "orchid":
        pool = tuple(call for call in CALLS if options.tiles in ("both", f"{TILES.symbols[call.tile]}s"))
        spots = {name: PLACES[name] for name in ORCHID.names if name not in HOLE_NAMES}  # R11: holes are closed
        return Setting(ORCHID, len(spots) + RESERVED, pool, spots, RESERVE, RESERVED, RELOCATIONS)
    yard, passed = YARD_NAMES if options.scrapyard != "none" else (), options.scrapyard == "pass"
    calls = len(NEXUS.names + yard)  # R7: 44, or 37 without scrapyards
    spots = {name: PLACES[name] for name in (NEXUS.names if passed else NEXUS.names + yard)}
    if passed:
        return Setting(NEXUS, calls, CALLS, spots, DISCARD, len(yard), tuple(PLACES[to] for to in yard))
    return Setting(NEXUS, calls, CALLS, spots, "", 0, ())
