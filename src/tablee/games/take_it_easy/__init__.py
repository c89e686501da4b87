"""Take it Easy!, by Peter Burley."""

from pathlib import Path

from tablee.bots.people import ladder
from tablee.core.bot import MakeBot
from tablee.games.take_it_easy.players.bots import FirstGame, Greedy
from tablee.games.take_it_easy.players.champion import Champion, Expert, luck
from tablee.games.take_it_easy.players.judge import NetJudge
from tablee.games.take_it_easy.players.people import PlacesTiles
from tablee.games.take_it_easy.rules import TakeItEasy
from tablee.games.take_it_easy.solver import BestBoard

GAME = TakeItEasy()
BOTS: dict[str, MakeBot] = {"champion": Champion, "expert": Expert, "greedy": Greedy, "first-game": FirstGame}
FAST = "greedy"  # up to 500 seats may need a stand-in at once
SOLVER = BestBoard()
LUCK = luck
JUDGE = NetJudge
LADDER = ladder(PlacesTiles, Path(__file__).parent)
