"""Every world that fits a view of Limits, if there are few, and every way in which it may go on: then nothing is sampled.

Once the draw pile has been gone through, everybody has seen its cards come back. What is hidden then is who holds what, and what
is a raiser: with two seats, that is a choice of two cards out of six. Playouts break ties between colours by an order, the same
in the whole playout; all orders are reckoned with, but those that lead to the same cards are played out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import comb, prod
from typing import TypeAlias

from tablee.core.game import Seat
from tablee.games.limits.actions import Action
from tablee.games.limits.deck import Colour, Counts
from tablee.games.limits.players.champion import NearestFirst
from tablee.games.limits.players.expert import Position, World
from tablee.games.limits.worlds import UNSEEN, PublicHand, guesses, minus, multinomial, plus

MOST_COLOURS = 6  # more have too many orders

SeatCards: TypeAlias = tuple[Counts, Counts]  # a hand, and raisers
OrderSet: TypeAlias = int  # a set of them: a bit for each, by its place in `orders_of`


# Every world that fits
def every_world(position: Position, most: int) -> list[World] | None:
    """All of them, with their weights, if there are at most so many."""
    table = position.table
    if table.unknown > 1 or position.colours > MOST_COLOURS:  # with more unknown cards, their order is hidden, too
        return None
    others = [seat for seat in range(position.seats) if seat != position.me]
    found: dict[tuple[Counts, tuple[SeatCards, ...]], float] = {}
    for chance, filled, deck in every_deal(position.unseen, [table.watched[seat] for seat in others]):
        lots = [hidden(position, seat, *cards) for seat, cards in zip(others, filled, strict=True)]
        for chosen in product(*(lot.items() for lot in lots)):
            key = deck, tuple(cards for cards, _ in chosen)
            found[key] = found.get(key, 0.0) + chance * prod(odds for _, odds in chosen)
        if len(found) > most:
            return None
    return [_world(position, deck, cards, weight) for (deck, cards), weight in found.items()]


def _world(position: Position, deck: Counts, rivals: tuple[SeatCards, ...], weight: float) -> World:
    cards, table = list(rivals), position.table
    cards.insert(position.me, (position.view.hand, position.view.raisers))
    stock = [colour for colour, count in enumerate(deck) for _ in range(count)]
    return World(
        weight,
        [hand for hand, _ in cards],
        [raisers for _, raisers in cards],
        [[(raisers, 1.0)] for _, raisers in cards],
        [*reversed(table.bottom), *stock, *reversed(table.top)],
        [*range(position.colours)],
    )


# Every order in which ties may be broken
class WatchedPlayout(NearestFirst):
    """A playout that notes between which colours the order decides: those that were as near to their limits, now and before."""

    def __init__(self, position: Position, world: World, action: Action | None) -> None:
        self.ties: list[tuple[Colour, tuple[Colour, ...]]] = []  # what was laid, and what else might have been
        self.places = [0] * position.colours  # alike for colours whose order has never been decided otherwise
        super().__init__(position, world, action)

    def step(self) -> Seat | None:
        position, seat, own = self.position, self.turn, self.raisers[self.turn]
        near = [(position.most[c] + own[c] - self.count[c], place) for c, place in enumerate(self.places)]
        ranked = sorted(set(near))
        self.places = [ranked.index(each) for each in near]
        ties = self._ties(seat)
        accused, laid = super().step(), self.last[seat]
        if accused is None and laid is not None and len(ties) > 1:
            self.ties.append((laid[0], ties))
        return accused

    def _ties(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours that it may lay now: the best ones, and of these the nearest to their limits."""
        position, hand = self.position, self.hands[seat]
        cards = position.copies * position.colours - sum(self.seen) - sum(hand) - position.share.hidden
        worth = {colour: self.worth(colour, cards)[0] for colour, held in enumerate(hand) if held}
        best = [colour for colour, value in worth.items() if value == max(worth.values())]
        return tuple(colour for colour in best if self.places[colour] == min(self.places[other] for other in best))


def play_every_order(position: Position, world: World, action: Action | None) -> float:
    """The mean result of a playout over all orders in which ties between colours may be broken."""
    orders = orders_of(position.colours)
    left: OrderSet = (1 << len(orders)) - 1
    found = 0.0
    while left:
        world.order = [*orders[(left & -left).bit_length() - 1]]
        playout = WatchedPlayout(position, world, action)
        result, same = playout.run(), left
        for chosen, alike in playout.ties:
            same &= putting_first(chosen, alike, position.colours)
        found += same.bit_count() * result
        left &= ~same
    return found / len(orders)


@cache
def orders_of(colours: int) -> tuple[tuple[Colour, ...], ...]:
    return tuple(permutations(range(colours)))


@cache
def putting_first(first: Colour, of: tuple[Colour, ...], colours: int) -> OrderSet:
    """The orders in which this one of these colours comes first."""
    return sum(1 << place for place, order in enumerate(orders_of(colours)) if min(of, key=order.index) == first)


# Every world


def hidden(position: Position, seat: Seat, hand: Counts, raisers: Counts) -> dict[SeatCards, float]:
    """What the seat may have in hand and as raisers, given all its cards, with how well that explains what it did."""
    watched, every = position.table.watched[seat], plus(hand, raisers)
    if not watched.hidden:
        likely = position.find_odds(hand, position.limit, position.share.hidden)
        return {(minus(every, chosen), chosen): odds for chosen, odds in likely.items()}
    found: dict[SeatCards, float] = {}
    for (began, kept), chance in rewinds(watched, hand).items():
        weight, lot = position.explain(seat, began, kept, raisers)
        for chosen, odds in lot:
            key = minus(every, chosen), chosen
            found[key] = found.get(key, 0.0) + chance * weight * odds
    return found


def rewinds(watched: PublicHand, hand: Counts) -> dict[tuple[Counts, Counts], float]:
    """All that `rewind` may find, with their chances."""
    states = {(hand, hand): 1.0}
    for mark in reversed(watched.since):
        earlier: dict[tuple[Counts, Counts], float] = {}
        for (held, kept), chance in states.items():
            for state, odds in _undo(mark, held, kept):
                earlier[state] = earlier.get(state, 0.0) + chance * odds
        states = earlier
    return states


def _undo(mark: int, held: Counts, kept: Counts) -> Iterator[tuple[tuple[Counts, Counts], float]]:
    if mark >= 0:
        yield (_change(held, mark, 1), kept), 1.0
        return
    known = -2 - mark
    drawn = range(len(held)) if mark == UNSEEN or not held[known] else (known,)
    cards = sum(held[colour] for colour in drawn)
    for colour in drawn:
        if held[colour]:
            after = _change(held, colour, -1)
            yield (after, tuple(map(min, kept, after)) if kept[colour] > after[colour] else kept), held[colour] / cards


def _change(cards: Counts, colour: int, by: int) -> Counts:
    return (*cards[:colour], cards[colour] + by, *cards[colour + 1 :])


def every_deal(pool: Counts, seats: Sequence[PublicHand]) -> Iterator[tuple[float, list[SeatCards], Counts]]:
    """All that `sample` may find, with their weights: the cards of these seats, and the unknown part of the draw pile."""
    for chosen in product(*map(guesses, seats)):
        left = pool
        for guess in chosen:
            left = minus(left, guess.tokens)
        weight = prod(guess.weight for guess in chosen) * multinomial(left)
        places = [places for guess in chosen for places in (guess.open_hand, guess.open_raisers)]
        for chance, filled, rest in fills(left, places) if weight else ():
            cards = [
                (plus(guess.hand, hand), plus(guess.raisers, raisers))
                for guess, hand, raisers in zip(chosen, filled[::2], filled[1::2], strict=True)
            ]
            yield weight * chance, cards, rest


def fills(left: Counts, places: Sequence[int]) -> Iterator[tuple[float, list[Counts], Counts]]:
    """Every way to take so many of these cards for each of the places, with its chance, and what is left then."""
    if not places:
        yield 1.0, [], left
        return
    for taken in takes(left, places[0]):
        chance = prod(map(comb, left, taken)) / comb(sum(left), places[0])
        for odds, others, rest in fills(minus(left, taken), places[1:]):
            yield chance * odds, [taken, *others], rest


def takes(left: Counts, cards: int) -> Iterator[Counts]:
    """Every choice of so many cards."""
    if len(left) == 1:
        if cards <= left[0]:
            yield (cards,)
        return
    for first in range(min(left[0], cards) + 1):
        for others in takes(left[1:], cards - first):
            yield first, *others
