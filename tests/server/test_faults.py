"""Bad requests are told in words, without what only a programmer of Python would read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tablee.protocol import wire
from tablee.protocol.faults import in_words
from tests.server.running import running, settings

GOOD: dict[str, Any] = {"game": "limits", "name": "Ada", "seats": [{"kind": "open"}] * 2}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": 3}, "`game` must be text, not a whole number"),
        ({"seats": []}, "`seats` must have at least 1 entry"),
        ({"seats": [{"kind": "open"}] * 1001}, "`seats` must have at most 1000 entries"),
        ({"seats": [{"knd": "open"}]}, "`seats[0].knd` is not known here"),
        ({"seats": [{"kind": "opn"}]}, "`seats[0].kind` cannot be “opn”"),
        ({"seats": {}}, "`seats` must be a list, not an object"),
        ({"game": "x" * 61}, "`game` must have at most 60 characters"),
        ({"series": 0}, "`series` must be at least 1"),
        ({"commit": "x"}, "`commit` has an invalid format"),
        ({"public": None}, "`public` must be true or false, not null"),
        ({"options": {"memory_aid": None}}, "an entry of `options` must be true or false, a whole number or text, not null"),
        ({"more": 1}, "`more` is not known here"),
    ],
)
def test_a_fault_in_words(change: dict[str, Any], why: str) -> None:
    with pytest.raises(msgspec.ValidationError) as fault:
        msgspec.convert(GOOD | change, wire.Create)
    assert in_words(str(fault.value)) == why


def test_what_is_missing_at_the_top() -> None:
    with pytest.raises(msgspec.ValidationError) as fault:
        msgspec.convert({}, wire.Create)
    assert in_words(str(fault.value)) == "`game` is missing"
    assert in_words("Expected `object`, got `int`", "data") == "the request must be an object, not a whole number"
    assert in_words("something else", "seats") == "`seats`: something else"


def test_every_bad_request_gets_a_problem_in_words(tmp_path: Path) -> None:
    asked: list[tuple[str, str, Any, int, str]] = [
        ("GET", "/api/unknown", None, 404, "GET /api/unknown"),
        ("GET", "/api/unknown/path", None, 404, "GET /api/unknown/path"),
        ("DELETE", "/api/games", None, 405, "DELETE /api/games"),
        ("POST", "/api/matches", GOOD | {"game": 3}, 400, "`game` must be text, not a whole number"),
        ("POST", "/api/matches", 3, 400, "the request must be an object, not a whole number"),
        ("GET", "/api/matches/x/replay?start=-1", None, 400, "`start` must be at least 0"),
        ("GET", "/api/matches/x/replay?start=a", None, 400, "`start` must be a whole number, not text"),
    ]

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base) as http:
            for method, path, body, status, why in asked:
                answer = await http.request(method, path, json=body)
                problem = msgspec.json.decode(answer.content, type=wire.Problem)
                assert (answer.status_code, problem.message.args) == (status, {"why": why})
            wrong = await http.post("/api/matches", json=GOOD | {"options": {"memory_aid": 3}})
            problem = msgspec.json.decode(wrong.content, type=wire.Problem)
            assert problem.message.args == {"option": "memory_aid", "value": "3", "choices": "no, yes"}
            assert (await http.get("/api/openapi.json")).json()["info"]["title"] == "Tablée"

    asyncio.run(run())
