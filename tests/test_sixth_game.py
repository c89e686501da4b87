"""A game is one folder: the toy, without French, bots or kernels, is installed as a package, and everything plays it."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import tablee
from tablee.adapters.environment import open_core
from tablee.cli.shell import HERE
from tablee.core import registry
from tablee.core.game import Panel
from tablee.core.registry import Entry
from tablee.protocol import study, wire
from tablee.words import LANGUAGES, Words
from tests.adapters.every import wander
from tests.games_here import OPTIONAL, install_toy
from tests.server.running import BOT, OPEN, check_record, play, running, settings, sit_down

SHAPES = ("text", "number", "flag", "items", "tile", "hex")  # the shapes the web client's generic table can draw


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site folder as pip creates it: a package with the game, and an entry point."""
    return install_toy(tmp_path / "site").parent


@pytest.fixture
def sixth(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Entry]:
    monkeypatch.syspath_prepend(str(site))
    registry.names.cache_clear()
    registry.find.cache_clear()
    importlib.invalidate_caches()
    yield registry.find("toy")
    registry.names.cache_clear()
    registry.find.cache_clear()
    for name in [name for name in sys.modules if name.startswith("take_or_leave")]:
        del sys.modules[name]
    if gymnasium := sys.modules.get("gymnasium"):  # its registry would keep the id for a game that is no longer installed
        gymnasium.registry.pop("tablee/Toy-v1", None)


@pytest.fixture
def command(site: Path, tmp_path: Path) -> Callable[..., str]:
    def run(*argv: str, stdin: str = "") -> str:
        path = os.pathsep.join([str(site), str(Path(tablee.__file__).parents[1])])
        environ = os.environ | {"PYTHONPATH": path, "LANG": "en_GB.UTF-8", "LANGUAGE": ""}
        call = [sys.executable, "-m", "tablee", *argv]
        done = subprocess.run(call, input=stdin, capture_output=True, text=True, env=environ, cwd=tmp_path, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def test_the_game_is_listed(sixth: Entry) -> None:
    assert sixth in tablee.all_games()
    assert not [name for name in OPTIONAL if (sixth.folder / name).exists()]
    table = tablee.Table("toy", ["Ada", "bot:random"], seed=1)
    while table.run():
        table.act(0, table.legal(0)[0])
    assert tablee.verify(table.record()).outcome() == table.match.outcome()


def test_the_command_line_plays_it(command: Callable[..., str], tmp_path: Path) -> None:
    assert "toy" in [game["id"] for game in json.loads(command("games", "--json"))]
    said = command("play", "toy", "--lang", "fr", "--save", "mine.match", stdin="rules\ntake\n")
    assert "said take" in said
    assert "R1" in said
    command("simulate", "toy", "--games", "2", "--save", "records")
    for record in ("mine.match", "records/000000.match"):
        assert Words("en", also=HERE).text("verified", draws=3) in command("verify", record)
        assert "1. " in command("replay", record)
    assert "toy" in command("check", "toy", "--matches", "3")
    named = ("--bots", "random,tablee.bots:RandomBot")
    chance, _ = json.loads(command("arena", "toy", *named, "--games", "6", "--workers", "2", "--json"))["bots"]
    assert (chance["bot"], chance["matches"]) == ("random", 12)


def test_a_server_plays_it_and_serves_what_the_web_needs(sixth: Entry, tmp_path: Path) -> None:
    async def run() -> None:
        chosen = settings(tmp_path / "t.db", find=registry.find, games=None)
        async with running(chosen) as here, httpx.AsyncClient(base_url=f"{here.base}/api") as http:
            games = {game.id: game for game in msgspec.json.decode((await http.get("/games")).content, type=list[wire.GameInfo])}
            assert games["toy"].bots == ("random",)
            assert games["toy"].names["fr"] == games["toy"].names["en"]
            rules = await http.get("/games/toy/rules/fr")
            assert (rules.status_code, rules.headers["content-language"]) == (200, "en")
            assert "panel-card" in (await http.get("/games/toy/strings/fr")).text
            people = await sit_down(here.base, "toy", [OPEN, BOT])
            await people[0].start()
            acked = await play(people[0], random.Random(1))
            screen = people[0].screen
            assert_drawable(sixth, (*screen.public, *screen.own))
            match = check_record(await people[0].record(), [acked], registry.find)
            told = await http.get(f"/matches/{people[0].match}/replay")
            replay = msgspec.json.decode(told.content, type=study.Replay)
            assert replay.fault is None
            outcome = match.outcome()
            assert outcome is not None
            assert replay.result.scores == outcome.scores
            await people[0].close()

    asyncio.run(run())


def assert_drawable(entry: Entry, panels: tuple[Panel, ...]) -> None:
    assert panels
    for panel in panels:
        assert panel.shape in SHAPES
        for lang in LANGUAGES:
            assert Words(lang, entry.folder).knows(f"panel-{panel.name}")


def test_the_adapters_play_it(sixth: Entry, outside_part: Callable[[str], Any]) -> None:
    core = open_core(sixth, 2, {})
    assert core.to_act(wander(core, 1)[-1]) == ()
    outside_part("gymnasium")
    env = outside_part("tablee.adapters.gymnasium").TableeEnv("toy")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(info["action_mask"].argmax())
