"""A stranger's path: the five commands of CONTRIBUTING.md lead from nothing to a match of one's own game in the browser."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, People
from tests.e2e.hands import choose, keyboard, play_on
from tests.e2e.said import say
from tests.fresh_environment import fresh_environment
from tests.server.running import free_port

Axe = Callable[[Page], list[str]]
CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


class Stranger:
    """Types the commands, the last of which is the server."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.base = folder, f"http://127.0.0.1:{(port := free_port())}"
        self.environ = fresh_environment(folder / "venv")
        self.environ |= {"TABLEE_PORT": str(port), "TABLEE_HOST": "127.0.0.1", "XDG_DATA_HOME": str(folder / "data")}
        *before, last = commands()
        self.start(" && ".join([*before, f"exec {last}"]))

    def start(self, script: str) -> None:
        self.process = subprocess.Popen(
            ["sh", "-c", script], cwd=self.folder, env=self.environ, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        self.said = ""
        while self.base not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout
        self.process.stdout.close()


def commands() -> list[str]:
    section = CONTRIBUTING.read_text("utf-8").partition("## Add a game")[2]
    return re.findall(r"^\$ (.*)$", section.split("```")[1], re.MULTILINE)


def documented_table() -> str:
    """The `table.js` of "A table of its own"."""
    return CONTRIBUTING.read_text("utf-8").partition("```js")[2].partition("```")[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stranger]:
    stranger = Stranger(tmp_path_factory.mktemp("stranger"))
    yield stranger
    stranger.stop()


def test_five_commands_lead_to_a_match_in_the_browser(server: Stranger, people: People, axe: Axe) -> None:
    assert len(commands()) == 5
    assert "high-card: 200 random matches and one golden record obey every law." in server.said
    page = people.come(DESK, "en-GB")
    card = choose(page, "high-card")
    expect(card.get_by_role("heading", name="High Card", exact=True)).to_be_visible()
    card.get_by_role("button", name=say("web-play-bots"), exact=True).click()
    expect(page.get_by_text("Bid a card for prize")).to_be_visible()
    assert axe(page) == []
    play_on({page: keyboard}, random.Random(1))
    expect(page.locator("[data-over] .result li").first).to_be_visible()
    assert axe(page) == []


def test_the_documented_table_plays_the_new_game(server: Stranger, people: People, axe: Axe) -> None:
    server.stop()
    (server.folder / "high-card" / "high_card" / "table.js").write_text(documented_table(), "utf-8")
    server.start("exec tablee")
    page = people.come(DESK, "fr")
    choose(page, "high-card").get_by_role("button", name=say("web-play-bots", "fr"), exact=True).click()
    table = page.locator("tablee-high-card")
    expect(table.get_by_role("heading", name="Prix")).to_be_visible()
    expect(table.get_by_role("button")).to_have_text([f"Miser {card}" for card in range(1, 6)])
    assert axe(page) == []
    play_on({page: keyboard}, random.Random(2))
    expect(page.locator("[data-over] .result li").first).to_be_visible()
