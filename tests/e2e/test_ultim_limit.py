"""The Ultim' Limit table: single taps against a glass that gives nothing away, and a page that remembers nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute, expect

from tablee.core.game import CLOCK, Event, Seat
from tablee.core.options import changed
from tablee.core.registry import find
from tablee.games.ultim_limit import GAME
from tablee.games.ultim_limit.rules import Options, State
from tablee.protocol.wire import panel, said
from tablee.replay import replay
from tests.e2e.conftest import DESK, People
from tests.e2e.ends import keep_once
from tests.e2e.hands import choose
from tests.e2e.said import ANY, like, say
from tests.games.test_ultim_limit import SUPER, Playing, last_turn, loot

SMALL = (360, 640)
NAMES = ("Ada", "Maximilienne de Saint-Exupéry", "Bob", "Zoé")


def ultim(id: str, **args: str | int) -> str:
    return say(id, "en", GAME.id, **args)


def exchange(colour: str, cards: int) -> str:
    """What the button says that exchanges a pile."""
    return ultim("web-exchange", pile=ultim("web-pile", colour=colour, cards=cards))


def mine(s: State, seat: Seat) -> dict[str, Any]:
    view = GAME.view(s, seat)
    own = msgspec.to_builtins([*map(panel, GAME.screen(view).own)])
    legal = [GAME.write(a) for a in GAME.legal(s, seat)]
    todo = msgspec.to_builtins(said(GAME.todo(view))) if legal else None
    return {"own": own, "legal": legal, "choice": None, "turn": 1, "n": 0, "todo": todo}


class FakeTable:
    """A page at a table whose state the test sets, and what the page sends."""

    def __init__(
        self, people: People, s: State, seat: Seat | None, size: tuple[int, int] = SMALL, timer: int | None = None, **more: Any
    ) -> None:
        self.seat, self.sent, self.cmds = seat, list[str](), list[int]()
        self.page = people.come(size, path="about:blank", **more)
        held = [{"match": "m", "seat": seat, "token": "t", "nonce": "", "game": GAME.id, "when": 0}] if seat is not None else []
        keep_once(self.page, {"seats": held})
        seats = [{"kind": "person", "names": [name], "here": True} for name in NAMES[: s.seen.seats]]
        rest = {"series": 1, "public": False, "timer": 0, "host": 0, "commit": "", "next": "", "paused": False, "aids": True}
        options = changed(s.seen.options)
        self.info = {"match": "m", "state": "play", "game": GAME.id, "options": options, "seats": seats, **rest}
        self.page.route("**/api/matches/m", lambda route: route.fulfill(json=self.info))
        self.page.route_web_socket("**/api/socket/*", self.open)
        self.socket: WebSocketRoute | None = None
        self.page.goto("/t/m")
        while self.socket is None:
            self.page.wait_for_timeout(20)
        parts = {"chosen": [], "timer": timer, "result": None, "mine": mine(s, seat) if seat is not None else None}
        parts |= {"sheets": {}, "series": None}
        self.send({"t": "snapshot", "you": seat, "info": self.info, **self.shown(s), **parts})
        self.page.locator(".ultim").wait_for()

    def open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self.hear(json.loads(text)))

    def hear(self, command: dict[str, Any]) -> None:
        self.sent.append(command.get("text"))  # type: ignore[arg-type]  # None of what is no action
        if command["t"] == "act":
            self.cmds.append(command["cmd"])

    def send(self, message: dict[str, Any]) -> None:
        assert self.socket
        self.socket.send(json.dumps(message))

    def shown(self, s: State) -> dict[str, Any]:
        asked = GAME.to_act(s)
        public = msgspec.to_builtins([*map(panel, GAME.screen(GAME.view(s, None)).public)])
        return {"public": public, "to_act": asked, "count": [0, len(asked)]}

    def show(self, s: State, events: list[Event]) -> None:
        own = {"mine": mine(s, self.seat)} if self.seat is not None else {}
        self.send(
            {"t": "update", "events": msgspec.to_builtins([said(event.message) for event in events]), **self.shown(s), **own}
        )

    def acts(self, *texts: str) -> None:
        """What the page has sent, except what it sends by itself."""
        for _ in range(100):
            self.page.wait_for_timeout(50)
            sent = [text for text in self.sent if text]
            if len(sent) >= len(texts):
                break
        assert sent == list(texts)
        self.sent.clear()


def started() -> Playing:
    return Playing(4).row("blue-5", "red-6", "green-2", "pink-9", "black-12").go(0, at=1000)


def box(page: Page, what: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(what).evaluate("one => one.getBoundingClientRect().toJSON()")
    return found


def test_ones_own_score_is_above_the_dice_on_a_phone(people: People) -> None:
    fake = FakeTable(people, started().roll(0, "3-3-6", 1000).s, 0)
    own = fake.page.locator("[data-panel=taken] .own")
    expect(own).to_have_text(f"0 {say('web-your-score')}")
    expect(own).to_be_in_viewport(ratio=1)
    assert box(fake.page, "[data-panel=taken] .own")["bottom"] <= box(fake.page, ".tray")["top"]


# targets that are covered at one of their corners, a little inside
HIDDEN = """all => all.filter(one => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return [left + 8, right - 8].some(x => [top + 8, bottom - 8].some(y => !one.contains(document.elementFromPoint(x, y))));
}).map(one => one.dataset.action)"""


def test_everything_of_a_turn_is_in_sight_and_large_enough_on_a_small_phone(people: People) -> None:
    page = FakeTable(people, started().roll(0, "3-3-6", 1000).s, 0).page
    actions = page.locator(".game [data-action]")
    texts = {action.get_attribute("data-action") for action in actions.all()}
    assert texts == {"roll", "stop", "take 2 6", "take 2 3+3", "take 4 3+6", "take 5 3+3+6", "ultim glass", "ultim cards"}
    assert actions.evaluate_all(HIDDEN) == []
    for place in actions.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())"):
        assert min(place["width"], place["height"]) >= 44, place
    roll, stop = box(page, "[data-action=roll]"), box(page, "[data-action=stop]")
    assert stop["top"] - roll["bottom"] >= 6  # far enough apart for a thumb


def test_nothing_jumps_while_the_glass_runs(people: People) -> None:
    for size in (SMALL, DESK):
        play = started()
        stage = FakeTable(people, play.s, 0, size)
        before = [box(stage.page, what) for what in (".tray", ".stop", ".ultim-card")]
        for go_on, seen in ((play.roll(0, "3-3-6", 1000).s, 2), (play.do(0, "take 2 3+3").s, 0)):
            stage.show(go_on, [])
            expect(stage.page.locator("[data-action^='take 2']")).to_have_count(seen)
            assert [box(stage.page, what) for what in (".tray", ".stop", ".ultim-card")] == before


def test_every_action_is_one_tap_or_one_key(people: People) -> None:
    play = started().roll(0, "3-3-6", 1000)
    stage = FakeTable(people, play.s, 0)
    stage.page.locator("[data-action='take 2 3+3']").tap()
    stage.acts("take 2 3+3")
    todo = GAME.todo(GAME.view(play.s, 0))
    expect(stage.page.locator(".status")).to_have_text(ultim(todo.id, **dict(todo.args)))  # and not "you may still change it"
    stage.page.locator("[data-action=stop]").tap()
    stage.acts("stop")
    stage.page.locator(".tray").tap(force=True)  # after Stop nothing else counts
    stage.acts()
    for keys, text in (("2", "take 2 6"), ("Shift+Digit2", "take 2 3+3"), ("r", "roll"), ("s", "stop")):
        stage = FakeTable(people, play.s, 0, DESK)
        stage.page.locator(".tray").focus()
        stage.page.keyboard.press(keys)
        stage.acts(text)


def test_a_preview_shows_the_dice_a_card_would_take(people: People) -> None:
    page = FakeTable(people, started().roll(0, "3-3-6", 1000).s, 0, DESK).page
    expect(page.locator(".tray .aimed")).to_have_count(0)
    page.locator("[data-action='take 4 3+6']").hover()
    expect(page.locator(".tray .aimed")).to_have_count(2)
    page.locator("[data-action='take 5 3+3+6']").focus()
    expect(page.locator(".tray .aimed")).to_have_count(3)


def test_the_covered_glass_tells_nothing_of_the_time(people: People) -> None:
    play = started().roll(0, "3-3-6", 1000).do(0, "ultim glass")
    page = FakeTable(people, play.s, 0, DESK, reduced_motion="no-preference").page
    page.wait_for_timeout(1000)
    page.wait_for_function("!document.getAnimations().length")
    before = page.locator(".game").evaluate("one => one.outerHTML")
    page.wait_for_timeout(2500)
    assert page.locator(".game").evaluate("one => one.outerHTML") == before
    assert page.evaluate("document.getAnimations().length") == 0


def test_young_players_see_the_sand_and_a_number_even_after_a_reload(people: People) -> None:
    young = Playing(4, Options(young=True)).row("blue-5", "red-6", "green-2", "pink-9", "black-12").go(0, at=1000)
    page = FakeTable(people, young.s, 0, timer=12_000, reduced_motion="no-preference").page
    expect(page.get_by_role("timer")).to_have_text(re.compile("^1[012]$"))
    left = page.locator(".sand.top").evaluate("sand => 1 - sand.getAnimations()[0].effect.getComputedTiming().progress")
    assert 0.3 < left <= 12 / 32  # of the longest that the glass may run


COUNT_NOTES = """() => {
    window.notes = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.notes += 1; return make.call(this); };
    window.AudioContext = class extends AudioContext { constructor() { super(); window.audio = this; } };
}"""


def test_the_cards_of_a_lost_turn_slide_away_in_silence_with_and_without_motion(people: People) -> None:
    for motion in ("no-preference", "reduce"):
        play = started().roll(0, "3-3-6", 1000).do(0, "take 2 6")
        stage = FakeTable(people, play.s, 0, reduced_motion=motion)
        stage.page.evaluate(COUNT_NOTES)
        stage.page.locator("header p").first.click()
        stage.page.wait_for_function("() => window.audio?.state === 'running'")  # before that, sounds are left out
        told = len(play.news)
        verdict = ultim("sand", you="seat", cards=1, seconds=30, hundredths="00")
        stage.show(play.do(CLOCK, "sand", at=31_000).s, play.news[told:])
        expect(stage.page.locator(".tally .leaving li")).to_have_css(
            "animation-name", "none" if motion == "reduce" else re.compile("leave")
        )
        assert stage.page.evaluate("window.notes") > 0
        expect(stage.page.get_by_role("status").filter(has_text=verdict)).to_have_count(1)  # for screen readers, at once
        assert stage.page.locator(".verdict").count() == 0
        stage.page.locator(".tally .gone").wait_for(state="attached")
        assert stage.page.locator(".verdict").count() == 0
        assert not (stage.page.get_by_role("alert").text_content() or "").strip()
        expect(stage.page.locator(".verdict")).to_contain_text(verdict)


def test_a_press_of_stop_right_after_a_take_is_not_lost_on_a_slow_line(people: People) -> None:
    page = people.come(SMALL)
    page.add_init_script(
        """const Real = WebSocket;
        window.WebSocket = class extends Real {
            set onmessage(hear) { super.onmessage = (event) => setTimeout(() => hear(event), window.slow ?? 0); }
        };"""
    )
    page.reload()
    choose(page, GAME.id).get_by_role("button", name=say("web-more"), exact=True).tap()
    page.get_by_label(say("web-people"), exact=True).fill("1")
    page.get_by_label(say("web-bots"), exact=True).fill("0")
    page.locator("dialog button.primary").tap()
    page.locator("[data-action=go]").tap()
    takes = page.locator(".game [data-action^=take]")
    while not takes.count():
        page.locator("[data-action=roll]").tap()
        expect(page.locator("[data-action=roll]")).to_be_visible()
    page.evaluate("window.slow = 400")
    takes.first.tap()
    page.locator("[data-action=stop]").tap()
    expect(page.locator(".verdict")).to_contain_text(
        like("stop", "en", GAME.id, you="seat", cards=1, seconds=ANY, hundredths=ANY)
    )


def test_a_refusal_is_shown_of_what_was_pressed_last(people: People) -> None:
    stage = FakeTable(people, started().roll(0, "3-3-6", 1000).s, 0)
    refused = {"code": "refused", "message": {"id": "not-your-turn", "args": {}}}
    alert = stage.page.get_by_role("alert")
    stage.page.locator("[data-action=roll]").tap()
    stage.page.locator("[data-action=stop]").tap()
    while len(stage.cmds) < 2:
        stage.page.wait_for_timeout(20)
    first, second = stage.cmds
    stage.send({"t": "update", "answers": [{"cmd": first, **refused}]})
    stage.page.wait_for_timeout(200)
    expect(alert).to_be_empty()
    stage.send({"t": "update", "answers": [{"cmd": second, **refused}]})
    expect(alert).to_contain_text(say("not-your-turn"))


def test_equal_piles_are_exchanged_by_a_tap_and_kept_by_another(people: People) -> None:
    play = last_turn(1, SUPER, loot(3, 2, 2, 2, 2, 1, 1), loot(0, 0, 0, 0, 0, 0, 0, 4)).do(1, "stop")
    stage = FakeTable(people, play.s, 0)
    page = stage.page
    expect(page.locator(".game [data-step]")).to_have_count(6)  # 3 is not among them
    row = page.locator("[data-row=keep] .card-face")
    assert [pile.get_attribute("data-colour") for pile in row.all()] == ["green", "yellow", "red"]
    page.get_by_role("button", name=exchange("purple", 2)).tap()
    page.get_by_role("button", name=exchange("orange", 1)).tap()
    assert [pile.get_attribute("data-colour") for pile in row.all()] == ["yellow", "purple", "orange"]
    yellow, purple, orange = (ultim("web-colour", colour=colour) for colour in ("yellow", "purple", "orange"))
    kept = f"{yellow}, {purple} and {orange}"
    keep = page.get_by_role("button", name=ultim("web-keep", colours=kept))
    assert box(page, ".keep")["bottom"] <= SMALL[1]
    keep.tap()
    stage.acts("keep yellow,purple,orange")
    expect(keep).to_have_attribute("aria-pressed", "true")


def test_a_spectator_is_asked_nothing(people: People) -> None:
    page = FakeTable(people, started().roll(0, "3-3-6", 1000).s, None).page
    expect(page.locator(".tray svg")).to_have_count(3)
    assert page.locator(".game button").count() == 0


PASSING = {"stop", "sand", "count"}  # shown in full while it is news


DRAWN = """game => {
    const shown = (one) => one.tagName ? !one.matches("[data-page=news]") : one.nodeType === Node.TEXT_NODE;
    const parts = (node) => [
        node.tagName,
        ...[...node.attributes].map(({name, value}) => `${name}=${value}`).sort(),
        ...[...node.childNodes].filter(shown).flatMap(one => one.tagName ? parts(one) : [one.data]),
    ];
    return parts(game);
}"""


def drawn(page: Page) -> list[str]:
    """All elements of the table, with attributes and texts, but without the latest news, which a new page has not seen."""
    found: list[str] = page.locator(".game").evaluate(DRAWN)
    return found


def test_the_page_holds_no_more_than_the_screen(people: People) -> None:
    """However long the page has been open, it shows the same table as a page that was just opened."""
    stage: FakeTable | None = None
    news: list[Event] = []
    steps = compared = 0
    for _, _, match, events in replay((find(GAME.id).folder / "golden" / "super-1.match").read_text("utf-8").splitlines()):
        news += events
        if min(GAME.to_act(match.state), default=-1) < 0:
            continue
        stage = stage or FakeTable(people, match.state, 0, DESK)
        stage.show(match.state, news)
        if "sand" in {event.message.id for event in news}:  # what follows waits until the lost turn has had its moment
            stage.page.locator(".leaving").wait_for(state="attached")
            stage.page.locator(".leaving").wait_for(state="detached")
        steps += 1
        if steps % 30 == 0 and not PASSING & {event.message.id for event in news}:
            fresh = FakeTable(people, match.state, 0, DESK).page
            for _ in range(25):  # until both have settled
                stage.page.wait_for_timeout(200)
                if drawn(stage.page) == drawn(fresh):
                    break
            assert drawn(stage.page) == drawn(fresh)
            compared += 1
        news = []
    assert compared >= 4
