"""A Gymnasium vector environment over a batch: it plays one seat in each game, against bots in the others.

envs = BatchEnv("take-it-easy", 1024)
observations, info = envs.reset(seed=7)
observations, rewards, terminations, truncations, info = envs.step(info["action_mask"].argmax(axis=1))
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Literal

from tablee.core.game import Seat
from tablee.lab import without

try:
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from tablee.kit.kernels.decorators import Array, compiled
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.lab.batch import PACE, Batch
from tablee.lab.encoding import encoding_of
from tablee.lab.rivals import AnyRival, rival_of

ALIGNMENT = 64  # bytes; JAX copies arrays whose addresses are no multiples of it
FEW = 4  # rivals play on in the games that need it alone, if these are one in so many


class BatchEnv(VectorEnv[Array, Array, Array]):
    """Observations and actions are those of `tablee.lab.encoding`. The reward comes at the end, and is 0 before.

    `info["action_mask"]` (n, moves) marks the legal actions. Other actions change nothing, and `info["refused"]` is True
    for that game. An episode with more steps than a match can have plays is truncated.

    Finished games restart as `autoreset_mode` says: at the next step, whatever the action; in the same step, where
    `info["final_obs"]` has the last observation of each and `info["final_info"]` the rest; or, if it is disabled, with
    `reset(options={"reset_mask": …})`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int | None = None,
        seat: Seat = 0,
        bots: AnyRival | Sequence[AnyRival] = "random",
        threads: int = 1,
        scaled: bool = False,
        reward: Literal["score", "margin", "win"] = "score",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: str | int | bool,
    ) -> None:
        """Raises Refusal, and ValueError if there is no such seat.

        bots: who plays the other seats, one for all of them or one for each: `random`, a level that is compiled
            (`tablee.lab.kernel.bots_of`), a `PolicyBot`, or a policy that gets observations like yours: for self-play, your own.
        scaled: observations between 0 and 1 instead of whole numbers.
        reward: the score at the end, the `margin` over the best of the others, or the share of the victory (`win`).
        copy: if False, each step fills the same arrays again, so that tensors which share their memory see the new ones.
        """
        self.batch = batch = Batch(game, num_envs, 0, seats, options, threads=threads, keep=False)
        if not 0 <= seat < batch.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {batch.seats - 1}")
        self.num_envs, self.seat = num_envs, seat
        self.bound = batch.setting.game.bound(batch.seats, batch.setting.options)
        self.encoding = encoding_of(batch.setting.game, batch.seats, batch.setting.options)
        self.scaled, self.reward, self.copy = scaled, reward, copy
        others = [other for other in range(batch.seats) if other != seat]
        given = [*bots] if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * len(others)
        if len(given) != len(others):
            raise ValueError(f"seat {seat} and {len(given)} bots do not match {batch.seats} seats")
        self.rivals = {other: rival_of(batch, bot, scaled) for other, bot in zip(others, given, strict=True)}
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self._box()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = gymnasium.spaces.Discrete(len(batch.moves))
        self.action_space = gymnasium.spaces.MultiDiscrete([len(batch.moves)] * num_envs)
        self.done = np.zeros(num_envs, bool)
        self.tries = np.zeros(num_envs, np.int32)
        self._raw = aligned((num_envs, self.encoding.width), batch.kernel.kind)
        self._observations = aligned(self._raw.shape, np.float32) if scaled else self._raw
        self._masks = aligned((num_envs, len(batch.moves)), bool)
        self._rewards = aligned((num_envs,), np.float64)
        self._over, self._late, self._refused = (aligned((num_envs,), bool) for _ in range(3))

    def _box(self) -> gymnasium.spaces.Box:
        if self.scaled:
            return gymnasium.spaces.Box(0.0, 1.0, (self.encoding.width,), np.float32)
        kind = np.dtype(self.batch.kernel.kind).type
        return gymnasium.spaces.Box(self.encoding.low.astype(kind), self.encoding.high.astype(kind), dtype=kind)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Restarts all games; with `options["reset_mask"]` (n,) bool, those that it marks. Raises ValueError if it is no mask."""
        super().reset(seed=seed)
        if options is not None and "reset_mask" in options:
            self._renew(self._checked(options["reset_mask"]))
        else:
            self.batch.reset(int(self.np_random.integers(1 << 63)))
            self.done[:], self.tries[:] = False, 0
        self._play_on(self.batch)
        self._look()
        return self._given(self._observations), self._info()

    def _checked(self, rows: Any) -> Array:
        mask = np.asarray(rows)
        if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask must be an array of {self.num_envs} booleans, not all of them False")
        return mask

    def _renew(self, rows: Array) -> None:
        self.batch.renew(rows)
        self.done[rows], self.tries[rows] = False, 0

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        begun = self.done.copy()  # these restart now
        if self.autoreset_mode == AutoresetMode.DISABLED and begun.any():
            raise ValueError("some games are over: restart them with reset(options={'reset_mask': …})")
        chosen, ms = self._answers(self.batch)
        merge(np.asarray(actions), begun, self.batch.mask, self.seat, chosen, self._refused)
        self.batch.step(chosen, ms)
        if begun.any():
            self._renew(begun)
        self._play_on(self.batch)
        self.tries += ~begun
        self._end()
        info = self._finish() if self.autoreset_mode == AutoresetMode.SAME_STEP and self.done.any() else {}
        self._look()
        results = (self._given(array) for array in (self._observations, self._rewards, self._over, self._late))
        return *results, info | self._info() | {"refused": self._given(self._refused)}  # type: ignore[return-value]

    def _given(self, array: Array) -> Array:
        if self.copy:
            copied = aligned(array.shape, array.dtype)
            copied[:] = array
            return copied
        return array

    def _look(self) -> None:
        """Fills in what the seat sees and may do."""
        self.batch.features(self.seat, self._raw)
        if self.scaled:
            self.encoding.scaled(self._raw, self._observations)
        self._masks[:] = self.batch.mask[:, self.seat]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self._masks)}

    def _end(self) -> None:
        """Fills in which games are over, and their rewards."""
        self._over[:] = self.batch.over
        self._late[:] = ~self._over & (self.tries >= self.bound)
        self.done[:] = self._over | self._late
        self._rewards[:] = 0
        if self._over.any():
            self._rewards[self._over] = self._rewards_of(*self.batch.results(self._over))

    def _rewards_of(self, scores: Array, places: Array) -> Array:
        own: Array = scores[:, self.seat]
        if self.reward == "win":
            own = (places[:, self.seat] == 1) / np.maximum((places == 1).sum(axis=1), 1)
        elif self.reward == "margin" and self.batch.seats > 1:
            own = own - np.delete(scores, self.seat, axis=1).max(axis=1)
        return own

    def _finish(self) -> dict[str, Any]:
        """Restarts finished games in the same step, and tells what they ended with, as Gymnasium's own vectors do."""
        self._look()
        last, done = np.full(self.num_envs, None, object), self.done.copy()
        for row in np.flatnonzero(done):
            last[row] = self._observations[row].copy()
        final = {"action_mask": np.where(done[:, None], self._masks, False), "_action_mask": done}
        self._renew(done)
        self._play_on(self.batch)
        return {"final_obs": last, "_final_obs": done, "final_info": final, "_final_info": done}

    def _answers(self, batch: Batch) -> tuple[Array, Array]:
        """The actions of all rivals who are to act, and how long they take."""
        chosen, ms = np.full((batch.n, batch.seats), -1, np.int32), np.full((batch.n, batch.seats), PACE, np.int32)
        for seat, rival in self.rivals.items():
            if batch.waiting[:, seat].any():
                chosen[:, seat], ms[:, seat] = rival(batch, seat)
        return chosen, ms

    def _play_on(self, batch: Batch) -> None:
        """Plays until the seat is asked again in every game, or to the game's end."""
        while (others := ~batch.over & ~batch.waiting[:, self.seat]).any():
            rows = np.flatnonzero(others)
            if FEW * len(rows) <= batch.n and batch.n > FEW:
                few = batch.take(rows)
                self._play_on(few)
                batch.put(rows, few)
                return
            chosen, ms = self._answers(batch)
            chosen[~others] = -1
            batch.step(chosen, ms)


def aligned(shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
    """An array that is not filled in yet, at an address where JAX can share its memory."""
    size = prod(shape) * np.dtype(kind).itemsize
    room = np.empty(size + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(kind).reshape(shape)


@compiled
def merge(asked: Array, begun: Array, mask: Array, seat: int, chosen: Array, refused: Array) -> None:
    """Adds the seat's actions to those of its rivals; where they are not legal, nobody acts."""
    for i in range(len(asked)):
        action = asked[i]
        legal = not begun[i] and 0 <= action < mask.shape[2] and mask[i, seat, action]
        refused[i] = not (legal or begun[i])
        if legal:
            chosen[i, seat] = action
        else:
            chosen[i] = -1
