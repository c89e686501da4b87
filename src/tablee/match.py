"""One match, built up from the rows of its record. It does no I/O and reads no clock: time comes with every row.

In a simultaneous step a seat may replace its choice until the last missing seat has chosen; then the rules get all choices in
seat order. A bell closes the step early: choices made before it count.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from tablee.bots import chance_of
from tablee.core import record
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
    Sheet,
    places,
    say,
)
from tablee.core.options import changed, read_options
from tablee.core.record import Action, Header, Note, NoteId, Result
from tablee.fair import Dealer, commitment


def open_header(
    game: AnyGame, seats: Sequence[str | tuple[str, ...]], options: Any, dealer: Dealer, games: int = 1, practice: bool = False
) -> Header:
    """The header of a new match, with the commitment to its seed."""
    names = tuple((seat,) if isinstance(seat, str) else tuple(seat) for seat in seats)
    commit = commitment(dealer.seed)
    return Header(game.id, game.version, game.parts_digest, names, changed(options), games, commit, dealer.nonces, practice)


@lru_cache(maxsize=1000)
def _has_chosen(seat: Seat) -> tuple[Event, ...]:
    return (Event(say("has-chosen", seat=seat)),)


def _show(name: str) -> Callable[[Any], str]:
    """A function that shows a table. By name: only who looks at one needs the words and the drawings."""
    return getattr(import_module("tablee.drawing"), name)  # type: ignore[no-any-return]


@dataclass(frozen=True, repr=False)
class Position:
    """A match at one moment; it never changes. `rows` holds the record so far, `events` the news of its last row.

    `str(position)` shows the table as everybody sees it, and so does a notebook.
    """

    game: AnyGame
    header: Header
    options: Any
    rows: tuple[Action | Note, ...]
    events: tuple[Event, ...]
    state: Any
    now: int  # match time in ms
    to_act: tuple[Seat, ...]
    waiting: tuple[Seat, ...]  # of these, who has not chosen yet
    totals: tuple[int, ...]  # of the finished games of a series
    outcome: Outcome | None

    def view(self, seat: Seat | None) -> Any:
        """Everything this seat has been shown so far; None is a spectator."""
        _check_seat(seat, len(self.header.seats))
        return self.game.view(self.state, seat)

    def screen(self, seat: Seat | None) -> Screen:
        """What this seat sees now; None is a spectator."""
        return self.game.screen(self.view(seat))

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """The texts of what this seat may do; () if it is not asked."""
        _check_seat(seat, len(self.header.seats))
        return self.game.legal_texts(self.state, seat)

    def sheet(self, seat: Seat) -> Sheet:
        """This seat's score, row by row, as it knows it itself."""
        return self.game.sheet(self.view(seat), seat)

    def __repr__(self) -> str:
        return f"<Position of {_names(self.header)} after {len(self.rows)} rows>"

    def __str__(self) -> str:
        return _show("text")(self)

    def _repr_svg_(self) -> str:
        return _show("svg")(self)


def _names(header: Header) -> str:
    return f"{header.game}: {', '.join(' & '.join(names) for names in header.seats)}"


def _check_seat(seat: Seat | None, seats: int) -> None:
    """Raises Refusal: -1 would be the last seat's view."""
    if seat is not None and not 0 <= seat < seats:
        raise Refusal(say("no-such-seat", number=seat, last=seats - 1))


class Match:
    """A match as its record has it so far: everything follows from the rows.

    `header` says who plays what, `rows` holds every action, draw, bell and note, `state` is the current state of the rules,
    `now` the match time in ms, `finished` the scores of the finished games of a series, and `seed` that of the draws, once it is
    revealed. Asking for a seat that does not exist raises Refusal. `str(match)` shows the table, and so does a notebook.
    """

    def __init__(self, game: AnyGame, header: Header, options: Any = None) -> None:
        """`options` are those of the header, where they have been read before. Raises Refusal if these rules cannot play a match
        with this header."""
        if header.rules != game.version:
            raise BadOptions(say("unknown-rules", game=game.id, found=header.rules[:20], known=game.version))
        if header.parts != game.parts_digest:
            raise BadOptions(say("other-parts", game=game.id, found=header.parts[:20], known=game.parts_digest))
        game.check_seats(len(header.seats))
        self.game = game
        self.header = header
        self.seats = len(header.seats)
        self.options = read_options(game.options, header.options) if options is None else options
        self.seed = ""
        self.rows: list[Action | Note] = []
        self.now = 0
        self.draws = 0
        self.committed: int | None = None  # of these draws, if a practice match has branched off: those before it
        self.chosen: dict[Seat, Any] = {}  # choices in the open step
        self.finished: list[tuple[int, ...]] = []  # scores of the finished games of the series
        self.over = False  # all games of the series
        self.paused = False
        self.hints: set[tuple[Seat, int, str]] = set()  # by seat and turn: how far each went
        self.position = 0  # counts the states so far
        self.turns = [0] * self.seats  # how often each seat has been asked to act
        self.state = game.start(self.seats, self.options)
        self._to_act: tuple[Seat, ...] = ()
        self._alarm: int | None = None
        self._outcome: Outcome | None = None  # of the game on the table
        self._moved()

    def __repr__(self) -> str:
        return f"<Match of {_names(self.header)} after {len(self.rows)} rows>"

    def __str__(self) -> str:
        return _show("text")(self)

    def _repr_svg_(self) -> str:
        return _show("svg")(self)

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores of the finished games of the series, added up."""
        return tuple(map(sum, zip(*self.finished, strict=True))) or (0,) * self.seats

    @property
    def between_games(self) -> bool:
        """Whether a game of the series is over and the next has not begun; the last state is still on the table."""
        return len(self.finished) < self.header.games and not self._to_act

    @property
    def hinted_turns(self) -> int:
        """The number of turns in which a player has looked at a hint."""
        return len({(seat, turn) for seat, turn, _ in self.hints})

    def to_act(self) -> tuple[Seat, ...]:
        """Who has to act."""
        return self._to_act

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have to act and have not chosen yet."""
        return tuple([seat for seat in self._to_act if seat not in self.chosen])

    def check_seat(self, seat: Seat) -> None:
        """Raises Refusal unless this is a player's seat."""
        _check_seat(seat, self.seats)

    def legal(self, seat: Seat) -> Sequence[Any]:
        """The actions this seat may choose from; `match.game.write` gives their texts."""
        self.check_seat(seat)
        return self.game.legal(self.state, seat)

    def legal_texts(self, seat: Seat) -> tuple[str, ...]:
        """The texts of these actions."""
        self.check_seat(seat)
        return self.game.legal_texts(self.state, seat)

    def alarm(self) -> int | None:
        """When the hidden clock goes off, in ms of match time, if one is running."""
        return self._alarm

    def shown_alarm(self) -> int | None:
        """The same, if everybody may see it."""
        return None if self._alarm is None else self.game.shown_alarm(self.view(None))

    def view(self, seat: Seat | None) -> Any:
        """Everything this seat has been shown so far; None is a spectator."""
        _check_seat(seat, self.seats)
        return self.game.view(self.state, seat)

    def screen(self, seat: Seat | None) -> Screen:
        """What this seat sees now; None is a spectator."""
        return self.game.screen(self.view(seat))

    def outcome(self) -> Outcome | None:
        """Scores and places of the whole series, once it is over."""
        if not self.over:
            return None
        return self._outcome if self.header.games == 1 else Outcome(self.totals, places(self.totals))

    def result(self, reveal: str = "") -> Result:
        """The last line of the record: scores, places and, if revealed, the seed. Raises ValueError before the end."""
        outcome = self.outcome()
        if outcome is None:
            raise ValueError("the match is not over")
        return Result(outcome.scores, outcome.places, reveal)

    def record(self) -> list[str]:
        """The record so far, line by line; once the match is over, its result and the seed too, if it is known."""
        over = [self.result(self.seed)] if self.over else []
        return [record.write(entry) for entry in (self.header, *self.rows, *over)]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file that `tablee.read` takes."""
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in self.record())

    def copy(self) -> Match:
        """A match that goes on by itself from here."""
        twin = copy(self)
        twin.rows, twin.finished, twin.turns, twin.chosen = [*self.rows], [*self.finished], [*self.turns], {**self.chosen}
        return twin

    def at(self, row: int) -> Position:
        """The position after so many rows of the record; 0 is the start, and -1 the last row."""
        if not -len(self.rows) <= row <= len(self.rows):
            raise IndexError(f"the record has {len(self.rows)} rows")
        match = Match(self.game, self.header, self.options)
        events: tuple[Event, ...] = ()
        for entry in self.rows[:row] if row >= 0 else self.rows[: len(self.rows) + row + 1]:
            events = match.follow(entry)
        return match.here(events)

    def here(self, events: tuple[Event, ...] = ()) -> Position:
        """The position now; `events` are the news that led to it."""
        told = (tuple(self.rows), events, self.state, self.now, self.to_act(), self.waiting(), self.totals, self.outcome())
        return Position(self.game, self.header, self.options, *told)

    def act(self, who: Seat, text: str, ms: int) -> tuple[Event, ...]:
        """Plays the action with this text, like a row of a record. Returns its news; a refusal changes nothing."""
        self._check_time(ms)
        return self.play(who, self.game.read(text), ms)

    def play(self, who: Seat, action: Any, ms: int) -> tuple[Event, ...]:
        """Plays an action, a draw or a bell. Returns its news; a refusal changes nothing."""
        if ms < self.now or self.paused:
            self._check_time(ms)
            raise IllegalAction(say("paused"))
        before = self.state
        news = self._play(who, action, ms)
        self.rows.append(Action(who, self.game.write(action), ms))
        self.now = ms
        self.draws += who == CHANCE
        if self.state is not before:
            self._moved()
        return news

    def note(self, note: Note) -> None:
        """Adds a note to the record. Raises IllegalAction if it pauses or resumes at the wrong time."""
        self._check_time(note.ms)
        if note.note in (NoteId.PAUSED, NoteId.RESUMED):
            self._pause(note.note == NoteId.PAUSED)
        if note.note == NoteId.WHAT_IF:
            self._imagine(note)
        if note.note == NoteId.HINT and note.seat is not None and note.text is not None:
            self.check_seat(note.seat)
            self.hints.add((note.seat, self.turns[note.seat], note.text))
        self.rows.append(note)
        self.now = note.ms

    def follow(self, row: Action | Note) -> tuple[Event, ...]:
        """Plays a row of a record, and begins the next game of a series if that is due: records have no row for it."""
        news = self.next_game() if isinstance(row, Action) and self.between_games else ()
        if isinstance(row, Action):
            return news + self.act(*row)
        self.note(row)
        return news

    def next_game(self) -> tuple[Event, ...]:
        """Begins the next game of the series, if one is over and another is due."""
        self.state = self.game.start(self.seats, self.options, self.totals)
        self._moved()
        return (Event(say("next-game", number=len(self.finished) + 1, games=self.header.games)),)

    def _check_time(self, ms: int) -> None:
        if ms < self.now:
            raise IllegalAction(say("time-runs-back", ms=ms, at=self.now))

    def _pause(self, paused: bool) -> None:
        if paused == self.paused or (paused and self.over):
            raise IllegalAction(say("cannot-pause"))
        self.paused = paused

    def _imagine(self, note: Note) -> None:
        """From here on, what the seat could not see may be different, and open choices are made anew."""
        if note.seat is None or note.text is None or self.paused or not self._to_act or self._to_act == (CHANCE,):
            raise IllegalAction(say("no-what-if"))
        self.state = self.game.imagine(self.view(note.seat), note.ms, chance_of(note.text, note.seat)("what-if"))
        self.chosen, self.committed = {}, self.draws if self.committed is None else self.committed
        self._moved()

    def _play(self, who: Seat, action: Any, ms: int) -> tuple[Event, ...]:
        state, events = self.game.play(self.state, who, action, ms)  # refuses before anything changes
        if who == CHANCE and ms != self.now:  # otherwise the time of a draw could be chosen
            raise IllegalAction(say("draw-takes-time", ms=ms, at=self.now))
        if who == CLOCK:
            return self._ring(action, ms)
        asked = self._to_act
        if asked == (who,):
            self.state = state
            return events
        news = () if who in self.chosen else _has_chosen(who)
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

    def _moved(self) -> None:
        """Updates everything that depends on the state after it has changed."""
        self.position += 1
        self._to_act = asked = self.game.to_act(self.state)  # kept, because the driver asks often
        self._alarm = self.game.alarm(self.state)
        if not asked:
            self._outcome = self.game.outcome(self.state)
            assert self._outcome is not None  # by law 2
            self.finished.append(self._outcome.scores)
            self.over = len(self.finished) == self.header.games
        elif asked != (CHANCE,):
            for seat in asked:
                self.turns[seat] += 1
