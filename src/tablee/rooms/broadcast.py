"""What each device is sent: a snapshot when it connects, then one update per change.

An update depends only on what its receiver may know: the screen and score sheets of the seat, its legal actions and its own
counters. It shows no trace of row numbers, hidden draws or another player changing their mind. What is the same for all seats
is encoded once, and put behind what is a seat's own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tablee.core.game import Event, Panel, Seat, Sheet
from tablee.protocol import wire
from tablee.rooms.clock import earliest
from tablee.rooms.live_match import LiveMatch
from tablee.rooms.outbox import Device, DeviceId, Outbox
from tablee.rooms.settings import RoomSettings


class TableNews(Struct, frozen=True):
    """Changes to the table itself. `info` is None if its seats and state have not changed; `here` is for big rooms."""

    big: bool  # a room for which less is sent
    watched: bool  # by spectators
    info: wire.TableInfo | None = None
    here: wire.Here | None = None
    next: str | UnsetType = UNSET


class Head(Struct, frozen=True):
    """What everybody may know about the current step and the series."""

    to_act: tuple[int, ...] | None = None
    chosen: tuple[int, ...] | None = None
    count: tuple[int, int] = (0, 0)
    series: wire.Series | None = None


class Scene(Struct, frozen=True):
    """What spectators see, starting at `when`."""

    when: int
    public: tuple[Panel, ...]
    sheets: Mapping[Seat, Sheet]
    head: Head
    events: tuple[wire.Said, ...] = ()
    result: wire.MatchResult | UnsetType = UNSET
    timer: int | None = None  # ms left for the step when the scene begins

    def time_left(self, now: int) -> int | None:
        return None if self.timer is None else max(0, self.timer - max(0, now - self.when))


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


class LastScreen(Struct, frozen=True):
    """What remains to be seen of a finished match: enough to show it to anybody without replaying its record.

    `mine` and `sheets` are by seat; `own_sheets` are those that the seat itself knows better than everybody.
    """

    public: msgspec.Raw
    head: Head
    sheets: dict[Seat, tuple[wire.SheetRow, ...]]
    result: wire.MatchResult
    mine: dict[Seat, wire.Mine] = {}
    own_sheets: dict[Seat, tuple[wire.SheetRow, ...]] = {}

    def sheet(self, viewer: Seat | None, seat: Seat) -> tuple[wire.SheetRow, ...]:
        own = self.own_sheets.get(seat) if viewer == seat else None
        return self.sheets[seat] if own is None else own


T = TypeVar("T")
Slices: TypeAlias = Generator[None, None, T]  # yields where others may have a turn of the event loop
AT_ONCE = 100  # seats or devices
EMPTY = msgspec.Raw(b"[]")
SILENCE = wire.encode(wire.Update())
Fields: TypeAlias = dict[str, Any]  # of an update
NOBODY: Mapping[Seat, Fields] = {}
NOTHING_YET = Scene(0, (), {}, Head((), ()))
SheetChange: TypeAlias = "tuple[wire.SheetRow, ...] | dict[int, wire.SheetRow]"  # a whole sheet, or changed rows by index


class Broadcast:
    def __init__(self, settings: RoomSettings, devices: Mapping[DeviceId, Device], outbox: Outbox) -> None:
        self.settings, self.devices, self.outbox = settings, devices, outbox
        self.position = -1  # of the last update
        self.public: tuple[Panel, ...] = ()
        self._encoded: tuple[tuple[Panel, ...], msgspec.Raw] = (), EMPTY  # the panels that were encoded last
        self.sheets: dict[Seat, Sheet] = {}  # as everybody may know them
        self.own_sheets: dict[Seat, Sheet] = {}  # as each seat knows its own
        self.head = Head()
        self.mine: dict[Seat, wire.Mine] = {}
        self.count_told = -(1 << 40)  # when `count` was last sent
        self.here_told = -(1 << 40)
        self.here: wire.Here | None = None
        self.count_due: int | None = None
        self.here_due: int | None = None
        self._views: dict[Seat | None, Any] = {}
        self._choices: dict[Seat, tuple[tuple[wire.PanelOut, ...], tuple[str, ...], wire.Said | None]] = {}  # all but the choice
        self._found_at = -1  # the position of `_views` and `_choices`
        self.paused = False
        self.decided: Any = None  # by the host; changes are told in a big room too
        self.secretive = False
        self.scene = NOTHING_YET
        self.scenes: deque[Scene] = deque()
        self.timed = False  # whether devices have been told a timer
        self.result_told = False
        self.signs = Signs()

    def due(self) -> int | None:
        """When something that was held back may be sent."""
        late = self.signs.late[0][0] if self.signs.late else None
        return earliest(self.scenes[0].when if self.scenes else None, self.count_due, self.here_due, late)

    def telling(self, live: LiveMatch | None, news: TableNews, now: int) -> Slices[None]:
        """Sends one update to every device for which something has changed. In a big room, this is done in slices."""
        table: Fields = {} if news.next is UNSET else {"next": news.next}
        if news.here is not None:
            self._tell_here(news.here, table, now)
        paused = news.info is not None and news.info.paused != self.paused
        if news.info is not None and (_decided(news.info) != self.decided or not news.big):
            self.paused, self.decided = news.info.paused, _decided(news.info)
            table["info"] = wire.plain(news.info)
        shared, own = table, NOBODY
        if live is not None:
            shared = {**table, "timer": live.timer(now)} if paused else {**table}
            own = yield from self._match_news(live, shared, now)
            if paused:
                table["timer"] = self.scene.time_left(now)
        yield from self._send(self._for_spectators(live, table, news.watched, now), shared, own)
        self._show_late_signs(now, at_once=live is not None and live.over)

    # signs
    def react(self, seat: Seat, sign: wire.Sign, now: int) -> bool:
        """Shows players a sign at once, and spectators when they see what it is about. False if this seat shows too many."""
        if not self.signs.allow(seat, now):
            return False
        data = wire.encode(wire.Update(reactions=(wire.Reaction(seat, sign),)))
        self._show_sign(data, players=True)
        self.signs.late.append((now + (self.settings.spectator_delay if self.secretive else 0), data))
        return True

    def _show_late_signs(self, now: int, at_once: bool) -> None:
        late = self.signs.late
        while late and (at_once or late[0][0] <= now):
            self._show_sign(late.popleft()[1], players=False)

    def _show_sign(self, data: bytes, players: bool) -> None:
        audience = (device for device in self.devices.values() if device.shown and (device.seat is not None) == players)
        self.outbox.send_all([device.id for device in audience], data)

    def snapshot(self, live: LiveMatch | None, seat: Seat | None, info: msgspec.Raw, now: int) -> bytes:
        """Everything this seat may see."""
        scene, mine, timer, result = NOTHING_YET, None, None, None
        if live is not None:
            scene = self.scene if seat is None else Scene(0, self.public, self._sheets_for(live, seat), self.head)
            mine = None if seat is None else self._mine(live, seat)
            timer = scene.time_left(now) if seat is None else live.timer(now)
            self.timed |= timer is not None
            result = _result(live) if live.over else None
        head, sheets = scene.head, _sheets(scene.sheets)
        step = head.to_act, head.chosen, head.count, timer
        return wire.encode(wire.Snapshot(seat, info, self._encode(scene.public), *step, mine, sheets, head.series, result))

    def last_screen(self, live: LiveMatch) -> LastScreen:
        """Of a match that is over, for everybody; `add_seat` adds what each seat sees."""
        view, sheet = live.match.view(None), live.match.game.sheet
        sheets = {seat: wire.rows(sheet(view, seat)) for seat in range(live.match.seats)}
        return LastScreen(self._encode(self.public), self.head, sheets, _result(live))

    def add_seat(self, last: LastScreen, live: LiveMatch, seat: Seat) -> None:
        last.mine[seat] = self._mine(live, seat)
        own = wire.rows(live.sheet(seat, seat))
        if own != last.sheets[seat]:
            last.own_sheets[seat] = own

    def last_snapshot(self, last: LastScreen, seat: Seat | None, info: msgspec.Raw) -> bytes:
        """The snapshot of a match that was not loaded. In a big room it has no sheets but one's own, as during the match."""
        seats = range(len(last.sheets))
        shown = seats if not self._is_big(len(seats)) else () if seat is None else (seat,)
        sheets = wire.plain({other: last.sheet(seat, other) for other in shown})
        head, mine = last.head, None if seat is None else last.mine[seat]
        step = head.to_act, head.chosen, head.count, None
        return wire.encode(wire.Snapshot(seat, info, last.public, *step, mine, sheets, head.series, last.result))

    def _send(self, watching: Fields, shared: Fields, own: Mapping[Seat, Fields]) -> Slices[None]:
        """Answers go only to the device that asked; everything else is the same for all devices of a seat."""
        common = wire.encode(wire.Update(**shared)) if shared else SILENCE
        encoded: dict[Seat | None, bytes] = {}
        answers, messages = self.outbox.answers, self.outbox.messages
        for number, device in enumerate(self.devices.values(), start=1):
            if number % AT_ONCE == 0:
                yield
            if not device.shown:
                continue
            seat = device.seat
            fields, rest = (watching, SILENCE) if seat is None else (own.get(seat), common)
            if device.id in answers:
                messages.append((device.id, _joined({"answers": tuple(answers.pop(device.id)), **(fields or {})}, rest)))
                continue
            if seat not in encoded:
                encoded[seat] = _joined(fields, rest)
            if encoded[seat] is not SILENCE:
                messages.append((device.id, encoded[seat]))

    def _match_news(self, live: LiveMatch, shared: Fields, now: int) -> Slices[Mapping[Seat, Fields]]:
        """Adds what all seats are told to `shared`; returns what each seat is told besides."""
        moved = self.position != live.match.position
        self.position = live.match.position
        news, touched = live.take_news()
        seats = {device.seat for device in self.devices.values() if device.shown and device.seat is not None}
        if moved:
            self._new_public(live, shared)
        changed = self._new_head(live, shared, now)
        own: dict[Seat, Fields] = {}
        yield from self._new_parts(live, seats if moved else touched & seats, own)
        if moved:
            yield from self._new_sheets(live, seats, shared, own)
        if not self.secretive:
            self._watch_secrets(live, news, own)
        heard = self._tell_events(live, news, seats, shared, own) if news else ()
        timer = live.timer(now)
        if moved:
            if self.timed or timer is not None:
                shared["timer"] = timer
            self.timed = timer is not None
        result: wire.MatchResult | UnsetType = UNSET
        if live.over and not self.result_told:
            shared["result"] = result = _result(live)
        self.result_told = live.over
        if moved or changed or news or result is not UNSET:
            delay = self.settings.spectator_delay if self.secretive and not live.over else 0
            self.scenes.append(Scene(now + delay, self.public, self.sheets, self.head, heard, result, timer))
        return own

    def _is_big(self, seats: int) -> bool:
        return seats > self.settings.big_room

    # what everybody may know
    def _new_public(self, live: LiveMatch, shared: Fields) -> None:
        """The public panels: all of them, or only those that changed."""
        before, self.public = self.public, live.match.game.screen(self._view(live, None)).public
        if len(before) != len(self.public):
            shared["public"] = self._encode(self.public)
            return
        pairs = enumerate(zip(before, self.public, strict=True))
        changes = {place: wire.panel(new) for place, (old, new) in pairs if old is not new and old != new}
        if changes:
            shared["panels"] = wire.plain(changes)

    def _encode(self, panels: tuple[Panel, ...]) -> msgspec.Raw:
        """Once for all who are sent the same."""
        if self._encoded[0] is not panels:
            self._encoded = panels, wire.plain([wire.panel(panel) for panel in panels])
        return self._encoded[1]

    def _new_head(self, live: LiveMatch, shared: Fields, now: int) -> bool:
        """Whether it has changed."""
        before, self.head = self.head, self._find_head(live, now)
        if self.head == before:
            return False
        for name in ("to_act", "chosen", "count"):
            if (new := getattr(self.head, name)) != getattr(before, name):
                shared[name] = new
        if self.head.series is not None and self.head.series != before.series:
            shared["series"] = self.head.series
        return True

    def _find_head(self, live: LiveMatch, now: int) -> Head:
        match = live.match
        asked, chosen = match.to_act(), tuple(sorted(match.chosen))
        count, series = (len(chosen), len(asked)), live.series()
        if not self._is_big(match.seats):
            return Head(asked, chosen, count, series)
        self.count_due = None
        if count != self.head.count and chosen and now < self.count_told + self.settings.throttle:
            self.count_due = self.count_told + self.settings.throttle
            count = self.head.count
        if count != self.head.count:
            self.count_told = now
        return Head(None, None, count, series)

    def _tell_here(self, here: wire.Here, table: Fields, now: int) -> None:
        """In a big room, how many players are connected; throttled."""
        self.here_due = None
        if here == self.here:
            return
        if now < self.here_told + self.settings.throttle and self.here is not None and here.state == self.here.state:
            self.here_due = self.here_told + self.settings.throttle
            return
        self.here, self.here_told = here, now
        table["here"] = here

    def _tell_events(
        self, live: LiveMatch, news: Sequence[Event], seats: Iterable[Seat], shared: Fields, own: dict[Seat, Fields]
    ) -> tuple[wire.Said, ...]:
        """Tells each seat its news, and returns what spectators hear."""
        said = [(event, wire.said(event.message)) for event in news]
        if self._is_big(live.match.seats):
            hears = _told_in_a_big_room(said)
        elif not _private(news):
            shared["events"] = everything = tuple([words for _, words in said])
            return everything
        else:

            def hears(seat: Seat | None) -> tuple[wire.Said, ...]:
                return tuple([words for event, words in said if event.reaches(seat)])

        for seat in seats:
            if heard := hears(seat):
                own.setdefault(seat, {})["events"] = heard
        return hears(None)

    # what one seat may know
    def _new_parts(self, live: LiveMatch, seats: Iterable[Seat], own: dict[Seat, Fields]) -> Slices[None]:
        for number, seat in enumerate(seats, start=1):
            if number % AT_ONCE == 0:
                yield
            new = self._mine(live, seat)
            if new != self.mine.get(seat):
                self.mine[seat] = new
                own[seat] = {"mine": new}

    def _mine(self, live: LiveMatch, seat: Seat) -> wire.Mine:
        match = live.match
        view = self._view(live, seat)
        if seat not in self._choices:
            legal = () if live.over else match.legal_texts(seat)
            todo = wire.said(match.game.todo(view)) if legal else None
            self._choices[seat] = tuple(map(wire.panel, match.game.own(view))), legal, todo
        own, legal, todo = self._choices[seat]
        choice = match.game.write(match.chosen[seat]) if seat in match.chosen else None
        return wire.Mine(own, legal, choice, match.turns[seat], live.n[seat], todo)

    def _view(self, live: LiveMatch, seat: Seat | None) -> Any:
        """Built once for each position: choices in an open step do not change what is seen, or what is legal."""
        if self._found_at != live.match.position:
            self._views, self._choices, self._found_at = {}, {}, live.match.position
        if seat not in self._views:
            self._views[seat] = live.match.view(seat)
        return self._views[seat]

    # score sheets
    def _new_sheets(self, live: LiveMatch, seats: Iterable[Seat], shared: Fields, own: dict[Seat, Fields]) -> Slices[None]:
        """The sheets that have changed: whole ones, and rows by index.

        A seat's own sheet comes from its own view; other sheets come from what everybody may know and are computed only once."""
        match, sheet = live.match, live.match.game.sheet
        before, self.sheets = self.sheets, {}
        if not self._is_big(match.seats):
            view = self._view(live, None)
            self.sheets = {seat: sheet(view, seat) for seat in range(match.seats)}
        own_before, self.own_sheets = self.own_sheets, {}
        better = []  # seats that know their own sheet better than others do, or did
        for number, seat in enumerate(seats, start=1):
            if number % AT_ONCE == 0:
                yield
            mine = self.own_sheets[seat] = sheet(self._view(live, seat), seat)
            if mine != self.sheets.get(seat) or own_before.get(seat) != before.get(seat):
                better.append(seat)
        changed = _changes(before, self.sheets)
        if not better:
            shared |= _encoded(changed)
            return
        for number, seat in enumerate(seats, start=1):
            if number % AT_ONCE == 0:
                yield
            found = changed
            if seat in better:
                mine = self.own_sheets[seat]
                others = {other: change for other, change in changed.items() if other != seat}
                found = others | _changes({seat: own_before[seat]} if seat in own_before else {}, {seat: mine})
            own.setdefault(seat, {}).update(_encoded(found))

    def _sheets_for(self, live: LiveMatch, seat: Seat) -> dict[Seat, Sheet]:
        self.own_sheets[seat] = live.sheet(seat, seat)
        return self.sheets | {seat: self.own_sheets[seat]}

    # spectators
    def _watch_secrets(self, live: LiveMatch, news: Sequence[Event], own: Mapping[Seat, Fields]) -> None:
        """Delays what spectators see from the first secret on."""
        self.secretive = (
            live.had_secrets
            or live.match.alarm() is not None
            or bool(_private(news))
            or any(fields["mine"].own for fields in own.values() if "mine" in fields)
        )

    def _for_spectators(self, live: LiveMatch | None, table: Fields, watched: bool, now: int) -> Fields:
        """The last scene that spectators may see by now, with the news of all scenes that became due."""
        events: list[wire.Said] = []
        before = self.scene
        result: wire.MatchResult | UnsetType = UNSET
        while self.scenes and (self.scenes[0].when <= now or (live is not None and live.over)):
            self.scene = self.scenes.popleft()
            events += self.scene.events
            result = self.scene.result if self.scene.result is not UNSET else result
        scene, head = self.scene, self.scene.head
        if scene is before or not watched:
            return table
        fields = table | {
            "events": tuple(events),
            "public": self._encode(scene.public),
            "to_act": head.to_act,
            "chosen": head.chosen,
            "count": head.count,
            "sheets": _sheets(scene.sheets),
            "series": UNSET if head.series is None else head.series,
            "result": result,
        }
        if scene.timer is not None or before.timer is not None:
            fields["timer"] = scene.time_left(now)
        return fields


def _joined(fields: Fields | None, rest: bytes) -> bytes:
    """The update with these fields and those of another update."""
    if not fields:
        return rest
    first = wire.encode(wire.Update(**fields))
    return first if rest is SILENCE else first[:-1] + b"," + rest[len(SILENCE) :]


def _private(news: Sequence[Event]) -> list[Event]:
    return [event for event in news if event.to is not None]


def _told_in_a_big_room(said: Sequence[tuple[Event, wire.Said]]) -> Callable[[Seat | None], tuple[wire.Said, ...]]:
    """The news for each seat, without what other seats do one by one; the panels show it."""
    shared: list[wire.Said] = []
    own: dict[Any, list[wire.Said]] = {}
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
    return info.paused, info.options, info.series, info.public, info.timer, info.pace, info.aids


def _result(live: LiveMatch) -> wire.MatchResult:
    result = live.result()
    return wire.MatchResult(result.scores, result.places, result.reveal, live.match.header.nonces)


def _sheets(sheets: Mapping[Seat, Sheet]) -> msgspec.Raw:
    return wire.plain({seat: wire.rows(sheet) for seat, sheet in sheets.items()})


def _changes(before: Mapping[Seat, Sheet], now: Mapping[Seat, Sheet]) -> dict[Seat, SheetChange]:
    found: dict[Seat, SheetChange] = {}
    for seat, sheet in now.items():
        old = before.get(seat)
        if old is None or len(old) != len(sheet):
            found[seat] = wire.rows(sheet)
        elif old != sheet:
            found[seat] = {
                place: wire.sheet_row(row) for place, row in enumerate(sheet) if row is not old[place] and row != old[place]
            }
    return found


def _encoded(changes: Mapping[Seat, SheetChange]) -> Fields:
    whole = {seat: change for seat, change in changes.items() if isinstance(change, tuple)}
    rows = {seat: change for seat, change in changes.items() if isinstance(change, dict)}
    fields = {"sheets": wire.plain(whole)} if whole else {}
    return fields | {"rows": wire.plain(rows)} if rows else fields
