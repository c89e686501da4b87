"""People who play Take it to the Limit!, by the expert's weights without a second look."""

from __future__ import annotations

from tablee.bots.people import LadderBot
from tablee.core.bot import Chance, Evaluator
from tablee.core.game import total
from tablee.games.take_it_to_the_limit.actions import Action, Place
from tablee.games.take_it_to_the_limit.players.expert import Expert
from tablee.games.take_it_to_the_limit.players.outlook import FILE
from tablee.games.take_it_to_the_limit.rules import View, lay
from tablee.games.take_it_to_the_limit.setting import setting
from tablee.games.take_it_to_the_limit.tiles import TILES


class PlacesTiles(LadderBot[Action, View]):
    weights = (FILE,)

    def feel(self, chance: Chance) -> Evaluator[Action, View]:
        expert = Expert(self.game, self.seat, chance)
        if self.temper.slip:
            expert.budget = 1  # too few for a second look
        return expert

    def progress(self, view: View) -> float:
        return len(view.table.calls) / setting(view.table.options).calls

    def boldness(self, view: View, action: Action) -> float:
        """The points that the tile's lines on the board would bring, as far as nothing speaks against them."""
        s, tableau = view.table, lay(view.table, self.seat)
        if not isinstance(action, Place) or action.to not in tableau.kind.cells:
            return 0.0
        cell, values, hope = tableau.kind.cells[action.to], TILES.values[s.calls[-1]], 0
        for line in tableau.kind.lines:
            value = values[line.direction]
            shown = (tableau.board[at] for at in line.cells)
            if cell in line.cells and all(tile is None or TILES.values[tile][line.direction] == value for tile in shown):
                hope += value * len(line.cells)
        return hope

    def sure(self, view: View, action: Action) -> float:
        return total(self.game.sheet_after(view, self.seat, action)) - total(self.game.sheet(view, self.seat))
