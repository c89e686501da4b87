"""Ultim' Limit, by Brian Yu."""

from tablee.games.ultim_limit.bots import Hasty, Sensible
from tablee.games.ultim_limit.expert import Expert
from tablee.games.ultim_limit.rules import UltimLimit

GAME = UltimLimit()
BOTS = {"expert": Expert, "sensible": Sensible, "random": Hasty}
FAST = "sensible"
