"""A game from another package with a table, a cover and texts of its own, on a static site, with and without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import DESK
from tests.e2e.engines import patiently
from tests.e2e.test_own_table import FILES, GLASS, KEPT, play_toy
from tests.games_here import install_toy
from tests.static_site.conftest import need_site
from tests.static_site.hosts import FOLDER, StaticHost

Axe = Callable[[Page], list[str]]


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host with a site that has one more game."""
    need_site()
    package, folder = (
        install_toy(tmp_path_factory.mktemp("packages") / "here", whole=True, glass=GLASS),
        tmp_path_factory.mktemp("host"),
    )
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(package.parent), os.environ.get("PYTHONPATH"))))}
    subprocess.run([sys.executable, "-m", "tablee", "site", str(folder / FOLDER)], env=environ, check=True, capture_output=True)
    return folder


def test_a_match_with_and_without_a_network(
    visit: Callable[..., Page], host: StaticHost, axe: Callable[[Page], list[str]]
) -> None:
    page = visit(DESK, lang="fr")
    play_toy(page, axe, "fr")
    patiently(lambda: page.evaluate(KEPT, [*FILES, "/toy/strings/fr.json"]), seconds=60)
    host.stop()
    page.goto(host.base)
    play_toy(page, axe, "fr")
