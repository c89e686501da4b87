"""Bots for Starter Game."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.bot import Bot

from ..rules import Action, View


class Steady(Bot[Action, View]):
    """Bids about as much as the prize is worth."""

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        worth = view.prizes[-1] + self.below(3) - 1
        return min(legal, key=lambda action: abs(action.card - worth))
