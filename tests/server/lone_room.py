"""A room without a server or a clock; the test sets the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from tablee.core.game import Seat
from tablee.core.record import Note
from tablee.core.registry import Entry
from tablee.fair import seeded_secret
from tablee.match import Match
from tablee.protocol import wire
from tablee.rooms.live_match import LiveMatch
from tablee.rooms.outbox import Device
from tablee.rooms.room import Room
from tablee.rooms.seating import Person, SeatPlan, Setup
from tablee.rooms.settings import RoomSettings
from tablee.server.settings import Settings
from tablee.storage.store import StoredMatch

_read = msgspec.json.Decoder(wire.FromServer).decode
_ids = count(1)
T = TypeVar("T")
P = ParamSpec("P")


def make_settings(**more: Any) -> Settings:
    return Settings(Path("unused"), **more)


class FakeDevice:
    """A device whose lag the test sets."""

    def __init__(self, person: int | None, client: str = "c", lag: int = 0) -> None:
        self.id, self.person, self.client, self.lag = next(_ids), person, client, lag


class LoneRoom:
    """The seats of `bots` come after those of people."""

    def __init__(
        self,
        entry: Entry,
        people: int,
        options: dict[str, Any] | None = None,
        settings: RoomSettings | None = None,
        bots: int = 0,
        games: int = 1,
        id: str = "m",
    ) -> None:
        places = [SeatPlan("open", "", [Person(seat, f"P{seat}")]) for seat in range(people)]
        places += [SeatPlan("bot", "random") for _ in range(bots)]
        setup = Setup(entry.game.id, options or {}, games, False, 0, places, 0, people)
        text = msgspec.json.encode(setup).decode()
        self.stored = StoredMatch(id, "open", entry.game.id, False, text, seeded_secret("desk"), None, None, "", 0, 0)
        self.now = 0
        self.room = Room(self.stored, entry, settings or make_settings())
        self._live: LiveMatch | None = None
        self.raw: list[tuple[int, int, bytes]] = []  # when, to which device, what
        self.cmd = 0
        self.devices = [FakeDevice(seat) for seat in range(people)]
        for device in self.devices:
            self.connect(device)

    def ask(self, do: Callable[Concatenate[Room, int, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        answer = do(self.room, self.now, *args, **kwargs)
        self.settle()
        return answer

    def connect(self, device: FakeDevice) -> FakeDevice:
        self.ask(Room.connect, Device(device.id, device.person, device.client))
        return device

    def disconnect(self, device: FakeDevice) -> None:
        self.ask(Room.disconnect, device.id)

    def start(self) -> None:
        self.ask(Room.start, 0)

    def send(self, device: FakeDevice, command: wire.Command) -> None:
        self.ask(Room.hear, device.id, command, device.lag)

    def act(self, seat: Seat, text: str, turn: int | None = None) -> int:
        self.cmd += 1
        self.send(self.devices[seat], wire.Act(self.cmd, text, turn))
        return self.cmd

    def wait(self, ms: int) -> None:
        """Lets time pass and does what falls due, when it does."""
        end = self.now + ms
        while (due := self.room.due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.settle()
        self.now = end
        self.settle()

    def play_out(self) -> None:
        while self.room.state == "play":
            self.settle()

    def settle(self) -> None:
        if isinstance(self.room.stage, LiveMatch):
            self._live = self.room.stage
        self.room.settle(self.now)
        outbox = self.room.outbox
        self.raw += [(self.now, device, data) for device, data in outbox.messages]
        outbox.messages = []

    # what a device has received since the last call
    def heard(self, device: FakeDevice, kind: type[Any] | None = None) -> list[Any]:
        mine = [_read(data) for _, id, data in self.raw if id == device.id]
        self.raw = [one for one in self.raw if one[1] != device.id]
        return [message for message in mine if kind is None or isinstance(message, kind)]

    def answers(self, device: FakeDevice) -> list[wire.CommandAnswer]:
        return [answer for update in self.heard(device, wire.Update) for answer in update.answers]

    def accepted(self, device: FakeDevice) -> list[int]:
        return [answer.cmd for answer in self.answers(device) if not answer.code]

    def refused(self, device: FakeDevice) -> list[tuple[int, str]]:
        return [(answer.cmd, answer.code) for answer in self.answers(device) if answer.code]

    def infos(self, device: FakeDevice) -> list[wire.TableInfo]:
        updates = self.heard(device, wire.Update)
        return [
            msgspec.json.decode(update.info, type=wire.TableInfo) for update in updates if isinstance(update.info, msgspec.Raw)
        ]

    # the match
    def notes(self) -> list[str]:
        return [row.note for row in self.match.rows if isinstance(row, Note)]

    @property
    def live(self) -> LiveMatch:
        """The match in play or, if it is over, as it was."""
        if isinstance(self.room.stage, LiveMatch):
            self._live = self.room.stage
        assert self._live is not None
        return self._live

    @property
    def match(self) -> Match:
        return self.live.match

    def texts(self, seat: Seat) -> Sequence[str]:
        return [self.match.game.write(action) for action in self.match.legal(seat)]
