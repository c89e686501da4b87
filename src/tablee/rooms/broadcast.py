"""What each device is sent: a snapshot when it connects, then one update per change.

An update is the difference between two pictures, so it depends only on what its receiver may know: the screen and score sheets of
the seat, its legal actions and its own counters. It shows no trace of row numbers, hidden draws or another player changing their
mind.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tablee.core.game import Event, Panel, Seat
from tablee.protocol import wire
from tablee.protocol.picture import EMPTY, Differ, Fields, Painter, Picture, snapshot
from tablee.rooms.clock import earliest
from tablee.rooms.context import RoomContext
from tablee.rooms.live_match import LiveMatch

T = TypeVar("T")
Slices: TypeAlias = Generator[None, None, T]  # yields where others may have a turn of the event loop
AT_ONCE = 100  # seats or devices
LONG_AGO = -(1 << 40)


class TableNews(Struct, frozen=True):
    """Changes to the table itself. `info` is None if its seats and state have not changed; `here` is for big rooms."""

    info: wire.TableInfo | None = None
    here: wire.Here | None = None
    next: str | UnsetType = UNSET


class LaterPicture(NamedTuple):
    """What spectators see from a time on, and hear then."""

    when: int
    picture: Picture
    events: tuple[wire.Sentence, ...]


class Throttle:
    """For numbers that change all the time: they are told now and then."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.told = LONG_AGO
        self.due: int | None = None  # when what was held back may be told

    def passes(self, now: int) -> bool:
        if now < self.told + self.every:
            self.due = self.told + self.every
            return False
        self.told, self.due = now, None
        return True


class Signs:
    """Limits how many signs each seat shows, and keeps those that spectators see later."""

    MOST, WHILE = 4, 10_000  # signs, ms

    def __init__(self) -> None:
        self.shown: dict[Seat, deque[int]] = {}  # when each seat showed its last ones
        self.late: deque[tuple[int, bytes]] = deque()  # when spectators see them

    def allow(self, seat: Seat, now: int) -> bool:
        times = self.shown.setdefault(seat, deque(maxlen=self.MOST))
        if len(times) == self.MOST and now < times[0] + self.WHILE:
            return False
        times.append(now)
        return True


class Broadcast:
    def __init__(self, context: RoomContext) -> None:
        self.context, self.devices, self.outbox = context, context.devices, context.outbox
        self.painter: Painter | None = None  # of the match
        self.differ = Differ()
        self.position = -1  # of the last update
        self.table = EMPTY  # what everybody at the table sees
        self.shown: dict[Seat | None, Picture] = {None: EMPTY}  # to each seat that is connected; None: to spectators
        self.later: deque[LaterPicture] = deque()  # for spectators
        self.secretive = False  # spectators see everything later
        self.counts, self.heres = Throttle(context.settings.throttle), Throttle(context.settings.throttle)
        self.here: wire.Here | None = None
        self.paused = False
        self.decided: Any = None  # by the host; changes are told in a big room too
        self.signs = Signs()
        self._encoded: tuple[tuple[Panel, ...], msgspec.Raw] = (), msgspec.Raw(b"[]")  # the panels that were encoded last

    def due(self) -> int | None:
        """When something that was held back may be sent."""
        late = self.signs.late[0][0] if self.signs.late else None
        return earliest(self.later[0].when if self.later else None, self.counts.due, self.heres.due, late)

    def telling(self, live: LiveMatch | None, news: TableNews, now: int) -> Slices[None]:
        """Sends one update to every device for which something has changed. In a big room, this is done in slices."""
        toggled = news.info is not None and news.info.paused != self.paused
        table = self._table_fields(news, now)
        updates: dict[Seat | None, Fields] = {}
        if live is not None:
            yield from self._match_news(live, updates, now)
        self._show_spectators(updates, now, at_once=live is None or live.over)
        if toggled and (timer := self.shown[None].timer) is not None:
            updates.setdefault(None, {})["timer"] = timer.left(now)  # the pause is told at once, what it interrupts later
        yield from self._send(table, updates)
        self._show_late_signs(now, at_once=live is not None and live.over)

    def _table_fields(self, news: TableNews, now: int) -> Fields:
        fields: Fields = {} if news.next is UNSET else {"next": news.next}
        self.heres.due = None
        if news.here is not None and news.here != self.here:
            moved_on = self.here is None or news.here.state != self.here.state
            if self.heres.passes(now) or moved_on:
                self.here, self.heres.told, self.heres.due = news.here, now, None
                fields["here"] = news.here
        if news.info is not None and (_decided(news.info) != self.decided or not self.context.big):
            self.paused, self.decided = news.info.paused, _decided(news.info)
            fields["info"] = wire.plain(news.info)
        return fields

    # signs
    def react(self, seat: Seat, sign: wire.Sign, now: int) -> bool:
        """Shows players a sign at once, and spectators when they see what it is about. False if this seat shows too many."""
        if not self.signs.allow(seat, now):
            return False
        data = wire.encode(wire.Update(reactions=(wire.Reaction(seat, sign),)))
        self._show_sign(data, players=True)
        self.signs.late.append((now + self.delay, data))
        return True

    def _show_late_signs(self, now: int, at_once: bool) -> None:
        late = self.signs.late
        while late and (at_once or late[0][0] <= now):
            self._show_sign(late.popleft()[1], players=False)

    def _show_sign(self, data: bytes, players: bool) -> None:
        audience = (device for device in self.devices.values() if device.shown and (device.seat is not None) == players)
        self.outbox.send_all([device.id for device in audience], data)

    # sending
    def snapshot(self, live: LiveMatch | None, seat: Seat | None, info: msgspec.Raw, now: int) -> bytes:
        """Everything this seat may see. Before the match, that is nothing."""
        picture = EMPTY
        if live is not None:
            picture = self.shown[None] if seat is None else self._seat_picture(live, self.table, seat)
            self.shown[seat] = picture
        return self.encode(picture, seat, info, now)

    def encode(self, picture: Picture, seat: Seat | None, info: msgspec.Raw, now: int) -> bytes:
        """The panels are encoded once for all who are sent the same."""
        if self._encoded[0] is not picture.public:
            self._encoded = picture.public, wire.plain([wire.panel(panel) for panel in picture.public])
        return wire.encode(snapshot(picture, seat, info, self._encoded[1], now))

    def _send(self, table: Fields, updates: Mapping[Seat | None, Fields]) -> Slices[None]:
        """Answers go only to the device that asked; everything else is the same for all devices of a seat."""
        encoded: dict[Seat | None, bytes] = {}
        answers, messages = self.outbox.answers, self.outbox.messages
        for number, device in enumerate(self.devices.values(), start=1):
            if number % AT_ONCE == 0:
                yield
            if not device.shown:
                continue
            seat = device.seat
            if device.id in answers:
                fields = {"answers": tuple(answers.pop(device.id)), **table, **updates.get(seat, {})}
                messages.append((device.id, wire.encode(wire.Update(**fields))))
                continue
            if seat not in encoded:
                fields = {**table, **updates.get(seat, {})}
                encoded[seat] = wire.encode(wire.Update(**fields)) if fields else b""
            if encoded[seat]:
                messages.append((device.id, encoded[seat]))

    # the match
    def _match_news(self, live: LiveMatch, updates: dict[Seat | None, Fields], now: int) -> Slices[None]:
        """Adds what each connected seat is told, and keeps what spectators are to see."""
        news, touched = live.take_news()
        table = self._table(live, now)
        moved, self.position = self.position != live.match.position, live.match.position
        if not (moved or touched or news) and table == self.table:
            return
        self.table, seats = table, self._seats()
        before, self.shown = self.shown, {None: self.shown[None]}
        for number, seat in enumerate(seats, start=1):
            if number % AT_ONCE == 0:
                yield
            old = before.get(seat, EMPTY)
            if moved:
                new = self._seat_picture(live, table, seat)
            else:  # a choice in an open step changes no sheet
                mine = self._mine(live, seat) if seat in touched else old.mine
                new = replace(table, mine=mine, sheets=old.sheets)
            self.shown[seat] = new
            if fields := self.differ.difference(old, new, now):
                updates[seat] = fields
        self._watch_secrets(live, news)
        heard = self._tell_events(news, seats, updates) if news else ()
        if table.timer is not None:
            table = replace(table, timer=table.timer.delayed(self.delay))
        self.later.append(LaterPicture(now + self.delay, table, heard))

    def _seats(self) -> list[Seat]:
        """Those that somebody is connected to and has seen."""
        return [*dict.fromkeys(device.seat for device in self.devices.values() if device.shown and device.seat is not None)]

    def _paint(self, live: LiveMatch) -> Painter:
        if self.painter is None or self.painter.match is not live.match:
            self.painter = Painter(live.match, self.context.settings.big_room)
        return self.painter

    def _table(self, live: LiveMatch, now: int) -> Picture:
        """What everybody sees; in a big room, how many have chosen is told now and then."""
        table = self._paint(live).table(live.series(), live.timer())
        if live.over:
            table = replace(table, result=live.match_result())
        if not self.context.big:
            return table
        self.counts.due = None
        if table.count == self.table.count:
            return table
        if table.count[0] and not self.counts.passes(now):
            return replace(table, count=self.table.count)
        self.counts.told = now
        return table

    def _seat_picture(self, live: LiveMatch, table: Picture, seat: Seat) -> Picture:
        return table.with_seat(seat, self._mine(live, seat), self._paint(live).sheet(seat))

    def _mine(self, live: LiveMatch, seat: Seat) -> wire.Mine:
        return self._paint(live).mine(seat, live.commands.numbers[seat])

    def _tell_events(
        self, news: Sequence[Event], seats: Iterable[Seat], updates: dict[Seat | None, Fields]
    ) -> tuple[wire.Sentence, ...]:
        """Tells each seat its news, and returns what spectators hear."""
        said = [(event, wire.said(event.message)) for event in news]
        if self.context.big:
            hears = _told_in_a_big_room(said)
        elif all(event.to is None for event in news):
            everything = tuple([words for _, words in said])
            for seat in seats:
                updates.setdefault(seat, {})["events"] = everything
            return everything
        else:

            def hears(seat: Seat | None) -> tuple[wire.Sentence, ...]:
                return tuple([words for event, words in said if event.reaches(seat)])

        for seat in seats:
            if heard := hears(seat):
                updates.setdefault(seat, {})["events"] = heard
        return hears(None)

    # spectators
    @property
    def delay(self) -> int:
        """How much later spectators see what happens, in ms."""
        return self.context.settings.spectator_delay if self.secretive else 0

    def _watch_secrets(self, live: LiveMatch, news: Sequence[Event]) -> None:
        """Delays what spectators see from the first secret on."""
        self.secretive = (
            self.secretive
            or live.had_secrets
            or live.match.alarm() is not None
            or any(event.to is not None for event in news)
            or any(picture.mine is not None and picture.mine.own for picture in self.shown.values())
        )

    def _show_spectators(self, updates: dict[Seat | None, Fields], now: int, at_once: bool) -> None:
        """The last picture that spectators may see by now, with the news of all that became due."""
        events: list[wire.Sentence] = []
        before = self.shown[None]
        while self.later and (at_once or self.later[0].when <= now):
            _, self.shown[None], heard = self.later.popleft()
            events += heard
        if before is self.shown[None] or not any(device.seat is None for device in self.devices.values()):
            return
        updates[None] = self.differ.difference(before, self.shown[None], now)
        if events:
            updates[None]["events"] = tuple(events)


def _told_in_a_big_room(said: Sequence[tuple[Event, wire.Sentence]]) -> Callable[[Seat | None], tuple[wire.Sentence, ...]]:
    """The news for each seat, without what other seats do one by one; the panels show it."""
    shared: list[wire.Sentence] = []
    own: dict[Any, list[wire.Sentence]] = {}
    for event, words in said:
        if event.to is not None:
            for seat in event.to:
                own.setdefault(seat, []).append(words)
        elif "seat" in words.args:
            own.setdefault(words.args["seat"], []).append(words)
        else:
            shared.append(words)
    return lambda seat: (*own.get(seat, ()), *shared)


def _decided(info: wire.TableInfo) -> Any:
    decided = info.options, info.series, info.public, info.timer, info.pace, info.aids, info.bag, info.hints
    return info.paused, *decided
