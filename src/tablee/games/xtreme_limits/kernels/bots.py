"""Compiled bots of Xtreme Limits, for batches: they choose as those in `players` do; see `tablee.lab.kernel`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.core.game import Seat
from tablee.games.xtreme_limits.clock import CARDS, CELLS, HANDS
from tablee.games.xtreme_limits.kernels.batch import (
    DO_MOVE,
    DO_WIND,
    IS_EXCHANGE,
    OVER,
    SWAP,
    WIND,
    WORTH,
    BatchState,
    Fast,
    Int,
    Plan,
    Record,
    is_free,
    landing,
)
from tablee.games.xtreme_limits.players.bots import SECOND, Sensible
from tablee.kit.kernels.chance import below_of, stream_of
from tablee.kit.kernels.decorators import Array, compiled, inner

STREAMS = ("decision", "drift", "uneven")
DECISION, DRIFT, UNEVEN = range(3)
NOW, CLEAR, PRICE, MOST = float(Sensible.NOW), float(Sensible.CLEAR), float(Sensible.PRICE), float(Sensible.MOST)


@inner
def feel(g: Record, r: Record, key: Any) -> Any:
    """The seconds since the bell was wound, as the bot perceives them."""
    if r.wound < 0:
        return 0
    drift = 850 + below_of(stream_of(key, DRIFT, 0), 0, 301)
    uneven = 950 + below_of(stream_of(key, UNEVEN, g.at), 0, 101)
    return (g.at - r.wound) * drift * uneven // 1_000_000 // SECOND


@inner
def known(r: Record, packet: Int, seat: int) -> Any:
    """The cards of a packet that the seat knows, one bit each."""
    return r.cards[packet] if r.seen[packet] >> seat & 1 else r.up[packet]


@inner
def points_of(cards: Int, red: Int, green: Int, blue: Int) -> Any:
    score = 0
    for card in range(len(CARDS)):
        if cards >> card & 1:
            score += WORTH[red, green, blue, card]
    return score


@inner
def worth(r: Record, plan: Plan, seat: int, place: Int, red: Int, green: Int, blue: Int) -> Any:
    """The points of a place with hands like this: exact if its cards are known, else the mean of unseen cards."""
    cards = known(r, r.lies[place], seat)
    if cards:
        return float(points_of(cards, red, green, blue))
    seen, total, unseen, size = 0, 0, 0, 0
    for packet in range(plan.places):
        seen |= known(r, packet, seat)
    for card in range(len(CARDS)):
        if not seen >> card & 1:
            total += WORTH[red, green, blue, card]
            unseen += 1
        size += r.cards[r.lies[place]] >> card & 1
    return max(1, size) * total / unseen


@inner
def after(r: Record, moved: Int, cells: Int, hand: Int) -> Any:
    """Where a hand stands after a move of some hand."""
    return landing(r, moved, cells) if hand == moved else np.int64(r.hands[hand])


@inner
def gain(r: Record, plan: Plan, seat: int, hand: Int, cells: Int) -> Any:
    red, green, blue = after(r, hand, cells, 0), after(r, hand, cells, 1), after(r, hand, cells, 2)
    best = float(points_of(known(r, r.lies[seat], seat), red, green, blue))
    if IS_EXCHANGE[landing(r, hand, cells)]:
        for place in range(plan.places):
            best = max(best, worth(r, plan, seat, place, red, green, blue))
    return best


@inner
def best_move(r: Record, plan: Plan, bell_to: int, seat: int, felt: Int, stream: Any) -> Any:
    """Weighs the standing after the move by the chance that the round ends with it; unspent tokens have value too."""
    tokens, able = 0, 0
    for other in range(plan.seats):
        if other != seat:
            tokens += r.tokens[other]
            able += r.tokens[other] > 0
    lap, least = felt // r.plays * able, max(plan.bell_from, felt)
    ring = min(1.0, max(0.0, (felt + lap - least) / max(1, bell_to - least)))
    weight = max(ring, 1 - tokens / CLEAR, NOW)
    price = 0.005 + PRICE * (1 - ring)
    shortest = CELLS * CELLS
    for hand in range(len(HANDS)):
        for cells in range(1, r.tokens[seat] + 1):
            if is_free(r, hand, cells):
                shortest = min(shortest, cells)
    longest = shortest + MOST * weight / price  # longer moves cannot pay off
    many = 0
    for hand in range(len(HANDS)):
        for cells in range(1, r.tokens[seat] + 1):
            many += cells <= longest and is_free(r, hand, cells)
    best: Int = np.int64(-1)
    start, found, early, late = below_of(stream, 0, many), 0, -1e9, -1e9
    for hand in range(len(HANDS)):
        for cells in range(1, r.tokens[seat] + 1):
            if cells <= longest and is_free(r, hand, cells):
                value = weight * gain(r, plan, seat, hand, cells) - price * cells
                # moves are looked at from `start` on, then those before it: the first of the best counts
                if found >= start and value > late:
                    if value >= early:
                        best = DO_MOVE + hand * plan.tokens + cells - 1
                    late = value
                elif found < start and value > early:
                    best, early = DO_MOVE + hand * plan.tokens + cells - 1, value
                found += 1
    return best


@inner
def last_word(r: Record, plan: Plan, seat: int) -> Any:
    """Nobody else has tokens: reaches the best standing with all of its own, in the fewest moves."""
    tokens: Int = np.int64(r.tokens[seat])
    first: Int = np.int64(-1)
    mine, best = known(r, r.lies[seat], seat), -1
    for red in range(tokens + 1):
        for green in range(tokens + 1 - red):
            blue = tokens - red - green
            a, b, c = landing(r, 0, red), landing(r, 1, green), landing(r, 2, blue)
            value = 4 * points_of(mine, a, b, c) + (red == 0) + (green == 0) + (blue == 0)
            if value > best and a != b and a != c and b != c:
                for hand, cells in ((0, red), (1, green), (2, blue)):
                    if cells > 0 and is_free(r, hand, cells):
                        best, first = value, DO_MOVE + hand * plan.tokens + cells - 1
                        break
    if first < 0:
        for hand in range(len(HANDS) - 1, -1, -1):
            for cells in range(tokens, 0, -1):
                if is_free(r, hand, cells):
                    first = DO_MOVE + hand * plan.tokens + cells - 1
    return first


@inner
def best_swap(r: Record, plan: Plan, seat: int) -> Any:
    """The place whose cards are worth most with the hands as they are."""
    red, green, blue = np.int64(r.hands[0]), np.int64(r.hands[1]), np.int64(r.hands[2])
    best, action = worth(r, plan, seat, seat, red, green, blue), plan.keep
    for place in range(plan.places):
        value = worth(r, plan, seat, place, red, green, blue)
        if place != seat and value > best:
            best, action = value, plan.swaps + place
    return action


@compiled
def choose_sensibly(
    s: BatchState, plan: Plan, bell_to: int, seat: int, keys: Array, steps: Array, actions: Array, ms: Array
) -> None:
    for i in range(len(actions)):
        g = s.games[i]
        if g.phase == OVER or g.turn != seat:
            continue
        r, stream, draws = s.rounds[i, g.round], stream_of(keys[i], DECISION, steps[i]), 0
        felt = feel(g, r, keys[i])
        if g.phase == WIND:
            actions[i] = DO_WIND
        elif g.phase == SWAP:
            actions[i] = best_swap(r, plan, seat)
        else:
            alone = True
            for other in range(plan.seats):
                alone &= other == seat or r.tokens[other] == 0
            if alone:
                actions[i] = last_word(r, plan, seat)
            else:
                actions[i] = best_move(r, plan, bell_to, seat, felt, stream)
                draws = 1
        slow = 2 if felt < plan.bell_from - 10 else 1
        ms[i] = slow * (SECOND + below_of(stream, draws, 3 * SECOND))


def sensible(kernel: Fast, state: BatchState, seat: Seat, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
    choose_sensibly(state, kernel.plan, kernel.options.bell_to, seat, keys, steps, actions, ms)


BOTS = {"sensible": sensible}
