"""Measures steps per second of CPU time in each research environment, and in batches. Run: `python -m bench.adapters`.

The steps of a batch include observations, masks and rivals, in `BatchEnv` with 4,096 games at once on one thread; compiling, and
choosing the actions, are left out.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import count as count_from

import gymnasium
import numpy as np
import pyspiel
from bench.arguments import no_arguments

import tablee.adapters.gymnasium as tablee_gymnasium
import tablee.adapters.openspiel as tablee_openspiel
from tablee.adapters import pettingzoo
from tablee.core import registry
from tablee.lab.kernel import bots_of
from tablee.lab.vector import BatchEnv

SECONDS = 2.0
GAMES, WARM_UP = 4096, 3  # at once; and steps that are not measured


def gymnasium_steps(game: str) -> Iterator[None]:
    env = gymnasium.make(tablee_gymnasium.register(game))
    chance = np.random.default_rng(1)
    while True:
        _, info = env.reset(seed=int(chance.integers(1 << 30)))
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
            over = terminated or truncated
            yield


def pettingzoo_steps(game: str) -> Iterator[None]:
    env = pettingzoo.raw_env(game)
    chance = np.random.default_rng(1)
    while True:
        env.reset(seed=int(chance.integers(1 << 30)))
        while env.agents and not any(env.terminations.values()):
            env.step(int(chance.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
            yield


def openspiel_steps(game: str) -> Iterator[None]:
    loaded, chance = pyspiel.load_game(tablee_openspiel.register(game)), random.Random(1)
    while True:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            yield


def batch_rate(game: str, bots: str = "random") -> float:
    envs = BatchEnv(game, GAMES, bots=bots, copy=False)
    _, info = envs.reset(seed=1)
    chance, spent, count = np.random.default_rng(1), 0.0, 0
    for number in count_from(-WARM_UP):
        mask = info["action_mask"]
        actions = (mask * chance.random(mask.shape, np.float32)).argmax(axis=1)
        began = time.process_time()
        *_, info = envs.step(actions)
        if number >= 0:  # compiled by now
            spent, count = spent + time.process_time() - began, count + GAMES
        if spent > SECONDS:
            break
    return count / spent


def rate(steps: Callable[[str], Iterator[None]], game: str) -> float:
    running, count = steps(game), 0
    next(running)  # one-time setup
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        for _ in range(50):
            next(running)
        count += 50
    return count / spent


def main() -> None:
    for game in registry.names():
        rates = [rate(steps, game) for steps in (gymnasium_steps, pettingzoo_steps, openspiel_steps)]
        print(f"{game}: gymnasium {rates[0]:,.0f}, pettingzoo {rates[1]:,.0f}, openspiel {rates[2]:,.0f} steps/s")
        levels = ["random", *(bots_of(registry.find(game).game) if registry.find(game).game.usual_seats[0] > 1 else ())]
        found = (f"{batch_rate(game, level):,.0f} against {level}" for level in levels)
        print(f"  in a batch: {', '.join(found)}")


if __name__ == "__main__":
    no_arguments(__doc__)
    main()
