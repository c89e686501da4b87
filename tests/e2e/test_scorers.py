"""The scorers: boards of a real table, entered by touch and by keyboard, counted, kept and shared."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import tablee
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.said import ANY, like, say

Axe = Callable[[Page], list[str]]
EASY, LIMIT, ULTIM, XTREME, LIMITS = "take-it-easy", "take-it-to-the-limit", "ultim-limit", "xtreme-limits", "limits"
BOARD = (
    "9-6-3 9-6-8 9-2-4 / 5-6-8 5-6-3 5-2-4 5-7-4 / 1-7-3 1-6-3 1-2-8 1-7-8 1-2-4 / 9-7-3 9-7-8 9-2-8 9-6-4 / 5-2-3 5-7-8 5-2-8"
)
TILES = BOARD.replace("/", " ").split()
WIDTH = "document.documentElement.scrollWidth"


def scorer(people: People, game: str, size: tuple[int, int] = PHONE, lang: str = "en-GB") -> Page:
    page = people.come(size, lang, f"/#box/{game}/scorer")
    points(page).wait_for()
    return page


def points(page: Page) -> Locator:
    return page.locator(".now output")


def number(page: Page) -> int:
    return int((points(page).text_content() or "").replace("−", "-"))


def test_a_board_takes_a_tap_for_each_tile(people: People, axe: Axe, tmp_path: Path) -> None:
    page = scorer(people, EASY)
    for tile in TILES:  # 19 taps: the next cell follows by itself
        page.locator(f"[data-tile='{tile}']").tap()
    (total,) = tablee.score(EASY, BOARD)
    expect(points(page)).to_have_text(str(total))
    assert page.evaluate(WIDTH) <= PHONE[0]
    assert axe(page) == []
    # a row points at its cells
    page.locator("section:has(h2) li button").first.tap()
    expect(page.locator(".boards .lit.mint")).to_have_count(3)
    page.locator("section:has(h2) li button").first.tap()
    # a correction: the cell, then its tile; and back
    page.locator("[data-cell=a1]").tap()
    page.locator("[data-tile='9-7-4']").tap()
    changed = tablee.score(EASY, BOARD.replace("9-6-3", "9-7-4", 1))[0]
    expect(points(page)).to_have_text(str(changed))
    page.get_by_role("button", name=say("web-score-undo"), exact=True).tap()
    expect(points(page)).to_have_text(str(total))
    page.reload()
    expect(points(page)).to_have_text(str(total))
    with page.expect_download() as download:
        page.get_by_role("button", name=say("web-picture"), exact=True).tap()
    download.value.save_as(tmp_path / "picture.png")
    assert struct.unpack(">II", (tmp_path / "picture.png").read_bytes()[16:24]) == (1200, 630)


def test_a_board_is_entered_by_keyboard_alone(people: People) -> None:
    page = scorer(people, EASY, DESK)
    page.locator("[data-cell=a1]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell=a2]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-tile][tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-cell=a2]")).to_have_accessible_name(
        "a2: " + (page.evaluate("document.activeElement.dataset.tile") or "?")
    )
    page.keyboard.press("Control+z")  # no tile
    for digit in "978":
        page.keyboard.press(digit)
    expect(page.locator("[data-cell=a3]")).to_have_accessible_name("a3: 9-7-8")
    page.locator("[data-cell=a3]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    expect(page.locator("[data-cell=a3]")).to_have_accessible_name(f"a3: {say('web-empty')}")


def test_players_games_and_ties_are_kept_until_deleted(people: People, axe: Axe) -> None:
    page = scorer(people, EASY, lang="fr-FR")
    page.get_by_role("button", name=say("web-score-add", "fr"), exact=True).tap()
    for tile in ("9-6-3", "9-6-8", "9-2-4"):
        page.locator(f"[data-tile='{tile}']").tap()
    expect(page.locator("tbody tr").first.locator(".total")).to_have_text("27")
    page.locator(".steps .primary").tap()
    for tile in ("9-6-3", "9-6-8", "9-2-4"):
        page.locator(f"[data-tile='{tile}']").tap()
    expect(page.locator("tbody .place")).to_have_text(["1", "1"])  # a game each
    page.get_by_role("button", name=say("web-score-setup", "fr"), exact=True).tap()
    page.get_by_role("textbox").first.fill("Zoé")
    page.locator("dialog select[name=rays]").select_option("all")
    assert axe(page) == []
    page.locator("dialog .primary").tap()
    expect(page.locator(".players span").first).to_have_text("Zoé")
    page.get_by_role("button", name=say("web-score-kept", "fr"), exact=True).tap()
    expect(page.locator("dialog li")).to_have_count(1)
    assert axe(page) == []
    page.locator("dialog li button").last.tap()
    page.locator("dialog .primary").tap()
    expect(page.locator("dialog li button")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('tablee-scores'))") == []


def test_an_orchid_offers_the_best_move_and_a_nexus_has_a_scrapyard(people: People, axe: Axe) -> None:
    page = scorer(people, LIMIT)
    page.locator("[data-cell='s:a1']").tap()
    page.locator(".tops button").nth(2).tap()
    page.locator("[data-tile='9-2-3']").tap()
    expect(points(page)).to_have_text("−60")
    assert axe(page) == []
    page.get_by_role("button", name=say("web-score-setup"), exact=True).tap()
    board = page.locator("dialog select[name=board]")
    board.select_option("orchid")
    assert axe(page) == []
    page.get_by_role("button", name=say("web-cancel"), exact=True).tap()
    expect(board).to_have_value("nexus")
    board.select_option("orchid")
    page.get_by_role("button", name=say("web-score-wipe-yes"), exact=True).tap()
    expect(board).to_have_value("orchid")
    page.locator("dialog .primary").tap()
    page.reload()
    page.get_by_role("button", name=say("web-score-undo"), exact=True).tap()
    expect(points(page)).to_have_text("−60")
    page.get_by_role("button", name=say("web-score-setup"), exact=True).tap()
    board.select_option("orchid")
    page.get_by_role("button", name=say("web-score-wipe-yes"), exact=True).tap()
    page.locator("dialog .primary").tap()
    tiles = page.locator("[data-tile]:not(.aside):not(.used)")
    for top, count in enumerate((8, 8, 8, 1)):  # 22 cells that are no holes, and the reserve
        page.locator(".tops button").nth(top).tap()
        for _ in range(count):
            tiles.first.tap()
    expect(page.get_by_label(say("web-score-best-move", "en", LIMIT))).to_be_checked()
    told = page.get_by_text(like("moved-row", "en", LIMIT, hole=ANY, tile=ANY)).or_(
        page.get_by_text(say("kept-row", "en", LIMIT))
    )
    expect(told.first).to_be_visible()
    best = number(page)
    page.get_by_label(say("web-score-best-move", "en", LIMIT)).uncheck()
    expect(page.get_by_text(like("moved-row", "en", LIMIT, hole=ANY, tile=ANY))).to_have_count(0)
    assert number(page) <= best
    assert page.evaluate(WIDTH) <= PHONE[0]
    assert axe(page) == []


def test_piles_of_ultim_limit_are_counted_round_by_round(people: People, axe: Axe) -> None:
    page = scorer(people, ULTIM)
    page.get_by_role("button", name=say("web-score-setup"), exact=True).tap()
    page.locator("dialog select[name=scoring]").select_option("super")
    page.locator("dialog .primary").tap()
    for pile, cards in enumerate((3, 3, 2, 2, 1)):
        for _ in range(cards):
            page.locator(".pile .card-button").nth(pile).tap()
    expect(points(page)).to_have_text("8")
    page.locator("[data-row=count] [data-step]").tap()  # two piles are equal
    expect(page.locator("[data-row=keep] li")).to_have_count(2)
    assert axe(page) == []
    page.locator(".steps .primary").tap()
    expect(page.locator("h2").first).to_have_text(say("web-score-round-number", round=2))
    expect(page.locator(".card-button:not(.none)")).to_have_count(2)
    assert page.evaluate(WIDTH) <= PHONE[0]


def test_a_count_of_xtreme_limits_comes_from_hands_and_cards(people: People, axe: Axe) -> None:
    page = scorer(people, XTREME)
    page.get_by_role("button", name=say("web-score-add"), exact=True).tap()
    for cell in (11, 7, 5):
        page.locator(f".face [data-cell='{cell}']").tap(force=True)
    page.locator(".cards button").first.tap()
    expect(points(page)).to_have_text("3")
    page.locator(".bell button").last.tap()
    expect(points(page)).to_have_text("0")
    assert axe(page) == []
    page.locator(".steps .primary").tap()
    expect(page.locator(".hands button").first).to_contain_text("11")
    assert page.evaluate(WIDTH) <= PHONE[0]


@pytest.mark.parametrize(("limit", "gains"), [("1", ["1", "−2"]), ("2", ["−2", "1"])])
def test_an_accusation_of_limits_is_judged(people: People, axe: Axe, limit: str, gains: list[str]) -> None:
    page = scorer(people, LIMITS)
    page.get_by_role("button", name=say("web-score-add"), exact=True).tap()
    page.get_by_role("button", name=say("web-score-judge", "en", LIMITS), exact=True).tap()
    page.locator(".limits select").first.select_option(limit)
    for _ in range(2):  # both play red
        page.locator(".case .colours").last.locator("button").first.tap()
    assert axe(page) == []
    page.get_by_role("button", name=say("web-show-verdict", "en", LIMITS), exact=True).tap()
    expect(page.locator(".verdict .found")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name=say("web-score-settle", "en", LIMITS), exact=True).tap()
    expect(page.locator(".players b")).to_have_text(gains)
    expect(page.locator(".verdict")).to_have_count(0)
    assert page.evaluate(WIDTH) <= PHONE[0]
