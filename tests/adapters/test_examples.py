"""Runs every example as it is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
QUICK = {
    "random_gymnasium.py": ("gymnasium", ["tablee/UltimLimit-v1", "2"], "episode 1: "),
    "random_pettingzoo.py": ("pettingzoo", ["take-it-easy", "2"], "together: {'seat_0': "),
    "ismcts_openspiel.py": ("pyspiel", ["tablee_limits", "2"], "scores: "),
    "learn_take_it_easy.py": ("gymnasium", ["20"], "    20 games: "),
}


def run(name: str, arguments: list[str]) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=100).stdout


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == QUICK.keys()


@pytest.mark.parametrize("name", QUICK)
def test_each_example_runs(name: str, outside_part: Callable[[str], Any]) -> None:
    library, arguments, printed = QUICK[name]
    outside_part(library)
    assert printed in run(name, arguments)


@pytest.mark.soak
def test_the_learner_learns(outside_part: Callable[[str], Any]) -> None:
    outside_part("gymnasium")
    averages = [float(line.split()[2]) for line in run("learn_take_it_easy.py", ["1000"]).splitlines()]
    assert averages[-1] > 100
