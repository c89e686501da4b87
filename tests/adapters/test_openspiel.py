"""Runs OpenSpiel's own simulation and search on every game, and tests what they do not cover."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablee.adapters.environment import snake
from tablee.core.registry import by_name
from tests.adapters.every import every_name


def loaded(spiel: Any, name: str, **params: Any) -> Any:
    import pyspiel

    return pyspiel.load_game(snake(by_name(name).game), params)


def forward(state: Any, rng: Any, steps: int) -> Any:
    """Plays this many random actions, then on to a decision or the end."""
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        if state.is_chance_node():
            codes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(codes, p=odds))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        steps -= 1
    return state


@every_name
@pytest.mark.parametrize("simultaneous", [False, True])
def test_openspiels_random_simulation_passes(spiel: Any, name: str, simultaneous: bool) -> None:
    import pyspiel

    game = loaded(spiel, name, simultaneous=simultaneous)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_name
def test_openspiels_information_set_search_plays_a_whole_match(spiel: Any, name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = loaded(spiel, name), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), uct_c=10.0, max_simulations=2, random_state=rng)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    state = forward(game.new_initial_state(), rng, 0)
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(bot.step(state))
            state = forward(state, rng, 0)
        else:
            state = forward(state, rng, 1)
    assert len(state.returns()) == game.num_players()


def test_openspiels_default_sampler_works_too(spiel: Any) -> None:
    import pyspiel

    state = forward(loaded(spiel, "tests.toy").new_initial_state(), np.random.RandomState(1), 0)
    worlds = {str(state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))) for _ in range(60)}
    assert len(worlds) > 5


@every_name
def test_a_resampled_state_looks_the_same_to_the_player_and_can_be_played_and_saved(spiel: Any, name: str) -> None:
    import pyspiel

    game, rng = loaded(spiel, name), np.random.RandomState(3)
    for steps in (0, 7, 25):
        state = forward(game.new_initial_state(), rng, steps)
        if state.is_terminal():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random_sample)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        _, stored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, world))
        assert str(stored) == str(world)
        assert forward(stored, rng, 10**6).is_terminal()


def test_no_other_information_state_shows_hidden_choices_or_cards(spiel: Any) -> None:
    game = loaded(spiel, "tests.toy")
    code = {game.new_initial_state().action_to_string(0, number): number for number in range(game.num_distinct_actions())}

    def state(*texts: str) -> Any:
        state = game.new_initial_state()
        for text in texts:
            state.apply_action(code[text])
        return state

    one, other = state("card 1", "card 2", "glass 3", "take"), state("card 4", "card 2", "glass 6", "leave")
    assert one.current_player() == other.current_player() == 1
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert str(one) != str(other)


@every_name
def test_chance_has_the_odds_of_the_rules(spiel: Any, name: str) -> None:
    state, rng, draws = loaded(spiel, name).new_initial_state(), np.random.RandomState(4), 0
    while not state.is_terminal() and draws < 40:
        if state.is_chance_node():
            odds = state.core.game.odds(state.now.state)
            whole = sum(weight for _, weight in odds)
            exact = {state.core.game.write(draw): weight / whole for draw, weight in odds}
            assert {state.action_to_string(-1, code): chance for code, chance in state.chance_outcomes()} == exact
            draws += 1
            state.apply_action(rng.choice([code for code, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert draws > 1


def test_returns_are_the_scores(spiel: Any) -> None:
    end = forward(loaded(spiel, "take-it-easy", players=1).new_initial_state(), np.random.RandomState(1), 100)
    assert end.returns() == [float(score) for score in end.core.scores(end.now)]
    assert sum(end.returns()) > 0


def test_several_seats_choose_at_a_simultaneous_node(spiel: Any) -> None:
    import pyspiel

    state = loaded(spiel, "take-it-easy", players=3, simultaneous=True).new_initial_state()
    state.apply_action(0)
    assert state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
    state.apply_actions([state.legal_actions(player)[player] for player in range(3)])
    assert state.now.state.placed == ((0,), (1,), (2,))


def test_game_parameters_are_the_options_and_bad_ones_are_refused(spiel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyspiel

    game = pyspiel.load_game("tablee_take_it_easy(players=4,rays=all)")
    assert (game.num_players(), game.core.options.rays) == (4, "all")
    assert game.max_game_length() == game.max_chance_nodes_in_history() == 19 * 5
    monkeypatch.setenv("LANGUAGE", "en")
    with pytest.raises(ValueError, match=r"“rays”.*“blue”"):
        pyspiel.load_game("tablee_take_it_easy(rays=blue)")
    with pytest.raises(ValueError, match="501"):
        pyspiel.load_game("tablee_take_it_easy(players=501)")


def test_openspiels_rl_environment_gets_states_and_masks(spiel: Any) -> None:
    from open_spiel.python import rl_environment

    step = rl_environment.Environment(loaded(spiel, "take-it-easy"), seed=1).reset()
    assert len(step.observations["info_state"][0]) == 66
    assert len(step.observations["legal_actions"][0]) == 19
