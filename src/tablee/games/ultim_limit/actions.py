"""The actions of Ultim' Limit and their texts: `go`, `take 2 1+5`, `keep blue,red`, `card blue-7`, `dice 1-1-6`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from tablee.core.game import BadText, Seat, say
from tablee.games.ultim_limit.deck import COLOURS, DECK, NAMES, PARTS, SLOTS, Card, Colours
from tablee.games.ultim_limit.dice import HANDFULS, Dice


@dataclass(frozen=True, slots=True)
class Go:
    """Starts the glass."""


@dataclass(frozen=True, slots=True)
class Roll:
    pass


@dataclass(frozen=True, slots=True)
class Stop:
    pass


@dataclass(frozen=True, slots=True)
class UltimGlass:
    """Turns the glass over."""


@dataclass(frozen=True, slots=True)
class UltimCards:
    """Replaces the row."""


@dataclass(frozen=True, slots=True)
class Take:
    """Takes the card in this slot with these dice."""

    slot: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Keep:
    """Keeps these piles for the next round."""

    colours: Colours


@dataclass(frozen=True, slots=True)
class First:
    """CHANCE: who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """CHANCE: a card for the first empty slot."""

    card: Card


@dataclass(frozen=True, slots=True)
class Glass:
    """CHANCE: how long the glass will run."""

    tenths: int


@dataclass(frozen=True, slots=True)
class Throw:
    """CHANCE: a roll of the dice."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Sand:
    """CLOCK: the glass has run out."""


Action: TypeAlias = Go | Roll | Stop | UltimGlass | UltimCards | Take | Keep | First | Deal | Glass | Throw | Sand

GO, ROLL, STOP, ULTIM_GLASS, ULTIM_CARDS, SAND = Go(), Roll(), Stop(), UltimGlass(), UltimCards(), Sand()
TAKES = {(slot, dice): Take(slot, dice) for slot in SLOTS for dice in HANDFULS}
KEEPS = {colours: Keep(colours) for n in (1, 2, 3) for colours in combinations(range(len(COLOURS)), n)}
FIRSTS = tuple(First(seat) for seat in range(4))
DEALS = tuple(Deal(card) for card in DECK)
GLASSES = {tenths: Glass(tenths) for tenths in range(PARTS["glass"]["least"], PARTS["glass"]["most"] + 1)}
THROWS = {Throw(dice): (1, 3, 6)[len(set(dice)) - 1] for dice in HANDFULS if len(dice) == 3}  # the number of ways, out of 216

# The notation. Seats are numbered from 0, as in records; slots from 1.
ACTIONS: dict[str, Action] = {
    "go": GO,
    "roll": ROLL,
    "stop": STOP,
    "ultim glass": ULTIM_GLASS,
    "ultim cards": ULTIM_CARDS,
    **{f"take {take.slot + 1} {'+'.join(map(str, take.dice))}": take for take in TAKES.values()},
    **{f"keep {','.join(COLOURS[colour] for colour in keep.colours)}": keep for keep in KEEPS.values()},
    **{f"first {first.seat}": first for first in FIRSTS},
    **{f"card {NAMES[deal.card]}": deal for deal in DEALS},
    **{f"glass {glass.tenths}": glass for glass in GLASSES.values()},
    **{f"dice {'-'.join(map(str, throw.dice))}": throw for throw in THROWS},
    "sand": SAND,
}
TEXTS = {action: text for text, action in ACTIONS.items()}


def read_action(text: str) -> Action:
    found = ACTIONS.get(text) or ACTIONS.get(_tidy(text))
    if found is None:
        raise BadText(say("no-such-action", text=text[:40]))
    return found


def _tidy(text: str) -> str:
    """R22: dice and colours may come in any order."""
    verb, *rest = text.split() or [""]
    if verb == "take" and rest:
        rest[-1] = "+".join(sorted(rest[-1].split("+")))
    if verb == "keep":
        rest = [",".join(sorted("".join(rest).split(","), key=" ".join(COLOURS).find))]
    return " ".join([verb, *rest])
