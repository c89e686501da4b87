"""The expert of Ultim' Limit against on-screen aids and fast hands: `python -m train.ultim_limit_fast_hands MATCHES`.

The rival is a script. It never misses a sum, because the screen lights up the cards that the dice can take, and takes them
by short clicks. It turns the glass with the first double after 20 s, and stops shortly before the glass may run out. The
expert plays with its usual hands, and then with the same fast ones.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev

from tablee.core import registry
from tablee.games.ultim_limit.actions import ROLL, STOP, ULTIM_GLASS, Action
from tablee.games.ultim_limit.players.bots import PacedBot, Span, best_plan, worth_of
from tablee.games.ultim_limit.players.expert import Expert
from tablee.games.ultim_limit.rules import PublicState, View
from tablee.table import Table

FAST: dict[str, Span] = {
    "look": (250, 500),
    "refill": (0, 50),
    "go": (1000, 2000),
    "roll": (150, 300),
    "take": (200, 400),
    "stop": (100, 200),
    "ultim": (200, 400),
    "keep": (3000, 6000),
}
TURNS_FROM, MARGIN = 20_000, 900  # ms


class Aided(PacedBot):
    hands = FAST

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        return legal[0] if STOP not in legal else self.turn(view.seen, now)

    def turn(self, seen: PublicState, now: int) -> Action:
        ran = seen.ran(now)
        if seen.may_ultim and ran > TURNS_FROM:
            return ULTIM_GLASS
        end = 100 * seen.options.glass_from if seen.turned is None else 2 * seen.ran(seen.turned)
        if ran > end - MARGIN:
            return STOP
        _, take = best_plan(seen, worth_of((*seen.loot[self.seat], *seen.taken)), seen.row, seen.unspent)
        return take or ROLL


class FastExpert(Expert):
    hands = FAST


BOTS = {"expert": Expert, "fast expert": FastExpert, "aided": Aided}


def main(matches: int) -> None:
    entry = replace(registry.find("ultim-limit"), bots=BOTS)
    for name in ("expert", "fast expert"):
        scores: list[tuple[int, int]] = []
        for number in range(matches):
            pair = (name, "aided") if number % 2 else ("aided", name)
            table = Table(entry, [f"bot:{bot}" for bot in pair], seed=f"fast hands {number}")
            table.run()
            mine, rival = (table.match.result().scores[pair.index(bot)] for bot in (name, "aided"))
            scores.append((mine, rival))
        lead = [mine - rival for mine, rival in scores]
        means = " to ".join(f"{mean(of):.1f}" for of in zip(*scores, strict=True))
        print(f"{name}: {means}; lead {mean(lead):+.1f} ± {2.576 * stdev(lead) / sqrt(matches):.1f} (99 %), {matches} matches")


if __name__ == "__main__":
    main(int(sys.argv[1]))
