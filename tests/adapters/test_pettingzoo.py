"""Runs PettingZoo's own tests on every game, and tests what they do not cover."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tablee.core.registry import by_name
from tests.adapters.every import every_name

CYCLES = 60


@every_name
def test_pettingzoos_api_test_passes(zoo: Any, name: str) -> None:
    from pettingzoo.test import api_test

    api_test(zoo.env(name), num_cycles=CYCLES)


@every_name
def test_pettingzoos_parallel_api_test_passes(zoo: Any, name: str) -> None:
    from pettingzoo.test import parallel_api_test

    parallel_api_test(zoo.parallel_env(name), num_cycles=CYCLES)


@every_name
def test_pettingzoos_seed_tests_pass(zoo: Any, name: str) -> None:
    from pettingzoo.test import parallel_seed_test, seed_test

    seed_test(lambda: zoo.env(name), num_cycles=CYCLES)
    parallel_seed_test(lambda: zoo.parallel_env(name), num_cycles=CYCLES)


def choose(mask: Any, chance: random.Random) -> int:
    return int(chance.choice(np.flatnonzero(mask).tolist()))


def in_turn(env: Any, seed: int) -> dict[str, float]:
    """Plays a match in turn and returns the rewards. Each agent has its own random generator."""
    env.reset(seed=seed)
    chance, total = {agent: random.Random(agent) for agent in env.agents}, dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else choose(info["action_mask"], chance[agent]))
    return total


def together(env: Any, seed: int) -> dict[str, float]:
    _, infos = env.reset(seed=seed)
    chance, total = {agent: random.Random(agent) for agent in env.agents}, dict.fromkeys(env.agents, 0.0)
    idle = env.action_space("seat_0").n - 1
    while env.agents:
        masks = {agent: infos[agent]["action_mask"] for agent in env.agents}
        actions = {agent: idle if mask[idle] else choose(mask, chance[agent]) for agent, mask in masks.items()}
        _, rewards, _, _, infos = env.step(actions)
        assert not any("refused" in info for info in infos.values())
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
    return total


@every_name
def test_aec_and_parallel_play_the_same_match(zoo: Any, name: str) -> None:
    one, other = zoo.env(name), zoo.parallel_env(name)
    rewards = in_turn(one, 11)
    end, scores = one.unwrapped.now, one.unwrapped.core.scores(one.unwrapped.now)
    assert list(rewards.values()) == [float(score) for score in scores]
    assert together(other, 11) == rewards
    assert other.now == end
    in_turn(one, 12)
    assert one.unwrapped.now != end


def test_a_choice_is_hidden_while_the_step_is_open(zoo: Any) -> None:
    seen = []
    for cell in ("a1", "c3"):
        env = zoo.env("take-it-easy", seats=3)
        env.reset(seed=4)
        env.step(env.unwrapped.core.code[cell])
        assert env.agent_selection == "seat_1"
        seen.append((env.last()[0].tolist(), env.observe("seat_0").tolist()))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] != seen[1][1]


def test_after_a_refused_choice_only_that_agent_chooses_again(zoo: Any) -> None:
    env = zoo.parallel_env("take-it-easy", seats=2)
    env.reset(seed=4)
    code, before = env.core.code, env.now
    _, _, _, _, infos = env.step({"seat_0": code["a1"], "seat_1": code["9-7-3"]})
    assert env.now == before
    assert "refused" not in infos["seat_0"]
    assert infos["seat_1"]["refused"]
    env.step({"seat_0": code["b1"], "seat_1": code["c1"]})
    assert env.now.state.placed == ((code["b1"] - code["a1"],), (code["c1"] - code["a1"],))


@pytest.mark.parametrize("name", ["take-it-easy", "tests.toy"])  # in the toy the bell would ring first
def test_a_refused_choice_changes_nothing_in_aec(zoo: Any, name: str) -> None:
    env = zoo.env(name, pace=10_000)
    env.reset(seed=4)
    before = env.unwrapped.now
    env.step(0)
    assert env.unwrapped.now == before
    assert env.agent_selection == "seat_0"
    assert env.last()[4]["refused"]


def test_a_match_of_illegal_actions_is_truncated(zoo: Any) -> None:
    env = zoo.env("tests.toy")
    env.reset(seed=1)
    for _ in env.agent_iter(1000):
        _, _, _, truncated, _ = env.last()
        env.step(None if truncated else 0)
    assert not env.agents


def test_options_seats_and_names(zoo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    env = zoo.parallel_env("take-it-easy", seats=4, placement="adjacent", render_mode="ansi")
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert env.metadata["name"] == "tablee_take_it_easy_v1"
    assert env.core.options == by_name("take-it-easy").game.options(placement="adjacent")
    env.reset(seed=1)
    assert "·c5·" in env.render()
    monkeypatch.setenv("LANGUAGE", "en")
    with pytest.raises(ValueError, match="no option “colour”"):
        zoo.env("take-it-easy", colour="blue")
    with pytest.raises(ValueError, match="no game “chess”"):
        zoo.parallel_env("chess")
