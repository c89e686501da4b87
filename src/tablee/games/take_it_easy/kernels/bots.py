"""Compiled bots of Take it Easy!, for batches: they choose as those in `players` do; see `tablee.lab.kernel`."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tablee.core.game import Seat
from tablee.games.take_it_easy.kernels.batch import (
    BAG,
    FREE,
    IS_SUN,
    LENGTH,
    LINES,
    NEAR,
    SYMBOL,
    TURNS,
    BatchState,
    Fast,
    board_score,
    open_cells,
)
from tablee.games.take_it_easy.kernels.nets import (
    Nets,
    copy_position,
    draw,
    load,
    new_desk,
    new_position,
    put,
    set_up,
    value_cells,
)
from tablee.games.take_it_easy.kernels.search import expect
from tablee.games.take_it_easy.players import bots
from tablee.games.take_it_easy.players.bots import EMPTY, GOALS, KEEP, MIXED, RAY_KEEP, REACH, fill_chance
from tablee.games.take_it_easy.players.champion import CLOSE, CONCESSION, LATE, Expert
from tablee.games.take_it_easy.players.nets import LEAST
from tablee.games.take_it_easy.players.variants import VariantPosition, serves
from tablee.games.take_it_easy.rules import TakeItEasy
from tablee.games.take_it_easy.tiles import BOARD
from tablee.kit.kernels.chance import below_of, stream_of
from tablee.kit.kernels.decorators import Array, compiled, inner

STREAMS = ("decision",)
DECISION = 0
CLOSE_CALL = float(bots.NEAR)
NOTHING = -1e9  # instead of a value
ACROSS, KINDS = 5, 6  # lines of a direction, and kinds of tiles, at most
WAYS = 3

# The goals of `players/bots.py`, three of each sort: lines of one value, all rays, and the best ray.
EVERY = [*GOALS["value"], *GOALS["all"], *GOALS["best"]]
RAY_GOALS = np.array([0, WAYS, 2 * WAYS])  # the first one, by `Fast.rays`
KIND = np.array([goal.kinds for goal in EVERY])
MANY = np.array([len(goal.points[0]) for goal in EVERY])
POINTS = np.array([[(*points, *(0,) * (KINDS - len(points))) for points in goal.points] for goal in EVERY])
LINE = np.array([[BOARD.lines.index(line) for line in goal.lines] for goal in EVERY])
KEEPING = np.array([int(goal.keep == RAY_KEEP) for goal in EVERY])
MOST = max(goal.kinds.count(kind) for goal in EVERY for kind in goal.kinds)


def _chances() -> Array:
    """`fill_chance` by keep, good tiles in the bag, draws, free cells and rival cells."""
    found = np.zeros((2, MOST + 1, TURNS, max(LENGTH) + 1, TURNS + 1))
    for at in product(*map(range, found.shape)):
        keep, good, draws, free, rivals = at
        if good <= draws + BAG - TURNS:
            found[at] = fill_chance.__wrapped__((KEEP, RAY_KEEP)[keep], good, draws, free, rivals)
    return found


CHANCES = _chances()


class Room(NamedTuple):
    """Room to work in."""

    shows: Array  # (ACROSS,) what each line of a direction shows …
    free: Array  # (ACROSS,) … and its free cells
    left: Array  # (KINDS,) tiles in the bag
    wanted: Array  # (KINDS,) free cells on lines that show a kind
    worth: Array  # (TURNS,)


@compiled
def new_room() -> Room:
    return Room(
        np.empty(ACROSS, np.int64),
        np.empty(ACROSS, np.int64),
        np.empty(KINDS, np.int64),
        np.empty(KINDS, np.int64),
        np.empty(TURNS),
    )


@inner
def hope(goal: int, draws: int, room: Room) -> Any:
    """The expected points of the lines; an empty line counts as its most promising kind."""
    keep, total = KEEPING[goal], 0.0
    room.wanted[:] = 0
    for at in range(ACROSS):
        if room.shows[at] >= 0:
            room.wanted[room.shows[at]] += room.free[at]
    for at in range(ACROSS):
        shows, free = room.shows[at], room.free[at]
        if shows >= 0:
            total += POINTS[goal, at, shows] * CHANCES[keep, room.left[shows], draws, free, room.wanted[shows] - free]
        elif shows == EMPTY:
            best = 0.0
            for kind in range(MANY[goal]):
                best = max(best, POINTS[goal, at, kind] * CHANCES[keep, room.left[kind], draws, free, room.wanted[kind]])
            total += best
    return total


@inner
def add_gains(goal: int, bag: Array, turn: int, board: Array, room: Room, worth: Array) -> None:
    """Adds to each cell how much the called tile, placed on its line, changes the worth of the whole direction."""
    tile, draws = bag[turn], TURNS - 1 - turn
    room.left[:] = 0
    for k in range(turn + 1, BAG):
        room.left[KIND[goal, bag[k]]] += 1
    for at in range(ACROSS):
        line, shows, free = LINE[goal, at], EMPTY, 0
        for k in range(LENGTH[line]):
            on = board[LINES[line, k]]
            if on < 0:
                free += 1
            else:
                kind = KIND[goal, on]
                shows = kind if shows in (EMPTY, kind) else MIXED
        room.shows[at], room.free[at] = shows, free
    now, kind = hope(goal, draws, room), KIND[goal, tile]
    for at in range(ACROSS):
        shows, free = room.shows[at], room.free[at]
        if free > 0:
            room.shows[at], room.free[at] = kind if shows in (EMPTY, kind) else MIXED, free - 1
            gain = hope(goal, draws, room) - now
            room.shows[at], room.free[at] = shows, free
            line = LINE[goal, at]
            for k in range(LENGTH[line]):
                worth[LINES[line, k]] += gain


@inner
def reach(placement: int, taken: Any, suns: Any) -> Any:
    """The number of free cells open to the next tile; where its symbol matters, suns and moons are counted separately."""
    moons, cells = taken & ~suns, 0
    for cell in range(TURNS):
        if not taken >> cell & 1:
            sun, moon = NEAR[cell] & suns != 0, NEAR[cell] & moons != 0
            cells += sun + moon if placement == SYMBOL else sun or moon
    return cells


@inner
def add_extras(s: BatchState, i: int, seat: int, placement: int, rays: int, room: Room, worth: Array) -> None:
    """What the variants add: hope for rays, and room for the next tile where it may not go anywhere."""
    worth[:] = 0.0
    if rays > 0:
        for goal in range(RAY_GOALS[rays], RAY_GOALS[rays] + WAYS):
            add_gains(goal, s.bag[i], s.turn[i], s.board[i, seat], room, worth)
    if placement != FREE:
        taken, suns = np.int64(s.taken[i, seat]), np.int64(s.suns[i, seat])
        for cell in range(TURNS):
            if not taken >> cell & 1:
                sun = np.int64(IS_SUN[s.bag[i, s.turn[i]]]) << cell
                worth[cell] += REACH * reach(placement, taken | 1 << cell, suns | sun)


@compiled
def choose_greedily(s: BatchState, placement: int, rays: int, seat: int, keys: Array, steps: Array, actions: Array) -> None:
    room, worth, more = new_room(), np.empty(TURNS), np.empty(TURNS)
    for i in range(len(actions)):
        if s.turn[i] == TURNS:
            continue
        worth[:] = 0.0
        for goal in range(WAYS):
            add_gains(goal, s.bag[i], s.turn[i], s.board[i, seat], room, worth)
        add_extras(s, i, seat, placement, rays, room, more)
        may, most, equal = open_cells(s, i, seat, placement), NOTHING, 0
        for cell in range(TURNS):
            worth[cell] += more[cell]
            if may >> cell & 1:
                most = max(most, worth[cell])
        for cell in range(TURNS):
            equal += may >> cell & 1 and worth[cell] >= most - CLOSE_CALL
        left = below_of(stream_of(keys[i], DECISION, steps[i]), 0, equal)
        for cell in range(TURNS):
            if may >> cell & 1 and worth[cell] >= most - CLOSE_CALL:
                if left == 0:
                    actions[i] = cell
                left -= 1


@compiled
def choose_expertly(nets: Nets, s: BatchState, placement: int, rays: int, seat: int, actions: Array) -> None:
    p, spare, after, desk, room = new_position(), new_position(), new_position(), new_desk(), new_room()
    values, deep, more, best_rays = np.empty(TURNS), np.empty(TURNS), np.empty(TURNS), np.empty(2, np.int64)
    plain = placement == FREE and rays == 0
    for i in range(len(actions)):
        if s.turn[i] == TURNS:
            continue
        tile, free = s.bag[i, s.turn[i]], set_up(p, s.board[i, seat], False)
        draw(p, tile)
        best = value_cells(nets, p, free, tile, desk, spare, values)
        if plain and LEAST < free <= LATE:
            other = -1
            for cell in range(TURNS):
                if p.board[cell] < 0 and cell != best and (other < 0 or values[cell] > values[other]):
                    other = cell
            if values[other] >= values[best] - CLOSE:
                shift: Any = 0.0
                least: Any = 1e9
                for cell in (best, other):
                    copy_position(p, after)
                    more[cell] = put(after, cell, tile) + expect(nets, after, free - 1, desk, spare, deep)
                    shift += (more[cell] - values[cell]) / 2
                    least = min(least, more[cell])
                for cell in range(TURNS):
                    values[cell] = more[cell] if cell in (best, other) else min(values[cell] + shift, least)
        add_extras(s, i, seat, placement, rays, room, more)
        may, score = open_cells(s, i, seat, placement), board_score(s.board[i, seat], 0, best_rays)
        for cell in range(TURNS):
            values[cell] = score + values[cell] + more[cell] if may >> cell & 1 else NOTHING
        actions[i] = pick(values, CONCESSION if s.turn[i] == 0 else 0.0, seat)


@inner
def pick(values: Array, concession: float, seat: int) -> Any:
    """Among the best cells, the one of this seat: see `Evaluator.choose`. Overwrites the values."""
    least, equal = values.max() - concession, 0
    for cell in range(TURNS):
        equal += values[cell] >= least
    best = np.int64(0)
    for _ in range(seat % equal + 1):
        best = np.int64(values.argmax())
        values[best] = NOTHING
    return best


def greedy(kernel: Fast, state: BatchState, seat: Seat, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
    choose_greedily(state, kernel.placement, kernel.rays, seat, keys, steps, actions)


def expert(kernel: Fast, state: BatchState, seat: Seat, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
    if serves(kernel.options, kernel.seats):
        choose_in_variant(kernel, state, seat, actions)
    else:
        choose_expertly(load(), state, kernel.placement, kernel.rays, seat, actions)


def choose_in_variant(kernel: Fast, state: BatchState, seat: Seat, actions: Array) -> None:
    """In Python, and slowly: batches have no kernel for what was learnt of variants."""
    bot, open_to = Expert(TakeItEasy(), seat, lambda *_: lambda below: 0), np.zeros((len(actions), kernel.seats, TURNS), bool)
    kernel.mask(state, open_to)
    for i in np.flatnonzero(state.turn < TURNS).tolist():
        cells, tile = np.flatnonzero(open_to[i, seat]).tolist(), int(state.bag[i, state.turn[i]])
        position = VariantPosition(kernel.options, [int(on) if on >= 0 else None for on in state.board[i, seat]])
        worth = {cell: value.mean for cell, value in zip(cells, bot.variant_values(position, tile, cells), strict=True)}
        least = max(worth.values()) - (CONCESSION if state.turn[i] == 0 else 0.0)
        best = [cell for cell in sorted(cells, key=worth.__getitem__, reverse=True) if worth[cell] >= least]
        actions[i] = best[seat % len(best)]


BOTS = {"expert": expert, "greedy": greedy}
