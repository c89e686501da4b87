"""One match in progress, folded from its record. No input or output, no clock: time comes with every row.

Simultaneous steps are collected here: a seat may replace its choice until the last missing seat has chosen; then the
rules are fed in seat order. A bell closes an open step: choices made before it count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablee.core import record, registry
from tablee.core.game import (
    CHANCE,
    CLOCK,
    AnyGame,
    BadOptions,
    Event,
    IllegalAction,
    Outcome,
    Refusal,
    Screen,
    Seat,
    places,
    say,
)
from tablee.core.options import changed, read_options
from tablee.core.record import Action, BadRecord, Header, Note, Result
from tablee.fair import Dealer, commitment


def open_header(game: AnyGame, seats: Sequence[str | tuple[str, ...]], options: Any, dealer: Dealer, games: int = 1) -> Header:
    """The first line of a new match, with the commitment to its seed."""
    names = tuple((seat,) if isinstance(seat, str) else seat for seat in seats)
    commit = commitment(dealer.seed)
    return Header(game.id, game.version, game.parts, names, changed(options), games, commit, dealer.nonces)


class Match:
    """The rows are the match; all the rest follows from them."""

    def __init__(self, game: AnyGame, header: Header) -> None:
        """Raises Refusal if this header cannot be played under these rules."""
        if header.rules != game.version:
            raise BadOptions(say("unknown-rules", game=game.id, found=header.rules[:20], known=game.version))
        if header.parts != game.parts:
            raise BadOptions(say("other-parts", game=game.id, found=header.parts[:20], known=game.parts))
        if len(header.seats) not in game.seats:
            raise BadOptions(say("bad-seats", found=len(header.seats), least=game.seats[0], most=game.seats[-1]))
        self.game = game
        self.header = header
        self.options = read_options(game.options, header.options)
        self.rows: list[Action | Note] = []
        self.at = 0
        self.draws = 0
        self.chosen: dict[Seat, Any] = {}  # of the open step
        self.finished: list[tuple[int, ...]] = []  # scores of the games of the series that are over
        self.state = game.start(self.seats, self.options)
        self._asked: tuple[Any, tuple[Seat, ...]] = (None, ())  # of which state, who

    @property
    def seats(self) -> int:
        return len(self.header.seats)

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of the finished games of the series, added up."""
        return tuple(map(sum, zip(*self.finished, strict=True))) or (0,) * self.seats

    def to_act(self) -> tuple[Seat, ...]:
        """Worked out once for a state: everybody asks for it."""
        if self._asked[0] is not self.state:
            self._asked = self.state, self.game.to_act(self.state)
        return self._asked[1]

    def waiting(self) -> tuple[Seat, ...]:
        """Who is to act and has not chosen yet."""
        return tuple(seat for seat in self.to_act() if seat not in self.chosen)

    def legal(self, seat: Seat) -> Sequence[Any]:
        return self.game.legal(self.state, seat)

    def alarm(self) -> int | None:
        return self.game.alarm(self.state)

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def screen(self, seat: Seat | None) -> Screen:
        return self.game.screen(self.view(seat))

    def outcome(self) -> Outcome | None:
        """Scores and places of the whole series."""
        last = self.game.outcome(self.state)
        if last is None or self.header.games == 1:
            return last
        return Outcome(self.totals, places(self.totals))

    def result(self, reveal: str = "") -> Result:
        outcome = self.outcome()
        if outcome is None:
            raise ValueError("the match is not over")
        return Result(outcome.scores, outcome.places, reveal)

    def act(self, who: Seat, text: str, ms: int) -> tuple[Event, ...]:
        """One row: an action, a draw or a bell. What the table hears of it; raises Refusal and changes nothing."""
        if ms < self.at:
            raise IllegalAction(say("time-runs-back", ms=ms, at=self.at))
        action = self.game.read(text)
        events = self._play(who, action, ms)
        self.rows.append(Action(who, self.game.write(action), ms))
        self.at = ms
        self.draws += who == CHANCE
        return events + self._next_game()

    def note(self, note: Note) -> None:
        if note.ms < self.at:
            raise IllegalAction(say("time-runs-back", ms=note.ms, at=self.at))
        self.rows.append(note)
        self.at = note.ms

    def _play(self, who: Seat, action: Any, ms: int) -> tuple[Event, ...]:
        state, events = self.game.play(self.state, who, action, ms)  # refuses before anything is changed
        if who == CLOCK:
            return self._ring(action, ms)
        asked = self.to_act()
        if asked == (who,):
            self.state = state
            return events
        news = () if who in self.chosen else (Event(say("has-chosen", seat=who)),)
        self.chosen[who] = action
        return news if len(self.chosen) < len(asked) else news + self._feed(ms)

    def _feed(self, ms: int) -> tuple[Event, ...]:
        heard: list[Event] = []
        for seat in sorted(self.chosen):
            self.state, events = self.game.play(self.state, seat, self.chosen[seat], ms)
            heard += events
        self.chosen = {}
        return tuple(heard)

    def _ring(self, action: Any, ms: int) -> tuple[Event, ...]:
        heard = self._feed(ms - 1)
        self.state, events = self.game.play(self.state, CLOCK, action, ms)
        return heard + events

    def _next_game(self) -> tuple[Event, ...]:
        if self.to_act():
            return ()
        outcome = self.game.outcome(self.state)
        assert outcome is not None  # by law 2
        self.finished.append(outcome.scores)
        if len(self.finished) == self.header.games:
            return ()
        self.state = self.game.start(self.seats, self.options, self.totals)
        return (Event(say("next-game", number=len(self.finished) + 1, games=self.header.games)),)


CAP = 270  # ms of lag that are believed at the most


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a hidden deadline: what the table hears, and the presses that came too late."""

    events: tuple[Event, ...]
    void: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A press that counts too late, and the deadline it came too late for."""

    note: Note
    alarm: int


class Referee:
    """Hidden deadlines, decided from match time and fair to slow lines.

    A press counts at its receipt less the lag of its device (half the round trip, as the server measured it), at most
    `cap`, and frozen for the turn. Counted times of a seat never go back, whatever the device, so faking lag gains
    nothing. A press counted at the deadline T or later is held, and answered only with the verdict; that falls at
    T + cap, so a press counted before T and still on its way is honoured. Nothing before it depends on T. Where such
    a press takes the deadline away, or sets another, the others that were held for it are void without a verdict.
    """

    def __init__(self, match: Match, cap: int = CAP) -> None:
        self.match = match
        self.cap = cap
        self.frozen: dict[tuple[Seat, str], int] = {}  # lag by seat and device
        self.turn: tuple[Seat, ...] = ()
        self.counted: dict[Seat, int] = {}
        self.held: list[Held] = []

    def press(self, seat: Seat, text: str, received: int, lag: int, device: str = "") -> tuple[Event, ...] | None:
        """What the table hears of an action, or None if it is held. Raises Refusal; TooSoon: press again at its `until`."""
        at = self.count(seat, received, lag, device)
        alarm = self.match.alarm()
        if alarm is not None and at >= alarm:
            self.held.append(Held(Note("too-late", at, seat, text), alarm))
            return None
        return self.match.act(seat, text, at)

    def count(self, seat: Seat, received: int, lag: int, device: str) -> int:
        """The match time at which a press of this seat counts."""
        asked = self.match.to_act()
        new = asked != self.turn or self.match.alarm() is None  # who plays alone has one turn after the other
        if new and asked != (CHANCE,):
            self.turn, self.frozen = asked, {}
        believed = self.frozen.setdefault((seat, device), max(0, min(lag, self.cap)))
        self.counted[seat] = max(received - believed, self.counted.get(seat, 0), self.match.at)
        return self.counted[seat]

    def due(self) -> int | None:
        """When the verdict falls, if a clock runs."""
        alarm = self.match.alarm()
        return None if alarm is None else alarm + self.cap

    def judge(self, now: int) -> Verdict | None:
        """The verdict, once it is due. The clock's row stands at T, void presses follow as notes."""
        due, alarm = self.due(), self.match.alarm()
        if due is None or alarm is None or now < due:
            return None
        events = self.match.act(CLOCK, self.match.game.write(self.match.legal(CLOCK)[0]), alarm)
        void = tuple(sorted((held.note for held in self.held), key=lambda note: note.ms))
        for note in void:
            self.match.note(note)
        self.held = []
        return Verdict(events, void)

    def void(self) -> tuple[Note, ...]:
        """Presses held for a deadline that is gone, once the draws after a press are made. They follow as notes, at a
        time that does not run ahead of a new deadline."""
        alarm = self.match.alarm()
        gone = tuple(held.note for held in self.held if held.alarm != alarm)
        for note in gone:
            self.match.note(replace(note, ms=max(note.ms, self.match.at) if alarm is None else self.match.at))
        self.held = [held for held in self.held if held.alarm == alarm]
        return gone


Find = Callable[[str], registry.Entry]
Step = tuple[int, record.Entry, Match, tuple[Event, ...]]


def replay(lines: Iterable[str | bytes], find: Find = registry.find) -> Iterator[Step]:
    """Line by line: its number, its entry, the match after it and the news. Raises BadRecord with the line."""
    return _replay(record.read_lines(lines), find)


def fold(lines: Iterable[str | bytes], find: Find = registry.find) -> Match:
    """The match of a record, finished or not. Raises BadRecord."""
    return _last(replay(lines, find))


def verify(lines: Iterable[str | bytes], find: Find = registry.find) -> Match:
    """Recomputes every draw of a finished record. Raises BadRecord with the first line that is wrong."""
    entries = list(record.read_lines(lines))
    header, (last, result) = entries[0][1], entries[-1]
    assert isinstance(header, Header)  # read_lines puts it first
    if not header.commit:
        raise BadRecord(1, say("no-commit"))
    if not isinstance(result, Result) or not result.reveal:
        raise BadRecord(last, say("not-revealed"))
    try:
        honest = commitment(result.reveal) == header.commit
    except Refusal:
        honest = False
    if not honest:
        raise BadRecord(last, say("wrong-commit"))
    return _last(_replay(entries, find, Dealer(result.reveal, header.nonces)))


def _last(steps: Iterable[Step]) -> Match:
    *_, (_, _, match, _) = steps
    return match


def _replay(entries: Iterable[tuple[int, record.Entry]], find: Find, dealer: Dealer | None = None) -> Iterator[Step]:
    match: Match | None = None
    for number, entry in entries:
        try:
            if isinstance(entry, Header):
                match = Match(find(entry.game).game, entry)
            assert match is not None  # read_lines puts the header first
            if dealer:
                _check_draw(match, entry, dealer)
            events = _fold(match, entry)
        except Refusal as error:
            raise BadRecord(number, error.message) from error
        yield number, entry, match, events


def _fold(match: Match, entry: record.Entry) -> tuple[Event, ...]:
    match entry:
        case Action(who, text, ms):
            return match.act(who, text, ms)
        case Note():
            match.note(entry)
        case Result(reveal=reveal):
            if match.outcome() is None:
                raise IllegalAction(say("result-too-early"))
            if match.result(reveal) != entry:
                raise IllegalAction(say("wrong-result", found=str(entry.scores), expected=str(match.result().scores)))
    return ()


def _check_draw(match: Match, entry: record.Entry, dealer: Dealer) -> None:
    if not isinstance(entry, Action) or entry.who != CHANCE or match.to_act() != (CHANCE,):
        return
    fair = match.game.write(dealer.pick(match.draws, match.game.odds(match.state)))
    if fair != entry.text:
        raise IllegalAction(say("wrong-draw", number=match.draws + 1, found=entry.text[:40], expected=fair))
