"""Compiled bots of Limits, for batches: they choose as those in `players` do; see `tablee.lab.kernel`."""

from __future__ import annotations

from typing import Any

from tablee.core.game import Seat
from tablee.games.limits.kernels.batch import (
    CARDS,
    COLOURS,
    LIMITS,
    RAISED,
    BatchState,
    Fast,
    Game,
    Plan,
    legal,
)
from tablee.games.limits.players.bots import Player
from tablee.games.limits.rules import LAID
from tablee.kit.kernels.chance import below_of, stream_of
from tablee.kit.kernels.decorators import Array, compiled, inner

STREAMS = ("decision",)
DECISION = 0
FEAR = Player.fear
LAYING, THINKING = 1500, 2500  # ms


@inner
def is_over(g: Game, plan: Plan, seat: int, colour: int, laid: int) -> Any:
    """Whether so many of a colour exceed its limit, as far as a seat knows that counts no raisers but its own."""
    return laid > LIMITS[g.limits[g.round], colour] + RAISED[plan.hidden - 1, g.raiser[seat], colour]


@inner
def raising(g: Game, plan: Plan, seat: int, code: int) -> Any:
    """The value of hiding these raisers."""
    value = 0.0
    for colour in range(COLOURS):
        for _ in range(RAISED[plan.hidden - 1, code, colour]):
            most = LIMITS[g.limits[g.round], colour]
            value += -1.0 if most == CARDS else min(g.hand[seat, colour] - 1, 3) - most / 4
    return value


@inner
def value_of(g: Game, plan: Plan, seat: int, action: int) -> Any:
    if action >= plan.accuse:
        last, rivals = g.last[action - plan.accuse], plan.seats - 1
        guilty = is_over(g, plan, seat, last & 7, last >> 3)
        return 1 + 2 / rivals if guilty else -(2 + 1 / rivals)
    if action >= plan.hide:
        return raising(g, plan, seat, action - plan.hide)
    if action >= COLOURS:
        colour = action - COLOURS
        return 1 - FEAR * is_over(g, plan, seat, colour, g.piled[colour] + LAID)
    return -FEAR * is_over(g, plan, seat, action, g.piled[action] + 1)


@compiled
def choose_greedily(games: Array, plan: Plan, seat: int, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
    for i in range(len(actions)):
        g = games[i]
        may = legal(g, plan, seat)
        if may == 0:
            continue
        best, equal = -99.0, 0
        for action in range(plan.turn):
            if may >> action & 1:
                value = value_of(g, plan, seat, action)
                if value > best:
                    best, equal = value, 0
                equal += value == best
        left = below_of(stream_of(keys[i], DECISION, steps[i]), 0, equal)
        for action in range(plan.turn):
            if may >> action & 1 and value_of(g, plan, seat, action) == best:
                if left == 0:
                    actions[i] = action
                left -= 1
        ms[i] = LAYING if actions[i] < plan.hide else THINKING


def greedy(kernel: Fast, state: BatchState, seat: Seat, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
    choose_greedily(state.games, kernel.plan, seat, keys, steps, actions, ms)


BOTS = {"greedy": greedy}
