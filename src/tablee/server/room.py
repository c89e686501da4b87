"""One table: who sits there, and its match. No input or output, no clock: time comes with every call, in ms.

What happens goes into `log` (to be written) and `out` (to be sent once it is written). `advance` does what is due,
`settle` tells everybody what has changed. A message depends only on what its receiver may know: the screen of the seat,
its legal actions, its own counters. Row numbers, hidden draws and another's change of mind leave no trace in it.
"""

from __future__ import annotations

import random
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tablee.bots import best_bot, players
from tablee.core import record
from tablee.core.game import (
    CHANCE,
    CLOCK,
    BadOptions,
    Event,
    Message,
    Panel,
    Refusal,
    Seat,
    Sheet,
    TooSoon,
    say,
    total,
)
from tablee.core.options import read_options
from tablee.core.registry import Entry
from tablee.fair import Dealer, commitment
from tablee.match import Match, Referee, open_header
from tablee.server import store, wire
from tablee.server.setup import Customs, Person, Place, Refused, Setup, clean_name, place_info, table_info
from tablee.table import BOT

OUT_AT_ONCE = 200  # plays of a match that is played out, before others get their turn


class Line(Protocol):
    """A device at the table: one socket. `seat` None: a spectator."""

    seat: Seat | None
    person: int | None
    client: str
    lag: int  # half the round trip, in ms


@dataclass(slots=True, eq=False)
class Press:
    """A command that is waiting for its answer."""

    key: str
    cmd: int
    seat: Seat
    text: str
    line: Line
    lag: int
    device: str
    note: record.Note | None = None  # held by the referee
    alarm: int | None = None  # the deadline it was held for
    again: int | None = None  # in match time, if it came too soon

    @property
    def slot(self) -> str:
        return self.key or f"bot:{self.seat}"


@dataclass(frozen=True, slots=True)
class Job:
    """A question to a bot. It sees the view of its seat and nothing else."""

    ticket: int
    game: str
    level: str
    seat: Seat
    view: Any
    legal: Sequence[Any]
    at: int


@dataclass(frozen=True, slots=True)
class Head:
    """What everybody may know about the open step."""

    to_act: tuple[int, ...] | None
    chosen: tuple[int, ...] | None
    count: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """What spectators see from `when` on."""

    when: int
    public: msgspec.Raw
    head: Head
    events: tuple[wire.Said, ...] = ()


NOTHING = msgspec.Raw(b"[]")
SILENCE = wire.Update()
BEFORE = Scene(0, NOTHING, Head((), (), (0, 0)))


class Room:
    def __init__(self, kept: store.Kept, entry: Entry, customs: Customs, now: int, lines: Iterable[store.Line] = ()) -> None:
        self.id, self.seed, self.next = kept.id, kept.seed, kept.next
        self.entry, self.customs = entry, customs
        self.state = kept.state
        self.setup = msgspec.json.decode(kept.setup, type=Setup)
        self.header, self.result = kept.header, kept.result
        self.log: list[store.Statement] = []
        self.out: list[tuple[Line, bytes]] = []
        self.ended: list[Line] = []
        self.jobs: list[Job] = []
        self.lines: dict[Line, None] = {}
        self.fresh: list[Line] = []
        self.reveal_by: int | None = None
        self.playing_out = False  # at random, to the end, because nobody is left
        self.info_changed = False
        self.here_told = -(1 << 40)
        self.here_due: int | None = None
        self.wall = 0  # seconds since 1970, for the store
        self.match: Match | None = None
        if kept.header is not None:
            header = record.read(kept.header)
            assert isinstance(header, record.Header)
            self._open(Match(entry.game, header))
            for line in lines:
                self._fold(line)
            self._resume(now)

    # the match in memory
    def _open(self, match: Match) -> None:
        self.match = match
        self.referee = Referee(match, self.customs.cap)
        self.dealer = Dealer(self.seed, match.header.nonces)
        self.big = match.seats > self.customs.big
        self.rows = 0  # that are in the log
        self.n = [0] * match.seats  # a seat's rows
        self.turn = [0] * match.seats  # how often a seat has been asked
        self.step = 0
        self.folded: Any = None  # the state that was counted last
        self.done: dict[str, int | None] = {}  # answered commands
        self.waiting: dict[str, Press] = {}
        self.plans: dict[Seat, tuple[int, str]] = {}  # match time, and what
        self.thinking: set[Seat] = set()
        self.taken: set[Seat] = set()  # a bot plays for a person
        self.absent: dict[Seat, int] = {}
        self.origin = 0
        self.timer_ends: int | None = None
        self.news: list[Event] = []
        self.secretive = False
        self.public: tuple[Panel, ...] = ()
        self.public_raw = NOTHING
        self.mine: dict[Seat, wire.Mine] = {}  # as it was told
        self.own: dict[Seat, tuple[int, tuple[wire.PanelOut, ...]]] = {}  # by the step it is of
        self.head = Head(None, None, (0, 0))
        self.shown = -1  # the step that was told last
        self.touched: set[Seat] = set()
        self.count_told = 0
        self.count_due: int | None = None
        self.scene = BEFORE
        self.scenes: deque[Scene] = deque()
        self.hurried: set[Seat] = set()  # the timer ran out for them
        self._count_turn()

    def _fold(self, line: store.Line) -> None:
        match line.entry:
            case record.Action(who, text, ms):
                self._match.act(who, text, ms)
            case record.Note():
                self._match.note(line.entry)
        self._count_rows({0: line.cmd} if line.cmd else {}, logging=False)

    @property
    def _match(self) -> Match:
        assert self.match is not None
        return self.match

    def _resume(self, now: int) -> None:
        """Match time goes on from the last row."""
        self.origin = now - self._match.at
        self._new_step(now)
        if self.state == "play":
            self._draw(now)
            self.news = []

    def _count_rows(self, cmds: dict[int, str], logging: bool = True) -> None:
        """New rows of the match: into the log, with the commands they came from (by their place)."""
        match = self._match
        for place, entry in enumerate(match.rows[self.rows :]):
            cmd = cmds.get(place)
            action = isinstance(entry, record.Action) and entry.who >= 0
            if isinstance(entry, record.Action) and entry.who >= 0:
                self.n[entry.who] += 1
            if cmd is not None:
                self.done[cmd] = self.n[int(cmd.partition(":")[0])] if action else None
            if logging:
                self.log.append(store.row(self.id, self.rows + place, entry, cmd))
        self.rows = len(match.rows)
        self._count_turn()

    def _count_turn(self) -> None:
        match = self._match
        if match.state is self.folded:
            return
        self.folded = match.state
        self.step += 1
        asked = match.to_act()
        if asked != (CHANCE,):
            for seat in asked:
                self.turn[seat] += 1

    def _went_on(self, events: Iterable[Event], now: int, cmds: dict[int, str] | None = None) -> None:
        step = self.step
        self._count_rows(cmds or {})
        self.news += events
        if self.step != step:
            self._new_step(now)
            self._draw(now)
            self._void()
        if self._match.outcome() is not None:
            self._finish()

    def _new_step(self, now: int) -> None:
        self.plans.clear()
        self.thinking.clear()
        self.hurried.clear()
        timed = self.setup.timer and self.state == "play" and self._match.alarm() is None
        self.timer_ends = now + 1000 * self.setup.timer if timed else None

    def _draw(self, now: int) -> None:
        match = self._match
        while match.to_act() == (CHANCE,):
            draw = match.game.write(self.dealer.pick(match.draws, match.game.odds(match.state)))
            events = match.act(CHANCE, draw, match.at)
            self._count_rows({})
            self.news += events
            self._new_step(now)

    def _finish(self) -> None:
        if self.state == "over":
            return
        self.state, self.playing_out = "over", False
        self.result = record.write(self._match.result(self.seed))
        for press in self.waiting.values():
            self._answer(press, _no(press.cmd, "not-playing", say("not-playing")))
        self.waiting.clear()
        self.plans.clear()
        self.absent.clear()
        self.timer_ends = None
        self._save()

    def _save(self) -> None:
        setup = msgspec.json.encode(self.setup).decode()
        self.log.append(store.save(self.id, self.state, self.setup.public, setup, self.header, self.result, self.wall))
        self.info_changed = True

    def _note(self, note: str, now: int, seat: Seat | None = None) -> None:
        match = self._match
        at = match.at if match.alarm() is not None else max(match.at, now - self.origin)
        match.note(record.Note(note, at, seat))
        self._count_rows({})
        self.info_changed = True

    # people
    def seat_of(self, person: int) -> Seat | None:
        return self.setup.seat_of(person)

    def person(self, id: int) -> Person:
        return next(one for place in self.setup.places for one in place.people if one.id == id)

    def join(self, name: str, commit: str = "", seat: Seat | None = None) -> wire.Seated:
        self._must_be("open")
        free = [at for at, place in enumerate(self.setup.places) if place.kind == "open" and not place.people]
        if seat is not None and seat not in free:
            raise Refused("seat-taken", say("seat-taken", number=seat + 1))
        if not free:
            raise Refused("no-open-seat")
        seat = free[0] if seat is None else seat
        return self._sit_down(seat, clean_name(name), commit)

    def _sit_down(self, seat: Seat, name: str, commit: str) -> wire.Seated:
        one = Person(self.setup.people, name, commit)
        self.setup.people += 1
        self.setup.places[seat].people.append(one)
        return self._token(seat, one.id)

    def _token(self, seat: Seat, person: int) -> wire.Seated:
        token = secrets.token_urlsafe(16)
        self._save()
        self.log.append(store.new_token(token, self.id, person))
        return wire.Seated(self.id, seat, token)

    def share(self, person: int, name: str, commit: str) -> wire.Seated:
        """A token for another device, or for a partner."""
        seat = self._seat(person)
        if not name:
            return self._another_token(seat, self.person(person))
        self._must_be("open")
        if len(self.setup.places[seat].people) >= self.customs.devices:
            raise Refused("too-many")
        return self._sit_down(seat, clean_name(name), commit)

    def _another_token(self, seat: Seat, one: Person) -> wire.Seated:
        if one.tokens >= self.customs.tokens:
            raise Refused("too-many")
        one.tokens += 1
        return self._token(seat, one.id)

    def _seat(self, person: int) -> Seat:
        seat = self.seat_of(person)
        if seat is None:
            raise Refused("bad-token")
        return seat

    def _must_be(self, *states: str) -> None:
        if self.state not in states or self.reveal_by is not None:
            raise Refused("wrong-state", say("wrong-state", state=self.state))

    def _must_host(self, person: int) -> None:
        if person != self.setup.host:
            raise Refused("not-host")

    def leave(self, person: int, now: int) -> None:
        self._seat(person)
        if self.state in ("over", "closed"):
            return
        self._part(self.person(person), now, "left")

    def remove(self, host: int, seat: Seat, now: int) -> None:
        self._must_host(host)
        self._must_be("open", "play")
        people = self.setup.places[seat].people if 0 <= seat < len(self.setup.places) else []
        there = [one for one in people if not one.gone]
        if not there or any(one.id == host for one in there):
            raise Refused("nobody-there")
        for one in there:
            self._part(one, now, "removed")

    def _part(self, one: Person, now: int, why: str) -> None:
        seat = self._seat(one.id)
        one.gone = True
        self.log.append(store.drop_tokens(self.id, one.id))
        for line in [line for line in self.lines if line.person == one.id]:
            self.end(line, why, now)
        people = self.setup.places[seat].people
        if self.state == "open":
            people.remove(one)
            self.reveal_by = None  # whoever wanted to start may have wanted it with them
        elif not any(not other.gone for other in people):
            self._note(why, now, seat)
            self.taken.add(seat)
        self._heir(one, now)
        self._save()

    def _heir(self, one: Person, now: int) -> None:
        """A host who leaves is followed by the next person; a table without people is over."""
        left = [other.id for place in self.setup.places for other in place.people if not other.gone]
        if not left:
            self._give_up("left", now)
        elif one.id == self.setup.host:
            self.setup.host = left[0]

    def close(self, host: int, now: int) -> None:
        self._must_host(host)
        self._must_be("open", "play")
        self._give_up("closed", now)

    def _give_up(self, why: str, now: int) -> None:
        if self.state == "open":
            self.state = "closed"
            for line in list(self.lines):
                self.end(line, "closed", now)
            self._save()
        elif self.state == "play" and not self.playing_out:
            self._note(why, now)
            self.playing_out = True

    def abandon(self, now: int) -> None:
        """Nobody has come for long: bots end the match, so it has a result and its seed is shown."""
        self._give_up("abandoned", now)

    def again(self, person: int) -> tuple[Setup, Seat, str, str]:
        """What a rematch needs: a table like this one, this person's seat and name, and its id if there is one already."""
        seat = self._seat(person)
        self._must_be("over")
        setup = self.setup
        places = [Place(place.kind, place.level) for place in setup.places]
        fresh = Setup(setup.game, setup.options, setup.series, setup.public, setup.timer, places)
        return fresh, seat, self.person(person).name, self.next

    def goes_on(self, next: str) -> str:
        """The rematch; the first one counts."""
        if not self.next:
            self.next = next
            self.log.append(store.rematch(self.id, next))
            for line in self.lines:
                self.send(line, wire.Rematch(next))
        return self.next

    # the start
    def start(self, host: int, now: int) -> None:
        """Asks everybody for their nonces; the match begins when all are there, or after a while without them."""
        self._must_host(host)
        self._must_be("open")
        self._players(self._taken_places())
        self.reveal_by = now + self.customs.reveal
        for line in self.lines:
            if line.seat is not None:
                self.send(line, wire.AskReveal())
        self._maybe_begin(now)

    def _taken_places(self) -> list[Place]:
        return [place for place in self.setup.places if place.kind == "bot" or (place.kind == "open" and place.people)]

    def _players(self, places: Sequence[Place]) -> record.Header:
        """The header of this match. Raises Refusal if it cannot be played so."""
        game, options = self.entry.game, read_options(self.entry.game.options, self.setup.options)
        if not game.seats[0] <= len(places) <= game.seats[-1]:
            raise BadOptions(say("bad-seats", found=len(places), least=game.seats[0], most=game.seats[-1]))
        names = [tuple(one.name for one in place.people) or (BOT + place.level,) for place in places]
        nonces = tuple(one.nonce or "" for place in places for one in place.people)
        header = open_header(game, names, options, Dealer(self.seed, nonces), self.setup.series)
        Match(game, header)
        return header

    def reveal(self, line: Line, nonce: str, now: int) -> None:
        self.advance(now)
        if self.reveal_by is None or line.person is None:
            return
        one = self.person(line.person)
        if one.nonce is not None:
            return
        if not one.commit or commitment(nonce) != one.commit:
            raise Refused("wrong-nonce")
        one.nonce = nonce
        self._maybe_begin(now)

    def _maybe_begin(self, now: int) -> None:
        people = [one for place in self.setup.places for one in place.people]
        if all(one.nonce is not None or not one.commit for one in people):
            self._begin(now)

    def _begin_without(self, when: int, now: int) -> None:
        """Whoever has not revealed a nonce by now adds none."""
        self._begin(now)

    def _begin(self, now: int) -> None:
        self.reveal_by = None
        who_sat = {line: line.person for line in self.lines}
        self.setup.places = self._taken_places()
        header = self._players(self.setup.places)
        self.header, self.state = record.write(header), "play"
        for line, person in who_sat.items():
            line.seat = None if person is None else self.seat_of(person)
        self._open(Match(self.entry.game, header))
        self.origin = now
        self._save()
        for seat, place in enumerate(self.setup.places):
            for one in place.people:
                if one.nonce is None:
                    self._note("no-nonce", now, seat)
        self._new_step(now)
        self._draw(now)
        self.fresh = list(self.lines)

    # devices
    def enter(self, line: Line, now: int) -> None:
        """Raises Refused if this person has no seat here any more, or there are too many devices."""
        self.advance(now)
        line.seat = None if line.person is None else self._seat(line.person)
        if self.state == "closed":
            raise Refused("wrong-state", say("wrong-state", state=self.state))
        if line.seat is None:
            if sum(other.seat is None for other in self.lines) >= self.customs.spectators:
                raise Refused("too-many")
        elif sum(other.seat == line.seat for other in self.lines) >= self.customs.devices:
            raise Refused("too-many")
        self.log.append(store.touch(self.id, self.wall))
        self.lines[line] = None
        self.fresh.append(line)
        self.info_changed = True
        if self.match is not None and line.seat in self.taken and self.state == "play":
            self.taken.discard(line.seat)
            self.plans.pop(line.seat, None)
            self.thinking.discard(line.seat)
            self._note("back", now, line.seat)
        if self.reveal_by is not None and line.seat is not None:
            self.send(line, wire.AskReveal())

    def exit(self, line: Line, now: int) -> None:
        if line in self.lines:
            del self.lines[line]
            self.info_changed = True

    def end(self, line: Line, why: str, now: int) -> None:
        self.send(line, wire.Bye(why))
        self.ended.append(line)
        self.exit(line, now)

    @property
    def sleeps(self) -> bool:
        """Nobody is here and no clock runs: the room can be forgotten until somebody comes."""
        busy = self.reveal_by is not None or (self.match is not None and (self.playing_out or self._match.alarm() is not None))
        return not self.lines and not busy

    # commands
    def command(self, line: Line, command: wire.Command, now: int) -> None:
        """What a device asks for over its socket."""
        try:
            match command:
                case wire.Act():
                    self.act(line, command, now)
                case wire.AskSheet(after):
                    self.sheet(line, after)
                case wire.Reveal(nonce):
                    self.reveal(line, nonce, now)
        except Refusal as refusal:
            self.send(line, _no(None, code_of(refusal), refusal.message))

    def act(self, line: Line, command: wire.Act, now: int) -> None:
        self.advance(now)
        try:
            press = self._press_of(line, command)
        except Refused as refusal:
            self.send(line, _no(command.cmd, refusal.code, refusal.message))
            return
        if press is not None:
            self._press(press, now - self.origin, now)

    def _press_of(self, line: Line, command: wire.Act) -> Press | None:
        """A new press, or None if it is an old one, which is answered as it was."""
        seat = line.seat
        if seat is None:
            raise Refused("spectator")
        if self.match is None:
            raise Refused("not-playing")
        key = f"{seat}:{line.client}:{command.cmd}"
        if key in self.done:
            n = self.done[key]
            if n is None:
                raise Refused("too-late")
            self.send(line, wire.Ack(command.cmd, n))
            return None
        if key in self.waiting:
            self.waiting[key].line = line
            return None
        if self.state != "play" or self.playing_out:
            raise Refused("not-playing")
        if command.turn is not None and command.turn != self.turn[seat]:
            raise Refused("stale")
        return Press(key, command.cmd, seat, command.text, line, line.lag, line.client)

    def _press(self, press: Press, received: int, now: int) -> None:
        match, referee = self._match, self.referee
        try:
            if match.alarm() is not None:
                self._refuse_at_once(press)
            events = referee.press(press.seat, press.text, received, press.lag, press.device)
        except TooSoon as soon:
            self._hold(press, soon)
            return
        except Refusal as refusal:
            self._answer(press, _no(press.cmd, "refused", refusal.message))
            return
        if events is None:
            press.note, press.alarm = referee.held[-1], match.alarm()
            self.waiting[press.slot] = press
            return
        self.touched.add(press.seat)
        self._went_on(events, now, {0: press.key} if press.key else {})
        self._answer(press, wire.Ack(press.cmd, self.n[press.seat]))

    def _void(self) -> None:
        """Presses held for a deadline that is gone, because somebody else's press counted before it."""
        match = self._match
        for slot, press in list(self.waiting.items()):
            if press.note is not None and press.alarm != match.alarm():
                del self.waiting[slot]
                self.referee.held.remove(press.note)
                at = match.at if match.alarm() is not None else max(match.at, press.note.ms)
                match.note(record.Note(press.note.note, at, press.seat, press.text))
                self._count_rows({0: press.key} if press.key else {})
                self._answer(press, _no(press.cmd, "too-late", say("too-late")))

    def _refuse_at_once(self, press: Press) -> None:
        """A refusal must not depend on the hidden deadline, and so neither on whether a press would be held."""
        match = self._match
        with suppress(TooSoon):
            match.game.play(match.state, press.seat, match.game.read(press.text), match.at)

    def _hold(self, press: Press, soon: TooSoon) -> None:
        """It counts from `until` on, so it is presented again then."""
        if any(other.seat == press.seat and other.again is not None for other in self.waiting.values()):
            self._answer(press, _no(press.cmd, "refused", soon.message))
            return
        press.again = soon.until + self.referee.frozen[(press.seat, press.device)]
        self.waiting[press.slot] = press

    def _answer(self, press: Press, answer: wire.Ack | wire.No) -> None:
        if press.key:
            self.send(press.line, answer)

    def sheet(self, line: Line, after: str) -> None:
        """The score of one's own seat. It is read off worlds that the seat can imagine, so it cannot tell a secret."""
        seat = line.seat
        if seat is None or self.match is None:
            raise Refused("not-playing")
        sheet = self._own_sheet(seat, after)
        rows = tuple(wire.SheetRow(wire.said(row.what), row.points, row.cells) for row in sheet)
        self.send(line, wire.SheetOut(seat, rows, total(sheet), after))

    def _own_sheet(self, seat: Seat, after: str) -> Sheet:
        match = self._match
        game = match.game
        if match.outcome() is not None:
            return game.sheet(match.state, seat)
        view = match.view(seat)
        worlds = [game.imagine(view, match.at, random.Random(seed).randrange) for seed in (1, 2)]
        if after:
            worlds = [game.play(world, seat, game.read(after), match.at)[0] for world in worlds]
        first, second = (game.sheet(world, seat) for world in worlds)
        if first != second:
            raise Refused("sheet-hidden")
        return first

    # what is due
    def due(self) -> int | None:
        return min((when for when, _ in self._dues()), default=None)

    def advance(self, now: int) -> None:
        """Does what is due, in its order."""
        while True:
            when, do = min(self._dues(), key=lambda due: due[0], default=(now + 1, None))
            if when > now or do is None:
                return
            do(when, now)
            if self.playing_out:
                return

    def _dues(self) -> Iterator[tuple[int, Callable[[int, int], None]]]:
        """Times, and what is done then; it is told its time and that of now."""
        if self.reveal_by is not None:
            yield self.reveal_by, self._begin_without
        if self.here_due is not None:
            yield self.here_due, self._tell_here
        if self.match is None:
            return
        if self.scenes:
            yield self.scenes[0].when, self._next_scene
        if self.count_due is not None:
            yield self.count_due, self._tell_count
        if self.state != "play":
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

    def _judge(self, when: int, now: int) -> None:
        verdict = self.referee.judge(when - self.origin)
        assert verdict is not None
        held = {id(press.note): press for press in self.waiting.values() if press.note is not None}
        void = [held[id(note)] for note in verdict.void]
        for press in void:
            del self.waiting[press.slot]
            self._answer(press, _no(press.cmd, "too-late", say("too-late")))
        cmds = {place: press.key for place, press in enumerate(void, start=1) if press.key}
        self._went_on(verdict.events, now, cmds)

    def _press_again(self, slot: str, when: int, now: int) -> None:
        press = self.waiting.pop(slot)
        press.again = None
        self._press(press, when - self.origin, now)

    def _take_over(self, seat: Seat, when: int, now: int) -> None:
        del self.absent[seat]
        self.taken.add(seat)
        self._note("bot took over", now, seat)

    def _time_is_up(self, when: int, now: int) -> None:
        """The visible timer of a step: bots choose for whoever is missing, this once."""
        self.timer_ends = None
        self.hurried.update(self._match.waiting())
        self._note("time is up", now)

    def _tell_here(self, when: int, now: int) -> None:
        self.here_due, self.info_changed = None, True

    def _tell_count(self, when: int, now: int) -> None:
        """`settle` does, now that it may."""
        self.count_due = None

    # bots
    def bot_at(self, seat: Seat) -> str | None:
        """The bot that plays this seat now, if one does."""
        place = self.setup.places[seat]
        if place.kind == "bot":
            return place.level
        missing = seat in self.taken or seat in self.hurried or all(one.gone for one in place.people)
        return best_bot(self.entry) if missing else None

    def _think(self, waiting: tuple[Seat, ...]) -> None:
        match = self._match
        for seat in () if self.playing_out else waiting:
            level = self.bot_at(seat) if seat not in self.plans and seat not in self.thinking else None
            if level is not None and f"bot:{seat}" not in self.waiting:
                self.thinking.add(seat)
                at = match.at
                self.jobs.append(Job(self.step, match.game.id, level, seat, match.view(seat), match.legal(seat), at))

    def thought(self, job: Job, answer: tuple[str, int] | None, now: int) -> None:
        """A bot's choice and the time it takes for it; None: it did not answer in time, so chance does."""
        self.advance(now)
        if self.match is None or job.ticket != self.step or job.seat not in self.thinking or self.state != "play":
            return
        self.thinking.discard(job.seat)
        game = self._match.game
        text, pace = answer or (game.write(job.legal[secrets.randbelow(len(job.legal))]), 0)
        if self._match.alarm() is None:
            pace = min(pace, self.customs.brisk)
        self.plans[job.seat] = max(job.at + pace, now - self.origin), text

    def _bot_acts(self, seat: Seat, when: int, now: int) -> None:
        _, text = self.plans.pop(seat)
        self._press(self._bot_press(seat, text), when - self.origin, now)

    def _bot_press(self, seat: Seat, text: str) -> Press:
        return Press("", 0, seat, text, NOBODY, 0, "bot")

    def _play_out(self, when: int, now: int) -> None:
        """Random play in virtual time, to the end of the match."""
        match = self._match
        for _ in range(OUT_AT_ONCE):
            if self.state != "play":
                return
            seat = match.waiting()[0]
            legal = match.legal(seat)
            self._play_next(seat, match.game.write(legal[secrets.randbelow(len(legal))]), match.at + 1000, now)

    def _play_next(self, seat: Seat, text: str, at: int, now: int) -> None:
        match, alarm = self._match, self._match.alarm()
        if alarm is not None and at >= alarm:
            self._went_on(match.act(CLOCK, match.game.write(match.legal(CLOCK)[0]), alarm), now)
            return
        try:
            events = match.act(seat, text, at)
        except TooSoon as soon:
            self._play_next(seat, text, soon.until, now)
        else:
            self._went_on(events, now)

    # telling
    def send(self, line: Line, message: wire.Out) -> None:
        if line is not NOBODY:
            self.out.append((line, wire.encode(message)))

    def settle(self, now: int) -> None:
        """After whatever has happened: what is due, who is missed, which bots must think, and the news for everybody."""
        self.advance(now)
        if self.match is not None:
            waiting = self._match.waiting() if self.state == "play" and self.lines else ()
            self._miss(waiting, now)
            self._think(waiting)
            self._tell(now)
        if self.info_changed:
            self._tell_info(now)
        fresh, self.fresh = [line for line in self.fresh if line in self.lines], []
        info = wire.plain(self.info(now)) if fresh else NOTHING  # encoded once, however many come at a time
        self.out += [(line, self._table(line.seat, info, now)) for line in fresh]
        if self.match is not None and self.state == "over" and not self.stage_over:
            self._tell_result()

    stage_over = False

    def _tell_result(self) -> None:
        self.stage_over = True
        over = self._over()
        assert over is not None
        for line in self.lines:
            self.send(line, wire.Over(over))

    def _over(self) -> wire.OverPart | None:
        if self.state != "over" or self.match is None:
            return None
        result = self._match.result(self.seed)
        return wire.OverPart(result.scores, result.places, result.reveal, self._match.header.nonces)

    def _miss(self, waiting: tuple[Seat, ...], now: int) -> None:
        """People who are waited for and not here, while others are."""
        seated = {line.seat for line in self.lines}
        missed = {
            seat: self.absent.get(seat, now + self.customs.absence)
            for seat in waiting
            if seat not in seated and self.bot_at(seat) is None
        }
        if missed != self.absent:
            self.absent, self.info_changed = missed, True

    def _tell(self, now: int) -> None:
        stepped = self.shown != self.step
        self.shown = self.step
        news, self.news = self.news, []
        lines = self._lines_by_seat()
        public, panels = self._new_public() if stepped else (UNSET, UNSET)
        head, self.head = self.head, self._new_head(now)
        touched, self.touched = lines if stepped else self.touched, set()
        parts = self._new_parts(seat for seat in touched if seat in lines)
        self._watch_secrets(news)
        hears = self._told(news)
        everybody = wire.Update(
            public=public,
            panels=panels,
            to_act=self.head.to_act if self.head.to_act != head.to_act else UNSET,
            chosen=self.head.chosen if self.head.chosen != head.chosen else UNSET,
            count=self.head.count if self.head.count != head.count else UNSET,
            timer=self._timer(now) if stepped and self.setup.timer else UNSET,
        )
        for seat, devices in lines.items():
            update = replace(everybody, events=hears(seat), mine=parts.get(seat, UNSET))
            if update != SILENCE:
                data = wire.encode(update)
                self.out += [(line, data) for line in devices]
        if stepped or news or head != self.head:
            self._put_on_stage(hears(None), now)

    def _told(self, news: Sequence[Event]) -> Callable[[Seat | None], tuple[wire.Said, ...]]:
        """What each seat hears. In a big room not what others do one by one: the panels show it."""
        if not self.big:
            return lambda seat: tuple(wire.said(event.message) for event in news if event.reaches(seat))
        shared: list[wire.Said] = []
        own: dict[Any, list[wire.Said]] = {}
        for event in news:
            args = dict(event.message.args)
            if event.to is None and "seat" in args:
                own.setdefault(args["seat"], []).append(wire.said(event.message))
            elif event.to is None:
                shared.append(wire.said(event.message))
            else:
                for seat in event.to:
                    own.setdefault(seat, []).append(wire.said(event.message))
        return lambda seat: (*own.get(seat, ()), *shared)

    def _lines_by_seat(self) -> dict[Seat, list[Line]]:
        fresh = set(self.fresh)
        found: dict[Seat, list[Line]] = {}
        for line in self.lines:
            if line.seat is not None and line not in fresh:
                found.setdefault(line.seat, []).append(line)
        return found

    def _new_public(self) -> tuple[Any, Any]:
        """The public panels, whole or as changes, encoded once for all."""
        before, self.public = self.public, self._match.screen(None).public
        if before == self.public:
            return UNSET, UNSET
        self.public_raw = wire.plain([_panel(panel) for panel in self.public])
        if len(before) != len(self.public):
            return self.public_raw, UNSET
        changes = {place: _panel(new) for place, (old, new) in enumerate(zip(before, self.public, strict=True)) if old != new}
        return UNSET, wire.plain(changes)

    def _new_head(self, now: int) -> Head:
        match = self._match
        asked, chosen = match.to_act(), tuple(sorted(match.chosen))
        if not self.big:
            return Head(asked, chosen, (len(chosen), len(asked)))
        count = (len(chosen), len(asked))
        if count != self.head.count and len(chosen) > 0 and now < self.count_told + self.customs.throttle:
            self.count_due = self.count_told + self.customs.throttle
            return self.head
        if count != self.head.count:
            self.count_told = now
        return Head(None, None, count)

    def _new_parts(self, seats: Iterable[Seat]) -> dict[Seat, wire.Mine]:
        parts = {}
        for seat in seats:
            new = self._mine(seat)
            if new != self.mine.get(seat):
                self.mine[seat] = parts[seat] = new
        return parts

    def _mine(self, seat: Seat) -> wire.Mine:
        match = self._match
        step, own = self.own.get(seat, (-1, ()))
        if step != self.step:  # a choice in an open step changes no screen
            own = tuple(map(_panel, match.game.own(match.view(seat))))
            self.own[seat] = self.step, own
        legal = tuple(match.game.write(action) for action in match.legal(seat)) if self.state == "play" else ()
        choice = match.game.write(match.chosen[seat]) if seat in match.chosen else None
        return wire.Mine(own, legal, choice, self.turn[seat], self.n[seat])

    def _timer(self, now: int) -> int | None:
        return None if self.timer_ends is None else max(0, self.timer_ends - now)

    def _tell_info(self, now: int) -> None:
        self.info_changed = False
        fresh = set(self.fresh)
        told = [line for line in self.lines if line not in fresh]
        if not told:
            return
        seats = len(self.setup.places)
        if seats > self.customs.big:
            if now < self.here_told + self.customs.throttle:
                self.here_due = self.here_told + self.customs.throttle
                return
            self.here_told, self.here_due = now, None
            here = len({line.seat for line in self.lines if line.seat is not None})
            data = wire.encode(wire.Here(here, seats, self.state))
        else:
            data = wire.encode(wire.InfoChanged(self.info(now)))
        self.out += [(line, data) for line in told]

    def info(self, now: int) -> wire.TableInfo:
        here = {line.seat for line in self.lines}
        seats = tuple(self._seat_info(seat, place, seat in here, now) for seat, place in enumerate(self.setup.places))
        return table_info(self.id, self.state, self.setup, self.seed, self.next, seats)

    def _seat_info(self, seat: Seat, place: Place, here: bool, now: int) -> wire.SeatInfo:
        info = place_info(place)
        if self.match is None or info.kind != "person":
            return replace(info, here=here)
        away = max(1, self.absent[seat] - now) if seat in self.absent else 0
        return replace(info, here=here, bot=self.bot_at(seat) is not None, away=away)

    def table(self, seat: Seat | None, now: int) -> bytes:
        """Everything that this seat may see."""
        return self._table(seat, wire.plain(self.info(now)), now)

    def _table(self, seat: Seat | None, info: msgspec.Raw, now: int) -> bytes:
        scene, mine, timer = BEFORE, None, None
        if self.match is not None:
            scene = self.scene if seat is None else Scene(0, self.public_raw, self.head)
            mine = None if seat is None else self._mine(seat)
            timer = self._timer(now)
        head = scene.head
        table = wire.Table(seat, info, scene.public, head.to_act, head.chosen, head.count, timer, mine, self._over())
        return wire.encode(table)

    # spectators
    def _watch_secrets(self, news: Sequence[Event]) -> None:
        """From the first secret on, spectators see things later."""
        if not self.secretive:
            self.secretive = (
                self._match.alarm() is not None
                or any(event.to is not None for event in news)
                or any(mine.own for mine in self.mine.values())
            )

    def _put_on_stage(self, events: tuple[wire.Said, ...], now: int) -> None:
        delay = self.customs.delay if self.secretive and self.state == "play" else 0
        self.scenes.append(Scene(now + delay, self.public_raw, self.head, events))
        while self.scenes and not delay:
            self._next_scene()

    def _next_scene(self, when: int = 0, now: int = 0) -> None:
        self.scene = scene = self.scenes.popleft()
        fresh = set(self.fresh)
        watching = [line for line in self.lines if line.seat is None and line not in fresh]
        if watching:
            head = scene.head
            data = wire.encode(wire.Update(scene.events, scene.public, UNSET, head.to_act, head.chosen, head.count))
            self.out += [(line, data) for line in watching]


@dataclass(slots=True, eq=False)
class Nobody:
    seat: Seat | None = None
    person: int | None = None
    client: str = ""
    lag: int = 0


NOBODY: Line = Nobody()


def code_of(refusal: Refusal) -> str:
    return refusal.code if isinstance(refusal, Refused) else "refused"


def _no(cmd: int | None, code: str, message: Message) -> wire.No:
    return wire.No(cmd, code, wire.said(message))


def _panel(panel: Panel) -> wire.PanelOut:
    return wire.PanelOut(panel.name, panel.value, panel.seat, panel.shape)


def bots_of(entry: Entry) -> tuple[str, ...]:
    return tuple(players(entry))
