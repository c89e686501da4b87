"""Xtreme Limits in batches; see `tablee.lab.kernel`. R1 … refer to RULES.md.

A game in progress takes 40 bytes, plus 48 for each round the options allow, plus two for each play a round can have
(`most_plays`). By the book, three seats take 40 + 40 * (48 + 2 * 111) = 10,840 bytes, of which only the rounds
played are ever touched. Match times must stay below 2**31 ms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from tablee.games.xtreme_limits.actions import MOST_SEATS
from tablee.games.xtreme_limits.clock import CARDS, CELLS, DECK, EXCHANGE, HANDS, START
from tablee.games.xtreme_limits.rules import Options, Packet, Phase, Round, View, XtremeLimits
from tablee.games.xtreme_limits.scoring import points
from tablee.kit.kernels.chance import Word64, key_of, seed_word, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner
from tablee.kit.kernels.fields import TIME, Field
from tablee.kit.kernels.log import note

Record: TypeAlias = Any  # a game, or one round of it
Int: TypeAlias = Any  # int64


RULES = XtremeLimits()
PHASES: tuple[Phase, ...] = get_args(Phase)
WIND, MOVE, SWAP, OVER = map(PHASES.index, ("wind", "move", "swap", "over"))

# -1 means none.
GAME = np.dtype(
    [
        ("key", np.uint64),  # the game's random key …
        ("draw", np.int32),  # … and the number of draws the players have used
        ("at", np.int32),  # match times
        ("bell", np.int32),
        ("score", np.int16, (MOST_SEATS,)),
        ("round", np.int16),
        ("phase", np.int8),  # index into PHASES
        ("turn", np.int8),
    ],
    align=True,
)
ROUND = np.dtype(
    [
        ("wound", np.int32),
        ("plays", np.int16),
        ("first", np.int8),
        ("rung", np.int8),
        ("hands", np.int8, (len(HANDS),)),
        ("tokens", np.int8, (MOST_SEATS,)),
        ("points", np.int8, (MOST_SEATS,)),
        ("lies", np.int8, (len(CARDS),)),  # the packet at each place
        ("seen", np.uint8, (len(CARDS),)),  # of each packet, one bit per seat …
        ("cards", np.uint8, (len(CARDS),)),  # … and per card in it …
        ("up", np.uint8, (len(CARDS),)),  # … and per card turned up
    ],
    align=True,
)


class BatchState(NamedTuple):
    games: Array  # (n,) GAME
    rounds: Array  # (n, rounds) ROUND: the one being played, and those before it
    plays: Array  # (n, rounds, most_plays) int16: seat * actions + action


class Plan(NamedTuple):
    """The options, and the first action and code of each kind."""

    seats: int
    places: int
    tokens: int
    rounds: int
    target: int
    deal: int
    bell_from: int
    bells: int
    actions: int
    swaps: int
    keep: int
    code_draws: int
    code_actions: int
    code_bells: int
    code_ring: int


CHANCE, CLOCK = -1, -2
DO_WIND, DO_MOVE = 0, 1  # the first actions
SECOND, SLOWEST = 1000, 40_000  # how long the game's bot `random` takes, in ms
ROOM = 64  # games played at a time, if only their scores are wanted

IS_EXCHANGE = np.array([cell in EXCHANGE for cell in range(CELLS + 1)])
WORTH = np.zeros((CELLS + 1, CELLS + 1, CELLS + 1, len(CARDS)), np.int8)  # R16: by the cells of the hands
for _hands in product(range(1, CELLS + 1), repeat=len(HANDS)):
    WORTH[_hands] = [points(card, _hands) for card in DECK]

# Randomness: one word for each (seed, game, draw), by splitmix64. Every round has its own draw numbers, whatever is played.
S16, S48 = np.uint64(16), np.uint64(48)
BELL_DRAW, FIRST_DRAW, ROUND_DRAWS = len(CARDS), len(CARDS) + 1, len(CARDS) + 2


@inner
def drawn(key: Word64, draw: int, bound: int) -> Any:
    """Draw number `draw` of a game: uniform, to within 2 ** -32."""
    return np.int64(((word_of(key, draw) >> S16) * np.uint64(bound)) >> S48)


@inner
def below(g: Record, bound: int) -> Any:
    """The players' next draw."""
    g.draw += 1
    return drawn(g.key, g.draw - 1, bound)


# A round
@inner
def draw_card(g: Record, r: Record, plan: Plan, seat: int, log: Array) -> None:
    """R4, R11: adds an unseen card to this seat's packet, and the seat looks at it."""
    used, many = 0, 0
    for packet in range(plan.places):
        used |= r.cards[packet]
    for card in range(len(CARDS)):
        many += used >> card & 1
    left = drawn(g.key, g.round * ROUND_DRAWS + many, len(CARDS) - many)
    card = 0
    while left > 0 or used >> card & 1:
        left -= not used >> card & 1
        card += 1
    r.cards[r.lies[seat]] |= 1 << card
    r.seen[r.lies[seat]] |= 1 << seat
    note(log, CHANCE, plan.code_draws + card, g.at)


@inner
def begin_round(g: Record, r: Record, plan: Plan, first: int, log: Array) -> None:
    """R4, R5, R18: the hands stay where they are."""
    r.wound = -1
    r.plays = 0
    r.first = first
    r.rung = -1
    for seat in range(plan.seats):
        r.tokens[seat] = plan.tokens
        r.points[seat] = -1
    for place in range(plan.places):
        r.lies[place] = place
        r.seen[place] = r.cards[place] = r.up[place] = 0
    g.turn = first
    g.phase = WIND
    for dealt in range(plan.deal):
        draw_card(g, r, plan, (first + dealt) % plan.seats, log)


@inner
def act(g: Record, rounds: Array, plays: Array, plan: Plan, action: int, ms: int, log: Array) -> None:
    """Plays the active seat's action after this many ms, or the bell if it rings first (R13)."""
    at, r = g.at + ms, rounds[g.round]
    if 0 <= g.bell <= at:
        g.at = g.bell
        note(log, CLOCK, plan.code_ring, g.at)
        count(g, rounds, plan, np.int64(g.turn), log)
        return
    g.at = at
    note(log, g.turn, plan.code_actions + action, g.at)
    plays[g.round, r.plays] = g.turn * plan.actions + action
    r.plays += 1
    if action == DO_WIND:
        wind(g, r, plan, log)
        return
    if action < plan.swaps:
        hand = (action >= DO_MOVE + plan.tokens) + (action >= DO_MOVE + 2 * plan.tokens)  # division is slow
        move(g, r, hand, action - DO_MOVE - hand * plan.tokens + 1)
        if g.phase == SWAP:
            return
    elif action < plan.keep:
        swap(g, r, plan, action - plan.swaps, log)
    if not pass_on(g, r, plan):
        count(g, rounds, plan, np.int64(-1), log)


@inner
def wind(g: Record, r: Record, plan: Plan, log: Array) -> None:
    """R6, R7"""
    more = drawn(g.key, g.round * ROUND_DRAWS + BELL_DRAW, plan.bells)
    r.wound = g.at
    g.bell = g.at + 1000 * (plan.bell_from + more)
    g.phase = MOVE
    note(log, CHANCE, plan.code_bells + more, g.at)


@inner
def landing(r: Record, hand: int, cells: int) -> Any:
    """R8"""
    return (r.hands[hand] + cells - 1) % CELLS + 1


@inner
def is_free(r: Record, hand: int, cells: int) -> bool:
    """R9: whether a hand may move this far."""
    to, free = landing(r, hand, cells), True
    for other in range(len(HANDS)):
        free &= other == hand or r.hands[other] != to
    return free


@inner
def move(g: Record, r: Record, hand: int, cells: int) -> None:
    """R8, R11"""
    r.hands[hand] = landing(r, hand, cells)
    r.tokens[g.turn] -= cells
    if IS_EXCHANGE[r.hands[hand]]:
        g.phase = SWAP


@inner
def swap(g: Record, r: Record, plan: Plan, place: int, log: Array) -> None:
    """R11"""
    seat: Any = np.int64(g.turn)
    r.lies[seat], r.lies[place] = r.lies[place], r.lies[seat]
    if r.cards[r.lies[seat]] == 0:
        draw_card(g, r, plan, seat, log)
        return
    r.seen[r.lies[seat]] |= 1 << seat
    if place < plan.seats:
        r.seen[r.lies[place]] |= 1 << place


@inner
def pass_on(g: Record, r: Record, plan: Plan) -> bool:
    """R10: passes the turn to the next seat with tokens; False if there is none (R12)."""
    seat: Any = np.int64(g.turn)
    for _ in range(plan.seats):
        seat = seat + 1 if seat + 1 < plan.seats else 0
        if r.tokens[seat] > 0:
            g.turn = seat
            g.phase = MOVE
            return True
    return False


@inner
def count(g: Record, rounds: Array, plan: Plan, rung: Any, log: Array) -> None:
    """R13 … R17, then R19 … R21."""
    r, best = rounds[g.round], 0
    g.bell = -1
    r.rung = rung
    for seat in range(plan.seats):
        r.points[seat] = 0 if seat == rung else turn_up(r, r.lies[seat])
        g.score[seat] += r.points[seat]
        best = max(best, g.score[seat])
    if best >= plan.target or g.round + 1 == plan.rounds:
        g.phase = OVER
        return
    g.round += 1
    for hand in range(len(HANDS)):
        rounds[g.round].hands[hand] = r.hands[hand]
    begin_round(g, rounds[g.round], plan, (g.turn + 1) % plan.seats, log)


@inner
def turn_up(r: Record, packet: int) -> int:
    """R16, R17: the points of a packet; scoring cards become public."""
    worth = WORTH[r.hands[0], r.hands[1], r.hands[2]]
    score = 0
    for card in range(len(CARDS)):
        if r.cards[packet] >> card & 1 and worth[card] > 0:
            r.up[packet] |= 1 << card
            score += worth[card]
    return score


# Batches
@inner
def start(g: Record, rounds: Array, plan: Plan, key: Word64, log: Array) -> None:
    """R1, R3"""
    g.key = key
    g.draw = plan.rounds * ROUND_DRAWS
    g.at = 0
    g.bell = -1
    g.round = 0
    for seat in range(MOST_SEATS):
        g.score[seat] = 0
    for hand in range(len(HANDS)):
        rounds[0].hands[hand] = START
    log[:] = 0
    first = drawn(key, FIRST_DRAW, plan.seats)
    note(log, CHANCE, first, g.at)
    begin_round(g, rounds[0], plan, first, log)


@compiled
def begin(s: BatchState, plan: Plan, base: Word64, numbers: Array, log: Array) -> None:
    for i in range(len(numbers)):
        if numbers[i] >= 0:
            start(s.games[i], s.rounds[i], plan, key_of(base, numbers[i]), log[i])


@compiled
def fill_waiting(s: BatchState, out: Array) -> None:
    for i in range(out.shape[0]):
        for seat in range(out.shape[1]):
            out[i, seat] = s.games[i].phase != OVER and s.games[i].turn == seat


@compiled
def fill_mask(s: BatchState, plan: Plan, out: Array) -> None:
    out[:] = False
    for i in range(out.shape[0]):
        g = s.games[i]
        mine = out[i, g.turn]
        if g.phase == WIND:
            mine[DO_WIND] = True
        elif g.phase == MOVE:
            mark_moves(s.rounds[i, g.round], g.turn, plan, mine)
        elif g.phase == SWAP:
            for place in range(plan.places):
                mine[plan.swaps + place] = place != g.turn
            mine[plan.keep] = True


@inner
def mark_moves(r: Record, seat: int, plan: Plan, out: Array) -> None:
    for hand in range(len(HANDS)):
        for cells in range(1, r.tokens[seat] + 1):
            out[DO_MOVE + hand * plan.tokens + cells - 1] = is_free(r, hand, cells)


@compiled
def step(s: BatchState, plan: Plan, actions: Array, ms: Array, log: Array) -> None:
    for i in range(actions.shape[0]):
        g = s.games[i]
        action: Any = np.int64(actions[i, g.turn])  # otherwise `act` would be compiled twice
        took: Any = np.int64(ms[i, g.turn])
        if g.phase != OVER and action >= 0:
            act(g, s.rounds[i], s.plays[i], plan, action, took, log[i])


@inner
def any_action(g: Record, r: Record, plan: Plan) -> Any:
    """Picks one of the legal actions, all equally likely."""
    if g.phase == WIND:
        return np.int64(DO_WIND)
    if g.phase == SWAP:
        place = below(g, plan.places)
        return plan.keep if place == g.turn else plan.swaps + place
    tokens: Any = np.int64(r.tokens[g.turn])
    while True:
        hand, cells = below(g, len(HANDS)), 1 + below(g, tokens)
        if is_free(r, hand, cells):
            return DO_MOVE + hand * plan.tokens + cells - 1


@compiled
def finish(s: BatchState, plan: Plan, log: Array) -> None:
    for i in range(s.games.shape[0]):
        g, rounds = s.games[i], s.rounds[i]
        while g.phase != OVER:
            action = any_action(g, rounds[g.round], plan)
            act(g, rounds, s.plays[i], plan, action, SECOND + below(g, SLOWEST - SECOND), log[i])


@compiled
def outcome(s: BatchState, plan: Plan, scores: Array, places: Array) -> None:
    for i in range(scores.shape[0]):
        g = s.games[i]
        for seat in range(plan.seats):
            scores[i, seat] = g.score[seat]
            places[i, seat] = g.phase == OVER
            for other in range(plan.seats if g.phase == OVER else 0):  # R19
                places[i, seat] += g.score[other] > g.score[seat]


# An observation: watcher, phase, turn, number of rounds, then for each round the columns below, in order,
# with their widths. -1 means none. Sets of seats and cards have one bit per member.
def columns(seats: int, places: int, plays: int) -> dict[str, int]:
    public = {"first": 1, "wound": 1, "rung": 1, "hands": len(HANDS), "tokens": seats, "points": seats}
    return public | dict.fromkeys(("lies", "sizes", "seen", "up", "known"), places) | {"plays": plays}


HEAD = 4
RECENT = 8  # plays of the round that the features tell
MOST_POINTS = 3 * len(CARDS)  # of a round (R16)


@compiled
def observe(s: BatchState, plan: Plan, watcher: int, out: Array) -> None:
    per_round = (out.shape[1] - HEAD) // plan.rounds
    for i in range(out.shape[0]):
        g = s.games[i]
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = watcher, g.phase, g.turn, g.round + 1
        out[i, HEAD:] = -1
        for k in range(g.round + 1):
            observe_round(s.rounds[i, k], s.plays[i, k], plan, watcher, out[i, HEAD + k * per_round :])


@compiled
def observe_now(s: BatchState, plan: Plan, watcher: int, out: Array) -> None:
    """The points of all rounds, the round being played, and its last plays, the latest first."""
    for i in range(out.shape[0]):
        g = s.games[i]
        out[i] = -1
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = watcher, g.phase, g.turn, g.round + 1
        for seat in range(plan.seats):
            out[i, HEAD + seat] = 0
            for k in range(g.round + 1):
                out[i, HEAD + seat] += max(0, s.rounds[i, k].points[seat])
        if g.round >= 0:
            r = s.rounds[i, g.round]
            at = HEAD + plan.seats + observe_table(r, plan, watcher, out[i, HEAD + plan.seats :])
            for k in range(min(r.plays, RECENT)):
                out[i, at + k] = s.plays[i, g.round, r.plays - 1 - k]


@inner
def observe_round(r: Record, plays: Array, plan: Plan, watcher: int, out: Array) -> None:
    at = observe_table(r, plan, watcher, out)
    for k in range(r.plays):
        out[at + k] = plays[k]


@inner
def observe_table(r: Record, plan: Plan, watcher: int, out: Array) -> int:
    """Everything about a round but its plays; returns how many numbers that takes."""
    out[0], out[1], out[2] = r.first, r.wound, r.rung
    at = 3
    for hand in range(len(HANDS)):
        out[at + hand] = r.hands[hand]
    at += len(HANDS)
    for seat in range(plan.seats):
        out[at + seat] = r.tokens[seat]
        out[at + plan.seats + seat] = r.points[seat]
    at += 2 * plan.seats
    for k in range(plan.places):
        out[at + k] = r.lies[k]
        observe_packet(r, k, watcher, out[at + plan.places + k :: plan.places])
    return at + 5 * plan.places


@inner
def observe_packet(r: Record, packet: int, watcher: int, out: Array) -> None:
    """R22: a seat that has looked into a packet keeps knowing it."""
    size = 0
    for card in range(len(CARDS)):
        size += r.cards[packet] >> card & 1
    out[0], out[1], out[2] = size, r.seen[packet], r.up[packet]
    out[3] = r.cards[packet] if watcher >= 0 and r.seen[packet] >> watcher & 1 else r.up[packet]


def most_plays(seats: int, tokens: int) -> int:
    """The most plays of a round: winding, a move per token, and a swap each time a hand reaches a swap cell."""
    cells = seats * tokens
    swaps: int = len(EXCHANGE) * (cells // CELLS + len(HANDS))
    return 1 + cells + min(cells, swaps)


class Fast:
    """The kernels for one number of seats and one choice of options: `Kernel` of `tablee.lab.kernel`."""

    kind: npt.DTypeLike = np.int32

    def __init__(self, seats: int, options: Options) -> None:
        self.seats, self.options = seats, options
        codes = RULES.codes(seats, options)
        wind, keep, swaps = codes.index("wind"), codes.index("keep"), codes.index("swap 0")
        tokens = (swaps - wind - DO_MOVE) // len(HANDS)
        self.moves = codes[wind : keep + 1]
        self.actions = tuple(map(RULES.read, self.moves))
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        self.plan = Plan(
            seats,
            places=keep - swaps,
            tokens=tokens,
            rounds=options.rounds,
            target=options.target,
            deal=len(CARDS) if options.cards == "all" else seats,
            bell_from=options.bell_from,
            bells=options.bell_to - options.bell_from + 1,
            actions=len(self.moves),
            swaps=swaps - wind,
            keep=keep - wind,
            code_draws=seats,
            code_actions=wind,
            code_bells=keep + 1,
            code_ring=len(codes) - 1,
        )
        self.plays = most_plays(seats, tokens)
        self.rows = 1 + options.rounds * (len(CARDS) + self.plays + 2)  # who begins; cards, bell and ring
        self.columns = columns(seats, self.plan.places, self.plays)
        self.width = HEAD + options.rounds * sum(self.columns.values())
        places, looks, cards = self.plan.places, (1 << seats) - 1, (1 << len(CARDS)) - 1
        self.fields = (
            *(Field("seat", 1, -1, seats - 1), Field("phase", 1, 0, len(PHASES) - 1), Field("turn", 1, -1, seats - 1)),
            *(Field("round", 1, 0, options.rounds), Field("totals", seats, 0, MOST_POINTS * options.rounds)),
            *(Field("first", 1, -1, seats - 1), Field("wound", 1, -1, TIME), Field("rung", 1, -1, seats - 1)),
            *(Field("hands", len(HANDS), -1, CELLS), Field("tokens", seats, -1, tokens), Field("points", seats, -1, MOST_POINTS)),
            *(Field("lies", places, -1, places - 1), Field("sizes", places, -1, len(CARDS)), Field("seen", places, -1, looks)),
            *(Field("up", places, -1, cards), Field("known", places, -1, cards)),
            Field("recent", RECENT, -1, seats * len(self.moves) - 1),
        )

    def fresh(self, n: int) -> BatchState:
        rounds = self.options.rounds
        games = np.zeros(n, GAME)
        games["phase"] = OVER
        return BatchState(games, np.zeros((n, rounds), ROUND), np.zeros((n, rounds, self.plays), np.int16))

    def begin(self, state: BatchState, seed: int, numbers: Array, log: Array) -> None:
        begin(state, self.plan, seed_word(seed), numbers, log)

    def waiting(self, state: BatchState, out: Array) -> None:
        fill_waiting(state, out)

    def mask(self, state: BatchState, out: Array) -> None:
        fill_mask(state, self.plan, out)

    def step(self, state: BatchState, actions: Array, ms: Array, log: Array) -> None:
        step(state, self.plan, actions, ms, log)

    def finish(self, state: BatchState, log: Array) -> None:
        finish(state, self.plan, log)

    def whole(self, seed: int, first: int, scores: Array, log: Array) -> None:
        """Plays the same games as `begin` and `finish`, but a few at a time in the same memory."""
        room, places = self.fresh(ROOM), np.empty((ROOM, self.seats), np.int32)
        for start in range(0, len(scores), ROOM):
            part = slice(start, min(start + ROOM, len(scores)))
            n = part.stop - start
            state = BatchState(*(array[:n] for array in room))
            self.begin(state, seed, np.arange(first + start, first + part.stop), log[part])
            self.finish(state, log[part])
            self.outcome(state, scores[part], places[:n])

    def outcome(self, state: BatchState, scores: Array, places: Array) -> None:
        outcome(state, self.plan, scores, places)

    def observe(self, state: BatchState, seat: int, out: Array) -> None:
        observe(state, self.plan, seat, out)

    def features(self, state: BatchState, seat: int, out: Array) -> None:
        observe_now(state, self.plan, seat, out)

    def write_features(self, view: View) -> Array:
        row = np.full(sum(field.size for field in self.fields), -1, self.kind)
        row[:HEAD] = number(view.seat), PHASES.index(view.phase), view.turn, len(view.rounds)
        row[HEAD : HEAD + self.seats] = [sum(r.points[seat] for r in view.rounds if r.points) for seat in range(self.seats)]
        if view.rounds:
            written = self._write_round(view.rounds[-1], view.known[-1])
            table = sum(self.columns.values()) - self.columns["plays"]
            plays = written[table:][::-1][:RECENT]
            row[HEAD + self.seats : HEAD + self.seats + table] = written[:table]
            row[HEAD + self.seats + table :][: len(plays)] = plays
        return row

    @staticmethod
    def setting_of(view: View) -> tuple[int, Options]:
        return len(view.rounds[-1].tokens), view.options

    def write_view(self, view: View) -> Array:
        row = np.full(self.width, -1, self.kind)
        row[:HEAD] = number(view.seat), PHASES.index(view.phase), view.turn, len(view.rounds)
        for part, r, known in zip(self._rounds(row), view.rounds, view.known, strict=False):
            written = self._write_round(r, known)
            part[: len(written)] = written
        return row

    def _rounds(self, row: Array) -> Array:
        return row[HEAD:].reshape(self.options.rounds, -1)

    def _write_round(self, r: Round, known: Sequence[Packet]) -> list[int]:
        return [
            *(r.first, number(r.wound), number(r.rung), *r.hands, *r.tokens, *(r.points or (-1,) * self.seats)),
            *(*r.lies, *r.sizes, *map(bits, r.seen), *map(bits, r.up), *map(bits, known)),
            *(seat * len(self.moves) + self.numbers[action] for seat, action in r.log),
        ]

    def read_view(self, row: Array) -> View:
        seat, phase, turn, rounds = row[:HEAD].tolist()
        read = [self._read_round(part) for part in self._rounds(row)[:rounds]]
        known = tuple(known for _, known in read)
        return View(shown(seat), self.options, tuple(r for r, _ in read), known, PHASES[phase], turn)

    def _read_round(self, row: Array) -> tuple[Round, tuple[Packet, ...]]:
        ends = np.cumsum(list(self.columns.values()))[:-1]
        part = {name: tuple(found.tolist()) for name, found in zip(self.columns, np.split(row, ends), strict=True)}
        (first,), (wound,), (rung,) = part["first"], part["wound"], part["rung"]
        seen, up, known = (tuple(map(members, part[name])) for name in ("seen", "up", "known"))
        points = tuple(found for found in part["points"] if found >= 0)
        plays = (divmod(play, len(self.moves)) for play in part["plays"] if play >= 0)
        log = tuple((seat, self.actions[action]) for seat, action in plays)
        public = (first, part["hands"], part["tokens"], part["sizes"], part["lies"], tuple(map(frozenset, seen)), up)
        return Round(*public, log, shown(wound), shown(rung), points), known


def number(value: int | None) -> int:
    return -1 if value is None else value


def shown(value: int) -> int | None:
    return None if value < 0 else value


def bits(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def members(bits: int) -> tuple[int, ...]:
    return tuple(member for member in range(len(CARDS)) if bits >> member & 1)
