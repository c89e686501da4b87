"""A Gymnasium vector environment over a batch: it plays one seat in each game; the other seats play at random.

envs = BatchEnv("take-it-easy", 1024)
observations, info = envs.reset(seed=7)
observations, rewards, terminations, truncations, info = envs.step(info["action_mask"].argmax(axis=1))
"""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tablee.core.game import Seat
from tablee.lab.batch import Array, Batch
from tablee.lab.encoding import encoding_of


class BatchEnv(VectorEnv[Array, Array, Array]):
    """Observations and actions are those of `tablee.lab.encoding`. The reward comes at the end, and is 0 before. Finished games
    restart at the next step.

    `info["action_mask"]` (n, moves) marks the legal actions. Other actions change nothing, and `info["refused"]` is True
    for that game. An episode with more steps than a match can have plays is truncated.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - declared so by Gymnasium

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int | None = None,
        seat: Seat = 0,
        threads: int = 1,
        scaled: bool = False,
        reward: Literal["score", "margin", "win"] = "score",
        **options: str | int | bool,
    ) -> None:
        """Raises Refusal, and ValueError if there is no such seat.

        scaled: observations between 0 and 1 instead of whole numbers.
        reward: the score at the end, the `margin` over the best of the others, or the share of the victory (`win`).
        """
        self.batch = batch = Batch(game, num_envs, 0, seats, options, threads=threads, keep=False)
        if not 0 <= seat < batch.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {batch.seats - 1}")
        self.num_envs, self.seat = num_envs, seat
        self.bound = batch.setting.game.bound(batch.seats, batch.setting.options)
        self.encoding = encoding_of(batch.setting.game, batch.seats, batch.setting.options)
        self.scaled, self.reward = scaled, reward
        self.single_observation_space = self._box()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = gymnasium.spaces.Discrete(len(batch.moves))
        self.action_space = gymnasium.spaces.MultiDiscrete([len(batch.moves)] * num_envs)
        self.done = np.zeros(num_envs, bool)
        self.tries = np.zeros(num_envs, np.int32)

    def _box(self) -> gymnasium.spaces.Box:
        if self.scaled:
            return gymnasium.spaces.Box(0.0, 1.0, (self.encoding.width,), np.float32)
        kind = np.dtype(self.batch.kernel.kind).type
        return gymnasium.spaces.Box(self.encoding.low.astype(kind), self.encoding.high.astype(kind), dtype=kind)

    def _seen(self) -> Array:
        seen = self.batch.features(self.seat)
        return self.encoding.scaled(seen) if self.scaled else seen

    def _rewards(self) -> Array:
        """(n,) at the end; what it is before does not matter."""
        scores, places = self.batch.scores, self.batch.places
        own: Array = scores[:, self.seat]
        if self.reward == "win":
            own = (places[:, self.seat] == 1) / np.maximum((places == 1).sum(axis=1), 1)
        elif self.reward == "margin" and self.batch.seats > 1:
            own = own - np.delete(scores, self.seat, axis=1).max(axis=1)
        return own

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 63)))
        self.done[:], self.tries[:] = False, 0
        self._on()
        return self._seen(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        batch, seat, begun = self.batch, self.seat, self.done
        asked = np.asarray(actions)
        legal = ~begun & (asked >= 0) & (asked < len(batch.moves))
        legal[legal] = batch.mask[legal, seat, asked[legal]]
        chosen = np.where(legal[:, None], batch.random_actions(), -1)
        chosen[legal, seat] = asked[legal]
        batch.step(chosen)
        if begun.any():
            batch.renew(begun)
        self._on()
        self.tries = np.where(begun, 0, self.tries + 1)
        over = batch.over
        late = ~over & (self.tries >= self.bound)
        self.done = over | late
        rewards = np.where(over, self._rewards(), 0).astype(np.float64)
        return self._seen(), rewards, over, late, self._info() | {"refused": ~legal & ~begun}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask[:, self.seat].copy()}

    def _on(self) -> None:
        """Plays until the seat is asked again in every game, or to the game's end."""
        batch = self.batch
        while (others := ~batch.over & ~batch.waiting[:, self.seat]).any():
            batch.step(np.where(others[:, None], batch.random_actions(), -1))
