"""What each device is sent: a snapshot when it connects, then one update per change.

An update depends only on what its receiver may know: the screen and score sheets of the seat, its legal actions and its own
counters. It shows no trace of row numbers, hidden draws or another player changing their mind. Parts that are the same for
everybody are encoded once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tablee.core.game import Event, Panel, Seat, Sheet
from tablee.server import wire
from tablee.server.clock import earliest
from tablee.server.live_match import LiveMatch
from tablee.server.outbox import Device, DeviceId, Outbox
from tablee.server.settings import Settings


class TableNews(Struct, frozen=True):
    """Changes to the table itself. `info` is None if its seats and state have not changed."""

    seats: int
    info: wire.TableInfo | None
    here: wire.Here
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
SILENCE = wire.Update()
NOTHING_YET = Scene(0, (), {}, Head((), ()))
Change: TypeAlias = "tuple[wire.SheetRow, ...] | dict[int, wire.SheetRow]"  # a whole sheet, or changed rows by index


class Broadcast:
    def __init__(self, settings: Settings, devices: Mapping[DeviceId, Device], outbox: Outbox) -> None:
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
        table = wire.Update(next=news.next, here=self._new_here(news, now))
        paused = news.info is not None and news.info.paused != self.paused
        if news.info is not None and (_decided(news.info) != self.decided or not self._is_big(news.seats)):
            self.paused, self.decided = news.info.paused, _decided(news.info)
            table = replace(table, info=wire.plain(news.info))
        mine = replace(table, timer=live.timer(now)) if paused and live is not None else table
        seated = (yield from self._match_news(live, mine, now)) if live is not None else {}
        if paused and live is not None:
            table = replace(table, timer=self.scene.time_left(now))
        yield from self._send(self._for_spectators(live, table, now), seated, mine)
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

    def _send(self, watching: wire.Update, seated: Mapping[Seat, wire.Update], table: wire.Update) -> Slices[None]:
        """Answers go only to the device that asked; everything else is the same for all devices of a seat."""
        encoded: dict[Seat | None, bytes] = {}
        answers = self.outbox.answers
        for number, device in enumerate(self.devices.values(), start=1):
            if number % AT_ONCE == 0:
                yield
            if not device.shown:
                continue
            update = watching if device.seat is None else seated.get(device.seat, table)
            if device.id in answers:
                self.outbox.send(device.id, replace(update, answers=tuple(answers.pop(device.id))))
            elif update != SILENCE:
                if device.seat not in encoded:
                    encoded[device.seat] = wire.encode(update)
                self.outbox.messages.append((device.id, encoded[device.seat]))

    def _match_news(self, live: LiveMatch, table: wire.Update, now: int) -> Slices[dict[Seat, wire.Update]]:
        moved = self.position != live.match.position
        self.position = live.match.position
        news, touched = live.take_news()
        seats = {device.seat for device in self.devices.values() if device.shown and device.seat is not None}
        public, panels = self._new_public(live) if moved else (UNSET, UNSET)
        head, self.head = self.head, self._new_head(live, now)
        parts = yield from self._new_parts(live, (seat for seat in (seats if moved else touched) if seat in seats))
        sheets = (yield from self._new_sheets(live, seats)) if moved else {}
        self._watch_secrets(live, news)
        hears, timer = self._news_by_seat(live, news), live.timer(now)
        tells_time = moved and (self.timed or timer is not None)
        self.timed = timer is not None if moved else self.timed
        everybody = replace(
            table,
            public=public,
            panels=panels,
            to_act=_changed(self.head.to_act, head.to_act),
            chosen=_changed(self.head.chosen, head.chosen),
            count=_changed(self.head.count, head.count),
            series=UNSET if self.head.series is None else _changed(self.head.series, head.series),
            timer=timer if tells_time else table.timer,
            result=_result(live) if live.over and not self.result_told else UNSET,
        )
        if moved or news or head != self.head or everybody.result is not UNSET:
            delay = self.settings.spectator_delay if self.secretive and not live.over else 0
            shown = self.public, self.sheets, self.head, hears(None), everybody.result, timer
            self.scenes.append(Scene(now + delay, *shown))
        self.result_told = live.over
        seated = {}
        for seat in seats:
            whole, rows = sheets.get(seat, (UNSET, UNSET))
            seated[seat] = replace(everybody, events=hears(seat), mine=parts.get(seat, UNSET), sheets=whole, rows=rows)
        return seated

    def _is_big(self, seats: int) -> bool:
        return seats > self.settings.big_room

    # what everybody may know
    def _new_public(self, live: LiveMatch) -> tuple[Any, Any]:
        """The public panels: all of them, or only those that changed."""
        before, self.public = self.public, live.match.game.screen(self._view(live, None)).public
        if before == self.public:
            return UNSET, UNSET
        if len(before) != len(self.public):
            return self._encode(self.public), UNSET
        changes = {place: wire.panel(new) for place, (old, new) in enumerate(zip(before, self.public, strict=True)) if old != new}
        return UNSET, wire.plain(changes)

    def _encode(self, panels: tuple[Panel, ...]) -> msgspec.Raw:
        """Once for all who are sent the same."""
        if self._encoded[0] is not panels:
            self._encoded = panels, wire.plain([wire.panel(panel) for panel in panels])
        return self._encoded[1]

    def _new_head(self, live: LiveMatch, now: int) -> Head:
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

    def _new_here(self, news: TableNews, now: int) -> wire.Here | UnsetType:
        """In a big room, how many players are connected; throttled."""
        self.here_due, here = None, news.here
        if not self._is_big(news.seats) or here == self.here:
            return UNSET
        if now < self.here_told + self.settings.throttle and self.here is not None and here.state == self.here.state:
            self.here_due = self.here_told + self.settings.throttle
            return UNSET
        self.here, self.here_told = here, now
        return here

    def _news_by_seat(self, live: LiveMatch, news: Sequence[Event]) -> Callable[[Seat | None], tuple[wire.Said, ...]]:
        """The news for each seat. In a big room, it leaves out what other seats do one by one; the panels show it."""
        said = [(event, wire.said(event.message)) for event in news]
        if not self._is_big(live.match.seats):
            everything = tuple([words for event, words in said if event.to is None])
            if len(everything) == len(said):
                return lambda seat: everything
            return lambda seat: tuple([words for event, words in said if event.reaches(seat)])
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

    # what one seat may know
    def _new_parts(self, live: LiveMatch, seats: Iterable[Seat]) -> Slices[dict[Seat, wire.Mine]]:
        parts = {}
        for number, seat in enumerate(seats, start=1):
            if number % AT_ONCE == 0:
                yield
            new = self._mine(live, seat)
            if new != self.mine.get(seat):
                self.mine[seat] = parts[seat] = new
        return parts

    def _mine(self, live: LiveMatch, seat: Seat) -> wire.Mine:
        match = live.match
        view = self._view(live, seat)
        if seat not in self._choices:
            legal = () if live.over else tuple(map(match.game.write, match.legal(seat)))
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
    def _new_sheets(self, live: LiveMatch, seats: Iterable[Seat]) -> Slices[dict[Seat, tuple[Any, Any]]]:
        """The sheets that have changed for each seat: whole ones, and rows by index.

        A seat's own sheet comes from its own view; other sheets come from what everybody may know and are computed only once."""
        match, sheet = live.match, live.match.game.sheet
        before, self.sheets = self.sheets, {}
        if not self._is_big(match.seats):
            view = self._view(live, None)
            self.sheets = {seat: sheet(view, seat) for seat in range(match.seats)}
        changed = _changes(before, self.sheets)
        shared = _encoded(changed)
        own_before, self.own_sheets = self.own_sheets, {}
        found = {}
        for number, seat in enumerate(seats, start=1):
            if number % AT_ONCE == 0:
                yield
            own = self.own_sheets[seat] = sheet(self._view(live, seat), seat)
            if own == self.sheets.get(seat) and own_before.get(seat) == before.get(seat):
                found[seat] = shared
            else:
                mine = _changes({seat: own_before[seat]} if seat in own_before else {}, {seat: own})
                others = {other: change for other, change in changed.items() if other != seat}
                found[seat] = _encoded(others | mine)
        return found

    def _sheets_for(self, live: LiveMatch, seat: Seat) -> dict[Seat, Sheet]:
        self.own_sheets[seat] = live.sheet(seat, seat)
        return self.sheets | {seat: self.own_sheets[seat]}

    # spectators
    def _watch_secrets(self, live: LiveMatch, news: Sequence[Event]) -> None:
        """Delays what spectators see from the first secret on."""
        if not self.secretive:
            self.secretive = (
                live.had_secrets
                or live.match.alarm() is not None
                or any(event.to is not None for event in news)
                or any(mine.own for mine in self.mine.values())
            )

    def _for_spectators(self, live: LiveMatch | None, table: wire.Update, now: int) -> wire.Update:
        """The last scene that spectators may see by now, with the news of all scenes that became due."""
        events: list[wire.Said] = []
        before, result = self.scene, table.result
        while self.scenes and (self.scenes[0].when <= now or (live is not None and live.over)):
            self.scene = self.scenes.popleft()
            events += self.scene.events
            result = self.scene.result if self.scene.result is not UNSET else result
        scene, head = self.scene, self.scene.head
        if scene is before or not any(device.seat is None for device in self.devices.values()):
            return table
        return replace(
            table,
            events=tuple(events),
            public=self._encode(scene.public),
            to_act=head.to_act,
            chosen=head.chosen,
            count=head.count,
            sheets=_sheets(scene.sheets),
            series=UNSET if head.series is None else head.series,
            timer=table.timer if scene.timer is None and before.timer is None else scene.time_left(now),
            result=result,
        )


def _decided(info: wire.TableInfo) -> Any:
    return info.paused, info.options, info.series, info.public, info.timer, info.pace, info.aids


def _result(live: LiveMatch) -> wire.MatchResult:
    result = live.result()
    return wire.MatchResult(result.scores, result.places, result.reveal, live.match.header.nonces)


def _changed(new: Any, old: Any) -> Any:
    return new if new != old else UNSET


def _sheets(sheets: Mapping[Seat, Sheet]) -> msgspec.Raw:
    return wire.plain({seat: wire.rows(sheet) for seat, sheet in sheets.items()})


def _changes(before: Mapping[Seat, Sheet], now: Mapping[Seat, Sheet]) -> dict[Seat, Change]:
    found: dict[Seat, Change] = {}
    for seat, sheet in now.items():
        old = before.get(seat)
        if old is None or len(old) != len(sheet):
            found[seat] = wire.rows(sheet)
        elif old != sheet:
            found[seat] = {
                place: wire.sheet_row(row) for place, row in enumerate(sheet) if row is not old[place] and row != old[place]
            }
    return found


def _encoded(changes: Mapping[Seat, Change]) -> tuple[Any, Any]:
    whole = {seat: change for seat, change in changes.items() if isinstance(change, tuple)}
    rows = {seat: change for seat, change in changes.items() if isinstance(change, dict)}
    return wire.plain(whole) if whole else UNSET, wire.plain(rows) if rows else UNSET
