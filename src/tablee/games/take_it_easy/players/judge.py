"""The judge of Take it Easy!: it values every cell by the nets of `nets.py`, so many tiles ahead, and leaves no cell out.

One tile ahead, an action is worth the points on the board and what the nets expect of it; a position before a call is worth the
mean, over all tiles in the bag, of the best cell. Two tiles ahead, an action is worth what one tile ahead the position after
it is. In a variant, learnt corrections of the nets (`variants.py`) are part of a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from tablee.core.bot import Judge, Value
from tablee.core.game import total
from tablee.games.take_it_easy.players import variants
from tablee.games.take_it_easy.players.nets import FILE, Position, value_cells
from tablee.games.take_it_easy.players.variants import variant_position
from tablee.games.take_it_easy.rules import Action, Options, Place, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES
from tablee.kit.hexboard import Cell, Tile

# Half of the 95 % interval of a difference between two of the best cells, in points: for the first four tiles, the next four and
# so on. One tile ahead, that is how far differences are from those two tiles ahead, over ten games of `greedy`; two tiles ahead,
# how far they are from the champion's, over 14 games (`python -m bench.doubts`). The last three tiles are valued exactly.
DOUBT = {1: (0.8, 1.8, 2.4, 2.5, 2.5), 2: (1.1, 2.2, 1.9, 1.3, 1.3)}
VARIANT_DOUBT = (2.9, 4.6, 5.3, 6.3, 6.3)  # the same in variants, as `python -m train.take_it_easy_variants` tells it
# By how many points the nets expect too little of boards with so many free cells: the corrections one tile ahead from there to
# the end, on average over four levels of bots (960 games). All cells of a decision get the same: it changes no loss.
SHORT = dict(enumerate((-0.14, -0.15, -0.1, 0.03, 0.06, 0.06, 0.06, 0.12, 0.24, 0.21, 0.21, 0.92, 1.3, 1.62, 1.36, 0.9), start=3))
EXACT = 3  # free cells; with so few, values are exact


class NetJudge(Judge[Action, View]):
    """Points at the end of the game, by the nets."""

    weights = (FILE,)
    more_weights = (variants.FILE,)
    depths: ClassVar[Mapping[int, str]] = {1: "", 2: "numba"}

    @classmethod
    def deepest(cls, options: Options) -> int:
        """The kernels do not know the variants."""
        return max(cls.depths) if options == Options() else 1

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        worth = self._worth(view, len(view.calls) - 1, view.calls[-1])
        return [Value(worth[action.cell], 0.0) for action in legal if isinstance(action, Place)]

    def doubt(self, view: View) -> float:
        calls, contested = len(view.calls), view.options.rays == "best" and len(view.placed) > 1
        if calls > len(CELLS) - EXACT and not contested:
            return 0.0
        return (DOUBT[self.depth] if view.options == Options() else VARIANT_DOUBT)[(calls - 1) // 4]

    def outlook(self, view: View, now: int) -> Value:
        calls = len(view.placed[self.seat])
        if calls == len(CELLS):
            return Value(float(total(self.game.sheet(view, self.seat))), 0.0)
        bests = [max(self._worth(view, calls, tile).values()) for tile in range(len(NAMES)) if tile not in view.calls]
        return Value(sum(bests) / len(bests), 0.0)

    def _worth(self, view: View, calls: int, tile: Tile) -> Mapping[Cell, float]:
        """What the game will bring with this tile, called next after so many, on each cell where it may go."""
        if view.options != Options():
            there = variant_position(view, self.seat, calls)
            return {cell: there.score + value for cell, value in there.value_cells(tile, there.legal(tile)).items()}
        position = Position(BOARD.lay(view.calls, view.placed[self.seat][:calls]))
        if self.depth > 1:
            ahead: dict[Cell, float] = import_kernels().values_ahead(position.board, tile)
        else:
            ahead = value_cells(position, tile)
        already = position.score + SHORT.get(len(ahead) - self.depth, 0.0)
        return {cell: already + value for cell, value in ahead.items()}


def import_kernels() -> Any:
    return import_module("tablee.games.take_it_easy.kernels.ahead")
