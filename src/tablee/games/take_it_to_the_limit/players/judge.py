"""The judge of Take it to the Limit!: it values every place for a tile by the weights of `outlook.py`, and leaves none out.

One tile ahead, an action is worth what the weights expect of the boards after it; a position before a call is worth the mean of
the best place over all tiles left. With the last tile and the relocation, values are exact. Where scrapyards are compared (R21,
R22), values contain what the seat will probably pay, so what others do changes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from tablee.core.bot import Judge, Value
from tablee.core.game import Seat, total
from tablee.games.take_it_to_the_limit.actions import Action, Relocate
from tablee.games.take_it_to_the_limit.players.expert import are_compared, burial_costs, place_costs, yard_positions
from tablee.games.take_it_to_the_limit.players.outlook import FILE
from tablee.games.take_it_to_the_limit.players.position import Position, outlook_of
from tablee.games.take_it_to_the_limit.rules import State, View, lay
from tablee.games.take_it_to_the_limit.scoring import best_relocation, sheet_of, yard_values
from tablee.games.take_it_to_the_limit.setting import setting
from tablee.games.take_it_to_the_limit.tableau import relocated
from tablee.games.take_it_to_the_limit.tiles import YARD_CELLS, YARD_NAMES
from tablee.kit.hexboard import Tile

# Half of the 95 % interval of a difference between two of the best places, in points, by quarters of a game: how far differences
# are from those of a look two tiles ahead, over three games of `greedy`. The last tile and the relocation are valued exactly,
# except where scrapyards are compared.
DOUBT = {"nexus": (5.0, 8.5, 11.2, 15.9), "orchid": (6.2, 7.2, 7.2, 7.2)}
HEAP = ""  # instead of a place: wherever tiles go that are not on a board


class OutlookJudge(Judge[Action, View]):
    """Points at the end of the game, by the weights."""

    weights = (FILE,)
    depths: ClassVar[Mapping[int, str]] = {1: ""}
    known: Any = None  # what tells the position before the last call from others …
    before: Position  # … and this position itself
    worths: dict[Tile, dict[str, float]]  # what is known of its values: by the tile that is called, then by place
    all_known: Any = None  # the same for those of all seats, where scrapyards are compared
    all_before: list[Position]

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        s = view.table
        if isinstance(legal[0], Relocate):
            return [Value(self._relocated(s, move), 0.0) for move in legal if isinstance(move, Relocate)]
        if len(s.placed[self.seat]) == len(s.calls):
            return [Value(value, 0.0) for value in self._burials(s, legal)]
        worth = self._places(s)
        return [Value(worth[self.game.write(place)], 0.0) for place in legal]

    def doubt(self, view: View) -> float:
        s = view.table
        calls, doubts = setting(s.options).calls, DOUBT[s.options.board]
        if len(s.calls) < calls:
            return doubts[4 * len(s.calls) // calls]
        return doubts[-1] if are_compared(s.options) else 0.0  # others choose at the same time

    def outlook(self, view: View, now: int) -> Value:
        """The mean over the tiles left of what the best place for each is worth. What others have not shown yet is not known."""
        s = view.table
        if len(s.calls) == setting(s.options).calls:
            return Value(self._full(s), 0.0)
        called = set(s.calls)
        tiles = [call.tile for call in setting(s.options).pool if call.tile not in called]
        return Value(sum(max(self._places(_call(s, tile)).values()) for tile in tiles) / len(tiles), 0.0)

    def _places(self, s: State) -> dict[str, float]:
        """What the game will bring with the called tile on each place where it may go."""
        texts = [self.game.write(place) for place in self.game.legal(s, self.seat)]
        if len(s.calls) == setting(s.options).calls:
            return {to: self._full(_place(s, self.seat, to)) for to in texts}
        worth, costs = self._worth(s), place_costs(s, self.seat, s.calls[-1], self._positions(s))
        return {to: worth.get(to, worth[HEAP]) - costs.get(to, costs[""]) for to in texts}

    def _worth(self, s: State) -> dict[str, float]:
        """By the weights, which do not know what scrapyards cost that are compared. What others do does not change it."""
        key = s.options, s.calls[:-1], s.placed[self.seat], s.buried[self.seat]
        outlook, tile = outlook_of(s.options), s.calls[-1]
        if key != self.known:
            self.known, self.worths = key, {}
            self.before = Position(outlook, _uncall(s), self.seat)
        if tile not in self.worths:
            values = self.value_call(tile)
            names = [*outlook.ground.kind.names, *YARD_NAMES][: len(values) - 1]
            self.worths[tile] = dict(zip([*names, HEAP], values, strict=True))
        return self.worths[tile]

    def value_call(self, tile: Tile) -> list[float]:
        """With this tile, called next, on each place, and at last on the heap."""
        return self.before.called(tile).values(tile)

    def _positions(self, s: State) -> list[Position]:
        """Of all seats, where scrapyards are compared."""
        if not are_compared(s.options):
            return []
        key = s.options, s.calls[:-1], s.placed, s.buried
        if key != self.all_known:
            self.all_known, self.all_before = key, yard_positions(_uncall(s))
        return [position.called(s.calls[-1]) for position in self.all_before]

    def _relocated(self, s: State, move: Relocate) -> float:
        tableau = lay(s, self.seat)
        return total(sheet_of(relocated(tableau.board, tableau.reserve, move), s.options, ()))

    def _full(self, s: State) -> float:
        """With all tiles placed: the score, except for what scrapyards may cost that are still to be compared."""
        tableau, options = lay(s, self.seat), s.options
        if options.board == "orchid":
            move = s.moved[self.seat]
            tableau = best_relocation(tableau.board, tableau.reserve, options) if move is None else tableau
            return total(sheet_of(tableau, options, ()))
        if not are_compared(options):
            return total(sheet_of(tableau, options, yard_values([tableau])))
        return total(sheet_of(tableau, options, ())) - place_costs(s, self.seat, s.calls[-1])[""]

    def _burials(self, s: State, legal: Sequence[Action]) -> list[float]:
        """R22: the tile is another seat's; what it changes is how probably this seat pays."""
        last, costs = len(s.calls) == setting(s.options).calls, burial_costs(s, self.seat)
        tableau = lay(s, self.seat)
        value = total(sheet_of(tableau, s.options, ())) if last else Position(outlook_of(s.options), s, self.seat).value()
        return [value - costs[YARD_CELLS[self.game.write(place)]] for place in legal]


def _call(s: State, tile: Tile) -> State:
    return replace(s, calls=(*s.calls, tile))


def _uncall(s: State) -> State:
    """Before the last call."""
    return replace(s, calls=s.calls[:-1])


def _place(s: State, seat: Seat, to: str) -> State:
    return replace(s, placed=(*s.placed[:seat], (*s.placed[seat], to), *s.placed[seat + 1 :]))
