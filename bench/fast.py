"""Compares the kernels: Take it Easy! with a C program that uses the same algorithm, and every game with its plain rules.

Machines are noisy, so the candidates take turns within one run, and figures are medians of the ratios of each round.
Single-threaded work is measured in CPU time.
Needs gcc and `tablee[lab]`. Run: `python -m bench.fast`.
"""

from __future__ import annotations

import ctypes
import os
import random
import statistics
import subprocess
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from bench.arguments import no_arguments

from tablee.core import registry
from tablee.core.game import Refusal
from tablee.games.take_it_easy.kernels import batch as kernels
from tablee.games.take_it_easy.rules import Options
from tablee.kit.kernels.chance import seed_word
from tablee.lab.batch import Array, Batch, play_outs
from tablee.lab.playout import play_out

GAMES = 1 << 18  # whole games per call
ROUNDS = 151
SOURCE = Path(__file__).with_name("take_it_easy.c")

Play: TypeAlias = Callable[[int, Array], None]  # fills in the scores of games, starting at this number


def c_program(folder: Path) -> Play:
    """Plays whole games in C, compiled on the spot."""
    target = folder / "take_it_easy.so"
    subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", str(SOURCE), "-o", str(target)], check=True)
    whole = ctypes.CDLL(str(target)).whole
    whole.argtypes = (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
    base = int(seed_word(1))

    def play(first: int, out: Array) -> None:
        whole(base, first, len(out), kernels.SIDES.ctypes.data, out.ctypes.data)

    return play


def kernel_program() -> Play:
    kernel = kernels.Fast(1, Options())
    no_log = np.empty((0, 0, 3), np.int32)
    return lambda first, out: kernel.whole(1, first, out, no_log)


def rates(play: Play, out: Array, pool: ThreadPoolExecutor, threads: int) -> tuple[float, float]:
    """Millions of games per second, and per second of CPU time."""
    firsts = [len(out) // threads * part for part in range(threads)]

    def work(first: int, part: Array) -> float:
        began = time.thread_time()
        play(first, part)
        return time.thread_time() - began

    began = time.perf_counter()
    spent = sum(pool.map(work, firsts, np.array_split(out, threads)))
    return len(out) / (time.perf_counter() - began) / 1e6, len(out) / spent / 1e6


def middle(figures: Sequence[float]) -> str:
    """The median and the middle half."""
    low, median, high = statistics.quantiles(figures, n=4)
    return f"{median:.2f} ({low:.2f} … {high:.2f})"


def against_c() -> None:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        c, kernel = c_program(Path(folder)), kernel_program()
        outs = [np.zeros((GAMES, 1), np.int32) for _ in range(2)]
        c(0, outs[0])
        kernel(0, outs[1])
        if not np.array_equal(outs[0], outs[1]):
            raise SystemExit("the C program and the kernel give different scores")
        rounds = [[rates(play, outs[0], pool, threads) for threads in (1, 2) for play in (c, kernel)] for _ in range(ROUNDS)]
    for by, what in enumerate(("by the clock", "by processor time")):  # CPU time ignores waiting threads and other programs
        c1, fast1, c2, fast2 = ([row[column][by] for row in rounds] for column in range(4))
        print(f"take-it-easy, whole random games, millions a second {what}: {middle(fast1)}, C {middle(c1)};", end=" ")
        print(f"two threads {middle(fast2)}, C {middle(c2)}")
        one = [f / c for f, c in zip(fast1, c1, strict=True)]
        scaling = [(f2 / f1) / (c2 / c1) for c1, f1, c2, f2 in zip(c1, fast1, c2, fast2, strict=True)]
        print(f"  one thread: {middle(one)} of C (wanted: 0.6); scaling to two: {middle(scaling)} of C's own (wanted: 0.9)")
    print(f"  mean {outs[1].mean():.4f} (exact: 10.6896), zero in {(outs[1] == 0).mean():.2%} of games")


def step_rate(game: str, seats: int | None, options: Any, n: int = 1 << 14) -> tuple[float, float]:
    """Games per second with `Batch.step`, with and without the time to choose random actions."""
    batch = Batch(game, n, seats=seats, options=options, keep=False)
    batch.step(batch.random_actions())  # compiles the kernels
    spent = choosing = 0.0
    for _ in range(3):
        batch.reset()
        began = time.process_time()
        while batch.waiting.any():
            before = time.process_time()
            actions = batch.random_actions()
            choosing += time.process_time() - before
            batch.step(actions)
        spent += time.process_time() - began
    return 3 * n / spent, 3 * n / (spent - choosing)


def step_api() -> None:
    every, steps = step_rate("take-it-easy", 1, None)
    print(f"take-it-easy, step by step: {every / 1e6:.2f} million games a second, {steps / 1e6:.2f} without choosing the actions")
    for options in ({}, {"placement": "adjacent"}, {"placement": "symbol", "rays": "all"}, {"rays": "best"}):
        play_outs("take-it-easy", 16, seats=2, options=options, progress=False)
        began = time.process_time()
        play_outs("take-it-easy", 1 << 17, seats=2, options=options, progress=False)
        spent = time.process_time() - began
        print(f"  whole games of two seats, {options or 'plain'}: {(1 << 17) / spent / 1e6:.2f} million a second")


def size(game: str, seats: int, n: int = 20_000) -> tuple[float, float]:
    """Bytes per game during play: as the batch counts them, and as measured by tracemalloc."""
    tracemalloc.start()
    batch = Batch(game, n, seats=seats, keep=False)
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return batch.bytes_per_game, grown / n


def against_rules(entry: registry.Entry) -> None:
    """Compares the time per play, because the length of a match with a clock depends on how slow its players are."""
    game = entry.game
    seats, below = max(2, game.usual_seats[0]), random.Random(1).randrange
    try:
        probe = Batch(game, 256, seats=seats, log=True)
    except Refusal:
        print(f"{game.id}: no kernels")
        return
    probe.play_out()
    plays = probe.log[:, 0, 0].mean()
    ratios = []
    for turn in range(5):
        began = time.process_time()
        slow = sum(play_out(game, seats, game.options(), below)[1] for _ in range(40)) / (time.process_time() - began)
        began = time.process_time()
        play_outs(game, 1 << 15, turn, seats, progress=False)
        ratios.append((1 << 15) * plays / (time.process_time() - began) / slow)
    counted, grown = size(game.id, seats)
    print(f"{game.id}, {seats} seats: {statistics.median(ratios):,.0f} × the plain rules (wanted: 200), play for play;", end=" ")
    print(f"{counted:.0f} bytes a game in flight, {grown:.0f} measured")


def main() -> None:
    print(f"load of the machine before this run: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    against_c()
    step_api()
    for entry in registry.all_games():
        against_rules(entry)


if __name__ == "__main__":
    no_arguments(__doc__)
    main()
