"""What a loot of Super is worth in the rest of the game, by values that were learnt from play. Standard library only.

The values stand in `loot.bin`, in steps of 1/100 point. docs/champions-ultim-limit.md tells how they are learnt.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from typing import TypeAlias

from tablee.games.ultim_limit.deck import COLOURS, MOST, NUMBER
from tablee.games.ultim_limit.rules import ROUNDS, TURNS

FILE = Path(__file__).with_name("loot.bin")
DIGEST = FILE.with_suffix(".sha256")
STEP = 1 / 100
MOST_FOUND = 1 << 14  # values that are remembered
Sizes: TypeAlias = tuple[int, ...]

SCORED, KEPT = slice(0, 3), slice(3, 6)  # R15: piles by rank
WITHIN = [turn for turn in range(1, ROUNDS * TURNS) if turn % TURNS]  # finished turns, with more to come in the round
PAIRS = {pair: n for n, pair in enumerate((a, b) for a in range(max(MOST) + 1) for b in range(a + 1))}
KEEPS = {tuple(reversed(kept)): n for n, kept in enumerate(combinations_with_replacement(range(max(MOST) + 1), 3))}
NEIGHBOURS, NUMBERS = len(COLOURS) - 1, max(NUMBER)
PILES_SIZE, ROW_SIZE = NEIGHBOURS * len(PAIRS), len(COLOURS) * NUMBERS
SIZE = len(WITHIN) * (PILES_SIZE + ROW_SIZE) + (ROUNDS - 1) * len(KEEPS)


class LootValues:
    """Points still to be counted, by the turns that the seat has finished."""

    def __init__(self, weights: Sequence[int]) -> None:
        """weights: for each turn of WITHIN those of neighbouring piles, then of cards left in the row; then of kept piles"""
        self.weights = weights
        self._found: dict[tuple[int, Sizes], float] = {}

    def of(self, turns: int, sizes: Sizes) -> float:
        """What a loot is worth after so many turns, with a row of unknown cards."""
        if (turns, sizes) not in self._found:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            self._found[turns, sizes] = self._sum(turns, tuple(sorted(sizes, reverse=True)))
        return self._found[turns, sizes]

    def _sum(self, turns: int, piles: Sizes) -> float:
        if turns == ROUNDS * TURNS:
            return float(2 * sum(piles[SCORED]) - sum(piles))  # R16
        if turns % TURNS:
            first = WITHIN.index(turns) * (PILES_SIZE + ROW_SIZE)
            return STEP * sum(self.weights[first + n * len(PAIRS) + PAIRS[pair]] for n, pair in enumerate(pairwise(piles)))
        first = len(WITHIN) * (PILES_SIZE + ROW_SIZE) + (turns // TURNS - 1) * len(KEEPS)
        return sum(piles[SCORED]) - sum(piles[KEPT.stop :]) + STEP * self.weights[first + KEEPS[piles[KEPT]]]

    def left(self, turns: int, sizes: Sizes, colour: int, number: int) -> float:
        """What a card in the row is worth at the end of a turn, more than a card to come: it stays for the next turn."""
        if turns % TURNS == 0:
            return 0.0
        rank = sum(size > sizes[colour] for size in sizes)
        return STEP * self.weights[WITHIN.index(turns) * (PILES_SIZE + ROW_SIZE) + PILES_SIZE + rank * NUMBERS + number - 1]


@cache
def load() -> LootValues:
    """Raises ValueError if the file is damaged."""
    packed = FILE.read_bytes()
    if sha256(packed).hexdigest() != DIGEST.read_text().split()[0]:
        raise ValueError(f"{FILE.name} does not match {DIGEST.name}")
    return read(packed)


def read(packed: bytes) -> LootValues:
    weights = array("h", zlib.decompress(packed))
    if sys.byteorder == "big":
        weights.byteswap()
    return LootValues(weights)
