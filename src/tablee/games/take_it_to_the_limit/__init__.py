"""Take it to the Limit!, by Peter Burley."""

from pathlib import Path

from tablee.bots.people import ladder
from tablee.core.bot import MakeBot
from tablee.games.take_it_to_the_limit.players.bots import FirstGame, Greedy
from tablee.games.take_it_to_the_limit.players.champion import Champion
from tablee.games.take_it_to_the_limit.players.expert import Expert
from tablee.games.take_it_to_the_limit.players.judge import OutlookJudge
from tablee.games.take_it_to_the_limit.players.people import PlacesTiles
from tablee.games.take_it_to_the_limit.rules import TakeItToTheLimit
from tablee.games.take_it_to_the_limit.solver import BestBoards

GAME = TakeItToTheLimit()
BOTS: dict[str, MakeBot] = {"champion": Champion, "expert": Expert, "greedy": Greedy, "first-game": FirstGame}
FAST = "greedy"
SOLVER = BestBoards()
JUDGE = OutlookJudge
LADDER = ladder(PlacesTiles, Path(__file__).parent)
