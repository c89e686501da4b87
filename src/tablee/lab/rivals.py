"""Who plays the other seats of a batch: at random, a bot that is compiled, or a policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from tablee.core.game import Refusal, Seat, say
from tablee.lab.batch import PACE, Array, Batch
from tablee.lab.encoding import encoding_of
from tablee.lab.kernel import bots_of
from tablee.lab.policy import Policy, PolicyBot

AnyRival: TypeAlias = str | Policy | type[PolicyBot]
Rival: TypeAlias = Callable[[Batch, Seat], tuple[Array, Any]]  # actions (n,), where the seat is to act, and the ms they take


def rival_of(batch: Batch, bot: AnyRival, scaled: bool) -> Rival:
    """`random`, a level that is compiled, a `PolicyBot`, or a policy, whose observations are scaled or not. Raises Refusal."""
    if isinstance(bot, str):
        if bot == "random":
            return at_random
        batch.bot_actions(bot, 0)  # refuses others
        return lambda some, seat: some.bot_actions(bot, seat)
    if isinstance(bot, type):
        if not issubclass(bot, PolicyBot):
            raise Refusal(say("no-batch-bot", bot=bot.__qualname__[:40], levels=", ".join(bots_of(batch.setting.game)) or "–"))
        return by_policy(bot.policy, bot.scaled)
    return by_policy(bot, scaled)


def at_random(batch: Batch, seat: Seat) -> tuple[Array, int]:
    return batch.random_actions()[:, seat], PACE


def by_policy(policy: Policy, scaled: bool) -> Rival:
    """Asks for the games in which the seat is to act, all at once."""

    def answer(batch: Batch, seat: Seat) -> tuple[Array, int]:
        rows, chosen = np.flatnonzero(batch.waiting[:, seat]), np.full(batch.n, -1, np.int32)
        seen = batch.features(seat)[rows]
        if scaled:
            seen = encoding_of(batch.setting.game, batch.seats, batch.setting.options).scaled(seen)
        chosen[rows] = np.asarray(policy(seen, batch.mask[rows, seat]))
        return chosen, PACE

    return answer
