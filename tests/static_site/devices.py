"""A device without a browser: its journal in memory, and its worker in this process."""

from __future__ import annotations

import json
from typing import Any

from tablee.browser.device_store import DeviceStore
from tablee.browser.local_server import LocalServer, PageLink, work


class Memory:
    """A journal that outlives its server; `full` makes it refuse."""

    def __init__(self) -> None:
        self.copy, self.batches, self.full = b"", list[bytes](), False

    async def load(self) -> tuple[bytes, list[bytes]]:
        return self.copy, [*self.batches]

    async def append(self, batch: bytes) -> None:
        if self.full:
            raise OSError("full")
        self.batches.append(batch)

    async def replace(self, copy: bytes) -> None:
        self.copy, self.batches = copy, []


async def work_here(job: bytes) -> bytes:
    return work(job)


async def start(journal: Memory) -> LocalServer:
    return LocalServer(await DeviceStore.open(journal), work_here)


async def ask(server: LocalServer, path: str, data: Any = None, token: str | None = None, method: str = "POST") -> Any:
    """The answer, which must be good."""
    status, _, body = await server.ask(method, path, token, "" if data is None else json.dumps(data))
    assert status in (200, 201), body
    return json.loads(body)


class Seat:
    """A page at a table: what it was sent."""

    def __init__(self, server: LocalServer, match: str, token: str) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self.link: PageLink = server.connect(match, lambda text: self.heard.append(json.loads(text)), self.closed.append)
        self.say({"t": "hello", "client": "page", "token": token})

    def say(self, message: dict[str, Any]) -> None:
        self.link.hear(json.dumps(message))

    def last(self, field: str) -> Any:
        return next((message[field] for message in reversed(self.heard) if message.get(field) is not None), None)
