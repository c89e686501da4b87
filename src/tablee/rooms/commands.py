"""The commands of a match: which are answered, which wait, and how often a seat may still change its choice."""

from __future__ import annotations

from tablee.core.game import IllegalAction, Seat, say
from tablee.core.record import Action, Note
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.outbox import Device, DeviceId, Outbox
from tablee.rooms.settings import RoomSettings


def command_key(seat: Seat, device: Device, command: wire.Act) -> str:
    """The name of a command in the store. It is the same from every device of a client."""
    return f"{seat}:{device.client}:{command.cmd}"


class Commands:
    def __init__(self, seats: int, settings: RoomSettings) -> None:
        self.settings = settings
        self.numbers = [0] * seats  # of each seat's actions in the record
        self.done: dict[str, int | None] = {}  # answered ones: the number of the action, or None if it was too late
        self.asking: dict[str, tuple[DeviceId, int]] = {}  # unanswered ones: who sent them
        self.changes: dict[Seat, tuple[int, int]] = {}  # how often a seat may still change its choice, and in which turn

    def count(self, entry: Action | Note, key: str) -> None:
        """A new row of the record, and the command it came from, if any."""
        number = None
        if isinstance(entry, Action) and entry.who >= 0:
            number = self.numbers[entry.who] = self.numbers[entry.who] + 1
        if key:
            self.done[key] = number

    def is_repeated(self, key: str, device: Device, command: wire.Act, outbox: Outbox) -> bool:
        """A command that is sent again is answered as before, or with the one that waits. Raises Refused if it was too late."""
        if key in self.done:
            number = self.done[key]
            if number is None:
                raise Refused("too-late")
            outbox.accept(device.id, command.cmd, number)
            return True
        if key in self.asking:
            self.asking[key] = device.id, command.cmd
            return True
        return False

    def use_change(self, seat: Seat, turn: int) -> None:
        """Every change of a choice is a row, so there must be an end to them. Raises IllegalAction."""
        most = self.settings.changes
        left, since = self.changes.get(seat, (most, turn))
        left = min(most, left + self.settings.changes_a_turn * (turn - since))
        if not left:
            raise IllegalAction(say("changed-too-often"))
        self.changes[seat] = left - 1, turn
