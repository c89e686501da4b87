"""Malformed, oversized, stale, foreign and repeated input gets its code; nothing breaks, nothing grows, no match is affected."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tablee.client import Player
from tablee.protocol import wire
from tablee.protocol.reasons import Close
from tablee.rooms.live_match import LiveMatch
from tests.server.running import OPEN, RunningServer, running, settings, sit_down

Chance = random.Random
read = msgspec.json.Decoder(wire.FromServer).decode


def bad_json(chance: Chance) -> bytes:
    good = wire.encode(wire.Act(chance.randrange(9), "a1"))
    return good[: chance.randrange(len(good))]


def noise(chance: Chance) -> bytes:
    return chance.randbytes(chance.randrange(1, 200))


def bad_shape(chance: Chance) -> bytes:
    value: Any = chance.choice([None, 1, -1, 1.5, "x", [], {}, True, 1 << 60, "x" * 300, [[[[]]]]])
    message = {"t": "act", "cmd": 1, "text": "a1"} | {chance.choice(["t", "cmd", "text", "turn", "more"]): value}
    if wire_accepts(message):
        message["more"] = 1
    return json.dumps(message).encode()


def wire_accepts(message: Any) -> bool:
    try:
        wire.read_command(json.dumps(message).encode())
    except msgspec.DecodeError:
        return False
    return True


def deep(chance: Chance) -> bytes:
    return b'{"t":' + b"[" * 4000


def hello_again(chance: Chance) -> bytes:
    return b'{"t":"hello","match":"x"}'


MALFORMED: list[Callable[[Chance], bytes]] = [bad_json, noise, bad_shape, deep, hello_again]


def refused(chance: Chance, me: Player, cmd: int) -> tuple[wire.Command, str]:
    """A well-formed command from a seat that has already chosen in a simultaneous step, and the code it gets."""
    choices: list[tuple[wire.Command, str]] = [
        (wire.Act(cmd, "zz9"), "refused"),
        (wire.Act(cmd, ""), "refused"),
        (wire.Act(cmd, "9-7-3"), "refused"),  # a draw is not a seat's action
        (wire.Act(cmd, "b2", me.mine.turn + 1), "stale"),
        (wire.Act(cmd, "b2", 0), "stale"),
        (wire.Reveal("nonsense"), ""),
        (wire.Pong(12345), ""),
    ]
    return chance.choice(choices)


async def answer(socket: ClientConnection) -> Any:
    """The next message that is neither a ping nor news."""
    while True:
        message = read(await asyncio.wait_for(socket.recv(), 30))
        if isinstance(message, wire.Ping):
            await socket.send(wire.encode(wire.Pong(message.id)), text=True)
        elif isinstance(message, wire.No):
            return message
        elif isinstance(message, wire.Update) and message.answers:
            return message.answers[0]


async def enter(me: Player, token: str | None = None) -> ClientConnection:
    socket = await connect(me.address, proxy=None, ping_interval=None, max_size=None)
    await socket.send(wire.encode(wire.Hello("fuzz", me.token if token is None else token)), text=True)
    while not isinstance(read(await socket.recv()), wire.Snapshot):
        pass
    return socket


async def pester(me: Player, chance: Chance, frames: int) -> None:
    """A seated person's socket that sends rubbish."""
    socket = await enter(me)
    await socket.send(wire.encode(wire.Act(0, "a1")), text=True)
    first = await answer(socket)
    for number in range(1, frames):
        kind = chance.randrange(3)
        if kind == 0:
            data = chance.choice(MALFORMED)(chance)
            await socket.send(data)
            assert (await answer(socket)).code == "bad-message"
        elif kind == 1:
            await socket.send(wire.encode(wire.Act(0, "a1")), text=True)  # a repeat
            assert await answer(socket) == first
        else:
            command, code = refused(chance, me, number)
            await socket.send(wire.encode(command), text=True)
            if code:
                assert (await answer(socket)).code == code
    await socket.close()


async def spoil_hello(here: RunningServer, me: Player, chance: Chance) -> None:
    """Sockets that are never accepted."""
    nowhere = me.address.replace(me.match, "no-such-match")
    address, data, code = chance.choice(
        [
            (me.address, noise(chance), Close.BAD_MESSAGE),
            (me.address, wire.encode(wire.Act(1, "a1")), Close.BAD_MESSAGE),
            (nowhere, wire.encode(wire.Hello("c", me.token)), Close.BAD_TOKEN),
            (nowhere, wire.encode(wire.Hello("c")), Close.NO_MATCH),
            (me.address.replace(me.match, "%00%2f" + "x" * 500), wire.encode(wire.Hello("c")), Close.NO_MATCH),
            (me.address, wire.encode(wire.Hello("c", "x" * 22)), Close.BAD_TOKEN),
            (me.address, b"x" * (wire.LONGEST + 1), 1009),
        ]
    )
    async with connect(address, proxy=None) as socket:
        await socket.send(data)
        assert await closing(socket) == code


async def closing(socket: ClientConnection) -> int | None:
    """The code with which the server closes the socket."""
    try:
        while True:
            await asyncio.wait_for(socket.recv(), 30)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


async def spoil_requests(here: RunningServer, me: Player, chance: Chance, http: httpx.AsyncClient) -> None:
    paths = ["/matches", f"/matches/{me.match}/join", f"/matches/{me.match}/devices", "/matches/%00/start", "/matches/x/close"]
    token = chance.choice([b"Bearer x", b"Bearer", b"x", b"Bearer \xff\xfe"])
    headers = {b"Content-Type": b"application/json", b"Authorization": token}
    big = b'{"name":"' + b"x" * 70_000 + b'"}'
    body = chance.choice([noise(chance), b"[" * 60_000, b"", b"{}", b"[]", b"null", b'{"name":1}', big])
    answer = await http.post(f"{here.base}/api{chance.choice(paths)}", content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    assert msgspec.json.decode(answer.content, type=wire.Problem).code


async def storm(data: Path, frames: int) -> None:
    import resource  # not on Windows

    async with running(settings(data)) as here, httpx.AsyncClient(trust_env=False, verify=False) as http:
        people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN, OPEN])
        await people[0].start()
        for one in people:
            while not one.legal:
                await one.news(1)
        live = here.directory.rooms[people[0].match].room.stage
        assert isinstance(live, LiveMatch)
        chance, memory = Chance(frames), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await asyncio.gather(*(pester(one, Chance(seat), frames // 2) for seat, one in enumerate(people[:2])))
        before, tasks = [*live.match.rows], len(asyncio.all_tasks())
        for _ in range(max(20, frames // 50)):
            await spoil_hello(here, people[0], chance)
            await spoil_requests(here, people[0], chance, http)
        assert [*live.match.rows] == before
        assert len(live.commands.done) == 2  # repeats and refusals leave nothing behind
        assert len(live.match.chosen) == 2
        assert not live.commands.asking
        for _ in range(200):
            if len(asyncio.all_tasks()) <= tasks and len(here.directory.rooms) == 1:
                break
            await asyncio.sleep(0.05)
        assert len(asyncio.all_tasks()) <= tasks
        assert list(here.directory.rooms) == [people[0].match]
        assert here.directory.meters.errors == 0
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 64 * 1024  # KiB, for server and clients together
        assert await people[2].act("c3") == 1  # the match goes on
        for one in people:
            await one.close()


def test_thousands_of_bad_frames_and_requests(tmp_path: Path) -> None:
    asyncio.run(storm(tmp_path / "t.db", 4_000))


@pytest.mark.soak
def test_a_hundred_thousand_bad_frames_and_requests(tmp_path: Path) -> None:
    asyncio.run(storm(tmp_path / "t.db", 100_000))


def test_too_much_at_once_is_refused_and_then_closed(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db", rate=5.0, burst=10.0)) as here:
            (me,) = await sit_down(here.base, "take-it-easy", [OPEN])
            socket = await enter(me)
            for number in range(200):
                await socket.send(wire.encode(wire.Act(number, "a1")), text=True)
            while (await answer(socket)).code != "slow-down":
                pass
            assert await closing(socket) == 4429
            await me.close()

    asyncio.run(run())


def test_foreign_pages_and_unknown_hosts_are_kept_out(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            running(settings(tmp_path / "t.db", hosts=["table.example"])) as here,
            httpx.AsyncClient(trust_env=False, verify=False) as http,
        ):
            own = here.base.removeprefix("http://")
            for host, origin, status in [
                ("evil.example", None, 403),
                ("table.example", None, 200),
                ("table.example", "https://table.example", 200),
                (own, f"http://{own}", 200),
                (own, "http://evil.example", 403),
                (own, "null", 403),
                ("[::1", None, 403),
                ("localhost:8765", None, 200),
                ("localhost:8765", "http://localhost:1", 403),
            ]:
                headers = {"Host": host} | ({"Origin": origin} if origin else {})
                assert (await http.get(f"{here.base}/api/games", headers=headers)).status_code == status, (host, origin)
            with pytest.raises(Exception, match="403"):
                await connect(f"ws://{own}/api/socket", origin="http://evil.example", proxy=None)  # type: ignore[arg-type]

    asyncio.run(run())


def test_requests_from_one_address_are_limited(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            running(settings(tmp_path / "t.db", requests=0.01, request_burst=5.0)) as here,
            httpx.AsyncClient(trust_env=False, verify=False) as http,
        ):
            codes = [(await http.post(f"{here.base}/api/matches")).status_code for _ in range(8)]
            assert codes == [400] * 5 + [429] * 3
            assert (await http.get(f"{here.base}/api/matches")).status_code == 200

    asyncio.run(run())
