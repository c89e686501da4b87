"""Replays records: line by line, to the end, or with every draw recomputed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import TypeAlias

from tablee.core import record, registry
from tablee.core.game import CHANCE, CLOCK, Event, IllegalAction, Message, Refusal, Seat, say
from tablee.core.record import Action, BadRecord, Header, Note, NoteId, Result
from tablee.daily import day_of, has_seed
from tablee.fair import Dealer, commitment, read_seed
from tablee.match import Match, Position
from tablee.steps import draw

Find: TypeAlias = Callable[[str], registry.Entry]
RecordStep: TypeAlias = tuple[int, record.RecordEntry, Match, tuple[Event, ...]]
RecordSource: TypeAlias = str | bytes | os.PathLike[str] | Iterable[str | bytes]  # path, text, lines or file


def replay(lines: Iterable[str | bytes], find: Find = registry.find) -> Iterator[RecordStep]:
    """Yields, for each line, its number, its entry, the match after it, and the news. Raises BadRecord with the line."""
    return replay_entries(record.read_lines(lines), find)


def read(source: RecordSource, find: Find = registry.find) -> Match:
    """The match of a record, finished or not. Raises BadRecord with the wrong line.

    source: a path, the record's text, its lines, or an open file.
    """
    return _last(replay(lines_of(source), find))


def loads(text: RecordSource, find: Find = registry.find) -> Match:
    """As `read`, which takes the same: the match of a record's text."""
    return read(text, find)


def positions(source: RecordSource | Match, find: Find = registry.find) -> Iterator[Position]:
    """Every position of a match, from the start to the last row of its record, as values that never change.

    source: a match, or a record as `read` takes it. Raises BadRecord with the wrong line, when it comes to it.
    """
    lines = source.record() if isinstance(source, Match) else lines_of(source)
    for _, entry, match, events in replay(lines, find):
        if not isinstance(entry, Result):
            yield match.here(events)


def verify(source: RecordSource, find: Find = registry.find) -> Match:
    """Recomputes every draw of a finished record. Raises BadRecord with the first wrong line.

    source: a path, the record's text, its lines, or an open file.
    """
    entries = list(record.read_lines(lines_of(source)))
    return _last(replay_entries(entries, find, Audit(entries, strict=True)))


class Audit:
    """Follows the replay of a whole record and recomputes its draws. `fault` is the first wrong line, if there is one; a strict
    audit raises it. After a `what-if` draws follow from the seed in that note, to which nobody was committed: see
    `Match.committed`."""

    def __init__(self, entries: Sequence[tuple[int, record.RecordEntry]], strict: bool = False) -> None:
        header, (last, result) = entries[0][1], entries[-1]
        assert isinstance(header, Header)  # by read_lines
        self.strict = strict
        self.fault: BadRecord | None = None
        self.dealer: Dealer | None = None
        if not header.commit:
            self._find(1, say("no-commit"))
        elif not isinstance(result, Result) or not result.reveal:
            self._find(last, say("not-revealed"))
        elif not _honest(result.reveal, header.commit):
            self._find(last, say("wrong-commit"))
        elif (day := day_of(header)) and not has_seed(header, result.reveal):
            self._find(last, say("wrong-daily", day=str(day)))
        else:
            self.dealer = Dealer(result.reveal, header.nonces)

    def _find(self, line: int, why: Message) -> None:
        self.fault = BadRecord(line, why)
        if self.strict:
            raise self.fault

    def follow(self, number: int, entry: record.RecordEntry, match: Match) -> None:
        """Call this before the entry on line `number` is played."""
        if self.dealer is None or self.fault is not None:
            return
        if isinstance(entry, Note) and entry.note == NoteId.WHAT_IF:
            self.dealer = Dealer(read_seed(entry.text))
        if not isinstance(entry, Action) or entry.who != CHANCE or match.to_act() != (CHANCE,):
            return
        fair = match.game.write(draw(match.game, match.state, self.dealer, match.draws))
        if fair != entry.text:
            self._find(number, say("wrong-draw", number=match.draws + 1, found=entry.text[:40], expected=fair))


def _honest(reveal: str, commit: str) -> bool:
    try:
        return commitment(reveal) == commit
    except Refusal:
        return False


def lines_of(source: RecordSource) -> Iterable[str | bytes]:
    """The lines of a record. A text is told from a path by its first character, which is a brace, or by having several lines."""
    if isinstance(source, str) and (source.lstrip()[:1] in ("{", "") or "\n" in source):
        return record.stream(BytesIO(source.encode("utf-8", "surrogatepass")))
    if isinstance(source, bytes):
        return record.stream(BytesIO(source))
    return _lines_in(source) if isinstance(source, str | os.PathLike) else source


def _lines_in(path: str | os.PathLike[str]) -> Iterator[bytes]:
    with open(path, "rb") as file:
        yield from record.stream(file)


def _last(steps: Iterable[RecordStep]) -> Match:
    *_, (_, _, match, _) = steps
    return match


def replay_entries(
    entries: Iterable[tuple[int, record.RecordEntry]], find: Find = registry.find, audit: Audit | None = None
) -> Iterator[RecordStep]:
    """As `replay`, for lines that have been read, with their numbers. If there is an audit, it follows."""
    match: Match | None = None
    for number, entry in entries:
        try:
            if isinstance(entry, Header):
                match = Match(find(entry.game).game, entry)
            assert match is not None  # read_lines puts the header first
            events = begin_game(match, entry)
            if audit is not None:
                audit.follow(number, entry, match)
            events += _fold(match, entry)
        except Refusal as error:
            raise BadRecord(number, error.message) from error
        yield number, entry, match, events


PRIVATE = (NoteId.TOO_LATE, NoteId.NO_NONCE)  # notes only the seat itself sees before the match is over


def remarks(entry: record.RecordEntry, seat: Seat | None) -> tuple[Message, ...]:
    """A note as a message, if this seat may see it; None sees everything."""
    if not isinstance(entry, Note) or (seat is not None and entry.note in PRIVATE and entry.seat != seat):
        return ()
    if entry.seat is None:
        return (say("note-everybody-left" if entry.note == NoteId.LEFT else f"note-{entry.note}"),)
    return (say(f"note-{entry.note}", seat=entry.seat, text=entry.text or ""),)


class HiddenClock:
    """Follows a replay and, when somebody beats a hidden clock, says what it was set to."""

    def __init__(self) -> None:
        self.began = 0
        self.alarm: int | None = None

    def follow(self, entry: record.RecordEntry, match: Match) -> Message | None:
        """Call this after every entry. Returns a message if the entry stopped a clock before it rang."""
        before, began = self.alarm, self.began
        if match.alarm() == before:
            return None
        self.began, self.alarm = match.now, match.alarm()
        if before is None or not isinstance(entry, Action) or entry.who == CLOCK:
            return None
        length = before - began
        return say("clock-stopped", seconds=length // 1000, hundredths=f"{length % 1000 // 10:02}")


def begin_game(match: Match, entry: record.RecordEntry) -> tuple[Event, ...]:
    """Begins the next game of a series at its first action: records have no row for that."""
    return match.next_game() if isinstance(entry, Action) and match.between_games else ()


def _fold(match: Match, entry: record.RecordEntry) -> tuple[Event, ...]:
    match entry:
        case Action(who, text, ms):
            return match.act(who, text, ms)
        case Note():
            match.note(entry)
        case Result(reveal=reveal):
            if match.outcome() is None:
                raise IllegalAction(say("result-too-early"))
            _check_result(entry, match.result(reveal))
            match.seed = reveal
    return ()


def _check_result(found: Result, expected: Result) -> None:
    if (len(found.scores), len(found.places)) != (len(expected.scores), len(expected.places)):
        raise IllegalAction(say("wrong-result", found=_shortened(found.scores), expected=_shortened(expected.scores)))
    for id, given, right in (
        ("wrong-score", found.scores, expected.scores),
        ("wrong-place", found.places, expected.places),
    ):
        for seat, (one, other) in enumerate(zip(given, right, strict=True)):
            if one != other:
                raise IllegalAction(say(id, number=seat + 1, found=one, expected=other))


def _shortened(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers[:6])) + (f", … ({len(numbers)})" if len(numbers) > 6 else "")
