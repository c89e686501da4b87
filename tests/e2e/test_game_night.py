"""A game night of four people on one page: calls, boards, corrections, several games, a reload, other phones, and totals."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import tablee
from tablee.calls import calls
from tablee.core.registry import find
from tablee.fair import commitment
from tablee.jobs.insights import hindsight
from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.said import say
from tests.e2e.test_evening import COLUMNS, button, put, text, totals
from tests.e2e.test_scorers import EASY, LIMITS, ULTIM, WIDTH, points

Axe = Callable[[Page], list[str]]
NAMES = ("Ada", "Bo", "Cy", "Dee")
GAME = find(EASY).game


def begin(page: Page, game: str = EASY, names: tuple[str, ...] = NAMES, lang: str = "en") -> None:
    for number, name in enumerate(names):
        if number >= 2:
            button(page, "web-night-add", lang).click()
        page.get_by_label(say("web-night-player", lang, number=number + 1), exact=True).fill(name)
    page.get_by_role("button", name=say("game", lang, game), exact=True).click()
    button(page, "web-night-begin", lang).click()


def call_all(page: Page, tiles: tuple[str, ...], lang: str = "en") -> None:
    button(page, "web-box-first", lang).click()
    for _ in tiles[1:]:
        button(page, "web-box-next", lang).click()
    expect(page.locator(".face").get_by_role("img")).to_have_accessible_name(tiles[-1])


def enter_boards(page: Page, boards: list[list[str]], lang: str = "en") -> list[int]:
    """Everybody's, one after the other; the second player's first tile is wrong at first. Returns their points."""
    found: list[int] = []
    for player, tiles in enumerate(boards):
        page.locator(".players button").nth(player).click()
        if player == 1:
            put(page, tiles[3])
            button(page, "web-score-undo", lang).click()
        for tile in tiles:
            put(page, tile)
        found += tablee.score(EASY, text(COLUMNS[EASY], tiles))
        expect(points(page)).to_have_text(str(found[-1]))
    return found


def shuffled(tiles: tuple[str, ...], seed: int) -> list[list[str]]:
    chance = random.Random(seed)
    return [chance.sample(tiles, len(tiles)) for _ in NAMES]


def seeds(*bytes: int) -> str:
    """The seeds of the games of an evening, one after the other: 32 equal bytes each."""
    return f"let draws = {list(bytes)}; crypto.getRandomValues = (b) => b.fill(b.length === 32 ? (draws.shift() ?? 99) : 1);"


def play_two_games(page: Page, axe: Axe) -> None:
    """Four people, from the first call to the totals, with two reloads. `seeds(7, 9)` are known."""
    begin(page)
    assert axe(page) == []
    tiles = calls(GAME, "07" * 32, GAME.options())
    button(page, "web-box-first").click()
    button(page, "web-box-fingerprint").click()
    expect(page.get_by_role("dialog").get_by_text(commitment("07" * 32))).to_be_visible()
    button(page, "web-close").click()
    button(page, "web-box-repeat").click()
    # only what was called can be entered, and a reload loses nothing
    button(page, "web-night-scores").click()
    expect(page.locator("[data-tile]")).to_have_count(1)
    page.reload()
    expect(page.locator("[data-tile]")).to_have_count(1)
    page.get_by_role("group", name=say("web-night-view")).get_by_role("button").first.click()
    for _ in tiles[1:]:
        button(page, "web-box-next").click()
    to_scores(page)
    expect(page.locator("[data-tile]")).to_have_count(19)
    first = enter_boards(page, shuffled(tiles, 1))
    assert axe(page) == []
    assert page.evaluate(WIDTH) <= PHONE[0]
    # the best board for these calls
    best = tablee.solve(EASY, " ".join(tiles)).points
    button(page, "web-night-possible").click()
    expect(page.get_by_text(f"{say('web-night-best-board')} {best}", exact=True)).to_be_visible()
    assert axe(page) == []
    # the next game has its own calls
    button(page, "web-score-next").click()
    tiles = calls(GAME, "09" * 32, GAME.options())
    call_all(page, tiles)
    page.reload()
    to_scores(page)
    second = enter_boards(page, shuffled(tiles, 2))
    sums = [str(one + two) for one, two in zip(first, second, strict=True)]
    expect(totals(page)).to_have_text(sums)
    page.reload()
    expect(totals(page)).to_have_text(sums)


def to_scores(page: Page) -> None:
    enter = button(page, "web-night-enter")
    expect(enter).to_have_attribute("aria-disabled", "false")  # a tap on Next must not lead on
    enter.click()


def test_an_evening_of_several_games_is_kept_and_exported(people: People, axe: Axe, tmp_path: Path) -> None:
    page = people.come(PHONE, "fr-FR", "/#box/night")
    begin(page, LIMITS, ("Ada", 'Bo "B"'), "fr")
    more = say("web-score-plus", "fr", LIMITS, what=say("web-score-points-of", "fr", LIMITS, name="Ada"))
    page.get_by_role("button", name=more, exact=True).click()
    expect(totals(page)).to_have_text(["1", "0"])
    # another game with the same people, with its timer on the same page
    button(page, "web-night-another", "fr").click()
    page.get_by_role("dialog").get_by_role("button", name=say("game", "fr", ULTIM), exact=True).click()
    button(page, "web-box-glass-go", "fr").click()
    expect(page.locator("aside")).to_have_count(0)  # it is in sight
    button(page, "web-night-scores", "fr").click()
    page.locator(".players button").nth(1).click()
    page.locator(".pile .card-button").first.click()
    expect(totals(page)).to_have_text(["0", "1"])
    button(page, "web-night-evenings", "fr").click()
    assert axe(page) == []
    wins = [say("web-night-wins-of", "fr", name=name, wins=1) for name in ("Ada", 'Bo "B"')]
    expect(page.locator("dialog .evening p")).to_have_text(" · ".join(wins))
    # an earlier game of the evening is looked at again
    expect(page.locator("dialog .open .soft")).to_have_text(['Ada 1 · Bo "B" 0', 'Ada 0 · Bo "B" 1'])
    page.locator("dialog .open").first.click()
    expect(totals(page)).to_have_text(["1", "0"])
    button(page, "web-night-evenings", "fr").click()
    with page.expect_download() as download:
        button(page, "web-night-export", "fr").click()
    rows = list(csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines()))
    assert [list(row.values())[2:] for row in rows] == [
        [say("game", "fr", LIMITS), "Ada", "1", "1"],
        [say("game", "fr", LIMITS), 'Bo "B"', "0", "0"],
        [say("game", "fr", ULTIM), "Ada", "0", "0"],
        [say("game", "fr", ULTIM), 'Bo "B"', "1", "1"],
    ]
    # the next evening knows the players; the old one can be opened and deleted
    button(page, "web-night-new", "fr").click()
    expect(page.get_by_label(say("web-night-player", "fr", number=1), exact=True)).to_have_value("Ada")
    page.reload()
    expect(page.locator(".open").last).to_be_visible()
    assert axe(page) == []
    page.locator(".open").last.click()
    expect(totals(page).last).to_have_text("1")
    button(page, "web-night-evenings", "fr").click()
    button(page, "web-night-new", "fr").click()
    page.locator("li .quiet").last.click()
    button(page, "web-night-delete", "fr").click()
    expect(page.locator(".open")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('tablee-scores'))") == []


def test_a_board_is_entered_on_another_phone_and_confirmed(people: People, axe: Axe) -> None:
    host = people.come(DESK, "en-GB", "about:blank")
    host.add_init_script(seeds(7))
    host.goto("/#box/night")
    begin(host)
    tiles = calls(GAME, "07" * 32, GAME.options())
    for id in ("web-box-first", "web-box-next", "web-box-next"):
        button(host, id).click()
    button(host, "web-night-phones").click()
    link = host.get_by_label(say("web-link"), exact=True).input_value()
    expect(host.get_by_role("img", name=say("web-qr", link=link))).to_be_visible()
    assert axe(host) == []
    button(host, "web-close").click()
    phone = people.come(PHONE, "fr-FR", "/#" + link.partition("#")[2])
    button(phone, "web-night-own", "fr").tap()
    button(phone, "web-night-send", "fr").wait_for(state="detached")
    phone.get_by_role("button", name="Cy", exact=True).tap()
    expect(phone.locator("[data-tile]")).to_have_count(3)
    for tile in sorted(tiles[:3]):
        put(phone, tile)
    assert axe(phone) == []
    assert phone.evaluate(WIDTH) <= PHONE[0]
    phone.reload()
    button(phone, "web-night-own", "fr").tap()
    button(phone, "web-night-send", "fr").tap()
    expect(phone.get_by_text(say("web-night-sent-text", "fr"))).to_be_visible()
    (found,) = tablee.score(EASY, text(COLUMNS[EASY], sorted(tiles[:3])))
    expect(host.get_by_text(say("web-night-sent", name="Cy", points=found))).to_be_visible()
    assert axe(host) == []
    button(host, "web-night-use-of", name="Cy").click()
    expect(host.locator(".players button").nth(2)).to_have_attribute("aria-pressed", "true")
    expect(host.locator("[data-cell=a1]")).to_have_accessible_name(f"a1: {min(tiles[:3])}")
    expect(button(host, "web-night-use-of", name="Cy")).to_have_count(0)
    # nonsense from whoever has the link is never shown
    id = link.rpartition("/")[2]
    sent = {"player": 0, "round": 0, "board": {"board": "<b>"}}
    people.expected = ("400",)
    with host.expect_response(lambda answer: answer.url.endswith("/score") and answer.status == 400):
        assert host.request.post(f"/api/calls/{id}/boards", data=sent).status == 204
    expect(host.locator(".phones section")).to_have_count(0)


def test_keys_call_tiles_only_away_from_the_scorer(people: People) -> None:
    page = people.come(DESK, "en-GB", "/#box/night")
    begin(page)
    button(page, "web-box-first").click()
    page.keyboard.press(" ")
    expect(page.locator(".count")).to_have_text(say("web-box-count", at=2, of=19))
    page.locator("[data-tile]").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")  # the other tile
    expect(page.locator("[data-tile].used")).to_have_count(2)
    expect(page.locator(".count")).to_have_text(say("web-box-count", at=2, of=19))


def test_the_expert_has_laid_the_same_tiles(people: People, axe: Axe) -> None:
    page = people.come(DESK, "en-GB", "about:blank")
    page.add_init_script(seeds(7))
    page.goto("/#box/night")
    begin(page)
    call_all(page, calls(GAME, "07" * 32, GAME.options()))
    button(page, "web-night-possible").click()
    told = hindsight(find(EASY), "07" * 32, {})
    assert told.bot
    expert = say("web-bot-of", level=say("bot-expert"))
    expect(page.get_by_role("img", name=say("labelled", label=expert, value=told.bot.points), exact=True)).to_be_visible()
    assert axe(page) == []
