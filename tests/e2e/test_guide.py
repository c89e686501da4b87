"""Guided first games, played through by tapping only what the bubbles point at, by touch and by keyboard alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tablee.core import registry
from tablee.core.guide import Guide
from tests.e2e.conftest import DESK, MOVING, PHONE, TIMEOUT_MS, People
from tests.e2e.hands import Press, act, choose, keyboard, touch
from tests.e2e.said import say

Axe = Callable[[Page], list[str]]
KINDS = {  # by the first word of their actions
    "take-it-easy": {"cell"},
    "take-it-to-the-limit": {"cell", "s:"},
    "xtreme-limits": {"wind", "red", "swap"},
    "limits": {"hide", "four", "colour", "accuse"},
    "ultim-limit": {"go", "roll", "take", "ultim", "stop"},
}


def kind(action: str) -> str:
    word = action.split()[0]
    if word in ("red", "yellow", "green", "blue", "purple") and word == action:
        return "colour"
    return "s:" if word.startswith("s:") else "cell" if word[-1].isdigit() else word


class Learner:
    """Does what the bubbles say, and nothing else."""

    def __init__(self, page: Page, press: Press, lang: str) -> None:
        self.page, self.press = page, press
        self.fast = page.get_by_role("button", name=say("web-fast-forward", lang), exact=True, pressed=False)
        self.done: list[str] = []

    def bubble(self) -> Locator:
        return self.page.locator("[data-bubble]")

    def step(self) -> int:
        """Follows the bubble that is shown, or the dialog that it has led to, and returns the bubble's number."""
        self.bubble().wait_for()
        number = self.bubble().get_attribute("data-bubble")
        self.page.locator(".shade .ring").first.wait_for(state="attached")  # it points at something
        if self.page.locator("[data-read]").count():
            self.press(self.page, self.page.locator("[data-read]"))
        else:
            self.tap(self.page.locator("[data-guided]").first)
        while number == self.shown():
            with suppress(Error):  # the next bubble may have come just now, and may have nothing to tap
                self.tap(self.page.locator("dialog[open] [data-action], [data-guided]").last, 2000)
        return int(number or 0)

    def play_on(self) -> None:
        """Without a bubble, plays anything and hurries the bots until one comes."""
        chance = random.Random(1)
        for _ in range(600):
            asked = self.page.locator("[data-asked]").count()  # a bubble comes with the turn: it is there by now
            if self.bubble().count():
                return
            with suppress(Error, AssertionError):  # the turn may just have ended
                if asked:
                    act(self.page, self.press, chance)
                elif self.fast.count():
                    self.press(self.page, self.fast)
            self.page.wait_for_timeout(100)

    def shown(self) -> str | None:
        """The bubble after something has changed."""
        self.page.wait_for_timeout(150)
        return self.bubble().get_attribute("data-bubble") if self.bubble().count() else None

    def tap(self, target: Locator, patience: float = TIMEOUT_MS) -> None:
        target.wait_for(timeout=patience)
        if action := target.get_attribute("data-action"):
            self.done.append(action)
        self.press(self.page, target)
        self.page.wait_for_timeout(100)


def start(page: Page, game: str, lang: str = "en") -> None:
    choose(page, game).get_by_role("button", name=say("web-rules", lang), exact=True).press("Enter")
    page.locator("dialog").get_by_role("button", name=say("web-show-me-how", lang), exact=True).press("Enter")


def comes_later(guide: Guide, number: int) -> bool:
    """Whether others may have to play first: until a round is over, or until it is your turn again."""
    return guide.bubbles[number].when == "event:count" or guide.bubbles[number - 1].when == "event:stop"


BY_TOUCH = ("take-it-easy", "xtreme-limits")  # test_play.py plays them by keyboard
GUIDED = [
    pytest.param(game, press, marks=() if (press is touch) == (game in BY_TOUCH) else pytest.mark.soak)
    for game in registry.names()
    for press in (touch, keyboard)
]


@pytest.mark.parametrize(("game", "press"), GUIDED)
def test_a_guided_game_teaches_every_kind_of_move(people: People, axe: Axe, game: str, press: Press) -> None:
    lang = "fr" if press is keyboard else "en"
    page = people.come(PHONE, lang)
    start(page, game, lang)
    learner, guide = Learner(page, press, lang), registry.find(game).guide
    assert guide
    learner.bubble().wait_for()
    page.wait_for_timeout(300)
    assert axe(page) == []
    assert page.evaluate(MOVING) == 0
    passed = -1
    while passed + 1 < len(guide.bubbles):  # on a slow machine a second tap may have followed the next one already
        if comes_later(guide, passed + 1):
            learner.play_on()
        passed = learner.step()
    handed = page.locator("[data-learned]")
    expect(handed).to_contain_text(say("web-guide-done", lang))
    page.wait_for_function("() => scrollY === 0")  # back at the call
    assert axe(page) == []
    press(page, handed.get_by_role("button", name=say("web-guide-finish", lang), exact=True))
    expect(learner.bubble()).to_have_count(0)
    assert {kind(action) for action in learner.done} >= KINDS[game]


def test_the_player_may_do_something_else_skip_and_play_on(people: People) -> None:
    page = people.come(DESK)
    page.get_by_role("button", name=say("web-start-here"), exact=True).click()
    bubble = page.locator("[data-bubble]")
    expect(bubble).to_contain_text(say("guide-place", "en", "take-it-easy"))
    expect(page.get_by_text(say("web-practice"), exact=True)).to_be_visible()
    page.locator("[data-cell=a1]").click()
    expect(bubble).to_contain_text(say("guide-line", "en", "take-it-easy"))
    expect(page.locator("[data-guided]")).to_have_count(18)  # no suggestion any more, but every free cell
    page.reload()
    expect(bubble).to_contain_text(say("guide-line", "en", "take-it-easy"))
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    page.locator("[data-cell=a2]").click()
    expect(page.locator("[data-cell=a2][aria-label*='-']")).to_have_count(1)
    page.reload()
    page.locator("[data-asked]").wait_for()
    expect(bubble).to_have_count(0)


def test_newcomers_begin_with_a_guided_game_and_every_menu_offers_one(people: People) -> None:
    page = people.come(DESK)
    here = page.get_by_role("button", name=say("web-start-here"), exact=True)
    expect(here).to_have_count(1)
    assert page.locator("main button.primary").count() == 1
    for game in registry.names():
        expect(choose(page, game).get_by_role("button", name=say("web-show-me-how"), exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    here.click()
    page.locator("[data-bubble]").wait_for()
    page.goto("/")
    page.locator("article").first.wait_for()
    expect(here).to_have_count(0)


def test_a_guided_game_hands_over_to_a_real_one(people: People) -> None:
    page = people.come(PHONE)
    start(page, "take-it-easy")
    learner, guide = Learner(page, touch, "en"), registry.find("take-it-easy").guide
    assert guide
    while learner.step() + 1 < len(guide.bubbles):
        pass
    page.reload()  # the question is asked again
    practice = page.url
    real = page.locator("[data-learned]").get_by_role("button", name=say("web-guide-real"), exact=True)
    keyboard(page, real)
    page.wait_for_url(lambda url: url != practice)
    page.locator("[data-asked]").wait_for()
    expect(page.get_by_text(say("web-practice"), exact=True)).to_have_count(0)
    expect(page.locator("[data-bubble]")).to_have_count(0)
    page.goto("/")
    page.locator("article").first.wait_for()
    assert page.locator(f"a[href*='{practice.rsplit('/', 1)[-1]}']").count() == 0  # the guided game is left


def test_the_light_has_the_shape_of_a_cell(people: People) -> None:
    page = people.come(PHONE)
    start(page, "take-it-easy")
    lit = page.locator(".shade .ring .mint")
    expect(lit.last).to_have_attribute("d", re.compile(r"^M[^L]+(L[^L]+){5}z$"))  # six corners
    page.locator("[data-cell=a1]").tap()
    expect(page.locator("[data-bubble='1']")).to_be_visible()
    expect(page.locator("[data-guided]")).to_have_count(18)
    expect(lit).to_have_count(18)  # each cell, not a box around them
