"""A game without a table of its own is played on the generic one: the toy, as tests/test_sixth_game.py installs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, TIMEOUT_MS, People
from tests.e2e.hands import choose
from tests.e2e.said import ANY, like, say
from tests.e2e.server_process import Server
from tests.games_here import install_toy

Axe = Callable[[Page], list[str]]
GLASS = 60  # seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    package = install_toy(tmp_path_factory.mktemp("site") / "packages", glass=GLASS)  # machines are sometimes slow
    server = Server(tmp_path_factory.mktemp("data") / "tablee.db", str(package.parent))
    yield server
    server.stop()


def toy(id: str, **args: str | int) -> str:
    """Its words are English on any page: it has no French ones."""
    return say(id, "en", "toy", **args)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_generic_table_plays_a_sixth_game(people: People, axe: Axe, lang: str) -> None:
    page = people.come(PHONE, lang)
    card = choose(page, "toy")
    expect(card.get_by_role("heading", name=toy("game"), exact=True)).to_be_visible()
    card.get_by_role("button", name=say("web-rules", lang), exact=True).tap()
    expect(page.locator("dialog article[lang=en]")).to_contain_text("R1")
    page.get_by_role("button", name=say("web-close", lang), exact=True).tap()
    card.get_by_role("button", name=say("web-play-bots", lang), exact=True).tap()
    actions = page.get_by_role("region", name=say("web-actions", lang), exact=True)
    expect(actions.get_by_role("button")).to_have_text([toy("action-take"), toy("action-leave")])
    expect(page.get_by_role("term").filter(has_text=toy("panel-card"))).to_be_visible()
    assert axe(page) == []
    actions.get_by_role("button", name=toy("action-leave"), exact=True).tap()
    page.locator("[data-over] .result li").first.wait_for(timeout=1000 * GLASS + TIMEOUT_MS)  # bots may start slowly
    expect(page.get_by_text(like("shown", "en", "toy", you="seat", seat=ANY, card=ANY, said="leave")).first).to_be_attached()
    assert axe(page) == []
