"""OpenSpiel: every game, with draws as chance nodes with exact odds.

Importing this module registers every installed game: `pyspiel.load_game("tablee_take_it_easy(players=3,rays=all)")`.
When several seats choose at once, they are asked in turn, and no information state shows what earlier seats have chosen;
with `simultaneous=True`, such a step is a simultaneous node instead.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from tablee.lab import without

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.adapters.environment import PACE, EnvironmentCore, camel, find, in_words, open_core, several, snake
from tablee.adapters.layout import canonical
from tablee.core import registry
from tablee.core.game import CHANCE
from tablee.core.options import describe
from tablee.core.registry import Entry
from tablee.words import Words


def _type(entry: Entry, simultaneous: bool = False) -> pyspiel.GameType:
    game, dynamics = entry.game, pyspiel.GameType.Dynamics
    own = {"players": several(game), "pace": PACE, "simultaneous": False, "encoding": 1, "scaled": False, "reward": "score"}
    return pyspiel.GameType(
        short_name=snake(game),
        long_name=Words("en", entry.folder).text("game"),
        dynamics=dynamics.SIMULTANEOUS if simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification=own | {option.name: option.default for option in describe(game.options)},
    )


def _info(core: EnvironmentCore, reward: str) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=len(core.codes),
        max_chance_outcomes=len(core.draws),
        num_players=core.seats,
        min_utility=0.0 if reward == "win" else -np.inf,  # the rules do not limit scores
        max_utility=1.0 if reward == "win" else np.inf,
        utility_sum=None,
        max_game_length=core.bound,
    )


class TableeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    entry: ClassVar[Entry]

    def __init__(self, params: Mapping[str, Any]) -> None:
        """Raises ValueError."""
        given = dict(params)
        seats, pace, self.simultaneous = given.pop("players"), given.pop("pace"), given.pop("simultaneous")
        encoding, self.scaled, self.reward = given.pop("encoding"), given.pop("scaled"), given.pop("reward")
        with in_words(self.entry):
            self.core = open_core(self.entry, seats, given, pace, encoding, self.reward)
        super().__init__(_type(self.entry, self.simultaneous), _info(self.core, self.reward), dict(params))

    def new_initial_state(self) -> TableeState:
        return TableeState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.core.bound

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.core, self.scaled)


class TableeState(pyspiel.State):  # type: ignore[misc]
    """Copies and pickles contain only the moment."""

    def __init__(self, game: TableeGame) -> None:
        super().__init__(game)
        self.now = game.core.start

    @property
    def core(self) -> EnvironmentCore:
        return self.get_game().core  # type: ignore[no-any-return]

    def current_player(self) -> int:
        asked = self.core.to_act(self.now)
        if not asked:
            return int(pyspiel.PlayerId.TERMINAL)
        if asked == (CHANCE,):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if len(asked) > 1 and self.get_game().simultaneous else asked[0]

    def is_terminal(self) -> bool:
        return not self.core.to_act(self.now)

    def _legal_actions(self, player: int) -> list[int]:
        return self.core.legal(self.now, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.core.odds(self.now)
        whole = sum(weight for _, weight in odds)
        return [(code, weight / whole) for code, weight in odds]

    def _apply_action(self, action: int) -> None:
        seat = self.core.to_act(self.now)[0]
        self.now = self.core.draw(self.now, action) if seat == CHANCE else self.core.act(self.now, {seat: action})

    def _apply_actions(self, actions: list[int]) -> None:
        self.now = self.core.act(self.now, {seat: actions[seat] for seat in self.core.to_act(self.now)})

    def _action_to_string(self, player: int, action: int) -> str:
        return self.core.draws[action] if player == pyspiel.PlayerId.CHANCE else self.core.codes[action]

    def returns(self) -> list[float]:
        return self.core.rewards(self.now, self.get_game().reward)

    def __str__(self) -> str:
        return canonical(self.now)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableeState:
        """A state that this player cannot tell apart from this one. It keeps this one's history, whatever others did in it."""
        state: TableeState = self.clone()
        state.now = self.core.imagine(self.now, player, random.Random(sampler()).randrange)
        return state


class Observer:
    """The player's view, as a tensor and as a text."""

    def __init__(self, core: EnvironmentCore, scaled: bool) -> None:
        self.core, self.scaled = core, scaled
        self.tensor = np.zeros(core.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: TableeState, player: int) -> None:
        self.tensor[:] = self.core.observe(state.now, player, self.scaled)

    def string_from(self, state: TableeState, player: int) -> str:
        return self.core.text(state.now, player)


def register(game: str) -> str:
    """Registers a game and returns its name for `pyspiel.load_game`. Raises ValueError."""
    entry = find(game)
    # OpenSpiel releases it after Python has shut down. A function would crash there; a class is never freed.
    if snake(entry.game) not in pyspiel.registered_names():
        pyspiel.register_game(_type(entry), type(camel(entry.game), (TableeGame,), {"entry": entry}))
    return snake(entry.game)


for _name in registry.names():
    register(_name)
