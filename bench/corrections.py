"""Measures how large corrections in reviews of Take it Easy! are, by depth: the median size of a game's, and where they arise.

    python -m bench.corrections [--games N] [--level LEVEL]

A game's corrections are a sum over its boards. By the number of free cells, their size is told too, and which part of the spread
of the sum they make up.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import fmean, median, pvariance
from time import process_time

from bench.arguments import parser

from tablee.core import registry
from tablee.games.take_it_easy.tiles import CELLS
from tablee.reviews import MILLION, depths, review
from tablee.table import BOT, Table

GAME = "take-it-easy"


def corrections(level: str, number: int, depth: int) -> list[float]:
    """Of a game, in points, by the number of tiles that lie there."""
    table = Table(GAME, [BOT + level], seed=f"corrections {number}")
    table.run()
    turns = review(table.record(), depth=depth).turns
    return [sum(change.points for change in turn.changes if change.what == "correction") / MILLION for turn in turns]


def interval(sizes: Sequence[float]) -> tuple[float, float]:
    """95 % of the median, by the ranks of the sizes: whatever their distribution is."""
    ranked, rank, below = sorted(sizes), 0, 1 / 2 ** len(sizes)
    while below <= 0.025:
        rank += 1
        below += comb(len(sizes), rank) / 2 ** len(sizes)
    return ranked[max(0, rank - 1)], ranked[-max(1, rank)]


def measure(level: str, games: int, depth: int) -> None:
    start = process_time()
    found = [corrections(level, number, depth) for number in range(games)]
    seconds, sums = (process_time() - start) / games, [sum(each) for each in found]
    sizes, whole = [abs(each) for each in sums], fmean(sums)
    low, high = interval(sizes)
    print(
        f"{depth} ahead, {games} games of {level}: median {median(sizes):.2f} ({low:.2f} to {high:.2f}), at most {max(sizes):.1f}"
    )
    print(f"  mean {whole:+.2f}, {seconds:.2f} s of processor time a game")
    for tiles in range(1, len(CELLS)):
        here = [each[tiles] for each in found]
        part = fmean((one - fmean(here)) * (every - whole) for one, every in zip(here, sums, strict=True)) / pvariance(sums)
        size = sqrt(fmean(one**2 for one in here))
        print(f"  {len(CELLS) - tiles:2} free cells: size {size:.2f}, mean {fmean(here):+.2f}, {part:.0%} of the spread")


if __name__ == "__main__":
    reader = parser(__doc__)
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--level", default="greedy")
    asked = reader.parse_args()
    for far in depths(registry.find(GAME)):
        measure(asked.level, asked.games, far)
