"""Fair draws: committed before the match, mixed with every seat's nonce, and verifiable by anybody afterwards.

The table commits to SHA-256(seed) when a match opens; each person adds a nonce. Draw number k is the HMAC-SHA-256,
keyed with the seed, of the nonces and k. It does not depend on the actions, so players cannot influence it, and the same
seed and nonces give the same draws at another table.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeVar

from tablee.core.game import BadText, Below, say

T = TypeVar("T")

_weight: Callable[[tuple[Any, int]], int] = itemgetter(1)
_SPAN = 1 << 256  # the values of one HMAC-SHA-256


def new_secret() -> str:
    """A new seed or nonce: 256 random bits in hex."""
    return secrets.token_hex(32)


def seeded_secret(*words: str | int) -> str:
    """A seed or nonce derived from text, for simulations and daily deals."""
    return hashlib.sha256("\0".join(map(str, words)).encode()).hexdigest()


def read_seed(seed: str | int | None) -> str:
    """The seed given by 64 hexadecimal digits, or derived from any text or number; None gives a new one."""
    if seed is None:
        return new_secret()
    try:
        read_secret(str(seed))
    except BadText:
        return seeded_secret("seed", seed)
    return str(seed)


def read_secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise BadText(say("bad-secret"))
    return secret


def commitment(secret: str) -> str:
    """The hash that commits to a secret, published before it."""
    return hashlib.sha256(read_secret(secret)).hexdigest()


@lru_cache(maxsize=1000)
def _keyed(seed: str) -> hmac.HMAC:
    return hmac.new(read_secret(seed), digestmod="sha256")


@lru_cache(maxsize=1000)
def _salt(nonces: tuple[str, ...]) -> bytes:
    return b"".join(len(nonce).to_bytes(4, "big") + nonce.encode() for nonce in nonces)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Makes the draws of a match: they follow from the seed, and from what each person adds to it."""

    seed: str
    nonces: tuple[str, ...] = ()

    def below(self, draw: int, n: int) -> int:
        """A uniform whole number below n for this draw number; values beyond the last full multiple of n are redrawn."""
        if n > _SPAN:
            raise ValueError(f"too many possibilities for one draw: {n}")
        salt = _salt(self.nonces)
        fair, attempt = _SPAN - _SPAN % n, 0
        while (value := self._value(b"%d,%d;" % (draw, attempt) + salt)) >= fair:
            attempt += 1
        return value % n

    def _value(self, message: bytes) -> int:
        keyed = _keyed(self.seed).copy()
        keyed.update(message)
        # not hmac.digest: it releases the GIL, and on a busy server getting it back takes forty times as long as the digest
        return int.from_bytes(keyed.digest(), "big")

    def pick(self, draw: int, odds: Sequence[tuple[T, int]]) -> T:
        """Picks one of the draws according to its weight."""
        return pick(odds, self.below(draw, sum(map(_weight, odds))))


@dataclass(frozen=True, slots=True)
class RandomDealer:
    """Draws that need no verification, for training and tests."""

    chance: Below

    def pick(self, draw: int, odds: Sequence[tuple[T, int]]) -> T:
        return pick(odds, self.chance(sum(map(_weight, odds))))


def pick(odds: Sequence[tuple[T, int]], point: int) -> T:
    """The draw whose share of the weights contains `point`."""
    for draw, weight in odds:
        point -= weight
        if point < 0:
            return draw
    raise ValueError(f"{point} beyond the last weight")
