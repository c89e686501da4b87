"""The end of a match in a browser, without playing it there: bots play it in this process, and the page is told how it ends."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from tablee.bots import fast_bot
from tablee.core.options import changed
from tablee.jobs.insights import insights
from tablee.protocol import wire
from tablee.table import BOT, Table
from tests.e2e.conftest import PHONE, People
from tests.games_here import find

NAMES = ("Ada", "Bo", "Maximilienne", "Zoé", "Cy", "Dan")
SHORT: dict[str, dict[str, Any]] = {"xtreme-limits": {"rounds": 2}}  # options with which the bots are soon done
SEEDS = {"take-it-easy": 3}


def keep_once(page: Page, kept: dict[str, Any]) -> None:
    """What the page finds kept when the client first runs, not again after a reload."""
    value = json.dumps(json.dumps(kept))
    page.add_init_script(f"if (!sessionStorage.kept) {{ localStorage.tablee = {value}; sessionStorage.kept = 1 }}")


def played(game: str, *levels: str, seed: int = 0, **options: Any) -> Table:
    """A match that bots have played to the end, with as many seats as levels."""
    seed = seed or SEEDS.get(game, 1)
    table = Table(find(game), [BOT + level for level in levels], seed=seed, **SHORT.get(game, {}), **options)
    table.run()
    return table


def quickly(game: str, seats: int, **options: Any) -> Table:
    return played(game, *[fast_bot(find(game))] * seats, **options)


class EndingTable:
    """A page at a table whose match is about to end; `tell` ends it."""

    def __init__(
        self, people: People, table: Table, seat: int | None = 0, size: tuple[int, int] = PHONE, bests: Any = None, **more: Any
    ) -> None:
        self.table, self.seat, self.asked = table, seat, 0
        self.over: dict[str, Any] = {}
        game = table.match.game.id
        self.page = people.come(size, path="about:blank", **more)
        held = [{"match": "m", "seat": seat, "token": "t", "nonce": "", "game": game, "when": 0}] if seat is not None else []
        keep_once(self.page, {"seats": held, "bests": bests or {}})
        seats = [{"kind": "person", "names": [name], "here": True} for name in NAMES[: table.match.seats]]
        rest = {"series": 1, "public": False, "timer": 0, "host": 0, "commit": "", "next": "", "paused": False}
        options = changed(table.match.options)
        self.info = {"match": "m", "state": "play", "game": game, "options": options, "seats": seats, **rest}
        self.page.route("**/api/matches/m", lambda route: route.fulfill(json=self.info))
        self.page.route("**/api/matches/m/insights", self.look_back)
        self.page.route_web_socket("**/api/socket/*", self.open)
        self.page.goto("/t/m")
        self.page.locator(".game > *").first.wait_for()

    def look_back(self, route: Any) -> None:
        self.asked += 1
        found = insights(self.table.record(), find)
        route.fulfill(body=wire.encode(found), headers={"Content-Type": "application/json"})

    def open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(self.hear)

    def hear(self, text: str | bytes) -> None:
        if json.loads(text)["t"] == "hello":
            self.send(self.snapshot())

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def snapshot(self) -> dict[str, Any]:
        """Everything but the end, until that has been told."""
        match = self.table.match
        own: dict[str, Any] | None = (
            {"own": [], "legal": [], "choice": None, "turn": 1, "n": 0, "todo": None} if self.seat is not None else None
        )
        public = msgspec.to_builtins([wire.panel(panel) for panel in match.screen(None).public])
        shown = {"public": public, "to_act": [], "chosen": [], "count": [0, 0], "timer": None, "mine": own}
        untold: dict[str, Any] = {"sheets": {}, "series": None, "result": None}
        return {"t": "snapshot", "you": self.seat, "info": self.info, **shown, **untold, **self.over}

    def sheets(self) -> dict[str, Any]:
        match = self.table.match
        of = {str(seat): match.game.sheet(match.view(seat), seat) for seat in range(match.seats)}
        rows: dict[str, Any] = msgspec.to_builtins({one: wire.rows(sheet) for one, sheet in of.items()})
        return rows

    def tell(self) -> Page:
        """The match is over."""
        result = self.table.match.result()
        told = {"scores": result.scores, "places": result.places, "reveal": "", "nonces": []}
        return self._tell({"sheets": self.sheets(), "result": told}, "over")

    def tell_game(self, games: int, of: int, scores: list[list[int]]) -> Page:
        """A game of a series is over; the last one ends the series."""
        self.info["series"] = of
        series = {"game": games, "scores": scores, "waiting": games < of}
        if games < of:
            return self._tell({"sheets": self.sheets(), "series": series}, "play")
        totals = [sum(game[seat] for game in scores) for seat in range(len(scores[0]))]
        places = [1 + sum(other > total for other in totals) for total in totals]
        result = {"scores": totals, "places": places, "reveal": "", "nonces": []}
        return self._tell({"sheets": self.sheets(), "series": series, "result": result}, "over")

    def _tell(self, over: dict[str, Any], state: str) -> Page:
        self.info["state"] = state
        self.over = over
        self.send({"t": "update", "info": self.info, **over})
        return self.page


def pause_count(page: Page) -> None:
    """Pauses the count from inside the page, as soon as it is there: a slow machine would come too late."""
    page.wait_for_function(
        "() => { const pause = document.querySelector('[data-count] footer button'); pause?.click(); return pause }"
    )


def to_result(page: Page) -> None:
    """Skips the count, if there is one."""
    page.wait_for_function(
        "() => (document.querySelector('[data-count] .primary')?.click(), document.querySelector('[data-end=result]'))"
    )
