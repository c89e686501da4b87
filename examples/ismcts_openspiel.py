"""OpenSpiel: information-set Monte Carlo tree search against random players; the default game is Limits.

python examples/ismcts_openspiel.py [game] [simulations per move]
"""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tablee.adapters.openspiel  # noqa: F401 - registers the games


def main(name: str = "tablee_limits", simulations: str = "20") -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), uct_c=10, max_simulations=int(simulations), random_state=rng
    )
    # the default sampler is seeded by the time of day; with this one, the same seed plays the same match
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            draws, odds = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(draws, p=odds)
        else:
            player = state.current_player()
            action = bot.step(state) if player == 0 else rng.choice(state.legal_actions())
            print(f"player {player}: {state.action_to_string(player, action)}")
        state.apply_action(action)
    print("scores:", *(f"{score:g}" for score in state.returns()))


if __name__ == "__main__":
    main(*sys.argv[1:])
