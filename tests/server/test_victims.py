"""The attacks of docs/security.md at full size, on a server of its own, while a victim plays on it."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee import client
from tablee.server.connections import DROPPED
from tablee.storage.store import stored_record
from tablee.table import Table
from tests.games_here import find
from tests.server.attackers import attackers
from tests.server.attacks import HALF, UPGRADE, a_victim, attacked, bots_attack, connected, frame, heard, long_match, screen
from tests.server.lone_room import make_settings
from tests.server.running import OPEN, sit_down
from tests.server.test_scores import orchid_papers

EASY, LIMITS, XTREME = find("take-it-easy"), find("limits"), find("xtreme-limits")
SETTINGS = make_settings()
LIMITED = ("rate", "burst", "requests", "request_burst", "reads", "read_burst", "sockets")
REAL = {name: getattr(SETTINGS, name) for name in LIMITED}
TURN = 1.0  # seconds: no turn of the loop may be longer, on a machine with other work


async def wake_again_and_again(data: Path, matches: Iterable[str], seconds: float) -> str:
    async with attacked(data, doze=0) as base, a_victim(base) as ordeal, asyncio.timeout(1200):
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        for match in matches:
            await screen(base, match)
        while loop.time() < end:
            for match in matches:
                await screen(base, match)
    assert max(ordeal.health) < 1.0
    return ordeal.told(f"waking {len(list(matches))} long matches")


def test_a_victim_plays_on_while_long_matches_are_woken(tmp_path: Path) -> None:
    data = tmp_path / "t.db"
    matches = [long_match(data, LIMITS, 6, 10)[0], long_match(data, EASY, 6, 20, over=False)[0]]
    print(asyncio.run(wake_again_and_again(data, matches, 1.0)))


async def hold_half_sent(data: Path, connections: int, seconds: float) -> str:
    async with attacked(data, header_time=5) as base, a_victim(base) as ordeal, asyncio.timeout(300):
        with ExitStack() as held:
            for _ in range(connections):
                held.enter_context(await connected(base, HALF))
            await asyncio.sleep(seconds)
    assert max(ordeal.health) < 1.0
    return ordeal.told(f"{connections} half-sent requests")


@pytest.mark.soak
def test_a_victim_plays_on_beside_half_sent_requests(tmp_path: Path) -> None:
    print(asyncio.run(hold_half_sent(tmp_path / "t.db", 1100, 10.0)))


async def fill_with_tables(data: Path, attempts: int) -> str:
    """From one address of this machine, while somebody at another wants a table. The server is full on the way."""
    attacker, stranger = (httpx.AsyncHTTPTransport(local_address=address) for address in ("127.0.0.3", "127.0.0.2"))
    wish = {"game": "take-it-easy", "name": "Eve", "seats": [{"kind": "open"}]}
    async with attacked(data, tables=600, matches=500) as base, a_victim(base) as ordeal, asyncio.timeout(500):
        async with httpx.AsyncClient(base_url=base, transport=attacker, trust_env=False) as http:
            codes = Counter([(await http.post("/api/matches", json=wish)).status_code for _ in range(attempts)])
        async with httpx.AsyncClient(base_url=base, transport=stranger, trust_env=False) as http:
            assert (await http.post("/api/matches", json=wish)).status_code == 201
    assert codes[201] <= 500
    return ordeal.told(f"{attempts} attempts to open a table, of which {codes[201]} succeeded")


@pytest.mark.soak
def test_a_stranger_opens_a_table_on_a_server_that_one_visitor_has_filled(tmp_path: Path) -> None:
    print(asyncio.run(fill_with_tables(tmp_path / "t.db", 20_000)))


@pytest.mark.soak
def test_a_strangers_bot_answers_within_two_seconds(tmp_path: Path) -> None:
    times, told = asyncio.run(bots_attack(tmp_path / "t.db", 40, 500))
    print(told)
    assert max(times) < 2


@pytest.mark.soak
def test_a_victim_plays_on_while_the_longest_matches_are_woken(tmp_path: Path) -> None:
    data = tmp_path / "t.db"
    first, rows = long_match(data, XTREME, 6, 166, rounds=200, target=100)
    second, more = long_match(data, LIMITS, 6, 166)
    third, most = long_match(data, XTREME, 6, 30, over=False, rounds=200, target=100)
    print(f"{rows}, {more} and {most} rows")
    print(asyncio.run(wake_again_and_again(data, [first, second, third], 10.0)))


async def change_mind(data: Path, seconds: float) -> str:
    """As often as the socket allows, in one open step."""
    async with attacked(data) as base, a_victim(base) as ordeal, asyncio.timeout(seconds + 60):
        people = await sit_down(base, "take-it-easy", [OPEN, OPEN])
        await people[0].start()
        while not people[0].to_move:
            await people[0].news(1)
        loop, changes = asyncio.get_running_loop(), Counter[str]()
        end = loop.time() + seconds
        while loop.time() < end:
            try:
                await people[0].act(random.choice(people[0].legal), any_turn=True)
                changes["accepted"] += 1
            except client.RefusedByServer as refused:
                changes[refused.code] += 1
            await asyncio.sleep(0.05)
        for one in people:
            await one.close()
    assert changes["accepted"] <= 1 + SETTINGS.changes
    return ordeal.told(f"{sum(changes.values())} changes of mind, of which {changes['accepted']} were accepted")


@pytest.mark.soak
def test_a_victim_plays_on_while_somebody_keeps_changing_their_mind(tmp_path: Path) -> None:
    print(asyncio.run(change_mind(tmp_path / "t.db", 30.0)))


async def keep_posting(base: str, record: str) -> None:
    """From an address of this machine that nobody else uses."""
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.3")
    async with httpx.AsyncClient(base_url=base, transport=transport, trust_env=False, timeout=120) as http:
        while True:
            await http.post("/api/replays", json={"record": record})


async def post_replays(data: Path, record: str, seconds: float) -> str:
    """16 long ones at any time; somebody else posts a short one now and then."""
    table, times = Table("take-it-easy", ["bot:random"] * 2, seed=1), []
    table.run()
    honest = "".join(f"{line}\n" for line in table.record())
    async with attacked(data) as base, a_victim(base) as ordeal, asyncio.timeout(seconds + 120):
        bad = [asyncio.create_task(keep_posting(base, record)) for _ in range(16)]
        end = time.perf_counter() + seconds
        async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=120) as http:
            while (sent := time.perf_counter()) < end:
                assert (await http.post("/api/replays", json={"record": honest})).status_code == 200
                times.append(time.perf_counter() - sent)
        for one in bad:
            one.cancel()
        await asyncio.gather(*bad, return_exceptions=True)
    return ordeal.told(f"16 long replays at any time; an honest one took at most {max(times):.1f} s")


@pytest.mark.soak
def test_a_victim_plays_on_beside_long_replays(tmp_path: Path) -> None:
    match, rows = long_match(tmp_path / "t.db", EASY, 6, 300)
    record = "".join(f"{line}\n" for line in stored_record(tmp_path / "t.db", match))
    print(f"{rows} rows, {len(record)} characters")
    print(asyncio.run(post_replays(tmp_path / "t.db", record, 30.0)))


async def flood(data: Path, sockets: int, seconds: float) -> str:
    """Pings as fast as they can be sent, on new sockets again and again."""
    async with attacked(data) as base, a_victim(base) as ordeal, asyncio.timeout(seconds + 60):
        (host,) = await sit_down(base, "take-it-easy", [OPEN])
        end, opened = time.perf_counter() + seconds, Counter[str]()

        async def keep_flooding() -> None:
            while time.perf_counter() < end:
                with suppress(OSError), await connected(base, UPGRADE % host.match.encode()) as sock:
                    opened["sockets"] += 1
                    send = partial(asyncio.get_running_loop().sock_sendall, sock)
                    await heard(sock, b"\r\n\r\n")
                    await send(frame(0x81, b'{"t":"hello"}'))
                    await send(frame(0x89) * 40_000)
                await asyncio.sleep(0.05)

        await asyncio.gather(*(keep_flooding() for _ in range(sockets)))
        await host.close()
    assert max(ordeal.health) < 1.0
    return ordeal.told(f"40,000 pings on each of {opened['sockets']} sockets")


@pytest.mark.soak
def test_a_victim_plays_on_beside_floods_of_frames(tmp_path: Path) -> None:
    print(asyncio.run(flood(tmp_path / "t.db", 8, 20.0)))


async def start_with(data: Path, seconds: float) -> str:
    async with attacked(data) as base, a_victim(base) as ordeal:
        await asyncio.sleep(seconds)
    assert max(ordeal.health) < 1.0
    return ordeal.told("starting with many long matches")


@pytest.mark.soak
def test_a_victim_plays_on_while_a_server_starts_with_many_long_matches(tmp_path: Path) -> None:
    rows = [long_match(tmp_path / "t.db", XTREME, 6, 30, over=False, rounds=200, target=100)[1] for _ in range(5)]
    print(f"{sum(rows)} rows in {len(rows)} matches")
    print(asyncio.run(start_with(tmp_path / "t.db", 30.0)))


# Cheap requests, many at once
def orchid() -> str:
    table = Table("take-it-to-the-limit", ["bot:random"] * 4, seed="orchids", board="orchid", tiles="both")
    table.run()
    shown: dict[str, Any] = {panel.name: panel.value for panel in table.match.screen(None).public}
    return json.dumps(orchid_papers(shown["orchid"], shown["reserve"])[-1])


async def attack(data: Path, seconds: float, kind: str, connections: int, more: str, about: str, **limits: Any) -> str:
    async with attacked(data, **REAL, **limits) as base, a_victim(base) as ordeal, asyncio.timeout(seconds + 120):
        hosts = [(await sit_down(base, "take-it-easy", [OPEN]))[0] for _ in range(6)]
        more = more or ",".join(host.match for host in hosts)
        async with attackers(base, seconds, kind, connections, more) as done:
            pass
        for host in hosts:
            await host.close()
    assert max(ordeal.turns) < TURN
    assert not ordeal.turned_away
    return ordeal.told(f"{about}, {dict(done)} answers")


@pytest.mark.soak
@pytest.mark.parametrize("path", ["/api", "/api/openapi.json", "/api/games", "/api/games/limits/rules/fr", "/api/matches", "/"])
def test_a_victim_plays_on_while_the_same_is_asked_on_40_connections(tmp_path: Path, path: str) -> None:
    print(asyncio.run(attack(tmp_path / "t.db", 10.0, "get", 40, path, f"40 connections, {path}")))


@pytest.mark.soak
def test_a_victim_plays_on_while_a_long_record_is_asked_for_on_40_connections(tmp_path: Path) -> None:
    match, rows = long_match(tmp_path / "t.db", LIMITS, 6, 60)
    print(asyncio.run(attack(tmp_path / "t.db", 10.0, "get", 40, f"/api/matches/{match}/record", f"a record of {rows} rows")))


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["pings", "texts"])
def test_a_victim_plays_on_beside_floods_of_frames_on_100_sockets(tmp_path: Path, kind: str) -> None:
    print(asyncio.run(attack(tmp_path / "t.db", 10.0, kind, 100, "", f"40,000 {kind} on each of 100 sockets, again and again")))


@pytest.mark.soak
def test_a_victim_plays_on_while_boards_are_counted(tmp_path: Path) -> None:
    print(asyncio.run(attack(tmp_path / "t.db", 10.0, "score", 40, orchid(), "twelve Orchids on 40 connections")))


@pytest.mark.soak
def test_newcomers_get_in_beside_a_visitor_who_fills_1024_descriptors_with_sockets(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        limits: dict[str, Any] = {"files": 1024, "log": log}
        print(asyncio.run(attack(tmp_path / "t.db", 25.0, "sockets", 1000, "", "1,000 sockets, 1,024 descriptors", **limits)))
    told = [json.loads(line)["what"] for line in (tmp_path / "log").read_text().splitlines()]
    assert told == ["few file descriptors: raise the hard limit (LimitNOFILE)", DROPPED["files"]]
