"""The end of a match: count, result and picture; won, lost, drawn, alone and in a series; and nothing of it too early."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee.core import registry
from tablee.jobs import insights
from tests.e2e.conftest import DESK, MOVING, PHONE, People
from tests.e2e.ends import EndingTable, pause_count, played, quickly, to_result
from tests.e2e.said import say

Axe = Callable[[Page], list[str]]
EASY = "take-it-easy"
SIDEWAYS = (844, 390)
WIDTH = "document.documentElement.scrollWidth"
PICTURE = (1200, 630)


def test_the_count_leads_to_the_result_and_to_a_picture(people: People, axe: Axe, tmp_path: Path) -> None:
    bests = {EASY: {"score": 10, "match": "before 1", "before": None}}
    end = EndingTable(people, played(EASY, "greedy", "random"), size=DESK, bests=bests)
    won, lost = end.table.match.result().scores
    page = end.tell()
    pause_count(page)
    count = page.get_by_role("dialog", name=say("web-count-title"), exact=True)
    count.get_by_role("heading").click()
    expect(count.get_by_role("button", name=say("web-count-on"), exact=True)).to_be_visible()
    assert axe(page) == []
    assert page.evaluate(MOVING) == 0
    count.get_by_role("button", name=say("web-count-end"), exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("heading", name=say("web-won"), exact=True)).to_be_visible()
    expect(page.locator(".score")).to_have_text(str(won))
    expect(page.get_by_text(say("web-best-new", more=won - 10))).to_be_visible()
    expect(page.locator(".hero li")).to_have_count(2)
    expect(page.locator(".hero")).to_contain_text(str(lost))
    expect(page.get_by_text(BEATEN)).to_be_visible()
    expect(page.get_by_text(say("web-same-tiles"))).to_be_visible()
    assert axe(page) == []
    assert page.evaluate(MOVING) == 0
    with page.expect_download() as download:
        page.get_by_role("button", name=say("web-picture"), exact=True).click()
    download.value.save_as(tmp_path / "picture.png")
    data = (tmp_path / "picture.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == PICTURE
    page.keyboard.press("Escape")
    expect(page.locator("[data-end]")).to_have_count(0)
    expect(page.locator(".result li")).to_have_count(2)


BEATEN = say("web-level-beaten", level=say("bot-first-game"), mean=104)  # with 148 points: too few for a percentage


def test_what_could_not_be_worked_out_is_said_and_the_rest_is_shown(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("a file is missing")

    monkeypatch.setattr(insights, "_bot", fail)
    end = EndingTable(people, played(EASY, "greedy", "random"))
    page = end.tell()
    to_result(page)
    expect(page.get_by_text(say("web-insight-failed-bot"))).to_be_visible()
    expect(page.get_by_text(BEATEN)).to_be_visible()
    expect(page.get_by_text(say("web-possible-best"))).to_be_visible()


def test_a_result_without_insights_says_so(people: People) -> None:
    end = EndingTable(people, played(EASY, "greedy", "random"))
    people.expected = ("503",)
    end.page.route("**/api/matches/m/insights", lambda route: route.fulfill(status=503))
    page = end.tell()
    to_result(page)
    expect(page.get_by_text(say("web-insights-failed"))).to_be_visible()


def test_a_tap_finishes_a_line_and_the_count_comes_to_its_end(people: People) -> None:
    end = EndingTable(people, played(EASY, "greedy", "random"), reduced_motion="no-preference")
    page = end.tell()
    pause_count(page)
    at = int(page.locator("[data-count]").get_attribute("data-count") or 0)
    page.locator("[data-count] header").tap()
    expect(page.locator(f"[data-count='{at + 1}']")).to_be_visible()
    page.get_by_role("button", name=say("web-count-on"), exact=True).tap()
    expect(page.locator("[data-end=result]")).to_be_visible()


def test_nothing_of_the_end_is_there_before_it_is_told(people: People) -> None:
    end = EndingTable(people, played(EASY, "greedy", "random"))
    end.page.wait_for_timeout(1200)
    assert end.page.locator("[data-end], [data-over], .result").count() == 0
    assert end.asked == 0
    assert end.page.evaluate("JSON.parse(localStorage.getItem('tablee')).bests") == {}
    page = end.tell()
    pause_count(page)
    assert page.locator(".result, .head b").count() == 0  # nobody has won before the count is over
    to_result(page)
    assert end.asked == 1


def test_a_reload_goes_straight_to_the_result(people: People) -> None:
    end = EndingTable(people, played(EASY, "greedy", "random"))
    page = end.tell()
    expect(page.locator("[data-end=count]")).to_be_visible()
    page.reload()
    page.locator("[data-end]").wait_for()
    assert page.locator("[data-end=count]").count() == 0
    expect(page.get_by_role("dialog").get_by_role("heading", name=say("web-won"), exact=True)).to_be_visible()


ENDINGS: dict[str, tuple[tuple[str, ...], int | None, str, dict[str, Any]]] = {
    "won": (("greedy", "random"), 0, "web-won", {}),
    "lost": (("greedy", "random", "random"), 1, "web-end-wins", {"names": "Ada", "winners": 1}),
    "drawn": (("expert", "expert"), 0, "web-end-shared", {}),
    "watched": (("greedy", "random"), None, "web-end-wins", {"names": "Ada", "winners": 1}),
}


LOOKS = [("light", "en", PHONE), ("dark", "fr", PHONE), ("dark", "fr", SIDEWAYS)]
SEEN = [  # every ending in some look, and every look; all in all is left to soaks
    pytest.param(ending, *look, marks=() if n % len(LOOKS) == m else pytest.mark.soak)
    for n, ending in enumerate(ENDINGS)
    for m, look in enumerate(LOOKS)
]


@pytest.mark.parametrize(("ending", "look", "lang", "size"), SEEN)
def test_every_ending_says_who_won(people: People, axe: Axe, ending: str, look: str, lang: str, size: tuple[int, int]) -> None:
    levels, seat, title, args = ENDINGS[ending]
    end = EndingTable(people, played(EASY, *levels), seat, size, lang=f"{lang}-FR", color_scheme=look)
    page = end.tell()
    to_result(page)
    expect(page.get_by_role("dialog").get_by_role("heading", name=say(title, lang, **args), exact=True)).to_be_visible()
    expect(page.locator(".cards section").first).to_be_visible()
    assert axe(page) == []
    assert page.evaluate(WIDTH) <= size[0]
    again = page.get_by_role("link", name=say("web-replay", lang), exact=True)
    expect(again.last).to_be_in_viewport()


def test_a_solo_game_says_how_good_it_was_and_not_that_you_won(people: People, axe: Axe) -> None:
    end = EndingTable(people, played(EASY, "expert"))
    page = end.tell()
    to_result(page)
    assert page.get_by_text(say("web-won")).count() == 0
    expect(page.locator(".cards").get_by_text("%")).to_be_visible()
    expect(page.get_by_text(say("web-best-first"))).to_be_visible()
    assert axe(page) == []


def test_what_decided_between_equal_scores_is_told(people: People) -> None:
    end = EndingTable(people, quickly("ultim-limit", 2, seed=30), seat=1)  # 61 to 61
    winner = end.table.match.result().places.index(1)
    (args,) = (row["what"]["args"] for row in end.sheets()[str(winner)] if row["what"]["id"] == "tie-break")
    page = end.tell()
    to_result(page)
    expect(page.locator(".hero").get_by_text(say("tie-break", "en", "ultim-limit", **args))).to_be_visible()


def test_practice_sets_no_record(people: People) -> None:
    end = EndingTable(people, played(EASY, "expert"))
    end.info["practice"] = True
    to_result(end.tell())
    assert end.page.evaluate("JSON.parse(localStorage.getItem('tablee')).bests") == {}
    assert end.asked == 0


def test_each_game_of_a_series_has_its_own_end(people: People, axe: Axe) -> None:
    end = EndingTable(people, played(EASY, "greedy", "random"))
    first = list(end.table.match.result().scores)
    page = end.tell_game(1, 3, [first])
    expect(page.locator("[data-end=count]")).to_be_visible()
    to_result(page)
    lead = say("web-series-lead", you="seat", points=first[0] - first[1])
    expect(page.get_by_role("dialog").get_by_role("heading", name=lead, exact=True)).to_be_visible()
    expect(page.locator(".score")).to_have_text(str(first[0]))
    assert page.get_by_role("timer").count() == 0  # nobody else waits
    expect(page.get_by_role("dialog").get_by_role("button", name=say("web-series-next"), exact=True)).to_be_in_viewport()
    assert axe(page) == []
    end.over = {}
    end.send({"t": "update", "series": {"game": 2, "scores": [first], "waiting": False}})
    expect(page.locator("[data-end]")).to_have_count(0)
    expect(page.locator(".game-number")).to_be_visible()
    expect(page.locator(".head .you .total")).to_contain_text(str(first[0]))
    page = end.tell_game(3, 3, [first, [10, 200], [first[0] + 5, 1]])
    to_result(page)
    expect(page.locator(".score")).to_have_text(str(2 * first[0] + 15))
    expect(page.locator(".praise")).to_have_text(say("web-series-score", game=3, score=first[0] + 5))
    expect(page.locator("[data-end] .badge")).to_have_text(say("web-best-new", more=5))  # by this game, not by the total
    table = page.get_by_role("dialog").get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(5)  # names, three games, the total
    expect(table.get_by_role("row").nth(1)).to_contain_text(str(2 * first[0] + 15))
    expect(page.locator("[data-end] .two b").first).to_have_text(str(first[0] + 5))  # what the board of the last game is worth
    assert axe(page) == []


VARIANTS: dict[str, dict[str, Any]] = {"take-it-to-the-limit": {"board": "orchid"}, "ultim-limit": {"scoring": "super"}}
COUNTS: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in registry.names() if game != EASY] + [*VARIANTS.items()]


@pytest.mark.parametrize(("game", "options"), COUNTS)
def test_every_game_counts_what_it_scores(people: People, axe: Axe, game: str, options: dict[str, Any]) -> None:
    end = EndingTable(people, quickly(game, max(2, registry.find(game).game.seats[0]), **options))
    assert end.page.locator("[data-end], [data-over], .result").count() == 0
    page = end.tell()
    pause_count(page)
    parts = [part for row in end.sheets()["0"] if row["points"] for part in row.get("parts", [])]
    assert page.locator("[data-count] .steps i").count() >= len(parts)  # each is told
    for _ in range(len(parts) + 1):
        page.locator("[data-count] header").tap()
    assert axe(page) == []
    assert page.evaluate(WIDTH) <= PHONE[0]
    to_result(page)
    expect(page.locator(".score")).to_have_text(str(end.table.match.result().scores[0]).replace("-", "−"))
    assert axe(page) == []


LABEL = """(bar) => {
    const label = document.createRange();
    label.selectNodeContents(bar.querySelector("em"));
    const [around, text] = [bar.getBoundingClientRect(), label.getBoundingClientRect()];
    const mark = around.left + around.width * Number(getComputedStyle(bar).getPropertyValue("--mark"));
    return {below: text.top - around.bottom, aside: (text.left + text.right) / 2 - mark};
}"""


def test_the_label_of_what_a_scrapyard_needs_stands_below_its_mark(people: People) -> None:
    page = EndingTable(people, quickly("take-it-to-the-limit", 2)).tell()
    pause_count(page)
    while not page.locator("[data-count] .verdict").count():
        page.locator("[data-count] header").tap()
    label = page.locator("[data-count] .bar:has(em)").evaluate(LABEL)
    assert label["below"] >= 4
    assert abs(label["aside"]) <= 1


def test_piles_that_are_not_counted_yet_can_be_read(people: People, axe: Axe) -> None:
    """They are muted; white on a blue card had a contrast of 3.92."""
    page = EndingTable(people, quickly("ultim-limit", 2)).tell()
    pause_count(page)
    while page.locator("[data-count] .steps i").count() - 3 > int(page.locator("[data-count]").get_attribute("data-count") or 0):
        page.locator("[data-count] header").tap()
    assert axe(page) == []
