"""Scores cards by the positions of the hands (R14 to R17 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tablee.core.game import Row, say
from tablee.games.xtreme_limits.clock import CARD_NAMES, CARDS, Card, Hands


# R14: the hand on the highest cell is first. R15: hands that share a cell (only 12 can be shared) have no rank, here 0.
@cache
def ranks(hands: Hands) -> tuple[int, ...]:
    return tuple(0 if hands.count(cell) > 1 else 1 + sum(other > cell for other in hands) for cell in hands)


# R16: a point for every hand whose rank matches the card: 0, 1 or 3.
@cache
def points(card: Card, hands: Hands) -> int:
    ranked = ranks(hands)
    return sum(ranked[hand] == place for place, hand in enumerate(CARDS[card], start=1))


def round_rows(number: int, up: Sequence[tuple[Card, int]], rung: bool) -> Iterator[Row]:
    """A row for every card turned up, or a single 0 for a round without any."""
    for card, worth in up:
        yield Row(say("round-card", number=number, card=CARD_NAMES[card]), worth)
    if not up:
        yield Row(say("round-bell" if rung else "round-nothing", number=number), 0)
