"""What the cards in the row of Ultim' Limit bring in so many rolls: exact dice, by dynamic programming over what is taken.

Cards still to come are slots that each bring their share on their own. Masks say which cards are meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from tablee.games.ultim_limit.actions import THROWS
from tablee.games.ultim_limit.deck import COLOUR, NUMBER, SLOTS, Card
from tablee.games.ultim_limit.dice import USES, Dice

Mask: TypeAlias = int  # of slots, or of the cards of a row by number
Throws: TypeAlias = int  # a set of them: a bit for each of the 216 ways in which three dice fall

WAYS = sum(THROWS.values())
SHARE = 0.56  # of the cards that the dice could take one by one, those that they can take together
HORIZON = 8  # rolls; what a row brings beyond them grows evenly
PLACES = [tuple(place for place in SLOTS if mask >> place & 1) for mask in range(1 << len(SLOTS))]  # by mask
SUBSETS = [[sum(1 << places[n] for n in PLACES[few]) for few in range(1 << len(places))] for places in PLACES]  # …, in order


# The dice
@cache
def _takes(dice: Dice) -> frozenset[tuple[int, ...]]:
    """The numbers of the cards that these dice can take together, in rising order: every way."""
    ways = ((number, left) for number, uses in USES[dice].items() for left in uses.values())
    return frozenset({()}.union(*({tuple(sorted((number, *more))) for more in _takes(left)} for number, left in ways)))


def _together() -> dict[tuple[int, ...], Throws]:
    found: dict[tuple[int, ...], Throws] = {}
    first = 0
    for throw, ways in THROWS.items():
        throws = (1 << ways) - 1 << first
        first += ways
        for numbers in _takes(throw.dice):
            found[numbers] = found.get(numbers, 0) | throws
    return found


TOGETHER = _together()  # by the numbers of cards in rising order, the throws that can take them all
CHANCES = [TOGETHER.get((number,), 0).bit_count() / WAYS for number in range(19)]


class Choices(NamedTuple):
    """What the dice leave to choose from, and how likely each choice is. A possibility is what it takes and what it leaves."""

    forced: list[tuple[float, Mask, Mask]]  # one possibility
    between: list[tuple[float, Mask, Mask, Mask, Mask]]  # two
    among: list[tuple[float, list[tuple[Mask, Mask]]]]  # more


@lru_cache(1 << 12)
def choices_of(numbers: tuple[int, ...], wanted: Mask) -> Choices:
    """The choices where cards with these numbers lie, in rising order.

    wanted: cards worth points. To take one more of them with the same dice is always better, so nothing less is listed.
    """
    whole = (1 << len(numbers)) - 1
    throws = [TOGETHER.get(tuple([numbers[place] for place in places]), 0) for places in PLACES[: whole + 1]]
    more = [1 << place for place in PLACES[wanted]]
    choices: list[tuple[Throws, tuple[Mask, ...]]] = [(throws[0], ())]
    for mask, here in enumerate(throws):
        for card in more:
            if here and not mask & card:
                here &= ~throws[mask | card]
        if here:
            can = [(found & here, (*masks, mask)) for found, masks in choices if found & here]
            choices = can + [(found & ~here, masks) for found, masks in choices if found & ~here]
    odds = [(found.bit_count() / WAYS, masks) for found, masks in choices]
    return Choices(
        [(p, masks[0], whole ^ masks[0]) for p, masks in odds if len(masks) == 1],
        [(p, masks[0], whole ^ masks[0], masks[1], whole ^ masks[1]) for p, masks in odds if len(masks) == 2],
        [(p, [(mask, whole ^ mask) for mask in masks]) for p, masks in odds if len(masks) > 2],
    )


@lru_cache(1 << 8)
def all_choices(numbers: tuple[int, ...], wanted: Mask) -> list[Choices]:
    """By mask of the cards that are still there."""
    return [_choices_within(numbers, wanted, held) for held in range(1 << len(numbers))]


def _choices_within(numbers: tuple[int, ...], wanted: Mask, held: Mask) -> Choices:
    places, masks = PLACES[held], SUBSETS[held]
    found = choices_of(tuple([numbers[place] for place in places]), masks.index(wanted & held))
    return Choices(
        [(p, masks[take], masks[left]) for p, take, left in found.forced],
        [(p, masks[a], masks[b], masks[c], masks[d]) for p, a, b, c, d in found.between],
        [(p, [(masks[take], masks[left]) for take, left in ways]) for p, ways in found.among],
    )


# What a row brings
def slots_to_come(cards: Mapping[tuple[int, float], int]) -> list[float]:
    """What a slot for a card still to come brings, by rolls left; `cards` are the number and points of all it can be."""
    chances = [(SHARE * CHANCES[number], points, many) for (number, points), many in cards.items()]
    slot, each, whole = [0.0], [0.0] * len(chances), max(1, sum(cards.values()))
    for _ in range(HORIZON):
        last = slot[-1]
        each = [
            held + p * (points + last - held) if points + last > held else held
            for held, (p, points, _) in zip(each, chances, strict=True)
        ]
        slot.append(sum([many * held for held, (_, _, many) in zip(each, chances, strict=True)]) / whole)
    return slot


def row_gains(cards: Sequence[tuple[int, float]], slot: Sequence[float]) -> list[list[float]]:
    """By rolls left and by mask, what these cards bring, and the slots they leave. They come by number."""
    masks = range(1 << len(cards))
    points = [sum([cards[place][1] for place in PLACES[mask]]) for mask in masks]
    wanted = sum(1 << place for place, (_, worth) in enumerate(cards) if worth > 0)
    choices = all_choices(tuple([number for number, _ in cards]), wanted)
    gains = [[0.0 for _ in masks]]
    for rolls in range(HORIZON):
        worth = [points[mask] + len(PLACES[mask]) * slot[rolls] for mask in masks]
        gains.append([gain_of(choice, worth, gains[-1]) for choice in choices])
    return gains


def gain_of(choices: Choices, worth: list[float], then: list[float]) -> float:
    gain = sum([p * (worth[take] + then[left]) for p, take, left in choices.forced])
    for p, take, left, other, leaves in choices.between:
        one, two = worth[take] + then[left], worth[other] + then[leaves]
        gain += p * (one if one > two else two)
    for p, ways in choices.among:
        gain += p * max([worth[take] + then[left] for take, left in ways])
    return gain


class CardRow:
    """What the cards of a row bring. Masks count the slots of the row from 0."""

    def __init__(self, row: Sequence[Card | None], to_come: Sequence[Card], points: Sequence[float]) -> None:
        """points: of a card, by colour"""
        self.known = row, to_come, points
        coming = Counter([(NUMBER[card], points[COLOUR[card]]) for card in to_come])
        self.slot = slots_to_come(coming)
        known = sorted((NUMBER[card], slot, card) for slot, card in enumerate(row) if card is not None)
        self.cards = [slot for _, slot, _ in known]  # by number, so that many rows have the same choices
        self.gains = row_gains([(number, points[COLOUR[card]]) for number, _, card in known], self.slot)
        wanted = sum([many * CHANCES[number] for (number, worth), many in coming.items() if worth > 0])
        self.takes = SHARE * len(SLOTS) * wanted / max(len(to_come), 1)  # cards a roll takes, on average
        self._curves: dict[Mask, list[float]] = {}

    def covers(self, row: Sequence[Card | None], to_come: Sequence[Card], points: Sequence[float]) -> bool:
        """Whether it is the same row, of which cards may have been taken since."""
        before, *rest = self.known
        return rest == [to_come, points] and all(new is None or new == old for new, old in zip(row, before, strict=True))

    def curve(self, mask: Mask) -> list[float]:
        """By rolls left, what the row brings if these cards are there and gaps are filled, beyond what lies there."""
        if mask not in self._curves:
            held, gaps, stay = self.held(mask), len(SLOTS) - mask.bit_count(), self.stay(mask)
            self._curves[mask] = [gains[held] + gaps * slot - stay for gains, slot in zip(self.gains, self.slot, strict=True)]
        return self._curves[mask]

    def held(self, mask: Mask) -> Mask:
        """These slots, by the places of their cards in `cards`."""
        return sum([1 << place for place, slot in enumerate(self.cards) if mask >> slot & 1])

    def stay(self, mask: Mask) -> float:
        """What these cards are worth if they are left at the end of the turn."""
        return 0.0
