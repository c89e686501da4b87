"""The plan of a turn, compiled: what `Turn` in expert.py and `CardRow` in row.py say, step by step, for champions and training.

A card is its index in the deck, a hand of dice its index in `HANDS` of batch.py. Times are ms since the glass was started.
"""

from __future__ import annotations

from functools import cache
from math import erf, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tablee.games.ultim_limit.actions import THROWS
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, DECK, NUMBER, SLOTS
from tablee.games.ultim_limit.kernels.batch import HAND, LEFT, SEATS, UNDOUBLED, WAY, WAYS, Int
from tablee.games.ultim_limit.players.bots import hands as hands_of
from tablee.games.ultim_limit.players.expert import DOUBLES, PARTIAL, TURN, Hands
from tablee.games.ultim_limit.players.row import CHANCES, HORIZON, SHARE, TOGETHER
from tablee.games.ultim_limit.players.row import WAYS as FALLS
from tablee.games.ultim_limit.rules import Options
from tablee.kit.kernels.decorators import Array, compiled, inner

Desk: TypeAlias = Any  # a record: see DESK
Real: TypeAlias = Any

ROW, CARDS, PILES, SIZE = len(SLOTS), len(DECK), len(COLOURS), 1 << len(SLOTS)
COLOUR_OF, NUMBER_OF, CHANCE_OF = np.array(COLOUR), np.array(NUMBER), np.array(CHANCES)
EMPTY = 99  # for the number of no card
ROLL, STOP, FIRST_TAKE = range(3)  # places in the list of legal actions: then takes, the glass, a new row
MOST_ACTIONS = 3 * ROW + 4
GLASS, NEW_ROW = -1, -2  # in place of the slot of a take

# The dice: by the numbers of up to three cards, in rising order and 0 for none, the throws that can take them, one bit each.
THROWN = np.array([HAND[throw.dice] for throw in THROWS])
ODDS = np.array(list(THROWS.values()))
FITS = np.zeros((19, 19, 19), np.uint64)
for _numbers, _throws in TOGETHER.items():
    _first, _bits = 0, 0
    for _n, _weight in enumerate(THROWS.values()):
        _bits |= (_throws >> _first & 1) << _n
        _first += _weight
    FITS[(0,) * (3 - len(_numbers)) + _numbers] = _bits


HANDS = ("go", "roll", "take", "stop", "ultim", "keep", "look", "refill")  # in the order of `TurnSetting.spans`


class TurnSetting(NamedTuple):
    """The options, and the hands."""

    classic: bool
    young: bool
    glass_from: int
    glass_to: int
    gap: int
    turn: float  # what the expert expects of a turn
    look: float
    refill: float
    roll: float
    take: float
    stop: float
    ultim: float
    rough: float
    fine: float
    lasts_rough: Array  # `lasts` of a glass that was not turned, by 20 ms
    lasts_fine: Array
    spans: Array  # by action, the shortest and the longest time


# What a turn is thought about with: the cards that are seen, and room to work in: one record, so that kernels pass
# one pointer.
REAL = np.float64
DESK = np.dtype(
    [
        ("row", np.int64, (ROW,)),  # cards, -1 for none
        ("coming", np.int8, (CARDS,)),  # by card, whether it may still come
        ("banked", np.int64, (PILES,)),  # by colour, cards of the loot
        ("sizes", np.int64, (PILES,)),  # the same with those taken in this turn
        ("rivals", np.int64, (SEATS - 1, PILES)),  # by seat after this one and colour, cards of their loot …
        ("had", np.int64, (SEATS - 1,)),  # … and how many turns they have finished
        ("others", np.int64, (PILES,)),  # by colour, cards that rivals have …
        ("denied", REAL, (PILES,)),  # … and what one card more for this seat denies them
        ("points", REAL, (PILES,)),  # by colour, of one more card
        ("left", REAL, (CARDS,)),  # by card, what it is worth if it stays in the row
        ("slot", REAL, (HORIZON + 1,)),  # as `CardRow.slot`
        ("gains", REAL, (HORIZON + 1, SIZE)),  # as `CardRow.gains`, by mask of slots
        ("worth", REAL, (SIZE,)),
        ("sets", REAL, (SIZE,)),  # by mask, what its cards bring together …
        ("stays", REAL, (SIZE,)),  # … and what they are worth if they stay
        ("row_numbers", np.int64, (ROW,)),  # by slot
        ("fits", np.uint64, (SIZE,)),  # by mask, throws …
        ("best", np.uint64, (SIZE,)),  # … and those with which it is among the best
        ("sets_of", np.int64, (len(ODDS),)),  # by choice, a bit for each of the best masks …
        ("masks", np.int64, (len(ODDS), SIZE)),  # … the masks …
        ("many", np.int64, (len(ODDS),)),  # … how many these are …
        ("odds", np.int64, (len(ODDS),)),  # … and in how many of 216 ways the dice fall so
        ("values", REAL, (MOST_ACTIONS,)),  # by place in the list of legal actions
        ("slots", np.int64, (MOST_ACTIONS,)),  # of takes, likewise, the slot …
        ("leaves", np.int64, (MOST_ACTIONS,)),  # … and the dice that are left
        ("numbers", np.float32, (128,)),  # what a net sees of a plan …
        ("loot", np.float32, (22,)),  # … and of a loot
        ("hidden", np.float32, (4, 128)),
        ("keys", np.int64, (PILES,)),  # piles by size
        ("theirs", np.int64, (PILES,)),  # what a rival's rivals have
    ],
    align=True,
)


def new_desk() -> Desk:
    return np.zeros(1, np.dtype((np.record, DESK)))[0]


# The value of a row
@inner
def value(sizes: Array, plan: TurnSetting, last: bool) -> Real:
    """As `value` of bots.py."""
    if plan.classic:
        return float(sizes.sum())
    piles = np.sort(sizes)[::-1]
    return piles[:3].sum() + (-1.0 if last else 0.6) * piles[3:6].sum() - piles[6:].sum()


@inner
def fill_slots(g: Desk) -> Real:
    """Writes g.slot, and returns the cards that a roll takes on average."""
    each, cards, wanted = np.zeros(CARDS), 0, 0.0
    for card in range(CARDS):
        if g.coming[card]:
            each[card] = g.left[card]
            cards += 1
            wanted += CHANCE_OF[NUMBER_OF[card]] * (g.points[COLOUR_OF[card]] > g.left[card])
    for n in range(HORIZON):
        whole = 0.0
        for card in range(CARDS):
            if g.coming[card]:
                more = g.points[COLOUR_OF[card]] + g.slot[n] - each[card]
                if more > 0:
                    each[card] += SHARE * CHANCE_OF[NUMBER_OF[card]] * more
                whole += each[card]
        g.slot[n + 1] = whole / max(1, cards)
    return SHARE * ROW * wanted / max(1, cards)


@inner
def find_fits(g: Desk) -> None:
    """By mask, the throws that can take all its cards."""
    order = np.argsort(g.row_numbers)
    for mask in range(SIZE):
        a, b, c, cards = 0, 0, 0, 0
        for slot in order:
            if mask >> slot & 1:
                a, b, c, cards = b, c, g.row_numbers[slot], cards + 1
        g.fits[mask] = FITS[a, b, c] if cards <= 3 and c < EMPTY else np.uint64(0)


@inner
def find_choices(g: Desk) -> Int:
    """What the throws leave to choose from, and how likely that is: only what no wanted card can be added to."""
    choices = 0
    for mask in range(SIZE):
        g.best[mask] = g.fits[mask]
        for slot in range(ROW):
            if not mask >> slot & 1 and g.row[slot] >= 0 and g.points[COLOUR_OF[g.row[slot]]] > g.left[g.row[slot]]:
                g.best[mask] &= ~g.fits[mask | 1 << slot]
    for throw in range(len(ODDS)):
        found = np.int64(0)
        for mask in range(SIZE):
            found |= np.int64(g.best[mask] >> np.uint64(throw) & np.uint64(1)) << mask
        same = 0
        while same < choices and g.sets_of[same] != found:
            same += 1
        if same == choices:
            g.sets_of[same], g.odds[same], many = found, 0, 0
            for mask in range(SIZE):
                if found >> mask & 1:
                    g.masks[same, many] = mask
                    many += 1
            g.many[same] = many
            choices += 1
        g.odds[same] += ODDS[throw]
    return choices


@inner
def cards_there(g: Desk) -> Int:
    """The mask of the row."""
    there = 0
    for slot in range(ROW):
        there |= (g.row[slot] >= 0) << slot
    return there


@inner
def find_row(g: Desk) -> Int:
    """The dice that fit, and the mask of the row."""
    for slot in range(ROW):
        g.row_numbers[slot] = NUMBER_OF[g.row[slot]] if g.row[slot] >= 0 else EMPTY
    find_fits(g)
    return find_choices(g)


@inner
def find_gains(g: Desk) -> None:
    """Where cards count one by one, as for the expert."""
    there, choices = cards_there(g), find_row(g)
    for n in range(HORIZON):
        for mask in range(SIZE):
            g.worth[mask] = 0.0
            for slot in range(ROW):
                if mask >> slot & 1 and g.row[slot] >= 0:
                    g.worth[mask] += g.points[COLOUR_OF[g.row[slot]]] + g.slot[n]
        for held in range(SIZE):
            gain = 0.0
            if held & ~there == 0:
                for choice in range(choices):
                    best = -1e9
                    for k in range(g.many[choice]):
                        mask = g.masks[choice, k] & held
                        best = max(best, g.worth[mask] + g.gains[n, held ^ mask])
                    gain += g.odds[choice] * best
            g.gains[n + 1, held] = gain / FALLS


@inner
def find_gains_together(g: Desk) -> None:
    """Where the cards that are taken bring g.sets together, and those that stay g.stays."""
    there, choices = cards_there(g), find_row(g)
    for mask in range(SIZE):
        g.gains[0, mask] = g.stays[mask]
    for n in range(HORIZON):
        for held in range(SIZE):
            if held & ~there == 0:
                # what is gone already, and then what is taken
                gone, gain = there ^ held, 0.0
                for choice in range(choices):
                    best = -1e9
                    for k in range(g.many[choice]):
                        mask = g.masks[choice, k] & held
                        found = bits(mask) * g.slot[n] + g.gains[n, held ^ mask] + g.sets[gone | mask]
                        best = max(best, found)
                    gain += g.odds[choice] * best
                g.gains[n + 1, held] = gain / FALLS - g.sets[gone]


@inner
def bits(mask: Int) -> Int:
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1) + (mask >> 4 & 1)


@inner
def along(curve: Array, rolls: float) -> Real:
    if rolls <= 0:
        return 0.0
    n = min(int(rolls), HORIZON - 1)
    return curve[n] + (rolls - n) * (curve[n + 1] - curve[n])


@inner
def curve_of(g: Desk, mask: Int) -> Array:
    curve: Array = g.gains[:, mask] + (ROW - bits(mask)) * g.slot - g.stays[mask]
    return curve


# The glass
class Mind(NamedTuple):
    """What a turn is valued by: see `Turn` in expert.py."""

    low: int
    high: int
    spread: float  # 0 if harmless
    harmless: bool
    turned: bool
    last: bool
    alive: float
    base: float
    cycle: float
    takes: float


@inner
def lasts(low: int, high: int, at: float, spread: float) -> Real:
    when, width, found, ends = int(at), np.rint(spread), 0.0, 0
    if spread:
        when = when // 20 * 20 + 10
    for end in range(low, high + 1, 100):
        ends += 1
        found += 1 + erf((end - when) / width / sqrt(2)) if width else 2.0 * (end > when)
    return found / 2 / ends


@compiled
def tabulate(low: int, high: int, spread: float) -> Array:
    return np.array([lasts(low, high, 20.0 * n, spread) for n in range(high // 20 + 1)])


@inner
def lasts_rough(plan: TurnSetting, mind: Mind, at: float) -> Real:
    """The chance that the glass still runs, for a last roll …"""
    if mind.turned or at < 0 or at > mind.high:
        return lasts(mind.low, mind.high, at, plan.rough)
    return float(plan.lasts_rough[int(at) // 20])


@inner
def lasts_fine(plan: TurnSetting, mind: Mind, at: float) -> Real:
    """… and for a last card."""
    if mind.turned or at < 0 or at > mind.high:
        return lasts(mind.low, mind.high, at, plan.fine)
    return float(plan.lasts_fine[int(at) // 20])


@inner
def count_times(mind: Mind) -> Int:
    early = mind.low - 3 * mind.spread - 1
    return 1 if mind.harmless else int((mind.high - early) / max((mind.high - early) / 16, 50.0)) + 1


@inner
def time_of(mind: Mind, n: int) -> Real:
    early = mind.low - 3 * mind.spread - 1
    return float(mind.low) if mind.harmless else early + max((mind.high - early) / 16, 50.0) * n


@inner
def rolls_in(plan: TurnSetting, mind: Mind, ms: float) -> Real:
    spare = ms - plan.look - plan.roll - plan.take - plan.stop
    return 1 + max(0.0, spare / mind.cycle - PARTIAL) if spare >= 0 else 0.0


@inner
def without(plan: TurnSetting, mind: Mind, curve: Array, at: float, stake: float) -> Real:
    after, best = at + plan.roll + plan.look + plan.stop, -1e9
    for n in range(count_times(mind)):
        end = time_of(mind, n)
        if end > after:
            if mind.harmless:
                best = max(best, stake + along(curve, rolls_in(plan, mind, end - at + plan.stop)))
            else:
                chance = lasts_rough(plan, mind, end)
                best = max(best, chance * (stake + along(curve, rolls_in(plan, mind, end - at))))
    if mind.harmless:
        return best if best > -1e9 else stake
    return (best if best > -1e9 else 0.0) / mind.alive


@inner
def earliest(plan: TurnSetting, at: float, rolls: int, takes: int) -> Real:
    landing = at + rolls * (plan.look + plan.roll) + takes * (plan.take + plan.refill) + plan.roll
    return landing + plan.look + plan.ultim


@inner
def with_ultim(plan: TurnSetting, mind: Mind, curve: Array, at: float, stake: float) -> Real:
    stops, margin, last = without(plan, mind, curve, at, stake), 1.2 * plan.rough, 0
    p = min(mind.takes / 3, 1.0)
    none, one, two, three = (1 - p) ** 3, 3 * p * (1 - p) ** 2, 3 * p**2 * (1 - p), p**3
    while earliest(plan, at, last, 0) < mind.high:
        last += 1
    moments = count_times(mind)
    chances, rolls, best = np.zeros(moments), np.zeros(moments), np.zeros(moments + 1)
    for n in range(moments):
        chances[n] = lasts_fine(plan, mind, time_of(mind, n))
        rolls[n] = rolls_in(plan, mind, time_of(mind, n) - margin)
    then = np.full(3 * last + 4, stops)
    for done in range(last - 1, -1, -1):
        for n in range(moments - 1, -1, -1):
            best[n] = max(best[n + 1], chances[n] * (stake + along(curve, done + rolls[n])))
        for takes in range(3 * done + 1):
            when = earliest(plan, at, done, takes)
            if when >= mind.high:
                then[takes : 3 * done + 1] = stops
                break
            first = 0
            while first < moments and time_of(mind, first) < when:
                first += 1
            go_on = none * then[takes] + one * then[takes + 1] + two * then[takes + 2] + three * then[takes + 3]
            now = lasts_fine(plan, mind, when) * (stake + along(curve, done + rolls_in(plan, mind, when - margin)))
            then[takes] = DOUBLES * max(max(best[first], now) / mind.alive, go_on) + (1 - DOUBLES) * go_on
    return then[0]


@inner
def mind_of(plan: TurnSetting, now: Int, deadline: Int, turned: Int, last: bool, base: float, takes: Real) -> Mind:
    low, high = 100 * plan.glass_from, 100 * plan.glass_to
    if plan.young:
        low = high = deadline
    elif turned >= 0:
        low = high = max(2 * turned, turned + 1)
    alive, cycle = max(lasts(low, high, float(now), 0.0), 1e-9), plan.look + plan.roll + takes * (plan.take + plan.refill)
    return Mind(low, high, 0.0 if plan.young else plan.rough, plan.young, turned >= 0, last, alive, base, cycle, takes)


# What can be done
@inner
def stop_value(mind: Mind, plan: TurnSetting, at: float, stake: float) -> Real:
    kept = 1.0 if mind.harmless else lasts(mind.low, mind.high, at + plan.stop, 0.0) / mind.alive
    return kept * stake


@inner
def roll_value(g: Desk, plan: TurnSetting, mind: Mind, at: float, mask: Int, ultim: bool, stake: float) -> Real:
    ready, curve = at + (ROW - bits(mask)) * plan.refill, curve_of(g, mask)
    return with_ultim(plan, mind, curve, ready, stake) if ultim else without(plan, mind, curve, ready, stake)


@inner
def turn_glass(g: Desk, plan: TurnSetting, mind: Mind, at: float, mask: Int, unspent: Int, stake: float) -> tuple[Real, Real]:
    curve, first = curve_of(g, mask), at + plan.ultim
    gaps, margin = (ROW - bits(mask)) * plan.refill, 1.2 * plan.rough
    cost, die = (plan.take + plan.refill) / mind.cycle * (curve[2] - curve[1]), 0.0
    for slot in range(ROW):
        if mask >> slot & 1 and WAYS[UNDOUBLED[unspent], NUMBER_OF[g.row[slot]]] > 0:
            die = max(die, g.points[COLOUR_OF[g.row[slot]]] - cost)
    best, when = 0.0, first
    for n in range(-1, count_times(mind)):
        end = first if n < 0 else time_of(mind, n)
        if n < 0 or end > first:
            chance = lasts_fine(plan, mind, end) / mind.alive
            found = chance * (stake + die + along(curve, rolls_in(plan, mind, end - margin - gaps)))
            if found > best:
                best, when = found, end
    return best, when


@inner
def new_row(g: Desk, plan: TurnSetting, mind: Mind, at: float, stake: float) -> Real:
    return without(plan, mind, ROW * g.slot, at + plan.ultim, stake)


@inner
def best_of(g: Desk, plan: TurnSetting, mind: Mind, at: float, mask: Int, unspent: Int, ultim: bool) -> Real:
    """The best that the expert can do with these dice."""
    stake = value(g.sizes, plan, mind.last) - mind.base
    best = max(stop_value(mind, plan, at, stake), roll_value(g, plan, mind, at, mask, ultim, stake))
    if unspent == 0:
        return best
    for slot in range(ROW):
        if mask >> slot & 1:
            number, colour = NUMBER_OF[g.row[slot]], COLOUR_OF[g.row[slot]]
            for way in range(WAYS[unspent, number]):
                g.sizes[colour] += 1
                left = np.int64(LEFT[unspent, WAY[unspent, number, way]])
                best = max(best, best_of(g, plan, mind, at + plan.take, mask & ~(1 << slot), left, ultim))
                g.sizes[colour] -= 1
    if ultim and UNDOUBLED[unspent] >= 0:
        best = max(best, turn_glass(g, plan, mind, at, mask, unspent, stake)[0], new_row(g, plan, mind, at, stake))
    return best


@inner
def value_actions(g: Desk, plan: TurnSetting, mind: Mind, at: float, unspent: Int, ultim: bool, safe: float) -> tuple[Int, Real]:
    """Writes the expert's values of all actions. Returns how many there are, and when it would turn the glass."""
    stake, mask, n, when = value(g.sizes, plan, mind.last) - mind.base, cards_there(g), FIRST_TAKE, at
    g.values[ROLL] = safe + roll_value(g, plan, mind, at, mask, ultim, stake)
    g.values[STOP] = safe + stop_value(mind, plan, at, stake)
    for slot in range(ROW):
        if mask >> slot & 1:
            number, colour = NUMBER_OF[g.row[slot]], COLOUR_OF[g.row[slot]]
            for way in range(WAYS[unspent, number]):
                left = np.int64(LEFT[unspent, WAY[unspent, number, way]])
                g.sizes[colour] += 1
                g.values[n] = safe + best_of(g, plan, mind, at + plan.take, mask & ~(1 << slot), left, ultim)
                g.sizes[colour] -= 1
                g.slots[n], g.leaves[n] = slot, left
                n += 1
    if ultim and UNDOUBLED[unspent] >= 0:
        turned, when = turn_glass(g, plan, mind, at, mask, unspent, stake)
        g.values[n] = safe + turned
        g.values[n + 1] = safe + new_row(g, plan, mind, at, stake)
        g.slots[n], g.slots[n + 1] = GLASS, NEW_ROW
        n += 2
    return n, when


@inner
def pick(values: Array, actions: Int, seat: int) -> Int:
    """As `Evaluator.choose`: the best action, and among equals another one for each seat."""
    best, equal = values[:actions].max(), 0
    for n in range(actions):
        equal += values[n] == best
    left = seat % equal
    for n in range(actions):
        if values[n] == best:
            if left == 0:
                return n
            left -= 1
    return 0


@inner
def find_points(g: Desk, plan: TurnSetting, last: bool) -> None:
    """What one more card of each colour is worth to the expert."""
    here = value(g.sizes, plan, last)
    for colour in range(PILES):
        g.sizes[colour] += 1
        g.points[colour] = value(g.sizes, plan, last) - here
        g.sizes[colour] -= 1


@cache
def plan_of(options: Options, hands: str = "usual") -> TurnSetting:
    spans = hands_of(hands)
    times = np.array([spans[name] for name in HANDS])
    own = Hands(spans, options.roll_gap)
    glass = options.glass_from, options.glass_to, options.roll_gap
    means = (own.look, own.refill, own.roll, own.take, own.stop, own.ultim, own.rough, own.fine)
    rough, fine = (tabulate(100 * options.glass_from, 100 * options.glass_to, spread) for spread in (own.rough, own.fine))
    usual = TURN[options.scoring, options.young]
    return TurnSetting(options.scoring == "classic", options.young, *glass, usual, *means, rough, fine, times)
