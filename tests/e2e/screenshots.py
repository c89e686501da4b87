"""Saves screenshots of every screen, in every size, language and theme, to build/screenshots. Run: `make screenshots`.

`python -m tests.e2e.screenshots FOLDER limits xtreme-limits` takes only those of these games.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Literal

from playwright.sync_api import Error, Page, sync_playwright

from tablee.core import registry
from tablee.words import LANGUAGES
from tests.e2e.conftest import CHROMIUM, DESK, FLAGS, PHONE, People
from tests.e2e.ends import EndingTable, pause_count, played, quickly, to_result
from tests.e2e.hands import act, choose, is_over, mouse, set_options
from tests.e2e.server_process import Server

SIZES = {"phone": PHONE, "tall": (390, 844), "side": (844, 390), "desk": DESK}
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Album:
    """The pictures of one page; `name` is its language."""

    def __init__(self, page: Page, folder: Path, name: str, people: People) -> None:
        self.page, self.folder, self.name, self.people = page, folder, name, people

    def take(self, what: str, whole: bool = True) -> None:
        """The screen as it is now, in every size and theme."""
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for look in LOOKS:
                self.page.emulate_media(color_scheme=look)
                self.page.wait_for_timeout(120)
                self.page.screenshot(path=self.folder / f"{what}-{size}-{self.name}-{look}.png", full_page=whole)
        self.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    def home(self) -> None:
        self.page.locator("article").first.wait_for()
        self.take("home")
        for game in registry.names():
            for number, what in enumerate(("options", "rules")):
                choose(self.page, game).locator(".small button").nth(number).click()
                self.page.locator("dialog :is(form, article)").wait_for()
                self.take(f"{what}-{game}", whole=False)
                self.page.locator("dialog .top button").click()
        self.page.locator("header > button").last.click()
        self.take("settings", whole=False)
        self.page.locator("dialog .top button").click()

    def lobby(self) -> None:
        choose(self.page, "take-it-easy").locator(".row button").nth(2).click()
        self.page.locator("input[readonly]").wait_for()
        guest = Album(self.people.again(self.page), self.folder, self.name, self.people)
        for what, press in (("invited", "form button"), ("lobby-guest", "")):
            guest.page.locator("form button, [role=status]").last.wait_for()
            guest.take(what)
            if press:
                guest.page.locator(press).click()
        self.page.locator("summary").click()
        self.take("lobby")
        self.page.locator("header button").last.click()
        guest.page.locator("[role=alert] h2, .lobby .start").first.wait_for()
        self.page.goto("/")

    def replay(self) -> None:
        """A record of every game: in the middle with all open, and at the end as one seat saw it."""
        self.page.goto("/#replay")
        self.page.locator("textarea").wait_for()
        self.take("replay-pick")
        for entry in registry.all_games():
            self.page.locator("input[type=file]").set_input_files(sorted((entry.folder / "golden").glob("*.match"))[0])
            self.page.locator(".game > *").first.wait_for()
            slider = self.page.get_by_role("slider")
            last = int(slider.get_attribute("max") or 0)
            for view, step in (("all", last // 2), ("0", last)):
                self.page.locator(".view select").select_option(view)
                slider.fill(str(step))
                self.take(f"replay-{entry.game.id}-{view}", whole=False)
            if entry.game.id == "take-it-easy":
                self.page.locator(".badge").click()
                self.take("verified", whole=False)
                self.page.locator("dialog .top button").click()
            self.page.locator(".tools button").last.click()
        self.page.goto("/")

    def gone(self) -> None:
        self.page.goto("/t/nothing")
        self.page.locator("[role=alert] h2").wait_for()
        self.take("gone")
        self.page.goto("/")

    def game(self, game: str, first: int, more: int) -> None:
        """A match against bots, early and later, and at its end if that comes soon enough."""
        self.page.goto("/")
        choose(self.page, game).locator(".small button").first.click()
        set_options(self.page, game)
        self.page.locator("dialog button.primary").click()
        self.page.locator("[data-asked], [data-over]").wait_for(timeout=30_000)
        self.play(first, 10)
        self.take(f"{game}-early")
        for what, button in (("accuse", "button.accuse"), ("leave", "header button:last-child")):
            if self.page.locator(button).count() and not is_over(self.page):
                self.page.locator(button).first.click()
                self.page.locator("dialog").wait_for()
                self.take(f"{game}-{what}", whole=False)
                self.page.locator("dialog .top button").click()
        self.verdict(game)
        self.play(more, 25)
        self.take(f"{game}-late" if not is_over(self.page) else f"{game}-over")

    def verdict(self, game: str) -> None:
        """An accusation in the middle of its count, and its verdict."""
        if not self.page.locator("button.accuse").count():
            return
        self.page.locator("button.accuse").first.click()
        self.page.locator("dialog [data-action]").click()
        self.page.locator(".verdict-scene .place.laid").first.wait_for()
        self.take(f"{game}-counting", whole=False)
        self.page.locator(".verdict-scene [data-step]").click()
        self.take(f"{game}-verdict", whole=False)
        self.page.locator(".verdict-scene [data-step]").click()

    def swap(self) -> None:
        """The covered bell, and the swap below the dial, if one is offered soon."""
        self.page.goto("/")
        choose(self.page, "xtreme-limits").locator(".small button").first.click()
        self.page.locator("dialog button.primary").click()
        for _ in range(12):
            self.play(1, 5)
            if self.page.locator("[data-action=keep]").count():
                self.take("xtreme-limits-swap", whole=False)
                return

    def guided(self, game: str) -> None:
        """The first two bubbles of a guided game."""
        self.page.goto("/")
        choose(self.page, game).locator(".small button").nth(1).click()
        self.page.locator("dialog .how").click()
        for number in range(2):
            self.page.locator(f"[data-bubble='{number}']").wait_for()
            self.page.wait_for_timeout(300)
            self.take(f"{game}-guide-{number + 1}", whole=False)
            while self.page.locator(f"[data-bubble='{number}']").count():  # some cards are hidden one by one
                self.page.locator("[data-guided]").first.click()
                self.page.wait_for_timeout(300)

    def ends(self, lang: str) -> None:
        """The count and the result of every game, won, lost and drawn; the picture, and the standings of a series."""
        for what, table, seat in [
            ("won", played("take-it-easy", "greedy", "random", "random"), 0),
            ("lost", played("take-it-easy", "greedy", "random", "random"), 1),
            ("drawn", played("take-it-easy", "expert", "expert"), 0),
            ("solo", played("take-it-easy", "expert"), 0),
            ("orchid", quickly("take-it-to-the-limit", 2, board="orchid"), 0),
            ("super", quickly("ultim-limit", 2, scoring="super"), 0),
            *((game, quickly(game, max(2, registry.find(game).game.seats[0])), 0) for game in registry.names()),
        ]:
            end = EndingTable(self.people, table, seat, PHONE, lang=lang)
            shots = Album(end.tell(), self.folder, self.name, self.people)
            pause_count(shots.page)
            for _ in range(shots.page.locator("[data-count] .steps i").count() * 2 // 3):
                shots.page.locator("[data-count] header").click()
            shots.take(f"count-{what}", whole=False)
            to_result(shots.page)
            shots.page.wait_for_timeout(600)
            shots.take(f"end-{what}", whole=False)
            if what == "won":
                with shots.page.expect_download() as download:
                    shots.page.locator(".share").click()
                download.value.save_as(self.folder / f"picture-{self.name}.png")
        end = EndingTable(self.people, played("take-it-easy", "greedy", "random"), 0, PHONE, lang=lang)
        shots = Album(
            end.tell_game(2, 3, [[150, 162], list(end.table.match.result().scores)]), self.folder, self.name, self.people
        )
        to_result(shots.page)
        shots.take("series", whole=False)

    def play(self, steps: int, seconds: float) -> None:
        """Plays this many actions, or as many as time allows."""
        chance, end = random.Random(7), time.monotonic() + seconds
        while steps and time.monotonic() < end and not is_over(self.page):
            with suppress(Error):  # the turn may have ended in the meantime
                self.page.locator("[data-asked], [data-over]").wait_for(timeout=3000)
                steps -= act(self.page, mouse, chance)
        self.page.wait_for_timeout(400)


def main(folder: Path, games: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as drive:
        server = Server(Path(data) / "tablee.db")
        browser = drive.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for lang in LANGUAGES:
            people = People(browser, server.base)
            page = people.come(PHONE, lang)
            album = Album(page, folder, lang, people)
            if not games:
                album.home()
                album.lobby()
                album.gone()
                album.replay()
                album.ends(lang)
            for game in games or [one["id"] for one in page.request.get("/api/games").json()]:
                album.guided(game)
                album.game(game, 8, 60)
                if game == "xtreme-limits":
                    album.swap()
            people.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
