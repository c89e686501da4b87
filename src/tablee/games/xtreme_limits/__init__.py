"""Xtreme Limits, by Roberto Fraga."""

from tablee.games.xtreme_limits.players.bots import FirstGame, Random, Sensible
from tablee.games.xtreme_limits.players.expert import Champion, Expert
from tablee.games.xtreme_limits.players.judge import RoundJudge
from tablee.games.xtreme_limits.rules import XtremeLimits

GAME = XtremeLimits()
BOTS = {"champion": Champion, "expert": Expert, "sensible": Sensible, "first-game": FirstGame, "random": Random}
FAST = "sensible"
JUDGE = RoundJudge
