"""Below folders of one host, behind a real proxy: two servers and a static site, each with what it keeps in the browser."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import missing
from tests.e2e.conftest import DESK, People
from tests.e2e.ends import to_result
from tests.e2e.engines import patiently
from tests.e2e.hands import choose, mouse, play_on
from tests.e2e.said import say
from tests.e2e.server_process import Server
from tests.server.proxy import FOLDERS, HAPROXY, Proxy
from tests.static_site.conftest import need_site
from tests.static_site.hosts import StaticHost, make_site

READY = "() => navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)"
CLIENTS = (
    "async () => (await caches.keys()).filter((name) => name.includes('tablee-client-')).map((name) => name.split('tablee-')[0])"
)
NAMES = "() => Object.fromEntries(Object.entries(localStorage).map(([key, value]) => [key, JSON.parse(value).name]))"


@pytest.fixture(scope="session")  # before the browser, which has an event loop
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_site()
    folder = tmp_path_factory.mktemp("site")
    make_site(folder)
    return folder


@pytest.fixture(scope="module")
def host(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`/games/` by `--base-path`, `/club/` by what the proxy says, and the site elsewhere."""
    if HAPROXY is None:
        missing("haproxy is not installed")
    folder, static = tmp_path_factory.mktemp("folders"), StaticHost(site)
    games = Server(folder / "games.db", below="/games", proxies="127.0.0.1")
    club = Server(folder / "club.db", proxies="127.0.0.1")
    there = {
        name: f"127.0.0.1:{port}"
        for name, port in (("games", games.port), ("club", club.port), ("site", static.server.server_port))
    }
    proxy = Proxy(folder, [], lambda port: FOLDERS.format(port=port, **there), "/games/ready")
    yield proxy.base
    proxy.close()
    games.stop()
    club.stop()
    static.stop()


@pytest.mark.parametrize("folder", ["/games/", "/club/"])
def test_a_table_below_a_folder(browser: Browser, host: str, folder: str) -> None:
    """From its link on one device to the replay on another."""
    people = People(browser, host)
    page = people.come(path=folder)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).click()
    page.wait_for_url(re.compile(rf"{folder}t/\w+$"))
    expect(page.get_by_role("img", name=page.url)).to_be_visible()  # the QR code
    expect(page.get_by_role("textbox", name=say("web-link"), exact=True)).to_have_value(page.url)
    friend = people.come(DESK, path=page.url)
    friend.get_by_role("button", name=say("web-join"), exact=True).click()
    page.get_by_role("button", name=say("web-start"), exact=True).click()
    play_on({page: mouse, friend: mouse}, random.Random(1))
    to_result(friend)
    friend.get_by_role("dialog").get_by_role("link", name=say("web-replay"), exact=True).click()
    friend.wait_for_url(re.compile(rf"{folder}t/\w+#replay"))
    expect(friend.locator("[data-at='0'] .game > *").first).to_be_visible()
    record = friend.get_by_role("link", name=say("web-replay-download"), exact=True).get_attribute("href")
    assert record is not None
    assert record.startswith(folder)
    assert httpx.get(host + record).text.startswith('{"tablee":1')
    friend.get_by_role("button", name=say("web-replay-share"), exact=True).click()
    expect(friend.get_by_role("textbox", name=say("web-replay-link"), exact=True)).to_have_value(re.compile(f"^{host}{folder}t/"))
    people.close()
    assert people.complaints == []


def keeps(page: Page, folder: str) -> bool:
    """Whether the browser keeps the client of this folder."""
    return f"{folder} " in page.evaluate(CLIENTS)


def test_folders_of_one_host_leave_each_other_alone(browser: Browser, host: str) -> None:
    people = People(browser, host)
    page = people.come(path="/games/", service_workers="allow")
    folders = ("/games/", "/club/", "/some/games/")
    for folder in folders:
        page.goto(host + folder)
        choose(page, "take-it-easy")
        assert page.evaluate(READY) == folder
        set_name(page, f"Ada of {folder}")
    for folder in folders:  # all of them again: each worker has cleaned up by now
        page.goto(host + folder)
        choose(page, "take-it-easy")
        patiently(partial(keeps, page, folder))
    assert sorted(page.evaluate(CLIENTS)) == sorted(f"{folder} " for folder in folders)
    assert page.evaluate(NAMES) == {f"{folder} tablee": f"Ada of {folder}" for folder in folders}
    people.close()
    assert people.complaints == []


def set_name(page: Page, name: str) -> None:
    field = page.get_by_role("textbox", name=say("web-your-name"), exact=True)
    field.fill(name)
    field.blur()
