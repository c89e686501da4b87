"""What players hold at the end of a game at a real table, and who was right about an accusation (R27 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.game import BadText, Row, Sheet, say
from tablee.games.limits.deck import SEATS, Colour, Deck, Limit
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
    accuser: bool = False  # of the player on another paper


@dataclass(frozen=True, slots=True)
class Case:
    """An accusation that was judged."""

    accused: str
    figures: dict[str, str | int]
    cells: tuple[str, ...]
    guilty: bool


@dataclass(frozen=True, slots=True)
class Gain:
    """What an accusation brings a player (R15)."""

    points: int = 0
    limits: int = 0


def paper_sheets(deck: Deck, papers: Sequence[Paper]) -> tuple[Sheet, ...]:
    won = [_read_points(paper.points) for paper in papers]
    cards = [card for _, cards in won for card in cards]
    for paper in papers:
        if paper.limits < 0:
            raise BadText(say("limits-below-none", found=paper.limits))
    points, ones, fives = sum(points for points, _ in won), cards.count("1"), cards.count("5")
    if points > deck.bank or ones > deck.ones or fives > deck.fives:
        raise BadText(say("too-many-points", ones=deck.ones, fives=deck.fives, bank=deck.bank))
    most = max(share.rounds for share in deck.shares)
    if len(papers) in SEATS:
        most = deck.share(len(papers)).rounds
    if (taken := sum(paper.limits for paper in papers)) > most:
        raise BadText(say("too-many-limits", found=taken, most=most))
    cases = [_judge(deck, paper) for paper in papers]
    return tuple(
        score_rows(deck, points, paper.limits) + _verdict(deck, paper, case, gain)
        for paper, (points, _), case, gain in zip(papers, won, cases, _gains(deck, papers, cases), strict=True)
    )


def next_papers(deck: Deck, papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """What the players have once the accusation has been judged."""
    gains = _gains(deck, papers, [_judge(deck, paper) for paper in papers])
    won = [_read_points(paper.points)[0] for paper in papers]
    return tuple(
        Paper(str(points + gain.points), paper.limits + gain.limits)
        for paper, points, gain in zip(papers, won, gains, strict=True)
    )


def _gains(deck: Deck, papers: Sequence[Paper], cases: Sequence[Case | None]) -> list[Gain]:
    """R15: whoever was wrong takes the limit card, the other gets a point. R18: unless the bank is empty."""
    left = deck.bank - sum(_read_points(paper.points)[0] for paper in papers)
    wrong, right = Gain(limits=1), Gain(points=min(1, left))
    gains = [Gain() if case is None else wrong if case.guilty else right for case in cases]
    accusers = [place for place, paper in enumerate(papers) if paper.accuser]
    if accusers:
        judged = [case for case in cases if case is not None]
        if len(accusers) > 1 or len(judged) != 1:
            raise BadText(say("one-accusation"))
        if cases[accusers[0]] is not None:
            raise BadText(say("accuse-yourself"))
        gains[accusers[0]] = right if judged[0].guilty else wrong
    return gains


def _read_points(text: str) -> tuple[int, list[str]]:
    """`7`, or the cards themselves: `5+1+1`."""
    cards = text.replace("+", " ").split()
    if len(cards) > 1 and set(cards) <= {"1", "5"}:
        return sum(map(int, cards)), cards
    if len(cards) == 1 and text.isascii() and text.isdigit() and len(text) < 6:
        return int(text), []
    raise BadText(say("no-points", text=text[:40]))


def _judge(deck: Deck, paper: Paper) -> Case | None:
    if not (paper.card or paper.raisers or paper.pile or paper.accused):
        return None
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
    most, raised = _read_limit(deck, paper.card)[colour], raisers.count(colour)
    where = tuple(str(place) for place, (_, lies) in enumerate(pile, start=1) if lies == colour)[:laid]
    return Case(paper.accused, finding(deck, colour, laid, most, raised), where, is_guilty(laid, most, raised))


def _verdict(deck: Deck, paper: Paper, case: Case | None, gain: Gain) -> Sheet:
    points = gain.points - deck.penalty * gain.limits
    if case is None:
        return (Row(say("accuser-wrong" if gain.limits else "accuser-right"), points),) if paper.accuser else ()
    found = say("found-guilty" if case.guilty else "found-innocent", name=case.accused)
    return Row(say("finding", **case.figures), 0, case.cells), Row(found, points)


def _read_limit(deck: Deck, text: str) -> Limit:
    """Any card with a limit for each colour: those of a box may differ from this deck."""
    values = text.upper().split("-")
    if len(values) != len(deck.colours) or not all(value == "X" or value in map(str, range(100)) for value in values):
        raise BadText(say("no-such-limit", card=text[:40]))
    return tuple(None if value == "X" else int(value) for value in values)


def _read_laid(deck: Deck, text: str) -> tuple[str, Colour]:
    name, _, colour = text.rpartition(":")
    if not name:
        raise BadText(say("pile-card", text=text[:20]))
    return name, deck.colour(colour)
