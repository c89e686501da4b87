"""Take it to the Limit!, by Peter Burley."""

from tablee.games.take_it_to_the_limit.bots import FirstGame, Greedy
from tablee.games.take_it_to_the_limit.rules import TakeItToTheLimit
from tablee.games.take_it_to_the_limit.solver import BestBoards

GAME = TakeItToTheLimit()
BOTS = {"greedy": Greedy, "first-game": FirstGame}
SOLVER = BestBoards()
