"""Bots for Take it to the Limit!."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

from tablee.core.bot import Bot, sample_actions
from tablee.games.take_it_to_the_limit.actions import RESERVE, Action, Place
from tablee.games.take_it_to_the_limit.rules import State, View, lay
from tablee.games.take_it_to_the_limit.scoring import best_relocation
from tablee.games.take_it_to_the_limit.setting import setting
from tablee.games.take_it_to_the_limit.tableau import Tableau
from tablee.games.take_it_to_the_limit.tiles import HOLES, METALS, ORCHID, POINTS, TILES, YARD, YARD_CELLS
from tablee.kit.hexboard import Cell, HexBoard, Tile

# Tuned by playing a few hundred games with several values.
SCARCE = 0.3  # how much the hope for a line sinks when few tiles are left for it
TIGHT = 0.05  # how much it sinks for a cell that few tiles fit
SLOT = 8.0  # the worth of a free place on the scrapyard or the reserve
NEAR = 0.5  # places this close to the best, in points, count as equal, so that two bots can play differently
YARD_WEIGHT = 0.5  # scrapyard points only reduce its penalty

BROKEN = -1
SPAN = 1 + max(TILES.top + TILES.left + TILES.right)
Progress: TypeAlias = tuple[list[int], list[int]]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a board without its holes, their directions, and the three lines through each cell."""

    cells: tuple[tuple[Cell, ...], ...]
    way: tuple[int, ...]
    through: tuple[tuple[int, ...], ...]


@cache
def lines_of(kind: HexBoard) -> Lines:
    holes = set(HOLES.values()) if kind is ORCHID else set()
    cells = tuple(tuple(cell for cell in line.cells if cell not in holes) for line in kind.lines)
    through = tuple(tuple(n for n, line in enumerate(kind.lines) if cell in line.cells) for cell in range(len(kind.names)))
    return Lines(cells, tuple(line.direction for line in kind.lines), through)


@dataclass(slots=True)
class Prospect:
    """What a board promises: its points, and for each line its value and its chance to score."""

    points: float
    shown: list[int]
    chance: list[float]


class Hope:
    """What the tiles still to come can do, computed once per call."""

    def __init__(self, left: Sequence[Tile], draws: int) -> None:
        self.share = draws / len(left) if left else 0.0
        values = [TILES.values[tile] for tile in left]
        self.supply = [Counter(value[way] for value in values) for way in range(3)]
        self.fits = Counter(wish for a, b, c in values for wish in product((a, 0), (b, 0), (c, 0)))

    def look(self, kind: HexBoard, board: Sequence[Tile | None], progress: Progress | None = None) -> Prospect:
        lines = lines_of(kind)
        shown, missing = progress or progress_of(lines, board)
        need = [0] * 3 * SPAN  # how many tiles the lines lack, by direction and value
        for way, value, count in zip(lines.way, shown, missing, strict=True):
            if value > 0:
                need[way * SPAN + value] += count
        fit: dict[Cell, float] = {}
        chance: list[float] = []
        points = bonus = 0.0  # summed up one by one, since `sum` rounds otherwise from Python 3.12 on
        for cells, way, value, count in zip(lines.cells, lines.way, shown, missing, strict=True):
            p = float(value > 0)
            if p and count:
                supply = self.supply[way][value] * self.share / need[way * SPAN + value]
                p = (supply / (supply + SCARCE)) ** count
                for cell in cells:
                    if board[cell] is None:
                        if cell not in fit:
                            fit[cell] = self._fit(lines, shown, cell)
                        p *= fit[cell]
            chance.append(p)
            points += p * value * len(cells)
        for cell, tile in enumerate(board):
            if tile in METALS:
                bonus += _bonus(tile, *(chance[n] for n in lines.through[cell]))
        return Prospect(points + bonus, shown, chance)

    def look_with(self, kind: HexBoard, board: list[Tile | None], progress: Progress, cell: Cell, tile: Tile) -> float:
        """What a board promises with one more tile."""
        lines, (shown, missing) = lines_of(kind), (progress[0][:], progress[1][:])
        for n in lines.through[cell]:
            value = TILES.values[tile][lines.way[n]]
            shown[n] = value if shown[n] in (0, value) else BROKEN
            missing[n] -= 1
        board[cell] = tile
        points = self.look(kind, board, (shown, missing)).points
        board[cell] = None
        return points

    def _fit(self, lines: Lines, shown: Sequence[int], cell: Cell) -> float:
        """How well the remaining tiles fit all the lines through a cell."""
        wish = [0, 0, 0]
        for n in lines.through[cell]:
            wish[lines.way[n]] = max(shown[n], 0)
        return float(1 - TIGHT * (1 - self.share) ** self.fits[wish[0], wish[1], wish[2]])


def progress_of(lines: Lines, board: Sequence[Tile | None]) -> Progress:
    """For each line, its value (0 if empty, or BROKEN) and the number of tiles it lacks."""
    shown: list[int] = []
    missing: list[int] = []
    for cells, way in zip(lines.cells, lines.way, strict=True):
        values = [TILES.values[tile][way] for cell in cells if (tile := board[cell]) is not None]
        missing.append(len(cells) - len(values))
        shown.append(0 if not values else values[0] if values.count(values[0]) == len(values) else BROKEN)
    return shown, missing


def _bonus(tile: Tile, a: float, b: float, c: float) -> float:
    """What a gold or silver tile promises if its lines score with these chances."""
    whole = a * b * c
    return POINTS[METALS[tile]] * (whole + (a * b + a * c + b * c - 3 * whole) / 2)


def hole_gain(tile: Tile, prospect: Prospect) -> float:
    """What a reserve tile promises on its best hole: longer lines and its bonus, minus the lines it breaks."""
    best, lines = 0.0, lines_of(ORCHID)
    for hole in HOLES.values():
        gain, chances = 0.0, []
        for n in lines.through[hole]:
            value, p = prospect.shown[n], prospect.chance[n]
            same = value == TILES.values[tile][lines.way[n]]
            gain += p * value if same else -p * value * len(lines.cells[n])
            chances.append(p * same)
        best = max(best, gain + (_bonus(tile, *chances) if tile in METALS else 0))
    return best


class Greedy(Bot[Action, View]):
    """Places each tile where lines, bonus tiles and the scrapyard promise most, given the remaining tiles."""

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        self.evaluations += len(legal)
        s = view.table
        tableau, game = lay(s, self.seat), setting(s.options)
        if not isinstance(legal[0], Place):
            return best_relocation(tableau.board, tableau.reserve, s.options).move or legal[0]
        called = set(s.calls)
        hope = Hope([call.tile for call in game.pool if call.tile not in called], game.calls - len(s.calls))
        if len(s.placed[self.seat]) == len(s.calls):
            return self._bury(s, hope, legal)
        worth = self._worth(tableau, s.calls[-1], hope, [place.to for place in legal if isinstance(place, Place)])
        best = max(worth.values())
        equal = [place for place in legal if worth[self.game.write(place)] >= best - NEAR]
        return equal[self.below(len(equal))]

    def _bury(self, s: State, hope: Hope, legal: Sequence[Action]) -> Action:
        """Makes a rival's scrapyard as costly as possible."""
        yard = list(lay(s, s.holders.index(self.seat)).yard or ())
        so_far = progress_of(lines_of(YARD), yard)
        cells = {place: YARD_CELLS[self.game.write(place)] for place in legal}
        return max(legal, key=lambda place: hope.look_with(YARD, yard, so_far, cells[place], s.calls[-1]))

    def _worth(self, tableau: Tableau, tile: Tile, hope: Hope, tos: Sequence[str]) -> dict[str, float]:
        kind, board, yard = tableau.kind, list(tableau.board), list(tableau.yard or [None] * len(YARD_CELLS))
        so_far, yard_so_far = progress_of(lines_of(kind), board), progress_of(lines_of(YARD), yard)
        prospect, before = hope.look(kind, board, so_far), hope.look(YARD, yard, yard_so_far).points
        worth: dict[str, float] = {}
        for to in tos:
            if to in kind.cells:
                worth[to] = hope.look_with(kind, board, so_far, kind.cells[to], tile)
            elif to in YARD_CELLS:
                gain = hope.look_with(YARD, yard, yard_so_far, YARD_CELLS[to], tile) - before
                worth[to] = prospect.points + YARD_WEIGHT * gain - SLOT
            else:
                worth[to] = prospect.points + (hole_gain(tile, prospect) if to == RESERVE else 0) - SLOT
        return worth


class FirstGame(Greedy):
    """For beginners: it looks at a few places only, and takes the best of these; at the end it keeps its reserve."""

    SEEN = 7

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        if not isinstance(legal[0], Place):
            return legal[0]
        return super().choose(view, sample_actions(legal, self.below, self.SEEN), now)
