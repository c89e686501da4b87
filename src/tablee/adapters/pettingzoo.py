"""PettingZoo: all seats of any game, in turn (`env`) or together (`parallel_env`).

    env = tablee.adapters.pettingzoo.env("take-it-easy", seats=3, placement="adjacent")

Observations, masks, rewards and refusals are those of `tablee.adapters.gymnasium`; agents are `seat_0`, `seat_1` …
"""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from tablee.lab import without

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.adapters.environment import (
    PACE,
    Moment,
    Reward,
    find,
    in_words,
    major,
    open_core,
    picture,
    several,
    snake,
)
from tablee.adapters.layout import Numbers
from tablee.core.game import Below, IllegalAction, Seat
from tablee.words import Words, language

Info: TypeAlias = dict[str, Any]


class _Table:
    """What both environments share: a match, its agents, and what each of them sees."""

    def __init__(
        self,
        game: str,
        idle: bool,
        seats: int | None = None,
        pace: int = PACE,
        render_mode: str | None = None,
        encoding: int = 1,
        scaled: bool = False,
        reward: Reward = "score",
        **options: Any,
    ) -> None:
        """`idle` adds a last action, for agents that are not asked."""
        self.entry = entry = find(game)
        with in_words(entry):
            count = several(entry.game) if seats is None else seats
            self.core = core = open_core(entry, count, options, pace, encoding, reward)
        self.scaled, self.reward = scaled, reward
        self.metadata = {
            "name": f"{snake(entry.game, encoding)}_v{major(entry.game)}",
            "render_modes": ["ansi"],
            "is_parallelizable": idle,
        }
        self.render_mode, self.idle = render_mode, idle
        self.words = Words(language(), entry.folder)
        self.possible_agents = [f"seat_{seat}" for seat in range(core.seats)]
        self.agents: list[str] = []
        self.seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, core.box(scaled))
        actions = len(core.codes) + idle
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self.now: Moment = core.start
        self.steps = 0
        self.below: Below = random.Random().randrange

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Numbers:
        return self.core.observe(self.now, self.seat[agent], self.scaled)

    def render(self) -> str | None:
        return picture(self.entry, self.core, self.now, None) if self.render_mode else None

    def close(self) -> None:
        pass

    def _start(self, seed: int | None) -> None:
        if seed is not None:
            self.below = random.Random(seed).randrange
        self.agents = self.possible_agents[:]
        self.steps = 0
        self.now = self.core.settle(self.core.start, self.below)

    def _act(self, choices: dict[Seat, int]) -> None:
        self.now = self.core.settle(self.core.act(self.now, choices), self.below)

    def _asked(self) -> list[str]:
        return [self.possible_agents[seat] for seat in self.core.to_act(self.now)]

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = self.core.mask(self.now, self.seat[agent])
        return np.append(mask, np.int8(not mask.any())) if self.idle else mask

    def _infos(self) -> dict[str, Info]:
        return {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _rewards(self) -> dict[str, float]:
        """0 before the end."""
        rewards = self.core.rewards(self.now, self.reward)
        return {agent: rewards[self.seat[agent]] for agent in self.agents}

    def _over(self) -> bool:
        return not self.core.to_act(self.now)

    def _stuck(self) -> bool:
        """More steps than any match can have: an agent keeps trying illegal actions."""
        return not self._over() and self.steps >= self.core.bound * self.core.seats


class SeatsInTurn(_Table, AECEnv[str, Numbers, int]):  # type: ignore[misc]  # PettingZoo has no types
    """When several seats choose at once, they are asked in turn, and nobody sees what earlier ones have chosen."""

    def __init__(self, game: str, **options: Any) -> None:
        AECEnv.__init__(self)
        _Table.__init__(self, game, False, **options)

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self.agent_selection = self._asked()[0]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.steps += 1
        refused: Info = {}
        try:
            self.core.check(self.now, self.seat[agent], int(action))
            self._act({self.seat[agent]: int(action)})
        except IllegalAction as refusal:
            refused["refused"] = self.words.refusal(refusal)
        self.infos = self._infos()
        self.infos[agent] |= refused
        self.rewards = self._rewards()
        self.terminations = dict.fromkeys(self.agents, self._over())
        self.truncations = dict.fromkeys(self.agents, self._stuck())
        self.agent_selection = (self._asked() or self.agents)[0]
        self._accumulate_rewards()


class SeatsTogether(_Table, ParallelEnv[str, Numbers, int]):  # type: ignore[misc]
    """Every agent gives an action in every step; agents that are not asked give the last one, which does nothing.

    A legal choice stands until every agent that is asked has chosen, and can be replaced until then. An agent that is
    asked but takes the last action is asked again.
    """

    def __init__(self, game: str, **options: Any) -> None:
        _Table.__init__(self, game, True, **options)
        self.chosen: dict[Seat, int] = {}

    def reset(self, seed: int | None = None, options: Info | None = None) -> tuple[dict[str, Numbers], dict[str, Info]]:
        self._start(seed)
        self.chosen = {}
        return {agent: self.observe(agent) for agent in self.agents}, self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Numbers], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        self.steps += 1
        refused = {agent: self._choose(agent, int(action)) for agent, action in actions.items()}
        if self.chosen.keys() == set(self.core.to_act(self.now)):
            self._act(dict(sorted(self.chosen.items())))
            self.chosen = {}
        infos = {agent: info | refused.get(agent, {}) for agent, info in self._infos().items()}
        seen = {agent: self.observe(agent) for agent in self.agents}
        rewards, over, stuck = self._rewards(), self._over(), self._stuck()
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, stuck)
        if over or stuck:
            self.agents = []
        return seen, rewards, terminations, truncations, infos

    def _choose(self, agent: str, action: int) -> Info:
        seat = self.seat[agent]
        if action == len(self.core.codes):
            return {}
        try:
            self.core.check(self.now, seat, action)
        except IllegalAction as refusal:
            return {"refused": self.words.refusal(refusal)}
        self.chosen[seat] = action
        return {}


def raw_env(game: str, **options: Any) -> SeatsInTurn:
    return SeatsInTurn(game, **options)


def env(game: str, **options: Any) -> AECEnv[str, Numbers, int]:
    """`seats`, `pace`, `render_mode`, `encoding`, `scaled`, `reward`, as Gymnasium has them, and the game's own options. Raises
    ValueError."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **options)))


def parallel_env(game: str, **options: Any) -> SeatsTogether:
    """Like `env`, but all seats act together."""
    return SeatsTogether(game, **options)
