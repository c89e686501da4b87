"""People who play Take it Easy!, by the nets one tile ahead."""

from __future__ import annotations

from tablee.bots.people import LadderBot
from tablee.core.bot import Chance, Evaluator
from tablee.core.game import total
from tablee.games.take_it_easy.players.champion import Expert
from tablee.games.take_it_easy.players.nets import AT, FILE, Position
from tablee.games.take_it_easy.rules import Action, Place, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, TILES
from tablee.kit.hexboard import Cell, Tile


class OneTileAhead(Expert):
    """The expert without a second look."""

    def look(self, position: Position, tile: Tile) -> list[dict[Cell, float]]:
        return [self.look_near(position, tile)]


class PlacesTiles(LadderBot[Action, View]):
    weights = (FILE,)

    def feel(self, chance: Chance) -> Evaluator[Action, View]:
        return (OneTileAhead if self.temper.slip else Expert)(self.game, self.seat, chance)

    def progress(self, view: View) -> float:
        return len(view.calls) / len(CELLS)

    def boldness(self, view: View, action: Action) -> float:
        """The points that the tile's lines would bring, as far as nothing speaks against them."""
        assert isinstance(action, Place)
        called, board = view.calls[-1], BOARD.lay(view.calls, view.placed[self.seat][: len(view.calls) - 1])
        hope = 0
        for number in AT[action.cell]:
            line = BOARD.lines[number]
            value = TILES.values[called][line.direction]
            if all(tile is None or TILES.values[tile][line.direction] == value for tile in map(board.__getitem__, line.cells)):
                hope += value * len(line.cells)
        return hope

    def sure(self, view: View, action: Action) -> float:
        return total(self.game.sheet_after(view, self.seat, action)) - total(self.game.sheet(view, self.seat))
