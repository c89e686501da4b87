"""A browser, a server and pages for the tests here, which are skipped with a message if the browser or the client is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.server.app import STATIC
from tests.conftest import missing
from tests.e2e.server_process import Server

TIMEOUT_MS = 30_000  # machines are sometimes slow

try:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
except ImportError:
    if os.environ.get("TABLEE_ALL_PARTS"):
        raise
    collect_ignore_glob = ["test_*.py"]
    warn_missing = "browser tests are left out: playwright is not installed"
else:
    warn_missing = ""
    expect.set_options(timeout=TIMEOUT_MS)


def pytest_report_header() -> str:
    return warn_missing


NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
BLOCKED = "Service Worker registration blocked"  # by us
PHONE, DESK = (360, 740), (1440, 900)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (STATIC / "index.html").exists():
        missing("the web client is not built: make .venv/web")
    server = Server(tmp_path_factory.mktemp("data") / "tablee.db")
    yield server
    server.stop()


@pytest.fixture(scope="module")  # no longer: while it is open, no other test in this process can run an event loop
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        missing("there is no Chromium")
    with sync_playwright() as drive:
        browser = drive.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class People:
    """Opens devices with separate storage, and collects the errors in their consoles."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser, self.base = browser, base
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: tuple[str, ...] = ()
        self.pictures: dict[str, Path] = {}  # downloads

    def come(self, size: tuple[int, int] = DESK, lang: str = "en-GB", path: str = "/", **more: Any) -> Page:
        width, height = size
        # a service worker would answer before the routes of tests; tests/static_site has one
        more = dict[str, Any](has_touch=width < 600, reduced_motion="reduce", service_workers="block") | more
        context = self.browser.new_context(viewport={"width": width, "height": height}, locale=lang, base_url=self.base, **more)
        context.set_default_timeout(TIMEOUT_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(path)
        return page

    def again(self, page: Page) -> Page:
        """Another device of the same kind on the same page."""
        size, lang = page.viewport_size, page.evaluate("navigator.language")
        assert size
        dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        return self.come((size["width"], size["height"]), lang, page.url, color_scheme="dark" if dark else "light")

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in (BLOCKED, *self.expected)):
            self.complaints.append(message.text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    people = People(browser, server.base)
    yield people
    people.close()
    assert people.complaints == []


MOVING = "document.getAnimations().length"  # must be 0 for those who want no motion
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def run_axe(page: Page, rule: str = "") -> list[str]:
    """A summary of what axe-core finds wrong with a page, by all its rules or by one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    run = "only => axe.run({resultTypes: ['violations'], ...only}).then(found => found.violations)"
    found = page.evaluate(run, {"runOnly": [rule]} if rule else {})
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for violation in found
        for node in violation["nodes"]
    ]


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[str]]:
    if not AXE.exists():
        missing("axe-core is not installed: npm ci in web/")
    return run_axe
