"""Scores cards by the positions of the hands (R14 to R17 of RULES.md)."""

from __future__ import annotations

from functools import cache, lru_cache

from tablee.core.game import ScoreRow, Sheet, say
from tablee.games.xtreme_limits.clock import CARD_NAMES, CARDS, HANDS, Card, Hand, Hands


# R14: the hand on the highest cell is first. R15: hands that share a cell (only 12 can be shared) have no rank, here 0.
@cache
def ranks(hands: Hands) -> tuple[int, ...]:
    return tuple(0 if hands.count(cell) > 1 else 1 + sum(other > cell for other in hands) for cell in hands)


# R16: a point for every hand whose rank matches the card: 0, 1 or 3.
@cache
def points(card: Card, hands: Hands) -> int:
    return len(_in_place(card, hands))


def _in_place(card: Card, hands: Hands) -> tuple[Hand, ...]:
    ranked = ranks(hands)
    return tuple(hand for place, hand in enumerate(CARDS[card], start=1) if ranked[hand] == place)


@lru_cache(maxsize=1 << 12)  # sheets go to everybody after every step, with all earlier rounds
def round_rows(number: int, hands: Hands, up: tuple[Card, ...], rung: bool) -> Sheet:
    """A row for every card turned up, or a single 0 for a round without any; each says where the hands were."""
    where = dict(zip(HANDS, hands, strict=True))
    if not up:
        return (ScoreRow(say("round-bell" if rung else "round-nothing", number=number, **where), 0),)
    rows = []
    for card in up:
        placed = "-".join(HANDS[hand] for hand in _in_place(card, hands))
        about = say("round-card", number=number, card=CARD_NAMES[card], placed=placed, **where)
        rows.append(ScoreRow(about, points(card, hands)))
    return tuple(rows)
