"""PettingZoo: random agents play all seats of any game, first in turn and then together.

python examples/random_pettingzoo.py [game] [seats]
"""

from __future__ import annotations

import sys

from tablee.adapters import pettingzoo


def in_turn(game: str, seats: int) -> dict[str, float]:
    env, points = pettingzoo.env(game, seats=seats), {}
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        points[agent] = reward
        env.step(None if terminated or truncated else env.action_space(agent).sample(info["action_mask"]))
    return points


def together(game: str, seats: int) -> dict[str, float]:
    env = pettingzoo.parallel_env(game, seats=seats)
    _, infos = env.reset(seed=1)
    points: dict[str, float] = {}
    while env.agents:
        actions = {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents}
        _, points, _, _, infos = env.step(actions)
    return points


def main(game: str = "take-it-easy", seats: str = "3") -> None:
    print("in turn: ", in_turn(game, int(seats)))
    print("together:", together(game, int(seats)))


if __name__ == "__main__":
    main(*sys.argv[1:])
