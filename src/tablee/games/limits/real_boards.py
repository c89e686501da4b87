"""What players hold at the end of a game at a real table, and who was right about an accusation (R27 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.core.game import BadText, ScoreRow, Sheet, say
from tablee.games.limits.deck import SEATS, Colour, Deck, Limit
from tablee.games.limits.scoring import find_case, finding, is_guilty, score_rows
from tablee.games.limits.worlds import tally


@dataclass(frozen=True, slots=True)
class RealBoard:
    """What a player has won, and the case against them if they are accused (R27)."""

    points: str
    limits: int = 0
    card: str = ""
    raisers: tuple[str, ...] = ()
    pile: str = ""
    accused: str = ""
    accuser: bool = False  # of the player whose board has the case


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


def real_sheets(deck: Deck, boards: Sequence[RealBoard]) -> tuple[Sheet, ...]:
    won = [_read_points(board.points) for board in boards]
    cards = [card for _, cards in won for card in cards]
    for board in boards:
        if board.limits < 0:
            raise BadText(say("limits-below-none", found=board.limits))
    points, ones, fives = sum(points for points, _ in won), cards.count("1"), cards.count("5")
    if points > deck.bank or ones > deck.ones or fives > deck.fives:
        raise BadText(say("too-many-points", ones=deck.ones, fives=deck.fives, bank=deck.bank))
    most = max(share.rounds for share in deck.shares)
    if len(boards) in SEATS:
        most = deck.share(len(boards)).rounds
    if (taken := sum(board.limits for board in boards)) > most:
        raise BadText(say("too-many-limits", found=taken, most=most))
    cases = [_judge(deck, board) for board in boards]
    return tuple(
        score_rows(deck, points, board.limits) + _verdict(deck, board, case, gain)
        for board, (points, _), case, gain in zip(boards, won, cases, _gains(deck, boards, cases), strict=True)
    )


def next_real_boards(deck: Deck, boards: Sequence[RealBoard]) -> tuple[RealBoard, ...]:
    """What the players have once the accusation has been judged."""
    gains = _gains(deck, boards, [_judge(deck, board) for board in boards])
    won = [_read_points(board.points)[0] for board in boards]
    return tuple(
        RealBoard(str(points + gain.points), board.limits + gain.limits)
        for board, points, gain in zip(boards, won, gains, strict=True)
    )


def _gains(deck: Deck, boards: Sequence[RealBoard], cases: Sequence[Case | None]) -> list[Gain]:
    """R15: whoever was wrong takes the limit card, the other gets a point. R18: unless the bank is empty."""
    left = deck.bank - sum(_read_points(board.points)[0] for board in boards)
    wrong, right = Gain(limits=1), Gain(points=min(1, left))
    gains = [Gain() if case is None else wrong if case.guilty else right for case in cases]
    accusers = [place for place, board in enumerate(boards) if board.accuser]
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


def _judge(deck: Deck, board: RealBoard) -> Case | None:
    if not (board.card or board.raisers or board.pile or board.accused):
        return None
    for name in ("card", "pile", "accused"):
        if not getattr(board, name):
            raise BadText(say("case-lacks", field=name))
    pile = [_read_laid(deck, text) for text in board.pile.split()]
    raisers = [deck.colour(name) for text in board.raisers for name in text.replace(",", " ").split()]
    for colour, cards in enumerate(tally([*raisers, *(colour for _, colour in pile)], len(deck.colours))):
        if cards > deck.copies:
            raise BadText(say("too-many-cards", colour=deck.colours[colour], found=cards, most=deck.copies))
    if board.accused not in (name for name, _ in pile):
        raise BadText(say("accused-laid-nothing", name=board.accused[:20]))
    colour, laid = find_case(pile, board.accused)
    most, raised = _read_limit(deck, board.card)[colour], raisers.count(colour)
    where = tuple(str(place) for place, (_, lies) in enumerate(pile, start=1) if lies == colour)[:laid]
    return Case(board.accused, finding(deck, colour, laid, most, raised), where, is_guilty(laid, most, raised))


def _verdict(deck: Deck, board: RealBoard, case: Case | None, gain: Gain) -> Sheet:
    points = gain.points - deck.penalty * gain.limits
    if case is None:
        return (ScoreRow(say("accuser-wrong" if gain.limits else "accuser-right"), points),) if board.accuser else ()
    found = say("found-guilty" if case.guilty else "found-innocent", name=case.accused)
    return ScoreRow(say("finding", **case.figures), 0, case.cells), ScoreRow(found, points)


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
