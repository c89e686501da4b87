"""A different tile for each cell, out of those that suit it. Tiles are bits, so that many are handled at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tablee.kit.hexboard import Cell, Tile

Tiles: TypeAlias = int  # a bit for each tile


class Assignment:
    """By augmenting paths (Kuhn): a cell takes a tile, and the cell that had it takes another."""

    def __init__(self, options: Sequence[Tiles]) -> None:
        self.options = list(options)
        self.held: list[Tiles] = [0] * len(options)  # by cell, its tile; 0 for none
        self.holders: dict[Tiles, Cell] = {}

    @classmethod
    def of(cls, options: Sequence[Tiles]) -> Assignment | None:
        """A tile for every cell; None if that cannot be done."""
        found = cls(options)
        narrowest_first = sorted(range(len(options)), key=lambda cell: options[cell].bit_count())
        return found if all(map(found.settle, narrowest_first)) else None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """By cell."""
        return tuple(tile.bit_length() - 1 for tile in self.held)

    def copy(self) -> Assignment:
        other = Assignment(self.options)
        other.held, other.holders = self.held[:], dict(self.holders)
        return other

    def settle(self, cell: Cell) -> bool:
        """Finds a tile for a cell; others may have to change theirs."""
        return self._settle(cell, [0])

    def _settle(self, cell: Cell, tried: list[Tiles]) -> bool:
        while free := self.options[cell] & ~tried[0]:
            tile = free & -free
            tried[0] |= tile
            if tile not in self.holders or self._settle(self.holders[tile], tried):
                self.holders[tile], self.held[cell] = cell, tile
                return True
        return False

    def narrowed(self, cells: Sequence[Cell], allowed: Tiles) -> Assignment | None:
        """The same with these options only for some cells; None if there are not tiles for all."""
        if not all(self.options[cell] & allowed for cell in cells):
            return None
        other, without = self.copy(), []
        for cell in cells:
            other.options[cell] &= allowed
            if not other.held[cell] & allowed:
                del other.holders[other.held[cell]]
                without.append(cell)
        return other if all(map(other.settle, without)) else None
