"""What two places for a tile do to the lines of a board, as arguments (see `Game.reasons`).

A line's chance says whether enough fitting tiles will be called, by the hypergeometric distribution. It says nothing about what
else they are wanted for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tablee.kit.arguments import Weighed, argue, at_least, percent
from tablee.kit.hexboard import DIRECTIONS, Board, Cell, Line, Tile, TileSet

NOTHING, SLIGHT = Fraction(0), Fraction(1, 10)  # weights
LineMark: TypeAlias = int | str  # what counts in a line: a value, or a symbol


class Bag(NamedTuple):
    """The tiles not called yet, and how many of them will be."""

    tiles: Sequence[Tile]
    calls: int


class Forecast(NamedTuple):
    """What a line can become."""

    shown: LineMark | None  # what its tiles have in common; for an empty line the most promising; None if it is broken
    need: int  # empty cells
    fitting: int  # tiles in the bag that show it
    points: int  # of the full line
    chance: Fraction  # that enough of them are called; 1 for a full line


@dataclass(frozen=True)
class Placing:
    """A called tile, and where it may go on one board: a cell, or elsewhere (None)."""

    board: Board
    names: Sequence[str]  # of the cells, as in actions
    tile: Tile
    bag: Bag
    texts: tuple[str, str]  # of the action and the other one
    cells: tuple[Cell | None, Cell | None]

    def after(self, number: int) -> Board:
        """The board after the action (0) or the other (1)."""
        board, cell = list(self.board), self.cells[number]
        if cell is not None:
            board[cell] = self.tile
        return board


@dataclass(frozen=True)
class LineFamily:
    """The lines of a board by what counts in them."""

    kind: str  # begins the ids of their reasons: empty, or such as `ray-`
    lines: Sequence[Line]
    shows: Callable[[Tile, int], LineMark]  # by tile and direction
    points: Callable[[LineMark, int], int]  # by what is shown and the length
    every: Callable[[int], Sequence[LineMark]]  # by direction, everything that can be shown
    patience: Fraction  # what a missing tile leaves of a line's weight: other lines want it too
    instead: int = 0  # points that a full line replaces, where only the best counts

    def forecast(self, board: Board, line: Line, bag: Bag) -> Forecast:
        tiles = [tile for cell in line.cells if (tile := board[cell]) is not None]
        shown = {self.shows(tile, line.direction) for tile in tiles}
        need, length = len(line.cells) - len(tiles), len(line.cells)
        if len(shown) > 1:
            return Forecast(None, need, 0, 0, Fraction(0))
        return max(
            (self._becoming(one, line.direction, length, need, bag) for one in shown or self.every(line.direction)),
            key=self.worth,
        )

    def _becoming(self, shown: LineMark, direction: int, length: int, need: int, bag: Bag) -> Forecast:
        fitting = sum(self.shows(tile, direction) == shown for tile in bag.tiles)
        chance = at_least(need, fitting, len(bag.tiles), bag.calls)
        return Forecast(shown, need, fitting, self.points(shown, length), chance)

    def worth(self, forecast: Forecast) -> Fraction:
        """About how much it weighs; never said."""
        return max(forecast.points - self.instead, 0) * forecast.chance * self.patience**forecast.need

    def reasons(self, placing: Placing) -> Iterator[Weighed]:
        """What speaks for the action: lines that it completes or adds to, and lines that the other breaks.

        Lines in which the tile shows the same are compared: what the other does there as well is no reason, unless tiles for
        its line are less likely to come.
        """
        mine, others = self._apart(placing, 0), self._apart(placing, 1)
        for change in mine:
            alike = [like for like in others if self._alike(placing, change, like)]
            effect, more = self._effect(change), max([NOTHING, *map(self._effect, alike)])
            easier = all(like.after.chance < change.after.chance for like in alike)
            if effect > more or (effect > 0 and easier):
                yield self._for(placing, change, max(effect - more, SLIGHT))
        for change in others:
            alike = [like for like in mine if self._alike(placing, change, like)]
            effect, less = self._effect(change), min([NOTHING, *map(self._effect, alike)])
            if effect < less:
                yield from self._against(placing, change, less - effect)

    def _apart(self, placing: Placing, number: int) -> list[LineChange]:
        """The lines in which only the action (0) or the other (1) places the tile."""
        return [change for change in self.changes(placing, number) if placing.cells[1 - number] not in change.line.cells]

    def _alike(self, placing: Placing, one: LineChange, two: LineChange) -> bool:
        return self.shows(placing.tile, one.line.direction) == self.shows(placing.tile, two.line.direction)

    def _effect(self, change: LineChange) -> Fraction:
        """About what a change brings or, below 0, costs; never said."""
        if not change.after.need:
            return Fraction(max(change.after.points - self.instead, 0))
        return self.worth(change.after) - self.worth(change.before)

    def changes(self, placing: Placing, number: int) -> list[LineChange]:
        """The lines in which the action (0) or the other (1) places the tile."""
        board, bag = placing.after(number), placing.bag
        return [
            LineChange(
                line,
                self.forecast(placing.board, line, bag),
                self.forecast(board, line, bag),
                all(placing.board[cell] is None for cell in line.cells),
            )
            for line in self.lines
            if placing.cells[number] in line.cells
        ]

    def _for(self, placing: Placing, change: LineChange, weight: Fraction) -> Weighed:
        kind = "starts" if change.empty else "extends" if change.after.need else "completes"
        return self._argue(placing, 0, kind, change, change.after, weight)

    def _against(self, placing: Placing, change: LineChange, weight: Fraction) -> Iterator[Weighed]:
        before, after = change.before, change.after
        if after.shown is None:
            yield self._argue(placing, 1, "breaks", change, before, weight)
        elif change.empty and 2 * after.points <= before.points:
            yield self._argue(placing, 1, "lowers", change, after, weight, most=before.points, best=str(before.shown))

    def _argue(
        self, placing: Placing, number: int, kind: str, change: LineChange, to: Forecast, weight: Fraction, **more: str | int
    ) -> Weighed:
        cells = [placing.names[cell] for cell in change.line.cells]
        plain = [name.rpartition(":")[2] for name in (placing.texts[number], *cells)]  # a1 for s:a1
        return argue(
            placing.texts[number],
            self.kind + kind,
            cells,
            weight,
            cell=plain[0],
            direction=DIRECTIONS[change.line.direction],
            first=plain[1],
            last=plain[-1],
            length=len(cells),
            value=str(to.shown),
            points=to.points,
            instead=self.instead,
            need=to.need,
            fitting=to.fitting,
            bag=len(placing.bag.tiles),
            calls=placing.bag.calls,
            chance=percent(to.chance),
            **more,
        )

    def harmless(self, placing: Placing) -> Iterator[Weighed]:
        """The action breaks no line that can still score, while the other does."""
        mine, lost = self.changes(placing, 0), self._broken(placing, 1)
        if not mine or any(change.empty for change in mine) or not any(change.before.chance for change in lost):
            return
        broken, weight = self._broken(placing, 0), max(self.worth(change.before) for change in lost) / 2
        if any(change.before.chance for change in broken):
            return
        for change in broken[:1]:
            yield self._argue(placing, 0, "hopeless", change, change.before, weight, short=_shortage(change.before))
        if not broken:
            kept, cell = sum(change.after.shown is not None for change in mine), placing.texts[0]
            yield argue(cell, self.kind + "spares", (cell,), weight, cell=cell, kept=kept, lines=len(mine))

    def _broken(self, placing: Placing, number: int) -> list[LineChange]:
        return [change for change in self.changes(placing, number) if change.after.shown is None is not change.before.shown]


class LineChange(NamedTuple):
    """A line before and after a tile is placed."""

    line: Line
    before: Forecast
    after: Forecast
    empty: bool  # before


def _shortage(forecast: Forecast) -> str:
    """Why enough tiles cannot come: too few `tiles`, or too few `calls`."""
    return "tiles" if forecast.fitting < forecast.need else "calls"


def value_lines(kind: str, lines: Sequence[Line], tiles: TileSet) -> LineFamily:
    """LineFamily of one value: tiles times value."""
    sides = (tiles.top, tiles.left, tiles.right)
    return LineFamily(
        kind,
        lines,
        shows=lambda tile, direction: tiles.values[tile][direction],
        points=lambda shown, length: int(shown) * length,
        every=lambda direction: sides[direction],
        patience=Fraction(3, 4),
    )


def ray_lines(lines: Sequence[Line], tiles: TileSet, points: Callable[[str], int], instead: int = 0) -> LineFamily:
    """LineFamily of one symbol, whatever their values; `points` are those of a tile."""
    return LineFamily(
        "ray-",
        lines,
        shows=lambda tile, direction: tiles.symbols[tile],
        points=lambda shown, length: points(str(shown)) * length,
        every=lambda direction: ("sun", "moon"),
        patience=Fraction(1, 2),
        instead=instead,
    )
