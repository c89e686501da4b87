"""How the champion of Xtreme Limits plays, compiled: players/champion.py says the same in plain Python. For training."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from tablee.games.xtreme_limits.clock import CARDS, CELLS, HANDS
from tablee.games.xtreme_limits.kernels.batch import WORTH, Int
from tablee.games.xtreme_limits.kernels.positions import (
    BITS,
    FILLED,
    IS_EXCHANGE,
    LIES,
    MOVE_CODES,
    POINTS,
    SEEN,
    SWAP_CODES,
    TOKENS,
    held,
    is_free,
    landing,
    points_of,
)
from tablee.kit.kernels.decorators import Array, inner

FEATURES = 14
RIVAL_ENDS = np.array([1, 2, 3, 5, 7, 10, 15, 25])
LEAD_STAGES, BELL_STAGES = 7, 6
STAGES = (len(RIVAL_ENDS) + 1) * LEAD_STAGES * BELL_STAGES
MANY_CODES = 40  # more than a seat has moves of at most a lap
MOST_COST = 8
ALL_CARDS = (1 << len(CARDS)) - 1


def _costs() -> Array:
    """How many cells the hands have to go in all until one of these cards scores three points; at most MOST_COST."""
    cells = [CELLS + 1] * len(HANDS)
    three = WORTH == 3
    costs = np.full((*cells, 1 << len(CARDS)), MOST_COST, np.int8)
    for far in product(range(MOST_COST), repeat=len(HANDS)):
        if sum(far) >= MOST_COST:
            continue
        to = [(np.arange(CELLS + 1) + step - 1) % CELLS + 1 for step in far]
        red, green, blue = np.meshgrid(*to, indexing="ij")
        apart = (red != green) & (red != blue) & (green != blue)
        for card in range(len(CARDS)):
            reached = apart & three[red, green, blue, card]
            costs[..., 1 << card][reached] = np.minimum(costs[..., 1 << card][reached], sum(far))
    for cards in range(1, 1 << len(CARDS)):
        costs[..., cards] = np.min([costs[..., 1 << card] for card in range(len(CARDS)) if cards >> card & 1], axis=0)
    return costs


COST = _costs()


@inner
def most_of_rivals(row: Array, seats: Int, seat: Int) -> Any:
    most = 0
    for other in range(seats):
        if other != seat:
            most = max(most, row[TOKENS + other])
    return most


@inner
def stage_of(row: Array, seats: Int, seat: Int, time: float, bell_from: float, bell_to: float) -> Any:
    """What the weights depend on: rivals' tokens, how many more the seat has than any of them, and the time."""
    rivals = 0
    for other in range(seats):
        if other != seat:
            rivals += row[TOKENS + other]
    few = 0
    while few < len(RIVAL_ENDS) and rivals >= RIVAL_ENDS[few]:
        few += 1
    ahead = row[TOKENS + seat] - most_of_rivals(row, seats, seat)
    lead = 0 if ahead <= -4 else 1 if ahead <= -2 else min(ahead, 3) + 3
    left = bell_to - time
    if time < bell_from - 10:
        bell = 0 if time < bell_from - 70 else 1
    else:
        bell = 2 if left > 120 else 3 if left > 60 else 4 if left > 25 else 5
    return (few * LEAD_STAGES + lead) * BELL_STAGES + bell


@inner
def unseen_by(row: Array, places: Int, seat: Int) -> Any:
    """The cards that a seat does not know the place of."""
    unseen = ALL_CARDS
    for packet in range(places):
        if row[SEEN + packet] >> seat & 1:
            unseen &= ~row[FILLED + packet]
    return unseen


@inner
def promise(row: Array, seat: Int, place: Int, unseen: Int) -> float:
    """The points of a place with the hands as they are, as far as a seat knows."""
    packet = row[LIES + place]
    cards = row[FILLED + packet]
    if row[SEEN + packet] >> seat & 1:
        return float(points_of(row, cards))
    return float(BITS[cards] * points_of(row, unseen) / BITS[unseen])


@inner
def list_moves(row: Array, seats: Int, places: Int, seat: Int, codes: Array, features: Array) -> Any:
    """A seat's moves of up to a lap, with their features; returns how many."""
    cards, unseen = held(row, seat), unseen_by(row, places, seat)
    tokens, most = row[TOKENS + seat], most_of_rivals(row, seats, seat)
    longest: Int = np.int64(min(tokens, CELLS))
    many, rivals = 0, 0
    for other in range(seats):
        if other != seat and row[SEEN + row[LIES + other]] >> seat & 1:
            rivals |= held(row, other)
    for hand in range(len(HANDS)):
        was = row[hand]
        for cells in range(1, longest + 1):
            row[hand] = was
            if not is_free(row, hand, cells):
                continue
            row[hand] = landing(was, cells)
            a, b, c = row[0], row[1], row[2]
            own = float(POINTS[a, b, c, cards])
            got, f = own, features[many]
            if IS_EXCHANGE[row[hand]]:
                for place in range(places):
                    got = max(got, promise(row, seat, place, unseen))
            f[0] = min(got, 1.0)
            f[1] = 0.5 * max(0.0, got - 1.0)
            f[2] = IS_EXCHANGE[row[hand]]
            f[3] = min(cells, 3)
            f[4] = max(0, min(cells, 6) - 3)
            f[5] = max(0, cells - 6)
            f[6] = POINTS[a, b, c, rivals]
            fill_hold(a, b, c, cards, f)
            f[9] = tokens - cells >= most
            f[10] = COST[a, b, c, cards] / 4
            f[11] = COST[a, b, c, cards] == 0
            f[12] = tokens - cells > most
            f[13] = got - own
            codes[many] = MOVE_CODES * hand + cells
            many += 1
        row[hand] = was
    return many


@inner
def fill_hold(a: Int, b: Int, c: Int, cards: Int, f: Array) -> None:
    """How often the cards still score, and score three points, if the next seat moves a hand by one cell."""
    many, one, three = 0, 0, 0
    for hand in range(len(HANDS)):
        x = a % CELLS + 1 if hand == 0 else a
        y = b % CELLS + 1 if hand == 1 else b
        z = c % CELLS + 1 if hand == 2 else c
        if x != y and x != z and y != z:
            many += 1
            got = POINTS[x, y, z, cards]
            one += got > 0
            three += got > 1
    f[7] = one / max(1, many)
    f[8] = three / max(1, many)


@inner
def list_swaps(row: Array, seats: Int, places: Int, seat: Int, codes: Array, features: Array) -> Any:
    """The places that a seat may swap with, its own for keeping its cards, with their features; returns how many."""
    mine, unseen = held(row, seat), unseen_by(row, places, seat)
    a, b, c = row[0], row[1], row[2]
    for place in range(places):
        f, packet = features[place], row[LIES + place]
        seen, rival = row[SEEN + packet] >> seat & 1, place < seats and place != seat
        got = promise(row, seat, place, unseen)
        f[:] = 0.0
        f[0] = place == seat
        f[1] = min(got, 1.0)
        f[2] = 0.5 * max(0.0, got - 1.0)
        if rival:
            f[3] = POINTS[a, b, c, mine]
            f[4] = got
            f[9] = row[TOKENS + place] > 0
        f[5] = not seen
        if seen:
            f[6] = COST[a, b, c, row[FILLED + packet]] / 4
            f[7] = COST[a, b, c, row[FILLED + packet]] == 0
        else:
            total, zero = 0, 0
            for card in range(len(CARDS)):
                if unseen >> card & 1:
                    total += COST[a, b, c, 1 << card]
                    zero += COST[a, b, c, 1 << card] == 0
            f[6] = total / BITS[unseen] / 4
            f[7] = zero / BITS[unseen]
        f[8] = place >= seats
        codes[place] = SWAP_CODES + place
    return places


@inner
def fill_odds(weights: Array, many: Int, features: Array, odds: Array) -> None:
    """How likely each is: the exponential of its features' weights."""
    best, total = -1e9, 0.0
    for k in range(many):
        odds[k] = 0.0
        for f in range(FEATURES):
            odds[k] += weights[f] * features[k, f]
        best = max(best, odds[k])
    for k in range(many):
        odds[k] = np.exp(odds[k] - best)
        total += odds[k]
    for k in range(many):
        odds[k] /= total


@inner
def pick(odds: Array, many: Int, lot: float) -> Any:
    k = 0
    while k < many - 1 and lot >= odds[k]:
        lot -= odds[k]
        k += 1
    return k


@inner
def last_word(row: Array, seat: Int, to: Array) -> Any:
    """Where the hands would be if a seat that has the only tokens spends them all, for most points in the fewest moves. Returns
    four times the points and one for each hand that stays."""
    tokens, cards, best = row[TOKENS + seat], held(row, seat), -1
    for red in range(tokens + 1):
        for green in range(tokens + 1 - red):
            blue = tokens - red - green
            x, y, z = landing(row[0], red), landing(row[1], green), landing(row[2], blue)
            if x != y and x != z and y != z:
                value = 4 * np.int64(POINTS[x, y, z, cards]) + (red == 0) + (green == 0) + (blue == 0)
                # the first move must not be in the way of another hand
                if value > best and opening(row, red, green, blue) >= 0:
                    best = value
                    to[0], to[1], to[2] = red, green, blue
    return best


@inner
def opening(row: Array, red: Int, green: Int, blue: Int) -> Any:
    """The code of the first of these moves that is possible; -1 if none is."""
    for hand in range(len(HANDS)):
        cells = red if hand == 0 else green if hand == 1 else blue
        if cells > 0 and is_free(row, hand, cells):
            return MOVE_CODES * hand + cells
    return -1
