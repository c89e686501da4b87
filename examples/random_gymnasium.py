"""Gymnasium: a random agent plays one seat of any game.

python examples/random_gymnasium.py [id] [episodes]
"""

from __future__ import annotations

import sys

import gymnasium

import tablee.adapters.gymnasium  # noqa: F401 - registers the games


def main(id: str = "tablee/TakeItEasy-v1", episodes: str = "10") -> None:
    env = gymnasium.make(id)
    for episode in range(int(episodes)):
        _, info = env.reset(seed=episode)
        env.action_space.seed(episode)
        steps, over = 0, False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            _, reward, terminated, truncated, info = env.step(action)
            steps, over = steps + 1, terminated or truncated
        print(f"episode {episode}: {steps} steps, {float(reward):g} points")


if __name__ == "__main__":
    main(*sys.argv[1:])
