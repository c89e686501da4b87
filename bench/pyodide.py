"""Measures how much longer a match takes in Pyodide, Python for browsers, than in this Python. Run: `python -m bench.pyodide`.

Machines are noisy, so the two take turns and the shortest time counts. `--moves` measures how long a choice of each `expert`,
or of another `--level`, takes in Pyodide instead, in processor time, and `--reviews` how long a review of each game takes there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from bench.arguments import parser
from tests.pyodide import pythons

ROUNDS, MATCHES = 3, 10
CODE = f"""
from timeit import repeat
from matches import play, registry
for entry in registry.all_games():
    print(entry.game.id, min(repeat(lambda: play(entry), number=1, repeat={MATCHES})))
"""
MOVES = """
from statistics import fmean, median
from js import process
from matches import registry, thoughts
for entry in registry.all_games():
    took = sorted(thoughts(entry, lambda: process.cpuUsage().user / 1e6, "LEVEL"))
    late = took[len(took) * 99 // 100]
    print(entry.game.id, len(took), *(1000 * time for time in (fmean(took), median(took), late, took[-1])))
"""

REVIEWS = """
from js import process
from matches import registry, review_times
for entry in registry.all_games():
    print(entry.game.id, *review_times(entry, lambda: process.cpuUsage().user / 1e6))
"""


def seconds(python: Callable[[str], bytes]) -> dict[str, float]:
    """The shortest time of several matches, for every game."""
    return {game: float(time) for game, time in map(str.split, python(CODE).decode().splitlines())}


def main() -> None:
    if why := pythons.missing():
        sys.exit(why)
    reader = parser(__doc__)
    reader.add_argument("--moves", action="store_true", help="measure the choices of bots instead of whole matches")
    reader.add_argument("--level", default="expert", help="whose choices; people on a ladder are levels, too")
    reader.add_argument("--reviews", action="store_true", help="measure reviews instead")
    asked = reader.parse_args()
    if asked.reviews:
        for line in pythons.pyodide(REVIEWS).decode().splitlines():
            game, first, whole = line.split()
            print(f"{game}: a review takes {float(whole):.1f} s in Pyodide, its first decision {float(first):.2f} s")
        return
    if asked.moves:
        for line in pythons.pyodide(MOVES.replace("LEVEL", asked.level)).decode().splitlines():
            game, choices, *times = line.split()
            mean, half, late, most = (f"{float(time):.0f} ms" for time in times)
            print(f"{game}: {choices} choices, mean {mean}, half of them within {half}, 99% within {late}, longest {most}")
        return
    rounds = [(seconds(pythons.cpython), seconds(pythons.pyodide)) for _ in range(ROUNDS)]
    for game in rounds[0][0]:
        here, there = (min(times[game] for times in column) for column in zip(*rounds, strict=True))
        print(f"{game}: a match of bots takes {there / here:.1f} × as long in Pyodide ({there * 1000:,.0f} ms)")


if __name__ == "__main__":
    main()
