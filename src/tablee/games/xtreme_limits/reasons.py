"""What sets one action apart from another in Xtreme Limits (see `Game.reasons`).

A view has no time, so nothing is said about when the bell rings: reasons speak of a count with the hands as they would stand.
An unseen card may be any of those the seat has not seen, all equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from tablee.core.game import Argument, Seat
from tablee.games.xtreme_limits.actions import KEEP, TEXTS, Action, Move, Swap, Take
from tablee.games.xtreme_limits.clock import DECK, EXCHANGE, HANDS, Card, Hands, moved
from tablee.games.xtreme_limits.scoring import points
from tablee.kit.arguments import Weighed, argue, percent, weightiest

if TYPE_CHECKING:
    from tablee.games.xtreme_limits.rules import View


def find_reasons(view: View, action: Action, other: Action) -> tuple[Argument, ...]:
    seat = view.seat
    assert seat is not None
    if action == other:
        return ()
    if isinstance(action, Move) and isinstance(other, Move):
        return weightiest(_move_reasons(view, seat, action, other))
    return weightiest(_swap_reasons(view, seat, action, other))


def _outcomes(view: View, place: int, hands: Hands) -> list[int]:
    """What the cards of a place may count, all equally likely: a single number if they are known."""
    packet = view.rounds[-1].lies[place]
    if known := view.known[-1][packet]:
        return [sum(points(card, hands) for card in known)]
    size = max(1, view.rounds[-1].sizes[packet])  # a card in the centre is drawn when it is taken
    return [sum(points(card, hands) for card in cards) for cards in combinations(_unseen(view), size)]


def _unseen(view: View) -> list[Card]:
    seen = {card for cards in view.known[-1] for card in cards}
    return [card for card in DECK if card not in seen]


def _more(outcomes: Sequence[int], than: int) -> Fraction:
    return Fraction(sum(counted > than for counted in outcomes), len(outcomes))


def _less(outcomes: Sequence[int], than: int) -> Fraction:
    return Fraction(sum(counted < than for counted in outcomes), len(outcomes))


# R8 to R12: moves
def _move_reasons(view: View, seat: Seat, action: Move, other: Move) -> Iterator[Weighed]:
    r, text = view.rounds[-1], TEXTS[action]
    hands, others = (moved(r.hands, move.hand, move.cells) for move in (action, other))
    (mine,), (less,) = (_outcomes(view, seat, each) for each in (hands, others))
    where = dict(zip(HANDS, hands, strict=True))
    marks = (f"panel:{HANDS[action.hand]}", "panel:card")
    cell, swaps = hands[action.hand], hands[action.hand] in EXCHANGE
    if sum(r.tokens) == action.cells and not swaps and mine:  # R12
        yield argue(text, "ends", marks, 3 * mine, points=mine, **where)
    elif mine > less:
        yield argue(text, "count", marks, 2 * (mine - less), points=mine, less=less, **where)
    for rival in range(len(r.tokens)):
        then, instead = (_outcomes(view, rival, each)[0] for each in (hands, others))
        if rival != seat and view.known[-1][r.lies[rival]] and then < instead:
            yield argue(text, "rival", marks[:1], instead - then, other=rival, points=then, more=instead)
    unseen = _unseen(view)
    fewer, more = (sum(points(card, each) for card in unseen) for each in (hands, others))
    if fewer < more:
        counts = {"cards": len(unseen), "points": fewer, "more": more}
        yield argue(text, "strangers", marks[:1], Fraction(more - fewer, len(unseen)), **counts)
    if action.cells < other.cells:
        left = r.tokens[seat] - action.cells
        counts = {"left": left, "less": r.tokens[seat] - other.cells, "rivals": sum(r.tokens) - r.tokens[seat]}
        yield argue(text, "tokens", ("panel:tokens",), Fraction(other.cells - action.cells, 12), **counts)
    if swaps and others[other.hand] not in EXCHANGE:
        chance = max(_more(_outcomes(view, place, hands), mine) for place in range(len(r.lies)) if place != seat)
        if chance:
            yield argue(text, "exchange", marks, chance, cell=cell, points=mine, chance=percent(chance))


# R11: swaps
def _swap_reasons(view: View, seat: Seat, action: Action, other: Action) -> Iterator[Weighed]:
    hands, seats, text = view.rounds[-1].hands, len(view.rounds[-1].tokens), TEXTS[action]
    mine, theirs = (_outcomes(view, _place(each, seat, seats), hands) for each in (action, other))
    if len(mine) == len(theirs) == 1 and mine > theirs:
        yield argue(text, "holds", ("panel:card",), 2 * (mine[0] - theirs[0]), points=mine[0], less=theirs[0])
    elif len(mine) == 1 < len(theirs):
        more, less = _more(theirs, mine[0]), _less(theirs, mine[0])
        if less >= more and less:
            yield argue(text, "sure", ("panel:card",), 2 * less, points=mine[0], more=percent(more), less=percent(less))
    elif len(theirs) == 1 < len(mine):
        more, less = _more(mine, theirs[0]), _less(mine, theirs[0])
        if more >= less and more:
            yield argue(text, "unseen", ("panel:card",), 2 * more, points=theirs[0], more=percent(more), less=percent(less))
    (held,) = _outcomes(view, seat, hands)
    if isinstance(other, Swap) and not isinstance(action, Swap) and held:
        yield argue(TEXTS[other], "gives", ("panel:card",), Fraction(held, 2), other=other.seat, points=held)


def _place(action: Action, seat: Seat, seats: int) -> int:
    """Whose cards the seat would have."""
    match action:
        case Swap(other):
            return other
        case Take(spot):
            return seats + spot - 1
    assert action == KEEP
    return seat
