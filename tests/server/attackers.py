"""Whoever attacks a server, in a process of their own: what they do must not slow down the victim's client.

`python -m tests.server.attackers BASE SECONDS KIND CONNECTIONS [MORE]` attacks from an address that nobody else uses.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from tests.server.attacks import EVE, UPGRADE, frame

GET = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
PINGS = frame(0x89) * 40_000
TEXTS = frame(0x81, b"{}") * 40_000


async def connected(base: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = base.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port), local_addr=(EVE, 0))


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> int:
    """Sends a request, reads all of its answer and returns the status."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
    if b"content-length" in lines:
        await reader.readexactly(int(lines[b"content-length"]))
    else:
        while int(await reader.readuntil(b"\r\n"), 16):
            await reader.readuntil(b"\r\n")
        await reader.readuntil(b"\r\n")
    return int(head.split()[1])


async def keep_asking(base: str, make_request: Callable[[], bytes], until: float, done: Counter[str]) -> None:
    """On one connection, which is opened again if it is dropped."""
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await connected(base)
            try:
                while time.monotonic() < until:
                    done[str(await ask(reader, writer, make_request()))] += 1
            finally:
                writer.transport.abort()
        await asyncio.sleep(0.01)


def shuffled_boards(orchid: str) -> bytes:
    """Twelve different Orchids to be counted, which takes longer than anything else."""
    boards, board = [], json.loads(orchid)
    columns = [column.split() for column in board["orchid"].split(" / ")]
    tiles = [tile for column in columns for tile in column if tile != "."]
    for _ in range(12):
        random.shuffle(tiles)
        left = iter(tiles)
        text = " / ".join(" ".join(tile if tile == "." else next(left) for tile in column) for column in columns)
        boards.append({**board, "orchid": text})
    body = json.dumps({"boards": boards, "options": {"board": "orchid", "tiles": "both"}}).encode()
    return POST % (b"/api/games/take-it-to-the-limit/score", len(body), body)


async def keep_flooding(base: str, match: bytes, frames: bytes, until: float, done: Counter[str]) -> None:
    """On one socket after the other, each closed by the server when it has had enough."""
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                reader, writer = await connected(base)
                try:
                    writer.write(UPGRADE % match)
                    done[(await reader.readuntil(b"\r\n\r\n")).split()[1].decode()] += 1
                    writer.write(frame(0x81, b'{"t":"hello"}') + frames)
                    while await reader.read(1 << 16):
                        pass
                finally:
                    writer.transport.abort()
        await asyncio.sleep(0.05)


async def hold_socket(base: str, match: bytes, until: float, done: Counter[str]) -> None:
    """One spectator, who comes back when dropped."""
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                reader, writer = await connected(base)
                try:
                    writer.write(UPGRADE % match)
                    done[(await reader.readuntil(b"\r\n\r\n")).split()[1].decode()] += 1
                    writer.write(frame(0x81, b'{"t":"hello"}'))
                    while await reader.read(1 << 16):
                        pass
                finally:
                    writer.transport.abort()
        await asyncio.sleep(0.5)


def attack(base: str, kind: str, more: str, until: float, done: Counter[str]) -> Awaitable[None]:
    """On one connection."""
    match kind:
        case "get":
            return keep_asking(base, lambda: GET % more.encode(), until, done)
        case "score":
            return keep_asking(base, partial(shuffled_boards, more), until, done)
        case "pings" | "texts":
            return keep_flooding(base, random.choice(more.split(",")).encode(), PINGS if kind == "pings" else TEXTS, until, done)
        case "sockets":
            return hold_socket(base, random.choice(more.split(",")).encode(), until, done)
    raise ValueError(kind)


async def main(base: str, seconds: str, kind: str, connections: str, more: str = "") -> None:
    import resource  # not on Windows

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    done: Counter[str] = Counter()
    until = time.monotonic() + float(seconds)
    await asyncio.gather(*(attack(base, kind, more, until, done) for _ in range(int(connections))))
    print(json.dumps(done))


@asynccontextmanager
async def attackers(base: str, seconds: float, kind: str, connections: int, more: str = "") -> AsyncIterator[Counter[str]]:
    """Attacks while the block runs, and until its seconds are over. Then it is known what was answered how often."""
    command = [sys.executable, "-m", "tests.server.attackers", base, str(seconds), kind, str(connections), more]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    done: Counter[str] = Counter()
    try:
        yield done
        told, _ = await asyncio.wait_for(process.communicate(), seconds + 60)
        answers: dict[str, Any] = json.loads(told)
        done.update(answers)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
