"""Masked PPO in plain torch, on many games of Take it Easy! at once: it learns from its own scores alone, no teacher.

Games run in a `BatchEnv`. The network is that of `imitate_expert.py`, which rates every cell alike, with a value beside it;
illegal cells get no odds. torch is not installed with Tablée: `pip install torch`.

    python examples/ppo_torch.py [updates] [games at once]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from imitate_expert import CELLS, GAME, HIDDEN, WIDTH, Array, Net, at_a_table, look, score

from tablee.lab.vector import BatchEnv

STEPS = CELLS  # of an episode
DECAY, CLIP, EPOCHS, PARTS, RATE, SPREAD = 0.95, 0.2, 3, 8, 0.003, 0.003
POINTS = 100  # are 1 in the reward

Chooser = Callable[[Array, Array], tuple[Array, Array, Array]]  # what is seen and allowed: actions, their log-odds, values


class Rollout(NamedTuple):
    """Whole games: every array has the axes step and game."""

    seen: Array
    masks: Array
    actions: Array
    odds: Array
    values: Array
    rewards: Array


def play(envs: BatchEnv, choose: Chooser, seed: int) -> Rollout:
    """One game in each row. All games have the same length, so none restarts on the way."""
    observations, info = envs.reset(seed=seed)
    steps = []
    for _ in range(STEPS):
        seen, masks = look(observations), info["action_mask"]
        actions, odds, values = choose(seen, masks)
        observations, rewards, _, _, info = envs.step(actions)
        steps.append((seen, masks, actions, odds, values, rewards / POINTS))
    return Rollout(*(np.stack(parts) for parts in zip(*steps, strict=True)))


def advantages(rewards: Array, values: Array) -> tuple[Array, Array]:
    """How much better each step turned out than its value (GAE, without discount), and what the values should have been."""
    found, after, ahead = np.zeros_like(values), np.zeros(values.shape[1]), np.zeros(values.shape[1])
    for step in reversed(range(len(values))):
        ahead = rewards[step] + after - values[step] + DECAY * ahead
        found[step], after = ahead, values[step]
    return found, found + values


def learner() -> tuple[Any, Chooser, Callable[[Rollout], None], Callable[[], Net]]:
    """The network, how it chooses, how it learns, and how it becomes one of numpy."""
    import torch
    from torch import nn

    torch.manual_seed(1)
    body, head = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, 1, bias=False)
    value = nn.Sequential(nn.Linear(2 * HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
    net = nn.ModuleList([body, head, value])
    nn.init.zeros_(head.weight)
    adam = torch.optim.Adam(net.parameters(), RATE)

    def rate(seen: Any, masks: Any) -> tuple[Any, Any]:
        hidden = body(seen).relu()
        rates = head(hidden).squeeze(-1).masked_fill(~masks, -1e9)
        open_cells = hidden * masks.unsqueeze(-1)
        return torch.log_softmax(rates, -1), value(torch.cat([open_cells.mean(1), open_cells.amax(1)], -1)).squeeze(-1)

    def choose(seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        with torch.no_grad():
            odds, values = rate(torch.from_dlpack(seen), torch.from_dlpack(masks))
            actions = torch.multinomial(odds.exp(), 1).squeeze(-1)
            return actions.numpy(), odds.gather(1, actions[:, None]).squeeze(-1).numpy(), values.numpy()

    def learn(games: Rollout) -> None:
        better, goals = advantages(games.rewards, games.values)
        flat = (*games[:4], (better - better.mean()) / (better.std() + 1e-8), goals)
        tensors = [torch.from_numpy(np.ascontiguousarray(part.reshape(-1, *part.shape[2:]))) for part in flat]
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(tensors[0])).chunk(PARTS):
                seen, masks, actions, before, gain, goal = (part[rows] for part in tensors)
                odds, values = rate(seen, masks)
                ratio = (odds.gather(1, actions[:, None]).squeeze(-1) - before).exp()
                policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                entropy = -(odds.exp() * odds.masked_fill(~masks, 0)).sum(-1).mean()
                loss = policy_loss + 0.5 * (values - goal).pow(2).mean() - SPREAD * entropy
                adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                adam.step()

    def as_numpy() -> Net:
        plain = Net()
        plain.weights = [part.detach().numpy().copy() for part in (body.weight.T, body.bias, head.weight[0])]
        return plain

    return net, choose, learn, as_numpy


def main(updates: int = 60, games: int = 512) -> Net:
    _, choose, learn, as_numpy = learner()
    envs = BatchEnv(GAME, games)
    for update in range(1, updates + 1):
        rollout = play(envs, choose, update)
        learn(rollout)
        if update % max(updates // 20, 1) == 0:
            mean = POINTS * rollout.rewards.sum(axis=0).mean()
            steps = update * games * STEPS
            print(f"{steps:>9,} steps: {mean:6.1f} points while exploring, {score(as_numpy()):6.1f} without", flush=True)
    return as_numpy()


if __name__ == "__main__":
    at_a_table(main(*map(int, sys.argv[1:])))
