"""Without its server, the client still opens: a service worker has kept it, and Python."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.conftest import missing
from tests.e2e.conftest import People
from tests.e2e.engines import patiently
from tests.e2e.hands import choose
from tests.e2e.said import say
from tests.e2e.server_process import Server
from tests.pyodide import pythons

READY = "() => navigator.serviceWorker.ready.then(() => true)"
KEPT = "async () => (await caches.keys()).some((name) => name.startsWith('tablee-client-')) && (await caches.has('tablee-texts'))"
OLD = "async () => { await caches.open('tablee-client-old'); await caches.open('of-another-site'); }"


PYTHON = """async () => {
    const name = (await caches.keys()).find((name) => name.startsWith("tablee-python-"));
    const files = name ? await (await caches.open(name)).keys() : [];
    return files.some(({ url }) => url.endsWith(".wasm"));
}"""


def test_home_opens_while_the_server_is_away(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "tablee.db")
    people = People(browser, server.base)
    page = people.come(service_workers="allow")
    page.evaluate(OLD)
    page.evaluate(READY)
    page.reload()  # the texts of the second visit are kept
    choose(page, "take-it-easy")
    patiently(lambda: page.evaluate(KEPT))
    assert sorted(page.evaluate("caches.keys()"))[0] == "of-another-site"
    assert "tablee-client-old" not in page.evaluate("caches.keys()")
    server.stop()
    page.goto(server.base + "/t/abcdefghijkl")  # any page
    expect(page.get_by_role("button", name=say("web-retry"), exact=True)).to_be_visible()
    page.goto(server.base)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    expect(page.get_by_role("alert").get_by_text(say("web-offline"))).to_be_visible()
    people.close()


def test_a_match_is_played_and_a_board_scored_while_the_server_is_away(browser: Browser, tmp_path: Path) -> None:
    """If the server has Python for its visitors, the first visit brings it, and nobody has to play before."""
    if why := pythons.missing():
        missing(why)
    server = Server(tmp_path / "tablee.db", python=True)
    people = People(browser, server.base)
    page = people.come(service_workers="allow")
    choose(page, "take-it-easy")
    patiently(lambda: page.evaluate(PYTHON), seconds=60)
    server.stop()
    page.reload()
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    page.locator("[data-cell=c3]").click(timeout=90_000)
    page.locator("[data-cell=c3][aria-label*='-']").wait_for()
    page.reload()
    page.locator("[data-cell=c3][aria-label*='-']").wait_for(timeout=90_000)
    page.goto(server.base + "/#box/take-it-easy/scorer")
    for tile in ("9-7-3", "9-6-3", "9-2-3"):  # a column of three nines
        page.locator(f"[data-tile='{tile}']").click()
    expect(page.locator(".now output")).to_have_text("27", timeout=90_000)
    people.close()
