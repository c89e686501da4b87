"""What the built client promises: the server's types, a small first load, instant marks, big rooms."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocketRoute, expect

from tests.e2e.conftest import PHONE, People
from tests.e2e.hands import choose
from tests.e2e.said import say
from tests.e2e.server_process import Server

ROOT = Path(__file__).parents[2]
MOST = 122_000  # bytes of JavaScript, compressed


def test_the_clients_types_are_the_servers() -> None:
    assert subprocess.run([sys.executable, ROOT / "web" / "generate.py", "--check"], check=False).returncode == 0


def test_the_first_load_is_light(people: People) -> None:
    scripts: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.url.endswith(".js"):
            scripts[answer.url] = len(gzip.compress(answer.body()))

    page = people.come(PHONE, path="about:blank")  # a reload might take away what is still being weighed
    page.on("response", weigh)
    page.goto("/")
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.locator("[data-asked]").wait_for()
    assert 20_000 < sum(scripts.values()) <= MOST


@pytest.fixture
def newcomers(browser: Browser, tmp_path: Path) -> Iterator[People]:
    """At a server of their own: those of other tests may have open tables, which take more to show."""
    server = Server(tmp_path / "tablee.db")
    people = People(browser, server.base)
    yield people
    people.close()
    server.stop()


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR"])
def test_the_first_visit_loads_at_most_60_kb(newcomers: People, lang: str) -> None:
    page = newcomers.come(PHONE, lang, path="about:blank")
    chrome, sizes = page.context.new_cdp_session(page), list[int]()
    chrome.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    chrome.send("Network.enable")
    page.goto("/", wait_until="networkidle")
    page.locator("article").first.wait_for()
    assert 20_000 < sum(sizes) <= 60_000


def test_a_tap_sets_its_mark_in_the_same_task(people: People) -> None:
    page = people.come(PHONE)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.locator("[data-asked] [data-cell=c3]").wait_for()
    marked = page.evaluate(
        """() => new Promise(done => {
            const cell = document.querySelector("[data-cell=c3]");
            const next = new MessageChannel();
            let marked = false;
            next.port1.onmessage = () => done(marked);
            next.port2.postMessage(0);
            cell.dispatchEvent(new MouseEvent("click", {bubbles: true}));
            const look = (left) => {
                marked = cell.getAttribute("aria-pressed") === "true";
                if (left) Promise.resolve().then(() => look(left - 1));
            };
            look(50);
        })"""
    )
    assert marked is True


EMPTY = ". . . / . . . . / . . . . . / . . . . / . . ."


def room(seats: int, step: int) -> dict[str, Any]:
    """The panels and legal actions of a table with this many seats after this many calls."""
    cells = EMPTY.split(" ")
    free = [place for place, cell in enumerate(cells) if cell == "."]
    tiles = [f"{top}-{left}-{right}" for top in (1, 5, 9) for left in (2, 6, 7) for right in (3, 4, 8)]
    boards = []
    for seat in range(seats):
        board = list(cells)
        for n in range(step):
            board[free[(n + seat) % len(free)]] = tiles[n]
        boards.append({"name": "board", "value": " ".join(board), "seat": seat, "shape": "hex"})
    call = {"name": "call", "value": tiles[step], "shape": "tile"}
    return {"public": [call, {"name": "calls-left", "value": 18 - step, "shape": "number"}, *boards], "legal": ["a1", "c3"]}


def table(seats: int) -> str:
    info = {
        **dict[str, Any](match="big", state="play", game="take-it-easy", options={}, series=1, public=False, timer=60),
        "seats": [{"kind": "person", "names": [f"P{n}"], "here": True} for n in range(seats)],
        **dict[str, Any](host=0, commit="", next="", paused=False),
    }
    shown = room(seats, 0)
    big = {"to_act": None, "chosen": None, "count": [0, seats], "timer": 60_000}
    mine = {"own": [], "legal": shown["legal"], "choice": None, "turn": 1, "n": 0}
    rest: dict[str, Any] = {"mine": mine, "sheets": {"0": []}, "series": None, "result": None}
    return json.dumps({"t": "snapshot", "you": 0, "info": info, "public": shown["public"], **big, **rest})


def call_times(page: Page, seats: int, calls: int = 17) -> list[float]:
    """How long the page takes for each call, from the message to the end of the task after the next frame's layout."""
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/api/socket/*", lambda socket: sockets.append(socket))
    page.goto("/t/big")
    page.wait_for_function("document.body")
    while not sockets:
        page.wait_for_timeout(20)
    sockets[0].send(table(seats))
    page.locator("[data-asked] [data-cell]").first.wait_for()
    page.evaluate(
        """() => {
            window.times = [];
            const parse = JSON.parse;
            JSON.parse = (text) => {
                const start = performance.now();
                setTimeout(() => { document.body.getBoundingClientRect(); window.times.push(performance.now() - start); });
                return parse(text);
            };
        }"""
    )
    for step in range(1, calls):
        shown = room(seats, step)
        events = [{"id": "placed", "args": {"seat": n, "tile": "1-2-3", "cell": "a1"}} for n in range(seats)]
        mine = {"own": [], "legal": shown["legal"], "choice": None, "turn": step + 1, "n": step}
        panels = dict(enumerate(shown["public"]))
        sockets[0].send(json.dumps({"t": "update", "events": events, "panels": panels, "count": [0, seats], "mine": mine}))
        expect(page.get_by_text(room(seats, step)["public"][0]["value"], exact=True).first).to_be_visible()
    times: list[float] = page.evaluate("window.times")
    assert len(times) == calls - 1
    return times


@pytest.mark.soak  # compares times, so it needs a quiet machine
def test_a_big_room_renders_a_call_as_fast_as_a_table(people: People) -> None:
    """Both in one run on the same page, alternating, so that the ratio does not depend on the machine."""
    page = people.come()
    seat = {"match": "big", "seat": 0, "token": "t", "nonce": "", "game": "take-it-easy", "when": 0}
    page.evaluate("kept => localStorage.setItem('tablee', JSON.stringify(kept))", {"seats": [seat]})
    page.route("**/api/matches/big", lambda route: route.fulfill(json={}))
    small, big = [], []
    for _ in range(2):
        small += call_times(page, 6)
        big += call_times(page, 500)
    print(f"a call with 6: {median(small):.1f} ms, with 500: {median(big):.1f} ms")
    assert median(big) <= 1.5 * median(small)
