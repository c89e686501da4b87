"""Limits in a real browser: hiding, accusing, the reveal, and a page that remembers nothing for its player."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, People
from tests.e2e.hands import act, choose, mouse
from tests.e2e.said import ANY, like, say

Axe = Callable[[Page], list[str]]
BOTS = [say("web-bot", number=number) for number in (2, 3)]
ACCUSE = like("web-accuse-whom", "en", "limits", name=ANY)
LAYS = re.compile("|".join(like("lays", "en", "limits", you=you, seat=ANY, colour=ANY).pattern for you in ("seat", "nobody")))


def limits(id: str, **args: str | int) -> str:
    return say(id, "en", "limits", **args)


def sit_down(people: People, bots: int, motion: str = "reduce") -> Page:
    page = people.come(PHONE, reduced_motion=motion)
    choose(page, "limits").get_by_role("button", name=say("web-more"), exact=True).tap()
    page.get_by_label(say("web-bots"), exact=True).fill(str(bots))
    page.locator("dialog").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.locator("[data-asked] .hand button").first.wait_for()
    return page


def play_a_turn(page: Page, chance: random.Random) -> None:
    """Hides or lays a card and waits for the next turn."""
    assert act(page, mouse, chance)  # unlike a tap, a click has had its effect when it returns
    page.locator("[data-asked]").wait_for()


def test_two_cards_are_hidden_by_two_taps_and_only_their_owner_sees_them(people: People) -> None:
    page = sit_down(people, bots=1)
    hand = page.locator(".hand button")
    expect(hand).to_have_count(6)
    expect(page.locator("[data-action]")).to_have_count(0)
    hand.nth(4).tap()
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)
    hand.nth(1).tap()
    expect(page.get_by_text(like("web-your-secret", "en", "limits", colour=ANY))).to_have_count(2)
    expect(hand).to_have_count(4)
    expect(page.locator(".others li").get_by_text(f"{say('panel-hidden', 'en', 'limits')}: 2")).to_be_attached()


def test_an_accusation_is_asked_twice_and_its_reveal_stops_nobody_and_is_forgotten(people: People, axe: Axe) -> None:
    page = sit_down(people, bots=2, motion="no-preference")
    page.clock.install()
    chance, accuse = random.Random(1), page.get_by_role("button", name=ACCUSE)
    while not accuse.count():
        play_a_turn(page, chance)
    label = accuse.first.get_attribute("aria-label")
    whom = next(bot for bot in BOTS if label == limits("web-accuse-whom", name=bot))
    accuse.first.click()
    question = page.get_by_role("dialog", name=limits("web-accuse-sure", name=whom), exact=True)
    expect(question).to_contain_text(limits("web-accuse-text", name=whom, penalty=2))
    assert axe(page) == []
    question.get_by_role("button", name=say("web-cancel"), exact=True).click()
    accuse.first.click()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    question.get_by_role("button", name=limits("web-accuse"), exact=True).click()

    reveal = page.get_by_role("region", name=limits("web-reveal"), exact=True)
    expect(reveal).to_contain_text(like("accuses", "en", "limits", you="seat", other=whom, colour=ANY))
    expect(page.locator(".turning")).to_have_count(3)  # everybody's raiser
    expect(page.locator(".change")).to_have_count(0)  # points are given only with the verdict
    expect(page.locator(".hand [data-action]")).to_have_count(5)  # meanwhile the next card can be hidden
    page.clock.run_for(6000)
    expect(page.locator(".change")).to_have_count(2)
    page.clock.run_for(9000)
    expect(reveal).to_have_count(0)
    expect(page.locator(".turning, .change")).to_have_count(0)


def test_a_card_that_is_laid_ends_the_reveal(people: People, axe: Axe) -> None:
    page = sit_down(people, bots=2)
    chance, accuse = random.Random(2), page.get_by_role("button", name=ACCUSE)
    while not accuse.count():
        play_a_turn(page, chance)
    accuse.first.click()
    page.get_by_role("dialog").get_by_role("button", name=limits("web-accuse"), exact=True).click()
    expect(page.get_by_role("region", name=limits("web-reveal"), exact=True).locator(".verdict b")).to_be_visible()
    expect(page.locator(".change")).to_have_count(2)  # without motion the verdict is there at once
    assert axe(page) == []
    play_a_turn(page, chance)
    while not accuse.count():
        play_a_turn(page, chance)
    expect(page.get_by_role("region", name=limits("web-reveal"), exact=True)).to_have_count(0)


def test_the_page_remembers_no_card_for_its_player(people: People) -> None:
    page = sit_down(people, bots=2)
    chance = random.Random(3)
    play_a_turn(page, chance)
    for _ in range(6):
        play_a_turn(page, chance)
        assert page.locator("aside").get_by_text(LAYS).count() <= 3  # what has come since the last card, not what came before
        # of the pile there is its top alone, and its mark beside who laid it
        assert page.locator(".piles svg").count() <= 2
        assert page.locator(".aside > .mini:not(.turning)").count() <= 1
