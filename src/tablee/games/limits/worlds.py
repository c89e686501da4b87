"""What everybody can work out about hidden cards, and the worlds that fit it (R23 to R25 of RULES.md).

A card in somebody's hand is *known* if everybody saw what it was when it went there: a raiser that was revealed and taken
back, or a card drawn from a publicly known part of the pile. Cards of a colour are alike: a seat that lays a colour
lays a known card of it if it has one, the newest first, and an unseen card otherwise.

A world says which known cards are among the raisers (a *guess* for each seat, which must allow the seat to have
laid what it laid) and puts each card that is neither visible nor known into a place: a hand, a raiser, the unknown part
of the draw pile. For counting, physical cards are distinct; every assignment is one world, all equally likely.
So a colour pattern is weighted by the number of ways to make it from physical cards: a product of multinomials, which
is summed exactly. There is no rejection sampling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from operator import add, sub
from typing import TypeAlias

from tablee.core.game import Below
from tablee.games.limits.deck import Colour, Counts

UNSEEN = -1  # a mark in PublicHand.since


def plus(one: Counts, two: Counts) -> Counts:
    return tuple(map(add, one, two))


def minus(one: Counts, two: Counts) -> Counts:
    return tuple(map(sub, one, two))


def tally(cards: Iterable[Colour], colours: int) -> Counts:
    counts = [0] * colours
    for card in cards:
        counts[card] += 1
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class PublicHand:
    """What everybody knows about one seat's cards.

    `known` counts the known cards in its hand when the round began. `since` is what it did after hiding: c for laying
    colour c, UNSEEN for drawing a card that the others did not see, -2 - c for drawing a known card of colour c.
    """

    size: int  # of its hand
    hidden: int  # the number of raisers it has hidden
    known: Counts
    since: tuple[int, ...] = ()

    def draw(self, colour: Colour | None) -> PublicHand:
        """Adds a card to the hand, known if `colour` is given."""
        if self.hidden:
            mark = UNSEEN if colour is None else -2 - colour
            return PublicHand(self.size + 1, self.hidden, self.known, (*self.since, mark))
        known = self.known if colour is None else plus(self.known, tally((colour,), len(self.known)))
        return PublicHand(self.size + 1, 0, known)

    def lay(self, colour: Colour, cards: int) -> PublicHand:
        return PublicHand(self.size - cards, self.hidden, self.known, self.since + (colour,) * cards)

    def hide(self, cards: int) -> PublicHand:
        return PublicHand(self.size - cards, cards, self.known)

    def reveal(self, raisers: Counts) -> PublicHand:
        """Reveals the raisers and takes them back. Assumes that as many as possible were known before, which loses no world."""
        old = [max(0, a - b) for a, b in zip(self.known, raisers, strict=True)]
        new = [0] * len(old)
        for mark in self.since:
            if mark < UNSEEN:
                new[-2 - mark] += 1
            elif mark >= 0 and new[mark]:
                new[mark] -= 1
            elif mark >= 0 and old[mark]:
                old[mark] -= 1
        return PublicHand(self.size + self.hidden, 0, plus(plus(tuple(old), tuple(new)), raisers))


@dataclass(frozen=True, slots=True)
class Guess:
    """Which known cards a seat has hidden and which it still holds; the rest of its places are filled unseen."""

    weight: int  # the number of ways to share out its places
    raisers: Counts
    hand: Counts
    tokens: Counts  # both together
    open_raisers: int
    open_hand: int


@lru_cache(maxsize=4096)
def guesses(seat: PublicHand) -> tuple[Guess, ...]:
    return tuple(guess for hidden in _choices(seat) if (guess := _follow(seat, hidden)))


def _choices(seat: PublicHand) -> Iterator[Counts]:
    """Every set of known cards that may be among the raisers."""
    colours = range(len(seat.known))
    for size in range(seat.hidden + 1):
        for chosen in combinations_with_replacement([c for c in colours if seat.known[c]], size):
            counts = tally(chosen, len(colours))
            if all(map(int.__le__, counts, seat.known)):
                yield counts


def _follow(seat: PublicHand, hidden: Counts) -> Guess | None:
    """The known cards left in hand if exactly these were hidden; None if the seat could not have laid what it laid."""
    old, new = list(minus(seat.known, hidden)), [0] * len(hidden)
    drawn = sum(mark < 0 for mark in seat.since)
    began = seat.size + seat.hidden + len(seat.since) - 2 * drawn  # cards when the round began, raisers included
    open_raisers = seat.hidden - sum(hidden)
    unseen = began - sum(seat.known) - open_raisers
    if unseen < 0:
        return None
    for mark in seat.since:
        if mark == UNSEEN:
            unseen += 1
        elif mark < 0:
            new[-2 - mark] += 1
        elif new[mark]:
            new[mark] -= 1
        elif old[mark]:
            old[mark] -= 1
        elif unseen:
            unseen -= 1
        else:
            return None
    parts = (*hidden, *old, open_raisers, unseen)
    hand = plus(tuple(old), tuple(new))
    return Guess(multinomial(parts), hidden, hand, plus(hand, hidden), open_raisers, unseen)


def multinomial(parts: Sequence[int]) -> int:
    """The number of ways to share out distinct things among places of these sizes; 0 if a size is negative."""
    if min(parts) < 0:
        return 0
    return factorial(sum(parts)) // prod(map(factorial, parts))


Layer: TypeAlias = dict[Counts, int]


@lru_cache(maxsize=64)  # worlds are sampled by the dozen
def _layers(pool: Counts, seats: tuple[PublicHand, ...]) -> list[Layer]:
    """After each seat, the total weight of the guesses that use the same known cards; the last layer includes unseen cards."""
    layers: list[Layer] = [{(0,) * len(pool): 1}]
    for seat in seats:
        layer: Layer = {}
        for used, weight in layers[-1].items():
            for guess in guesses(seat):
                tokens = plus(used, guess.tokens)
                layer[tokens] = layer.get(tokens, 0) + weight * guess.weight
        layers.append(layer)
    if len(layers[-1]) > 1:
        layers.append({used: weight * multinomial(minus(pool, used)) for used, weight in layers[-1].items()})
    else:
        layers.append(layers[-1])
    return layers


def _pick(weights: Sequence[int], below: Below) -> int:
    point, index = below(sum(weights)), 0
    while point >= weights[index]:
        point -= weights[index]
        index += 1
    return index


def sample(pool: Counts, seats: Sequence[PublicHand], below: Below) -> tuple[list[tuple[Counts, Counts]], Counts]:
    """One world: hand and raisers of each of these seats, and the unknown part of the draw pile.

    `pool` has every card that is not visible, including the known ones.
    """
    layers = _layers(pool, tuple(seats))
    used = list(layers[-1])[_pick(list(layers[-1].values()), below)]
    left = list(minus(pool, used))
    chosen: list[Guess] = []
    for seat, layer in zip(reversed(seats), reversed(layers[:-2]), strict=True):
        every = guesses(seat)
        before = [minus(used, guess.tokens) for guess in every]
        at = _pick([layer.get(b, 0) * guess.weight for b, guess in zip(before, every, strict=True)], below)
        chosen.append(every[at])
        used = before[at]
    filled = [
        (plus(guess.hand, _take(left, guess.open_hand, below)), plus(guess.raisers, _take(left, guess.open_raisers, below)))
        for guess in reversed(chosen)
    ]
    return filled, tuple(left)


def _take(left: list[int], cards: int, below: Below) -> Counts:
    """Takes this many of the unseen cards, all equally likely."""
    taken = [0] * len(left)
    for _ in range(cards):
        colour = _pick(left, below)
        left[colour] -= 1
        taken[colour] += 1
    return tuple(taken)


def raiser_odds(pool: Counts, seats: Sequence[PublicHand], colour: Colour) -> list[float]:
    """The chances that 0, 1, 2 … of these seats' raisers have a colour, summed over all worlds."""
    weights = _raiser_weights(pool, seats, colour)
    odds, total = [0.0] * (1 + sum(seat.hidden for seat in seats)), sum(weights.values())
    for (used, sure, places), weight in weights.items():
        left = minus(pool, used)
        cards, like = sum(left), left[colour]
        for more in range(places + 1) if weight else ():
            chance = comb(like, more) * comb(cards - like, places - more) / comb(cards, places)
            odds[sure + more] += weight / total * chance
    return odds


def exact_raiser_odds(pool: Counts, seats: Sequence[PublicHand], colour: Colour) -> list[Fraction]:
    """The same as fractions, which takes longer."""
    weights = _raiser_weights(pool, seats, colour)
    odds = [Fraction(0)] * (1 + sum(seat.hidden for seat in seats))
    for (used, sure, places), weight in weights.items():
        left = minus(pool, used)
        cards, like = sum(left), left[colour]
        for more in range(places + 1) if weight else ():
            odds[sure + more] += Fraction(weight * comb(like, more) * comb(cards - like, places - more), comb(cards, places))
    return [chance / sum(weights.values()) for chance in odds]


def _raiser_weights(pool: Counts, seats: Sequence[PublicHand], colour: Colour) -> dict[tuple[Counts, int, int], int]:
    """The number of worlds by the known cards used, raisers known to have the colour, and unseen raisers."""
    ways: dict[tuple[Counts, int, int], int] = {((0,) * len(pool), 0, 0): 1}
    for seat in seats:
        further: dict[tuple[Counts, int, int], int] = {}
        for (used, sure, places), weight in ways.items():
            for guess in guesses(seat):
                key = plus(used, guess.tokens), sure + guess.raisers[colour], places + guess.open_raisers
                further[key] = further.get(key, 0) + weight * guess.weight
        ways = further
    return {key: weight * multinomial(minus(pool, key[0])) for key, weight in ways.items()}
