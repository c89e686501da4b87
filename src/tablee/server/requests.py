"""What can be asked of a room, as values: the directory passes them on, and one day another process may.

`RoomRequest[T]` says what the answer is. `Room.handle` carries them out.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from tablee.core.game import Seat
from tablee.server import wire
from tablee.server.outbox import BotJob, Device, DeviceId
from tablee.server.seating import Person, Setup
from tablee.server.store import StoredMatch

T = TypeVar("T", covariant=True)


class RoomRequest(Struct, Generic[T], frozen=True):
    """`T` is the type of the answer."""


class OpenTable(RoomRequest[wire.Seated], frozen=True):
    """First of all: the table is stored, unless the first seat cannot be taken."""

    stored: StoredMatch
    enter: RoomRequest[wire.Seated]


# people
class TakeSeat(RoomRequest[wire.Seated], frozen=True):
    name: str
    commit: str = ""
    seat: Seat | None = None  # any open one


class RetakeSeat(RoomRequest[wire.Seated], frozen=True):
    """In a rematch. The first of `people` asks; the others shared their seat in the match before."""

    people: tuple[Person, ...]
    commit: str
    seat: Seat


class AddDevice(RoomRequest[wire.Seated], frozen=True):
    """Another token for a seat; with a name it is a partner's."""

    person: int
    name: str = ""
    commit: str = ""


class LeaveTable(RoomRequest[wire.TableInfo], frozen=True):
    person: int


# the host
class StartMatch(RoomRequest[wire.TableInfo], frozen=True):
    person: int


class ArrangeSeat(RoomRequest[wire.TableInfo], frozen=True):
    person: int
    seat: Seat
    wish: wire.SeatWish


class RemovePlayer(RoomRequest[wire.TableInfo], frozen=True):
    person: int
    seat: Seat


class PauseMatch(RoomRequest[wire.TableInfo], frozen=True):
    person: int


class ResumeMatch(RoomRequest[wire.TableInfo], frozen=True):
    person: int


class CloseTable(RoomRequest[wire.TableInfo], frozen=True):
    person: int


# anybody with a seat
class StartNextGame(RoomRequest[wire.TableInfo], frozen=True):
    person: int


class PlanRematch(RoomRequest["RematchPlan"], frozen=True):
    person: int


class RematchPlan(Struct, frozen=True):
    """A table like this one, the seat of whoever asks, them and their partners, and the rematch that there is already."""

    setup: Setup
    seat: Seat
    people: tuple[Person, ...]
    next: str


class AnnounceRematch(RoomRequest[str], frozen=True):
    """The answer is the rematch that counts: the first one, unless it came to nothing."""

    next: str
    before: str


# anybody
class ReadTable(RoomRequest[wire.TableInfo], frozen=True):
    pass


class ReadScreen(RoomRequest[bytes], frozen=True):
    """What a seat may see, or a spectator, as the message `snapshot`."""

    person: int | None


# devices
class Connect(RoomRequest[None], frozen=True):
    device: Device


class Disconnect(RoomRequest[None], frozen=True):
    device: DeviceId


class Say(RoomRequest[None], frozen=True):
    """A command from a device, with the lag of its connection in ms."""

    device: DeviceId
    command: wire.Command
    lag: int = 0


# the server itself
class BotReply(RoomRequest[None], frozen=True):
    """An action's text and the ms it takes; None if the bot did not answer in time."""

    job: BotJob
    reply: tuple[str, int] | None


class AbandonMatch(RoomRequest[None], frozen=True):
    """Nobody has come for long: the match is played out, so that it has a result and its seed is shown."""
