"""The actions of Xtreme Limits and their texts: `wind`, `red 3`, `swap 2`, `swap centre 1`, `keep`, `bell 45`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tablee.core.game import BadText, Seat, say
from tablee.games.xtreme_limits.clock import CARD_NAMES, CARDS, DECK, HANDS, PARTS, Card, Hand

MOST_SEATS, MOST_TOKENS, SHORTEST_BELL, LONGEST_BELL = 6, PARTS["tokens"]["count"], 2, 3600


@dataclass(frozen=True, slots=True)
class First:
    """CHANCE: who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """CHANCE: a card, dealt or taken from the centre."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bell:
    """CHANCE: how long the bell will run."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Move:
    hand: Hand
    cells: int


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap with a player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """A swap with a place in the centre; places count from 1."""

    spot: int


@dataclass(frozen=True, slots=True)
class Word:
    """An action without a number; `bell` is CLOCK's."""

    word: Literal["wind", "keep", "bell"]


Action: TypeAlias = First | Draw | Bell | Move | Swap | Take | Word
DRAWS = tuple(map(Draw, DECK))
MOVES = tuple(tuple(Move(hand, cells) for cells in range(1, MOST_TOKENS + 1)) for hand in range(len(HANDS)))
WIND, KEEP, RING = Word("wind"), Word("keep"), Word("bell")
SWAPS = tuple(map(Swap, range(MOST_SEATS)))
TAKES = tuple(map(Take, range(1, len(CARDS) - 2)))

# The notation. Seats are numbered from 0, as in records.
ACTIONS: dict[str, Action] = {
    **{f"first {seat}": First(seat) for seat in range(MOST_SEATS)},
    **{name: DRAWS[card] for card, name in enumerate(CARD_NAMES)},
    "wind": WIND,
    **{f"{HANDS[move.hand]} {move.cells}": move for moves in MOVES for move in moves},
    **{f"swap {swap.seat}": swap for swap in SWAPS},
    **{f"swap centre {take.spot}": take for take in TAKES},
    "keep": KEEP,
    **{f"bell {seconds}": Bell(seconds) for seconds in range(SHORTEST_BELL, LONGEST_BELL + 1)},
    "bell": RING,
}
TEXTS = {action: text for text, action in ACTIONS.items()}


def read_action(text: str) -> Action:
    if text not in ACTIONS:
        raise BadText(say("bad-action", text=text[:40]))
    return ACTIONS[text]
