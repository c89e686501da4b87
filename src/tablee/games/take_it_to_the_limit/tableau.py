"""What lies in front of one player of Take it to the Limit!: boards and tiles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tablee.games.take_it_to_the_limit.actions import Relocate
from tablee.games.take_it_to_the_limit.tiles import HOLES, ORCHID
from tablee.kit.hexboard import Board, Cell, HexBoard, Line, Tile


@dataclass(frozen=True, slots=True)
class Tableau:
    """What lies in front of a player. `board` already has the relocated tiles; `reserve` is as it was before."""

    kind: HexBoard
    board: Board
    yard: Board | None = None
    reserve: tuple[Tile, ...] = ()
    move: Relocate | None = None

    def moves(self) -> dict[str, Tile]:
        numbers = self.move.numbers if self.move else ()
        return {hole: self.reserve[number - 1] for hole, number in zip(HOLES, numbers, strict=False) if number}

    def lines(self) -> tuple[Line, ...]:
        return _lines(self.kind, tuple(cell for cell in HOLES.values() if self.kind is ORCHID and self.board[cell] is None))


@cache
def _lines(kind: HexBoard, empty: tuple[Cell, ...]) -> tuple[Line, ...]:
    """R17: an empty hole does not count and does not break a line."""
    return tuple(Line(line.direction, tuple(cell for cell in line.cells if cell not in empty)) for line in kind.lines)


def relocated(board: Board, reserve: tuple[Tile, ...], move: Relocate | None) -> Tableau:
    """R13: the Orchid with these reserve tiles on their holes."""
    after = list(board)
    for hole, tile in Tableau(ORCHID, board, None, reserve, move).moves().items():
        after[HOLES[hole]] = tile
    return Tableau(ORCHID, after, None, reserve, move)
