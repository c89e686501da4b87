"""Whole matches in a real browser: two people and a bot, on phone and desktop, by touch, mouse and keyboard."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tablee.core import registry
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.ends import to_result
from tests.e2e.hands import OPTIONS, Press, choose, keyboard, mouse, play_on, set_options, touch
from tests.e2e.said import BOTS, say

Axe = Callable[[Page], list[str]]


def test_a_newcomer_places_the_first_tile_with_two_taps(people: People) -> None:
    page = people.come(PHONE)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.locator("[data-cell=c3]").tap()
    expect(page.locator("[data-cell=c3][aria-label*='-']")).to_have_count(1)


# taps are faster than the network, so the next request may depend on the result of the last
SLOW = """() => {
    const real = fetch;
    window.fetch = async (url, ...more) => {
        if (more[0].body?.includes('"open"')) await new Promise((wake) => setTimeout(wake, 700));
        return real(url, ...more);
    };
}"""


def test_when_no_friend_comes_bots_take_the_free_seats(people: People, axe: Axe) -> None:
    page = people.come(PHONE)
    choose(page, "xtreme-limits").get_by_role("button", name=say("web-play-friends"), exact=True).tap()
    page.evaluate(SLOW)
    page.get_by_role("button", name=say("web-close-seat", number=6), exact=True).tap()
    page.get_by_role("button", name=say("web-put-bot"), exact=True).first.tap()
    page.get_by_role("button", name=say("web-remove", name=BOTS[0]), exact=True).tap()
    with page.expect_response(lambda answer: '"open"' in (answer.request.post_data or "")):
        page.get_by_role("button", name=say("web-fill-bots"), exact=True).tap()
    page.wait_for_timeout(300)
    expect(page.get_by_text(say("web-open-seat"), exact=True)).to_have_count(0)
    assert axe(page) == []
    page.get_by_role("button", name=say("web-start"), exact=True).tap()
    page.locator(".game > *").first.wait_for()
    expect(page.locator(".head li", has_text=BOTS[3])).to_be_visible()
    expect(page.locator(".head li", has_text=BOTS[4])).to_have_count(0)


BELOW = """(others) => [...document.querySelectorAll(".game :is([data-action], [data-step], [data-cell], button)")]
    .filter((one) => one.getBoundingClientRect().bottom > innerHeight && !others.includes(one.getAttribute("aria-label")))
    .map((one) => one.outerHTML.slice(0, 200))"""


@pytest.mark.parametrize(("game", "usual"), [*((game, False) for game in registry.names()), ("take-it-to-the-limit", True)])
def test_on_a_phone_on_its_side_all_that_is_tapped_is_in_sight(people: People, game: str, usual: bool) -> None:
    page = people.come((740, 360))
    choose(page, game).get_by_role("button", name=say("web-more"), exact=True).click()
    if game != "xtreme-limits" and not usual:  # a bell so short may ring before our turn
        set_options(page, OPTIONS.get(game, {}))
    page.locator("dialog").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    page.locator("[data-asked] .game button, [data-asked] [data-cell]").first.wait_for()
    others = [say("web-enlarge", name=bot) for bot in BOTS]  # only to look at
    for width, height in ((740, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(BELOW, others) == []


WAYS: dict[str, Press] = {"mouse": mouse, "keyboard": keyboard}
ALWAYS = (("take-it-easy", "keyboard"), ("xtreme-limits", "keyboard"))  # with cells and with buttons; others are left to soaks
MATCHES = [
    pytest.param(game, way, marks=() if (game, way) in ALWAYS else pytest.mark.soak) for game in registry.names() for way in WAYS
]


@pytest.mark.parametrize(("game", "way"), MATCHES)
def test_a_whole_match_with_two_browsers_and_a_bot(people: People, axe: Axe, game: str, way: str) -> None:
    host = people.come(PHONE)
    choose(host, game).get_by_role("button", name=say("web-more"), exact=True).tap()
    host.get_by_label(say("web-people"), exact=True).fill("2")
    host.get_by_label(say("web-bots"), exact=True).fill("1")
    set_options(host, OPTIONS.get(game, {}))
    host.get_by_role("button", name=say("web-open-table"), exact=True).tap()
    link = host.get_by_label(say("web-link"), exact=True).input_value()
    guest = people.come(DESK, "fr-FR", link)
    guest.get_by_label(say("web-your-name", "fr"), exact=True).fill("Zoé")
    assert axe(guest) == []
    guest.get_by_role("button", name=say("web-join", "fr"), exact=True).click()
    expect(host.get_by_text("Zoé")).to_be_visible()
    assert axe(host) == []
    host.get_by_role("button", name=say("web-start"), exact=True).tap()
    host.locator(".game > *").first.wait_for()
    assert axe(host) == []
    play_on({host: touch, guest: WAYS[way]}, random.Random(game))
    assert axe(host) == []
    assert axe(guest) == []
    to_result(host)
    expect(host.locator("[data-over] .result li")).to_have_count(3)


def test_rules_come_in_the_language_of_the_page(people: People) -> None:
    for lang, words in (("en", "limit cards"), ("fr", "cartes limite")):
        page = people.come(lang=lang)
        choose(page, "limits").get_by_role("button", name=say("web-rules", lang), exact=True).click()
        expect(page.locator(f"dialog article[lang={lang}]")).to_contain_text(words)


def test_a_dialog_gives_the_focus_back(people: People) -> None:
    page = people.come()
    settings = page.get_by_role("button", name=say("web-settings"), exact=True)
    settings.press("Enter")
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    expect(settings).to_be_focused()
    for id in ("web-more", "web-rules"):
        card = choose(page, "limits")
        card.get_by_role("button", name=say(id), exact=True).press("Enter")
        page.locator("dialog").wait_for()
        page.keyboard.press("Escape")
        expect(card.locator(".dots")).to_be_focused()  # the menu is closed


def test_home_and_its_dialogs_have_nothing_axe_finds_wrong(people: People, axe: Axe) -> None:
    for look in ("light", "dark"):
        page = people.come(PHONE, color_scheme=look)
        card = choose(page, "limits")
        card.wait_for()
        assert axe(page) == []
        for id in ("web-more", "web-rules"):
            choose(page, "limits").get_by_role("button", name=say(id), exact=True).tap()
            page.locator("dialog :is(form, article)").wait_for()
            assert axe(page) == []
            page.get_by_role("button", name=say("web-close"), exact=True).tap()
        page.get_by_role("button", name=say("web-settings"), exact=True).tap()
        assert axe(page) == []
