"""One table: who sits there, who is the host, which devices are here, and its match. No input or output, no clock: time
comes with every call, in ms.

`course` is the match, once it has begun; `show` tells devices of it. Whatever happens goes into the `tray`: into its log (to be
written), its messages (to be sent once it is written) and its questions to bots. `advance` does what is due, `settle` tells
everybody what has changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.core import record
from tablee.core.game import BadOptions, Refusal, Seat, say, total
from tablee.core.options import read_options
from tablee.core.registry import Entry
from tablee.fair import Dealer, commitment
from tablee.match import Match, open_header
from tablee.server import store, wire
from tablee.server.course import Course
from tablee.server.setup import Customs, Person, Place, Refused, Setup, arranged, clean_name, code_of, place_info, table_info
from tablee.server.show import Show
from tablee.server.tray import Due, Job, Line, Lines, Tray
from tablee.table import BOT


class Room:
    def __init__(self, kept: store.Kept, entry: Entry, customs: Customs, now: int, lines: Iterable[store.Line] = ()) -> None:
        self.id, self.seed, self.next = kept.id, kept.seed, kept.next
        self.entry, self.customs = entry, customs
        self.setup = msgspec.json.decode(kept.setup, type=Setup)
        self.header, self.result = kept.header, kept.result
        self.closed = kept.state == "closed"
        self.lines: Lines = {}
        self.tray = Tray()
        self.show = Show(customs, self.lines, self.tray)
        self.course: Course | None = None
        self.reveal_by: int | None = None
        self.here_told = -(1 << 40)
        self.here_due: int | None = None
        self.wall = 0  # seconds since 1970, for the store
        if kept.header is not None:
            header = record.read(kept.header)
            assert isinstance(header, record.Header)
            self._open(header).resume(lines, now)

    def _open(self, header: record.Header) -> Course:
        match = Match(self.entry.game, header)
        self.course = Course(self.id, self.seed, match, self.setup, self.entry, self.customs, self.tray)
        return self.course

    @property
    def state(self) -> Literal["open", "play", "over", "closed"]:
        if self.course is None:
            return "closed" if self.closed else "open"
        return "over" if self.course.over else "play"

    def _save(self) -> None:
        setup = msgspec.json.encode(self.setup).decode()
        self.tray.log.append(store.save(self.id, self.state, self.setup.public, setup, self.header, self.result, self.wall))
        self.tray.info_changed = True

    # people
    def seat_of(self, person: int) -> Seat | None:
        return self.setup.seat_of(person)

    def person(self, id: int) -> Person:
        return next(one for place in self.setup.places for one in place.people if one.id == id)

    def join(self, name: str, commit: str = "", seat: Seat | None = None, before: int = -1) -> wire.Seated:
        self._must_be("open")
        if seat is not None and seat >= len(self.setup.places):
            raise Refused("no-seat")
        free = [at for at, place in enumerate(self.setup.places) if place.kind == "open" and not place.people]
        if seat is not None and seat not in free:
            raise Refused("seat-taken", say("seat-taken", number=seat + 1))
        if not free:
            raise Refused("no-open-seat")
        seat = free[0] if seat is None else seat
        return self._sit_down(seat, clean_name(name), commit, before)

    def rejoin(self, who: Sequence[Person], commit: str, seat: Seat) -> wire.Seated:
        """To a rematch, the first of `who`, who shared a seat: on another device, beside a partner, on that seat or on any."""
        me, *partners = who
        seats = {one.before: at for at in range(len(self.setup.places)) for one in self.setup.here(at)}
        if me.id in seats:
            here = next(one for one in self.setup.here(seats[me.id]) if one.before == me.id)
            if self.state == "open" and self.reveal_by is None:
                here.commit = commit or here.commit  # the device that asked before may have forgotten its nonce
            return self._another_token(seats[me.id], here)
        beside = next((seats[one.id] for one in partners if one.id in seats), None)
        if beside is not None:
            self._must_be("open")
            return self._sit_down(beside, me.name, commit, me.id)
        free = seat < len(self.setup.places) and not self.setup.places[seat].people
        return self.join(me.name, commit, seat if free else None, me.id)

    def _sit_down(self, seat: Seat, name: str, commit: str, before: int = -1) -> wire.Seated:
        one = Person(self.setup.people, name, commit, before=before)
        self.setup.people += 1
        self.setup.places[seat].people.append(one)
        return self._token(seat, one.id)

    def _token(self, seat: Seat, person: int) -> wire.Seated:
        token = secrets.token_urlsafe(16)
        self._save()
        self.tray.log.append(store.new_token(token, self.id, person))
        return wire.Seated(self.id, seat, token)

    def share(self, person: int, name: str, commit: str) -> wire.Seated:
        """A token for another device, or for a partner."""
        seat = self.seat_held_by(person)
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

    def seat_held_by(self, person: int) -> Seat:
        seat = self.seat_of(person)
        if seat is None:
            raise Refused("bad-token")
        return seat

    def _must_be(self, *states: str) -> None:
        if self.state not in states or self.reveal_by is not None:
            raise Refused("wrong-state", say("wrong-state", state=self.state))

    def _must_host(self, person: int) -> None:
        self.seat_held_by(person)
        if person != self.setup.host:
            raise Refused("not-host")

    def leave(self, person: int, now: int) -> None:
        self.seat_held_by(person)
        if self.state in ("over", "closed"):
            return
        self._part(self.person(person), now, "left")

    def remove(self, host: int, seat: Seat, now: int) -> None:
        self._must_host(host)
        self._must_be("open", "play")
        there = self.setup.here(seat) if 0 <= seat < len(self.setup.places) else []
        if not there or any(one.id == host for one in there):
            raise Refused("nobody-there")
        for one in there:
            self._part(one, now, "removed")

    def arrange(self, host: int, seat: Seat, wish: wire.SeatWish) -> None:
        """Before the start: a seat where nobody sits becomes open, a bot's or closed."""
        self._must_host(host)
        self._must_be("open")
        self.setup.places = arranged(self.entry, self.setup, seat, wish)
        self._save()

    def _part(self, one: Person, now: int, why: str) -> None:
        seat = self.seat_held_by(one.id)
        self.setup.parted[one.id] = why
        for line in [line for line in self.lines if line.person == one.id]:
            self.end(line, why, now)
        if self.state == "open":
            self.setup.places[seat].people.remove(one)
            self.reveal_by = None  # whoever wanted to start may have wanted it with them
        elif self.course is not None and not self.setup.here(seat):
            self.course.desert(seat, why, now)
        self._heir(one, now)
        self._save()

    def _heir(self, one: Person, now: int) -> None:
        """A host who leaves is followed by the next person; a table without people is over."""
        left = [other.id for seat in range(len(self.setup.places)) for other in self.setup.here(seat)]
        if not left:
            self._give_up("left", now)
        elif one.id == self.setup.host:
            self.setup.host = left[0]

    def close(self, host: int, now: int) -> None:
        self._must_host(host)
        self._must_be("open", "play")
        self._give_up("closed", now)

    def _give_up(self, why: str, now: int) -> None:
        if self.course is not None:
            self.course.give_up(why, now)
        elif not self.closed:
            self.closed = True
            for line in list(self.lines):
                self.end(line, "closed", now)
            self._save()

    def abandon(self, now: int) -> None:
        """Nobody has come for long: bots end the match, so it has a result and its seed is shown."""
        self._give_up("abandoned", now)

    def again(self, person: int) -> tuple[Setup, Seat, list[Person], str]:
        """What a rematch needs: a table like this one, this person's seat, this person and whom they share it with, and its id if
        there is one already."""
        seat = self.seat_held_by(person)
        self._must_be("over")
        setup = self.setup
        places = [Place(place.kind, place.level) for place in setup.places]
        fresh = Setup(setup.game, setup.options, setup.series, setup.public, setup.timer, places)
        return fresh, seat, sorted(setup.here(seat), key=lambda one: one.id != person), self.next

    def goes_on(self, next: str, before: str) -> str:
        """The rematch, after one that came to nothing; the first one counts."""
        if self.next == before:
            self.next = next
            self.tray.log.append(store.rematch(self.id, next))
            self.tray.send_all(self.lines, wire.encode(wire.Rematch(next)))
        return self.next

    # the start
    def start(self, host: int, now: int) -> None:
        """Asks everybody for their nonces; the match begins when all are there, or after a while without them."""
        self._must_host(host)
        self._must_be("open")
        self._players(self._taken_places())
        self.reveal_by = now + self.customs.reveal
        self.tray.send_all((line for line in self.lines if line.seat is not None), wire.encode(wire.AskReveal()))
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
        one.nonce = nonce.lower()  # the draws follow from its text, which must not be left to choose
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
        self.setup.places = self._taken_places()
        header = self._players(self.setup.places)
        self.header = record.write(header)
        course = self._open(header)
        for line in self.lines:
            line.seat = None if line.person is None else self.seat_of(line.person)
            self.lines[line] = True
        self._save()
        course.begin(now)

    # devices
    def enter(self, line: Line, now: int) -> None:
        """Whoever is to stay away is told why. Raises Refused if there are too many devices."""
        self.advance(now)
        bye = "closed" if self.closed else "" if line.person is None else self.setup.parted.get(line.person, "")
        if bye:
            self.end(line, bye, now)
            return
        line.seat = None if line.person is None else self.seat_held_by(line.person)
        most = self.customs.spectators if line.seat is None else self.customs.devices
        if sum(other.seat == line.seat for other in self.lines) >= most:
            raise Refused("too-many")
        self.tray.log.append(store.touch(self.id, self.wall))
        self.lines[line] = True
        self.tray.info_changed = True
        if self.course is not None and line.seat is not None:
            self.course.come_back(line.seat, now)
        if self.reveal_by is not None and line.seat is not None:
            self.tray.send(line, wire.AskReveal())

    def exit(self, line: Line, now: int) -> None:
        if line in self.lines:
            del self.lines[line]
            self.tray.info_changed = True
            if not self.lines:  # they may have been here for days
                self.tray.log.append(store.touch(self.id, self.wall))

    def end(self, line: Line, why: str, now: int) -> None:
        self.tray.send(line, wire.Bye(why))
        self.tray.ended.append(line)
        self.exit(line, now)

    @property
    def sleeps(self) -> bool:
        """Nobody is here and no clock runs: the room can be forgotten until somebody comes."""
        busy = self.reveal_by is not None or (self.course is not None and self.course.busy)
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
            cmd = command.cmd if isinstance(command, wire.Act) else None
            self.tray.refuse(line, cmd, code_of(refusal), refusal.message)

    def act(self, line: Line, command: wire.Act, now: int) -> None:
        self.advance(now)
        if line.seat is None:
            raise Refused("spectator")
        if self.course is None:
            raise Refused("not-playing")
        self.course.act(line, line.seat, command, now)

    def sheet(self, line: Line, after: str) -> None:
        """The score of one's own seat, as it is or as it would be."""
        if line.seat is None or self.course is None:
            raise Refused("not-playing")
        sheet = self.course.sheet(line.seat, after)
        self.tray.send(line, wire.SheetOut(line.seat, wire.rows(sheet), total(sheet), after))

    def thought(self, job: Job, answer: tuple[str, int] | None, now: int) -> None:
        """A bot's choice and the time it takes for it; None: it did not answer in time."""
        self.advance(now)
        if self.course is not None:
            self.course.thought(job, answer, now)

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
            if self.course is not None and self.course.playing_out:
                return

    def _dues(self) -> Iterator[Due]:
        if self.reveal_by is not None:
            yield self.reveal_by, self._begin_without
        if self.here_due is not None:
            yield self.here_due, self._tell_here
        if self.course is not None:
            yield from self.show.dues()
            yield from self.course.dues()

    def settle(self, now: int) -> None:
        """After whatever has happened: what is due, who is missed, which bots must think, and the news for everybody."""
        self.advance(now)
        course = self.course
        if course is not None:
            course.look_round({line.seat for line in self.lines}, now)
            self.show.tell(course, now)
            if course.over and self.result is None:
                self.result = record.write(course.result())
                self._save()
        if self.tray.info_changed:
            self._tell_info(now)
        self._show_table(now)
        if course is not None and course.over:
            self.show.tell_result(course)

    # telling
    def _show_table(self, now: int) -> None:
        """To those who have come in; what is the same for all is encoded once, however many come at a time."""
        fresh = [line for line, fresh in self.lines.items() if fresh]
        info = wire.plain(self.info(now)) if fresh else msgspec.Raw()
        for line in fresh:
            self.lines[line] = False
            self.tray.out.append((line, self.show.table(self.course, line.seat, info, now)))

    def table(self, seat: Seat | None, now: int) -> bytes:
        """Everything that this seat may see."""
        return self.show.table(self.course, seat, wire.plain(self.info(now)), now)

    def _tell_here(self, when: int, now: int) -> None:
        self.here_due, self.tray.info_changed = None, True

    def _tell_info(self, now: int) -> None:
        """Who sits where; in a big room how many are here, and not too often."""
        self.tray.info_changed = False
        told = [line for line, fresh in self.lines.items() if not fresh]
        if not told:
            return
        seats = len(self.setup.places)
        if seats <= self.customs.big:
            self.tray.send_all(told, wire.encode(wire.InfoChanged(self.info(now))))
        elif now < self.here_told + self.customs.throttle:
            self.here_due = self.here_told + self.customs.throttle
        else:
            self.here_told, self.here_due = now, None
            here = len({line.seat for line in self.lines if line.seat is not None})
            self.tray.send_all(told, wire.encode(wire.Here(here, seats, self.state)))

    def info(self, now: int) -> wire.TableInfo:
        here = {line.seat for line in self.lines}
        seats = tuple(self._seat_info(seat, place, seat in here, now) for seat, place in enumerate(self.setup.places))
        return table_info(self.id, self.state, self.setup, self.seed, self.next, seats)

    def _seat_info(self, seat: Seat, place: Place, here: bool, now: int) -> wire.SeatInfo:
        info = place_info(place)
        if self.course is None or info.kind != "person":
            return replace(info, here=here)
        return replace(info, here=here, bot=self.course.bot_at(seat) is not None, away=self.course.away(seat, now))
