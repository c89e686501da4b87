"""Drives one match: makes its draws, rings its bells, takes presses, asks for bots' moves and knows what is due next.

The driver does no I/O, reads no clock and runs no bot. The caller's time (ms, on any clock that never goes back) comes with
every call; `questions` says whom to ask, and `answer` takes what a bot chose, now or later. Terminal, lab, server and the
browser's Python all play through it.

    driver.begin(now)
    while (due := driver.due()) is not None:
        driver.advance(due)

What has happened is picked up from `take_events` (news for the table), `take_answers` (to presses) and `match.rows`.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from tablee.core.bot import Question
from tablee.core.game import CHANCE, Event, IllegalAction, Refusal, Seat, TooLate, say
from tablee.core.record import Note, NoteId
from tablee.match import Match
from tablee.referee import CAP, HeldPress, Referee
from tablee.steps import Deals, Wait, attempt, draw


@dataclass(slots=True, eq=False)
class Press:
    """An action on its way into the match. `key` is the caller's name for it; a bot's has none."""

    seat: Seat
    action: Any
    key: str = ""
    lag: int = 0  # ms
    device: str = ""
    due: int | None = None  # match time at which it is tried (again)
    held: HeldPress | None = None  # by the referee, until its verdict


class Answer(NamedTuple):
    """What became of a press: it is in the record, or it was refused."""

    press: Press
    refusal: Refusal | None = None


class Driver:
    def __init__(self, match: Match, dealer: Deals, cap: int = CAP, hold: bool = False) -> None:
        """`cap`: ms of lag that are believed. `hold`: wait for `next_game` when a game of the series is over."""
        self.match, self.dealer, self.hold = match, dealer, hold
        self.referee = Referee(match, cap)
        self.origin = 0  # the caller's time at which match time began
        self.keys: dict[int, str] = {}  # by row: the press it came from
        self._events: list[Event] = []
        self._answers: list[Answer] = []
        self._waiting: dict[str, Press] = {}  # presses with a key that have no answer yet
        self._plans: dict[Seat, Press] = {}  # what bots are about to do
        self._asked: set[Seat] = set()  # bots that think, or have a plan
        self._queue: list[tuple[int, Seat, int, Press]] = []  # by the time at which they are tried
        self._order = count()
        self._position = 0  # where bots were asked last

    def begin(self, now: int) -> None:
        """Starts the match, or goes on with one that was read from its record: match time continues from its last row."""
        self.origin = now - self.match.now
        self._go_on()

    @property
    def over(self) -> bool:
        return self.match.over

    def time(self, now: int) -> int:
        """Match time, which stands still during a pause."""
        return self.match.now if self.match.paused else max(self.match.now, now - self.origin)

    # what has happened
    def take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    def take_answers(self) -> list[Answer]:
        answers, self._answers = self._answers, []
        return answers

    def note(self, note: NoteId, now: int, seat: Seat | None = None, text: str | None = None) -> None:
        """A remark in the record. While a hidden clock runs it takes no time, or it would push presses past the deadline."""
        at = self.match.now if self.match.alarm() is not None else self.time(now)
        self.match.note(Note(note, at, seat, text))

    # presses
    def press(self, press: Press, now: int) -> None:
        """Takes an action of a person. Its answer comes at once, or as soon as it is certain."""
        if self.match.paused:  # before the referee, who would hold it back if the time of the pause were beyond the deadline
            self._answer(press, IllegalAction(say("paused")))
        else:
            self._try(press, now - self.origin)

    def waits(self, key: str) -> bool:
        """Whether the press of this key has no answer yet."""
        return key in self._waiting

    def refuse_waiting(self) -> None:
        """Answers every press that still waits: the match is over, or goes on without people."""
        for press in list(self._waiting.values()):
            self._answer(press, IllegalAction(say("not-playing")))

    def _try(self, press: Press, received: int) -> None:
        if press.key:
            self._waiting[press.key] = press
        try:
            heard = attempt(self.referee.press, press.seat, press.action, received, press.lag, press.device)
        except Refusal as refusal:
            self._answer(press, refusal)
            return
        if isinstance(heard, Wait):
            self._wait(press, heard)
        elif isinstance(heard, HeldPress):
            press.held = heard
        else:
            self._accept(press, heard)

    def _accept(self, press: Press, events: tuple[Event, ...]) -> None:
        if press.key:
            self.keys[len(self.match.rows) - 1] = press.key
        self._events += events
        self._answer(press)
        if self.match.position != self._position:
            self._go_on()

    def _answer(self, press: Press, refusal: Refusal | None = None) -> None:
        if press.key:
            self._waiting.pop(press.key, None)
            self._answers.append(Answer(press, refusal))
        elif self._plans.get(press.seat) is press:
            del self._plans[press.seat]
            if refusal is not None:
                self._asked.discard(press.seat)

    def _wait(self, press: Press, wait: Wait) -> None:
        """Schedules a press that counts only later. A seat can have one such press."""
        others = (other for other in self._waiting.values() if other is not press)
        if any(other.seat == press.seat and other.due is not None for other in others):
            self._answer(press, wait.refusal)
            return
        self._schedule(press, wait.until + self.referee.frozen.get((press.seat, press.device), 0))

    def _schedule(self, press: Press, due: int) -> None:
        press.due = due
        heapq.heappush(self._queue, (due, press.seat, next(self._order), press))

    # bots
    def questions(self, seats: Collection[Seat]) -> list[Question]:
        """Which of these seats must be asked now. Each is asked once in a position."""
        match = self.match
        if match.paused:
            return []
        chosen, asked = match.chosen, self._asked
        ask = [seat for seat in match.to_act() if seat in seats and seat not in chosen and seat not in asked]
        asked.update(ask)
        game = len(match.finished)
        return [
            Question(match.position, seat, match.view(seat), match.legal(seat), match.now, match.turns[seat], game)
            for seat in ask
        ]

    def expects(self, question: Question) -> bool:
        """Whether the answer still counts: not if the position is gone, or a person plays there again."""
        seat = question.seat
        return question.position == self.match.position and seat in self._asked and seat not in self._plans

    def answer(self, question: Question, action: Any, at: int) -> None:
        """A bot's choice, to be made at this match time, if it still counts."""
        if self.expects(question):
            self._plans[question.seat] = press = Press(question.seat, action)
            self._schedule(press, at)

    def forget(self, seat: Seat) -> None:
        """Drops what a bot was about to do, because a person plays here again."""
        self._asked.discard(seat)
        self._plans.pop(seat, None)

    def planned(self, seat: Seat) -> tuple[int, Any] | None:
        """The match time and the action a bot at this seat has settled on."""
        plan = self._plans.get(seat)
        return None if plan is None or plan.due is None else (plan.due, plan.action)

    # time
    def due(self) -> int | None:
        """The caller's time at which something happens by itself, if anything will."""
        if self.match.paused or (not self._queue and self.match.alarm() is None):
            return None
        verdict, press = self.referee.due(), self._next_press()
        if verdict is not None and (press is None or verdict <= press):
            return self.origin + verdict
        return None if press is None else self.origin + press

    def hasten(self, now: int) -> None:
        """Shortens the wait for what is due next: it is due now, at the same match time. Not while a press waits."""
        due = self.due()
        if due is not None and due > now and not self._waiting:
            self.origin -= due - now

    def advance(self, now: int) -> None:
        """Does everything that is due by now, in order."""
        while self.step(now):
            pass

    def step(self, until: int | None = None) -> bool:
        """Does what is due first, by this time if given; False if there is nothing.

        At the same moment a verdict comes before a press."""
        if self.match.paused:
            return False
        verdict, press = self.referee.due(), self._next_press()
        judged = verdict is not None and (press is None or verdict <= press)
        due = verdict if judged else press
        if due is None or (until is not None and self.origin + due > until):
            return False
        if judged:
            self._judge(due)
        else:
            first = heapq.heappop(self._queue)[3]
            first.due = None
            self._try(first, due)
        return True

    def _next_press(self) -> int | None:
        queue = self._queue
        while queue and not self._is_live(queue[0][3]):
            heapq.heappop(queue)
        return queue[0][0] if queue else None

    def _is_live(self, press: Press) -> bool:
        return (self._waiting.get(press.key) if press.key else self._plans.get(press.seat)) is press

    def _judge(self, now: int) -> None:
        first = len(self.match.rows) + 1
        verdict = self.referee.judge(now)
        assert verdict is not None
        self._events += verdict.events
        for press in [press for press in self._waiting.values() if press.held is None]:  # they would count after the bell
            self._answer(press, TooLate(say("too-late")))
        self._refuse_late(verdict.void, first)
        self._go_on()

    def _refuse_late(self, void: Iterable[Note], first: int) -> None:
        """Refuses the presses that were held and came too late; their notes are rows from `first` on."""
        rows = {id(note): row for row, note in enumerate(void, start=first)}
        for press in [*self._waiting.values(), *self._plans.values()]:
            if press.held is not None and id(press.held.note) in rows:
                if press.key:
                    self.keys[rows[id(press.held.note)]] = press.key
                self._answer(press, TooLate(say("too-late")))

    # from one position to the next
    def _go_on(self) -> None:
        """Plays on until somebody has to act. In a new position, bots are asked again."""
        match, asked = self.match, self.match.to_act()
        while not match.paused:
            if asked == (CHANCE,):
                self._events += match.play(CHANCE, draw(match.game, match.state, self.dealer, match.draws), match.now)
            elif not asked and match.between_games and not self.hold:
                self._events += match.next_game()
            else:
                break
            asked = match.to_act()
        if match.position != self._position:
            self._position = match.position
            self._asked.clear()
            self._plans.clear()
        if self.referee.held:
            self._refuse_late(self.referee.void(), len(match.rows))
        if not asked and self.over:
            self.refuse_waiting()

    def next_game(self) -> None:
        """Begins the next game of the series, where the driver holds after each. Raises IllegalAction."""
        if not self.match.between_games or self.match.paused:
            raise IllegalAction(say("no-next-game"))
        self._events += self.match.next_game()
        self._go_on()

    # pauses
    def pause(self, now: int, hidden: bool = False) -> None:
        """Nothing is due until `resume`. Raises IllegalAction while a hidden clock runs, as somebody could use the time to think,
        unless the table is hidden from everybody.

        A hidden clock stands still from the last action on, whatever its deadline, so that the pause tells nothing about it."""
        if self.match.alarm() is not None and not hidden:
            raise IllegalAction(say("cannot-pause"))
        self.note(NoteId.PAUSED, now)

    def resume(self, now: int) -> None:
        self.note(NoteId.RESUMED, now)
        self.begin(now)
