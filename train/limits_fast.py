"""Whole matches of compiled bots of Limits: research."""

from __future__ import annotations

import sys
from math import log, sqrt
from typing import Any

import numpy as np

from tablee.games.limits.kernels import search as K
from tablee.games.limits.kernels.batch import CHOICES, COLOURS, GAME, PLANS, RAISED, Plan, accuse, begin, hide, hides, legal, observe, play
from tablee.games.limits.kernels.search import (
    BLIND, EXPERT, MEMORY, PAIRS, SELF, SHARP, STYLES, UNSEEN, find_worlds, hide_odds, read, search, set_public, step, unit,
)
from tablee.kit.kernels.chance import seed_word, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner

WIDE = 2.576
SIMPLE, SEARCHING = 0, 1


@compiled
def run(games, plan, numbers, kinds, modes, styles, counts, budgets, hide_table, desk, tally, row, scores, salt, log_):
    """modes[b]: SIMPLE with kind kinds[b]; SEARCHING with styles[b]."""
    sights, worlds, rounds, picks = desk
    chosen = np.zeros(6, np.int64)
    odds = np.zeros(PAIRS)
    for i in range(len(numbers)):
        g = games[i]
        turns = 0
        while g.round < plan.rounds:
            turns += 1
            all_hide = g.raiser[g.turn] < 0
            for seat in range(plan.seats):
                may = legal(g, plan, seat)
                if may == 0:
                    continue
                observe(games[i : i + 1], plan, seat, row)
                key = word_of(np.uint64(numbers[i]) * np.uint64(1000003) + np.uint64(salt * 7 + seat), turns)
                if modes[seat] == SEARCHING:
                    chosen[seat] = search(row[0], plan, may, key, counts[seat], budgets[seat], styles[seat], hide_table, desk, tally)
                    continue
                s, r = sights[0], rounds[0]
                read(row[0], plan, s, styles[seat], hide_table)
                if all_hide:
                    hide_odds(s.hidden, kinds[seat] == EXPERT, 0.0, s.hand, s.most, odds)
                    point = unit(key, 1)
                    for code in range(plan.accuse - plan.hide):
                        if odds[code] > 0 and point >= 0:
                            point -= odds[code]
                            chosen[seat] = plan.hide + code
                    continue
                set_public(s, row[0], plan, r)
                r.key = key
                r.kind[seat] = kinds[seat]
                for c in range(COLOURS):
                    r.hand[seat, c], r.raisers[seat, c] = s.hand[c], s.raisers[c]
                move = step(s, r, styles[seat])
                chosen[seat] = move if move < 2 * COLOURS else plan.accuse + move - 2 * COLOURS
            if all_hide:
                for seat in range(plan.seats):
                    hide(g, plan, seat, chosen[seat] - plan.hide)
            else:
                play(g, plan, 0, g.turn, chosen[g.turn], log_)
        for seat in range(plan.seats):
            scores[i, seat] = g.points[seat]
        for at in range(0, g.round * (3 + plan.seats), 3 + plan.seats):
            scores[i, g.rounds[at + 1] if g.rounds[at + 2] else g.rounds[at]] -= 2


def only(kind: int, **values: float) -> Array:
    styles = STYLES.copy()
    styles[:, K.PRIOR] = -1000
    styles[kind, K.PRIOR] = 0
    for name, value in values.items():
        styles[:, getattr(K, name)] = value
    return styles


EXPERT_TWIN = only(MEMORY, BELIEF=UNSEEN, NEAREST=0, ERRATIC=0.2, RASH=0.4, BLIND=1.0, MARGIN=0, FEAR=1.6)
OLD = {h: only(EXPERT, BELIEF=UNSEEN, NEAREST=1, RASH={1: 0.4, 2: 0.1}[h], BLIND=1.0, MARGIN=0, FEAR=1.6) for h in (1, 2)}
BOTS: dict[str, Any] = {  # mode, kind, styles, worlds, playouts
    "greedy": (0, 0, STYLES, 1, 1),
    "memory": (0, 1, STYLES, 1, 1),
    "forgetful": (0, 2, STYLES, 1, 1),
    "quick": (0, 3, STYLES, 1, 1),
    "expert": (1, 0, EXPERT_TWIN, 80, 240),
    "expert4": (1, 0, EXPERT_TWIN, 320, 960),
    "expert16": (1, 0, EXPERT_TWIN, 1280, 3840),
    "old": (1, 0, OLD, 80, 240),
    "old4": (1, 0, OLD, 320, 960),
    "old16": (1, 0, OLD, 1280, 3840),
    "new": (1, 0, STYLES, 300, 600),
    "new4": (1, 0, STYLES, 1200, 2400),
    "new16": (1, 0, STYLES, 4800, 9600),
}
_hides: list[Array] = []


def play_matches(line_up: list[str], numbers: Array, seed: int = 1, salt: int = 0) -> Array:
    if not _hides:
        _hides.append(K.make_hides())
    seats = len(line_up)
    plan = PLANS[seats - 2]
    games = np.zeros(len(numbers), GAME)
    log_ = np.zeros((len(numbers), 0, 3), np.int32)
    begin(games, plan, seed_word(seed), numbers, log_)
    bots = [BOTS[name] for name in line_up]
    styles = np.array([bot[2][plan.hidden] if isinstance(bot[2], dict) else bot[2] for bot in bots])
    width = 14 + plan.rounds * (4 + seats) + 120 + seats * (8 + plan.room)
    scores = np.zeros((len(numbers), seats))
    run(games, plan, numbers, np.array([b[1] for b in bots]), np.array([b[0] for b in bots]), styles,
        np.array([b[3] for b in bots]), np.array([b[4] for b in bots]), _hides[0], K.make_desk(5000, 10000),
        np.zeros((40, 3)), np.zeros((1, width), np.int8), scores, salt, log_)
    return scores


def lead_of(scores: Array, seat: int) -> Array:
    others = (scores.sum(1) - scores[:, seat]) / (scores.shape[1] - 1)
    return scores[:, seat] - others


def line(field: str, seats: int, me: str, seat: int) -> list[str]:
    mixed = ["memory", "greedy", "forgetful", "expert"]
    rivals = [mixed[k % 4] if field == "mixed" else field for k in range(seats)]
    return [me if k == seat else rivals[k] for k in range(seats)]


def field(names: list[str], field: str, seats: int, deals: int, seed: int = 1, first: int = 0) -> dict[str, Array]:
    found = {}
    for name in names:
        parts = []
        for seat in range(seats):
            numbers = np.arange(first + seat, first + deals, seats)
            scores = play_matches(line(field, seats, name, seat), numbers, seed, 0)
            parts.append(lead_of(scores, seat))
        found[name] = np.concatenate(parts)
    return found


def show(a: Array) -> str:
    return f"{a.mean():+.2f} ± {WIDE * a.std(ddof=1) / sqrt(len(a)):.2f}"


def duel(one: str, two: str, seats: int, deals: int, seed: int = 1) -> Array:
    numbers = np.arange(deals)
    leads = np.zeros(deals)
    for turn in range(2):
        line_up = [(one, two)[(k + turn) % 2] for k in range(seats)]
        scores = play_matches(line_up, numbers, seed)
        mine = [k for k in range(seats) if line_up[k] == one]
        theirs = [k for k in range(seats) if line_up[k] != one]
        if turn == 0:
            a, b = scores[:, mine], scores[:, theirs]
        else:
            a, b = np.concatenate([a, scores[:, mine]], 1), np.concatenate([b, scores[:, theirs]], 1)
    return a.mean(1) - b.mean(1)
