"""Plays whole matches of Limits in compiled code, with copies of the levels, so that thousands of deals can be compared.

    python -m train.limits_fast field FIELD SEATS DEALS [FIRST [BOT …]]
    python -m train.limits_fast duel SEATS DEALS BOT RIVAL
    python -m train.limits_fast wrong SEATS DEALS

`field` puts each BOT (by default `expert` and `champion`) into a seat of the same deals, and bots of FIELD (a level, `mixed`, or
`every` one after the other) into the others; SEATS may be a list. It prints by how many points the first one leads the others on
average, by how many more the rest do, and the same for all that was played. FIRST is the number of the first deal. `duel` plays
every deal twice, with the seats exchanged, and prints the lead of BOT. `wrong` counts the accusations of each level in mixed
matches, on deals of its own, and how many of them were wrong.

`champion` is the level itself. The others are copies: `greedy`, `memory` and `forgetful` play as they do in the champion's
playouts, `expert` and `truer-expert` draw worlds and break ties by other random numbers. `champion*4` has four times as many
worlds and playouts, `expert*4` too, and so on.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from tablee.games.limits.kernels import rivals
from tablee.games.limits.kernels.batch import COLOURS, BatchState, Fast, Plan, legal, observe
from tablee.games.limits.kernels.rivals import (
    EXPERT,
    FORGETFUL,
    GREEDY,
    MEMORY,
    PAIRS,
    STYLES,
    UNSEEN,
    hide_odds,
    make_hides,
    read,
    unit,
)
from tablee.games.limits.kernels.search import Desk, make_desk, search, set_public, step
from tablee.games.limits.players.champion import RASH, Champion
from tablee.games.limits.players.expert import ERRATIC, Expert
from tablee.games.limits.players.expert import RASH as ANY_RASH
from tablee.games.limits.rules import Options
from tablee.kit.kernels.chance import Word64, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner
from train.duels import WIDE
from train.limits_duels import MIXED

SEED, OTHER_DEALS = 11, 1 << 16
FIELDS = ("memory", "greedy", "forgetful", "expert", "mixed")


class Level(NamedTuple):
    """A compiled bot. One of a kind plays without a search."""

    kind: int
    styles: Array
    worlds: int = 0
    budget: int = 0


def level_of(name: str, hidden: int) -> Level:
    name, _, times = name.partition("*")
    more = float(times or 1)
    if name == "champion":
        return Level(-1, STYLES, int(more * Champion.worlds), int(more * Champion.budget))
    if name in ("expert", "truer-expert"):
        truer = name == "truer-expert"
        styles = STYLES.copy()
        styles[:, rivals.PRIOR] = -1000
        styles[EXPERT if truer else MEMORY, rivals.PRIOR] = 0
        rash = RASH[hidden] if truer else ANY_RASH
        habits = {"BELIEF": UNSEEN, "NEAREST": truer, "BOLD": 0, "ERRATIC": ERRATIC, "RASH": rash, "BLIND": 1}
        for habit, value in habits.items():
            styles[:, getattr(rivals, habit)] = value
        return Level(-1, styles, int(more * Expert.worlds), int(more * Expert.budget))
    return Level({"greedy": GREEDY, "memory": MEMORY, "forgetful": FORGETFUL}[name], STYLES)


@compiled
def choose(
    games: Array, plan: Plan, seat: int, turn: int, keys: Array, level: Level, hides: Array, desk: Desk, actions: Array
) -> None:
    row, tally = np.zeros((1, 1000), np.int8), np.zeros((plan.turn, 3))
    for i in range(len(games)):
        may = legal(games[i], plan, seat)
        actions[i] = -1
        if may:
            observe(games[i : i + 1], plan, seat, row)
            key = word_of(keys[i], 8 * turn + seat)
            if level.kind < 0:
                actions[i] = search(row[0], plan, may, key, level.worlds, level.budget, level.styles, hides, desk, tally)
            else:
                actions[i] = choose_quickly(row[0], plan, seat, key, level.kind, level.styles, hides, desk)


@inner
def choose_quickly(row: Array, plan: Plan, seat: int, key: Word64, kind: int, styles: Array, hides: Array, desk: Desk) -> Any:
    sights, _, rounds, _ = desk
    s, r = sights[0], rounds[0]
    read(row, plan, s, styles, hides)
    if s.hiding:
        odds, point = np.zeros(PAIRS), unit(key, 1)
        hide_odds(s.hidden, False, 0.0, s.hand, s.most, odds)
        code = 0
        while odds[code] == 0.0 or point >= odds[code]:
            point -= odds[code]
            code += 1
        return plan.hide + code
    set_public(s, row, plan, r)
    r.key, r.kind[seat] = key, kind
    for c in range(COLOURS):
        r.hand[seat, c], r.raisers[seat, c] = s.hand[c], s.raisers[c]
    move = step(s, r, styles)
    return move if move < 2 * COLOURS else plan.accuse + move - 2 * COLOURS


def play_matches(bots: Sequence[str], numbers: Array) -> Array:
    """The scores of these deals."""
    fast, state = play_to_end(bots, numbers)
    scores, places = np.zeros((len(numbers), len(bots)), np.int64), np.zeros((len(numbers), len(bots)), np.int64)
    fast.outcome(state, scores, places)
    return scores


def play_to_end(bots: Sequence[str], numbers: Array) -> tuple[Fast, BatchState]:
    fast = Fast(len(bots), Options())
    state, log = fast.fresh(len(numbers)), np.zeros((len(numbers), 0, 3), np.int32)
    actions, ms = np.zeros((len(numbers), len(bots)), np.int64), np.zeros((len(numbers), len(bots)), np.int64)
    levels = [level_of(bot, fast.plan.hidden) for bot in bots]
    desk = make_desk(max(1, *(level.worlds for level in levels)), max(1, *(level.budget for level in levels)))
    fast.begin(state, SEED, numbers, log)
    keys, turn = numbers.astype(np.uint64) + np.uint64(1 << 40), 0
    while (state.games["round"] < fast.plan.rounds).any():
        for seat, level in enumerate(levels):
            choose(state.games, fast.plan, seat, turn, keys, level, make_hides(), desk, actions[:, seat])
        fast.step(state, actions, ms, log)
        turn += 1
    return fast, state


def leads(bot: str, field: str, seats: int, first: int, deals: int) -> Array:
    """What a bot leads the others by, deal by deal: it sits in each seat in turn."""
    found = np.zeros(deals)
    for seat in range(min(seats, deals)):
        others = [MIXED[other % len(MIXED)] if field == "mixed" else field for other in range(seats)]
        numbers = np.arange(first + seat, first + deals, seats)
        scores = play_matches([*others[:seat], bot, *others[seat + 1 :]], numbers)
        found[seat::seats] = scores[:, seat] - (scores.sum(1) - scores[:, seat]) / (seats - 1)
    return found


def half_width(samples: Sequence[Array]) -> float:
    """Of the 99% interval of the mean of their means."""
    return float(WIDE * sqrt(sum(sample.var(ddof=1) / len(sample) for sample in samples)) / len(samples))


def compare(fields: Sequence[str], tables: Sequence[int], deals: int, first: int, bots: Sequence[str]) -> None:
    base, *others = bots
    further: dict[str, list[Array]] = {bot: [] for bot in others}
    for field in fields:
        for seats in tables:
            usual = leads(base, field, seats, first, deals)
            for bot in others:
                further[bot].append(leads(bot, field, seats, first, deals) - usual)
            told = ", ".join(f"{bot} {more[-1].mean():+.2f} ± {half_width(more[-1:]):.2f} more" for bot, more in further.items())
            print(f"{field}, {seats} seats, {deals} deals: {base} {usual.mean():+.2f}, {told}", flush=True)
    for bot, more in further.items():
        mean = np.mean([sample.mean() for sample in more])
        print(f"all: {bot} {mean:+.2f} ± {half_width(more):.2f} more (99 %)")


def duel(seats: int, deals: int, bot: str, rival: str) -> None:
    mine, its = np.zeros(deals), np.zeros(deals)
    for turn in range(2):
        line_up = [(bot, rival)[(seat + turn) % 2] for seat in range(seats)]
        scores = play_matches(line_up, np.arange(deals))
        for seat, name in enumerate(line_up):
            (mine if name == bot else its)[:] += scores[:, seat] / seats
    print(
        f"{bot} against {rival}, {seats} seats, {deals} deals: {(mine - its).mean():+.2f} ± {half_width([mine - its]):.2f} (99 %)"
    )


def wrong(seats: int, deals: int) -> None:
    made: Counter[str] = Counter()
    false: Counter[str] = Counter()
    for first, second in product(range(len(MIXED)), repeat=2):
        bots = [MIXED[(first + (seat * second if seats == 2 else seat)) % len(MIXED)] for seat in range(seats)]
        fast, state = play_to_end(bots, np.arange(deals) + OTHER_DEALS * (1 + first + len(MIXED) * second))
        for rounds in state.games["rounds"]:
            for at in range(0, fast.plan.rounds * (3 + seats), 3 + seats):
                made[bots[rounds[at]]] += 1
                false[bots[rounds[at]]] += not rounds[at + 2]
    for bot in MIXED:
        print(f"{bot}, {seats} seats: {false[bot] / made[bot]:.2f} of {made[bot]} accusations were wrong")


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    if what == "wrong":
        wrong(int(words[0]), int(words[1]))
    elif what == "duel":
        duel(int(words[0]), int(words[1]), words[2], words[3])
    else:
        kinds, tables, deals, first, *bots = [*words, *["0"][len(words) - 3 :]]
        compare(
            FIELDS if kinds == "every" else [kinds],
            [*map(int, tables.split(","))],
            int(deals),
            int(first),
            bots or ["expert", "champion"],
        )
