"""My games in browsers: what they add up to, and how they come to another device."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import DESK, PHONE, People
from tests.e2e.ends import EndingTable, quickly, to_result
from tests.e2e.said import say

DAY = 24 * 3600 * 1000
LATEST = 1_790_000_000_000  # ms since 1970
RIVALS: tuple[tuple[str, str, int], ...] = (("", "first-game", 110), ("Bo", "", 150), ("", "greedy", 160))


def summaries(count: int, server: str, game: str = "take-it-easy") -> list[dict[str, Any]]:
    """Matches of somebody who gets better, as a device keeps them."""
    chance = Random(count)
    return [_summary(n, count, chance, server, game) for n in range(count)]


def _summary(n: int, count: int, chance: Random, server: str, game: str) -> dict[str, Any]:
    name, level, mean = RIVALS[n % 3]
    mine, theirs = round(chance.gauss(135 + 50 * n / count, 25)), round(chance.gauss(mean, 25))
    review = {
        "when": LATEST,
        "loss": round(19e6 * chance.uniform(1.2, 1.8) * (1 - 0.9 * n / count)),
        "decisions": 19,
        "luck": round(1e6 * chance.gauss(2, 25)),
        "usual": 360_000,
    }
    return {
        "match": f"match{n}",
        "game": game,
        "when": LATEST - (count - n) * DAY,
        "server": f"{server}/",
        "seat": 0,
        "score": mine,
        "place": 1 + (theirs > mine),
        "of": 2,
        "options": {"placement": "free", "rays": "none"},
        "players": [
            {"name": "Ada", "level": "", "score": mine, "place": 1 + (theirs > mine)},
            {"name": name, "level": level, "score": theirs, "place": 1 + (mine > theirs)},
        ],
        "review": review,
    }


FILL = """async (all) => {
    const opening = indexedDB.open("tablee-history", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("summaries", { keyPath: "match" });
    await new Promise((done) => (opening.onsuccess = done));
    const transaction = opening.result.transaction("summaries", "readwrite");
    for (const one of all) transaction.objectStore("summaries").put(one);
    await new Promise((done) => (transaction.oncomplete = done));
    opening.result.close();
}"""


def fill(page: Page, all: list[dict[str, Any]]) -> None:
    """Puts summaries into what the browser keeps."""
    page.evaluate(FILL, json.loads(json.dumps(all)))


Axe = Callable[[Page], list[str]]
UNKNOWN = ("404",)  # these matches are on no server


def come(people: People, count: int, size: tuple[int, int] = DESK, lang: str = "en-GB", **more: Any) -> Page:
    """A device with so many finished matches, on the page of its games."""
    people.expected = UNKNOWN
    page = people.come(size, lang, "/#box", **more)
    fill(page, summaries(count, people.base))
    page.goto("/#history")
    page.locator(f"[data-history={'plots' if count >= 10 else 'list'}]").wait_for()
    return page


def kept(page: Page, database: str = "tablee-history") -> list[dict[str, Any]]:
    """What the browser keeps."""
    read = """async (database) => {
        const opening = indexedDB.open(database);
        await new Promise((done) => (opening.onsuccess = done));
        const all = opening.result.transaction("summaries").objectStore("summaries").getAll();
        await new Promise((done) => (all.onsuccess = done));
        opening.result.close();
        return all.result;
    }"""
    found: list[dict[str, Any]] = page.evaluate(read, database)
    return found


def card(page: Page, name: str, lang: str = "en") -> Locator:
    return page.get_by_role("region", name=say(f"web-history-{name}", lang))


# What games add up to
def test_a_finished_match_is_kept_and_listed(people: People) -> None:
    people.expected = UNKNOWN
    ending = EndingTable(people, quickly("take-it-easy", 2))
    page = ending.tell()
    to_result(page)
    scores = list(ending.table.match.result().scores)
    page.goto("/#history")
    expect(page.get_by_role("region", name=say("web-history-list")).get_by_role("listitem")).to_have_count(1)
    (summary,) = kept(page)
    assert (summary["score"], [player["score"] for player in summary["players"]]) == (scores[0], scores)
    assert summary["players"][1]["name"] == "Bo"
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator("[data-history]")).to_contain_text(str(scores[0]))


def test_what_earlier_versions_kept_becomes_summaries(people: People) -> None:
    people.expected = UNKNOWN
    seats = [
        {
            "match": f"old{n}",
            "seat": 0,
            "token": "t",
            "nonce": "",
            "game": "take-it-easy",
            "when": n * DAY,
            "score": f"{100 + n} · 1/2",
        }
        for n in range(40)
    ]
    page = people.come(path="about:blank")
    page.add_init_script(f"localStorage.tablee ??= {json.dumps(json.dumps({'seats': seats}))}")
    page.goto("/#history")
    expect(page.locator("[data-history=plots]")).to_be_visible()
    expect(page.locator("dl")).to_contain_text(say("web-history-won-of", count=40))
    assert sorted(one["score"] for one in kept(page)) == list(range(100, 140))


@pytest.mark.parametrize(("size", "lang"), [(PHONE, "fr-FR"), (DESK, "en-GB")], ids=["phone", "desk"])
def test_games_add_up_and_every_plot_is_a_table_too(people: People, axe: Axe, size: tuple[int, int], lang: str) -> None:
    page, short = come(people, 64, size, lang), lang[:2]
    all = summaries(64, people.base)
    best = max(one["score"] for one in all)
    expect(page.locator("dl")).to_contain_text(str(best))
    expect(page.locator("dl")).to_contain_text(str(sum(one["score"] > one["players"][1]["score"] for one in all)))
    assert axe(page) == []
    tables = {"scores": 64, "against": 3, "lost": 8, "luck": 8}
    for name, rows in tables.items():
        region = card(page, name, short)
        region.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(region.locator("tbody tr")).to_have_count(rows)
    card(page, "often", short).locator("summary").click()
    cells = card(page, "often", short).locator("tbody td").all_inner_texts()
    assert sum(map(int, cells)) == 64
    assert axe(page) == []


def test_filters_choose_by_game_options_and_opponent(people: People) -> None:
    page = come(people, 30)
    others = summaries(6, people.base, "limits")
    fill(page, [{**one, "match": f"l{n}", "when": 0} for n, one in enumerate(others)])
    page.reload()
    opponent = page.get_by_role("combobox", name=say("web-history-opponent"))
    opponent.select_option("person Bo")
    expect(page.locator("dl")).to_contain_text(say("web-history-won-of", count=10))
    page.get_by_role("combobox", name=say("web-history-game")).select_option("limits")
    expect(page.locator("[data-history=list]")).to_contain_text(say("web-history-few", count=6))
    expect(page.locator("[data-history=list] li")).to_have_count(6)
    page.get_by_role("combobox", name=say("web-history-options")).focus()
    page.keyboard.press("Tab")
    expect(opponent).to_be_focused()


def test_five_thousand_matches_are_shown(people: People) -> None:
    page = come(people, 5000)
    expect(page.locator("header")).to_contain_text(say("web-history-count", count="5,000"))
    card(page, "scores").locator("summary").click()
    expect(card(page, "scores").locator("tbody tr")).to_have_count(100)
    card(page, "scores").get_by_role("button", name=say("web-history-more", count=100)).click()
    expect(card(page, "scores").locator("tbody tr")).to_have_count(200)


def test_a_record_opens_its_replay_where_the_match_still_exists(people: People) -> None:
    people.expected = UNKNOWN
    page = people.come(path="/#box")
    all = summaries(12, people.base)
    best = max(all, key=lambda one: one["score"])
    page.route(f"**/api/matches/{best['match']}", lambda route: route.fulfill(json={}))
    fill(page, all)
    page.goto("/#history")
    records = card(page, "records")
    expect(records.get_by_role("link", name=say("web-history-record-best"))).to_have_attribute(
        "href", f"/t/{best['match']}#replay"
    )
    expect(records.get_by_role("link")).to_have_count(sum(1 for _ in records.locator(f"a[href*={best['match']}]").all()))


# Another device
def send(page: Page) -> str:
    """The link that the other device opens."""
    page.get_by_role("button", name=say("web-history-device"), exact=True).click()
    page.get_by_role("button", name=say("web-history-device-make")).click()
    field = page.get_by_label(say("web-history-device-link"))
    expect(field).to_have_value(re.compile(r"/#history=[0-9a-f]{32}$"))
    return field.input_value()


def receive(page: Page, link: str) -> Locator:
    page.goto(link)
    page.get_by_role("button", name=say("web-history-receive-yes")).click()
    return page.locator("[data-receive]")


def test_a_history_comes_to_another_device_once(people: People, axe: Axe) -> None:
    sent: list[str] = []
    here = come(people, 64)
    here.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    link = send(here)
    secret = link.rpartition("=")[2]
    assert not any(secret in text or "take-it-easy" in text for text in sent if "transfers" in text)

    there = people.come(PHONE, path=link)
    expect(there.locator("[data-receive=asks]")).to_be_visible()
    assert secret not in there.url
    assert axe(there) == []
    there.reload()
    there.get_by_role("button", name=say("web-history-receive-yes")).click()
    expect(there.locator("[data-receive=done]")).to_contain_text(say("web-history-added", added=64, known=0))
    there.get_by_role("button", name=say("web-close")).click()
    expect(there.locator("[data-history=plots]")).to_be_visible()
    expect(there.locator("[data-receive]")).to_have_count(0)
    strip = [{name: value for name, value in one.items() if name != "imported"} for one in kept(there)]
    assert sorted(strip, key=lambda one: one["match"]) == sorted(kept(here), key=lambda one: one["match"])

    again = receive(people.come(path="/"), link)
    expect(again).to_have_attribute("data-receive", "refused")
    expect(again).to_contain_text(say("web-history-bad-gone"))


def test_merging_twice_changes_nothing(people: People) -> None:
    here, there = come(people, 12), come(people, 6)
    for added, known in ((6, 6), (0, 12)):
        told = receive(there, send(here))
        expect(told).to_contain_text(say("web-history-added", added=added, known=known))
        here.keyboard.press("Escape")
        there.get_by_role("button", name=say("web-close")).click()
    assert len(kept(there)) == 12


@pytest.mark.parametrize("link", ["/#history=0123", f"/#history={'x' * 32}"])
def test_a_link_that_is_cut_is_refused_at_once(people: People, link: str) -> None:
    page = people.come(path=link)
    expect(page.locator("[data-receive=refused]")).to_contain_text(say("web-history-bad-link"))


def test_a_server_that_changes_the_bytes_is_refused(people: People) -> None:
    link = send(come(people, 12))
    page = people.come(path="/")

    def change(route: Route) -> None:
        sealed = route.fetch().json()["sealed"]
        route.fulfill(json={"sealed": sealed[:40] + ("A" if sealed[40] != "A" else "B") + sealed[41:]})

    page.route("**/take", change)
    told = receive(page, link)
    expect(told).to_contain_text(say("web-history-bad-changed"))
    page.get_by_role("button", name=say("web-close")).click()
    expect(page.locator("[data-history]")).to_contain_text(say("web-history-none"))


def test_a_file_brings_the_same(people: People, tmp_path: Path) -> None:
    here = come(people, 12)
    with here.expect_download() as saving:
        here.get_by_role("button", name=say("web-history-export")).click()
    file = tmp_path / "games.json"
    saving.value.save_as(file)
    there = people.come(PHONE, path="/#history")
    expect(there.locator("[data-history]")).to_contain_text(say("web-history-none"))
    for text, told in (
        (file.read_text(), say("web-history-added", added=12, known=0)),
        (file.read_text(), say("web-history-added", added=0, known=12)),
        ("{}", say("web-history-bad-file")),
        (file.read_text().replace('"version":1', '"version":9'), say("web-history-bad-version")),
    ):
        file.write_text(text)
        there.locator("input[type=file]").set_input_files(file)
        expect(there.get_by_role("dialog")).to_contain_text(told)
        there.keyboard.press("Escape")
    assert len(kept(there)) == 12


# Storage
def test_everything_is_deleted_in_two_taps(people: People) -> None:
    page = come(people, 12, PHONE)
    page.evaluate("localStorage.setItem('tablee-box', '{}'); localStorage.setItem('/games/ tablee', '{}')")
    page.get_by_role("button", name=say("web-history-delete")).tap()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name=say("web-history-delete")).tap()
    page.locator("article").first.wait_for()
    assert kept(page) == []
    assert page.evaluate("[localStorage.getItem('tablee-box'), localStorage.getItem('/games/ tablee')]") == [None, "{}"]
    assert (
        "seats" not in page.evaluate("localStorage.getItem('tablee') ?? ''")
        or page.evaluate("JSON.parse(localStorage.getItem('tablee')).seats.length") == 0
    )


BROKEN = {
    "denied": "() => { indexedDB.open = () => { throw new DOMException('', 'SecurityError') } }",
    "full": "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') } }",
}


@pytest.mark.parametrize("trouble", BROKEN)
def test_without_storage_games_are_known_until_the_page_is_closed(people: People, axe: Axe, trouble: str) -> None:
    people.expected = (*UNKNOWN, "SecurityError", "QuotaExceededError", "DOMException")
    ending = EndingTable(people, quickly("take-it-easy", 2))
    ending.page.evaluate(BROKEN[trouble])
    page = ending.tell()
    to_result(page)
    page.evaluate("location.hash = 'history'")
    expect(page.get_by_role("alert")).to_have_text(say(f"web-history-{trouble}"))
    expect(page.locator("[data-history] li")).to_have_count(1)
    assert axe(page) == []
    with page.expect_download() as saving:
        page.get_by_role("button", name=say("web-history-data")).click()
        page.get_by_role("dialog").get_by_role("button", name=say("web-history-export")).click()
    assert len(json.loads(saving.value.path().read_text())["summaries"]) == 1
    page.goto("/#history")
    page.reload()  # the browser stores again: the list of matches still knew it
    expect(page.locator("[data-history] li")).to_have_count(1)
    assert len(kept(page)) == 1
