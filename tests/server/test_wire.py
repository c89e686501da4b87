"""Matches that differ only in secrets send the same bytes over real sockets too, with a clock that stands still."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tablee.client import Site
from tablee.fair import Dealer, commitment, seeded_secret
from tablee.match import Match, open_header
from tablee.protocol import wire
from tablee.rooms import directory
from tests.games_here import TOY
from tests.server.running import OPEN, HandClock, running, settings

NOBODY = ("", "")


def dealt(seed: str) -> tuple[str, ...]:
    """The draws of a toy match for two: two cards and the glass."""
    dealer = Dealer(seed, NOBODY)
    match = Match(TOY.game, open_header(TOY.game, ["A", "B"], TOY.game.options(), dealer))
    draws = []
    for number in range(3):
        draws.append(TOY.game.write(dealer.pick(number, TOY.game.odds(match.state))))
        match.act(-1, draws[-1], 0)
    return tuple(draws)


def seeds() -> tuple[str, str, str]:
    """Two deals that differ in everything the second seat may not know, and one with a different card for that seat."""
    first = seeded_secret("wire", 0)
    card, mine, glass = dealt(first)
    more = (seeded_secret("wire", number) for number in count(1))
    others = [(seed, dealt(seed)) for seed, _ in zip(more, range(2000), strict=False)]
    same = next(seed for seed, (c, m, g) in others if m == mine and c != card and g != glass)
    different = next(seed for seed, (_, m, _) in others if m != mine)
    return first, same, different


read = msgspec.json.Decoder(wire.FromServer).decode


class Ear:
    """A socket and all messages it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[bytes] = []

    async def say(self, *commands: Any) -> None:
        """Waits for one answer per command, so that nothing depends on speed."""
        for command in commands:
            await self.socket.send(wire.encode(command), text=True)
        answers = 0
        while answers < len(commands):
            message = read(await self.hear())
            answers += len(message.answers) if isinstance(message, wire.Update) else isinstance(message, wire.No | wire.SheetOut)

    async def hear(self) -> bytes:
        async with asyncio.timeout(90):
            self.heard.append(bytes(await self.socket.recv(decode=False)))
        return self.heard[-1]

    async def hear_table(self) -> None:
        while not (await self.hear()).startswith(b'{"t":"snapshot"'):
            pass


async def watch(data: Path, seed: str, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Everything the second seat and a spectator receive, until just before the shortest glass could run out."""
    monkeypatch.setattr(directory, "new_secret", lambda: seed)
    clock = HandClock()
    async with running(settings(data, clock=clock, ping=10_000_000)) as here:
        site = Site(here.base)
        host = await site.post("/matches", wire.Create("toy", "A", [OPEN, OPEN]), wire.SeatTicket)
        guest = await site.post(f"/matches/{host.match}/join", wire.Join("B"), wire.SeatTicket)
        address = f"ws{here.base.removeprefix('http')}/api/socket/{host.match}"
        ears = [Ear(await connect(address, proxy=None, compression=None)) for _ in range(3)]
        for ear, token in zip(ears, (host.token, guest.token, ""), strict=True):
            await ear.socket.send(wire.encode(wire.Hello("c", token)), text=True)
            await ear.hear_table()
        theirs, mine, watching = ears
        await site.post(f"/matches/{host.match}/start", None, wire.TableInfo, host.token)
        for ear in ears:
            await ear.hear_table()
        await mine.say(wire.AskSheet(9), wire.Act(1, "card 3"), wire.Act(2, "rubbish"), wire.Act(3, "take", 99))
        clock.move(700)
        await theirs.say(wire.Act(1, "take"), wire.Act(2, "leave"))
        await mine.say(wire.Act(2, "rubbish"))
        clock.move(2000)
        await watching.say(wire.Act(1, "take"))
        await mine.say(wire.AskSheet(10), wire.AskSheet(11, 0), wire.AskSheet(12, after="take"))
        screen = await site.send("GET", f"/matches/{host.match}/screen", None, guest.token)
        for ear in ears:
            await ear.socket.close()
        await site.http.aclose()
    heard = [*mine.heard, *watching.heard, screen]
    return [data.replace(host.match.encode(), b"MATCH").replace(commitment(seed).encode(), b"COMMIT") for data in heard]


def test_what_differs_only_in_secrets_is_the_same_on_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, same, different = (
        asyncio.run(watch(tmp_path / f"{number}.db", seed, monkeypatch)) for number, seed in enumerate(seeds())
    )
    assert len(first) > 10
    assert first == same
    assert first != different
