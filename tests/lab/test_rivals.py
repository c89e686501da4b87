"""Compiled bots, and policies as rivals in a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tablee.core import laws
from tablee.core.game import Refusal
from tablee.core.laws import BrokenLaw
from tablee.core.registry import Entry
from tablee.games.limits.kernels import bots as limits_bots
from tablee.lab.batch import Array, Batch
from tablee.lab.kernel import bots_of
from tablee.lab.kernel_laws import bots_agree
from tablee.lab.policy import PolicyBot
from tests.games_here import TOY, find
from tests.lab.test_batch import EASY, FAST, ids

COMPILED = [(entry, level) for entry in FAST for level in bots_of(entry.game)]
EXPECTED = {
    EASY: ["expert", "greedy"],
    "take-it-to-the-limit": ["greedy"],
    "limits": ["greedy"],
    "ultim-limit": ["sensible"],
    "xtreme-limits": ["sensible"],
}


def first_legal(observations: Array, masks: Array) -> Array:
    assert len(observations) == len(masks)
    return np.asarray(masks.argmax(axis=1))


def last_legal(observations: Array, masks: Array) -> Array:
    return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))


class FirstLegal(PolicyBot):
    policy = staticmethod(first_legal)


@pytest.fixture
def make(outside_part: Callable[[str], Any]) -> Callable[..., Any]:
    outside_part("gymnasium")
    made: Callable[..., Any] = outside_part("tablee.lab.vector").BatchEnv
    return made


def test_compiled_bots_are_found() -> None:
    found: dict[str, list[str]] = {}
    for entry, level in COMPILED:
        found.setdefault(entry.game.id, []).append(level)
    assert found == EXPECTED
    assert bots_of(TOY.game) == {}


@pytest.mark.parametrize(("entry", "level"), COMPILED, ids=[f"{ids(entry)}-{level}" for entry, level in COMPILED])
def test_compiled_bots_choose_like_their_level(entry: Entry, level: str) -> None:
    tables: dict[Any, list[int]] = {}
    for seats, options in laws.situations(entry):
        tables.setdefault(options, []).append(seats)
    some = list(tables.items())[:: 1 + len(tables) // 4]
    for number, (options, fitting) in enumerate(some):
        seats = min(fitting[number % len(fitting)], 3)
        assert bots_agree(entry.game, level, 2, number, max(seats, entry.game.usual_seats[0]), options) > 0


@pytest.mark.soak
@pytest.mark.parametrize(("entry", "level"), COMPILED, ids=[f"{ids(entry)}-{level}" for entry, level in COMPILED])
def test_compiled_bots_choose_like_their_level_under_all_options(entry: Entry, level: str) -> None:
    for number, (seats, options) in enumerate(laws.situations(entry)):
        if seats <= 6:
            assert bots_agree(entry.game, level, 10, number, seats, options) > 0


def test_a_compiled_bot_that_chooses_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def reckless(kernel: Any, state: Any, seat: int, keys: Array, steps: Array, actions: Array, ms: Array) -> None:
        limits_bots.greedy(kernel, state, seat, keys, steps + 1, actions, ms)

    monkeypatch.setitem(limits_bots.BOTS, "greedy", reckless)
    with pytest.raises(BrokenLaw, match="greedy in seat"):
        bots_agree("limits", "greedy", 4, 1)


def test_compiled_bots_do_the_same_on_any_number_of_threads() -> None:
    one, two = (Batch("limits", 5000, 3, 3, threads=threads) for threads in (1, 2))
    for _ in range(6):
        chosen, again = ([batch.bot_actions("greedy", seat)[0] for seat in range(3)] for batch in (one, two))
        assert np.array_equal(chosen, again)
        one.step(np.stack(chosen, axis=1))
        two.step(np.stack(again, axis=1))


def test_a_part_of_a_batch_plays_on_by_itself() -> None:
    whole, parted = (Batch("ultim-limit", 20, 3, 2, log=True) for _ in range(2))
    rows = np.array([3, 4, 11])
    for _ in range(5):
        actions = whole.random_actions()
        others = actions.copy()
        others[rows] = -1
        whole.step(actions)
        parted.step(others)
    part = parted.take(rows)
    for _ in range(5):
        part.step(part.random_actions())
    parted.put(rows, part)
    for _ in range(4):
        whole.step(whole.random_actions())
        parted.step(parted.random_actions())
    assert np.array_equal(whole.observe(1), parted.observe(1))
    assert np.array_equal(whole.log, parted.log)
    assert np.array_equal(whole.mask, parted.mask)
    rows_over = np.arange(20) % 3 == 0
    scores, places = whole.results(rows_over)
    assert np.array_equal(scores, whole.scores[rows_over])
    assert np.array_equal(places, whole.places[rows_over])


@pytest.mark.parametrize(("entry", "level"), COMPILED, ids=[f"{ids(entry)}-{level}" for entry, level in COMPILED])
def test_compiled_rivals_play_better_than_chance(entry: Entry, level: str, make: Callable[..., Any]) -> None:
    seats = max(2, entry.game.usual_seats[0])

    def mean(bots: Any) -> float:
        envs = make(entry.game.id, 200, seats=seats, bots=bots, reward="margin")
        _, info = envs.reset(seed=1)
        chance = np.random.default_rng(1)
        margins: list[float] = []
        while len(margins) < 200:
            chosen = (info["action_mask"] * chance.random(info["action_mask"].shape)).argmax(axis=1)
            _, rewards, over, _, info = envs.step(chosen)
            margins += rewards[over].tolist()
        return float(np.mean(margins[:200]))

    assert mean(level) < mean("random") - 1


def test_policies_are_rivals_too(make: Callable[..., Any]) -> None:
    """The same choices, whether they come from a policy in every seat or from the steps of a batch."""
    envs = make("limits", 8, seats=3, seat=1, bots=[first_legal, last_legal])
    observations, info = envs.reset(seed=5)
    batch = Batch("limits", 8, envs.batch.seed, 3)

    def play_on() -> None:
        while (rows := ~batch.over & ~batch.waiting[:, 1]).any():
            batch.step(np.where(rows[:, None], others(), -1))

    def others() -> Array:
        chosen = np.full((8, 3), -1)
        for seat, policy in ((0, first_legal), (2, last_legal)):
            chosen[:, seat] = np.where(batch.waiting[:, seat], policy(batch.mask[:, seat], batch.mask[:, seat]), -1)
        return chosen

    play_on()
    for _ in range(30):
        assert np.array_equal(observations, batch.features(1))
        mine = first_legal(observations, info["action_mask"])
        chosen = others()
        chosen[:, 1] = np.where(batch.waiting[:, 1], mine, -1)
        batch.step(chosen)
        play_on()
        observations, rewards, over, _, info = envs.step(mine)
        assert np.array_equal(over, batch.over)
        assert np.array_equal(rewards[over], batch.scores[over, 1])
        if over.any():
            break


def test_self_play_gives_the_policy_what_its_seat_sees(make: Callable[..., Any]) -> None:
    seen: list[Array] = []

    def mine(observations: Array, masks: Array) -> Array:
        seen.append(observations)
        return first_legal(observations, masks)

    envs = make("limits", 8, seats=2, bots=mine, scaled=True)
    observations, info = envs.reset(seed=5)
    for _ in range(5):
        observations, _, _, _, info = envs.step(mine(observations, info["action_mask"]))
    assert {part.dtype for part in seen} == {np.dtype(np.float32)}
    seats = {float(row[0]) for part in seen for row in part}
    assert len(seats) == 2


def test_a_bot_that_asks_a_policy_is_a_rival(make: Callable[..., Any]) -> None:
    one, other = (make("limits", 8, seats=2, bots=bots) for bots in (FirstLegal, first_legal))
    for envs in (one, other):
        _, info = envs.reset(seed=5)
        for _ in range(10):
            *_, info = envs.step(info["action_mask"].argmax(axis=1))
    assert np.array_equal(one.batch.observe(0), other.batch.observe(0))


def test_other_rivals_are_refused(make: Callable[..., Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        make("limits", 2, bots="expert")
    assert "greedy" in str(refusal.value)
    with pytest.raises(Refusal) as refusal:
        make("limits", 2, bots=find("limits").bots["expert"])
    assert "greedy" in str(refusal.value)
    with pytest.raises(ValueError, match="seat 0 and 2 bots do not match 2 seats"):
        make("limits", 2, seats=2, bots=["greedy", "greedy"])
