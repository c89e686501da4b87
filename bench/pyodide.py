"""How much longer a match takes in Pyodide, the Python of browsers, than in this Python. Run: `python -m bench.pyodide`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.pyodide import pythons

BEST_OF = 10
CODE = f"""
from timeit import repeat
from matches import play, registry
for entry in registry.every():
    print(entry.game.id, min(repeat(lambda: play(entry), number=1, repeat={BEST_OF})))
"""


def seconds(python: Callable[[str], bytes]) -> dict[str, float]:
    """The shortest time of a match of every game."""
    return {game: float(time) for game, time in map(str.split, python(CODE).decode().splitlines())}


def main() -> None:
    if why := pythons.missing():
        sys.exit(why)
    here, there = seconds(pythons.cpython), seconds(pythons.pyodide)
    for game, time in here.items():
        print(f"{game}: a match of bots takes {there[game] / time:.1f} × as long in Pyodide ({there[game] * 1000:,.0f} ms)")


if __name__ == "__main__":
    main()
