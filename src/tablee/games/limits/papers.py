"""What players hold at the end of a game at a real table, and who was right about an accusation (R27 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.game import BadText, Row, Sheet, say
from tablee.games.limits.deck import SEATS, Colour, Deck
from tablee.games.limits.scoring import find_case, finding, is_guilty, score_rows
from tablee.games.limits.worlds import tally


@dataclass(frozen=True, slots=True)
class Paper:
    """What a player has won, and the case against them if they are accused (R27)."""

    points: str
    limits: int = 0
    card: str = ""
    raisers: tuple[str, ...] = ()
    pile: str = ""
    accused: str = ""


def paper_sheets(deck: Deck, papers: Sequence[Paper]) -> tuple[Sheet, ...]:
    ones = fives = points = 0
    sheets: list[Sheet] = []
    for paper in papers:
        won, cards = _read_points(paper.points)
        points, ones, fives = points + won, ones + cards.count("1"), fives + cards.count("5")
        if paper.limits < 0:
            raise BadText(say("limits-below-none", found=paper.limits))
        sheets.append(score_rows(deck, won, paper.limits) + _verdict(deck, paper))
    if points > deck.bank or ones > deck.ones or fives > deck.fives:
        raise BadText(say("too-many-points", ones=deck.ones, fives=deck.fives, bank=deck.bank))
    most = max(share.rounds for share in deck.shares)
    if len(papers) in SEATS:
        most = deck.share(len(papers)).rounds
    if (taken := sum(paper.limits for paper in papers)) > most:
        raise BadText(say("too-many-limits", found=taken, most=most))
    return tuple(sheets)


def _read_points(text: str) -> tuple[int, list[str]]:
    """`7`, or the cards themselves: `5+1+1`."""
    cards = text.replace("+", " ").split()
    if len(cards) > 1 and set(cards) <= {"1", "5"}:
        return sum(map(int, cards)), cards
    if len(cards) == 1 and text.isascii() and text.isdigit() and len(text) < 6:
        return int(text), []
    raise BadText(say("no-points", text=text[:40]))


def _verdict(deck: Deck, paper: Paper) -> Sheet:
    if not (paper.card or paper.raisers or paper.pile or paper.accused):
        return ()
    for name in ("card", "pile", "accused"):
        if not getattr(paper, name):
            raise BadText(say("case-lacks", field=name))
    pile = [_read_laid(deck, text) for text in paper.pile.split()]
    raisers = [deck.colour(name) for text in paper.raisers for name in text.replace(",", " ").split()]
    for colour, cards in enumerate(tally([*raisers, *(colour for _, colour in pile)], len(deck.colours))):
        if cards > deck.copies:
            raise BadText(say("too-many-cards", colour=deck.colours[colour], found=cards, most=deck.copies))
    if paper.accused not in (name for name, _ in pile):
        raise BadText(say("accused-laid-nothing", name=paper.accused[:20]))
    colour, laid = find_case(pile, paper.accused)
    most, raised = deck.limits[deck.limit(paper.card)][colour], raisers.count(colour)
    guilty = is_guilty(laid, most, raised)
    where = tuple(str(place) for place, (_, lies) in enumerate(pile, start=1) if lies == colour)[:laid]
    return (
        Row(say("finding", **finding(deck, colour, laid, most, raised)), 0, where),
        Row(say("found-guilty" if guilty else "found-innocent", name=paper.accused), -deck.penalty if guilty else 1),
    )


def _read_laid(deck: Deck, text: str) -> tuple[str, Colour]:
    name, _, colour = text.rpartition(":")
    if not name:
        raise BadText(say("pile-card", text=text[:20]))
    return name, deck.colour(colour)
