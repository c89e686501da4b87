"""The coach in browsers: hints at the table, playing on from a moment of a match, and the review of a match."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Page, Route, expect

from tablee.core import registry
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.ends import to_result
from tests.e2e.hands import choose, mouse, play_on, touch
from tests.e2e.said import say
from tests.e2e.server_process import Server
from tests.e2e.test_replay import put

Axe = Callable[[Page], list[str]]
BULB: dict[str, Any] = {"name": say("web-hint"), "exact": True}
APART = """() => {
    const [board, sheet] = [".game .board", "[data-hint]"].map(one => document.querySelector(one).getBoundingClientRect());
    return board.bottom <= sheet.top;
}"""


def take_hint(page: Page, axe: Axe) -> None:
    """Three steps, and then the tile is placed."""
    page.get_by_role("button", **BULB).tap()
    expect(page.locator("[data-hint='1']")).to_be_visible()
    expect(page.locator("[data-pointed]")).to_have_count(0)  # where to look, and nothing more
    page.get_by_role("button", name=say("web-hint-which")).tap()
    expect(page.locator("[data-hint='2']")).to_be_visible()
    candidates = page.locator("[data-pointed=open]")
    expect(candidates.first).to_be_visible()
    assert 2 <= candidates.count() <= 3
    deeper = page.get_by_role("button", name=say("web-hint-why"))
    deeper.tap()
    hint = page.locator("[data-hint='3']")
    expect(hint).to_be_visible()
    if hint.locator("li button").count():
        expect(hint.locator("li button").first).to_have_attribute("aria-pressed", "true")
    else:
        expect(hint).to_contain_text(say("web-hint-nowhere-detail"))
    assert page.locator("[data-pointed=better]").count() == 1
    page.wait_for_function(APART)
    assert axe(page) == []
    page.get_by_role("button", name=say("web-hint-got-it"), exact=True).tap()
    expect(page.locator("[data-hint]")).to_have_count(0)
    expect(page.locator("[data-pointed=better]")).to_have_count(1)  # until the tile is placed
    page.locator("[data-asked] [data-cell][data-action]").first.tap()
    expect(page.locator("[data-pointed]")).to_have_count(0)


def test_hints_come_in_three_steps_and_are_noted_and_the_match_can_be_played_on(people: People, axe: Axe) -> None:
    page = people.come(PHONE)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    for cell in ("c3", "c2"):
        page.locator(f"[data-asked] [data-cell={cell}][data-action]").tap()
    page.locator("[data-asked]").wait_for()
    take_hint(page, axe)
    play_on({page: touch}, random.Random(5))
    to_result(page)
    used = say("web-hints-used", turns=1)
    expect(page.get_by_role("dialog").get_by_text(used)).to_be_visible()

    page.get_by_role("dialog").get_by_role("link", name=say("web-replay"), exact=True).tap()
    expect(page.locator("[data-at='0'] .game > *").first).to_be_visible()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.locator("[data-at='6']")).to_be_visible()
    page.get_by_role("button", name=say("web-play-on"), exact=True).tap()
    expect(page.locator("[data-asked] .game")).to_be_visible()
    expect(page.locator("header h1 small")).to_have_text(say("web-practice"))
    expect(page.locator(".game [data-cell]:not([data-action])")).to_have_count(2)  # two tiles lie there already


def test_nobody_gets_hints_where_a_second_person_sits_or_the_host_forbids_them(people: People) -> None:
    host = people.come(DESK)
    choose(host, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).click()
    guest = people.come(DESK, path=host.locator("input[readonly]").first.input_value())
    guest.get_by_label(say("web-your-name"), exact=True).fill("Bo")
    guest.get_by_role("button", name=say("web-join"), exact=True).click()
    guest.locator(".lobby").wait_for()
    host.get_by_role("button", name=say("web-start"), exact=True).click()
    host.locator("[data-asked]").wait_for()
    expect(host.get_by_role("button", **BULB)).to_have_count(0)

    alone = people.come(DESK)
    choose(alone, "take-it-easy").locator(".small button").first.click()
    alone.get_by_label(say("web-hints"), exact=True).uncheck()
    alone.get_by_role("dialog").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    mouse(alone, alone.locator("[data-asked] [data-cell=c3]"))
    expect(alone.get_by_role("button", **BULB)).to_have_count(0)


def reviewed(page: Page) -> None:
    page.locator("[data-review=whole]").wait_for(timeout=90_000)  # a worker makes it behind everything else


def shown_sum(page: Page) -> tuple[float, float]:
    """The rows as they are shown, added up, and the result."""
    numbers = [
        float(text.replace("−", "-").replace("+", "").replace(",", "."))
        for text in page.locator("[data-sum] .rows .number").all_inner_texts()
    ]
    return round(sum(numbers[:-1]), 1), numbers[-1]


def play_to_the_end(people: People, size: tuple[int, int], press: Any) -> Page:
    page = people.come(size)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    play_on({page: press}, random.Random(3))
    to_result(page)
    page.get_by_role("dialog").get_by_role("link", name=say("web-review"), exact=True).click()
    reviewed(page)
    return page


class FoundMoment(NamedTuple):
    """The moment in which most was lost, as a screen reader hears it."""

    number: int
    tile: str
    yours: str
    better: str
    points: str


def look_at_the_first_moment(page: Page, axe: Axe) -> FoundMoment:
    """From the sum, on a phone."""
    total, result = shown_sum(page)
    assert total == result
    assert not re.search("wast|blunder|mistake|miss", page.locator("main[data-review]").inner_text().lower())
    assert axe(page) == []
    moments = page.locator("[data-moments] li button")
    expect(moments).to_have_count(3)
    heard = moments.first.locator(".hidden").inner_text()
    found = re.fullmatch(r"Tile (\d+), (\d-\d-\d)\. You placed it on (\w\d)\. (\w\d) was worth ([\d.]+) more", heard)
    assert found
    page.get_by_role("button", name=say("web-coach-see"), exact=True).tap()
    expect(page.locator(f"[data-decision='{found[1]}']")).to_be_visible()
    expect(page.locator("[aria-live]").get_by_text(heard)).to_have_count(1)
    expect(page.locator("[data-pointed=yours]")).to_have_count(1)
    expect(page.locator("[data-pointed=better]")).to_have_count(1)
    expect(page.locator("[data-why] li button").first).to_have_attribute("aria-pressed", "true")
    apart = page.locator("[data-apart]").inner_text()  # with its margin, or said to be exact
    assert re.fullmatch(rf"\+{re.escape(found[5])}( ± [\d.]+|, exact)", apart)
    return FoundMoment(int(found[1]), *found.groups()[1:])


def solve_own(page: Page, moment: FoundMoment) -> None:
    """The moment that cost most comes back as the first exercise."""
    expect(page.get_by_role("heading", name=say("web-exercise-where", tile=moment.tile))).to_be_visible()
    page.locator(f"[data-cell={moment.yours}][data-action]").tap()
    expect(page.locator("[data-try='1']")).to_contain_text(say("web-exercise-less", points=moment.points))
    page.locator(f"[data-cell={moment.better}][data-action]").tap()
    expect(page.locator("[data-answer=right]")).to_contain_text(say("web-exercise-you-then", action=moment.yours))


def test_a_match_is_reviewed_on_a_phone_by_touch(people: People, axe: Axe) -> None:
    page = play_to_the_end(people, PHONE, touch)
    found = look_at_the_first_moment(page, axe)
    reasons = page.locator("[data-why] li button")
    lit = page.locator("[data-light]").first.get_attribute("data-light")
    if reasons.count() > 1:
        reasons.nth(1).tap()
        expect(reasons.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f"[data-light='{lit}']")).to_have_count(0)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.locator(f"[data-cell={found.yours}]").tap()  # any choice says what it was worth
    expect(page.locator(".peek")).to_contain_text(found.yours)
    board = page.locator(".moment .game").bounding_box()
    assert board
    swipe(page, board["x"] + 250, board["x"] + 40, board["y"] + 100)
    expect(page.locator(f"[data-decision='{found.number + 1}']")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-sum=whole]")).to_be_visible()

    page.goto("/#exercises")
    solve_own(page, found)


def swipe(page: Page, start: float, end: float, y: float) -> None:
    page.evaluate(
        """([start, end, y]) => {
            const send = (kind, x) => document.elementFromPoint(x, y).dispatchEvent(
                new PointerEvent(kind, {clientX: x, clientY: y, bubbles: true, pointerType: "touch"}));
            send("pointerdown", start);
            send("pointerup", end);
        }""",
        [start, end, y],
    )


def test_a_match_is_reviewed_at_a_desk_by_mouse_and_keyboard(people: People, axe: Axe) -> None:
    page = play_to_the_end(people, DESK, mouse)
    assert axe(page) == []
    for column in page.locator(".column").all():
        assert column.evaluate("one => one.scrollHeight <= one.clientHeight")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    decision = page.locator("[data-decision]")
    page.locator("body").click(position={"x": 700, "y": 5})
    for key, number in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 19)):
        page.keyboard.press(key)
        expect(decision).to_have_attribute("data-decision", str(number))
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(decision).to_have_attribute("data-decision", "18")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Decision 18 of 19, (nothing|[\d.]+) lost$"))
    page.locator("[data-moments] li button").first.click()
    expect(page.get_by_role("button", name=say("web-coach-previous"), exact=True)).to_be_disabled()
    page.get_by_role("button", name=say("web-coach-next"), exact=True).click()
    expect(page.locator("[data-moments] [aria-current=true]").locator(".rank")).to_have_text("2")
    reasons = page.locator("[data-why] li button")
    reasons.first.focus()
    page.keyboard.press("ArrowDown")
    expect(reasons.nth(min(1, reasons.count() - 1))).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=say("web-coach-share"), exact=True).click()
    link = page.get_by_role("dialog").locator("input[readonly]")
    expect(link).to_have_value(re.compile(r"/t/\w+#review&seat=1$"))
    page.get_by_role("dialog").get_by_role("checkbox").check()
    expect(link).to_have_value(re.compile(r"#review&seat=1&at=\d+$"))
    assert axe(page) == []
    page.keyboard.press("Escape")
    laid = int(decision.get_attribute("data-decision") or 0) - 1
    page.get_by_role("button", name=say("web-play-on"), exact=True).click()
    expect(page.locator("[data-asked] .game")).to_be_visible()
    expect(page.locator(".game [data-cell]:not([data-action])")).to_have_count(laid)


M = 1_000_000  # millionths of a point
SUMS = {"start": 166 * M, "luck": 0, "others": 0, "correction": -9 * M, "loss": 3 * M, "result": 154 * M}
SCALE = [{"level": "expert", "loss": 10_000, "games": 40}, {"level": "first-game", "loss": 3_200_000, "games": 40}]


def test_values_stream_in_and_the_sum_names_a_forecast_that_was_wrong(people: People, server: Server, axe: Axe) -> None:
    record = (registry.find("take-it-easy").folder / "golden" / "solo.match").read_text("utf-8")
    whole, waiting = _whole_review(server, record), list[Route]()
    sums = {**SUMS, "luck_error": 0, "others_error": 0, "decisions": 18}
    whole |= {"sums": sums, "parts": [{"game": 0, "round": 0, "sums": sums}], "scale": SCALE}

    def answer(route: Route) -> None:
        if (route.request.post_data_json or {})["start"]:
            waiting.append(route)
        else:
            route.fulfill(json=whole | {"turns": whole["turns"][:7], "done": 7})

    page = people.come(PHONE)
    page.route("**/api/reviews", answer)
    page.goto("/#replay")
    put(page, record)
    page.get_by_role("button", name=say("web-review"), exact=True).click()
    expect(page.locator("[data-sum=coming]").get_by_role("status")).to_have_text(
        say("web-coach-so-far", kind="tile", done=7, of=19)
    )
    rows = page.locator("[data-sum] .rows li")
    expect(rows).to_have_count(5)
    top = rows.last.bounding_box()
    waiting[0].fulfill(json=whole | {"turns": whole["turns"][7:], "start": 7})
    reviewed(page)
    assert rows.last.bounding_box() == top  # nothing jumps
    expect(page.locator("[data-sum]").get_by_role("status")).to_contain_text(say("web-coach-forecast-high", points=9))
    scale = page.locator("[data-scale]")
    expect(scale.locator("li")).to_have_count(3)
    expect(scale.locator("li.you b")).to_have_text("0.17")
    page.get_by_role("button", name=say("web-coach-how"), exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text(say("judge", "en", "take-it-easy"))
    assert axe(page) == []


def _whole_review(server: Server, record: str) -> dict[str, Any]:
    ask: dict[str, Any] = {"record": record, "seat": 0, "start": 0}
    found: dict[str, Any] = {}
    while not found or found["done"] < found["of"]:
        page = httpx.post(f"{server.base}/api/reviews", json=ask, trust_env=False, timeout=60).raise_for_status().json()
        found = page | {"turns": [*found.get("turns", []), *page["turns"]], "start": 0}
        ask["start"] = page["done"]
    return found
