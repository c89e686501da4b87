"""Three processes behind a proxy whose database is away: only tables are, with a reason, until it is back."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee import client
from tablee.client import Player
from tablee.protocol import wire
from tablee.protocol.reasons import Close
from tablee.server.engine import Engine
from tests.server.cluster import PROCESSES, Cluster
from tests.server.running import OPEN, check_record, play
from tests.server.test_many import again, running
from tests.server.test_static import python_parts

GAME, NOTICED = "take-it-easy", 2.5  # seconds in which the proxy certainly has noticed: it asks twice a second
BOARD = " / ".join(" ".join("." * length) for length in (3, 4, 5, 4, 3))
TABLE = {"game": GAME, "name": "Ada", "seats": [{"kind": "open"}]}


class Site:
    """What a visitor asks for through the proxy."""

    def __init__(self, http: httpx.AsyncClient, engine: str, over: Player, going_on: Player) -> None:
        self.http, self.going_on = http, going_on
        rules, strings = f"/api/games/{GAME}/rules/fr", "/api/strings/en"
        self.pages = [
            "/",
            f"/t/{going_on.match}",
            "/api/games",
            rules,
            strings,
            engine + "files.json",
            engine + "pyodide.asm.wasm",
        ]
        self.shown = [f"/api/matches/{over.match}{what}" for what in ("", "/screen", "/replay")]

    async def check_pages(self) -> None:
        """They are there, whatever the database does."""
        found = [(path, (await self.http.get(path)).status_code) for path in self.pages]
        assert found == [(path, 200) for path in self.pages]
        score = await self.http.post(f"/api/games/{GAME}/score", json={"boards": [{"board": BOARD}]})
        assert score.status_code == 200

    async def tables(self) -> list[httpx.Response]:
        match = f"/api/matches/{self.going_on.match}"
        return [
            await self.table("GET", "/api/matches"),
            await self.table("GET", match),
            await self.table("POST", f"{match}/join", {"name": "Bo"}),
            await self.table("POST", "/api/matches", TABLE),
            await self.table("POST", f"/api/games/{GAME}/practice", {"name": "Ada"}),
        ]

    async def table(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """When the proxy gives up a process, it cuts what is on its way there."""
        for _ in range(PROCESSES):
            try:
                return await self.http.request(method, path, json=body)
            except httpx.RemoteProtocolError:
                pass
        return await self.http.request(method, path, json=body)

    async def socket(self) -> tuple[dict[str, Any], int]:
        """What a player is told who comes back, and the code that closes the socket."""
        url = str(self.http.base_url).replace("http", "ws").rstrip("/")
        async with connect(f"{url}/api/socket/{self.going_on.match}", proxy=None) as socket:
            await socket.send(msgspec.json.encode(wire.Hello("c", self.going_on.token)))
            told: dict[str, Any] = msgspec.json.decode(await socket.recv())
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code is not None
            return told, socket.close_code


async def statuses(cluster: Cluster, http: httpx.AsyncClient, path: str) -> set[int]:
    return {(await http.get(process.base + path)).status_code for process in cluster.processes}


async def until_all(cluster: Cluster, site: Site, status: int) -> None:
    """Until all processes answer so when they are asked whether they are ready for tables."""
    async with asyncio.timeout(60):
        while await statuses(cluster, site.http, "/ready") != {status}:
            await site.check_pages()


async def seated(base: str) -> Player:
    host = await client.create(base, GAME, "Ada", [OPEN])
    await host.__aenter__()
    await host.start()
    return host


def test_a_database_outage_is_not_a_site_outage(tmp_path: Path) -> None:
    parts = python_parts(tmp_path)

    async def main(cluster: Cluster) -> None:
        base, chance = cluster.proxy.base, random.Random(1)
        over, going_on = await again(lambda: seated(base)), await again(lambda: seated(base))
        await play(over, chance)
        await going_on.act(going_on.legal[0])
        async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=20) as http:
            site = Site(http, Engine(parts).path, over, going_on)
            assert [(await http.get(path)).status_code for path in site.shown] == [200] * 3
            await over.close()
            await asyncio.to_thread(cluster.stop_database)
            await until_all(cluster, site, 503)
            assert await statuses(cluster, http, "/ready/pages") == {200}
            noticed = time.monotonic() + NOTICED
            while time.monotonic() < noticed:
                await site.check_pages()
                assert [(one.status_code, one.json()["code"]) for one in await site.tables()] == [(503, "try-again")] * 5
            assert [one.json()["message"] for one in await site.tables()] == [{"id": "tables-away", "args": {}}] * 5
            assert [(await http.get(path)).status_code for path in site.shown] == [200] * 3
            told, code = await site.socket()
            assert (told["t"], told["code"], told["message"]["id"], code) == ("no", "try-again", "tables-away", Close.TRY_AGAIN)
            await asyncio.to_thread(cluster.start_database)
            await until_all(cluster, site, 200)
            new = await again(lambda: client.create(base, GAME, "Bo", [OPEN]))
            assert new.seat == 0
            await new.close()
            acked = await play(going_on, chance)
            check_record(await again(going_on.record), [acked])
            assert [(await http.get(path)).status_code for path in site.shown] == [200] * 3
            await going_on.close()

    with running(tmp_path, pyodide=str(parts.pyodide), doze=60_000) as cluster:
        asyncio.run(main(cluster))
        assert "Traceback" not in cluster.log.read_text()
