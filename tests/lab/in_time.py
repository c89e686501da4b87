"""Plays one action with the plain rules, or the bell if it rings first. Written independently, to check the kernels."""

from __future__ import annotations

from typing import Any

from tablee.core.game import CLOCK, AnyGame, Seat


def play_in_time(game: AnyGame, state: Any, seat: Seat, action: Any, now: int) -> tuple[Any, int]:
    alarm = game.alarm(state)
    if alarm is not None and now >= alarm:
        seat, action, now = CLOCK, game.legal(state, CLOCK)[0], alarm
    return game.play(state, seat, action, now)[0], now
