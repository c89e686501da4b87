"""Tables on a desktop: three columns that fit the window, points where one points, and what is still in the bag."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tablee.core import registry
from tests.e2e.conftest import DESK, People
from tests.e2e.hands import choose, mouse, play_bots
from tests.e2e.said import say
from tests.e2e.test_guide import Learner
from tests.e2e.test_guide import start as start_guide


@pytest.mark.parametrize("game", registry.names())
def test_a_table_has_three_columns_and_scrolls_nowhere(people: People, game: str) -> None:
    page = people.come(DESK, "fr-FR")
    play_bots(page, game, 3)
    page.locator(".columns .right").wait_for()
    left, middle, right = (page.locator(f".columns > .{side}").bounding_box() for side in ("left", "middle", "right"))
    assert left
    assert middle
    assert right
    assert left["x"] + left["width"] < middle["x"]
    assert middle["x"] + middle["width"] < right["x"]
    assert middle["height"] > 0.75 * DESK[1]
    for side in ("left", "middle", "right"):
        column = page.locator(f".columns > .{side}")
        assert column.evaluate("column => column.scrollHeight <= column.clientHeight"), side
    for edge in ("Height", "Width"):
        assert page.evaluate(f"document.documentElement.scroll{edge} <= inner{edge}")
    expect(page.locator("[data-page=goal]")).to_contain_text(re.compile(r"\d"))


def test_a_cell_shows_what_it_would_bring_to_pointer_and_keyboard(people: People) -> None:
    page = people.come(DESK)
    play_bots(page, "take-it-easy", 0)
    gain = page.locator(".gain text")
    for cell in ("a1", "a2", "a3"):  # the first tile that completes a line may be any
        page.locator(f"[data-asked] [data-cell={cell}][data-action]").hover()
        if cell == "a3":
            called = page.locator(".called .big").inner_text().split("-")[0]
            tops = {tile.split(": ")[1][0] for tile in page.locator("[data-cell=a1], [data-cell=a2]").evaluate_all(LABELS)}
            expect(gain).to_have_count(1 if tops == {called} else 0)
        page.locator(f"[data-cell={cell}]").focus()
        page.keyboard.press("Enter")
        page.locator(f"[data-cell={cell}]:not([data-action])").wait_for()


LABELS = "cells => cells.map(cell => cell.getAttribute('aria-label'))"


def test_the_host_decides_whether_the_bag_is_shown(people: People) -> None:
    page = people.come(DESK)
    play_bots(page, "take-it-easy", 2)
    bag, tabs = page.locator("[data-page=bag]"), page.locator(".tabs button")
    expect(bag.locator("[data-tile]:not(.gone)")).to_have_count(26)
    expect(bag.locator(".gone")).to_have_attribute("data-tile", page.locator(".called .big").inner_text())
    tabs.last.focus()
    page.keyboard.press("Enter")
    expect(bag).to_have_count(0)
    expect(page.locator("section[data-page=score]")).to_be_visible()
    page.goto("/")
    choose(page, "take-it-easy").locator(".small button").first.click()
    page.get_by_label(say("web-bag", "en", "take-it-easy"), exact=True).uncheck()
    page.locator("dialog button.primary").click()
    page.locator("[data-asked]").wait_for()
    expect(bag).to_have_count(0)
    expect(tabs).to_have_count(0)


def test_a_guided_game_scrolls_nowhere_and_can_be_played_by_keys(people: People) -> None:
    page = people.come(DESK)
    page.get_by_role("button", name=say("web-start-here"), exact=True).click()
    page.locator("[data-bubble]").wait_for()
    for side in ("left", "right"):
        column = page.locator(f".columns > .{side}")
        assert column.evaluate("column => column.scrollHeight <= column.clientHeight"), side
    expect(page.locator(".status .keys")).to_be_visible()


def test_the_dial_of_a_guided_game_stays_below_the_bar_while_one_swaps(people: People) -> None:
    page = people.come(DESK)
    start_guide(page, "xtreme-limits")
    learner = Learner(page, mouse, "en")
    while not page.locator("[data-action=keep]").count():
        learner.step()
    bar, dial = page.locator(".status").bounding_box(), page.locator("div.face").bounding_box()
    assert bar
    assert dial
    assert dial["y"] >= bar["y"] + bar["height"]


def test_large_letters_leave_no_room_for_three_columns(people: People) -> None:
    page = people.come(DESK, "fr-FR", "about:blank")
    page.add_init_script("localStorage.tablee ??= JSON.stringify({letters: 200})")
    page.goto("/")
    play_bots(page, "ultim-limit", 0)
    roll = page.locator(".do").bounding_box()
    assert roll
    assert roll["width"] > roll["height"]  # not a column of letters
    expect(page.locator(".columns")).to_have_count(0)


def test_one_of_many_small_boards_grows(people: People) -> None:
    page = people.come(DESK)
    play_bots(page, "take-it-easy", 5)
    board = page.locator("[data-page=rivals] li").nth(4)
    before = board.bounding_box()
    assert before
    for point in (board.hover, board.get_by_role("button").focus):
        point()
        now = board.bounding_box()
        assert now
        assert now["width"] > 1.5 * before["width"]
        assert now["x"] + now["width"] <= DESK[0]
        assert now["y"] + now["height"] <= DESK[1]
        page.mouse.move(0, 0)
