"""Xtreme Limits, by Roberto Fraga."""

from tablee.games.xtreme_limits.bots import Random, Sensible
from tablee.games.xtreme_limits.expert import Expert
from tablee.games.xtreme_limits.rules import XtremeLimits

GAME = XtremeLimits()
BOTS = {"expert": Expert, "random": Random, "sensible": Sensible}
FAST = "sensible"
