"""Finds the best sun and moon rays of all boards (R11, R12 of RULES.md) and, where certain, predicts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tablee.core.game import Refusal, ScoreRow, Seat, Sheet, say
from tablee.games.take_it_easy.tiles import BOARD, PARTS, TILES
from tablee.kit.hexboard import Board, Cell, Line, Tile

SYMBOLS = ("sun", "moon")
Worth: TypeAlias = tuple[int, int]  # of a ray: its length, then its value
Rays: TypeAlias = Mapping[str, tuple[Worth, Line]]  # a board's best ray by symbol
Outlook: TypeAlias = Mapping[str, tuple[Worth, Worth]]  # the lowest and highest worth of a board's best ray, by symbol
NONE: Worth = (0, 0)


@dataclass(frozen=True, slots=True)
class Best:
    """The worth of the best ray of a symbol, and whose it is."""

    worth: Worth
    lines: Mapping[Seat, Line]


def find_rays(board: Board) -> Rays:
    """A board's best rays: scoring lines only, by length, then value, then order."""
    found: dict[str, tuple[Worth, Line]] = {}
    for line in BOARD.lines:
        if (value := TILES.line_value(board, line)) and (symbol := TILES.line_symbol(board, line)):
            worth = len(line.cells), value
            if symbol not in found or worth > found[symbol][0]:
                found[symbol] = worth, line
    return found


def find_best(boards: Sequence[Board]) -> dict[str, Best]:
    """The best rays of all seats, by symbol."""
    rays = [find_rays(board) for board in boards]
    found: dict[str, Best] = {}
    for symbol in SYMBOLS:
        held = {seat: own[symbol] for seat, own in enumerate(rays) if symbol in own}
        most = max((worth for worth, _ in held.values()), default=NONE)
        found[symbol] = Best(most, {seat: line for seat, (worth, line) in held.items() if worth == most})
    return found


def improve(best: Mapping[str, Best], seat: Seat, board: Board) -> dict[str, Best]:
    """The best rays after one seat has placed another tile."""
    found = dict(best)
    for symbol, (worth, line) in find_rays(board).items():
        if worth >= best[symbol].worth:
            others = best[symbol].lines if worth == best[symbol].worth else {}
            found[symbol] = Best(worth, {**others, seat: line})
    return found


def best_rows(best: Mapping[str, Best], seat: Seat) -> Sheet:
    mine = [(symbol, best[symbol].lines) for symbol in SYMBOLS if seat in best[symbol].lines]
    return tuple(_row(symbol, lines[seat], len(lines)) for symbol, lines in mine)


def _row(symbol: str, line: Line, players: int) -> ScoreRow:
    """R12: the points are shared, rounded down."""
    what = say("best-ray", symbol=symbol, players=players)
    return ScoreRow(what, PARTS["points"]["best_ray"] // players, BOARD.name_line(line))


def look_ahead(board: Board, tile: Tile, allowed: Sequence[Cell]) -> Outlook:
    """The range of the board's best rays once this tile is on one of the allowed cells."""
    rays, completed = find_rays(board), _completed(board, tile)
    found: dict[str, tuple[Worth, Worth]] = {}
    for symbol in SYMBOLS:
        now = rays[symbol][0] if symbol in rays else NONE
        then = [max(now, completed.get((symbol, cell), NONE)) for cell in allowed]
        found[symbol] = min(then), max(then)
    return found


def _completed(board: Board, tile: Tile) -> dict[tuple[str, Cell], Worth]:
    """By symbol and cell, the worth of the best ray this tile completes there."""
    full = [tile if lies is None else lies for lies in board]
    found: dict[tuple[str, Cell], Worth] = {}
    for line in BOARD.lines:
        empty = [cell for cell in line.cells if board[cell] is None]
        if len(empty) == 1 and (value := TILES.line_value(full, line)) and (symbol := TILES.line_symbol(full, line)):
            key = symbol, empty[0]
            found[key] = max(found.get(key, NONE), (len(line.cells), value))
    return found


def foretell(board: Board, rivals: Sequence[Outlook]) -> Sheet:
    """The rows of this board, wherever rivals place the called tile. Raises Refusal if that matters."""
    rows, rays = [], find_rays(board)
    for symbol in SYMBOLS:
        if symbol not in rays:
            continue
        worth, line = rays[symbol]
        others = [rival[symbol] for rival in rivals]
        if any(least > worth for least, _ in others):
            continue
        if any(most >= worth and most != least for least, most in others):
            raise Refusal(say("sheet-hidden"))
        rows.append(_row(symbol, line, 1 + sum(most == worth for _, most in others)))
    return tuple(rows)
