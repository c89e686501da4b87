"""A whole game night on the static site, on a phone without a network."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.test_evening import put
from tests.e2e.test_game_night import play_two_games, seeds
from tests.static_site.hosts import StaticHost
from tests.static_site.test_pages import EASY, Visit, is_kept


def test_four_people_play_two_games_without_a_network(visit: Visit, host: StaticHost, axe: Callable[[Page], list[str]]) -> None:
    page = visit(PHONE)
    page.add_init_script(seeds(7, 9))
    page.goto(f"{host.base}#box/{EASY}/scorer")  # loads Python
    put(page, "9-7-3")
    expect(page.locator("[data-cell=a1]")).to_have_accessible_name("a1: 9-7-3")
    is_kept(page)
    page.reload()  # from now on, the service worker answers
    expect(page.locator("[data-cell=a1]")).to_be_visible()
    host.stop()
    page.goto(f"{host.base}#box/night")
    page.reload()
    play_two_games(page, axe)
