"""A generic random player and OpenSpiel's own random simulation drive the bare contract.

This adapter is as short as it can be, to show that the contract fits: chance is a player, simultaneous choices are fed
seat by seat, actions are integer codes, and a match is its list of actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tablee.core.game import CHANCE, CLOCK
from tablee.core.registry import Entry
from tests.games_here import EVERY, TOY, find

PACE = 1000  # ms a seat takes


def bells(game: Any, state: Any, now: int) -> Any:
    """Whatever rings until `now`."""
    while (alarm := game.alarm(state)) is not None and alarm <= now:
        state, _ = game.play(state, CLOCK, game.legal(state, CLOCK)[0], alarm)
    return state


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_generic_random_player_drives_the_contract(entry: Entry) -> None:
    game, chance = entry.game, random.Random(entry.game.id)
    seats, options = game.table[0], game.options()
    for _ in range(20):
        state, now, plays = game.start(seats, options), 0, 0
        while asked := game.to_act(state):
            seat = asked[0]
            codes = [game.codes(seats, options).index(game.write(action)) for action in game.legal(state, seat)]
            text = game.codes(seats, options)[chance.choice(codes)]
            state, _ = game.play(state, seat, game.read(text), now)
            if game.to_act(state) != (CHANCE,):
                now += PACE
                state = bells(game, state, now)
            plays += 1
        assert game.outcome(state) is not None
        assert plays <= game.bound(seats, options)


def adapter(pyspiel: Any, entry: Entry) -> Any:
    """OpenSpiel's view of a game, in a few lines."""
    game, seats, options = entry.game, entry.game.table[0], entry.game.options()
    texts = game.codes(seats, options)
    codes = {text: code for code, text in enumerate(texts)}
    kind = pyspiel.GameType(
        short_name=f"bare_{game.id.replace('-', '_')}",
        long_name=game.id,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=len(texts),
        max_chance_outcomes=len(texts),
        num_players=seats,
        min_utility=-1000.0,
        max_utility=1000.0,
        utility_sum=None,
        max_game_length=game.bound(seats, options),
    )

    class BareState(pyspiel.State):  # type: ignore[misc]
        def __init__(self, of: Any) -> None:
            super().__init__(of)
            self.now, self.state = 0, game.start(seats, options)

        def current_player(self) -> Any:
            asked = game.to_act(self.state)
            return pyspiel.PlayerId.TERMINAL if not asked else pyspiel.PlayerId.CHANCE if asked[0] == CHANCE else asked[0]

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(codes[game.write(action)] for action in game.legal(self.state, player))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            odds = game.odds(self.state)
            total = sum(weight for _, weight in odds)
            return [(codes[game.write(action)], weight / total) for action, weight in odds]

        def _apply_action(self, code: int) -> None:
            seat = game.to_act(self.state)[0]
            self.state, _ = game.play(self.state, seat, game.read(texts[code]), self.now)
            if game.to_act(self.state) != (CHANCE,):
                self.now += PACE
                self.state = bells(game, self.state, self.now)

        def _action_to_string(self, player: int, code: int) -> str:
            return texts[code]

        def is_terminal(self) -> bool:
            return not game.to_act(self.state)

        def returns(self) -> list[float]:
            outcome = game.outcome(self.state)
            return [float(score) for score in outcome.scores] if outcome else [0.0] * seats

        def information_state_string(self, player: int) -> str:
            return repr(game.view(self.state, player))

        def observation_string(self, player: int) -> str:
            return repr(game.screen(game.view(self.state, player)))

        def __str__(self) -> str:
            return repr(self.state)

    class BareGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return BareState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return Observer()

    class Observer:
        """OpenSpiel asks a Python game for one; ours speaks in texts."""

        tensor: tuple[float, ...] = ()

        def set_from(self, state: Any, player: int) -> None: ...

        def string_from(self, state: Any, player: int) -> Any:
            return state.information_state_string(player)

    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, BareGame)
    return BareGame()


@pytest.mark.parametrize("entry", [find("take-it-easy"), TOY], ids=lambda entry: entry.game.id)
def test_openspiel_simulates_the_contract_with_serialisation(entry: Entry, outside_part: Callable[[str], Any]) -> None:
    pyspiel = outside_part("pyspiel")
    pyspiel.random_sim_test(adapter(pyspiel, entry), num_sims=3, serialize=True, verbose=False, mask_test=True)
