"""Scores boards and scrapyards, in the steps of the rulebook (R14 to R22 and R29 of RULES.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from tablee.core.game import ScoreRow, Sheet, say, total
from tablee.games.take_it_to_the_limit.actions import RELOCATIONS
from tablee.games.take_it_to_the_limit.setting import Options
from tablee.games.take_it_to_the_limit.tableau import Tableau, relocated
from tablee.games.take_it_to_the_limit.tiles import HOLES, METALS, NAMES, NEXUS, POINTS, TILES, YARD, YARD_NAMES
from tablee.kit.hexboard import DIRECTIONS, Board, Cell, HexBoard, Line, Tile


def sheets_of(options: Options, tableaus: Sequence[Tableau]) -> tuple[Sheet, ...]:
    values = yard_values(tableaus)
    return tuple(sheet_of(tableau, options, values) for tableau in tableaus)


def yard_values(tableaus: Sequence[Tableau]) -> Sequence[int]:
    return [yard_value(tableau.yard) for tableau in tableaus if tableau.yard is not None]


def yard_value(yard: Board) -> int:
    return max(points for points, _ in ways(yard).values())


def sheet_of(tableau: Tableau, options: Options, values: Sequence[int]) -> Sheet:
    """The sheet of a seat; `values` holds the values of all scrapyards once they count."""
    yard = () if tableau.yard is None else _yard_sheet(tuple(tableau.yard), options.scrapyard, tuple(values))
    return (*_board_rows(tableau, options), *yard)


def _board_rows(tableau: Tableau, options: Options) -> list[ScoreRow]:
    kind, board, lines, moves = tableau.kind, tableau.board, tableau.lines(), tableau.moves()
    rows = [
        ScoreRow(say("moved-row", hole=hole, tile=NAMES[tile]), 0, (kind.names[HOLES[hole]],)) for hole, tile in moves.items()
    ]
    if tableau.move and not moves:
        rows.append(ScoreRow(say("kept-row"), 0))
    scoring = [line_row(kind, board, line) for line in lines]
    full = [line for line, row in zip(lines, scoring, strict=True) if row.points]
    bonus = [_bonus_row(tile, crossed, (kind.names[cell],)) for cell, tile, crossed in _bonuses(board, full)]
    bonus += [_bonus_row(tile, -1, ()) for tile in tableau.reserve if tile in METALS and tile not in moves.values()]
    for step, of in (("step-lines", scoring), ("step-bonus", bonus)):
        rows += [ScoreRow(say(step, points=sum(row.points for row in of)), 0), *of]
    rays = kind is NEXUS or options.tiles == "both"  # R18
    return [*rows, _ray_row(kind, board, lines)] if rays else rows


def line_row(kind: HexBoard, board: Board, line: Line) -> ScoreRow:
    """R14: a full line of one value scores tiles times value, else 0."""
    shown = {0 if (tile := board[cell]) is None else TILES.values[tile][line.direction] for cell in line.cells}
    if len(shown) == 1 and 0 not in shown:
        return _line_row(kind, line, "line", *shown)
    return _line_row(kind, line, "line-broken" if len(shown - {0}) > 1 else "line-open")


@cache  # there are only some hundreds, and sheets go to everybody after every step
def _line_row(kind: HexBoard, line: Line, what: str, value: int = 0) -> ScoreRow:
    args = {"value": value} if value else {}
    about = say(what, direction=DIRECTIONS[line.direction], length=len(line.cells), **args)
    return ScoreRow(about, len(line.cells) * value, kind.name_line(line))


def _bonuses(board: Board, scoring: Sequence[Line]) -> list[tuple[Cell, Tile, int]]:
    """Every gold and silver tile on a board, with the number of scoring lines through it."""
    crossed = Counter(cell for line in scoring for cell in line.cells)
    return [(cell, tile, crossed[cell]) for cell, tile in enumerate(board) if tile in METALS]


def bonus_points(tile: Tile, crossed: int) -> int:
    """R15: three scoring lines score the full bonus, two score half of it."""
    whole = POINTS[METALS[tile]]
    return whole if crossed == 3 else whole // 2 if crossed == 2 else 0


def _bonus_row(tile: Tile, crossed: int, cells: tuple[str, ...]) -> ScoreRow:
    """`crossed` is -1 for a tile that stays in the reserve."""
    return ScoreRow(say("bonus", metal=METALS[tile], tile=NAMES[tile], lines=crossed), bonus_points(tile, crossed), cells)


def _ray_row(kind: HexBoard, board: Board, lines: Sequence[Line]) -> ScoreRow:
    """R16: the longest line of suns or moons, whatever its values."""
    rays = _rays(board, lines)
    if not rays:
        return ScoreRow(say("no-ray"), 0)
    line, symbol = max(rays, key=lambda ray: len(ray[0].cells))
    length, each = len(line.cells), POINTS["ray"]
    return ScoreRow(say("ray", symbol=symbol, length=length, value=each), length * each, kind.name_line(line))


def _rays(board: Board, lines: Sequence[Line]) -> list[tuple[Line, str]]:
    return [(line, symbol) for line in lines if (symbol := TILES.line_symbol(board, line))]


def longest_ray(board: Board, lines: Sequence[Line]) -> int:
    """The number of its tiles, 0 without a ray."""
    return max((len(line.cells) for line, _ in _rays(board, lines)), default=0)


def ways(yard: Board) -> dict[str, tuple[int, tuple[str, ...]]]:
    """R19: the three ways to value a scrapyard, each with its points and the cells it counts."""
    found: dict[str, list[tuple[int, tuple[Cell, ...]]]] = {"lines": [], "silver": [], "gold": []}
    counted = {"lines": POINTS["yard_lines"], "silver": POINTS["yard_silvers"], "gold": 1}
    found["lines"] += [(_worth(yard, line), line.cells) for line in YARD.lines]
    for cell, tile, crossed in _bonuses(yard, [line for line in YARD.lines if TILES.line_value(yard, line)]):
        found[METALS[tile]].append((bonus_points(tile, crossed), (cell,)))
    best = {way: [scored for scored in sorted(found[way], reverse=True)[:count] if scored[0]] for way, count in counted.items()}
    return {
        way: (sum(points for points, _ in of), tuple(dict.fromkeys(YARD_NAMES[cell] for _, cells in of for cell in cells)))
        for way, of in best.items()
    }


def _worth(yard: Board, line: Line) -> int:
    return len(line.cells) * TILES.line_value(yard, line)


def _yard_lines(yard: Board) -> Iterator[ScoreRow]:
    """The lines that count for R19, the best first. Their worth is no points: it only decides about the penalty."""
    for line in sorted(YARD.lines, key=lambda line: (_worth(yard, line), line.cells), reverse=True)[: POINTS["yard_lines"]]:
        if value := TILES.line_value(yard, line):
            size = {"length": len(line.cells), "value": value, "points": _worth(yard, line)}
            what = say("yard-line", direction=DIRECTIONS[line.direction], **size)
            yield ScoreRow(what, 0, tuple(YARD_NAMES[cell] for cell in line.cells))


@lru_cache(maxsize=1 << 12)  # few tiles go there, so it is the same after most steps
def _yard_sheet(yard: tuple[Tile | None, ...], variant: str, values: tuple[int, ...]) -> Sheet:
    return tuple(_yard_rows(yard, variant, values))


def _yard_rows(yard: Board, variant: str, values: Sequence[int]) -> Iterator[ScoreRow]:
    """R19 for one scrapyard, and what it costs once the `values` of all are known: R20 alone, R21 the lowest, R22 the highest."""
    found = ways(yard)
    won = max(found, key=lambda way: found[way][0])
    value, cost, enough = found[won][0], POINTS["penalty"], POINTS["enough"]
    for way, (points, cells) in found.items():
        yield ScoreRow(say(f"yard-{way}", points=points), 0, () if way == "lines" else cells)
        if way == "lines":
            yield from _yard_lines(yard)
    yield ScoreRow(say("yard", value=value, way=won if value else "none"), 0)
    if values and variant in ("lowest", "pass"):
        tied = values.count(value) if value == (min(values) if variant == "lowest" else max(values)) else 0
        yield ScoreRow(say(f"penalty-{variant}", value=value, players=tied), -(cost // tied) if tied else 0)
    elif values:
        yield ScoreRow(say("penalty" if value < enough else "no-penalty", value=value, enough=enough), -cost * (value < enough))


def best_relocation(board: Board, reserve: tuple[Tile, ...], options: Options) -> Tableau:
    """R29: the relocation with the highest score; among equals, the one that moves the fewest tiles."""
    every = (relocated(board, reserve, move) for move in RELOCATIONS if max(move.numbers) <= len(reserve))
    return max(every, key=lambda tableau: total(tuple(_board_rows(tableau, options))))
