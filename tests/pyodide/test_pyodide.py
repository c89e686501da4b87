"""The match logic runs unchanged in a browser's Python."""

from __future__ import annotations

import json
import pickle
from collections.abc import Collection

import pytest

from tablee.bots import everybody
from tablee.browser import local_server
from tablee.core import registry
from tablee.core.bot import Question
from tablee.core.game import Seat
from tablee.core.registry import Entry
from tablee.jobs.bots import BotJob, choose
from tablee.site.python import own_files
from tablee.table import Table
from tests.conftest import missing
from tests.pyodide import pythons

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


@pytest.mark.parametrize("count", [30, pytest.param(1000, marks=pytest.mark.soak)])
def test_deals_of_the_day_are_the_same_as_in_cpython(count: int) -> None:
    code = f"import daily_dates; daily_dates.print_deals({count})"
    here, there = (python(code).decode().splitlines() for python in (pythons.cpython, pythons.pyodide))
    assert len(here) == 2 * count
    assert there == here


ANSWER = """
import pickle
from pathlib import Path
from tablee.bots import weights_name
from tablee.browser.local_server import missing_weights, work
for job in pickle.loads(Path("jobs").read_bytes()):
    for path in missing_weights(job):  # as the page's worker does it
        path.write_bytes(Path(weights_name(path)).read_bytes())
    print(tuple(pickle.loads(work(job))))
"""


def questions(entry: Entry, level: str, most: int) -> list[BotJob]:
    """The first questions to bots of a level in a match that they play."""
    seats = max(2, entry.game.usual_seats[0])
    table, asked = Table(entry, [f"bot:{level}"] * seats, seed="packed"), list[BotJob]()
    ask = table.driver.questions

    def listen(bots: Collection[Seat]) -> list[Question]:
        found = ask(bots)
        asked.extend(BotJob(entry.game.id, level, question, "packed") for question in found)
        return found

    table.driver.questions = listen  # type: ignore[method-assign,assignment]
    while len(asked) < most and table.step() is not None:
        pass
    return asked[:: max(1, len(asked) // most)]


def test_every_level_that_a_browser_offers_answers_as_it_does_here() -> None:
    """From the packed archive, with weights that are fetched when they are needed."""
    offered = [(entry, level) for entry in map(local_server.find, registry.names()) for level in everybody(entry)]
    jobs = [job for entry, level in offered for job in questions(entry, level, 3 if level in entry.ladder else 8)]
    expected = [repr(tuple(choose(job, local_server.find))) for job in jobs]
    files = {"jobs": pickle.dumps([pickle.dumps(job) for job in jobs])}
    found = pythons.pyodide(ANSWER, *pythons.wheels(), files=files).decode().splitlines()
    assert found == expected
    assert [choice.rpartition(", ")[2] for choice in found] == [f"{job.level!r})" for job in jobs]  # nobody stood in


def test_everything_that_is_packed_can_be_imported() -> None:
    """Except by those who need another package: PostgreSQL's driver; what the page offers is given to `worker` by the page."""
    packed = [
        name for name, _ in own_files() if name.endswith(".py") and not name.endswith(("__main__.py", "storage/postgres.py"))
    ]
    names = sorted(name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in packed)
    code = f"import sys, {', '.join(names)}; print(*sorted(sys.modules.keys() & {set(names)}))"
    assert pythons.pyodide(code, *pythons.wheels()).decode().split() == names
