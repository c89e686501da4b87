"""The expert of Take it to the Limit!: it values every place for a tile by the weights of `outlook.py`.

Where scrapyards are compared (R21, R22), it adds what this seat will probably pay, given what all scrapyards promise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, exp, prod
from statistics import mean

from tablee.core.bot import Evaluator, Value
from tablee.core.game import Seat, total
from tablee.games.take_it_to_the_limit.actions import DISCARD, Action, Relocate
from tablee.games.take_it_to_the_limit.players import rows
from tablee.games.take_it_to_the_limit.players.ground import FREE, LIKELY
from tablee.games.take_it_to_the_limit.players.outlook import FILE, OUTLOOKS
from tablee.games.take_it_to_the_limit.players.position import PLAIN, Kernels, LookAhead, Position, outlook_of
from tablee.games.take_it_to_the_limit.rules import State, View, lay
from tablee.games.take_it_to_the_limit.scoring import best_relocation, sheet_of
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tableau import relocated
from tablee.games.take_it_to_the_limit.tiles import NEXUS, POINTS, YARD, YARD_CELLS, YARD_NAMES
from tablee.kit.hexboard import Cell, Tile

CONCESSION = 3.0  # points
FEW, CLOSE = 3, 8.0  # places looked at again, at most, and how many points behind the best one
BOARDS = 1_500  # to value for that: if all take more, only some of the tiles that may come are looked at
SPREAD = 6.0  # of the points that a scrapyard will have, about what it promises now …
SPREAD_EACH = 2.0  # … and so much more for each of its free cells


class Yards:
    """What all scrapyards promise, where they are compared."""

    def __init__(self, s: State, seat: Seat, positions: Sequence[Position] = ()) -> None:
        """positions: those of all seats, if they are known."""
        self.highest, self.seat = s.options.scrapyard == "pass", seat
        self.positions = positions or yard_positions(s)
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
    """Puts each tile where it expects most, by what it has learnt from playing alone. It looks again at places that are close.

    `budget` counts boards that are valued for that.
    """

    weights = (FILE,)
    position = Position

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        """The score at the end."""
        s = view.table
        self.evaluations += len(legal)
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
        near, places, budget = position.values(tile), position.open_places(), self.budget or BOARDS
        best, each = pick({place: near[place] for place in places}, FEW, CLOSE), len(places) + FEW * LIKELY
        some = position.tiles[:: ceil(len(position.tiles) * each / budget)][: budget // each]
        if position.left == 0 or len(best) < 2 or not some:
            return near
        self.evaluations += len(some) * (len(places) + len(best) * LIKELY)
        search = LookAhead(position, some, self.kernels())
        return merge(near, {place: search.look(place, tile) for place in best})

    def kernels(self) -> Kernels:
        return PLAIN

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
        position, costs = Position(outlook_of(s.options), s, self.seat), burial_costs(s, self.seat)
        cells = [YARD_CELLS[self.game.write(place)] for place in legal]
        return [Value(position.value() - costs[cell], position.half_width()) for cell in cells]

    def _places(self, s: State, legal: Sequence[Action]) -> list[Value]:
        outlook, tile = outlook_of(s.options), s.calls[-1]
        position = self.position(outlook, s, self.seat)
        *places, heap = self.look(position, tile)
        names = [*outlook.ground.kind.names, *YARD_NAMES][: len(places)]
        worth, costs = dict(zip(names, places, strict=True)), place_costs(s, self.seat, tile)
        tos = [self.game.write(place) for place in legal]
        return [Value(worth.get(to, heap) - costs.get(to, costs[""]), position.half_width()) for to in tos]


def are_compared(options: Options) -> bool:
    """Whether scrapyards are (R21, R22)."""
    return options.board == "nexus" and options.scrapyard in ("lowest", "pass")


def yard_positions(s: State) -> list[Position]:
    """Of all seats, for their scrapyards."""
    return [Position(OUTLOOKS[0], s, seat) for seat in range(len(s.placed))]


def place_costs(s: State, seat: Seat, tile: Tile, positions: Sequence[Position] = ()) -> dict[str, float]:
    """R21, R22: what the seat will pay if the tile goes to its scrapyard, and "" if it does not."""
    if not are_compared(s.options):
        return {"": 0.0}
    yards = Yards(s, seat, positions)
    to_yard = {YARD_NAMES[cell]: yards.cost(seat, hope) for cell, hope in yards.hopes_with(seat, tile).items()}
    return {"": yards.cost(seat, yards.hopes[seat]), DISCARD: max(to_yard.values(), default=0.0), **to_yard}


def burial_costs(s: State, seat: Seat) -> dict[Cell, float]:
    """R22: what the seat will pay, by the cell on which it puts the tile that another seat has discarded."""
    owner, yards = s.holders.index(seat), Yards(s, seat)
    return {cell: yards.cost(owner, hope) for cell, hope in yards.hopes_with(owner, s.calls[-1]).items()}


def pick(values: Mapping[int, float], most: int, behind: float) -> list[int]:
    """The best places, at most so many, none further behind the best one."""
    best = sorted(values, key=lambda place: -values[place])[: max(0, most)]
    return [place for place in best if values[place] >= values[best[0]] - behind]


def merge(near: list[float], far: Mapping[int, float]) -> list[float]:
    """Values, and those of a further look where there are any.

    A place that was left out is no better than those looked at further, and its value moves as theirs did.
    """
    shift, least = mean(value - near[place] for place, value in far.items()), min(far.values())
    return [far.get(place, min(value + shift, least)) for place, value in enumerate(near)]
