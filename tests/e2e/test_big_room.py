"""Rooms with more than 12 seats: the rank, the boards that are shown, and the end for players and spectators."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.ends import to_result
from tests.e2e.hands import act, mouse
from tests.e2e.said import say

Ask: TypeAlias = Callable[[str], None]
BIG, VERY_BIG = 30, pytest.param(300, marks=pytest.mark.soak)


def sit(people: People, seats: int, size: tuple[int, int], lang: str = "en-GB", **device: Any) -> tuple[Page, Ask]:
    """The lobby of a table with so many seats, one of them taken, and how to ask something of it as its host."""
    wish = {"kind": "bot", "level": "first-game"}
    table = {"game": "take-it-easy", "name": "Ada", "seats": [{"kind": "open"}] + [wish] * (seats - 1), "pace": "quick"}
    seat = httpx.post(f"{people.base}/api/matches", json=table, trust_env=False).raise_for_status().json()

    def ask(what: str) -> None:
        headers = {"Authorization": f"Bearer {seat['token']}"}
        path = f"{people.base}/api/matches/{seat['match']}/{what}"
        httpx.post(path, headers=headers, trust_env=False, timeout=60).raise_for_status()

    people.expected = ("404",)
    page = people.come(size, lang, f"/t/{seat['match']}#seat={seat['token']}", **device)
    page.get_by_role("button", name=say("web-join-own", lang[:2]), exact=True).click()
    page.locator(".lobby").wait_for()
    return page, ask


def places(page: Page) -> list[int]:
    return [int(place.inner_text()) for place in page.locator(".who .place").all()]


@pytest.mark.parametrize("seats", [BIG, VERY_BIG])
@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.soak)], ids=["desk", "phone"])
def test_a_big_room_shows_how_one_stands(
    people: People, axe: Callable[[Page], list[str]], size: tuple[int, int], seats: int
) -> None:
    page, ask = sit(people, seats, size)
    ask("start")
    spectator = people.come(size, path=f"{page.url.partition('#')[0]}#watch")
    chance = random.Random(2)
    for _ in range(6):
        page.locator("[data-asked]").wait_for()
        act(page, mouse, chance)
    page.locator("[data-asked]").wait_for()
    expect(page.locator(".crowd")).to_have_text(
        re.compile(rf"^\s*\d+(st|nd|rd|th) of {seats} · \d+ of {seats} (has|have) chosen$")
    )
    found = places(page)
    assert len(found) == 6
    assert found == sorted(found)
    assert found[0] <= 2
    expect(page.locator("[data-page=rivals] .who b")).to_have_count(6)
    if size == DESK:
        assert page.evaluate("document.documentElement.scrollHeight") <= DESK[1]
    more = page.get_by_role("button", name=say("web-rivals-more"))
    more.focus()
    page.keyboard.press("Enter")
    assert places(page)[-1] <= 7
    assert axe(page) == []
    ask("close")  # it is played out at random
    spectator.locator("[data-end=count] [data-count]").wait_for()
    to_result(page)
    boards = page.locator(".many svg")
    boards.nth(4).wait_for()
    assert axe(page) == []
    lines = [board.locator("[data-line]").count() for board in boards.all()[:5]]
    assert all(lines), "the boards of the best have lines"
