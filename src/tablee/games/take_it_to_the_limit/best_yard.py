"""The best scrapyard for given tiles (R19 of RULES.md), exactly.

Everything that can give a scrapyard a value is listed once, the highest value first: up to three lines, a gold tile, or up to
two silver tiles, with what each cell must then have. The first claim for which there are tiles is the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product
from typing import TypeAlias

from tablee.games.take_it_to_the_limit.search import RANKS, SHOWING, SIDES
from tablee.games.take_it_to_the_limit.tiles import METALS, POINTS, TILES, YARD
from tablee.kit.hexboard import Line, Tile
from tablee.kit.matching import Assignment, Tiles

CELLS = range(len(YARD.names))
ANY: Tiles = (1 << len(TILES.names)) - 1
THROUGH = tuple(tuple(line for line in YARD.lines if cell in line.cells) for cell in CELLS)


@dataclass(frozen=True, slots=True)
class YardClaim:
    value: int
    cells: tuple[Tiles, ...]  # by cell, the tiles that suit it


Part: TypeAlias = tuple[int, tuple[Tiles, ...]]  # points, and the tiles that suit each cell


def best_yard(bag: Iterable[Tile]) -> tuple[int, tuple[Tile, ...]]:
    """The highest value of a full scrapyard with some of these tiles, and its tiles by cell."""
    tiles: Tiles = sum(1 << tile for tile in bag)
    return next((claim.value, found.tiles) for claim in claims() if (found := _fulfilled(claim, tiles)))


def _fulfilled(claim: YardClaim, tiles: Tiles) -> Assignment | None:
    options = [tiles & suits for suits in claim.cells]
    return Assignment.of(options) if all(options) else None


@cache
def claims() -> tuple[YardClaim, ...]:
    nothing = YardClaim(0, (ANY,) * len(CELLS))
    lines = [_line(line, rank) for line in YARD.lines for rank in RANKS]
    ways: Iterable[Iterable[Part]] = chain(
        (parts for count in range(1, POINTS["yard_lines"] + 1) for parts in combinations(lines, count)),
        ((bonus,) for tile, metal in METALS.items() if metal == "gold" for bonus in _bonuses(tile)),
        _silvers(),
    )
    found = {claim for parts in ways if (claim := _together(parts))}
    return (*sorted(found, key=lambda claim: (-claim.value, claim.cells)), nothing)


def _line(line: Line, rank: int) -> Part:
    suits = tuple(SHOWING[line.direction][rank] if cell in line.cells else ANY for cell in CELLS)
    return len(line.cells) * SIDES[line.direction][rank], suits


def _bonuses(tile: Tile) -> Iterator[Part]:
    """R15: every place for a gold or silver tile, and the lines through it that score."""
    whole = POINTS[METALS[tile]]
    ranks = [side.index(value) for side, value in zip(SIDES, TILES.values[tile], strict=True)]
    for cell in CELLS:
        here = tuple(1 << tile if other == cell else ANY for other in CELLS)
        for count, points in ((3, whole), (2, whole // 2)):
            for lines in combinations(THROUGH[cell], count):
                parts = [_line(line, ranks[line.direction])[1] for line in lines]
                yield points, _overlaid([here, *parts])


def _silvers() -> Iterator[tuple[Part, ...]]:
    silver = {tile: [*_bonuses(tile)] for tile, metal in METALS.items() if metal == "silver"}
    for count in range(1, POINTS["yard_silvers"] + 1):
        for tiles in combinations(silver, count):
            yield from product(*(silver[tile] for tile in tiles))


def _overlaid(parts: Iterable[tuple[Tiles, ...]]) -> tuple[Tiles, ...]:
    cells = [ANY] * len(CELLS)
    for part in parts:
        cells = [here & there for here, there in zip(cells, part, strict=True)]
    return tuple(cells)


def _together(parts: Iterable[Part]) -> YardClaim | None:
    """The claim of all parts; None if they contradict each other."""
    parts = tuple(parts)
    cells = _overlaid(suits for _, suits in parts)
    return YardClaim(sum(points for points, _ in parts), cells) if all(cells) else None
