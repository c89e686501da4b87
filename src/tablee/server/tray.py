"""What a room and its parts share: the devices at the table, what is due, and what leaves at the end of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from tablee.core.game import Message, Seat
from tablee.server import store, wire


class Line(Protocol):
    """A device at the table: one socket. `seat` None: a spectator."""

    seat: Seat | None
    person: int | None
    client: str
    lag: int  # half the round trip, in ms


Lines: TypeAlias = dict[Line, bool]  # and whether it has yet to be shown the table, and so gets no news of it
Due: TypeAlias = tuple[int, Callable[[int, int], None]]  # a time, and what is done then: it is told its time and that of now


@dataclass(frozen=True, slots=True)
class Job:
    """A question to a bot. It sees the view of its seat and nothing else."""

    ticket: int
    game: str
    level: str
    seat: Seat
    view: Any
    legal: Sequence[Any]
    at: int


@dataclass(slots=True)
class Tray:
    """The log is written first; then messages go out, devices are ended and bots are asked."""

    log: list[store.Statement] = field(default_factory=list)
    out: list[tuple[Line, bytes]] = field(default_factory=list)
    ended: list[Line] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    info_changed: bool = False  # everybody is to be told who sits where

    def send(self, line: Line, message: wire.Out) -> None:
        self.out.append((line, wire.encode(message)))

    def send_all(self, lines: Iterable[Line], data: bytes) -> None:
        self.out += [(line, data) for line in lines]

    def refuse(self, line: Line, cmd: int | None, code: str, message: Message) -> None:
        self.send(line, wire.No(cmd, code, wire.said(message)))
