"""Xtreme Limits, by Roberto Fraga."""

from pathlib import Path

from tablee.bots.people import ladder
from tablee.games.xtreme_limits.players.bots import FirstGame, Random, Sensible
from tablee.games.xtreme_limits.players.champion import Champion
from tablee.games.xtreme_limits.players.expert import Expert
from tablee.games.xtreme_limits.players.judge import RoundJudge
from tablee.games.xtreme_limits.players.people import MovesHands
from tablee.games.xtreme_limits.rules import XtremeLimits

GAME = XtremeLimits()
BOTS = {"champion": Champion, "expert": Expert, "sensible": Sensible, "first-game": FirstGame, "random": Random}
FAST = "sensible"
JUDGE = RoundJudge
LADDER = ladder(MovesHands, Path(__file__).parent)
