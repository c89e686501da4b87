"""Calls that are shown on other screens."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.meters import Meters
from tablee.server.calls import Calls, call_id
from tests.server.running import HandClock, running, settings

CALL = {
    "game": "take-it-easy",
    "tiles": ["9-7-3"],
    "of": 19,
    "options": {},
    "commit": "ab" * 32,
    "seed": "",
    "names": [],
    "round": 0,
}
BOARD = {"player": 1, "round": 0, "board": {"board": "9-7-3"}}


def shown(**limits: Any) -> tuple[Calls, HandClock]:
    clock = HandClock()
    set_up = settings("unused", clock=clock, **limits)
    return Calls(set_up, Meters()), clock


def show(calls: Calls, secret: str, who: str = "10.0.0.1", *tiles: str) -> None:
    calls.show(call_id(secret), secret, wire.ShownCall("take-it-easy", list(tiles), 19), who)


def test_a_call_is_shown_to_everybody_and_changed_by_its_caller_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            path, secret = f"/api/calls/{call_id('hush')}", {"Authorization": "Bearer hush"}
            assert (await http.get(path)).json()["code"] == "no-call"
            assert (await http.post(path, json=CALL, headers=secret)).status_code == 204
            found = await http.get(path)
            assert found.json() == CALL
            assert found.headers["cache-control"] == "no-cache"
            known = {"If-None-Match": found.headers["etag"]}
            assert (await http.get(path, headers=known)).status_code == 304
            for other in ({}, {"Authorization": "Bearer guess"}):
                assert (await http.post(path, json=CALL | {"tiles": []}, headers=other)).status_code == 401
            assert (await http.get(path, headers=known)).status_code == 304
            await http.post(path, json=CALL | {"tiles": ["9-7-3", "1-2-3"]}, headers=secret)
            assert (await http.get(path, headers=known)).json()["tiles"] == ["9-7-3", "1-2-3"]
            for wrong in ({"tiles": ["x"] * 101}, {"tiles": ["x" * 41]}, {"of": 0}, {"seed": "no"}, {"more": 1}):
                assert (await http.post(path, json=CALL | wrong, headers=secret)).status_code == 400

    asyncio.run(main())


@pytest.mark.parametrize("header", [None, "", "Bearer", "bearer", "Basic aHVzaA=="])
def test_a_call_with_an_empty_secret_is_refused(tmp_path: Path, header: str | None) -> None:
    """Everybody could change it."""

    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            path, headers = f"/api/calls/{call_id('')}", {} if header is None else {"Authorization": header}
            refused = await http.post(path, json=CALL, headers=headers)
            assert (refused.status_code, refused.json()["message"]["id"]) == (401, "no-call-secret")
            assert refused.headers["www-authenticate"] == "Bearer"
            assert (await http.get(path)).status_code == 404

    asyncio.run(main())


def test_players_send_boards_that_only_the_caller_reads(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            path, secret = f"/api/calls/{call_id('hush')}", {"Authorization": "Bearer hush"}
            boards = f"{path}/boards"
            assert (await http.post(boards, json=BOARD)).json()["code"] == "no-call"
            await http.post(path, json=CALL, headers=secret)
            assert (await http.post(boards, json=BOARD)).json()["code"] == "no-call"  # nobody is to send one
            await http.post(path, json=CALL | {"names": ["Ada", "Bo"]}, headers=secret)
            assert (await http.post(boards, json=BOARD)).status_code == 204
            assert (await http.post(boards, json=BOARD | {"player": 2})).status_code == 404
            later = BOARD | {"board": {"board": "9-7-4"}}
            await http.post(boards, json=later)
            await http.post(path, json=CALL | {"names": ["Ada", "Bo"], "tiles": []}, headers=secret)  # another call keeps them
            assert (await http.get(boards, headers=secret)).json() == [later]
            for other in ({}, {"Authorization": "Bearer guess"}):
                assert (await http.get(boards, headers=other)).status_code == 401
            for wrong in (
                {"player": -1},
                {"board": {"board": "x" * 2001}},
                {"board": {str(n): n for n in range(11)}},
                {"more": 1},
            ):
                assert (await http.post(boards, json=BOARD | wrong)).status_code == 400

    asyncio.run(main())


def test_boards_are_forgotten_with_their_call() -> None:
    calls, clock = shown(call_time=60)
    calls.show(call_id("a"), "a", wire.ShownCall("take-it-easy", [], 19, names=["Ada"]), "10.0.0.1")
    calls.send(call_id("a"), wire.SentBoard(0, 0, {"board": "."}))
    clock.ms += 61_000
    with pytest.raises(Refused):
        calls.sent(call_id("a"), "a")
    assert calls.boards == {}


def test_a_call_expires_when_nothing_changes() -> None:
    calls, clock = shown(call_time=60)
    show(calls, "a")
    clock.ms += 59_000
    show(calls, "a")
    show(calls, "b")
    clock.ms += 59_000
    assert calls.find(call_id("a"))
    clock.ms += 1000
    with pytest.raises(Refused, match="no-call"):
        calls.find(call_id("a"))
    assert not calls.shown
    assert not calls.quota.held


def test_a_visitor_shows_so_many_calls_and_others_may_show_theirs() -> None:
    calls, _ = shown(calls=2)
    for secret in "abab":
        show(calls, secret)
    with pytest.raises(Refused, match="too-many-calls"):
        show(calls, "c")
    show(calls, "c", "10.0.0.2")
    assert len(calls.shown) == 3


def test_when_there_are_too_many_whoever_shows_the_most_loses_the_oldest() -> None:
    calls, _ = shown(calls=3, all_calls=4)
    for secret in "abc":
        show(calls, secret, "10.0.0.1")
    show(calls, "d", "10.0.0.2")
    show(calls, "a", "10.0.0.1")  # the oldest is b now
    show(calls, "e", "10.0.0.3")
    assert set(calls.shown) == set(map(call_id, "acde"))


def test_a_call_that_is_refused_takes_nothing_away() -> None:
    calls, _ = shown(calls=2, all_calls=4)
    for secret, who in (("a", "10.0.0.1"), ("b", "10.0.0.1"), ("c", "10.0.0.2"), ("d", "10.0.0.2")):
        show(calls, secret, who)
    for secret in ("e", "a"):  # a new one, and one that comes from another address now
        with pytest.raises(Refused, match="too-many-calls"):
            show(calls, secret, "10.0.0.2")
    assert set(calls.shown) == set(map(call_id, "abcd"))
    assert calls.quota.held == {"10.0.0.1": 2, "10.0.0.2": 2}
