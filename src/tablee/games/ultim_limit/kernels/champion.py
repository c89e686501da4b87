"""The champion's choice in a turn, compiled: the expert's plan with learnt values of loot, corrected by a small net.

The plan says about what rolling on, turning the glass or a new row brings. The net says by how much it errs, from the plan's own
numbers. Stopping needs no correction, and a take is worth the best of what can follow.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import NamedTuple

import numpy as np

from tablee.core.game import Seat
from tablee.games.ultim_limit.deck import DECK, MOST, NUMBER
from tablee.games.ultim_limit.kernels.batch import HAND, LEFT, UNDOUBLED, WAY, WAYS, Int
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
    Mind,
    Real,
    TurnSetting,
    bits,
    cards_there,
    fill_slots,
    find_gains_together,
    lasts_fine,
    lasts_rough,
    mind_of,
    new_desk,
    new_row,
    plan_of,
    roll_value,
    stop_value,
    turn_glass,
    value,
)
from tablee.games.ultim_limit.players.bots import worth_of
from tablee.games.ultim_limit.players.champion import read_weights
from tablee.games.ultim_limit.rules import ROUNDS, TURNS, Options, PublicState, View
from tablee.kit.kernels.decorators import Array, compiled, inner

PILE, NUMBERS = max(MOST) + 1, max(NUMBER) + 1  # sizes of a pile, and numbers on cards, from 0
WHOLE = ROUNDS * TURNS
SEEN = 60  # numbers that the net sees
LOOT_SEEN = 2 * PILES + 4  # numbers that nets see of a loot
DENIAL = 1.0  # how much of what a card taken denies rivals counts …
HINDRANCE = 1.0  # … and of what a card left in the row is worth less to the next seat, if that is a rival


class Loots(NamedTuple):
    """What loot is worth, by the turns that its seat has finished: nets that see its piles, and tables for cards of the row."""

    learnt: bool  # if not, loot is worth what it is to the expert
    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    row: Array  # by turns, rank and number: for each card that was left in the row
    denial: float
    hindrance: float


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
def worth_of_loot(g: Desk, loots: Loots, turns: int, sizes: Array, others: Array, seats: int) -> Real:
    """Points still to be counted, with a row of unknown cards. others: by colour, the cards that rivals have."""
    keys = g.keys
    for colour in range(PILES):
        key, place = sizes[colour] * 16 + 15 - others[colour], colour
        while place > 0 and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            place -= 1
        keys[place] = key
    points, first = 0.0, 0
    if turns % TURNS == 0:  # R15, R16: after a round, the second three piles are kept
        for rank in range(PILES):
            points += keys[rank] >> 4 if rank < 3 else -(keys[rank] >> 4) if rank >= 6 or turns == WHOLE else 0
        if turns == WHOLE:
            return points
        first = 3
    see_loot(g.loot, keys, first, seats)
    return points + value_of_loot(g, loots, turns)


@inner
def see_loot(x: Array, keys: Array, first: int, seats: int) -> None:
    """What a net sees of a loot. first: the rank of the first pile; from the fourth on, only three are left."""
    x[:] = 0.0
    for rank in range(3 if first else PILES):
        key = keys[first + rank]
        x[rank] = (key >> 4) / 4
        if not first:
            x[PILES + rank] = ((key & 15) - 3 - (key >> 4)) / 6
    x[2 * PILES + seats - 1] = 1.0


@inner
def value_of_loot(g: Desk, loots: Loots, turns: int) -> Real:
    h, k = g.hidden[2], g.hidden[3]
    first, second = loots.first[turns], loots.second[turns]
    for j in range(first.shape[1]):
        h[j] = loots.first_bias[turns, j]
    for i in range(first.shape[0]):
        if g.loot[i] != 0:
            for j in range(first.shape[1]):
                h[j] += g.loot[i] * first[i, j]
    for j in range(second.shape[1]):
        k[j] = loots.second_bias[turns, j]
    for i in range(second.shape[0]):
        if h[i] > 0:
            for j in range(second.shape[1]):
                k[j] += h[i] * second[i, j]
    found: Real = loots.last[turns, second.shape[1]]
    for j in range(second.shape[1]):
        found += max(k[j], np.float32(0)) * loots.last[turns, j]
    return np.float64(found)


@inner
def worth(g: Desk, plan: TurnSetting, loots: Loots, place: Place) -> Real:
    """Of the loot with what was taken in this turn."""
    if not loots.learnt:
        return value(g.sizes, plan, place.had >= WHOLE - TURNS)
    found = worth_of_loot(g, loots, place.had + 1, g.sizes, g.others, place.seats)
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
            # what is left for it, if this seat has one card more of a colour
            turns, theirs = within(g.had[rival]), g.rivals[rival]
            for colour in range(PILES):
                g.theirs[colour] = g.others[colour] - theirs[colour] + g.sizes[colour]
            here = worth_of_loot(g, loots, turns, theirs, g.theirs, place.seats)
            for colour in range(PILES):
                if g.theirs[colour] + theirs[colour] < PILE - 1:
                    g.theirs[colour] += 1
                    after = worth_of_loot(g, loots, turns, theirs, g.theirs, place.seats)
                    g.theirs[colour] -= 1
                    g.denied[colour] += loots.denial * (here - after) / (place.seats - 1)
    if not place.ends:
        for card in range(CARDS):
            g.left[card] = left_in_row(g, loots, place, card)


@inner
def left_in_row(g: Desk, loots: Loots, place: Place, card: Int) -> Real:
    """What a card is worth in the row at the end of this turn: to this seat if it is alone, else to the next."""
    colour, number = COLOUR_OF[card], NUMBER_OF[card]
    if place.seats == 1:
        return loots.row[place.had + 1, rank_of(g.sizes, colour), number]
    share = -loots.hindrance / (place.seats - 1)
    return share * loots.row[within(g.had[0]), rank_of(g.rivals[0], colour), number]


@inner
def value_row(g: Desk, plan: TurnSetting, loots: Loots, place: Place) -> Real:
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
    g: Desk,
    plan: TurnSetting,
    mind: Mind,
    place: Place,
    kind: Int,
    found: Real,
    stake: Real,
    at: Real,
    end: Real,
    mask: Int,
    ultim: bool,
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
def rolling(
    g: Desk, plan: TurnSetting, mind: Mind, net: Net, place: Place, at: Real, mask: Int, ultim: bool, stake: Real
) -> Real:
    found = roll_value(g, plan, mind, at, mask, ultim, stake) + g.stays[mask]
    if net.used:
        see(g, plan, mind, place, 0, found, stake, at, 0.0, mask, ultim)
        found += correction(g, net)
    return found


@inner
def turning(
    g: Desk, plan: TurnSetting, mind: Mind, net: Net, place: Place, at: Real, mask: Int, unspent: Int, stake: Real
) -> tuple[Real, Real]:
    found, when = turn_glass(g, plan, mind, at, mask, unspent, stake)
    found += g.stays[mask]
    if net.used:
        see(g, plan, mind, place, 1, found, stake, when, 2 * when, mask, False)
        found += correction(g, net)
    return found, when


@inner
def renewing(g: Desk, plan: TurnSetting, mind: Mind, net: Net, place: Place, at: Real, stake: Real) -> Real:
    found = new_row(g, plan, mind, at, stake)
    if net.used:
        see(g, plan, mind, place, 2, found, stake, at + plan.ultim, 0.0, 0, False)
        found += correction(g, net)
    return found


# The choice
@inner
def best_leaf(
    g: Desk, plan: TurnSetting, mind: Mind, loots: Loots, net: Net, place: Place, at: Real, mask: Int, unspent: Int, ultim: bool
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
    plan: TurnSetting,
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
def base_of(g: Desk, plan: TurnSetting, loots: Loots, place: Place) -> Real:
    """What the loot is worth if nothing comes of this turn."""
    if loots.learnt:
        return worth_of_loot(g, loots, place.had + 1, g.banked, g.others, place.seats)
    return value(g.banked, plan, place.had >= WHOLE - TURNS)


def no_loots() -> Loots:
    cube, square = np.zeros((1, 1, 1), np.float32), np.zeros((1, 1), np.float32)
    return Loots(False, cube, square, cube, square, square, cube, DENIAL, HINDRANCE)


def no_net() -> Net:
    return Net(False, *(np.zeros(shape, np.float32) for shape in ((1, 1), (1,), (1, 1), (1,), (1,))))


NO_MINDS = ((no_loots(), no_net()),)


# At a table
class Outlook(NamedTuple):
    """What can be done, in the order of the rules."""

    values: list[float]  # beyond the loot that is safe
    base: float  # what that is worth
    wait: float  # before the glass is turned, in ms


@compiled
def weigh_view(
    g: Desk,
    plan: TurnSetting,
    loots: Loots,
    net: Net,
    numbers: Array,
    fresh: bool,
    ultim: bool,
    ends: bool,
) -> tuple[Int, Real, Real]:
    seats, seat, had, taken, now, turned, unspent = numbers
    place = Place(seats, seat, had, ends, taken)
    actions, when, _, mind = weigh(g, plan, loots, net, place, now, np.int64(-1), turned, fresh, unspent, ultim)
    return actions, when, mind.base


def look(view: View, seat: Seat, now: int) -> Outlook:
    """The values of all actions in a turn of this seat."""
    seen = view.seen
    g, plan = new_desk(), plan_of(seen.options)
    loots, net = minds()
    g.row[:] = [-1 if card is None else card for card in seen.row]
    g.coming[list(seen.pile if len(seen.pile) > ROW else seen.pile + seen.discard)] = True
    g.banked[:] = worth_of(seen.loot[seat])
    g.sizes[:] = worth_of((*seen.loot[seat], *seen.taken))
    turns = [sum(verdict.seat == of for verdict in seen.verdicts) for of in range(seen.seats)]
    for k in range(seen.seats - 1):
        other = (seat + 1 + k) % seen.seats
        g.rivals[k], g.had[k] = worth_of(seen.loot[other]), turns[other]
    turned = -1 if seen.turned is None else seen.ran(seen.turned)
    numbers = seen.seats, seat, turns[seat], len(seen.taken), seen.ran(now), turned, HAND[seen.unspent]
    fresh = bool(seen.dice) and seen.dice == seen.unspent
    ends = seen.turn + 1 == TURNS * seen.seats
    ultim = not seen.ultim and not seen.options.young
    if not usual(seen.options):
        net = net._replace(used=False)
    actions, when, base = weigh_view(g, plan, loots, net, np.array(numbers), fresh, ultim, ends)
    free = seen.ran(now) + (plan.look if fresh else 0.0)
    return Outlook(g.values[:actions].tolist(), float(base), float(when) - free - plan.ultim)


def usual(options: Options) -> bool:
    """Whether the glass and the hands are those that the net has learnt from."""
    return options == Options(scoring=options.scoring, young=options.young)


# The weights
HIDDEN = 32, 16
LOOT_LAYERS = ((WHOLE, LOOT_SEEN, HIDDEN[0]), (WHOLE, HIDDEN[0]), (WHOLE, *HIDDEN), (WHOLE, HIDDEN[1]), (WHOLE, HIDDEN[1] + 1))
LAYERS = ((SEEN, HIDDEN[0]), (HIDDEN[0],), HIDDEN, (HIDDEN[1],), (HIDDEN[1] + 1,))
SHAPES = (*LOOT_LAYERS, (WHOLE, PILES, NUMBERS), *LAYERS)


def pack(loots: Loots, net: Net) -> bytes:
    arrays = [*loots[1:7], *net[1:]]
    return zlib.compress(b"".join(array.astype("<f4").tobytes() for array in arrays), 9)


def read(packed: bytes) -> tuple[Loots, Net]:
    found: list[Array] = []
    at = 0
    numbers = np.frombuffer(zlib.decompress(packed), "<f4").astype(np.float32)
    for shape in SHAPES:
        many = int(np.prod(shape))
        found.append(numbers[at : at + many].reshape(shape).copy())
        at += many
    first, first_bias, second, second_bias, last, row, *layers = found
    return Loots(True, first, first_bias, second, second_bias, last, row, DENIAL, HINDRANCE), Net(True, *layers)


@cache
def minds() -> tuple[Loots, Net]:
    return read(read_weights())


def prepare() -> None:
    """Compiles, and reads the weights."""
    seen = PublicState(Options("super"), 1, "turn", DECK[ROW:], ((),), row=DECK[:ROW], started=0)
    look(View(0, seen, None, None, ()), 0, 0)
