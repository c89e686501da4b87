"""Compiled bots of Take it to the Limit!, for batches: they choose as those in `players` do; see `tablee.lab.kernel`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tablee.core.game import Seat
from tablee.games.take_it_to_the_limit.kernels.batch import (
    FIRST_MOVE,
    HOLE,
    PLACE,
    RELOCATION,
    SIDES,
    SPARE,
    YARD_AT,
    BatchState,
    Fast,
    Plan,
    asked,
    board_score,
    owner_of,
    table_of,
)
from tablee.games.take_it_to_the_limit.players.bots import BROKEN, NEAR, SCARCE, SLOT, TIGHT, YARD_WEIGHT, lines_of
from tablee.games.take_it_to_the_limit.tiles import METALS, NEXUS, ORCHID, POINTS, TILES, YARD
from tablee.kit.kernels.chance import below_of, stream_of
from tablee.kit.kernels.decorators import Array, compiled, inner

STREAMS = ("decision",)
DECISION = 0
NOTHING = -1e9  # instead of a value
ACTIONS = 64  # at most

# The lines of both boards, by `Plan.orchid`, and of a scrapyard, without holes: how many there are; by line, its direction and
# length; its cells; and the three lines through each cell.
SCRAPYARD = 2
ALL = [lines_of(kind) for kind in (NEXUS, ORCHID, YARD)]
MANY = np.array([len(lines.cells) for lines in ALL])
MOST, CELLS = max(MANY), max(len(lines.through) for lines in ALL)
WAY = table_of((lines.way for lines in ALL), MOST)
LENGTH = table_of((list(map(len, lines.cells)) for lines in ALL), MOST)
LINES = np.array([table_of([*lines.cells, *((),) * (MOST - len(lines.cells))], LENGTH.max()) for lines in ALL])
THROUGH = np.array([table_of([*lines.through, *((),) * (CELLS - len(lines.through))], 3) for lines in ALL])

# What a line shows: nothing, BROKEN, or the rank of its value, from 1.
EMPTY, RANKS = 0, 5
RANK = np.array([[side.index(value) + 1 for side, value in zip(SIDES, values, strict=True)] for values in TILES.values])
VALUE = np.array([(0, *side) for side in SIDES])
BONUS = np.array([POINTS[METALS[tile]] if tile in METALS else 0 for tile in range(len(TILES.names))])


class Room(NamedTuple):
    """What the tiles still to come can do, and room to work in."""

    supply: Array  # (3, RANKS) tiles left, by direction and rank
    fits: Array  # (RANKS, RANKS, RANKS) tiles left with these ranks, where EMPTY asks for none
    tight: Array  # (tiles + 1,) how well a cell fits, by the number of tiles that do
    shown: Array  # (2, MOST) by line: as it is, and with one more tile …
    missing: Array  # (2, MOST) … and the tiles that it lacks
    chance: Array  # (MOST,) … and its chance to score
    need: Array  # (3, RANKS) tiles that lines lack
    fit: Array  # (CELLS,) how well the tiles left fit each free cell


@compiled
def new_room() -> Room:
    return Room(
        np.empty((3, RANKS), np.int64),
        np.empty((RANKS, RANKS, RANKS), np.int64),
        np.empty(len(RANK) + 1),
        np.empty((2, MOST), np.int64),
        np.empty((2, MOST), np.int64),
        np.empty(MOST),
        np.empty((3, RANKS), np.int64),
        np.empty(CELLS),
    )


@inner
def set_up(room: Room, tiles: Array, draws: int) -> Any:
    """Counts the tiles left, and returns the share of them that will be drawn."""
    room.supply[:] = 0
    room.fits[:] = 0
    share = draws / len(tiles) if len(tiles) > 0 else 0.0
    for tile in tiles:
        for way in range(3):
            room.supply[way, RANK[tile, way]] += 1
        for asks in range(8):
            top, left, right = RANK[tile, 0] * (asks & 1), RANK[tile, 1] * (asks >> 1 & 1), RANK[tile, 2] * (asks >> 2)
            room.fits[top, left, right] += 1
    for fitting in range(len(tiles) + 1):
        room.tight[fitting] = 1 - TIGHT * (1 - share) ** float(fitting)
    return share


@inner
def read_lines(which: int, board: Array, room: Room) -> None:
    for line in range(MANY[which]):
        shown, missing = EMPTY, 0
        for k in range(LENGTH[which, line]):
            tile = board[LINES[which, line, k]]
            if tile < 0:
                missing += 1
            else:
                rank = RANK[tile, WAY[which, line]]
                shown = rank if shown in (EMPTY, rank) else BROKEN
        room.shown[0, line], room.missing[0, line] = shown, missing


@inner
def look(which: int, board: Array, share: float, row: int, room: Room) -> Any:
    """What a board promises; fills in the chance of each line."""
    shown, missing, points, bonus = room.shown[row], room.missing[row], 0.0, 0.0
    chance, need, fit = room.chance, room.need, room.fit
    need[:] = 0
    for line in range(MANY[which]):
        if shown[line] > 0:
            need[WAY[which, line], shown[line]] += missing[line]
    for cell in range(len(board)):
        if board[cell] < 0:  # through it goes one line of each direction, in their order
            top, left, right = shown[THROUGH[which, cell, 0]], shown[THROUGH[which, cell, 1]], shown[THROUGH[which, cell, 2]]
            fit[cell] = room.tight[room.fits[max(top, EMPTY), max(left, EMPTY), max(right, EMPTY)]]
    for line in range(MANY[which]):
        way, rank, length = WAY[which, line], shown[line], LENGTH[which, line]
        likely = 1.0 if rank > 0 else 0.0
        if rank > 0 and missing[line] > 0:
            supply = room.supply[way, rank] * share / need[way, rank]
            likely = (supply / (supply + SCARCE)) ** float(missing[line])
            for k in range(length):
                if board[LINES[which, line, k]] < 0:
                    likely *= fit[LINES[which, line, k]]
        chance[line] = likely
        if rank > 0:
            points += likely * VALUE[way, rank] * length
    for cell in range(len(board)):
        if board[cell] >= 0 and BONUS[board[cell]] > 0:
            a, b, c = THROUGH[which, cell, 0], THROUGH[which, cell, 1], THROUGH[which, cell, 2]
            bonus += bonus_of(board[cell], chance[a], chance[b], chance[c])
    return points + bonus


@inner
def bonus_of(tile: int, a: float, b: float, c: float) -> Any:
    """What a gold or silver tile promises if its lines score with these chances."""
    whole = a * b * c
    return BONUS[tile] * (whole + (a * b + a * c + b * c - 3 * whole) / 2)


@inner
def look_with(which: int, board: Array, share: float, cell: int, tile: int, room: Room) -> Any:
    """What a board promises with one more tile."""
    room.shown[1], room.missing[1] = room.shown[0], room.missing[0]
    for line in THROUGH[which, cell]:
        rank = RANK[tile, WAY[which, line]]
        room.shown[1, line] = rank if room.shown[0, line] in (EMPTY, rank) else BROKEN
        room.missing[1, line] -= 1
    board[cell] = tile
    points = look(which, board, share, 1, room)
    board[cell] = -1
    return points


@inner
def hole_gain(tile: int, room: Room) -> Any:
    """What a reserve tile promises on its best hole: longer lines and its bonus, minus the lines it breaks."""
    shown, chance, best = room.shown[0], room.chance, 0.0
    for hole in HOLE:
        gain = 0.0
        for line in THROUGH[1, hole]:
            way, rank = WAY[1, line], shown[line]
            if rank == RANK[tile, way]:
                gain += chance[line] * VALUE[way, rank]
            elif rank > 0:
                gain += -chance[line] * VALUE[way, rank] * LENGTH[1, line]
        if BONUS[tile] > 0:
            a, b, c = THROUGH[1, hole, 0], THROUGH[1, hole, 1], THROUGH[1, hole, 2]
            same = shown[a] == RANK[tile, 0], shown[b] == RANK[tile, 1], shown[c] == RANK[tile, 2]
            gain += bonus_of(tile, chance[a] * same[0], chance[b] * same[1], chance[c] * same[2])
        best = max(best, gain)
    return best


@inner
def value_places(plan: Plan, may: int, places: Array, tile: int, share: float, room: Room, values: Array) -> None:
    """What both boards promise after each action of a turn's first step that a seat may take."""
    which, size = int(plan.orchid), SPARE if plan.orchid else YARD_AT
    board, yard = places[:size], places[size:]
    read_lines(which, board, room)
    now = look(which, board, share, 0, room)
    aside = hole_gain(tile, room) if plan.orchid else 0.0
    for action in range(ACTIONS):
        values[action] = NOTHING
        if may >> action & 1 and action == plan.heap:
            values[action] = now + aside - SLOT
        elif may >> action & 1 and PLACE[plan.kind, action] < size:
            values[action] = look_with(which, board, share, PLACE[plan.kind, action], tile, room)
    if which == 0 and len(yard) > 0 and plan.shift == 0:
        read_lines(SCRAPYARD, yard, room)
        before = look(SCRAPYARD, yard, share, 0, room)
        for action in range(size, size + len(yard)):
            if may >> action & 1:
                gain = look_with(SCRAPYARD, yard, share, PLACE[plan.kind, action] - size, tile, room) - before
                values[action] = now + YARD_WEIGHT * gain - SLOT


@inner
def bury(plan: Plan, may: int, yard: Array, tile: int, share: float, room: Room) -> int:
    """R22: makes a rival's scrapyard as costly as possible."""
    best, most = -1, NOTHING
    read_lines(SCRAPYARD, yard, room)
    for action in range(ACTIONS):
        if may >> action & 1:
            points = look_with(SCRAPYARD, yard, share, PLACE[plan.kind, action] - YARD_AT, tile, room)
            if points > most:
                best, most = action, points
    return best


@inner
def relocate(plan: Plan, table: Array, points: Array, crossed: Array) -> int:
    """R29: the relocation with the highest score; among equals, the first."""
    best, most = -1, -1
    for move in range(len(RELOCATION)):
        for k in range(len(HOLE)):
            number = RELOCATION[move, k]
            table[0, 0, HOLE[k]] = table[0, 0, SPARE + number - 1] if number > 0 else -1
        score = board_score(plan, table, 0, 0, points, crossed)
        if score > most:
            best, most = move, score
    return FIRST_MOVE + best


@compiled
def choose_greedily(s: BatchState, plan: Plan, seat: int, keys: Array, steps: Array, actions: Array) -> None:
    room, values, table = new_room(), np.empty(ACTIONS), np.empty((1, 1, s.board.shape[2]), np.int8)
    points, crossed = np.empty(ACTIONS, np.int64), np.empty(len(RANK), np.int8)
    for i in range(len(actions)):
        turn, due = int(s.turn[i]), int(s.due[i])
        if not asked(plan, turn, due) >> seat & 1:
            continue
        tile, owner = s.bag[i, turn], owner_of(plan, seat) if due else seat
        table[0, 0] = s.board[i, owner]
        if due and plan.orchid:
            actions[i] = relocate(plan, table, points, crossed)
            continue
        share = set_up(room, s.bag[i, turn + 1 : plan.tiles], plan.calls - turn - 1)
        if due:
            actions[i] = bury(plan, s.left[i, owner] & ~plan.first, table[0, 0, YARD_AT:], tile, share, room)
            continue
        value_places(plan, s.left[i, owner] & plan.first, table[0, 0], tile, share, room, values)
        least, equal = values.max() - NEAR, 0
        for action in range(ACTIONS):
            equal += values[action] >= least
        left = below_of(stream_of(keys[i], DECISION, steps[i]), 0, equal)
        for action in range(ACTIONS):
            if values[action] >= least:
                if left == 0:
                    actions[i] = action
                left -= 1


def greedy(kernel: Fast, state: BatchState, seat: Seat, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
    choose_greedily(state, kernel.plan, seat, keys, steps, actions)


BOTS = {"greedy": greedy}
