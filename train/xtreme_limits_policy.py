"""Learns how the players of the champion's playouts move, by playing against themselves."""

from __future__ import annotations

import sys
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from tablee.games.xtreme_limits.actions import MOST_TOKENS
from tablee.games.xtreme_limits.kernels.batch import Int
from tablee.games.xtreme_limits.kernels.champion import (
    FEATURES,
    MANY_CODES,
    STAGES,
    fill_odds,
    last_word,
    list_moves,
    list_swaps,
    pick,
    stage_of,
)
from tablee.games.xtreme_limits.kernels.positions import (
    FILLED,
    IS_EXCHANGE,
    LIES,
    MOVE_CODES,
    ROW,
    SEEN,
    SWAP_CODES,
    TOKENS,
    held,
    landing,
    next_seat,
    points_of,
    swap,
    tokens_left,
)
from tablee.games.xtreme_limits.players.champion import DIGEST, FILE, SETTINGS, STEP
from tablee.kit.kernels.chance import mix, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner

LONG = 1200  # decisions of a round, at most
TURNS, ROUNDS = 400, 2000  # steps of training, and rounds played for each
RATE, RECENT = 0.05, 0.01
FIRST_MOVES = 0.5, 0.5, 0, -1.0, -0.5, -0.5, -0.2, 0.3, 0.3
FIRST_SWAPS = 0.5, 2, 2
S34 = np.uint64(34)


@inner
def unit(seed: Any, draws: Array) -> float:
    draws[0] += 1
    return float(word_of(seed, draws[0]) >> S34) / (1 << 30)


@inner
def deal(row: Array, seats: Int, every: bool, tokens: Int, first: Int, seed: Any, draws: Array) -> None:
    """All cards; `every`: to the seats (R18)."""
    places = seats if every else 6
    row[TOKENS:] = 0
    order = np.arange(6)
    for k in range(6):
        other = k + int(unit(seed, draws) * (6 - k))
        order[k], order[other] = order[other], order[k]
        row[FILLED + (first + k) % places] |= 1 << order[k]
    for k in range(places):
        row[LIES + k] = k
        row[SEEN + k] = 1 << k if k < seats else 0
    for seat in range(seats):
        row[TOKENS + seat] = tokens


@inner
def ring(row: Array, seats: Int, turn: Int, clock: Array, seconds: float, result: Array) -> None:
    """Time passes: clock holds the time, the chance that the bell has rung, and its bounds."""
    clock[0] += seconds
    chance = min(1.0, max(0.0, (clock[0] - clock[2]) / (clock[3] - clock[2])))
    if chance > clock[1]:
        for seat in range(seats):
            if seat != turn:
                result[seat] += (chance - clock[1]) * points_of(row, held(row, seat))
        clock[1] = chance


@compiled
def learn(
    seats: int,
    every: bool,
    tokens: int,
    rounds: int,
    seed: Any,
    weights: Array,
    grads: Array,
    values: Array,
    counts: Array,
    out: Array,
) -> None:
    """Plays rounds, and adds up the gradient of each seat's margin."""
    places = seats if every else 6
    row, clock, draws, to = np.zeros(ROW, np.int64), np.zeros(4), np.zeros(1, np.int64), np.zeros(3, np.int64)
    codes, features, odds = np.zeros(MANY_CODES, np.int64), np.zeros((MANY_CODES, FEATURES)), np.zeros(MANY_CODES)
    steps, kinds = np.zeros((LONG, FEATURES)), np.zeros(LONG, np.int64)
    at_stage, at_seat, at_past = np.zeros(LONG, np.int64), np.zeros(LONG, np.int64), np.zeros(LONG)
    results = np.zeros((LONG + 1, seats))
    points = np.zeros(seats)
    row[:3] = 12
    first = 0
    for _ in range(rounds):
        deal(row, seats, every, tokens, first, seed, draws)
        clock[:] = 0.0
        clock[2], clock[3] = 210.0, 391.0
        if unit(seed, draws) < 0.2:
            clock[2] = 5 + int(unit(seed, draws) * 300)
            clock[3] = clock[2] + 1 + int(unit(seed, draws) * 200)
        lot = unit(seed, draws)
        if lot < 0.7:  # some rounds begin late
            clock[0] = max(0.0, clock[2] - 60 + unit(seed, draws) * (min(clock[3] - clock[2], 150) + 60))
            least, wide = int(unit(seed, draws) ** 2 * 20), 1 + int(unit(seed, draws) ** 2 * 9)
            for seat in range(seats):
                row[TOKENS + seat] = min(tokens, 1 + least + int(unit(seed, draws) * wide))
            for _ in range(int(unit(seed, draws) * 4)):
                swap(row, seats, int(unit(seed, draws) * seats), int(unit(seed, draws) * places))
        elif lot < 0.75:
            fewer = 1 + int(unit(seed, draws) * tokens)
            for seat in range(seats):
                row[TOKENS + seat] = fewer
        clock[2] = max(clock[0], clock[2])
        bell_from, bell_to = clock[2], clock[3]
        turn, n, now, swapping = first, 0, 0, False
        results[:] = 0.0
        while n < LONG:
            slow = clock[0] < bell_from - 10
            took = 2.0 + 6 * unit(seed, draws) if slow else 1.0
            alone, value = row[TOKENS + turn] == tokens_left(row, seats), 0
            if alone and not swapping:
                value = last_word(row, turn, to)
            if value >= 12:
                for hand in range(3):
                    if to[hand] > 0:
                        ring(row, seats, turn, clock, took, results[now])
                        row[hand] = landing(row[hand], to[hand])
                row[TOKENS + turn] = 0
                break
            if swapping:
                many = list_swaps(row, seats, places, turn, codes, features)
            else:
                many = list_moves(row, seats, places, turn, codes, features)
            stage, kind = stage_of(row, seats, turn, clock[0], bell_from, bell_to), 1 if swapping else 0
            fill_odds(weights[kind, stage], many, features, odds)
            k = pick(odds, many, unit(seed, draws))
            kinds[n], at_stage[n], at_seat[n], at_past[n] = kind, stage, turn, clock[1]
            for f in range(FEATURES):
                mean = 0.0
                for m in range(many):
                    mean += odds[m] * features[m, f]
                steps[n, f] = features[k, f] - mean
            now = n
            n += 1
            ring(row, seats, turn, clock, took, results[now])
            if clock[1] >= 1.0:
                break
            if swapping:
                swap(row, seats, turn, codes[k] - SWAP_CODES)
                swapping = False
            else:
                hand, cells = codes[k] // MOVE_CODES, codes[k] % MOVE_CODES
                row[hand] = landing(row[hand], cells)
                row[TOKENS + turn] -= cells
                swapping = IS_EXCHANGE[row[hand]]
            if not swapping:
                following = next_seat(row, seats, turn)
                if following < 0:
                    break
                turn = following
        for seat in range(seats):
            results[n, seat] = (1 - clock[1]) * points_of(row, held(row, seat))
            out[0] += results[n, seat]
        out[1] += 1
        out[2] += clock[1]
        out[3] += clock[0]
        points[:] = results[n]
        for k in range(n - 1, -1, -1):
            total = 0.0
            for seat in range(seats):
                points[seat] += results[k, seat]
                total += points[seat]
            seat, stage, kind = at_seat[k], at_stage[k], kinds[k]
            got = (points[seat] - (total - points[seat]) / (seats - 1)) / max(0.02, 1 - at_past[k])
            counts[kind, stage] += 1
            edge = got - values[kind, stage]
            values[kind, stage] += 0.002 * edge
            for f in range(FEATURES):
                grads[kind, stage, f] += edge * steps[k, f]
        first = (turn + 1) % seats


class Learner:
    """Weights that follow their gradient (Adam), and the mean of the latest ones, which is better than each of them."""

    def __init__(self) -> None:
        self.turn = 0
        self.weights = np.zeros((2, STAGES, FEATURES))
        self.weights[0, :, :9] = FIRST_MOVES
        self.weights[1, :, :3] = FIRST_SWAPS
        self.average = self.weights.copy()
        self.values = np.zeros((2, STAGES))
        self.first, self.second, self.steps = (np.zeros_like(self.weights) for _ in range(3))

    def save(self, file: Path) -> None:
        np.savez(file, **vars(self))

    def load(self, file: Path) -> None:
        if file.exists():
            vars(self).update(np.load(file))
            self.turn = int(self.turn)

    def learn(self, seats: int, every: bool) -> Array:
        """Plays some rounds and makes one step; returns what `learn` counted."""
        self.turn += 1
        grads, counts, out = np.zeros_like(self.weights), np.zeros((2, STAGES)), np.zeros(4)
        seed = np.uint64(mix(np.uint64(1_000_003 * self.turn + 10 * seats + every)))
        learn(seats, every, MOST_TOKENS // seats, ROUNDS, seed, self.weights, grads, self.values, counts, out)
        met = (counts > 0)[..., None]
        slope = grads / np.maximum(1, np.sqrt(counts))[..., None]
        self.steps += met
        self.first = np.where(met, 0.9 * self.first + 0.1 * slope, self.first)
        self.second = np.where(met, 0.98 * self.second + 0.02 * slope**2, self.second)
        times = np.maximum(1, self.steps)
        change = self.first / (1 - 0.9**times) / (np.sqrt(self.second / (1 - 0.98**times)) + 0.01)
        self.weights += np.where(met, RATE * max(0.1, 1 - self.turn / TURNS) * change, 0)
        self.average += max(RECENT, 1 / self.turn) * (self.weights - self.average)
        found: Array = out / out[1]
        return found


def train(seats: int, every: bool, folder: Path) -> None:
    """Goes on where it was stopped."""
    file, learner = folder / f"{seats}-{'all' if every else 'one'}.npz", Learner()
    learner.load(file)
    while learner.turn < TURNS:
        found = learner.learn(seats, every)
        if learner.turn % 25 == 0:
            learner.save(file)
            print(f"{file.stem}, turn {learner.turn}: {found[0]:.2f} points a round, the bell {found[2]:.0%}", flush=True)


def pack(folder: Path) -> None:
    """Writes the weights of the champion."""
    steps = []
    for seats, cards in SETTINGS:
        found = np.load(folder / f"{seats}-{cards}.npz")["average"]
        steps.append(np.clip(np.rint(found / STEP), -32768, 32767).astype("<i2"))
    FILE.write_bytes(zlib.compress(np.stack(steps).tobytes(), 9))
    DIGEST.write_text(f"{sha256(FILE.read_bytes()).hexdigest()}  {FILE.name}\n")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seats, cards in SETTINGS:
        if not sys.argv[2:] or f"{seats}-{cards}" in sys.argv[2:]:
            train(seats, cards == "all", folder)
    if all((folder / f"{seats}-{cards}.npz").exists() for seats, cards in SETTINGS):
        pack(folder)
