"""Beside the box: the caller, the sand timer and the bell, on one phone and on a second screen."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tablee.calls import calls
from tablee.core.registry import find
from tablee.fair import Dealer, commitment
from tests.e2e.conftest import PHONE, People
from tests.e2e.said import ANY, like, say

Axe = Callable[[Page], list[str]]
EASY = find("take-it-easy").game
SHORTEST = 4000  # ms
RANGE = {"glass": (40, 80, 100), "bell": (4, 8, 1000)}  # from, to, and their unit in ms

# every random byte is the same, so that the test knows the seed
SEED = "crypto.getRandomValues = (bytes) => bytes.fill(%d);"
STORED = "localStorage['tablee-box'] ??= JSON.stringify({%r: {range: {from: %d, to: %d, unit: %d, open: false}}});"
# everything that the page does which somebody could notice, without the time
RECORD = """
    window.noticed = [];
    for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
        const real = window[name].bind(window);
        window[name] = (call, ...rest) => (noticed.push([name, ...rest.slice(0, 1)]), real(call, ...rest));
    }
    for (const one of [OscillatorNode, AudioBufferSourceNode]) {
        const real = one.prototype.start;
        one.prototype.start = function (...rest) { noticed.push(["sound"]); return real.apply(this, rest); };
    }
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
        noticed.push(["stored", key, value.replace(/"seed":"[0-9a-f]{64}"|"start":[0-9]+/g, "")]);
        return store.call(this, key, value);
    };
    const Real = Worker;
    window.Worker = class extends Real {
        constructor(...rest) {
            super(...rest);
            this.addEventListener("message", ({data}) => noticed.push(["told", ...Object.keys(data)]));
        }
    };
    const look = (all) => noticed.push(["changed", document.title, document.documentElement.outerHTML]);
    new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
"""


def seed_with(n: int, value: int) -> int:
    """A byte of which 32 are a seed whose first draw below n is this."""
    return next(byte for byte in range(256) if Dealer(f"{byte:02x}" * 32).below(0, n) == value)


def come(people: People, path: str, *scripts: str, lang: str = "en-GB", **more: Any) -> Page:
    page = people.come(PHONE, lang, "about:blank", **more)
    for script in scripts:
        page.add_init_script(script)
    page.goto(path)
    return page


def timed(people: People, tool: str, draw: int, *scripts: str, lang: str = "en-GB") -> Page:
    """A page whose hidden time is the shortest of its range, and so many steps more."""
    least, most, unit = RANGE[tool]
    game = {"glass": "ultim-limit", "bell": "xtreme-limits"}[tool]
    known = SEED % seed_with(most - least + 1, draw), STORED % (tool, least, most, unit)
    return come(people, f"/#box/{game}/{tool}", *known, *scripts, lang=lang)


def button(page: Page, id: str, lang: str = "en", **args: str | int) -> Any:
    return page.get_by_role("button", name=say(id, lang, **args), exact=True)


def test_the_way_to_a_tool(people: People, axe: Axe) -> None:
    page = people.come(PHONE, color_scheme="dark")
    page.get_by_role("link", name=say("web-box"), exact=True).tap()
    tools = page.get_by_role("article").get_by_role("link")
    expect(tools).to_have_count(9)
    assert axe(page) == []
    tools.filter(has_text=say("web-box-caller")).filter(has_text=say("game", "en", "take-it-easy")).tap()
    expect(button(page, "web-box-first")).to_be_visible()
    page.get_by_role("link", name=say("web-box-back"), exact=True).tap()
    expect(tools).to_have_count(2)
    page.go_back()
    expect(button(page, "web-box-first")).to_be_visible()


def called(page: Page) -> list[str]:
    """What the list of all calls shows."""
    page.get_by_role("button", name=say("web-box-all")).click()
    tiles = page.get_by_role("dialog").get_by_role("img")
    names = [tiles.nth(n).get_attribute("aria-label") or "" for n in range(tiles.count())]
    button(page, "web-close").click()
    return names


def test_a_game_is_called_by_keys_and_taps_and_can_be_checked(people: People, axe: Axe) -> None:
    page = come(people, "/#box/take-it-easy/caller", SEED % 7)
    seed = "07" * 32
    tiles = calls(EASY, seed, EASY.options())
    live, now = page.locator("[aria-live]"), page.locator(".face").get_by_role("img")
    expect(button(page, "web-box-first")).to_be_visible()
    expect(page.get_by_text(commitment(seed))).to_be_hidden()
    page.get_by_text(say("web-box-how-fair"), exact=True).click()
    expect(page.get_by_text(commitment(seed))).to_be_visible()
    assert axe(page) == []
    button(page, "web-box-first").tap()
    expect(now).to_have_accessible_name(tiles[0])
    expect(live).to_have_text(say("web-box-announced", at=1, of=19, text=tiles[0].replace("-", ", ")))
    for key in ("ArrowRight", "Enter", "ArrowLeft"):
        page.keyboard.press(key)
    page.locator("body").evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    expect(now).to_have_accessible_name(tiles[2])
    button(page, "web-box-undo").tap()
    expect(now).to_have_accessible_name(tiles[1])
    page.reload()
    expect(now).to_have_accessible_name(tiles[1])
    assert page.get_by_text(seed).count() == 0
    for tile in tiles[2:]:
        button(page, "web-box-next").tap()
        expect(now).to_have_accessible_name(tile)
    expect(page.get_by_text(seed, exact=True)).to_be_visible()
    expect(page.get_by_text(f"tablee calls take-it-easy {seed}", exact=True)).to_be_visible()
    assert called(page) == list(tiles)
    assert axe(page) == []
    button(page, "web-box-again").tap()
    expect(button(page, "web-box-first")).to_be_visible()


def test_space_calls_whatever_was_tapped_before(people: People) -> None:
    page = come(people, "/#box/take-it-easy/caller")
    count = page.locator(".count")
    button(page, "web-box-first").tap()
    button(page, "web-box-options").tap()
    button(page, "web-close").tap()
    page.keyboard.press(" ")
    expect(count).to_have_text(say("web-box-count", at=2, of=19))
    page.get_by_role("button", name=say("web-box-every", seconds=20)).tap()
    page.keyboard.press(" ")
    expect(count).to_have_text(say("web-box-count", at=3, of=19))
    page.get_by_role("link", name=say("web-box-back"), exact=True).focus()
    page.keyboard.press("Tab")  # from then on, the keys are for what has the focus
    expect(button(page, "web-box-undo")).to_be_focused()
    page.keyboard.press(" ")
    expect(count).to_have_text(say("web-box-count", at=2, of=19))


VOICE = """
    window.said = [];
    const speech = {getVoices: () => [{lang: "en-US"}, {lang: "fr-FR", localService: true}], cancel() {}, addEventListener() {}};
    speech.speak = ({text, lang}) => said.push([text, lang]);
    Object.defineProperty(window, "speechSynthesis", {value: speech});
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def test_tiles_are_said_in_the_language_of_the_page_and_call_themselves(people: People) -> None:
    page = come(people, "/#box/take-it-to-the-limit/caller", SEED % 7, VOICE, lang="fr-FR")
    page.get_by_role("radio", name=say("web-box-plan-orchid-both", "fr")).check()
    limit = find("take-it-to-the-limit").game
    tiles = calls(limit, "07" * 32, limit.options(board="orchid", tiles="both"))
    words = [", ".join(say("web-box-value", "fr", value=int(value)) for value in tile.split("-")) for tile in tiles]
    page.clock.install()
    button(page, "web-box-first", "fr").tap()
    page.clock.run_for(300)
    by_itself = page.get_by_role("button", name=say("web-box-every", "fr", seconds=20))
    by_itself.tap()
    page.clock.run_for(20_300)
    assert page.evaluate("said") == [[text, "fr-FR"] for text in words[:2]]
    by_itself.tap()
    page.clock.run_for(60_000)
    button(page, "web-box-repeat", "fr").tap()
    page.clock.run_for(300)
    assert [text for text, _ in page.evaluate("said")] == [words[0], words[1], words[1]]


def test_another_screen_shows_the_same_call(people: People, axe: Axe) -> None:
    page = come(people, "/#box/take-it-easy/caller", SEED % 9)
    tiles = calls(EASY, "09" * 32, EASY.options())
    button(page, "web-box-options").tap()
    button(page, "web-box-screens").tap()
    link = page.get_by_label(say("web-link"), exact=True).input_value()
    expect(page.get_by_role("img", name=say("web-qr", link=link))).to_be_visible()
    button(page, "web-close").tap()
    other = people.come((1280, 720), "fr-FR", "/#" + link.partition("#")[2])
    other.get_by_text(say("web-box-how-fair", "fr"), exact=True).click()
    expect(other.get_by_text(commitment("09" * 32))).to_be_visible()
    button(page, "web-box-first").tap()
    button(page, "web-box-next").tap()
    now = other.locator(".face").get_by_role("img")
    expect(now).to_have_accessible_name(tiles[1])
    spoken = ", ".join(say("web-box-value", "fr", value=int(value)) for value in tiles[1].split("-"))
    expect(other.get_by_text(say("web-box-quoted", "fr", text=spoken))).to_be_visible()
    assert axe(other) == []
    page.keyboard.press("ArrowLeft")
    expect(now).to_have_accessible_name(tiles[0])


@pytest.mark.parametrize("tool", ["glass", "bell"])
def test_until_a_hidden_time_is_over_nothing_depends_on_it(people: People, tool: str, axe: Axe) -> None:
    steps = RANGE[tool][1] - RANGE[tool][0]
    short, long = (timed(people, tool, draw, RECORD) for draw in (0, steps))
    for page in (short, long):
        expect(button(page, f"web-box-{tool}-go")).to_be_visible()
        page.get_by_role("heading").tap()  # from then on there is sound
    short.wait_for_timeout(300)
    for page in (short, long):
        page.evaluate("noticed.length = 0")
        button(page, f"web-box-{tool}-go").tap()
        expect(page.get_by_role("status")).to_have_text(say(f"web-box-{tool}-runs"))
    short.wait_for_timeout(1000)
    noticed = [page.evaluate("noticed") for page in (short, long)]
    assert {"changed", "sound", "stored"} <= {event[0] for event in noticed[0]}
    assert noticed[0] == noticed[1]
    stored = json.loads(short.evaluate("localStorage['tablee-box']"))[tool]
    end = str(stored["run"]["start"] + SHORTEST)
    assert end not in json.dumps(stored) + short.content()
    expect(short.locator("strong")).to_have_text(say(f"web-box-{tool}-over"))
    assert short.evaluate("noticed") != noticed[0]
    assert long.evaluate("noticed") == noticed[1]
    assert re.match(re.escape(say(f"web-box-{tool}-over")), short.title())
    assert axe(short) == []


@contextmanager
def frozen(browser: Browser) -> Iterator[None]:
    """All pages stand still with their workers, as when a phone stops them."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in processes if process["type"] == "renderer"]
    for page in pages:
        os.kill(page, signal.SIGSTOP)
    try:
        yield
    finally:
        for page in pages:
            os.kill(page, signal.SIGCONT)


def test_what_ended_while_the_page_was_frozen_is_told_with_its_time(people: People) -> None:
    people.expected = ("AudioContext",)  # Chromium warns if a page that nobody has touched since a reload wants to ring
    page = timed(people, "bell", 0, lang="fr-FR")
    button(page, "web-box-bell-go", "fr").tap()
    start = json.loads(page.evaluate("localStorage['tablee-box']"))["bell"]["run"]["start"]
    with frozen(people.browser):
        page.wait_for_timeout(SHORTEST + 2500)
    at = page.evaluate("(ms) => new Date(ms).toTimeString().slice(0, 8)", start + SHORTEST)
    was_over = like("web-box-bell-was-over", "fr", ago=ANY, at=at)
    expect(page.get_by_role("status")).to_have_text(was_over)
    page.reload()
    expect(page.get_by_role("status")).to_have_text(was_over)


def test_a_glass_is_turned_and_stopped_in_time(people: People, axe: Axe) -> None:
    page = come(people, "/#box/ultim-limit/glass")
    button(page, "web-box-glass-go").tap()
    assert axe(page) == []
    button(page, "web-box-glass-turn").tap()
    expect(page.get_by_role("status")).to_have_text(say("web-box-glass-turned"))
    expect(button(page, "web-box-glass-turn")).to_be_disabled()
    page.keyboard.press("Tab")  # the disabled button had the focus
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(like("web-box-glass-stopped", seconds=ANY))
    page.reload()
    expect(page.get_by_role("status")).to_have_text(say("web-box-glass-ready"))


def test_young_players_see_the_time(people: People) -> None:
    page = timed(people, "glass", 40)
    page.locator("summary").click()
    page.get_by_label(say("web-box-open"), exact=True).check()
    button(page, "web-box-glass-go").tap()
    expect(page.get_by_role("timer")).to_have_accessible_name(like("web-seconds", seconds=ANY))
    expect(button(page, "web-box-glass-turn")).to_have_count(0)


def test_the_fields_of_a_timer_show_what_is_in_force(people: People) -> None:
    page = come(people, "/#box/ultim-limit/glass")
    page.locator("summary").click()
    shortest, longest = page.locator("input[name=from]"), page.locator("input[name=to]")
    most = longest.get_attribute("max") or ""
    longest.fill("5000")
    longest.press("Enter")
    expect(longest).to_have_value(most)
    longest.fill("6000")
    longest.press("Enter")
    expect(longest).to_have_value(most)
    shortest.fill("")
    shortest.press("Enter")
    expect(shortest).to_have_value("28")


RINGS = """
    window.rings = 0;
    const ring = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...rest) {
        rings += document.querySelector("aside.over") ? 1 : 0;
        return ring.apply(this, rest);
    };
"""


def leave(page: Page, tool: str) -> None:
    """Begins and goes home."""
    button(page, f"web-box-{tool}-go").tap()
    for back in ("web-box-back", "web-box-back", "web-home"):
        page.get_by_role("link", name=say(back), exact=True).tap()


@pytest.mark.parametrize(("tool", "game"), [("glass", "ultim-limit"), ("bell", "xtreme-limits")])
def test_a_hidden_time_is_in_sight_on_every_page(people: People, tool: str, game: str, axe: Axe) -> None:
    page = come(people, f"/#box/{game}/{tool}")
    leave(page, tool)
    bar = page.get_by_role("link", name=say(f"web-box-{tool}-runs"), exact=True)
    expect(bar).to_be_visible()
    page.reload()
    expect(bar).to_be_visible()
    assert axe(page) == []
    bar.tap()
    button(page, f"web-box-{tool}-stop").tap()
    expect(page.get_by_role("status")).to_have_text(like(f"web-box-{tool}-stopped", seconds=ANY))
    page.goto("/")
    expect(page.locator("article").first).to_be_visible()
    expect(bar).to_have_count(0)


@pytest.mark.parametrize("tool", ["glass", "bell"])
def test_the_end_of_a_hidden_time_is_heard_on_every_page(people: People, tool: str, axe: Axe) -> None:
    page = timed(people, tool, 0, RINGS)
    leave(page, tool)
    over = page.get_by_role("link", name=say(f"web-box-{tool}-over"), exact=True)
    expect(over).to_be_visible()
    page.wait_for_function("rings > 0")
    assert axe(page) == []
    over.tap()
    expect(page.get_by_role("status")).to_have_text(like(f"web-box-{tool}-is-over", at=ANY))
    page.get_by_role("link", name=say("web-box-back"), exact=True).tap()
    expect(page.get_by_role("article")).to_be_visible()
    expect(over).to_have_count(0)
