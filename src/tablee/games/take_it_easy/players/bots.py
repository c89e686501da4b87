"""Bots for Take it Easy!."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import TypeAlias

from tablee.core.bot import Bot, sample_actions
from tablee.core.game import Seat
from tablee.games.take_it_easy.rules import Action, Place, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, PARTS, TILES
from tablee.kit.hexboard import Board, Line, Tile

# A line is worth its points times the chance to complete it. The odds of the draws are exact; the rest is estimated
# with a few constants, tuned by playing; their exact values hardly matter.
KEEP = 0.7  # a drawn tile may be needed on crossing lines too: the chance to get it for a line's last cell …
RAY_KEEP = 0.5  # … and for a ray's: values come first
EFFORT = 1.2  # … and how much harder each additional cell is: keep ** cells ** EFFORT
CROWD = 0.3  # how much a cell of another line that needs the same tiles counts, in cells of this line
PRIZE = 15  # points for a scoring ray: only the best one scores 60, and other lines may become it too
NEAR = 1  # points to ignore, so that two bots play differently; over 2,000 games this costs nothing measurable
REACH = 2  # points for each cell open to the next tile, if placement is restricted

EMPTY, MIXED = -1, -2  # for a line of mixed kinds
Standing: TypeAlias = tuple[int, int]  # what a line shows, and its number of free cells


@dataclass(frozen=True)
class Goal:
    """The lines of one direction, which score when all their tiles are of one kind: value, symbol or both."""

    lines: tuple[Line, ...]
    kinds: tuple[int, ...]  # the kind of each tile
    points: tuple[tuple[int, ...], ...]  # the points of each line, by kind
    keep: float = KEEP

    def gains(self, board: Board, tile: Tile, bag: Sequence[Tile], draws: int) -> list[float]:
        """How much placing the tile on each line with a free cell changes the worth of the whole direction."""
        left = self._left(bag)
        now = [self._standing(board, line) for line in self.lines]
        hope = self._hope(now, left, draws)
        return [
            self._hope([*now[:at], _after(standing, self.kinds[tile]), *now[at + 1 :]], left, draws) - hope if standing[1] else 0
            for at, standing in enumerate(now)
        ]

    def hope(self, board: Board, bag: Sequence[Tile], draws: int) -> float:
        """What the whole direction is worth."""
        return self._hope([self._standing(board, line) for line in self.lines], self._left(bag), draws)

    def _left(self, bag: Sequence[Tile]) -> list[int]:
        """The tiles in the bag, by kind."""
        left = [0] * len(self.points[0])
        for tile in bag:
            left[self.kinds[tile]] += 1
        return left

    def _standing(self, board: Board, line: Line) -> Standing:
        kinds = [self.kinds[tile] for cell in line.cells if (tile := board[cell]) is not None]
        shows = EMPTY if not kinds else kinds[0] if len(set(kinds)) == 1 else MIXED
        return shows, len(line.cells) - len(kinds)

    def _hope(self, standings: Sequence[Standing], left: Sequence[int], draws: int) -> float:
        """The expected points of the lines; an empty line counts as its most promising kind."""
        wanted = [0] * len(left)
        for shows, free in standings:
            if shows >= 0:
                wanted[shows] += free
        hope = 0.0
        for (shows, free), points in zip(standings, self.points, strict=True):
            if shows >= 0:
                hope += points[shows] * fill_chance(self.keep, left[shows], draws, free, wanted[shows] - free)
            elif shows == EMPTY:
                kinds = range(len(left))
                hope += max(points[kind] * fill_chance(self.keep, left[kind], draws, free, wanted[kind]) for kind in kinds)
        return hope


def _after(standing: Standing, kind: int) -> Standing:
    shows, free = standing
    return kind if shows in (EMPTY, kind) else MIXED, free - 1


@cache
def fill_chance(keep: float, good: int, draws: int, free: int, rivals: int) -> float:
    """The chance that all `free` cells get good tiles, if `good` are in the bag and `rivals` cells need them elsewhere."""
    if free == 0:
        return 1.0
    need, part = divmod(free + CROWD * rivals, 1)
    luck = (1 - part) * _at_least(int(need), good, draws) + part * _at_least(int(need) + 1, good, draws)
    return float(luck * keep**free**EFFORT)


@cache
def _at_least(need: int, good: int, draws: int) -> float:
    """The chance that at least `need` of the good tiles are among the coming draws."""
    bag = draws + len(NAMES) - len(CELLS)
    return sum(comb(good, k) * comb(bag - good, draws - k) for k in range(need, min(good, draws) + 1)) / comb(bag, draws)


def _goal(direction: int, rays: str) -> Goal | None:
    """`value` is for lines of one value, the others for rays."""
    lines = tuple(line for line in BOARD.lines if line.direction == direction)
    values = (TILES.top, TILES.left, TILES.right)[direction]
    value_of = tuple(values.index(tile[direction]) for tile in TILES.values)
    symbol_of = tuple(("sun", "moon").index(symbol) for symbol in TILES.symbols)
    if rays == "value":
        return Goal(lines, value_of, tuple(tuple(len(line.cells) * value for value in values) for line in lines))
    if rays == "all":
        each = (PARTS["points"]["sun_ray"], PARTS["points"]["moon_ray"])
        return Goal(lines, symbol_of, tuple(tuple(len(line.cells) * ray for ray in each) for line in lines), RAY_KEEP)
    if rays == "best":
        both = tuple(2 * value + symbol for value, symbol in zip(value_of, symbol_of, strict=True))
        return Goal(lines, both, ((PRIZE,) * 2 * len(values),) * len(lines))
    return None


GOALS = {rays: [goal for way in range(3) if (goal := _goal(way, rays))] for rays in ("value", "none", "all", "best")}


def reach(board: Board, placement: str) -> int:
    """The number of free cells open to the next tile; where its symbol matters, suns and moons are counted separately."""
    shown = [None if tile is None else TILES.symbols[tile] for tile in board]
    beside = [{shown[near] for near in BOARD.neighbours[cell]} - {None} for cell in CELLS if shown[cell] is None]
    return sum(len(symbols) if placement == "symbol" else bool(symbols) for symbols in beside)


class Greedy(Bot[Action, View]):
    """Places each tile where the board then promises most, without looking further ahead."""

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        worth = self._worth(view)
        points = {action: worth[action.cell] for action in legal if isinstance(action, Place)}
        self.evaluations += len(points)
        most = max(points.values())
        best = [action for action in points if points[action] >= most - NEAR]
        return best[self.below(len(best))]

    def _worth(self, view: View) -> list[float]:
        """What the called tile adds on each free cell."""
        lines = hopes(GOALS["value"], view, self.seat)
        return [line + more for line, more in zip(lines, extras(view, self.seat), strict=True)]


class FirstGame(Greedy):
    """For beginners: it looks at a few cells only, and takes the best of these."""

    SEEN = 4

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        return super().choose(view, sample_actions(legal, self.below, self.SEEN), now)


def hopes(goals: Sequence[Goal], view: View, seat: Seat) -> list[float]:
    """What the called tile adds to these goals on each free cell."""
    called, board = view.calls[-1], BOARD.lay(view.calls, view.placed[seat])
    bag = [tile for tile in range(len(NAMES)) if tile not in view.calls]
    worth = [0.0] * len(CELLS)
    for goal in goals:
        gains = goal.gains(board, called, bag, len(CELLS) - len(view.calls))
        for line, gain in zip(goal.lines, gains, strict=True):
            for cell in line.cells:
                worth[cell] += gain
    return worth


def extras(view: View, seat: Seat) -> list[float]:
    """What the variants add: hope for rays, and room for the next tile where it may not go anywhere."""
    worth, placed = hopes(GOALS[view.options.rays], view, seat), view.placed[seat]
    if view.options.placement != "free":
        for cell in CELLS:
            if cell not in placed:
                worth[cell] += REACH * reach(BOARD.lay(view.calls, (*placed, cell)), view.options.placement)
    return worth
