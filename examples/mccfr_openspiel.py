"""OpenSpiel's external-sampling MCCFR learns a small round of Xtreme Limits: hidden cards, and a bell that nobody sees.

Three players have two tokens each, and the bell rings within eight seconds. The solver plays against itself and keeps an average
strategy for each view, which plays against random play and against `sensible`, the regular bot of the game.

    python examples/mccfr_openspiel.py [iterations] [games to compare]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

import tablee.adapters.openspiel  # noqa: F401 - registers the games
from tablee.bots import chance_of
from tablee.core import registry
from tablee.core.bot import Question

NAME = "tablee_xtreme_limits(players=3,encoding=2,rounds=1,tokens=2,bell_from=3,bell_to=8)"


def mean_return(game: Any, policies: list[Any], games: int, chance: np.random.RandomState) -> tuple[float, float]:
    """What the first policy scores against the others, in every seat in turn, and half of its 95% interval."""
    found = []
    for number in range(games):
        state, seated = game.new_initial_state(), np.roll(np.arange(3), number % 3)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
            else:
                policy = policies[seated[state.current_player()]]
                actions, odds = zip(*policy.action_probabilities(state).items(), strict=True)
            state.apply_action(chance.choice(actions, p=odds))
        found.append(state.returns()[int(np.flatnonzero(seated == 0)[0])])
    return float(np.mean(found)), float(1.96 * np.std(found) / np.sqrt(games))


class Uniform:
    """Random play."""

    def action_probabilities(self, state: Any) -> dict[int, float]:
        return {action: 1 / len(state.legal_actions()) for action in state.legal_actions()}


class Level:
    """A bot of the game, which sees its seat's view as at a table."""

    def __init__(self, name: str) -> None:
        self.make = registry.find("xtreme-limits").bots[name]

    def action_probabilities(self, state: Any) -> dict[int, float]:
        core, now, seat = state.core, state.now, state.current_player()
        bot = self.make(core.game, seat, chance_of("level", seat))
        asked = Question(0, seat, core.game.view(now.state, seat), core.game.legal(now.state, seat), now.at, len(state.history()))
        return {core.number(bot.answer(asked)[0]): 1.0}


def main(iterations: int = 2000, games: int = 600) -> None:
    np.random.seed(1)  # the solver draws from it
    game, chance = pyspiel.load_game(NAME), np.random.RandomState(1)
    solver = ExternalSamplingSolver(game)
    for iteration in range(iterations + 1):
        if iteration in (0, iterations // 16, iterations // 4, iterations):
            print(f"{iteration:>6,} iterations:", end="")
            for name, rival in (("random play", Uniform()), ("sensible", Level("sensible"))):
                mean, half = mean_return(game, [solver.average_policy(), rival, rival], games, chance)
                print(f"  {mean:.3f} ± {half:.3f} points against {name}", end="")
            print(flush=True)
        solver.iteration()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
