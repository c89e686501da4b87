"""What every device is told of the match at its table: everything on coming in, then what has changed.

A message depends only on what its receiver may know: the screen of the seat, its legal actions, its own counters. Row
numbers, hidden draws and another's change of mind leave no trace in it. Public parts are encoded once for all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tablee.core.game import Event, Panel, Seat
from tablee.server import wire
from tablee.server.course import Course
from tablee.server.setup import Customs
from tablee.server.tray import Due, Line, Lines, Tray


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


class Show:
    def __init__(self, customs: Customs, lines: Lines, tray: Tray) -> None:
        self.customs, self.lines, self.tray = customs, lines, tray
        self.step = -1  # that was told last
        self.public: tuple[Panel, ...] = ()
        self.public_raw = NOTHING
        self.head = Head(None, None, (0, 0))
        self.mine: dict[Seat, wire.Mine] = {}  # as it was told
        self.own: dict[Seat, tuple[int, tuple[wire.PanelOut, ...]]] = {}  # by the step it is of
        self.count_told = 0
        self.count_due: int | None = None
        self.secretive = False
        self.scene = BEFORE
        self.scenes: deque[Scene] = deque()
        self.over_told = False

    def tell(self, course: Course, now: int) -> None:
        """The news, to everybody who has been shown the table."""
        stepped = self.step != course.step
        self.step = course.step
        news, touched = course.take_news()
        lines = self._lines_by_seat()
        public, panels = self._new_public(course) if stepped else (UNSET, UNSET)
        head, self.head = self.head, self._new_head(course, now)
        parts = self._new_parts(course, (seat for seat in (lines if stepped else touched) if seat in lines))
        self._watch_secrets(course, news)
        hears = self._told(course, news)
        everybody = wire.Update(
            public=public,
            panels=panels,
            to_act=self.head.to_act if self.head.to_act != head.to_act else UNSET,
            chosen=self.head.chosen if self.head.chosen != head.chosen else UNSET,
            count=self.head.count if self.head.count != head.count else UNSET,
            timer=course.timer(now) if stepped and course.setup.timer else UNSET,
        )
        for seat, devices in lines.items():
            update = replace(everybody, events=hears(seat), mine=parts.get(seat, UNSET))
            if update != SILENCE:
                self.tray.send_all(devices, wire.encode(update))
        if stepped or news or head != self.head:
            self._put_on_stage(course, hears(None), now)

    def tell_result(self, course: Course) -> None:
        if not self.over_told:
            self.over_told = True
            self.tray.send_all(self.lines, wire.encode(wire.Over(_over(course))))

    def table(self, course: Course | None, seat: Seat | None, info: msgspec.Raw, now: int) -> bytes:
        """Everything that this seat may see."""
        scene, mine, timer, over = BEFORE, None, None, None
        if course is not None:
            scene = self.scene if seat is None else Scene(0, self.public_raw, self.head)
            mine = None if seat is None else self._mine(course, seat)
            timer = course.timer(now)
            over = _over(course) if course.over else None
        head = scene.head
        return wire.encode(wire.Table(seat, info, scene.public, head.to_act, head.chosen, head.count, timer, mine, over))

    def dues(self) -> Iterator[Due]:
        if self.scenes:
            yield self.scenes[0].when, self._next_scene
        if self.count_due is not None:
            yield self.count_due, self._tell_count

    def _tell_count(self, when: int, now: int) -> None:
        """`tell` does, now that it may."""
        self.count_due = None

    def _lines_by_seat(self) -> dict[Seat, list[Line]]:
        found: dict[Seat, list[Line]] = {}
        for line, fresh in self.lines.items():
            if line.seat is not None and not fresh:
                found.setdefault(line.seat, []).append(line)
        return found

    def _is_big(self, course: Course) -> bool:
        return course.match.seats > self.customs.big

    # what everybody may know
    def _new_public(self, course: Course) -> tuple[Any, Any]:
        """The public panels, whole or as changes."""
        before, self.public = self.public, course.match.screen(None).public
        if before == self.public:
            return UNSET, UNSET
        self.public_raw = wire.plain([wire.panel(panel) for panel in self.public])
        if len(before) != len(self.public):
            return self.public_raw, UNSET
        changes = {place: wire.panel(new) for place, (old, new) in enumerate(zip(before, self.public, strict=True)) if old != new}
        return UNSET, wire.plain(changes)

    def _new_head(self, course: Course, now: int) -> Head:
        asked, chosen = course.match.to_act(), tuple(sorted(course.match.chosen))
        count = (len(chosen), len(asked))
        if not self._is_big(course):
            return Head(asked, chosen, count)
        if count != self.head.count and len(chosen) > 0 and now < self.count_told + self.customs.throttle:
            self.count_due = self.count_told + self.customs.throttle
            return self.head
        if count != self.head.count:
            self.count_told = now
        return Head(None, None, count)

    def _told(self, course: Course, news: Sequence[Event]) -> Callable[[Seat | None], tuple[wire.Said, ...]]:
        """What each seat hears. In a big room not what others do one by one: the panels show it."""
        if not self._is_big(course):
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

    # what one seat may know
    def _new_parts(self, course: Course, seats: Iterable[Seat]) -> dict[Seat, wire.Mine]:
        parts = {}
        for seat in seats:
            new = self._mine(course, seat)
            if new != self.mine.get(seat):
                self.mine[seat] = parts[seat] = new
        return parts

    def _mine(self, course: Course, seat: Seat) -> wire.Mine:
        match = course.match
        step, own = self.own.get(seat, (-1, ()))
        if step != course.step:  # a choice in an open step changes no screen
            own = tuple(map(wire.panel, match.game.own(match.view(seat))))
            self.own[seat] = course.step, own
        legal = () if course.over else tuple(match.game.write(action) for action in match.legal(seat))
        choice = match.game.write(match.chosen[seat]) if seat in match.chosen else None
        return wire.Mine(own, legal, choice, course.turn[seat], course.n[seat])

    # spectators
    def _watch_secrets(self, course: Course, news: Sequence[Event]) -> None:
        """From the first secret on, spectators see things later."""
        if not self.secretive:
            self.secretive = (
                course.secretive
                or course.match.alarm() is not None
                or any(event.to is not None for event in news)
                or any(mine.own for mine in self.mine.values())
            )

    def _put_on_stage(self, course: Course, events: tuple[wire.Said, ...], now: int) -> None:
        delay = self.customs.delay if self.secretive and not course.over else 0
        self.scenes.append(Scene(now + delay, self.public_raw, self.head, events))
        while self.scenes and not delay:
            self._next_scene()

    def _next_scene(self, when: int = 0, now: int = 0) -> None:
        self.scene = scene = self.scenes.popleft()
        watching = [line for line, fresh in self.lines.items() if line.seat is None and not fresh]
        if watching:
            head = scene.head
            update = wire.Update(scene.events, scene.public, UNSET, head.to_act, head.chosen, head.count)
            self.tray.send_all(watching, wire.encode(update))


def _over(course: Course) -> wire.OverPart:
    result = course.result()
    return wire.OverPart(result.scores, result.places, result.reveal, course.match.header.nonces)
