"""What sets one action apart from another in Ultim' Limit (see `Game.reasons`).

A view does not have the time of the decision, so reasons speak of the last roll: that time is known, and the glass ran then.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from tablee.core.game import Argument, Seat, total
from tablee.games.ultim_limit.actions import ROLL, STOP, TEXTS, THROWS, ULTIM_CARDS, ULTIM_GLASS, Action, Keep, Take
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, NUMBER, SLOTS, Card
from tablee.games.ultim_limit.dice import DOUBLE, USES, Dice
from tablee.games.ultim_limit.scoring import keepable, piles_of, round_rows
from tablee.kit.arguments import Weighed, argue, at_least, percent, weightiest

if TYPE_CHECKING:
    from tablee.games.ultim_limit.rules import PublicState, View

STEP = 3000  # ms, about as long as a roll takes with all that belongs to it
LOW = Fraction(1, 4)  # a chance that is worth taking, for many
OFTEN = Fraction(1, 3)  # a number that is easy to roll again
DOUBLES = Fraction(sum(weight for throw, weight in THROWS.items() if throw.dice in DOUBLE), sum(THROWS.values()))


def find_reasons(view: View, action: Action, other: Action, last_round: bool) -> tuple[Argument, ...]:
    seat, seen = view.seat, view.seen
    assert seat is not None
    if action == other:
        return ()
    if isinstance(action, Keep) and isinstance(other, Keep):
        return weightiest(_keep_reasons(seen, seat, action, other))
    return weightiest(_turn_reasons(view, seat, action, other, last_round))


def _turn_reasons(view: View, seat: Seat, action: Action, other: Action, last_round: bool) -> Iterator[Weighed]:
    seen = view.seen
    if STOP in (action, other):
        yield from _stop_reasons(view, action)
    if action == ROLL and (other == STOP or isinstance(other, Take)):
        yield from _roll_reasons(seen)
    if action == ROLL and isinstance(other, Take):
        yield from _leave_reasons(seen, other)
    if isinstance(action, Take):
        yield from _take_reasons(seen, action, other)
    if ULTIM_CARDS in (action, other):
        yield from _row_reasons(seen, action)
    if action == ULTIM_GLASS:
        yield from _turning_reasons(seen)
    if seen.options.scoring == "super":
        yield from _count_reasons(seen, seat, action, other, last_round)


# The glass
def _tenths(ms: int, name: str) -> dict[str, int]:
    """A time for a text, cut off after a tenth of a second."""
    return {name: ms // 1000, f"{name}_tenths": ms % 1000 // 100}


def _stop_reasons(view: View, action: Action) -> Iterator[Weighed]:
    """Cards at stake, and what is known about the end of the glass."""
    seen, cards = view.seen, len(view.seen.taken)
    text, marks = TEXTS[action], ("panel:taken", "panel:glass") if action == STOP else ("panel:glass",)
    if not cards:
        if action != STOP:
            yield argue(TEXTS[STOP], "empty", ("panel:taken",), 2)
        return
    assert seen.rolled is not None  # or no card would have been taken
    ran = seen.ran(seen.rolled)
    if view.deadline is not None:
        if action != STOP:  # R20
            yield argue(text, "safe", marks, 2, **_tenths(view.deadline - seen.rolled, "left"))
        return
    if seen.turned is not None:  # R12: its end is known
        end = max(2 * seen.ran(seen.turned), seen.ran(seen.turned) + 1)
        chance, kind, times = Fraction(ran + STEP >= end), "-turned", {**_tenths(ran, "ran"), **_tenths(end, "end")}
    else:
        possible = [end for end in range(100 * seen.options.glass_from, 100 * seen.options.glass_to + 1, 100) if end > ran]
        chance, kind = Fraction(sum(end <= ran + STEP for end in possible), len(possible)), ""
        least, most = (
            _tenths(100 * tenths, name) for tenths, name in ((seen.options.glass_from, "least"), (seen.options.glass_to, "most"))
        )
        times = {**_tenths(ran, "ran"), **least, **most, "step": STEP // 1000}
    if action == STOP:
        yield argue(text, f"banks{kind}", marks, cards * chance + Fraction(1, 2), cards=cards, chance=percent(chance), **times)
    elif chance <= LOW:
        yield argue(text, f"time{kind}", marks, 2 * (1 - chance), chance=percent(chance), **times)


def _turning_reasons(seen: PublicState) -> Iterator[Weighed]:
    """R12: a glass turned after the last roll lasts at least twice as long as it had run then."""
    assert seen.rolled is not None
    until, most = 2 * seen.ran(seen.rolled), 100 * seen.options.glass_to
    if until > most:
        times = {**_tenths(until, "until"), **_tenths(most, "most")}
        yield argue(TEXTS[ULTIM_GLASS], "turns", ("panel:glass", "panel:ultim"), Fraction(until - most, STEP), **times)


# The dice and the row
def _roll_reasons(seen: PublicState) -> Iterator[Weighed]:
    chance = _hit_chance(seen, renewed=False)
    if chance:
        yield argue(TEXTS[ROLL], "hits", ("panel:row",), chance, chance=percent(chance))
    if seen.ultim or seen.options.young or seen.rolled is None:
        return
    until = 2 * seen.ran(seen.rolled)
    if until > 100 * seen.options.glass_to:
        marks = ("panel:ultim", "panel:glass")
        yield argue(TEXTS[ROLL], "double", marks, DOUBLES, chance=percent(DOUBLES), **_tenths(until, "until"))


def _hit_chance(seen: PublicState, renewed: bool) -> Fraction | None:
    """The chance that a roll can take at least one card once the row is filled; None where a reshuffle may come in between."""
    lying = () if renewed else tuple(NUMBER[card] for card in seen.row if card is not None)
    gaps = len(SLOTS) - len(lying)
    if len(seen.pile) < gaps:
        return None
    return _hits(lying, gaps, tuple(NUMBER[card] for card in seen.pile))


@lru_cache(256)
def _hits(lying: tuple[int, ...], gaps: int, pile: tuple[int, ...]) -> Fraction:
    found = Fraction(0)
    for throw, weight in THROWS.items():
        sums = USES[throw.dice]
        fitting = sum(number in sums for number in pile)
        found += weight * (1 if any(number in sums for number in lying) else at_least(1, fitting, len(pile), gaps))
    return found / sum(THROWS.values())


def _row_reasons(seen: PublicState, action: Action) -> Iterator[Weighed]:
    """R13: how often a roll takes a card from the row as it is, and from a new one."""
    here, there = _hit_chance(seen, renewed=False), _hit_chance(seen, renewed=True)
    if here is None or there is None or (there > here) != (action == ULTIM_CARDS):
        return
    kind = "new-row" if action == ULTIM_CARDS else "this-row"
    gain = abs(there - here) * 2
    yield argue(TEXTS[action], kind, ("panel:row",), gain, here=percent(here), there=percent(there))


def _take_reasons(seen: PublicState, action: Take, other: Action) -> Iterator[Weighed]:
    text, marks, dice = TEXTS[action], ("panel:row", "panel:dice"), "+".join(map(str, action.dice))
    if not isinstance(other, Take):
        card, instead = _card(seen, action), TEXTS[other].replace(" ", "-")
        about = {"colour": COLOURS[COLOUR[card]], "dice": dice, "instead": instead}
        yield argue(text, "take", marks, 1, number=NUMBER[card], cards=len(seen.taken) + 1, **about)
        return
    number, easier = (NUMBER[_card(seen, take)] for take in (action, other))
    rare, often = _can_take(number), _can_take(easier)
    if rare < often:
        chances = {"mine": percent(rare), "theirs": percent(often)}
        yield argue(text, "rarer", ("panel:row",), often - rare, number=number, easier=easier, **chances)
    more, less = (_most_takes(_left(seen, take), _row_without(seen, take)) for take in (action, other))
    if more > less:
        yield argue(text, "more", marks, more - less, dice=dice, more=more, less=less)
    left, otherwise = _left(seen, action), _left(seen, other)
    if not seen.ultim and not seen.options.young and left in DOUBLE and otherwise not in DOUBLE:  # R11
        yield argue(text, "keeps-double", ("panel:dice", "panel:ultim"), Fraction(1, 2), dice=dice)


def _leave_reasons(seen: PublicState, take: Take) -> Iterator[Weighed]:
    """A card that is left in the row may be taken later, if its number comes often."""
    number = NUMBER[_card(seen, take)]
    chance = _can_take(number)
    if chance >= OFTEN:
        yield argue(TEXTS[ROLL], "stays", ("panel:row",), chance, number=number, chance=percent(chance))


@lru_cache(32)
def _can_take(number: int) -> Fraction:
    """The chance that a roll can take a card with this number."""
    return Fraction(sum(weight for throw, weight in THROWS.items() if number in USES[throw.dice]), sum(THROWS.values()))


def _card(seen: PublicState, take: Take) -> Card:
    card = seen.row[take.slot]
    assert card is not None
    return card


def _left(seen: PublicState, take: Take) -> Dice:
    return USES[seen.unspent][sum(take.dice)][take.dice]


def _row_without(seen: PublicState, take: Take) -> tuple[int, ...]:
    return tuple(NUMBER[card] for slot, card in enumerate(seen.row) if card is not None and slot != take.slot)


def _most_takes(dice: Dice, row: tuple[int, ...]) -> int:
    """How many cards these dice can still take."""
    ways = [(left, row[:at] + row[at + 1 :]) for at, number in enumerate(row) for left in USES[dice].get(number, {}).values()]
    return max((1 + _most_takes(*way) for way in ways), default=0)


# Super
def _count_reasons(seen: PublicState, seat: Seat, action: Action, other: Action, last_round: bool) -> Iterator[Weighed]:
    """R15, R16: what the loot would count with the cards of this turn, if the round ended then."""
    points, less = (_counted(seen, seat, each, last_round) for each in (action, other))
    if points > less:
        yield argue(TEXTS[action], "count", ("panel:taken",), points - less, points=points, less=less)


def _counted(seen: PublicState, seat: Seat, action: Action, last_round: bool) -> int:
    cards = (_card(seen, action),) if isinstance(action, Take) else ()
    piles = piles_of((*seen.loot[seat], *seen.taken, *cards))
    return total(round_rows("super", 0, piles, () if last_round else keepable(piles)[0], last_round))


def _keep_reasons(seen: PublicState, seat: Seat, action: Keep, other: Keep) -> Iterator[Weighed]:
    """R17: kept piles grow better where rivals hold fewer cards of their colours."""
    mine, theirs = (set(one.colours) - set(two.colours) for one, two in ((action, other), (other, action)))
    loot = [COLOUR[card] for rival, cards in enumerate(seen.loot) if rival != seat for card in cards]
    held, instead = (sum(colour in colours for colour in loot) for colours in (mine, theirs))
    if held < instead:
        yield argue(TEXTS[action], "keep", ("panel:loot",), instead - held, piles=len(mine), held=held, instead=instead)
