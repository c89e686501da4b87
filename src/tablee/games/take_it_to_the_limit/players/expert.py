"""The expert of Take it to the Limit!: it values every place for a tile by the weights of `outlook.py`.

Where scrapyards are compared (R21, R22), it adds what this seat will probably pay, given what all scrapyards promise.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from math import exp, prod

from tablee.core.bot import Evaluator, Value
from tablee.core.game import Seat, total
from tablee.games.take_it_to_the_limit.actions import DISCARD, Action, Relocate
from tablee.games.take_it_to_the_limit.players import rows
from tablee.games.take_it_to_the_limit.players.ground import FREE, Desk
from tablee.games.take_it_to_the_limit.players.outlook import FILE, OUTLOOKS, STEP, Outlook, load
from tablee.games.take_it_to_the_limit.rules import State, View, lay
from tablee.games.take_it_to_the_limit.scoring import best_relocation, sheet_of
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tableau import relocated
from tablee.games.take_it_to_the_limit.tiles import NEXUS, POINTS, RESERVED, YARD, YARD_CELLS, YARD_NAMES
from tablee.kit.hexboard import Cell, Tile

OUTLOOK_OF = {options: outlook for outlook in OUTLOOKS for options in outlook.options}
CONCESSION = 2.0  # points
SPREAD = 6.0  # of the points that a scrapyard will have, about what it promises now …
SPREAD_EACH = 2.0  # … and so much more for each of its free cells


def outlook_of(options: Options) -> Outlook:
    """R27: an option of the other board has no effect."""
    orchid = options.board == "orchid"
    return OUTLOOK_OF[Options("orchid", tiles=options.tiles) if orchid else Options(scrapyard=options.scrapyard)]


class Position:
    """What lies in front of a seat, read for `rows`; and the tiles left."""

    def __init__(self, outlook: Outlook, s: State, seat: Seat) -> None:
        ground, self.outlook, self.tables = outlook.ground, outlook, outlook.ground.tables
        tableau, game = lay(s, seat), setting(s.options)
        self.desk = ground.empty_desk()
        self.desk.reserve[: len(tableau.reserve)] = tableau.reserve
        for place, tile in enumerate([*tableau.board, *(tableau.yard or ())][: ground.places]):
            if tile is not None:
                rows.put(self.tables, self.desk, place, tile)
        called = set(s.calls)
        self.tiles = [call.tile for call in game.pool if call.tile not in called]
        for tile in self.tiles:
            rows.draw(self.tables, self.desk.fits, tile)
        self.desk.fits[:] = [-count for count in self.desk.fits]
        self.left = game.calls - len(s.calls)
        self.share = self.left / max(1, len(self.tiles))
        self.free = outlook.room - sum(to not in ground.kind.cells for to in s.placed[seat])

    def value(self) -> float:
        weights, base = load()[self.outlook.name].rows, self.outlook.base(self.left)
        return STEP * rows.value(self.tables, weights, base, 1 / STEP, self.desk, self.share, self.free)

    def values(self, tile: Tile) -> list[float]:
        """With the tile on each place, and at last on the heap."""
        found, weights, base = [0.0] * (len(self.desk.board) + 1), load()[self.outlook.name].rows, self.outlook.base(self.left)
        rows.value_places(self.tables, weights, base, 1 / STEP, self.desk, self.share, self.free, tile, found)
        return [STEP * value for value in found]

    def open_places(self) -> list[int]:
        """Where a tile may go; the last is the heap, if there is one with room."""
        ground, board = self.outlook.ground, self.desk.board
        places = [place for place, tile in enumerate(board) if tile == FREE and place not in ground.holes]
        return [*places, len(board)] if self.free and not ground.yard else places

    def after(self, place: int, tile: Tile) -> Position:
        """With the tile, called before, on this place or on the heap."""
        twin = copy(self)
        twin.desk = Desk(*(of[:] for of in self.desk))
        twin.free -= place >= len(self.outlook.ground.kind.names)
        if place < len(twin.desk.board):
            rows.put(self.tables, twin.desk, place, tile)
        elif self.outlook.ground.holes:
            twin.desk.reserve[RESERVED - self.free] = tile
        return twin

    def next_call(self) -> tuple[int, float]:
        """Where the weights begin after one more call, and the part of the tiles left that will be called then."""
        return self.outlook.base(self.left - 1), (self.left - 1) / max(1, len(self.tiles) - 1)

    def best_values(self) -> list[float]:
        """For each of the tiles left the value on its best place, if it is called next."""
        values, bests, (base, share) = [0.0] * (len(self.desk.board) + 1), [0.0] * len(self.tiles), self.next_call()
        weights = load()[self.outlook.name].rows
        rows.best_values(self.tables, weights, base, 1 / STEP, self.desk, share, self.free, self.tiles, values, bests)
        return [STEP * value for value in bests]

    def half_width(self) -> float:
        return load()[self.outlook.name].half_widths[self.outlook.stage(self.left)]


class Yards:
    """What all scrapyards promise, where they are compared."""

    def __init__(self, s: State, seat: Seat) -> None:
        self.highest, self.seat = s.options.scrapyard == "pass", seat
        self.positions = [Position(OUTLOOKS[0], s, other) for other in range(len(s.placed))]
        self.hopes = [self._hope(other) for other in range(len(s.placed))]

    def _hope(self, seat: Seat) -> float:
        position = self.positions[seat]
        return rows.yard_hope(position.tables, position.desk, position.share)[1]

    def hopes_with(self, owner: Seat, tile: Tile) -> dict[Cell, float]:
        """What the owner's scrapyard promises with the tile on each of its free cells."""
        found, desk = {}, self.positions[owner].desk
        shown, missing, symbol = (list(of) for of in desk[:3])
        for cell in range(len(YARD.names)):
            place = len(NEXUS.names) + cell
            if desk.board[place] == FREE:
                rows.put(self.positions[owner].tables, desk, place, tile)
                found[cell] = self._hope(owner)
                desk.board[place], desk.shown[:], desk.missing[:], desk.symbol[:] = FREE, shown, missing, symbol
        return found

    def cost(self, owner: Seat, hope: float) -> float:
        """What this seat will pay, on average, if that is what the owner's scrapyard promises."""
        hopes = [hope if seat == owner else found for seat, found in enumerate(self.hopes)]
        mine, free = hopes[self.seat], self.positions[self.seat].desk.board.count(FREE)
        ahead = (other - mine if self.highest else mine - other for seat, other in enumerate(hopes) if seat != self.seat)
        spread = SPREAD + SPREAD_EACH * min(free, len(YARD.names))
        return POINTS["penalty"] * prod(1 / (1 + exp(points / spread)) for points in ahead)


class Expert(Evaluator[Action, View]):
    """Puts each tile where it expects most, by what it has learnt from playing alone."""

    weights = (FILE,)
    position = Position

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        """The score at the end."""
        s = view.table
        if isinstance(legal[0], Relocate):
            return [Value(value, 0.0) for value in self._relocations(s, legal)]
        if len(s.placed[self.seat]) == len(s.calls):
            return self._burials(s, legal)
        if len(s.calls) == setting(s.options).calls and not s.holders:
            return [Value(self._last(view, action), 0.0) for action in legal]
        return self._places(s, legal)

    def concession(self, view: View) -> float:
        """On the first tile: boards that begin alike would end alike."""
        return CONCESSION if len(view.table.calls) == 1 else 0.0

    def look(self, position: Position, tile: Tile) -> list[float]:
        """Values with the tile on each place, and at last on the heap."""
        return position.values(tile)

    def _relocations(self, s: State, legal: Sequence[Action]) -> list[int]:
        tableau, moves = lay(s, self.seat), [move for move in legal if isinstance(move, Relocate)]
        return [total(sheet_of(relocated(tableau.board, tableau.reserve, move), s.options, ())) for move in moves]

    def _last(self, view: View, action: Action) -> int:
        """With the last tile, everybody has one place left."""
        if view.table.options.board == "nexus":
            return total(self.game.sheet_after(view, self.seat, action))
        after, _ = self.game.play(view.table, self.seat, action, 0)
        tableau = lay(after, self.seat)
        return total(sheet_of(best_relocation(tableau.board, tableau.reserve, after.options), after.options, ()))

    def _burials(self, s: State, legal: Sequence[Action]) -> list[Value]:
        """R22: the higher a rival's scrapyard, the less probably this seat's is the highest."""
        owner, position, yards = s.holders.index(self.seat), Position(outlook_of(s.options), s, self.seat), Yards(s, self.seat)
        hopes, value = yards.hopes_with(owner, s.calls[-1]), position.value()
        cells = [YARD_CELLS[self.game.write(place)] for place in legal]
        return [Value(value - yards.cost(owner, hopes[cell]), position.half_width()) for cell in cells]

    def _places(self, s: State, legal: Sequence[Action]) -> list[Value]:
        outlook, tile = outlook_of(s.options), s.calls[-1]
        position = self.position(outlook, s, self.seat)
        *places, heap = self.look(position, tile)
        names = [*outlook.ground.kind.names, *YARD_NAMES][: len(places)]
        worth, costs = dict(zip(names, places, strict=True)), self._costs(s, tile)
        tos = [self.game.write(place) for place in legal]
        return [Value(worth.get(to, heap) - costs.get(to, costs[""]), position.half_width()) for to in tos]

    def _costs(self, s: State, tile: Tile) -> dict[str, float]:
        """R21, R22: what the seat will pay if the tile goes to its scrapyard, and "" if it does not."""
        if s.options.board == "orchid" or s.options.scrapyard not in ("lowest", "pass"):
            return {"": 0.0}
        yards = Yards(s, self.seat)
        hopes = yards.hopes_with(self.seat, tile)
        to_yard = {YARD_NAMES[cell]: yards.cost(self.seat, hope) for cell, hope in hopes.items()}
        return {"": yards.cost(self.seat, yards.hopes[self.seat]), DISCARD: max(to_yard.values(), default=0.0), **to_yard}
