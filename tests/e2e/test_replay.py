"""Replays of a match just played and of files that are dropped, chosen or pasted; by keyboard, from any seat, verified or not."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee.core import registry
from tablee.replay import verify
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.ends import to_result
from tests.e2e.hands import choose, play_on, touch
from tests.e2e.said import ANY, like, say

Axe = Callable[[Page], list[str]]
EMPTY = f": {say('web-empty')}"
EASY = registry.find("take-it-easy").folder / "golden" / "two.match"


def at(page: Page) -> int:
    return int(page.locator("[data-at]").get_attribute("data-at") or -1)


def last(page: Page) -> int:
    return int(page.get_by_role("slider").get_attribute("max") or -1)


def is_at(page: Page, step: int) -> None:
    expect(page.locator(f"[data-at='{step}'] .game > *").first).to_be_visible()


def board(page: Page) -> list[str]:
    """The player's own board, cell by cell."""
    cells = page.locator(".game [data-cell]")
    expect(cells.first).to_be_visible()
    labels: list[str] = cells.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return labels


def put(page: Page, text: str, event: str = "drop") -> None:
    """Drops a file, or pastes its text."""
    page.locator("input[type=file]").wait_for(state="attached")
    page.evaluate(
        """([text, event]) => {
            const data = new DataTransfer();
            if (event === "drop") data.items.add(new File([text], "some.match"));
            else data.setData("text/plain", text.trim());
            const news = event === "drop" ? new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true})
                                          : new ClipboardEvent("paste", {clipboardData: data, bubbles: true});
            document.body.dispatchEvent(news);
        }""",
        [text, event],
    )


def test_a_match_is_played_and_replayed_to_the_same_board(people: People, axe: Axe, tmp_path: Path) -> None:
    page = people.come(PHONE)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    play_on({page: touch}, random.Random(3))
    final = board(page)
    match = re.search(r"/t/([^/#]+)", page.url)
    assert match
    to_result(page)
    page.get_by_role("dialog").get_by_role("link", name=say("web-replay"), exact=True).tap()
    is_at(page, 0)
    assert page.locator("[data-at]").get_attribute("data-seat") == "0"  # one's own seat
    assert all(cell.endswith(EMPTY) for cell in board(page))

    page.keyboard.press("End")
    is_at(page, last(page))
    assert board(page) == final
    expect(page.locator("[data-over]")).to_have_count(1)
    expect(page.get_by_role("button", name=say("web-verified-yours"), exact=True)).to_be_visible()
    assert axe(page) == []

    page.keyboard.press("Home")
    is_at(page, 0)
    for key, to in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("PageDown", 3), ("PageDown", 6), ("PageUp", 3)):
        page.keyboard.press(key)
        is_at(page, to)
    assert sum(not cell.endswith(EMPTY) for cell in board(page)) == 1
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    is_at(page, 4)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", like("web-replay-at", step=5, steps=58, time=ANY))

    page.get_by_label(say("web-replay-speed"), exact=True).select_option("8×")
    page.locator("body").click(position={"x": 2, "y": 300})
    page.keyboard.press(" ")
    expect(page.locator("[data-at]")).to_have_attribute("data-at", re.compile(r"^(9|\d\d)$"))
    page.keyboard.press(" ")
    stopped = at(page)
    page.locator("li button").last.tap()  # the first line of the log: the first call
    is_at(page, 0)

    page.keyboard.press("PageDown")
    page.get_by_role("button", name=say("web-replay-share"), exact=True).tap()
    link = page.get_by_label(say("web-replay-link"), exact=True)
    expect(link).to_have_value(re.compile(rf"/t/{match[1]}#replay$"))
    page.get_by_label(say("web-replay-from-here", step=4), exact=True).check()
    expect(link).to_have_value(re.compile(r"#replay&step=3&seat=1$"))
    assert axe(page) == []
    shared = link.input_value().partition("/t/")[2]
    page.get_by_role("button", name=say("web-close"), exact=True).tap()
    with page.expect_download() as download:
        page.get_by_role("link", name=say("web-replay-download"), exact=True).click()
    download.value.save_as(tmp_path / "it.match")
    assert verify((tmp_path / "it.match").read_bytes().splitlines()).draws == 19

    friend = people.come(DESK, "fr-FR", f"/t/{shared}")
    is_at(friend, 3)
    friend.get_by_role("combobox", name=say("web-replay-view", "fr")).select_option(say("web-replay-all", "fr"))
    expect(friend.locator("[data-seat=all]")).to_be_visible()
    friend.goto(f"/t/{match[1]}")
    friend.get_by_role("dialog").get_by_role("link", name=say("web-replay", "fr"), exact=True).click()
    is_at(friend, 0)
    assert friend.locator("[data-at]").get_attribute("data-seat") == "all"

    expect(friend.get_by_role("button", name=say("web-verified", "fr"), exact=True)).to_be_visible()  # did not play

    page.goto("/")
    page.get_by_role("link", name=like("web-replay-of", game="Take it Easy!", date=ANY)).tap()
    is_at(page, 0)
    assert stopped > 8
    other_story(page, (tmp_path / "it.match").read_text("utf-8"))


def other_story(page: Page, record: str) -> None:
    """The device of a player tells whether a file is what was played, although its draws are fair in both cases."""
    *lines, last, result = record.splitlines()
    who, text, ms = json.loads(last)
    for at, label in ((ms, "web-verified-yours"), (ms + 1, "web-not-yours")):
        page.goto("/#replay")
        put(page, "\n".join([*lines, json.dumps([who, text, at]), result, ""]))
        is_at(page, 0)
        badge = page.get_by_role("button", name=say(label), exact=True)
        expect(badge).to_be_visible()
        badge.tap()
        expect(page.get_by_role("dialog").get_by_text(say(f"{label}-text"), exact=True)).to_be_visible()
        page.goto("/")


@pytest.mark.parametrize("game", registry.names())
def test_a_file_of_every_game_is_shown_from_every_side(people: People, axe: Axe, game: str) -> None:
    path = sorted((registry.find(game).folder / "golden").glob("*.match"))[0]
    page = people.come(PHONE if len(game) % 2 else DESK, path="/#replay", color_scheme="dark" if len(game) % 2 else "light")
    put(page, path.read_text("utf-8"))
    is_at(page, 0)
    for view, step in (("all", last(page) // 2), ("0", last(page))):
        page.get_by_role("combobox", name=say("web-replay-view")).select_option(view)
        page.get_by_role("slider").fill(str(step))
        is_at(page, step)
        assert axe(page) == []
    if page.locator("[data-page=rivals]").count():  # boards: with all open, their lines too
        page.get_by_role("combobox", name=say("web-replay-view")).select_option("all")
        expect(page.locator("[data-page=rivals] .scored").first).to_be_attached()
        page.get_by_role("combobox", name=say("web-replay-view")).select_option("0")
    expect(page.get_by_role("button", name=say("web-verified"), exact=True)).to_be_visible()
    result = json.loads(path.read_text("utf-8").splitlines()[-1])
    for score in result["scores"]:
        expect(page.locator("aside ol").first.get_by_text(str(score).replace("-", "−"), exact=True).first).to_be_visible()


def test_what_is_dropped_pasted_or_chosen(people: People, axe: Axe) -> None:
    people.expected = ("Failed to load resource",)
    page = people.come(path="/#replay")
    put(page, EASY.read_text("utf-8"), "paste")
    is_at(page, 0)
    page.get_by_role("button", name=say("web-replay-another"), exact=True).click()
    page.get_by_label(say("web-replay-paste"), exact=True).fill(EASY.read_text("utf-8").strip())
    page.get_by_role("button", name=say("web-replay-show"), exact=True).click()
    is_at(page, 0)
    page.get_by_role("button", name=say("web-replay-another"), exact=True).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_text(say("web-replay-choose")).click()
    chooser.value.set_files(EASY.with_name("solo.match"))
    is_at(page, 0)
    page.get_by_role("button", name=say("web-replay-another"), exact=True).click()
    no_cell = say("no-such-cell", cell="ze1", first="a1", last="e3")
    for text, why in [
        ("hello", say("at-line", line=1, why=say("record-cut"))),
        ("hello\n", say("at-line", line=1, why=say("record-not-json"))),
        ("", say("at-line", line=1, why=say("record-empty"))),
        (EASY.read_text("utf-8").replace('[0,"', '[0,"z', 1), say("at-line", line=3, why=no_cell)),
        ("x" * (5 << 20), say("web-replay-big")),
    ]:
        put(page, text)
        expect(page.get_by_role("alert")).to_contain_text(why)
    assert axe(page) == []


def tampered() -> str:
    """A match with a different seed: it still plays, but nobody committed to that seed."""
    *lines, end = EASY.read_text("utf-8").splitlines()
    result: dict[str, Any] = json.loads(end) | {"reveal": "00" * 32}
    return "\n".join([*lines, json.dumps(result)]) + "\n"


def test_a_tampered_file_says_what_is_wrong(people: People, axe: Axe) -> None:
    page = people.come(PHONE, path="/#replay")
    put(page, tampered())
    is_at(page, 0)
    page.get_by_role("button", name=say("web-unverified"), exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text(say("at-line", line=59, why=say("wrong-commit")))
    assert axe(page) == []


def test_a_match_that_goes_on_is_not_replayed(people: People) -> None:
    people.expected = ("Failed to load resource",)
    page = people.come()
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    page.locator("[data-asked]").wait_for()
    path = page.evaluate("location.pathname")
    stranger = people.come(path=f"{path}#replay")
    expect(stranger.get_by_role("alert")).to_contain_text(say("not-over-yet"))
    stranger.get_by_role("link", name=say("web-to-table"), exact=True).click()
    stranger.get_by_label(say("web-board-of", name=say("web-guest"), exact=True), exact=True).wait_for()
    stranger.goto("/t/nothing#replay")
    stranger.get_by_role("heading", name=say("web-gone-match"), exact=True).wait_for()
