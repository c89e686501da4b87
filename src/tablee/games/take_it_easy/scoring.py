"""Scores a board of Take it Easy! on its own (R9, R10 of RULES.md)."""

from __future__ import annotations

from functools import cache

from tablee.core.game import ScoreRow, Sheet, say
from tablee.games.take_it_easy.tiles import BOARD, PARTS, TILES
from tablee.kit.hexboard import DIRECTIONS, Board, Cell, Line

LINES_AT = tuple(
    tuple(number for number, line in enumerate(BOARD.lines) if cell in line.cells) for cell in range(len(BOARD.names))
)


def own_rows(board: Board, rays: bool) -> Sheet:
    """The rows of a board; with `rays`, the rays of all lines count too (R10)."""
    rows = [_line_row(board, number) for number in range(len(BOARD.lines))]
    if rays:
        rows += [_ray_row(symbol, line) for line in BOARD.lines if (symbol := TILES.line_symbol(board, line))]
    return tuple(rows)


def updated(rows: Sheet, board: Board, cell: Cell) -> Sheet:
    """The rows of a board, from those it had before a tile was placed on this cell."""
    new = list(rows)
    for number in LINES_AT[cell]:
        if new[number] is not BROKEN[number]:  # a broken line stays broken
            new[number] = _line_row(board, number)
    return tuple(new)


def _line_row(board: Board, number: int) -> ScoreRow:
    """R9: a full line of one value scores tiles times value, else 0."""
    line = BOARD.lines[number]
    shown = {0 if (tile := board[cell]) is None else TILES.values[tile][line.direction] for cell in line.cells}
    if len(shown) == 1 and 0 not in shown:
        return _row(number, "line", *shown)
    return BROKEN[number] if len(shown - {0}) > 1 else _row(number, "line-open")


@cache  # cached: there are only 75, and sheets go to everybody after every step
def _row(number: int, what: str, value: int = 0) -> ScoreRow:
    line = BOARD.lines[number]
    args = {"value": value} if value else {}
    about = say(what, direction=DIRECTIONS[line.direction], length=len(line.cells), **args)
    return ScoreRow(about, value * len(line.cells), BOARD.name_line(line))


BROKEN = tuple(_row(number, "line-broken") for number in range(len(BOARD.lines)))


def _ray_row(symbol: str, line: Line) -> ScoreRow:
    """R10: a full line of one symbol, whatever its values."""
    points, length = PARTS["points"][f"{symbol}_ray"], len(line.cells)
    return ScoreRow(say("ray", symbol=symbol, length=length, value=points), points * length, BOARD.name_line(line))
