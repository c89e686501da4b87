"""Take it Easy!, by Peter Burley."""

from tablee.games.take_it_easy.bots import Greedy
from tablee.games.take_it_easy.rules import TakeItEasy

GAME = TakeItEasy()
BOTS = {"greedy": Greedy}
