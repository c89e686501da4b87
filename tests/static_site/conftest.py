"""The static site in a browser, from a host on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.site.writing import CLIENT
from tests.conftest import missing
from tests.pyodide import pythons
from tests.static_site.hosts import StaticHost, make_site

try:
    from playwright.sync_api import Browser, Page

    from tests.e2e.conftest import DESK, People, axe, browser
except ImportError:  # without playwright
    with_a_browser = ("coach", "daily", "engines", "game_night", "history", "hot_seat", "pages")
    collect_ignore_glob = [f"test_{name}.py" for name in with_a_browser]
else:
    __all__ = ["axe", "browser"]

    @pytest.fixture
    def visit(browser: Browser, host: StaticHost) -> Iterator[Callable[..., Page]]:
        """Opens the site on a device of its own; its console must stay clean."""
        people, failed = People(browser, host.base), list[str]()

        def come(size: tuple[int, int] = DESK, **more: Any) -> Page:
            page = people.come(size, path=host.base, service_workers="allow", **more)
            page.on("requestfailed", lambda request: failed.append(request.url))
            return page

        yield come
        people.close()
        assert people.complaints == [], failed


def need_site() -> None:
    """Skips or fails a test if no site can be made here."""
    if why := pythons.missing():
        missing(why)
    if not (CLIENT / "sw.js").exists():
        missing("the web client is not built: make .venv/web")


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_site()
    root = tmp_path_factory.mktemp("host")
    make_site(root)
    return root


@pytest.fixture
def host(root: Path) -> Iterator[StaticHost]:
    host = StaticHost(root)
    yield host
    host.stop()
