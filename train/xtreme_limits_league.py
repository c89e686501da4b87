"""Lets the champion of Xtreme Limits play against the expert, both compiled, which is a hundred times as fast.

    python -m train.xtreme_limits_league SEATS DEALS [OPTION=VALUE …]

Tests (`make soak`) show that the compiled expert chooses as the real one does if it gets the same random numbers. Every deal is
played twice, with the seats exchanged.
"""

from __future__ import annotations

import sys
from math import sqrt
from statistics import mean, stdev
from typing import Any

import numpy as np

from tablee.games.xtreme_limits.actions import MOST_SEATS, MOST_TOKENS
from tablee.games.xtreme_limits.clock import CARDS, CELLS, HANDS, START
from tablee.games.xtreme_limits.kernels.batch import (
    DO_MOVE,
    DO_WIND,
    OVER,
    SWAP,
    WIND,
    Fast,
    Int,
    Plan,
    Record,
    act,
    is_free,
    start,
)
from tablee.games.xtreme_limits.kernels.champion import (
    ALL_CARDS,
    FEATURES,
    MANY_CODES,
    STAGES,
    fill_odds,
    last_word,
    list_moves,
    list_swaps,
    opening,
    pick,
    stage_of,
)
from tablee.games.xtreme_limits.kernels.positions import BITS, FILLED, LIES, MOVE_CODES, ROW, SEEN, SWAP_CODES, TOKENS
from tablee.games.xtreme_limits.players.champion import KINDS, THREE, tables
from tablee.games.xtreme_limits.players.expert import CHANCES, LAPS, REACH, SECOND, SLOW, Expert
from tablee.games.xtreme_limits.rules import Options
from tablee.kit.kernels.chance import Word64, below_of, key_of, seed_word, stream_of, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner
from train.duels import WIDE
from train.xtreme_limits_expert import note_fits, search

S34 = np.uint64(34)
SEED = 1_000_000
BOT, PACE, LOT, MORE = 77, 0, 1, 2  # kinds and numbers of draws
MOST_DRAWS = 40_000
MOST_ACTIONS = len(HANDS) * MOST_TOKENS


@inner
def unit(stream: Word64, number: Int) -> float:
    return float(word_of(stream, number) >> S34) / (1 << 30)


@inner
def fill_row(r: Record, plan: Plan, row: Array) -> None:
    """The position with all cards; those in the centre that nobody has taken are any of the others."""
    rest = ALL_CARDS
    row[TOKENS:] = 0
    for hand in range(len(HANDS)):
        row[hand] = r.hands[hand]
    for seat in range(plan.seats):
        row[TOKENS + seat] = r.tokens[seat]
    for k in range(plan.places):
        row[LIES + k], row[SEEN + k], row[FILLED + k] = r.lies[k], r.seen[k], r.cards[k]
        rest &= ~row[FILLED + k]
    for k in range(plan.places):
        if row[FILLED + k] == 0:
            row[FILLED + k] = rest & -rest
            rest &= rest - 1


@inner
def fill_scores(hands: Array, r: Record, plays: Array, plan: Plan, seat: Int, scores: Array) -> None:
    """How well each card explains what holders of each packet did; hands: where they were when the round began."""
    lies = np.arange(len(CARDS))
    for play in range(r.plays):
        mover, action = plays[play] // plan.actions, plays[play] % plan.actions
        if action == DO_WIND or action == plan.keep:
            continue
        if action < plan.swaps:
            hand, cells = (action - DO_MOVE) // plan.tokens, (action - DO_MOVE) % plan.tokens + 1
            if mover != seat:
                note_fits(scores[lies[mover]], hands, hand, cells)
            hands[hand] = (hands[hand] + cells - 1) % CELLS + 1
        else:
            place = action - plan.swaps
            lies[mover], lies[place] = lies[place], lies[mover]


@inner
def list_actions(g: Record, r: Record, plan: Plan, codes: Array) -> Any:
    """All legal ones, in the order of the rules."""
    many = 0
    if g.phase == SWAP:
        codes[0] = SWAP_CODES + g.turn
        many = 1
        for place in range(plan.places):
            if place != g.turn:
                codes[many] = SWAP_CODES + place
                many += 1
        return many
    for hand in range(len(HANDS)):
        for cells in range(1, r.tokens[g.turn] + 1):
            if is_free(r, hand, cells):
                codes[many] = MOVE_CODES * hand + cells
                many += 1
    return many


@inner
def cheapest(codes: Array, stream: Word64) -> Any:
    """Any of the shortest moves; cards are kept."""
    if codes[0] >= SWAP_CODES:
        return codes[0]
    least, many = MOVE_CODES, 0
    for code in codes:
        least = min(least, code % MOVE_CODES)
    for code in codes:
        many += code % MOVE_CODES == least
    left = below_of(stream, LOT, many)
    for code in codes:
        if code % MOVE_CODES == least:
            if left == 0:
                return code
            left -= 1
    return codes[0]


@inner
def expert_code(
    r: Record, before: Array, plays: Array, plan: Plan, seat: Int, bells: Array, codes: Array, stream: Word64, budget: Int
) -> Any:
    row, known, sizes = np.zeros(ROW, np.int64), np.zeros(len(CARDS), np.int64), np.zeros(len(CARDS), np.int64)
    draws, means, scores = np.zeros(MOST_DRAWS), np.zeros(len(codes)), np.zeros((len(CARDS), len(CARDS)))
    fill_row(r, plan, row)
    for k in range(plan.places):
        known[k] = r.cards[k] if r.seen[k] >> seat & 1 else 0
        sizes[k] = BITS[r.cards[k]]
    fill_scores(before, r, plays, plan, seat, scores)
    for number in range(MOST_DRAWS if len(codes) > 1 else 3 * (CHANCES + 1)):
        draws[number] = unit(stream, number + MORE)
    found = search(
        row, plan.seats, plan.places, seat, bells[0], bells[1], bells[2], known, sizes, scores, codes, 3, budget, draws, means
    )
    return codes[found]


@inner
def champion_code(g: Record, r: Record, plan: Plan, seat: Int, bells: Array, weights: Array, stream: Word64) -> Any:
    row, to, codes = np.zeros(ROW, np.int64), np.zeros(len(HANDS), np.int64), np.zeros(MANY_CODES, np.int64)
    features, odds = np.zeros((MANY_CODES, FEATURES)), np.zeros(MANY_CODES)
    fill_row(r, plan, row)
    rivals = 0
    for other in range(plan.seats):
        if other != seat:
            rivals += r.tokens[other]
    if rivals == 0 and g.phase != SWAP and last_word(row, seat, to) >= THREE:
        return opening(row, to[0], to[1], to[2])
    stage = stage_of(row, plan.seats, seat, bells[0], bells[1], bells[2])
    if g.phase == SWAP:
        many = list_swaps(row, plan.seats, plan.places, seat, codes, features)
        fill_odds(weights[1, stage], many, features, odds)
    else:
        many = list_moves(row, plan.seats, plan.places, seat, codes, features)
        fill_odds(weights[0, stage], many, features, odds)
    return codes[pick(odds, many, unit(stream, MORE))]


@compiled
def play(
    g: Record,
    rounds: Array,
    plays: Array,
    plan: Plan,
    bell_to: int,
    key: Word64,
    champions: Array,
    weights: Array,
    budget: int,
    log: Array,
) -> None:
    """A match; budget: the expert's."""
    start(g, rounds, plan, key, log)
    codes, before, bells = np.zeros(MOST_ACTIONS, np.int64), np.zeros(len(HANDS), np.int64), np.zeros(3)
    asked = np.zeros(MOST_SEATS, np.int64)
    while g.phase != OVER:
        r: Any = rounds[g.round]
        seat: Any = np.int64(g.turn)
        asked[seat] += 1
        stream = stream_of(stream_of(key, BOT, seat), 1, asked[seat])
        slow: Any = np.int64(2 * (SECOND + below_of(stream, PACE, 3 * SECOND)))
        if g.phase == WIND:
            wind: Any = np.int64(DO_WIND)
            act(g, rounds, plays, plan, wind, slow, log)
            continue
        passed, tokens = g.at - r.wound, 0
        for other in range(plan.seats):
            tokens += r.tokens[other]
        bells[0], bells[1] = passed / SECOND, plan.bell_from
        bells[2] = max(bell_to + 1.0, bells[0] + 1)
        if champions[seat]:
            code = champion_code(g, r, plan, seat, bells, weights, stream)
        else:
            many = list_actions(g, r, plan, codes)
            if passed + LAPS * plan.seats * SLOW * SECOND < plan.bell_from * SECOND and tokens > REACH * plan.seats:
                code = cheapest(codes[:many], stream)
            else:
                for hand in range(len(HANDS)):
                    before[hand] = rounds[g.round - 1].hands[hand] if g.round > 0 else START
                code = expert_code(r, before, plays[g.round], plan, seat, bells, codes[:many], stream, budget)
        action: Any = np.int64(DO_MOVE + code // MOVE_CODES * plan.tokens + code % MOVE_CODES - 1)
        if code >= SWAP_CODES:
            place = code - SWAP_CODES
            action = np.int64(plan.keep if place == seat else plan.swaps + place)
        ms: Any = np.int64(SECOND) if passed >= (plan.bell_from - 10) * SECOND else slow
        act(g, rounds, plays, plan, action, ms, log)


def lead(fast: Fast, deal: int) -> float:
    """By how many points the champion leads in this deal."""
    seats, cards = fast.seats, fast.options.cards
    weights = np.array(tables()[seats, cards if seats < len(CARDS) else "one"]).reshape(len(KINDS), STAGES, FEATURES)
    state, log, key = fast.fresh(1), np.zeros((0, 3), np.int32), np.uint64(key_of(seed_word(SEED + seats), deal))
    scores: dict[bool, list[int]] = {True: [], False: []}
    for turn in range(2):
        champions = np.array([(seat + turn) % 2 == 0 for seat in range(seats)])
        match = state.games[0], state.rounds[0], state.plays[0]
        play(*match, fast.plan, fast.options.bell_to, key, champions, weights, Expert.budget, log)
        for champion, score in zip(champions.tolist(), state.games[0]["score"].tolist(), strict=False):
            scores[champion].append(score)
    return mean(scores[True]) - mean(scores[False])


def main() -> None:
    players, deals, *words = sys.argv[1:]
    named: dict[str, Any] = {
        name: int(value) if value.isdigit() else value for name, value in (word.split("=") for word in words)
    }
    fast, leads = Fast(int(players), Options(**named)), list[float]()
    for deal in range(int(deals)):
        leads.append(lead(fast, deal))
        if len(leads) % 10 == 0:
            half_width = WIDE * stdev(leads) / sqrt(len(leads))
            print(f"{players} seats, {len(leads)} deals: {mean(leads):+.2f} ± {half_width:.2f} (99 %)", flush=True)


if __name__ == "__main__":
    main()
