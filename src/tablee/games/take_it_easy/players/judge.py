"""The judge of Take it Easy!: it values every cell by the nets of `nets.py`, so many tiles ahead, and leaves no cell out.

One tile ahead, an action is worth the points on the board and what the nets expect of it; a position before a call is worth the
mean, over all tiles in the bag, of the best cell. Two tiles ahead, an action is worth what one tile ahead the position after
it is. In a variant, learnt corrections of the nets (`variants.py`) are part of a value; where several seats compete for the best
rays, these and the room are guessed as `greedy` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from tablee.core.bot import Judge, Value
from tablee.core.game import total
from tablee.games.take_it_easy.players import variants
from tablee.games.take_it_easy.players.bots import GOALS, REACH, reach
from tablee.games.take_it_easy.players.nets import FILE, Position, value_cells
from tablee.games.take_it_easy.players.variants import is_learnt, variant_position
from tablee.games.take_it_easy.rules import Action, Options, Place, State, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES
from tablee.kit.hexboard import Cell, Tile

# Half of the 95 % interval of a difference between two of the best cells, in points: for the first four tiles, the next four and
# so on. One tile ahead, that is how far differences are from those two tiles ahead, over ten games of `greedy`; two tiles ahead,
# how far they are from the champion's, over 14 games (`python -m bench.doubts`). The last tiles are valued exactly.
DOUBT = {1: (0.8, 1.8, 2.4, 2.5, 2.5), 2: (1.1, 2.2, 1.9, 1.3, 1.3)}
VARIANT_DOUBT = (3.0, 4.6, 5.2, 6.2, 6.2)  # the same in variants, as `python -m train.take_it_easy_variants` tells it
# By how many points the nets expect too little of boards with so many free cells: the corrections one tile ahead from there to
# the end, on average over four levels of bots (960 games). All cells of a decision get the same: it changes no loss.
SHORT = dict(enumerate((-0.14, -0.15, -0.1, 0.03, 0.06, 0.06, 0.06, 0.12, 0.24, 0.21, 0.21, 0.92, 1.3, 1.62, 1.36, 0.9), start=3))
EXACT = {1: 3, 2: 5}  # free cells; with so few, values are exact: every end of the game is looked at


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
        calls, learnt = len(view.calls), is_learnt(view)
        if calls > len(CELLS) - EXACT[self.depth] and (learnt or view.options == Options()):
            return 0.0
        return (VARIANT_DOUBT if learnt else DOUBT[self.depth])[(calls - 1) // 4]

    def outlook(self, view: View, now: int) -> Value:
        calls = len(view.placed[self.seat])
        if calls == len(CELLS):
            return Value(float(total(self.game.sheet(view, self.seat))), 0.0)
        bests = [max(self._worth(view, calls, tile).values()) for tile in range(len(NAMES)) if tile not in view.calls]
        return Value(sum(bests) / len(bests), 0.0)

    def _worth(self, view: View, calls: int, tile: Tile) -> Mapping[Cell, float]:
        """What the game will bring with this tile, called next after so many, on each cell where it may go."""
        if is_learnt(view):
            there = variant_position(view, self.seat, calls)
            return {cell: there.score + value for cell, value in there.value_cells(tile, there.legal(tile)).items()}
        position = Position(BOARD.lay(view.calls, view.placed[self.seat][:calls]))
        if self.depth > 1:
            ahead: dict[Cell, float] = import_kernels().values_ahead(position.board, tile)
        else:
            ahead = value_cells(position, tile)
        short = 0.0 if len(ahead) <= EXACT[self.depth] else SHORT[len(ahead) - self.depth]
        already = position.score + short
        found = {cell: already + value for cell, value in ahead.items()}
        if view.options == Options():
            return found
        called, placed = (*view.calls[:calls], tile), view.placed[self.seat][:calls]
        legal = self.game.legal(State(view.options, called, (placed,)), 0)
        cells = [place.cell for place in legal if isinstance(place, Place)]
        return {cell: found[cell] + guess(view.options, called, (*placed, cell)) for cell in cells}


def import_kernels() -> Any:
    return import_module("tablee.games.take_it_easy.kernels.ahead")


def guess(options: Options, calls: tuple[Tile, ...], placed: tuple[Cell, ...]) -> float:
    """What a board promises in a variant, beside its lines: rays, and room for the next tile where it may not go anywhere."""
    board = BOARD.lay(calls, placed)
    bag, draws = [tile for tile in range(len(NAMES)) if tile not in calls], len(CELLS) - len(calls)
    rays = sum(goal.hope(board, bag, draws) for goal in GOALS[options.rays])
    return rays + (REACH * reach(board, options.placement) if options.placement != "free" else 0.0)
