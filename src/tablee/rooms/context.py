"""What the lobby, the match and its end have in common: the table, its setup, its devices, and what is to be done."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablee.core.registry import Entry
from tablee.rooms.outbox import Device, DeviceId, Outbox
from tablee.rooms.seating import Setup
from tablee.rooms.settings import RoomSettings


@dataclass(slots=True)
class RoomContext:
    id: str
    seed: str
    setup: Setup
    entry: Entry
    settings: RoomSettings
    devices: dict[DeviceId, Device] = field(default_factory=dict)
    outbox: Outbox = field(default_factory=Outbox)

    @property
    def big(self) -> bool:
        """Whether devices are sent counts instead of who has chosen and who is connected."""
        return len(self.setup.places) > self.settings.big_room
