"""The ladder in browsers: whom one meets, and a match against them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.hands import Press, keyboard, play_on, touch
from tests.e2e.said import say
from tests.e2e.test_history import fill, kept

Axe = Callable[[Page], list[str]]


def matches(game: str, results: Mapping[str, str]) -> list[dict[str, Any]]:
    """Summaries of matches against these levels, each with a `+` or a `-` for every match."""
    found: list[dict[str, Any]] = []
    for level, marks in results.items():
        for mark in marks:
            places = (1, 2) if mark == "+" else (2, 1)
            players = [
                {"name": "Ada", "level": "", "score": 0, "place": places[0]},
                {"name": "", "level": level, "score": 0, "place": places[1]},
            ]
            told = {"seat": 0, "score": 0, "place": places[0], "of": 2, "players": players}
            found.append({"match": f"m{len(found)}", "game": game, "when": len(found), "server": "", **told})
    return found


def come(people: People, size: tuple[int, int], game: str, results: Mapping[str, str]) -> Page:
    page = people.come(size, path="/#box")
    fill(page, matches(game, results))
    page.goto(f"/#ladder={game}")
    page.locator("[data-rung='1']").wait_for()
    return page


def test_one_meets_the_next_and_may_see_everybody(people: People, axe: Axe) -> None:
    page = come(people, PHONE, "limits", {"rung-1": "+-+", "rung-2": "++", "rung-3": "-"})
    rungs = page.locator("[data-rung]")
    expect(rungs).to_have_count(10)
    expect(rungs.first).to_have_attribute("data-rung", "10")
    expect(page.locator(".now")).to_have_attribute("data-rung", "3")
    expect(page.locator("[data-rung='4']")).to_contain_text(say("web-ladder-later", rung=4))
    expect(page.locator("[data-rung='1']")).to_contain_text(say("web-ladder-won", won=2, of=3))
    expect(rungs.get_by_role("button")).to_have_count(3)
    assert axe(page) == []
    page.get_by_label(say("web-ladder-all")).check()
    expect(rungs.get_by_role("button")).to_have_count(10)
    assert axe(page) == []
    page.reload()
    expect(rungs.get_by_role("button")).to_have_count(10)
    page.get_by_role("button", name="Take it Easy!").click()
    expect(page.locator(".now")).to_have_attribute("data-rung", "1")
    page.reload()
    expect(page.get_by_role("button", name="Take it Easy!")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("size", "press"), [(PHONE, touch), (DESK, keyboard)], ids=["touch", "keyboard"])
def test_a_match_against_somebody_counts_once(people: People, size: tuple[int, int], press: Press) -> None:
    page = come(people, size, "take-it-easy", {})
    press(page, page.get_by_role("button", name=say("web-ladder-play-against", name="Pia")))
    expect(page.locator("body")).to_contain_text("Pia")
    play_on({page: press}, random.Random(1))
    page.reload()
    expect(page.locator("[data-over]")).to_be_visible()
    page.goto("/#ladder=take-it-easy")
    expect(page.locator("[data-rung='1'] .last i")).to_have_count(1)
    (summary,) = kept(page)
    assert [player["level"] for player in summary["players"]] == ["", "rung-1"]
    page.goto("/")
    expect(page.get_by_role("region", name=say("web-ladder-title"))).to_contain_text("Pia")
