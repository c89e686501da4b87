"""The kernels of the judge look two tiles ahead, and leave no cell out."""

from __future__ import annotations

import random

import pytest

from tablee.games.take_it_easy.players.nets import Position, value_cells
from tablee.reviews import review
from tablee.table import Table

kernels = pytest.importorskip("tablee.games.take_it_easy.kernels.ahead")


def position(free: int) -> Position:
    chance = random.Random(free)
    tiles = chance.sample(range(27), 19 - free)
    return Position([*tiles, *[None] * free])


def slowly(position: Position, tile: int) -> dict[int, float]:
    """Like the kernels, with the nets in Python."""
    if len(position.open_cells()) <= 3:
        return value_cells(position, tile)
    look = slowly if len(position.open_cells()) == 5 else value_cells  # one tile further, values are exact
    found = {}
    for cell in position.open_cells():
        after = position.copy()
        after.draw(tile)
        gain = after.put(cell, tile)
        bests = [max(look(after, other).values()) for other in sorted(after.bag)]
        found[cell] = gain + sum(bests) / len(bests)
    return found


@pytest.mark.parametrize("free", [3, 4, 5, 6, 9])
def test_the_kernels_find_the_same_values(free: int) -> None:
    now = position(free)
    tile = min(now.bag)
    found, expected = kernels.values_ahead(now.board, tile), slowly(now, tile)
    assert found == {cell: pytest.approx(value, abs=1e-6) for cell, value in expected.items()}


def test_two_tiles_ahead_it_adds_up_too() -> None:
    table = Table("take-it-easy", ["bot:greedy"], seed="ahead")
    table.run()
    one, two = (review(table.record(), depth=depth) for depth in (1, 2))
    assert (one.depth, two.depth) == (1, 2)
    assert one.sums.adds_up
    assert two.sums.adds_up
    assert one.sums.result == two.sums.result
    variant = Table("take-it-easy", ["bot:greedy"], seed="ahead", rays="all")
    variant.run()
    assert review(variant.record(), depth=2).depth == 1  # the kernels do not know rays
