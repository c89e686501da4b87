"""Take it to the Limit! in batches; see `tablee.lab.kernel`. R1 … refer to RULES.md.

A game in progress takes 74 bytes on the Nexus, plus 53 per seat (46 without scrapyards); on the Orchid it takes 42 bytes
(74 with suns and moons), plus 37 per seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.take_it_to_the_limit import rules
from tablee.games.take_it_to_the_limit.actions import DISCARD, RELOCATIONS, RESERVE
from tablee.games.take_it_to_the_limit.rules import View, lay
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tableau import Tableau
from tablee.games.take_it_to_the_limit.tiles import (
    HOLES,
    METALS,
    NEXUS,
    ORCHID,
    POINTS,
    RESERVED,
    TILES,
    YARD,
    YARD_CELLS,
    YARD_NAMES,
)
from tablee.kit.hexboard import Line
from tablee.kit.kernels.chance import Word64, key_of, seed_word, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner
from tablee.kit.kernels.fields import Field
from tablee.kit.kernels.log import note_in, now_in


class BatchState(NamedTuple):
    """Inner loops neither unpack nor pass on its arrays: numba's reference counting would cost more than playing."""

    key: Array  # (n,) uint64: the game's random key
    turn: Array  # (n,) int8: finished turns; the tile of call k is bag[k]
    due: Array  # (n,) uint8: in a turn's second step, one bit per owner of a tile still to be placed; 0 in the first
    bag: Array  # (n, tiles) int8: in the order in which they are called
    board: Array  # (n, seats, places) int8: the tile on a place, or -1: the cells, then the scrapyard's or the reserve's
    left: Array  # (n, seats) int64: one bit per action still possible on the seat's own boards, whoever plays it
    moved: Array  # (n, seats) int8: R13, which relocation, or -1


class Plan(NamedTuple):
    """What the options put on the table."""

    seats: int
    calls: int
    pool: int  # which of POOLS
    tiles: int
    kind: int  # which of KINDS, which differ in what an action fills
    orchid: bool
    shift: int  # R22: how far scrapyards are passed on; 0 if they are not
    heap: int  # the action `discard` or `reserve`, or -1
    first: int  # the actions of a turn's first step as bits …
    every: int  # … and all
    ray: int  # points per tile of a ray
    yard: int  # which of YARDS


def plan_of(seats: int, options: Options) -> Plan:
    table, orchid = setting(options), options.board == "orchid"
    yard = NONE if orchid else YARDS.index(options.scrapyard)
    early, late = len(table.spots) + bool(table.heap), len(table.last)
    return Plan(
        seats=seats,
        calls=table.calls,
        pool=POOLS.index(options.tiles if orchid else "both"),
        tiles=len(table.pool),
        kind=KINDS.index(Options("orchid") if orchid else Options(scrapyard="pass") if yard == PASS else Options()),
        orchid=orchid,
        shift=int(yard == PASS),
        heap=len(table.spots) if table.heap else -1,
        first=(1 << early) - 1,
        every=(1 << early + late) - 1,
        ray=POINTS["ray"] if not orchid or options.tiles == "both" else 0,  # R18
        yard=yard,
    )


def moves_of(options: Options) -> tuple[str, ...]:
    return rules.TakeItToTheLimit().codes(2, options)[len(setting(options).pool) :]


def places_of(options: Options) -> tuple[str, ...]:
    """The number of places for one seat's tiles."""
    if options.board == "orchid":
        return ORCHID.names + (RESERVE,) * RESERVED
    return NEXUS.names if options.scrapyard == "none" else NEXUS.names + YARD_NAMES


def table_of(rows: Iterable[Sequence[int]], width: int) -> Array:
    return np.array([[*row, *(-1,) * (width - len(row))] for row in rows])


CHANCE, PACE = -1, 1000
NOBODY = np.empty((0, 0), np.int32)
NONE, STANDARD, LOWEST, PASS = range(4)
YARDS = ("none", "standard", "lowest", "pass")
POOLS = ("both", "suns", "moons")
KINDS = (Options(), Options(scrapyard="pass"), Options("orchid"))
PLACES = [{name: place for place, name in enumerate(places_of(kind)) if name != RESERVE} for kind in KINDS]
POOL = table_of(([tile for tile, symbol in enumerate(TILES.symbols) if pool in ("both", f"{symbol}s")] for pool in POOLS), 64)
CODE = np.array([[list(tiles).index(tile) if tile in tiles else -1 for tile in range(64)] for tiles in POOL])
PLACE = table_of(([places.get(move, -1) for move in moves_of(kind)] for kind, places in zip(KINDS, PLACES, strict=True)), 64)

# R13: the holes, the first place of the reserve, and which of its tiles goes where.
HOLE, SPARE, SPACE = np.array(list(HOLES.values())), len(ORCHID.names), len(ORCHID.names) + RESERVED
RELOCATION, FIRST_MOVE = np.array([move.numbers for move in RELOCATIONS]), len(moves_of(KINDS[2])) - len(RELOCATIONS)
IS_HOLE = np.array([[False] * 64, [place in HOLES.values() for place in range(64)]])

# R14: the lines of the Nexus, then those of its scrapyard, and the lines of the Orchid; the places on them.
YARD_AT = len(NEXUS.names)
YARD_LINES = [Line(line.direction, tuple(YARD_AT + cell for cell in line.cells)) for line in YARD.lines]
BOTH = ([*NEXUS.lines, *YARD_LINES], ORCHID.lines)
OWN, MOST = np.array([len(NEXUS.lines), len(ORCHID.lines)]), len(BOTH[0])
WAY = table_of(([line.direction for line in lines] for lines in BOTH), MOST)
LENGTH = table_of(([len(line.cells) for line in lines] for lines in BOTH), MOST)
LINES = np.array([table_of([*(line.cells for line in lines), *((),) * (MOST - len(lines))], 7) for lines in BOTH])

# R14, R16: a tile's values (one of four in each direction) and symbol, as bits. A line compares some of them.
SIDES = (TILES.top, TILES.left, TILES.right)
SHOWS = np.array([sum(1 << (4 * way + SIDES[way].index(value)) for way, value in enumerate(values)) for values in TILES.values])
SHOWS |= np.array([1 << 12 if symbol == "sun" else 1 << 13 for symbol in TILES.symbols])
ASKS = np.array([15 << 4 * way | 3 << 12 for way in range(3)])
VALUE = np.zeros((3, 9), np.int64)  # by direction and the bit that is left
VALUE[:, [1, 2, 4, 8]] = SIDES
BONUS = np.zeros((64, 4), np.int64)  # R15, by tile and the scoring lines that cross it
for _tile, _metal in METALS.items():
    BONUS[_tile, 2:] = POINTS[_metal] // 2, POINTS[_metal]
METAL = np.array(list(METALS))
SILVER, GOLD = (np.array([tile for tile, metal in METALS.items() if metal == which]) for which in ("silver", "gold"))
BEST_LINES, BEST_SILVERS, PENALTY, ENOUGH = (POINTS[name] for name in ("yard_lines", "yard_silvers", "penalty", "enough"))

# Randomness: one word for each (seed, game, draw), by splitmix64.
S7, S57 = np.uint64(7), np.uint64(57)


@inner
def below(key: Word64, draw: int, bound: int) -> int:
    """Draw number `draw` of a game: uniform, to within 2 ** -51."""
    return int(((word_of(key, draw) >> S7) * np.uint64(bound)) >> S57)


@compiled
def begin(s: BatchState, plan: Plan, base: Word64, numbers: Array, log: Array) -> None:
    bag = s.bag
    for i in range(len(numbers)):
        if numbers[i] >= 0:
            key = key_of(base, numbers[i])
            s.key[i] = key
            s.turn[i] = s.due[i] = 0
            s.board[i] = -1
            s.left[i] = plan.every
            s.moved[i] = -1
            for k in range(plan.tiles):
                bag[i, k] = POOL[plan.pool, k]
            for k in range(plan.calls):  # R8: the k-th call is draw k
                at = k + below(key, k, plan.tiles - k)
                bag[i, k], bag[i, at] = bag[i, at], bag[i, k]
            log[i] = 0
            note_in(log, i, CHANCE, CODE[plan.pool, bag[i, 0]], 0)


@inner
def asked(plan: Plan, turn: int, due: int) -> int:
    """Who is to act, one bit per seat: all, or in the second step those who hold a tile still to be placed."""
    everybody = (1 << plan.seats) - 1
    if turn == plan.calls:
        return 0
    return (due << plan.shift | due >> (plan.seats - plan.shift)) & everybody if due else everybody


@inner
def owner_of(plan: Plan, seat: int) -> int:
    """R22: whose scrapyard the seat holds; its own unless they are passed on."""
    return seat - plan.shift if seat >= plan.shift else plan.seats - 1


@compiled
def fill_waiting(s: BatchState, plan: Plan, out: Array) -> None:
    for i in range(out.shape[0]):
        who = asked(plan, int(s.turn[i]), int(s.due[i]))
        for seat in range(plan.seats):
            out[i, seat] = who >> seat & 1


@compiled
def fill_mask(s: BatchState, plan: Plan, out: Array) -> None:
    left = s.left
    for i in range(out.shape[0]):
        due = int(s.due[i])
        who = asked(plan, int(s.turn[i]), due)
        for seat in range(plan.seats):
            actions = left[i, owner_of(plan, seat)] & ~plan.first if due else left[i, seat] & plan.first
            for action in range(out.shape[2]):
                out[i, seat, action] = who >> seat & actions >> action & 1


@inner
def count(bits: int) -> int:
    """The number of set bits; compiles to one instruction."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56


@inner
def pick(actions: int, key: Word64, draw: int) -> int:
    """Picks one of the actions, all equally likely."""
    for _ in range(below(key, draw, count(actions))):
        actions &= actions - 1
    return count((actions & -actions) - 1)


@inner
def give_up(plan: Plan, board: Array, left: Array, i: int, seat: int, tile: int) -> int:
    """In a turn's first step: the seat's bit if the tile is discarded (R22), else it goes into the reserve (R11, R12)."""
    if plan.shift:
        return 1 << seat
    at = SPARE
    while board[i, seat, at] >= 0:
        at += 1
    board[i, seat, at] = tile
    if at == SPACE - 1:
        left[i, seat] &= ~(1 << plan.heap)
    return 0


@inner
def settle(plan: Plan, board: Array, left: Array, moved: Array, i: int, owner: int, action: int, tile: int) -> None:
    """In a turn's second step: reserve tiles go to holes (R13), or the discarded tile to its owner's scrapyard (R22)."""
    if plan.orchid:
        moved[i, owner] = action - FIRST_MOVE
        for k in range(len(HOLE)):
            number = RELOCATION[action - FIRST_MOVE, k]
            if number > 0:
                board[i, owner, HOLE[k]] = board[i, owner, SPARE + number - 1]
    else:
        board[i, owner, PLACE[plan.kind, action]] = tile
        rest = left[i, owner] & ~(1 << action)
        left[i, owner] = rest if rest & ~plan.first else rest & ~(1 << plan.heap)


@inner
def chosen(plan: Plan, who: int, actions: Array, i: int) -> bool:
    some = False
    for seat in range(plan.seats):
        some = some or (who >> seat & 1 == 1 and actions[i, seat] >= 0)
    return some


@inner
def go_on(plan: Plan, turn: int, due: int, second: bool) -> tuple[int, int]:
    """The new turn and due once all have chosen: the second step if there is one, or the next turn."""
    if plan.orchid and not second and turn == plan.calls - 1:
        return turn, (1 << plan.seats) - 1
    return (turn, due) if due else (turn + 1, 0)


@compiled
def advance(s: BatchState, plan: Plan, actions: Array, ms: Array, log: Array, to_end: bool) -> None:
    """Plays one step with these actions, or at random to the end. One function, because passing arrays costs most here."""
    bag, board, left, moved = s.bag, s.board, s.left, s.moved
    for i in range(bag.shape[0]):
        key, turn, due = s.key[i], int(s.turn[i]), int(s.due[i])
        going = to_end or chosen(plan, asked(plan, turn, due), actions, i)
        while going and turn < plan.calls:
            tile, who, second, start = bag[i, turn], asked(plan, turn, due), due != 0, now_in(log, i)
            among, draw = ~plan.first if second else plan.first, plan.calls + (2 * turn + second) * plan.seats
            for seat in range(plan.seats):
                if who >> seat & 1:
                    owner = owner_of(plan, seat) if second else seat
                    action = pick(left[i, owner] & among, key, draw + seat) if to_end else int(actions[i, seat])
                    if second:
                        due ^= 1 << owner
                        settle(plan, board, left, moved, i, owner, action, tile)
                    elif action == plan.heap:
                        due |= give_up(plan, board, left, i, seat, tile)
                    else:  # R9
                        board[i, seat, PLACE[plan.kind, action]] = tile
                        left[i, seat] &= ~(1 << action)
                    if log.shape[1] > 0:
                        note_in(log, i, seat, plan.tiles + action, start + (PACE if to_end else ms[i, seat]))
            turn, due = go_on(plan, turn, due, second)
            if log.shape[1] > 0 and due == 0 and turn < plan.calls:
                note_in(log, i, CHANCE, CODE[plan.pool, bag[i, turn]], now_in(log, i))
            going = to_end
        s.turn[i], s.due[i] = turn, due


@inner
def read_lines(board: Array, i: int, seat: int, which: int, first: int, last: int, points: Array, crossed: Array) -> int:
    """R14: the points of some lines, the number of scoring lines through each tile, and the length of the longest ray."""
    longest = 0
    crossed[:] = 0
    for line in range(first, last):
        way, length = WAY[which, line], LENGTH[which, line]
        shows, tiles = ASKS[way], length
        for k in range(length):
            at = LINES[which, line, k]
            tile = board[i, seat, at]
            if tile >= 0:
                shows &= SHOWS[tile]
            elif IS_HOLE[which, at]:  # R17
                tiles -= 1
            else:
                shows = 0
            if shows == 0:
                break
        points[line] = VALUE[way, shows >> 4 * way & 15] * tiles
        if shows >> 12:
            longest = max(longest, tiles)
        if points[line]:
            for k in range(length):
                tile = board[i, seat, LINES[which, line, k]]
                if tile >= 0:
                    crossed[tile] += 1
    return longest


@compiled
def board_score(plan: Plan, board: Array, i: int, seat: int, points: Array, crossed: Array) -> int:
    """R14, R15, R16"""
    which = int(plan.orchid)
    score = plan.ray * read_lines(board, i, seat, which, 0, OWN[which], points, crossed)
    for line in range(OWN[which]):
        score += points[line]
    for k in range(len(METAL)):
        score += BONUS[METAL[k], crossed[METAL[k]]]
    return score


@inner
def highest(points: Array, most: int) -> int:
    """The sum of the highest few, which it overwrites."""
    found = 0
    for _ in range(most):
        best = 0
        for k in range(len(points)):
            if points[k] > points[best]:
                best = k
        found += points[best]
        points[best] = 0
    return found


@compiled
def yard_value(board: Array, i: int, seat: int, points: Array, crossed: Array) -> int:
    """R19: by lines, silver or gold."""
    read_lines(board, i, seat, 0, OWN[0], MOST, points, crossed)
    worth = highest(points[OWN[0] :], BEST_LINES)
    for k in range(len(SILVER)):
        points[k] = BONUS[SILVER[k], crossed[SILVER[k]]]
    worth = max(worth, highest(points[: len(SILVER)], BEST_SILVERS))
    for k in range(len(GOLD)):
        worth = max(worth, BONUS[GOLD[k], crossed[GOLD[k]]])
    return worth


@inner
def pay(yard: int, values: Array, scores: Array, i: int) -> None:
    """What the scrapyards cost: R20 alone, R21 the lowest, R22 the highest."""
    worst, tied = values[0], 0
    for value in values:
        worst = max(worst, value) if yard == PASS else min(worst, value)
    for value in values:
        tied += value == worst
    for seat in range(len(values)):
        if yard == STANDARD:
            scores[i, seat] -= PENALTY if values[seat] < ENOUGH else 0
        elif values[seat] == worst:
            scores[i, seat] -= PENALTY // tied


@compiled
def outcome(s: BatchState, plan: Plan, scores: Array, places: Array) -> None:
    board = s.board
    points, crossed, values = np.zeros(MOST, np.int64), np.zeros(64, np.int8), np.zeros(plan.seats, np.int64)
    for i in range(scores.shape[0]):
        over = s.turn[i] == plan.calls
        for seat in range(plan.seats):
            scores[i, seat] = board_score(plan, board, i, seat, points, crossed)
            if over and plan.yard != NONE:
                values[seat] = yard_value(board, i, seat, points, crossed)
        if over and plan.yard != NONE:
            pay(plan.yard, values, scores, i)
        for seat in range(plan.seats):  # R26
            places[i, seat] = over
            for other in range(plan.seats):
                places[i, seat] += over and scores[i, other] > scores[i, seat]


@compiled
def observe(s: BatchState, plan: Plan, watcher: int, out: Array) -> None:
    """Writes the watcher, the calls, the tiles on all places and, per seat, its mark, whether it waits and who has its scrapyard.

    The mark is the relocation or -1 or, if scrapyards are passed on, whether a discarded tile has no cell yet. No choice
    is open between steps (R10).
    """
    bag, board, moved = s.bag, s.board, s.moved
    seats, size = plan.seats, board.shape[2]
    for i in range(out.shape[0]):
        turn, due = int(s.turn[i]), int(s.due[i])
        who = asked(plan, turn, due)
        out[i, 0] = watcher
        for k in range(plan.calls):
            out[i, 1 + k] = bag[i, k] if k <= turn else -1
        for seat in range(seats):
            for k in range(size):
                out[i, 1 + plan.calls + seat * size + k] = board[i, seat, k]
            mark = 1 + plan.calls + seats * size + seat
            out[i, mark] = due >> seat & 1 if plan.shift else moved[i, seat]
            out[i, mark + seats] = who >> seat & 1
            if plan.shift:
                out[i, mark + 2 * seats] = seat + 1 if seat + 1 < seats else 0


class Fast:
    """The kernels for one number of seats and one choice of options: `Kernel` of `tablee.lab.kernel`."""

    kind: npt.DTypeLike = np.int8

    def __init__(self, seats: int, options: Options) -> None:
        self.seats, self.options, self.plan = seats, options, plan_of(seats, options)
        self.moves, self.places = moves_of(options), places_of(options)
        calls, orchid, shift = self.plan.calls, self.plan.orchid, self.plan.shift
        self.rows = calls * (1 + seats) + seats * (1 if orchid else len(YARD_NAMES) * shift)
        self.width = 1 + calls + seats * (len(self.places) + 2 + shift)
        tiles = len(TILES.names)
        self.fields = (
            Field("seat", 1, -1, seats - 1),
            Field("calls", calls, -1, tiles - 1),
            *(Field(f"places[{seat}]", len(self.places), -1, tiles - 1) for seat in range(seats)),
            Field("relocation" if orchid else "discards", seats, -1, len(RELOCATIONS) - 1 if orchid else len(YARD_NAMES)),
            Field("waiting", seats, 0, 1),
            *([Field("holders", seats, 0, seats - 1)] if shift else ()),
        )

    def fresh(self, n: int) -> BatchState:
        seats = self.seats
        return BatchState(
            np.empty(n, np.uint64),
            np.full(n, self.plan.calls, np.int8),
            np.zeros(n, np.uint8),
            np.zeros((n, self.plan.tiles), np.int8),
            np.full((n, seats, len(self.places)), -1, np.int8),
            np.empty((n, seats), np.int64),
            np.empty((n, seats), np.int8),
        )

    def begin(self, state: BatchState, seed: int, numbers: Array, log: Array) -> None:
        begin(state, self.plan, seed_word(seed), numbers, log)

    def waiting(self, state: BatchState, out: Array) -> None:
        fill_waiting(state, self.plan, out)

    def mask(self, state: BatchState, out: Array) -> None:
        fill_mask(state, self.plan, out)

    def step(self, state: BatchState, actions: Array, ms: Array, log: Array) -> None:
        advance(state, self.plan, actions, ms, log, False)

    def finish(self, state: BatchState, log: Array) -> None:
        advance(state, self.plan, NOBODY, NOBODY, log, True)

    def outcome(self, state: BatchState, scores: Array, places: Array) -> None:
        outcome(state, self.plan, scores, places)

    def observe(self, state: BatchState, seat: int, out: Array) -> None:
        observe(state, self.plan, seat, out)

    def write_view(self, view: View) -> Array:
        s, every = view.table, range(self.seats)
        calls = (*s.calls, *(-1,) * (self.plan.calls - len(s.calls)))
        boards = [tile for seat in every for tile in self._lying(lay(s, seat))]
        marks = [-1 if move is None else RELOCATIONS.index(move) for move in s.moved]
        if self.plan.shift:
            marks = [s.placed[seat].count(DISCARD) - len(s.buried[seat]) for seat in every]
        waiting = [seat in view.waiting for seat in every]
        return np.array([-1 if view.seat is None else view.seat, *calls, *boards, *marks, *waiting, *s.holders], self.kind)

    def _lying(self, tableau: Tableau) -> list[int]:
        """The tiles on all places of a seat."""
        lying = [-1 if tile is None else tile for tile in (*tableau.board, *(tableau.yard or ()), *tableau.reserve)]
        return lying + [-1] * (len(self.places) - len(lying))

    @staticmethod
    def setting_of(view: View) -> tuple[int, Options]:
        return len(view.table.placed), view.table.options

    def read_view(self, row: Array) -> View:
        seats, calls = self.seats, tuple(int(tile) for tile in row[1 : 1 + self.plan.calls] if tile >= 0)
        boards, rest = np.split(row[1 + self.plan.calls :], [seats * len(self.places)])
        marks, waiting, *holders = rest.reshape(-1, seats).tolist()
        put = [self._put(calls, board, mark) for board, mark in zip(boards.reshape(seats, -1).tolist(), marks, strict=True)]
        table = rules.State(
            self.options,
            tuple(holders[0]) if holders else (),
            calls,
            tuple(placed for placed, _ in put),
            tuple(buried for _, buried in put),
            tuple(RELOCATIONS[mark] if self.plan.orchid and mark >= 0 else None for mark in marks),
        )
        return View(None if row[0] < 0 else int(row[0]), table, tuple(seat for seat in range(seats) if waiting[seat]))

    def _put(self, calls: Sequence[int], board: Sequence[int], mark: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Where a seat's tiles were placed: by the seat itself, and by the holder of its scrapyard."""
        lies = dict(zip(board, self.places, strict=True))  # a tile on a hole is in the reserve too, which comes later
        put = [lies[tile] for tile in calls if tile in lies]
        if not self.plan.shift:
            return tuple(put), ()
        buried = tuple(to for to in put if to in YARD_CELLS)
        return (*(DISCARD if to in YARD_CELLS else to for to in put), *(DISCARD,) * mark), buried
