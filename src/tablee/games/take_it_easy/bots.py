"""Bots for Take it Easy!."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

from tablee.core.bot import Bot
from tablee.core.game import Seat
from tablee.core.hexboard import Board, Line, Tile
from tablee.games.take_it_easy.rules import Action, Place, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, PARTS, TILES

# A line is worth its points times the chance to complete it. Luck is counted exactly; what luck does not know is guessed
# by a few numbers, tuned by playing; near these values their exact size hardly matters.
KEEP = 0.7  # a tile that the bag gives may be wanted on crossing lines: the chance to have it for a line's last cell …
RAY_KEEP = 0.5  # … the same for a ray: values come first
EFFORT = 1.2  # … and how much harder each further cell is: keep ** cells ** EFFORT
CROWD = 0.3  # cells of other lines that want the same tiles count as this many cells of one's own
PRIZE = 15  # points for a scoring ray: the best brings 60, but only once, and other lines hope for it too
NEAR = 1  # points that make no difference: so two of them at a table play two games, at no cost that 2,000 games would show
REACH = 2  # points for each cell where the next tile may go, if it may not go anywhere

EMPTY, MIXED = -1, -2  # what a line shows, if not one kind
Standing = tuple[int, int]  # what a line shows, and its free cells


@dataclass(frozen=True)
class Goal:
    """Lines of one direction that bring points when all their tiles are of one kind: value, symbol or both."""

    lines: tuple[Line, ...]
    kinds: tuple[int, ...]  # of each tile
    points: tuple[tuple[int, ...], ...]  # of each line, by kind
    keep: float = KEEP

    def gains(self, board: Board, tile: Tile, bag: Sequence[Tile], draws: int) -> list[float]:
        """By how much each line with a free cell is worth more, or less, to the whole direction once the tile lies on it."""
        left = [0] * len(self.points[0])
        for other in bag:
            left[self.kinds[other]] += 1
        now = [self._standing(board, line) for line in self.lines]
        hope = self._hope(now, left, draws)
        return [
            self._hope([*now[:at], _after(standing, self.kinds[tile]), *now[at + 1 :]], left, draws) - hope if standing[1] else 0
            for at, standing in enumerate(now)
        ]

    def _standing(self, board: Board, line: Line) -> Standing:
        kinds = [self.kinds[tile] for cell in line.cells if (tile := board[cell]) is not None]
        shows = EMPTY if not kinds else kinds[0] if len(set(kinds)) == 1 else MIXED
        return shows, len(line.cells) - len(kinds)

    def _hope(self, standings: Sequence[Standing], left: Sequence[int], draws: int) -> float:
        """The points to be expected from the lines; an empty one is taken for the kind that promises most."""
        wanted = [0] * len(left)
        for shows, free in standings:
            if shows >= 0:
                wanted[shows] += free
        hope = 0.0
        for (shows, free), points in zip(standings, self.points, strict=True):
            if shows >= 0:
                hope += points[shows] * _chance(self.keep, left[shows], draws, free, wanted[shows] - free)
            elif shows == EMPTY:
                kinds = range(len(left))
                hope += max(points[kind] * _chance(self.keep, left[kind], draws, free, wanted[kind]) for kind in kinds)
        return hope


def _after(standing: Standing, kind: int) -> Standing:
    shows, free = standing
    return kind if shows in (EMPTY, kind) else MIXED, free - 1


@cache
def _chance(keep: float, good: int, draws: int, free: int, rivals: int) -> float:
    """That `free` cells of a line all get good tiles, of which `good` are in the bag and `rivals` are wanted elsewhere."""
    if free == 0:
        return 1.0
    need, part = divmod(free + CROWD * rivals, 1)
    luck = (1 - part) * _at_least(int(need), good, draws) + part * _at_least(int(need) + 1, good, draws)
    return float(luck * keep**free**EFFORT)


def _at_least(need: int, good: int, draws: int) -> float:
    """The chance of `need` or more of the good tiles among the draws to come."""
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


def _reach(board: Board, placement: str) -> int:
    """How many free cells the next tile may go to; where its symbol matters, suns and moons are counted apart."""
    shown = [None if tile is None else TILES.symbols[tile] for tile in board]
    beside = [{shown[near] for near in BOARD.neighbours[cell]} - {None} for cell in CELLS if shown[cell] is None]
    return sum(len(symbols) if placement == "symbol" else bool(symbols) for symbols in beside)


class Greedy(Bot[Action, View]):
    """Puts each tile where the board promises most afterwards; it does not look further ahead."""

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        worth = self._worth(view)
        points = {action: worth[action.cell] for action in legal if isinstance(action, Place)}
        most = max(points.values())
        best = [action for action in points if points[action] >= most - NEAR]
        return best[self.below(len(best))]

    def _worth(self, view: View) -> list[float]:
        """What the last called tile adds, on each free cell."""
        lines = hopes(GOALS["value"], view, self.seat)
        return [line + more for line, more in zip(lines, extras(view, self.seat), strict=True)]


def hopes(goals: Sequence[Goal], view: View, seat: Seat) -> list[float]:
    """What the last called tile adds to these goals, on each free cell."""
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
                worth[cell] += REACH * _reach(BOARD.lay(view.calls, (*placed, cell)), view.options.placement)
    return worth
