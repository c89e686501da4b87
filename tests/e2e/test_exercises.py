"""Exercises in browsers: two tries, what they say, and five a day on the home page."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tablee.core import registry
from tablee.jobs.exercises import made_exercises
from tablee.protocol import study
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.hands import Press, keyboard, mouse, touch
from tests.e2e.said import say

Axe = Callable[[Page], list[str]]


def come(people: People, size: tuple[int, int], game: str) -> Page:
    """The home page of a device on which a match of this game was played."""
    seat = {"match": "m", "seat": 0, "token": "", "nonce": "", "game": game, "when": 0, "score": "150"}
    page = people.come(size, path="about:blank")
    page.add_init_script(f"localStorage.tablee ??= {json.dumps(json.dumps({'seats': [seat]}))}")
    page.goto("/")
    return page


def opened(page: Page, game: str) -> study.Exercise:
    """The exercise on the screen, as it comes with the game."""
    picked = json.loads(page.evaluate("localStorage.getItem('tablee-exercises')"))
    done = set(picked["done"])
    id = next(one["id"] for one in picked["today"] if one["id"] not in done)
    return next(one for one in made_exercises(registry.find(game))[0].exercises if one.id == id)


def by_worth(exercise: study.Exercise) -> list[study.ExerciseChoice]:
    return sorted(exercise.choices, key=lambda choice: choice.behind)


@pytest.mark.parametrize(("size", "press"), [(PHONE, touch), (DESK, keyboard)], ids=["touch", "keyboard"])
def test_an_exercise_takes_two_tries_and_says_the_best_only_at_the_end(
    people: People, axe: Axe, size: tuple[int, int], press: Press
) -> None:
    page = come(people, size, "take-it-easy")
    page.get_by_role("link", name=say("web-exercise-start")).click()
    expect(page.locator("[data-tries='0']")).to_be_visible()
    exercise = opened(page, "take-it-easy")
    tile = next(str(panel.value) for panel in exercise.public if panel.shape == "tile")
    expect(page.get_by_role("heading", level=2)).to_have_text(say("web-exercise-where", tile=tile))
    expect(page.locator("[data-pointed]")).to_have_count(0)
    assert axe(page) == []
    best, *_, poor, worst = by_worth(exercise)

    press(page, page.locator(f"[data-cell={worst.action}][data-action]"))
    expect(page.locator("[data-try='1']")).to_contain_text(worst.action)
    expect(page.locator("[data-pointed=tried]")).to_have_count(1)
    expect(page.locator("[data-pointed=better], [data-pointed=yours], [data-answer]")).to_have_count(0)
    expect(page.locator(".bar .done")).to_have_count(0)
    assert best.action not in page.locator(".answers").inner_text()
    assert axe(page) == []

    press(page, page.locator(f"[data-cell={poor.action}][data-action]"))
    expect(page.locator("[data-answer=shown]")).to_contain_text(best.action)
    expect(page.locator("[data-pointed=tried]")).to_have_count(2)
    expect(page.locator("[data-pointed=better]")).to_have_count(1)
    expect(page.locator("[data-answer] li button").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".bar .done")).to_have_count(1)
    assert axe(page) == []

    page.get_by_role("button", name=say("web-exercise-next")).click()
    expect(page.locator("[data-tries='0']")).to_be_visible()
    exercise = opened(page, "take-it-easy")
    best = by_worth(exercise)[0]
    press(page, page.locator(f"[data-cell={best.action}][data-action]"))
    expect(page.locator("[data-answer=right]")).to_contain_text(say("web-exercise-best", action=best.action))
    expect(page.locator("[data-pointed=right]")).to_have_count(1)


def test_five_a_day_are_counted_on_the_home_page_and_not_asked_again(people: People, axe: Axe) -> None:
    page = come(people, DESK, "take-it-easy")
    expect(page.locator("[data-exercises='0']")).to_be_visible()
    page.get_by_role("link", name=say("web-exercise-start")).click()
    for number in range(5):
        expect(page.locator("[data-tries='0']")).to_be_visible()
        best = by_worth(opened(page, "take-it-easy"))[0]
        mouse(page, page.locator(f"[data-cell={best.action}][data-action]"))
        expect(page.locator(".bar .done")).to_have_count(number + 1)
        name = say("web-exercise-finish" if number == 4 else "web-exercise-next")
        page.get_by_role("button", name=name).click()
    expect(page.get_by_role("heading", name=say("web-exercise-done"))).to_be_visible()
    assert axe(page) == []
    page.get_by_role("link", name=say("web-exercise-home")).click()
    expect(page.locator("[data-exercises='5']")).to_be_visible()
    expect(page.get_by_role("link", name=say("web-exercise-start"))).to_have_count(0)
    assert axe(page) == []


@pytest.mark.parametrize("game", ["limits", "xtreme-limits", "ultim-limit", "take-it-to-the-limit"])
def test_other_games_are_tried_at_their_own_table(people: People, axe: Axe, game: str) -> None:
    page = come(people, PHONE, game)
    page.get_by_role("link", name=say("web-exercise-start")).click()
    expect(page.locator("[data-tries='0'] .game [data-action], [data-tries='0'] .game [data-step]").first).to_be_visible()
    assert axe(page) == []
