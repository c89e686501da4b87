"""Home and lobby: what a game is and how to play it at a glance, the match to resume, and big tables in a few lines."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from tablee.core import registry
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.hands import choose
from tests.e2e.said import say

Axe = Callable[[Page], list[str]]
EASY = "take-it-easy"
THIRTY = [{"kind": "open"}, {"kind": "open"}, *[{"kind": "bot"}] * 28]


def opened(people: People, seats: list[dict[str, str]], game: str = EASY, **more: object) -> dict[str, str]:
    wish = {"game": game, "name": "Ada", "seats": seats, "commit": "", **more}
    found: dict[str, str] = httpx.post(f"{people.base}/api/matches", json=wish).json()
    return found


FINISHED = """() => {  // a second match, which is over
    const kept = JSON.parse(localStorage.tablee);
    kept.seats.push({...kept.seats[0], match: "over", score: "187 · 1/2"});
    localStorage.tablee = JSON.stringify(kept);
}"""


def sit(people: People, size: tuple[int, int], seat: dict[str, str], path: str = "/", name: str = "") -> Page:
    """A device that holds this seat."""
    page = people.come(size, path="about:blank")
    held = {**seat, "nonce": "", "game": EASY, "when": 0}
    page.add_init_script(
        f"localStorage.tablee ??= JSON.stringify({{name: '{name}', seats: [{{...{held}, when: Date.now()}}]}});".replace(
            "True", "true"
        )
    )
    page.goto(path)
    return page


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_each_game_has_one_line_one_play_and_one_menu(people: People, axe: Axe, size: tuple[int, int]) -> None:
    page = people.come(size)
    page.locator("article").nth(4).wait_for()
    for game in registry.names():
        card = page.locator(f"article:has([data-game='{game}'])")
        here = 1 if game == EASY else 0  # Start here, for newcomers
        assert card.locator("button:visible").count() == 2 + here
        line = say("brief" if size == PHONE else "about", "en", game)
        expect(card.get_by_text(line, exact=True)).to_be_visible()
    card = choose(page, "limits")
    expect(card.locator(".menu button")).to_have_count(4)
    assert axe(page) == []


def test_the_menu_of_a_game_works_by_keyboard(people: People) -> None:
    page = people.come(DESK)
    card = page.locator("article:has([data-game='limits'])")
    menu, dots = card.locator(".menu"), card.locator(".dots")
    dots.focus()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Tab")
    expect(menu.locator("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(dots).to_be_focused()
    page.keyboard.press("Enter")
    card.locator(".play").focus()
    page.keyboard.press("Shift+Tab")  # out of it
    expect(menu).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").locator("article")).to_be_visible()  # the rules
    expect(menu).to_be_hidden()


def test_the_match_to_resume_shows_your_board_and_one_line_of_names_and_is_listed_once(people: People, axe: Axe) -> None:
    seat = opened(people, THIRTY, public=True)
    httpx.post(f"{people.base}/api/matches/{seat['match']}/start", headers={"Authorization": f"Bearer {seat['token']}"})
    page = sit(people, PHONE, seat)
    resume = page.locator(".resume")
    names = resume.locator(".with")
    expect(names).to_contain_text(say("web-others", count=26))
    line = names.evaluate("one => one.getClientRects().length === 1 && one.offsetHeight < 30")
    assert line
    expect(resume.locator(".board svg")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.locator(f"main a[href*='{seat['match']}']").count() == 2  # Resume, and the list of recent matches
    assert axe(page) == []
    page.evaluate(FINISHED)
    page.reload()
    page.locator("[data-today]").wait_for()  # a deal of the same game
    expect(resume.locator(".board svg")).to_be_visible()
    assert axe(page) == []


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_start_is_in_sight_however_many_bots_there_are(people: People, axe: Axe, size: tuple[int, int]) -> None:
    seat = opened(people, THIRTY)
    page = sit(people, size, seat, f"/t/{seat['match']}", "Ada")
    start = page.get_by_role("button", name=say("web-start"), exact=True)
    expect(start).to_be_in_viewport(ratio=1)
    line = page.get_by_text(say("web-bots-of", count=28, level=say("bot-greedy")), exact=True)
    expect(line).to_be_visible()
    assert page.locator(".lobby li").count() == 3
    assert axe(page) == []
    more = page.locator(".lobby li [aria-expanded]")
    more.press("Enter")
    expect(page.locator(".lobby li")).to_have_count(3 + 28)
    expect(start).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 1e6)")
    expect(start).to_be_in_viewport(ratio=1)
    more.press("Enter")
    expect(page.locator(".lobby li")).to_have_count(3)


def test_a_host_without_a_name_is_asked_for_it_once(people: People, axe: Axe) -> None:
    page = people.come(PHONE)
    choose(page, EASY).get_by_role("button", name=say("web-play-friends"), exact=True).tap()
    field = page.locator(".lobby form input")
    expect(field).to_be_visible()
    assert axe(page) == []
    field.fill("Zoé")
    page.keyboard.press("Enter")
    expect(page.locator(".lobby li").first).to_contain_text("Zoé")
    expect(field).to_have_count(0)
    page.goto("/")
    choose(page, EASY).get_by_role("button", name=say("web-play-friends"), exact=True).tap()
    expect(page.locator(".lobby li").first).to_contain_text("Zoé")
    expect(field).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_slow_line_shows_the_outlines_of_the_page_and_then_the_page(people: People, axe: Axe, size: tuple[int, int]) -> None:
    page = people.come(size, path="about:blank", color_scheme="dark")
    held = []
    page.route("**/*.js", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    outlines = page.locator("#loading i")
    expect(outlines.nth(4)).to_be_visible()
    assert axe(page) == []
    while not page.locator("article").count():
        for route in held[:]:
            held.remove(route)
            route.continue_()
        page.wait_for_timeout(50)
    expect(outlines.first).to_be_hidden()
