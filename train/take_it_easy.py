"""Fits the nets of Take it Easy!: `python -m train.take_it_easy FOLDER` keeps its checkpoints there and can be resumed.

Boards are gathered from play: at first by a simple guess, then by the nets themselves. The nets are fitted backwards, from
three free cells to eighteen. What a board should be worth is exact, given the net for one free cell less: the mean, over
all tiles in the bag, of the points and the value on the best cell. Deals: pass k of the training plays the deals of seed k
(below MEASURING); whatever measures strength uses seeds from MEASURING on, or another dealer altogether.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tablee.games.take_it_easy.kernels.batch import BAG, LENGTH, TURNS, WAY
from tablee.games.take_it_easy.kernels.nets import (
    ACTIVE,
    ZERO,
    Desk,
    Nets,
    PositionArrays,
    Weights,
    all_rows,
    copy,
    draw,
    empty_nets,
    lean,
    new_desk,
    new_position,
    put,
    put_net,
    set_up,
    value_cells,
    value_many,
    vectorised,
)
from tablee.games.take_it_easy.kernels.search import deal_calls, expect_ahead, expect_many, guess_cells, play_games
from tablee.games.take_it_easy.players import nets as pure
from tablee.games.take_it_easy.players.nets import (
    CELL_ROWS,
    CONDITIONS,
    DENSE_STEP,
    HEAD,
    LAST_STEP,
    LEAST,
    MOST,
    OFFSET,
    PER_CELL,
    PER_LINE,
    POINT_STEP,
    ROW_STEP,
    ROWS,
    SECOND,
    WANT_ROWS,
    WIDTH,
    shared_row,
    valued,
)
from tablee.kit.kernels.chance import GOLDEN, Word64, key_of, mix, seed_word
from tablee.kit.kernels.decorators import Array, compiled

MEASURING = 1_000_000  # seeds from here on are for measuring
MEASURED = 20_000  # games after each pass


@dataclass(frozen=True)
class Pass:
    """One way back from three free cells to eighteen."""

    boards: int  # of the stages in the middle; more where their values are cheap to find
    epochs: int = 5
    rate: float = 1.2e-3
    more: float = 3.0  # times as many boards, at most, where their values are cheap to find

    def size(self, free: int) -> int:
        """An even number: boards come in pairs."""
        return 2 * int(self.boards / 2 * min(self.more, max(0.4, 180 / (free * (free + 8)))))


PASSES = (Pass(20_000, 6, 2e-3), Pass(60_000, 5, 1.5e-3), Pass(130_000), Pass(100_000, 4, 1e-3, 1.2), Pass(160_000, 3, 8e-4, 1.2))
DECAY = 0.01  # of the learning rate, from first to last step
FIRST = 1.0  # how much of the first gradient's square counts; less makes rows that are rarely met jump at first
PAIRS = 32  # of boards, for one step
APART = 1.0  # how much more than alone the errors of a pair count by their difference
OWN = 0.3  # of the learning rate, for rows that share others: these learn first
CHECKED = 2_000  # further boards of each stage, to see how well the net values what it has not learnt
NOISY, NOISE = 0.2, 2.0  # in this part of the games each value has this noise, in points
MISS = 3.0  # points: how near the near misses are
POINT_UNIT = np.float32(16)  # the nets learn in units of so many points


# Boards to learn from.
@lean
def uniform(key: Word64, number: int) -> Any:
    return (mix(key + np.uint64(number) * GOLDEN) >> np.uint64(11)) * (1.0 / (1 << 53))


@lean
def blur(p: PositionArrays, values: Array, key: Word64, first: int, noise: float, but: int = -1) -> Any:
    """The best cell after noise on each value, but one; `noise` 0 changes nothing."""
    best, most = -1, -np.inf
    for cell in range(TURNS):
        if p.board[cell] < 0 and cell != but:
            value = values[cell] - noise * np.log(-np.log(uniform(key, first + cell) + 1e-12) + 1e-12)
            if value > most:
                best, most = cell, value
    return best


@compiled
def gather(nets: Nets, guess: bool, base: Word64, boards: Array) -> None:
    """Fills boards (free cells, 2 for each game, 19): the one that the game reached, and a near miss beside it."""
    p, spare, desk = new_position(), new_position(), new_desk()
    values, calls, empty = np.empty(TURNS), np.empty(TURNS, np.int64), np.full(TURNS, -1, np.int8)
    for i in range(boards.shape[1] // 2):
        key = key_of(base, i)
        deal_calls(key, calls)
        set_up(p, empty, False)
        noise = NOISE if uniform(key, 100) < NOISY else 0.0
        for k in range(TURNS - 1):
            free, tile = TURNS - 1 - k, calls[k]
            draw(p, tile)
            best = guess_cells(p, tile, values) if guess else value_cells(nets, p, TURNS - k, tile, desk, spare, values)
            boards[free, 2 * i : 2 * i + 2] = p.board
            boards[free, 2 * i, best] = tile
            boards[free, 2 * i + 1, blur(p, values, key, 1000 + k * 32, MISS, best)] = tile
            put(p, blur(p, values, key, 3000 + k * 32, noise), tile)


# Rows that are alike share further rows while they learn, so that what is rare learns from what is like it.
def _parents() -> tuple[Array, int]:
    parents, names = np.full((ROWS, 2), -1), dict[Any, int]()

    def number(*name: Any) -> int:
        return names.setdefault(name, ROWS + len(names))

    for line in range(len(LENGTH)):
        for state in range(PER_LINE):
            parents[line * PER_LINE + state, 0] = number(WAY[line], LENGTH[line], state)
    for combination in range(CONDITIONS**3):
        conditions = [combination // step % CONDITIONS for step in (64, 8, 1)]
        coarse = tuple(condition - 3 if 3 < condition < CONDITIONS - 1 else condition for condition in conditions)
        for fits in range((1, 10, 4, 2)[valued(combination)]):
            for cell in range(TURNS):
                row = CELL_ROWS + cell * PER_CELL + OFFSET[combination] + fits
                parents[row] = number(min(cell, TURNS - 1 - cell), coarse, fits), number(combination, fits)
    return parents, len(names)


PARENTS, SHARED = _parents()


@lean
def add_parents(rows: Array, found: int) -> Any:
    more = found
    for i in range(found):
        for k in range(2):
            if PARENTS[rows[i], k] >= 0:
                rows[more] = PARENTS[rows[i], k]
                more += 1
    return more


def fold(weights: Array) -> Array:
    """The rows with what they share."""
    rows = weights[:ROWS].copy()
    for k in range(2):
        child = PARENTS[:, k] >= 0
        rows[child] += weights[PARENTS[child, k]]
    return rows


class Stage(NamedTuple):
    """The weights of one net, their gradients, or the moments of these."""

    rows: Array  # with the shared ones
    linear: Array
    bias: Array
    dense: Array
    dense_bias: Array
    last: Array
    last_bias: Array  # (1,)


def nothing(like: Stage) -> Stage:
    return Stage(*(np.zeros_like(array) for array in like))


@vectorised
def adam(x: Array, g: Array, m: Array, v: Array, rate: float) -> None:
    for j in range(len(x)):
        m[j] += np.float32(0.1) * (g[j] - m[j])
        v[j] += np.float32(FIRST if v[j] == 0 else 0.01) * (g[j] * g[j] - v[j])
        x[j] -= np.float32(rate) * m[j] / (np.sqrt(v[j]) + np.float32(1e-7))
        g[j] = 0


@vectorised
def forward(w: Stage, rows: Array, sums: Array, hidden: Array) -> Any:
    """The value of a board with these rows; fills both hidden layers."""
    copy(w.bias, sums)
    total = w.last_bias[0]
    for i in range(len(rows)):
        total += w.linear[rows[i]]
        for j in range(len(sums)):
            sums[j] += w.rows[rows[i], j]
    for j in range(len(sums)):
        sums[j] = max(sums[j], ZERO)
    for k in range(SECOND):
        x = w.dense_bias[k]
        for j in range(len(sums)):
            x += sums[j] * w.dense[k, j]
        hidden[k] = max(x, ZERO)
        total += hidden[k] * w.last[k]
    return total


@vectorised
def backward(w: Stage, g: Stage, slope: float, sums: Array, hidden: Array, back: Array) -> None:
    """Adds one board's part of the gradient, all but that of its rows, which gets into `back`."""
    back[:] = 0
    g.last_bias[0] += slope
    for k in range(SECOND):
        if hidden[k] > 0:
            g.last[k] += slope * hidden[k]
            x = slope * w.last[k]
            g.dense_bias[k] += x
            for j in range(len(sums)):
                g.dense[k, j] += x * sums[j]
                back[j] += x * w.dense[k, j]
    for j in range(len(sums)):
        if sums[j] == 0:
            back[j] = 0
        g.bias[j] += back[j]


class Bench(NamedTuple):
    """Room to learn in."""

    rows: Array  # (2, 3 * ACTIVE) int64: of the boards of a pair, …
    found: Array  # (2,) int64: … so many
    sums: Array  # (2, WIDTH) float32
    hidden: Array  # (2, SECOND) float32
    back: Array  # (WIDTH,) float32
    errors: Array  # (2,) float32
    touched: Array  # (rows,) int64: rows of this step
    seen: Array  # (rows,) bool


@vectorised
def learn_pair(
    w: Stage,
    g: Stage,
    boards: Array,
    targets: Array,
    turned: bool,
    share: float,
    p: PositionArrays,
    desk: Desk,
    bench: Bench,
    count: int,
) -> Any:
    """Adds the gradient of a pair of boards; returns how many rows this step has touched.

    They are two choices for the same tile. What matters is which is better, so the error of their difference counts as well.
    """
    for side in range(2):
        set_up(p, boards[side], turned)
        bench.found[side] = add_parents(bench.rows[side], all_rows(p, desk, bench.rows[side]))
        value = forward(w, bench.rows[side, : bench.found[side]], bench.sums[side], bench.hidden[side])
        bench.errors[side] = value - targets[side]
    for side in range(2):
        error = bench.errors[side]
        slope = np.float32((error + APART * (error - bench.errors[1 - side])) * share)
        backward(w, g, slope, bench.sums[side], bench.hidden[side], bench.back)
        for row in bench.rows[side, : bench.found[side]]:
            if not bench.seen[row]:
                bench.seen[row] = True
                bench.touched[count] = row
                count += 1
            g.linear[row] += slope
            for j in range(WIDTH):
                g.rows[row, j] += bench.back[j]
    return count


@vectorised
def step(w: Stage, g: Stage, m: Stage, v: Stage, bench: Bench, count: int, rate: float) -> None:
    """Adam, for what has a gradient."""
    for row in bench.touched[:count]:
        bench.seen[row] = False
        own = rate * OWN if row < ROWS and PARENTS[row, 0] >= 0 else rate
        adam(w.rows[row], g.rows[row], m.rows[row], v.rows[row], own)
        adam(w.linear[row : row + 1], g.linear[row : row + 1], m.linear[row : row + 1], v.linear[row : row + 1], own)
    adam(w.bias, g.bias, m.bias, v.bias, rate)
    for k in range(SECOND):
        adam(w.dense[k], g.dense[k], m.dense[k], v.dense[k], rate)
    adam(w.dense_bias, g.dense_bias, m.dense_bias, v.dense_bias, rate)
    adam(w.last, g.last, m.last, v.last, rate)
    adam(w.last_bias, g.last_bias, m.last_bias, v.last_bias, rate)


@compiled
def fit(w: Stage, g: Stage, m: Stage, v: Stage, boards: Array, targets: Array, key: Word64, epochs: int, rate: float) -> Any:
    """Squared errors of pairs, all turned by half in every other epoch; returns the last epoch's mean squared error."""
    p, desk, n = new_position(), new_desk(), len(boards) // 2
    bench = Bench(
        np.empty((2, 3 * ACTIVE), np.int64),
        np.empty(2, np.int64),
        np.empty((2, WIDTH), np.float32),
        np.empty((2, SECOND), np.float32),
        np.empty(WIDTH, np.float32),
        np.empty(2, np.float32),
        np.empty(len(w.rows), np.int64),
        np.zeros(len(w.rows), np.bool_),
    )
    order, steps, all_steps, squares = np.arange(n), 0, epochs * ((n + PAIRS - 1) // PAIRS), 0.0
    for epoch in range(epochs):
        squares = 0.0
        for i in range(n):
            at = i + np.int64(uniform(key, epoch * n + i) * (n - i))
            order[i], order[at] = order[at], order[i]
        for start in range(0, n, PAIRS):
            size, count = min(PAIRS, n - start), 0
            for i in order[start : start + size]:
                pair, turned = slice(2 * i, 2 * i + 2), (i + epoch) & 1 == 1
                count = learn_pair(w, g, boards[pair], targets[pair], turned, 0.5 / size, p, desk, bench, count)
                squares += bench.errors[0] ** 2 + bench.errors[1] ** 2
            steps += 1
            step(w, g, m, v, bench, count, rate * min(1.0, 20 * steps / all_steps) * DECAY ** (steps / all_steps))
    return squares / (2 * n)


# The nets: weights as they learn, and in whole numbers of steps, as they play.
def start(seed: int) -> Stage:
    chance = np.random.default_rng(seed)
    rows = chance.normal(0, 0.02, (ROWS + SHARED, WIDTH)).astype(np.float32)
    rows[:ROWS][PARENTS[:, 0] >= 0] = 0
    return Stage(
        fold(rows),
        np.zeros(ROWS, np.float32),
        np.full(WIDTH, 0.1, np.float32),
        chance.normal(0, (2 / WIDTH) ** 0.5, (SECOND, WIDTH)).astype(np.float32),
        np.zeros(SECOND, np.float32),
        chance.normal(0, 0.07, SECOND).astype(np.float32),
        np.zeros(1, np.float32),
    )


def fit_net(stage: Stage, boards: Array, targets: Array, key: Word64, how: Pass) -> tuple[Stage, float]:
    """The net after learning, and the root of the mean squared error, in points."""
    shared = np.zeros((SHARED, WIDTH), np.float32)
    w = Stage(np.concatenate([stage.rows, shared]), np.concatenate([stage.linear, shared[:, 0]]), *map(np.copy, stage[2:]))
    if not w.last_bias.any():
        w.last_bias[:] = targets.mean() / POINT_UNIT
    scaled = (targets / POINT_UNIT).astype(np.float32)
    error = fit(w, nothing(w), nothing(w), nothing(w), boards, scaled, key, how.epochs, how.rate)
    return w._replace(rows=fold(w.rows), linear=fold(w.linear)), float(np.sqrt(error) * POINT_UNIT)


def whole(weights: Array, step: float, kind: str) -> Array:
    """In whole numbers of steps; what is beyond the kind's range becomes its limit."""
    limits = np.iinfo(kind)
    return np.clip(np.rint(weights / step), limits.min, limits.max).astype(kind)


def whole_net(stage: Stage) -> Weights:
    return Weights(
        whole(stage.rows, ROW_STEP, "<i1"),
        whole(stage.linear * POINT_UNIT, POINT_STEP, "<i2"),
        whole(stage.bias, ROW_STEP, "<i2"),
        whole(stage.dense, DENSE_STEP, "<i2"),
        whole(stage.dense_bias, ROW_STEP * DENSE_STEP, "<i4"),
        whole(stage.last * POINT_UNIT, LAST_STEP, "<i2"),
        whole(stage.last_bias[0] * POINT_UNIT, POINT_STEP, "<i4"),
    )


def unpruned(stages: Mapping[int, Stage]) -> Nets:
    """Nets with every row."""
    where = np.zeros((TURNS, ROWS), np.int32)
    where[LEAST:] = 1 + np.arange((MOST - LEAST + 1) * ROWS).reshape(-1, ROWS)
    nets = empty_nets(where, where.max() + 1)
    for n, stage in stages.items():
        put_net(nets, n, where[n, 0], whole_net(stage))
    return nets


def check(nets: Nets, boards: Array, targets: Array) -> tuple[float, float]:
    """Roots of the mean squared errors on these boards, and of the differences of pairs."""
    found = np.empty(len(boards))
    value_many(nets, boards, found)
    errors = found - targets
    return root_mean_square(errors), root_mean_square(errors[0::2] - errors[1::2])


def root_mean_square(errors: Array) -> float:
    return float(np.sqrt(np.mean(errors**2)))


def all_first_boards() -> Array:
    boards = np.full((BAG * TURNS, TURNS), -1, np.int8)
    for tile in range(BAG):
        for cell in range(TURNS):
            boards[tile * TURNS + cell, cell] = tile
    return boards


def expected(nets: Nets, boards: Array, threads: int) -> Array:
    """What the boards will bring, by the nets for one free cell less."""
    targets = np.empty(len(boards))
    with ThreadPoolExecutor(threads) as pool:
        parts = np.array_split(np.arange(len(boards)), threads * 8)
        list(pool.map(lambda part: expect_many(nets, boards[part[0] : part[-1] + 1], targets[part[0] : part[-1] + 1]), parts))
    return targets


def run_pass(
    stages: dict[int, Stage], number: int, how: Pass, first: int = LEAST, threads: int = 1
) -> Iterator[tuple[int, float, float, float]]:
    """Pass `number` (from 1) replaces the nets; yields free cells, the error on boards learnt from, and those of `check`."""
    nets = unpruned(stages)
    boards = np.full((TURNS, int(how.more * how.boards) + CHECKED, TURNS), -1, np.int8)
    gather(nets, number == 1, seed_word(number), boards)
    for n in range(first, MOST + 1):
        known = how.size(n)
        some = boards[n, : known + CHECKED] if n < MOST else all_first_boards()
        targets = expected(nets, some, threads)
        if n == MOST:
            some, targets, known = np.tile(some, (20, 1)), np.tile(targets, 20), 20 * len(some) - CHECKED
        before = stages.get(n) or stages.get(n - 1) or start(1)  # it begins where the one for a free cell less has ended
        stages[n], error = fit_net(before, some[:known], targets[:known], seed_word(number << 8 | n), how)
        put_net(nets, n, nets.where[n, 0], whole_net(stages[n]))
        yield n, error, *check(nets, some[known:], targets[known:])


# The file of weights: the rows that matter most.
@compiled
def count_rows(boards: Array, counts: Array) -> None:
    p, desk, rows = new_position(), new_desk(), np.empty(ACTIVE, np.int64)
    for i in range(len(boards)):
        for turned in (False, True):
            set_up(p, boards[i], turned)
            for row in rows[: all_rows(p, desk, rows)]:
                counts[row] += 1


def weigh(stage: Stage, boards: Array) -> tuple[Array, Array]:
    """How often these boards use each row, and how much is lost, about, where it gives way to a mean over the cells."""
    counts = np.zeros(ROWS)
    count_rows(boards, counts)
    rows, linear = stage.rows.copy(), stage.linear.copy()
    cells = slice(CELL_ROWS, WANT_ROWS)
    share = counts[cells].reshape(TURNS, PER_CELL) + 0.01
    share /= share.sum(axis=0)
    rows[cells] -= np.tile(np.einsum("cr,crw->rw", share, rows[cells].reshape(TURNS, PER_CELL, WIDTH)), (TURNS, 1))
    linear[cells] -= np.tile((share * linear[cells].reshape(TURNS, PER_CELL)).sum(axis=0), TURNS)
    slopes = ((stage.last[:, None] * stage.dense) ** 2).sum(axis=0)
    return counts, counts * (rows**2 @ slopes + linear**2)


def prune(stage: Stage, counts: Array, kept: Array) -> tuple[Array, Stage]:
    """The kept rows; the others are averaged over the cells."""
    rest = np.setdiff1d(np.arange(CELL_ROWS, WANT_ROWS), kept)
    groups, group = np.unique([shared_row(row) for row in rest.tolist()], return_inverse=True)
    share = ((counts[rest] + 0.01) / np.bincount(group, counts[rest] + 0.01)[group]).astype(np.float32)
    rows, linear = np.zeros((len(groups), WIDTH), np.float32), np.zeros(len(groups), np.float32)
    np.add.at(rows, group, stage.rows[rest] * share[:, None])
    np.add.at(linear, group, stage.linear[rest] * share)
    used = np.bincount(group, counts[rest]) > 0
    rows, linear = np.concatenate([stage.rows[kept], rows[used]]), np.concatenate([stage.linear[kept], linear[used]])
    return np.concatenate([kept, groups[used]]), stage._replace(rows=rows, linear=linear)


def write_nets(stages: Mapping[int, Stage], boards: Array, keep: int) -> bytes:
    """The `keep` rows that matter most, of all nets together; `boards` are of own play, by the number of free cells."""
    nets, parts = unpruned(stages), list[bytes]()
    weights = {n: weigh(stages[n], boards[n]) for n in range(LEAST, MOST + 1)}
    losses = np.concatenate([loss for _, loss in weights.values()])
    least = np.sort(losses)[-keep] if keep < np.count_nonzero(losses) else 0.0
    for n, (counts, loss) in weights.items():
        numbers, stage = prune(stages[n], counts, np.flatnonzero((loss >= least) & (loss > 0)))
        head = HEAD.pack(len(numbers), *ahead_errors(nets, boards[n, :AHEAD]))
        parts += [head, numbers.astype("<u2").tobytes(), *(array.tobytes() for array in whole_net(stage))]
    return zlib.compress(b"".join(parts), 9)


AHEAD = 60  # boards of each stage on which the nets are compared with two tiles ahead


def ahead_errors(nets: Nets, boards: Array) -> tuple[float, float]:
    """How far the net's values, and those of one tile ahead, are from two tiles ahead: roots of the mean square."""
    one, two = np.empty(len(boards)), np.empty(len(boards))
    expect_many(nets, boards, one)
    expect_ahead(nets, boards, 3, two)
    return check(nets, boards, two)[0], root_mean_square(one - two)


# The run.
def save(folder: Path, number: int, free: int, stage: Stage) -> None:
    kept = folder / f"pass{number}-free{free}.npz"
    np.savez(kept.with_suffix(".new.npz"), **stage._asdict())
    kept.with_suffix(".new.npz").replace(kept)


def resume(folder: Path) -> tuple[int, int, dict[int, Stage]]:
    """The pass to go on with, the free cells of the last net fitted in it, and the nets so far."""
    number, last, stages = 1, LEAST - 1, dict[int, Stage]()
    for now, free in product(range(1, len(PASSES) + 1), range(LEAST, MOST + 1)):
        kept = folder / f"pass{now}-free{free}.npz"
        if kept.exists():
            with np.load(kept) as found:
                number, last, stages[free] = now, free, Stage(*(found[name] for name in Stage._fields))
    return (number + 1, LEAST - 1, stages) if last == MOST else (number, last, stages)


def measure(nets: Nets, games: int, seed: int = MEASURING) -> tuple[float, float]:
    """Mean score of whole games, each tile on its best cell, and its standard error."""
    scores = np.empty(games, np.int32)
    play_games(nets, seed_word(seed), 0, -1.0, scores)
    return float(scores.mean()), float(scores.std() / games**0.5)


def own_boards(nets: Nets, games: int) -> Array:
    boards = np.full((TURNS, 2 * games, TURNS), -1, np.int8)
    gather(nets, False, seed_word(len(PASSES) + 1), boards)
    return boards


def train(folder: Path, threads: int = 1) -> dict[int, Stage]:
    folder.mkdir(parents=True, exist_ok=True)
    number, last, stages = resume(folder)
    for now in range(number, len(PASSES) + 1):
        for n, error, other, pairs in run_pass(stages, now, PASSES[now - 1], last + 1, threads):
            others = f"on other boards {other:.3f}, of pairs {pairs:.3f}"
            print(f"pass {now}, {n} free cells: error {error:.3f}, {others}", flush=True)
            save(folder, now, n, stages[n])
        last = LEAST - 1
        mean, error = measure(unpruned(stages), MEASURED)
        print(f"pass {now}: mean {mean:.2f}, standard error {error:.2f}", flush=True)
    return stages


def install(packed: bytes, file: Path) -> None:
    file.write_bytes(packed)
    file.with_suffix(".sha256").write_text(f"{sha256(packed).hexdigest()}  {file.name}\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m train.take_it_easy", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="for checkpoints; a run that was stopped goes on from there")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep", type=int, default=132_000, help="rows of all nets in the file")
    parser.add_argument("--out", type=Path, default=pure.FILE, help="the file of weights")
    args = parser.parse_args()
    stages = train(args.folder, args.threads)
    install(write_nets(stages, own_boards(unpruned(stages), 20_000), args.keep), args.out)


if __name__ == "__main__":
    main()
