"""Compiled bots of Ultim' Limit, for batches: they choose as those in `players` do; see `tablee.lab.kernel`."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tablee.core.game import Seat
from tablee.games.ultim_limit.actions import THROWS, Stop, Take, UltimGlass
from tablee.games.ultim_limit.deck import COLOURS
from tablee.games.ultim_limit.kernels.batch import (
    CARDS,
    COLOUR_OF,
    DO_GO,
    DO_KEEP,
    DO_ROLL,
    DO_STOP,
    DO_TAKE,
    DO_ULTIM_CARDS,
    DO_ULTIM_GLASS,
    GO,
    KEEP,
    KEEP_BITS,
    LEAST,
    LEFT,
    LOOK,
    NUMBER_OF,
    REFILL,
    ROW,
    UNDOUBLED,
    WAY,
    WAYS,
    WIDTH,
    BatchState,
    Fast,
    Int,
    Plan,
    Record,
    a_take,
    asked,
    keepable,
    may_ultim,
    ranked,
    size,
    sizes_of,
    ways,
)
from tablee.games.ultim_limit.players import bots
from tablee.games.ultim_limit.rules import ROUNDS, TURNS
from tablee.kit.kernels.chance import Word64, below_of, stream_of
from tablee.kit.kernels.decorators import Array, compiled, inner

STREAMS = ("decision", "seconds")
DECISION, SECONDS = range(2)
CYCLE, DOUBLES, FRESH = bots.CYCLE, bots.DOUBLES, bots.FRESH
TAKING, STOPPING, TURNING = (bots.middle(bots.MOVES[kind]) for kind in (Take, Stop, UltimGlass))
PILES = len(COLOURS)
NUMBERS = 19  # those on cards are lower
SEVENTH, FOURTH = 6, 3  # ranks of piles: R15

# The ways to split a throw: the sums they make, and how often; 0 is none.
WEIGHT = np.array(list(THROWS.values()))
SPLIT = np.zeros((len(THROWS), 5, 3, 2), np.int64)
for _throw, _dice in enumerate(THROWS):
    for _n, _split in enumerate(bots.SPLITS[_dice.dice]):
        for _k, _part in enumerate(_split):
            SPLIT[_throw, _n, _k] = _part


class Senses(NamedTuple):
    """When the glass may end: in perceived ms, and as multiples of the time before it was turned."""

    ends: Array
    turned: Array


@cache
def senses_of(glass_from: int, glass_to: int) -> Senses:
    return Senses(np.array(bots.glass_felt(glass_from, glass_to)), np.array(bots.turn_felt()))


# The value of a loot, given as sizes of piles in five bits each
@inner
def value(sizes: Int, plan: Plan, last: bool) -> Any:
    best = second = rest = 0
    for colour in range(PILES):
        many, rank = size(sizes, colour), 0
        if plan.classic:
            best += many
            continue
        for other in range(PILES):
            rival = size(sizes, other)
            rank += rival > many or (rival == many and other < colour)
        if rank < FOURTH:
            best += many
        elif rank < SEVENTH:
            second += many
        else:
            rest += many
    return best + (-1.0 if last else 0.6) * second - rest


@inner
def plus(sizes: Int, card: Int) -> Any:
    return sizes + (1 << 5 * COLOUR_OF[card])


@inner
def plan_value(g: Record, sizes: Int, slots: Int, dice: Int, plan: Plan, last: bool) -> Any:
    """The most these dice can bring, of the cards in these slots."""
    best = 0.0
    if dice == 0:
        return best
    here = value(sizes, plan, last)
    for slot in range(ROW):
        if slots >> slot & 1:
            card = g.row[slot]
            for way in range(WAYS[dice, NUMBER_OF[card]]):
                after, left = plus(sizes, card), np.int64(LEFT[dice, WAY[dice, NUMBER_OF[card], way]])
                more = plan_value(g, after, slots & ~(1 << slot), left, plan, last)
                best = max(best, value(after, plan, last) - here + more)
    return best


@inner
def best_take(g: Record, sizes: Int, slots: Int, plan: Plan, last: bool) -> Any:
    """The same for the unspent dice, with the first card to take for it; -1 is none."""
    best, first, here = 0.0, np.int64(-1), value(sizes, plan, last)
    for slot in range(ROW):
        for way in range(ways(g, slot)):
            card = g.row[slot]
            after, left = plus(sizes, card), np.int64(LEFT[g.unspent, WAY[g.unspent, NUMBER_OF[card], way]])
            more = plan_value(g, after, slots & ~(1 << slot), left, plan, last)
            gain = value(after, plan, last) - here + more
            if gain > best:
                best, first = gain, np.int64(a_take(g, plan, slot, way))
    return best, first


@inner
def fresh(sizes: Int, plan: Plan, last: bool) -> Any:
    """An estimate of what a roll brings on a row of unknown cards."""
    here, total = value(sizes, plan, last), 0.0
    for colour in range(PILES):
        total += max(value(sizes + (1 << 5 * colour), plan, last) - here, 0.0)
    return FRESH * total / PILES


@inner
def expected(g: Record, sizes: Int, plan: Plan, last: bool, gains: Array, counts: Array) -> Any:
    """An estimate of what the next roll brings on this row. `gains` and `counts` are room to work in: by number, what the best
    cards bring, the first of them one, two …"""
    here, holes = value(sizes, plan, last), 0
    gains[:] = 0.0
    counts[:] = 0
    for slot in range(ROW):
        if g.row[slot] < 0:
            holes += 1
            continue
        number, gain = NUMBER_OF[g.row[slot]], max(value(plus(sizes, g.row[slot]), plan, last) - here, 0.0)
        counts[number] += 1
        for place in range(1, 4):  # sorted, the best first
            if gain > gains[number, place]:
                gain, gains[number, place] = gains[number, place], gain
    for number in range(NUMBERS):
        for place in range(2, 4):
            gains[number, place] += gains[number, place - 1]
    whole = 0.0
    for throw in range(len(WEIGHT)):
        best = 0.0
        for n in range(SPLIT.shape[1]):
            gain = 0.0
            for k in range(SPLIT.shape[2]):
                number, times = SPLIT[throw, n, k, 0], SPLIT[throw, n, k, 1]
                gain += gains[number, min(times, counts[number])]
            best = max(best, gain)
        whole += WEIGHT[throw] * best
    return whole / 216 + holes / ROW * fresh(sizes, plan, last)


# How time feels
@inner
def survival(ends: Array, felt: float) -> Any:
    return 1 - np.searchsorted(ends, felt, side="right") / len(ends)


@inner
def survives(g: Record, senses: Senses, ms: int, speed: float, again: float) -> Any:
    if g.turned < 0:
        return survival(senses.ends, (g.at + ms - g.started) * speed)
    unit = max((g.turned - g.started) * speed, 1.0)
    return survival(senses.turned, (g.at + ms - g.turned) * again / unit)


@inner
def dares(g: Record, plan: Plan, senses: Senses, ms: int, stake: float, gain: float, speed: float, again: float) -> Any:
    """Whether going on for `ms` and then stopping is worth more than stopping now."""
    if plan.young:
        return True
    on = survives(g, senses, ms + STOPPING, speed, again) * (stake + gain)
    return on >= survives(g, senses, STOPPING, speed, again) * stake


@inner
def wait(felt: float, limit: float) -> Any:
    """About how long the turn will last if the glass is not turned now."""
    if felt + CYCLE > limit:
        return limit
    later = wait(felt + CYCLE, limit)
    return DOUBLES * max(1.9 * (felt + CYCLE), later) + (1 - DOUBLES) * later


@inner
def turns_now(g: Record, plan: Plan, sizes: Int, slots: Int, gain: float, last: bool, speed: float) -> Any:
    felt = (g.at + TURNING - g.started) * speed
    left = plan_value(g, sizes, slots, np.int64(UNDOUBLED[g.unspent]), plan, last)
    lost = (gain - left) * CYCLE / FRESH
    return 1.9 * felt - lost > wait(felt, 90.0 * plan.glass_from)


# Choices
@inner
def choose_in_turn(g: Record, plan: Plan, senses: Senses, seat: int, key: Word64, gains: Array, counts: Array) -> Any:
    stream = stream_of(key, SECONDS, g.round * TURNS * plan.seats + g.turn)
    speed = 1 + (below_of(stream, 0, 121) + below_of(stream, 1, 121) - 120) / 1000
    again = 1 + (below_of(stream, 2, 121) + below_of(stream, 3, 121) - 120) / 1000
    last, banked, slots = g.round >= ROUNDS - 1, sizes_of(g, seat), 0
    sizes = banked
    for k in range(g.taken):
        sizes = plus(sizes, g.pile[CARDS - 1 - k])
    for slot in range(ROW):
        slots |= (g.row[slot] >= 0) << slot
    stake = value(sizes, plan, last) - value(banked, plan, last)
    gain, take = best_take(g, sizes, slots, plan, last)
    if may_ultim(g, plan) and turns_now(g, plan, sizes, slots, gain, last, speed):
        return np.int64(DO_ULTIM_GLASS)
    if take >= 0:
        return take if dares(g, plan, senses, TAKING, stake, gain, speed, again) else np.int64(DO_STOP)
    coming = expected(g, sizes, plan, last, gains, counts)
    if may_ultim(g, plan) and coming < 0.3 * fresh(sizes, plan, last):
        return np.int64(DO_ULTIM_CARDS)
    return np.int64(DO_ROLL if dares(g, plan, senses, CYCLE, stake, coming, speed, again) else DO_STOP)


@inner
def choose_keep(g: Record, plan: Plan, seat: int) -> Any:
    """Keeps the colours of which rivals have the fewest cards."""
    sizes, rivals = sizes_of(g, seat), 0
    for other in range(plan.seats):
        rivals += sizes_of(g, other) if other != seat else 0
    best: Int = np.int64(-1)
    order, fewest = ranked(sizes), 1 << 9
    for k in range(len(KEEP_BITS)):
        if keepable(sizes, order, k):
            cards = 0
            for colour in range(PILES):
                cards += size(rivals, colour) if KEEP_BITS[k] >> colour & 1 else 0
            if cards < fewest:
                best, fewest = plan.keeps + k, cards
    return best


@inner
def pace(g: Record, plan: Plan, action: Int, stream: Word64) -> Any:
    verb = action if action < plan.takes else DO_TAKE if action < plan.keeps else DO_KEEP
    ms, draws = LEAST[verb] + below_of(stream, 0, WIDTH[verb]), 1
    if g.dice > 0 and g.dice == g.unspent:
        ms += LEAST[LOOK] + below_of(stream, draws, WIDTH[LOOK])
        draws += 1
    if verb == DO_ROLL:
        for slot in range(ROW):
            if g.row[slot] < 0:
                ms += LEAST[REFILL] + below_of(stream, draws, WIDTH[REFILL])
                draws += 1
    return ms


@compiled
def choose_sensibly(
    s: BatchState, plan: Plan, senses: Senses, seat: int, keys: Array, steps: Array, actions: Array, ms: Array
) -> None:
    gains, counts = np.zeros((NUMBERS, 4)), np.zeros(NUMBERS, np.int64)
    for i in range(len(actions)):
        g = s.games[i]
        if not asked(g, plan, seat):
            continue
        if g.phase == GO:
            action: Int = np.int64(DO_GO)
        elif g.phase == KEEP:
            action = choose_keep(g, plan, seat)
        else:
            action = choose_in_turn(g, plan, senses, seat, keys[i], gains, counts)
        actions[i] = action
        ms[i] = pace(g, plan, action, stream_of(keys[i], DECISION, steps[i]))


def sensible(kernel: Fast, state: BatchState, seat: Seat, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
    senses = senses_of(kernel.plan.glass_from, kernel.plan.glass_to)
    choose_sensibly(state, kernel.plan, senses, seat, keys, steps, actions, ms)


BOTS = {"sensible": sensible}
