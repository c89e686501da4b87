"""The deck, read from parts.toml and checked, so that every deck that loads can be played to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tablee.core.game import BadOptions, BadText, say
from tablee.kit.parts import read_parts

Colour: TypeAlias = int  # an index of Deck.colours
Counts: TypeAlias = tuple[int, ...]  # the number of each colour
Limit: TypeAlias = tuple[int | None, ...]  # the most of each colour; None is X
SEATS = range(2, 7)
DECK_FILE = Path(__file__).with_name("parts.toml")
WORDS = ("four", "hide", "accuse")  # words in actions, so no colour can have these names


@dataclass(frozen=True, slots=True)
class Share:
    """The settings for a number of players."""

    rounds: int
    hand: int
    hidden: int


@dataclass(frozen=True, slots=True)
class Deck:
    colours: tuple[str, ...]
    copies: int
    ones: int
    fives: int
    penalty: int
    limits: tuple[Limit, ...]  # each kind once
    counts: tuple[int, ...]  # the number of each kind
    shares: tuple[Share, ...]

    @property
    def bank(self) -> int:
        return self.ones + 5 * self.fives

    def share(self, seats: int) -> Share:
        return self.shares[seats - SEATS[0]]

    def colour(self, text: str) -> Colour:
        if text not in self.colours:
            raise BadText(say("no-such-colour", colour=text[:20], known=", ".join(self.colours)))
        return self.colours.index(text)


def write_limit(limit: Limit) -> str:
    """`X-0-3-3-5`, in the order of the colours."""
    return "-".join("X" if most is None else str(most) for most in limit)


def load_deck(path: str | Path) -> tuple[Deck, str]:
    """Loads the deck of a parts file, with its digest for records. Raises BadOptions if it cannot be played."""
    try:
        parts, digest = read_parts(Path(path))
    except (OSError, ValueError) as error:
        raise BadOptions(say("deck-unreadable", file=str(path), why=str(error)[:200])) from None
    return read_deck(parts), digest


def read_deck(parts: Mapping[str, Any]) -> Deck:
    colours, copies = _field(parts, "cards", "colours", list), _number(parts, "cards", "copies", 1)
    if len(colours) < 2 or len(set(map(str, colours))) < len(colours) or not all(map(_is_word, colours)):
        raise BadOptions(say("deck-colours", found=", ".join(map(str, colours))[:80]))
    _add_up(parts, "cards", "count", len(colours) * copies)
    ones, fives = _number(parts, "points", "ones", 0), _number(parts, "points", "fives", 0)
    _add_up(parts, "points", "bank", ones + 5 * fives)
    cards = _field(parts, "limits", "cards", list)
    _add_up(parts, "limits", "count", len(cards))
    kinds = Counter(_limit(number, card, len(colours)) for number, card in enumerate(cards, start=1))
    shares = tuple(_share(parts, seats, len(cards), len(colours) * copies) for seats in SEATS)
    penalty = _number(parts, "limits", "penalty", 0)
    return Deck(tuple(colours), copies, ones, fives, penalty, tuple(kinds), tuple(kinds.values()), shares)


def _is_word(name: object) -> bool:
    return isinstance(name, str) and name.isascii() and name.isalpha() and name.islower() and name not in WORDS


def _field(parts: Mapping[str, Any], part: str, name: str, kind: type[Any]) -> Any:
    found = parts.get(part)
    value = found.get(name) if isinstance(found, dict) else None
    if type(value) is not kind:
        raise BadOptions(say("deck-lacks", field=f"{part}.{name}"))
    return value


def _number(parts: Mapping[str, Any], part: str, name: str, least: int) -> int:
    value: int = _field(parts, part, name, int)
    if value < least:
        raise BadOptions(say("deck-number", field=f"{part}.{name}", found=value, least=least))
    return value


def _add_up(parts: Mapping[str, Any], part: str, name: str, expected: int) -> None:
    if (found := _field(parts, part, name, int)) != expected:
        raise BadOptions(say("deck-count", field=f"{part}.{name}", found=found, expected=expected))


def _limit(number: int, card: object, colours: int) -> Limit:
    values = card if isinstance(card, list) else []
    if len(values) != colours:
        raise BadOptions(say("deck-limit-length", number=number, found=len(values), expected=colours))
    for value in values:
        if value != "X" and (type(value) is not int or value < 0):
            raise BadOptions(say("deck-limit-value", number=number, found=str(value)[:20]))
    return tuple(None if value == "X" else value for value in values)


def _share(parts: Mapping[str, Any], seats: int, limits: int, cards: int) -> Share:
    """Checks that there is at least one round, a card to play after hiding, and enough cards for every hand."""
    mine = {"players": _field(parts, "players", str(seats), dict)}
    removed, hidden = _number(mine, "players", "removed", 0), _number(mine, "players", "hidden", 1)
    hand = _number(mine, "players", "hand", hidden + 1)
    if removed >= limits:
        raise BadOptions(say("deck-no-round", seats=seats, removed=removed, cards=limits))
    if seats * hand > cards:
        raise BadOptions(say("deck-too-small", seats=seats, needed=seats * hand, cards=cards))
    return Share(limits - removed, hand, hidden)
