"""Imitates the expert of Take it Easy!, with nothing but numpy: from the 11 points of random play to 155.

The learner plays many games at once in a batch, asks the compiled expert at every step where it would place the tile, and
learns to say the same (DAgger). For each free cell it looks at the three lines through it: whether the tile fits, what the line
shows, how many of its cells are free, and how many such tiles are left. One small network rates all cells alike.

    python examples/imitate_expert.py [rounds] [games a round] [another level that is compiled]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

import tablee
from tablee.games.take_it_easy.tiles import BOARD, TILES
from tablee.lab.batch import Batch
from tablee.lab.policy import PolicyBot

Array = npt.NDArray[Any]
GAME = "take-it-easy"
CELLS = len(BOARD.names)
VALUES = (TILES.top, TILES.left, TILES.right)
RANK = np.array([[VALUES[way].index(value) for way, value in enumerate(tile)] for tile in TILES.values])  # of each tile
THROUGH = np.array([[n for n, line in enumerate(BOARD.lines) if cell in line.cells] for cell in range(CELLS)])
ON = np.array([[cell in line.cells for cell in range(CELLS)] for line in BOARD.lines])
WAY = np.array([line.direction for line in BOARD.lines])
EMPTY, FITS, BROKEN, BREAKS = range(4)
WIDTH, HIDDEN = 3 * (4 * 3 * 5 + 1), 64
EVERY = np.arange(CELLS)


def look(observations: Array) -> Array:
    """(n, cells, WIDTH): what the called tile meets on each cell."""
    n, calls, board = len(observations), observations[:, 1:20].astype(int), observations[:, 20:39].astype(int)
    rows = np.arange(n)
    tile = RANK[calls[rows, (calls >= 0).sum(axis=1) - 1]]  # (n, 3)
    lies = np.where(board[:, None] >= 0, RANK[board][:, :, WAY].transpose(0, 2, 1), -1)  # (n, lines, cells)
    filled = ON & (lies >= 0)
    low, high = np.where(filled, lies, 9).min(axis=2), np.where(filled, lies, -1).max(axis=2)
    free = ON.sum(axis=1) - filled.sum(axis=2)
    left = 9 - np.stack([((RANK[calls] == rank) & (calls >= 0)[..., None]).sum(axis=1) for rank in range(3)], axis=2)
    found = np.zeros((n, CELLS, 3, 4 * 3 * 5 + 1), np.float32)
    for way in range(3):
        line = THROUGH[:, way]
        shows, whole, mine = low[:, line], low[:, line] == high[:, line], tile[:, way, None]
        meets = np.where(shows == 9, EMPTY, np.where(~whole, BROKEN, np.where(shows == mine, FITS, BREAKS)))
        value = np.where(meets == BREAKS, shows, np.where(meets == BROKEN, 0, mine))
        kind = (meets * 3 + value) * 5 + np.maximum(free[:, line], 1) - 1
        found[rows[:, None], EVERY, way, kind] = 1
        found[:, :, way, -1] = left[rows[:, None], way, value] / 9
    return found.reshape(n, CELLS, WIDTH)


class Net:
    """Rates each cell: one hidden layer, the same for all cells. Learns by Adam."""

    def __init__(self, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        self.weights: list[Array] = [
            (chance.standard_normal((WIDTH, HIDDEN)) / 4).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros(HIDDEN, np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.weights]
        self.steps = 0

    def rate(self, seen: Array) -> tuple[Array, Array]:
        first, bias, second = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        return hidden, hidden @ second

    def policy(self, observations: Array, masks: Array) -> Array:
        _, rates = self.rate(look(observations))
        return np.asarray(np.where(masks, rates, -np.inf).argmax(axis=1))

    def learn(self, seen: Array, masks: Array, chosen: Array, rate: float = 0.003) -> float:
        """One step towards the choices; returns the share that it would have made itself."""
        hidden, rates = self.rate(seen)
        odds = np.exp(np.where(masks, rates - rates.max(axis=1, keepdims=True), -np.inf))
        odds /= odds.sum(axis=1, keepdims=True)
        right = float((odds.argmax(axis=1) == chosen).mean())
        odds[np.arange(len(odds)), chosen] -= 1
        slope = odds / len(odds)  # of the cross-entropy, by rate
        back = slope[..., None] * self.weights[2] * (hidden > 0)
        flat = back.reshape(-1, HIDDEN)
        self.step([seen.reshape(-1, WIDTH).T @ flat, flat.sum(axis=0), np.einsum("nc,nch->h", slope, hidden)], rate)
        return right

    def step(self, slopes: list[Array], rate: float) -> None:
        self.steps += 1
        for part, (mean, square), slope in zip(self.weights, self.moments, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part -= (rate * mean / (1 - 0.9**self.steps) / size).astype(np.float32)


def score(net: Net, games: int = 1000) -> float:
    """The mean of games that it has not learned from."""
    batch = Batch(GAME, games, seed=1_000_000)
    while batch.waiting.any():
        batch.step(net.policy(batch.features(0), batch.mask[:, 0]))
    return float(batch.scores.mean())


def main(rounds: str = "10", at_once: str = "2000", teacher: str = "expert") -> Net:
    net, chance, games = Net(), np.random.default_rng(1), int(at_once)
    for number in range(1, int(rounds) + 1):
        batch, right = Batch(GAME, games, seed=number), []
        while batch.waiting.any():
            observations, masks = batch.features(0), batch.mask[:, 0]
            seen, expert = look(observations), batch.bot_actions(teacher, 0)[0]
            for part in np.array_split(chance.permutation(games), max(games // 500, 1)):
                right.append(net.learn(seen[part], masks[part], expert[part]))
            batch.step(expert if number == 1 else net.policy(observations, masks))
        print(
            f"round {number:>3}: {score(net):6.1f} points, agrees with {teacher} in {np.mean(right):.0%} of choices", flush=True
        )
    return net


def at_a_table(net: Net) -> None:
    """The same policy as a bot, beside the levels of the game."""

    class Imitator(PolicyBot):
        scaled = False
        policy = staticmethod(net.policy)

    found = tablee.simulate(GAME, [Imitator, "greedy"], games=100)
    mine, greedy = (f"{tally.mean:.1f} ± {tally.half_width:.1f}" for tally in found)
    print(f"at a table: {mine} points, greedy {greedy}")


if __name__ == "__main__":
    at_a_table(main(*sys.argv[1:]))
