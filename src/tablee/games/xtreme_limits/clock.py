"""The clock of Xtreme Limits, its hands and its cards (R1, R2 of RULES.md)."""

from __future__ import annotations

from itertools import permutations
from typing import TypeAlias

from tablee.kit.parts import load_parts

PARTS, DIGEST = load_parts(__file__)

Cell: TypeAlias = int  # 1 .. 12
Hand: TypeAlias = int  # red, green, blue
Hands: TypeAlias = tuple[Cell, ...]  # where each hand stands
Card: TypeAlias = int

# R1: the clock and its hands.
CELLS, START, EXCHANGE = PARTS["clock"]["cells"], PARTS["clock"]["start"], frozenset(PARTS["clock"]["exchange"])
CELL_NAMES = tuple(str(cell) for cell in range(1, CELLS + 1))
HANDS: tuple[str, ...] = tuple(PARTS["hands"]["names"])

# R2: six cards, one for every order of the hands; `CARDS[card]` names the hands ranked first, second and third.
CARDS: tuple[tuple[Hand, ...], ...] = tuple(permutations(range(len(HANDS))))
CARD_NAMES = tuple("-".join(HANDS[hand] for hand in card) for card in CARDS)
DECK = range(len(CARDS))
assert len(CARDS) == PARTS["cards"]["count"]


def moved(hands: Hands, hand: Hand, cells: int) -> Hands:
    return (*hands[:hand], (hands[hand] + cells - 1) % CELLS + 1, *hands[hand + 1 :])
