"""The judge of Take it Easy!: it values every cell by the nets of `nets.py`, so many tiles ahead, and leaves no cell out.

One tile ahead, an action is worth the points on the board and what the nets expect of it; a position before a call is worth the
mean, over all tiles in the bag, of the best cell. Two tiles ahead, an action is worth what one tile ahead the position after
it is. Where the nets do not know a variant, its rays and its room are guessed as `greedy` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from tablee.core.bot import Judge, Value
from tablee.core.game import total
from tablee.games.take_it_easy.players.bots import GOALS, REACH, reach
from tablee.games.take_it_easy.players.nets import FILE, Position, value_cells
from tablee.games.take_it_easy.rules import Action, Options, Place, State, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES
from tablee.kit.hexboard import Cell, Tile

# Half of the 95 % interval of a difference between two of the best cells, in points: for the first four tiles, the next four and
# so on. One tile ahead, that is how far differences are from those two tiles ahead, over ten games of `greedy`; two tiles ahead,
# how far they are from the champion's, over 14 games (`python -m bench.doubts`). The last tiles are valued exactly.
DOUBT = {1: (0.8, 1.8, 2.4, 2.5, 2.5), 2: (1.1, 2.2, 1.9, 1.3, 1.3)}
# By how many points the nets expect too little of boards with so many free cells: the corrections one tile ahead from there to
# the end, on average over four levels of bots (960 games). All cells of a decision get the same: it changes no loss.
SHORT = dict(enumerate((-0.14, -0.15, -0.1, 0.03, 0.06, 0.06, 0.06, 0.12, 0.24, 0.21, 0.21, 0.92, 1.3, 1.62, 1.36, 0.9), start=3))
EXACT = {1: 3, 2: 5}  # free cells; with so few, values are exact: every end of the game is looked at


class NetJudge(Judge[Action, View]):
    """Points at the end of the game, by the nets."""

    weights = (FILE,)
    depths: ClassVar[Mapping[int, str]] = {1: "", 2: "numba"}

    @classmethod
    def deepest(cls, options: Options) -> int:
        """The kernels do not know the variants."""
        return max(cls.depths) if options == Options() else 1

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        cells = [action.cell for action in legal if isinstance(action, Place)]
        worth = self._worth(view.calls[:-1], self._placed(view)[: len(view.calls) - 1], view.calls[-1], view.options)
        return [Value(worth[cell], 0.0) for cell in cells]

    def doubt(self, view: View) -> float:
        plain = view.options == Options()
        calls = len(view.calls)
        return 0.0 if plain and calls > len(CELLS) - EXACT[self.depth] else DOUBT[self.depth][(calls - 1) // 4]

    def outlook(self, view: View, now: int) -> Value:
        placed, calls = self._placed(view), view.calls
        if len(placed) == len(CELLS):
            return Value(float(total(self.game.sheet(view, self.seat))), 0.0)
        bests = [max(self._worth(calls, placed, tile, view.options).values()) for tile in range(len(NAMES)) if tile not in calls]
        return Value(sum(bests) / len(bests), 0.0)

    def _placed(self, view: View) -> tuple[Cell, ...]:
        return view.placed[self.seat]

    def _worth(self, calls: tuple[Tile, ...], placed: tuple[Cell, ...], tile: Tile, options: Options) -> Mapping[Cell, float]:
        """What the game will bring with this tile, called next, on each cell where it may go."""
        position = Position(BOARD.lay(calls, placed))
        if self.depth > 1:
            ahead: dict[Cell, float] = import_kernels().values_ahead(position.board, tile)
        else:
            ahead = value_cells(position, tile)
        short = 0.0 if len(ahead) <= EXACT[self.depth] else SHORT[len(ahead) - self.depth]
        already = position.score + short
        found = {cell: already + value for cell, value in ahead.items()}
        if options == Options():
            return found
        legal = self.game.legal(State(options, (*calls, tile), (placed,)), 0)
        cells = [place.cell for place in legal if isinstance(place, Place)]
        return {cell: found[cell] + guess(options, (*calls, tile), (*placed, cell)) for cell in cells}


def import_kernels() -> Any:
    return import_module("tablee.games.take_it_easy.kernels.ahead")


def guess(options: Options, calls: tuple[Tile, ...], placed: tuple[Cell, ...]) -> float:
    """What a board promises in a variant, beside its lines: rays, and room for the next tile where it may not go anywhere."""
    board = BOARD.lay(calls, placed)
    bag, draws = [tile for tile in range(len(NAMES)) if tile not in calls], len(CELLS) - len(calls)
    rays = sum(goal.hope(board, bag, draws) for goal in GOALS[options.rays])
    return rays + (REACH * reach(board, options.placement) if options.placement != "free" else 0.0)
