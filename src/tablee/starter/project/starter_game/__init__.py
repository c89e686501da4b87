"""Starter Game."""

from tablee.core.bot import MakeBot

from .players.bots import Steady
from .rules import StarterGame

GAME = StarterGame()
BOTS: dict[str, MakeBot] = {"steady": Steady}
