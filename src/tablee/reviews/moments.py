"""Follows a record as one seat saw it: when it was asked, what it chose, and what it was shown in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tablee.core.game import CHANCE, CLOCK, Event, Seat
from tablee.core.record import Action, RecordEntry
from tablee.match import Match
from tablee.replay import Find, replay_entries

Cause: TypeAlias = Literal["start", "own", "draw", "clock", "others", "asked"]


@dataclass(frozen=True, slots=True)
class SeatMoment:
    """The seat's view after something happened. `asked` is the seat's choice itself, with the view that it chose from; `own`
    comes next, with the view after this choice, before those of others in the same step are shown."""

    cause: Cause
    line: int
    at: int  # match time in ms
    game: int  # of the series
    view: Any
    legal: Sequence[Any] = ()  # what the seat may do, if it is to act now
    action: Any = None  # what it chose
    over: bool = False
    text: str = ""  # of a draw that the seat was shown


@dataclass(slots=True)
class _Choice:
    """The seat's choice in a step that is still open; a later one replaces it."""

    line: int
    at: int
    action: Any


class _Follower:
    """Follows a match row by row."""

    def __init__(self, seat: Seat, match: Match) -> None:
        self.seat, self.match, self.game = seat, match, match.game
        self.line = 0
        self.number = -1  # of the game in the series
        self.standing: tuple[int, ...] = ()
        self.position = match.position
        self.before: Any = None  # the state before the step that is open
        self.asked: tuple[Seat, ...] = ()  # who is to act in it
        self.actors: tuple[Seat, ...] = ()  # who acted in the last step that was no draw
        self.choice: _Choice | None = None

    @property
    def begins(self) -> bool:
        """Whether the next action is the first of a game."""
        return self.before is None

    def begin(self) -> SeatMoment:
        """Before the first action of a game, which the match has taken already."""
        if self.number >= 0:
            self.position += 1
        self.number += 1
        self.before = self.game.start(self.match.seats, self.match.options, self.standing)
        self.asked, self.actors = self.game.to_act(self.before), tuple(range(self.match.seats))
        return self._moment("start", self.before)

    def play(self, action: Action, events: Sequence[Event]) -> Iterator[SeatMoment]:
        """After the match has taken an action."""
        if action.who == self.seat:
            self.choice = _Choice(self.line, action.ms, self.game.read(action.text))
        if self.match.position == self.position:
            return  # others have not chosen yet
        if self.choice is not None:
            yield from self._own(self.choice, action)
        if self.asked != (self.seat,) or action.who == CLOCK:
            yield self._passed(action, events)
        self._next_step()

    def _own(self, choice: _Choice, last: Action) -> Iterator[SeatMoment]:
        """The choice, and the view that nothing else has changed yet."""
        view, legal = self.game.view(self.before, self.seat), self.game.legal(self.before, self.seat)
        yield SeatMoment("asked", choice.line, choice.at, self.number, view, legal, choice.action)
        if self.asked == (self.seat,) and last.who != CLOCK:
            yield self._moment("own", self.match.state)
        else:
            at = last.ms - 1 if last.who == CLOCK else last.ms  # when a match plays the choices of a step
            yield self._moment("own", self.game.play(self.before, self.seat, choice.action, at)[0])

    def _passed(self, action: Action, events: Sequence[Event]) -> SeatMoment:
        """What chance, the clock or other seats did."""
        if action.who == CLOCK:
            return self._moment("clock", self.match.state, "!")
        if action.who != CHANCE:
            return self._moment("others", self.match.state)
        if not any(event.reaches(self.seat) for event in events):  # a draw that the seat is not shown
            return self._moment("own" if self.actors == (self.seat,) else "others", self.match.state)
        own = self.seat in self.actors or self.seat in self.match.to_act()
        return self._moment("draw" if own else "others", self.match.state, action.text)

    def _moment(self, cause: Cause, state: Any, text: str = "") -> SeatMoment:
        asked = self.game.to_act(state)
        view, legal = self.game.view(state, self.seat), self.game.legal(state, self.seat) if self.seat in asked else ()
        return SeatMoment(cause, self.line, self.match.now, self.number, view, legal, over=not asked, text=text)

    def _next_step(self) -> None:
        if self.asked != (CHANCE,):
            self.actors = self.asked
        self.before, self.asked, self.choice = self.match.state, self.match.to_act(), None
        self.position = self.match.position
        if not self.asked:
            self.before, self.standing = None, self.match.totals


def follow(entries: Sequence[tuple[int, RecordEntry]], seat: Seat, find: Find) -> Iterator[SeatMoment]:
    """The moments of a match, in their order. Raises BadRecord."""
    follower: _Follower | None = None
    for line, entry, match, events in replay_entries(entries, find):
        follower = follower or _Follower(seat, match)
        follower.line = line
        if isinstance(entry, Action):
            if follower.begins:
                yield follower.begin()
            yield from follower.play(entry, events)
