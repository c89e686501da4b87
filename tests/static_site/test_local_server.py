"""The server inside a browser, run here: the same answers, stored in a journal."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee.browser import device_store, local_server
from tablee.browser.local_server import LocalServer
from tablee.core import registry
from tablee.jobs import reviews
from tablee.protocol.reasons import Close
from tablee.replay import verify
from tablee.rooms.api import ROUTES
from tests.static_site.devices import Memory, Seat, ask, start

WEB = Path(__file__).parents[2] / "web" / "src"
TABLE: dict[str, Any] = {"game": "take-it-easy", "name": "Ada", "seats": [{"kind": "open"}, {"kind": "bot"}]}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for bots, and a slice of a review has one turn."""
    monkeypatch.setattr(local_server, "SETTINGS", replace(local_server.SETTINGS, bot_pace=0))
    monkeypatch.setattr(reviews, "FIRST", 0)
    monkeypatch.setattr(reviews, "LATER", 0)


async def until(true: Callable[[], Any]) -> Any:
    async with asyncio.timeout(20):
        while not (found := true()):
            await asyncio.sleep(0.005)
    return found


async def play(seat: Seat, turns: int = 100) -> None:
    """Takes the first legal action in each turn, until the end or in so many turns."""
    done = set[int]()

    def goes_on() -> bool:
        mine = seat.last("mine")
        return bool(seat.last("result") or (mine and mine["legal"] and mine["choice"] is None and mine["turn"] not in done))

    while len(done) < turns:
        await until(goes_on)
        if seat.last("result"):
            return
        mine = seat.last("mine")
        done.add(mine["turn"])
        seat.say({"t": "act", "cmd": mine["turn"], "text": mine["legal"][0], "turn": mine["turn"]})


async def review(server: LocalServer, match: str, record: str) -> None:
    """Slice by slice, and the same for the record alone."""
    turns = list[Any]()
    while len(turns) < 20:
        page = await ask(server, f"/matches/{match}/review/0?start={len(turns)}", method="GET")
        assert page["turns"] == (await ask(server, "/reviews", {"record": record, "seat": 0, "start": len(turns)}))["turns"]
        assert (len(page["turns"]), page["of"]) == (1, 20)
        turns += page["turns"]


def test_a_match_survives_restarts_and_can_be_replayed_and_verified() -> None:
    async def run() -> None:
        journal = Memory()
        server = await start(journal)
        match, _, token = (await ask(server, "/matches", TABLE)).values()
        seat = Seat(server, match, token)
        await until(lambda: seat.last("info"))
        assert (await ask(server, f"/matches/{match}/start", token=token))["state"] == "play"
        await play(seat, 5)
        await server.close()
        server = await start(journal)  # as after a reload
        seat = Seat(server, match, token)
        assert await ask(server, "/finished", method="GET") == []
        await play(seat)
        (finished,) = await ask(server, "/finished", method="GET")
        assert finished == {"match": match, "opened": (await server.directory.store.fetch("SELECT opened FROM matches"))[0][0]}
        assert (await ask(server, f"/matches/{match}/screen", method="GET"))["result"] == seat.last("result")
        assert len(seat.last("result")["scores"]) == 2
        status, headers, record = await server.ask("GET", f"/matches/{match}/record", None)
        assert (status, headers) == (200, {"Content-Type": "application/x-ndjson"})
        verify([line.encode() for line in record.splitlines(keepends=True)], registry.find)
        replay = await ask(server, f"/matches/{match}/replay?start=3", method="GET")
        assert (replay["fault"], replay["start"]) == (None, 3)
        assert replay["result"] == (await ask(server, "/replays", {"record": record}))["result"]
        assert (await ask(server, f"/matches/{match}/insights", method="GET"))["best"]
        await review(server, match, record)
        await server.close()

    asyncio.run(run())


def test_what_the_browser_does_not_store_never_happened() -> None:
    async def run() -> None:
        journal = Memory()
        server = await start(journal)
        match, _, token = (await ask(server, "/matches", TABLE)).values()
        journal.full = True
        status, _, body = await server.ask("POST", f"/matches/{match}/start", token)
        assert (status, "try-again" in body) == (503, True)
        assert (await ask(server, f"/matches/{match}", method="GET"))["state"] == "open"
        journal.full = False
        seat = Seat(server, match, token)
        await until(lambda: seat.last("info"))
        assert (await ask(server, f"/matches/{match}/start", token=token))["state"] == "play"
        journal.full = True
        mine = await until(lambda: seat.last("mine"))
        seat.say({"t": "act", "cmd": 1, "text": mine["legal"][0]})
        assert await until(lambda: seat.closed) == [Close.TRY_AGAIN]
        assert not any(message.get("answers") for message in seat.heard)  # nothing was acknowledged
        await server.close()

    asyncio.run(run())


async def joined(seat: Seat) -> None:
    await until(lambda: seat.last("info"))


async def closed(seat: Seat) -> list[int]:
    await until(lambda: seat.closed)
    return seat.closed


async def two_matches(journal: Memory) -> list[tuple[str, str]]:
    """Plays five turns of each, and returns their ids and tokens. The first one is older."""
    server, found = await start(journal), []
    for _ in range(2):
        match, _, token = (await ask(server, "/matches", TABLE)).values()
        seat = Seat(server, match, token)
        await joined(seat)
        await ask(server, f"/matches/{match}/start", token=token)
        await play(seat, 5)
        found.append((match, token))
    await server.close()
    return found


async def state_of(server: LocalServer, match: str) -> str:
    status, _, body = await server.ask("GET", f"/matches/{match}", None)
    return str(json.loads(body)["state" if status == 200 else "code"])


@pytest.mark.parametrize("damage", [b"\xc1 no msgpack", device_store.encode([("INSERT INTO nothing VALUES (?)", (1,))])])
def test_a_damaged_entry_costs_its_match_and_no_other(damage: bytes) -> None:
    async def run() -> None:
        journal = Memory()
        (first, _), (second, token) = await two_matches(journal)
        mine = [n for n, batch in enumerate(journal.batches) if first.encode() in batch and b"INTO actions" in batch]
        journal.batches[mine[1]] = damage
        for newly in (True, False):  # once it is set aside, it is told no more
            server = await start(journal)
            store = server.directory.store
            assert isinstance(store, device_store.DeviceStore)
            assert store.newly_damaged == newly
            assert [await state_of(server, match) for match in (first, second)] == ["damaged", "play"]
            assert await closed(Seat(server, first, token)) == [Close.DAMAGED]
            await server.close()
        server = await start(journal)
        seat = Seat(server, second, token)
        await play(seat)
        assert seat.last("result")
        with closing(sqlite3.connect(":memory:")) as copy:
            copy.deserialize(journal.copy)
            assert copy.execute("SELECT entry FROM damaged_entries").fetchall() == [(damage,)]
        await server.close()

    asyncio.run(run())


@pytest.mark.parametrize("cut", [0, 100, 6000])
def test_a_damaged_copy_is_quarantine(cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(device_store, "MANY", 1)
        journal = Memory()
        await two_matches(journal)
        await (await start(journal)).close()  # makes a copy
        assert len(journal.copy) > 10_000
        journal.copy = journal.copy[:cut] + bytes(3000) + journal.copy[cut + 3000 :]
        server = await start(journal)
        store = server.directory.store
        assert isinstance(store, device_store.DeviceStore)
        assert store.newly_damaged
        match, _, token = (await ask(server, "/matches", TABLE)).values()
        seat = Seat(server, match, token)
        await until(lambda: seat.last("info"))
        assert (await ask(server, f"/matches/{match}/start", token=token))["state"] == "play"
        await server.close()

    asyncio.run(run())


def test_a_long_journal_becomes_a_copy_and_old_matches_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(device_store, "MANY", 10)
        monkeypatch.setattr(device_store, "KEPT", 2)
        journal = Memory()
        server, matches = await start(journal), []
        first = journal.copy
        for _ in range(5):
            match, _, token = (await ask(server, "/matches", TABLE)).values()
            await ask(server, f"/matches/{match}/close", token=token)
            matches.append(match)
        await server.directory.store.written([])
        assert journal.copy == first
        assert len(journal.batches) >= 10
        await server.close()
        server = await start(journal)
        assert journal.copy != first
        assert journal.batches == []
        left = [await server.directory.store.match(match) for match in matches]
        assert sum(match is not None for match in left) <= 2
        await server.close()

    asyncio.run(run())


def test_bad_requests_are_refused_as_by_a_server() -> None:
    async def run() -> None:
        server = await start(Memory())
        for method, path, body, status, code in (
            ("GET", "/nothing", "", 404, "not-found"),
            ("GET", "/matches/nothing", "", 404, "no-match"),
            ("POST", "/matches", "{}", 400, "bad-request"),
            ("POST", "/matches", "{", 400, "bad-request"),
            ("POST", "/matches/nothing/seats/x/remove", "", 400, "bad-request"),
            ("POST", "/matches", '{"game":"no","name":"Ada","seats":[{}]}', 404, "unknown-game"),
            ("POST", "/replays", '{"record":"no"}', 400, "record-cut"),
        ):
            answer = await server.ask(method, path, None, body)
            assert (answer.status, f'"code":"{code}"' in answer.body) == (status, True), (path, answer)
        await server.close()

    asyncio.run(run())


def test_champions_stay_at_home() -> None:
    assert "champion" in registry.find("take-it-easy").bots
    assert [*local_server.find("take-it-easy").bots] == ["expert", "greedy", "first-game"]


def test_every_path_that_the_client_asks_for_has_an_answer() -> None:
    asked = re.findall(r"(?:ask|seat)\(\s*[`\"](/[^`\"]*)", (WEB / "lib/net/api.ts").read_text("utf-8"))
    assert len(asked) > 20
    for path in asked:
        if path.startswith("/calls/"):  # for other screens, which need a server
            continue
        known = re.sub(r"\$\{game && [^}]*\}\}?`?\}?", "", path).partition("?")[0]
        known = re.sub(r"\$\{[^}]*\}", "0", known)
        assert any(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route.path), known) for route in ROUTES), path
