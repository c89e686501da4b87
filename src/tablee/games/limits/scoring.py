"""Judges accusations and adds up final scores (R12 to R14 and R20 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.game import ScoreRow, Seat, Sheet, say
from tablee.games.limits.deck import Colour, Deck


# R12, R13: an accusation is about the last colour the accused laid; cards laid later do not count.
def find_case(pile: Sequence[tuple[Seat | str, Colour]], accused: Seat | str) -> tuple[Colour, int]:
    """That colour, and how many of it are in the pile up to and including the accused's last card."""
    last = max(place for place, (name, _) in enumerate(pile) if name == accused)
    colour = pile[last][1]
    return colour, sum(lies == colour for _, lies in pile[: last + 1])


# R14: guilty if there are more than the limit plus its raisers; nobody can exceed an X.
def is_guilty(laid: int, most: int | None, raised: int) -> bool:
    return most is not None and laid > most + raised


def finding(deck: Deck, colour: Colour, laid: int, most: int | None, raised: int) -> dict[str, str | int]:
    """The figures of an accusation, as arguments of a message."""
    text, allowed = ("X", "X") if most is None else (str(most), str(most + raised))
    return {"colour": deck.colours[colour], "laid": laid, "most": text, "raised": raised, "allowed": allowed}


# R20: points won minus 2 for each limit card.
def score_rows(deck: Deck, points: int, taken: int) -> Sheet:
    lost = say("limit-cards-taken", cards=taken, each=deck.penalty)
    return ScoreRow(say("points-won", points=points), points), ScoreRow(lost, -deck.penalty * taken)
