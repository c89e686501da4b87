"""A room on its own: no server, no clock, time is what the test says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tablee.core.game import Seat
from tablee.core.registry import Entry
from tablee.fair import seeded_secret
from tablee.match import Match
from tablee.server import wire
from tablee.server.course import Course
from tablee.server.room import Room
from tablee.server.setup import Customs, Person, Place, Setup
from tablee.server.store import Kept

_read = msgspec.json.Decoder(wire.FromServer).decode


@dataclass(eq=False)
class Ear:
    person: int | None
    seat: Seat | None = None
    client: str = "c"
    lag: int = 0


class Desk:
    """`bots` are seats after those of the people."""

    def __init__(
        self, entry: Entry, people: int, options: dict[str, Any] | None = None, customs: Customs | None = None, bots: int = 0
    ) -> None:
        places = [Place("open", "", [Person(seat, f"P{seat}")]) for seat in range(people)]
        places += [Place("bot", "random") for _ in range(bots)]
        setup = Setup(entry.game.id, options or {}, 1, False, 0, places, 0, people)
        text = msgspec.json.encode(setup).decode()
        kept = Kept("m", "open", entry.game.id, False, text, seeded_secret("desk"), None, None, "", 0, 0)
        self.now = 0
        self.room = Room(kept, entry, customs or Customs(), 0)
        self.raw: list[tuple[int, Any, bytes]] = []
        self.cmd = 0
        self.ears = [Ear(seat) for seat in range(people)]
        for ear in self.ears:
            self.enter(ear)

    def enter(self, ear: Ear) -> Ear:
        self.room.enter(ear, self.now)
        self.settle()
        return ear

    def leave(self, ear: Ear) -> None:
        self.room.exit(ear, self.now)
        self.settle()

    def start(self) -> None:
        self.room.start(0, self.now)
        self.settle()

    def send(self, ear: Ear, command: wire.Command) -> None:
        self.room.command(ear, command, self.now)
        self.settle()

    def act(self, seat: Seat, text: str, turn: int | None = None) -> int:
        self.cmd += 1
        self.send(self.ears[seat], wire.Act(self.cmd, text, turn))
        return self.cmd

    def wait(self, ms: int) -> None:
        """Time passes, and what falls due is done when it does."""
        end = self.now + ms
        while (due := self.room.due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.settle()
        self.now = end
        self.settle()

    def settle(self) -> None:
        self.room.settle(self.now)
        tray = self.room.tray
        self.raw += [(self.now, line, data) for line, data in tray.out]
        tray.out = []

    def heard(self, ear: Any, kind: type[Any] | None = None) -> list[Any]:
        """The messages a device got since it was last asked."""
        mine = [_read(data) for _, line, data in self.raw if line is ear]
        self.raw = [one for one in self.raw if one[1] is not ear]
        return [message for message in mine if kind is None or isinstance(message, kind)]

    def notes(self) -> list[str]:
        return [row.note for row in self.match.rows if not hasattr(row, "who")]

    @property
    def course(self) -> Course:
        assert self.room.course is not None
        return self.room.course

    @property
    def match(self) -> Match:
        return self.course.match

    def texts(self, seat: Seat) -> Sequence[str]:
        return [self.match.game.write(action) for action in self.match.legal(seat)]
