"""Fits nets for the Orchid backwards, and measures them: `python -m train.take_it_to_the_limit_nets FOLDER`.

What made Take it Easy! strong: a net for each number of calls left, fitted to the exact mean, over all tiles left, of what
the net for one call less says of the best place. The rows are those of the table in use, and some for the reserve. No bot
plays with these nets: docs/champions-take-it-to-the-limit.md says what they are worth. A run that was stopped goes on with
the next net.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit

from tablee.games.take_it_to_the_limit.kernels.batch import POOL, POOLS, plan_of
from tablee.games.take_it_to_the_limit.kernels.outlook import record, tables, weights
from tablee.games.take_it_to_the_limit.players.ground import DEAD, EMPTY, FREE, MOST_ROWS, NOTHING, Desk, Tables
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, STAGES, STEP, Outlook
from tablee.games.take_it_to_the_limit.players.rows import draw, final_points, find_rows, put, safe_points, undraw, value
from tablee.games.take_it_to_the_limit.tiles import RESERVED
from train.take_it_easy import Stage, adam, backward, forward, nothing
from train.take_it_to_the_limit import ends

ORCHIDS = {outlook.name: outlook for outlook in OUTLOOKS if outlook.ground.holes}
CALLS, PLACES = 25, 25  # the heap comes after the places
WIDTH = SECOND = 32  # of the hidden layers
UNIT = np.float32(32)  # the nets learn in units of so many points
GAINS, LEAST_GAIN = 24, -34  # of a tile of the reserve on a hole, in steps of five points
HOLE_ROWS = 3 * (RESERVED + 1) * GAINS * 3
NOISY, NOISE, MISS = 0.3, 6.0, 8.0  # the part of the games with noise, in points; how near the near misses are
PAIRS, EPOCHS, RATE, DECAY = 32, 5, 1.5e-3, 0.01
TESTED, FIRST_DEAL = 1_000, 1_000_000  # pairs of boards that no net learns from; the first deal of the games that measure
Z99 = 2.576
Kernel = TypeVar("Kernel", bound=Callable[..., Any])
fast: Callable[[Kernel], Kernel] = njit(**dict[str, Any](nogil=True, fastmath=True))


class Nets(NamedTuple):
    """By calls left. Without a net, the table is asked; with no call left, values are exact."""

    known: Any
    rows: Any
    linear: Any
    bias: Any
    dense: Any
    dense_bias: Any
    last: Any
    last_bias: Any


def new_nets(rows: int) -> Nets:
    shapes = ((rows, WIDTH), (rows,), (WIDTH,), (SECOND, WIDTH), (SECOND,), (SECOND,), ())
    return Nets(np.zeros(CALLS, np.bool_), *(np.zeros((CALLS, *shape), np.float32) for shape in shapes))


def put_net(nets: Nets, left: int, stage: Stage) -> None:
    for net, learnt in zip(nets[1:-1], stage[:-1], strict=True):
        net[left] = learnt
    nets.last_bias[left] = stage.last_bias[0]
    nets.known[left] = True


def net_of(nets: Nets, left: int) -> Stage:
    return Stage(*(np.array(net[left], ndmin=1) for net in nets[1:]))


# What nets say of a desk.
@fast
def add_hole_rows(tables: Tables, desk: Desk, reserved: int, count: int, first: int) -> int:
    """For each hole and each tile of the reserve what it gains there; `rows.hole_rows` has the best one only."""
    shown, through = desk.shown, tables.through
    for hole in range(3):
        for number in range(reserved):
            gain, same, tile = 0, 0, desk.reserve[number]
            for k in range(3):
                line = through[3 * tables.holes[hole] + k]
                rank = shown[line]
                if rank not in (EMPTY, DEAD):
                    if rank == tables.ranks[3 * tile + k] + 1:
                        gain += tables.each[4 * line + rank - 1]
                        same += 1
                    else:
                        gain -= tables.worth[4 * line + rank - 1] // (1 + desk.missing[line])
            crossed = same - 1 if same > 1 and tables.metals[tile] >= 0 else 0
            if crossed:
                gain += tables.bonus[tables.metals[tile]] * crossed // 2
            step = min(GAINS - 1, max(0, (gain - LEAST_GAIN) // 5))
            desk.rows[count] = first + ((hole * (RESERVED + 1) + reserved) * GAINS + step) * 3 + crossed
            count += 1
    return count


@fast
def all_rows(tables: Tables, desk: Desk, share: float, free: int, size: int) -> int:
    return add_hole_rows(tables, desk, RESERVED - free, find_rows(tables, desk, share, free, -1), size)


@fast
def net_value(
    tables: Tables, nets: Nets, table: Any, size: int, left: int, desk: Desk, share: float, free: int, sums: Any
) -> float:
    """After a tile is placed, with so many calls left. The table has `size` rows for each stage."""
    if left == 0:
        return float(final_points(tables, desk))
    if not nets.known[left]:
        return float(value(tables, table, left * STAGES // CALLS * size, 1 / STEP, desk, share, free, -1) * STEP)
    count = all_rows(tables, desk, share, free, size)
    rows, linear, total = nets.rows[left], nets.linear[left], nets.last_bias[left]
    for j in range(WIDTH):
        sums[j] = nets.bias[left, j]
    for i in range(count):
        row = desk.rows[i]
        total += linear[row]
        for j in range(WIDTH):
            sums[j] += rows[row, j]
    for j in range(WIDTH):
        sums[j] = max(sums[j], np.float32(0))
    for k in range(SECOND):
        x = nets.dense_bias[left, k]
        for j in range(WIDTH):
            x += sums[j] * nets.dense[left, k, j]
        total += max(x, np.float32(0)) * nets.last[left, k]
    return float(safe_points(tables, desk) + UNIT * total)


@fast
def value_all(
    tables: Tables,
    nets: Nets,
    table: Any,
    size: int,
    left: int,
    desk: Desk,
    share: float,
    free: int,
    tile: int,
    found: Any,
    sums: Any,
) -> int:
    """The same with a tile, which is drawn already, on each place and in the reserve. Returns the best place."""
    old, through = desk.old, tables.through
    for place in range(PLACES):
        found[place] = NOTHING
        if desk.board[place] < 0 and not tables.closed[place]:
            for k in range(3):
                line = through[3 * place + k]
                old[k], old[3 + k], old[6 + k] = desk.shown[line], desk.missing[line], desk.symbol[line]
            put(tables, desk, place, tile)
            found[place] = net_value(tables, nets, table, size, left, desk, share, free, sums)
            desk.board[place] = FREE
            for k in range(3):
                line = through[3 * place + k]
                desk.shown[line], desk.missing[line], desk.symbol[line] = old[k], old[3 + k], old[6 + k]
    found[PLACES] = NOTHING
    if free:
        desk.reserve[RESERVED - free] = tile
        found[PLACES] = net_value(tables, nets, table, size, left, desk, share, free - 1, sums)
    best = 0
    for place in range(1, PLACES + 1):
        best = place if found[place] > found[best] else best
    return best


@fast
def expect(
    tables: Tables, nets: Nets, table: Any, size: int, left: int, desk: Desk, free: int, tiles: Any, found: Any, sums: Any
) -> float:
    """The mean over these tiles, one of which comes next, of the value on the best place."""
    total, share = 0.0, (left - 1) / max(1, len(tiles) - 1)
    for tile in tiles:
        draw(tables, desk.fits, tile)
        total += found[value_all(tables, nets, table, size, left - 1, desk, share, free, tile, found, sums)]
        undraw(tables, desk.fits, tile)
    return total / len(tiles)


@fast
def near_miss(found: Any, best: int, noise: float, but: int) -> int:
    """The best place after noise on each value, but one."""
    near, most = best, -np.inf
    for place in range(PLACES + 1):
        if found[place] > NOTHING and place != but:
            blurred = found[place] - noise * np.log(-np.log(np.random.random() + 1e-12) + 1e-12)
            if blurred > most:
                near, most = place, blurred
    return near


class Kernels(NamedTuple):
    gather: Callable[..., None]
    choose: Callable[..., None]
    targets: Callable[..., None]
    values: Callable[..., None]
    read: Callable[..., None]
    play: Callable[..., None]


def kernels(outlook: Outlook) -> Kernels:
    """A board is a row of numbers: the tiles on its places, those of the reserve, and which of the pools is played."""
    plan, size = plan_of(1, outlook.options[0]), outlook.ground.first["end"]
    lay_out, _ = ends(outlook, outlook.options[0])
    pools, every = POOL[[POOLS.index(options.tiles) for options in outlook.options]], plan.tiles

    @fast
    def set_up(tables: Tables, desk: Desk, board: Any, tiles: Any) -> Any:
        """The free places of the reserve, and the tiles left."""
        pool, free, used, count = pools[board[-1]], RESERVED, np.uint64(0), 0
        lay_out(tables, desk, pool[:every])
        for place in range(PLACES + RESERVED):
            tile = board[place]
            if tile >= 0:
                draw(tables, desk.fits, tile)
                used |= np.uint64(1) << np.uint64(tile)
                if place < PLACES:
                    put(tables, desk, place, tile)
                else:
                    desk.reserve[place - PLACES] = tile
                    free -= 1
        for tile in pool[:every]:
            if not (used >> np.uint64(tile)) & np.uint64(1):
                tiles[count] = tile
                count += 1
        return free, tiles[:count]

    @fast
    def note(board: Any, place: int, free: int, tile: int) -> None:
        board[place if place < PLACES else PLACES + RESERVED - free] = tile

    @fast
    def gather(seed: int, tables: Tables, desk: Desk, nets: Nets, table: Any, boards: Any) -> None:
        """Fills boards (calls left, 2 for each game, numbers): the one that the game reached, and a near miss beside it."""
        np.random.seed(seed)
        found, sums, bag = np.zeros(PLACES + 1), np.zeros(WIDTH, np.float32), np.zeros(64, np.int64)
        board = np.zeros(boards.shape[2], np.int8)
        for game in range(boards.shape[1] // 2):
            board[:], free, noisy = -1, RESERVED, np.random.random() < NOISY
            board[-1] = game % len(pools)
            bag[:] = pools[board[-1]]
            lay_out(tables, desk, bag[:every])
            for turn in range(CALLS):
                pick, left = turn + np.random.randint(every - turn), CALLS - turn - 1
                bag[turn], bag[pick] = bag[pick], bag[turn]
                tile, share = bag[turn], left / (every - turn - 1)
                draw(tables, desk.fits, tile)
                best = value_all(tables, nets, table, size, left, desk, share, free, tile, found, sums)
                boards[left, 2 * game : 2 * game + 2] = board
                note(boards[left, 2 * game], best, free, tile)
                note(boards[left, 2 * game + 1], near_miss(found, best, MISS, best), free, tile)
                if noisy:
                    best = near_miss(found, best, NOISE, -1)
                note(board, best, free, tile)
                if best < PLACES:
                    put(tables, desk, best, tile)
                else:
                    desk.reserve[RESERVED - free] = tile
                    free -= 1

    @fast
    def choose(seed: int, tables: Tables, desk: Desk, nets: Nets, table: Any, left: int, before: Any, boards: Any) -> None:
        """From boards with a call more: a tile at random on the place that the nets choose, and a near miss beside it."""
        np.random.seed(seed)
        found, sums, room = np.zeros(PLACES + 1), np.zeros(WIDTH, np.float32), np.zeros(64, np.int64)
        for i in range(len(boards) // 2):
            free, tiles = set_up(tables, desk, before[i], room)
            tile = tiles[np.random.randint(len(tiles))]
            draw(tables, desk.fits, tile)
            share = left / (len(tiles) - 1)
            best = value_all(tables, nets, table, size, left, desk, share, free, tile, found, sums)
            boards[2 * i : 2 * i + 2] = before[i]
            note(boards[2 * i], best, free, tile)
            note(boards[2 * i + 1], near_miss(found, best, MISS, best), free, tile)

    @fast
    def targets(tables: Tables, desk: Desk, nets: Nets, table: Any, left: int, boards: Any, found: Any) -> None:
        """By the nets for one call less."""
        values, sums, room = np.zeros(PLACES + 1), np.zeros(WIDTH, np.float32), np.zeros(64, np.int64)
        for i in range(len(boards)):
            free, tiles = set_up(tables, desk, boards[i], room)
            found[i] = expect(tables, nets, table, size, left, desk, free, tiles, values, sums)

    @fast
    def values(tables: Tables, desk: Desk, nets: Nets, table: Any, left: int, boards: Any, found: Any) -> None:
        sums, room = np.zeros(WIDTH, np.float32), np.zeros(64, np.int64)
        for i in range(len(boards)):
            free, tiles = set_up(tables, desk, boards[i], room)
            found[i] = net_value(tables, nets, table, size, left, desk, left / len(tiles), free, sums)

    @fast
    def read(tables: Tables, desk: Desk, left: int, boards: Any, rows: Any, counts: Any, safe: Any) -> None:
        room = np.zeros(64, np.int64)
        for i in range(len(boards)):
            free, tiles = set_up(tables, desk, boards[i], room)
            counts[i] = all_rows(tables, desk, left / len(tiles), free, size)
            rows[i] = desk.rows
            safe[i] = safe_points(tables, desk)

    @fast
    def play(tables: Tables, desk: Desk, nets: Nets, bare: Nets, table: Any, scores: Any) -> None:
        """Games one tile ahead; scores less the luck of the calls by the values of `bare`, one tile ahead too."""
        found, sums, bag = np.zeros(PLACES + 1), np.zeros(WIDTH, np.float32), np.zeros(64, np.int64)
        for game in range(len(scores)):
            np.random.seed(FIRST_DEAL + game)
            bag[:], free, luck = pools[game % len(pools)], RESERVED, 0.0
            lay_out(tables, desk, bag[:every])
            for turn in range(CALLS):
                pick, left = turn + np.random.randint(every - turn), CALLS - turn - 1
                bag[turn], bag[pick] = bag[pick], bag[turn]
                tile, share = bag[turn], left / (every - turn - 1)
                luck -= expect(tables, bare, table, size, left + 1, desk, free, bag[turn:every], found, sums)
                draw(tables, desk.fits, tile)
                luck += found[value_all(tables, bare, table, size, left, desk, share, free, tile, found, sums)]
                best = value_all(tables, nets, table, size, left, desk, share, free, tile, found, sums)
                if best < PLACES:
                    put(tables, desk, best, tile)
                else:
                    desk.reserve[RESERVED - free] = tile
                    free -= 1
            scores[game] = final_points(tables, desk) - luck

    return Kernels(gather, choose, targets, values, read, play)


# Learning, as in Take it Easy!, but without shared rows.
@fast
def learn(
    w: Stage, g: Stage, m: Stage, v: Stage, rows: Any, counts: Any, targets: Any, sums: Any, hidden: Any, back: Any, seed: int
) -> float:
    """Squared errors of boards, and of the differences of pairs; returns the last epoch's mean squared error."""
    np.random.seed(seed)
    pairs, touched, seen = len(rows) // 2, np.empty(len(w.rows), np.int64), np.zeros(len(w.rows), np.bool_)
    order, steps, squares, errors = np.arange(pairs), 0, 0.0, np.zeros(2, np.float32)
    all_steps = EPOCHS * ((pairs + PAIRS - 1) // PAIRS)
    for _ in range(EPOCHS):
        np.random.shuffle(order)
        squares = 0.0
        for start in range(0, pairs, PAIRS):
            size, count = min(PAIRS, pairs - start), 0
            for i in order[start : start + size]:
                for side in range(2):
                    n = 2 * i + side
                    errors[side] = forward(w, rows[n, : counts[n]], sums[side], hidden[side]) - targets[n]
                    squares += errors[side] ** 2
                for side in range(2):
                    n, error = 2 * i + side, errors[side]
                    slope = np.float32((2 * error - errors[1 - side]) * 0.5 / size)
                    backward(w, g, slope, sums[side], hidden[side], back)
                    for row in rows[n, : counts[n]]:
                        if not seen[row]:
                            seen[row], touched[count] = True, row
                            count += 1
                        g.linear[row] += slope
                        for j in range(WIDTH):
                            g.rows[row, j] += back[j]
            steps += 1
            rate = RATE * min(1.0, 20 * steps / all_steps) * DECAY ** (steps / all_steps)
            for row in touched[:count]:
                seen[row] = False
                adam(w.rows[row], g.rows[row], m.rows[row], v.rows[row], rate)
                adam(w.linear[row : row + 1], g.linear[row : row + 1], m.linear[row : row + 1], v.linear[row : row + 1], rate)
            for k in range(SECOND):
                adam(w.dense[k], g.dense[k], m.dense[k], v.dense[k], rate)
            adam(w.bias, g.bias, m.bias, v.bias, rate)
            adam(w.dense_bias, g.dense_bias, m.dense_bias, v.dense_bias, rate)
            adam(w.last, g.last, m.last, v.last, rate)
            adam(w.last_bias, g.last_bias, m.last_bias, v.last_bias, rate)
    return squares / (2 * pairs)


class Fitting:
    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.size = outlook, outlook.ground.first["end"]
        self.tables, self.desk, self.table = tables(outlook), record(outlook.ground.empty_desk()), weights(outlook)
        self.kernels, self.bare = kernels(outlook), new_nets(self.size + HOLE_ROWS)
        self.nets = new_nets(self.size + HOLE_ROWS)

    def boards(self, seed: int, count: int) -> Any:
        """By calls left, pairs of boards from games of the table."""
        found = np.zeros((CALLS, 2 * count, PLACES + RESERVED + 1), np.int8)
        self.kernels.gather(seed, self.tables, self.desk, self.bare, self.table, found)
        return found

    def chosen(self, seed: int, left: int, before: Any) -> Any:
        found = np.zeros_like(before)
        self.kernels.choose(seed, self.tables, self.desk, self.nets, self.table, left, before, found)
        return found

    def expected(self, left: int, boards: Any) -> Any:
        found = np.zeros(len(boards))
        self.kernels.targets(self.tables, self.desk, self.nets, self.table, left, boards, found)
        return found

    def valued(self, nets: Nets, left: int, boards: Any) -> Any:
        found = np.zeros(len(boards))
        self.kernels.values(self.tables, self.desk, nets, self.table, left, boards, found)
        return found

    def start(self, left: int) -> Stage:
        """The net for a call less, or the weights of the table and chance."""
        if left > 1 and self.nets.known[left - 1]:
            return net_of(self.nets, left - 1)
        chance, first = np.random.default_rng(left), left * STAGES // CALLS * self.size
        known = self.table[first : first + self.size] * STEP / UNIT
        return Stage(
            chance.normal(0, 0.02, (self.size + HOLE_ROWS, WIDTH)).astype(np.float32),
            np.concatenate([known, np.zeros(HOLE_ROWS)]).astype(np.float32),
            np.full(WIDTH, 0.1, np.float32),
            chance.normal(0, (2 / WIDTH) ** 0.5, (SECOND, WIDTH)).astype(np.float32),
            np.zeros(SECOND, np.float32),
            chance.normal(0, 0.07, SECOND).astype(np.float32),
            np.zeros(1, np.float32),
        )

    def fit(self, left: int, boards: Any, expected: Any) -> float:
        """Returns the root of the mean squared error on these boards, in points."""
        rows, counts = np.zeros((len(boards), MOST_ROWS), np.int32), np.zeros(len(boards), np.int64)
        safe, w = np.zeros(len(boards)), self.start(left) if not self.nets.known[left] else net_of(self.nets, left)
        self.kernels.read(self.tables, self.desk, left, boards, rows, counts, safe)
        wanted, room = ((expected - safe) / UNIT).astype(np.float32), np.zeros((5, WIDTH), np.float32)
        error = learn(w, nothing(w), nothing(w), nothing(w), rows, counts, wanted, room[:2], room[2:4], room[4], left)
        put_net(self.nets, left, w)
        return float(np.sqrt(error) * UNIT)

    def compare(self, left: int, boards: Any) -> str:
        """Errors of the table and of the net against the mean one tile further by the nets; first the mean, then the spread."""
        truth, told = self.expected(left, boards), []
        for name, nets in (("table", self.bare), ("net", self.nets)):
            wrong = self.valued(nets, left, boards) - truth
            told.append(
                f"{name} {wrong[::2].mean():+.2f} ± {wrong[::2].std():.2f}, differences ± {rms(wrong[::2] - wrong[1::2]):.2f}"
            )
        return "; ".join(told)

    def play(self, most: int, games: int) -> Any:
        """With the nets for at most so many calls left, and the table before."""
        found, nets = np.zeros(games), self.nets._replace(known=self.nets.known & (np.arange(CALLS) <= most))
        self.kernels.play(self.tables, self.desk, nets, self.bare, self.table, found)
        return found


def rms(errors: Any) -> float:
    return float(np.sqrt(np.mean(errors**2)))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m train.take_it_to_the_limit_nets", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--outlook", choices=ORCHIDS, default="both")
    parser.add_argument("--most", type=int, default=10, metavar="CALLS", help="nets for at most so many calls left")
    parser.add_argument("--pairs", type=int, default=12_000, help="of boards for each net, twice")
    parser.add_argument("--games", type=int, default=1500, help="to compare the nets with the table")
    args = parser.parse_args()
    args.folder.mkdir(exist_ok=True)
    fitting = Fitting(ORCHIDS[args.outlook])
    boards, tests = fitting.boards(11, args.pairs), fitting.boards(12, TESTED)
    for left in range(1, args.most + 1):
        file = args.folder / f"{args.outlook}-{left}.npz"
        if file.exists():
            put_net(fitting.nets, left, Stage(*np.load(file).values()))
            continue
        wanted = fitting.expected(left, boards[left])
        fitting.fit(left, boards[left], wanted)
        more = fitting.chosen(left, left, boards[left + 1])
        wanted = np.concatenate([wanted, fitting.expected(left, more)])
        error = fitting.fit(left, np.concatenate([boards[left], more]), wanted)
        np.savez(file, **net_of(fitting.nets, left)._asdict())
        print(f"{left} calls left: learnt to ± {error:.2f}", flush=True)
        for name, few in (("the table's", tests[left]), ("the net's", fitting.chosen(100 + left, left, tests[left + 1]))):
            print(f"  boards of {name} choice: {fitting.compare(left, few)}", flush=True)
    table = fitting.play(0, args.games)
    for most in range(1, args.most + 1):
        gain = fitting.play(most, args.games) - table
        half = Z99 * gain.std() / args.games**0.5
        print(
            f"nets for at most {most} calls left, over the table ({table.mean():.1f}): {gain.mean():+.2f} ± {half:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
