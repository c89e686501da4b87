"""The expert of Xtreme Limits, compiled: with the same random numbers it chooses as players/expert.py does."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.games.xtreme_limits.clock import CARDS, HANDS
from tablee.games.xtreme_limits.kernels.batch import WORTH, Int
from tablee.games.xtreme_limits.kernels.positions import (
    FILLED,
    IS_EXCHANGE,
    LIES,
    MOVE_CODES,
    POINTS,
    ROW,
    SWAP_CODES,
    TOKENS,
    held,
    is_free,
    landing,
    next_seat,
    points_of,
    tokens_left,
)
from tablee.games.xtreme_limits.players.expert import (
    CHANCES,
    CLEAR,
    KEEN,
    LAPS,
    LAST,
    LEAST,
    MINE,
    NEAR,
    PRICE,
    QUICK,
    REACH,
    SLOW,
    SPARE,
    THRIFT,
)
from tablee.kit.kernels.decorators import Array, compiled, inner

# what a playout keeps beside its row
TIME, PAST, RESULT, CHANCE, ROOT_TIME, BELL_FROM, BELL_TO, LEFT = range(8)


MANY_WORLDS = 720


@inner
def note_fits(scores: Array, hands: Array, hand: Int, cells: Int) -> None:
    """Adds, for each card, how much better this move is than a usual one (a logarithm)."""
    reach = max(3, cells)
    for card in range(len(CARDS)):
        total = 0.0
        for mover in range(len(HANDS)):
            for far in range(1, reach + 1):
                if is_free(hands, mover, far):
                    total += np.exp(KEEN * worth_after(hands, mover, far, card) - THRIFT * far)
        scores[card] += KEEN * worth_after(hands, hand, cells, card) - THRIFT * cells - np.log(total)


@inner
def worth_after(hands: Array, hand: Int, cells: Int, card: Int) -> Any:
    to = landing(hands[hand], cells)
    red = to if hand == 0 else hands[0]
    green = to if hand == 1 else hands[1]
    blue = to if hand == 2 else hands[2]
    return WORTH[red, green, blue, card]


@inner
def fill_worlds(places: Int, known: Array, sizes: Array, scores: Array, worlds: Array, chances: Array) -> Any:
    """Every way to fill the packets that a seat has not seen, with how well it explains what rivals did; returns how many."""
    unseen, many, seen = np.empty(len(CARDS), np.int64), 0, 0
    for packet in range(places):
        seen |= known[packet]
    for card in range(len(CARDS)):
        if not seen >> card & 1:
            unseen[many] = card
            many += 1
    count = 0
    while True:
        at, likely, ascending = 0, 0.0, True
        for packet in range(places):
            worlds[count, packet] = known[packet]
            new = max(sizes[packet], 1) if known[packet] == 0 else 0
            total = 0.0
            for k in range(new):
                ascending &= k == 0 or unseen[at] > unseen[at - 1]
                total += scores[packet, unseen[at]]
                worlds[count, packet] |= 1 << unseen[at]
                at += 1
            likely += total / max(1, new)
        if ascending:
            chances[count] = np.exp(likely)
            count += 1
        if not next_permutation(unseen, many):
            return count


@inner
def next_permutation(cards: Array, many: Int) -> bool:
    """The next order by name, in place; False after the last one."""
    k = many - 2
    while k >= 0 and cards[k] > cards[k + 1]:
        k -= 1
    if k < 0:
        return False
    other = many - 1
    while cards[other] < cards[k]:
        other -= 1
    cards[k], cards[other] = cards[other], cards[k]
    low, high = k + 1, many - 1
    while low < high:
        cards[low], cards[high] = cards[high], cards[low]
        low += 1
        high -= 1
    return True


@inner
def rung(p: Array, time: float) -> Any:
    least, most = max(p[BELL_FROM], p[ROOT_TIME]), p[BELL_TO]
    return min(1.0, max(0.0, (time - least) / (most - least)))


@inner
def margin(row: Array, seats: Int, me: Int, active: Int) -> Any:
    total, mine = 0, 0
    for seat in range(seats):
        points = 0 if seat == active else points_of(row, held(row, seat))
        total += points
        if seat == me:
            mine = points
    return mine - (total - mine) / (seats - 1)


@inner
def wait(row: Array, p: Array, seats: Int, me: Int, turn: Int, seconds: float) -> None:
    p[TIME] += seconds
    chance = rung(p, p[TIME])
    if chance > p[PAST]:
        p[RESULT] += (chance - p[PAST]) * margin(row, seats, me, turn)
        p[PAST] = chance


@inner
def pace(p: Array, me: Int, seat: Int) -> float:
    if p[TIME] < p[BELL_FROM] - 10:
        return SLOW
    return MINE if seat == me else QUICK


@inner
def prospect(row: Array, p: Array, seats: Int, me: Int) -> Any:
    total, most = 0, 0
    for seat in range(seats):
        total += row[TOKENS + seat]
        if seat != me:
            most = max(most, row[TOKENS + seat])
    mine = row[TOKENS + me]
    silent = (1 - rung(p, p[TIME] + QUICK * total)) / max(0.01, 1 - p[PAST])
    return SPARE * (mine - (total - mine) / (seats - 1)) + LAST * silent * np.tanh((mine - most) / 4)


@inner
def best_place(row: Array, places: Int, me: Int, likely: Array) -> Any:
    best, found = -1.0, 0
    worth = WORTH[row[0], row[1], row[2]]
    for place in range(places):
        value = 0.0
        for card in range(len(CARDS)):
            value += worth[card] * likely[row[LIES + place], card]
        if value > best or (value == best and place == me and found != me):
            best, found = value, place
    return found


@inner
def exchange(row: Array, seat: Int, place: Int) -> None:
    row[LIES + seat], row[LIES + place] = row[LIES + place], row[LIES + seat]


@inner
def draw(p: Array, chances: Array) -> float:
    number = int(p[CHANCE])
    p[CHANCE] = number + 1 if number + 1 < CHANCES else 0
    return float(chances[number])


@inner
def make_move(
    row: Array, p: Array, seats: Int, places: Int, me: Int, seat: Int, hand: Int, cells: Int, likely: Array, chances: Array
) -> None:
    row[hand] = landing(row[hand], cells)
    row[TOKENS + seat] -= cells
    if IS_EXCHANGE[row[hand]]:
        if seat == me:
            exchange(row, seat, best_place(row, places, me, likely))
        elif points_of(row, held(row, seat)) == 0:
            exchange(row, seat, int(draw(p, chances) * places))


@inner
def make_step(row: Array, p: Array, seats: Int, places: Int, me: Int, seat: Int, likely: Array, chances: Array) -> None:
    tokens = row[TOKENS + seat]
    rivals = tokens_left(row, seats) - tokens
    ring = (rung(p, p[TIME] + QUICK * seats) - p[PAST]) / max(0.01, 1 - p[PAST])
    weight = max(ring, 1 - rivals / CLEAR, LEAST)
    price = 0.005 + PRICE * (1 - ring)
    reach: Int = np.int64(min(tokens, REACH, 1 + int(4 * weight / price)))
    many = 0
    for hand in range(len(HANDS)):
        for cells in range(1, reach + 1):
            many += is_free(row, hand, cells)
    if many == 0:
        reach = min(tokens, REACH)
        for hand in range(len(HANDS)):
            for cells in range(1, reach + 1):
                many += is_free(row, hand, cells)
    start, found, cards = int(draw(p, chances) * many), 0, held(row, seat)
    early, late, early_hand, early_cells, late_hand, late_cells = -9.0, -9.0, -1, 0, -1, 0
    for hand in range(len(HANDS)):
        for cells in range(1, reach + 1):
            if is_free(row, hand, cells):
                to, was = landing(row[hand], cells), row[hand]
                row[hand] = to
                got = points_of(row, cards)
                row[hand] = was
                value = weight * (max(got, 1) if IS_EXCHANGE[to] else got) - price * cells
                if found >= start:
                    if value > late:
                        late, late_hand, late_cells = value, hand, cells
                elif value > early:
                    early, early_hand, early_cells = value, hand, cells
                found += 1
    if early > late:
        late_hand, late_cells = early_hand, early_cells
    make_move(row, p, seats, places, me, seat, late_hand, late_cells, likely, chances)


@inner
def last_word(row: Array, seat: Int) -> None:
    tokens, cards, best = row[TOKENS + seat], held(row, seat), -1
    a, b, c = row[0], row[1], row[2]
    for red in range(tokens + 1):
        for green in range(tokens + 1 - red):
            x, y, z = landing(a, red), landing(b, green), landing(c, tokens - red - green)
            value = POINTS[x, y, z, cards] if x != y and x != z and y != z else -1
            if value > best:
                best = value
                row[0], row[1], row[2] = x, y, z
        if best == 3:
            break


@inner
def play_out(row: Array, p: Array, seats: Int, places: Int, me: Int, action: Int, likely: Array, chances: Array) -> Any:
    turn: Int = np.int64(me)
    if action >= SWAP_CODES:
        exchange(row, me, action - SWAP_CODES)
    else:
        make_move(row, p, seats, places, me, me, action // MOVE_CODES, action % MOVE_CODES, likely, chances)
    left = tokens_left(row, seats)
    turns = LAPS * seats if left > NEAR * seats else left + 1
    while True:
        left = tokens_left(row, seats)
        if left == 0:
            break
        turns -= 1
        if turns == 0:
            return p[RESULT] + (1 - p[PAST]) * prospect(row, p, seats, me)
        turn = next_seat(row, seats, turn)
        if row[TOKENS + turn] == left:
            wait(row, p, seats, me, turn, 2 * pace(p, me, turn))
            last_word(row, turn)
            break
        wait(row, p, seats, me, turn, pace(p, me, turn))
        if p[PAST] >= 1.0:
            return float(p[RESULT])
        make_step(row, p, seats, places, me, turn, likely, chances)
    return p[RESULT] + (1 - p[PAST]) * margin(row, seats, me, np.int64(-1))


@compiled
def search(
    root: Array,
    seats: int,
    places: int,
    me: int,
    time: float,
    bell_from: float,
    bell_to: float,
    known: Array,
    sizes: Array,
    scores: Array,
    actions: Array,
    first: int,
    budget: int,
    draws: Array,
    means: Array,
) -> Any:
    """The number of the best action. `draws` are the random numbers, in the order in which the expert asks for them."""
    worlds, weights = np.zeros((MANY_WORLDS, len(CARDS)), np.int64), np.zeros(MANY_WORLDS)
    many = fill_worlds(places, known, sizes, scores, worlds, weights)
    likely, total = np.zeros((len(CARDS), len(CARDS))), 0.0
    for k in range(many):
        total += weights[k]
    for k in range(many):
        for packet in range(places):
            for card in range(len(CARDS)):
                if worlds[k, packet] >> card & 1:
                    likely[packet, card] += weights[k] / total
    sums = np.cumsum(weights[:many])
    legal = len(actions)
    left, wins, counts = np.arange(legal), np.zeros(legal), np.zeros(legal)
    more, alive, at, bits = first, legal, 0, 0
    while 1 << bits < legal:
        bits += 1
    stage = budget // max(1, bits)
    row, p = np.zeros(ROW, np.int64), np.zeros(LEFT)
    while True:
        for _ in range(more):
            world = min(many - 1, np.searchsorted(sums, draws[at] * sums[-1], side="right"))
            at += 1
            chances = draws[at : at + CHANCES]
            at += CHANCES
            for k in range(alive):
                row[:] = root
                for packet in range(places):
                    row[FILLED + packet] = worlds[world, packet]
                p[:] = 0.0
                p[TIME] = p[ROOT_TIME] = time
                p[BELL_FROM], p[BELL_TO] = bell_from, bell_to
                p[PAST] = rung(p, time)
                wins[left[k]] += play_out(row, p, seats, places, me, actions[left[k]], likely, chances)
                counts[left[k]] += 1
        for k in range(legal):
            means[k] = wins[k] / max(1, counts[k])
        order = np.argsort(-means[left[:alive]], kind="mergesort")
        left[:alive] = left[:alive][order]
        alive = (alive + 1) // 2
        if alive == 1:
            return left[0]
        more = max(1, stage // alive)
