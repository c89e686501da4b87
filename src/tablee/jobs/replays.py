"""Turns a record into a replay: a match step by step, in which a page can move back and forth without further requests. It takes
finished matches of a store and records from elsewhere.

A step is what a seat or the clock did, with the draws and notes that follow; each game begins with the deal. In a match with more
than `big` seats, all choices of a simultaneous step form one step, and there are no own panels and no sheets.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from tablee.chain import digest
from tablee.core.game import CHANCE, Event, Message, Seat, say
from tablee.core.record import Action, BadRecord, Header, Note, RecordEntry, Result, read_lines, stream
from tablee.daily import day_of
from tablee.jobs.deals import DealPlayJob, DealRunsJob
from tablee.jobs.hints import HintJob
from tablee.jobs.insights import hindsight, insights
from tablee.match import Match
from tablee.protocol import study, wire
from tablee.protocol.picture import EMPTY, Painter, Picture, difference
from tablee.replay import Audit, Find, RecordStep, replay_entries
from tablee.storage.store import Data, stored_record
from tablee.table import BOT

MOST = 4 << 20  # bytes of steps in one answer
Source: TypeAlias = bytes | Data  # a record, or where the match is stored


def read_source(source: Source, match: str) -> list[bytes]:
    if isinstance(source, bytes):
        return list(stream(BytesIO(source)))
    return [line.encode() for line in stored_record(source, match)]


@dataclass(frozen=True, slots=True)
class ReplayJob:
    source: Source
    match: str  # its id
    start: int
    big: int

    def answer(self, find: Find) -> study.Replay:
        return _told(self, find)


@dataclass(frozen=True, slots=True)
class InsightJob:
    source: Source
    match: str

    def answer(self, find: Find) -> study.Insights:
        return insights([line.decode() for line in read_source(self.source, self.match)], find)


@dataclass(frozen=True, slots=True)
class HindsightJob:
    game: str
    seed: str
    options: tuple[tuple[str, str | int | bool], ...]
    source: bytes = b""  # nothing was recorded

    def answer(self, find: Find) -> study.Insights:
        return hindsight(find(self.game), self.seed, dict(self.options))


Job: TypeAlias = ReplayJob | InsightJob | HindsightJob | HintJob | DealRunsJob | DealPlayJob
JobAnswer: TypeAlias = bytes | tuple[int, Message]  # the compressed answer, or the line that cannot be played and why


def do_job(job: Job, find: Find) -> JobAnswer:
    """Answers one question; runs in the worker process."""
    try:
        return gzip.compress(wire.encode(job.answer(find)), 5, mtime=0)
    except BadRecord as bad:
        return bad.line, bad.message


NumberedEntries: TypeAlias = Sequence[tuple[int, RecordEntry]]
DEAL = Action(CHANCE, "", 0)


@dataclass(slots=True)
class StepRows:
    """The rows of one step: an action with the draws and notes after it, or the deal."""

    row: int = 0  # how many rows come before
    act: Action = DEAL
    events: list[Event] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    last: int = 0  # line of the record

    def add(self, line: int, entry: RecordEntry, events: Sequence[Event]) -> None:
        self.last = line
        if isinstance(entry, Note):
            self.notes.append(entry)
        elif isinstance(entry, Action) and entry.who != CHANCE:
            self.act = entry
        elif isinstance(entry, Action) and self.act.who == CHANCE:
            self.act = Action(CHANCE, "", entry.ms)
        self.events += events


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What is on the table after a step, with all cards open; nothing at first. The sheets are as each seat knows its own."""

    picture: Picture = EMPTY
    own: dict[Seat, tuple[wire.PanelOut, ...]] = field(default_factory=dict)
    alarm: int | None = None  # match time at which the hidden clock runs out


class OpenPainter(Painter):
    def open_table(self, before: OpenTable) -> OpenTable:
        """`before` is the table after the previous step: a choice in an open step changes no cards and no sheets."""
        moved = self.position != self.match.position
        table, seats = self.table(), () if self.big else range(self.match.seats)
        own = {seat: self.own(seat) for seat in seats} if moved else before.own
        sheets = {seat: self.sheet(seat) for seat in seats} if moved else before.picture.sheets
        return OpenTable(replace(table, sheets=sheets), own, self.match.alarm())


def _told(job: ReplayJob, find: Find) -> study.Replay:
    entries = list(read_lines(read_source(job.source, job.match)))
    last, result = entries[-1]
    if not isinstance(result, Result):
        raise BadRecord(last, say("not-over-yet"))
    audit = Audit(entries)
    steps: list[study.ReplayStep] = []
    total = size = 0
    shown, painter = OpenTable(), None
    for match, rows in steps_of(entries, replay_entries(entries, find, audit), job.big):
        if total >= job.start - 1 and size <= MOST:
            painter = painter or OpenPainter(match, job.big)
            before, shown = shown, painter.open_table(shown)
            if total >= job.start:
                chapter = _counters(shown.picture) != _counters(before.picture)
                steps.append(_step(rows, shown, before if steps else OpenTable(), chapter))
                size += len(wire.encode(steps[-1]))
        total += 1
    info, over = (
        table_info(match.header, job.match),
        wire.MatchResult(
            *(result.scores, result.places, result.reveal, match.header.nonces, match.hinted_turns),
            digest([entry for _, entry in entries]),
        ),
    )
    fault = None if audit.fault is None else study.Fault(audit.fault.line, wire.said(audit.fault.message))
    return study.Replay(info, over, match.draws, fault, total, job.start, tuple(steps), match.committed)


def steps_of(entries: NumberedEntries, replayed: Iterable[RecordStep], big: int) -> Iterator[tuple[Match, StepRows]]:
    """The steps, each with the match after it."""
    rows, state = StepRows(), None
    for (line, entry, match, events), (_, follows) in zip(replayed, [*entries[1:], (0, None)], strict=True):
        if follows is None:  # the result is not a step
            return
        rows.add(line, entry, events)
        goes_on = isinstance(follows, Note) or match.to_act() == (CHANCE,)
        if goes_on or (match.seats > big and match.state is state):  # in a big match, a choice that did not end its step
            continue
        yield match, rows
        rows, state = StepRows(len(match.rows)), match.state


def _step(rows: StepRows, shown: OpenTable, before: OpenTable, chapter: bool) -> study.ReplayStep:
    act, own = rows.act, {seat: panels for seat, panels in shown.own.items() if panels != before.own.get(seat)}
    return study.ReplayStep(
        act.ms,
        act.who,
        act.text,
        tuple(study.ReplayEvent(event.message.id, dict(event.message.args), event.to) for event in rows.events),
        tuple(study.Remark(note.note, note.seat, note.text or "") for note in rows.notes),
        chapter,
        own=own or UNSET,
        alarm=shown.alarm if shown.alarm != before.alarm else UNSET,
        row=rows.row,
        **difference(before.picture, shown.picture),
    )


def _counters(picture: Picture) -> list[Any]:
    """The panels that count rounds, calls or turns: called `round`, `turns` or `…-left`."""
    return [panel.value for panel in picture.public if panel.name in ("round", "turns") or panel.name.endswith("-left")]


def table_info(header: Header, match: str) -> wire.TableInfo:
    seats, options = tuple(map(_seat, header.seats)), dict(header.options)
    day = day_of(header)
    more: dict[str, Any] = {"commit": header.commit, "practice": header.practice, "daily": str(day) if day else ""}
    return wire.TableInfo(match, "over", header.game, options, header.games, False, 0, seats, -1, **more)


def _seat(names: tuple[str, ...]) -> wire.SeatInfo:
    if names[0].startswith(BOT):
        return wire.SeatInfo("bot", level=names[0].removeprefix(BOT))
    return wire.SeatInfo("person", names, here=True)
