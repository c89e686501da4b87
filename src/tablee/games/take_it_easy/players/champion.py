"""The strong bots of Take it Easy!: they value every cell by the nets of `nets.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from statistics import mean
from typing import Any

from tablee.core.bot import Evaluator, Value
from tablee.core.game import Seat
from tablee.games.take_it_easy.players import variants
from tablee.games.take_it_easy.players.bots import extras
from tablee.games.take_it_easy.players.nets import FILE, LEAST, WIDE, Position, expect, load, value_cells
from tablee.games.take_it_easy.players.variants import VariantPosition, is_learnt, variant_position
from tablee.games.take_it_easy.rules import Action, Options, Place, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES
from tablee.kit.background import in_background
from tablee.kit.hexboard import Cell, Tile

Z95 = 1.96
CONCESSION = 1.0  # points


def position_of(view: View, seat: Seat) -> Position:
    """The seat's board before the tile that was called last."""
    return Position(BOARD.lay(view.calls, view.placed[seat][: len(view.calls) - 1]))


def boards_ahead(free: int) -> int:
    """How many boards are valued to expect what a board with so many free cells brings."""
    return (free + len(NAMES) - len(CELLS)) * min(WIDE, free)


def look_further(position: Position, tile: Tile, cells: Sequence[Cell]) -> dict[Cell, float]:
    """Values two tiles ahead of these cells."""
    found = {}
    for cell in cells:
        after = position.copy()
        after.draw(tile)
        found[cell] = after.put(cell, tile) + expect(after)
    return found


class Expert(Evaluator[Action, View]):
    """Puts each tile where the nets expect most, and looks a tile further ahead where cells are close."""

    weights = (FILE,)
    more_weights = (variants.FILE,)
    look_near: Callable[[Position, Tile], dict[Cell, float]] = staticmethod(value_cells)
    look_further: Callable[[Position, Tile, Sequence[Cell]], dict[Cell, float]] = staticmethod(look_further)

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        cells = [action.cell for action in legal if isinstance(action, Place)]
        if is_learnt(view):
            return self.variant_values(variant_position(view, self.seat, len(view.calls) - 1), view.calls[-1], cells)
        position = position_of(view, self.seat)
        if view.options != Options():
            return self.guess_values(position, view, cells)
        worth = self.worth(position, view.calls[-1])
        return [Value(position.score + worth[cell].mean, worth[cell].half_width) for cell in cells]

    def concession(self, view: View) -> float:
        """On the first tile: boards that begin alike would end alike."""
        return CONCESSION if len(view.calls) == 1 else 0.0

    def worth(self, position: Position, tile: Tile) -> dict[Cell, Value]:
        """What the tile and the rest of the game bring, on each free cell."""
        looks = self.look(position, tile)
        return {cell: Value(value, interval(position, ahead)) for cell, (value, ahead) in settle(looks).items()}

    def variant_values(self, position: VariantPosition, tile: Tile, cells: Sequence[Cell]) -> list[Value]:
        """One tile ahead, and two ahead where the best cells are close."""
        near = position.value_cells(tile, cells)
        best = sorted(cells, key=near.__getitem__, reverse=True)[:VARIANT_LOOKS]
        close = [cell for cell in best if near[cell] >= near[best[0]] - VARIANT_CLOSE]
        looks, free = [near], len(position.lines.open_cells())
        self.evaluations += len(near)
        if len(close) > 1 and free > LEAST:
            looks.append(position.look_further(tile, close))
            self.evaluations += len(close) * boards_ahead(free - 1)
        width, worth = position.half_width(free - 1), settle(looks)
        return [Value(position.score + worth[cell][0], width) for cell in cells]

    def guess_values(self, position: Position, view: View, cells: Sequence[Cell]) -> list[Value]:
        """One tile ahead, with `greedy`'s guess for rays and room."""
        near, more = self.look_near(position, view.calls[-1]), extras(view, self.seat)
        self.evaluations += len(near)
        return [Value(position.score + near[cell] + more[cell], interval(position, 1)) for cell in cells]

    def look(self, position: Position, tile: Tile) -> list[dict[Cell, float]]:
        """Values one tile ahead of all cells, and two ahead of the best two, if they are close."""
        near = self.look_near(position, tile)
        self.evaluations += len(near)
        best = sorted(near, key=near.__getitem__, reverse=True)[:2]
        if not LEAST < len(near) <= LATE or near[best[1]] < near[best[0]] - CLOSE:
            return [near]
        self.evaluations += len(best) * boards_ahead(len(near) - 1)
        return [near, self.look_further(position, tile, best)]


def interval(position: Position, ahead: int) -> float:
    """Half of the 95% interval of values that look so many tiles ahead, the called one included."""
    free = len(position.open_cells()) - 1
    return Z95 * load()[free].errors[ahead > 1] if free >= LEAST else 0.0


class Champion(Expert):
    """Looks two tiles ahead on the best cells, three on the best of these, and plays on where these are close.

    `budget` counts boards that are valued.
    """

    needs = "numba"

    def look(self, position: Position, tile: Tile) -> list[dict[Cell, float]]:
        found: list[dict[Cell, float]]
        found, boards = find_kernels().look_ahead(position, tile, self.budget or MANY)
        self.evaluations += boards
        return found

    def ready(self) -> bool:
        return not compiling().is_alive()


MANY = 250_000  # boards to value for one choice
VARIANT_CLOSE, VARIANT_LOOKS = 5.0, 4  # in a variant it looks again at up to so many cells, so close in points
CLOSE, LATE = 0.8, 13  # the expert looks again at two cells so close, in points, when so few cells or fewer are free


@cache
def find_kernels() -> Any:
    """The module with the kernels, or None without numba."""
    try:
        return import_module("tablee.games.take_it_easy.kernels.search")
    except ModuleNotFoundError:
        return None


def look_once() -> None:
    find_kernels().look_ahead(Position([*range(LEAST, len(CELLS)), *[None] * LEAST]), 0, MANY)


# Compiles the kernels. Where they have been compiled before, this takes a second, otherwise up to a minute.
compiling = in_background(look_once)


def settle(looks: Sequence[Mapping[Cell, float]]) -> dict[Cell, tuple[float, int]]:
    """The furthest look at each cell, and how far it went.

    A cell that was left out is no better than those looked at further, and its value moves as theirs did.
    """
    found = {cell: (value, 1) for cell, value in looks[0].items()}
    for ahead, look in enumerate(looks[1:], start=2):
        shift, least = mean(value - found[cell][0] for cell, value in look.items()), min(look.values())
        found = {cell: (min(value + shift, least), back) for cell, (value, back) in found.items()}
        found |= {cell: (value, ahead) for cell, value in look.items()}
    return found


def luck(view: View, seat: Seat) -> float:
    """How lucky the calls were for the seat: what each tile was worth more than the mean tile, by the nets, added up.

    Its expectation is 0, however the seat plays and whatever the options, so a score less its luck has the same mean as the
    score, and spreads much less.
    """
    if kernels := find_kernels():
        return float(kernels.luck(view.calls, view.placed[seat]))
    position, found = Position([None] * len(CELLS)), 0.0
    for tile, cell in zip(view.calls, view.placed[seat], strict=False):
        best = {other: max(value_cells(position, other).values()) for other in position.bag}
        found += best[tile] - mean(best.values())
        position.draw(tile)
        position.put(cell, tile)
    return found
