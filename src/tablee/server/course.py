"""The match at a table: its rows, presses and what is answered to them, bots, absences, the timer, and the end.

Times that come with calls are the server's; `origin` is when match time began. Nothing here knows who is told what.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import Any

from tablee.bots import best_bot
from tablee.core.game import CHANCE, CLOCK, Event, Message, Refusal, Seat, Sheet, TooSoon, say
from tablee.core.record import Action, Note, Result
from tablee.core.registry import Entry
from tablee.fair import Dealer
from tablee.match import Match, Referee
from tablee.server import store, wire
from tablee.server.setup import Customs, Refused, Setup
from tablee.server.tray import Due, Job, Line, Tray

OUT_AT_ONCE = 200  # plays of a match that is played out, before others get their turn
GIVEN_UP = ("left", "closed", "abandoned")  # notes of no seat: from there on it is played out


@dataclass(slots=True, eq=False)
class Press:
    """A command, or a bot's choice, until it is answered."""

    key: str  # of a command: seat, client and number
    cmd: int
    seat: Seat
    text: str
    line: Line | None  # None: a bot's
    lag: int
    device: str
    note: Note | None = None  # held by the referee
    again: int | None = None  # in match time, if it came too soon

    @property
    def slot(self) -> str:
        return self.key or f"bot:{self.seat}"


class Course:
    def __init__(self, id: str, seed: str, match: Match, setup: Setup, entry: Entry, customs: Customs, tray: Tray) -> None:
        self.id, self.seed, self.match, self.setup = id, seed, match, setup
        self.entry, self.customs, self.tray = entry, customs, tray
        self.referee = Referee(match, customs.cap)
        self.dealer = Dealer(seed, match.header.nonces)
        self.origin = 0
        self.over = False
        self.secretive = False  # there were secrets in what was read from disk
        self.playing_out = False  # at random, to the end, because nobody is left
        self.rows = 0  # that are in the log
        self.n = [0] * match.seats  # a seat's rows
        self.turn = [0] * match.seats  # how often a seat has been asked
        self.step = 0
        self.folded: Any = None  # the state that was counted last
        self.news: list[Event] = []
        self.touched: set[Seat] = set()  # who have chosen, or chosen again
        self.done: dict[str, int | None] = {}  # answered commands
        self.waiting: dict[str, Press] = {}
        self.plans: dict[Seat, tuple[int, str]] = {}  # of bots: match time, and what
        self.thinking: set[Seat] = set()
        self.taken: set[Seat] = set()  # a bot plays for a person
        self.absent: dict[Seat, int] = {}  # when one will
        self.hurried: set[Seat] = set()  # the timer ran out for them
        self.timer_ends: int | None = None
        self._count_turn()

    def begin(self, now: int) -> None:
        self.origin = now
        for seat, place in enumerate(self.setup.places):
            for one in place.people:
                if one.nonce is None:
                    self.note("no-nonce", now, seat)
        self._new_step(now)
        self._draw(now)

    def resume(self, lines: Iterable[store.Line], now: int) -> None:
        """Match time goes on from the last row."""
        for line in lines:
            match line.entry:
                case Action(who, text, ms):
                    told = self.match.act(who, text, ms)
                    self.secretive |= self.match.alarm() is not None or any(event.to is not None for event in told)
                case Note(note, seat=seat):
                    self.match.note(line.entry)
                    self.playing_out |= seat is None and note in GIVEN_UP
            self._count_rows((line.cmd or "",), logging=False)
        self.origin = now - self.match.at
        self.over = self.match.outcome() is not None
        self.playing_out &= not self.over
        self._new_step(now)
        self._draw(now)
        self.news = []

    @property
    def busy(self) -> bool:
        """It goes on without anybody."""
        return self.playing_out or self.match.alarm() is not None

    def result(self) -> Result:
        return self.match.result(self.seed)

    # rows
    def _count_rows(self, cmds: Iterable[str] = (), logging: bool = True) -> None:
        """New rows of the match: into the log, with the commands they came from."""
        for entry, cmd in zip(self.match.rows[self.rows :], chain(cmds, repeat("")), strict=False):
            number = None
            if isinstance(entry, Action) and entry.who >= 0:
                number = self.n[entry.who] = self.n[entry.who] + 1
            if cmd:
                self.done[cmd] = number
            if logging:
                self.tray.log.append(store.row(self.id, self.rows, entry, cmd or None))
            self.rows += 1
        self._count_turn()

    def _count_turn(self) -> None:
        match = self.match
        if match.state is self.folded:
            return
        self.folded = match.state
        self.step += 1
        asked = match.to_act()
        if asked != (CHANCE,):
            for seat in asked:
                self.turn[seat] += 1

    def _went_on(self, events: Iterable[Event], now: int, cmds: Iterable[str] = ()) -> None:
        step = self.step
        self._count_rows(cmds)
        self.news += events
        if self.step != step:
            self._new_step(now)
            self._draw(now)
            self._count_rows(self._too_late(self.referee.void()))
        if self.match.outcome() is not None:
            self._finish()

    def _new_step(self, now: int) -> None:
        self.plans.clear()
        self.thinking.clear()
        self.hurried.clear()
        timed = self.setup.timer and not self.over and self.match.alarm() is None
        self.timer_ends = now + 1000 * self.setup.timer if timed else None

    def _draw(self, now: int) -> None:
        match = self.match
        while match.to_act() == (CHANCE,):
            draw = match.game.write(self.dealer.pick(match.draws, match.game.odds(match.state)))
            self.news += match.act(CHANCE, draw, match.at)
            self._count_rows()
            self._new_step(now)

    def note(self, note: str, now: int, seat: Seat | None = None) -> None:
        match = self.match
        at = match.at if match.alarm() is not None else max(match.at, now - self.origin)
        match.note(Note(note, at, seat))
        self._count_rows()
        self.tray.info_changed = True

    def _finish(self) -> None:
        self.over, self.playing_out = True, False
        for press in self.waiting.values():
            self._refuse(press, "not-playing", say("not-playing"))
        self.waiting.clear()
        self.plans.clear()
        self.absent.clear()
        self.timer_ends = None
        self.tray.info_changed = True

    def take_news(self) -> tuple[list[Event], set[Seat]]:
        """What has happened since this was last asked, and to whose choices."""
        news, self.news = self.news, []
        touched, self.touched = self.touched, set()
        return news, touched

    # presses
    def act(self, line: Line, seat: Seat, command: wire.Act, now: int) -> None:
        """Answered now, or when it counts. Raises Refused."""
        key = f"{seat}:{line.client}:{command.cmd}"
        if key in self.done:
            n = self.done[key]
            if n is None:
                raise Refused("too-late")
            self.tray.send(line, wire.Ack(command.cmd, n))
        elif key in self.waiting:
            self.waiting[key].line = line
        elif self.over or self.playing_out:
            raise Refused("not-playing")
        elif command.turn is not None and command.turn != self.turn[seat]:
            raise Refused("stale")
        else:
            self._press(Press(key, command.cmd, seat, command.text, line, line.lag, line.client), now - self.origin, now)

    def _press(self, press: Press, received: int, now: int) -> None:
        try:
            if self.match.alarm() is not None:
                self._refuse_at_once(press)
            events = self.referee.press(press.seat, press.text, received, press.lag, press.device)
        except TooSoon as soon:
            self._hold(press, soon)
            return
        except Refusal as refusal:
            self._refuse(press, "refused", refusal.message)
            return
        if events is None:
            press.note = self.referee.held[-1].note
            self.waiting[press.slot] = press
            return
        self.touched.add(press.seat)
        self._went_on(events, now, (press.key,))
        if press.line is not None:
            self.tray.send(press.line, wire.Ack(press.cmd, self.n[press.seat]))

    def _refuse_at_once(self, press: Press) -> None:
        """A refusal must not depend on the hidden deadline, and so neither on whether a press would be held."""
        match = self.match
        with suppress(TooSoon):
            match.game.play(match.state, press.seat, match.game.read(press.text), match.at)

    def _hold(self, press: Press, soon: TooSoon) -> None:
        """It counts from `until` on, so it is presented again then."""
        if any(other.seat == press.seat and other.again is not None for other in self.waiting.values()):
            self._refuse(press, "refused", soon.message)
            return
        press.again = soon.until + self.referee.frozen[(press.seat, press.device)]
        self.waiting[press.slot] = press

    def _press_again(self, slot: str, when: int, now: int) -> None:
        press = self.waiting.pop(slot)
        press.again = None
        self._press(press, when - self.origin, now)

    def _judge(self, when: int, now: int) -> None:
        verdict = self.referee.judge(when - self.origin)
        assert verdict is not None
        for press in [press for press in self.waiting.values() if press.again is not None]:  # they would count after it
            del self.waiting[press.slot]
            self._refuse(press, "too-late", say("too-late"))
        self._went_on(verdict.events, now, ("", *self._too_late(verdict.void)))

    def _too_late(self, void: Sequence[Note]) -> list[str]:
        """Answers presses that were held in vain; the commands they were."""
        presses = [press for note in void for press in self.waiting.values() if press.note is note]
        for press in presses:
            del self.waiting[press.slot]
            self._refuse(press, "too-late", say("too-late"))
        return [press.key for press in presses]

    def _refuse(self, press: Press, code: str, message: Message) -> None:
        if press.line is not None:
            self.tray.refuse(press.line, press.cmd, code, message)

    def sheet(self, seat: Seat, after: str) -> Sheet:
        """The score of a seat as its view knows it, or as it would be after an action. Raises Refusal."""
        match, game, view = self.match, self.match.game, self.match.view(seat)
        if not after:
            return game.sheet(view, seat)
        action = game.read(after)
        with suppress(TooSoon):
            game.play(match.state, seat, action, match.at)  # refuses what the rules do not allow
        try:
            return game.sheet_after(view, seat, action)
        except Refusal as hidden:
            raise Refused(hidden.message.id) from None

    # what is due
    def dues(self) -> Iterator[Due]:
        if self.over:
            return
        if self.playing_out:
            yield 0, self._play_out
            return
        verdict = self.referee.due()
        if verdict is not None:
            yield self.origin + verdict, self._judge
        for seat, (at, _) in self.plans.items():
            yield self.origin + at, partial(self._bot_acts, seat)
        for slot, press in self.waiting.items():
            if press.again is not None:
                yield self.origin + press.again, partial(self._press_again, slot)
        for seat, missed in self.absent.items():
            yield missed, partial(self._take_over, seat)
        if self.timer_ends is not None:
            yield self.timer_ends, self._time_is_up

    def timer(self, now: int) -> int | None:
        """ms left for this step."""
        return None if self.timer_ends is None else max(0, self.timer_ends - now)

    def _time_is_up(self, when: int, now: int) -> None:
        """The visible timer of a step: bots choose for whoever is missing, this once."""
        self.timer_ends = None
        self.hurried.update(self.match.waiting())
        self.note("time is up", now)

    # whoever is not there
    def look_round(self, here: set[Seat | None], now: int) -> None:
        """Who is missed, and which bots must think. Nobody is waited for where nobody is."""
        waiting = self.match.waiting() if here and not self.over else ()
        missed = {
            seat: self.absent.get(seat, now + self.customs.absence)
            for seat in waiting
            if seat not in here and self.bot_at(seat) is None
        }
        if missed != self.absent:
            self.absent, self.tray.info_changed = missed, True
        self._think(waiting)

    def away(self, seat: Seat, now: int) -> int:
        """ms until a bot takes over; 0 if none is about to."""
        return max(1, self.absent[seat] - now) if seat in self.absent else 0

    def _take_over(self, seat: Seat, when: int, now: int) -> None:
        del self.absent[seat]
        self.taken.add(seat)
        self.note("bot took over", now, seat)

    def desert(self, seat: Seat, why: str, now: int) -> None:
        """For good: a bot goes on at once."""
        self.note(why, now, seat)
        self.taken.add(seat)

    def come_back(self, seat: Seat, now: int) -> None:
        if seat in self.taken and not self.over:
            self.taken.discard(seat)
            self.plans.pop(seat, None)
            self.thinking.discard(seat)
            self.note("back", now, seat)

    # bots
    def bot_at(self, seat: Seat) -> str | None:
        """The bot that plays this seat now, if one does."""
        place = self.setup.places[seat]
        if place.kind == "bot":
            return place.level
        missing = seat in self.taken or seat in self.hurried or not self.setup.here(seat)
        return best_bot(self.entry) if missing else None

    def _think(self, waiting: tuple[Seat, ...]) -> None:
        match = self.match
        for seat in () if self.playing_out else waiting:
            level = self.bot_at(seat) if seat not in self.plans and seat not in self.thinking else None
            if level is not None and f"bot:{seat}" not in self.waiting:
                self.thinking.add(seat)
                job = Job(self.step, match.game.id, level, seat, match.view(seat), match.legal(seat), match.at)
                self.tray.jobs.append(job)

    def thought(self, job: Job, answer: tuple[str, int] | None, now: int) -> None:
        """A bot's choice and the time it takes for it; None: it did not answer in time, so chance does."""
        if job.ticket != self.step or job.seat not in self.thinking or self.over:
            return
        self.thinking.discard(job.seat)
        text, pace = answer or (self._at_random(job.legal), 0)
        if self.match.alarm() is None:
            pace = min(pace, self.customs.brisk)
        self.plans[job.seat] = max(job.at + pace, now - self.origin), text

    def _bot_acts(self, seat: Seat, when: int, now: int) -> None:
        _, text = self.plans.pop(seat)
        self._press(Press("", 0, seat, text, None, 0, "bot"), when - self.origin, now)

    def _at_random(self, legal: Sequence[Any]) -> str:
        return self.match.game.write(legal[secrets.randbelow(len(legal))])

    # nobody is left
    def give_up(self, why: str, now: int) -> None:
        """From now on it is played out, so that it has a result and its seed is shown."""
        if not self.over and not self.playing_out:
            self.note(why, now)
            self.playing_out = True

    def _play_out(self, when: int, now: int) -> None:
        """Random play in virtual time, to the end of the match."""
        for _ in range(OUT_AT_ONCE):
            if self.over:
                return
            seat = self.match.waiting()[0]
            self._play_next(seat, self._at_random(self.match.legal(seat)), self.match.at + 1000, now)

    def _play_next(self, seat: Seat, text: str, at: int, now: int) -> None:
        match, alarm = self.match, self.match.alarm()
        if alarm is not None and at >= alarm:
            self._went_on(match.act(CLOCK, match.game.write(match.legal(CLOCK)[0]), alarm), now)
            return
        try:
            events = match.act(seat, text, at)
        except TooSoon as soon:
            self._play_next(seat, text, soon.until, now)
        else:
            self._went_on(events, now)
