"""Loot from a real table, to be scored (R23 of RULES.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.game import BadText, Sheet, say
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, MOST, NAMES, NUMBER, Cards, Colour, Colours
from tablee.games.ultim_limit.scoring import Piles, Scoring, by_size, keepable, piles_of, round_rows


@dataclass(frozen=True, slots=True)
class RealBoard:
    loot: str  # `blue 4, yellow 4, green 3`, or card by card: `blue-7 blue-3`
    keep: str = ""
    last: bool = False
    numbers: int = 0  # R19: their sum, where the cards are not listed


def real_sheets(scoring: Scoring, boards: Sequence[RealBoard]) -> tuple[Sheet, ...]:
    loots = [_read_loot(board.loot) for board in boards]
    for card, times in Counter(card for _, cards in loots for card in cards).items():  # all come from one deck
        if times > 1:
            raise BadText(say("card-twice", card=NAMES[card]))
    for colour, most in enumerate(MOST):
        if (found := sum(piles.get(colour, 0) for piles, _ in loots)) > most:
            raise BadText(say("too-many-cards", colour=COLOURS[colour], found=found, most=most))
    return tuple(_rows(scoring, board, piles) for board, (piles, _) in zip(boards, loots, strict=True))


def _read_loot(text: str) -> tuple[Piles, Cards]:
    """The sizes of the piles in the order given, and the cards if they are listed. Raises BadText."""
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if any("-" in word for word in words):
        cards = tuple(_find(NAMES, word, "no-such-card") for word in words)
        return piles_of(cards), cards
    piles: dict[Colour, int] = {}
    for name, count in zip(words[::2], [*words[1::2], ""], strict=False):
        colour = _find(COLOURS, name, "no-such-colour")
        if colour in piles:
            raise BadText(say("colour-twice", colour=name))
        if count not in map(str, range(1, MOST[colour] + 1)):
            raise BadText(say("bad-pile", colour=name, found=count[:40], most=MOST[colour]))
        piles[colour] = int(count)
    return piles, ()


def _find(names: Sequence[str], name: str, refusal: str) -> int:
    if name not in names:
        raise BadText(say(refusal, name=name[:40], known=", ".join(COLOURS)))
    return names.index(name)


def _rows(scoring: Scoring, board: RealBoard, piles: Piles) -> Sheet:
    return round_rows(scoring, 0, piles, _kept(scoring, board, piles), board.last)


def _kept(scoring: Scoring, board: RealBoard, piles: Piles) -> Colours:
    """R23: equal piles are sorted in the order given, unless `keep` says otherwise."""
    keep = [_find(COLOURS, name, "no-such-colour") for name in re.split(r"[\s,;]+", board.keep) if name]
    if scoring == "classic" or board.last:
        if keep:
            raise BadText(say("nothing-kept"))
    elif tuple(sorted(keep := keep or by_size(piles)[3:6])) not in keepable(piles):
        raise BadText(say("bad-keep"))
    return tuple(keep)


def number_sum(board: RealBoard) -> int:
    """R19: the sum of the numbers on the cards, which decides between equal totals."""
    _, cards = _read_loot(board.loot)
    return sum(NUMBER[card] for card in cards) or board.numbers


def kept_loot(scoring: Scoring, board: RealBoard) -> RealBoard:
    """R15, R18: the loot with which the next round begins."""
    piles, cards = _read_loot(board.loot)
    keep = _kept(scoring, board, piles)
    if cards:
        return RealBoard(" ".join(NAMES[card] for card in cards if COLOUR[card] in keep))
    return RealBoard(", ".join(f"{COLOURS[colour]} {piles[colour]}" for colour in keep))
