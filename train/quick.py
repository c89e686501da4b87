"""Games of the experts alone at a table, many times faster: they are the very same games, with compiled kernels inside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from tablee.core.bot import EXPERT, MakeBot
from tablee.core.registry import Entry
from tablee.fair import Dealer
from tablee.games.take_it_easy.kernels import search
from tablee.games.take_it_easy.kernels.nets import load as load_arrays
from tablee.games.take_it_easy.players import champion, nets
from tablee.games.take_it_to_the_limit.kernels.outlook import record, tables
from tablee.games.take_it_to_the_limit.players.expert import outlook_of
from tablee.games.take_it_to_the_limit.players.ground import Desk, Tables
from tablee.games.take_it_to_the_limit.players.outlook import STAGES, STEP, load
from tablee.games.take_it_to_the_limit.players.rows import draw, put, value_places
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tiles import RESERVED
from tablee.kit.hexboard import Cell, Tile
from tablee.lab.simulate import played
from train.take_it_to_the_limit import compiled, ends
from train.ultim_limit_alone import ultim_limit

Score: TypeAlias = Callable[[Any, str], int]  # the score of the game with these options and this seed


# Take it Easy!: the expert at a table, with kernels for what it looks at
def _near(position: nets.Position, tile: Tile) -> dict[Cell, float]:
    return search.look_ahead(position, tile, 0)[0]


def _further(position: nets.Position, tile: Tile, cells: Sequence[Cell]) -> dict[Cell, float]:
    boards, gains, expected = np.full((len(cells), len(position.board)), -1, np.int8), [], np.empty(len(cells))
    for number, cell in enumerate(cells):
        after = position.copy()
        after.draw(tile)
        gains.append(after.put(cell, tile))
        boards[number] = [-1 if on is None else on for on in after.board]
    search.expect_many(load_arrays(), boards, expected)
    return {cell: gain + float(value) for cell, gain, value in zip(cells, gains, expected, strict=True)}


class TakeItEasy(champion.Expert):
    look_near = staticmethod(_near)
    look_further = staticmethod(_further)


# Take it to the Limit!: a whole game in one kernel, because alone all follows from the tiles that are called
def take_it_to_the_limit(options: Options, seed: str) -> int:
    pool, dealer = [call.tile for call in setting(options).pool], Dealer(seed)
    called = [pool.pop(dealer.below(number, len(pool))) for number in range(setting(options).calls)]
    return _player(options)(np.array(called))


@cache
def _player(options: Options) -> Callable[[Any], int]:
    outlook, game = outlook_of(options), setting(options)
    ground, room, calls, holes = outlook.ground, outlook.room, game.calls, len(outlook.ground.holes)
    lay_out, final = ends(outlook, options)
    cells, places, size, pool = len(ground.kind.names), ground.places, ground.first["end"], np.array([c.tile for c in game.pool])

    @compiled
    def play(tables: Tables, weights: Any, desk: Desk, called: Any) -> int:
        lay_out(tables, desk, pool)
        values, free = np.zeros(places + 1), room
        for turn in range(calls):
            left, tile = calls - turn - 1, called[turn]
            base, share = left * STAGES // calls * size, left / max(1, len(pool) - turn - 1)
            draw(tables, desk.fits, tile)
            values[:] = -1e9
            value_places(tables, weights, base, 1 / STEP, desk, share, free, tile, values)
            best = int(values.argmax())
            free -= best >= cells
            if best < places:
                put(tables, desk, best, tile)
            elif holes:
                desk.reserve[RESERVED - 1 - free] = tile
        return final(desk)

    weights, desk = np.array(load()[outlook.name].rows), record(ground.empty_desk())
    return lambda called: int(play(tables(outlook), weights, desk, called))


WHOLE: dict[str, Score] = {"take-it-to-the-limit": take_it_to_the_limit, "ultim-limit": ultim_limit}
BOTS: dict[str, MakeBot] = {"take-it-easy": TakeItEasy}


def score_of(entry: Entry, options: Any, seed: str) -> int:
    """What the expert has at the end of a game that it plays alone."""
    if entry.game.id in WHOLE:
        return WHOLE[entry.game.id](options, seed)
    [score] = played(quick(entry), [EXPERT], options, seed).match.result().scores
    return score


def quick(entry: Entry) -> Entry:
    """The game with its expert made quick, if there is a way."""
    bot = BOTS.get(entry.game.id)
    return replace(entry, bots={**entry.bots, EXPERT: bot}) if bot else entry
