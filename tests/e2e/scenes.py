"""Every screen of the client, one scene after another; whoever looks at them is told when one is there.

`screenshots.py` photographs them, and `test_small_screens.py` looks for what does not fit.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from playwright.sync_api import Error, Locator, Page
from train.exercises import PLANS

from tablee.bots import chance_of
from tablee.calls import calls_of
from tablee.core import registry
from tablee.core.game import CHANCE, CLOCK
from tablee.daily import deal_of, read_day
from tablee.games.ultim_limit.rules import Options as UltimOptions
from tablee.table import Table
from tests.e2e.conftest import PHONE, People
from tests.e2e.ends import EndingTable, pause_count, played, quickly, to_result
from tests.e2e.hands import act, choose, mouse, play_bots, swap_cell
from tests.e2e.said import say
from tests.e2e.test_big_room import sit
from tests.e2e.test_guide import Learner, comes_later
from tests.e2e.test_guide import start as start_guide
from tests.e2e.test_history import fill, summaries
from tests.e2e.test_ladder import matches
from tests.e2e.test_replay import put
from tests.e2e.test_ultim_limit import FakeTable, started
from tests.games.test_ultim_limit import SUPER, Playing, last_turn, loot

EASY, LIMIT, LIMITS, ULTIM, XTREME = "take-it-easy", "take-it-to-the-limit", "limits", "ultim-limit", "xtreme-limits"
LONG_NAME = "Maximiliana of the Hills"
BOARD = "9-6-3 9-6-8 9-2-4 5-6-8 5-6-3 5-2-4 5-7-4 1-7-3 1-6-3 1-2-8 1-7-8 1-2-4 9-7-3 9-7-8"
HOLD_VERDICT = """() => document.querySelector('.verdict-scene .place.laid')
    && (document.querySelector('.verdict-scene .buttons button').click(), true)"""  # inside the page, as it does not wait
# what would go on by itself after some seconds stays
NO_HASTE = "() => { const real = setTimeout; setTimeout = (call, ms, ...rest) => real(call, ms > 2500 ? 1e8 : ms, ...rest) }"
ALL_DONE = """() => {
    const kept = JSON.parse(localStorage['tablee-exercises']);
    localStorage['tablee-exercises'] = JSON.stringify({...kept, done: kept.today.map(({id}) => id)});
}"""
SHORT_TIME = "localStorage['tablee-box'] ??= JSON.stringify({%r: {range: {from: %d, to: %d, unit: %d, open: false}}});"


class Stage:
    """Opens pages in one language, and shows each screen to whoever looks."""

    def __init__(self, people: People, lang: str, look: Callable[[Page, str], None], **device: Any) -> None:
        self.people, self.lang, self.look, self.device = people, lang, look, device
        people.expected = ("404", "400")

    def come(self, path: str = "/", stored: dict[str, Any] | None = None) -> Page:
        page = self.people.come(PHONE, self.lang, "about:blank" if stored else path, **self.device)
        if stored:
            page.add_init_script(f"localStorage.tablee ??= {json.dumps(json.dumps(stored))}")
            page.goto(path)
        return page

    def take(self, page: Page, what: str) -> None:
        self.look(page, what)

    def say(self, id: str, game: str = "", **args: str | int) -> str:
        return say(id, self.lang, game, **args)

    def button(self, page: Page | Locator, id: str, game: str = "", **args: str | int) -> Locator:
        return page.get_by_role("button", name=self.say(id, game, **args), exact=True)

    def close(self, page: Page) -> None:
        page.locator("dialog .top button").last.click()

    def post(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.post(f"{self.people.base}/api{path}", json=body, headers=headers, trust_env=False)
        return answer.raise_for_status().json()


Scene: TypeAlias = Callable[[Stage], None]


def home(stage: Stage) -> None:
    """For newcomers, and with a match to resume, open tables and matches that are over."""
    page = stage.come()
    page.locator("article").first.wait_for()
    stage.take(page, "home-newcomer")
    seat = {"match": "over", "seat": 0, "token": "", "nonce": "", "game": XTREME, "when": time.time() * 1000}
    page = stage.come(stored={"seats": [seat | {"score": "187 · 2/6"}], "name": "Ada"})
    for seats in (2, 4):
        table = {"game": LIMIT, "name": LONG_NAME, "seats": [{"kind": "open"}] * seats, "public": True, "commit": "0" * 64}
        stage.post("/matches", table)
    stage.button(choose(page, EASY), "web-play-bots").click()
    page.locator("[data-asked]").wait_for()
    page.goto("/")
    page.locator(".resume").wait_for()
    page.locator("main li a").nth(3).wait_for()
    stage.take(page, "home")
    page.locator("header > button").last.click()
    page.locator("dialog").wait_for()
    stage.take(page, "settings")


def about(game: str, stage: Stage) -> None:
    """The options of a new table, and the rules: at a glance, and numbered."""
    page = stage.come()
    choose(page, game).locator(".small button").first.click()
    page.locator("dialog form").wait_for()
    stage.take(page, f"options-{game}")
    page.locator("dialog form").evaluate("form => form.closest('dialog').scrollTo(0, 1e5)")
    page.locator("dialog :is(input, select)").last.scroll_into_view_if_needed()
    stage.take(page, f"options-{game}-end")
    stage.close(page)
    choose(page, game).locator(".small button").nth(1).click()
    page.locator("dialog article").wait_for()
    stage.take(page, f"rules-{game}")
    page.locator("dialog article h2").nth(1).evaluate("one => one.scrollIntoView()")
    stage.take(page, f"rules-{game}-numbered")


def lobby(stage: Stage) -> None:
    """From an invitation to the start, as host, guest and spectator, and a seat that is shared."""
    host = stage.come()
    host.locator("input").first.fill(LONG_NAME)
    stage.button(choose(host, LIMIT), "web-play-friends").click()
    link = host.locator("input[readonly]").first.input_value()
    guest = stage.come(link)
    guest.locator("form button").first.wait_for()
    stage.take(guest, "invited")
    guest.get_by_label(stage.say("web-your-name"), exact=True).fill("Bo")
    stage.button(guest, "web-join").click()
    guest.locator(".lobby").wait_for()
    stage.take(guest, "lobby-guest")
    for summary in host.locator("summary").all():
        summary.click()
    stage.take(host, "lobby-host")
    shared = stage.come(host.get_by_label(stage.say("web-elsewhere-link"), exact=True).input_value())
    shared.locator("form button").first.wait_for()
    stage.take(shared, "invited-to-share")
    stage.button(host, "web-change").click()
    host.locator("dialog form").wait_for()
    stage.take(host, "lobby-options")
    stage.close(host)
    spectator = stage.come(link)
    stage.button(spectator, "web-watch").click()
    spectator.get_by_text(stage.say("web-watching"), exact=True).wait_for()
    stage.take(spectator, "lobby-spectator")


def company(stage: Stage) -> None:
    """A spectator, the signs, and a player who is sent away."""
    host = stage.come()
    stage.button(choose(host, EASY), "web-play-friends").click()
    link = host.locator("input[readonly]").first.input_value()
    guest, spectator = stage.come(link), stage.come(link)
    guest.get_by_label(stage.say("web-your-name"), exact=True).fill("Bo")
    stage.button(guest, "web-join").click()
    guest.locator(".lobby").wait_for()
    stage.button(spectator, "web-watch").click()
    other = stage.come(link)
    other.get_by_label(stage.say("web-your-name"), exact=True).fill("Cy")
    stage.button(other, "web-join").click()
    stage.button(host, "web-remove", name="Cy").click()
    other.locator("[role=alert] h2").wait_for()
    stage.take(other, "removed")
    stage.button(host, "web-start").click()
    for page in (host, guest):
        page.locator("[data-asked] [data-cell=c3]").click()
    spectator.get_by_role("img").nth(1).wait_for()
    stage.take(spectator, "watching")
    stage.button(guest, "web-react").click()
    stage.take(guest, "signs")
    host.locator("[data-asked] [data-cell=c4]").click()
    host.wait_for_timeout(400)
    stage.take(host, "waiting-for-others")


def hints(stage: Stage) -> None:
    """The three steps of a hint."""
    page = stage.come(stored={"name": "Ada"})
    stage.button(choose(page, EASY), "web-play-bots").click()
    for cell in ("c3", "b2", "d2", "c4"):
        page.locator(f"[data-asked] [data-cell={cell}][data-action]").click()
    page.locator("[data-asked]").wait_for()
    stage.button(page, "web-hint").click()
    for step in (1, 2, 3):
        page.locator(f"[data-hint='{step}']").wait_for()
        page.wait_for_timeout(300)
        stage.take(page, f"hint-{step}")
        if step < 3:
            page.locator("[data-hint] .tonal").click()


def my_games(stage: Stage) -> None:
    """Few games and many, the data of this device, and games that come from another one."""
    page = stage.come("/#history")
    page.locator("[data-history=list]").wait_for()
    stage.take(page, "history-none")
    for count, name in ((6, "few"), (64, "many")):
        fill(page, summaries(count, stage.people.base))
        page.reload()
        page.locator(f"[data-history={'plots' if count > 9 else 'list'}]").wait_for()
        stage.take(page, f"history-{name}")
    page.get_by_role("button", name=say("web-history-data", stage.lang)).click()
    stage.take(page, "history-data")
    page.get_by_role("dialog").get_by_role("button", name=say("web-history-delete", stage.lang)).click()
    stage.take(page, "history-delete")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=say("web-history-data", stage.lang)).click()
    page.get_by_role("dialog").get_by_role("button", name=say("web-history-device", stage.lang)).click()
    page.get_by_role("button", name=say("web-history-device-make", stage.lang)).click()
    page.locator("dialog svg[role=img]").wait_for()
    stage.take(page, "history-device")
    page.keyboard.press("Escape")
    page.goto(f"/#history={'0' * 32}")
    page.locator("[data-receive]").wait_for()
    stage.take(page, "history-receive")
    page.get_by_role("button", name=say("web-history-receive-yes", stage.lang)).click()
    page.locator("[data-receive=refused]").wait_for()
    stage.take(page, "history-refused")


def exercise(game: str, stage: Stage) -> None:
    """An exercise after a try, and after the answer."""
    seat = {"match": "m", "seat": 0, "token": "", "nonce": "", "game": game, "when": 0, "score": "150"}
    page = stage.come("/#exercises", {"seats": [seat]})
    page.locator("[data-tries='0'] .game > *").first.wait_for()
    stage.take(page, f"exercise-{game}")
    chance = random.Random(game)
    for number in (1, 2):
        while not page.locator(f"[data-tries='{number}'], [data-over]").count():
            act(page, mouse, chance)
        stage.take(page, f"exercise-{game}-try-{number}")


def ladder(stage: Stage) -> None:
    """Some way up the ladder, and everybody on it."""
    page = stage.come("/#box")
    fill(page, matches(LIMITS, {"rung-1": "+-+", "rung-2": "++", "rung-3": "-"}))
    page.goto(f"/#ladder={LIMITS}")
    page.locator("[data-rung='3'] button").wait_for()
    stage.take(page, "ladder")
    page.get_by_label(stage.say("web-ladder-all")).check()
    stage.take(page, "ladder-everybody")


def good_cells(day: str) -> Iterator[str]:
    """Where a bot places the tiles of a deal of Take it Easy!."""
    entry = registry.find(EASY)
    game, bot, state = (
        entry.game,
        entry.bots["greedy"](entry.game, 0, chance_of("scene", 0)),
        entry.game.start(1, entry.game.options()),
    )
    for call in calls_of(game, deal_of(entry, read_day(day)).dealer, game.options()):
        state, _ = game.play(state, CHANCE, game.read(call), 0)
        place = bot.choose(game.view(state, 0), game.legal(state, 0), 0)
        yield game.write(place)
        state, _ = game.play(state, 0, place, 0)


def daily(stage: Stage) -> None:
    """The deal of the day at home, on its page, in play beside the Expert, and its result."""
    seat = {"match": "m", "seat": 0, "token": "", "nonce": "", "game": EASY, "when": 0, "score": "150"}
    page = stage.come("/", {"name": "Ada", "seats": [seat]})
    page.locator("[data-today]").wait_for()
    stage.take(page, "daily-home")
    day = page.locator("[data-today]").get_attribute("data-today")
    page.locator("[data-today] .go").click()
    page.locator("[data-asked]").wait_for()
    for number, cell in enumerate(good_cells(str(day))):
        page.locator(f"[data-asked] [data-cell={cell}][data-action]").click()
        if number == 8:
            stage.take(page, "daily-play")
    page.locator("dialog[data-end]").wait_for()
    page.reload()
    page.locator("[data-better]").wait_for(timeout=120_000)
    stage.take(page, "daily-result")
    page.goto("/#daily")
    page.locator(f"[data-deal={EASY}]").wait_for()
    stage.take(page, "daily-days")


def exercises(stage: Stage) -> None:
    """Before anything was played, and when all of a day are done."""
    page = stage.come("/#exercises")
    page.locator("main section").wait_for()
    stage.take(page, "exercises-none")
    seat = {"match": "m", "seat": 0, "token": "", "nonce": "", "game": EASY, "when": 0, "score": "150"}
    page = stage.come("/#exercises", {"seats": [seat]})
    page.locator("[data-tries='0']").wait_for()
    page.evaluate(ALL_DONE)
    page.reload()
    page.locator("main section[role=status]").wait_for()
    stage.take(page, "exercises-done")


def review(game: str, players: int, stage: Stage) -> None:
    """The review of a match between bots: the sum, and a moment on the board."""
    level = next(level for level in ("greedy", "first-game", "sensible") if level in registry.find(game).bots)
    table = Table(game, [f"bot:{level}"] * players, seed="review")
    table.run()
    page = stage.come("/#replay")
    put(page, "\n".join(table.record()) + "\n", "paste")
    stage.button(page, "web-review").click()
    page.locator("[data-review=whole]").wait_for(timeout=120_000)
    page.wait_for_timeout(400)
    stage.take(page, f"review-{game}")
    if page.locator("footer .primary").count():
        page.locator("footer .primary").click()
        page.locator("[data-decision] .game > *").first.wait_for()
        page.wait_for_timeout(400)
        stage.take(page, f"review-{game}-moment")


def trouble(stage: Stage) -> None:
    """A table that is gone, no connection, a tap to confirm, one to take back, and a refusal."""
    page = stage.come("/t/nothing")
    page.locator("[role=alert] h2").wait_for()
    stage.take(page, "gone")
    page = stage.come(stored={"confirm": True})
    stage.button(choose(page, EASY), "web-play-bots").click()
    page.locator("[data-asked] [data-cell=c3]").click()
    stage.button(page, "web-confirm").wait_for()
    stage.take(page, "confirm")
    stage.button(page, "web-confirm").click()
    page.locator("[data-cell=c3]:not([data-action])").wait_for()
    page.locator("[data-asked]").wait_for()
    page.locator("[data-cell=c3]").click(force=True)
    page.get_by_role("alert").filter(has_text="c3").wait_for()
    stage.take(page, "refused")
    page.get_by_role("alert").get_by_role("button").click()
    page.locator("header button").nth(-2).click()
    page.locator("dialog").wait_for()
    stage.take(page, "settings-at-the-table")
    page.locator("dialog fieldset ~ button").first.click()
    page.locator(".state.paused").wait_for()
    stage.take(page, "paused")
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(".state.troubled").wait_for()
    stage.take(page, "without-a-connection")


def hand_over(stage: Stage) -> None:
    """Several people on one device: who takes it next."""
    table = stage.post("/matches", {"game": EASY, "name": "Ada", "seats": [{"kind": "open"}] * 2})
    other = stage.post(f"/matches/{table['match']}/join", {"name": "Bo"})
    here = [{**seat, "nonce": ""} for seat in (table, other)]
    seats = [{**here[0], "game": EASY, "when": time.time() * 1000, "here": here}]
    page = stage.come(f"/t/{table['match']}", stored={"seats": seats})
    stage.button(page, "web-start").click()
    page.get_by_role("heading", name=stage.say("web-pass-to", name="Ada")).wait_for()
    stage.take(page, "hand-over")


def replays(game: str, stage: Stage) -> None:
    """A record in the middle with all open, and at its end as one seat saw it."""
    page = stage.come("/#replay")
    page.locator("textarea").wait_for()
    if game == EASY:
        stage.take(page, "replay-pick")
    entry = registry.find(game)
    page.locator("input[type=file]").set_input_files(sorted((entry.folder / "golden").glob("*.match"))[0])
    page.locator(".game > *").first.wait_for()
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    for view, step in (("all", last // 2), ("0", last)):
        page.locator(".view select").select_option(view)
        slider.fill(str(step))
        stage.take(page, f"replay-{game}-{view}")
    if game == LIMITS:
        page.locator(".badge").click()
        page.locator("dialog").wait_for()
        stage.take(page, "replay-verified")


def shared_replay(stage: Stage) -> None:
    """A link to a replay of one's own, and a record that is not genuine."""
    record = (registry.find(EASY).folder / "golden" / "solo.match").read_text("utf-8")
    replay = stage.post("/replays", {"record": record})
    replay["info"]["match"] = "abcdefghijkl"  # as if it had been played here
    page = stage.come()
    page.route("**/replay?*", lambda route: route.fulfill(json=replay))
    page.goto("/t/abcdefghijkl#replay")
    stage.button(page, "web-replay-share").click()
    page.locator("dialog input[readonly]").wait_for()
    stage.take(page, "replay-share")
    page = stage.come("/#replay")
    page.locator("textarea").fill(record.replace("a1", "a9"))
    stage.button(page, "web-replay-show").click()
    page.get_by_text(stage.say("web-replay-cannot")).wait_for()
    stage.take(page, "replay-refused")


def new_table(stage: Stage, game: str, bots: int, **options: str) -> Page:
    """A match against bots."""
    page = stage.come(stored={"name": "Ada"})
    play_bots(page, game, bots, **options)
    return page


def play(page: Page, steps: int, until: str = "[data-over]", rest: int = 100) -> None:
    """Plays until one of these marks is there, or so many actions."""
    chance = random.Random(3)
    for _ in range(steps):
        with suppress(Error):  # the turn may have ended in the meantime
            page.locator(f"[data-asked], {until}").first.wait_for(timeout=5000)
            if page.locator(until).count():
                return
            act(page, mouse, chance)
            page.wait_for_timeout(rest)  # until it is answered
    with suppress(Error):
        page.locator(f"[data-asked]:not(:has(.verdict-scene)), {until}").first.wait_for(timeout=20_000)


def easy(stage: Stage) -> None:
    page = new_table(stage, EASY, 2)
    stage.take(page, f"{EASY}-first-call")
    play(page, 8)
    stage.take(page, f"{EASY}-middle")
    page.locator(".rivals button").first.click()
    page.locator("dialog").wait_for()
    stage.take(page, "board-of-a-rival")
    if page.locator("dialog[open]").count():  # three columns are another table, which begins without it
        stage.close(page)
    page.locator("header button").last.click()
    page.locator("dialog").wait_for()
    stage.take(page, "leave")
    stage.close(page)
    page = new_table(stage, EASY, 5, rays="all")
    play(page, 12)
    stage.take(page, f"{EASY}-six-players")
    page = stage.come(stored={"name": "Ada"})
    choose(page, EASY).locator(".small button").first.click()
    page.get_by_label(stage.say("web-bag", EASY), exact=True).uncheck()
    page.locator("dialog button.primary").click()
    play(page, 5)
    stage.take(page, f"{EASY}-without-bag")


def big_room(stage: Stage) -> None:
    """Thirty seats: before the match, in its middle as a player and as a spectator, and at its end."""
    page, ask = sit(stage.people, 30, PHONE, stage.lang, **stage.device)
    stage.take(page, "big-room-lobby")
    ask("start")
    spectator = stage.come(f"{page.url.partition('#')[0]}#watch")
    play(page, 7)
    stage.take(page, "big-room")
    spectator.locator(".rivals").wait_for()
    stage.take(spectator, "big-room-watching")
    ask("close")  # it is played out at random
    to_result(page)
    page.locator(".many svg").nth(4).wait_for()
    stage.take(page, "big-room-end")


def large_letters(stage: Stage) -> None:
    """Letters at 200 %: the home page, the setting, the lobby, and every table."""
    page = stage.come(stored={"name": "Ada", "letters": 200})
    page.locator("article").first.wait_for()
    stage.take(page, "large-letters-home")
    page.locator("header > button").last.click()
    page.locator("dialog").wait_for()
    stage.take(page, "large-letters-settings")
    stage.close(page)
    stage.button(choose(page, LIMIT), "web-play-friends").click()
    page.locator(".lobby").wait_for()
    stage.take(page, "large-letters-lobby")
    for game in registry.names():
        page = stage.come(stored={"name": "Ada", "letters": 200})
        play_bots(page, game, registry.find(game).game.seats[0])
        play(page, 2, "[data-over], [data-action=keep]")
        stage.take(page, f"large-letters-{game}")


def limit(stage: Stage) -> None:
    for board in ("nexus", "orchid"):
        page = new_table(stage, LIMIT, 2, board=board)
        play(page, 9)
        stage.take(page, f"{LIMIT}-{board}-middle")
    play(page, 40, ".relocate, [data-over]")
    stage.take(page, f"{LIMIT}-orchid-move")


def limits(stage: Stage) -> None:
    page = new_table(stage, LIMITS, 3)
    stage.take(page, f"{LIMITS}-hiding")
    play(page, 5)
    stage.take(page, f"{LIMITS}-middle")
    play(page, 40, "button.accuse")
    page.locator("button.accuse").first.click()
    page.locator("dialog").wait_for()
    stage.take(page, f"{LIMITS}-accuse")
    page.locator("dialog [data-action]").click()
    page.wait_for_function(HOLD_VERDICT)
    stage.take(page, f"{LIMITS}-counting")
    page.evaluate(NO_HASTE)
    page.locator(".verdict-scene [data-step]").click()
    stage.take(page, f"{LIMITS}-verdict")
    page.locator(".verdict-scene [data-step]").click()
    play(page, 1)
    stage.take(page, f"{LIMITS}-after-the-verdict")
    page = new_table(stage, LIMITS, 5)
    play(page, 6)
    stage.take(page, f"{LIMITS}-six-players")


def xtreme(stage: Stage) -> None:
    """The covered bell, the swap below the dial, and the count of a round."""
    page = new_table(stage, XTREME, 2)
    stage.take(page, f"{XTREME}-start")
    play(page, 2, "[data-action=keep]")
    stage.take(page, f"{XTREME}-middle")
    page = new_table(stage, XTREME, 2)
    swap_cell(page).click()
    page.locator("[data-action=keep]").wait_for()
    stage.take(page, f"{XTREME}-swap")
    page = new_table(stage, XTREME, 5)
    swap_cell(page).click()
    page.locator("[data-action=keep]").wait_for()
    stage.take(page, f"{XTREME}-six-players")
    page = new_table(stage, XTREME, 2, bell_from="5", bell_to="5", rounds="9", target="60")
    play(page, 60, "[data-panel=last-hands]")
    stage.take(page, f"{XTREME}-counted")


def ultim(stage: Stage) -> None:
    """A turn from its first tap to its end, without a real glass: pictures take longer than one runs."""
    row = ("blue-5", "red-6", "green-2", "pink-9", "black-12")

    def show(play: Playing, what: str, seat: int | None = 0, timer: int | None = None) -> FakeTable:
        fake = FakeTable(stage.people, play.s, seat, PHONE, timer, lang=stage.lang, **stage.device)
        stage.take(fake.page, f"{ULTIM}-{what}")
        return fake

    show(Playing(4).row(*row), "ready")
    show(started(), "first-roll")
    show(started().roll(0, "3-3-6", 1000), "dice")
    show(started().roll(0, "3-3-6", 1000), "others-turn", 1)
    show(started().roll(0, "3-3-6", 1000).do(0, "take 2 6").do(0, "ultim glass"), "glass-turned")
    show(Playing(4, UltimOptions(young=True)).row(*row).go(0, at=1000), "young", timer=12_000)
    play = started().roll(0, "3-3-6", 1000).do(0, "take 2 6")
    fake, told = show(play, "taken"), len(play.news)
    fake.show(play.do(CLOCK, "sand", at=31_000).s, play.news[told:])
    fake.page.locator(".verdict").wait_for()
    stage.take(fake.page, f"{ULTIM}-time-up")
    show(last_turn(1, SUPER, loot(3, 2, 2, 2, 2, 1, 1), loot(0, 0, 0, 0, 0, 0, 0, 4)).do(1, "stop"), "keeping")
    page = new_table(stage, ULTIM, 3)
    page.locator(".ultim").wait_for()
    play_to_go(stage, page)
    stage.take(page, f"{ULTIM}-between-turns")


def play_to_go(stage: Stage, page: Page) -> None:
    """Until the player may turn the glass; nobody waits for bots here."""
    fast, go = stage.button(page, "web-fast-forward"), page.locator("[data-action=go]")
    go.or_(fast).first.wait_for()
    if not go.count():
        fast.click()
    go.wait_for(timeout=150_000)


def guide(game: str, stage: Stage) -> None:
    """Every bubble of a guided game."""
    page = stage.come()
    start_guide(page, game, stage.lang)
    learner, found = Learner(page, mouse, stage.lang), registry.find(game).guide
    assert found
    passed, taken = -1, set[int]()
    while passed + 1 < len(found.bubbles):
        if comes_later(found, passed + 1):
            learner.play_on()
        learner.bubble().wait_for()
        number = int(learner.bubble().get_attribute("data-bubble") or 0)
        page.wait_for_timeout(300)
        if number not in taken:
            stage.take(page, f"{game}-guide-{number + 1}")
        taken.add(number)
        passed = learner.step()
    page.locator("[data-learned]").wait_for()
    stage.take(page, f"{game}-guide-learned")


def end(what: str, make: Callable[[], Table], seat: int, stage: Stage) -> None:
    """The count, the result, the table behind it, and the picture."""
    page = EndingTable(stage.people, make(), seat, PHONE, lang=stage.lang, **stage.device).tell()
    pause_count(page)
    for _ in range(page.locator("[data-count] .steps i").count() * 2 // 3):
        page.locator("[data-count] header").click()
    stage.take(page, f"count-{what}")
    to_result(page)
    page.wait_for_timeout(600)
    stage.take(page, f"end-{what}")
    page.locator("[data-end] .cards > *").last.scroll_into_view_if_needed()
    stage.take(page, f"end-{what}-more")
    with page.expect_download() as download:
        page.locator(".share").click()
    stage.people.pictures[f"picture-{what}-{stage.lang}"] = Path(download.value.path())
    page.keyboard.press("Escape")
    page.locator("[data-over] .result li").first.wait_for()
    stage.take(page, f"over-{what}")


def series(stage: Stage) -> None:
    """A game of a series, the next one, and the last."""
    ending = EndingTable(stage.people, played(EASY, "greedy", "random", "random"), 0, PHONE, lang=stage.lang, **stage.device)
    scores = list(ending.table.match.result().scores)
    page = ending.tell_game(1, 3, [scores])
    to_result(page)
    stage.take(page, "series-first-game")
    ending.over = {}
    ending.send({"t": "update", "series": {"game": 2, "scores": [scores], "waiting": False}})
    page.locator("[data-end]").wait_for(state="detached")
    stage.take(page, "series-second-game")
    page = ending.tell_game(2, 3, [[150, 162, 88], scores])
    to_result(page)
    stage.take(page, "series-standings")
    page = ending.tell_game(3, 3, [[150, 162, 88], scores, [201, 97, 164]])
    to_result(page)
    stage.take(page, "series-final")


def box(stage: Stage) -> None:
    """With the box: the way to its tools, and the caller."""
    page = stage.come("/#box")
    page.locator("article").first.wait_for()
    stage.take(page, "box")
    page.goto(f"/#box/{LIMIT}/caller")
    stage.button(page, "web-box-first").wait_for()
    stage.take(page, "caller-first")
    stage.button(page, "web-box-first").click()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    stage.take(page, "caller")
    page.get_by_role("button", name=stage.say("web-box-all")).click()
    page.locator("dialog").wait_for()
    stage.take(page, "caller-all")
    stage.close(page)
    stage.button(page, "web-box-options").click()
    stage.take(page, "caller-options")
    stage.button(page, "web-box-screens").click()
    page.locator("dialog svg[role=img]").wait_for()
    stage.take(page, "caller-link")
    link = page.get_by_label(stage.say("web-link"), exact=True).input_value()
    stage.close(page)
    page.keyboard.press("ArrowRight")
    other = stage.come("/#" + link.partition("#")[2])
    other.locator(".face").get_by_role("img").wait_for()
    stage.take(other, "caller-screen")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    stage.button(page, "web-box-again").wait_for()
    stage.take(page, "caller-over")


def hidden_time(game: str, tool: str, unit: int, stage: Stage) -> None:
    """The sand timer or the bell: ready, running, over."""
    page = stage.come(f"/#box/{game}/{tool}")
    page.locator("summary").click()
    stage.take(page, f"{tool}-ready")
    page.locator("summary").click()
    page.locator(".foot button").click()
    page.locator("details").wait_for(state="detached")
    stage.take(page, f"{tool}-running")
    page = stage.come("about:blank")
    page.add_init_script(SHORT_TIME % (tool, 1000 // unit, 1000 // unit, unit))
    page.goto(f"/#box/{game}/{tool}")
    page.locator(".foot button").click()
    page.locator("strong").filter(has_text=stage.say(f"web-box-{tool}-over")).wait_for()
    stage.take(page, f"{tool}-over")


def scorer(game: str, stage: Stage) -> None:
    page = stage.come(f"/#box/{game}/scorer")
    page.locator(".now output").wait_for()
    stage.take(page, f"scorer-{game}-new")
    stage.button(page, "web-score-add").click()
    enter(page, game)
    page.wait_for_timeout(300)
    stage.take(page, f"scorer-{game}")
    if game == LIMITS:
        judge(stage, page)
    stage.button(page, "web-score-setup").click()
    page.locator("dialog").wait_for()
    stage.take(page, f"scorer-{game}-setup")
    stage.close(page)
    if game == EASY:
        stage.button(page, "web-score-kept").click()
        page.locator("dialog").wait_for()
        stage.take(page, "scorer-kept")


def enter(page: Page, game: str) -> None:
    """Something to score."""
    if game == EASY:
        for tile in BOARD.split():
            page.locator(f"[data-tile='{tile}']").click()
    elif game == LIMIT:
        for top, start in enumerate(("a1", "b2", "c3", "s:a1")):
            page.locator(f"[data-cell='{start}']").click()
            page.locator(".tops button").nth(top).click()
            for _ in range(3):
                page.locator("[data-tile]:not(.aside):not(.used)").first.click()
    elif game == ULTIM:
        for pile, cards in enumerate((3, 3, 2, 2, 1)):
            for _ in range(cards):
                page.locator(".pile .card-button").nth(pile).click()
    elif game == XTREME:
        for cell in (11, 7, 5):
            page.locator(f".face [data-cell='{cell}']").click(force=True)
        page.locator(".cards button").first.click()


def judge(stage: Stage, page: Page) -> None:
    """An accusation beside the box."""
    stage.button(page, "web-score-judge", LIMITS).click()
    page.locator(".limits select").first.select_option("1")
    for _ in range(2):
        page.locator(".case .colours").last.locator("button").first.click()
    stage.take(page, "scorer-limits-case")
    stage.button(page, "web-show-verdict", LIMITS).click()
    page.locator(".verdict .found").wait_for()
    stage.take(page, "scorer-limits-verdict")
    stage.button(page, "web-score-settle", LIMITS).click()


ENDS: dict[str, tuple[Callable[[], Table], int]] = {
    "won": (lambda: played(EASY, "greedy", "random", "random"), 0),
    "lost": (lambda: played(EASY, "greedy", "random", "random"), 1),
    "drawn": (lambda: played(EASY, "expert", "expert"), 0),
    "solo": (lambda: played(EASY, "expert"), 0),
    "orchid": (lambda: quickly(LIMIT, 2, board="orchid"), 0),
    "super": (lambda: quickly(ULTIM, 2, scoring="super"), 0),
    **{game: (partial(quickly, game, max(2, registry.find(game).game.seats[0])), 0) for game in registry.names()},
}


def game_night(stage: Stage) -> None:
    """An evening on one page: who plays, the caller, the boards, a board from a phone, what was possible, a timer, and totals."""
    page = stage.come("about:blank")
    page.add_init_script("let n = 0; crypto.getRandomValues = (bytes) => bytes.fill(n++);")  # always the same calls
    page.goto("/#box/night")
    for number, name in enumerate(("Ada", "Bo", LONG_NAME, "Dee"), 1):
        if number > 2:
            stage.button(page, "web-night-add").click()
        page.get_by_label(stage.say("web-night-player", number=number), exact=True).fill(name)
    stage.take(page, "night-begin")
    stage.button(page, "web-night-begin").click()
    stage.button(page, "web-box-first").wait_for()
    stage.take(page, "night-ready")
    stage.button(page, "web-box-first").click()
    for _ in range(7):
        stage.button(page, "web-box-next").click()
    stage.take(page, "night-caller")
    stage.button(page, "web-box-fingerprint").click()
    stage.take(page, "night-fingerprint")
    stage.close(page)
    for _ in range(11):
        stage.button(page, "web-box-next").click()
    stage.take(page, "night-called")
    page.locator(".switch button").last.click()
    stage.button(page, "web-night-phones").click()
    page.locator("dialog svg[role=img]").wait_for()
    stage.take(page, "night-phones")
    link = page.get_by_label(stage.say("web-link"), exact=True).input_value()
    stage.close(page)
    phone = stage.come("/#" + link.partition("#")[2])
    stage.button(phone, "web-night-own").wait_for()
    stage.take(phone, "night-phone-call")
    stage.button(phone, "web-night-own").click()
    stage.take(phone, "night-phone-who")
    stage.button(phone, "web-night-send").or_(phone.get_by_role("button", name="Bo", exact=True)).click()
    for tile in phone.locator("[data-tile]").all()[:12]:
        tile.click()
    stage.button(phone, "web-night-send").click()
    phone.get_by_text(stage.say("web-night-sent-text")).wait_for()
    stage.take(phone, "night-phone-board")
    for tile in page.locator("[data-tile]").all():
        tile.click()
    page.locator(".phones section").wait_for()
    stage.take(page, "night-sent")
    page.locator(".phones section button").first.click()
    stage.button(page, "web-night-possible").click()
    page.locator("section.card ul svg").first.wait_for()
    stage.take(page, "night-scores")
    stage.button(page, "web-night-another").click()
    page.locator("dialog").wait_for()
    stage.take(page, "night-another")
    page.get_by_role("dialog").get_by_role("button", name=stage.say("game", ULTIM), exact=True).click()
    stage.button(page, "web-box-glass-go").click()
    stage.take(page, "night-glass")
    page.locator(".switch button").last.click()
    page.locator(".pile .card-button").first.click()
    page.locator(".players b").first.wait_for()
    stage.button(page, "web-night-evenings").click()
    page.locator("dialog table").wait_for()
    stage.take(page, "night-evenings")
    stage.close(page)
    page.goto("/#box")
    page.locator("aside").wait_for()
    stage.take(page, "box-running")


SCENES: dict[str, Scene] = {
    "home": home,
    "lobby": lobby,
    "company": company,
    "trouble": trouble,
    "hand-over": hand_over,
    **{f"about-{game}": partial(about, game) for game in registry.names()},
    **{f"guide-{game}": partial(guide, game) for game in registry.names()},
    f"table-{EASY}": easy,
    f"table-{LIMIT}": limit,
    f"table-{LIMITS}": limits,
    f"table-{XTREME}": xtreme,
    f"table-{ULTIM}": ultim,
    "big-room": big_room,
    "large-letters": large_letters,
    **{f"end-{what}": partial(end, what, *ending) for what, ending in ENDS.items()},
    "series": series,
    **{f"replay-{game}": partial(replays, game) for game in registry.names()},
    "replay-share": shared_replay,
    "hints": hints,
    "ladder": ladder,
    "daily": daily,
    "exercises": exercises,
    **{f"exercise-{game}": partial(exercise, game) for game in PLANS},
    "history": my_games,
    **{f"review-{game}": partial(review, game, registry.find(game).game.seats[0] + 1) for game in registry.names()},
    "box-caller": box,
    "box-night": game_night,
    "box-glass": partial(hidden_time, ULTIM, "glass", 100),
    "box-bell": partial(hidden_time, XTREME, "bell", 1000),
    **{f"box-scorer-{game}": partial(scorer, game) for game in registry.names()},
}
TIMED = frozenset({f"guide-{ULTIM}", f"guide-{XTREME}"})  # nobody may look at them for long
