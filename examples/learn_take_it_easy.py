"""Learns which value to collect in which line: REINFORCE on solo Take it Easy!, with nothing but numpy.

The policy has one weight for each line of the board and each value, 45 in all. It looks only at the called tile and the free
cells, never at the board, and still learns to keep each line to one value. Random play scores about 11.

    python examples/learn_take_it_easy.py [games]
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np

import tablee.adapters.gymnasium  # noqa: F401 - registers the games
from tablee.kit.hexboard import HexBoard

RATE = 0.01
BOARD = HexBoard((3, 4, 5, 4, 3))
LINES = np.array([[n for n, line in enumerate(BOARD.lines) if cell in line.cells] for cell in range(len(BOARD.names))])


def main(games: int = 1000) -> None:
    env: Any = gymnasium.make("tablee/TakeItEasy-v1")
    core = env.unwrapped.core
    count, first = map(core.layout.names.index, ("calls.length", "calls[0]"))  # every entry of an observation has a name
    tiles = np.array([[int(value) for value in text.split("-")] for text in core.codes if "-" in text])
    cells = [core.code[name] for name in BOARD.names]
    chance = np.random.default_rng(1)
    taste = np.zeros((len(BOARD.lines), 10))  # by line and value
    scores: list[float] = []
    for game in range(1, games + 1):
        seen, info = env.reset(seed=game)
        slope, over = np.zeros_like(taste), False
        while not over:
            values = tiles[seen[first + seen[count] - 1]]
            odds = np.exp(taste[LINES, values].sum(axis=1)) * info["action_mask"][cells]
            odds /= odds.sum()
            cell = chance.choice(len(odds), p=odds)
            np.add.at(slope, (LINES, values), -odds[:, None])
            slope[LINES[cell], values] += 1
            seen, reward, over, _, info = env.step(cells[cell])
        taste += RATE * (reward - np.mean(scores[-100:] or [reward])) * slope
        scores.append(reward)
        if game % max(games // 10, 1) == 0:
            print(f"{game:>6} games: {np.mean(scores[-games // 10 :]):6.1f} points on average")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
