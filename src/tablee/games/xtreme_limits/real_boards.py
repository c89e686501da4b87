"""Counts at a real table, to be scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablee.core.game import BadOptions, BadText, ScoreRow, Sheet, say
from tablee.games.xtreme_limits.actions import MOST_SEATS
from tablee.games.xtreme_limits.clock import CARD_NAMES, CELL_NAMES, HANDS, START, Card, Cell, Hands
from tablee.games.xtreme_limits.scoring import points, ranks


@dataclass(frozen=True, slots=True)
class RealBoard:
    """A count at a real table: where the hands stand, and one player's cards."""

    hands: str
    card: tuple[str, ...] = ()
    bell: bool = False


def real_sheets(boards: Sequence[RealBoard], most: int) -> tuple[Sheet, ...]:
    """The sheets of a count; `most` is the number of cards a player can hold."""
    if len(boards) > MOST_SEATS:
        raise BadOptions(say("bad-seats", found=len(boards), least=1, most=MOST_SEATS))
    if sum(board.bell for board in boards) > 1:
        raise BadOptions(say("bell-twice"))
    hands = [_read_hands(board.hands) for board in boards]
    if len(set(hands)) > 1:
        raise BadText(say("hands-differ"))
    cards = [[_read_card(name) for name in board.card] for board in boards]
    _refuse_cards(cards, most)
    return tuple(tuple(_rows(where, mine, board.bell)) for board, where, mine in zip(boards, hands, cards, strict=True))


def _read_hands(text: str) -> Hands:
    """`red 12, green 7, blue 5`, in any order."""
    found: dict[str, Cell] = {}
    for part in text.split(","):
        name, _, cell = part.strip().partition(" ")
        if name not in HANDS or cell not in CELL_NAMES:
            raise BadText(say("bad-hand", text=part.strip()[:40]))
        if name in found:
            raise BadText(say("hand-twice", hand=name))
        found[name] = int(cell)
    if missing := [name for name in HANDS if name not in found]:
        raise BadText(say("hand-missing", hand=missing[0]))
    hands = tuple(found[name] for name in HANDS)
    for where in hands:
        if where != START and hands.count(where) > 1:
            raise BadText(say("cell-shared", cell=where))
    return hands


def _read_card(name: str) -> Card:
    if name not in CARD_NAMES:
        raise BadText(say("bad-card", text=name[:40], known=", ".join(CARD_NAMES)))
    return CARD_NAMES.index(name)


def _refuse_cards(cards: Sequence[Sequence[Card]], most: int) -> None:
    for number, mine in enumerate(cards):
        if len(mine) > most:
            raise BadOptions(say("too-many-cards", found=len(mine), most=most))
        for card in mine:
            if sum(other.count(card) for other in cards[: number + 1]) > 1:
                raise BadText(say("card-twice", card=CARD_NAMES[card]))


def _rows(hands: Hands, cards: Sequence[Card], bell: bool) -> Iterator[ScoreRow]:
    """A row for each hand with its rank, then one for each card with its points."""
    for hand, cell, rank in zip(HANDS, hands, ranks(hands), strict=True):
        yield ScoreRow(say("ranked", hand=hand, cell=cell, rank=rank), 0, (str(cell),))
    for card in cards:
        what = say("card-bell" if bell else "card-points", card=CARD_NAMES[card])
        yield ScoreRow(what, 0 if bell else points(card, hands))
