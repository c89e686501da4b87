"""The engines of Safari and Firefox: a match of each game by mouse, and what differed between engines before."""

from __future__ import annotations

import random
import struct
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.core import registry
from tests.conftest import missing
from tests.e2e.engines import ENGINES, Engine, lacks, patiently
from tests.e2e.hands import ACTIONS, OPTIONS, STEPS
from tests.e2e.server_process import Server

EASY = "take-it-easy"
ARROW_DOWN = "\ue015"  # as WebDriver writes it

CENTRE = """
    const [marks, chance] = arguments;
    const found = [...document.querySelectorAll(marks)].filter((one) => one.getClientRects().length);
    if (!found.length) return null;
    const one = found[Math.floor(chance * found.length)];
    one.scrollIntoView({block: "center", behavior: "instant"});
    const {left, top, width, height} = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
"""
FILL = """
    const [name, value] = arguments;
    const field = document.querySelector(`dialog [name=${name}]`);
    field.value = value;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, {bubbles: true}));
"""
LISTEN = """
    window.troubles = [];
    addEventListener("error", (event) => troubles.push(event.message));
    addEventListener("unhandledrejection", (event) => troubles.push(String(event.reason)));
"""


class Player:
    """Somebody with a mouse at a page."""

    def __init__(self, engine: Engine, base: str) -> None:
        self.engine, self.chance = engine, random.Random(5)
        engine.open(base)
        engine.run(LISTEN)

    def find(self, marks: str) -> Any:
        """The middle of one of these elements, in sight; None if there is none."""
        return self.engine.run(CENTRE, marks, self.chance.random())

    def tap(self, marks: str) -> None:
        self.engine.click(*patiently(lambda: self.find(marks)))

    def sees(self, marks: str) -> bool:
        return bool(self.engine.run("return document.querySelector(arguments[0]) !== null", marks))

    def open_options(self, game: str) -> bool:
        """Home may still be loading some of its parts and move, so that a tap misses."""
        card = f"article:has([data-game='{game}'])"
        for marks in ("[aria-expanded=false]", ".small button:first-child"):  # on a phone, they are behind three dots
            if target := self.find(f"{card} {marks}"):
                self.engine.click(*target)
        last = time.monotonic() + 2
        while not self.sees("dialog form") and time.monotonic() < last:
            time.sleep(0.05)
        return self.sees("dialog form")

    def sit_down(self, game: str) -> None:
        patiently(lambda: self.open_options(game))
        for name, value in OPTIONS.get(game, {}).items():
            self.engine.run(FILL, name, value)
        self.tap("dialog button.primary")
        patiently(lambda: self.sees("[data-asked], [data-over], .game > *"))

    def play_on(self, seconds: float = 240) -> None:
        last = time.monotonic() + seconds
        while not self.sees("[data-over]"):
            assert time.monotonic() < last, "the match does not end"
            target = self.sees("[data-asked]") and (self.find(ACTIONS) or self.find(STEPS))
            if target:
                self.engine.click(*target)
            time.sleep(0.02)

    def leave(self) -> None:
        assert self.engine.run("return window.troubles") == []


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if what := lacks(request.param):
        missing(f"{what} is not installed")
    engine = ENGINES[request.param]()
    yield engine
    engine.close()


@pytest.fixture
def player(engine: Engine, server: Server) -> Iterator[Player]:
    player = Player(engine, server.base)
    yield player
    player.leave()


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.soak if game != EASY else ()) for game in registry.names()]
)
def test_a_match_is_played_to_its_end(player: Player, game: str) -> None:
    player.sit_down(game)
    player.play_on()
    player.tap("[data-count] .primary")
    patiently(lambda: player.sees("[data-end=result]"))
    if player.engine.downloads and game == EASY:
        assert picture_size(player) == (1200, 630)


def picture_size(player: Player) -> tuple[int, int]:
    """Of the picture that is saved at the end of a match."""
    folder = player.engine.downloads
    assert folder
    player.tap("[data-end=result] .share")
    (file,) = patiently(lambda: [one for one in folder.glob("*.png") if one.stat().st_size])
    width, height = struct.unpack(">II", file.read_bytes()[16:24])
    return width, height


@pytest.mark.parametrize("engine", ["webkit"], indirect=True)  # Firefox without a screen never has the focus
def test_arrow_keys_show_where_they_are_after_a_click(player: Player) -> None:
    player.sit_down(EASY)
    patiently(lambda: player.sees("[data-asked] [data-cell]"))
    player.tap("[data-cell=c3]")
    patiently(lambda: player.sees("[data-cell=c3][aria-label*='-']"))  # the tile lies there
    player.engine.press(ARROW_DOWN)
    patiently(lambda: player.sees("[data-cell=c4]:focus-visible"))
