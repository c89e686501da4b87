"""Measures how long the solvers take, in processor time, and how far a Nexus stays below its bound. Run: `make bench`."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from bench.arguments import no_arguments

import tablee
from tablee.games.take_it_easy import tiles as easy
from tablee.games.take_it_easy.solver import Search
from tablee.games.take_it_to_the_limit import tiles as limit

LISTS, NEXUSES = 1000, 10


def milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def main() -> None:
    box = range(len(easy.NAMES))
    print(f"take-it-easy: the maximum and its boards in {milliseconds(lambda: Search(box).best(every=True)):.0f} ms")
    deals = [random.Random(number).sample(box, len(easy.CELLS)) for number in range(LISTS)]
    points = [Search(calls).best()[0] for calls in deals]
    took = sorted(milliseconds(Search(calls).best) for calls in deals)
    quantiles = " ".join(f"{share:.0%} {took[int(share * LISTS) - 1]:.1f}" for share in (0.5, 0.9, 0.99, 1))
    print(f"take-it-easy: {LISTS} lists of calls, mean {statistics.fmean(took):.1f} ms; {quantiles}")
    print(f"take-it-easy: the best boards have {statistics.fmean(points):.1f} points on average")
    for number in range(NEXUSES):
        calls = " ".join(random.Random(number).sample(limit.NAMES, 44))
        began = time.process_time()
        found = tablee.solve("take-it-to-the-limit", calls)
        print(f"take-it-to-the-limit: {found.points} points, bound {found.bound}, {time.process_time() - began:.1f} s")


if __name__ == "__main__":
    no_arguments(__doc__)
    main()
