"""What sets one action apart from another in Limits (see `Game.reasons`).

Chances count the worlds that fit what the seat has seen, all equally likely (R24, R25): they go by the cards alone and ask nobody
why a card was hidden or played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tablee.core.game import Argument, Seat
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide, write_action
from tablee.games.limits.deck import Colour, Counts, Deck, Limit
from tablee.games.limits.scoring import find_case
from tablee.games.limits.worlds import PublicHand, exact_raiser_odds
from tablee.kit.arguments import Weighed, argue, percent, weightiest

FOUR, LAID = 4, 2  # R11: cards to show, and how many of them go on the pile
PLENTY = 100  # more than can be laid: for an X


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows when it acts."""

    deck: Deck
    limit: Limit
    pile: tuple[tuple[Seat, Colour], ...]
    hand: Counts
    raisers: Counts  # its own
    rivals: tuple[PublicHand, ...]
    unseen: Counts  # by colour, cards that lie face down elsewhere
    award: int  # what a point is worth: 0 once the bank is empty

    def laid(self, colour: Colour) -> int:
        return sum(lies == colour for _, lies in self.pile)

    def allowed(self, colour: Colour) -> int:
        """How many may lie for sure: the limit and the seat's own raisers."""
        most = self.limit[colour]
        return PLENTY if most is None else most + self.raisers[colour]

    def over(self, colour: Colour, laid: int) -> Fraction:
        """The chance that so many cards of a colour are over the limit: that rivals have hidden too few of it."""
        needed = laid - self.allowed(colour)
        if needed <= 0:
            return Fraction(0)
        return sum(exact_raiser_odds(self.unseen, self.rivals, colour)[:needed], Fraction(0))

    def about(self, colour: Colour, laid: int) -> dict[str, str | int]:
        """The figures of a colour, as arguments of a message."""
        most, allowed = self.limit[colour], self.allowed(colour)
        places, chance = sum(rival.hidden for rival in self.rivals), self.over(colour, laid)
        return {
            "colour": self.deck.colours[colour],
            "laid": laid,
            "most": "X" if most is None else str(most),
            "allowed": "X" if most is None else str(allowed),
            "own": self.raisers[colour],
            "needed": max(laid - allowed, 0),
            "places": places,
            "unseen": self.unseen[colour],
            "chance": percent(chance),
            "certain": int(chance == 1),
        }


def find_reasons(known: Knowledge, action: Action, other: Action) -> tuple[Argument, ...]:
    if action == other:
        return ()
    if isinstance(action, Hide) and isinstance(other, Hide):
        return weightiest(_hide_reasons(known, action, other))
    return weightiest((*_accuse_reasons(known, action, other), *_lay_reasons(known, action, other)))


# R6: hiding
def _hide_reasons(known: Knowledge, action: Hide, other: Hide) -> Iterator[Weighed]:
    mine, others = _without(action.colours, other.colours), _without(other.colours, action.colours)
    for colour in dict.fromkeys(others):
        if known.limit[colour] is None:
            yield argue(_text(known, other), "hide-x", ("panel:limit",), 3, **_hiding(known, colour, other))
    fewest, (most, colour) = min(known.hand[c] for c in mine), max((known.hand[c], c) for c in others)
    if fewest < most and known.award:
        args = {"cards": most, "held": fewest, "award": known.award}
        weight = Fraction(most - fewest, 2)
        yield argue(_text(known, action), "hide-keeps", ("panel:hand",), weight, colour=known.deck.colours[colour], **args)
    best = max(_raising(known, colour) for colour in others)
    for colour in dict.fromkeys(mine):
        if known.limit[colour] is not None and _raising(known, colour) > best:
            weight = _raising(known, colour) - best
            yield argue(_text(known, action), "hide", ("panel:limit", "panel:hand"), weight, **_hiding(known, colour, action))


def _without(these: tuple[Colour, ...], those: tuple[Colour, ...]) -> list[Colour]:
    """The cards of the one choice that the other lacks."""
    left, kept = list(those), []
    for colour in these:
        if colour in left:
            left.remove(colour)
        else:
            kept.append(colour)
    return kept


def _raising(known: Knowledge, colour: Colour) -> Fraction:
    """About what a raiser is worth: much where the limit is low and the hand has more of the colour."""
    most = known.limit[colour]
    return Fraction(-1) if most is None else min(known.hand[colour] - 1, 3) - Fraction(most, 4)


def _hiding(known: Knowledge, colour: Colour, action: Hide) -> dict[str, str | int]:
    most, hidden = known.limit[colour], action.colours.count(colour)
    allowed = "X" if most is None else str(most + hidden)
    limit = "X" if most is None else str(most)
    return {"colour": known.deck.colours[colour], "most": limit, "allowed": allowed, "left": known.hand[colour] - hidden}


# R12 to R15: an accusation
def _accuse_reasons(known: Knowledge, action: Action, other: Action) -> Iterator[Weighed]:
    right, instead = (_right(known, each) for each in (action, other))
    if isinstance(action, Accuse) and right and (instead is None or right > instead):
        colour, laid = find_case(known.pile, action.seat)
        about = {**known.about(colour, laid), "other": action.seat, "award": known.award, "penalty": known.deck.penalty}
        text = _text(known, action)
        yield argue(text, "accuse", ("panel:pile", "panel:limit"), 3 * right, **about)
        if 0 < right < 1:
            yield argue(text, "needed", ("panel:hidden",), right, **about)
    if isinstance(other, Accuse) and instead is not None and instead < 1 and (right is None or right > instead):
        colour, laid = find_case(known.pile, other.seat)
        about = {**known.about(colour, laid), "other": other.seat, "award": known.award, "penalty": known.deck.penalty}
        kind = "accuse-risk" if instead else "accuse-wrong"
        yield argue(_text(known, other), kind, ("panel:pile", "panel:limit"), 3 * (1 - instead), **about)


def _right(known: Knowledge, action: Action) -> Fraction | None:
    return known.over(*find_case(known.pile, action.seat)) if isinstance(action, Accuse) else None


# R9, R11: laying cards
def _lay_reasons(known: Knowledge, action: Action, other: Action) -> Iterator[Weighed]:
    mine, others = _lays(known, action), _lays(known, other)
    if isinstance(action, Four) and known.award:
        colour = known.deck.colours[action.colour]
        yield argue(_text(known, action), "four", ("panel:hand", "panel:bank"), 1, colour=colour, award=known.award)
    risk, instead = (known.over(*each) if each else None for each in (mine, others))
    if others and instead and (risk is None or instead > risk):
        yield argue(_text(known, other), "over", ("panel:pile", "panel:limit"), 2 * instead, **known.about(*others))
    if not mine:
        return
    following = known.over(mine[0], mine[1] + 1)
    if following > (known.over(others[0], others[1] + 1) if others else 0):
        about = known.about(mine[0], mine[1] + 1)
        if risk and following > risk:
            yield argue(_text(known, action), "leaves", ("panel:pile", "panel:limit"), following, now=percent(risk), **about)
        elif not risk:
            yield argue(_text(known, action), "next", ("panel:pile", "panel:limit"), following, **about)
    if risk:
        return
    if others and not instead:
        yield from _room_reasons(known, action, mine, others)
    else:
        yield argue(_text(known, action), "within", ("panel:pile", "panel:limit"), 1, **known.about(*mine))
    if isinstance(action, Card) and isinstance(other, Card) and known.award and known.hand[other.colour] == FOUR - 1:
        colour, cards = known.deck.colours[other.colour], known.hand[other.colour]
        yield argue(_text(known, action), "keeps", ("panel:hand",), Fraction(1, 2), colour=colour, cards=cards, award=known.award)


def _room_reasons(known: Knowledge, action: Action, mine: tuple[Colour, int], others: tuple[Colour, int]) -> Iterator[Weighed]:
    """Neither goes over the limit: the one that leaves less room leaves the risk to those who come next."""
    (left, colour), (more, instead) = ((known.allowed(colour) - laid, colour) for colour, laid in (mine, others))
    if 0 <= left < more:
        colours = {"colour": known.deck.colours[colour], "instead": known.deck.colours[instead]}
        room = "X" if known.limit[instead] is None else str(more)
        yield argue(_text(known, action), "room", ("panel:pile", "panel:limit"), Fraction(1, 3), left=left, more=room, **colours)


def _lays(known: Knowledge, action: Action) -> tuple[Colour, int] | None:
    """The colour an action lays, and how many of it then lie in the pile."""
    match action:
        case Card(colour):
            return colour, known.laid(colour) + 1
        case Four(colour):
            return colour, known.laid(colour) + LAID
    return None


def _text(known: Knowledge, action: Action) -> str:
    return write_action(known.deck, action)
