"""The champion's choice in a turn, compiled: the expert's plan with learnt values of loot, corrected by a small net.

The plan says about what rolling on, turning the glass or a new row brings. The net says by how much it errs, from the plan's own
numbers. Stopping needs no correction, and a take is worth the best of what can follow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablee.games.ultim_limit.deck import MOST, NUMBER
from tablee.games.ultim_limit.kernels.batch import LEFT, UNDOUBLED, WAY, WAYS
from tablee.games.ultim_limit.kernels.plan import (
    CARDS,
    CHANCE_OF,
    COLOUR_OF,
    FIRST_TAKE,
    GLASS,
    NEW_ROW,
    NUMBER_OF,
    PILES,
    ROLL,
    ROW,
    SIZE,
    STOP,
    Desk,
    Int,
    Mind,
    Plan,
    Real,
    bits,
    cards_there,
    fill_slots,
    find_gains_together,
    lasts_fine,
    lasts_rough,
    mind_of,
    new_row,
    roll_value,
    stop_value,
    turn_glass,
    value,
)
from tablee.games.ultim_limit.rules import ROUNDS, TURNS
from tablee.kit.kernels.decorators import Array, inner

PILE, NUMBERS = max(MOST) + 1, max(NUMBER) + 1  # sizes of a pile, and numbers on cards, from 0
WHOLE = ROUNDS * TURNS
SEEN = 60  # numbers that the net sees
DENIED = -1.0  # of what a card in the row is worth to the next seat, if that is a rival


class Loots(NamedTuple):
    """What loot is worth, for one number of seats, by the turns that its seat has finished."""

    learnt: bool  # if not, loot is worth what it is to the expert
    pairs: Array  # by turns, rank and the sizes of two neighbouring piles
    room: Array  # by turns, rank and size: for each card of the colour that nobody has
    row: Array  # by turns, rank and number: for each card that was left in the row
    keeps: Array  # by round and the sizes of kept piles


class Net(NamedTuple):
    """By how much the plan errs."""

    used: bool
    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array


class Place(NamedTuple):
    """Whose turn it is of how many."""

    seats: int
    seat: int
    had: int  # turns that this seat has finished
    ends: bool  # whether the round ends with this turn
    taken: int


@inner
def worth_of_loot(loots: Loots, turns: int, sizes: Array, others: Array) -> Real:
    """Points still to be counted, with a row of unknown cards. others: by colour, the cards that rivals have."""
    keys = np.empty(PILES, np.int64)
    for colour in range(PILES):
        key, place = sizes[colour] * 16 + 15 - others[colour], colour
        while place > 0 and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            place -= 1
        keys[place] = key
    if turns % TURNS == 0:
        points: Real = 0.0
        for rank in range(PILES):
            points += keys[rank] >> 4 if rank < 3 else -(keys[rank] >> 4) if rank >= 6 or turns == WHOLE else 0
        return points if turns == WHOLE else points + loots.keeps[turns // TURNS, keys[3] >> 4, keys[4] >> 4, keys[5] >> 4]
    found: Real = 0.0
    for rank in range(PILES):
        many = keys[rank] >> 4
        if rank:
            found += loots.pairs[turns, rank - 1, keys[rank - 1] >> 4, many]
        found += loots.room[turns, rank, many] * (PILE - 16 - many + (keys[rank] & 15))
    return found


@inner
def worth(g: Desk, plan: Plan, loots: Loots, place: Place) -> Real:
    """Of the loot with what was taken in this turn."""
    if not loots.learnt:
        return value(g.sizes, plan, place.had >= WHOLE - TURNS)
    found = worth_of_loot(loots, place.had + 1, g.sizes, g.others)
    for colour in range(PILES):
        found += g.denied[colour] * (g.sizes[colour] - g.banked[colour])
    return found


@inner
def rank_of(sizes: Array, colour: Int) -> Int:
    rank = 0
    for other in range(PILES):
        rank += sizes[other] > sizes[colour]
    return rank


@inner
def within(turns: Int) -> Int:
    """The turns finished, at the start of a round as after its first turn."""
    return turns if turns % TURNS else turns + 1


@inner
def find_others(g: Desk, loots: Loots, place: Place) -> None:
    """What rivals have, what is denied to them, and what cards are worth if they stay in the row."""
    g.left[:] = 0.0
    g.denied[:] = 0.0
    g.others[:] = 0
    for rival in range(place.seats - 1):
        for colour in range(PILES):
            g.others[colour] += g.rivals[rival, colour]
    if not loots.learnt:
        return
    for rival in range(place.seats - 1):
        if g.had[rival] == place.had or g.had[rival] % TURNS:  # it has another turn in this round
            for colour in range(PILES):
                many = g.rivals[rival, colour]
                room = loots.room[within(g.had[rival]), rank_of(g.rivals[rival], colour), many]
                g.denied[colour] += room / (place.seats - 1)
    if not place.ends:
        for card in range(CARDS):
            g.left[card] = left_in_row(g, loots, place, card)


@inner
def left_in_row(g: Desk, loots: Loots, place: Place, card: Int) -> Real:
    """What a card is worth in the row at the end of this turn: to this seat if it is alone, else to the next."""
    colour, number = COLOUR_OF[card], NUMBER_OF[card]
    if place.seats == 1:
        return loots.row[place.had + 1, rank_of(g.sizes, colour), number]
    share = DENIED / (place.seats - 1)
    return share * loots.row[within(g.had[0]), rank_of(g.rivals[0], colour), number]


@inner
def value_row(g: Desk, plan: Plan, loots: Loots, place: Place) -> Real:
    """Writes what the row brings, and returns the cards that a roll takes on average."""
    find_others(g, loots, place)
    here = worth(g, plan, loots, place)
    for colour in range(PILES):
        g.sizes[colour] += 1
        g.points[colour] = worth(g, plan, loots, place) - here
        g.sizes[colour] -= 1
    there = cards_there(g)
    for mask in range(SIZE):
        g.stays[mask] = 0.0
        if mask & ~there == 0:
            for slot in range(ROW):
                if mask >> slot & 1:
                    g.sizes[COLOUR_OF[g.row[slot]]] += 1
                    g.stays[mask] += g.left[g.row[slot]]
            g.sets[mask] = worth(g, plan, loots, place)
            for slot in range(ROW):
                if mask >> slot & 1:
                    g.sizes[COLOUR_OF[g.row[slot]]] -= 1
    takes = fill_slots(g)
    find_gains_together(g)
    return takes


# The net
@inner
def see(
    g: Desk, plan: Plan, mind: Mind, place: Place, kind: Int, found: Real, stake: Real, at: Real, end: Real, mask: Int, ultim: bool
) -> None:
    """What the net sees of a plan: kind 0 is to roll on, 1 to turn the glass at this time, 2 a new row.

    found: what the plan says. end: that of a turned glass, or 0. mask: the cards that lie in the row then.
    """
    x, low, high = g.numbers, np.float64(mind.low), np.float64(mind.high)
    if end > 0:
        low = high = end
    x[:] = 0.0
    x[0], x[1] = found / 4, stake / 4
    x[2 + kind] = 1.0
    x[5], x[6] = mind.turned or kind == 1, ultim
    x[7], x[8] = (low - at) / 1e4, (high - at) / 1e4
    need = plan.roll + plan.look + plan.take + plan.stop
    x[9] = min(max((low - at - need) / mind.cycle, -1.0), 8.0) / 3
    x[10] = min(max((high - at - need) / mind.cycle, -1.0), 8.0) / 3
    gaps = 0 if kind == 2 else ROW - bits(mask)
    ready = at + gaps * plan.refill
    if kind == 1:
        x[11] = lasts_fine(plan, mind, at) / mind.alive
        x[12] = x[11]
    else:
        x[11] = lasts_rough(plan, mind, ready + plan.roll + plan.look + plan.stop) / mind.alive
        x[12] = lasts_rough(plan, mind, ready + need) / mind.alive
    for k, rolls in enumerate((1, 2, 4, 8)):
        fresh = ROW * g.slot[rolls]
        x[13 + k] = (fresh if kind == 2 else g.gains[rolls, mask] + gaps * g.slot[rolls] - g.stays[mask]) / 2
        x[17 + k] = fresh / 2
    x[21] = gaps / 5
    x[22 + place.had // TURNS] = 1.0
    x[25 + place.had % TURNS] = 1.0
    x[27 + place.seats] = 1.0
    x[32] = (place.taken + stake / 4) / 4
    x[33] = g.stays[mask] if kind != 2 else 0.0
    x[34] = mind.takes
    for colour in range(PILES):
        many, spot = g.sizes[colour], 35 + colour
        while spot > 35 and x[spot - 1] < many / 4:
            x[spot] = x[spot - 1]
            spot -= 1
        x[spot] = many / 4
    cards = 0
    for slot in range(ROW):
        if kind != 2 and mask >> slot & 1:
            card, spot = g.row[slot], 44 + 3 * cards
            gain = np.float32(g.points[COLOUR_OF[card]] - g.left[card])
            while spot > 44 and x[spot - 3] < gain:
                x[spot], x[spot + 1], x[spot + 2] = x[spot - 3], x[spot - 2], x[spot - 1]
                spot -= 3
            x[spot], x[spot + 1], x[spot + 2] = gain, CHANCE_OF[NUMBER_OF[card]], g.left[card]
            cards += 1
    x[59] = cards / 5


@inner
def correction(g: Desk, net: Net) -> Real:
    h, k = g.hidden[0], g.hidden[1]
    for j in range(len(net.first_bias)):
        h[j] = net.first_bias[j]
    for i in range(SEEN):
        if g.numbers[i] != 0:
            for j in range(len(net.first_bias)):
                h[j] += g.numbers[i] * net.first[i, j]
    for j in range(len(net.second_bias)):
        k[j] = net.second_bias[j]
    for i in range(len(net.first_bias)):
        if h[i] > 0:
            for j in range(len(net.second_bias)):
                k[j] += h[i] * net.second[i, j]
    found: Real = net.last[len(net.second_bias)]
    for j in range(len(net.second_bias)):
        found += max(k[j], np.float32(0)) * net.last[j]
    return np.float64(found)


@inner
def rolling(g: Desk, plan: Plan, mind: Mind, net: Net, place: Place, at: Real, mask: Int, ultim: bool, stake: Real) -> Real:
    found = roll_value(g, plan, mind, at, mask, ultim, stake) + g.stays[mask]
    if net.used:
        see(g, plan, mind, place, 0, found, stake, at, 0.0, mask, ultim)
        found += correction(g, net)
    return found


@inner
def turning(
    g: Desk, plan: Plan, mind: Mind, net: Net, place: Place, at: Real, mask: Int, unspent: Int, stake: Real
) -> tuple[Real, Real]:
    found, when = turn_glass(g, plan, mind, at, mask, unspent, stake)
    found += g.stays[mask]
    if net.used:
        see(g, plan, mind, place, 1, found, stake, when, 2 * when, mask, False)
        found += correction(g, net)
    return found, when


@inner
def renewing(g: Desk, plan: Plan, mind: Mind, net: Net, place: Place, at: Real, stake: Real) -> Real:
    found = new_row(g, plan, mind, at, stake)
    if net.used:
        see(g, plan, mind, place, 2, found, stake, at + plan.ultim, 0.0, 0, False)
        found += correction(g, net)
    return found


# The choice
@inner
def best_leaf(
    g: Desk, plan: Plan, mind: Mind, loots: Loots, net: Net, place: Place, at: Real, mask: Int, unspent: Int, ultim: bool
) -> Real:
    """The best that can be done with these dice."""
    stake = worth(g, plan, loots, place) - mind.base
    best = stop_value(mind, plan, at, stake) + g.stays[mask]
    best = max(best, rolling(g, plan, mind, net, place, at, mask, ultim, stake))
    if unspent == 0:
        return best
    for slot in range(ROW):
        if mask >> slot & 1:
            number, colour = NUMBER_OF[g.row[slot]], COLOUR_OF[g.row[slot]]
            for way in range(WAYS[unspent, number]):
                g.sizes[colour] += 1
                left = np.int64(LEFT[unspent, WAY[unspent, number, way]])
                found = best_leaf(g, plan, mind, loots, net, place, at + plan.take, mask & ~(1 << slot), left, ultim)
                best = max(best, found)
                g.sizes[colour] -= 1
    if ultim and UNDOUBLED[unspent] >= 0:
        best = max(best, turning(g, plan, mind, net, place, at, mask, unspent, stake)[0])
        best = max(best, renewing(g, plan, mind, net, place, at, stake))
    return best


@inner
def weigh(
    g: Desk,
    plan: Plan,
    loots: Loots,
    net: Net,
    place: Place,
    now: Int,
    deadline: Int,
    turned: Int,
    fresh: bool,
    unspent: Int,
    ultim: bool,
) -> tuple[Int, Real, Real, Mind]:
    """Writes the values of all actions, beyond the loot that is safe. Returns how many there are, when it would turn the glass,
    what one action more is worth now, and the mind."""
    takes = value_row(g, plan, loots, place)
    base = base_of(g, plan, loots, place)
    mind = mind_of(plan, now, deadline, turned, place.had >= WHOLE - TURNS, base, takes)
    at = now + (plan.look if fresh else 0.0)
    stake, mask, n, when = worth(g, plan, loots, place) - base, cards_there(g), FIRST_TAKE, at
    g.values[ROLL] = rolling(g, plan, mind, net, place, at, mask, ultim, stake)
    g.values[STOP] = stop_value(mind, plan, at, stake) + g.stays[mask]
    for slot in range(ROW):
        if mask >> slot & 1:
            number, colour = NUMBER_OF[g.row[slot]], COLOUR_OF[g.row[slot]]
            for way in range(WAYS[unspent, number]):
                left = np.int64(LEFT[unspent, WAY[unspent, number, way]])
                g.sizes[colour] += 1
                g.values[n] = best_leaf(g, plan, mind, loots, net, place, at + plan.take, mask & ~(1 << slot), left, ultim)
                g.sizes[colour] -= 1
                g.slots[n], g.leaves[n] = slot, left
                n += 1
    if ultim and UNDOUBLED[unspent] >= 0:
        g.values[n], when = turning(g, plan, mind, net, place, at, mask, unspent, stake)
        g.values[n + 1] = renewing(g, plan, mind, net, place, at, stake)
        g.slots[n], g.slots[n + 1] = GLASS, NEW_ROW
        n += 2
    return n, when, stake, mind


@inner
def base_of(g: Desk, plan: Plan, loots: Loots, place: Place) -> Real:
    """What the loot is worth if nothing comes of this turn."""
    if loots.learnt:
        return worth_of_loot(loots, place.had + 1, g.banked, g.others)
    return value(g.banked, plan, place.had >= WHOLE - TURNS)


def no_loots() -> Loots:
    empty = np.zeros((1, 1, 1), np.float32)
    return Loots(False, np.zeros((1, 1, 1, 1), np.float32), empty, empty, np.zeros((1, 1, 1, 1), np.float32))


def no_net() -> Net:
    return Net(False, *(np.zeros(shape, np.float32) for shape in ((1, 1), (1,), (1, 1), (1,), (1,))))


NO_MINDS = ((no_loots(), no_net()),)
