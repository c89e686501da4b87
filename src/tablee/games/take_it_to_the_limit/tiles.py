"""The tiles and the boards of Take it to the Limit! (R1 to R6 of RULES.md)."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.kit.hexboard import Cell, HexBoard, Tile, TileSet
from tablee.kit.parts import load_parts

PARTS, DIGEST = load_parts(__file__)
POINTS: Mapping[str, int] = PARTS["points"]

# R1, R2: 64 tiles, each with a sun or a moon. R3: eight of them are gold or silver.
TILES = TileSet.of(PARTS)
NAMES = TILES.names
METALS: dict[Tile, str] = {TILES.index[name]: metal for metal, names in PARTS["bonus"].items() for name in names}

# R4: the Nexus. R5: the scrapyard; its cells are written s:a1 … s:c2. R6: the Orchid, with its three holes.
NEXUS, YARD, ORCHID = BOARDS = [HexBoard(tuple(PARTS[name]["columns"])) for name in ("nexus", "scrapyard", "orchid")]
assert [len(board.names) for board in BOARDS] == [PARTS[name]["places"] for name in ("nexus", "scrapyard", "orchid")]
YARD_NAMES = tuple(f"s:{name}" for name in YARD.names)
YARD_CELLS: dict[str, Cell] = {name: cell for cell, name in enumerate(YARD_NAMES)}
HOLES: dict[str, Cell] = {hole: ORCHID.cells[name] for hole, name in PARTS["orchid"]["holes"].items()}
HOLE_NAMES = tuple(ORCHID.names[cell] for cell in HOLES.values())
RESERVED: int = PARTS["orchid"]["reserve"]
