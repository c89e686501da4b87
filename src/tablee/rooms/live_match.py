"""A match in play at a table: the driver, plus commands, absences, the step timer and the log.

Times are the server's. `broadcast` decides who is sent what.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tablee.bots import fast_bot, strongest_fast
from tablee.chain import Chain
from tablee.core.bot import Question
from tablee.core.game import Event, Refusal, Seat, Sheet, say
from tablee.core.record import Action, Note, NoteId, Result
from tablee.driver import Answer, Driver, Press
from tablee.fair import Dealer, read_seed, seeded_secret
from tablee.jobs.bots import BotChoice, BotJob
from tablee.jobs.hints import HintJob
from tablee.match import Match
from tablee.protocol import wire
from tablee.protocol.picture import Timer
from tablee.protocol.reasons import Refused
from tablee.replay import begin_game
from tablee.rooms.clock import earliest
from tablee.rooms.commands import Commands, command_key
from tablee.rooms.context import RoomContext
from tablee.rooms.outbox import Device
from tablee.storage import store

PLAYED_OUT_AT_ONCE = 40  # rows, before other rooms get their turn
AT_RANDOM = 1000  # ms that an action takes which is picked at random
TEMPO = {"calm": 2.0, "normal": 1.0, "quick": 0.4}  # by the table's pace: how long bots take
GIVEN_UP = (NoteId.LEFT, NoteId.CLOSED, NoteId.ABANDONED)  # notes without a seat: the match is played out from there


class LiveMatch:
    def __init__(self, context: RoomContext, match: Match, header: str) -> None:
        """`header` is that of the match, as it is stored."""
        self.context, self.match, self.header = context, match, header
        self.setup, self.settings, self.outbox = context.setup, context.settings, context.outbox
        dealer = Dealer(context.seed, match.header.nonces)
        self.driver = Driver(match, dealer, context.settings.lag_cap, hold=context.settings.hold > 0)
        self.commands = Commands(match.seats, context.settings)
        self.had_secrets = False  # in the rows read from disk
        self.playing_out = False  # at random to the end, because nobody is left
        self.chain = Chain(match.header)
        self.logged = 0  # rows in the log
        self.news: list[Event] = []
        self.touched: set[Seat] = set()  # seats with a new or replaced choice
        self.taken: set[Seat] = set()  # seats where a bot plays for a person
        self.absent: dict[Seat, int] = {}  # when a bot will take over
        self.hurried: set[Seat] = set()  # seats for which the step timer ran out
        self.timer_ends: int | None = None
        self.hold_ends: int | None = None
        self.paused_since = 0
        self.position = 0  # that the timers were set for
        self.shown_alarm: int | None = None  # which everybody may see
        self.fast = False  # waiting is shortened while only bots are to act

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def rows(self) -> int:
        return len(self.match.rows)

    def begin(self, now: int) -> None:
        for seat, plan in enumerate(self.setup.places):
            for person in plan.people:
                if person.nonce is None and not self.setup.practice and not self.setup.daily:
                    self.match.note(Note(NoteId.NO_NONCE, 0, seat))
        self.driver.begin(now)
        self._collect(now)

    def fold(self, rows: Iterable[store.StoredRow]) -> None:
        """Adds stored rows to the match. A long record is folded in several calls, then `resume` is called. Raises Damaged."""
        for row in rows:
            if not row.follows(self.chain):
                raise store.Damaged(self.rows)
            match row.entry:
                case Action(who, text, ms):
                    told = (*begin_game(self.match, row.entry), *self.match.act(who, text, ms))
                    self.had_secrets |= self.match.alarm() is not None or any(event.to is not None for event in told)
                case Note(note, seat=seat):
                    self.match.note(row.entry)
                    self.playing_out |= seat is None and note in GIVEN_UP
                    if note == NoteId.WHAT_IF:  # the rows before are another match's
                        self.driver.dealer, self.playing_out = Dealer(read_seed(row.entry.text)), False
            self._count(row.entry, row.cmd or "")

    def resume(self, now: int) -> None:
        """Goes on with a stored match; match time continues from its last row."""
        self.logged = len(self.match.rows)
        self.touched.clear()
        self.playing_out &= not self.over
        self.paused_since = now
        self.driver.begin(now)
        self._collect(now)
        self.news = []

    @property
    def busy(self) -> bool:
        """Whether the match goes on even if nobody is connected."""
        return self.playing_out or (self.match.alarm() is not None and not self.match.paused)

    def match_result(self) -> wire.MatchResult:
        """What everybody is told at the end."""
        result = self.result()
        told = result.scores, result.places, result.reveal, self.match.header.nonces, self.match.hinted_turns
        return wire.MatchResult(*told, self.chain.end(result))

    def result(self) -> Result:
        return self.match.result(self.context.seed)

    def series(self) -> wire.Series | None:
        match = self.match
        if match.header.games == 1:
            return None
        number = len(match.finished) + (not match.between_games and not self.over)
        return wire.Series(number, tuple(match.finished), match.between_games)

    def take_news(self) -> tuple[list[Event], set[Seat]]:
        """The events since the last call, and the seats whose choices have changed."""
        news, self.news = self.news, []
        touched, self.touched = self.touched, set()
        return news, touched

    # taking over what the driver has done
    def _collect(self, now: int) -> None:
        match, driver = self.match, self.driver
        for number in range(self.logged, len(match.rows)):
            entry, key = match.rows[number], driver.keys.pop(number, "")
            self._count(entry, key)
            self.outbox.log.append(store.sealed(self.chain, self.context.id, number, entry, key or None))
        self.logged = len(match.rows)
        self.news += driver.take_events()
        for answer in driver.take_answers():
            self._answer(answer)
        if match.position != self.position:
            self._new_position(now)

    def _count(self, entry: Action | Note, key: str) -> None:
        self.commands.count(entry, key)
        if isinstance(entry, Action) and entry.who >= 0:
            self.touched.add(entry.who)

    def _answer(self, answer: Answer) -> None:
        key = answer.press.key
        device, cmd = self.commands.asking.pop(key)
        if answer.refusal is not None:
            self.outbox.refuse(device, cmd, answer.refusal)
        else:
            self.outbox.accept(device, cmd, self.commands.done[key] or 0)

    def _new_position(self, now: int) -> None:
        match = self.match
        self.position, self.shown_alarm = match.position, match.shown_alarm()
        self.hurried.clear()
        timed = self.setup.timer and match.waiting() and match.alarm() is None
        self.timer_ends = now + 1000 * self.setup.timer if timed else None
        self.hold_ends = now + self.settings.hold if match.between_games and self._people() > 1 else None
        if match.over:
            self.playing_out = False
            self.absent.clear()
            self.outbox.info_changed = True

    def _people(self) -> int:
        """Seats at which people play. Somebody who has only bots for company decides when the next game begins."""
        return sum(self.bot_at(seat) is None for seat in range(self.match.seats))

    def note(self, note: NoteId, now: int, seat: Seat | None = None, text: str | None = None) -> None:
        self.driver.note(note, now, seat, text)
        self._collect(now)
        self.outbox.info_changed = True

    # commands
    def act(self, device: Device, seat: Seat, command: wire.Act, lag: int, now: int) -> None:
        """Answers the device now, or when the verdict is known. Raises Refusal."""
        commands, key = self.commands, command_key(seat, device, command)
        if commands.is_repeated(key, device, command, self.outbox):
            return
        if self.over or self.playing_out:
            raise Refused("not-playing")
        if command.turn is not None and command.turn != self.match.turns[seat]:
            raise Refused("stale")
        action = self.match.game.read(command.text)
        if seat in self.match.chosen:
            commands.use_change(seat, self.match.turns[seat])
        commands.asking[key] = device.id, command.cmd
        self.driver.press(Press(seat, action, key, lag, device.client), now)
        self._collect(now)

    def hint(self, seat: Seat, step: int, now: int) -> HintJob:
        """What to ask a bot on behalf of this seat. The record notes it, once for each step. Raises Refused."""
        match, level = self.match, strongest_fast(self.context.entry)
        if self.over or self.playing_out or match.paused or seat not in match.to_act():
            raise Refused("not-playing")
        if level not in self.context.entry.bots:
            raise Refused("no-hints")
        turn = match.turns[seat]
        if (seat, turn, str(step)) not in match.hints:
            self.note(NoteId.HINT, now, seat, str(step))
        question = Question(match.position, seat, match.view(seat), match.legal(seat), match.now, turn, len(match.finished))
        return HintJob(match.game.id, level, question, self.bot_seed, step)

    def sheet(self, viewer: Seat | None, seat: Seat) -> Sheet:
        """A seat's score, as far as the viewer may know it."""
        return self.match.game.sheet(self.match.view(viewer), seat)

    def sheet_after(self, seat: Seat, text: str) -> Sheet | None:
        """The seat's own score after an action; None if what the seat may know is not enough to compute it."""
        match, game = self.match, self.match.game
        action = game.read(text)
        if action not in match.legal(seat):
            game.play(match.state, seat, action, match.now)  # raises the reason
        try:
            return game.sheet_after(match.view(seat), seat, action)
        except Refusal:
            return None

    # pauses, and the break between two games
    def pause(self, now: int, hidden: bool = False) -> None:
        """Raises Refusal while a hidden clock is running, unless the table is `hidden` from everybody."""
        if self.over or self.playing_out:
            raise Refused("not-playing")
        self.driver.pause(now, hidden)
        self.paused_since = now
        self._collect(now)
        self.outbox.info_changed = True

    def unpause(self, now: int) -> None:
        self.driver.resume(now)
        self._delay(now - self.paused_since)
        self._collect(now)
        self.outbox.info_changed = True

    def _delay(self, ms: int) -> None:
        self.absent = {seat: when + ms for seat, when in self.absent.items()}
        self.timer_ends = None if self.timer_ends is None else self.timer_ends + ms
        self.hold_ends = None if self.hold_ends is None else self.hold_ends + ms

    def next_game(self, now: int) -> None:
        self.driver.next_game()
        self._collect(now)

    # what is due
    def due(self) -> int | None:
        if self.over or (self.match.paused and not self.playing_out):
            return None
        if self.playing_out:
            return 0
        due = self.driver.due()
        if self.timer_ends is None and self.hold_ends is None and not self.absent:  # most of the time
            return due
        return earliest(due, self.timer_ends, self.hold_ends, *self.absent.values())

    def advance(self, now: int) -> None:
        """Does everything that is due by now, in order. Playing out a match takes several calls."""
        if self.playing_out:
            self._play_out(now)
            return
        while (due := self.due()) is not None and due <= now and not self.playing_out:
            self._do(due, now)

    def _do(self, due: int, now: int) -> None:
        if self.driver.due() == due:
            self.driver.step()
            self._collect(now)
            self._skim(now)
        elif self.hold_ends == due:
            self.next_game(now)
        elif self.timer_ends == due:
            self._hurry(now)
        else:
            self._take_over(next(seat for seat, when in self.absent.items() if when == due), now)

    def timer(self) -> Timer | None:
        """For this step, until the next game of a series begins by itself, or until an alarm that everybody may see."""
        stands_at = self.paused_since if self.match.paused else None
        ends = self.timer_ends if self.hold_ends is None else self.hold_ends
        if ends is not None:
            return Timer(ends, stands_at)
        if self.shown_alarm is None:
            return None
        return Timer(self.shown_alarm + (self.driver.origin if stands_at is None else stands_at - self.match.now), stands_at)

    def _hurry(self, now: int) -> None:
        """The visible step timer ran out: for this step, bots choose for the seats that have not."""
        self.timer_ends = None
        self.hurried.update(self.match.waiting())
        self.note(NoteId.TIME_IS_UP, now)

    # players who are away
    def check_presence(self, here: Collection[Seat | None], now: int) -> None:
        """Starts the countdown for absent players, and asks bots. If nobody is connected, nobody is waited for, and bots are
        asked only while a hidden clock runs, which does not stand still for them."""
        playing = not self.over and not self.match.paused and (here or self.match.alarm() is not None)
        waiting = self.match.waiting() if playing else ()
        bots = {seat: level for seat in waiting if (level := self.bot_at(seat)) is not None}
        if not self.match.paused:
            self._notice_absence([seat for seat in waiting if here and seat not in here and seat not in bots], now)
        if bots and not self.playing_out:
            for question in self.driver.questions(bots):
                self.outbox.jobs.append(BotJob(self.match.game.id, bots[question.seat], question, self.bot_seed))

    def _notice_absence(self, missing: Sequence[Seat], now: int) -> None:
        if missing or self.absent:
            missed = {seat: self.absent.get(seat, now + self.settings.absence) for seat in missing}
            if missed != self.absent:
                self.absent, self.outbox.info_changed = missed, True

    def away(self, seat: Seat, now: int) -> int:
        """Milliseconds until a bot takes over; 0 if none will."""
        return max(1, self.absent[seat] - now) if seat in self.absent else 0

    def _take_over(self, seat: Seat, now: int) -> None:
        del self.absent[seat]
        self.taken.add(seat)
        self.note(NoteId.BOT_TOOK_OVER, now, seat)

    def leave_for_good(self, seat: Seat, why: NoteId, now: int) -> None:
        """A player has left for good; a bot takes over at once."""
        self.note(why, now, seat)
        self.taken.add(seat)

    def come_back(self, seat: Seat, now: int) -> None:
        if seat in self.taken and not self.over:
            self.taken.discard(seat)
            self.driver.forget(seat)
            self.note(NoteId.BACK, now, seat)

    # bots
    def bot_at(self, seat: Seat) -> str | None:
        """The bot that plays this seat now, if one does."""
        plan = self.setup.places[seat]
        if plan.kind == "bot":
            return plan.level
        missing = seat in self.taken or seat in self.hurried or not self.setup.anybody_at(seat)
        return fast_bot(self.context.entry) if missing else None

    @property
    def bot_seed(self) -> str:
        """Matches that began before there was one get it from their own seed, which it does not give away."""
        return self.setup.bot_seed or seeded_secret("bots", self.context.seed)

    def bot_answers(self, job: BotJob, reply: BotChoice | None, now: int) -> None:
        """`reply` is None if the bot failed or was too slow: then the choice is random, and everybody is told."""
        question = job.question
        if not self.driver.expects(question):
            return
        if reply is None:
            action, ms = self._at_random(question.legal), AT_RANDOM
            self.note(NoteId.BOT_FAILED, now, question.seat)
            self.news.append(Event(say("note-bot-failed", seat=question.seat)))
        else:
            action, ms = self.match.game.read(reply.text), reply.ms
            if reply.level != job.level:
                self.note(NoteId.STAND_IN, now, question.seat, reply.level)
        if self.match.alarm() is None:
            ms = round(min(ms, self.settings.bot_pace) * TEMPO[self.setup.pace])
        self.driver.answer(question, action, max(question.at + ms, self.driver.time(now)))
        self._skim(now)

    def fast_forward(self, on: bool, now: int) -> None:
        self.fast, self.outbox.info_changed = on, True
        self._skim(now)

    def _skim(self, now: int) -> None:
        """In fast-forward, the next thing to come is due soon if no person can act.

        A bot that still thinks is waited for: it must not lose match time."""
        if not self.fast or any(self.bot_at(seat) is None for seat in self.match.to_act()):
            return
        waiting = self.match.waiting()
        if waiting and all(self.driver.planned(seat) for seat in waiting):
            self.driver.hasten(now + self.settings.skimming)

    def _at_random(self, legal: Sequence[Any]) -> Any:
        return legal[secrets.randbelow(len(legal))]

    # nobody is left
    def give_up(self, why: NoteId, now: int) -> None:
        """Plays the match out from now on, so that it gets a result and reveals its seed."""
        if self.over or self.playing_out:
            return
        if self.match.paused:
            self.unpause(now)
        self.note(why, now)
        self.playing_out = True
        self.driver.refuse_waiting()
        for seat in range(self.match.seats):
            self.driver.forget(seat)
        self._collect(now)

    def _play_out(self, now: int) -> None:
        """Random play in virtual time."""
        driver, match = self.driver, self.match
        enough = len(match.rows) + PLAYED_OUT_AT_ONCE
        driver.hold, driver.referee.cap = False, 0
        if match.between_games:
            driver.next_game()
        while not driver.over and len(match.rows) < enough:
            position, questions = match.position, driver.questions(match.waiting()[:PLAYED_OUT_AT_ONCE])
            for question in questions:
                driver.answer(question, self._at_random(question.legal), question.at + 1000)
            for _ in questions or (None,):  # without a question, something that was planned before is due
                if match.position == position:  # otherwise a bell has rung before a seat acted
                    driver.step()
        self._collect(now)
