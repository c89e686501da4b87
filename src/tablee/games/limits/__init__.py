"""Limits, by Uwe Rosenberg."""

from pathlib import Path

from tablee.bots.people import ladder
from tablee.games.limits.highlights import highlights
from tablee.games.limits.players.bots import Forgetful, ForgetfulEasy, Greedy, Memory
from tablee.games.limits.players.champion import Champion
from tablee.games.limits.players.expert import Expert
from tablee.games.limits.players.judge import RoundJudge
from tablee.games.limits.players.people import LaysCards
from tablee.games.limits.rules import Limits

GAME = Limits()
BOTS = {
    "champion": Champion,
    "expert": Expert,
    "memory": Memory,
    "greedy": Greedy,
    "forgetful": Forgetful,
    "forgetful-easy": ForgetfulEasy,
}
FAST = "greedy"
JUDGE = RoundJudge
HIGHLIGHTS = highlights
LADDER = ladder(LaysCards, Path(__file__).parent)
