"""What the boards of Take it to the Limit! will bring, by weights that were learnt from play. Standard library only.

What lies in front of a seat, and the tiles that have not been called, are read as a few dozen *rows*: one for each line, free
cell, value and bonus tile, and some for rays, scrapyard and reserve. The points to come are the sum of the rows' weights,
which differ from stage to stage of a game. docs/champions.md tells how they are learnt.

Training needs the same functions compiled. So they are written once, for lists or for arrays, and `kernels` makes them.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tiles import HOLES, METALS, NEXUS, ORCHID, POINTS, RESERVED, TILES, YARD
from tablee.kit.hexboard import Cell, HexBoard, Tile

Numbers: TypeAlias = Any  # a list, or an array

FILE = Path(__file__).with_name("outlook.bin")
DIGEST = FILE.with_suffix(".sha256")
STAGES = 11
STEP = 1 / 32  # weights in the file are whole numbers of these
HALF_WIDTHS = struct.Struct(f"<{STAGES}f")

# What a line shows: nothing, the rank of a value plus 1, or different values. Its symbol: none, one of two, or both.
EMPTY, DEAD, MIXED = 0, 5, 3
FREE = -1  # of a place
NOTHING = -1e9  # instead of a value
SIDES = (TILES.top, TILES.left, TILES.right)
RANKS = [side.index(value) for values in TILES.values for side, value in zip(SIDES, values, strict=True)]
SYMBOLS = [1 if symbol == "sun" else 2 for symbol in TILES.symbols]
VALUES = 12

# How many tiles are left with these three ranks: `fits[25 * top + 5 * left + right]`, where ANY asks for no rank.
ANY, FITS = 4, 125
FITTING = [
    25 * top + 5 * left + right
    for tile in range(len(TILES.names))
    for top in (RANKS[3 * tile], ANY)
    for left in (RANKS[3 * tile + 1], ANY)
    for right in (RANKS[3 * tile + 2], ANY)
]
SHOWS = [FITS - 1 - (ANY - rank) * step for step in (25, 5, 1) for rank in range(4)]  # where `fits` counts one value

LACKS, SUPPLY, RIVALS = 7, 17, 4  # of a line: the tiles it lacks, the tiles left for it, and how many others want them
KINDS, FITTED = 10, 9  # of a free cell: what each line shows, and whether this is its last free cell; how many tiles fit
UNTOUCHED = 38  # of all free cells whose lines are empty: how many there are
WANTED = 25  # of a value: how many tiles its lines lack; and the tiles left
LACKED = 6  # of a bonus tile on the board: the tiles that each of its lines lacks
RAYS = (9, 8, 7, 6)  # of the longest lines, and those shorter by one, two, or more: the tiles that the best ray lacks
SLOTS, YARD_POINTS, YARD_HOPES = 8, 7, 16  # of a scrapyard: its free cells, the points of its lines, what they promise
GAINS = 10  # of a hole: what the best tile of the reserve promises there
MOST_ROWS = 120


@dataclass(frozen=True)
class Ground:
    """The places of a seat: those of its board, then those of its scrapyard if it plans that itself."""

    kind: HexBoard
    rays: bool
    yard: bool

    @cached_property
    def lines(self) -> list[tuple[int, tuple[Cell, ...]]]:
        """Directions and cells, holes left out."""
        first = len(self.kind.names)
        own = [(line.direction, tuple(cell for cell in line.cells if cell not in self.holes)) for line in self.kind.lines]
        yard = [(line.direction, tuple(first + cell for cell in line.cells)) for line in YARD.lines]
        return own + yard if self.yard else own

    @property
    def places(self) -> int:
        return len(self.kind.names) + (len(YARD.names) if self.yard else 0)

    @property
    def holes(self) -> list[Cell]:
        return list(HOLES.values()) if self.kind is ORCHID else []

    @cached_property
    def through(self) -> list[int]:
        """Three lines for each place, by direction."""
        found, first = [], 0
        for board in (self.kind, YARD) if self.yard else (self.kind,):
            for cell in range(len(board.names)):
                found += [first + number for number, line in enumerate(board.lines) if cell in line.cells]
            first += len(board.lines)
        return found

    @cached_property
    def classes(self) -> list[int]:
        """Lines of a class share their rows: on the Nexus, those with the same direction and length."""
        own = self.lines[: len(self.kind.lines)]
        return list(range(len(own))) if self.kind is ORCHID else [4 * way + len(cells) - 4 for way, cells in own]

    @cached_property
    def first(self) -> dict[str, int]:
        """Where the rows of each sort begin, and how many rows there are."""
        lines = 1 + max(self.classes)
        sizes = {
            "any": 1,
            "empty": lines,
            "line": lines * 4 * LACKS * SUPPLY * RIVALS,
            "cell": KINDS**3 * FITTED,
            "value": VALUES * SUPPLY * WANTED,
            "metal": len(METALS) * LACKED**3,
            "left": len(METALS),
            "ray": RAYS[0] * RAYS[1] * RAYS[2] * RAYS[3] if self.rays else 0,
            "second": RAYS[0] ** 2 if self.rays else 0,
            "yard": SLOTS * YARD_POINTS * YARD_HOPES if self.yard else 0,
            "slots": 0 if self.yard else SLOTS,
            "hole": len(self.holes) * (RESERVED + 1) * GAINS * 3,
            "open": UNTOUCHED,
        }
        return dict(zip([*sizes, "end"], accumulate(sizes.values(), initial=0), strict=True))


class Desk(NamedTuple):
    """What lies in front of a seat, and the tiles left."""

    shown: Numbers  # by line …
    missing: Numbers
    symbol: Numbers
    board: Numbers  # by place, its tile
    reserve: Numbers  # tiles; how many follows from the free slots
    fits: Numbers
    need: Numbers  # by value, how many tiles its lines lack
    rows: Numbers
    old: Numbers


class Kernels(NamedTuple):
    put: Callable[[Desk, int, Tile], None]
    draw: Callable[[Numbers, Tile], None]
    find_rows: Callable[[Desk, float, int], int]  # with the part of the tiles left that will be called, and the free slots
    yard_hope: Callable[[Desk, float], tuple[int, float]]
    value: Callable[[Numbers, int, float, Desk, float, int], float]
    best_values: Callable[[Numbers, int, float, Desk, float, int, Numbers, Numbers, Numbers], None]
    value_places: Callable[[Numbers, int, float, Desk, float, int, Tile, Numbers], None]


def kernels(ground: Ground, compiled: Callable[[Any], Any], table: Callable[[Sequence[int]], Numbers]) -> Kernels:
    """The functions for one ground: plain ones, or compiled."""
    own, cells, lines, rays = len(ground.kind.lines), len(ground.kind.names), len(ground.lines), ground.rays
    holes, hole_count, yard = table(ground.holes or [0]), len(ground.holes), ground.yard
    through, classes = table(ground.through), table(ground.classes)
    way = table([way for way, _ in ground.lines])
    each = table([value for way, _ in ground.lines for value in SIDES[way]])
    worth = table([len(of) * value for way, of in ground.lines for value in SIDES[way]])
    longest = max(len(of) for _, of in ground.lines)
    group = table([min(len(RAYS) - 1, longest - len(of)) for _, of in ground.lines])
    closed = table([int(place in ground.holes) for place in range(ground.places)])
    ranks, symbols, shows, fitting = table(RANKS), table(SYMBOLS), table(SHOWS), table(FITTING)
    metals = table([list(METALS).index(tile) if tile in METALS else -1 for tile in range(len(TILES.names))])
    alone = table([FITTING[8 * tile] for tile in METALS])
    bonus = table([POINTS[metal] for metal in METALS.values()])
    _, at_empty, at_line, at_cell, at_value, at_metal, at_left, at_ray, at_second, at_yard, at_slots, at_hole, at_open, _ = (
        ground.first.values()
    )
    ray1, ray2, ray3 = RAYS[1:]
    enough = POINTS["enough"]

    @compiled
    def draw(fits: Numbers, tile: Tile) -> None:
        """Takes a tile from those that are left."""
        for k in range(8 * tile, 8 * tile + 8):
            fits[fitting[k]] -= 1

    @compiled
    def put(desk: Desk, place: int, tile: Tile) -> None:
        shown, missing, symbol = desk.shown, desk.missing, desk.symbol
        desk.board[place] = tile
        for k in range(3):
            line, rank, sign = through[3 * place + k], ranks[3 * tile + k] + 1, symbols[tile]
            missing[line] -= 1
            if shown[line] != rank:
                shown[line] = rank if shown[line] == EMPTY else DEAD
            if symbol[line] != sign:
                symbol[line] = sign if symbol[line] == EMPTY else MIXED

    @compiled
    def safe_points(desk: Desk) -> int:
        """R14, R15: the points of full lines, and of bonus tiles whose lines are all decided."""
        shown, missing, board, points = desk.shown, desk.missing, desk.board, 0
        for line in range(own):
            if missing[line] == 0 and shown[line] != DEAD:
                points += worth[4 * line + shown[line] - 1]
        for cell in range(cells):
            tile = board[cell]
            if tile >= 0 and metals[tile] >= 0:
                pending, scoring = 0, 0
                for k in range(3):
                    line = through[3 * cell + k]
                    if shown[line] != DEAD:
                        pending += missing[line] > 0
                        scoring += missing[line] == 0
                if pending == 0 and scoring > 1:
                    points += bonus[metals[tile]] if scoring == 3 else bonus[metals[tile]] // 2
        return points

    @compiled
    def line_rows(desk: Desk, count: int) -> int:
        shown, missing, fits, need, rows = desk.shown, desk.missing, desk.fits, desk.need, desk.rows
        for value in range(VALUES):
            need[value] = 0
        for line in range(own):
            rank = shown[line]
            if rank not in (EMPTY, DEAD):
                need[4 * way[line] + rank - 1] += missing[line]
        for line in range(own):
            rank, lacks = shown[line], missing[line]
            if rank == EMPTY:
                rows[count] = at_empty + classes[line]
                count += 1
            elif rank != DEAD and lacks:
                value = 4 * way[line] + rank - 1
                others = min(RIVALS - 1, (need[value] - lacks + 2) // 3)
                row = ((classes[line] * 4 + rank - 1) * LACKS + lacks - 1) * SUPPLY + fits[shows[value]]
                rows[count] = at_line + row * RIVALS + others
                count += 1
        for value in range(VALUES):
            rows[count] = at_value + (value * SUPPLY + fits[shows[value]]) * WANTED + min(WANTED - 1, need[value])
            count += 1
        return count

    @compiled
    def cell_rows(desk: Desk, count: int) -> int:
        shown, missing, board, fits, rows, untouched = desk.shown, desk.missing, desk.board, desk.fits, desk.rows, 0
        for cell in range(cells):
            tile, kinds, fit, lacked, pending = board[cell], 0, 0, 0, 0
            if closed[cell] or (tile >= 0 and metals[tile] < 0):
                continue
            for k in range(3):
                line = through[3 * cell + k]
                rank, lacks = shown[line], missing[line]
                alive = rank not in (EMPTY, DEAD)
                kinds = kinds * KINDS + (rank + 4 if lacks == 1 else rank) if alive else kinds * KINDS + (9 if rank else 0)
                fit = fit * 5 + (rank - 1 if alive else ANY)
                lacked = lacked * LACKED + (1 + min(LACKED - 2, lacks) if alive else 0)
                pending += alive and lacks > 0
            if tile >= 0 and pending:
                rows[count] = at_metal + metals[tile] * LACKED**3 + lacked
                count += 1
            elif tile < 0 and kinds:
                rows[count] = at_cell + kinds * FITTED + min(FITTED - 1, fits[fit])
                count += 1
            untouched += tile < 0 and not kinds
        rows[count] = at_open + untouched
        count += 1
        for metal in range(len(alone)):
            if fits[alone[metal]]:
                rows[count] = at_left + metal
                count += 1
        return count

    @compiled
    def ray_rows(desk: Desk, count: int) -> int:
        """R16: for each group of lines, the one nearest to a ray; of the longest lines, the two nearest."""
        missing, symbol = desk.missing, desk.symbol
        first, second, third, fourth, other = 8, 7, 6, 5, 8
        for line in range(own):
            lacks = missing[line]
            if symbol[line] == MIXED:
                continue
            if group[line] == 0:
                other = min(other, max(first, lacks))
                first = min(first, lacks)
            elif group[line] == 1:
                second = min(second, lacks)
            elif group[line] == 2:
                third = min(third, lacks)
            else:
                fourth = min(fourth, lacks)
        desk.rows[count] = at_ray + ((first * ray1 + second) * ray2 + third) * ray3 + fourth
        desk.rows[count + 1] = at_second + 9 * first + other
        return count + 2

    @compiled
    def yard_hope(desk: Desk, share: float) -> tuple[int, float]:
        """R19: the points of the three best lines of a scrapyard, and what the three best promise."""
        shown, missing, fits = desk.shown, desk.missing, desk.fits
        have, second, third, hope, near, far = 0, 0, 0, 0.0, 0.0, 0.0
        for line in range(own, lines):
            rank, lacks = shown[line], missing[line]
            if rank in (EMPTY, DEAD):
                continue
            points, promise = worth[4 * line + rank - 1], float(worth[4 * line + rank - 1])
            supply = fits[shows[4 * way[line] + rank - 1]] * share / 4
            for _ in range(lacks):
                promise *= supply / (supply + 1)
            if lacks == 0:
                have, second, third = max(have, points), max(min(have, points), second), max(min(second, points), third)
            hope, near, far = max(hope, promise), max(min(hope, promise), near), max(min(near, promise), far)
        return have + second + third, hope + near + far

    @compiled
    def yard_row(desk: Desk, share: float, free: int) -> int:
        have, hope = yard_hope(desk, share)
        done = 0 if have == 0 else YARD_POINTS - 1 if have >= enough else min(YARD_POINTS - 2, 1 + have // 12)
        return int((free * YARD_POINTS + done) * YARD_HOPES + min(YARD_HOPES - 1, int(hope / 5)))

    @compiled
    def hole_rows(desk: Desk, reserved: int, count: int) -> int:
        """R13: for each hole, the tile of the reserve that gains most: longer lines and a bonus, less broken lines."""
        shown, missing = desk.shown, desk.missing
        for hole in range(hole_count):
            best, crossed = 0, 0
            for number in range(reserved):
                gain, same, tile = 0, 0, desk.reserve[number]
                for k in range(3):
                    line = through[3 * holes[hole] + k]
                    rank = shown[line]
                    if rank not in (EMPTY, DEAD):
                        if rank == ranks[3 * tile + k] + 1:
                            gain += each[4 * line + rank - 1]
                            same += 1
                        else:
                            gain -= worth[4 * line + rank - 1] // (1 + missing[line])
                if same > 1 and metals[tile] >= 0:
                    gain += bonus[metals[tile]] * (same - 1) // 2
                if gain > best:
                    best, crossed = gain, same - 1 if same > 1 and metals[tile] >= 0 else 0
            step = min(GAINS - 1, (best + 4) // 5)
            desk.rows[count] = at_hole + ((hole * (RESERVED + 1) + reserved) * GAINS + step) * 3 + crossed
            count += 1
        return count

    @compiled
    def find_rows(desk: Desk, share: float, free: int) -> int:
        """Writes the rows, and returns how many they are."""
        desk.rows[0] = 0
        count = cell_rows(desk, line_rows(desk, 1))
        if rays:
            count = ray_rows(desk, count)
        desk.rows[count] = at_yard + yard_row(desk, share, free) if yard else at_slots + free
        return int(hole_rows(desk, RESERVED - free, count + 1) if hole_count else count + 1)

    @compiled
    def value(weights: Numbers, base: int, point: float, desk: Desk, share: float, free: int) -> float:
        """What the seat will have at the end. The weights of this stage begin at `base`; `point` is a point in their measure."""
        count, total = find_rows(desk, share, free), safe_points(desk) * point
        for k in range(count):
            total += weights[base + desk.rows[k]]
        return float(total)

    @compiled
    def value_places(
        weights: Numbers, base: int, point: float, desk: Desk, share: float, free: int, tile: Tile, values: Numbers
    ) -> None:
        """The same with the tile on each free place, and at last on the heap; `fits` no longer counts it."""
        old = desk.old
        for place in range(len(desk.board)):
            if desk.board[place] >= 0 or closed[place]:
                continue
            for k in range(3):
                line = through[3 * place + k]
                old[k], old[3 + k], old[6 + k] = desk.shown[line], desk.missing[line], desk.symbol[line]
            put(desk, place, tile)
            values[place] = value(weights, base, point, desk, share, free - (place >= cells))
            desk.board[place] = FREE
            for k in range(3):
                line = through[3 * place + k]
                desk.shown[line], desk.missing[line], desk.symbol[line] = old[k], old[3 + k], old[6 + k]
        if free and not yard:
            if hole_count:
                desk.reserve[RESERVED - free] = tile
            values[len(desk.board)] = value(weights, base, point, desk, share, free - 1)

    @compiled
    def best_values(
        weights: Numbers,
        base: int,
        point: float,
        desk: Desk,
        share: float,
        free: int,
        tiles: Numbers,
        values: Numbers,
        bests: Numbers,
    ) -> None:
        """For each of these tiles the value on its best place, if it comes next; `values` is room for those of all places."""
        fits = desk.fits
        for n in range(len(tiles)):
            for place in range(len(values)):
                values[place] = NOTHING
            draw(fits, tiles[n])
            value_places(weights, base, point, desk, share, free, tiles[n], values)
            for k in range(8 * tiles[n], 8 * tiles[n] + 8):
                fits[fitting[k]] += 1
            bests[n] = values[0]
            for place in range(len(values)):
                bests[n] = max(bests[n], values[place])

    return Kernels(put, draw, find_rows, yard_hope, value, best_values, value_places)


@dataclass(frozen=True)
class Outlook:
    """The weights for some of the options. Where scrapyards are compared, their cost is not among them."""

    name: str
    ground: Ground
    options: tuple[Options, ...]

    @property
    def room(self) -> int:
        """How many tiles do not go on the board."""
        return setting(self.options[0]).calls - len(self.ground.kind.names) + len(self.ground.holes)

    @cached_property
    def kernels(self) -> Kernels:
        return kernels(self.ground, lambda function: function, list)

    def base(self, left: int) -> int:
        """Where the weights begin when so many calls are left."""
        return self.stage(left) * self.ground.first["end"]

    def stage(self, left: int) -> int:
        return left * STAGES // setting(self.options[0]).calls


OUTLOOKS = (
    Outlook("yard", Ground(NEXUS, rays=True, yard=True), (Options(),)),
    Outlook("heap", Ground(NEXUS, rays=True, yard=False), (Options(scrapyard="lowest"), Options(scrapyard="pass"))),
    Outlook("none", Ground(NEXUS, rays=True, yard=False), (Options(scrapyard="none"),)),
    Outlook("orchid", Ground(ORCHID, rays=False, yard=False), (Options("orchid"), Options("orchid", tiles="moons"))),
    Outlook("both", Ground(ORCHID, rays=True, yard=False), (Options("orchid", tiles="both"),)),
)


class Weights(NamedTuple):
    """Of all stages; and for each stage half of the 95 % interval of a value, in points."""

    rows: array[int]
    half_widths: tuple[float, ...]


@cache
def load() -> dict[str, Weights]:
    """By the names of outlooks. Raises ValueError if the file is damaged."""
    packed = FILE.read_bytes()
    if sha256(packed).hexdigest() != DIGEST.read_text().split()[0]:
        raise ValueError(f"{FILE.name} does not match {DIGEST.name}")
    return read(packed)


def read(packed: bytes) -> dict[str, Weights]:
    data, found, at = zlib.decompress(packed), {}, 0
    for outlook in OUTLOOKS:
        first = at + HALF_WIDTHS.size
        rows = array("h", data[first : first + 2 * STAGES * outlook.ground.first["end"]])
        if sys.byteorder == "big":
            rows.byteswap()
        found[outlook.name] = Weights(rows, HALF_WIDTHS.unpack_from(data, at))
        at = first + 2 * len(rows)
    return found
