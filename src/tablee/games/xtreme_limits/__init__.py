"""Xtreme Limits, by Roberto Fraga."""

from tablee.games.xtreme_limits.bots import FirstGame, Random, Sensible
from tablee.games.xtreme_limits.expert import Expert
from tablee.games.xtreme_limits.rules import XtremeLimits

GAME = XtremeLimits()
BOTS = {"expert": Expert, "sensible": Sensible, "first-game": FirstGame, "random": Random}
FAST = "sensible"
