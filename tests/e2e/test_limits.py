"""Limits in a real browser: hiding, accusing, the reveal, and a page that remembers nothing for its player."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, People
from tests.e2e.hands import act, choose, mouse

Axe = Callable[[Page], list[str]]


def sit_down(people: People, bots: int, motion: str = "reduce") -> Page:
    page = people.come(PHONE, reduced_motion=motion)
    choose(page, "limits").get_by_role("button", name="Options").tap()
    page.get_by_label("Bots", exact=True).fill(str(bots))
    page.locator("dialog").get_by_role("button", name="Play").tap()
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
    expect(page.get_by_text("Hidden by you, only you see it")).to_have_count(2)
    expect(hand).to_have_count(4)
    expect(page.locator(".others li").get_by_text("Hidden cards: 2")).to_be_attached()


def test_an_accusation_is_asked_twice_and_its_reveal_stops_nobody_and_is_forgotten(people: People, axe: Axe) -> None:
    page = sit_down(people, bots=2, motion="no-preference")
    page.clock.install()
    chance, accuse = random.Random(1), page.get_by_role("button", name="Accuse Bot")
    while not accuse.count():
        play_a_turn(page, chance)
    whom = str(accuse.first.get_attribute("aria-label")).removeprefix("Accuse ")
    accuse.first.click()
    question = page.get_by_role("dialog", name=f"Accuse {whom}?")
    expect(question).to_contain_text(f"If not, you take it and {whom} gets the point.")
    assert axe(page) == []
    question.get_by_role("button", name="Cancel").click()
    accuse.first.click()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    question.get_by_role("button", name="Accuse").click()

    reveal = page.get_by_role("region", name="The accusation")
    expect(reveal).to_contain_text(f"Guest accuses {whom} of going over the limit with")
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
    chance, accuse = random.Random(2), page.get_by_role("button", name="Accuse Bot")
    while not accuse.count():
        play_a_turn(page, chance)
    accuse.first.click()
    page.get_by_role("dialog").get_by_role("button", name="Accuse").click()
    expect(page.locator("[aria-label='The accusation'] .verdict b")).to_be_visible()
    expect(page.locator(".change")).to_have_count(2)  # without motion, the verdict is shown at once
    assert axe(page) == []
    play_a_turn(page, chance)
    while not accuse.count():
        play_a_turn(page, chance)
    expect(page.locator("[aria-label='The accusation']")).to_have_count(0)


def test_the_page_remembers_no_card_for_its_player(people: People) -> None:
    page = sit_down(people, bots=2)
    chance = random.Random(3)
    play_a_turn(page, chance)
    for _ in range(6):
        play_a_turn(page, chance)
        assert page.locator("aside").get_by_text(" lays ").count() <= 3  # only the news since the last card
        # the page contains only the top card of the pile, and its mark next to the player who laid it
        assert page.locator(".piles svg").count() <= 2
        assert page.locator(".aside > .mini:not(.turning)").count() <= 1
