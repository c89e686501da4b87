"""The coach on the static site, on a phone without a network: a hint, a review with its moments, playing on, an exercise."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.ends import to_result
from tests.e2e.hands import play_on, touch
from tests.e2e.said import say
from tests.e2e.test_coach import look_at_the_first_moment, reviewed, solve_own, take_hint
from tests.static_site.hosts import StaticHost
from tests.static_site.test_pages import EASY, Visit, is_kept, sit_down


def test_the_coach_needs_no_network(visit: Visit, host: StaticHost, axe: Callable[[Page], list[str]]) -> None:
    page = visit(PHONE)
    sit_down(page, EASY)
    is_kept(page)
    host.stop()
    page.reload()
    for cell in ("c3", "c2"):
        page.locator(f"[data-asked] [data-cell={cell}][data-action]").tap(timeout=90_000)
    page.locator("[data-asked]").wait_for()
    take_hint(page, axe)
    play_on({page: touch}, random.Random(5))
    to_result(page)
    expect(page.get_by_role("dialog").get_by_text(say("web-hints-used", turns=1))).to_be_visible()

    page.get_by_role("dialog").get_by_role("link", name=say("web-review"), exact=True).tap()
    reviewed(page)
    moment = look_at_the_first_moment(page, axe)

    page.get_by_role("button", name=say("web-play-on"), exact=True).tap()
    expect(page.locator("[data-asked] .game")).to_be_visible()
    expect(page.locator("header h1 small")).to_have_text(say("web-practice"))
    expect(page.locator(".game [data-cell]:not([data-action])")).to_have_count(moment.number - 1)

    page.goto(f"{host.base}#exercises")
    solve_own(page, moment)
