"""The actions of Limits and their texts: `red`, `four red`, `hide red`, `accuse 2`, `X-0-3-3-5`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from tablee.core.game import BadText, Seat, say
from tablee.games.limits.deck import SEATS, Colour, Deck, write_limit


@dataclass(frozen=True, slots=True)
class Turn:
    """CHANCE turns up a limit card of this kind."""

    limit: int


@dataclass(frozen=True, slots=True)
class Card:
    """CHANCE draws a card, or a seat lays one."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Hide:
    """One card, or two with two players, in the order of the colours."""

    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Four:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Accuse:
    seat: Seat


Action: TypeAlias = Turn | Card | Hide | Four | Accuse


def write_action(deck: Deck, a: Action) -> str:
    match a:
        case Turn(limit):
            return write_limit(deck.limits[limit])
        case Card(colour):
            return deck.colours[colour]
        case Hide(colours):
            return " ".join(["hide", *(deck.colours[colour] for colour in colours)])
        case Four(colour):
            return f"four {deck.colours[colour]}"
        case Accuse(seat):
            return f"accuse {seat}"


def read_action(deck: Deck, text: str) -> Action:
    """Accepts upper and lower case, and hidden cards in any order. Raises BadText."""
    words = text.lower().split()
    if words[:1] == ["hide"]:
        words[1:] = sorted(words[1:], key=lambda word: (*deck.colours, word).index(word))
    found = _texts(deck).get(" ".join(words))
    if found is None:
        raise BadText(say("no-such-action", text=text[:40]))
    return found


@cache
def every_action(deck: Deck, seats: int) -> tuple[Action, ...]:
    """Every possible action."""
    colours = range(len(deck.colours))
    every: list[Action] = [Card(colour) for colour in colours]
    every += [Four(colour) for colour in colours]
    every += [Hide(chosen) for chosen in combinations_with_replacement(colours, deck.share(seats).hidden)]
    every += [Accuse(seat) for seat in range(seats)]
    return (*every, *(Turn(limit) for limit in range(len(deck.limits))))


@cache
def action_codes(deck: Deck, seats: int) -> tuple[str, ...]:
    return tuple(write_action(deck, action) for action in every_action(deck, seats))


@cache
def _texts(deck: Deck) -> dict[str, Action]:
    return {write_action(deck, action).lower(): action for seats in SEATS for action in every_action(deck, seats)}
