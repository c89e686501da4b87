"""A search for good boards of Take it to the Limit!, and a bound that no board can pass.

A *plan* says which lines score, each with one of its values; tiles are then assigned to cells so that every planned line has
its value. The search drops a few lines of a plan, adds others for which tiles can still be assigned, and goes on from what is
better or not much worse. It follows a fixed sequence of numbers, so the same tiles always give the same board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from operator import getitem
from typing import TypeAlias

from tablee.games.take_it_to_the_limit.tiles import METALS, POINTS, TILES
from tablee.kit.hexboard import Cell, Line, Tile
from tablee.kit.matching import Assignment, Tiles

LinePlan: TypeAlias = dict[int, int]  # by the number of a line, the rank of its value
Claim: TypeAlias = Mapping[Cell, Tiles]  # what certain cells must have
SIDES = (TILES.top, TILES.left, TILES.right)
RANKS = range(len(TILES.top))
FREE = len(RANKS)  # of a line that does not score
SHOWING = tuple(  # by direction and rank, the tiles that show it
    tuple(sum(1 << tile for tile, values in enumerate(TILES.values) if values[way] == value) for value in side)
    for way, side in enumerate(SIDES)
)
OF_SYMBOL = tuple(sum(1 << tile for tile, of in enumerate(TILES.symbols) if of == symbol) for symbol in ("sun", "moon"))
BONUSES = {1 << tile: POINTS[metal] for tile, metal in sorted(METALS.items(), key=lambda item: -POINTS[item[1]])}
DROPPED = range(2, 7)  # how many lines of a plan are dropped before others are added
RUNS = 4
WORSE = 80  # points by which the next board may be worse than the last, at the start of a run


@dataclass(frozen=True)
class Area:
    """Cells to be filled and the lines on them; cells that are on no line take the tiles that are left over."""

    cells: int
    lines: tuple[Line, ...]
    rays: bool

    @cached_property
    def crossing(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the lines through it."""
        return tuple(tuple(n for n, line in enumerate(self.lines) if cell in line.cells) for cell in range(self.cells))

    @cached_property
    def by_length(self) -> list[Line]:
        return sorted(self.lines, key=lambda line: -len(line.cells))

    def points(self, number: int, rank: int) -> int:
        line = self.lines[number]
        return len(line.cells) * SIDES[line.direction][rank]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan with its points and tiles; `claim` is the one it fulfils, if any."""

    plan: LinePlan
    points: int
    tiles: Assignment
    claim: Claim | None


class Search:
    def __init__(self, area: Area, bag: Sequence[Tile], claims: Sequence[Claim] = (), reward: int = 0) -> None:
        """`claims`: fulfilling one of them, such as a scrapyard that costs nothing, is worth the `reward`."""
        self.area, self.claims, self.reward = area, claims, reward
        self.bag: Tiles = sum(1 << tile for tile in bag)
        self.dice = 1

    def below(self, n: int) -> int:
        """The next number of the fixed sequence (a linear congruence)."""
        self.dice = self.dice * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return (self.dice >> 33) % n

    def best(self, rounds: int) -> Candidate:
        """The best of several runs with so many rounds in all."""
        return max((self._run(rounds // RUNS) for _ in range(RUNS)), key=lambda found: found.points)

    def _run(self, rounds: int) -> Candidate:
        begun = Assignment.of([self.bag] * self.area.cells)
        assert begun is not None, "there are fewer tiles than cells"
        best = last = self._filled({}, begun, None)
        for left in range(rounds, 0, -1):
            found = self._filled(*self._thinned(last))
            if found.points > last.points - self.below(1 + WORSE * left // rounds):
                last = found
            if found.points > best.points:
                best = found
        return best

    def _thinned(self, found: Candidate) -> tuple[LinePlan, Assignment, Claim | None]:
        """The plan without a few of its lines, and perhaps without its claim."""
        plan, numbers, claim = dict(found.plan), list(found.plan), found.claim
        for _ in range(DROPPED[self.below(len(DROPPED))]):
            plan.pop(numbers[self.below(len(numbers))], None)
        if self.below(8) == 0:
            claim = None
        tiles = found.tiles.copy()
        tiles.options = self._options(plan, claim)
        return plan, tiles, claim

    def _options(self, plan: LinePlan, claim: Claim | None) -> list[Tiles]:
        options = [self.bag] * self.area.cells
        for cell, tiles in (claim or {}).items():
            options[cell] &= tiles
        for number, rank in plan.items():
            line = self.area.lines[number]
            for cell in line.cells:
                options[cell] &= SHOWING[line.direction][rank]
        return options

    def _filled(self, plan: LinePlan, tiles: Assignment, claim: Claim | None) -> Candidate:
        """The plan with as many more lines as go together; those with many points are tried first, mostly."""
        if claim is None and self.claims:
            claim, tiles = self._claimed(tiles)
        missing = [number for number in range(len(self.area.lines)) if number not in plan]
        wishes = [(self.area.points(n, rank) * (40 + self.below(60)), n, rank) for n in missing for rank in RANKS]
        for _, number, rank in sorted(wishes, reverse=True):
            line = self.area.lines[number]
            if number not in plan and (more := tiles.narrowed(line.cells, SHOWING[line.direction][rank])):
                plan[number], tiles = rank, more
        return self._valued(plan, tiles, claim)

    def _claimed(self, tiles: Assignment) -> tuple[Claim | None, Assignment]:
        """Tries a few claims."""
        for _ in range(8):
            claim, more = self.claims[self.below(len(self.claims))], tiles
            for cell, allowed in claim.items():
                if not (narrowed := more.narrowed((cell,), allowed)):
                    break
                more = narrowed
            else:
                return claim, more
        return None, tiles

    def _valued(self, plan: LinePlan, tiles: Assignment, claim: Claim | None) -> Candidate:
        points = sum(self.area.points(number, rank) for number, rank in plan.items()) + self.reward * (claim is not None)
        bonus, laid = self._with_bonuses(plan, tiles)
        ray, laid = self._with_ray(laid) if self.area.rays else (0, laid)
        laid.options = tiles.options
        return Candidate(plan, points + bonus + ray, laid, claim)

    def _with_bonuses(self, plan: LinePlan, tiles: Assignment) -> tuple[int, Assignment]:
        """R15: gold and silver tiles go where three scoring lines cross, or two."""
        points, crossed = 0, [sum(number in plan for number in lines) for lines in self.area.crossing]
        for tile, whole in BONUSES.items():
            for lines, part in ((3, whole), (2, whole // 2)):
                cells = (cell for cell, count in enumerate(crossed) if count == lines and tiles.options[cell] & tile)
                if more := next(filter(None, (tiles.narrowed((cell,), tile) for cell in cells)), None):
                    points, tiles = points + part, more
                    break
        return points, tiles.copy()

    def _with_ray(self, tiles: Assignment) -> tuple[int, Assignment]:
        """R16: the longest line that can be of one symbol."""
        for line in self.area.by_length:
            for symbol in OF_SYMBOL:
                if more := tiles.narrowed(line.cells, symbol):
                    return POINTS["ray"] * len(line.cells), more
        return 0, tiles


def bound(area: Area, bag: Sequence[Tile]) -> int:
    """No board with these tiles has more points.

    The lines of two directions cannot ask for more tiles with a pair of values than there are, which bounds their points;
    half the sum of the three bounds is a bound for all lines. Every bonus tile may score, and the longest line may be a ray.
    """
    bits = sum(1 << tile for tile in bag)
    pairs = [_pair_bound(area, way, other, bits) for way, other in combinations(range(3), 2)]
    bonus = sum(POINTS[METALS[tile]] for tile in bag if tile in METALS)
    longest = max(len(line.cells) for line in area.lines)
    return sum(pairs) // 2 + bonus + area.rays * POINTS["ray"] * longest


# Many counts of tiles lie side by side in one number, each with a bit on top that is lost when more is taken than is there.
WIDTH = 7
Pattern: TypeAlias = tuple[int, ...]  # for each line of a direction the rank of its value, or FREE


def _packed(counts: Iterable[int], top: int = 0) -> int:
    return sum((count | top) << WIDTH * place for place, count in enumerate(counts))


TOP = 1 << WIDTH - 1
TOPS = _packed([TOP] * len(RANKS))
PAIR_TOPS = _packed([TOP] * len(RANKS) ** 2)


def _pair_bound(area: Area, way: int, other: int, bag: Tiles) -> int:
    """The most points that lines of two directions can have together, as far as counts of tiles tell."""
    room = _packed(((bag & a & b).bit_count() for a, b in product(SHOWING[way], SHOWING[other])), TOP)
    most, seconds = 0, _possible(area, other, bag)
    for points, pattern in _possible(area, way, bag):
        if points + seconds[0][0] <= most:
            break
        rows = _pair_asks(area, way, pattern, other)
        for more, second in seconds:
            if points + more <= most:
                break
            if (room - sum(map(getitem, rows, second))) & PAIR_TOPS == PAIR_TOPS:
                most = points + more
                break
    return most


def _possible(area: Area, way: int, bag: Tiles) -> list[tuple[int, Pattern]]:
    """The patterns of a direction for which there are enough tiles, with their points, the most first."""
    room = _packed(((bag & showing).bit_count() for showing in SHOWING[way]), TOP)
    lengths = tuple(len(line.cells) for line in area.lines if line.direction == way)
    return [(points, pattern) for points, asks, pattern in _patterns(way, lengths) if (room - asks) & TOPS == TOPS]


@cache
def _patterns(way: int, lengths: tuple[int, ...]) -> list[tuple[int, int, Pattern]]:
    """All patterns of lines with these lengths: points, how many tiles of each rank it asks for, ranks."""
    found: list[tuple[int, int, Pattern]] = [(0, 0, ())]
    for length in lengths:
        steps = [(length * SIDES[way][rank], length << WIDTH * rank, (rank,)) for rank in RANKS] + [(0, 0, (FREE,))]
        found = [(points + p, asks + a, pattern + r) for points, asks, pattern in found for p, a, r in steps]
    return sorted(found, reverse=True)


def _pair_asks(area: Area, way: int, pattern: Pattern, other: int) -> list[list[int]]:
    """For each line of the other direction and each of its ranks, how many tiles of each pair of ranks it asks for."""
    lines = [line for line in area.lines if line.direction == way]
    rank_of = {cell: rank for line, rank in zip(lines, pattern, strict=True) for cell in line.cells if rank != FREE}
    rows = []
    for line in (line for line in area.lines if line.direction == other):
        asked = sum(1 << WIDTH * len(RANKS) * rank_of[cell] for cell in line.cells if cell in rank_of)
        rows.append([*(asked << WIDTH * rank for rank in RANKS), 0])
    return rows
