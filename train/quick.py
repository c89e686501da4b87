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
from tablee.games.take_it_easy.kernels import search, variants
from tablee.games.take_it_easy.kernels.nets import load as load_arrays
from tablee.games.take_it_easy.players import champion, nets
from tablee.games.take_it_easy.rules import Options as VariantOptions
from tablee.games.take_it_easy.tiles import CELLS, TILES
from tablee.games.take_it_to_the_limit.kernels.outlook import record, tables
from tablee.games.take_it_to_the_limit.players.expert import BOARDS, CLOSE, FEW
from tablee.games.take_it_to_the_limit.players.ground import LIKELY, NOTHING, RANKED, Desk, Tables
from tablee.games.take_it_to_the_limit.players.outlook import STAGES, STEP, load
from tablee.games.take_it_to_the_limit.players.position import outlook_of
from tablee.games.take_it_to_the_limit.players.rows import best_values, draw, mean_best, put, value_places
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tiles import RESERVED
from tablee.kit.hexboard import Cell, Tile
from tablee.lab.simulate import played
from train.take_it_to_the_limit import compiled, ends
from train.ultim_limit_games import ultim_limit

Score: TypeAlias = Callable[[Any, str], int]  # the score of the game with these options and this seed


# Take it Easy!: the expert at a table, with kernels for what it looks at
def _near(position: nets.Position, tile: Tile) -> dict[Cell, float]:
    return search.look_ahead(position, tile, 0)[0][0]


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


def take_it_easy_variant(options: VariantOptions, seed: str) -> int:
    """A whole game in one kernel."""
    pool, dealer = [*range(len(TILES.values))], Dealer(seed)
    deal = np.array([[pool.pop(dealer.below(number, len(pool))) for number in range(len(CELLS))]])
    weights = variants.weights_in_points(options)
    scores, _ = variants.play_games(load_arrays(), options, weights, deal, champion.VARIANT_CLOSE, champion.VARIANT_LOOKS)
    return int(scores[0])


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
    def lay(tables: Tables, desk: Desk, place: int, tile: int, free: int) -> int:
        if place < places:
            put(tables, desk, place, tile)
        elif holes:
            desk.reserve[RESERVED - free] = tile
        return free - (place >= cells)

    @compiled
    def look_again(
        tables: Tables, weights: Any, desk: Desk, spare: Desk, left: int, free: int, tile: int, rest: Any, values: Any, best: int
    ) -> int:
        """As `Expert.look`: the best of the places that are close, two tiles ahead."""
        near = np.argsort(-values, kind="mergesort")[:FEW]
        near = near[values[near] >= values[best] - CLOSE / STEP]
        if len(near) < 2:
            return best
        boards = len(rest) * ((values > NOTHING).sum() + FEW * LIKELY)
        some, bests, ranked = rest[:: -(-boards // BOARDS)].copy(), np.zeros(len(rest)), np.zeros(RANKED * 64, np.int64)
        base, share = (left - 1) * STAGES // calls * size, (left - 1) / max(1, len(rest) - 1)
        best_values(tables, weights, base, 1 / STEP, desk, share, free, some, values, bests, ranked)
        found = np.full(places + 1, NOTHING)
        for place in near:
            spare.shown[:], spare.missing[:], spare.symbol[:] = desk.shown, desk.missing, desk.symbol
            spare.board[:], spare.reserve[:], spare.fits[:] = desk.board, desk.reserve, desk.fits
            after = lay(tables, spare, place, tile, free)
            found[place] = mean_best(tables, weights, base, 1 / STEP, spare, share, after, some, 0, ranked)
        return int(found.argmax())

    @compiled
    def play(tables: Tables, weights: Any, desk: Desk, spare: Desk, called: Any) -> int:
        lay_out(tables, desk, pool)
        values, free, bag = np.zeros(places + 1), room, pool.copy()
        for turn in range(calls):
            left, tile, bag = calls - turn - 1, called[turn], bag[bag != called[turn]]
            base, share = left * STAGES // calls * size, left / max(1, len(bag))
            draw(tables, desk.fits, tile)
            values[:] = NOTHING
            value_places(tables, weights, base, 1 / STEP, desk, share, free, tile, values)
            best = int(values.argmax())
            if left:
                best = look_again(tables, weights, desk, spare, left, free, tile, bag, values, best)
            free = lay(tables, desk, best, tile, free)
        return final(desk)

    weights, desk, spare = np.array(load()[outlook.name].rows), record(ground.empty_desk()), record(ground.empty_desk())
    return lambda called: int(play(tables(outlook), weights, desk, spare, called))


WHOLE: dict[str, Score] = {"take-it-to-the-limit": take_it_to_the_limit, "ultim-limit": ultim_limit}
BOTS: dict[str, MakeBot] = {"take-it-easy": TakeItEasy}


def score_of(entry: Entry, options: Any, seed: str) -> int:
    """What the expert has at the end of a game that it plays alone."""
    if isinstance(options, VariantOptions) and options != VariantOptions():
        return take_it_easy_variant(options, seed)
    if entry.game.id in WHOLE:
        return WHOLE[entry.game.id](options, seed)
    [score] = played(quick(entry), [EXPERT], options, seed).match.result().scores
    return score


def quick(entry: Entry) -> Entry:
    """The game with its expert made quick, if there is a way."""
    bot = BOTS.get(entry.game.id)
    return replace(entry, bots={**entry.bots, EXPERT: bot}) if bot else entry
