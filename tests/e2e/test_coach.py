"""The coach in browsers: hints at the table, playing on from a moment of a match, and the review of a match."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.ends import to_result
from tests.e2e.hands import choose, mouse, play_on, touch
from tests.e2e.said import say

Axe = Callable[[Page], list[str]]
BULB = {"name": say("web-hint"), "exact": True}
APART = """() => {
    const [board, sheet] = [".game .board", "[data-hint]"].map(one => document.querySelector(one).getBoundingClientRect());
    return board.bottom <= sheet.top;
}"""


def test_hints_come_in_three_steps_and_are_noted_and_the_match_can_be_played_on(people: People, axe: Axe) -> None:
    page = people.come(PHONE)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    for cell in ("c3", "c2"):
        page.locator(f"[data-asked] [data-cell={cell}][data-action]").tap()
    page.locator("[data-asked]").wait_for()
    page.get_by_role("button", **BULB).tap()
    expect(page.locator("[data-hint='1']")).to_be_visible()
    expect(page.locator("[data-pointed]")).to_have_count(0)  # where to look, and nothing more
    page.get_by_role("button", name=say("web-hint-which")).tap()
    expect(page.locator("[data-hint='2']")).to_be_visible()
    candidates = page.locator("[data-pointed=open]")
    expect(candidates.first).to_be_visible()
    assert 2 <= candidates.count() <= 3
    deeper = page.get_by_role("button", name=say("web-hint-why"))
    deeper.tap()
    expect(page.locator("[data-hint='3'] li button").first).to_have_attribute("aria-pressed", "true")
    assert page.locator("[data-pointed=better]").count() == 1
    page.wait_for_function(APART)
    assert axe(page) == []
    page.get_by_role("button", name=say("web-hint-got-it"), exact=True).tap()
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(page.locator("[data-pointed=better]")).to_have_count(1)  # until the tile is placed
    page.locator("[data-asked] [data-cell][data-action]").first.tap()
    expect(page.locator("[data-pointed]")).to_have_count(0)
    play_on({page: touch}, random.Random(5))
    to_result(page)
    used = say("web-hints-used", turns=1)
    expect(page.get_by_role("dialog").get_by_text(used)).to_be_visible()

    page.get_by_role("dialog").get_by_role("link", name=say("web-replay"), exact=True).tap()
    expect(page.locator("[data-at='0'] .game > *").first).to_be_visible()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.locator("[data-at='6']")).to_be_visible()
    page.get_by_role("button", name=say("web-play-on"), exact=True).tap()
    expect(page.locator("[data-asked] .game")).to_be_visible()
    expect(page.locator("header h1 small")).to_have_text(say("web-practice"))
    assert page.locator(".game .board [data-cell]:not([data-action])").count() == 2  # two tiles lie there already


def test_nobody_gets_hints_where_a_second_person_sits_or_the_host_forbids_them(people: People) -> None:
    host = people.come(DESK)
    choose(host, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).click()
    guest = people.come(DESK, path=host.locator("input[readonly]").first.input_value())
    guest.get_by_label(say("web-your-name"), exact=True).fill("Bo")
    guest.get_by_role("button", name=say("web-join"), exact=True).click()
    guest.locator(".lobby").wait_for()
    host.get_by_role("button", name=say("web-start"), exact=True).click()
    host.locator("[data-asked]").wait_for()
    expect(host.get_by_role("button", **BULB)).to_have_count(0)

    alone = people.come(DESK)
    choose(alone, "take-it-easy").locator(".small button").first.click()
    alone.get_by_label(say("web-hints"), exact=True).uncheck()
    alone.get_by_role("dialog").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    mouse(alone, alone.locator("[data-asked] [data-cell=c3]"))
    expect(alone.get_by_role("button", **BULB)).to_have_count(0)
