"""Reviews of matches that are over: what each decision of a seat was worth, what luck brought, and what others did.

A review is made from nothing but the seat's view at each moment. Values are whole numbers of millionths of a point, so that

    start + luck + others + corrections - losses = result

holds exactly in each part of a match. docs/coach.md tells how the values are found, and what they cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from itertools import groupby, islice
from typing import Any

from tablee.bots import chance_of
from tablee.core import record, registry
from tablee.core.bot import Judge, Unit
from tablee.core.game import Message, Refusal, Seat, say
from tablee.core.options import read_options
from tablee.core.record import BadRecord, Header, RecordEntry, Result
from tablee.core.registry import Entry
from tablee.replay import Find, RecordSource, lines_of
from tablee.reviews.ledger import (
    MILLION,
    Decision,
    Ledger,
    MatchPart,
    Micro,
    PositionValue,
    SeatTurn,
    Stretch,
    Sums,
    ValueChange,
    ValuedAction,
    add_up,
    micro,
    stretches,
)
from tablee.reviews.moments import follow
from tablee.reviews.playouts import PlayoutJudge

__all__ = [
    "MILLION",
    "Decision",
    "MatchPart",
    "Micro",
    "PositionValue",
    "Reviewer",
    "SeatReview",
    "SeatTurn",
    "Sums",
    "ValueChange",
    "ValuedAction",
    "depths",
    "judge_of",
    "micro",
    "parts_of",
    "review",
]


@dataclass(frozen=True, slots=True)
class SeatReview:
    """Of one seat. The parts of a match are the games of a series or, if the judge looks to the end of a round, the rounds."""

    game: str
    seat: Seat
    judge: Message  # who judges, in the game's words
    depth: int  # how many draws ahead the judge looks; 0 if it does not count them
    unit: Unit  # what is counted: `points` at the end, or `margin`: those of a round, less what rivals won on average
    sampled: bool  # whether values come from imagined worlds; otherwise they are exact
    turns: tuple[SeatTurn, ...]

    @property
    def parts(self) -> Mapping[MatchPart, Sums]:
        return parts_of(self.turns)

    @property
    def sums(self) -> Sums:
        """Of the whole match."""
        return add_up(self.turns)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(turn.decision for turn in self.turns if turn.decision is not None)


def parts_of(turns: Iterable[SeatTurn]) -> dict[MatchPart, Sums]:
    return {part: add_up(some) for part, some in groupby(turns, key=lambda turn: turn.part)}


def review(source: RecordSource, seat: Seat = 0, *, depth: int = 0, find: Find = registry.find) -> SeatReview:
    """Reviews a seat's play in a match that is over: what each decision was worth, and what luck brought. Raises BadRecord.

    source: a path, the record's text, its lines, or an open file.
    seat: counted from 0.
    depth: how far ahead the judge looks; 0 stands for as far as it can here.
    """
    reviewer = Reviewer(list(lines_of(source)), seat, depth, find)
    return reviewer.review(tuple(turn for turn, _ in reviewer.turns()))


def judge_of(entry: Entry) -> type[Judge[Any, Any]]:
    """The game's own, or one that plays imagined worlds out."""
    return entry.judge or PlayoutJudge


def depths(entry: Entry) -> tuple[int, ...]:
    """How far ahead the game's judge can look here, from the least."""
    return tuple(depth for depth, package in judge_of(entry).depths.items() if not package or find_spec(package) is not None)


class Reviewer:
    """Makes a seat's review turn by turn, from any turn on."""

    def __init__(self, lines: Sequence[str | bytes], seat: Seat, depth: int = 0, find: Find = registry.find) -> None:
        self.entries: list[tuple[int, RecordEntry]] = list(record.read_lines(lines))
        header, (last, result) = self.entries[0][1], self.entries[-1]
        assert isinstance(header, Header)  # by read_lines
        self.header = header
        if not isinstance(result, Result):
            raise BadRecord(last, say("not-over-yet"))
        if not 0 <= seat < len(header.seats):
            raise Refusal(say("no-such-seat", number=seat, last=len(header.seats) - 1))
        self.entry, self.find = find(header.game), find
        options = read_options(self.entry.game.options, header.options)
        self.depth = min(depth or depths(self.entry)[-1], judge_of(self.entry).deepest(options))
        chance = chance_of(digest(lines), seat)  # so that a review, made again, is the same
        self.judge = judge_of(self.entry)(self.entry.game, seat, chance, self.depth)

    def stretches(self) -> Iterator[Stretch]:
        """What turns are made of, without their values: this is quick."""
        return stretches(self.judge, follow(self.entries, self.judge.seat, self.find))

    @cached_property
    def count(self) -> int:
        """How many turns the review has."""
        return sum(1 for _ in self.stretches())

    @cached_property
    def ends(self) -> Mapping[int, Any]:
        """The seat's views at the end of each game. They are no part of what anything is worth."""
        moments = follow(self.entries, self.judge.seat, self.find)
        return {moment.game: moment.view for moment in moments if moment.over}

    def turns(self, start: int = 0, level: PositionValue | None = None) -> Iterator[tuple[SeatTurn, PositionValue]]:
        """From this one on, each with the level that it ends at; `level` is that of the turn before."""
        return Ledger(self.judge, self.ends).turns(islice(self.stretches(), start, None), level)

    def decide(self, stretch: Stretch) -> Decision | None:
        """The decision at the end of a stretch alone, as a review values it."""
        return Ledger(self.judge, self.ends).decide(stretch)

    def review(self, turns: tuple[SeatTurn, ...]) -> SeatReview:
        judge = self.judge
        name = say("judge")
        return SeatReview(judge.game.id, judge.seat, name, self.depth, judge.unit, judge.sampled, turns)


def digest(lines: Iterable[str | bytes]) -> str:
    """Of a record."""
    hashed = sha256()
    for line in lines:
        hashed.update((line.encode() if isinstance(line, str) else line).rstrip(b"\r\n") + b"\n")
    return hashed.hexdigest()
