"""Xtreme Limits, by Roberto Fraga."""

from tablee.games.xtreme_limits.bots import Random, Sensible
from tablee.games.xtreme_limits.rules import XtremeLimits

GAME = XtremeLimits()
BOTS = {"random": Random, "sensible": Sensible}
