"""The deal of the day on a static site, without a network: played to the end, with par and the expert's board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tablee.calls import calls_of
from tablee.core import registry
from tablee.daily import deal_of, read_day
from tests.e2e.conftest import PHONE
from tests.e2e.said import say
from tests.static_site.hosts import StaticHost
from tests.static_site.test_pages import is_kept

Visit = Callable[..., Page]
EASY, DAY = "take-it-easy", "2026-11-18"


@pytest.mark.soak
def test_a_deal_is_played_offline(visit: Visit, host: StaticHost) -> None:
    page = visit(PHONE)
    page.goto(f"{page.url.partition('#')[0]}#daily={DAY}")
    page.locator(f"[data-deal={EASY}] button").first.tap()
    page.locator("[data-asked]").wait_for(timeout=90_000)
    expect(page.locator("[data-page=rivals] .who")).to_be_visible(timeout=60_000)  # bots have what they need
    is_kept(page)
    host.stop()
    page.reload()
    game = registry.find(EASY).game
    called = calls_of(game, deal_of(registry.find(EASY), read_day(DAY)).dealer, game.options())
    page.locator("[data-asked]").wait_for(timeout=90_000)
    for number, tile in enumerate(called):
        expect(page.locator(".called")).to_contain_text(tile)
        page.locator("[data-asked] [data-cell][data-action]").first.tap()
        if number == 1:
            expect(page.locator("[data-page=rivals] .board svg g:has(> line.band)").first).to_be_visible(timeout=60_000)
    expect(page.locator("dialog[data-end]")).to_be_visible()
    page.reload()
    result = page.locator("[data-daily=counts]")
    expect(result.locator("[data-par]")).to_be_visible(timeout=120_000)
    expect(result.locator("[data-better]")).to_be_visible(timeout=120_000)
    expect(page.get_by_text(say("web-daily-honour"))).to_be_visible()
