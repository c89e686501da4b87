"""Several people on one device: the device goes round, the match waits, and nobody sees what others hold."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tablee.core import registry
from tests.e2e.conftest import PHONE
from tests.e2e.hands import OPTIONS, act, choose, is_over, set_options, touch
from tests.e2e.said import say
from tests.static_site.hosts import StaticHost

Visit = Callable[..., Page]
Axe = Callable[[Page], list[str]]
EASY, XTREME = "take-it-easy", "xtreme-limits"
NAMES = ("Ada", "Bo")
WIDTH = "document.documentElement.scrollWidth"
# all of the page that can be seen, read or heard, without what the browser adds to tell elements apart
BODY = """() => [document.title, document.body.innerHTML.replaceAll(/<!--.*?-->| (id|for|aria-labelledby)="[^"]*"/g, "")]"""


def sit_down(page: Page, game: str, lang: str = "en") -> None:
    """Two people, or as many as the game needs."""
    page.get_by_label(say("web-your-name", lang)).fill(NAMES[0])
    choose(page, game).get_by_role("button", name=say("web-play-here", lang), exact=True).click()
    page.get_by_label(say("web-player-number", lang, number=2)).fill(NAMES[1])
    set_options(page, OPTIONS.get(game, {}))
    if page.locator("dialog [name=pace]").count():  # not where a hidden clock may run
        page.locator("dialog [name=pace]").select_option("quick")
    page.locator("dialog").get_by_role("button", name=say("web-play-bots", lang), exact=True).click()
    page.locator(".pass").wait_for(timeout=90_000)


def who_is_next(page: Page, lang: str = "en") -> str:
    """Who is to get the device; Xtreme Limits has a third player, who has not given a name."""
    heading, names = page.get_by_role("heading", level=2).inner_text(), (*NAMES, say("web-player-number", lang, number=3))
    return next(name for name in names if heading == say("web-pass-to", lang, name=name))


def take(page: Page, name: str, lang: str = "en") -> None:
    """The device is passed to somebody, who says so."""
    expect(page.get_by_role("heading", name=say("web-pass-to", lang, name=name))).to_be_visible(timeout=90_000)
    expect(page.locator(".game")).to_have_count(0)  # nothing of what the others hold
    page.get_by_role("button", name=say("web-i-am", lang, name=name), exact=True).click()
    page.locator("[data-asked]").first.wait_for()


def test_a_board_of_take_it_easy_is_passed_on(visit: Visit) -> None:
    page = visit(PHONE)
    sit_down(page, EASY)
    take(page, "Ada")
    page.locator("[data-cell=c3]").click()
    take(page, "Bo")
    expect(page.get_by_text(say("web-paused"))).to_have_count(0)
    assert page.locator("[data-cell=c3][data-action]").count() == 1  # free on Bo's own board
    page.reload()
    take(page, "Bo")
    page.locator("[data-cell=a1]").click()
    page.locator("[data-cell=a2][data-action]").click()  # the next tile is called, and Bo goes first
    take(page, "Ada")
    expect(page.locator("[data-cell=c3][aria-label*='-']").first).to_be_visible()


def test_the_bell_stands_still_while_the_device_is_passed_on(visit: Visit) -> None:
    """It rings 5 seconds after the first move, hand-overs not counted."""
    page = visit(PHONE)
    sit_down(page, XTREME)
    for _ in range(2):
        page.locator(".pass").wait_for()
        page.wait_for_timeout(5500)
        take(page, who_is_next(page))
        while not page.locator(".pass, [data-over]").count():
            act(page, touch, random.Random(1))
            page.wait_for_timeout(1000)  # the next player is asked
    page.locator(".pass").wait_for()
    assert page.locator("[data-over]").count() == 0


@pytest.mark.soak
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", registry.names())
def test_a_whole_match_goes_round(visit: Visit, axe: Axe, host: StaticHost, game: str, lang: str) -> None:
    """What can be found in the page while it is passed on depends on nothing but who gets it."""
    page, chance = visit(PHONE, lang={"en": "en-GB", "fr": "fr-FR"}[lang]), random.Random(7)
    sit_down(page, game, lang)
    seen: dict[str, list[str]] = {}
    passed = 0
    for _ in range(20_000):
        if is_over(page):
            break
        if page.locator(".pass").count():
            name = who_is_next(page, lang)
            assert page.locator(".game, [data-asked]").count() == 0
            body = page.evaluate(BODY)
            if name not in seen:
                assert axe(page) == []
                assert page.evaluate(WIDTH) <= PHONE[0]
            assert seen.setdefault(name, body) == body
            page.get_by_role("button", name=say("web-i-am", lang, name=name), exact=True).tap()
            passed += 1
        elif page.locator("[data-asked]").count():
            try:
                act(page, touch, chance)
            except Exception:  # too late for its turn
                if not page.locator(".pass, [data-over]").count():
                    raise
        page.wait_for_timeout(20)
    assert is_over(page)
    assert seen.keys() >= set(NAMES)
    assert passed >= 4


def test_sharing_the_device_is_in_the_menu_of_a_game_on_a_phone(visit: Visit, axe: Axe) -> None:
    page = visit(PHONE)
    share = choose(page, "take-it-easy").get_by_role("button", name=say("web-play-here"), exact=True)
    expect(share).to_be_visible()
    assert page.evaluate(WIDTH) <= PHONE[0]
    assert axe(page) == []
