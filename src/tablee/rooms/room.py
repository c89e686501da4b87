"""One table: who sits there, who is the host, which devices are connected, and its match.

A room does no I/O and reads no clock: the caller passes the time, in ms. The room puts what it wants done into the `outbox`.
`handle` carries out a request; `settle` does what is due and sends everybody what has changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tablee.core import record
from tablee.core.game import Refusal, Seat, say
from tablee.core.options import read_options
from tablee.core.record import NoteId
from tablee.core.registry import Entry
from tablee.fair import Dealer, commitment, new_secret
from tablee.jobs.bots import BotChoice
from tablee.match import Match, open_header
from tablee.protocol import wire
from tablee.protocol.reasons import Parting, Refused
from tablee.rooms import requests
from tablee.rooms.broadcast import AT_ONCE, Broadcast, LastScreen, Slices, TableNews
from tablee.rooms.clock import earliest
from tablee.rooms.live_match import LiveMatch, command_key
from tablee.rooms.outbox import Device, DeviceId, Outbox
from tablee.rooms.requests import RematchPlan, RoomRequest
from tablee.rooms.seating import Person, SeatPlan, Setup, arranged, changed_setup, clean_name, seat_info, table_info, told_apart
from tablee.rooms.settings import RoomSettings
from tablee.storage import store
from tablee.table import BOT

T = TypeVar("T")
NOTHING_YET: Mapping[str, int | None] = {}  # at a new table


class Room:
    """`last` is given for a match that is over, unless its record has to be replayed. Then, and for a match in play, the rows go
    to `fold`, and `resume` follows. `answered` says how many rows a seat has added since a command; None if it was too late."""

    def __init__(
        self,
        stored: store.StoredMatch,
        entry: Entry,
        settings: RoomSettings,
        answered: Mapping[str, int | None] = NOTHING_YET,
        last: LastScreen | None = None,
    ) -> None:
        self.id, self.seed, self.next = stored.id, stored.seed, stored.next
        self.entry, self.settings = entry, settings
        self.setup = msgspec.json.decode(stored.setup, type=Setup)
        self.header, self.result = stored.header, stored.result
        self.closed = stored.state == "closed"
        self.devices: dict[DeviceId, Device] = {}
        self.outbox = Outbox()
        self.broadcast = Broadcast(settings, self.devices, self.outbox)
        self.live: LiveMatch | None = None
        self.answered, self.last = answered, last
        self.reveal_by: int | None = None
        self.next_told: str = stored.next
        self.wall = 0  # seconds since 1970, for the store
        if stored.header is not None and last is None:
            header = record.read(stored.header)
            assert isinstance(header, record.Header)
            self._open(header)

    def _open(self, header: record.Header) -> LiveMatch:
        match = Match(self.entry.game, header)
        self.live = LiveMatch(self.id, self.seed, match, self.setup, self.entry, self.settings, self.outbox)
        return self.live

    def fold(self, rows: Iterable[store.StoredRow]) -> None:
        assert self.live is not None
        self.live.fold(rows)

    def resume(self, now: int) -> None:
        if self.live is not None:
            self.live.resume(now)

    @property
    def rows(self) -> int:
        """The length of the record that is in memory."""
        return 0 if self.live is None else len(self.live.match.rows)

    def keep_last_screen(self) -> Slices[None]:
        """Stores the last screen of a match that is over."""
        live = self.live
        if live is None or not live.over or self.last is not None:
            return
        last = self.broadcast.last_screen(live)
        for seat in range(live.match.seats):
            if seat % AT_ONCE == 0:
                yield
            self.broadcast.add_seat(last, live, seat)
        self.last = last
        self.outbox.log.append(store.KeepLastScreen(self.id, msgspec.json.encode(last)))

    @property
    def state(self) -> Literal["open", "play", "over", "closed"]:
        if self.last is not None:
            return "over"
        if self.live is None:
            return "closed" if self.closed else "open"
        return "over" if self.live.over else "play"

    def _save(self) -> None:
        setup = msgspec.json.encode(self.setup).decode()
        saved = store.SaveMatch(self.id, self.state, self.setup.public, setup, self.header, self.result, self.wall)
        self.outbox.log.append(saved)
        self.outbox.info_changed = True

    # requests
    def handle(self, request: RoomRequest[T], now: int) -> T:
        """Carries out a request. If it raises Refusal, nothing has changed."""
        return self._handle(request, now)  # type: ignore[no-any-return]

    def _handle(self, request: RoomRequest[Any], now: int) -> Any:
        match request:
            case requests.Say(device, command, lag):
                return self._hear(device, command, lag, now)
            case requests.BotReply(job, reply):
                return self._bot_reply(job, reply, now)
            case requests.Connect(device):
                return self.connect(device, now)
            case requests.Disconnect(device):
                return self.disconnect(device)
            case requests.ReadTable():
                return self.info(now)
            case requests.ReadScreen(person):
                return self.screen(person, now)
            case requests.OpenTable(stored, enter):
                return self._open_table(stored, enter, now)
            case requests.TakeSeat(name, commit, seat):
                return self.take_seat(name, commit, seat)
            case requests.RetakeSeat(people, commit, seat):
                return self.retake_seat(people, commit, seat)
            case requests.AddDevice(person, name, commit):
                return self.add_device(person, name, commit)
            case requests.PlanRematch(person):
                return self.plan_rematch(person)
            case requests.AnnounceRematch(next, before):
                return self.announce_rematch(next, before)
            case requests.AbandonMatch():
                return self._give_up(NoteId.ABANDONED, now)
        self._change(request, now)
        return self.info(now)

    def _open_table(self, stored: store.StoredMatch, enter: RoomRequest[wire.Seated], now: int) -> wire.Seated:
        seated = self.handle(enter, now)
        self.outbox.log.insert(0, store.NewMatch(stored))
        return seated

    def _change(self, request: RoomRequest[Any], now: int) -> None:
        """Carries out requests whose answer is the new TableInfo."""
        match request:
            case requests.StartMatch(person):
                self.start(person, now)
            case requests.LeaveTable(person):
                self.leave(person, now)
            case requests.RemovePlayer(person, seat):
                self.remove(person, seat, now)
            case requests.RevokeLinks(person, seat):
                self.revoke_links(person, seat)
            case requests.ArrangeSeat(person, seat, wish):
                self.arrange(person, seat, wish)
            case requests.ChangeSetup(person, change):
                self.change_table(person, change)
            case requests.CloseTable(person):
                self.close(person, now)
            case requests.PauseMatch(person):
                self._host_match(person).pause(now)
            case requests.HandOver(person):
                self._host_match(person).pause(now, hidden=self.settings.one_device)
            case requests.ResumeMatch(person):
                self._host_match(person).unpause(now)
            case requests.FastForward(person, on):
                self._host_match(person).fast_forward(on, now)
            case requests.StartNextGame(person):
                self.seat_held_by(person)
                self._playing().next_game(now)

    # people
    def seat_of(self, person: int) -> Seat | None:
        return self.setup.seat_of(person)

    def person(self, id: int) -> Person:
        return next(one for plan in self.setup.places for one in plan.people if one.id == id)

    def take_seat(self, name: str, commit: str = "", seat: Seat | None = None, before: int = -1) -> wire.Seated:
        self._must_be("open")
        if seat is not None and seat >= len(self.setup.places):
            raise Refused("no-seat")
        free = [at for at, plan in enumerate(self.setup.places) if plan.kind == "open" and not plan.people]
        if seat is not None and seat not in free:
            raise Refused("seat-taken", say("seat-taken", number=seat + 1))
        if not free:
            raise Refused("no-open-seat")
        seat = free[0] if seat is None else seat
        return self._sit_down(seat, clean_name(name), commit, before)

    def retake_seat(self, people: Sequence[Person], commit: str, seat: Seat) -> wire.Seated:
        """In a rematch: adds a device, joins a partner, or takes the same seat or any open one."""
        me, *partners = people
        seats = {one.before: at for at in range(len(self.setup.places)) for one in self.setup.here(at)}
        if me.id in seats:
            here = next(one for one in self.setup.here(seats[me.id]) if one.before == me.id)
            if self.state == "open" and self.reveal_by is None:
                here.commit = commit or here.commit  # the earlier device may have lost its nonce
            return self._another_token(seats[me.id], here)
        beside = next((seats[one.id] for one in partners if one.id in seats), None)
        if beside is not None:
            self._must_be("open")
            return self._sit_down(beside, me.name, commit, me.id)
        free = seat < len(self.setup.places) and not self.setup.places[seat].people
        return self.take_seat(me.name, commit, seat if free else None, me.id)

    def _sit_down(self, seat: Seat, name: str, commit: str, before: int = -1, shared: bool = False) -> wire.Seated:
        others = [other.name for plan in self.setup.places for other in plan.people]
        one = Person(self.setup.people, told_apart(name, others), commit, before=before, links=int(shared))
        self.setup.people += 1
        self.setup.places[seat].people.append(one)
        return self._token(seat, one.id, shared)

    def _token(self, seat: Seat, person: int, shared: bool) -> wire.Seated:
        token = secrets.token_urlsafe(16)
        self._save()
        self.outbox.log.append(store.AddToken(token, self.id, person, shared))
        return wire.Seated(self.id, seat, token)

    def add_device(self, person: int, name: str, commit: str) -> wire.Seated:
        """Returns a token for another device or for a partner."""
        seat = self.seat_held_by(person)
        if not name:
            return self._another_token(seat, self.person(person), shared=True)
        self._must_be("open")
        if len(self.setup.places[seat].people) >= self.settings.devices:
            raise Refused("too-many")
        return self._sit_down(seat, clean_name(name), commit, shared=True)

    def _another_token(self, seat: Seat, one: Person, shared: bool = False) -> wire.Seated:
        if one.tokens >= self.settings.tokens:
            raise Refused("too-many")
        one.tokens += 1
        one.links += shared
        return self._token(seat, one.id, shared)

    def revoke_links(self, host: int, seat: Seat) -> None:
        """Closes the links to a seat that were passed on: nobody can use them any more, and whoever does is disconnected."""
        self._must_host(host)
        if not 0 <= seat < len(self.setup.places):
            raise Refused("no-seat")
        for one in self.setup.here(seat):
            one.tokens -= one.links
            one.links = 0
            self.outbox.log.append(store.RevokeTokens(self.id, one.id))
        self._save()
        for device in [device for device in self.devices.values() if device.seat == seat and device.shared]:
            self.outbox.closing.append(device.id)
            self.disconnect(device.id)

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

    def _playing(self) -> LiveMatch:
        if self.live is None or self.live.over:
            raise Refused("not-playing")
        return self.live

    def _host_match(self, person: int) -> LiveMatch:
        self._must_host(person)
        return self._playing()

    def leave(self, person: int, now: int) -> None:
        self.seat_held_by(person)
        if self.state in ("over", "closed"):
            return
        self._part(self.person(person), now, Parting.LEFT)

    def remove(self, host: int, seat: Seat, now: int) -> None:
        self._must_host(host)
        self._must_be("open", "play")
        there = self.setup.here(seat) if 0 <= seat < len(self.setup.places) else []
        if not there or any(one.id == host for one in there):
            raise Refused("nobody-there")
        for one in there:
            self._part(one, now, Parting.REMOVED)

    def arrange(self, host: int, seat: Seat, wish: wire.SeatWish) -> None:
        """Before the start: opens an empty seat, closes it or gives it to a bot."""
        self._must_host(host)
        self._must_be("open")
        self.setup.places = arranged(self.entry, self.setup, seat, wish, self.settings)
        self._save()

    def change_table(self, host: int, change: wire.ChangeTable) -> None:
        """Before the start: changes options, series, timer, pace, aids, and whether the table is listed."""
        self._must_host(host)
        self._must_be("open")
        self.setup = changed_setup(self.entry, self.setup, change, self.settings)
        self._save()

    def _part(self, one: Person, now: int, why: Parting) -> None:
        seat = self.seat_held_by(one.id)
        self.setup.parted[one.id] = why
        for device in [device for device in self.devices.values() if device.person == one.id]:
            self._send_off(device, why)
        if self.state == "open":
            self.setup.places[seat].people.remove(one)
            self.reveal_by = None  # cancel the start: the host may have wanted this player in the match
        elif self.live is not None and not self.setup.here(seat):
            self.live.leave_for_good(seat, NoteId(why), now)
        self._find_heir(one, now)
        self._save()

    def _find_heir(self, one: Person, now: int) -> None:
        """If the host leaves, the next person becomes host. If nobody is left, closes the table or plays out the match."""
        left = [other.id for seat in range(len(self.setup.places)) for other in self.setup.here(seat)]
        if not left:
            self._give_up(NoteId.LEFT, now)
        elif one.id == self.setup.host:
            self.setup.host = left[0]

    def close(self, host: int, now: int) -> None:
        self._must_host(host)
        self._must_be("open", "play")
        self._give_up(NoteId.CLOSED, now)

    def _give_up(self, why: NoteId, now: int) -> None:
        if self.live is not None:
            self.live.give_up(why, now)
        elif not self.closed and self.last is None:
            self.closed = True
            for device in list(self.devices.values()):
                self._send_off(device, Parting.CLOSED)
            self._save()

    # the rematch
    def plan_rematch(self, person: int) -> RematchPlan:
        seat = self.seat_held_by(person)
        self._must_be("over")
        setup = self.setup
        places = [SeatPlan(plan.kind, plan.level) for plan in setup.places]
        fresh = Setup(
            setup.game, setup.options, setup.series, setup.public, setup.timer, places, pace=setup.pace, aids=setup.aids
        )
        people = tuple(sorted(setup.here(seat), key=lambda one: one.id != person))
        return RematchPlan(fresh, seat, people, self.next)

    def announce_rematch(self, next: str, before: str) -> str:
        if self.next == before:
            self.next = next
            self.outbox.log.append(store.LinkRematch(self.id, next))
        return self.next

    # the start
    def start(self, host: int, now: int) -> None:
        """Asks everybody for their nonces. The match begins when all have arrived, or after a while without the missing ones."""
        self._must_host(host)
        self._must_be("open")
        self._make_header(self._taken_seats())
        self.reveal_by = now + self.settings.reveal
        seated = [device.id for device in self.devices.values() if device.seat is not None]
        self.outbox.send_all(seated, wire.encode(wire.AskReveal()))
        self._begin_if_ready(now)

    def _taken_seats(self) -> list[SeatPlan]:
        return [plan for plan in self.setup.places if plan.kind == "bot" or (plan.kind == "open" and plan.people)]

    def _make_header(self, places: Sequence[SeatPlan]) -> record.Header:
        """Raises Refusal if the game cannot be played with these seats."""
        game, options = self.entry.game, read_options(self.entry.game.options, self.setup.options)
        names = [tuple(one.name for one in plan.people) or (BOT + plan.level,) for plan in places]
        nonces = tuple(one.nonce or "" for plan in places for one in plan.people)
        header = open_header(game, names, options, Dealer(self.seed, nonces), self.setup.series, self.setup.practice)
        Match(game, header)
        return header

    def reveal(self, device: Device, nonce: str, now: int) -> None:
        self.advance(now)
        if self.reveal_by is None or device.person is None:
            return
        one = self.person(device.person)
        if one.nonce is not None:
            return
        if not one.commit or commitment(nonce) != one.commit:
            raise Refused("wrong-nonce")
        one.nonce = nonce.lower()  # draws are computed from its text, so it must have only one spelling
        self._begin_if_ready(now)

    def _begin_if_ready(self, now: int) -> None:
        people = [one for plan in self.setup.places for one in plan.people]
        if all(one.nonce is not None or not one.commit for one in people):
            self._begin(now)

    def _begin(self, now: int) -> None:
        self.reveal_by = None
        self.setup.places = self._taken_seats()
        self.setup.bot_seed = new_secret()
        header = self._make_header(self.setup.places)
        self.header = record.write(header)
        live = self._open(header)
        for device in self.devices.values():
            device.seat = None if device.person is None else self.seat_of(device.person)
            device.shown = False
        self._save()
        live.begin(now)

    # devices
    def connect(self, device: Device, now: int) -> None:
        """Tells people who have left for good why they cannot return. Raises Refused if there are too many devices."""
        self.advance(now)
        parted = Parting.CLOSED if self.closed else None if device.person is None else self.setup.parted.get(device.person)
        if parted is not None:
            self._send_off(device, parted)
            return
        device.seat = None if device.person is None else self.seat_held_by(device.person)
        most = self.settings.spectators if device.seat is None else self.settings.devices
        if sum(other.seat == device.seat for other in self.devices.values()) >= most:
            raise Refused("too-many")
        self._touch()
        self.devices[device.id] = device
        self.outbox.info_changed = True
        if self.live is not None and device.seat is not None:
            self.live.come_back(device.seat, now)
        if self.reveal_by is not None and device.seat is not None:
            self.outbox.send(device.id, wire.AskReveal())

    def disconnect(self, id: DeviceId) -> None:
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
        self.disconnect(device.id)

    @property
    def sleeps(self) -> bool:
        """Nobody is connected and no clock is running: the room can be unloaded until somebody connects."""
        return not self.devices and not self.busy

    @property
    def busy(self) -> bool:
        """Whether it goes on even if nobody is connected."""
        return self.reveal_by is not None or (self.live is not None and self.live.busy)

    # commands over the socket
    def _hear(self, id: DeviceId, command: wire.Command, lag: int, now: int) -> None:
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
                    self.reveal(device, nonce, now)
                case wire.React(sign):
                    self._react(device, sign, now)
        except Refusal as refusal:
            cmd = command.cmd if isinstance(command, wire.Act | wire.AskSheet) else 0
            self.outbox.refuse(device.id, cmd, refusal)

    def _act(self, device: Device, command: wire.Act, lag: int, now: int) -> None:
        self.advance(now)
        if device.seat is None:
            raise Refused("spectator")
        if self.live is not None:
            self.live.act(device, device.seat, command, lag, now)
            return
        key = command_key(device.seat, device, command)
        if self.last is None or key not in self.answered:
            raise Refused("not-playing")
        since = self.answered[key]
        if since is None:
            raise Refused("too-late")
        self.outbox.accept(device.id, command.cmd, self.last.mine[device.seat].n - since)

    def _show_sheet(self, device: Device, command: wire.AskSheet) -> None:
        seat, live = device.seat if command.seat is None else command.seat, self.live
        if device.seat is None or seat is None or (live is None and (self.last is None or command.after)):
            raise Refused("not-playing")
        if seat >= len(self.setup.places) or (command.after and seat != device.seat):
            raise Refused("no-seat")
        rows: tuple[wire.SheetRow, ...] | None
        if live is None:
            assert self.last is not None
            rows = self.last.sheet(device.seat, seat)
        else:
            sheet = live.sheet_after(seat, command.after) if command.after else live.sheet(device.seat, seat)
            rows = None if sheet is None else wire.rows(sheet)
        self.outbox.send(device.id, wire.SheetOut(command.cmd, seat, rows, command.after))

    def _react(self, device: Device, sign: wire.Sign, now: int) -> None:
        """Nothing but the screens of others depends on it: it is in no record, and does not count as playing."""
        if device.seat is None:
            raise Refused("spectator")
        if len(self.setup.places) > self.settings.big_room:
            raise Refused("too-many")
        if not self.broadcast.react(device.seat, sign, now):
            raise Refused("slow-down")

    def _bot_reply(self, job: Any, reply: BotChoice | None, now: int) -> None:
        self.advance(now)
        if self.live is not None:
            self.live.bot_answers(job, reply, now)

    # what is due
    def due(self) -> int | None:
        return earliest(self.reveal_by, self.broadcast.due(), None if self.live is None else self.live.due())

    def advance(self, now: int) -> None:
        """Does what is due, in order."""
        if self.reveal_by is not None and self.reveal_by <= now:  # go on without the missing nonces
            self._begin(now)
        if self.live is not None:
            self.live.advance(now)

    def settle(self, now: int) -> None:
        """Called after any change: does what is due, checks who is away, asks bots, and sends everybody the news."""
        for _ in self.settling(now):
            pass

    def settling(self, now: int) -> Slices[None]:
        """The same in slices, for the event loop: a room of 500 has a lot of news at once."""
        self.advance(now)
        live, here = self.live, {device.seat for device in self.devices.values()}
        if live is not None:
            live.check_presence(here, now)
            if live.over and self.result is None:
                self.result = record.write(live.result())
                self._save()
        yield from self.broadcast.telling(live, self._table_news(here, now), now)
        yield from self._show_snapshots(now)

    # sending
    def _table_news(self, here: Set[Seat | None], now: int) -> TableNews:
        info, counted, big = None, None, len(self.setup.places) > self.settings.big_room
        if self.outbox.info_changed:
            info, self.outbox.info_changed = self.info(now), False
        if big:
            counted = wire.Here(len(here - {None}), self.state)
        next: str | UnsetType = self.next if self.next != self.next_told else UNSET
        self.next_told = self.next
        return TableNews(big, None in here, info, counted, next)

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

    def screen(self, person: int | None, now: int) -> bytes:
        """Everything this person or a spectator may see."""
        seat = None if person is None else self.seat_held_by(person)
        self.settle(now)
        return self._snapshot(seat, wire.plain(self.info(now)), now)

    def _snapshot(self, seat: Seat | None, info: msgspec.Raw, now: int) -> bytes:
        if self.live is None and self.last is not None:
            return self.broadcast.last_snapshot(self.last, seat, info)
        return self.broadcast.snapshot(self.live, seat, info, now)

    def info(self, now: int) -> wire.TableInfo:
        here = {device.seat for device in self.devices.values()}
        seats = tuple(self._seat_info(seat, plan, seat in here, now) for seat, plan in enumerate(self.setup.places))
        paused = self.live is not None and self.live.match.paused
        fast = self.live is not None and self.live.fast
        return table_info(self.id, self.state, self.setup, self.seed, self.next, seats, paused, fast)

    def _seat_info(self, seat: Seat, plan: SeatPlan, here: bool, now: int) -> wire.SeatInfo:
        info = seat_info(plan)
        if self.live is None or info.kind != "person":
            return replace(info, here=here, bot=info.kind == "person" and not self.setup.here(seat))
        return replace(info, here=here, bot=self.live.bot_at(seat) is not None, away=self.live.away(seat, now))
