"""Measures how many random matches per second the plain rules play, and how long the command takes to start.

Machines are noisy, so figures are ratios within one run where possible. Run: `make bench`.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time

from bench.arguments import no_arguments

from tablee.core import laws, registry
from tablee.core.game import AnyGame
from tablee.lab.playout import play_out
from tablee.replay import loads
from tablee.table import Table

SECONDS = 3.0


def matches_a_second(game: AnyGame, seats: int) -> tuple[float, float]:
    below, options = random.Random(1).randrange, game.options()
    count, plays, began = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        plays += play_out(game, seats, options, below)[1]
        count += 1
    return count / spent, plays / spent


def start_ratio() -> float:
    """How much longer `tablee --version` takes than a bare interpreter."""
    command = [sys.executable, "-c", "import sys; sys.argv[1:] = ['--version']; from tablee.cli import main; main()"]

    def once(argv: list[str]) -> float:
        began = time.perf_counter()
        subprocess.run(argv, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - began

    pairs = [(once(command), once([sys.executable, "-c", "pass"])) for _ in range(15)]
    return statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)


def big_room() -> tuple[float, float, int]:
    """Seconds to play and to replay a match with 500 seats, and the size of its record in bytes."""
    began = time.perf_counter()
    table = Table("take-it-easy", ["bot:random"] * 500, seed="bench")
    table.run()
    played = time.perf_counter()
    lines = table.record()
    loads(lines)
    return played - began, time.perf_counter() - played, sum(len(line) + 1 for line in lines)


def law_rate(entry: registry.Entry) -> float:
    began = time.perf_counter()
    plays = sum(walk.plays for walk in laws.check(entry, 20, random.Random(1).randrange))
    return plays / (time.perf_counter() - began)


def main() -> None:
    print(f"tablee --version: {start_ratio():.1f} × a bare interpreter")
    for entry in registry.all_games():
        game = entry.game
        seats = max(2, game.usual_seats[0])
        rate, plays = matches_a_second(game, seats)
        plain = f"{rate:,.0f} random matches/s, {plays:,.0f} plays/s ({seats} seats)"
        print(f"{game.id}: {plain}; under all laws {law_rate(entry):,.0f} plays/s")
    play, replay, size = big_room()
    print(f"500 seats: played by bots in {play:.1f} s, replayed in {replay:.1f} s, {size:,} bytes")


if __name__ == "__main__":
    no_arguments(__doc__)
    main()
