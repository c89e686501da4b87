"""The cards of Ultim' Limit and the row (R1, R2 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from tablee.kit.parts import load_parts

PARTS, DIGEST = load_parts(__file__)

Colour: TypeAlias = int
Colours: TypeAlias = tuple[Colour, ...]  # in rising order
Card: TypeAlias = int  # index into NAMES
Cards: TypeAlias = tuple[Card, ...]

# R1: the cards, by colour.
COLOURS: tuple[str, ...] = tuple(PARTS["colours"])
FACES = [(colour, number) for colour, name in enumerate(COLOURS) for number in PARTS["numbers"][name]]
COLOUR: tuple[Colour, ...] = tuple(colour for colour, _ in FACES)
NUMBER: tuple[int, ...] = tuple(number for _, number in FACES)
NAMES = tuple(f"{COLOURS[colour]}-{number}" for colour, number in FACES)
DECK: Cards = tuple(range(len(NAMES)))
MOST = tuple(COLOUR.count(colour) for colour in range(len(COLOURS)))
assert len(set(NAMES)) == PARTS["cards"]["count"]
assert set(NUMBER) <= set(range(1, 19))

# R2: the row.
SLOTS = range(PARTS["cards"]["row"])
NO_ROW = (None,) * len(SLOTS)


def names_of(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in cards)
