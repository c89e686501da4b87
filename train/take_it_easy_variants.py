"""Learns what the variants of Take it Easy! add to the nets: `python -m train.take_it_easy_variants FOLDER`.

The bot plays alone, one tile ahead, and after each game corrects the values of all its choices: towards the exact value of the
board with three tiles to come, and towards what it expected at later choices, the nearer the more. FOLDER keeps checkpoints: a
run that was stopped goes on from there. Games are the deals of seed TRAINING; whatever measures strength uses others.
"""

from __future__ import annotations

import argparse
import time
import zlib
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from tablee.games.take_it_easy.kernels.nets import load as load_nets
from tablee.games.take_it_easy.kernels.variants import deals_of, play_and_learn, play_games, record
from tablee.games.take_it_easy.players.champion import VARIANT_CLOSE, VARIANT_LOOKS, Z95
from tablee.games.take_it_easy.players.variants import (
    BOTH,
    DIGEST,
    FILE,
    HALF_WIDTHS,
    RAY,
    ROWS,
    SIZE,
    STAGES,
    STEP,
    VARIANTS,
    empty_desk,
    tables_of,
)
from tablee.games.take_it_easy.rules import Options
from tablee.kit.kernels.chance import seed_word
from tablee.kit.kernels.decorators import Array

CHUNK = 10_000  # games between two checkpoints
TRACE = 0.7  # how much of what came later counts, rather than what was expected then
TRAINING, CHECKING = 100, 101  # seeds
CHECKED = 150  # games from which the errors of values are estimated
STEADY = 100.0  # the sum of errors, in points, with which the speed of weights begins that another variant has learnt
SELDOM = 100.0  # rows whose errors add up to fewer points are hardly ever met: they are left out


def guess(options: Options) -> Array:
    """A rule of thumb for rays, so that the first games are already worth learning from."""
    weights = np.zeros((len(STAGES), ROWS), np.float32)
    rays, best = options.rays == "all", options.rays == "best"
    for group, sign, free, left, alive in product(range(9), range(3), range(1, 6), range(15), range(2)):
        row = RAY + (((group * 4 + sign) * 5 + free - 1) * 15 + left) * 2 + alive
        if rays and left >= free:
            weights[:, row] = 6.5 * (3 + group % 3) * 0.6 ** (free + (0.3 if sign == 0 else 0.0))
    for state, free, left in product(range(9 * 3 * 2), range(1, 5), range(6)):
        if best and left >= free:
            weights[:, BOTH + ((state * 5 + free - 1) * 6 + left) * 2 + 1] = 30 * 0.5**free
    return weights.ravel()


def teacher(options: Options) -> Options | None:
    """The variant with whose weights it begins: that with free placement."""
    return None if options.rays == "none" or options.placement == "free" else Options(rays=options.rays)


def name_of(options: Options) -> str:
    return f"{options.placement}-{options.rays}"


def kept(folder: Path, options: Options) -> Path:
    return folder / f"{name_of(options)}.npz"


def begin(folder: Path, options: Options) -> tuple[Array, Array, Array, int]:
    """The weights, how their errors add up, with and without signs, and how many games they have learnt from."""
    if kept(folder, options).exists():
        with np.load(kept(folder, options)) as found:
            return found["weights"], found["sums"], found["sizes"], int(found["done"])
    before = teacher(options)
    if before is None:
        weights = guess(options)
        return weights, np.zeros_like(weights), np.zeros_like(weights), 0
    with np.load(kept(folder, before)) as found:
        weights, sizes = found["weights"], found["sizes"]
    return weights, np.zeros_like(weights), np.where(sizes > 0, np.float32(STEADY), np.float32(0)), 0


def train(options: Options, folder: Path, games: int) -> None:
    weights, sums, sizes, done = begin(folder, options)
    tables, (empty, desk, after, spare) = record(tables_of(options)), (record(empty_desk()) for _ in range(4))
    while done < games:
        scores, start = np.zeros(min(CHUNK, games - done)), time.process_time()
        base = np.uint64(seed_word(TRAINING))
        play_and_learn(load_nets(), tables, empty, desk, after, spare, weights, sums, sizes, base, done, TRACE, scores)
        done, speed, error = done + len(scores), len(scores) / (time.process_time() - start), scores.std() / len(scores) ** 0.5
        last = f"the last {len(scores)} {scores.mean():.1f} ± {error:.1f}"
        print(f"{name_of(options)}: {done} games, {last}; {speed:.0f} a second", flush=True)
        new = kept(folder, options).with_suffix(".new.npz")
        np.savez(new, weights=weights, sums=sums, sizes=sizes, done=done)
        new.replace(kept(folder, options))


def whole(weights: Array, sizes: Array) -> Array:
    """In whole numbers of steps, without what is hardly ever met."""
    return np.where(sizes < SELDOM, 0, np.round(weights / STEP)).clip(-(2**15), 2**15 - 1).astype("<i2")


def pack(options: Options, folder: Path) -> bytes:
    weights, _, sizes, _ = begin(folder, options)
    rows = whole(weights, sizes)
    used = rows.astype(np.float32) * np.float32(STEP)
    deals = deals_of(seed_word(CHECKING), 0, CHECKED)
    scores, errors = play_games(load_nets(), options, used, deals, VARIANT_CLOSE, VARIANT_LOOKS)
    widths, apart = (Z95 * np.sqrt(np.nanmean(errors[:, STAGES.start :, k] ** 2, axis=0)) for k in range(2))
    packed = zlib.compress(HALF_WIDTHS.pack(*np.nan_to_num(widths)) + rows.tobytes(), 9)
    print(f"{name_of(options)}: {scores.mean():.1f} ± {scores.std() / CHECKED**0.5:.1f}, {len(packed)} bytes", flush=True)
    print("  values", _listed(widths), "differences", _listed(apart), flush=True)
    return SIZE.pack(len(packed)) + packed


def _listed(numbers: Any) -> str:
    return " ".join(f"{number:.1f}" for number in numbers)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m train.take_it_easy_variants", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", type=Path, help="for checkpoints; a run that was stopped goes on from there")
    parser.add_argument("--games", type=int, default=200_000, help="for each variant")
    parser.add_argument("--only", action="append", choices=[*map(name_of, VARIANTS)], help="train these variants")
    args = parser.parse_args()
    args.folder.mkdir(exist_ok=True)
    for options in VARIANTS:
        if name_of(options) in (args.only or [name_of(options)]):
            train(options, args.folder, args.games)
    if all(kept(args.folder, options).exists() for options in VARIANTS):
        packed = b"".join(pack(options, args.folder) for options in VARIANTS)
        FILE.write_bytes(packed)
        DIGEST.write_text(f"{sha256(packed).hexdigest()}  {FILE.name}\n")


if __name__ == "__main__":
    main()
