"""Bots for Take it Easy!."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.bot import Bot
from tablee.games.take_it_easy.rules import Action, View


class Greedy(Bot[Action, View]):
    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        return legal[0]
