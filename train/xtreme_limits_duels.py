"""Lets the champion of Xtreme Limits play against the expert.

python -m train.xtreme_limits_duels SEATS DEALS
"""

from __future__ import annotations

import sys

from tablee.core import registry
from tablee.fair import seeded_secret
from train.duels import duel

if __name__ == "__main__":
    players, number = map(int, sys.argv[1:])
    duel(registry.find("xtreme-limits"), players, number, "champion", "expert", lambda deal: seeded_secret("xt", players, deal))
