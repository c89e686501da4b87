"""What lies in front of a seat of Take it to the Limit!, valued by the weights of `outlook.py`, and looked at further ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, NamedTuple

from tablee.core.game import Seat
from tablee.games.take_it_to_the_limit.players import rows
from tablee.games.take_it_to_the_limit.players.ground import END, FREE, RANKED, Desk, Numbers
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, STEP, Outlook, load
from tablee.games.take_it_to_the_limit.rules import State, lay
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tiles import RESERVED, TILES
from tablee.kit.hexboard import Tile

OUTLOOK_OF = {options: outlook for outlook in OUTLOOKS for options in outlook.options}


def outlook_of(options: Options) -> Outlook:
    """R27: an option of the other board has no effect."""
    orchid = options.board == "orchid"
    return OUTLOOK_OF[Options("orchid", tiles=options.tiles) if orchid else Options(scrapyard=options.scrapyard)]


class Position:
    """What lies in front of a seat, read for `rows`; and the tiles left."""

    def __init__(self, outlook: Outlook, s: State, seat: Seat) -> None:
        ground, self.outlook, self.tables = outlook.ground, outlook, outlook.ground.tables
        tableau, game = lay(s, seat), setting(s.options)
        self.desk = ground.empty_desk()
        self.desk.reserve[: len(tableau.reserve)] = tableau.reserve
        for place, tile in enumerate([*tableau.board, *(tableau.yard or ())][: ground.places]):
            if tile is not None:
                rows.put(self.tables, self.desk, place, tile)
        called = set(s.calls)
        self.tiles = [call.tile for call in game.pool if call.tile not in called]
        for tile in self.tiles:
            rows.draw(self.tables, self.desk.fits, tile)
        self.desk.fits[:] = [-count for count in self.desk.fits]
        self.left = game.calls - len(s.calls)
        self.share = self.left / max(1, len(self.tiles))
        self.free = outlook.room - sum(to not in ground.kind.cells for to in s.placed[seat])

    def value(self) -> float:
        weights, base = load()[self.outlook.name].rows, self.outlook.base(self.left)
        return STEP * rows.value(self.tables, weights, base, 1 / STEP, self.desk, self.share, self.free)

    def values(self, tile: Tile) -> list[float]:
        """With the tile on each place, and at last on the heap."""
        found, weights, base = [0.0] * (len(self.desk.board) + 1), load()[self.outlook.name].rows, self.outlook.base(self.left)
        rows.value_places(self.tables, weights, base, 1 / STEP, self.desk, self.share, self.free, tile, found)
        return [STEP * value for value in found]

    def open_places(self) -> list[int]:
        """Where a tile may go; the last is the heap, if there is one with room."""
        ground, board = self.outlook.ground, self.desk.board
        places = [place for place, tile in enumerate(board) if tile == FREE and place not in ground.holes]
        return [*places, len(board)] if self.free and not ground.yard else places

    def after(self, place: int, tile: Tile) -> Position:
        """With the tile, called before, on this place or on the heap."""
        twin = copy(self)
        twin.desk = Desk(*(of[:] for of in self.desk))
        twin.free -= place >= len(self.outlook.ground.kind.names)
        if place < len(twin.desk.board):
            rows.put(self.tables, twin.desk, place, tile)
        elif self.outlook.ground.holes:
            twin.desk.reserve[RESERVED - self.free] = tile
        return twin

    def called(self, tile: Tile) -> Position:
        """After a call of this tile, before it is placed. Shares with this position what lies there."""
        twin = copy(self)
        twin.desk = self.desk._replace(fits=self.desk.fits[:])
        rows.draw(self.tables, twin.desk.fits, tile)
        twin.tiles = [other for other in self.tiles if other != tile]
        twin.left, twin.share = self.left - 1, self.next_call()[1]
        return twin

    def next_call(self) -> tuple[int, float]:
        """Where the weights begin after one more call, and the part of the tiles left that will be called then."""
        return self.outlook.base(self.left - 1), (self.left - 1) / max(1, len(self.tiles) - 1)

    def half_width(self) -> float:
        return load()[self.outlook.name].half_widths[self.outlook.stage(self.left)]


class Kernels(NamedTuple):
    """The functions of `rows` that look ahead, and the numbers that they take: lists, or arrays where they are compiled."""

    best_values: Callable[..., None]
    mean_best: Callable[..., float]
    play_on: Callable[..., float]
    array: Callable[[Sequence[float]], Numbers]
    desk: Callable[[Desk], Any]
    tables: Callable[[Outlook], Any]
    weights: Callable[[Outlook], Numbers]


PLAIN = Kernels(
    rows.best_values,
    rows.mean_best,
    rows.play_on,
    list,
    lambda desk: Desk(*(of[:] for of in desk)),
    lambda outlook: outlook.ground.tables,
    lambda outlook: load()[outlook.name].rows,
)


class LookAhead:
    """Looks ahead from a position: for each of these tiles that may come, at the places that are the best for it now.

    With `exact` the last tile is worth what it brings, instead of what the weights say.
    """

    def __init__(self, position: Position, tiles: Sequence[Tile], kernels: Kernels = PLAIN, exact: bool = False) -> None:
        self.position, self.kernels, outlook = position, kernels, position.outlook
        self.known = kernels.tables(outlook), kernels.weights(outlook)
        self.first = [END if exact and left == 0 else outlook.base(left) for left in range(position.left + 1)]
        self.bases = kernels.array(self.first)
        self.tiles = kernels.array(tiles)
        self.values = kernels.array([0.0] * (len(position.desk.board) + 1))
        self.bests = kernels.array([0.0] * len(self.tiles))
        self.ranked = kernels.array([0] * RANKED * len(TILES.names))
        (_, share), base, desk = position.next_call(), self.first[position.left - 1], kernels.desk(position.desk)
        kernels.best_values(
            *self.known, base, 1 / STEP, desk, share, position.free, self.tiles, self.values, self.bests, self.ranked
        )

    def best_values(self) -> list[float]:
        """For each of the tiles the value on its best place, if it is called next."""
        return [STEP * float(value) for value in self.bests]

    def look(self, place: int, tile: Tile) -> float:
        """Two tiles ahead: with the tile on this place, and the next one on its best place."""
        after = self.position.after(place, tile)
        (_, share), base, desk = after.next_call(), self.first[after.left - 1], self.kernels.desk(after.desk)
        return STEP * self.kernels.mean_best(*self.known, base, 1 / STEP, desk, share, after.free, self.tiles, 0, self.ranked)

    def play_on(self, place: int, tile: Tile, calls: Sequence[Tile], count: int) -> float:
        """By how much looking further corrects values on the way, after the tile on this place and the first of these calls."""
        after = self.position.after(place, tile)
        desk, tiles = self.kernels.desk(after.desk), self.kernels.array(calls)
        return STEP * self.kernels.play_on(
            *self.known, self.bases, 1 / STEP, desk, after.left, after.free, tiles, count, self.values, self.ranked
        )
