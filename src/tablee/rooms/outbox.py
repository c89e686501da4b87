"""What a room wants done at the end of a turn: rows to store first, then messages to send, devices to close and bots to ask."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from tablee.core.game import Refusal, Seat
from tablee.jobs.bots import BotJob
from tablee.protocol import wire
from tablee.protocol.reasons import code_of
from tablee.storage import store

DeviceId: TypeAlias = int


@dataclass(slots=True)
class Device:
    """A browser or terminal that is connected to the room. `seat` is None for a spectator."""

    id: DeviceId
    person: int | None
    client: str
    shared: bool = False  # by a link to the seat, which the host can revoke
    seat: Seat | None = None
    shown: bool = False  # it has a snapshot, so it gets updates


@dataclass(slots=True)
class Outbox:
    """The log is written first. Nothing else happens until it is on disk."""

    log: list[store.Write] = field(default_factory=list)
    messages: list[tuple[DeviceId, bytes]] = field(default_factory=list)
    closing: list[DeviceId] = field(default_factory=list)
    jobs: list[BotJob] = field(default_factory=list)
    answers: dict[DeviceId, list[wire.CommandAnswer]] = field(default_factory=dict)  # sent with the next update
    info_changed: bool = False  # who sits where or the state of the table has changed

    def send(self, device: DeviceId, message: wire.Out) -> None:
        self.messages.append((device, wire.encode(message)))

    def send_all(self, devices: Iterable[DeviceId], data: bytes) -> None:
        self.messages += [(device, data) for device in devices]

    def accept(self, device: DeviceId, cmd: int, n: int) -> None:
        self.answers.setdefault(device, []).append(wire.CommandAnswer(cmd, n))

    def refuse(self, device: DeviceId, cmd: int, refusal: Refusal) -> None:
        answer = wire.CommandAnswer(cmd, code=code_of(refusal), message=wire.said(refusal.message))
        self.answers.setdefault(device, []).append(answer)
