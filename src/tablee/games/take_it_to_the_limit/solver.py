"""The best boards of Take it to the Limit! for given tiles.

Exact: the best relocation of an Orchid, and the best scrapyard. A Nexus or a whole Orchid is searched for, and comes with a
bound that is proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tablee.core.game import BadOptions, BadText, say, total
from tablee.core.solver import Solution, Solver
from tablee.games.take_it_to_the_limit.best_yard import ANY, best_yard, claims
from tablee.games.take_it_to_the_limit.real_boards import RealBoard, read_real_board
from tablee.games.take_it_to_the_limit.rules import State
from tablee.games.take_it_to_the_limit.scoring import sheets_of
from tablee.games.take_it_to_the_limit.search import Area, Claim, Search, bound
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tableau import Tableau
from tablee.games.take_it_to_the_limit.tiles import HOLES, NAMES, NEXUS, ORCHID, POINTS, TILES, YARD, YARD_NAMES
from tablee.kit.hexboard import Board, Cell, Line, Tile


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The called tiles (by default every tile that is in play), or a finished Orchid with its reserve."""

    calls: str = ""
    scrapyard: bool = False
    orchid: str = ""
    reserve: tuple[str, ...] = ()
    rounds: int = 4000


class BestBoards(Solver[Options, State, Puzzle]):
    puzzle = Puzzle

    def solve(self, options: Options, puzzle: Puzzle) -> Solution:
        if not 1 <= puzzle.rounds <= 10**7:
            raise BadText(say("bad-count", text=str(puzzle.rounds), least=1, most=10**7))
        if puzzle.orchid or puzzle.reserve:
            return _relocation(options, puzzle)
        if puzzle.scrapyard:
            value, yard = best_yard(_read(options, puzzle.calls, len(YARD_NAMES)))
            return Solution(value, value, (RealBoard(scrapyard=YARD.write(yard, TILES)),))
        bag = _read(options, puzzle.calls, setting(options).calls)
        return _orchid(options, bag, puzzle.rounds) if options.board == "orchid" else _nexus(options, bag, puzzle.rounds)

    def hindsight(self, s: State) -> Puzzle:
        return Puzzle(" ".join(NAMES[tile] for tile in s.calls))


def _read(options: Options, calls: str, least: int) -> Sequence[Tile]:
    pool = [call.tile for call in setting(options).pool]
    tiles = TILES.read(calls) if calls else pool
    if strange := set(tiles) - set(pool):
        raise BadText(say("solve-strange", tile=NAMES[min(strange)]))
    if len(tiles) < least:
        raise BadText(say("solve-few", found=len(tiles), expected=least))
    return tiles


def _relocation(options: Options, puzzle: Puzzle) -> Solution:
    """R29: all 34 are tried."""
    if puzzle.calls or puzzle.scrapyard:
        raise BadText(say("solve-orchid"))
    tableau = read_real_board(options, RealBoard(orchid=puzzle.orchid, reserve=puzzle.reserve))
    relocated = {hole: NAMES[tile] for hole, tile in tableau.moves().items()}
    return _exact(options, tableau, RealBoard(orchid=puzzle.orchid, reserve=puzzle.reserve, relocated=relocated))


def _exact(options: Options, tableau: Tableau, real_board: RealBoard) -> Solution:
    points = _points(options, tableau)
    return Solution(points, points, (real_board,))


def _points(options: Options, tableau: Tableau) -> int:
    return total(sheets_of(options, [tableau])[0])


def _nexus(options: Options, bag: Sequence[Tile], rounds: int) -> Solution:
    """The Nexus, and a scrapyard that costs nothing if there can be one (R20)."""
    if options.scrapyard not in ("standard", "none"):  # what these cost depends on the other players
        raise BadOptions(say("solve-options"))
    cells, yard = len(NEXUS.names), options.scrapyard == "standard"
    area = Area(cells + yard * len(YARD_NAMES), NEXUS.lines, rays=True)
    found = Search(area, bag, [*_free_yards(cells)] if yard else (), POINTS["penalty"]).best(rounds)
    tiles = found.tiles.tiles
    yard_tiles: Board | None = best_yard(set(bag) - set(tiles[:cells]))[1] if yard else None
    tableau = Tableau(NEXUS, tiles[:cells], yard_tiles)
    real_board = RealBoard(nexus=NEXUS.write(tableau.board, TILES), scrapyard=YARD.write(yard_tiles, TILES) if yard_tiles else "")
    return Solution(_points(options, tableau), bound(area, bag), (real_board,))


def _free_yards(first: Cell) -> Iterator[Claim]:
    """What the cells of a scrapyard, which follow after those of the Nexus, must have so that it costs nothing."""
    for claim in claims():
        if claim.value >= POINTS["enough"]:
            yield {first + cell: suits for cell, suits in enumerate(claim.cells) if suits != ANY}


def _orchid(options: Options, bag: Sequence[Tile], rounds: int) -> Solution:
    """The Orchid with any of its holes filled (R13); the tiles of the others stay in the reserve."""
    areas = [_orchid_area(options, empty) for n in range(len(HOLES) + 1) for empty in combinations(HOLES, n)]
    found = [Search(area, bag).best(rounds // len(areas)) for area in areas]
    number = max(range(len(areas)), key=lambda number: found[number].points)
    tiles, filled = found[number].tiles.tiles, {hole for hole, cell in HOLES.items() if areas[number].crossing[cell]}
    board = [None if cell in HOLES.values() else tile for cell, tile in enumerate(tiles)]
    reserve = tuple(NAMES[tiles[cell]] for cell in HOLES.values())
    relocated = {hole: NAMES[tiles[cell]] for hole, cell in HOLES.items() if hole in filled}
    real_board = RealBoard(orchid=ORCHID.write(board, TILES), reserve=reserve, relocated=relocated)
    points = _points(options, read_real_board(options, real_board))
    return Solution(points, max(bound(area, bag) for area in areas), (real_board,))


def _orchid_area(options: Options, empty: Sequence[str]) -> Area:
    """R17: an empty hole does not count and does not break a line. R18: rays count where suns and moons are in play."""
    closed = {HOLES[hole] for hole in empty}
    lines = (Line(line.direction, tuple(cell for cell in line.cells if cell not in closed)) for line in ORCHID.lines)
    return Area(len(ORCHID.names), tuple(lines), rays=options.tiles == "both")
