"""The static site in a browser: whole matches without a server, and without a network."""

from __future__ import annotations

import random
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tablee.bots import chance_of, player
from tablee.core import registry
from tablee.core.record import Note, NoteId
from tablee.games.take_it_easy.rules import Place
from tablee.games.take_it_easy.tiles import CELLS
from tablee.replay import loads, verify
from tests.conftest import missing
from tests.e2e.conftest import PHONE, People
from tests.e2e.engines import ENGINES, lacks, patiently
from tests.e2e.hands import OPTIONS, choose, is_over, mouse, play_on, set_options
from tests.e2e.said import say
from tests.e2e.test_engines import LISTEN, Player
from tests.static_site.hosts import FOLDER, StaticHost

Visit = Callable[..., Page]
EASY = "take-it-easy"
LOADING = 90  # seconds
KEPT = """async () => {
    const names = await caches.keys();
    const python = names.find((name) => name.includes("tablee-python-"));
    const files = python ? await (await caches.open(python)).keys() : [];
    return names.length === 2 && ["tablee.zip", ".wasm", "nets.bin"].every((end) => files.some(({ url }) => url.endsWith(end)));
}"""

SOON_KEPT = f"({KEPT})().then((kept) => {{ window.kept = kept; }}); return window.kept ?? false;"


def sit_down(page: Page, game: str) -> None:
    """Against one bot of its usual kind, or as many as the game needs."""
    choose(page, game).get_by_role("button", name=say("web-more"), exact=True).click()
    set_options(page, OPTIONS.get(game, {}))
    if page.locator("dialog [name=pace]").count():  # not where a hidden clock may run
        page.locator("dialog [name=pace]").select_option("quick")
    page.locator("dialog").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    page.locator(".game > *").first.wait_for(timeout=90_000)


def play_some(page: Page, chance: random.Random, turns: int) -> None:
    for _ in range(turns):
        page.locator("[data-asked]").first.wait_for()
        before = page.locator(".game").inner_html()
        page.locator(".game [data-action]:not([disabled])").first.click()
        page.wait_for_function("before => document.querySelector('.game').innerHTML !== before", arg=before)


def is_kept(page: Page) -> None:
    """Waits until the browser has the whole site."""
    patiently(lambda: page.evaluate(KEPT))


def test_home_can_be_used_before_python_arrives(visit: Visit) -> None:
    page = visit(PHONE)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.reload()
    card = choose(page, EASY)
    card.get_by_role("button", name=say("web-rules"), exact=True).click()
    page.locator("dialog article").wait_for()
    page.goto(f"{page.url}#box/{EASY}/caller")
    page.get_by_role("button", name=say("web-box-first"), exact=True).click()
    expect(page.get_by_role("button", name=say("web-box-next"), exact=True)).to_be_visible()
    assert fetched
    assert not [url for url in fetched if "/engine/" in url]


def test_the_way_back_from_the_box_stays_on_the_site(visit: Visit, host: StaticHost) -> None:
    page = visit(PHONE)
    page.get_by_role("link", name=say("web-box"), exact=True).tap()
    page.get_by_role("link", name=say("web-home"), exact=True).tap()
    choose(page, EASY)
    assert page.url.startswith(host.base)
    page.reload()
    choose(page, EASY)


def move_to_another_tab(first: Page) -> Page:
    """Opens the table in a second tab; the server moves there, and the first tab says so."""
    second = first.context.new_page()
    second.goto(first.url)
    second.locator("[data-asked]").first.wait_for(timeout=90_000)
    expect(first.get_by_text(say("web-engine-elsewhere"))).to_be_visible()
    return second


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.soak if game != EASY else ()) for game in registry.names()]
)
def test_a_match_goes_on_without_a_network_and_after_a_reload(visit: Visit, host: StaticHost, game: str) -> None:
    page, chance = visit(), random.Random(3)
    page.context.add_init_script("window.fresh = true")
    sit_down(page, game)
    if game == EASY:
        play_some(page, chance, 2)
    is_kept(page)
    host.stop()
    if game == EASY:
        page = move_to_another_tab(page)
    page.reload()
    page.locator(".game > *").first.wait_for(timeout=90_000)
    if game == EASY:
        assert page.locator(".game [data-cell][aria-label*='-']").count() >= 2  # the tiles that were placed before
    play_on({page: mouse}, chance, 20_000)
    assert is_over(page)
    page.goto(page.url + "#replay")
    expect(page.locator(".stage, .game").first).to_be_visible()
    assert page.locator("a[href^='/']").count() == 0  # the site lies in a folder
    if game == EASY:
        with page.expect_download() as download:
            page.get_by_role("button", name=say("web-replay-download"), exact=True).click()
        assert verify(download.value.path().read_bytes().splitlines()).draws == 19
        page.goto(f"{host.base}#box/{EASY}/scorer")
        for tile in ("9-7-3", "9-6-3", "9-2-3"):  # a column of three nines
            page.locator(f"[data-tile='{tile}']").click()
        expect(page.locator(".now output")).to_have_text("27")


def test_the_expert_plays_as_it_does_elsewhere(visit: Visit, host: StaticHost) -> None:
    """Its weights are fetched when it plays, and not before; and they are kept, so that it plays without a network."""
    page, fetched = visit(), list[str]()
    page.context.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    choose(page, EASY).get_by_role("button", name=say("web-more"), exact=True).click()
    page.locator("dialog").get_by_role("radio", name=say("bot-expert")).check()
    page.locator("dialog [name=pace]").select_option("quick")
    page.locator("dialog").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    page.locator("[data-asked]").first.wait_for(timeout=90_000)
    play_some(page, random.Random(1), 1)
    assert "take_it_easy-nets.bin" in fetched
    before = fetched[: fetched.index("take_it_easy-nets.bin") + 1]
    assert not {"take_it_to_the_limit-outlook.bin", "take_it_easy-variants.bin"} & {*before}
    is_kept(page)
    host.stop()
    page.reload()
    page.locator(".game > *").first.wait_for(timeout=90_000)
    play_on({page: mouse}, random.Random(1), 20_000)
    page.goto(page.url + "#replay")
    with page.expect_download() as download:
        page.get_by_label(say("web-replay-download")).click()
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    match = loads(lines, registry.find)
    assert not [row for row in match.rows if isinstance(row, Note) and row.note != NoteId.NO_NONCE]
    assert match.header.seats[1] == ("bot:expert",)
    entry, view = registry.find(EASY), match.view(1)
    for turn in range(1, len(view.calls) + 1):
        before = replace(view, calls=view.calls[:turn], placed=tuple(cells[: turn - 1] for cells in view.placed))
        legal = [Place(cell) for cell in CELLS if cell not in before.placed[1]]
        expert = player(entry, "expert")(entry.game, 1, chance_of("", 1))
        assert expert.choose(before, legal, 0) == Place(view.placed[1][turn - 1])


def has_client(page: Page, version: str) -> bool:
    """Whether the browser keeps this version of the client."""
    return bool(page.evaluate("version => caches.has(`/some/games/ tablee-client-${version}`)", version))


@pytest.mark.soak
def test_an_update_in_mid_match_loses_nothing_and_the_old_version_goes(browser: Browser, root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "host")
    host = StaticHost(tmp_path / "host")
    people, worker = People(browser, host.base), tmp_path / "host" / FOLDER / "sw.js"
    try:
        page = people.come(path=host.base, service_workers="allow")
        sit_down(page, EASY)
        play_some(page, random.Random(3), 2)
        is_kept(page)
        (version,) = re.findall(r'VERSION = "([^"]+)"', worker.read_text("utf-8"))
        worker.write_text(worker.read_text("utf-8").replace(f'VERSION = "{version}"', 'VERSION = "next"'), "utf-8")
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((all) => all.update())")
        patiently(lambda: has_client(page, "next"))
        play_some(page, random.Random(3), 1)  # the page goes on with its own version
        assert has_client(page, version)
        context, url = page.context, page.url

        def come_back() -> Page | None:
            """The new version takes over a moment after the last page has been closed."""
            for tab in context.pages:
                tab.close()
            time.sleep(1)
            page = context.new_page()
            page.goto(url)
            return None if has_client(page, version) else page

        page = patiently(come_back)
        page.locator("[data-asked]").first.wait_for(timeout=90_000)
        assert page.locator(".game [data-cell][aria-label*='-']").count() >= 3
    finally:
        people.close()
        host.stop()
    assert people.complaints == []


@pytest.mark.soak
@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("name", ["firefox"])
def test_a_match_goes_on_in_another_engine_without_a_network_and_after_a_reload(host: StaticHost, name: str, game: str) -> None:
    if what := lacks(name):
        missing(f"{what} is not installed")
    engine = ENGINES[name]()
    try:
        player = Player(engine, host.base)
        player.sit_down(game, LOADING)
        patiently(lambda: engine.run(SOON_KEPT), seconds=LOADING)
        host.stop()
        engine.run("document.documentElement.dataset.old = ''; location.reload()")
        patiently(lambda: player.sees("html:not([data-old]) .game > *"), seconds=LOADING)
        engine.run(LISTEN)
        player.play_on(1200)
        player.leave()
    finally:
        engine.close()
