"""One encoding of actions and observations, for batches, Gymnasium, PettingZoo and OpenSpiel alike. Needs `tablee[lab]`.

An action is a number: the index of its text in `moves`, which are the texts that seats can play; draws and bells are not among
them. An observation is a row of whole numbers; `fields` says which. It holds exactly the seat's view, but in Xtreme Limits, whose
views remember every play of every round, it holds the round being played, its last plays, and the points so far.

Two games with the same seats and options have the same encoding. `VERSION` changes when it does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from tablee.core.game import AnyGame
from tablee.core.options import checked_options
from tablee.kit.kernels.fields import TIME, Field
from tablee.lab import without

try:
    import numpy as np

    from tablee.kit.kernels.decorators import Array, compiled
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.lab.kernel import Setting, fast_of

VERSION = 2
MINUTE = 60_000  # ms


class Encoding:
    """The encoding of a game with this many seats and these options."""

    def __init__(self, game: AnyGame, seats: int, options: Any) -> None:
        """Raises Refusal if the game has no kernels, or cannot be played so."""
        self.game, self.seats, self.options = game, seats, options
        self.kernel = Setting(game, seats, options).kernel
        self.moves = self.kernel.moves
        self.number = {text: number for number, text in enumerate(self.moves)}
        self.fields: tuple[Field, ...] = self.kernel.fields
        self.width = sum(field.size for field in self.fields)
        self.low, self.high = (np.repeat([bound(field) for field in self.fields], self._counts()) for bound in (_low, _high))
        self._times = (self.high == TIME).astype(np.float64)
        self._span = np.where(self.high == TIME, MINUTE, np.maximum(self.high - self.low, 1)).astype(np.float64)

    def _counts(self) -> list[int]:
        return [field.size for field in self.fields]

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each number in an observation: `seat`, `calls[0]` …"""
        return tuple(
            field.name if field.size == 1 else f"{field.name}[{place}]" for field in self.fields for place in range(field.size)
        )

    def observe(self, view: Any) -> Array:
        """(width,): the same numbers as `Batch.features`, from a view."""
        written: Array = getattr(self.kernel, "write_features", self.kernel.write_view)(view)
        return written

    def scaled(self, observations: Array, out: Array | None = None) -> Array:
        """The same numbers as float32 between 0 and 1: by their bounds and, since match times have none, t / (t + a minute).

        out: an array to fill, instead of a new one.
        """
        out = np.empty(observations.shape, np.float32) if out is None else out
        scale(observations.reshape(-1, self.width), self.low, self._span, self._times, out.reshape(-1, self.width))
        return out

    def mask(self, legal: Iterable[Any]) -> Array:
        """(moves,) bool: these actions."""
        mask = np.zeros(len(self.moves), bool)
        mask[[self.number[self.game.write(action)] for action in legal]] = True
        return mask


@compiled
def scale(observations: Array, low: Array, span: Array, times: Array, out: Array) -> None:
    """`times` is 1.0 for times, otherwise 0.0."""
    for i in range(observations.shape[0]):
        for k in range(observations.shape[1]):
            above = float(observations[i, k] - low[k])
            out[i, k] = above / (span[k] + times[k] * above)


def _low(field: Field) -> int:
    return field.low


def _high(field: Field) -> int:
    return field.high


@cache
def _encoding(game: AnyGame, seats: int, options: Any) -> Encoding:
    return Encoding(game, seats, options)


def encoding_of(game: AnyGame, seats: int, options: Any) -> Encoding:
    """Equal settings share one. Raises Refusal."""
    return _encoding(game, seats, checked_options(game, options))


def encoding_for(game: AnyGame, view: Any) -> Encoding:
    """The encoding of the game that a view shows. Raises Refusal."""
    return encoding_of(game, *fast_of(game).setting_of(view))
