from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import fair
from tablee.core.game import BadText
from tablee.fair import Dealer, RandomDealer, commitment, new_secret, pick, read_secret, read_seed, seeded_secret

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

SEED = seeded_secret("a seed")


def test_a_draw_is_what_the_docs_say() -> None:
    """Recomputes it independently, so that anybody can write a second verifier."""
    nonces = ("n1", "second")
    salt = b"\0\0\0\x02n1" + b"\0\0\0\x06second"
    value = int.from_bytes(hmac.new(bytes.fromhex(SEED), b"4,0;" + salt, hashlib.sha256).digest(), "big")
    assert Dealer(SEED, nonces).below(4, 27) == value % 27


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33])
def test_a_secret_has_256_bits(text: str) -> None:
    with pytest.raises(BadText, match="bad-secret"):
        read_secret(text)
    assert len(read_secret(new_secret())) == 32
    assert new_secret() != new_secret()


def test_draws_depend_on_seed_nonces_and_number_alone() -> None:
    draws = [Dealer(SEED, ("a", "b")).below(k, 1 << 60) for k in range(50)]
    assert draws == [Dealer(SEED, ("a", "b")).below(k, 1 << 60) for k in range(50)]
    others = [
        Dealer(seeded_secret("other"), ("a", "b")),
        Dealer(SEED, ("ab",)),
        Dealer(SEED, ("a", "b", "")),
        Dealer(SEED, ("b", "a")),
    ]
    for other in others:
        assert not {other.below(k, 1 << 60) for k in range(50)} & set(draws)


def test_values_beyond_the_last_multiple_are_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a span of 4 and n = 3, the value 3 is redrawn: modulo would make 0 twice as likely."""
    monkeypatch.setattr(fair, "_SPAN", 4)
    monkeypatch.setattr(Dealer, "_value", lambda self, message: {b"0,0;": 3, b"0,1;": 3, b"0,2;": 2}[message])
    assert Dealer(SEED).below(0, 3) == 2


def test_too_many_possibilities_are_an_error() -> None:
    with pytest.raises(ValueError, match="1157"):
        Dealer(SEED).below(0, (1 << 256) + 1)


def test_draws_are_uniform() -> None:
    dealer = Dealer(SEED)
    counts = Counter(dealer.below(k, 6) for k in range(6000))
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 25  # chi-square, 5 degrees of freedom, p = 0.00014


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_draws_are_weighted(weights: list[int]) -> None:
    odds = list(enumerate(weights))
    found = Counter(pick(odds, point) for point in range(sum(weights)))
    assert found == dict(odds)
    with pytest.raises(ValueError, match="beyond the last weight"):
        pick(odds, sum(weights))


def test_a_random_dealer_draws_by_weight() -> None:
    odds = [("a", 1), ("b", 3)]
    assert [RandomDealer(lambda n, point=point: point).pick(0, odds) for point in range(4)] == ["a", "b", "b", "b"]  # type: ignore[misc]


def test_a_seed_is_taken_as_it_is_or_made_from_a_text_or_number() -> None:
    seed = seeded_secret("any")
    assert read_seed(seed) == seed
    assert read_seed("any") == read_seed("any") != read_seed("other")
    assert read_seed(None) != read_seed(None)
