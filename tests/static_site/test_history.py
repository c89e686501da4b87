"""My games on a static site: matches that this browser has played, deals of the day among them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.conftest import missing
from tests.e2e.conftest import PHONE
from tests.e2e.engines import ENGINES, lacks, patiently
from tests.e2e.hands import play_on, touch
from tests.e2e.said import say
from tests.e2e.test_engines import SKIP_COUNT, Player
from tests.e2e.test_history import kept
from tests.static_site.hosts import FOLDER, StaticHost
from tests.static_site.test_pages import LOADING

Visit = Callable[..., Page]
EASY, DAY = "take-it-easy", "2026-11-18"
BASE = f"/{FOLDER}/"
FORGET = """async (database) => {  // seats and summaries, as if earlier versions had played; the matches are still there
    for (const key of Object.keys(localStorage)) if (key.endsWith("tablee")) localStorage.removeItem(key);
    const opening = indexedDB.open(database);
    await new Promise((done) => (opening.onsuccess = done));
    const transaction = opening.result.transaction("summaries", "readwrite");
    transaction.objectStore("summaries").clear();
    await new Promise((done) => (transaction.oncomplete = done));
    opening.result.close();
}"""


def play_deal(page: Page, host: StaticHost, chance: random.Random) -> str:
    """Plays the deal to its end, and returns the page of the match."""
    page.goto(f"{host.base}#daily={DAY}")
    page.locator(f"[data-deal={EASY}] button").first.tap()
    page.locator("[data-asked]").wait_for(timeout=1000 * LOADING)
    play_on({page: touch}, chance)
    page.locator("dialog[data-end], [data-daily]").first.wait_for()
    return page.url


def rows(page: Page) -> Locator:
    return page.get_by_role("region", name=say("web-history-list")).get_by_role("listitem")


@pytest.mark.soak
def test_a_first_try_counts_and_what_this_device_forgot_comes_back(visit: Visit, host: StaticHost) -> None:
    page, chance = visit(PHONE), random.Random(4)
    first, second = play_deal(page, host, chance), play_deal(page, host, chance)
    assert first != second
    page.goto(f"{host.base}#history")
    expect(rows(page)).to_have_count(2)
    expect(rows(page).filter(has_text=say("web-history-mark-practice"))).to_have_count(1)
    expect(page.get_by_text(say("web-history-few", count=1))).to_be_visible()
    before = kept(page, f"{BASE} tablee-history")
    page.evaluate(FORGET, f"{BASE} tablee-history")
    page.goto(f"{first}#replay")
    page.locator("[data-at]").wait_for(timeout=1000 * LOADING)  # Python is there
    page.evaluate("location.hash = 'history'")
    expect(rows(page)).to_have_count(2)
    again = kept(page, f"{BASE} tablee-history")
    assert [without_time(one) for one in again] == [without_time(one) for one in before]


def without_time(summary: dict[str, Any]) -> dict[str, Any]:
    """A match begins when its seat is taken; the browser and Python look at their clocks one after the other."""
    return {name: value for name, value in summary.items() if name != "when"}


@pytest.mark.soak
@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_other_engines_keep_their_games_too(host: StaticHost, name: str) -> None:
    if what := lacks(name):
        missing(f"{what} is not installed")
    engine = ENGINES[name]()
    try:
        player = Player(engine, host.base)
        player.sit_down(EASY, LOADING)
        player.play_on(600)
        patiently(lambda: engine.run(SKIP_COUNT))
        engine.run("location.hash = 'history'")
        patiently(lambda: player.sees("[data-history] li:only-child .score"))
        score = engine.run("return document.querySelector('[data-history] .score').textContent")
        player.leave()
        engine.open(f"{host.base}#history")
        patiently(lambda: player.sees("[data-history] li:only-child .score"))
        assert engine.run("return document.querySelector('[data-history] .score').textContent") == score
    finally:
        engine.close()
