"""Everything a room can be asked to do, as values that the directory passes on (one day perhaps to another process).

The answer to a `RoomRequest[T]` is a T. `Room.handle` carries out requests.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from tablee.core.game import Seat
from tablee.jobs.bots import BotChoice, BotJob
from tablee.protocol import wire
from tablee.rooms.outbox import Device, DeviceId
from tablee.rooms.seating import Person, Setup
from tablee.storage.store import StoredMatch

T = TypeVar("T", covariant=True)


class RoomRequest(Struct, Generic[T], frozen=True):
    """`T` is the type of the answer."""


class OpenTable(RoomRequest[wire.Seated], frozen=True):
    """The first request: stores the new table, unless the host cannot be seated."""

    stored: StoredMatch
    enter: RoomRequest[wire.Seated]


# people
class TakeSeat(RoomRequest[wire.Seated], frozen=True):
    name: str
    commit: str = ""
    seat: Seat | None = None  # None: any open one


class RetakeSeat(RoomRequest[wire.Seated], frozen=True):
    """Takes the same seat in a rematch. The first of `people` asks; the others shared the seat in the previous match."""

    people: tuple[Person, ...]
    commit: str
    seat: Seat


class AddDevice(RoomRequest[wire.Seated], frozen=True):
    """Asks for another token for a seat; with a name, it is for a partner."""

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


class ChangeSetup(RoomRequest[wire.TableInfo], frozen=True):
    person: int
    change: wire.ChangeTable


class RemovePlayer(RoomRequest[wire.TableInfo], frozen=True):
    person: int
    seat: Seat


class RevokeLinks(RoomRequest[wire.TableInfo], frozen=True):
    """Closes the links to a seat that were made for other devices and partners."""

    person: int
    seat: Seat


class PauseMatch(RoomRequest[wire.TableInfo], frozen=True):
    person: int


class HandOver(RoomRequest[wire.TableInfo], frozen=True):
    """A pause while the players' common device is passed on."""

    person: int


class ResumeMatch(RoomRequest[wire.TableInfo], frozen=True):
    person: int


class FastForward(RoomRequest[wire.TableInfo], frozen=True):
    """Whether to shorten waiting while only bots are to act."""

    person: int
    on: bool


class CloseTable(RoomRequest[wire.TableInfo], frozen=True):
    person: int


# anybody with a seat
class StartNextGame(RoomRequest[wire.TableInfo], frozen=True):
    person: int


class PlanRematch(RoomRequest["RematchPlan"], frozen=True):
    person: int


class RematchPlan(Struct, frozen=True):
    """A new setup like this one, the seat of the person who asks, that person and their partners, and the rematch, if any."""

    setup: Setup
    seat: Seat
    people: tuple[Person, ...]
    next: str


class AnnounceRematch(RoomRequest[str], frozen=True):
    """The answer is the id of the rematch that counts: the first one, unless its table was closed."""

    next: str
    before: str


# anybody
class ReadTable(RoomRequest[wire.TableInfo], frozen=True):
    pass


class ReadScreen(RoomRequest[bytes], frozen=True):
    """What a seat or a spectator may see, as a `snapshot` message."""

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
    """What a bot has chosen; None if it failed or was too slow."""

    job: BotJob
    reply: BotChoice | None


class AbandonMatch(RoomRequest[None], frozen=True):
    """Nobody has returned for a long time: play the match out, so that it gets a result and reveals its seed."""
