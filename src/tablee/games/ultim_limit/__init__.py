"""Ultim' Limit, by Brian Yu."""

from tablee.games.ultim_limit.bots import Hasty, Sensible
from tablee.games.ultim_limit.rules import UltimLimit

GAME = UltimLimit()
BOTS = {"random": Hasty, "sensible": Sensible}
