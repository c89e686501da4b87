"""Gymnasium: one seat of any game, alone or against bots.

Importing this module registers every installed game: `gymnasium.make("tablee2/TakeItEasy-v1", seats=2, bots="greedy")`. Ids that
begin with `tablee/` have the first encoding, and stay as they were.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tablee.lab import without

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.adapters.environment import (
    PACE,
    Moment,
    Reward,
    camel,
    find,
    in_words,
    major,
    open_core,
    picture,
    space,
)
from tablee.adapters.layout import Numbers
from tablee.bots import chance_of
from tablee.bots.own import AnyLevel, maker
from tablee.core import registry
from tablee.core.bot import AnyBot, Question
from tablee.core.game import Below, IllegalAction, Seat
from tablee.words import Words, language


class TableeEnv(gymnasium.Env[Numbers, np.int64]):
    """The observation is the seat's view as integers (`core.layout` names them and converts them back).

    The reward is the final score at the end, and 0 before. `info["action_mask"]` marks the legal actions; other actions
    change nothing, and `info["refused"]` says why. An episode with more steps than any match can have is truncated.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - declared so by Gymnasium

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: Seat = 0,
        bots: AnyLevel | Sequence[AnyLevel] = "random",
        pace: int = PACE,
        render_mode: str | None = None,
        encoding: int = 1,
        scaled: bool = False,
        reward: Reward = "score",
        **options: str | int | bool,
    ) -> None:
        """Raises ValueError.

        bots: who plays the other seats: one level or class for all of them, or one for each.
        encoding: 2 is that of `tablee.lab.encoding`, which batches have too; `scaled` then gives observations between 0 and 1.
        reward: the score at the end, the `margin` over the best of the others, or the share of the victory (`win`).
        """
        self.entry = entry = find(game)
        self.seat, self.render_mode = seat, render_mode
        with in_words(entry):
            count = entry.game.usual_seats[0] if seats is None else seats
            self.core = core = open_core(entry, count, options, pace, encoding, reward)
            names = [*bots] if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * (core.seats - 1)
            makers = [maker(entry, name) for name in names]
        rivals = [other for other in range(core.seats) if other != seat]
        if len(rivals) == core.seats or len(makers) != len(rivals):
            raise ValueError(f"seat {seat} and {len(makers)} bots do not match {core.seats} seats, numbered from 0")
        self.makers = dict(zip(rivals, makers, strict=True))
        self.words = Words(language(), entry.folder)
        self.action_space = gymnasium.spaces.Discrete(len(core.codes))
        self.observation_space = core.box(scaled)
        self.scaled, self.reward = scaled, reward
        self.now: Moment = core.start
        self.bots: dict[Seat, AnyBot] = {}
        self.turns: dict[Seat, int] = {}  # how often each bot has been asked
        self.steps = 0
        self.below: Below = random.Random().randrange

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self.below = random.Random(int(self.np_random.integers(1 << 63))).randrange  # unlike numpy's, it has no upper limit
        key = str(self.below(1 << 63))
        self.bots = {seat: make(self.entry.game, seat, chance_of(key, seat)) for seat, make in self.makers.items()}
        self.turns = dict.fromkeys(self.makers, 0)
        self.steps = 0
        self._on(self.core.settle(self.core.start, self.below))
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        self.steps += 1
        info: dict[str, Any] = {}
        try:
            self.core.check(self.now, self.seat, int(action))
            self._on(self._act({self.seat: int(action)}))
        except IllegalAction as refusal:
            info["refused"] = self.words.refusal(refusal)
        over = not self.core.to_act(self.now)
        reward = self.core.rewards(self.now, self.reward)[self.seat]
        return self._seen(), reward, over, not over and self.steps >= self.core.bound, self._info() | info

    def render(self) -> str | None:
        return picture(self.entry, self.core, self.now, self.seat) if self.render_mode else None

    def action_masks(self) -> NDArray[np.int8]:
        """The mask of legal actions, under the name that learning libraries expect."""
        return self.core.mask(self.now, self.seat)

    def _seen(self) -> Numbers:
        return self.core.observe(self.now, self.seat, self.scaled)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _act(self, choices: dict[Seat, int]) -> Moment:
        """Plays this seat's action, and those of bots asked in the same step; nobody sees another's choice first."""
        for seat in self.core.to_act(self.now):
            if seat in self.bots:
                choices[seat] = self._bot(seat)
        return self.core.settle(self.core.act(self.now, dict(sorted(choices.items()))), self.below)

    def _bot(self, seat: Seat) -> int:
        game, m = self.entry.game, self.now
        self.turns[seat] += 1
        question = Question(0, seat, game.view(m.state, seat), game.legal(m.state, seat), m.at, self.turns[seat])
        return self.core.number(self.bots[seat].answer(question)[0])

    def _on(self, m: Moment) -> None:
        """Plays until the seat is asked again, or to the end."""
        self.now = m
        while (asked := self.core.to_act(self.now)) and self.seat not in asked:
            self.now = self._act({})


def register(game: str, encoding: int = 1) -> str:
    """Registers a game and returns its id for `gymnasium.make`. Raises ValueError."""
    rules = find(game).game
    id = f"{space(encoding)}/{camel(rules)}-v{major(rules)}"
    if id not in gymnasium.registry:
        kwargs = {"game": game} if encoding == 1 else {"game": game, "encoding": encoding}
        gymnasium.register(id, entry_point=f"{__name__}:{TableeEnv.__name__}", kwargs=kwargs)
    return id


for _name in registry.names():
    for _encoding in (1, 2):
        register(_name, _encoding)
