"""Players who remember what they were told, so that it can be compared with what is stored."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tablee.client import Player
from tablee.protocol import wire

NOTICED = 4.0  # seconds after a fault until sockets are closed because of it


class Acknowledged(NamedTuple):
    match: str
    client: str
    cmd: int
    text: str
    window: int  # how many faults had struck before


class Gap(NamedTuple):
    """How long somebody saw nothing, in seconds, and how many faults had struck when it began."""

    seconds: float
    window: int


@dataclass
class Ledger:
    acknowledged: list[Acknowledged] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    undone: int = 0  # times that somebody saw fewer actions of their own than before
    window: int = 0
    struck: float = 0.0  # when the last fault did

    def compare(self, rows: Iterable[tuple[str, str, str]]) -> tuple[Counter[int], Counter[int]]:
        """The acknowledged actions that are lost and those that are stored more than once, by window. Rows have the match, the
        key of the command and the text. Commands that were stored twice and never acknowledged count in window -1."""
        stored: Counter[tuple[str, str]] = Counter()
        texts: dict[tuple[str, str], str] = {}
        for match, key, text in rows:
            command = match, key.partition(":")[2]  # without the seat
            stored[command] += 1
            texts[command] = text
        told = {(one.match, f"{one.client}:{one.cmd}"): one for one in self.acknowledged}
        assert len(told) == len(self.acknowledged)
        lost = Counter(one.window for command, one in told.items() if texts.get(command) != one.text)
        doubled = Counter(told[command].window if command in told else -1 for command, times in stored.items() if times > 1)
        return lost, doubled


class Witness(Player):
    """Notes how long it sees nothing, what is acknowledged, and whether anything that it has seen is undone."""

    def __init__(self, ledger: Ledger, *args: Any) -> None:
        self.ledger = ledger
        self.lost = 0.0  # when the socket was
        self.lost_in = 0  # the window
        self.most = 0
        super().__init__(*args)

    @classmethod
    def like(cls, one: Player, ledger: Ledger) -> Witness:
        """Before it is connected."""
        return cls(ledger, one.site, wire.SeatTicket(one.match, one.seat or 0, one.token), one.nonce)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "socket" and value is None and getattr(self, "socket", None) is not None and not self.lost:
            self.lost, self.lost_in = time.perf_counter(), self.ledger.window  # attempts to reconnect are part of the gap
        super().__setattr__(name, value)

    def _snapshot(self, seen: wire.Snapshot) -> None:
        if self.lost:
            # whoever was at a process that hangs has seen nothing since then, although the socket was still there for a while
            since = self.ledger.struck if 0 < self.lost - self.ledger.struck < NOTICED else self.lost
            self.ledger.gaps.append(Gap(time.perf_counter() - since, self.lost_in))
            self.lost = 0.0
        super()._snapshot(seen)
        self._compare()

    def _update(self, update: wire.Update) -> None:
        super()._update(update)
        self._compare()

    def _compare(self) -> None:
        if self.over is None:
            self.ledger.undone += self.mine.n < self.most
            self.most = max(self.most, self.mine.n)

    async def act(self, text: str, any_turn: bool = False) -> int:
        cmd = self.cmd + 1
        n = await super().act(text, any_turn)
        self.ledger.acknowledged.append(Acknowledged(self.match, self.client, cmd, text, self.ledger.window))
        return n


def percentile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def spread(seconds: Sequence[float]) -> str:
    if not seconds:
        return "-"
    return f"{percentile(seconds, 0.5):.1f} / {percentile(seconds, 0.99):.1f} / {max(seconds):.1f}"
