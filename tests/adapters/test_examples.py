"""Runs every example as it is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee.games.take_it_easy.tiles import BOARD, TILES
from tablee.lab.batch import Batch

EXAMPLES = Path(__file__).parents[2] / "examples"
QUICK = {
    "random_gymnasium.py": ("gymnasium", ["tablee/UltimLimit-v1", "2"], "episode 1: "),
    "random_pettingzoo.py": ("pettingzoo", ["take-it-easy", "2"], "together: {'seat_0': "),
    "ismcts_openspiel.py": ("pyspiel", ["tablee_limits", "2"], "scores: "),
    "learn_take_it_easy.py": ("gymnasium", ["20"], "    20 games: "),
    "imitate_expert.py": ("numba", ["1", "100", "greedy"], "at a table: "),
    "mccfr_openspiel.py": ("pyspiel", ["4", "3"], "     4 iterations:  "),
    "ppo_torch.py": ("torch", ["1", "16"], "at a table: "),
}


def run(name: str, arguments: list[str]) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == QUICK.keys()


@pytest.mark.parametrize("name", QUICK)
def test_each_example_runs(name: str, outside_part: Callable[[str], Any]) -> None:
    library, arguments, printed = QUICK[name]
    if library == "torch":  # not among the requirements; what else the example does is tested below
        pytest.importorskip(library)
    outside_part(library)
    assert printed in run(name, arguments)


@pytest.fixture
def ppo(outside_part: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Everything but the network, which alone needs torch."""
    outside_part("gymnasium")
    monkeypatch.syspath_prepend(EXAMPLES)
    return outside_part("ppo_torch")


def test_ppo_plays_whole_games(ppo: Any) -> None:
    """With numpy in the place of torch."""
    chance = np.random.default_rng(1)

    def choose(seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        actions = (masks * chance.random(masks.shape)).argmax(axis=1)
        return actions, np.log(1 / masks.sum(axis=1)), np.full(len(masks), 0.1)

    games = ppo.play(ppo.BatchEnv("take-it-easy", 8), choose, 1)
    assert games.seen.shape == (19, 8, 19, ppo.WIDTH)
    assert games.masks.sum(axis=2).tolist() == [[cells] * 8 for cells in range(19, 0, -1)]
    assert not games.rewards[:-1].any()
    assert games.masks[np.arange(19)[:, None], np.arange(8), games.actions].all()
    better, goals = ppo.advantages(games.rewards, games.values)
    assert np.allclose(goals - games.values, better)
    assert np.allclose(better[-1], games.rewards[-1] - 0.1)


def test_ppo_tells_what_was_better_than_expected(ppo: Any) -> None:
    rewards, values = np.array([[0.0], [0.0], [1.0]]), np.array([[0.5], [0.2], [0.6]])
    better, _ = ppo.advantages(rewards, values)
    last, middle, first = 0.4, 0.4 + ppo.DECAY * 0.4, -0.3 + ppo.DECAY * (0.4 + ppo.DECAY * 0.4)
    assert better[:, 0].tolist() == pytest.approx([first, middle, last])


def test_the_imitator_sees_what_a_tile_meets(ppo: Any, outside_part: Callable[[str], Any]) -> None:
    """In words of the example: on an empty board all lines are empty; beside a tile of the same value, one fits."""
    batch = Batch("take-it-easy", 50, seed=3)
    empty = ppo.look(batch.features(0)).reshape(50, 19, 3, -1)
    assert (empty[..., :-1].sum(axis=3) == 1).all()
    assert (empty[..., :15].sum(axis=3) == 1).all()  # nothing lies there
    batch.step(np.full(50, 9))  # the middle: cells of its three lines meet it
    seen, view = ppo.look(batch.features(0)).reshape(50, 19, 3, -1), batch.features(0)
    for row in range(50):
        (first, second), line = (TILES.values[tile] for tile in view[row, 1:3]), BOARD.lines[2]
        fits = first[line.direction] == second[line.direction]
        beside = next(cell for cell in line.cells if cell != 9)
        assert (seen[row, beside, line.direction, 15:30].sum() == 1) == fits
        assert (seen[row, beside, line.direction, 45:60].sum() == 1) != fits


@pytest.mark.soak
def test_the_learner_learns(outside_part: Callable[[str], Any]) -> None:
    outside_part("gymnasium")
    averages = [float(line.split()[2]) for line in run("learn_take_it_easy.py", ["1000"]).splitlines()]
    assert averages[-1] > 100
