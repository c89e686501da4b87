"""What a board of Take it Easy! will still bring in a variant: what the nets expect of its lines, and learnt corrections.

The nets (`nets.py`) know lines alone, and free placement. Where rays count or placement is restricted, a board is read as a few
dozen *rows*: for each line its value, its symbol, its free cells and the tiles left for it; for each free cell what its lines
ask for and what lies beside it; and a few for the whole board. The weights of these rows, which differ from variant to variant
and with the number of free cells, are added to what the net says. Boards with one or two free cells are valued exactly.

Standard library only. Training compiles the functions that take a `VariantDesk`: so they take lists or arrays.
docs/champions-take-it-easy.md tells how the weights are learnt.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from sys import byteorder
from typing import Any, NamedTuple, TypeAlias

from tablee.core.game import Seat
from tablee.games.take_it_easy.players import nets
from tablee.games.take_it_easy.players.nets import (
    AT,
    BESIDE,
    DEAD,
    EMPTY,
    FITTING,
    HOPES,
    LEAST,
    LEFT,
    LENGTH,
    POINTS,
    RANKS,
    WAY,
    WIDE,
)
from tablee.games.take_it_easy.rules import Options, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, PARTS, TILES
from tablee.kit.hexboard import Cell, Tile

Numbers: TypeAlias = Any  # lists of whole numbers, or arrays

SUN, MOON, MIXED = 1, 2, 3  # what a line shows, if anything; SUN and MOON are also bits for what lies beside a cell
SIGN = tuple(SUN if symbol == "sun" else MOON for symbol in TILES.symbols)
ANY_TILE = 63  # where `fits` counts all tiles

FILE = Path(__file__).with_name("variants.bin")
DIGEST = FILE.with_suffix(".sha256")
STAGES = range(LEAST, len(CELLS))  # free cells of the boards that have weights
STEP = 1 / 16  # weights in the file are whole numbers of these
HALF_WIDTHS = struct.Struct(f"<{len(STAGES)}f")
SIZE = struct.Struct("<I")


VARIANTS = tuple(
    Options(placement, rays)
    for placement in ("free", "adjacent", "symbol")
    for rays in ("none", "all", "best")
    if (placement, rays) != ("free", "none")
)

# Rows of a line that may still score: its way and length, what it shows, its symbol, its free cells, tiles of its value left …
LINE = 0
# … of one that may still be a ray: its symbol, its free cells, tiles with this symbol left, and whether it may also score …
RAY = LINE + 9 * 5 * 4 * 5 * 10
# … and of one that may be both: tiles left with this value and this symbol, and whether it would be better than what there is.
BOTH = RAY + 9 * 4 * 5 * 15 * 2
# Rows of a free cell: what lies beside it, its sun and moon lines, how many suns and moons fit, its lines that show a value …
FITS = BOTH + 9 * 3 * 2 * 5 * 6 * 2
CAP = 5  # four fitting tiles or more are alike
# … what its three lines show …
THREE = FITS + 4 * 10 * CAP * CAP * 4
# … what lies beside it, its free neighbours, its lines that show a value, and those whose last free cell it is …
NEAR = THREE + 10 * 7**3
# … the points so far on its lines, how many tiles fit, what lies beside it, and whether its lines want suns, moons or both …
STAKE = NEAR + 4 * 4 * 4 * 4
STAKES, STAKE_STEP = 13, 8
# … and the tiles on its sun lines and on its moon lines.
SIGNS = STAKE + STAKES * CAP * 4 * 4
LIKE = 8
# Rows of a board: cells beside suns and beside moons; suns and moons, left and wanted; rays that lack one, two or three tiles; 1.
REACH = SIGNS + LIKE * LIKE * 4
WANT = REACH + 10 * 10
RAYS = WANT + 2 * 15 * 16
ALWAYS = RAYS + 2 * 2 * 48
ROWS = ALWAYS + 1
MOST_ROWS = 3 * len(WAY) + 5 * len(CELLS) + 6


class Tables(NamedTuple):
    """What never changes."""

    at: Sequence[int]  # the lines of each cell, three after three
    beside: Sequence[int]  # the neighbours of each cell, six after six, or -1
    around: Sequence[int]  # the cells on the lines of each cell, itself included, 13 after 13, or -1
    group: Sequence[int]  # of each line: its way and length
    length: Sequence[int]
    left: Sequence[int]  # where `fits` counts the tiles of a value, for each line, three after three
    step: Sequence[int]  # how `fits` counts what a line asks for
    fitting: Sequence[int]  # for each tile, eight after eight
    ranks: Sequence[int]  # of each tile, three after three
    sign: Sequence[int]  # of each tile
    points: Sequence[int]  # of each line, by value, three after three
    ray: Sequence[int]  # of each tile of a sun or moon ray, where every ray counts
    prize: int  # of a ray that also scores, where only the best one counts; otherwise 0
    hopes: Sequence[int]  # a first idea of what lines and rays are worth, in 1/1024 points: see `hope`
    ray_hopes: Sequence[int]
    signs: int  # 1 if symbols matter
    near: int  # 1 if tiles must touch others, 2 if others of their symbol


class VariantDesk(NamedTuple):
    """A board as its lines and cells see it."""

    kind: Numbers  # what each line shows
    free: Numbers  # free cells of each line
    fits: Numbers  # tiles in the bag with these three ranks
    suns: Numbers  # … and a sun
    bag: Numbers  # 1 for a tile in the bag
    sign: Numbers  # the symbol of each line
    open: Numbers  # 1 for a free cell
    beside: Numbers  # what lies beside each cell
    made: Numbers  # for suns and moons, 1 if a ray is complete that also scores, where only the best one counts


def _padded(cells: Sequence[Cell], size: int) -> list[int]:
    return [*cells, *[-1] * (size - len(cells))]


AROUND = 13
RAY_HOPE = {"none": 0.0, "all": 6.5, "best": 8.0}  # points for each tile of a ray


@cache
def tables_of(options: Options) -> Tables:
    points = PARTS["points"]
    return Tables(
        [line for lines in AT for line in lines],
        [near for cell in CELLS for near in _padded(BOARD.neighbours[cell], 6)],
        [near for cells in BESIDE for near in _padded(cells, AROUND)],
        [3 * way + length - 3 for way, length in zip(WAY, LENGTH, strict=True)],
        list(LENGTH),
        [at for way in WAY for at in LEFT[way]],
        [(16, 4, 1)[way] for way in WAY],
        [at for fitting in FITTING for at in fitting],
        [rank for ranks in RANKS for rank in ranks],
        list(SIGN),
        [some for values in POINTS for some in values],
        [points["sun_ray"], points["moon_ray"]] if options.rays == "all" else [0, 0],
        points["best_ray"] if options.rays == "best" else 0,
        [round(1024 * hope) for kinds in HOPES for hopes in kinds for hope in hopes],
        [round(1024 * RAY_HOPE[options.rays] * length * pow(0.6, free)) for length in (3, 4, 5) for free in range(6)],
        int(options.rays != "none" or options.placement == "symbol"),
        ("free", "adjacent", "symbol").index(options.placement),
    )


TABLES = tables_of(VARIANTS[0])


def empty_desk() -> VariantDesk:
    """No tile is placed, and all are in the bag."""
    lines, cells = len(WAY), len(CELLS)
    fits, suns, bag = [0] * 64, [0] * 64, [0] * len(NAMES)
    desk = VariantDesk([EMPTY] * lines, list(LENGTH), fits, suns, bag, [0] * lines, [1] * cells, [0] * cells, [0, 0])
    for tile in range(len(NAMES)):
        count_tile(TABLES, desk, tile, 1)
    return desk


def count_tile(tables: Tables, desk: VariantDesk, tile: Tile, by: int) -> None:
    """Counts a tile that leaves the bag (by -1) or comes back."""
    desk.bag[tile] += by
    sun = tables.sign[tile] == SUN
    for k in range(8 * tile, 8 * tile + 8):
        desk.fits[tables.fitting[k]] += by
        if sun:
            desk.suns[tables.fitting[k]] += by


def copy_desk(desk: VariantDesk, to: VariantDesk) -> None:
    """All but the bag."""
    for line in range(len(desk.kind)):
        to.kind[line] = desk.kind[line]
        to.free[line] = desk.free[line]
        to.sign[line] = desk.sign[line]
    for cell in range(len(desk.open)):
        to.open[cell] = desk.open[cell]
        to.beside[cell] = desk.beside[cell]
    to.made[0] = desk.made[0]
    to.made[1] = desk.made[1]


def copy_bag(desk: VariantDesk, to: VariantDesk) -> None:
    for k in range(len(desk.fits)):
        to.fits[k] = desk.fits[k]
        to.suns[k] = desk.suns[k]
    for tile in range(len(desk.bag)):
        to.bag[tile] = desk.bag[tile]


def put(tables: Tables, desk: VariantDesk, cell: Cell, tile: Tile) -> int:
    """Places a tile; returns the points that its lines score (R9)."""
    symbol, gain = tables.sign[tile], 0
    desk.open[cell] = 0
    for k in range(3):
        line, shows = tables.at[3 * cell + k], tables.ranks[3 * tile + k] + 1
        old = desk.kind[line]
        new = shows if old in (EMPTY, shows) else DEAD
        desk.kind[line] = new
        desk.free[line] -= 1
        if desk.free[line] == 0 and new != DEAD:
            gain += tables.points[3 * line + new - 1]
        if tables.signs and desk.sign[line] != symbol:
            desk.sign[line] = symbol if desk.sign[line] == 0 else MIXED
    if tables.near:
        for k in range(6 * cell, 6 * cell + 6):
            other = tables.beside[k]
            if other >= 0:
                desk.beside[other] |= symbol if tables.near == 2 else SUN
    return gain


def ray_points(tables: Tables, desk: VariantDesk, cell: Cell) -> int:
    """R10, R11: what the tile that was just placed here scores in rays."""
    points = 0
    for k in range(3 * cell, 3 * cell + 3):
        line = tables.at[k]
        symbol = desk.sign[line]
        if tables.signs and desk.free[line] == 0 and symbol != MIXED:
            points += tables.length[line] * tables.ray[symbol - 1]
            if tables.prize and desk.kind[line] != DEAD and not desk.made[symbol - 1]:
                desk.made[symbol - 1] = 1
                points += tables.prize
    return points


def open_to(tables: Tables, desk: VariantDesk, tile: Tile, cells: Numbers) -> int:
    """R5, R7, R8: writes where the tile may go, and returns how many cells that are."""
    symbol, count = tables.sign[tile] if tables.near == 2 else SUN, 0
    if tables.near:
        for cell in range(len(desk.open)):
            if desk.open[cell] and desk.beside[cell] & symbol:
                cells[count] = cell
                count += 1
    if count == 0:
        for cell in range(len(desk.open)):
            if desk.open[cell]:
                cells[count] = cell
                count += 1
    return count


def hope(tables: Tables, desk: VariantDesk, cell: Cell, tile: Tile) -> int:
    """A first idea of what a tile adds here."""
    total, symbol = 0, tables.sign[tile]
    for k in range(3):
        line, shows = tables.at[3 * cell + k], tables.ranks[3 * tile + k] + 1
        old, free, sign = desk.kind[line], desk.free[line], desk.sign[line]
        new, rays = shows if old in (EMPTY, shows) else DEAD, 6 * (tables.length[line] - 3)
        total += tables.hopes[(line * 5 + new) * 6 + free - 1] - tables.hopes[(line * 5 + old) * 6 + free]
        if tables.signs and sign != MIXED and not (tables.prize and old == DEAD):
            total -= tables.ray_hopes[rays + free]
            if sign in (0, symbol) and not (tables.prize and new == DEAD):
                total += tables.ray_hopes[rays + free - 1]
    return total


def promising(tables: Tables, desk: VariantDesk, tile: Tile, cells: Numbers, hopes: Numbers) -> int:
    """Like `open_to`, for the WIDE cells that promise most by a first idea."""
    count = open_to(tables, desk, tile, cells)
    if count <= WIDE:
        return count
    for k in range(count):
        hopes[k] = hope(tables, desk, cells[k], tile)
    for k in range(WIDE):
        best = k
        for other in range(k + 1, count):
            if hopes[other] > hopes[best]:
                best = other
        hopes[k], hopes[best] = hopes[best], hopes[k]
        cells[k], cells[best] = cells[best], cells[k]
    return WIDE


def line_rows(tables: Tables, desk: VariantDesk, line: int, rows: Numbers, count: int) -> int:
    kind, free, sign, group = desk.kind[line], desk.free[line], desk.sign[line], tables.group[line]
    if free == 0 or (kind == DEAD and sign == MIXED):
        return count
    alive = kind != DEAD
    if alive:
        left = desk.fits[tables.left[3 * line + (kind - 1 if kind else 2)]]
        rows[count] = LINE + (((group * 5 + kind) * 4 + sign) * 5 + free - 1) * 10 + left
        count += 1
    if sign != MIXED and (sign or kind == EMPTY):
        suns = desk.suns[ANY_TILE]
        left = suns if sign == SUN else desk.fits[ANY_TILE] - suns
        rows[count] = RAY + (((group * 4 + sign) * 5 + free - 1) * 15 + min(left, 14)) * 2 + alive
        count += 1
        if alive and kind and sign:
            at = tables.left[3 * line + kind - 1]
            left = desk.suns[at] if sign == SUN else desk.fits[at] - desk.suns[at]
            state = ((group * 3 + kind - 1) * 2 + sign - 1) * 5 + free - 1
            rows[count] = BOTH + (state * 6 + left) * 2 + 1 - desk.made[sign - 1]
            count += 1
    return count


def cell_rows(tables: Tables, desk: VariantDesk, cell: Cell, rows: Numbers, count: int) -> int:
    if not desk.open[cell]:
        return count
    asked, alive, last, suns, moons, three, stake, sunny, moony = ANY_TILE, 0, 0, 0, 0, 0, 0, 0, 0
    for k in range(3 * cell, 3 * cell + 3):
        line = tables.at[k]
        kind, sign, laid = desk.kind[line], desk.sign[line], tables.length[line] - desk.free[line]
        three *= 7
        if kind:
            three += max(sign, 1) + (3 if kind == DEAD else 0)  # 0 is an empty line
        if kind and kind != DEAD:
            asked -= (4 - kind) * tables.step[line]
            alive += 1
            last += desk.free[line] == 1
            stake += tables.points[3 * line + kind - 1] * laid // tables.length[line]
        if sign == SUN:
            suns += 1
            sunny += laid
        elif sign == MOON:
            moons += 1
            moony += laid
    beside, fit = desk.beside[cell], desk.suns[asked]
    others = desk.fits[asked] - fit
    pair = 10 * beside + suns * 4 - suns * (suns - 1) // 2 + moons
    rows[count] = FITS + ((pair * CAP + min(fit, CAP - 1)) * CAP + min(others, CAP - 1)) * 4 + alive
    rows[count + 1] = THREE + min(cell, len(desk.open) - 1 - cell) * 343 + three
    room = 0
    for k in range(6 * cell, 6 * cell + 6):
        near = tables.beside[k]
        room += near >= 0 and desk.open[near] == 1
    rows[count + 2] = NEAR + ((beside * 4 + min(room, 3)) * 4 + alive) * 4 + last
    state = min(stake // STAKE_STEP, STAKES - 1) * CAP + min(fit + others, CAP - 1)
    rows[count + 3] = STAKE + ((state * 4 + beside) * 2 + (suns > 0)) * 2 + (moons > 0)
    rows[count + 4] = SIGNS + (min(sunny, LIKE - 1) * LIKE + min(moony, LIKE - 1)) * 4 + beside
    return count + 5


def board_rows(tables: Tables, desk: VariantDesk, rows: Numbers, count: int) -> int:
    rows[count] = ALWAYS
    count += 1
    if tables.near:
        suns, moons = 0, 0
        for cell in range(len(desk.open)):
            if desk.open[cell]:
                suns += desk.beside[cell] & 1
                moons += desk.beside[cell] >> 1
        rows[count] = REACH + min(suns, 9) * 10 + min(moons, 9)
        count += 1
    for symbol in range(1, 3):
        want, one, two, three, made = 0, 0, 0, 0, desk.made[symbol - 1]
        for line in range(len(desk.sign)):
            free = desk.free[line]
            if desk.sign[line] == symbol and free:
                want += free
                kind = desk.kind[line]
                if tables.prize and kind != DEAD and not made:
                    at = tables.left[3 * line + kind - 1]
                    left = desk.suns[at] if symbol == SUN else desk.fits[at] - desk.suns[at]
                    one += free == 1 and left >= 1
                    two += free == 2 and left >= 2
                    three += free == 3 and left >= 3
        suns = desk.suns[ANY_TILE]
        left = suns if symbol == SUN else desk.fits[ANY_TILE] - suns
        rows[count] = WANT + ((symbol - 1) * 15 + min(left, 14)) * 16 + min(want, 15)
        count += 1
        if tables.prize:
            lacks = (min(one, 2) * 4 + min(two, 3)) * 4 + min(three, 3)
            rows[count] = RAYS + ((symbol - 1) * 2 + made) * 48 + lacks
            count += 1
    return count


def all_rows(tables: Tables, desk: VariantDesk, rows: Numbers) -> int:
    """Every row of the board; returns how many."""
    count = board_rows(tables, desk, rows, 0)
    for line in range(len(desk.sign)):
        count = line_rows(tables, desk, line, rows, count)
    for cell in range(len(desk.open)):
        count = cell_rows(tables, desk, cell, rows, count)
    return count


def add_up(weights: Numbers, base: int, rows: Numbers, count: int) -> Any:
    """The weights of these rows, of those from `base` on."""
    total = weights[base + rows[0]]
    for k in range(1, count):
        total += weights[base + rows[k]]
    return total


# Boards with one or two free cells: exactly.
def last_points(tables: Tables, desk: VariantDesk, cell: Cell, tile: Tile) -> int:
    """What a tile scores on the last free cell."""
    points, symbol, best = 0, tables.sign[tile], 0
    for k in range(3):
        line, shows = tables.at[3 * cell + k], tables.ranks[3 * tile + k] + 1
        if desk.kind[line] == shows:
            points += tables.points[3 * line + shows - 1]
        if desk.sign[line] == symbol:
            points += tables.length[line] * tables.ray[symbol - 1]
            if desk.kind[line] == shows and not desk.made[symbol - 1]:
                best = tables.prize
    return points + best


def sum_last(tables: Tables, desk: VariantDesk, cell: Cell) -> int:
    """What the last free cell brings, summed over the nine tiles in the bag."""
    total = 0
    for tile in range(len(desk.bag)):
        if desk.bag[tile]:
            total += last_points(tables, desk, cell, tile)
    return total


def sum_two(tables: Tables, desk: VariantDesk, after: VariantDesk, cells: Numbers) -> int:
    """What the last two free cells bring, summed over the ten tiles in the bag and the nine after each."""
    total, first, other = 0, -1, -1
    for cell in range(len(desk.open)):
        if desk.open[cell]:
            first, other = other, cell
    for tile in range(len(desk.bag)):
        if desk.bag[tile]:
            most = -1
            for k in range(open_to(tables, desk, tile, cells)):
                copy_desk(desk, after)
                gain = put(tables, after, cells[k], tile) + ray_points(tables, after, cells[k])
                after.bag[tile] = 0
                most = max(most, 9 * gain + sum_last(tables, after, first + other - cells[k]))
                after.bag[tile] = 1
            total += most
    return total


def value_end(tables: Tables, desk: VariantDesk, after: VariantDesk, cells: Numbers, left: int) -> float:
    """What a board with two free cells or fewer will bring; `after` has the same bag."""
    if left == 0:
        return 0.0
    if left == 2:
        return sum_two(tables, desk, after, cells) / 90.0
    last = 0
    for cell in range(len(desk.open)):
        if desk.open[cell]:
            last = cell
    return sum_last(tables, desk, last) / 9.0


class VariantWeights(NamedTuple):
    """Of all stages; and for each stage half of the 95 % interval of a value, in points."""

    rows: array[int]
    half_widths: tuple[float, ...]


@cache
def read_file() -> dict[Options, bytes]:
    """The packed weights. Raises ValueError if the file is damaged."""
    packed, at, found = FILE.read_bytes(), 0, {}
    if sha256(packed).hexdigest() != DIGEST.read_text().split()[0]:
        raise ValueError(f"{FILE.name} does not match {DIGEST.name}")
    for options in VARIANTS:
        (size,) = SIZE.unpack_from(packed, at)
        at += SIZE.size
        found[options] = packed[at : at + size]
        at += size
    return found


@cache
def load(options: Options) -> VariantWeights:
    data = zlib.decompress(read_file()[options])
    rows = array("h", data[HALF_WIDTHS.size :])
    if byteorder == "big":
        rows.byteswap()
    return VariantWeights(rows, HALF_WIDTHS.unpack_from(data))


class VariantPosition:
    """A board in a variant, what its lines show, and what is in the bag."""

    def __init__(self, options: Options, board: Sequence[Tile | None]) -> None:
        self.options, self.tables = options, tables_of(options)
        self.lines, self.desk, self.score = nets.Position([None] * len(CELLS)), empty_desk(), 0
        for cell, tile in enumerate(board):
            if tile is not None:
                self.draw(tile)
                self.score += self.put(cell, tile)

    def draw(self, tile: Tile) -> None:
        """Takes a tile out of the bag."""
        self.lines.draw(tile)
        count_tile(self.tables, self.desk, tile, -1)

    def put(self, cell: Cell, tile: Tile) -> int:
        """Places a drawn tile; returns the points it scores."""
        self.lines.put(cell, tile)
        return put(self.tables, self.desk, cell, tile) + ray_points(self.tables, self.desk, cell)

    def copy(self) -> VariantPosition:
        twin = object.__new__(VariantPosition)
        twin.options, twin.tables, twin.score = self.options, self.tables, self.score
        twin.lines, twin.desk = self.lines.copy(), VariantDesk(*map(list, self.desk))
        return twin

    def legal(self, tile: Tile) -> list[Cell]:
        """Where the tile may go."""
        cells = [0] * len(CELLS)
        return cells[: open_to(self.tables, self.desk, tile, cells)]

    def value_cells(self, tile: Tile, cells: Sequence[Cell]) -> dict[Cell, float]:
        """For each of these cells, the points that the tile scores there and what the board is then expected to bring."""
        desk, tables, left = VariantDesk(*map(list, self.desk)), self.tables, sum(self.desk.open) - 1
        count_tile(tables, desk, tile, -1)
        after, spare, rows = VariantDesk(*map(list, desk)), VariantDesk(*map(list, desk)), [0] * max(MOST_ROWS, len(CELLS))
        lines = nets.value_cells(self.lines, tile, cells) if left >= LEAST else {}
        found = {}
        for cell in cells:
            copy_desk(desk, after)
            gain, rays = put(tables, after, cell, tile), ray_points(tables, after, cell)
            if left >= LEAST:
                weights, base = load(self.options).rows, (left - LEAST) * ROWS
                more = add_up(weights, base, rows, all_rows(tables, after, rows))
                found[cell] = lines[cell] + (rays + more * STEP)
            else:
                found[cell] = gain + rays + value_end(tables, after, spare, rows, left)
        return found

    def half_width(self, left: int) -> float:
        """Half of the 95 % interval of what a board with so many free cells will bring."""
        return load(self.options).half_widths[left - LEAST] if left >= LEAST else 0.0

    def look_further(self, tile: Tile, cells: Sequence[Cell]) -> dict[Cell, float]:
        """Like `value_cells`, two tiles ahead."""
        found = {}
        for cell in cells:
            after = self.copy()
            after.draw(tile)
            found[cell] = after.put(cell, tile) + after.expect()
        return found

    def expect(self) -> float:
        """What the board will bring: the mean over the tiles in the bag of the best value of the promising cells."""
        total, tiles = 0.0, sorted(self.lines.bag)
        for tile in tiles:  # one by one, since `sum` does not round alike everywhere
            cells, hopes = [0] * len(CELLS), [0] * len(CELLS)
            count = promising(self.tables, self.desk, tile, cells, hopes)
            total += max(self.value_cells(tile, cells[:count]).values())
        return total / len(tiles)


def is_learnt(view: View) -> bool:
    """Whether weights were learnt for this."""
    return serves(view.options, len(view.placed))


def serves(options: Options, seats: int) -> bool:
    """Where only the best ray of all counts, weights were learnt alone, and serve alone."""
    return options != Options() and (options.rays != "best" or seats == 1)


def variant_position(view: View, seat: Seat, calls: int) -> VariantPosition:
    """The seat's board after so many calls."""
    return VariantPosition(view.options, BOARD.lay(view.calls, view.placed[seat][:calls]))
