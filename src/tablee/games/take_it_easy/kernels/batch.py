"""Take it Easy! in batches; see `tablee.lab.kernel`. R1 … refer to RULES.md.

A game in progress takes 36 bytes, plus 27 per seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablee.games.take_it_easy.rules import Options, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, PARTS, TILES
from tablee.kit.kernels.chance import GOLDEN, Word64, key_of, mix, seed_word, word_of
from tablee.kit.kernels.decorators import Array, compiled, inlined
from tablee.kit.kernels.fields import Field
from tablee.kit.kernels.log import note, now


class BatchState(NamedTuple):
    key: Array  # (n,) uint64: the game's random key
    turn: Array  # (n,) int8: calls that everybody has placed; the tile of call k is bag[k]
    bag: Array  # (n, 27) int8: called tiles first
    board: Array  # (n, seats, 19) int8: the tile on a cell, or -1
    taken: Array  # (n, seats) uint32: a bit for each cell with a tile …
    suns: Array  # (n, seats) uint32: … and for each with a sun


TURNS, BAG = len(CELLS), len(NAMES)
FULL = (1 << TURNS) - 1
FREE, ADJACENT, SYMBOL = range(3)
PLACEMENTS, RAYS = ("free", "adjacent", "symbol"), ("none", "all", "best")
IS_SUN = np.array([symbol == "sun" for symbol in TILES.symbols])
NEAR = np.array([sum(1 << near for near in neighbours) for neighbours in BOARD.neighbours])
BIT = np.array([next((bit for bit in range(36) if (1 << bit) % 37 == rest), 0) for rest in range(37)])  # of a power of two
CHANCE, PACE = -1, 1000

# R9: a line's cells, padded with its first; a tile's values (one of three in each direction) and symbol, as bits.
LINES = np.array([(*line.cells, *(line.cells[0],) * (5 - len(line.cells))) for line in BOARD.lines])
LENGTH = np.array([len(line.cells) for line in BOARD.lines])
WAY = np.array([line.direction for line in BOARD.lines])
VALUES = np.array((TILES.top, TILES.left, TILES.right))
RANKS = [[list(VALUES[way]).index(value) for way, value in enumerate(values)] for values in TILES.values]
SHOWS = np.array([sum(1 << (3 * way + rank) for way, rank in enumerate(ranks)) for ranks in RANKS])
SHOWS |= np.where(IS_SUN, 1 << 9, 1 << 10)
RAY_POINTS = np.array((PARTS["points"]["sun_ray"], PARTS["points"]["moon_ray"]))
BEST_RAY = int(PARTS["points"]["best_ray"])

# Randomness: one word for each (seed, game, draw), by splitmix64.
S5, S59 = np.uint64(5), np.uint64(59)
FRACTION = np.uint64((1 << 59) - 1)


@compiled
def below(key: Word64, draw: int, bound: int) -> Any:
    """Draw number `draw` of a game: uniform, to within 2 ** -54."""
    return np.int64(((word_of(key, draw) >> S5) * np.uint64(bound)) >> S59)


@compiled
def call(s: BatchState, i: int, log: Array) -> None:
    """R4: calls one of the remaining tiles; the k-th call is draw k, so it does not depend on the actions."""
    k: Any = np.int64(s.turn[i])
    at = k + below(s.key[i], k, BAG - k)
    tile = s.bag[i, at]
    s.bag[i, at] = s.bag[i, k]
    s.bag[i, k] = tile
    note(log[i], CHANCE, tile, now(log[i]))


@compiled
def allowed(placement: int, taken: Any, suns: Any, sun: bool) -> Any:
    """R5, R7, R8: where a tile may go, one bit per cell."""
    empty = FULL & ~taken
    if placement == FREE or taken == 0:
        return empty
    like = taken
    if placement == SYMBOL:
        like = suns if sun else taken & ~suns
    beside = 0
    for cell in range(TURNS):
        if like >> cell & 1:
            beside |= NEAR[cell]
    return empty & beside if empty & beside else empty


@compiled
def open_cells(s: BatchState, i: int, seat: int, placement: int) -> Any:
    """Where the seat may place the called tile; 0 after the end."""
    if s.turn[i] == TURNS:
        return 0
    return allowed(placement, np.int64(s.taken[i, seat]), np.int64(s.suns[i, seat]), IS_SUN[s.bag[i, s.turn[i]]])


@compiled
def place(s: BatchState, i: int, seat: int, cell: int) -> None:
    tile = s.bag[i, s.turn[i]]
    s.board[i, seat, cell] = tile
    s.taken[i, seat] |= np.uint32(1 << cell)
    if IS_SUN[tile]:
        s.suns[i, seat] |= np.uint32(1 << cell)


@compiled
def next_turn(s: BatchState, i: int, log: Array) -> None:
    s.turn[i] += 1
    if s.turn[i] < TURNS:
        call(s, i, log)


@compiled
def begin(s: BatchState, base: Word64, numbers: Array, log: Array) -> None:
    for i in range(len(numbers)):
        if numbers[i] >= 0:
            s.key[i] = key_of(base, numbers[i])
            s.turn[i] = 0
            for tile in range(BAG):
                s.bag[i, tile] = tile
            s.board[i] = -1
            s.taken[i] = 0
            s.suns[i] = 0
            log[i] = 0
            call(s, i, log)


@compiled
def fill_mask(s: BatchState, placement: int, out: Array) -> None:
    for i in range(out.shape[0]):
        for seat in range(out.shape[1]):
            cells = open_cells(s, i, seat, placement)
            for cell in range(TURNS):
                out[i, seat, cell] = cells >> cell & 1


@compiled
def step(s: BatchState, actions: Array, ms: Array, log: Array) -> None:
    """R3, R6: all place, then the next tile is called."""
    for i in range(actions.shape[0]):
        if s.turn[i] < TURNS and actions[i, 0] >= 0:
            start = now(log[i])
            for seat in range(actions.shape[1]):
                place(s, i, seat, actions[i, seat])
                note(log[i], seat, BAG + actions[i, seat], start + ms[i, seat])
            next_turn(s, i, log)


@compiled
def count(bits: Any) -> Any:
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    return ((bits + (bits >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@compiled
def pick(cells: Any, key: Word64, draw: int) -> Any:
    """Picks one of the cells, all equally likely."""
    for _ in range(below(key, draw, count(cells))):
        cells &= cells - 1
    return BIT[(cells & -cells) % 37]


@compiled
def finish(s: BatchState, placement: int, log: Array) -> None:
    seats = s.taken.shape[1]
    for i in range(s.turn.shape[0]):
        while s.turn[i] < TURNS:
            start, draw = now(log[i]), TURNS + s.turn[i] * seats
            for seat in range(seats):
                cell = pick(open_cells(s, i, seat, placement), s.key[i], draw + seat)
                place(s, i, seat, cell)
                note(log[i], seat, BAG + cell, start + PACE)
            next_turn(s, i, log)


@compiled
def line_shows(board: Array, line: int) -> int:
    """What all tiles of a full line show, as bits."""
    shows = (1 << 11) - 1
    for k in range(5):
        tile = board[LINES[line, k]]
        shows &= SHOWS[tile] if tile >= 0 else 0
    return shows


@compiled
def line_value(shows: int, line: int) -> Any:
    for rank in range(3):
        if shows >> (3 * WAY[line] + rank) & 1:
            return VALUES[WAY[line], rank]
    return 0


@compiled
def board_score(board: Array, rays: int, best: Array) -> int:
    """R9, R10; `best` gets the length and value of the best scoring sun and moon ray (R11)."""
    score = 0
    best[:] = 0
    for line in range(len(LINES)):
        shows = line_shows(board, line)
        value = line_value(shows, line)
        score += value * LENGTH[line]
        for symbol in range(2):
            if shows >> (9 + symbol) & 1:
                if rays == 1:
                    score += RAY_POINTS[symbol] * LENGTH[line]
                if value:
                    best[symbol] = max(best[symbol], LENGTH[line] << 8 | value)
    return score


@compiled
def outcome(s: BatchState, rays: int, scores: Array, places: Array) -> None:
    n, seats = scores.shape
    best = np.zeros((seats, 2), np.int64)
    for i in range(n):
        for seat in range(seats):
            scores[i, seat] = board_score(s.board[i, seat], rays, best[seat])
        if rays == 2:
            share_best_rays(best, scores[i])
        for seat in range(seats):
            places[i, seat] = s.turn[i] == TURNS
            for other in range(seats if s.turn[i] == TURNS else 0):  # R13
                places[i, seat] += scores[i, other] > scores[i, seat]


@compiled
def share_best_rays(best: Array, scores: Array) -> None:
    """R11, R12"""
    for symbol in range(2):
        most, equal = best[:, symbol].max(), 0
        for seat in range(len(scores)):
            equal += best[seat, symbol] == most
        for seat in range(len(scores)):
            if most > 0 and best[seat, symbol] == most:
                scores[seat] += BEST_RAY // equal


@compiled
def observe(s: BatchState, watcher: int, out: Array) -> None:
    """Writes the watcher, the called tiles, every board by cell, and who has placed. No choice is open between steps (R6)."""
    seats = s.taken.shape[1]
    for i in range(out.shape[0]):
        over = s.turn[i] == TURNS
        out[i, 0] = watcher
        for k in range(TURNS):
            out[i, 1 + k] = s.bag[i, k] if k <= s.turn[i] else -1
        for seat in range(seats):
            for cell in range(TURNS):
                out[i, 1 + TURNS * (1 + seat) + cell] = s.board[i, seat, cell]
            out[i, 1 + TURNS * (1 + seats) + seat] = over


# Whole random games of one seat with free placement and no rays. The score does not depend on the order of the
# calls, so 19 of 27 tiles in random order on the cells a1 … e3 make the board, six draws from each random word. Sixteen
# boards are scored in parallel. A tile shows top, left and right value as one bit each, at 0, 1 and 2 above five times
# the value's rank, so that the lengths of a direction's scoring lines add up in five bits per value.
LANES, FOURTH = 16, 6 * 3
ONES = np.uint16(0b00001_00001_00001)
SIDE = np.array([sum(1 << (5 * rank + way) for way, rank in enumerate(ranks)) for ranks in RANKS])
SIDES = np.concatenate([SIDE, np.zeros(5, np.int64)]).astype(np.uint16).view(np.uint64)
ORDER = 4  # words from here on give the order of the calls, if it is needed


@inlined
def draw_tiles(word: Word64, bag: Array, board: Array, lane: int, first: int, last: int) -> None:
    fraction = word >> S5
    for k in range(first, last):
        wide = fraction * np.uint64(BAG - k)
        at = np.uint64(k) + (wide >> S59)
        fraction = wide & FRACTION
        board[k, lane] = bag[at]
        bag[at] = bag[k]


@inlined
def deal(key: Word64, bag: Array, board: Array, lane: int) -> None:
    draw_tiles(mix(key), bag, board, lane, 0, 6)
    draw_tiles(mix(key + GOLDEN), bag, board, lane, 6, 12)
    draw_tiles(mix(key + np.uint64(2) * GOLDEN), bag, board, lane, 12, FOURTH)
    draw_tiles(mix(key + np.uint64(3) * GOLDEN), bag, board, lane, FOURTH, TURNS)


@inlined
def three(b: Array, lane: int, way: int, p: int, q: int, r: int) -> Any:
    return ((b[p, lane] & b[q, lane] & b[r, lane]) >> way) & ONES


@inlined
def four(b: Array, lane: int, way: int, p: int, q: int, r: int, t: int) -> Any:
    return ((b[p, lane] & b[q, lane] & b[r, lane] & b[t, lane]) >> way) & ONES


@inlined
def five(b: Array, lane: int, way: int, p: int, q: int, r: int, t: int, u: int) -> Any:
    return ((b[p, lane] & b[q, lane] & b[r, lane] & b[t, lane] & b[u, lane]) >> way) & ONES


@inlined
def points(lengths: Any, way: int) -> Any:
    return (lengths & 31) * VALUES[way, 0] + (lengths >> 5 & 31) * VALUES[way, 1] + (lengths >> 10) * VALUES[way, 2]


@compiled
def score_lanes(b: Array, out: Array) -> None:
    """Written out line by line, so that it compiles to vector instructions; cells as in BOARD.lines."""
    for x in range(LANES):
        down = 3 * (three(b, x, 0, 0, 1, 2) + three(b, x, 0, 16, 17, 18)) + 5 * five(b, x, 0, 7, 8, 9, 10, 11)
        down += 4 * (four(b, x, 0, 3, 4, 5, 6) + four(b, x, 0, 12, 13, 14, 15))
        rise = 3 * (three(b, x, 1, 0, 3, 7) + three(b, x, 1, 11, 15, 18)) + 5 * five(b, x, 1, 2, 5, 9, 13, 16)
        rise += 4 * (four(b, x, 1, 1, 4, 8, 12) + four(b, x, 1, 6, 10, 14, 17))
        fall = 3 * (three(b, x, 2, 7, 12, 16) + three(b, x, 2, 2, 6, 11)) + 5 * five(b, x, 2, 0, 4, 9, 14, 18)
        fall += 4 * (four(b, x, 2, 3, 8, 13, 17) + four(b, x, 2, 1, 5, 10, 15))
        out[x] = points(down, 0) + points(rise, 1) + points(fall, 2)


@compiled
def whole(base: Word64, first: int, out: Array) -> None:
    board = np.empty((TURNS, LANES), np.uint16)
    bag = np.empty(32, np.uint16)
    bag_words = bag.view(np.uint64)
    scores = np.empty(LANES, np.int32)
    for block in range(0, len(out), LANES):
        for lane in range(LANES):
            for k in range(7):
                bag_words[k] = SIDES[k]
            deal(key_of(base, first + block + lane), bag, board, lane)
        score_lanes(board, scores)
        for lane in range(min(LANES, len(out) - block)):
            out[block + lane] = scores[lane]


@compiled
def whole_logged(base: Word64, first: int, out: Array, log: Array) -> None:
    """The same games, tile by tile, with a random order of the calls."""
    board = np.empty((TURNS, 1), np.int8)
    best = np.empty(2, np.int64)
    for i in range(len(out)):
        key = key_of(base, first + i)
        deal(key, np.arange(BAG).astype(np.int8), board, 0)
        out[i] = board_score(board[:, 0], 0, best)
        cells = np.arange(TURNS)
        log[i] = 0
        for k in range(TURNS):
            at = k + below(key, ORDER + k, TURNS - k)
            cells[k], cells[at] = cells[at], cells[k]
            note(log[i], CHANCE, board[cells[k], 0], k * PACE)
            note(log[i], 0, BAG + cells[k], (k + 1) * PACE)


class Fast:
    """The kernels for one number of seats and one choice of options: `Kernel` of `tablee.lab.kernel`."""

    moves = BOARD.names
    kind: npt.DTypeLike = np.int16

    def __init__(self, seats: int, options: Options) -> None:
        self.seats, self.options = seats, options
        self.placement, self.rays = PLACEMENTS.index(options.placement), RAYS.index(options.rays)
        self.rows = TURNS * (1 + seats)
        self.width = 1 + TURNS + seats * (TURNS + 1)
        self.fields = (
            Field("seat", 1, -1, seats - 1),
            Field("calls", TURNS, -1, BAG - 1),
            *(Field(f"board[{seat}]", TURNS, -1, BAG - 1) for seat in range(seats)),
            Field("chosen", seats, 0, 1),
        )
        if seats == 1 and options == Options():
            self.whole = play_whole

    def fresh(self, n: int) -> BatchState:
        seats = self.seats
        return BatchState(
            np.empty(n, np.uint64),
            np.full(n, TURNS, np.int8),
            np.zeros((n, BAG), np.int8),
            np.empty((n, seats, TURNS), np.int8),
            np.empty((n, seats), np.uint32),
            np.empty((n, seats), np.uint32),
        )

    def begin(self, state: BatchState, seed: int, numbers: Array, log: Array) -> None:
        begin(state, seed_word(seed), numbers, log)

    def waiting(self, state: BatchState, out: Array) -> None:
        out[:] = (state.turn < TURNS)[:, None]

    def mask(self, state: BatchState, out: Array) -> None:
        fill_mask(state, self.placement, out)

    def step(self, state: BatchState, actions: Array, ms: Array, log: Array) -> None:
        step(state, actions, ms, log)

    def finish(self, state: BatchState, log: Array) -> None:
        finish(state, self.placement, log)

    def outcome(self, state: BatchState, scores: Array, places: Array) -> None:
        outcome(state, self.rays, scores, places)

    def observe(self, state: BatchState, seat: int, out: Array) -> None:
        observe(state, seat, out)

    def write_view(self, view: View) -> Array:
        boards = (BOARD.lay(view.calls, cells) for cells in view.placed)
        tiles = [-1 if tile is None else tile for board in boards for tile in board]
        calls = (*view.calls, *(-1,) * (TURNS - len(view.calls)))
        return np.array([-1 if view.seat is None else view.seat, *calls, *tiles, *view.chosen], self.kind)

    @staticmethod
    def setting_of(view: View) -> tuple[int, Options]:
        return len(view.placed), view.options

    def read_view(self, row: Array) -> View:
        seat, calls = int(row[0]), tuple(int(tile) for tile in row[1 : 1 + TURNS] if tile >= 0)
        boards = row[1 + TURNS : 1 + TURNS * (1 + self.seats)].reshape(self.seats, TURNS).tolist()
        placed = tuple(tuple(board.index(tile) for tile in calls if tile in board) for board in boards)
        chosen = tuple(bool(flag) for flag in row[1 + TURNS * (1 + self.seats) :])
        return View(None if seat < 0 else seat, self.options, calls, placed, chosen)


def play_whole(seed: int, first: int, scores: Array, log: Array) -> None:
    if log.shape[1]:
        whole_logged(seed_word(seed), first, scores.reshape(-1), log)
    else:
        whole(seed_word(seed), first, scores.reshape(-1))
