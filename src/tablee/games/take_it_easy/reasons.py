"""What sets one cell apart from another for the called tile of Take it Easy! (see `Game.reasons`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablee.core.game import Argument
from tablee.games.take_it_easy.rays import NONE, find_rays
from tablee.games.take_it_easy.tiles import BOARD, NAMES, PARTS, TILES
from tablee.kit.arguments import Weighed, argue, weightiest
from tablee.kit.hexboard import Board, Cell
from tablee.kit.line_reasons import Bag, Placing, ray_lines, value_lines

LINES = value_lines("", BOARD.lines, TILES)
RAYS = ray_lines(BOARD.lines, TILES, lambda symbol: PARTS["points"][f"{symbol}_ray"])


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows when it places a tile; the last call is the tile to place."""

    rays: str  # the option
    calls: Sequence[int]
    board: Board
    rivals: Sequence[Board]  # as far as they are shown


def place_reasons(knowledge: Knowledge, cell: Cell, other: Cell) -> tuple[Argument, ...]:
    called = set(knowledge.calls)
    bag = Bag([tile for tile in range(len(NAMES)) if tile not in called], len(BOARD.names) - len(knowledge.calls))
    texts, cells = (BOARD.names[cell], BOARD.names[other]), (cell, other)
    placing = Placing(knowledge.board, BOARD.names, knowledge.calls[-1], bag, texts, cells)
    return weightiest(_reasons(knowledge, placing)) if cell != other else ()


def _reasons(knowledge: Knowledge, placing: Placing) -> Iterator[Weighed]:
    yield from LINES.reasons(placing)
    yield from LINES.harmless(placing)
    if knowledge.rays == "all":
        yield from RAYS.reasons(placing)
    if knowledge.rays == "best":
        yield from _best_rays(knowledge.rivals, placing)


def _best_rays(rivals: Sequence[Board], placing: Placing) -> Iterator[Weighed]:
    """R11: a ray better than all others so far, which the other cell does not make."""
    mine, without = find_rays(placing.after(0)), find_rays(placing.after(1))
    for symbol, (worth, line) in mine.items():
        theirs = [rays[symbol][0] for board in rivals if symbol in (rays := find_rays(board))]
        least = max([NONE, *theirs])
        if worth > least and worth > (without[symbol][0] if symbol in without else NONE):
            (length, value), points = worth, PARTS["points"]["best_ray"]
            size = {"length": length, "value": value, "rival": least[0], "points": points}
            yield argue(placing.texts[0], "best-ray", BOARD.name_line(line), points, cell=placing.texts[0], symbol=symbol, **size)
