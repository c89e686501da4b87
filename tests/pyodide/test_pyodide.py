"""The match logic runs unchanged in a browser's Python."""

from __future__ import annotations

import json

import pytest

from tests.conftest import missing
from tests.pyodide import pythons

SERVER = ("broadcast", "live_match", "outbox", "replays", "requests", "room", "scores", "seating", "store", "wire")
PLAY = "import matches; matches.print_records()"


@pytest.fixture(autouse=True)
def parts() -> None:
    if why := pythons.missing():
        missing(why)


def test_every_game_plays_the_same_as_in_cpython() -> None:
    here, there = (python(PLAY).splitlines(keepends=True) for python in (pythons.cpython, pythons.pyodide))
    lines = [json.loads(line) for line in here]
    played = [(line["game"], line.get("games", 1)) for line in lines if "tablee" in line]
    games = sorted(rules.parent.name.replace("_", "-") for rules in pythons.SOURCE.glob("tablee/games/*/rules.py"))
    assert played == [(game, series) for game in games for series in (1, 2)]
    assert len([line for line in lines if "reveal" in line]) == len(played)
    assert there == here


def test_the_pure_server_modules_import() -> None:
    names = [f"tablee.server.{name}" for name in SERVER]
    code = f"import sys, {', '.join(names)}; print(*sorted(sys.modules.keys() & {set(names)}))"
    assert pythons.pyodide(code, *pythons.wheels()).decode().split() == sorted(names)
