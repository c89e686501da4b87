"""What the rows of Take it to the Limit! are about: the places and lines of a seat, and what lies on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from tablee.games.take_it_to_the_limit.actions import RELOCATIONS
from tablee.games.take_it_to_the_limit.tiles import HOLES, METALS, ORCHID, POINTS, RESERVED, TILES, YARD
from tablee.kit.hexboard import Cell, HexBoard

Numbers: TypeAlias = Any  # a list; in compiled code, an array

# What a line shows: nothing, the rank of a value plus 1, or different values. Its symbol: none, one of two, or both.
EMPTY, DEAD, MIXED = 0, 5, 3
FREE = -1  # of a place
NOTHING = -1e9  # instead of a value
END = -1  # instead of where weights begin
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
RANKED, LIKELY = 10, 5  # of a tile to come: places that are remembered as its best, and how many of those still free are valued


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

    @cached_property
    def tables(self) -> Tables:
        lines = self.lines
        longest = max(len(of) for _, of in lines)
        return Tables(
            own=len(self.kind.lines),
            cells=len(self.kind.names),
            lines=len(lines),
            rays=self.rays,
            yard=self.yard,
            enough=POINTS["enough"],
            holes=self.holes,
            through=self.through,
            closed=[int(place in self.holes) for place in range(self.places)],
            classes=self.classes,
            way=[way for way, _ in lines],
            each=[value for way, _ in lines for value in SIDES[way]],
            worth=[len(of) * value for way, of in lines for value in SIDES[way]],
            group=[min(len(RAYS) - 1, longest - len(of)) for _, of in lines],
            ranks=RANKS,
            symbols=SYMBOLS,
            shows=SHOWS,
            fitting=FITTING,
            metals=[list(METALS).index(tile) if tile in METALS else -1 for tile in range(len(TILES.names))],
            alone=[FITTING[8 * tile] for tile in METALS],
            bonus=[POINTS[metal] for metal in METALS.values()],
            gold=[int(metal == "gold") for metal in METALS.values()],
            ray=POINTS["ray"] if self.rays else 0,
            penalty=POINTS["penalty"],
            moves=[number for move in RELOCATIONS for number in move.numbers],
            **{f"at_{sort}": row for sort, row in self.first.items() if sort not in ("any", "end")},
        )

    def empty_desk(self) -> Desk:
        """Without any tiles."""
        lengths = [len(cells) for _, cells in self.lines]
        nothing, board = [0] * len(lengths), [FREE] * self.places
        return Desk(nothing[:], lengths, nothing[:], board, [0] * RESERVED, [0] * FITS, [0] * VALUES, [0] * MOST_ROWS, [0] * 9)


class Tables(NamedTuple):
    """What the functions of `rows.py` look up."""

    own: int  # lines of the board; those of the scrapyard follow
    cells: int  # of the board
    lines: int
    rays: bool
    yard: bool
    enough: int  # R20: points of a scrapyard without a penalty
    holes: Numbers
    through: Numbers  # three lines for each place …
    closed: Numbers  # … and whether it is a hole
    classes: Numbers  # by line …
    way: Numbers
    group: Numbers  # … for RAYS
    each: Numbers  # four for each line, by rank: the value …
    worth: Numbers  # … and the points of the full line
    ranks: Numbers  # three for each tile …
    symbols: Numbers
    metals: Numbers  # … the number of a bonus tile, otherwise -1
    fitting: Numbers  # … eight: where `fits` counts it
    shows: Numbers  # where `fits` counts a value
    alone: Numbers  # where it counts one bonus tile
    bonus: Numbers
    gold: Numbers
    ray: int  # R16: points of each tile of a ray
    penalty: int
    moves: Numbers  # R13: for each relocation, which tile of the reserve goes to each hole; 0 for none
    at_empty: int  # where the rows of each sort begin
    at_line: int
    at_cell: int
    at_value: int
    at_metal: int
    at_left: int
    at_ray: int
    at_second: int
    at_yard: int
    at_slots: int
    at_hole: int
    at_open: int


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
