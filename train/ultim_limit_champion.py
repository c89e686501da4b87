"""Trains the champion of Ultim' Limit: `python -m train.ultim_limit_champion FOLDER` writes players/champion.bin and its digest.

It plays compiled games of Super, alone, with itself and with experts. Each pass learns two things from them:

- What loot is worth after a turn: what was still to come then, by a small net for each turn, backwards over the turns.
- By how much the plan of a turn errs: what came of it, less what the plan said, by one small net.

The folder keeps what was learnt after each pass; a run that was stopped goes on after the last one.
`python -m train.ultim_limit_champion --duel SEATS DEALS SEED` measures the champion against the expert in compiled games.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablee.games.ultim_limit.kernels.champion import (
    DENIAL,
    HIDDEN,
    HINDRANCE,
    LOOT_SEEN,
    NUMBERS,
    SEEN,
    WHOLE,
    Loots,
    Net,
    no_loots,
    no_net,
    pack,
    read,
    see_loot,
)
from tablee.games.ultim_limit.kernels.plan import COLOUR_OF, NUMBER_OF, PILES, ROW, new_desk, plan_of
from tablee.games.ultim_limit.players.champion import DIGEST, FILE, read_weights
from tablee.games.ultim_limit.rules import TURNS, Options
from tablee.kit.kernels.decorators import compiled
from train.ultim_limit_games import EXPERT, Notes, new_notes, new_table, play, sow

Array: TypeAlias = npt.NDArray[Any]
Mind: TypeAlias = tuple[Loots, Net]
SUPER = Options("super")
ROW_PENALTY = 30.0
AT_ONCE = 0.5  # how much the end of a game counts, rather than what was expected after the next turn
TRACE = 0.9  # how much the end of a turn counts, rather than what was expected at its next decision
MOST_ERROR = 15.0  # of a plan, in points
NODES_A_TURN = 24  # actions with a plan, at most on average
BATCH, LOOT_BATCH, LOOT_STEPS = 512, 128, 1500  # examples a step, and steps at least for each net of loot
RECENT_LOOTS, RECENT_PLANS = 4, 3  # passes of a stage that are learnt from
WIDE = 2.576  # of a 99 % interval, in standard errors to each side


class Stage(NamedTuple):
    """Passes with games of these numbers of seats, and the games of a pass; there are fewer with more seats."""

    passes: range
    seats: Sequence[int]
    games: int


STAGES = (Stage(range(4), (1,), 2000), Stage(range(4, 7), (1, 2, 3, 4), 900), Stage(range(7, 12), (1, 2, 3, 4), 1500))


class Played(NamedTuple):
    scores: Array  # by game and seat
    notes: Notes


def play_games(
    options: Options,
    players: Sequence[Sequence[int]],
    minds: Sequence[Mind],
    seed: int,
    explore: float = 0.0,
    trace: float = 1.0,
    notes: bool = False,
    hands: str = "usual",
) -> Played:
    """players: by game and seat. minds: of those who are no experts."""
    seats = len(players[0])
    rng, table, desk = np.random.default_rng(seed), new_table(seats), new_desk()
    sow(seed)
    turns = len(players) * seats * WHOLE
    found = new_notes(turns * NODES_A_TURN, turns, explore, trace) if notes else new_notes()
    scores = np.zeros((len(players), seats), np.int64)
    plan = plan_of(options, hands)
    given = tuple(minds)
    for number, who in enumerate(players):
        table.draws[:] = rng.integers(0, 1 << 32, table.draws.shape, np.uint32)
        table.words[:] = rng.integers(0, 1 << 32, table.words.shape, np.uint32)
        play(table, desk, plan, given, np.array(who), found)
        scores[number] = table.score
    return Played(scores, found)


# What loot is worth
@compiled
def look_at_loots(lines: Array, kept: bool, seen: Array) -> None:
    """What nets see of each line of `Notes.loots`. kept: after a round."""
    keys = np.zeros(PILES, np.int64)
    for i in range(len(lines)):
        for colour in range(PILES):
            keys[colour] = lines[i, 3 + colour] * 16 + 15 - lines[i, 12 + colour]
        keys[:] = np.sort(keys)[::-1]
        if kept:
            keys[3:6] = keys[:3].copy()
        see_loot(seen[i], keys, 3 if kept else 0, lines[i, 0])


@compiled
def row_features(lines: Array, found: Array) -> None:
    for i in range(len(lines)):
        for slot in range(ROW):
            card = lines[i, 21 + slot]
            if card >= 0:
                colour, rank = COLOUR_OF[card], 0
                for other in range(PILES):
                    rank += lines[i, 3 + other] > lines[i, 3 + colour]
                found[i, rank * NUMBERS + NUMBER_OF[card]] += 1


def fit_row(lines: Array, errors: Array) -> Array:
    found = np.zeros((len(lines), PILES * NUMBERS))
    row_features(lines, found)
    empty = found.sum(1) == 0
    found, errors = found[~empty], errors[~empty]
    found = np.concatenate([found, np.ones((len(found), 1))], 1)
    weights = np.linalg.solve(found.T @ found + np.diag([*[ROW_PENALTY] * (PILES * NUMBERS), 1e-3]), found.T @ errors)
    return weights[:-1].reshape(PILES, NUMBERS)


class LootLearner:
    """A net for every number of turns that a seat has finished."""

    def __init__(self) -> None:
        self.nets = [Learner(turns, LOOT_SEEN) for turns in range(WHOLE)]
        self.row = np.zeros((WHOLE, PILES, NUMBERS))

    def learn(self, games: Sequence[tuple[Array, Array]], epochs: int, rate: float, seed: int) -> None:
        """games: by number of seats, and turn by turn, the lines of `Notes.loots`, and those of `Notes.points`."""
        lines = np.concatenate([of for of, _ in games])
        points = np.concatenate([of for _, of in games]).astype(float)
        left = points[:, :, 1] - points[:, :, 0]  # to come until the end
        later = np.zeros(len(lines))
        for turns in reversed(range(1, WHOLE)):
            got = left[:, turns] - (left[:, turns + 1] if turns + 1 < WHOLE else 0.0)
            target = AT_ONCE * left[:, turns] + (1 - AT_ONCE) * (got + later)
            seen = np.zeros((len(lines), LOOT_SEEN), np.float32)
            look_at_loots(lines[:, turns], turns % TURNS == 0, seen)
            net = self.nets[turns]
            if not net.steps:
                net.weights[4][-1] = target.mean()
            net.train(seen, target.astype(np.float32), max(epochs, LOOT_STEPS * LOOT_BATCH // len(seen)), rate, seed, LOOT_BATCH)
            later = net.predict(seen).astype(float)
            if turns % TURNS:
                self.row[turns] = fit_row(lines[:, turns], target - later)
                found = np.zeros((len(lines), PILES * NUMBERS))
                row_features(lines[:, turns], found)
                row = found @ self.row[turns].ravel()
                later += row - row.mean()

    def loots(self, denial: float = DENIAL, hindrance: float = HINDRANCE) -> Loots:
        first, first_bias, second, second_bias, last = (
            np.stack(of) for of in zip(*(net.weights for net in self.nets), strict=True)
        )
        row = np.ascontiguousarray(self.row, np.float32)
        return Loots(True, first, first_bias, second, second_bias, last, row, denial, hindrance)


def by_seat(played: Played, seats: int, players: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """The notes of those who are no experts, turn by turn."""
    many = played.notes.many[1]
    lines = played.notes.loots[:many].reshape(len(players), -1, played.notes.loots.shape[1])
    points = played.notes.points[:many].reshape(len(players), -1, 2)
    found: tuple[list[Array], list[Array]] = [], []
    for seat in range(seats):
        mine = [game for game, who in enumerate(players) if who[seat] != EXPERT]
        here = lines[mine][:, :, 2] == seat
        found[0].append(lines[mine][here].reshape(len(mine), WHOLE, -1))
        found[1].append(points[mine][here].reshape(len(mine), WHOLE, 2))
    return np.concatenate(found[0]), np.concatenate(found[1])


# By how much the plan errs
class Learner:
    """A net that is trained by Adam."""

    def __init__(self, seed: int, seen: int, weights: Sequence[Array] | None = None) -> None:
        rng = np.random.default_rng(seed)
        first, second = HIDDEN
        fresh = [
            rng.normal(0, sqrt(2 / 20), (seen, first)),
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
        return np.asarray(hidden @ w[4][:-1] + w[4][-1])

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

    def train(self, x: Array, y: Array, epochs: int, rate: float, seed: int, batch: int) -> float:
        batch = min(batch, len(x))
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


# Training
class Examples(NamedTuple):
    """What is learnt from in a pass."""

    loots: Sequence[tuple[Array, Array]]  # by number of seats: see `LootLearner.learn`
    seen: Array
    errors: Array


class Champion:
    """What was learnt up to a pass."""

    def __init__(self) -> None:
        self.loots, self.plans, self.done = LootLearner(), Learner(0, SEEN), -1

    def mind(self) -> Mind:
        if self.done < 0:
            return no_loots(), no_net()
        return self.loots.loots(), self.plans.net() if self.done else no_net()

    def learn(self, number: int, recent: Sequence[Examples]) -> None:
        rate = 1e-3 if number < 11 else 3e-4
        games = [of for examples in recent[-RECENT_LOOTS:] for of in examples.loots]
        self.loots.learn(games, 6 if number < 2 else 3, 2e-3 if number < 3 else rate, number)
        if number:
            seen = np.concatenate([examples.seen for examples in recent[-RECENT_PLANS:]])
            errors = np.concatenate([examples.errors for examples in recent[-RECENT_PLANS:]])
            errors = np.clip(errors, -MOST_ERROR, MOST_ERROR)
            self.plans.train(seen, errors, 2, 2e-3 if number < 4 else rate, number, BATCH)
        self.done = number


def line_ups(seats: int, games: int) -> list[list[int]]:
    """Half of the games are between champions, half between champions and experts by turns."""
    if seats == 1:
        return [[0]] * games
    return [
        [0] * seats if game % 2 else [0 if (seat + game // 2) % 2 else EXPERT for seat in range(seats)] for game in range(games)
    ]


def play_pass(number: int, stage: Stage, mind: Mind) -> Examples:
    loots, seen, errors = [], [], []
    for seats in stage.seats:
        games = int(stage.games * (2 / (seats + 1)) * (1 if number else 2.5))
        players = line_ups(seats, games)
        played = play_games(SUPER, players, [mind], 1000 + 10 * number + seats, 0.02 if number else 0.05, TRACE, notes=True)
        notes, many = played.notes, played.notes.many[0]
        seen.append(notes.numbers[:many].copy())
        errors.append(notes.came[:many] - notes.plans[:many])
        loots.append(by_seat(played, seats, players))
        print(f"pass {number}, {seats} seats, {games} games: {played.scores.mean():.2f} points on average", flush=True)
    return Examples(loots, np.concatenate(seen), np.concatenate(errors))


def train(folder: Path) -> Champion:
    champion = Champion()
    for stage in STAGES:
        recent: list[Examples] = []
        for number in stage.passes:
            file = folder / f"{number}.pickle"
            if file.exists():
                champion, examples = pickle.loads(file.read_bytes())
            else:
                examples = play_pass(number, stage, champion.mind())
                champion.learn(number, [*recent, examples])
                file.write_bytes(pickle.dumps((champion, examples)))
            recent.append(examples)
    return champion


# Measuring
def leads(seats: int, deals: int, mind: Mind, seed: int, options: Options) -> Array:
    """By game, the champion's lead. Alone, both play the same deals; else they sit at one table, each in half of the seats."""
    if seats == 1:
        ours, theirs = (play_games(options, [[who]] * deals, [mind], seed).scores[:, 0] for who in (0, EXPERT))
        return np.asarray(ours - theirs)
    players = np.array([[0 if (seat + turn) % 2 == 0 else EXPERT for seat in range(seats)] for turn in range(2)] * deals)
    scores = play_games(options, players.tolist(), [mind], seed).scores
    ours = players != EXPERT
    return np.asarray((scores * ours).sum(1) / ours.sum(1) - (scores * ~ours).sum(1) / (~ours).sum(1))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m train.ultim_limit_champion", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, help="for what was learnt after each pass")
    parser.add_argument("--duel", nargs=3, type=int, metavar=("SEATS", "DEALS", "SEED"), help="measures instead")
    wanted = parser.parse_args()
    if wanted.duel:
        seats, deals, seed = wanted.duel
        found = leads(seats, deals, read(read_weights()), seed, SUPER)
        print(f"{seats} seats, {len(found)} games: {found.mean():+.2f} ± {WIDE * found.std() / sqrt(len(found)):.2f} (99 %)")
        return
    if wanted.folder is None:
        parser.error("a folder is needed")
    wanted.folder.mkdir(parents=True, exist_ok=True)
    packed = pack(*train(wanted.folder).mind())
    FILE.write_bytes(packed)
    DIGEST.write_text(f"{sha256(packed).hexdigest()}  {FILE.name}\n")


if __name__ == "__main__":
    main()
