"""Several people at one table: options in the lobby, spectators, reactions, and home as the way back to them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.ends import to_result
from tests.e2e.hands import choose, is_over, play_on, touch
from tests.e2e.said import ANY, like, say
from tests.e2e.server_process import Server

Axe = Callable[[Page], list[str]]
SIGNS = ("hello", "bravo", "laugh", "wow", "ouch", "think")


def open_table(people: People, lang: str = "en", game: str = "take-it-easy", size: tuple[int, int] = PHONE) -> Page:
    """A host in the lobby of a table with free seats."""
    page = people.come(size, lang)
    choose(page, game).get_by_role("button", name=say("web-play-friends", lang), exact=True).click()
    page.locator(".lobby").wait_for()
    return page


def join(people: People, host: Page, name: str, lang: str = "en", size: tuple[int, int] = PHONE) -> Page:
    page = people.come(size, lang, host.url)
    page.get_by_label(say("web-your-name", lang), exact=True).fill(name)
    page.get_by_role("button", name=say("web-join", lang), exact=True).click()
    page.locator(".lobby").wait_for()
    return page


def watch(people: People, host: Page, lang: str = "en", size: tuple[int, int] = PHONE) -> Page:
    page = people.come(size, lang, host.url)
    page.get_by_role("button", name=say("web-watch", lang), exact=True).click()
    page.get_by_text(say("web-watching", lang), exact=True).wait_for()
    return page


def button(page: Page, id: str, lang: str = "en") -> Locator:
    return page.get_by_role("button", name=say(id, lang), exact=True)


# people at a table may read different languages; the other way round is left to soaks
LANGUAGES = pytest.mark.parametrize(("lang", "theirs"), [("fr", "en"), pytest.param("en", "fr", marks=pytest.mark.soak)])


@LANGUAGES
def test_the_host_changes_options_and_everybody_sees_it(people: People, axe: Axe, lang: str, theirs: str) -> None:
    people.expected = ("400",)
    host = open_table(people, lang)
    guest = join(people, host, "Bo", theirs)
    easy = "take-it-easy"
    rays = guest.locator(".lobby dl > div").filter(has_text=say("option-rays", theirs, easy))
    expect(rays).to_contain_text(say("option-rays-none", theirs, easy))
    expect(button(guest, "web-change", theirs)).to_have_count(0)
    button(host, "web-change", lang).tap()
    dialog = host.get_by_role("dialog")
    dialog.locator("[name=rays]").select_option("all")
    dialog.locator("[name=series]").fill("3")
    assert axe(host) == []
    button(host, "web-save", lang).tap()
    expect(rays).to_contain_text(say("option-rays-all", theirs, easy))
    expect(guest.get_by_role("status").filter(has_text=like("web-changed", theirs, what=ANY))).to_contain_text(
        say("option-rays-all", theirs, easy)
    )
    assert axe(guest) == []
    button(host, "web-start", lang).tap()
    guest.locator("[data-asked]").wait_for()
    expect(guest.get_by_text(say("web-series-game", theirs, game=1, games=3))).to_be_attached()


LINES = """name => {
  const range = document.createRange();
  range.selectNodeContents(name.firstChild);
  return range.getClientRects().length;
}"""


def test_no_name_of_a_bot_breaks_in_two(people: People) -> None:
    page = open_table(people, "fr", "limits", (320, 640))
    button(page, "web-fill-bots", "fr").click()
    names = page.locator(".lobby li.bot .name")
    expect(names).to_have_count(5)
    assert {name.inner_text(): name.evaluate(LINES) for name in names.all()} == dict.fromkeys(names.all_inner_texts(), 1)


def test_options_that_do_not_fit_are_refused_in_words(people: People) -> None:
    people.expected = ("400",)
    host = open_table(people, game="xtreme-limits")
    button(host, "web-change").tap()
    dialog = host.get_by_role("dialog")
    dialog.locator("[name=bell_from]").fill("300")
    dialog.locator("[name=bell_to]").fill("200")
    button(host, "web-save").tap()
    expect(dialog.get_by_role("alert")).to_have_text(say("bell-range", "en", "xtreme-limits", least=300, most=200))
    expect(dialog.locator("[name=bell_from]")).to_have_value("300")


@LANGUAGES
def test_home_offers_a_seat_or_to_watch_but_not_at_ones_own_table(people: People, axe: Axe, lang: str, theirs: str) -> None:
    host = open_table(people, lang)
    host.get_by_role("button", name=say("web-home", lang), exact=True).tap()
    match = host.evaluate("JSON.parse(localStorage.tablee).seats[0].match")
    row = f"li:has(a[href*='{match}'])"
    expect(host.get_by_role("link", name=say("web-go-on-with", lang, game="Take it Easy!"), exact=True)).to_be_visible()
    assert axe(host) == []
    guest = people.come(PHONE, theirs)
    there = guest.locator(row)
    there.wait_for()
    assert host.get_by_role("region", name=say("web-open-tables", lang), exact=True).locator(row).count() == 0  # it is resumed
    about: dict[str, str] = {"game": "Take it Easy!", "names": say("web-guest", lang)}
    expect(there.get_by_role("link", name=say("web-sit-table", theirs, **about), exact=True)).to_be_visible()
    there.get_by_role("link", name=say("web-watch-table", theirs, **about), exact=True).tap()
    guest.get_by_text(say("web-watching", theirs), exact=True).wait_for()
    guest.reload()
    guest.get_by_text(say("web-watching", theirs), exact=True).wait_for()
    button(guest, "web-join", theirs).tap()  # from watching to a seat
    guest.get_by_label(say("web-your-name", theirs), exact=True).wait_for()


def test_home_starts_with_what_can_be_resumed(people: People) -> None:
    page = people.come(PHONE)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.locator("[data-asked]").wait_for()
    page.get_by_role("button", name=say("web-home"), exact=True).tap()
    resume = page.get_by_role("region", name="Take it Easy!", exact=True)
    expect(resume.get_by_text(say("web-your-turn"), exact=True)).to_be_visible()
    card, first = (page.locator(what).first.evaluate("one => one.getBoundingClientRect().top") for what in (".resume", "article"))
    assert card < first < PHONE[1]
    resume.get_by_role("link").tap()
    page.locator("[data-asked]").wait_for()


STOP_TIMERS = "() => { for (let timer = setTimeout(() => {}); timer > 0; timer--) clearTimeout(timer) }"


def test_spectators_see_equal_boards_and_scores_and_follow_the_rematch(people: People, axe: Axe) -> None:
    host = open_table(people)
    guest = join(people, host, "Bo")
    hesitant = watch(people, host, size=DESK)
    spectators = [watch(people, host), hesitant]
    button(host, "web-start").tap()
    for spectator in spectators:
        boards = spectator.get_by_role("img", name=like("web-board-of", name=ANY))
        expect(boards).to_have_count(2)
        sizes = [board.bounding_box() for board in boards.all()]
        assert len({round(box["width"]) for box in sizes if box}) == 1
        assert axe(spectator) == []
    play_on({host: touch, guest: touch}, random.Random(3))
    assert is_over(host)
    for spectator in spectators:
        spectator.locator("[data-over]").wait_for()
        to_result(spectator)
    to_result(host)
    button(host, "web-again").last.click()  # over the table, which has one too
    notes = [spectator.get_by_role("dialog").get_by_role("status").filter(has_text=say("web-follow")) for spectator in spectators]
    for note in notes:
        expect(note).to_be_visible()
    hesitant.evaluate(STOP_TIMERS)  # a slow machine would follow before axe is done
    assert axe(hesitant) == []
    button(hesitant, "web-follow-stay").last.click()
    expect(notes[1]).to_have_count(0)
    button(hesitant, "web-rematch-join").last.click()
    for spectator in spectators:
        spectator.get_by_text(say("web-watching"), exact=True).wait_for()
        expect(spectator.locator(".lobby")).to_be_visible()
        assert spectator.url.partition("#")[0] == host.url


# A sign is shown for three seconds, which may be over before a slow machine has looked at every page: so each page looks itself.
WATCH_SIGNS = """() => {
    window.signs = [];
    const look = () => window.signs.push(...[...document.querySelectorAll("[data-sign]")].map((one) => ({
        sign: one.dataset.sign,
        shown: one.checkVisibility() && document.documentElement.scrollWidth <= innerWidth,
        told: [...document.querySelectorAll("[aria-live=polite]")].map((one) => one.textContent),
    })));
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
WELL_SHOWN = """([sign, words]) =>
    window.signs.some((one) => one.sign === sign && one.shown && one.told.filter((text) => text.includes(words)).length === 1)"""


@LANGUAGES
def test_reactions_reach_everybody_and_can_be_switched_off(people: People, axe: Axe, lang: str, theirs: str) -> None:
    host = open_table(people, theirs)
    guest = join(people, host, "Bo", lang, DESK)
    spectator = watch(people, host, theirs)
    button(host, "web-start", theirs).tap()
    for page in (host, guest, spectator):
        page.locator(".game svg").first.wait_for()
        page.evaluate(WATCH_SIGNS)
    expect(button(spectator, "web-react", theirs)).to_have_count(0)
    button(guest, "web-react", lang).click()
    for sign in SIGNS:
        expect(guest.get_by_role("button", name=say(f"web-sign-{sign}", lang), exact=True)).to_have_count(1)
    assert axe(guest) == []
    guest.keyboard.press("Escape")
    expect(button(guest, "web-react", lang)).to_be_focused()
    guest.keyboard.press("Enter")
    button(guest, "web-sign-bravo", lang).press("Enter")
    for page, read in ((host, theirs), (guest, lang), (spectator, theirs)):
        page.wait_for_function(WELL_SHOWN, arg=["bravo", say("web-sign-bravo", read)])
    expect(host.locator("[data-sign]")).to_have_count(0)  # after a while
    host.get_by_role("button", name=say("web-settings", theirs), exact=True).tap()
    host.get_by_label(say("web-reactions-show", theirs), exact=True).uncheck()
    host.get_by_role("button", name=say("web-close", theirs), exact=True).tap()
    expect(button(host, "web-react", theirs)).to_have_count(0)
    button(guest, "web-react", lang).click()
    button(guest, "web-sign-wow", lang).click()
    spectator.wait_for_function(WELL_SHOWN, arg=["wow", say("web-sign-wow", theirs)])
    expect(host.locator("[data-sign]")).to_have_count(0)


def bottom_of(one: Locator) -> float:
    bottom: float = one.evaluate("one => one.getBoundingClientRect().bottom")
    return bottom


def test_without_a_wake_lock_a_silent_video_keeps_the_screen_on_while_time_runs(people: People, server: Server) -> None:
    table = {"game": "take-it-easy", "name": "Ada", "seats": [{"kind": "open"}], "timer": 600}
    seat = httpx.post(f"{server.base}/api/matches", json=table, trust_env=False).raise_for_status().json()
    page = people.come(PHONE, path="about:blank")
    page.add_init_script("delete Navigator.prototype.wakeLock")  # as over plain HTTP
    page.goto(f"/t/{seat['match']}#seat={seat['token']}")
    button(page, "web-join-own").tap()
    button(page, "web-start").tap()
    page.locator("[data-asked]").wait_for()
    video = page.locator("[data-awake]")
    expect(video).to_have_js_property("paused", False)
    page.wait_for_function("() => document.querySelector('[data-awake]').currentTime > 0")
    assert video.evaluate("video => [video.paused, video.muted]") == [False, True]
    page.get_by_role("button", name=say("web-home"), exact=True).tap()
    expect(video).to_have_count(0)


@pytest.mark.parametrize("game", ["ultim-limit", "xtreme-limits"])
def test_a_desktop_shows_players_large_where_there_are_no_boards(people: People, axe: Axe, game: str) -> None:
    page = people.come(DESK)
    choose(page, game).get_by_role("button", name=say("web-play-bots"), exact=True).click()
    players = page.locator(".right").get_by_role("region", name=say("web-players"), exact=True).get_by_role("listitem")
    chips = page.locator("[data-chip]")
    chips.first.wait_for()  # without players on the page, none beside them would be right
    expect(players).to_have_count(chips.count())
    for player in players.all():
        expect(player).to_be_in_viewport(ratio=1)
        assert player.evaluate("player => player.getBoundingClientRect().height") >= 60
    assert axe(page) == []
    page.set_viewport_size({"width": 844, "height": 390})
    expect(players).to_have_count(0)


WIDTHS = {(1024, 768): 120, DESK: 180, (1920, 1080): 250}  # of a rival's board, at least


@pytest.mark.parametrize("game", ["take-it-easy", "take-it-to-the-limit"])
def test_a_desktop_shows_all_boards_large_enough_to_read(people: People, game: str) -> None:
    page = people.come(DESK)
    choose(page, game).get_by_role("button", name=say("web-play-bots"), exact=True).click()
    page.locator("[data-asked] [data-cell]").first.wait_for()
    own = page.get_by_role("group", name=say("web-your-board"), exact=True)
    boards = page.get_by_role("img", name=like("web-board-of", name=ANY))
    for (width, height), least in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        expect(boards).to_have_count(2)
        rivals = boards.all()
        assert all(bottom <= height for bottom in map(bottom_of, (own, *rivals)))
        assert all(rival.evaluate("rival => rival.getBoundingClientRect().width") >= least for rival in rivals)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("[data-page=score] output")).to_contain_text(re.compile(r"\d"))
