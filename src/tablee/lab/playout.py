"""Plays one random match with the bare rules, in virtual time, for benchmarks and long random runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.core.game import CHANCE, CLOCK, AnyGame, Below, Outcome
from tablee.fair import RandomDealer
from tablee.steps import Wait, attempt, bell, draw


def play_out(game: AnyGame, seats: int, options: Any, below: Below, pace: int = 2000) -> tuple[Outcome | None, int]:
    """The outcome and the number of plays. The outcome is None if the match exceeded its bound.

    Each seat takes up to `pace` ms; in a simultaneous step, any seat may act first."""
    state, now, plays = game.start(seats, options), 0, 0
    dealer, bound = RandomDealer(below), game.bound(seats, options)
    while (asked := game.to_act(state)) and plays <= bound:
        if asked == (CHANCE,):
            seat, action = CHANCE, draw(game, state, dealer)
        else:
            seat = asked[below(len(asked))]
            action, now = _any(game.legal(state, seat), below), now + below(pace)
        alarm = game.alarm(state)
        if alarm is not None and now >= alarm:
            seat, action, now = CLOCK, bell(game, state), alarm
        played = attempt(game.play, state, seat, action, now)
        if isinstance(played, Wait):
            now = played.until
            continue
        state, plays = played[0], plays + 1
    return game.outcome(state), plays


def _any(legal: Sequence[Any], below: Below) -> Any:
    return legal[below(len(legal))]
