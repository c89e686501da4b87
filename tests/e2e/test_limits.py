"""Limits in a real browser: hiding, accusing, the reveal, and a page that remembers nothing for its player."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, People
from tests.e2e.hands import act, choose, mouse
from tests.e2e.said import ANY, BOTS, like, say

Axe = Callable[[Page], list[str]]
ACCUSE = like("web-accuse-whom", "en", "limits", name=ANY)
SETTLED = re.compile(
    "|".join(
        like(id, "en", "limits", you=you, seat=ANY, other=ANY, won=won).pattern
        for id in ("guilty", "innocent")
        for you in ("seat", "other", "nobody")
        for won in (0, 1)
    )
)
RING_FITS = """button => {
  const { outlineWidth, outlineOffset } = getComputedStyle(button);
  const [ring, own, clip] = [parseFloat(outlineWidth) + parseFloat(outlineOffset),
    button.getBoundingClientRect(), button.closest("section").getBoundingClientRect()];
  return document.activeElement === button && ring > 0 && own.left - ring >= clip.left && own.right + ring <= clip.right;
}"""
WIDER = "document.documentElement.scrollWidth > innerWidth"
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


def accuse_somebody(page: Page, chance: random.Random) -> None:
    accuse = page.get_by_role("button", name=ACCUSE)
    while not accuse.count():
        play_a_turn(page, chance)
    accuse.first.click()


def test_the_hand_stays_where_it_is_when_somebody_can_be_accused(people: People) -> None:
    page = sit_down(people, bots=2)
    chance = random.Random(1)
    play_a_turn(page, chance)
    before = page.locator(".hand").bounding_box()
    while not page.get_by_role("button", name=ACCUSE).count():
        play_a_turn(page, chance)
    assert page.locator(".hand").bounding_box() == before


def test_an_accusation_is_asked_twice_and_judged_before_anything_changes(people: People, axe: Axe) -> None:
    page = sit_down(people, bots=2, motion="no-preference")
    page.clock.install()
    accuse_somebody(page, random.Random(1))
    accuse = page.get_by_role("button", name=ACCUSE)
    label = accuse.first.get_attribute("aria-label")
    whom = next(bot for bot in BOTS if label == limits("web-accuse-whom", name=bot))
    question = page.get_by_role("dialog", name=limits("web-accuse-sure", name=whom), exact=True)
    expect(question).to_contain_text(limits("web-accuse-text", name=whom, penalty=2))
    assert axe(page) == []
    question.get_by_role("button", name=say("web-cancel"), exact=True).click()
    accuse.first.click()
    score = page.locator("aside output").first.inner_text()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    question.get_by_role("button", name=limits("web-accuse"), exact=True).click()

    scene = page.get_by_role("region", name=limits("web-reveal"), exact=True)
    expect(scene).to_contain_text(limits("web-accusation", you="seat", other=whom))
    cards = scene.locator(".place.laid")
    counted = []
    while not scene.get_by_role("button", name=limits("web-continue"), exact=True).count():
        # until the verdict: no points, no new limit card, no hand, no turn, and nothing of it anywhere on the page
        assert not SETTLED.search(page.locator("body").inner_text() + page.locator("[role=status]").last.inner_text())
        assert page.locator(".change, .hand, .limits, [data-action]").count() == 0
        assert page.locator("aside output").first.inner_text() == score
        assert not page.evaluate(WIDER)
        counted.append(cards.count())
        page.clock.run_for(100)
    assert scene.get_by_role("button", name=limits("web-continue"), exact=True).evaluate(RING_FITS)
    assert counted[0] == 0
    assert all(after - before in (0, 1) for before, after in itertools.pairwise(counted))
    assert not page.evaluate(WIDER)
    expect(scene.locator(".finding")).to_have_text(SETTLED)
    expect(page.locator(".change")).to_have_count(0)
    page.clock.run_for(7000)
    expect(scene).to_have_count(0)
    expect(page.locator(".change")).to_have_count(2)
    expect(page.locator(".hand button")).to_have_count(5)


def test_a_verdict_can_be_held_and_skipped(people: People, axe: Axe) -> None:
    page = sit_down(people, bots=2)
    accuse_somebody(page, random.Random(2))
    page.get_by_role("dialog").get_by_role("button", name=limits("web-accuse"), exact=True).click()
    scene = page.get_by_role("region", name=limits("web-reveal"), exact=True)
    expect(scene.locator(".buttons")).to_be_in_viewport(ratio=1)
    scene.get_by_role("button", name=limits("web-hold"), exact=True).click()
    assert axe(page) == []
    scene.get_by_role("button", name=limits("web-show-verdict"), exact=True).click()
    expect(scene.locator(".finding")).to_have_text(SETTLED)
    expect(scene.locator(".buttons")).to_be_in_viewport(ratio=1)
    assert axe(page) == []
    scene.get_by_role("button", name=limits("web-continue"), exact=True).click()
    expect(scene).to_have_count(0)
    assert page.evaluate("scrollY") == 0


def test_the_page_remembers_no_card_for_its_player(people: People) -> None:
    page = sit_down(people, bots=2)
    chance = random.Random(3)
    play_a_turn(page, chance)
    for _ in range(6):
        play_a_turn(page, chance)
        assert page.locator("aside").get_by_text(LAYS).count() <= 3  # what has come since the last card, not what came before
        # of the pile there is its top alone, and its mark beside who laid it
        assert page.locator(".piles svg").count() <= 2
        assert page.locator(".aside > .mini").count() <= 1
