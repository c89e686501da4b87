"""Trains the champion of Ultim' Limit: `python -m train.ultim_limit_champion` writes players/champion.bin and its digest.

It plays compiled games alone, with itself and with experts. Each pass learns two things from them:

- What loot is worth after a turn: what it turned out to be worth a turn later, by least squares, backwards over the turns.
- By how much the plan of a turn errs: what came of it, less what the plan said, by a small net.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations_with_replacement
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablee.games.ultim_limit.kernels.champion import NUMBERS, PILE, SEEN, WHOLE, Loots, Net, no_loots, no_net
from tablee.games.ultim_limit.kernels.plan import NUMBER_OF, COLOUR_OF, PILES, ROW, new_desk, plan_of
from tablee.games.ultim_limit.players.weights import DIGEST, FILE, HIDDEN, pack, read
from tablee.games.ultim_limit.rules import ROUNDS, TURNS, Options
from tablee.kit.kernels.decorators import compiled
from train.ultim_limit_games import DECISIONS, DRAWS, EXPERT, WORDS, Notes, new_notes, new_table, play, sow

Array: TypeAlias = npt.NDArray[Any]
Mind: TypeAlias = tuple[Loots, Net]
PENALTIES = {"size": 1e-3, "pair": 30.0, "left": 30.0, "room": 30.0, "product": 0.1, "kept": 30.0}
AT_ONCE = 0.5  # how much the end of a game counts, rather than what was expected after the next turn
NODES_A_TURN = 24  # actions with a plan, at most on average


class Played(NamedTuple):
    scores: Array  # by game and seat
    notes: Notes


class Rng:
    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        sow(seed)


def play_games(
    options: Options, seats: int, players: Sequence[Sequence[int]], minds: Sequence[Mind], seed: int, explore: float = 0.0,
    trace: float = 0.9, notes: bool = False
) -> Played:
    """players: by game and seat. minds: of those who are no experts."""
    rng, table, desk = np.random.default_rng(seed), new_table(seats), new_desk(seats)
    sow(seed)
    turns = len(players) * seats * WHOLE
    found = new_notes(turns * NODES_A_TURN, turns, explore, trace) if notes else new_notes()
    scores = np.zeros((len(players), seats), np.int64)
    plan = plan_of(options)
    given = tuple(minds)
    for number, who in enumerate(players):
        table.draws[:] = rng.integers(0, 1 << 32, table.draws.shape, np.uint32)
        table.words[:] = rng.integers(0, 1 << 32, table.words.shape, np.uint32)
        play(table, desk, plan, given, np.array(who), found)
        scores[number] = table.score
    return Played(scores, found)


# What loot is worth
RANKS = 1 + PILES
PAIR_SIZE, ROOM_SIZE, ROW_SIZE = (PILES - 1) * PILE * PILE, PILES * PILE, PILES * NUMBERS
TERMS = RANKS + PAIR_SIZE + ROOM_SIZE + ROW_SIZE


@compiled
def features(lines: Array, places: Array, values: Array) -> None:
    """For each line of `Notes.loots`, the places of its features, and their values; place -1 is none."""
    places[:] = -1
    for i in range(len(lines)):
        line, n = lines[i], RANKS
        sizes, others = line[3:12], line[12:21]
        order = np.argsort(-(sizes * 16 + 15 - others))
        places[i, 0], values[i, 0] = 0, 1
        for rank in range(PILES):
            many = sizes[order[rank]]
            places[i, 1 + rank], values[i, 1 + rank] = 1 + rank, many
            if rank:
                more = sizes[order[rank - 1]]
                places[i, n], values[i, n] = RANKS + ((rank - 1) * PILE + more) * PILE + many, 1
                n += 1
            if line[0] > 1:
                places[i, n], values[i, n] = RANKS + PAIR_SIZE + rank * PILE + many, PILE - 1 - many - others[order[rank]]
                n += 1
        for slot in range(ROW):
            card = line[21 + slot]
            if card >= 0:
                rank = 0
                for other in range(PILES):
                    rank += sizes[other] > sizes[COLOUR_OF[card]]
                places[i, n], values[i, n] = RANKS + PAIR_SIZE + ROOM_SIZE + rank * NUMBERS + NUMBER_OF[card], 1
                n += 1


@compiled
def normal(places: Array, values: Array, target: Array, square: Array, product: Array) -> None:
    for i in range(len(places)):
        for j in range(places.shape[1]):
            a = places[i, j]
            if a >= 0:
                product[a] += values[i, j] * target[i]
                for k in range(places.shape[1]):
                    if places[i, k] >= 0:
                        square[a, places[i, k]] += values[i, j] * values[i, k]


@compiled
def predicted(places: Array, values: Array, weights: Array) -> Array:
    found = np.zeros(len(places))
    for i in range(len(places)):
        for j in range(places.shape[1]):
            if places[i, j] >= 0:
                found[i] += values[i, j] * weights[places[i, j]]
    return found


def fit_within(lines: Array, target: Array) -> tuple[Array, Array]:
    """The weights, and what they predict."""
    width = RANKS + PILES - 1 + PILES + ROW
    places, values = np.zeros((len(lines), width), np.int64), np.zeros((len(lines), width))
    features(lines, places, values)
    square, product = np.zeros((TERMS, TERMS)), np.zeros(TERMS)
    normal(places, values, target, square, product)
    sizes = ((RANKS, "size"), (PAIR_SIZE, "pair"), (ROOM_SIZE, "room"), (ROW_SIZE, "left"))
    square += np.diag(np.concatenate([np.full(many, PENALTIES[kind]) for many, kind in sizes]))
    weights = np.linalg.solve(square, product)
    return weights, predicted(places, values, weights)


def kept_features(kept: Array) -> tuple[Array, Array]:
    a, b, c = kept.T
    plain = np.stack([np.ones(len(kept)), a, b, c, a * a, b * b, c * c, a * b, b * c, a * c], 1)
    pairs = np.zeros((len(kept), 2 * PILE * PILE))
    pairs[np.arange(len(kept)), a * PILE + b] = 1
    pairs[np.arange(len(kept)), PILE * PILE + b * PILE + c] = 1
    kinds = ["size"] * 4 + ["product"] * 6 + ["kept"] * 2 * PILE * PILE
    return np.concatenate([plain, pairs], 1), np.array([PENALTIES[kind] for kind in kinds])


KEEPS = np.array([kept[::-1] for kept in combinations_with_replacement(range(PILE), 3)])


def fit_loots(lines: Array, points: Array) -> Loots:
    """lines: by game and seat, turn by turn, those of `Notes.loots`; points: of `Notes.points`, likewise."""
    pairs, room = np.zeros((WHOLE, PILES - 1, PILE, PILE)), np.zeros((WHOLE, PILES, PILE))
    row, keeps = np.zeros((WHOLE, PILES, NUMBERS)), np.zeros((ROUNDS, PILE, PILE, PILE))
    left = points[:, :, 1] - points[:, :, 0].astype(float)  # to come until the end
    later = np.zeros(len(lines))
    for turns in reversed(range(1, WHOLE)):
        got = left[:, turns] - (left[:, turns + 1] if turns + 1 < WHOLE else 0.0)
        target = AT_ONCE * left[:, turns] + (1 - AT_ONCE) * (got + later)
        if turns % TURNS:
            weights, later = fit_within(lines[:, turns], target)
            sizes = weights[1:RANKS]
            found = weights[RANKS:][:PAIR_SIZE].reshape(PILES - 1, PILE, PILE)
            for rank in range(PILES - 1):
                found[rank] += sizes[rank] * np.arange(PILE)[:, None]
            found[-1] += sizes[-1] * np.arange(PILE)
            found[0] += weights[0]
            pairs[turns] = found
            room[turns] = weights[RANKS + PAIR_SIZE :][:ROOM_SIZE].reshape(PILES, PILE)
            row[turns] = weights[RANKS + PAIR_SIZE + ROOM_SIZE :].reshape(PILES, NUMBERS)
        else:
            kept = np.sort(lines[:, turns, 3:12].astype(np.int64), 1)[:, ::-1][:, :3]
            found, penalties = kept_features(kept)
            weights = np.linalg.solve(found.T @ found + np.diag(penalties), found.T @ target)
            later = found @ weights
            keeps[turns // TURNS][tuple(KEEPS.T)] = kept_features(KEEPS)[0] @ weights
    return Loots(True, *(np.ascontiguousarray(of, np.float32) for of in (pairs, room, row, keeps)))


def by_seat(played: Played, seats: int, players: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """The notes of those who are no experts, turn by turn."""
    many = played.notes.many[1]
    lines = played.notes.loots[:many].reshape(len(players), -1, played.notes.loots.shape[1])
    points = played.notes.points[:many].reshape(len(players), -1, 2)
    found = [[], []]
    for seat in range(seats):
        mine = [game for game, who in enumerate(players) if who[seat] != EXPERT]
        here = lines[mine][:, :, 2] == seat
        found[0].append(lines[mine][here].reshape(len(mine), WHOLE, -1))
        found[1].append(points[mine][here].reshape(len(mine), WHOLE, 2))
    return np.concatenate(found[0]), np.concatenate(found[1])


# By how much the plan errs
class Learner:
    """A net that is trained by Adam."""

    def __init__(self, seed: int, weights: Sequence[Array] | None = None) -> None:
        rng = np.random.default_rng(seed)
        first, second = HIDDEN
        fresh = [
            rng.normal(0, sqrt(2 / 20), (SEEN, first)),
            np.zeros(first),
            rng.normal(0, sqrt(2 / first), (first, second)),
            np.zeros(second),
            np.zeros(second + 1),
        ]
        self.weights = [np.array(of, np.float32) for of in (weights if weights is not None else fresh)]
        self.mean = [np.zeros_like(of) for of in self.weights]
        self.square = [np.zeros_like(of) for of in self.weights]
        self.steps = 0

    def predict(self, x: Array) -> Array:
        w = self.weights
        hidden = np.maximum(np.maximum(x @ w[0] + w[1], 0) @ w[2] + w[3], 0)
        return hidden @ w[4][:-1] + w[4][-1]

    def step(self, x: Array, y: Array, rate: float) -> float:
        w = self.weights
        a = np.maximum(x @ w[0] + w[1], 0)
        b = np.maximum(a @ w[2] + w[3], 0)
        error = b @ w[4][:-1] + w[4][-1] - y
        out = error / len(y)
        db = np.outer(out, w[4][:-1]) * (b > 0)
        da = (db @ w[2].T) * (a > 0)
        slopes = [x.T @ da, da.sum(0), a.T @ db, db.sum(0), np.append(b.T @ out, out.sum())]
        self.steps += 1
        for weight, mean, square, slope in zip(w, self.mean, self.square, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= rate * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
        return float((error * error).mean())

    def train(self, x: Array, y: Array, epochs: int, rate: float, seed: int, batch: int = 512) -> float:
        rng, steps, done, error = np.random.default_rng(seed), epochs * (len(x) // batch), 0, 0.0
        for _ in range(epochs):
            order, error = rng.permutation(len(x)), 0.0
            for at in range(0, len(x) - batch + 1, batch):
                some = order[at : at + batch]
                error += self.step(x[some], y[some], rate * (1 - done / steps))
                done += 1
            error /= len(x) // batch
        return error

    def net(self) -> Net:
        return Net(True, *(of.copy() for of in self.weights))
