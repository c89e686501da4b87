"""Limits in batches, with the standard deck; see `tablee.lab.kernel`. R1 … refer to RULES.md.

A game in progress takes 728 bytes, whatever the number of seats. Most of them are for rounds in which nobody accuses
until all cards are laid.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablee.core.game import Seat
from tablee.games.limits.deck import SEATS, Counts
from tablee.games.limits.rules import DECK, LAID, RETURNED, SHOWN, Limits, Options, Round, Table, View
from tablee.games.limits.worlds import UNSEEN, PublicHand
from tablee.kit.kernels.chance import Word64, key_of, seed_word, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner
from tablee.kit.kernels.fields import Field
from tablee.kit.kernels.log import note_in, now_in

Game: TypeAlias = Any  # a record of GAME, changed in place


class BatchState(NamedTuple):
    games: Array  # (n,) GAME: one record for each game


class Plan(NamedTuple):
    """The settings for a number of seats."""

    seats: int
    rounds: int
    hand: int
    hidden: int
    hide: int  # the first action `hide`, …
    accuse: int  # … `accuse`, …
    turn: int  # … and code of a limit card
    room: int  # the most marks a seat can have in a round


COLOURS, CARDS = len(DECK.colours), len(DECK.colours) * DECK.copies
RING = 64  # a power of two, at least CARDS
CHANCE, PACE = -1, 1000
DRAWN, KNOWN = COLOURS, COLOURS + 1  # marks from here on
LIMITS = np.array([[CARDS if most is None else most for most in limit] for limit in DECK.limits])  # nobody can exceed an X
LIMIT_CARDS = np.repeat(np.arange(len(DECK.limits)), DECK.counts).astype(np.int8)
BANK, PENALTY = DECK.bank, DECK.penalty

# R6: one or two raisers by colour, and which of them a hand allows, given the colours it has one and two of.
CHOICES = [list(combinations_with_replacement(range(COLOURS), cards)) for cards in (1, 2)]
RAISED = np.zeros((2, len(CHOICES[1]), COLOURS), np.int8)
HIDES = np.zeros((2, 1 << 2 * COLOURS), np.int64)
for _cards, _choices in enumerate(CHOICES):
    for _code, _chosen in enumerate(_choices):
        for _colour in _chosen:
            RAISED[_cards, _code, _colour] += 1
        _needs = sum(1 << c | (_chosen.count(c) == 2) << (COLOURS + c) for c in set(_chosen))
        HIDES[_cards] |= np.where(np.arange(1 << 2 * COLOURS) & _needs == _needs, 1 << _code, 0)


def plan_of(seats: int) -> Plan:
    share = DECK.share(seats)
    accuse = 2 * COLOURS + len(CHOICES[share.hidden - 1])
    # A laid card makes two marks, an exchange eight, until all cards but the raisers are laid; others lay some in between.
    cards = CARDS - seats * share.hidden + seats - 1  # counted after the seat's last turn too
    four = seats - 1 + LAID  # cards used by an exchange and by the others' turns, if they lay one each
    room = max(2 * SHOWN * fours + 2 * ((cards - fours * four) // seats) for fours in range(cards // four + 1))
    return Plan(seats, share.rounds, share.hand, share.hidden, 2 * COLOURS, accuse, accuse + seats, room)


PLANS = [plan_of(seats) for seats in SEATS]
GAME = np.dtype(
    [
        ("key", np.uint64),  # the game's random key
        ("plays", np.int16),  # actions of seats so far
        ("round", np.int8),  # finished rounds
        ("turn", np.int8),
        ("limits", np.int8, len(LIMIT_CARDS)),  # those turned up first
        ("deck", np.int8, COLOURS),  # the unknown part of the draw pile by colour …
        ("unknown", np.int8),  # … and altogether
        ("top", np.int8),  # known cards on top of it: at most two, because an exchange (R11) first draws four, …
        ("top_colour", np.int8),  # … so they are of one colour
        ("laid", np.int8, RING),  # a ring of cards, colour + 8 * seat: the known bottom of the draw pile, then the pile
        ("first", np.int8),  # where it begins
        ("bottom", np.int8),  # how many are the bottom …
        ("pile", np.int8),  # … and the pile
        ("piled", np.int8, COLOURS),  # the pile by colour
        ("last", np.int8, SEATS[-1]),  # R13: colour laid last + 8 * the number of it in the pile then; -1: not in this round
        ("hand", np.int8, (SEATS[-1], COLOURS)),  # by colour …
        ("size", np.int8, SEATS[-1]),  # … and altogether
        ("raiser", np.int8, SEATS[-1]),  # the hidden raisers, an index into RAISED; -1: not yet
        ("known", np.int8, (SEATS[-1], COLOURS)),  # `PublicHand.known`
        ("marks", np.int16, SEATS[-1]),  # the length of a seat's …
        ("since", np.int8, max(plan.seats * plan.room for plan in PLANS)),  # … `PublicHand.since`, seat after seat:
        # 0 … 4 a colour laid, 5 an unseen card drawn, 6 … 10 a known one
        ("points", np.int8, SEATS[-1]),
        ("rounds", np.int8, max(plan.rounds * (3 + plan.seats) for plan in PLANS)),  # accuser, accused, guilty, the raisers
    ],
    align=True,
)

# Randomness: one word for each (seed, game, draw), by splitmix64. Limit cards and the order of unknown cards have their
# own draw numbers, so they do not depend on the actions.
FIRST_CARD = len(LIMIT_CARDS)
FIRST_CHOICE = FIRST_CARD + CARDS
S6, S58 = np.uint64(6), np.uint64(58)


@inner
def below(key: Word64, draw: int, bound: int) -> Any:
    """Draw number `draw` of a game: uniform, to within 2 ** -52."""
    return np.int64(((word_of(key, draw) >> S6) * np.uint64(bound)) >> S58)


@inner
def turn_limit(g: Game, plan: Plan, i: int, log: Array) -> None:
    """R5: turns up any limit card not seen yet."""
    k: Any = np.int64(g.round)
    at = k + below(g.key, k, len(LIMIT_CARDS) - k)
    limit = g.limits[at]
    g.limits[at] = g.limits[k]
    g.limits[k] = limit
    note_in(log, i, CHANCE, plan.turn + limit, now_in(log, i))


@inner
def draw_unknown(g: Game, i: int, log: Array) -> Any:
    """R9: draws any card of the unknown part of the draw pile."""
    left: Any = np.int64(g.unknown)
    point, colour = below(g.key, FIRST_CARD + CARDS - left, left), 0
    while point >= g.deck[colour]:
        point -= g.deck[colour]
        colour += 1
    g.deck[colour] -= 1
    g.unknown -= 1
    note_in(log, i, CHANCE, colour, now_in(log, i))
    return colour


@inner
def draw_known(g: Game) -> Any:
    """R10: the top card if it is known, or the first of the bottom if no others are left; -1 if there is none."""
    if g.top:
        g.top -= 1
        return np.int64(g.top_colour)
    if g.bottom:
        g.bottom -= 1
        colour = np.int64(g.laid[g.first]) & 7
        g.first = (g.first + 1) & (RING - 1)
        return colour
    return -1


@inner
def mark(g: Game, plan: Plan, seat: int, what: int) -> None:
    g.since[seat * plan.room + g.marks[seat]] = what
    g.marks[seat] += 1


@inner
def draw(g: Game, plan: Plan, i: int, seat: int, log: Array) -> None:
    """R9, R10: draws a card from the draw pile, if there is one."""
    unseen = g.top == 0 and g.unknown > 0
    colour = draw_unknown(g, i, log) if unseen else draw_known(g)
    if colour >= 0:
        g.hand[seat, colour] += 1
        g.size[seat] += 1
        if g.raiser[seat] >= 0:
            mark(g, plan, seat, DRAWN if unseen else KNOWN + colour)
        elif not unseen:
            g.known[seat, colour] += 1


@inner
def after(plan: Plan, seat: int) -> int:
    return seat + 1 if seat + 1 < plan.seats else 0


@inner
def fill_hands(g: Game, plan: Plan, i: int, log: Array) -> None:
    """R4, R17: one card each in turn, starting with the first player. There are always enough."""
    seat: Any = np.int64(g.turn)
    short = 0
    for each in range(plan.seats):
        short += plan.hand - g.size[each]
    while short > 0:
        if g.size[seat] < plan.hand:
            draw(g, plan, i, seat, log)
            short -= 1
        seat = after(plan, seat)


@inner
def start(g: Game, key: Word64) -> None:
    g.key = key
    g.plays = g.round = g.turn = g.top = g.top_colour = g.first = g.bottom = g.pile = 0
    g.unknown = CARDS
    for k in range(len(LIMIT_CARDS)):
        g.limits[k] = LIMIT_CARDS[k]
    for colour in range(COLOURS):
        g.deck[colour], g.piled[colour] = CARDS // COLOURS, 0
    for seat in range(len(g.hand)):
        g.size[seat] = g.marks[seat] = g.points[seat] = 0
        g.last[seat] = g.raiser[seat] = -1
        for colour in range(COLOURS):
            g.hand[seat, colour] = g.known[seat, colour] = 0


@compiled
def begin(games: Array, plan: Plan, base: Word64, numbers: Array, log: Array) -> None:
    for i in range(len(numbers)):
        if numbers[i] >= 0:
            start(games[i], key_of(base, numbers[i]))
            log[i] = 0
            fill_hands(games[i], plan, i, log)
            turn_limit(games[i], plan, i, log)


@inner
def having(g: Game, seat: int, cards: int) -> Any:
    """The colours a hand has at least this many of, one bit each."""
    bits = 0
    for colour in range(COLOURS):
        bits |= (g.hand[seat, colour] >= cards) << colour
    return bits


@inner
def hides(g: Game, plan: Plan, seat: int) -> Any:
    """R6: what may be hidden, one bit per choice."""
    return HIDES[plan.hidden - 1, having(g, seat, 1) | having(g, seat, 2) << COLOURS]


@inner
def plays(g: Game, plan: Plan, seat: int) -> Any:
    """R8, R12: what a seat may do in its turn, one bit per action."""
    bits = having(g, seat, 1) | having(g, seat, SHOWN) << COLOURS
    for other in range(plan.seats):
        bits |= (other != seat and g.last[other] >= 0) << (plan.accuse + other)
    return bits


@inner
def legal(g: Game, plan: Plan, seat: int) -> Any:
    """What a seat may do, one bit per action: all hide at once, then seats act in turn."""
    if g.round == plan.rounds:
        return 0
    if g.raiser[seat] < 0:
        return hides(g, plan, seat) << plan.hide
    return plays(g, plan, seat) if seat == g.turn else 0


@compiled
def fill_waiting(games: Array, plan: Plan, out: Array) -> None:
    for i in range(out.shape[0]):
        for seat in range(plan.seats):
            out[i, seat] = legal(games[i], plan, seat) != 0


@compiled
def fill_mask(games: Array, plan: Plan, out: Array) -> None:
    for i in range(out.shape[0]):
        for seat in range(plan.seats):
            actions = legal(games[i], plan, seat)
            for action in range(out.shape[2]):
                out[i, seat, action] = actions >> action & 1


@inner
def hide(g: Game, plan: Plan, seat: int, code: int) -> None:
    """R6, R7"""
    g.plays += 1
    g.raiser[seat] = code
    g.size[seat] -= plan.hidden
    for colour in range(COLOURS):
        g.hand[seat, colour] -= RAISED[plan.hidden - 1, code, colour]


@inner
def award(g: Game, plan: Plan, seat: int) -> None:
    """R18: a point, if the bank has one left."""
    given = 0
    for each in range(plan.seats):
        given += g.points[each]
    g.points[seat] += given < BANK


@inner
def give(g: Game, plan: Plan, i: int, seat: int, colour: int, shown: int, laid: int, log: Array) -> None:
    """R9, R11: cards of a colour leave the hand, some of them onto the pile; as many are drawn."""
    g.turn = after(plan, seat)
    g.hand[seat, colour] -= shown
    g.size[seat] -= shown
    for _ in range(shown):
        mark(g, plan, seat, colour)
    for _ in range(laid):
        g.laid[(g.first + g.bottom + g.pile) & (RING - 1)] = colour + 8 * seat
        g.pile += 1
    g.piled[colour] += laid
    g.last[seat] = colour + 8 * g.piled[colour]
    for _ in range(shown):
        draw(g, plan, i, seat, log)
    if shown > laid:
        g.top, g.top_colour = RETURNED, colour


@inner
def is_guilty(g: Game, plan: Plan, accused: int) -> Any:
    """R13, R14"""
    colour, laid = g.last[accused] & 7, g.last[accused] >> 3
    most = LIMITS[g.limits[g.round], colour]
    for seat in range(plan.seats):
        most += RAISED[plan.hidden - 1, g.raiser[seat], colour]
    return laid > most


@inner
def reveal(g: Game, plan: Plan, seat: int) -> None:
    """R16, R23: like `PublicHand.reveal`; counting old and new known cards together makes no difference here."""
    code = g.raiser[seat]
    for colour in range(COLOURS):
        g.known[seat, colour] = max(0, g.known[seat, colour] - RAISED[plan.hidden - 1, code, colour])
    for at in range(seat * plan.room, seat * plan.room + g.marks[seat]):
        what = g.since[at]
        if what >= KNOWN:
            g.known[seat, what - KNOWN] += 1
        elif what != DRAWN:
            g.known[seat, what] -= g.known[seat, what] > 0
    for colour in range(COLOURS):
        g.known[seat, colour] += RAISED[plan.hidden - 1, code, colour]
        g.hand[seat, colour] += RAISED[plan.hidden - 1, code, colour]
    g.size[seat] += plan.hidden
    g.marks[seat] = 0
    g.last[seat] = g.raiser[seat] = -1


@inner
def accuse(g: Game, plan: Plan, i: int, accuser: int, accused: int, log: Array) -> None:
    """R12 to R17: the round is over."""
    guilty, at = is_guilty(g, plan, accused), g.round * (3 + plan.seats)
    g.rounds[at] = accuser
    g.rounds[at + 1] = accused
    g.rounds[at + 2] = guilty
    award(g, plan, accuser if guilty else accused)
    for seat in range(plan.seats):
        g.rounds[at + 3 + seat] = g.raiser[seat]
        reveal(g, plan, seat)
    g.turn = accused if guilty else accuser
    g.bottom += g.pile
    g.pile = 0
    for colour in range(COLOURS):
        g.piled[colour] = 0
    g.round += 1
    if g.round < plan.rounds:
        fill_hands(g, plan, i, log)
        turn_limit(g, plan, i, log)


@inner
def play(g: Game, plan: Plan, i: int, seat: int, action: int, log: Array) -> None:
    g.plays += 1
    if action >= plan.accuse:
        accuse(g, plan, i, seat, action - plan.accuse, log)
    elif action >= COLOURS:
        award(g, plan, seat)
        give(g, plan, i, seat, action - COLOURS, SHOWN, LAID, log)
    else:
        give(g, plan, i, seat, action, 1, 1, log)


@compiled
def step(games: Array, plan: Plan, actions: Array, ms: Array, log: Array) -> None:
    for i in range(actions.shape[0]):
        g, start = games[i], now_in(log, i)
        turn: Any = np.int64(g.turn)
        if g.round == plan.rounds or actions[i, turn] < 0:
            continue
        if g.raiser[turn] >= 0:
            action: Any = np.int64(actions[i, turn])
            note_in(log, i, turn, action, start + ms[i, turn])
            play(g, plan, i, turn, action, log)
        else:
            for seat in range(plan.seats):
                note_in(log, i, seat, actions[i, seat], start + ms[i, seat])
                hide(g, plan, seat, actions[i, seat] - plan.hide)


@inner
def count(bits: int) -> int:
    """The number of set bits among the lowest 32; compiles to one instruction."""
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    return ((bits + (bits >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@inner
def pick(g: Game, bits: int) -> Any:
    """Picks one of the bits, all equally likely, with a draw numbered by the seats' choices so far."""
    for _ in range(below(g.key, FIRST_CHOICE + g.plays, count(bits))):
        bits &= bits - 1
    return count((bits & -bits) - 1)


@compiled
def finish(games: Array, plan: Plan, log: Array) -> None:
    for i in range(games.shape[0]):
        g = games[i]
        while g.round < plan.rounds:
            start = now_in(log, i)
            turn: Any = np.int64(g.turn)
            if g.raiser[turn] >= 0:
                action = pick(g, plays(g, plan, turn))
                note_in(log, i, turn, action, start + PACE)
                play(g, plan, i, turn, action, log)
            else:
                for seat in range(plan.seats):
                    code = pick(g, hides(g, plan, seat))
                    note_in(log, i, seat, plan.hide + code, start + PACE)
                    hide(g, plan, seat, code)


@compiled
def outcome(games: Array, plan: Plan, scores: Array, places: Array) -> None:
    """R20"""
    for i in range(scores.shape[0]):
        g = games[i]
        for seat in range(plan.seats):
            scores[i, seat] = g.points[seat]
        for at in range(0, g.round * (3 + plan.seats), 3 + plan.seats):
            scores[i, g.rounds[at + 1] if g.rounds[at + 2] else g.rounds[at]] -= PENALTY
        over = g.round == plan.rounds
        for seat in range(plan.seats):
            places[i, seat] = over
            for other in range(plan.seats if over else 0):
                places[i, seat] += scores[i, other] > scores[i, seat]


@compiled
def observe(games: Array, plan: Plan, watcher: int, out: Array) -> None:
    """Writes the watcher, its hand and raisers, then what is public, in the order of `Fast.write_view`. No draw is due (R10)."""
    out[:] = -1
    for i in range(out.shape[0]):
        g, row = games[i], out[i]
        row[0] = watcher
        if watcher >= 0:
            for colour in range(COLOURS):
                row[1 + colour] = g.hand[watcher, colour]
            row[1 + COLOURS] = g.raiser[watcher]
        at = 2 + COLOURS
        row[at] = g.turn
        row[at + 2] = 0
        row[at + 4] = g.top_colour if g.top else -1
        row[at + 5] = g.top
        row[at + 6] = g.unknown
        at += 7
        for k in range(min(g.round + 1, plan.rounds)):
            row[at + k] = g.limits[k]
        at += plan.rounds
        for k in range(g.round * (3 + plan.seats)):
            row[at + k] = g.rounds[k]
        at += plan.rounds * (3 + plan.seats)
        for k in range(g.pile):
            row[at + k] = g.laid[(g.first + g.bottom + k) & (RING - 1)]
        at += CARDS
        for k in range(g.bottom):
            row[at + k] = g.laid[(g.first + k) & (RING - 1)] & 7
        at += CARDS
        for seat in range(plan.seats):
            observe_seat(g, plan, seat, row, at + seat * (3 + COLOURS + plan.room))


@inner
def observe_seat(g: Game, plan: Plan, seat: int, row: Array, at: int) -> None:
    row[at] = g.points[seat]
    row[at + 1] = g.size[seat]
    row[at + 2] = plan.hidden if g.raiser[seat] >= 0 else 0
    for colour in range(COLOURS):
        row[at + 3 + colour] = g.known[seat, colour]
    for k in range(g.marks[seat]):
        row[at + 3 + COLOURS + k] = g.since[seat * plan.room + k]


BYTE = 127


def _round_fields(number: int, seats: int, choices: int) -> tuple[Field, ...]:
    who = (Field(f"accuser[{number}]", 1, -1, seats - 1), Field(f"accused[{number}]", 1, -1, seats - 1))
    return *who, Field(f"guilty[{number}]", 1, -1, 1), Field(f"raisers[{number}]", seats, -1, choices)


class Fast:
    """The kernels for one number of seats: `Kernel` of `tablee.lab.kernel`. R26 changes screens only."""

    kind: npt.DTypeLike = np.int8

    def __init__(self, seats: int, options: Options) -> None:
        self.options, self.plan = options, PLANS[seats - SEATS[0]]
        self.room = self.plan.room
        self.moves = Limits().codes(seats, options)[: self.plan.turn]
        self.rows = Limits().bound(seats, options)
        self.blocks = (
            *(1, COLOURS, 1, 7, self.plan.rounds, self.plan.rounds * (3 + seats), CARDS, CARDS),
            seats * (3 + COLOURS + self.room),
        )
        self.width = sum(self.blocks)
        choices, rounds = len(CHOICES[self.plan.hidden - 1]) - 1, range(self.plan.rounds)
        by_seat = (("points", 1, 0, BYTE), ("size", 1, 0, CARDS), ("hidden", 1, 0, 2), ("known", COLOURS, 0, CARDS))
        self.fields = (
            *(Field("seat", 1, -1, seats - 1), Field("hand", COLOURS, -1, CARDS), Field("raiser", 1, -1, choices)),
            *(Field("turn", 1, -1, seats - 1), Field("due", 1, -1, seats - 1), Field("due_cards", 1, 0, CARDS)),
            *(Field("back", 1, -1, COLOURS - 1), Field("top", 1, -1, COLOURS - 1), Field("tops", 1, 0, CARDS)),
            *(Field("unknown", 1, 0, CARDS), Field("limits", self.plan.rounds, -1, BYTE)),
            *(field for number in rounds for field in _round_fields(number, seats, choices)),
            *(Field("pile", CARDS, -1, 8 * seats - 1), Field("bottom", CARDS, -1, COLOURS - 1)),
            *(
                Field(f"{name}[{seat}]", *rest)
                for seat in range(seats)
                for name, *rest in (*by_seat, ("marks", self.room, -1, BYTE))
            ),
        )

    def fresh(self, n: int) -> BatchState:
        games = np.zeros(n, GAME)
        games["round"] = self.plan.rounds
        return BatchState(games)

    def begin(self, state: BatchState, seed: int, numbers: Array, log: Array) -> None:
        begin(state.games, self.plan, seed_word(seed), numbers, log)

    def waiting(self, state: BatchState, out: Array) -> None:
        fill_waiting(state.games, self.plan, out)

    def mask(self, state: BatchState, out: Array) -> None:
        fill_mask(state.games, self.plan, out)

    def step(self, state: BatchState, actions: Array, ms: Array, log: Array) -> None:
        step(state.games, self.plan, actions, ms, log)

    def finish(self, state: BatchState, log: Array) -> None:
        finish(state.games, self.plan, log)

    def outcome(self, state: BatchState, scores: Array, places: Array) -> None:
        outcome(state.games, self.plan, scores, places)

    def observe(self, state: BatchState, seat: int, out: Array) -> None:
        observe(state.games, self.plan, seat, out)

    def write_view(self, view: View) -> Array:
        t = view.table
        rounds = [number for done in t.rounds for number in self._round(done)]
        blocks = (
            [-1 if view.seat is None else view.seat],
            view.hand,
            [self._code(view.raisers)],
            self._middle(t),
            t.limits,
            rounds,
            [colour + 8 * seat for seat, colour in t.pile],
            t.bottom,
            [number for points, watched in zip(t.points, t.watched, strict=True) for number in self._seat(points, watched)],
        )
        filled = [(*block, *(-1,) * (size - len(block))) for block, size in zip(blocks, self.blocks, strict=True)]
        return np.array([number for block in filled for number in block], self.kind)

    def _middle(self, t: Table) -> tuple[int, ...]:
        """Whose turn it is; who draws next, how many cards, and what is put back then; the draw pile."""
        due, back = (t.due[0] if t.due else -1), (-1 if t.back is None else t.back)
        return t.turn, due, len(t.due), back, (t.top[0] if t.top else -1), len(t.top), t.unknown

    def _round(self, done: Round) -> list[int]:
        return [done.accuser, done.accused, done.guilty, *map(self._code, done.raisers)]

    def _seat(self, points: int, watched: PublicHand) -> list[int]:
        marks = [mark if mark >= 0 else DRAWN + UNSEEN - mark for mark in watched.since]
        return [points, watched.size, watched.hidden, *watched.known, *marks, *(-1,) * (self.room - len(marks))]

    def _code(self, raisers: Counts) -> int:
        """The index of the hidden raisers, or -1."""
        chosen = tuple(colour for colour, cards in enumerate(raisers) for _ in range(cards))
        return CHOICES[self.plan.hidden - 1].index(chosen) if chosen else -1

    @staticmethod
    def setting_of(view: View) -> tuple[int, Options]:
        return len(view.table.points), view.table.options

    def read_view(self, row: Array) -> View:
        (seat,), hand, (raiser,), middle, limits, rounds, pile, bottom, seats = (
            block.tolist() for block in np.split(row, np.cumsum(self.blocks)[:-1])
        )
        turn, due, cards, back, top, tops, unknown = middle
        wide, each = 3 + self.plan.seats, 3 + COLOURS + self.room
        by_seat = [seats[at : at + each] for at in range(0, len(seats), each)]
        watched = tuple(self._watched(numbers) for numbers in by_seat)
        table = Table(
            self.options,
            tuple(limit for limit in limits if limit >= 0),
            tuple(self._read_round(rounds[at : at + wide]) for at in range(0, len(rounds), wide) if rounds[at] >= 0),
            turn,
            self._due(due, cards, watched),
            None if back < 0 else back,
            tuple((card >> 3, card & 7) for card in pile if card >= 0),
            (top,) * tops,
            unknown,
            tuple(colour for colour in bottom if colour >= 0),
            watched,
            tuple(numbers[0] for numbers in by_seat),
        )
        return View(None, table) if seat < 0 else View(seat, table, tuple(hand), self._raisers(raiser))

    def _read_round(self, numbers: list[int]) -> Round:
        accuser, accused, guilty, *raisers = numbers
        return Round(accuser, accused, bool(guilty), tuple(map(self._raisers, raisers)))

    def _watched(self, numbers: list[int]) -> PublicHand:
        _, size, hidden, *rest = numbers
        since = tuple(mark if mark < DRAWN else DRAWN + UNSEEN - mark for mark in rest[COLOURS:] if mark >= 0)
        return PublicHand(size, hidden, tuple(rest[:COLOURS]), since)

    def _raisers(self, code: int) -> Counts:
        return tuple(RAISED[self.plan.hidden - 1, code].tolist()) if code >= 0 else (0,) * COLOURS

    def _due(self, first: Seat, cards: int, watched: tuple[PublicHand, ...]) -> tuple[Seat, ...]:
        """Who draws, in order: the seat that played, or all seats with short hands in turn."""
        if watched[first].hidden:
            return (first,) * cards
        order = [(first + step) % self.plan.seats for step in range(self.plan.seats)]
        return tuple(seat for card in range(self.plan.hand) for seat in order if watched[seat].size + card < self.plan.hand)[
            :cards
        ]
