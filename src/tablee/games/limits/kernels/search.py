"""The compiled search of the champion of Limits: it plays rounds out in worlds in which each rival is of some kind.

In a playout, everybody plays on as their kind does (`rivals.py`), from what they can see there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, TypeAlias

import numpy as np

from tablee.core.game import CHANCE
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide
from tablee.games.limits.kernels.batch import (
    CARDS,
    CHOICES,
    COLOURS,
    DRAWN,
    KNOWN,
    PENALTY,
    RAISED,
    Fast,
    Plan,
)
from tablee.games.limits.kernels.rivals import (
    BELIEF,
    BOLD,
    COPIES,
    FACTORIALS,
    FEAR,
    FIFTH,
    FORGETS,
    MARGIN,
    NEAREST,
    NO_LIMIT,
    NONE,
    SEATS,
    SIGHT,
    STYLES,
    TRACKED,
    UNSEEN,
    WORLD,
    Sight,
    WorldRecord,
    find_worlds,
    make_hides,
    read,
    unit,
)
from tablee.games.limits.rules import LAID, RETURNED, SHOWN, Limits, Options, View
from tablee.kit.kernels.chance import Word64, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner

RoundRecord: TypeAlias = Any  # a record of ROUND, changed in place
Desk: TypeAlias = Any  # the arrays that a search needs

MOST_LOST, MOST_SPARE = 40, 16
UNCOVERED = 2.5  # how much likelier it is that a seat has hidden a colour after it laid a card that only raisers can cover

ROUND = np.dtype(
    [
        *((name, np.int64) for name in ("turn", "unknown", "top", "top_colour", "first", "bank", "number")),
        ("key", np.uint64),
        ("count", np.int64, COLOURS),
        ("seen", np.int64, COLOURS),  # in the pile and the known parts of the draw pile
        ("tokens", np.int64, COLOURS),  # known cards in hands and among raisers
        ("deck", np.int64, COLOURS),
        ("last", np.int64, SEATS),  # the colour a seat laid last, or -1 …
        ("laid", np.int64, SEATS),  # … and how many lay then
        ("gains", np.int64, SEATS),
        ("kind", np.int64, SEATS),
        ("hand", np.int64, (SEATS, COLOURS)),
        ("raisers", np.int64, (SEATS, COLOURS)),
        ("old", np.int64, (SEATS, COLOURS)),  # known cards since the round began …
        ("new", np.int64, (SEATS, COLOURS)),  # … and those drawn since …
        ("old_unseen", np.float64, SEATS),  # … and unseen cards since the round began, on average …
        ("new_unseen", np.float64, SEATS),
        ("bold", np.float64, (SEATS, COLOURS)),
        # what the seat whose turn it is reckons with
        ("share", np.float64, COLOURS),
        ("kept", np.int64, COLOURS),
        ("lost", np.int64),
        ("odds", np.float64, 8),
    ],
    align=True,
)


def _lost() -> Array:
    """The chance that more than `spare` + raisers of so many forgotten cards are of a colour, as a fifth of all cards are."""
    table = np.zeros((SEATS, MOST_LOST + 1, 2 * MOST_SPARE))
    for places in range(SEATS):
        for lost in range(MOST_LOST + 1):
            for cards in range(lost + 1):
                for raisers in range(places + 1):
                    odds = comb(lost, cards) * comb(places, raisers) * 0.2 ** (cards + raisers)
                    odds *= 0.8 ** (lost + places - cards - raisers)
                    table[places, lost, : max(0, min(2 * MOST_SPARE, cards - raisers + MOST_SPARE))] += odds
    return table


LOST = _lost()


# Playouts
@inner
def set_public(s: Sight, row: Array, plan: Plan, r: RoundRecord) -> None:
    """The public part of a round in progress."""
    r.turn, r.unknown, r.top, r.top_colour, r.first, r.bank, r.number = s.turn, s.unknown, s.top, s.top_colour, 0, s.bank, 0
    for c in range(COLOURS):
        r.count[c] = 0
        r.seen[c] = s.top if s.top and s.top_colour == c else 0
        r.tokens[c] = 0
    for k in range(s.bottom):
        r.seen[s.stack[k]] += 1
    for j in range(SEATS):
        r.last[j], r.laid[j], r.gains[j] = -1, 0, 0
        for c in range(COLOURS):
            r.bold[j, c] = 1.0
    pile = 14 + plan.rounds * (4 + plan.seats)
    k = 0
    while k < CARDS and row[pile + k] >= 0:
        seat, c = row[pile + k] >> 3, row[pile + k] & 7
        put(s, r, seat, c)
        k += 1
    for j in range(s.seats):
        known, drawn = 0, 0
        for c in range(COLOURS):
            r.old[j, c], r.new[j, c] = s.known[j, c], 0
            known += s.known[j, c]
        for k in range(s.marks[j]):
            drawn += s.since[j, k] >= DRAWN
        r.old_unseen[j] = max(0, s.size[j] + s.hid[j] + s.marks[j] - 2 * drawn - known)
        r.new_unseen[j] = 0.0
        for k in range(s.marks[j]):
            mark = s.since[j, k]
            if mark == DRAWN:
                r.new_unseen[j] += 1
            elif mark >= KNOWN:
                r.new[j, mark - KNOWN] += 1
            else:
                forget(r, j, mark)
        for c in range(COLOURS):
            r.tokens[c] += r.old[j, c] + r.new[j, c]


@inner
def put(s: Sight, r: RoundRecord, seat: int, c: int) -> None:
    """A card is laid."""
    r.count[c] += 1
    r.seen[c] += 1
    r.last[seat], r.laid[seat] = c, r.count[c]
    if r.count[c] > s.most[c]:
        r.bold[seat, c] *= UNCOVERED


@inner
def forget(r: RoundRecord, j: int, c: int) -> Any:
    """A card leaves a seat's hand: the newest known one, or an unseen one. Says whether it was known."""
    if r.new[j, c]:
        r.new[j, c] -= 1
        return True
    if r.old[j, c]:
        r.old[j, c] -= 1
        return True
    unseen = r.old_unseen[j] + r.new_unseen[j]
    if unseen > 0:
        part = min(1.0, unseen) / unseen
        r.old_unseen[j] -= part * r.old_unseen[j]
        r.new_unseen[j] -= part * r.new_unseen[j]
    return False


@inner
def set_world(s: Sight, w: WorldRecord, r: RoundRecord) -> None:
    r.key = w.key
    for c in range(COLOURS):
        r.deck[c] = w.deck[c]
    for j in range(s.seats):
        r.kind[j] = w.kind[j]
        for c in range(COLOURS):
            r.hand[j, c], r.raisers[j, c] = w.hand[j, c], w.raisers[j, c]


@inner
def draw(s: Sight, r: RoundRecord, seat: int) -> None:
    if r.top == 0 and r.unknown > 0:
        point, c = unit(r.key, 1000 + r.unknown) * r.unknown, 0
        while c + 1 < COLOURS and point >= r.deck[c]:
            point -= r.deck[c]
            c += 1
        r.deck[c] -= 1
        r.unknown -= 1
        r.hand[seat, c] += 1
        r.new_unseen[seat] += 1
        return
    if r.top:
        c = r.top_colour
        r.top -= 1
    elif r.first < s.bottom:
        c = s.stack[r.first]
        r.first += 1
    else:
        return
    r.hand[seat, c] += 1
    r.seen[c] -= 1
    r.new[seat, c] += 1
    r.tokens[c] += 1


@inner
def lay(s: Sight, r: RoundRecord, c: int, four: bool) -> None:
    seat = r.turn
    shown = SHOWN if four else 1
    for _ in range(LAID if four else 1):
        put(s, r, seat, c)
    for _ in range(shown):
        r.tokens[c] -= forget(r, seat, c)
    r.hand[seat, c] -= shown
    for _ in range(shown):
        draw(s, r, seat)
    if four:
        r.top, r.top_colour = RETURNED, c
        r.seen[c] += RETURNED
        if r.bank:
            r.bank -= 1
            r.gains[seat] += 1
    r.turn = seat + 1 if seat + 1 < s.seats else 0
    r.number += 1


@inner
def look(s: Sight, r: RoundRecord, i: int) -> None:
    """What share of the cards that a seat does not know has each colour."""
    total = 0.0
    for c in range(COLOURS):
        left = COPIES - r.seen[c] - r.tokens[c] + r.old[i, c] + r.new[i, c] - r.hand[i, c] - r.raisers[i, c]
        r.share[c] = max(0, left)
        total += r.share[c]
    for c in range(COLOURS):
        r.share[c] = r.share[c] / total if total > 0 else 0.2


@inner
def recall(r: RoundRecord, fading: float) -> None:
    """How many cards of each colour in the pile a forgetful seat remembers, and how many altogether it does not."""
    r.lost, number = 0, 2000 + CARDS * r.number
    for c in range(COLOURS):
        r.kept[c] = 0
        for _ in range(r.count[c]):
            number += 1
            r.kept[c] += unit(r.key, number) >= fading
        r.lost += r.count[c] - r.kept[c]


@inner
def short(s: Sight, r: RoundRecord, i: int, colour: int, needed: int, styles: Array) -> Any:
    """The chance that fewer than `needed` raisers of the others have a colour, as a seat sees it."""
    kind = r.kind[i]
    if needed > s.hidden * (s.seats - 1):
        return 1.0
    if s.hidden == 2:
        return short_of_two(s, r, i, colour, needed, styles)
    for n in range(needed):
        r.odds[n] = 0.0
    r.odds[0] = 1.0
    bold = styles[kind, BOLD] > 0
    for j in range(s.seats):
        if j == i:
            continue
        total, mine = 0.0, 0.0
        for c in range(COLOURS):
            cards = (r.old[j, c] + r.old_unseen[j] * r.share[c]) * s.lure[kind, c]
            if bold:
                cards *= r.bold[j, c]
            total += cards
            if c == colour:
                mine = cards
        if total <= 0:
            continue
        q = mine / total
        for n in range(needed - 1, 0, -1):
            r.odds[n] = r.odds[n] * (1 - q) + r.odds[n - 1] * q
        r.odds[0] *= 1 - q
    found = 0.0
    for n in range(needed):
        found += r.odds[n]
    return found


@inner
def short_of_two(s: Sight, r: RoundRecord, i: int, colour: int, needed: int, styles: Array) -> Any:
    """The same with one rival that has hidden two cards: all pairs of its old cards, by their weights."""
    j = 1 - i
    kind = r.kind[i]
    bold = styles[kind, BOLD] > 0
    total, squares, unseen = 0.0, 0.0, 0.0
    mine, mine_squares, mine_unseen = 0.0, 0.0, 0.0
    for c in range(COLOURS):
        lure = s.lure[kind, c]
        if bold:
            lure *= r.bold[j, c]
        one, two, three = (r.old[j, c] + r.old_unseen[j] * r.share[c]) * lure, r.old[j, c] * lure * lure, r.share[c] * lure
        total += one
        squares += two
        unseen += three
        if c == colour:
            mine, mine_squares, mine_unseen = one, two, three
    every = total * total - squares - r.old_unseen[j] * unseen * unseen
    if every <= 1e-12:
        return 1.0
    if needed == 1:
        rest = total - mine
        none = rest * rest - (squares - mine_squares) - r.old_unseen[j] * (unseen - mine_unseen) ** 2
        return min(1.0, max(0.0, none / every))
    both = mine * mine - mine_squares - r.old_unseen[j] * mine_unseen**2
    return min(1.0, max(0.0, 1 - both / every))


@inner
def short_unseen(s: Sight, r: RoundRecord, i: int, colour: int, needed: int) -> Any:
    """The same if any card that the seat does not see may be a raiser: `short` of `players/expert.py`."""
    cards, places = CARDS - s.hidden, s.hidden * (s.seats - 1)
    for c in range(COLOURS):
        cards -= r.seen[c] + r.hand[i, c]
    like = COPIES - r.seen[colour] - r.hand[i, colour] - r.raisers[i, colour]
    if needed > places:
        return 1.0
    found, every = 0.0, FACTORIALS[cards] - FACTORIALS[places] - FACTORIALS[cards - places]
    for hits in range(max(0, places - cards + like), min(needed, like + 1)):
        ways = FACTORIALS[like] - FACTORIALS[hits] - FACTORIALS[like - hits] + FACTORIALS[cards - like]
        ways -= FACTORIALS[places - hits] + FACTORIALS[cards - like - places + hits]
        found += np.exp(ways - every)
    return found


@inner
def over(s: Sight, r: RoundRecord, i: int, colour: int, laid: int, styles: Array) -> Any:
    """The chance that so many of a colour are too many, as a seat sees it."""
    needed = laid - s.most[colour] - r.raisers[i, colour]
    belief = styles[r.kind[i], BELIEF]
    if belief == FIFTH:
        if s.most[colour] > NO_LIMIT:
            return 0.0
        spare = r.count[colour] - r.kept[colour] - needed
        return LOST[s.hidden * (s.seats - 1), min(MOST_LOST, r.lost), max(0, min(2 * MOST_SPARE - 1, spare + MOST_SPARE))]
    if needed <= 0:
        return 0.0
    if belief == UNSEEN:
        return short_unseen(s, r, i, colour, needed)
    return 1.0 if belief == NONE else short(s, r, i, colour, needed, styles)


@inner
def step(s: Sight, r: RoundRecord, styles: Array) -> Any:
    """One turn. Returns the move: a colour, COLOURS + a colour for four, or 2 * COLOURS + whom to accuse."""
    i = r.turn
    style = styles[r.kind[i]]
    if style[BELIEF] == TRACKED:
        look(s, r, i)
    elif style[BELIEF] == FIFTH:
        recall(r, style[FORGETS])
    bits = word_of(r.key, r.number)
    best, chosen, tie = -9.0, -1, -1e9
    for c in range(COLOURS):
        if r.hand[i, c] == 0:
            continue
        near = np.float64((bits >> np.uint64(12 * c)) & np.uint64(4095)) / 4096
        if style[NEAREST] > 0:
            near -= s.most[c] + r.raisers[i, c] - r.count[c]
        value = -style[FEAR] * over(s, r, i, c, r.count[c] + 1, styles)
        if value > best + 1e-9 or (value > best - 1e-9 and near > tie):
            best, chosen, tie = value, c, near
        if r.hand[i, c] >= SHOWN and r.bank > 0:
            value = 1 - style[FEAR] * over(s, r, i, c, r.count[c] + LAID, styles)
            if value > best + 1e-9 or (value > best - 1e-9 and near > tie):
                best, chosen, tie = value, COLOURS + c, near
    rivals = s.seats - 1
    if chosen >= 0:
        best += style[MARGIN]
    for j in range(s.seats):
        if j == i or r.last[j] < 0:
            continue
        c = r.last[j]
        value = over(s, r, i, c, r.laid[j], styles) * (3 + 3 / rivals) - 2 - 1 / rivals
        if value > best:
            best, chosen = value, 2 * COLOURS + j
    return chosen


@inner
def settle(s: Sight, r: RoundRecord) -> Any:
    total = 0
    for j in range(s.seats):
        total += r.gains[j]
    return r.gains[s.me] - (total - r.gains[s.me]) / (s.seats - 1)


@inner
def judge(s: Sight, r: RoundRecord, accused: int) -> None:
    """R14, R15"""
    c = r.last[accused]
    most = s.most[c]
    for j in range(s.seats):
        most += r.raisers[j, c]
    guilty = r.laid[accused] > most
    r.gains[r.turn if guilty else accused] += 1 if r.bank else 0
    r.gains[accused if guilty else r.turn] -= PENALTY


@inner
def go_on(s: Sight, r: RoundRecord, styles: Array) -> Any:
    """Plays on to the end of the round."""
    while True:
        move = step(s, r, styles)
        if move >= 2 * COLOURS:
            judge(s, r, move - 2 * COLOURS)
            return settle(s, r)
        lay(s, r, move % COLOURS, move >= COLOURS)


@inner
def play_out(s: Sight, public: RoundRecord, w: WorldRecord, r: Array, action: int, plan: Plan, styles: Array) -> Any:
    """The result if the seat does this, and then everybody plays on."""
    r[0] = public
    p = r[0]
    set_world(s, w, p)
    if action >= plan.accuse:
        p.turn = s.me
        judge(s, p, action - plan.accuse)
        return settle(s, p)
    if action >= plan.hide:
        for c in range(COLOURS):
            times = RAISED[s.hidden - 1, action - plan.hide, c]
            p.raisers[s.me, c] = times
            p.hand[s.me, c] -= times
    else:
        lay(s, p, action % COLOURS, action >= COLOURS)
    return go_on(s, p, styles)


@compiled
def search(
    row: Array,
    plan: Plan,
    legal: int,
    seed: Word64,
    count: int,
    budget: int,
    styles: Array,
    hides: Array,
    desk: Desk,
    tally: Array,
) -> int:
    """Fills `tally` with the number, sum and sum of squares of results for each action, and returns the best one."""
    sights, worlds, rounds, picks = desk
    s = sights[0]
    read(row, plan, s, styles, hides)
    set_public(s, row, plan, rounds[0])
    stream = np.zeros(2, np.uint64)
    stream[0] = seed
    number = min(len(picks), budget)
    find_worlds(s, worlds, styles, count, stream, picks, number)
    tally[:] = 0
    actions = np.zeros(40, np.int64)
    open = 0
    best, most = -1, -1e9
    for action in range(plan.turn):
        if not legal >> action & 1:
            continue
        if action < plan.accuse:
            actions[open] = action
            open += 1
            continue
        for k in range(min(number, count)):
            result = play_out(s, rounds[0], worlds[picks[k]], rounds[1:2], action, plan, styles)
            tally[action, 0] += 1
            tally[action, 1] += result
            tally[action, 2] += result * result
        value = tally[action, 1] / tally[action, 0]
        if value > most:
            best, most = action, value
    if open == 0:
        return best
    stages = 1
    while 1 << stages < open:
        stages += 1
    first = 0
    for stage in range(stages):
        last = min(number, first + max(1, budget // stages // open))
        for k in range(first, last):
            for a in range(open):
                result = play_out(s, rounds[0], worlds[picks[k]], rounds[1:2], actions[a], plan, styles)
                tally[actions[a], 0] += 1
                tally[actions[a], 1] += result
                tally[actions[a], 2] += result * result
        first = last
        for a in range(1, open):
            b = a
            while b > 0 and tally[actions[b], 1] / tally[actions[b], 0] > tally[actions[b - 1], 1] / tally[actions[b - 1], 0]:
                actions[b], actions[b - 1] = actions[b - 1], actions[b]
                b -= 1
        if stage + 1 < stages:
            open = (open + 1) // 2
    value = tally[actions[0], 1] / tally[actions[0], 0]
    return actions[0] if value >= most else best


def make_desk(worlds: int, picks: int) -> Desk:
    return np.zeros(1, SIGHT), np.zeros(worlds, WORLD), np.zeros(2, ROUND), np.zeros(picks, np.int64)


def search_view(view: View, legal: Sequence[Action], seed: int, worlds: int, budget: int) -> tuple[list[list[float]], int]:
    """The number, sum and sum of squares of the results of each legal action, and which of these is the best."""
    fast = Fast(len(view.table.points), view.table.options)
    moves = [move_of(action, fast.plan) for action in legal]
    tally = np.zeros((fast.plan.turn, 3))
    mask = sum(1 << move for move in moves)
    best = search(
        *(fast.write_view(view), fast.plan, mask, np.uint64(seed), worlds, budget, STYLES, make_hides()),
        *(make_desk(worlds, budget), tally),
    )
    return [tally[move].tolist() for move in moves], moves.index(best)


def move_of(action: Action, plan: Plan) -> int:
    match action:
        case Card(colour):
            return colour
        case Four(colour):
            return COLOURS + colour
        case Hide(colours):
            return plan.hide + CHOICES[plan.hidden - 1].index(colours)
        case Accuse(seat):
            return plan.accuse + seat
        case _:
            raise ValueError(f"not an action of a seat: {action}")


def prepare() -> None:
    """Compiles."""
    game = Limits()
    s = game.start(2, Options())
    while game.to_act(s) == (CHANCE,):
        s, _ = game.play(s, CHANCE, game.legal(s, CHANCE)[0], 0)
    search_view(game.view(s, 0), game.legal(s, 0), 1, 2, 2)
