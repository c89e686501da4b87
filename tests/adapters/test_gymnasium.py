"""Runs Gymnasium's own checker on every game, and tests what it does not cover."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablee.adapters.environment import several
from tablee.core import registry
from tablee.core.registry import by_name
from tablee.words import Words
from tests.adapters.every import every_name


def made(gym: Any, name: str, **arguments: Any) -> Any:
    import gymnasium

    return gymnasium.make(gym.register(name), **arguments)


def episode(env: Any, seed: int) -> list[Any]:
    """Everything one random episode returns."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    given: list[Any] = [(seen.tolist(), info["action_mask"].tolist())]
    over = False
    while not over:
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        given.append((seen.tolist(), info["action_mask"].tolist(), reward, terminated))
        assert not truncated
        assert "refused" not in info
        over = terminated
    return given


@every_name
def test_gymnasiums_checker_passes(gym: Any, name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(made(gym, name).unwrapped)
    check_env(made(gym, name, seats=several(by_name(name).game), seat=1).unwrapped)


def test_every_installed_game_is_registered_under_its_major_version(gym: Any) -> None:
    import gymnasium

    games = [registry.find(name).game for name in registry.names()]
    ids = {f"tablee/{''.join(map(str.title, game.id.split('-')))}-v{game.version[0]}" for game in games}
    assert ids <= gymnasium.registry.keys()
    assert "tablee/TakeItEasy-v1" in ids


@every_name
def test_seeds_are_reproducible_and_the_reward_is_the_final_score(gym: Any, name: str) -> None:
    env = made(gym, name)
    first = episode(env, 5)
    assert episode(made(gym, name), 5) == first
    assert episode(env, 6) != first
    assert [reward for _, _, reward, _ in first[1:-1]] == [0.0] * (len(first) - 2)
    episode(env, 5)
    assert first[-1][2] == env.unwrapped.core.scores(env.unwrapped.now)[0]


@every_name
def test_the_mask_matches_the_legal_actions(gym: Any, name: str) -> None:
    env = made(gym, name).unwrapped
    _, info = env.reset(seed=3)
    game, state = env.core.game, env.now.state
    legal = {game.write(action) for action in game.legal(state, 0)}
    assert {env.core.codes[code] for code in info["action_mask"].nonzero()[0]} == legal
    assert np.array_equal(env.action_masks(), info["action_mask"])


@every_name
def test_an_illegal_action_changes_nothing_and_reports_the_reason(gym: Any, name: str) -> None:
    env = made(gym, name)
    seen, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(illegal)
    assert np.array_equal(seen, after)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["refused"]


def test_an_illegal_action_is_refused_even_if_the_bell_would_ring_first(gym: Any) -> None:
    env = made(gym, "tests.toy", pace=10_000)
    env.reset(seed=1)
    _, _, terminated, _, info = env.step(0)
    assert info["refused"]
    assert not terminated
    assert env.step(env.unwrapped.core.code["take"])[2]


def test_an_episode_of_illegal_actions_is_truncated(gym: Any) -> None:
    env = made(gym, "tests.toy")
    env.reset(seed=1)
    steps = 1
    while not env.step(0)[3]:
        steps += 1
    assert steps == env.unwrapped.core.bound


def test_the_named_bots_play_the_other_seats(gym: Any) -> None:
    def mean(bot: str) -> float:
        env = made(gym, "take-it-easy", seats=2, bots=bot)
        for seed in range(10):
            episode(env, seed)
            scores.append(env.unwrapped.core.scores(env.unwrapped.now)[1])
        return float(np.mean(scores[-10:]))

    scores: list[int] = []
    assert mean("greedy") > 2 * mean("random")
    assert sorted(made(gym, "take-it-easy", seats=3, seat=1, bots=["random", "greedy"]).unwrapped.makers) == [0, 2]


def test_bots_can_draw_below_any_number(gym: Any) -> None:
    env = made(gym, "tests.toy")
    env.reset(seed=1)
    assert 0 <= env.unwrapped.below(10**40) < 10**40


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"seats": 900}, Words("en").text("bad-seats", found=900, least=1, most=500)),
        ({"rays": "blue"}, "“rays”.*“blue”"),
        ({"colour": "blue"}, "no option “colour”"),
        ({"bots": "clever", "seats": 2}, "no bot “clever”"),
        ({"bots": ["random"]}, "seat 0 and 1 bots do not match 1 seats"),
        ({"seat": 2, "seats": 2}, "seat 2 and 1 bots do not match 2 seats"),
        ({"pace": 0}, "“0”"),
    ],
)
def test_bad_arguments_get_one_clear_line(gym: Any, monkeypatch: pytest.MonkeyPatch, arguments: Any, why: str) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    with pytest.raises(ValueError, match=why) as error:
        made(gym, "take-it-easy", **arguments)
    assert "\n" not in str(error.value)


def test_an_unknown_game_gets_one_clear_line(gym: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    for name, why in (("chess", "“chess”.*take-it-easy"), ("no.chess", "“no.chess”")):
        for make in (gym.TableeEnv, gym.register):
            with pytest.raises(ValueError, match=why):
                make(name)


def test_render_returns_the_screen_as_text(gym: Any) -> None:
    env = made(gym, "take-it-easy", render_mode="ansi")
    env.reset(seed=1)
    assert "·c5·" in env.render()


def test_vector_environments_include_the_masks(gym: Any) -> None:
    import gymnasium

    vector = gymnasium.make_vec("tablee/TakeItEasy-v1", num_envs=3, vectorization_mode="sync")
    seen, info = vector.reset(seed=1)
    assert seen.shape[0] == 3
    assert info["action_mask"].shape == (3, 46)
    vector.close()
