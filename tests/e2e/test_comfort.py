"""What makes a table comfortable: levels with faces, sure taps, the swap beside the dial, fast-forward, and aids."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, People
from tests.e2e.hands import choose, swap_cell
from tests.e2e.said import ANY, like, say

Axe = Callable[[Page], list[str]]


def new_table(page: Page, game: str) -> None:
    choose(page, game).get_by_role("button", name=say("web-more"), exact=True).click()
    page.locator("dialog form").wait_for()


def start(page: Page) -> None:
    page.locator("dialog").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    page.locator("[data-asked], [data-over], .status button").first.wait_for()


def switch_on(page: Page, setting: str) -> None:
    page.get_by_role("button", name=say("web-settings"), exact=True).click()
    page.get_by_label(say(setting), exact=True).check()
    page.locator("dialog").get_by_role("button", name=say("web-close"), exact=True).click()


def test_a_level_is_chosen_by_its_face_and_average(people: People, axe: Axe) -> None:
    page = people.come(PHONE)
    new_table(page, "take-it-easy")
    levels = page.get_by_role("group", name=say("web-level"), exact=True)
    expect(levels.get_by_role("radio").first).to_have_accessible_name(like("web-level-mean", count=2, mean=ANY))
    assert axe(page) == []
    levels.get_by_role("radio", name=say("bot-first-game")).check()
    start(page)
    expect(page.locator(".head li", has_text="Lulu")).to_be_visible()
    expect(page.locator(".head li", has_text="Pico")).to_be_visible()


def test_a_tap_is_confirmed_by_another(people: People, axe: Axe) -> None:
    page = people.come(PHONE)
    switch_on(page, "web-sure-confirm")
    new_table(page, "take-it-easy")
    start(page)
    a1, b2 = page.locator("[data-cell=a1]"), page.locator("[data-cell=b2]")
    a1.tap()
    b2.tap()
    expect(b2).to_have_attribute("aria-pressed", "true")
    assert axe(page) == []
    page.get_by_role("button", name=say("web-cancel"), exact=True).tap()
    expect(page.locator("[aria-pressed=true][data-cell]")).to_have_count(0)
    a1.tap()
    a1.tap()
    expect(a1).not_to_have_attribute("data-action", "a1")  # the tile lies there
    page.locator("[data-asked]").wait_for()
    a1.tap(force=True)  # there is nothing to confirm
    expect(page.get_by_role("alert")).to_contain_text(say("cell-taken", "en", "take-it-easy", cell="a1"))


def test_a_tap_can_be_taken_back(people: People) -> None:
    page = people.come(PHONE)
    switch_on(page, "web-sure-take-back")
    new_table(page, "take-it-easy")
    start(page)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    a1 = page.locator("[data-cell=a1]")
    a1.click()
    page.clock.run_for(1900)
    page.get_by_role("button", name=say("web-take-back"), exact=True).click()
    page.clock.run_for(2000)
    expect(a1).to_have_attribute("aria-pressed", "false")
    expect(a1).to_have_attribute("data-action", "a1")
    a1.click()
    page.clock.run_for(2000)
    page.clock.resume()
    expect(a1).not_to_have_attribute("data-action", "a1")


def test_the_tile_is_shown_under_the_pointer(people: People) -> None:
    page = people.come()
    new_table(page, "take-it-easy")
    start(page)
    page.locator("[data-cell=c3]").hover()
    expect(page.locator("[data-under=c3]")).to_have_count(1)


def test_the_swap_leaves_the_dial_where_it_is_and_in_sight(people: People, axe: Axe) -> None:
    page = people.come(PHONE)
    new_table(page, "xtreme-limits")
    start(page)
    bell = page.get_by_role("img", name=say("web-bell-covered", "en", "xtreme-limits"))
    swap = page.get_by_role("region", name=say("web-swap", "en", "xtreme-limits"), exact=True)
    landing = swap_cell(page)
    drawn, dial = bell.inner_html(), page.locator("div.face").bounding_box()
    landing.click()
    expect(swap).to_be_visible()
    assert bell.inner_html() == drawn
    box = swap.bounding_box()
    assert dial
    assert box
    assert page.locator("div.face").bounding_box() == dial
    assert box["y"] >= dial["y"] + dial["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []


def test_the_host_fast_forwards_while_only_bots_play(people: People) -> None:
    page = people.come(PHONE)
    new_table(page, "ultim-limit")
    page.get_by_label(say("web-aids", "en", "ultim-limit"), exact=True).uncheck()
    start(page)
    fast = page.get_by_role("button", name=say("web-fast-forward"), exact=True)
    if page.locator("[data-asked]").count():  # our own turn comes first
        page.locator("[data-action=go]").click()
        expect(page.locator(".ready, .wanted")).to_have_count(0)
        page.locator("[data-action=stop]").click()
    fast.click()
    expect(fast).to_have_attribute("aria-pressed", "true")
    page.locator("[data-asked]").wait_for()
