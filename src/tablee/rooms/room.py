"""One table: who sits there, who is the host, which devices are connected, and its stage: a lobby, a match in play, or its end.

A room does no I/O and reads no clock: the caller passes the time, in ms. The room puts what it wants done into the `outbox`.
Whatever can be asked of a room is a method that takes the time first; if it raises Refusal, nothing has changed. `settle` does
what is due and sends everybody what has changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Set
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tablee.core import record
from tablee.core.game import Refusal, Seat, say
from tablee.core.record import NoteId
from tablee.core.registry import Entry
from tablee.jobs.bots import BotChoice, BotJob
from tablee.jobs.hints import HintJob
from tablee.match import Match
from tablee.protocol import wire
from tablee.protocol.picture import Painter
from tablee.protocol.reasons import Parting, Refused
from tablee.rooms.broadcast import AT_ONCE, Broadcast, Slices, TableNews
from tablee.rooms.clock import earliest
from tablee.rooms.commands import command_key
from tablee.rooms.context import RoomContext
from tablee.rooms.finished import Finished, MatchEnding
from tablee.rooms.live_match import LiveMatch
from tablee.rooms.lobby import Lobby
from tablee.rooms.outbox import Device, DeviceId
from tablee.rooms.rematch import RematchPlan, RetakeSeat
from tablee.rooms.seating import (
    Person,
    SeatPlan,
    Setup,
    arranged,
    changed_setup,
    clean_name,
    read_setup,
    seat_info,
    table_info,
    told_apart,
)
from tablee.rooms.settings import RoomSettings
from tablee.storage import store

Enter: TypeAlias = "Callable[[Room, int], wire.SeatTicket]"  # takes the first seat at a new table


class Room:
    """`end` is given for a match that is over, unless its record has to be replayed. Then, and for a match in play, the rows go
    to `fold`, and `go_on` follows. Raises Damaged."""

    def __init__(self, stored: store.StoredMatch, entry: Entry, settings: RoomSettings, end: Finished | None = None) -> None:
        setup = read_setup(stored)
        self.context = RoomContext(stored.id, stored.seed, setup, entry, settings)
        self.id, self.devices, self.outbox = stored.id, self.context.devices, self.context.outbox
        self.next = self.next_told = stored.next
        self.wall = 0  # seconds since 1970, for the store
        self.broadcast = Broadcast(self.context)
        self.stage: Lobby | LiveMatch | Finished = end or Lobby(self.context, closed=stored.state == "closed")
        if stored.header is not None and end is None:
            self.stage = LiveMatch(self.context, Match(entry.game, store.read_header(stored.header)), stored.header)

    # what others look at
    @property
    def setup(self) -> Setup:
        return self.context.setup

    @property
    def state(self) -> Literal["open", "play", "over", "closed"]:
        match self.stage:
            case Lobby(closed=closed):
                return "closed" if closed else "open"
            case LiveMatch(over=over):
                return "over" if over else "play"
        return "over"

    @property
    def rows(self) -> int:
        """The length of the record that is in memory."""
        return 0 if isinstance(self.stage, Lobby) else self.stage.rows

    @property
    def starting(self) -> bool:
        """Whether players are revealing their nonces."""
        return isinstance(self.stage, Lobby) and self.stage.starting

    @property
    def sleeps(self) -> bool:
        """Nobody is connected and no clock is running: the room can be unloaded until somebody connects."""
        return not self.devices and not self.busy

    @property
    def busy(self) -> bool:
        """Whether it goes on even if nobody is connected."""
        return self.starting or (isinstance(self.stage, LiveMatch) and self.stage.busy)

    # reading and storing
    def fold(self, rows: Iterable[store.StoredRow]) -> None:
        assert isinstance(self.stage, LiveMatch)
        self.stage.fold(rows)

    def go_on(self, now: int) -> None:
        if isinstance(self.stage, LiveMatch):
            self.stage.resume(now)
            if self.stage.over:
                self._end(self.stage)

    def keep_last_screen(self) -> Slices[None]:
        """Stores the last screen of a match that is over."""
        end = self.stage
        if not isinstance(end, Finished) or end.is_stored:
            return
        last = end.last_screen()
        for seat in range(len(self.setup.places)):
            if seat % AT_ONCE == 0:
                yield
            end.add_seat(last, seat)
        self.outbox.log.append(store.KeepLastScreen(self.id, msgspec.json.encode(last)))

    def _save(self) -> None:
        header = None if isinstance(self.stage, Lobby) else self.stage.header
        result = self.stage.result if isinstance(self.stage, Finished) else None
        setup = msgspec.json.encode(self.setup).decode()
        saved = store.SaveMatch(self.id, self.state, self.setup.public, setup, header, result, self.wall)
        self.outbox.log.append(saved)
        self.outbox.info_changed = True

    def _end(self, live: LiveMatch) -> None:
        """The match is over. What was already told is painted once."""
        painter = self.broadcast.painter or Painter(live.match, self.context.settings.big_room)
        ending = MatchEnding(painter, live.commands.numbers, live.series(), live.match_result())
        self.stage = Finished(live.header, record.write(live.result()), ending, live.commands.done)
        self._save()

    # who may do what
    def seat_held_by(self, person: int) -> Seat:
        seat = self.setup.seat_of(person)
        if seat is None:
            raise Refused("bad-token")
        return seat

    def _must_host(self, person: int) -> None:
        self.seat_held_by(person)
        if person != self.setup.host:
            raise Refused("not-host")

    def _open_lobby(self) -> Lobby:
        """Raises Refused unless seats and setup may still change."""
        if not isinstance(self.stage, Lobby):
            raise self._wrong_state()
        self.stage.check_open()
        return self.stage

    def _wrong_state(self) -> Refused:
        return Refused("wrong-state", say("wrong-state", state=self.state))

    def _playing(self) -> LiveMatch:
        if not isinstance(self.stage, LiveMatch) or self.stage.over:
            raise Refused("not-playing")
        return self.stage

    def _host_match(self, person: int) -> LiveMatch:
        self._must_host(person)
        return self._playing()

    # people
    def open_table(self, now: int, stored: store.StoredMatch, enter: Enter) -> wire.SeatTicket:
        """The first thing that is asked: stores the new table, unless the host cannot be seated."""
        seated = enter(self, now)
        self.outbox.log.insert(0, store.NewMatch(stored))
        return seated

    def play_on(self, now: int, stored: store.StoredMatch, given: int) -> wire.SeatTicket:
        """The first thing that is asked of a match that goes on from another's moment: stores it, with the rows it was given."""
        rows = self._playing().match.rows[:given]
        ticket = self._token(self.seat_held_by(self.setup.host), self.setup.host, shared=False)
        self.outbox.log[:0] = [store.NewMatch(stored), *(store.AddRow(self.id, n, entry) for n, entry in enumerate(rows))]
        return ticket

    def take_seat(self, now: int, name: str, commit: str = "", seat: Seat | None = None, before: int = -1) -> wire.SeatTicket:
        """By default, any open one."""
        self._open_lobby()
        if seat is not None and seat >= len(self.setup.places):
            raise Refused("no-seat")
        free = [at for at, plan in enumerate(self.setup.places) if plan.kind == "open" and not plan.people]
        if seat is not None and seat not in free:
            raise Refused("seat-taken", say("seat-taken", number=seat + 1))
        if not free:
            raise Refused("no-open-seat")
        seat = free[0] if seat is None else seat
        return self._sit_down(seat, clean_name(name), commit, before)

    def retake_seat(self, now: int, wish: RetakeSeat) -> wire.SeatTicket:
        """In a rematch: adds a device, joins a partner, or takes the same seat or any open one."""
        me, *partners = wish.people
        seats = {person.before: at for at in range(len(self.setup.places)) for person in self.setup.here(at)}
        if me.id in seats:
            here = next(person for person in self.setup.here(seats[me.id]) if person.before == me.id)
            if self.state == "open" and not self.starting:
                here.commit = wish.commit or here.commit  # the earlier device may have lost its nonce
            return self._another_token(seats[me.id], here)
        beside = next((seats[person.id] for person in partners if person.id in seats), None)
        if beside is not None:
            self._open_lobby()
            return self._sit_down(beside, me.name, wish.commit, me.id)
        free = wish.seat < len(self.setup.places) and not self.setup.places[wish.seat].people
        return self.take_seat(now, me.name, wish.commit, wish.seat if free else None, me.id)

    def _sit_down(self, seat: Seat, name: str, commit: str, before: int = -1, shared: bool = False) -> wire.SeatTicket:
        others = [other.name for plan in self.setup.places for other in plan.people]
        person = Person(self.setup.people, told_apart(name, others), commit, before=before, links=int(shared))
        self.setup.people += 1
        self.setup.places[seat].people.append(person)
        return self._token(seat, person.id, shared)

    def _token(self, seat: Seat, person: int, shared: bool) -> wire.SeatTicket:
        token = secrets.token_urlsafe(16)
        self._save()
        self.outbox.log.append(store.AddToken(token, self.id, person, shared))
        return wire.SeatTicket(self.id, seat, token)

    def add_device(self, now: int, person: int, name: str = "", commit: str = "") -> wire.SeatTicket:
        """Another token for a seat; with a name, it is for a partner."""
        seat = self.seat_held_by(person)
        if not name:
            return self._another_token(seat, self.setup.person(person), shared=True)
        self._open_lobby()
        if len(self.setup.places[seat].people) >= self.context.settings.devices:
            raise Refused("too-many")
        return self._sit_down(seat, clean_name(name), commit, shared=True)

    def _another_token(self, seat: Seat, person: Person, shared: bool = False) -> wire.SeatTicket:
        if person.tokens >= self.context.settings.tokens:
            raise Refused("too-many")
        person.tokens += 1
        person.links += shared
        return self._token(seat, person.id, shared)

    def rename(self, now: int, person: int, name: str) -> wire.TableInfo:
        """Before the start: somebody who sat down as a guest says their name."""
        self.seat_held_by(person)
        self._open_lobby()
        others = [other.name for plan in self.setup.places for other in plan.people if other.id != person]
        self.setup.person(person).name = told_apart(clean_name(name), others)
        self._save()
        return self.info(now)

    def leave(self, now: int, person: int) -> wire.TableInfo:
        self.seat_held_by(person)
        if self.state in ("open", "play"):
            self._part(self.setup.person(person), now, Parting.LEFT)
        return self.info(now)

    # the host
    def revoke_links(self, now: int, host: int, seat: Seat) -> wire.TableInfo:
        """Closes the links to a seat that were passed on: nobody can use them any more, and whoever does is disconnected."""
        self._must_host(host)
        if not 0 <= seat < len(self.setup.places):
            raise Refused("no-seat")
        for person in self.setup.here(seat):
            person.tokens -= person.links
            person.links = 0
            self.outbox.log.append(store.RevokeTokens(self.id, person.id))
        self._save()
        for device in [device for device in self.devices.values() if device.seat == seat and device.shared]:
            self.outbox.closing.append(device.id)
            self.disconnect(now, device.id)
        return self.info(now)

    def remove(self, now: int, host: int, seat: Seat) -> wire.TableInfo:
        self._must_host(host)
        if self.state not in ("open", "play") or self.starting:
            raise self._wrong_state()
        there = self.setup.here(seat) if 0 <= seat < len(self.setup.places) else []
        if not there or any(person.id == host for person in there):
            raise Refused("nobody-there")
        for person in there:
            self._part(person, now, Parting.REMOVED)
        return self.info(now)

    def arrange(self, now: int, host: int, seat: Seat, wish: wire.SeatWish) -> wire.TableInfo:
        """Before the start: opens an empty seat, closes it or gives it to a bot."""
        self._must_host(host)
        self._open_lobby()
        self.setup.places = arranged(self.context.entry, self.setup, seat, wish, self.context.settings)
        self._save()
        return self.info(now)

    def change_table(self, now: int, host: int, change: wire.ChangeTable) -> wire.TableInfo:
        """Before the start: changes options, series, timer, pace, aids, bag, hints, and whether the table is listed."""
        self._must_host(host)
        self._open_lobby()
        self.context.setup = changed_setup(self.context.entry, self.setup, change, self.context.settings)
        self._save()
        return self.info(now)

    def start(self, now: int, host: int) -> wire.TableInfo:
        """Asks everybody for their nonces. The match begins when all have arrived, or after a while without the missing ones."""
        self._must_host(host)
        self._open_lobby().start(now)
        self._begin_if_ready(now)
        return self.info(now)

    def close(self, now: int, host: int) -> wire.TableInfo:
        self._must_host(host)
        if self.state not in ("open", "play") or self.starting:
            raise self._wrong_state()
        self._give_up(NoteId.CLOSED, now)
        return self.info(now)

    def pause(self, now: int, host: int) -> wire.TableInfo:
        self._host_match(host).pause(now)
        return self.info(now)

    def hand_over(self, now: int, host: int) -> wire.TableInfo:
        """A pause while the players' common device is passed on."""
        self._host_match(host).pause(now, hidden=self.context.settings.one_device)
        return self.info(now)

    def resume(self, now: int, host: int) -> wire.TableInfo:
        self._host_match(host).unpause(now)
        return self.info(now)

    def fast_forward(self, now: int, host: int, on: bool) -> wire.TableInfo:
        """Whether to shorten waiting while only bots are to act."""
        self._host_match(host).fast_forward(on, now)
        return self.info(now)

    # anybody with a seat
    def next_game(self, now: int, person: int) -> wire.TableInfo:
        self.seat_held_by(person)
        self._playing().next_game(now)
        return self.info(now)

    def ask_hint(self, now: int, person: int, step: int) -> HintJob:
        """What to ask a bot for this person, who must be the only one at the table."""
        seat = self.seat_held_by(person)
        self.advance(now)
        if not (self.setup.hints and self.setup.for_one):
            raise Refused("no-hints")
        return self._playing().hint(seat, step, now)

    def plan_rematch(self, now: int, person: int) -> RematchPlan:
        seat, setup = self.seat_held_by(person), self.setup
        if self.state != "over":
            raise self._wrong_state()
        places = [SeatPlan(plan.kind, plan.level) for plan in setup.places]
        decided = setup.game, setup.options, setup.series, setup.public, setup.timer
        people = tuple(sorted(setup.here(seat), key=lambda other: other.id != person))
        new = Setup(*decided, places, pace=setup.pace, aids=setup.aids, bag=setup.bag, hints=setup.hints)
        return RematchPlan(new, seat, people, self.next)

    def announce_rematch(self, now: int, next: str, before: str) -> str:
        """The id of the rematch that counts: the first one, unless its table was closed."""
        if self.next == before:
            self.next = next
            self.outbox.log.append(store.LinkRematch(self.id, next))
        return self.next

    # leaving for good
    def _part(self, person: Person, now: int, why: Parting) -> None:
        seat = self.seat_held_by(person.id)
        self.setup.parted[person.id] = why
        for device in [device for device in self.devices.values() if device.person == person.id]:
            self._send_off(device, why)
        match self.stage:
            case Lobby() as lobby:
                self.setup.places[seat].people.remove(person)
                lobby.cancel_start()
            case LiveMatch() as live if not self.setup.here(seat):
                live.leave_for_good(seat, NoteId(why), now)
        self._find_heir(person, now)
        self._save()

    def _find_heir(self, person: Person, now: int) -> None:
        """If the host leaves, the next person becomes host. If nobody is left, closes the table or plays out the match."""
        left = [other.id for seat in range(len(self.setup.places)) for other in self.setup.here(seat)]
        if not left:
            self._give_up(NoteId.LEFT, now)
        elif person.id == self.setup.host:
            self.setup.host = left[0]

    def abandon(self, now: int) -> None:
        """Nobody has returned for a long time: plays the match out, so that it gets a result and reveals its seed."""
        self._give_up(NoteId.ABANDONED, now)

    def _give_up(self, why: NoteId, now: int) -> None:
        match self.stage:
            case LiveMatch() as live:
                live.give_up(why, now)
            case Lobby(closed=False) as lobby:
                lobby.closed = True
                for device in list(self.devices.values()):
                    self._send_off(device, Parting.CLOSED)
                self._save()

    def _begin_if_ready(self, now: int) -> None:
        if isinstance(self.stage, Lobby) and self.stage.is_ready(now):
            self.stage = live = self.stage.open_match()
            self._save()
            live.begin(now)

    # devices
    def connect(self, now: int, device: Device) -> None:
        """Tells people who have left for good why they cannot return. Raises Refused if there are too many devices."""
        self.advance(now)
        parted = None if device.person is None else self.setup.parted.get(device.person)
        if self.state == "closed":
            parted = Parting.CLOSED
        if parted is not None:
            self._send_off(device, parted)
            return
        device.seat = None if device.person is None else self.seat_held_by(device.person)
        most = self.context.settings.spectators if device.seat is None else self.context.settings.devices
        if sum(other.seat == device.seat for other in self.devices.values()) >= most:
            raise Refused("too-many")
        self._touch()
        self.devices[device.id] = device
        self.outbox.info_changed = True
        if isinstance(self.stage, LiveMatch) and device.seat is not None:
            self.stage.come_back(device.seat, now)
        if self.starting and device.seat is not None:
            self.outbox.send(device.id, wire.AskReveal())

    def disconnect(self, now: int, id: DeviceId) -> None:
        if self.devices.pop(id, None) is not None:
            self.outbox.info_changed = True
            if not self.devices:  # the last one may have been connected for days
                self._touch()

    def _touch(self) -> None:
        """Somebody is here. Whether a match that is over is looked at does not matter: it needs no data to be shown."""
        if self.state in ("open", "play"):
            self.outbox.log.append(store.TouchMatch(self.id, self.wall))

    def _send_off(self, device: Device, why: Parting) -> None:
        self.outbox.send(device.id, wire.Bye(why))
        self.outbox.closing.append(device.id)
        self.disconnect(0, device.id)

    # commands over the socket
    def hear(self, now: int, id: DeviceId, command: wire.Command, lag: int = 0) -> None:
        """`lag` is that of the device's connection, in ms."""
        device = self.devices.get(id)
        if device is None:  # it was just disconnected
            return
        try:
            match command:
                case wire.Act():
                    self._act(device, command, lag, now)
                case wire.AskSheet():
                    self._show_sheet(device, command)
                case wire.Reveal(nonce):
                    self._reveal(device, nonce, now)
                case wire.React(sign):
                    self._react(device, sign, now)
        except Refusal as refusal:
            cmd = command.cmd if isinstance(command, wire.Act | wire.AskSheet) else 0
            self.outbox.refuse(device.id, cmd, refusal)

    def _act(self, device: Device, command: wire.Act, lag: int, now: int) -> None:
        self.advance(now)
        if device.seat is None:
            raise Refused("spectator")
        match self.stage:
            case LiveMatch() as live:
                live.act(device, device.seat, command, lag, now)
            case Finished() as end:
                self.outbox.accept(device.id, command.cmd, end.number_of(command_key(device.seat, device, command)))
            case Lobby():
                raise Refused("not-playing")

    def _show_sheet(self, device: Device, command: wire.AskSheet) -> None:
        viewer, seat, stage = device.seat, device.seat if command.seat is None else command.seat, self.stage
        early = viewer is None and isinstance(stage, LiveMatch) and self.broadcast.delay > 0  # spectators see it later
        if seat is None or early or isinstance(stage, Lobby) or (isinstance(stage, Finished) and command.after):
            raise Refused("not-playing")
        if seat >= len(self.setup.places) or (command.after and seat != viewer):
            raise Refused("no-seat")
        if command.after and isinstance(stage, LiveMatch):
            sheet = stage.sheet_after(seat, command.after)
        else:
            sheet = stage.sheet(viewer, seat)
        rows = None if sheet is None else wire.rows(sheet)
        self.outbox.send(device.id, wire.SheetOut(command.cmd, seat, rows, command.after))

    def _reveal(self, device: Device, nonce: str, now: int) -> None:
        self.advance(now)
        if isinstance(self.stage, Lobby) and device.person is not None:
            self.stage.reveal(device.person, nonce)
            self._begin_if_ready(now)

    def _react(self, device: Device, sign: wire.Sign, now: int) -> None:
        """Nothing but the screens of others depends on it: it is in no record, and does not count as playing."""
        if device.seat is None:
            raise Refused("spectator")
        if self.context.big:
            raise Refused("too-many")
        if not self.broadcast.react(device.seat, sign, now):
            raise Refused("slow-down")

    def bot_reply(self, now: int, job: BotJob, reply: BotChoice | None) -> None:
        """What a bot has chosen; None if it failed or was too slow."""
        self.advance(now)
        if isinstance(self.stage, LiveMatch):
            self.stage.bot_answers(job, reply, now)

    # what is due
    def due(self) -> int | None:
        match self.stage:
            case Lobby(reveal_by=due):
                return earliest(due, self.broadcast.due())
            case LiveMatch() as live:
                return earliest(live.due(), self.broadcast.due())
        return self.broadcast.due()

    def advance(self, now: int) -> None:
        """Does what is due, in order."""
        self._begin_if_ready(now)
        if isinstance(self.stage, LiveMatch):
            self.stage.advance(now)

    def settle(self, now: int) -> None:
        """Called after any change: does what is due, checks who is away, asks bots, and sends everybody the news."""
        for _ in self.settling(now):
            pass

    def settling(self, now: int) -> Slices[None]:
        """The same in slices, for the event loop: a room of 500 has a lot of news at once."""
        self.advance(now)
        live, here = self.stage if isinstance(self.stage, LiveMatch) else None, {device.seat for device in self.devices.values()}
        if live is not None:
            live.check_presence(here, now)
            if live.over:
                self._end(live)
        yield from self.broadcast.telling(live, self._table_news(here, now), now)
        yield from self._show_snapshots(now)

    # sending
    def _table_news(self, here: Set[Seat | None], now: int) -> TableNews:
        info, counted = None, None
        if self.outbox.info_changed:
            info, self.outbox.info_changed = self.info(now), False
        if self.context.big:
            counted = wire.Here(len(here - {None}), self.state)
        next: str | UnsetType = self.next if self.next != self.next_told else UNSET
        self.next_told = self.next
        return TableNews(info, counted, next)

    def _show_snapshots(self, now: int) -> Slices[None]:
        """Sends snapshots to new devices. Encodes what is the same for all of them only once, however many connect together."""
        fresh = [device for device in self.devices.values() if not device.shown]
        info = wire.plain(self.info(now)) if fresh else msgspec.Raw()
        for number, device in enumerate(fresh, start=1):
            if number % AT_ONCE == 0:
                yield
            device.shown = True
            self.outbox.messages.append((device.id, self._snapshot(device.seat, info, now)))
            if answers := self.outbox.answers.get(device.id):
                self.outbox.send(device.id, wire.Update(answers=tuple(answers)))
        self.outbox.answers.clear()  # the devices waiting for the remaining ones are gone

    def screen(self, now: int, person: int | None) -> bytes:
        """Everything this person or a spectator may see, as a `snapshot` message."""
        seat = None if person is None else self.seat_held_by(person)
        self.settle(now)
        return self._snapshot(seat, wire.plain(self.info(now)), now)

    def _snapshot(self, seat: Seat | None, info: msgspec.Raw, now: int) -> bytes:
        match self.stage:
            case Finished() as end:
                return self.broadcast.encode(end.picture(seat), seat, info, now)
            case LiveMatch() as live:
                return self.broadcast.snapshot(live, seat, info, now)
        return self.broadcast.snapshot(None, seat, info, now)

    def info(self, now: int) -> wire.TableInfo:
        """Who sits where."""
        here = {device.seat for device in self.devices.values()}
        live = self.stage if isinstance(self.stage, LiveMatch) else None
        seats = tuple(self._seat_info(live, seat, plan, seat in here, now) for seat, plan in enumerate(self.setup.places))
        paused, fast = (False, False) if live is None else (live.match.paused, live.fast)
        return table_info(self.id, self.state, self.setup, self.context.seed, self.next, seats, paused, fast)

    def _seat_info(self, live: LiveMatch | None, seat: Seat, plan: SeatPlan, here: bool, now: int) -> wire.SeatInfo:
        info = seat_info(plan)
        if live is None or info.kind != "person":
            return replace(info, here=here, bot=info.kind == "person" and not self.setup.here(seat))
        return replace(info, here=here, bot=live.bot_at(seat) is not None, away=live.away(seat, now))
