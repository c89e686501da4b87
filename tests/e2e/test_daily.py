"""The deal of the day in browsers: first at home, one try that counts, its result, practice, past days, and the calendar."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tablee.calls import calls_of
from tablee.core import registry
from tablee.daily import deal_of, read_day
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.hands import Press, keyboard, mouse, touch
from tests.e2e.said import say

Axe = Callable[[Page], list[str]]
EASY, LIMIT = "take-it-easy", "take-it-to-the-limit"
THURSDAY = "2026-11-26"


def come(people: People, size: tuple[int, int], path: str = "/", day: str = THURSDAY, **stored: object) -> Page:
    """A device on which a match was played, whose clock says noon of this day."""
    page = people.come(size, path="about:blank")
    seat = {"match": "m", "seat": 0, "token": "", "nonce": "", "game": EASY, "when": 0, "score": "150"}
    page.add_init_script(f"localStorage.tablee ??= {json.dumps(json.dumps({'name': 'Ada', 'seats': [seat]}))}")
    for key, value in stored.items():
        page.add_init_script(f"localStorage['tablee-{key}'] ??= {json.dumps(json.dumps(value))}")
    page.clock.install(time=f"{day}T12:00:00")
    page.goto(path)
    return page


def entry(score: int | None = None) -> dict[str, object]:
    return {"match": "gone", "when": 0, "practice": 0, **({} if score is None else {"score": score})}


def kept(page: Page) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads(page.evaluate("localStorage['tablee-daily'] ?? '{}'"))
    return found


def play_on(page: Page, press: Press, cells: Sequence[str]) -> None:
    for cell in cells:
        press(page, page.locator(f"[data-asked] [data-cell={cell}][data-action]"))
        expect(page.locator(f"[data-cell={cell}][data-action]")).to_have_count(0)


CELLS = [f"{column}{row}" for column, rows in zip("abcde", (3, 4, 5, 4, 3), strict=True) for row in range(1, rows + 1)]


def test_a_newcomer_sees_the_games_first(people: People) -> None:
    page = people.come(PHONE)
    page.locator("article").first.wait_for()
    expect(page.locator("[data-today]")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "press"), [(PHONE, touch), pytest.param(DESK, keyboard, marks=pytest.mark.soak)], ids=["touch", "keyboard"]
)
def test_a_deal_is_played_once_reloaded_at_any_moment_and_its_result_stays(
    people: People, axe: Axe, size: tuple[int, int], press: Press
) -> None:
    page = come(people, size)
    card = page.locator(f"[data-today='{THURSDAY}']")
    expect(card.get_by_role("heading", name=say("game", "en", EASY))).to_be_visible()
    assert axe(page) == []
    press(page, card.get_by_role("button", name=say("web-daily-play")))
    page.locator("[data-asked]").wait_for()
    game = registry.find(EASY).game
    called = calls_of(game, deal_of(registry.find(EASY), read_day(THURSDAY)).dealer, game.options())
    cells = random.Random(1).sample(CELLS, len(CELLS))
    for number, cell in enumerate(cells):
        if number in (0, 1, 10, 18):
            page.reload()
            page.locator("[data-asked]").wait_for()
            assert list(kept(page)) == [f"{THURSDAY} {EASY}"]
        expect(page.locator(".called")).to_contain_text(called[number].split("-")[0])
        play_on(page, press, [cell])
        if number == 4:
            expect(page.locator("[data-page=rivals] .who")).to_contain_text(say("bot-expert"))
            assert axe(page) == []
    result = page.locator("[data-end=result] [data-daily=counts]")
    expect(page.locator("dialog[data-end]")).to_be_visible()
    page.reload()  # straight to the result
    expect(result).to_be_visible()
    expect(result.locator("[data-par]")).to_be_visible(timeout=60_000)
    expect(result.locator("[data-better]")).to_be_visible(timeout=60_000)
    expect(result.locator("[data-days='1']")).to_be_visible()
    assert axe(page) == []
    score = int(result.locator(".score").inner_text())
    deal = kept(page)[f"{THURSDAY} {EASY}"]
    assert (deal["score"], deal["practice"]) == (score, 0)
    assert deal["par"] == int(result.locator("[data-par]").get_attribute("data-par") or 0)

    page.goto("/")
    expect(page.locator("[data-daily-played='1']")).to_contain_text(str(score))
    expect(page.locator("[data-today] h2")).to_have_text(say("game", "en", LIMIT))  # the other one is open

    page.goto(f"/#daily={THURSDAY}")
    press(page, page.locator(f"[data-deal={EASY}]").get_by_role("button", name=say("web-daily-practise")))
    page.locator("[data-asked]").wait_for()
    expect(page.get_by_text(say("web-daily-practice-about"))).to_be_visible()
    play_on(page, press, [cells[-1]])
    deal = kept(page)[f"{THURSDAY} {EASY}"]
    assert (deal["score"], deal["practice"]) == (score, 1)


def test_two_tabs_play_the_same_match(people: People) -> None:
    page = come(people, DESK)
    other = page.context.new_page()
    other.clock.install(time=f"{THURSDAY}T12:00:00")
    other.goto("/")
    for tab in (page, other):
        tab.locator("[data-today] .go").click(no_wait_after=True)  # Play, or Resume if the other tab was faster
    for tab in (page, other):
        tab.wait_for_url("**/t/*")
    assert page.url == other.url


def test_the_expert_can_be_seen_first_or_not_at_all(people: People) -> None:
    page = come(people, DESK)
    page.locator("[data-today]").get_by_role("button", name=say("web-daily-play")).click()
    rival = page.locator("[data-page=rivals] .board svg g:has(> line.band)")
    control = page.locator("[data-beside]")
    expect(page.locator("[data-page=rivals] .who")).to_be_visible()
    expect(rival).to_have_count(0)
    control.get_by_label(say("web-daily-first")).check()
    expect(rival).to_have_count(1)
    control.get_by_label(say("web-daily-first")).uncheck()
    expect(rival).to_have_count(0)
    play_on(page, mouse, ["c3"])
    expect(rival).to_have_count(1)
    control.get_by_label(say("web-daily-show")).uncheck()
    expect(page.locator("[data-page=rivals]")).to_have_count(0)


def test_past_days_are_in_the_calendar_and_no_others(people: People, axe: Axe) -> None:
    days = {f"2026-11-{day} {EASY}": entry(150 + day) for day in (18, 19, 20, 22, 23, 24, 25)}
    page = come(people, PHONE, "/#daily", daily=days)
    calendar = page.locator("[data-days='7']")
    expect(calendar.locator("li.played")).to_have_count(7)
    expect(calendar.locator("li.rest")).to_have_count(1)
    expect(calendar.get_by_role("link")).to_have_count(9)  # from the first day on
    assert axe(page) == []
    calendar.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="18 November 2026")).to_be_visible()
    expect(page.locator(f"[data-deal={EASY}]")).to_contain_text(say("web-daily-played", score=168))
    for nothing in ("2026-11-17", "2026-11-27", "2026-11-31", "today"):
        page.goto(f"/#daily={nothing}")
        expect(page.get_by_text(say("web-daily-none"))).to_be_visible()
    page.goto(f"/#daily=2026-11-21,{LIMIT}")
    expect(page.locator("[data-deal]").first).to_contain_text("Orchid")


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_a_small_phone(people: People, axe: Axe, lang: str, scheme: str) -> None:
    page = people.come((360, 740), lang, path="about:blank", color_scheme=scheme)
    seat = {"match": "m", "seat": 0, "token": "", "nonce": "", "game": EASY, "when": 0, "score": "150"}
    page.add_init_script(f"localStorage.tablee ??= {json.dumps(json.dumps({'seats': [seat]}))}")
    for path, there in (("/", "[data-today]"), ("/#daily", "[data-days]")):
        page.goto(path)
        page.locator(there).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert axe(page) == []
