"""Small phones and large letters: no screen scrolls sideways, and everything that is tapped is large enough for a finger.

Motion is on: what comes in from outside widens a page too.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tablee.core import registry
from tests.e2e.conftest import People
from tests.e2e.ends import EndingTable, pause_count, played, quickly, to_result
from tests.e2e.hands import act, choose, is_over, play_bots, swap_cell, touch
from tests.e2e.said import say
from tests.e2e.scenes import SCENES, Stage, play
from tests.e2e.server_process import Server
from tests.e2e.test_ultim_limit import FakeTable, started
from tests.games.test_ultim_limit import SUPER, last_turn, loot

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390))
NAME = "Maximiliana of the Hills"
PLAYED = [
    {"match": f"{n}abcdefghijk", "seat": 0, "token": "", "nonce": "", "game": game, "when": time.time() * 1000, **over}
    for n, (game, over) in enumerate([("take-it-to-the-limit", {}), ("xtreme-limits", {"score": "187 · 2/6"})])
]

LOOK = (Path(__file__).parent / "look.js").read_text("utf-8")


class Inspector:
    """Looks at screens in these sizes, and notes what is wrong."""

    def __init__(self, sizes: Sequence[tuple[int, int]]) -> None:
        self.sizes = sizes
        self.wrong: list[str] = []

    def look(self, page: Page, what: str) -> None:
        for width, height in self.sizes:
            page.set_viewport_size({"width": width, "height": height})
            self.wrong += [f"{what}, {fault}" for fault in page.evaluate(LOOK)]
        page.set_viewport_size({"width": 360, "height": 640})


@pytest.fixture
def inspector(request: pytest.FixtureRequest) -> Any:
    soaking = request.node.get_closest_marker("soak") is not None
    inspector = Inspector(SIZES if soaking else (SIZES[0], SIZES[-1]))  # if both extremes fit, so do most in between
    yield inspector
    assert not inspector.wrong, "\n".join(inspector.wrong)


LANGUAGES = [
    pytest.param("fr-FR"),  # French words are longer
    pytest.param("fr-FR", marks=pytest.mark.soak, id="fr-FR-every-size"),
    pytest.param("en-GB", marks=pytest.mark.soak),
]
in_both_languages = pytest.mark.parametrize("lang", LANGUAGES)


def come(people: People, lang: str, path: str = "/") -> Page:
    return people.come(SIZES[1], lang, path, reduced_motion="no-preference", has_touch=False)


def close(page: Page) -> None:
    page.locator("dialog .top button").last.click()


@in_both_languages
def test_home_and_its_dialogs_fit(people: People, server: Server, inspector: Inspector, lang: str) -> None:
    table = {"game": "take-it-to-the-limit", "name": NAME, "seats": [{"kind": "open"}] * 3, "public": True, "commit": "0" * 64}
    httpx.post(f"{server.base}/api/matches", json=table, trust_env=False).raise_for_status()
    people.expected = ("404",)  # it looks for the match to resume
    page = come(people, lang)
    page.locator("article").first.wait_for()
    inspector.look(page, "home for newcomers")
    page.add_init_script(f"localStorage.setItem('tablee', {json.dumps(json.dumps({'seats': PLAYED}))})")
    page.reload()
    page.locator("main li a").nth(len(PLAYED)).wait_for()
    inspector.look(page, "home")
    for game in registry.names():
        for number, what in enumerate(("new table", "rules")):
            choose(page, game).locator(".small button").nth(number).click()
            page.locator("dialog :is(form, article)").wait_for()
            inspector.look(page, f"{what} of {game}")
            close(page)
    page.locator("header > button").last.click()
    inspector.look(page, "settings")


@in_both_languages
def test_the_way_to_a_table_fits(people: People, inspector: Inspector, lang: str) -> None:
    people.expected = ("404",)
    host = come(people, lang)
    host.locator("input").first.fill(NAME)
    choose(host, "xtreme-limits").get_by_role("button", name=say("web-play-friends", lang[:2]), exact=True).click()
    link = host.locator("input[readonly]").first.input_value()
    guest = come(people, lang, link)
    guest.locator("form button").wait_for()
    inspector.look(guest, "invitation")
    guest.locator("form button").last.click()
    guest.locator(".lobby").wait_for()
    inspector.look(guest, "lobby of a guest")
    for summary in host.locator("summary").all():
        summary.click()
    inspector.look(host, "lobby")
    guest.goto("/t/nothing")
    guest.locator("[role=alert] h2").wait_for()
    inspector.look(guest, "no such table")


def begin(people: People, lang: str, game: str, bots: int, **options: str) -> Page:
    page = come(people, lang)
    play_bots(page, game, bots, **options)
    return page


@in_both_languages
def test_tile_games_fit(people: People, inspector: Inspector, lang: str) -> None:
    page = begin(people, lang, "take-it-easy", 5)
    inspector.look(page, "Take it Easy!")
    page.locator("header button").last.click()
    inspector.look(page, "leaving a table")
    close(page)
    page.locator(".rivals button").first.click()
    inspector.look(page, "the board of a rival")
    close(page)
    page.locator("header button").nth(-2).click()
    page.locator("dialog fieldset ~ button").first.click()
    page.locator(".state.paused").wait_for()
    inspector.look(page, "a pause")
    for board, rest in (("nexus", 4), ("orchid", 30)):
        page = begin(people, lang, "take-it-to-the-limit", 1, board=board)
        inspector.look(page, f"Take it to the Limit! with {board}")
        play(page, rest, ".relocate, [data-over]")
        inspector.look(page, f"Take it to the Limit! with {board}, later")


@in_both_languages
def test_games_of_cards_and_dice_fit(people: People, inspector: Inspector, lang: str) -> None:
    page = begin(people, lang, "limits", 5)
    inspector.look(page, "Limits: hiding")
    play(page, 40, "button.accuse")
    inspector.look(page, "Limits: accusing")
    page.locator("button.accuse").first.click()
    inspector.look(page, "Limits: are you sure")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 10"))  # else a slow machine sees the verdict at once
    page.locator("dialog [data-action]").click()
    page.locator(".verdict-scene .buttons button").first.click()  # it waits
    page.clock.resume()
    inspector.look(page, "Limits: counting")
    page.locator(".verdict-scene [data-step]").click()
    inspector.look(page, "Limits: the verdict")
    page = begin(people, lang, "xtreme-limits", 5)
    inspector.look(page, "Xtreme Limits")
    swap_cell(page).click()
    page.locator("[data-action=keep]").wait_for()
    inspector.look(page, "Xtreme Limits: swapping")
    page = FakeTable(people, started().roll(0, "3-3-6", 1000).s, 0, lang=lang, reduced_motion="no-preference").page
    inspector.look(page, "Ultim' Limit")
    choosing = last_turn(1, SUPER, loot(3, 2, 2, 2, 2, 1, 1), loot(0, 0, 0, 0, 0, 0, 0, 4)).do(1, "stop")
    page = FakeTable(people, choosing.s, 0, lang=lang, reduced_motion="no-preference").page
    inspector.look(page, "Ultim' Limit: keeping piles")


@in_both_languages
def test_what_lies_over_a_table_fits(people: People, inspector: Inspector, lang: str) -> None:
    for game in registry.names():
        page = come(people, lang)
        choose(page, game).locator(".small button").nth(1).click()
        page.locator("dialog .how").click()
        page.locator("[data-bubble]").wait_for()
        inspector.look(page, f"the guide to {game}")
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(".state.troubled").wait_for()
    inspector.look(page, "without a connection")
    page = come(people, lang)
    page.add_init_script("localStorage.tablee = JSON.stringify({confirm: true})")
    page.reload()
    page.locator("article:has([data-game='take-it-easy']) button.play").click()
    page.locator("[data-asked] [data-cell=c3]").click()
    page.get_by_role("button", name=say("web-confirm", lang[:2]), exact=True).wait_for()
    inspector.look(page, "a tap to confirm")


@in_both_languages
@pytest.mark.parametrize("game", registry.names())
def test_the_end_of_a_match_fits(people: People, inspector: Inspector, game: str, lang: str) -> None:
    seats = 6 if game == "limits" else max(2, registry.find(game).game.seats[0])
    end = EndingTable(people, quickly(game, seats), size=SIZES[1], lang=lang, reduced_motion="no-preference")
    page = end.tell()
    pause_count(page)
    inspector.look(page, f"the count of {game}")
    to_result(page)
    inspector.look(page, f"the result of {game}")
    page.keyboard.press("Escape")
    page.locator("[data-over] .result li").first.wait_for()
    inspector.look(page, f"{game} when it is over")
    page.set_viewport_size({"width": 360, "height": 640})
    for score in page.locator(".head li b").all():
        assert score.evaluate("one => one.getBoundingClientRect().right <= one.closest('li').getBoundingClientRect().right")
        expect(score).to_be_in_viewport(ratio=1)


@in_both_languages
def test_the_scorers_fit(people: People, inspector: Inspector, lang: str) -> None:
    for game in registry.names():
        page = come(people, lang, f"/#box/{game}/scorer")
        page.get_by_role("button", name=say("web-score-add", lang[:2]), exact=True).click()
        inspector.look(page, f"the scorer of {game}")
        if game == "limits":
            page.get_by_role("button", name=say("web-score-judge", lang[:2], game), exact=True).click()
            inspector.look(page, "judging an accusation")
    for dialog in ("setup", "kept"):
        page.get_by_role("button", name=say(f"web-score-{dialog}", lang[:2]), exact=True).click()
        inspector.look(page, f"{dialog} of a scorer")
        close(page)


@in_both_languages
def test_a_game_night_fits(people: People, inspector: Inspector, lang: str) -> None:
    page = come(people, lang, "/#box/night")
    button = partial(page.get_by_role, "button", exact=True)
    button(name=say("web-night-begin", lang[:2])).wait_for()
    inspector.look(page, "who plays at a game night")
    button(name=say("web-night-begin", lang[:2])).click()
    button(name=say("web-box-first", lang[:2])).click()
    inspector.look(page, "the caller of a game night")
    page.locator(".switch button").last.click()
    page.locator("[data-tile]").click()
    page.get_by_role("button", name=say("web-score-add", lang[:2]), exact=True).click()
    inspector.look(page, "the scores of a game night")
    button(name=say("web-night-evenings", lang[:2])).click()
    inspector.look(page, "game nights")


@in_both_languages
def test_a_series_and_replays_fit(people: People, server: Server, inspector: Inspector, lang: str) -> None:
    end = EndingTable(people, played("take-it-easy", *["random"] * 6), lang=lang, reduced_motion="no-preference")
    page = end.tell_game(2, 3, [[150, 162, 88, 101, 97, 140], list(end.table.match.result().scores)])
    to_result(page)
    inspector.look(page, "a series")
    page = come(people, lang, "/#replay")
    page.locator("textarea").wait_for()
    inspector.look(page, "choosing a replay")
    for entry in registry.all_games():
        page.locator("input[type=file]").set_input_files(sorted((entry.folder / "golden").glob("*.match"))[0])
        page.locator(".game > *").first.wait_for()
        slider = page.get_by_role("slider")
        slider.fill(str(int(slider.get_attribute("max") or 0) // 2))
        inspector.look(page, f"a replay of {entry.game.id}")
        if entry.game.id == "limits":
            page.locator(".badge").click()
            inspector.look(page, "whether a record is genuine")
            close(page)
        page.locator(".tools button").last.click()
    record = (registry.find("take-it-easy").folder / "golden" / "solo.match").read_text("utf-8")
    replay = httpx.post(f"{server.base}/api/replays", json={"record": record}, trust_env=False).raise_for_status().json()
    replay["info"]["match"] = PLAYED[0]["match"]  # as if it had been played here
    page.route("**/replay?*", lambda route: route.fulfill(json=replay))
    page.goto(f"/t/{PLAYED[0]['match']}#replay")
    page.get_by_role("button", name=say("web-replay-share", lang[:2]), exact=True).click()
    page.locator("dialog input[readonly]").wait_for()
    inspector.look(page, "sharing a replay")


@pytest.mark.soak
@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("scene", SCENES)
def test_every_screen_fits(people: People, inspector: Inspector, scene: str, lang: str) -> None:
    SCENES[scene](Stage(people, lang, inspector.look, reduced_motion="no-preference", has_touch=False))


@pytest.mark.parametrize(
    ("game", "clock", "told"),
    [
        ("ultim-limit", "glass", {"least": 40, "least_tenths": 0, "most": 32, "most_tenths": 0}),
        ("xtreme-limits", "bell", {"least": 400, "most": 320}),
    ],
)
def test_a_refused_table_keeps_its_entries_and_says_why(people: People, game: str, clock: str, told: dict[str, int]) -> None:
    people.expected = ("400",)
    page = people.come((360, 740))
    choose(page, game).locator(".small button").first.click()
    dialog = page.get_by_role("dialog")
    shortest = dialog.locator(f"input[name={clock}_from]")
    shortest.fill(str(told["least"]))
    dialog.locator(f"input[name={clock}_to]").fill(str(told["most"]))
    dialog.locator("button.primary").click()
    expect(dialog.get_by_text(say(f"{clock}-range", "en", game, **told), exact=True)).to_be_visible()
    assert shortest.input_value() == str(told["least"])


@in_both_languages
def test_what_goes_with_the_box_fits(people: People, inspector: Inspector, lang: str) -> None:
    def button(id: str) -> Locator:
        return page.get_by_role("button", name=say(id, lang[:2]), exact=True)

    page = come(people, lang, "/#box")
    page.locator("article").first.wait_for()
    inspector.look(page, "with the box")
    page.goto("/#box/take-it-to-the-limit/caller")
    button("web-box-first").wait_for()
    inspector.look(page, "the caller before the first call")
    button("web-box-first").click()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    inspector.look(page, "the caller")
    button("web-box-options").click()
    inspector.look(page, "the options of the caller")
    button("web-box-screens").click()
    page.locator("dialog svg[role=img]").wait_for()
    inspector.look(page, "a link for another screen")
    close(page)
    for path in ("ultim-limit/glass", "xtreme-limits/bell"):
        page.goto(f"/#box/{path}")
        page.locator("summary").click()
        inspector.look(page, f"{path}, ready")
        page.locator("summary").click()
        page.locator(".foot button").click()
        page.locator("details").wait_for(state="detached")
        inspector.look(page, f"{path}, running")


# what a player needs to see at once, and options with which a match is short
TOGETHER = {
    "take-it-easy": ".called .tile, .called .big, .called .score b",
    "take-it-to-the-limit": ".called .tile, .called .big, [data-panel=scrapyard] svg",
    "limits": ".piles .large, .hand button",
    "xtreme-limits": ".objective, [data-panel='red green blue'], .hands button",
    "ultim-limit": ".cards .slot, .dice .die, .do, .stop",
}
SHORT_MATCH = {"xtreme-limits": {"rounds": "1", "tokens": "9"}, "ultim-limit": {"roll_gap": "0.1"}}
SPAN = """marks => {
    const boxes = [...document.querySelectorAll(marks)].map(one => one.getBoundingClientRect());
    return Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top));
}"""
IN_SIGHT = """(marks) => {
    const inside = (one) => {
        const {left, right, top, bottom} = one.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && (one.contains(hit) || hit?.contains(one));
    };
    return [...document.querySelectorAll(marks)].map(inside);
}"""


def large_letters(people: People, size: tuple[int, int], lang: str) -> Page:
    """Home, with the letters that a player has chosen in the settings."""
    page = people.come(size, lang)
    page.locator("header > button").last.click()
    button = page.get_by_role("button", name=re.compile(r"^200\s?%$"))
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    close(page)
    page.reload()
    page.locator("article").first.wait_for()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    return page


@pytest.mark.parametrize("size", [(320, 568), pytest.param((360, 640), marks=pytest.mark.soak)], ids=lambda size: str(size[0]))
@pytest.mark.parametrize("lang", ["fr-FR", pytest.param("en-GB", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", registry.names())
def test_whole_turns_can_be_played_with_large_letters(people: People, game: str, lang: str, size: tuple[int, int]) -> None:
    page, chance = large_letters(people, size, lang), random.Random(5)
    people.expected = ("404",)
    entry = registry.find(game)
    play_bots(page, game, max(0 if game == "ultim-limit" else 1, entry.game.seats[0] - 1), **SHORT_MATCH.get(game, {}))
    looked, fast = 0, page.locator(".status [aria-pressed=false]")
    for _ in range(12):
        page.locator("[data-asked], [data-over], .status [aria-pressed=false]").first.wait_for()
        if fast.count():
            with suppress(Error):  # it is gone if our turn has come
                fast.tap(timeout=1000)
            page.locator("[data-asked], [data-over]").first.wait_for()
        if is_over(page):
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if not page.locator(".news, .verdict-scene, .relocate").count():
            page.locator(TOGETHER[game]).first.wait_for()  # the table is loaded
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(SPAN, TOGETHER[game]) <= size[1] - 60, "too far apart"
            if game in ("ultim-limit", "take-it-easy", "take-it-to-the-limit"):
                sights = page.evaluate(IN_SIGHT, TOGETHER[game])
                assert sights
                assert all(sights), sights
            if "take-it" in game:
                cells = page.evaluate(IN_SIGHT, ".board [data-cell]")
                assert sum(cells) >= 16  # the rest of the Nexus after a short scroll
            looked += 1
        act(page, touch, chance)
    assert looked >= 2
    if game == "ultim-limit":
        roll = page.locator(".do").bounding_box()
        assert roll
        assert roll["width"] > roll["height"]  # not a column of letters


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_the_button_that_leads_on_is_in_sight(people: People, size: tuple[int, int]) -> None:
    page = people.come(size)
    choose(page, "ultim-limit").locator(".small button").first.click()
    expect(page.locator("dialog form .primary")).to_be_in_viewport(ratio=1)
    close(page)
    choose(page, "take-it-to-the-limit").get_by_role("button", name=say("web-play-friends"), exact=True).click()
    guest = people.come(size, "en", page.locator("input[readonly]").first.input_value())
    expect(guest.locator("form .primary")).to_be_in_viewport(ratio=1)
