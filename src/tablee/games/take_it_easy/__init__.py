"""Take it Easy!, by Peter Burley."""

from tablee.games.take_it_easy.bots import Greedy
from tablee.games.take_it_easy.luck import luck_of_calls
from tablee.games.take_it_easy.rules import TakeItEasy
from tablee.games.take_it_easy.solver import BestBoard

GAME = TakeItEasy()
BOTS = {"greedy": Greedy}
SOLVER = BestBoard()
LUCK = luck_of_calls
