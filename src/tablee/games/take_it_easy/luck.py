"""The luck of the calls in Take it Easy!"""

from __future__ import annotations

from typing import Any

from tablee.games.take_it_easy.rules import State
from tablee.games.take_it_easy.tiles import CELLS, TILES

WORTH = tuple(map(sum, TILES.values))  # by tile
USUAL = sum(WORTH) * len(CELLS) / len(WORTH)


def luck_of_calls(match: Any) -> tuple[float, ...]:
    """By how much the numbers on the called tiles add up to more than they do on average: the same for every seat."""
    state: State = match.state
    luck = sum(WORTH[tile] for tile in state.calls) - USUAL
    return (luck,) * len(state.placed)
