"""The actions of Take it to the Limit! and their texts: `4-6-5`, `c3`, `s:a1`, `discard`, `reserve`, `A=1,C=3`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from tablee.core.game import BadText, say
from tablee.games.take_it_to_the_limit.tiles import HOLES, NAMES, NEXUS, RESERVED, YARD_NAMES
from tablee.kit.hexboard import Tile

DISCARD, RESERVE, KEEP = "discard", "reserve", "keep"


@dataclass(frozen=True, slots=True)
class Call:
    tile: Tile


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile goes: `c3`, `s:a1`, `discard` or `reserve`. What `c3` means depends on the board."""

    to: str


@dataclass(frozen=True, slots=True)
class Relocate:
    """For each hole, the reserve tile that goes there, numbered in the order laid (1, 2, 3); 0 for none."""

    numbers: tuple[int, ...] = (0, 0, 0)


Action: TypeAlias = Call | Place | Relocate


def write_action(a: Action) -> str:
    if isinstance(a, Call):
        return NAMES[a.tile]
    if isinstance(a, Place):
        return a.to
    return ",".join(f"{hole}={number}" for hole, number in zip(HOLES, a.numbers, strict=True) if number) or KEEP


CALLS = tuple(map(Call, range(len(NAMES))))
PLACES = {to: Place(to) for to in (*NEXUS.names, *YARD_NAMES, DISCARD, RESERVE)}  # these include the Orchid's names
RELOCATIONS = tuple(  # R13: no tile goes to two holes; the fewest tiles first
    Relocate(numbers)
    for numbers in sorted(product(range(RESERVED + 1), repeat=len(HOLES)), key=lambda numbers: -numbers.count(0))
    if len(set(numbers) - {0}) == len(HOLES) - numbers.count(0)
)
ACTIONS: dict[str, Action] = {write_action(a): a for many in (CALLS, PLACES.values(), RELOCATIONS) for a in many}


def read_action(text: str) -> Action:
    if text not in ACTIONS:
        raise BadText(say("no-such-action", text=text[:20]))
    return ACTIONS[text]
