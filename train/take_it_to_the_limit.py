"""Learns the weights of the expert of Take it to the Limit!: `python -m train.take_it_to_the_limit FOLDER`.

The expert plays alone, and learns from each game what its choices were worth: a mean of the result and of what it expected on
the way (temporal differences). How far a weight moves depends on how much its errors have agreed so far (temporal coherence).
A run keeps its checkpoints in the folder and can be continued. Chunk k of the games has the deals of seed k; whatever measures
strength uses another dealer.
"""

from __future__ import annotations

import argparse
import random
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import product
from math import exp, inf, sqrt
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from tablee.games.take_it_to_the_limit.kernels.batch import HOLE, MOST, POOL, POOLS, RELOCATION, board_score, plan_of, yard_value
from tablee.games.take_it_to_the_limit.kernels.outlook import record, tables
from tablee.games.take_it_to_the_limit.players.ground import (
    GAINS,
    LACKED,
    LACKS,
    MOST_ROWS,
    RAYS,
    RIVALS,
    SIDES,
    SLOTS,
    SUPPLY,
    UNTOUCHED,
    YARD_HOPES,
    YARD_POINTS,
    Desk,
    Tables,
)
from tablee.games.take_it_to_the_limit.players.outlook import DIGEST, FILE, HALF_WIDTHS, OUTLOOKS, STAGES, STEP, Outlook, load
from tablee.games.take_it_to_the_limit.players.rows import draw, find_rows, put, value_places
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tiles import METALS, NEXUS, POINTS, RESERVED
from tablee.kit.hexboard import Tile

CHUNK = 10_000  # games between two checkpoints
CHECKED = 6  # games from which the errors of values are estimated
TRACE = 0.7  # how much of what came later counts, rather than what was expected then
STEADY = 500.0  # the sum of errors, in points, with which the speed of known weights begins
Z95 = 1.96
compiled = njit(nogil=True)


class Ends(NamedTuple):
    lay_out: Callable[[Tables, Desk, Any], None]
    score: Callable[[Desk], int]


def ends(outlook: Outlook, options: Options) -> Ends:
    """Kernels for the beginning and the end of a game."""
    ground, plan = outlook.ground, plan_of(2, options)
    places, lengths = ground.places, np.array([len(of) for _, of in ground.lines])
    orchid, yard = plan.orchid, ground.yard
    enough, penalty = POINTS["enough"], POINTS["penalty"]

    @compiled
    def lay_out(tables: Tables, desk: Desk, pool: Any) -> None:
        """An empty board, and all tiles left."""
        desk.shown[:] = 0
        desk.missing[:] = lengths
        desk.symbol[:] = 0
        desk.board[:] = -1
        desk.fits[:] = 0
        for tile in pool:
            draw(tables, desk.fits, tile)
        desk.fits[:] = -desk.fits

    @compiled
    def score(desk: Desk) -> int:
        """Scrapyards that are compared cost nothing here."""
        laid, points, crossed = np.full((1, 1, places), -1, np.int8), np.zeros(MOST, np.int64), np.zeros(64, np.int8)
        laid[0, 0] = desk.board
        if not orchid:
            score = board_score(plan, laid, 0, 0, points, crossed)
            return score - penalty if yard and yard_value(laid, 0, 0, points, crossed) < enough else score
        best = 0
        for move in range(len(RELOCATION)):
            for hole in range(len(HOLE)):
                number = RELOCATION[move, hole]
                laid[0, 0, HOLE[hole]] = desk.reserve[number - 1] if number else -1
            best = max(best, board_score(plan, laid, 0, 0, points, crossed))
        return best

    return Ends(lay_out, score)


def player(outlook: Outlook) -> Callable[..., None]:
    """A kernel that plays games, and learns from them."""
    ground, plan = outlook.ground, plan_of(2, outlook.options[0])
    lay_out, final = ends(outlook, outlook.options[0])
    cells, places, calls, tiles = len(ground.kind.names), ground.places, plan.calls, plan.tiles
    size, room, orchid = ground.first["end"], outlook.room, plan.orchid
    pools = POOL[[POOLS.index(options.tiles if orchid else "both") for options in outlook.options]]

    @compiled
    def learn(weights: Any, sums: Any, sizes: Any, rows: Any, count: int, error: float) -> None:
        for n in range(count):
            row = rows[n]
            speed = abs(sums[row]) / sizes[row] if sizes[row] > 0 else 1.0
            weights[row] += speed * error / count
            sums[row] += error
            sizes[row] += abs(error)

    @compiled
    def play(seed: int, tables: Tables, desk: Desk, weights: Any, sums: Any, sizes: Any, scores: Any) -> None:
        np.random.seed(seed)
        values, bag, worth = np.zeros(places + 1), np.zeros(64, np.int64), np.zeros(calls)
        rows, counts = np.zeros((calls, MOST_ROWS), np.int64), np.zeros(calls, np.int64)
        for game in range(len(scores)):
            pool = pools[game % len(pools)]
            lay_out(tables, desk, pool[:tiles])
            bag[:] = pool
            free = room
            for turn in range(calls):
                pick, left = turn + np.random.randint(tiles - turn), calls - turn - 1
                bag[turn], bag[pick] = bag[pick], bag[turn]
                tile, base, share = bag[turn], left * STAGES // calls * size, left / max(1, tiles - turn - 1)
                draw(tables, desk.fits, tile)
                values[:] = -1e9
                value_places(tables, weights, base, 1.0, desk, share, free, tile, values)
                best = int(values.argmax())
                free -= best >= cells
                if best < places:
                    put(tables, desk, best, tile)
                elif orchid:
                    desk.reserve[2 - free] = tile
                worth[turn], counts[turn] = values[best], find_rows(tables, desk, share, free, -1)
                rows[turn] = base + desk.rows
            scores[game] = target = float(final(desk))
            for turn in range(calls - 2, -1, -1):
                learn(weights, sums, sizes, rows[turn], counts[turn], target - worth[turn])
                target = TRACE * target + (1 - TRACE) * worth[turn]

    return play


# A rule of thumb to begin with, so that the first games are already worth learning from.
def guess(outlook: Outlook) -> Any:
    calls, tiles = (getattr(plan_of(2, outlook.options[0]), name) for name in ("calls", "tiles"))
    weights = np.zeros((STAGES, outlook.ground.first["end"]), np.float32)
    for stage in range(STAGES):
        left = (stage + 0.5) * calls / STAGES
        for row, worth in _guesses(outlook, calls, left, left / (tiles - calls + left)):
            weights[stage, row] = worth
    return weights.ravel()


def _guesses(outlook: Outlook, calls: int, left: float, share: float) -> Iterator[tuple[int, float]]:
    ground, first = outlook.ground, outlook.ground.first
    classes = {ground.classes[n]: (way, len(of)) for n, (way, of) in enumerate(ground.lines[: len(ground.classes)])}
    for one, (way, length) in classes.items():
        for rank, lacks, supply, others in product(range(4), range(1, LACKS + 1), range(SUPPLY), range(RIVALS)):
            row, enough = ((one * 4 + rank) * LACKS + lacks - 1) * SUPPLY + supply, supply * share / (lacks + 3 * others)
            hope = (enough / (enough + 0.3)) ** lacks if lacks <= left else 0.0
            yield first["line"] + row * RIVALS + others, length * SIDES[way][rank] * hope
    for metal, bonus in enumerate(METALS.values()):
        for n, lacked in enumerate(product(range(LACKED), repeat=3)):
            a, b, c = (0.8 ** (lacks - 1) if lacks else 0.0 for lacks in lacked)
            yield first["metal"] + metal * LACKED**3 + n, POINTS[bonus] * ((a * b + a * c + b * c - a * b * c) / 2)
    if ground.rays:
        for n, most in enumerate(product(*map(range, RAYS))):
            hopes = [POINTS["ray"] * (7 - k) * 0.8**lacks for k, lacks in enumerate(most) if lacks < RAYS[k] - 1]
            yield first["ray"] + n, max([0.0, *hopes])
    if ground.yard:
        for n, (free, done, hope) in enumerate(product(range(SLOTS), range(YARD_POINTS), range(YARD_HOPES))):
            reach = 1 / (1 + exp((48 - 5 * hope - 4 * free) / 8)) if done < YARD_POINTS - 1 else 1.0
            yield first["yard"] + n, 8 * min(free, left) - POINTS["penalty"] * (1 - reach)
    else:
        yield from ((first["slots"] + free, 8 * min(free, left)) for free in range(SLOTS))
    for row in range(first["hole"], first["open"]):
        yield row, 4 * ((row - first["hole"]) // 3 % GAINS)
    yield from ((first["open"] + cells, 6.0 * cells * min(1.0, left / calls * 2)) for cells in range(UNTOUCHED))


def begin(outlook: Outlook, folder: Path) -> Any:
    """Where no scrapyard is planned, the Nexus begins with what was learnt with one, a free slot as if it were good enough."""
    taught = folder / f"{OUTLOOKS[0].name}.npz"
    if outlook is OUTLOOKS[0] or outlook.ground.kind is not NEXUS:
        return guess(outlook)
    here, there = outlook.ground.first, OUTLOOKS[0].ground.first
    learnt = np.load(taught)["weights"].reshape(STAGES, there["end"])
    weights = np.zeros((STAGES, here["end"]), np.float32)
    weights[:, : here["slots"]] = learnt[:, : there["yard"]]
    weights[:, here["open"] :] = learnt[:, there["open"] :]
    for free in range(SLOTS):
        weights[:, here["slots"] + free] = learnt[:, there["yard"] + ((free + 1) * YARD_POINTS) * YARD_HOPES - 1]
    return weights.ravel()


def train(outlook: Outlook, folder: Path, games: int, known: bool) -> None:
    """Begins with a checkpoint if there is one, otherwise with the weights in use if they are `known`, or with a guess."""
    file, play, desk = folder / f"{outlook.name}.npz", player(outlook), record(outlook.ground.empty_desk())
    weights = np.array(load()[outlook.name].rows, np.float32) * np.float32(STEP) if known else begin(outlook, folder)
    sums, sizes, done = np.zeros_like(weights), np.full_like(weights, STEADY if known else 0), 0
    if file.exists():
        kept = np.load(file)
        weights, sums, sizes, done = kept["weights"], kept["sums"], kept["sizes"], int(kept["done"])
    while done < games:
        scores, start = np.zeros(CHUNK), time.process_time()
        play(done // CHUNK, tables(outlook), desk, weights, sums, sizes, scores)
        done, speed = done + CHUNK, CHUNK / (time.process_time() - start)
        error = scores.std() / CHUNK**0.5
        print(
            f"{outlook.name}: {done} games, the last {CHUNK} {scores.mean():.1f} ± {error:.1f}; {speed:.0f} a second", flush=True
        )
        np.savez(file, weights=weights, sums=sums, sizes=sizes, done=done)


def half_widths(outlook: Outlook, weights: list[float]) -> list[float]:
    """By stage, how far values are from the mean of the best values with one more tile, in own play."""
    errors: list[list[float]] = [[] for _ in range(STAGES)]
    calls, pool = setting(outlook.options[0]).calls, [call.tile for call in setting(outlook.options[0]).pool]
    for game in range(CHECKED):
        bag, desk, free = random.Random(game).sample(pool, len(pool)), laid_out(outlook, pool), outlook.room
        for turn in range(calls - 2):
            left, rest = calls - turn - 1, bag[turn + 1 :]
            desk, values = value_all(outlook, weights, desk, left, len(rest), free, bag[turn])
            best = values.index(max(values))
            free -= best >= len(outlook.ground.kind.names)
            if best < outlook.ground.places:
                put(outlook.ground.tables, desk, best, bag[turn])
            elif outlook.ground.holes:
                desk.reserve[RESERVED - 1 - free] = bag[turn]
            if turn % 3 == game % 3:
                ahead = [max(value_all(outlook, weights, desk, left - 1, len(rest) - 1, free, tile)[1]) for tile in rest]
                errors[outlook.stage(left)].append(mean(ahead) - max(values))
    return [Z95 * sqrt(mean(error**2 for error in of)) for of in errors]


def laid_out(outlook: Outlook, pool: Sequence[Tile]) -> Desk:
    """An empty desk of lists, and all tiles left."""
    desk = outlook.ground.empty_desk()
    for tile in pool:
        draw(outlook.ground.tables, desk.fits, tile)
    desk.fits[:] = [-count for count in desk.fits]
    return desk


def value_all(
    outlook: Outlook, weights: list[float], desk: Desk, left: int, tiles: int, free: int, tile: Tile
) -> tuple[Desk, list[float]]:
    """The desk with the tile called, and the values of all places for it; those that are taken have none."""
    after, found = desk._replace(fits=list(desk.fits)), [-inf] * (outlook.ground.places + 1)
    draw(outlook.ground.tables, after.fits, tile)
    value_places(outlook.ground.tables, weights, outlook.base(left), 1.0, after, left / tiles, free, tile, found)
    return after, found


def write(folder: Path) -> None:
    """All outlooks; those without a checkpoint stay as they are.

    Rows that are still as they were guessed weigh nothing: hardly any of them is ever met.
    """
    data = b""
    for outlook in OUTLOOKS:
        file = folder / f"{outlook.name}.npz"
        learnt = np.load(file)["weights"] if file.exists() else np.array(load()[outlook.name].rows, np.float32) * np.float32(STEP)
        weights = np.where(learnt != guess(outlook), learnt, np.float32(0))
        widths = half_widths(outlook, weights.tolist())
        print(f"{outlook.name}: values are within ± {', '.join(f'{width:.0f}' for width in widths)} points, by stage", flush=True)
        data += HALF_WIDTHS.pack(*widths) + np.round(weights / STEP).clip(-(2**15), 2**15 - 1).astype("<i2").tobytes()
    packed = zlib.compress(data, 9)
    FILE.write_bytes(packed)
    DIGEST.write_text(f"{sha256(packed).hexdigest()}  {FILE.name}\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m train.take_it_to_the_limit", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=600_000, help="for each of the outlooks")
    parser.add_argument("--only", action="append", choices=[outlook.name for outlook in OUTLOOKS], help="these outlooks")
    parser.add_argument("--known", action="store_true", help="begin with the weights in use, not with a guess")
    args = parser.parse_args()
    args.folder.mkdir(exist_ok=True)
    for outlook in OUTLOOKS:
        if outlook.name in (args.only or [outlook.name]):
            train(outlook, args.folder, args.games, args.known)
    write(args.folder)


if __name__ == "__main__":
    main()
