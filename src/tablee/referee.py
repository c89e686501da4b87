"""Hidden deadlines, decided by match time and fair to slow connections."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from tablee.core.game import CHANCE, CLOCK, Event, Seat, TooSoon
from tablee.core.record import Note, NoteId
from tablee.match import Match
from tablee.steps import bell

CAP = 270  # the most lag that is credited, in ms


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a hidden deadline: the news, and the presses that came too late."""

    events: tuple[Event, ...]
    void: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class HeldPress:
    """A press that counts too late, and the deadline it missed."""

    note: Note
    alarm: int


class Referee:
    """Decides whether a press beats a deadline that nobody can see.

    A press counts at its receipt minus the lag of its device (half the round trip measured by the server), which is at most
    `cap` and frozen for the turn. A seat's counted times never go back, whatever the device, so faking lag gains
    nothing. A press counted at the deadline T or later is held and answered only with the verdict, at
    T + cap, so that a press made before T that is still on its way counts. Nothing before the verdict depends on T. If such
    a press removes or replaces the deadline, the presses held for it are void without a verdict.
    """

    def __init__(self, match: Match, cap: int = CAP) -> None:
        self.match = match
        self.cap = cap
        self.frozen: dict[tuple[Seat, str], int] = {}  # the lag of each seat and device
        self.turn: tuple[Seat, ...] = ()
        self.counted: dict[Seat, int] = {}
        self.held: list[HeldPress] = []

    def press(self, seat: Seat, action: Any, received: int, lag: int, device: str = "") -> tuple[Event, ...] | HeldPress:
        """The news of an action, or the action held back. Raises Refusal; after TooSoon, press again at its `until`."""
        at = self.count(seat, received, lag, device)
        alarm = self.match.alarm()
        if alarm is None or at < alarm:
            return self.match.play(seat, action, at)
        self._refuse_now(seat, action)
        held = HeldPress(Note(NoteId.TOO_LATE, at, seat, self.match.game.write(action)), alarm)
        self.held.append(held)
        return held

    def _refuse_now(self, seat: Seat, action: Any) -> None:
        """Refuses an illegal press at once, even after the deadline: silence would give the deadline away."""
        match = self.match
        with suppress(TooSoon):
            match.game.play(match.state, seat, action, match.now)

    def count(self, seat: Seat, received: int, lag: int, device: str) -> int:
        """The match time at which a press of this seat counts."""
        if not lag and not device:  # a bot
            self.counted[seat] = at = max(received, self.counted.get(seat, 0), self.match.now)
            return at
        asked = self.match.to_act()
        new = asked != self.turn or self.match.alarm() is None  # in a solo game, turns follow each other
        if new and asked != (CHANCE,):
            self.turn, self.frozen = asked, {}
        believed = self.frozen.setdefault((seat, device), max(0, min(lag, self.cap)))
        self.counted[seat] = max(received - believed, self.counted.get(seat, 0), self.match.now)
        return self.counted[seat]

    def due(self) -> int | None:
        """When the verdict is due, if a clock is running."""
        alarm = self.match.alarm()
        return None if alarm is None else alarm + self.cap

    def judge(self, now: int) -> Verdict | None:
        """The verdict, once it is due. The clock's row has time T; void presses follow as notes."""
        match, due, alarm = self.match, self.due(), self.match.alarm()
        if due is None or alarm is None or now < due:
            return None
        events = match.play(CLOCK, bell(match.game, match.state), alarm)
        void = tuple(sorted((held.note for held in self.held), key=lambda note: note.ms))
        for note in void:
            match.note(note)
        self.held = []
        return Verdict(events, void)

    def void(self) -> tuple[Note, ...]:
        """The presses held for a deadline that is gone, once the draws after a press are made. They become notes, at a
        time that is not beyond a new deadline."""
        alarm = self.match.alarm()
        gone = tuple(held.note for held in self.held if held.alarm != alarm)
        for note in gone:
            self.match.note(replace(note, ms=max(note.ms, self.match.now) if alarm is None else self.match.now))
        self.held = [held for held in self.held if held.alarm == alarm]
        return gone
