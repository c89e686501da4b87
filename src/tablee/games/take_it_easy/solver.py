"""The best boards of Take it Easy! for given tiles, exactly.

A *pattern* of a direction says which value each of its five lines scores with, or that it is free: it scores nothing and
takes any tiles. A board is a pattern for each direction, and tiles that fit. So the search takes the patterns of the three
directions, the highest sum of points first, and stops at the first sum for which tiles fit. Most patterns are ruled out by
counting: two directions ask for so many tiles with these two values (R1: there are three of each pair), and where three
scoring lines cross they ask for one certain tile, which can be there only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

from tablee.core.game import BadOptions, BadText, say
from tablee.core.solver import Solution, Solver
from tablee.games.take_it_easy.rules import Options, RealBoard, State
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, TILES
from tablee.kit.hexboard import Cell, Tile
from tablee.kit.matching import Assignment, Tiles

RANKS = range(3)  # of a direction's three values
FREE = len(RANKS)
VALUES = (TILES.top, TILES.left, TILES.right)
LINES = tuple(tuple(line.cells for line in BOARD.lines if line.direction == way) for way in range(3))
LINE_OF = tuple(tuple(next(n for n, cells in enumerate(of) if cell in cells) for cell in CELLS) for of in LINES)
TILE_RANKS = tuple(product(RANKS, repeat=3))  # by tile
EVERY_TILE = (1 << len(NAMES)) - 1
FITTING = tuple(  # by direction and rank, the tiles that show it, as bits; a free line takes any
    (*(sum(1 << tile for tile, ranks in enumerate(TILE_RANKS) if ranks[way] == rank) for rank in RANKS), EVERY_TILE)
    for way in range(3)
)

Pattern: TypeAlias = tuple[int, ...]  # for each line of a direction its rank, or FREE
FullBoard: TypeAlias = tuple[Tile, ...]  # the tile of each cell


@cache
def _patterns(way: int) -> tuple[tuple[Pattern, int, int], ...]:
    """All patterns of a direction, the most points first: each with its points, and how many tiles of each rank it asks for,
    a byte for each rank."""
    found = []
    for pattern in product((*RANKS, FREE), repeat=len(LINES[way])):
        scoring = [(len(cells), rank) for cells, rank in zip(LINES[way], pattern, strict=True) if rank != FREE]
        points = sum(length * VALUES[way][rank] for length, rank in scoring)
        found.append((pattern, points, sum(length << 8 * rank for length, rank in scoring)))
    return tuple(sorted(found, key=lambda found: -found[1]))


BYTES = 0x80_80_80  # the top bit of each byte is kept if no more is taken from a byte than is in it
NIBBLES = 0x888_888_888  # the same for half bytes


@cache
def _pair_asks(way: int, other: int, pattern: Pattern) -> tuple[tuple[int, ...], ...]:
    """For each line of the other direction and each of its ranks, how many tiles of each pair of ranks it asks for,
    half a byte for each pair."""
    rows = []
    for cells in LINES[other]:
        asked = sum(1 << 12 * rank for cell in cells if (rank := pattern[LINE_OF[way][cell]]) != FREE)
        rows.append((asked, asked << 4, asked << 8, 0))
    return tuple(rows)


# A tile's number is 9, 3 and 1 times its three ranks, so the bits of two ranks multiply to that of their pair. The lines of
# the third direction lie side by side in one long number, each in a stretch of its own.
STRETCH = 32
ONCE = 0o111111111  # three bits for each pair of ranks: a line may ask for each of them once
TWICE = sum((EVERY_TILE & ~ONCE) << STRETCH * line for line in range(len(LINES[2])))
REFUSED = EVERY_TILE + 1  # a tile that does not exist


@cache
def _first_bits(pattern: Pattern) -> tuple[int, ...]:
    """For each line of the second direction, the bits of the first ranks that it meets, in the stretches of the third lines."""
    rows = [0] * len(LINES[1])
    for cell in CELLS:
        if (rank := pattern[LINE_OF[0][cell]]) != FREE:
            rows[LINE_OF[1][cell]] += 1 << 9 * rank + STRETCH * LINE_OF[2][cell]
    return tuple(rows)


SECOND_BITS = (1, 1 << 3, 1 << 6, 0)
LineTiles: TypeAlias = tuple[Tiles, Tiles, Tiles, Tiles]  # by rank of a line, the tiles it asks for; REFUSED if one of them twice
Pair: TypeAlias = tuple[Pattern, Pattern, list[LineTiles]]  # patterns of two directions, and what lines of the third then ask for


def _third_lines(first: Pattern, second: Pattern) -> list[LineTiles]:
    p, q, r, s, t = _first_bits(first)
    a, b, c, d, e = second
    asked = p * SECOND_BITS[a] + q * SECOND_BITS[b] + r * SECOND_BITS[c] + s * SECOND_BITS[d] + t * SECOND_BITS[e]
    lines = [asked >> STRETCH * line & EVERY_TILE for line in range(5)]
    if asked & TWICE:
        lines = [REFUSED if line & ~ONCE else line for line in lines]
    return [(line, line << 1, line << 2, 0) for line in lines]


class Search:
    """The best boards with some of these tiles."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self.tiles: Tiles = sum(1 << tile for tile in set(tiles))
        self.patterns = [self._possible(way) for way in range(3)]
        self.halves = {  # the other boards are these, turned by 180°
            points: [pattern for pattern in patterns if pattern <= pattern[::-1]] for points, patterns in self.patterns[0].items()
        }
        self.rooms = {(way, other): self._room(way, other) for way, other in ((0, 1), (0, 2), (1, 2))}
        self.most = [max(of) for of in self.patterns]
        self.pairs: dict[int, list[Pair]] = {}  # by points

    def _possible(self, way: int) -> dict[int, list[Pattern]]:
        """The patterns for which there are enough tiles, by points."""
        room = sum((self.tiles & FITTING[way][rank]).bit_count() << 8 * rank for rank in RANKS) | BYTES
        found: dict[int, list[Pattern]] = {}
        for pattern, points, asks in _patterns(way):
            if (room - asks) & BYTES == BYTES:
                found.setdefault(points, []).append(pattern)
        return found

    def _room(self, way: int, other: int) -> int:
        """How many tiles there are of each pair of ranks."""
        pairs = enumerate(product(RANKS, repeat=2))
        found = [(self.tiles & FITTING[way][a] & FITTING[other][b]).bit_count() << 4 * n for n, (a, b) in pairs]
        return sum(found) + NIBBLES

    def _going_with(self, way: int, first: Pattern, other: int, seconds: Iterable[Pattern]) -> Iterator[Pattern]:
        """Those patterns of another direction for which there are enough tiles of each pair of ranks."""
        room, (p, q, r, s, t) = self.rooms[way, other], _pair_asks(way, other, first)
        for second in seconds:
            a, b, c, d, e = second
            if (room - p[a] - q[b] - r[c] - s[d] - t[e]) & NIBBLES == NIBBLES:
                yield second

    def _pairs_worth(self, points: int) -> list[Pair]:
        if points not in self.pairs:
            self.pairs[points] = [
                (first, second, _third_lines(first, second))
                for part, firsts in self.halves.items()
                if points - part <= self.most[1] and (seconds := self.patterns[1].get(points - part))
                for first in firsts
                for second in self._going_with(0, first, 1, seconds)
            ]
        return self.pairs[points]

    def best(self, every: bool = False) -> tuple[int, list[FullBoard]]:
        """The most points, and a board or every board that has them."""
        levels = ((points, self._boards_worth(points)) for points in range(sum(self.most), -1, -1))
        points, board, more = next((points, board, more) for points, more in levels if (board := next(more, None)))
        if not every:
            return points, [board]
        boards = {board, *more}
        return points, sorted(boards | {board[::-1] for board in boards})

    def _boards_worth(self, points: int) -> Iterator[FullBoard]:
        missing = ~self.tiles
        for part, thirds in self.patterns[2].items():
            if points - part > self.most[0] + self.most[1]:
                break
            for first, second, (p, q, r, s, t) in self._pairs_worth(points - part):
                for third in thirds:
                    a, b, c, d, e = third
                    v, w, x, y, z = p[a], q[b], r[c], s[d], t[e]
                    asked = v | w | x | y | z
                    if asked & missing or asked != v + w + x + y + z:  # for a tile that is not there, or for one twice
                        continue
                    for _ in self._going_with(0, first, 2, self._going_with(1, second, 2, (third,))):
                        yield from self._fit((first, second, third))

    def _fit(self, patterns: Sequence[Pattern]) -> Iterator[FullBoard]:
        """Every way to lay tiles so that all lines of the patterns score."""
        options = [self.tiles] * len(CELLS)
        for way, pattern in enumerate(patterns):
            for cell, line in enumerate(LINE_OF[way]):
                options[cell] &= FITTING[way][pattern[line]]
        if Assignment.of(options):
            yield from _layings(options, {})


def _layings(options: Sequence[Tiles], laid: dict[Cell, Tile]) -> Iterator[FullBoard]:
    """Every choice of a different tile for each cell, the narrowest cell first."""
    if len(laid) == len(options):
        yield tuple(laid[cell] for cell in CELLS)
        return
    cell = min((cell for cell in CELLS if cell not in laid), key=lambda cell: options[cell].bit_count())
    for tile in range(len(NAMES)):
        if options[cell] >> tile & 1:
            rest = [tiles & ~(1 << tile) for tiles in options]
            yield from _layings(rest, {**laid, cell: tile})


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The called tiles, or every tile of the box."""

    calls: str = ""


class BestBoard(Solver[Options, State, Puzzle]):
    """For the calls of a game one of its best boards; for the whole box every board that has the maximum (R14)."""

    puzzle = Puzzle

    def solve(self, options: Options, puzzle: Puzzle) -> Solution:
        if options != Options():
            raise BadOptions(say("solve-options"))
        points, boards = Search(_read(puzzle.calls)).best(every=not puzzle.calls)
        return Solution(points, points, tuple(RealBoard(BOARD.write(board, TILES)) for board in boards))

    def hindsight(self, s: State) -> Puzzle:
        return Puzzle(" ".join(NAMES[tile] for tile in s.calls))


def _read(calls: str) -> Sequence[Tile]:
    tiles = TILES.read(calls) if calls else range(len(NAMES))
    if len(tiles) < len(CELLS):
        raise BadText(say("solve-few", found=len(tiles), expected=len(CELLS)))
    return tiles
