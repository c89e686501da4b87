"""A round in progress as one row of numbers, for kernels that play it on; the rules are those of `batch.py`.

Here all packets are filled, those in the centre too: a position is one of the ways the cards may lie. A seat that keeps its cards
swaps with itself.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from tablee.games.xtreme_limits.clock import CARDS, CELLS, EXCHANGE
from tablee.games.xtreme_limits.kernels.batch import WORTH, Int
from tablee.kit.kernels.decorators import Array, inner

# Where a row holds what: the hands; the tokens by seat; the packet at each place; for each packet, one bit per seat that has
# seen it, and one per card in it.
TOKENS, LIES, SEEN, FILLED, ROW = 3, 9, 15, 21, 27
MOVE_CODES = 128  # the code of a move is MOVE_CODES * hand + cells …
SWAP_CODES = 1000  # … and that of a swap SWAP_CODES + place

IS_EXCHANGE = np.array([cell in EXCHANGE for cell in range(CELLS + 1)])
BITS = np.array([cards.bit_count() for cards in range(1 << len(CARDS))])
# R16: the points of a set of cards, by the cells of the hands
POINTS = np.zeros((CELLS + 1, CELLS + 1, CELLS + 1, 1 << len(CARDS)), np.int8)
for _card, _cards in product(range(len(CARDS)), range(1 << len(CARDS))):
    if _cards >> _card & 1:
        POINTS[..., _cards] += WORTH[..., _card]


@inner
def landing(cell: Int, cells: Int) -> Any:
    """R8"""
    return (cell + cells - 1) % CELLS + 1


@inner
def is_free(row: Array, hand: Int, cells: Int) -> bool:
    """R9"""
    to, free = landing(row[hand], cells), True
    for other in range(3):
        free &= other == hand or row[other] != to
    return free


@inner
def points_of(row: Array, cards: Int) -> Any:
    return np.int64(POINTS[row[0], row[1], row[2], cards])


@inner
def held(row: Array, place: Int) -> Any:
    """The cards that lie at a place."""
    return row[FILLED + row[LIES + place]]


@inner
def swap(row: Array, seats: Int, seat: Int, place: Int) -> None:
    """R11: both look at what they got."""
    row[LIES + seat], row[LIES + place] = row[LIES + place], row[LIES + seat]
    row[SEEN + row[LIES + seat]] |= 1 << seat
    if place < seats:
        row[SEEN + row[LIES + place]] |= 1 << place


@inner
def next_seat(row: Array, seats: Int, seat: Int) -> Any:
    """R10: the next seat with tokens, which may be the same one; -1 if there is none (R12)."""
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if row[TOKENS + seat] > 0:
            return seat
    return -1


@inner
def tokens_left(row: Array, seats: Int) -> Any:
    total = 0
    for seat in range(seats):
        total += row[TOKENS + seat]
    return total
