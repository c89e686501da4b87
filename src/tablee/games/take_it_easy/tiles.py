"""The board and the tiles of Take it Easy! (R1, R2 of RULES.md)."""

from __future__ import annotations

from tablee.kit.hexboard import HexBoard, TileSet
from tablee.kit.parts import load_parts

PARTS, DIGEST = load_parts(__file__)

# R1: the board, and the 27 tiles: every combination of a top, a left and a right value.
# R2: each tile shows a sun or a moon.
BOARD = HexBoard(tuple(PARTS["board"]["columns"]))
CELLS = range(len(BOARD.names))
TILES = TileSet.of(PARTS)
NAMES = TILES.names
assert len(CELLS) == PARTS["board"]["cells"]
