"""Plays any game in a browser like people do: by touch, mouse or keyboard alone, using the marks on its controls."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from playwright.sync_api import Error, Locator, Page

ACTIONS = ".game [data-action]:not([disabled]):not([aria-pressed='true'])"
STEPS = ".game [data-step]:not([disabled]), dialog [data-step]:not([disabled])"
# options with which matches with a hidden clock take seconds, and the tile games show all their features
OPTIONS: dict[str, dict[str, str]] = {
    "take-it-to-the-limit": {"board": "orchid"},
    "ultim-limit": {"glass_from": "1", "glass_to": "1.4", "roll_gap": "0.1"},
    "xtreme-limits": {"bell_from": "5", "bell_to": "5", "rounds": "1"},
}
Press: TypeAlias = Callable[[Page, Locator], None]


def mouse(_: Page, target: Locator) -> None:
    target.click()


def touch(_: Page, target: Locator) -> None:
    target.tap()


def keyboard(page: Page, target: Locator) -> None:
    """Tab to the board or button; arrows on a board; then Enter. The focus must be where the keys lead."""
    cell = target.get_attribute("data-cell")
    if cell is None:
        target.focus()
    else:
        _walk(page, target, cell)
    assert target.evaluate("one => one === document.activeElement"), cell
    page.keyboard.press("Enter")


def _walk(page: Page, target: Locator, cell: str) -> None:
    """Moves over the hexes with arrow keys: first to the column, then up or down."""
    target.locator("xpath=ancestor::*[local-name()='svg'][1]").locator("[tabindex='0']").focus()
    for _ in range(60):
        here = page.evaluate("document.activeElement.dataset.cell")
        if here == cell:
            return
        (x, y), (to_x, to_y) = _place(here), _place(cell)
        key = ("ArrowRight" if x < to_x else "ArrowLeft") if x != to_x else ("ArrowDown" if y < to_y else "ArrowUp")
        page.keyboard.press(key)
    raise AssertionError(f"no way to {cell}")


def _place(cell: str) -> tuple[int, int]:
    found = re.search(r"([a-z])(\d+)$", cell)
    assert found
    return ord(found[1]), int(found[2])


def is_over(page: Page) -> bool:
    return page.locator("[data-over]").count() > 0


def act(page: Page, press: Press, chance: random.Random) -> bool:
    """Does one legal thing; False if there is none."""
    for marks in (ACTIONS, STEPS):
        targets = page.locator(marks)
        if count := targets.count():
            press(page, targets.nth(chance.randrange(count)))
            return True
    return False


def play_on(pages: dict[Page, Press], chance: random.Random, steps: int = 2000) -> None:
    """Everybody plays until all see the end. A tap may come too late for its turn, but not again and again."""
    late = Counter[Page]()
    for _ in range(steps):
        going = [page for page in pages if not is_over(page)]
        if not going:
            return
        for page in going:
            if page.locator("[data-asked]").count():
                try:
                    act(page, pages[page], chance)
                    late[page] = 0
                except (Error, AssertionError):
                    late[page] += 1
                    if late[page] == 4:
                        raise
        going[0].wait_for_timeout(20)
    raise AssertionError("the match does not end")


def choose(page: Page, game: str) -> Locator:
    """The card of a game on the home page. On a phone, everything but Play is behind three dots."""
    card = page.locator(f"article:has([data-game='{game}'])")
    card.wait_for()
    dots = card.locator("[aria-expanded=false]")
    if dots.is_visible():
        dots.click()
    return card


def swap_cell(page: Page) -> Locator:
    """In Xtreme Limits, a cell where the player, who is the host and whose turn will come, may swap a card."""
    wind, hand = page.locator("[data-action=wind]"), page.locator(".hands [data-step]")
    fast = page.locator(".status [aria-pressed=false]")
    landing = page.locator(".face [data-action]:is([data-reach$=' 4'], [data-reach$=' 8'])")
    wind.or_(hand).or_(fast).first.wait_for()
    if fast.count():  # five bots before us take up to 40 s
        with suppress(Error):  # it is gone if our turn has come
            fast.click(timeout=2000)
        wind.or_(hand).first.wait_for()
    if wind.count():
        wind.click()
        hand.first.wait_for()
    if not landing.count():
        hand.first.click()
    return landing.first


def play_bots(page: Page, game: str, bots: int, **options: str) -> None:
    """From the home page to a match against bots. Perhaps they are to act first."""
    choose(page, game).locator(".small button").first.click()
    set_options(page, options)
    page.locator("dialog input[type=number]").nth(1).fill(str(bots))
    page.locator("dialog button.primary").click()
    page.locator("[data-asked], [data-over], .status button").first.wait_for()


def set_options(page: Page, options: dict[str, str]) -> None:
    """Sets options in the new-table dialog."""
    for name, value in options.items():
        field = page.locator(f"dialog [name={name}]")
        field.fill(value) if value[0].isdigit() else field.select_option(value)
