"""How near the expert of Ultim' Limit comes to the optimum: `python -m train.ultim_limit_steady GAMES [HANDS]`.

It plays alone, in Classic, by the real rules and deck, with the steady hands that train/ultim_limit_optimum.py solves, or with
others of hands.toml. The games are compiled; `tests/games/test_ultim_limit_champion.py` shows them equal to those at a table.
"""

from __future__ import annotations

import sys
from math import sqrt

from tablee.games.ultim_limit.kernels.champion import NO_MINDS
from tablee.games.ultim_limit.players.bots import hands
from tablee.games.ultim_limit.players.expert import Expert
from tablee.games.ultim_limit.rules import Options
from train.ultim_limit_champion import WIDE, play_games
from train.ultim_limit_games import EXPERT


class Steady(Expert):
    hands = hands("steady")


def main(games: int, pace: str) -> None:
    scores = play_games(Options(), [[EXPERT]] * games, NO_MINDS, 1, hands=pace).scores
    print(f"{games} games: {scores.mean():.2f} ± {WIDE * scores.std() / sqrt(games):.2f} (99 %)")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "steady")
