"""Random numbers for kernels: one word for each (seed, game number, draw number), by splitmix64."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from tablee.kit.kernels.decorators import compiled, inlined

Word64: TypeAlias = Any  # uint64

GOLDEN, M1, M2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S16, S20, S27, S30, S31, S48 = (np.uint64(shift) for shift in (16, 20, 27, 30, 31, 48))


@inlined
def mix(x: Word64) -> Word64:
    x = (x ^ (x >> S30)) * M1
    x = (x ^ (x >> S27)) * M2
    return x ^ (x >> S31)


@compiled
def mixed(x: Word64) -> Word64:
    return mix(x)


def seed_word(seed: int) -> Word64:
    """The word from which the keys of a seed's games are derived."""
    return np.uint64(mixed(np.uint64(seed & ((1 << 64) - 1))))


@inlined
def key_of(base: Word64, number: int) -> Word64:
    """The key of a game; `base` is the seed's word."""
    return base + (np.uint64(number) << S20) * GOLDEN


@inlined
def word_of(key: Word64, draw: int) -> Word64:
    """Draw number `draw` of a game."""
    return mix(key + np.uint64(draw) * GOLDEN)


@inlined
def stream_of(key: Word64, what: int, number: int) -> Word64:
    """The key of a bot's random numbers for one purpose; `key` is that of its seat."""
    return mix(mix(key + np.uint64(what) * GOLDEN) + np.uint64(number))


@inlined
def below_of(stream: Word64, draw: int, bound: Any) -> Any:
    """Number `draw` of a stream: uniform, to within 2 ** -32. The bound is at most 2 ** 16."""
    return np.int64(((word_of(stream, draw) >> S16) * np.uint64(bound)) >> S48)
