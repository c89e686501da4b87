"""A game from another package with a table, a cover and texts of its own: tests/toy, on a server, with and without a network."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import missing
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.engines import patiently
from tests.e2e.hands import choose, keyboard, play_on
from tests.e2e.said import say
from tests.e2e.server_process import Server
from tests.games_here import install_toy
from tests.pyodide import pythons

Axe = Callable[[Page], list[str]]
GLASS = 60  # seconds
LOADING = 90_000  # ms, for Python
TABLE = "tablee-toy"
FILES = ["table.js", "table.css", "cover.svg", "tablee.zip", ".wasm"]
KEPT = """async (ends) => {
    const caching = (await caches.keys()).map((name) => caches.open(name).then((cache) => cache.keys()));
    const urls = (await Promise.all(caching)).flat().map(({ url }) => url);
    return ends.every((end) => urls.some((url) => url.endsWith(end)));
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    if why := pythons.missing():
        missing(why)
    package = install_toy(tmp_path / "packages", whole=True, glass=GLASS)
    server = Server(tmp_path / "tablee.db", str(package.parent), python=True)
    yield server
    if server.process.poll() is None:
        server.stop()


def play_toy(page: Page, axe: Axe, lang: str) -> None:
    """A whole match against bots at the game's own table, by keyboard."""
    card = choose(page, "toy")
    cover = card.locator("img[src$='cover.svg']")
    expect(cover).to_be_visible()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=cover.element_handle())
    expect(card.get_by_role("heading", name=say("game", lang, "toy"), exact=True)).to_be_visible()
    assert axe(page) == []
    keyboard(page, card.get_by_role("button", name=say("web-play-bots", lang), exact=True))
    table = page.locator(TABLE)
    expect(table.get_by_text(say("table-hint", lang, "toy"))).to_be_visible(timeout=LOADING)
    assert table.evaluate("one => getComputedStyle(one).display") == "grid"  # its stylesheet is there
    expect(table.get_by_role("button")).to_have_text([say("action-take", lang, "toy"), say("action-leave", lang, "toy")])
    assert axe(page) == []
    play_on({page: keyboard}, random.Random(1))
    expect(page.locator("[data-over] .result li").first).to_be_visible()
    expect(table.get_by_role("button", disabled=True)).to_have_count(2)
    assert axe(page) == []


@pytest.mark.parametrize(("lang", "size"), [("en", DESK), ("fr", PHONE)])
def test_a_match_at_its_own_table(server: Server, people: People, axe: Axe, lang: str, size: tuple[int, int]) -> None:
    page = people.come(size, lang)
    play_toy(page, axe, lang)


def test_the_same_without_a_network(browser: Browser, server: Server, axe: Axe) -> None:
    people = People(browser, server.base)
    page = people.come(DESK, "fr", service_workers="allow")
    choose(page, "toy")
    patiently(lambda: page.evaluate(KEPT, [*FILES, "/toy/strings/fr"]), seconds=60)
    server.stop()
    page.reload()
    play_toy(page, axe, "fr")
    people.close()


def test_a_replay_is_shown_at_its_own_table(server: Server, people: People, axe: Axe) -> None:
    page = people.come(DESK, "en")
    play_toy(page, axe, "en")
    page.goto(f"{page.url}#replay")
    page.locator("input[type=range]").first.wait_for()
    page.keyboard.press("End")
    expect(page.locator(TABLE).get_by_role("button", disabled=True)).to_have_count(2)
