"""The Gymnasium vector environment over a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tablee.core.game import BadOptions
from tablee.lab.batch import Array, Batch
from tests.lab.test_batch import EASY, FAST, ids

N = 6


@pytest.fixture
def make(outside_part: Callable[[str], Any]) -> Callable[..., Any]:
    outside_part("gymnasium")
    made: Callable[..., Any] = outside_part("tablee.lab.vector").BatchEnv
    return made


def first_legal(info: dict[str, Any]) -> Array:
    return np.asarray(info["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("entry", FAST, ids=ids)
def test_every_game_with_kernels_plays_episodes(entry: Any, make: Callable[..., Any]) -> None:
    envs = make(entry.game.id, N, seat=entry.game.usual_seats[0] - 1)
    observations, info = envs.reset(seed=3)
    ended = 0
    for _ in range(5000):
        assert observations in envs.observation_space
        assert observations[0] in envs.single_observation_space
        actions = first_legal(info)
        assert actions in envs.action_space
        observations, rewards, over, late, info = envs.step(actions)
        assert rewards.shape == over.shape == late.shape == (N,)
        assert not late.any()
        assert not info["refused"].any()
        assert not rewards[~over].any()
        ended += over.sum()
        if ended >= 2 * N:
            break
    assert ended >= 2 * N


def test_rewards_and_observations_are_those_of_the_batch(make: Callable[..., Any]) -> None:
    envs = make(EASY, N, placement="adjacent")
    observations, info = envs.reset(seed=3)
    batch = Batch(EASY, N, envs.batch.seed, options={"placement": "adjacent"})
    for _ in range(19):
        assert np.array_equal(observations, batch.observe())
        assert np.array_equal(info["action_mask"], batch.mask[:, 0])
        actions = first_legal(info)
        batch.step(actions)
        observations, rewards, over, _, info = envs.step(actions)
    assert over.all()
    assert np.array_equal(rewards, batch.scores[:, 0])
    batch.renew(np.ones(N, bool))
    observations, rewards, over, _, _ = envs.step(np.zeros(N, np.int64))  # starts over, whatever the action
    assert np.array_equal(observations, batch.observe())
    assert not over.any()
    assert not rewards.any()


def test_seeds_are_reproducible(make: Callable[..., Any]) -> None:
    def episode(seed: int) -> Array:
        envs = make(EASY, N, seats=3, seat=1)
        _, info = envs.reset(seed=seed)
        for _ in range(10):
            observations, _, _, _, info = envs.step(first_legal(info))
        return np.asarray(observations)

    assert np.array_equal(episode(4), episode(4))
    assert not np.array_equal(episode(4), episode(5))


def test_illegal_actions_change_nothing_and_end_in_truncation(make: Callable[..., Any]) -> None:
    envs = make(EASY, 3)
    before, info = envs.reset(seed=1)
    envs.step(np.array([4, 4, 4]))
    before, _, _, _, info = envs.step(np.array([5, 19, -1]))
    assert info["refused"].tolist() == [False, True, True]
    for _ in range(envs.bound - 3):
        after, _, over, late, info = envs.step(np.array([4, 4, 4]))
        assert not (over | late).any()
    assert info["refused"].all()
    assert np.array_equal(before, after)
    _, _, over, late, _ = envs.step(np.array([4, 4, 4]))
    assert late.all()
    assert not over.any()
    after, _, _, late, _ = envs.step(np.array([4, 4, 4]))
    assert not late.any()
    assert (after[:, 2:20] == -1).all()


def test_bad_arguments_are_refused(make: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="no seat 2: seats are 0 to 1"):
        make(EASY, 2, seats=2, seat=2)
    with pytest.raises(BadOptions):
        make(EASY, 2, rays="some")


def test_gymnasium_wrappers_work(make: Callable[..., Any], outside_part: Callable[[str], Any]) -> None:
    envs = outside_part("gymnasium.wrappers.vector").RecordEpisodeStatistics(make(EASY, N))
    _, info = envs.reset(seed=3)
    for _ in range(19):
        _, rewards, _, _, info = envs.step(first_legal(info))
    assert info["episode"]["l"].tolist() == [19] * N
    assert np.array_equal(info["episode"]["r"], rewards)


def test_finished_games_restart_in_the_same_step(make: Callable[..., Any]) -> None:
    envs, twin = make(EASY, N, autoreset_mode="SameStep"), make(EASY, N)
    _, info = envs.reset(seed=3)
    twin.reset(seed=3)
    for _ in range(19):
        actions = first_legal(info)
        observations, rewards, over, _, info = envs.step(actions)
        last, expected, _, _, _ = twin.step(actions)
    assert over.all()
    assert np.array_equal(rewards, expected)
    assert np.array_equal(np.stack(info["final_obs"]), last)
    assert info["_final_obs"].all()
    assert info["_final_info"].all()
    assert not info["final_info"]["action_mask"].any()
    assert (observations[:, 2:20] == -1).all()  # a new game
    assert np.array_equal(observations, twin.step(actions)[0])
    _, rewards, over, _, info = envs.step(first_legal(info))
    assert "final_obs" not in info
    assert not over.any()
    assert not rewards.any()


def test_finished_games_wait_if_nobody_restarts_them(make: Callable[..., Any]) -> None:
    envs = make(EASY, 3, autoreset_mode="Disabled")
    _, info = envs.reset(seed=3)
    for _ in range(19):
        last, _, over, _, info = envs.step(first_legal(info))
    assert over.all()
    with pytest.raises(ValueError, match="reset_mask"):
        envs.step(first_legal(info))
    for bad in (np.zeros(3, bool), np.ones(4, bool), np.ones(3), None):
        with pytest.raises(ValueError, match="3 booleans"):
            envs.reset(options={"reset_mask": bad})
    observations, info = envs.reset(options={"reset_mask": np.array([True, False, True])})
    assert np.array_equal(observations[1], last[1])
    assert info["action_mask"].any(axis=1).tolist() == [True, False, True]
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    envs.step(np.zeros(3, np.int64))


@pytest.mark.parametrize("scaled", [False, True])
def test_tensors_share_the_memory_of_an_environment(make: Callable[..., Any], scaled: bool) -> None:
    """Through DLPack, as torch and JAX take arrays; without a copy, a step refills them."""
    envs = make("limits", N, seats=2, copy=False, scaled=scaled)
    observations, info = envs.reset(seed=3)
    seen, mask = np.from_dlpack(observations), np.from_dlpack(info["action_mask"])
    for _ in range(3):
        before, may = seen.copy(), mask.copy()
        _, rewards, over, late, info = envs.step(first_legal(info))
        assert not np.array_equal(seen, before)
        assert not np.array_equal(mask, may)
    for tensor, array in ((seen, envs.step(first_legal(info))[0]), (mask, info["action_mask"])):
        assert np.shares_memory(tensor, array)
        assert np.array_equal(tensor, array)
    for array in (rewards, over, late):
        assert np.from_dlpack(array).shape == (N,)
        assert any(np.shares_memory(array, again) for again in envs.step(first_legal(info))[1:4])


@pytest.mark.parametrize("copy", [False, True])
def test_arrays_begin_where_jax_can_share_their_memory(make: Callable[..., Any], copy: bool) -> None:
    """It copies arrays that do not begin at a multiple of 64 bytes."""
    for scaled in (False, True):
        envs = make("limits", 33, seats=2, copy=copy, scaled=scaled)
        seen, info = envs.reset(seed=3)
        given = [seen, info["action_mask"]]
        for _ in range(3):
            *arrays, info = envs.step(first_legal(info))
            given += [*arrays, info["action_mask"], info["refused"]]
        assert {array.ctypes.data % 64 for array in given} == {0}


def test_arrays_are_new_ones_unless_asked_otherwise(make: Callable[..., Any]) -> None:
    envs = make(EASY, N)
    first, info = envs.reset(seed=3)
    kept, may = first.copy(), info["action_mask"].copy()
    envs.step(first_legal(info))
    assert np.array_equal(first, kept)
    assert np.array_equal(info["action_mask"], may)


def test_statistics_know_all_ways_to_restart(make: Callable[..., Any], outside_part: Callable[[str], Any]) -> None:
    envs = outside_part("gymnasium.wrappers.vector").RecordEpisodeStatistics(make(EASY, N, autoreset_mode="SameStep"))
    _, info = envs.reset(seed=3)
    for _ in range(38):
        _, rewards, _, _, info = envs.step(first_legal(info))
    assert info["episode"]["l"].tolist() == [19] * N
    assert np.array_equal(info["episode"]["r"], rewards)
