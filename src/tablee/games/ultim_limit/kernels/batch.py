"""Ultim' Limit in batches; see `tablee.lab.kernel`. R1 … refer to RULES.md.

A game in progress takes 768 bytes, whatever the number of seats. Match times must stay below 2**31 ms.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from tablee.core.game import Seat
from tablee.games.ultim_limit.actions import KEEPS, TAKES, THROWS, Go, Keep, Roll, Stop, Take, UltimCards, UltimGlass
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, DECK, MOST, NUMBER, SLOTS, Card, Cards, Colours
from tablee.games.ultim_limit.dice import DOUBLE, HANDFULS, USES
from tablee.games.ultim_limit.players import bots
from tablee.games.ultim_limit.rules import ROUNDS, TURNS, Options, Phase, PublicState, RoundCount, TurnEnd, UltimLimit, View
from tablee.kit.kernels.chance import Word64, key_of, seed_word, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner
from tablee.kit.kernels.fields import TIME, Field
from tablee.kit.kernels.log import note

Int: TypeAlias = Any  # int64
Record: TypeAlias = Any  # one game of BatchState.games

RULES = UltimLimit()
CARDS, ROW, SEATS = len(DECK), len(SLOTS), RULES.seats[-1]
COLOUR_OF, NUMBER_OF = np.array(COLOUR), np.array(NUMBER)
DO_GO, DO_ROLL, DO_STOP, DO_ULTIM_GLASS, DO_ULTIM_CARDS, DO_TAKE, DO_KEEP = range(7)  # the first five are actions

# How long actions take, like the game's bot `random`.
SPANS = [bots.MOVES[kind] for kind in (Go, Roll, Stop, UltimGlass, UltimCards, Take, Keep)]
SPANS += [bots.LOOK, bots.REFILL, bots.Hasty.SPAN]
LOOK, REFILL, PATIENCE = range(DO_KEEP + 1, len(SPANS))
LEAST, WIDTH = np.array([low for low, _ in SPANS]), np.array([high - low + 1 for low, high in SPANS])

# A game is one record, so that kernels pass one pointer. -1 means none.
RECORD = np.dtype(
    [
        ("key", np.uint64),  # the game's random key …
        ("draw", np.int32),  # … and the number of draws used
        ("at", np.int32),  # match times
        ("started", np.int32),
        ("turned", np.int32),
        ("rolled", np.int32),
        ("deadline", np.int32),
        ("verdicts", np.int32, (ROUNDS * TURNS * SEATS,)),  # twice the ms the glass had run, plus 1 if banked
        ("score", np.int16, (SEATS,)),  # of the finished rounds
        ("keep", np.int16, (ROUNDS, SEATS)),  # one bit per colour
        ("row", np.int16, (ROW,)),  # cards
        ("phase", np.int8),  # index into PHASES
        ("round", np.int8),
        ("first", np.int8),
        ("turn", np.int8),
        ("dice", np.int8),  # dice: 0, or 1 + index into HANDFULS
        ("unspent", np.int8),
        ("ultim", np.int8),
        ("piled", np.uint8),  # cards in the pile
        ("taken", np.uint8),  # number of cards taken in this turn
        ("pile", np.uint8, (CARDS,)),  # the pile, in no order; from the end backwards, the cards taken in this turn
        ("place", np.uint8, (CARDS,)),  # where each card is, as below
        ("counted", np.int8, (ROUNDS, CARDS)),  # the owner of each card at the end of a round
    ],
    align=True,
)
PHASES: tuple[Phase, ...] = get_args(Phase)
GO, TURN, KEEP, OVER = map(PHASES.index, ("go", "turn", "keep", "over"))
PILE, DISCARD, IN_ROW, LOOT = range(4)  # LOOT and the seat
TAKEN = LOOT + SEATS  # and how many cards had been taken before


class BatchState(NamedTuple):
    games: Array  # (n,) RECORD


class Plan(NamedTuple):
    """The options, and the first code of each kind of action."""

    seats: int
    classic: bool
    young: bool
    glass_from: int
    glass_to: int
    roll_gap: int
    takes: int
    keeps: int
    firsts: int
    cards: int
    glasses: int
    throws: int
    sand: int


CHANCE, CLOCK = np.int64(-1), np.int64(-2)  # numba would compile again for each literal passed

# R6, R11: by dice and number, the ways to take a card and the dice they use; what a way or a double leaves.
HANDS = ((), *HANDFULS)
HAND = {dice: hand for hand, dice in enumerate(HANDS)}
WAYS = np.zeros((len(HANDS), 19), np.int8)
WAY = np.zeros((len(HANDS), 19, 2), np.int8)
LEFT = np.full((len(HANDS), len(HANDS)), -1, np.int8)
for _hand, _dice in enumerate(HANDS):
    for _sum, _uses in USES[_dice].items():
        WAYS[_hand, _sum] = len(_uses)
        for _n, (_used, _left) in enumerate(_uses.items()):
            WAY[_hand, _sum, _n] = HAND[_used]
            LEFT[_hand, HAND[_used]] = HAND[_left]
UNDOUBLED = np.array([HAND[DOUBLE[dice]] if dice in DOUBLE else -1 for dice in HANDS])
FIRST_THROW = HAND[next(iter(THROWS)).dice]
THROW = np.array([HAND[tuple(sorted((a, b, c)))] for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)])

# R15: pile sizes, by colour or by rank, packed in five bits each.
assert max(MOST) < 32
assert len(COLOURS) <= 12
KEEP_BITS = np.array([sum(1 << colour for colour in colours) for colours in KEEPS])
KEEP_COLOURS = np.array([(*colours, *(-1,) * (3 - len(colours))) for colours in KEEPS])

# Randomness: one word for each (seed, game, draw), by splitmix64.
S16, S48 = np.uint64(16), np.uint64(48)


@inner
def below(g: Record, bound: Int) -> Any:
    """The game's next draw: uniform, to within 2 ** -32."""
    word = word_of(g.key, g.draw)
    g.draw += 1
    return np.int64(((word >> S16) * np.uint64(bound)) >> S48)


# The row and the pile
@inner
def reshuffle(g: Record) -> None:
    """R10"""
    for card in range(CARDS):
        if g.place[card] == DISCARD:
            g.place[card] = PILE
            g.pile[g.piled] = card
            g.piled += 1


@inner
def fill(g: Record, plan: Plan, log: Array) -> None:
    """R4, R5, R10: fills the empty slots of the row, as long as there are cards."""
    for slot in range(ROW):
        if g.row[slot] < 0:
            if g.piled == 0:
                reshuffle(g)
            if g.piled == 0:
                return
            at = below(g, np.int64(g.piled))
            card = g.pile[at]
            g.piled -= 1
            g.pile[at] = g.pile[g.piled]
            g.row[slot] = card
            g.place[card] = IN_ROW
            note(log, CHANCE, plan.cards + card, g.at)


@inner
def clear_row(g: Record) -> None:
    for slot in range(ROW):
        g.row[slot] = -1


# A turn
@inner
def active(g: Record, plan: Plan) -> Any:
    return (g.first + g.turn) % plan.seats


@inner
def ways(g: Record, slot: int) -> Any:
    """R6: the number of ways to take the card there …"""
    return np.int64(WAYS[g.unspent, NUMBER_OF[g.row[slot]]]) if g.row[slot] >= 0 else 0


@inner
def a_take(g: Record, plan: Plan, slot: int, way: Int) -> Any:
    """… and one of them as an action."""
    return plan.takes + slot * len(HANDFULS) + WAY[g.unspent, NUMBER_OF[g.row[slot]], way] - 1


@inner
def may_ultim(g: Record, plan: Plan) -> Any:
    """R11, R20"""
    return not plan.young and not g.ultim and UNDOUBLED[g.unspent] >= 0


@inner
def act(g: Record, plan: Plan, action: Int, ms: Int, log: Array) -> None:
    """Plays the active seat's action after this many ms, or the end of the glass if it comes first."""
    at = g.at + ms
    if action == DO_ROLL and g.rolled >= 0:
        at = max(at, g.rolled + plan.roll_gap)  # R5
    late = g.deadline >= 0 and at >= g.deadline
    g.at = g.deadline if late else at
    note(log, CLOCK if late else active(g, plan), plan.sand if late else action, g.at)
    if late or action == DO_STOP:
        end_turn(g, plan, plan.young or not late, log)  # R7, R20
    else:
        play(g, plan, action, log)


@inner
def play(g: Record, plan: Plan, action: int, log: Array) -> None:
    if action >= plan.takes:
        take(g, (action - plan.takes) // len(HANDFULS), (action - plan.takes) % len(HANDFULS) + 1)
    elif action == DO_GO:
        start_glass(g, plan, log)
    elif action == DO_ROLL:
        roll(g, plan, log)
    elif action == DO_ULTIM_GLASS:  # R12
        g.ultim = 1
        g.unspent = UNDOUBLED[g.unspent]
        g.turned = g.at
        g.deadline = max(2 * g.at - g.started, g.at + 1)
    else:
        renew(g, plan, log)


@inner
def start_glass(g: Record, plan: Plan, log: Array) -> None:
    """R4, R8"""
    tenths = below(g, plan.glass_to - plan.glass_from + 1)
    g.started = g.at
    g.deadline = g.at + 100 * (plan.glass_from + tenths)
    g.phase = TURN
    note(log, CHANCE, plan.glasses + tenths, g.at)


@inner
def roll(g: Record, plan: Plan, log: Array) -> None:
    """R5"""
    g.rolled = g.at
    fill(g, plan, log)
    g.dice = g.unspent = THROW[below(g, len(THROW))]
    note(log, CHANCE, plan.throws + g.dice - FIRST_THROW, g.at)


@inner
def take(g: Record, slot: int, used: int) -> None:
    """R6"""
    card = g.row[slot]
    g.row[slot] = -1
    g.unspent = LEFT[g.unspent, used]
    g.place[card] = TAKEN + g.taken
    g.taken += 1
    g.pile[CARDS - g.taken] = card


@inner
def renew(g: Record, plan: Plan, log: Array) -> None:
    """R13"""
    g.ultim = 1
    g.unspent = 0
    for slot in range(ROW):
        if g.row[slot] >= 0:
            g.place[g.row[slot]] = DISCARD
    clear_row(g)
    fill(g, plan, log)


@inner
def clear_turn(g: Record) -> None:
    g.taken = 0
    g.dice = 0
    g.unspent = 0
    g.ultim = 0
    g.started = -1
    g.turned = -1
    g.rolled = -1
    g.deadline = -1


@inner
def end_turn(g: Record, plan: Plan, banked: bool, log: Array) -> None:
    """R7"""
    g.verdicts[g.round * TURNS * plan.seats + g.turn] = (g.at - g.started) << 1 | banked
    to = LOOT + active(g, plan) if banked else DISCARD
    for k in range(g.taken):
        g.place[g.pile[CARDS - 1 - k]] = to
    clear_turn(g)
    g.turn += 1
    if g.turn == TURNS * plan.seats:
        end_round(g, plan, log)
    else:
        fill(g, plan, log)
        g.phase = GO


# The end of a round
@inner
def sizes_of(g: Record, seat: int) -> int:
    """How many cards of each colour a loot has."""
    sizes = 0
    for card in range(CARDS):
        if g.place[card] == LOOT + seat:
            sizes += 1 << 5 * COLOUR_OF[card]
    return sizes


@inner
def size(sizes: int, colour: int) -> int:
    return sizes >> 5 * colour & 31


@inner
def ranked(sizes: int) -> int:
    """R15: the same sizes, the biggest first."""
    order = found = 0
    for many in range(31, 0, -1):
        for colour in range(len(COLOURS)):
            if size(sizes, colour) == many:
                order |= many << 5 * found
                found += 1
    return order


@inner
def points(sizes: int, plan: Plan, last: bool) -> int:
    """R14, R15, R16"""
    order = sizes if plan.classic else ranked(sizes)
    score = 0
    for rank in range(len(COLOURS)):
        if plan.classic or rank < 3:
            score += size(order, rank)
        elif last or rank >= 6:
            score -= size(order, rank)
    return score


@inner
def forced(sizes: int) -> int:
    """R17: the colours that are kept, one bit each, or -1 if equal piles leave a choice."""
    order, bits = ranked(sizes), 0
    for rank in range(3, 6):
        many, equal, kept = size(order, rank), 0, 0
        for other in range(len(COLOURS)):
            equal += size(order, other) == many
            kept += size(order, other) == many and 3 <= other < 6
            bits |= (size(sizes, other) == many > 0) << other
        if many > 0 and equal > kept:
            return -1
    return bits


@inner
def keepable(sizes: int, order: int, keep: int) -> bool:
    """R15, R17: whether these colours can be the second three piles, judged by their sizes."""
    a, b, c = KEEP_COLOURS[keep]
    high, middle, low = size(sizes, a), size(sizes, b) if b >= 0 else 0, size(sizes, c) if c >= 0 else 0
    high, middle = max(high, middle), min(high, middle)
    middle, low = max(middle, low), min(middle, low)
    high, middle = max(high, middle), min(high, middle)
    full = high > 0 and (b < 0 or middle > 0) and (c < 0 or low > 0)
    return full and high | middle << 5 | low << 10 == order >> 15 & 0x7FFF


@inner
def end_round(g: Record, plan: Plan, log: Array) -> None:
    """R14, R16, R17: seats with a choice have to act."""
    g.phase = KEEP
    for seat in range(plan.seats):
        nothing = plan.classic or g.round == ROUNDS - 1
        g.keep[g.round, seat] = 0 if nothing else forced(sizes_of(g, seat))
    count(g, plan, log)


@inner
def asked(g: Record, plan: Plan, seat: int) -> Any:
    """Whether the seat is to act."""
    if g.phase == KEEP:
        return g.keep[g.round, seat] < 0
    return g.phase != OVER and seat == active(g, plan)


@inner
def keep(g: Record, plan: Plan, seat: int, action: Int, at: Int, log: Array) -> None:
    """R17: all choose at once, and the slowest seat sets the time."""
    g.keep[g.round, seat] = KEEP_BITS[action - plan.keeps]
    g.at = max(g.at, at)
    note(log, seat, action, g.at)


@inner
def count(g: Record, plan: Plan, log: Array) -> None:
    """Counts the round once nobody has a choice left."""
    for seat in range(plan.seats):
        if g.keep[g.round, seat] < 0:
            return
    for card in range(CARDS):
        looted = LOOT <= g.place[card] < TAKEN
        g.counted[g.round, card] = g.place[card] - LOOT if looted else -1
    for seat in range(plan.seats):
        g.score[seat] += points(sizes_of(g, seat), plan, g.round == ROUNDS - 1)
    g.round += 1
    g.turn = 0
    if g.round == ROUNDS:
        g.phase = OVER
    else:
        gather(g)
        fill(g, plan, log)
        g.phase = GO


@inner
def gather(g: Record) -> None:
    """R14, R18: shuffles everything but kept loot."""
    clear_row(g)
    g.piled = 0
    for card in range(CARDS):
        seat = g.counted[g.round - 1, card]
        if seat < 0 or not g.keep[g.round - 1, seat] >> COLOUR_OF[card] & 1:
            g.place[card] = PILE
            g.pile[g.piled] = card
            g.piled += 1


# Batches
@inner
def start(g: Record, plan: Plan, key: Word64, log: Array) -> None:
    g.key = key
    g.draw = 0
    g.at = 0
    g.round = 0
    g.turn = 0
    g.piled = CARDS
    for card in range(CARDS):
        g.pile[card] = card
        g.place[card] = PILE
    for seat in range(SEATS):
        g.score[seat] = 0
    clear_row(g)
    clear_turn(g)
    g.first = below(g, plan.seats)  # R3
    note(log, CHANCE, plan.firsts + g.first, g.at)
    fill(g, plan, log)
    g.phase = GO


@compiled
def begin(s: BatchState, plan: Plan, base: Word64, numbers: Array, log: Array) -> None:
    for i in range(len(numbers)):
        if numbers[i] >= 0:
            log[i] = 0
            start(s.games[i], plan, key_of(base, numbers[i]), log[i])


@compiled
def fill_waiting(s: BatchState, plan: Plan, out: Array) -> None:
    for i in range(out.shape[0]):
        for seat in range(plan.seats):
            out[i, seat] = asked(s.games[i], plan, seat)


@inner
def mark_turn(g: Record, plan: Plan, out: Array) -> None:
    """R5, R6, R7, R11"""
    out[DO_ROLL] = out[DO_STOP] = True
    for slot in range(ROW):
        for way in range(ways(g, slot)):
            out[a_take(g, plan, slot, way)] = True
    if may_ultim(g, plan):
        out[DO_ULTIM_GLASS] = out[DO_ULTIM_CARDS] = True


@compiled
def fill_mask(s: BatchState, plan: Plan, out: Array) -> None:
    out[:] = False
    for i in range(out.shape[0]):
        g = s.games[i]
        for seat in range(plan.seats):
            if asked(g, plan, seat):
                if g.phase == GO:
                    out[i, seat, DO_GO] = True
                elif g.phase == TURN:
                    mark_turn(g, plan, out[i, seat])
                else:
                    sizes = sizes_of(g, seat)
                    order = ranked(sizes)
                    for k in range(len(KEEP_BITS)):
                        out[i, seat, plan.keeps + k] = keepable(sizes, order, k)


@compiled
def step(s: BatchState, plan: Plan, actions: Array, ms: Array, log: Array) -> None:
    for i in range(actions.shape[0]):
        g = s.games[i]
        if g.phase == KEEP:
            start = np.int64(g.at)
            for seat in range(plan.seats):
                if asked(g, plan, seat) and actions[i, seat] >= 0:
                    keep(g, plan, seat, np.int64(actions[i, seat]), start + ms[i, seat], log[i])
            count(g, plan, log[i])
        elif g.phase != OVER:
            seat = active(g, plan)
            if actions[i, seat] >= 0:
                act(g, plan, np.int64(actions[i, seat]), np.int64(ms[i, seat]), log[i])


# Whole games, like the game's bot `random`
@inner
def any_of_turn(g: Record, plan: Plan) -> Any:
    """Any legal action but Stop, all equally likely."""
    choices = 3 if may_ultim(g, plan) else 1
    for slot in range(ROW):
        choices += ways(g, slot)
    left = below(g, choices)
    for slot in range(ROW):
        if left < ways(g, slot):
            return a_take(g, plan, slot, left)
        left -= ways(g, slot)
    return DO_ROLL if left == 0 else DO_STOP + left


@inner
def pace(g: Record, plan: Plan, action: int) -> Any:
    verb = action if action < plan.takes else DO_TAKE
    ms = LEAST[verb] + below(g, WIDTH[verb])
    if g.dice > 0 and g.dice == g.unspent:
        ms += LEAST[LOOK] + below(g, WIDTH[LOOK])
    if verb == DO_ROLL:
        for slot in range(ROW):
            if g.row[slot] < 0:
                ms += LEAST[REFILL] + below(g, WIDTH[REFILL])
    return ms


@inner
def any_keep(g: Record, plan: Plan, seat: int) -> Any:
    sizes = sizes_of(g, seat)
    order, ways = ranked(sizes), 0
    for k in range(len(KEEP_BITS)):
        ways += keepable(sizes, order, k)
    left, k = below(g, ways), -1
    while left >= 0:
        k += 1
        left -= keepable(sizes, order, k)
    return plan.keeps + k


@inner
def keep_at_random(g: Record, plan: Plan, log: Array) -> None:
    start = np.int64(g.at)
    for seat in range(plan.seats):
        if asked(g, plan, seat):
            action = any_keep(g, plan, seat)
            keep(g, plan, seat, action, start + LEAST[DO_KEEP] + below(g, WIDTH[DO_KEEP]), log)
    count(g, plan, log)


@compiled
def finish(s: BatchState, plan: Plan, log: Array) -> None:
    for i in range(s.games.shape[0]):
        g = s.games[i]
        patience = LEAST[PATIENCE] + below(g, WIDTH[PATIENCE])
        while g.phase != OVER:
            if g.phase == KEEP:
                keep_at_random(g, plan, log[i])
                continue
            if g.phase == GO:
                patience = LEAST[PATIENCE] + below(g, WIDTH[PATIENCE])
                action = DO_GO
            elif g.at - g.started >= patience:
                action = DO_STOP
            else:
                action = any_of_turn(g, plan)
            act(g, plan, action, pace(g, plan, action), log[i])


@inner
def sum_of(g: Record, seat: int) -> int:
    """The sum of the numbers on the loot at the last count."""
    found = 0
    for card in range(CARDS):
        if g.counted[ROUNDS - 1, card] == seat:
            found += NUMBER_OF[card]
    return found


@compiled
def outcome(s: BatchState, plan: Plan, scores: Array, places: Array) -> None:
    for i in range(scores.shape[0]):
        g = s.games[i]
        for seat in range(plan.seats):
            scores[i, seat] = g.score[seat]
            places[i, seat] = g.phase == OVER
            for other in range(plan.seats if g.phase == OVER else 0):  # R19
                ahead = g.score[other] - g.score[seat]
                if ahead == 0 and other != seat:
                    ahead = sum_of(g, other) - sum_of(g, seat)
                places[i, seat] += ahead > 0


# The columns of an observation in order, with their widths. -1 means none.
def columns(seats: int) -> dict[str, int]:
    verdicts = ROUNDS * TURNS * seats
    ones = dict.fromkeys(("watcher", "phase", "first", "turn", "round", "ultim", "started", "turned", "rolled", "deadline"), 1)
    cards = {"dice": 3, "unspent": 3, "row": ROW, "place": CARDS, "counted": ROUNDS * CARDS, "kept": ROUNDS * seats}
    return ones | cards | {"ms": verdicts, "banked": verdicts, "keep": 1, "chosen": seats}


FACES = np.array([(*dice, *(-1,) * (3 - len(dice))) for dice in HANDS])


@compiled
def observe(s: BatchState, plan: Plan, watcher: int, out: Array) -> None:
    """Written element by element, which compiles faster than slices."""
    for i in range(out.shape[0]):
        g, row = s.games[i], out[i]
        at = observe_turn(g, plan, watcher, row)
        at = observe_counts(g, plan, row, at)
        asking = g.phase == KEEP  # R17: no choice is half made between steps
        row[at] = g.keep[g.round, watcher] if asking and watcher >= 0 else -1
        for seat in range(plan.seats):
            row[at + 1 + seat] = g.keep[g.round, seat] >= 0 if asking else -1


@inner
def observe_turn(g: Record, plan: Plan, watcher: int, out: Array) -> int:
    """Returns the next column."""
    deadline = g.deadline if plan.young else -1  # R8, R20
    out[0], out[1], out[2], out[3], out[4] = watcher, g.phase, g.first, g.turn, g.round
    out[5], out[6], out[7], out[8], out[9] = g.ultim, g.started, g.turned, g.rolled, deadline
    for die in range(3):
        out[10 + die] = FACES[g.dice, die]
        out[13 + die] = FACES[g.unspent, die]
    for slot in range(ROW):
        out[16 + slot] = g.row[slot]
    for card in range(CARDS):
        out[16 + ROW + card] = g.place[card]
    return 16 + ROW + CARDS


@inner
def observe_counts(g: Record, plan: Plan, out: Array, at: int) -> int:
    for round in range(ROUNDS):
        for card in range(CARDS):
            out[at + card] = g.counted[round, card] if round < g.round else -1
        at += CARDS
    for round in range(ROUNDS):
        for seat in range(plan.seats):
            out[at + seat] = g.keep[round, seat] if round < g.round else -1
        at += plan.seats
    turns = ROUNDS * TURNS * plan.seats
    for turn in range(turns):
        over = turn < g.round * TURNS * plan.seats + g.turn
        out[at + turn] = g.verdicts[turn] >> 1 if over else -1
        out[at + turns + turn] = g.verdicts[turn] & 1 if over else -1
    return at + 2 * turns


class Fast:
    """The kernels for one number of seats and one choice of options: `Kernel` of `tablee.lab.kernel`."""

    kind: npt.DTypeLike = np.int32

    def __init__(self, seats: int, options: Options) -> None:
        self.seats, self.options = seats, options
        codes = RULES.codes(seats, options)
        takes, firsts = codes.index("take 1 1"), codes.index("first 0")
        self.plan = Plan(
            seats=seats,
            classic=options.scoring == "classic",
            young=options.young,
            glass_from=options.glass_from,
            glass_to=options.glass_to,
            roll_gap=options.roll_gap,
            takes=takes,
            keeps=takes + len(TAKES),
            firsts=firsts,
            cards=firsts + seats,
            glasses=firsts + seats + CARDS,
            throws=len(codes) - 1 - len(THROWS),
            sand=len(codes) - 1,
        )
        self.moves = codes[:firsts]
        self.rows = RULES.bound(seats, options)
        self.columns = columns(seats)
        self.width = sum(self.columns.values())
        colours = (1 << len(COLOURS)) - 1
        bounds = {"phase": (0, len(PHASES) - 1), "turn": (0, len(DECK)), "round": (0, ROUNDS), "ultim": (0, 1), "dice": (-1, 6)}
        bounds |= {"unspent": (-1, 6), "row": (-1, CARDS - 1), "place": (0, TAKEN + CARDS), "kept": (-1, colours)}
        bounds |= {"keep": (-1, colours), "banked": (-1, 1), "chosen": (-1, 1)}
        bounds |= dict.fromkeys(("watcher", "first", "counted"), (-1, seats - 1))
        bounds |= dict.fromkeys(("started", "turned", "rolled", "deadline", "ms"), (-1, TIME))
        self.fields = tuple(Field(name, count, *bounds[name]) for name, count in self.columns.items())

    def fresh(self, n: int) -> BatchState:
        games = np.zeros(n, RECORD)
        games["phase"] = OVER
        return BatchState(games)

    def begin(self, state: BatchState, seed: int, numbers: Array, log: Array) -> None:
        begin(state, self.plan, seed_word(seed), numbers, log)

    def waiting(self, state: BatchState, out: Array) -> None:
        fill_waiting(state, self.plan, out)

    def mask(self, state: BatchState, out: Array) -> None:
        fill_mask(state, self.plan, out)

    def step(self, state: BatchState, actions: Array, ms: Array, log: Array) -> None:
        step(state, self.plan, actions, ms, log)

    def finish(self, state: BatchState, log: Array) -> None:
        finish(state, self.plan, log)

    def outcome(self, state: BatchState, scores: Array, places: Array) -> None:
        outcome(state, self.plan, scores, places)

    def observe(self, state: BatchState, seat: int, out: Array) -> None:
        observe(state, self.plan, seat, out)

    def write_view(self, view: View) -> Array:
        seen, none = view.seen, -1
        times = (none if time is None else time for time in (seen.started, seen.turned, seen.rolled, view.deadline))
        counts = [dict.fromkeys(DECK, none) for _ in range(ROUNDS)]
        for owners, counted in zip(counts, seen.counts, strict=False):
            owners |= {card: seat for seat, c in enumerate(counted) for card in c.loot}
        verdicts = [(v.ms, v.banked) for v in seen.verdicts] + [(none, none)] * (self.columns["ms"] - len(seen.verdicts))
        row = [
            *(none if view.seat is None else view.seat, PHASES.index(seen.phase), seen.first, seen.turn, len(seen.counts)),
            *(seen.ultim, *times, *FACES[HAND[seen.dice]], *FACES[HAND[seen.unspent]]),
            *(none if card is None else card for card in seen.row),
            *places_of(seen),
            *(owner for owners in counts for owner in owners.values()),
            *(bits(c.keep) for counted in seen.counts for c in counted),
            *[none] * ((ROUNDS - len(seen.counts)) * self.seats),
            *(ms for ms, _ in verdicts),
            *(banked for _, banked in verdicts),
            none if view.keep is None else bits(view.keep),
            *(view.chosen or (none,) * self.seats),
        ]
        return np.array(row, self.kind)

    @staticmethod
    def setting_of(view: View) -> tuple[int, Options]:
        return view.seen.seats, view.seen.options

    def read_view(self, row: Array) -> View:
        ends = np.cumsum(list(self.columns.values()))[:-1]
        parts = (part.tolist() for part in np.split(row, ends))
        part: dict[str, list[int]] = dict(zip(self.columns, parts, strict=True))
        one = {name: values[0] for name, values in part.items() if len(values) == 1}
        place = part["place"]
        seen = PublicState(
            self.options,
            self.seats,
            PHASES[one["phase"]],
            where(place, PILE),
            tuple(where(place, LOOT + seat) for seat in range(self.seats)),
            one["first"],
            one["turn"],
            tuple(map(shown, part["row"])),
            where(place, DISCARD),
            tuple(self._counted(part, round) for round in range(one["round"])),
            tuple(self._verdicts(part, one["first"])),
            tuple(sorted((card for card in DECK if place[card] >= TAKEN), key=place.__getitem__)),
            tuple(die for die in part["dice"] if die > 0),
            tuple(die for die in part["unspent"] if die > 0),
            bool(one["ultim"]),
            *(shown(one[time]) for time in ("started", "turned", "rolled")),
        )
        keep = None if one["keep"] < 0 else colours(one["keep"])
        chosen = tuple(bool(flag) for flag in part["chosen"] if flag >= 0)
        return View(shown(one["watcher"]), seen, shown(one["deadline"]), keep, chosen)

    def _counted(self, part: dict[str, list[int]], round: int) -> tuple[RoundCount, ...]:
        owners, keeps = part["counted"][round * CARDS :][:CARDS], part["kept"][round * self.seats :]
        return tuple(RoundCount(where(owners, seat), colours(keeps[seat])) for seat in range(self.seats))

    def _verdicts(self, part: dict[str, list[int]], first: Seat) -> list[TurnEnd]:
        turns = enumerate(zip(part["ms"], part["banked"], strict=True))
        return [TurnEnd((first + turn) % self.seats, ms, bool(banked)) for turn, (ms, banked) in turns if ms >= 0]


def places_of(seen: PublicState) -> list[int]:
    place = dict.fromkeys(DECK, PILE) | dict.fromkeys(seen.discard, DISCARD)
    place |= {card: IN_ROW for card in seen.row if card is not None}
    place |= {card: LOOT + seat for seat, loot in enumerate(seen.loot) for card in loot}
    place |= {card: TAKEN + order for order, card in enumerate(seen.taken)}
    return list(place.values())


def where(place: list[int], what: int) -> Cards:
    return tuple(card for card in DECK if place[card] == what)


def shown(value: int) -> Card | None:
    return None if value < 0 else value


def bits(colours: Colours) -> int:
    return sum(1 << colour for colour in colours)


def colours(bits: int) -> Colours:
    return tuple(colour for colour in range(len(COLOURS)) if bits >> colour & 1)
