"""Ultim' Limit, by Brian Yu."""

from pathlib import Path

from tablee.bots.people import ladder
from tablee.games.ultim_limit.highlights import highlights
from tablee.games.ultim_limit.players.bots import FirstGame, Hasty, Sensible
from tablee.games.ultim_limit.players.expert import Expert
from tablee.games.ultim_limit.players.judge import PlanJudge
from tablee.games.ultim_limit.players.people import RollsDice
from tablee.games.ultim_limit.rules import UltimLimit

GAME = UltimLimit()
BOTS = {"expert": Expert, "sensible": Sensible, "first-game": FirstGame, "random": Hasty}
FAST = "sensible"
JUDGE = PlanJudge
HIGHLIGHTS = highlights
LADDER = ladder(RollsDice, Path(__file__).parent)
