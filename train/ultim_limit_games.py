"""Whole games of the expert and the champion of Ultim' Limit, in compiled kernels: the very same games as at a table.

Draws and the bots' own chance come from the seed as they do at a table, or from a fast source of chance for training. The kernels
follow rules.py step by step; `tests/games/test_ultim_limit_champion.py` compares them with games by the rules. R1 … refer to
RULES.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tablee.bots import chance_of
from tablee.fair import Dealer, seeded_secret
from tablee.games.ultim_limit.kernels import champion
from tablee.games.ultim_limit.kernels.batch import UNDOUBLED, Int
from tablee.games.ultim_limit.kernels.champion import SEEN, Loots, Place, base_of, find_others, see, weigh, worth
from tablee.games.ultim_limit.kernels.plan import (
    CARDS,
    COLOUR_OF,
    FIRST_TAKE,
    GLASS,
    HANDS,
    ODDS,
    PILES,
    ROLL,
    ROW,
    STOP,
    THROWN,
    Desk,
    Mind,
    Real,
    TurnSetting,
    cards_there,
    fill_slots,
    find_gains,
    find_points,
    mind_of,
    new_desk,
    new_row,
    pick,
    plan_of,
    roll_value,
    turn_glass,
    value,
    value_actions,
)
from tablee.games.ultim_limit.players.expert import GROWTH
from tablee.games.ultim_limit.players.row import WAYS as FALLS
from tablee.games.ultim_limit.rules import GLASS as GLASS_OF_RULES
from tablee.games.ultim_limit.rules import ROUNDS, TURNS, Options
from tablee.kit.kernels.decorators import compiled, inner

Array: TypeAlias = Any
GO, ROLLING, TAKING, STOPPING, ULTIM, KEEPING, LOOK, REFILL = range(len(HANDS))
PILE, DISCARD, IN_ROW, TAKEN, LOOT = range(5)  # where a card is; LOOT and the seat
GLASS_FROM = GLASS_OF_RULES["from"]
USUAL_DRAWS, DRAWS = 192, 1 << 9  # most games need up to 180 draws a seat
USUAL_DECISIONS, DECISIONS, WORDS = 192, 1 << 9, 32  # of a bot, and the random words that each may need
_SPAN = 1 << 256
WHOLE = ROUNDS * TURNS
MOST_NODES = 256  # decisions in a turn
EXPERT = -1  # in place of the number of a mind


class Table(NamedTuple):
    place: Array  # by card
    loot: Array  # by seat and colour
    score: Array  # by seat
    had: Array  # by seat, finished turns
    draws: Array  # of the dealer: (n, 8) uint32, the highest first
    words: Array  # of the bots' chance: (seats, decisions, n) uint32
    used: Array  # how many draws; of the decision, the seat and how many words; how many at most
    decided: Array  # by seat, how many decisions


class Notes(NamedTuple):
    """What is written down of games, to learn from."""

    on: bool
    explore: float  # how often a bot plays something else, close to the best
    trace: float  # how much of what came later counts, rather than what was expected then
    many: Array  # how many numbers, and how many turns
    numbers: Array  # what a net sees
    plans: Array  # what the plan said …
    came: Array  # … and what came of it
    loots: Array  # before a turn of a seat: seats, turns finished, own piles, those of others, row left
    points: Array  # counted at the end of the round so far, and in the end
    node: Array  # in this turn, by decision: the value, whether it explored, and the number in `numbers`


@inner
def draw(t: Table, bound: int) -> Int:
    rest: Int = 0
    for k in range(8):
        rest = ((rest << 32) + np.int64(t.draws[t.used[0] % len(t.draws), k])) % bound
    t.used[0] += 1
    return rest


@inner
def decide(t: Table, seat: int) -> None:
    """Every decision has random numbers of its own."""
    t.decided[seat] += 1
    t.used[1], t.used[2] = seat, 0


@inner
def between(t: Table, plan: TurnSetting, what: int) -> Int:
    """As `PacedBot.between`, with `random.randrange`."""
    bound, bits = plan.spans[what, 1] - plan.spans[what, 0] + 1, 0
    while bound >> bits:
        bits += 1
    seat = t.used[1]
    while True:
        found = np.int64(t.words[seat, (t.decided[seat] - 1) % DECISIONS, t.used[2] % WORDS]) >> (32 - bits)
        t.used[2] += 1
        t.used[3] = max(t.used[2], t.used[3])
        if found < bound:
            return plan.spans[what, 0] + found


# A game by the rules
@inner
def refill(t: Table, g: Desk) -> None:
    """R4, R5, R10"""
    for slot in range(ROW):
        if g.row[slot] < 0:
            if (t.place == PILE).sum() == 0:
                for card in range(CARDS):
                    if t.place[card] == DISCARD:
                        t.place[card] = PILE
            cards = (t.place == PILE).sum()
            if cards == 0:
                return
            left, card = draw(t, cards), 0
            while left or t.place[card] != PILE:
                left -= t.place[card] == PILE
                card += 1
            g.row[slot] = card
            t.place[card] = IN_ROW


@inner
def find_coming(t: Table, g: Desk) -> None:
    few = (t.place == PILE).sum() <= ROW
    for card in range(CARDS):
        g.coming[card] = t.place[card] == PILE or (few and t.place[card] == DISCARD)


@inner
def pace(t: Table, g: Desk, plan: TurnSetting, what: Int, fresh: bool) -> Int:
    ms = between(t, plan, what)
    if fresh:
        ms += between(t, plan, LOOK)
    for slot in range(ROW):
        if what == ROLLING and g.row[slot] < 0:
            ms += between(t, plan, REFILL)
    return ms


@inner
def throw(t: Table) -> Int:
    point, found = draw(t, FALLS), 0
    while point >= ODDS[found]:
        point -= ODDS[found]
        found += 1
    return THROWN[found]


@inner
def end_turn(t: Table, seat: int, banked: bool) -> None:
    """R7, R20"""
    for card in range(CARDS):
        if t.place[card] == TAKEN:
            t.place[card] = LOOT + seat if banked else DISCARD
            t.loot[seat, COLOUR_OF[card]] += banked
    t.had[seat] += 1


@inner
def sit(t: Table, g: Desk, seat: int) -> None:
    """What this seat sees of all loot."""
    seats = len(t.score)
    g.banked[:] = t.loot[seat]
    g.sizes[:] = t.loot[seat]
    for k in range(seats - 1):
        g.rivals[k] = t.loot[(seat + 1 + k) % seats]
        g.had[k] = t.had[(seat + 1 + k) % seats]


@inner
def explored(g: Desk, notes: Notes, actions: Int, best: Int) -> Int:
    """Now and then, an action that is at most a point worse."""
    if np.random.random() >= notes.explore:
        return best
    close = 0
    for n in range(actions):
        close += g.values[n] > g.values[best] - 1
    left = np.random.randint(close)
    for n in range(actions):
        if g.values[n] > g.values[best] - 1:
            if left == 0:
                return n
            left -= 1
    return best


@inner
def note_plan(
    g: Desk,
    plan: TurnSetting,
    notes: Notes,
    mind: Mind,
    place: Place,
    action: Int,
    at: Real,
    when: Real,
    unspent: Int,
    ultim: bool,
    stake: Real,
) -> Int:
    """Writes down what a net sees of this action, and returns its number; -1 if it sees nothing of it."""
    if action == STOP or (action >= FIRST_TAKE and g.slots[action] >= 0) or notes.many[0] >= len(notes.plans):
        return np.int64(-1)
    mask, n = cards_there(g), notes.many[0]
    if action == ROLL:
        found = roll_value(g, plan, mind, at, mask, ultim, stake) + g.stays[mask]
        see(g, plan, mind, place, 0, found, stake, at, 0.0, mask, ultim)
    elif g.slots[action] == GLASS:
        found = turn_glass(g, plan, mind, at, mask, unspent, stake)[0] + g.stays[mask]
        see(g, plan, mind, place, 1, found, stake, when, 2 * when, mask, False)
    else:
        found = new_row(g, plan, mind, at, stake)
        see(g, plan, mind, place, 2, found, stake, at + plan.ultim, 0.0, 0, False)
    notes.numbers[n] = g.numbers[:SEEN]
    notes.plans[n] = found
    notes.many[0] += 1
    return n


@inner
def note_came(t: Table, g: Desk, plan: TurnSetting, loots: Loots, notes: Notes, place: Place, banked: bool, nodes: Int) -> None:
    """What came of the plans of this turn."""
    if not banked:
        g.sizes[:] = g.banked
    find_others(g, loots, place)
    came = worth(g, plan, loots, place) - base_of(g, plan, loots, place)
    for slot in range(ROW):
        if g.row[slot] >= 0:
            came += g.left[g.row[slot]]
    for node in range(nodes - 1, -1, -1):
        expected, other, number = notes.node[node]
        if number >= 0:
            notes.came[np.int64(number)] = came
        came = expected if other else expected + notes.trace * (came - expected)


@inner
def play_turn(t: Table, g: Desk, plan: TurnSetting, minds: Any, mine: int, notes: Notes, seat: int, ends: bool) -> None:
    """R4 to R13: from the start of the glass to its end, or the stop. Times are ms since the start."""
    decide(t, seat)
    between(t, plan, GO)
    deadline = 100 * (plan.glass_from + draw(t, plan.glass_to - plan.glass_from + 1))
    now, rolled, turned, dice, unspent = np.int64(0), np.int64(-1), np.int64(-1), np.int64(0), np.int64(0)
    changed: Any = True  # whether the row has new cards
    ultim, last, takes, taken = not plan.young, t.had[seat] >= WHOLE - TURNS, 0.0, 0
    noting, nodes = notes.on and mine != EXPERT, 0
    sit(t, g, seat)
    loots, net = minds[max(mine, 0)]
    base = value(g.sizes, plan, last)
    safe = t.score[seat] + base + (WHOLE - t.had[seat] - 1) * plan.turn * plan.glass_from / GLASS_FROM
    while True:
        fresh = bool(dice > 0 and dice == unspent)
        find_coming(t, g)
        place = Place(len(t.score), seat, t.had[seat], ends, taken)
        at = now + (plan.look if fresh else 0.0)
        if mine == EXPERT:
            g.left[:] = 0.0
            g.stays[:] = 0.0
            before = g.points.copy()
            find_points(g, plan, last)
            if changed or (before != g.points).any():
                takes = fill_slots(g)
                g.gains[0] = 0.0
                find_gains(g)
            mind = mind_of(plan, now, deadline, turned, last, base, takes)
            actions, when = value_actions(g, plan, mind, at, unspent, ultim, safe)
            action = pick(g.values, actions, seat)
        else:
            actions, when, stake, mind = weigh(g, plan, loots, net, place, now, deadline, turned, fresh, unspent, ultim)
            action = pick(g.values, actions, seat)
            if noting and nodes < MOST_NODES:
                best, action = action, explored(g, notes, actions, action)
                number = note_plan(g, plan, notes, mind, place, action, at, when, unspent, ultim, stake)
                notes.node[nodes] = float(g.values[best]), 1.0 if action != best else 0.0, float(number)
                nodes += 1
        decide(t, seat)
        what = min(action, 2)
        slot = g.slots[action] if action >= FIRST_TAKE else 0
        if slot < 0:
            what = 3
        what = (ROLLING, STOPPING, TAKING, ULTIM)[what]
        wait = np.int64(np.rint(when - at - plan.ultim)) if what == ULTIM and slot == GLASS else np.int64(0)
        now += pace(t, g, plan, what, fresh) + wait
        if what == ROLLING and rolled >= 0:
            now = max(now, rolled + plan.gap)  # R5
        if now >= deadline or what == STOPPING:
            banked = now < deadline or plan.young
            if noting:
                note_came(t, g, plan, loots, notes, place, banked, nodes)
            return end_turn(t, seat, banked)
        changed = False
        if what == TAKING:
            card: Int = g.row[slot]
            unspent = np.int64(g.leaves[action])
            g.sizes[COLOUR_OF[card]] += 1
            t.place[card] = TAKEN
            g.row[slot] = -1
            taken += 1
        elif what == ROLLING:
            rolled, changed = now, (g.row < 0).any()
            refill(t, g)
            dice = unspent = throw(t)
        elif slot == GLASS:
            ultim, turned, unspent = False, now, np.int64(UNDOUBLED[unspent])
            deadline = max(2 * now, now + 1)
        else:  # R13
            ultim, changed, unspent = False, True, np.int64(0)
            for at_slot in range(ROW):
                if g.row[at_slot] >= 0:
                    t.place[g.row[at_slot]] = DISCARD
            g.row[:] = -1
            refill(t, g)


@inner
def keep(t: Table, plan: TurnSetting, seat: int, kept: Array) -> None:
    """R15, R17: as the expert, the piles of which rivals have the fewest cards."""
    mine, seats, last = t.loot[seat], len(t.score), t.had[seat] == WHOLE
    sizes = np.sort(mine)[::-1]
    kept[:] = False
    if last:
        return
    forced, choice = np.zeros(PILES, np.bool_), np.zeros(PILES, np.bool_)
    for colour in range(PILES):
        above, equal = (mine > mine[colour]).sum(), (mine == mine[colour]).sum()
        if mine[colour] and above < 6 and above + equal > 3:
            forced[colour] = above >= 3 and above + equal <= 6
            choice[colour] = not forced[colour]
    if not choice.any():
        kept[:] = forced
        return
    decide(t, seat)
    between(t, plan, KEEPING)
    growth = np.zeros(PILES)
    for colour in range(PILES):
        others = 0
        for other in range(seats):
            others += t.loot[other, colour] if other != seat else 0
        growth[colour] = GROWTH * (1 - others / 12)
    # every way, in the order of the rules: sets of colours in rising order
    wanted: Int = sizes[3:6]
    best, equal, found = -1.0, 0, np.zeros((84, 3), np.int64)
    many = (wanted > 0).sum()
    for a in range(PILES):
        for b in range(a + 1, PILES) if many > 1 else range(PILES, PILES + 1):
            for c in range(b + 1, PILES) if many > 2 else range(PILES, PILES + 1):
                high, middle, low = mine[a], mine[b] if b < PILES else 0, mine[c] if c < PILES else 0
                if high < middle:
                    high, middle = middle, high
                if middle < low:
                    middle, low = low, middle
                if high < middle:
                    high, middle = middle, high
                if high == wanted[0] and middle == wanted[1] and low == wanted[2]:
                    gain = growth[a]
                    if b < PILES:
                        gain += growth[b]
                    if c < PILES:
                        gain += growth[c]
                    if gain > best:
                        best, equal = gain, 0
                    if gain == best:
                        found[equal, 0], found[equal, 1], found[equal, 2] = a, b, c
                        equal += 1
    for colour in found[seat % equal]:
        if colour < PILES:
            kept[colour] = True


@inner
def count(t: Table, g: Desk, plan: TurnSetting) -> None:
    """R14 to R18: counts the round, and leaves what is kept."""
    seats = len(t.score)
    kept = np.zeros((seats, PILES), np.bool_)
    for seat in range(seats):
        if plan.classic:
            t.score[seat] += t.loot[seat].sum()
            continue
        piles = np.sort(t.loot[seat])[::-1]
        t.score[seat] += piles[:3].sum() - (piles[3:].sum() if t.had[seat] == WHOLE else piles[6:].sum())
        keep(t, plan, seat, kept[seat])
    for card in range(CARDS):
        owner = t.place[card] - LOOT
        if owner < 0 or not kept[owner, COLOUR_OF[card]]:
            t.place[card] = PILE
    for seat in range(seats):
        for colour in range(PILES):
            if not kept[seat, colour]:
                t.loot[seat, colour] = 0
    g.row[:] = -1


@inner
def note_loot(t: Table, g: Desk, notes: Notes, seat: int) -> None:
    """Before the row is filled for a turn of this seat."""
    n = notes.many[1]
    if not notes.on or n >= len(notes.points):
        return
    line = notes.loots[n]
    line[0], line[1], line[2] = len(t.score), t.had[seat], seat
    line[3:12] = t.loot[seat]
    line[12:21] = 0
    for other in range(len(t.score)):
        if other != seat:
            line[12:21] += t.loot[other]
    line[21:26] = g.row
    notes.points[n, 0] = t.score[seat]
    notes.many[1] += 1


@compiled
def play(t: Table, g: Desk, plan: TurnSetting, minds: Any, players: Array, notes: Notes) -> None:
    """players: by seat, the number of a mind, or EXPERT"""
    seats, first_note = len(t.score), notes.many[1]
    t.place[:] = PILE
    g.row[:] = -1
    t.loot[:] = 0
    t.score[:] = 0
    t.had[:] = 0
    t.used[:] = 0
    t.decided[:] = 0
    first = draw(t, seats)  # R3
    for turn in range(ROUNDS * TURNS * seats):
        seat, of_round = (first + turn) % seats, turn % (TURNS * seats)
        note_loot(t, g, notes, seat)
        refill(t, g)
        play_turn(t, g, plan, minds, players[seat], notes, seat, of_round == TURNS * seats - 1)
        if of_round == TURNS * seats - 1:
            count(t, g, plan)
    for n in range(first_note, notes.many[1]):
        notes.points[n, 1] = t.score[notes.loots[n, 2]]


@compiled
def sow(seed: int) -> None:
    np.random.seed(seed)


def new_table(seats: int) -> Table:
    return Table(
        place=np.zeros(CARDS, np.int64),
        loot=np.zeros((seats, PILES), np.int64),
        score=np.zeros(seats, np.int64),
        had=np.zeros(seats, np.int64),
        draws=np.zeros((DRAWS * seats, 8), np.uint32),
        words=np.zeros((seats, DECISIONS, WORDS), np.uint32),
        used=np.zeros(4, np.int64),
        decided=np.zeros(seats, np.int64),
    )


def new_notes(plans: int = 1, turns: int = 1, explore: float = 0.0, trace: float = 1.0) -> Notes:
    return Notes(
        on=plans > 1,
        explore=explore,
        trace=trace,
        many=np.zeros(2, np.int64),
        numbers=np.zeros((plans, SEEN), np.float32),
        plans=np.zeros(plans, np.float32),
        came=np.zeros(plans, np.float32),
        loots=np.zeros((turns, 26), np.int16),
        points=np.zeros((turns, 2), np.int16),
        node=np.zeros((MOST_NODES, 3)),
    )


@cache
def _table(seats: int) -> tuple[Table, Desk]:
    return new_table(seats), new_desk()


def play_seed(options: Options, seed: str, players: Sequence[int], minds: Any) -> tuple[int, ...]:
    """The scores of the game with this seed, as at a table."""
    seats = len(players)
    (t, g), dealer, who, notes = _table(seats), Dealer(seed), np.array(players), new_notes()
    for drawn, decided in ((USUAL_DRAWS * seats, USUAL_DECISIONS), (DRAWS * seats, DECISIONS)):
        for seat in range(seats):
            chance = chance_of(seeded_secret("bots", seed), seat)
            for number in range(decided):
                below: Any = chance(0, "decision", number + 1)  # `randrange` of its own generator
                t.words[seat, number] = np.frombuffer(below.__self__.randbytes(4 * WORDS), "<u4")
        values = b"".join(dealer.below(number, _SPAN).to_bytes(32, "big") for number in range(drawn))
        t.draws[:drawn] = np.frombuffer(values, ">u4").reshape(drawn, 8)
        play(t, g, plan_of(options), minds, who, notes)
        if t.used[0] <= drawn and t.decided.max() <= decided and t.used[3] <= WORDS:
            return tuple(t.score.tolist())
    raise ValueError("this game is longer than any before")


def ultim_limit(options: Options, seed: str) -> int:
    """The score of the expert alone in the game with this seed."""
    return play_seed(options, seed, [EXPERT], champion.NO_MINDS)[0]
