"""Lets the champion of Xtreme Limits play against another bot, the expert by default.

python -m train.xtreme_limits_duels SEATS DEALS [RIVAL] [OPTION=VALUE …]
"""

from __future__ import annotations

import sys

from tablee.core import registry
from tablee.fair import seeded_secret
from train.duels import duel

if __name__ == "__main__":
    players, number, *more = sys.argv[1:]
    options = dict(word.split("=") for word in more if "=" in word)
    (rival,) = [word for word in more if "=" not in word] or ["expert"]
    duel(
        registry.find("xtreme-limits"),
        int(players),
        int(number),
        "champion",
        rival,
        lambda deal: seeded_secret("xtreme", players, deal),
        **{name: int(value) if value.isdigit() else value for name, value in options.items()},
    )
