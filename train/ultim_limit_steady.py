"""How near the expert of Ultim' Limit comes to the optimum: `python -m train.ultim_limit_steady GAMES`.

It plays alone, in Classic, with the steady hands that train/ultim_limit_optimum.py solves, by the real rules and deck.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev

from tablee.core import registry
from tablee.games.ultim_limit.players.bots import hands
from tablee.games.ultim_limit.players.expert import Expert
from tablee.table import Table


class Steady(Expert):
    hands = hands("steady")


def main(games: int) -> None:
    entry = replace(registry.find("ultim-limit"), bots={"steady": Steady})
    scores = []
    for game in range(games):
        table = Table(entry, ["bot:steady"], seed=f"steady {game}")
        table.run()
        scores.append(table.match.result().scores[0])
    print(f"{games} games: {mean(scores):.2f} ± {1.96 * stdev(scores) / sqrt(games):.2f} (95 %)")


if __name__ == "__main__":
    main(int(sys.argv[1]))
