"""The engines of Safari and Firefox: a match of each game by mouse, and what differed between engines before."""

from __future__ import annotations

import json
import random
import struct
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.core import registry
from tablee.fair import Dealer
from tests.conftest import missing
from tests.e2e.engines import ENGINES, WAIT, Engine, Firefox, lacks, patiently
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
# in one go: home moves while its parts arrive, so that a tap could start something else
OPEN_OPTIONS = """
    const options = document.querySelector(`article:has([data-game="${arguments[0]}"]) .small button`);
    options?.click();
    return options !== null;
"""
# in one go: a short count may be over before a tap arrives, which would then hit something else
SKIP_COUNT = """
    document.querySelector("[data-count] .primary")?.click();
    return document.querySelector("[data-end=result]") !== null;
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

    def sit_down(self, game: str, seconds: float = WAIT) -> None:
        patiently(lambda: self.engine.run(OPEN_OPTIONS, game), seconds=seconds)
        patiently(lambda: self.sees("dialog form"), seconds=seconds)
        for name, value in OPTIONS.get(game, {}).items():
            self.engine.run(FILL, name, value)
        if self.sees("dialog [name=pace]"):  # not where a hidden clock may run
            self.engine.run(FILL, "pace", "quick")
        self.tap("dialog button.primary")
        patiently(lambda: self.sees("[data-asked], [data-over], .game > *"), seconds=seconds)

    def play_on(self, seconds: float = 240) -> None:
        last = time.monotonic() + seconds
        while not self.sees("[data-over]"):
            assert time.monotonic() < last, "the match does not end:\n" + self.engine.run("return document.body.innerText")
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
    patiently(lambda: player.engine.run(SKIP_COUNT))
    if player.engine.downloads and game == EASY:
        assert picture_size(player) == (1200, 630)


def picture_size(player: Player) -> tuple[int, int]:
    """Of the picture that is saved at the end of a match."""
    folder = player.engine.downloads
    assert folder
    player.tap("[data-end=result] .share")
    (file,) = patiently(lambda: [picture for picture in folder.glob("*.png") if picture.stat().st_size])
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


BELL = """
    localStorage["tablee-box"] = JSON.stringify({bell: {range: {from: 12, to: 16, unit: 1000, open: false}}});
    location.hash = "box/xtreme-limits/bell";
"""
HEAR = """
    const heard = () => { window.heard ??= Date.now(); };
    new MutationObserver(heard).observe(document.querySelector("title"), {childList: true});
"""


@pytest.mark.soak  # it takes its time, and measures
@pytest.mark.parametrize("engine", ["firefox"], indirect=True)
def test_a_hidden_time_ends_on_time_in_a_hidden_tab(player: Player) -> None:
    engine = player.engine
    assert isinstance(engine, Firefox)
    engine.run(BELL)
    patiently(lambda: player.sees(".foot .big"))
    engine.run(HEAR)
    player.tap(".foot .big")
    patiently(lambda: not player.sees("details"))
    other = engine.ask("browsingContext.create", type="tab")["context"]
    patiently(lambda: engine.run("return document.visibilityState === 'hidden'"))
    run = json.loads(engine.run("return localStorage['tablee-box']"))["bell"]["run"]
    end = run["start"] + 1000 * (12 + Dealer(run["seed"]).below(0, 5))
    heard = patiently(lambda: engine.run("return window.heard"))
    engine.ask("browsingContext.close", context=other)
    assert 0 <= heard - end <= 250
