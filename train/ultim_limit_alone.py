"""Whole games of the expert of Ultim' Limit alone at a table, in compiled kernels: they are the very same games.

Draws and the expert's own chance come from the seed as they do at a table. The kernels follow rules.py and expert.py step by
step; `tests/test_quick.py` compares them with games by the rules. R1 … refer to RULES.md.
"""

from __future__ import annotations

from functools import cache
from math import erf, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import njit

from tablee.bots import chance_of
from tablee.fair import Dealer, seeded_secret
from tablee.games.ultim_limit.actions import THROWS
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, DECK, NUMBER, SLOTS
from tablee.games.ultim_limit.kernels.batch import HAND, LEFT, UNDOUBLED, WAY, WAYS
from tablee.games.ultim_limit.players.bots import USUAL
from tablee.games.ultim_limit.players.expert import DOUBLES, PARTIAL, TURN, Hands
from tablee.games.ultim_limit.players.row import CHANCES, HORIZON, SHARE, TOGETHER
from tablee.games.ultim_limit.players.row import WAYS as FALLS
from tablee.games.ultim_limit.rules import GLASS, ROUNDS, TURNS, Options

Array: TypeAlias = Any
Int: TypeAlias = Any  # of numba
Real: TypeAlias = Any
compiled = njit(nogil=True, cache=True)
ROW, CARDS, PILES, SIZE = len(SLOTS), len(DECK), len(COLOURS), 1 << len(SLOTS)
COLOUR_OF, NUMBER_OF, CHANCE_OF = np.array(COLOUR), np.array(NUMBER), np.array(CHANCES)
GO, ROLL, TAKE, STOP, TURN_GLASS, NEW_ROW, KEEP, LOOK, REFILL = range(9)
SPANS = np.array([USUAL[name] for name in ("go", "roll", "take", "stop", "ultim", "ultim", "keep", "look", "refill")])
EMPTY = 99  # for the number of no card
PILE, DISCARD, IN_ROW, LOOT, TAKEN = range(5)  # where a card is
GLASS_FROM = GLASS["from"]
USUAL_DRAWS, DRAWS = 192, 1 << 9  # most games need up to 180 draws
USUAL_DECISIONS, DECISIONS, WORDS = 192, 1 << 9, 64  # of the expert, and the random words that each may need
_SPAN = 1 << 256

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


class Plan(NamedTuple):
    """The options, and the hands of the expert."""

    classic: bool
    young: bool
    glass_from: int
    glass_to: int
    gap: int
    turn: float  # what it expects of a turn
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


class Game(NamedTuple):
    place: Array  # by card
    row: Array  # cards, -1 for none
    loot: Array  # by colour, cards
    sizes: Array  # the same with those taken in this turn
    points: Array  # by colour, of one more card
    slot: Array  # as `CardRow.slot`
    gains: Array  # as `CardRow.gains`, by mask of slots
    worth: Array
    row_numbers: Array  # by slot
    fits: Array  # by mask, throws …
    best: Array  # … and those with which it is among the best
    masks: Array  # by choice, the best that can be taken …
    many: Array  # … how many masks these are …
    odds: Array  # … and in how many of 216 ways the dice fall so
    draws: Array  # of the dealer: (n, 8) uint32, the highest first
    words: Array  # of the expert's chance: (decisions, n) uint32
    used: Array  # how many draws and decisions, how many words in this decision, and how many at most


@compiled
def draw(g: Game, bound: int) -> Int:
    rest: Int = 0
    for k in range(8):
        rest = ((rest << 32) + np.int64(g.draws[g.used[0] % DRAWS, k])) % bound
    g.used[0] += 1
    return rest


@compiled
def decide(g: Game) -> None:
    """Every decision has random numbers of its own."""
    g.used[1] += 1
    g.used[2] = 0


@compiled
def between(g: Game, what: int) -> Int:
    """As `Paced.between`, with `random.randrange`."""
    bound, bits = SPANS[what, 1] - SPANS[what, 0] + 1, 0
    while bound >> bits:
        bits += 1
    while True:
        found = np.int64(g.words[(g.used[1] - 1) % DECISIONS, g.used[2] % WORDS]) >> (32 - bits)
        g.used[2] += 1
        g.used[3] = max(g.used[2], g.used[3])
        if found < bound:
            return SPANS[what, 0] + found


# The value of a row
@compiled
def value(sizes: Array, plan: Plan, last: bool) -> Real:
    if plan.classic:
        return float(sizes.sum())
    piles = np.sort(sizes)[::-1]
    return piles[:3].sum() + (-1.0 if last else 0.6) * piles[3:6].sum() - piles[6:].sum()


@compiled
def fill_slots(g: Game, coming: Array) -> Real:
    """Writes g.slot, and returns the cards that a roll takes on average."""
    each, cards, wanted = np.zeros(CARDS), 0, 0.0
    for card in range(CARDS):
        if coming[card]:
            cards += 1
            wanted += CHANCE_OF[NUMBER_OF[card]] * (g.points[COLOUR_OF[card]] > 0)
    for n in range(HORIZON):
        whole = 0.0
        for card in range(CARDS):
            if coming[card]:
                more = g.points[COLOUR_OF[card]] + g.slot[n] - each[card]
                if more > 0:
                    each[card] += SHARE * CHANCE_OF[NUMBER_OF[card]] * more
                whole += each[card]
        g.slot[n + 1] = whole / max(1, cards)
    return SHARE * ROW * wanted / max(1, cards)


@compiled
def find_fits(g: Game) -> None:
    """By mask, the throws that can take all its cards."""
    order = np.argsort(g.row_numbers)
    for mask in range(SIZE):
        a, b, c, cards = 0, 0, 0, 0
        for slot in order:
            if mask >> slot & 1:
                a, b, c, cards = b, c, g.row_numbers[slot], cards + 1
        g.fits[mask] = FITS[a, b, c] if cards <= 3 and c < EMPTY else np.uint64(0)


@compiled
def find_choices(g: Game) -> Int:
    """What the throws leave to choose from, and how likely that is: only what no card worth points can be added to."""
    choices = 0
    for mask in range(SIZE):
        g.best[mask] = g.fits[mask]
        for slot in range(ROW):
            if not mask >> slot & 1 and g.row[slot] >= 0 and g.points[COLOUR_OF[g.row[slot]]] > 0:
                g.best[mask] &= ~g.fits[mask | 1 << slot]
    for throw in range(len(ODDS)):
        many = 0
        for mask in range(SIZE):
            if g.best[mask] >> np.uint64(throw) & np.uint64(1):
                g.masks[choices, many] = mask
                many += 1
        g.many[choices] = many
        same = 0
        while not (g.many[same] == many and (g.masks[same, :many] == g.masks[choices, :many]).all()):
            same += 1
        if same == choices:
            choices += 1
            g.odds[same] = 0
        g.odds[same] += ODDS[throw]
    return choices


@compiled
def find_gains(g: Game) -> None:
    there = 0
    for slot in range(ROW):
        there |= (g.row[slot] >= 0) << slot
        g.row_numbers[slot] = NUMBER_OF[g.row[slot]] if g.row[slot] >= 0 else EMPTY
    find_fits(g)
    choices = find_choices(g)
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


@compiled
def bits(mask: Int) -> Int:
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1) + (mask >> 4 & 1)


@compiled
def along(curve: Array, rolls: float) -> Real:
    if rolls <= 0:
        return 0.0
    n = min(int(rolls), HORIZON - 1)
    return curve[n] + (rolls - n) * (curve[n + 1] - curve[n])


@compiled
def curve_of(g: Game, mask: Int) -> Array:
    return g.gains[:, mask] + (ROW - bits(mask)) * g.slot


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


@compiled
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


@compiled
def lasts_rough(plan: Plan, mind: Mind, at: float) -> Real:
    """The chance that the glass still runs, for a last roll …"""
    if mind.turned or at < 0 or at > mind.high:
        return lasts(mind.low, mind.high, at, plan.rough)
    return float(plan.lasts_rough[int(at) // 20])


@compiled
def lasts_fine(plan: Plan, mind: Mind, at: float) -> Real:
    """… and for a last card."""
    if mind.turned or at < 0 or at > mind.high:
        return lasts(mind.low, mind.high, at, plan.fine)
    return float(plan.lasts_fine[int(at) // 20])


@compiled
def count_times(mind: Mind) -> Int:
    early = mind.low - 3 * mind.spread - 1
    return 1 if mind.harmless else int((mind.high - early) / max((mind.high - early) / 16, 50.0)) + 1


@compiled
def time_of(mind: Mind, n: int) -> Real:
    early = mind.low - 3 * mind.spread - 1
    return float(mind.low) if mind.harmless else early + max((mind.high - early) / 16, 50.0) * n


@compiled
def rolls_in(plan: Plan, mind: Mind, ms: float) -> Real:
    spare = ms - plan.look - plan.roll - plan.take - plan.stop
    return 1 + max(0.0, spare / mind.cycle - PARTIAL) if spare >= 0 else 0.0


@compiled
def without(plan: Plan, mind: Mind, curve: Array, at: float, stake: float) -> Real:
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


@compiled
def earliest(plan: Plan, at: float, rolls: int, takes: int) -> Real:
    landing = at + rolls * (plan.look + plan.roll) + takes * (plan.take + plan.refill) + plan.roll
    return landing + plan.look + plan.ultim


@compiled
def with_ultim(plan: Plan, mind: Mind, curve: Array, at: float, stake: float) -> Real:
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


# What can be done
@compiled
def stake_of(g: Game, plan: Plan, mind: Mind) -> Real:
    return value(g.sizes, plan, mind.last) - mind.base


@compiled
def stop_value(g: Game, plan: Plan, mind: Mind, at: float) -> Real:
    kept = 1.0 if mind.harmless else lasts(mind.low, mind.high, at + plan.stop, 0.0) / mind.alive
    return kept * stake_of(g, plan, mind)


@compiled
def roll_value(g: Game, plan: Plan, mind: Mind, at: float, mask: Int, ultim: bool) -> Real:
    ready, stake, curve = at + (ROW - bits(mask)) * plan.refill, stake_of(g, plan, mind), curve_of(g, mask)
    return with_ultim(plan, mind, curve, ready, stake) if ultim else without(plan, mind, curve, ready, stake)


@compiled
def turn_glass(g: Game, plan: Plan, mind: Mind, at: float, mask: Int, unspent: Int) -> tuple[Real, Real]:
    curve, first, stake = curve_of(g, mask), at + plan.ultim, stake_of(g, plan, mind)
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


@compiled
def new_row(g: Game, plan: Plan, mind: Mind, at: float) -> Real:
    return without(plan, mind, ROW * g.slot, at + plan.ultim, stake_of(g, plan, mind))


@compiled
def best_of(g: Game, plan: Plan, mind: Mind, at: float, mask: Int, unspent: Int, ultim: bool) -> Real:
    """The best that can be done with these dice."""
    best = max(stop_value(g, plan, mind, at), roll_value(g, plan, mind, at, mask, ultim))
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
        best = max(best, turn_glass(g, plan, mind, at, mask, unspent)[0], new_row(g, plan, mind, at))
    return best


@compiled
def choose(
    g: Game, plan: Plan, mind: Mind, at: Real, mask: Int, unspent: Int, ultim: bool, safe: float
) -> tuple[Int, Int, Int, Int]:
    """An action, the slot and the dice it leaves if it takes a card, and how long to wait. Of the best ones, the first."""
    action, taken, leaves, wait = ROLL, -1, np.int64(-1), 0
    best = safe + roll_value(g, plan, mind, at, mask, ultim)
    found = safe + stop_value(g, plan, mind, at)
    if found > best:
        best, action = found, STOP
    for slot in range(ROW):
        if mask >> slot & 1:
            number, colour = NUMBER_OF[g.row[slot]], COLOUR_OF[g.row[slot]]
            for way in range(WAYS[unspent, number]):
                left = np.int64(LEFT[unspent, WAY[unspent, number, way]])
                g.sizes[colour] += 1
                found = safe + best_of(g, plan, mind, at + plan.take, mask & ~(1 << slot), left, ultim)
                g.sizes[colour] -= 1
                if found > best:
                    best, action, taken, leaves = found, TAKE, slot, left
    if ultim and UNDOUBLED[unspent] >= 0:
        turned, when = turn_glass(g, plan, mind, at, mask, unspent)
        if safe + turned > best:
            best, action, wait = safe + turned, TURN_GLASS, int(np.rint(when - at - plan.ultim))
        if safe + new_row(g, plan, mind, at) > best:
            action, wait = NEW_ROW, 0
    return action, taken, leaves, wait


# A game by the rules
@compiled
def refill(g: Game) -> None:
    """R4, R5, R10"""
    for slot in range(ROW):
        if g.row[slot] < 0:
            if (g.place == PILE).sum() == 0:
                for card in range(CARDS):
                    if g.place[card] == DISCARD:
                        g.place[card] = PILE
            cards = (g.place == PILE).sum()
            if cards == 0:
                return
            left, card = draw(g, cards), 0
            while left or g.place[card] != PILE:
                left -= g.place[card] == PILE
                card += 1
            g.row[slot] = card
            g.place[card] = IN_ROW


@compiled
def find_points(g: Game, plan: Plan, last: bool) -> bool:
    """What one more card of each colour is worth; True if that has changed."""
    here, changed = value(g.sizes, plan, last), False
    for colour in range(PILES):
        g.sizes[colour] += 1
        points = value(g.sizes, plan, last) - here
        g.sizes[colour] -= 1
        changed = changed or g.points[colour] != points
        g.points[colour] = points
    return changed


@compiled
def find_row(g: Game) -> Real:
    """Values the row, and returns the cards that a roll takes on average."""
    few, coming = (g.place == PILE).sum() <= ROW, np.zeros(CARDS, np.bool_)
    for card in range(CARDS):
        coming[card] = g.place[card] == PILE or (few and g.place[card] == DISCARD)
    takes = fill_slots(g, coming)
    find_gains(g)
    return takes


@compiled
def mind_of(plan: Plan, now: Int, deadline: Int, turned: Int, last: bool, base: float, takes: Real) -> Mind:
    low, high = 100 * plan.glass_from, 100 * plan.glass_to
    if plan.young:
        low = high = deadline
    elif turned >= 0:
        low = high = max(2 * turned, turned + 1)
    alive, cycle = max(lasts(low, high, float(now), 0.0), 1e-9), plan.look + plan.roll + takes * (plan.take + plan.refill)
    return Mind(low, high, 0.0 if plan.young else plan.rough, plan.young, turned >= 0, last, alive, base, cycle, takes)


@compiled
def pace(g: Game, action: Int, fresh: bool) -> Int:
    ms = between(g, action)
    if fresh:
        ms += between(g, LOOK)
    for slot in range(ROW):
        if action == ROLL and g.row[slot] < 0:
            ms += between(g, REFILL)
    return ms


@compiled
def throw(g: Game) -> Int:
    point, found = draw(g, FALLS), 0
    while point >= ODDS[found]:
        point -= ODDS[found]
        found += 1
    return THROWN[found]


@compiled
def take(g: Game, slot: Int) -> None:
    card = g.row[slot]
    g.sizes[COLOUR_OF[card]] += 1
    g.place[card] = TAKEN
    g.row[slot] = -1


@compiled
def throw_away_row(g: Game) -> None:
    """R13"""
    for slot in range(ROW):
        if g.row[slot] >= 0:
            g.place[g.row[slot]] = DISCARD
    g.row[:] = -1


@compiled
def end_turn(g: Game, banked: bool) -> None:
    """R7, R20"""
    for card in range(CARDS):
        if g.place[card] == TAKEN:
            g.place[card] = LOOT if banked else DISCARD
            g.loot[COLOUR_OF[card]] += banked


@compiled
def play_turn(g: Game, plan: Plan, had: int, score: int) -> None:
    """R4 to R13: from the start of the glass to its end, or the stop. Times are ms since the start."""
    decide(g)
    between(g, GO)
    deadline = 100 * (plan.glass_from + draw(g, plan.glass_to - plan.glass_from + 1))
    now, rolled, turned, dice, unspent = np.int64(0), np.int64(-1), np.int64(-1), np.int64(0), np.int64(0)
    ultim, last, changed, takes = not plan.young, had >= (ROUNDS - 1) * TURNS, True, 0.0
    g.sizes[:] = g.loot
    base = value(g.loot, plan, last)
    safe = score + base + (ROUNDS * TURNS - had - 1) * plan.turn * plan.glass_from / GLASS_FROM
    while True:
        if find_points(g, plan, last) or changed:
            takes = find_row(g)
        mind = mind_of(plan, now, deadline, turned, last, base, takes)
        fresh, mask = bool(dice > 0 and dice == unspent), 0
        for slot in range(ROW):
            mask |= (g.row[slot] >= 0) << slot
        free = now + (plan.look if fresh else 0.0)
        action, slot, left, wait = choose(g, plan, mind, free, mask, unspent, ultim, safe)
        decide(g)
        now += pace(g, action, fresh) + wait
        if action == ROLL and rolled >= 0:
            now = max(now, rolled + plan.gap)  # R5
        if now >= deadline or action == STOP:
            return end_turn(g, now < deadline or plan.young)
        changed = False
        if action == TAKE:
            take(g, slot)
            unspent = left
        elif action == ROLL:
            rolled, changed = now, (g.row < 0).any()
            refill(g)
            dice = unspent = throw(g)
        elif action == TURN_GLASS:
            ultim, turned, unspent = False, now, np.int64(UNDOUBLED[unspent])
            deadline = max(2 * now, now + 1)
        else:
            ultim, changed, unspent = False, True, np.int64(0)
            throw_away_row(g)
            refill(g)


@compiled
def count(g: Game, plan: Plan, last: bool) -> Int:
    """R14 to R18: counts the round, and leaves what is kept. Of equal ways to keep piles, the expert takes the first."""
    score = 0
    kept = np.zeros(PILES, np.bool_)
    if plan.classic:
        score = g.loot.sum()
    else:
        piles = np.sort(g.loot)[::-1]
        score = piles[:3].sum() - (piles[3:].sum() if last else piles[6:].sum())
        choice = False
        for rank in range(3, 6):
            # of the piles of this size, as many as are among the second three, the first colours first
            size, equal, within = piles[rank], 0, 0
            for other in range(PILES):
                equal += piles[other] == size
                within += piles[other] == size and 3 <= other < 6
            if size and not last:
                choice = choice or equal > within
                for colour in range(PILES):
                    if g.loot[colour] == size and within:
                        kept[colour] = True
                        within -= 1
        if choice:
            decide(g)
            between(g, KEEP)
    for card in range(CARDS):
        if not (g.place[card] == LOOT and kept[COLOUR_OF[card]]):
            g.place[card] = PILE
    for colour in range(PILES):
        if not kept[colour]:
            g.loot[colour] = 0
    g.row[:] = -1
    return score


@compiled
def play(g: Game, plan: Plan) -> Int:
    g.place[:] = PILE
    g.row[:] = -1
    g.loot[:] = 0
    g.used[:] = 0
    draw(g, 1)  # R3: who begins
    score = 0
    for turn in range(ROUNDS * TURNS):
        refill(g)
        play_turn(g, plan, turn, score)
        if turn % TURNS == TURNS - 1:
            score += count(g, plan, turn == ROUNDS * TURNS - 1)
    return score


@cache
def _table() -> Game:
    return Game(
        place=np.zeros(CARDS, np.int64),
        row=np.zeros(ROW, np.int64),
        loot=np.zeros(PILES, np.int64),
        sizes=np.zeros(PILES, np.int64),
        points=np.zeros(PILES),
        slot=np.zeros(HORIZON + 1),
        gains=np.zeros((HORIZON + 1, SIZE)),
        worth=np.zeros(SIZE),
        row_numbers=np.zeros(ROW, np.int64),
        fits=np.zeros(SIZE, np.uint64),
        best=np.zeros(SIZE, np.uint64),
        masks=np.zeros((len(ODDS), SIZE), np.int64),
        many=np.zeros(len(ODDS), np.int64),
        odds=np.zeros(len(ODDS), np.int64),
        draws=np.zeros((DRAWS, 8), np.uint32),
        words=np.zeros((DECISIONS, WORDS), np.uint32),
        used=np.zeros(4, np.int64),
    )


@cache
def _plan(options: Options) -> Plan:
    hands = Hands(USUAL, options.roll_gap)
    glass = options.glass_from, options.glass_to, options.roll_gap
    spans = (hands.look, hands.refill, hands.roll, hands.take, hands.stop, hands.ultim, hands.rough, hands.fine)
    found = (tabulate(100 * options.glass_from, 100 * options.glass_to, spread) for spread in (hands.rough, hands.fine))
    return Plan(options.scoring == "classic", options.young, *glass, TURN[options.scoring, options.young], *spans, *found)


def ultim_limit(options: Options, seed: str) -> int:
    """The score of the game with this seed."""
    g, dealer = _table(), Dealer(seed)
    chance = chance_of(seeded_secret("bots", seed), 0)
    for drawn, decided in ((USUAL_DRAWS, USUAL_DECISIONS), (DRAWS, DECISIONS)):
        for number in range(decided):
            below: Any = chance(0, "decision", number + 1)  # `randrange` of its own generator
            g.words[number] = np.frombuffer(below.__self__.randbytes(4 * WORDS), "<u4")
        values = b"".join(dealer.below(number, _SPAN).to_bytes(32, "big") for number in range(drawn))
        g.draws[:drawn] = np.frombuffer(values, ">u4").reshape(drawn, 8)
        score = int(play(g, _plan(options)))
        if g.used[0] <= drawn and g.used[1] <= decided and g.used[3] <= WORDS:
            return score
    raise ValueError("this game is longer than any before")
