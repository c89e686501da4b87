"""Hints for somebody who plays alone or against bots: what a bot makes of their turn, a little more with each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tablee.bots import chance_of, player
from tablee.core.bot import AnyBot, Evaluator, Question
from tablee.core.game import AnyGame, Argument, Refusal, total
from tablee.protocol import wire
from tablee.replay import Find

MOST = 3  # actions that stand out
RIVALS = 4  # actions that the best one is compared with, until something can be said
WITHIN = 0.1  # of the range between the best and the worst action: those that are worth a look
LOOK, COMPARE, EXPLAIN = 1, 2, 3  # the steps


@dataclass(frozen=True, slots=True)
class HintJob:
    """The question that the seat has to answer, and how far the hint goes. `seed` is that of the match's bots."""

    game: str
    level: str
    question: Question
    seed: str
    step: int
    source: bytes = b""  # nothing was recorded

    def answer(self, find: Find) -> wire.Hint:
        entry, seat = find(self.game), self.question.seat
        bot = player(entry, self.level)(entry.game, seat, chance_of(self.seed, seat))
        ranked = _ranked(bot, self.question)
        return _hint(entry.game, self, ranked)


def _ranked(bot: AnyBot, question: Question) -> list[tuple[Any, float]]:
    """The legal actions, the best first, with what they are worth. A bot that values nothing names only its choice."""
    if not isinstance(bot, Evaluator):
        return [(bot.answer(question)[0], 0.0)]
    bot.prepare(question.game, question.turn)
    values = bot.values(question.view, question.legal, question.at)
    pairs = [(action, value.mean) for action, value in zip(question.legal, values, strict=True)]
    return sorted(pairs, key=lambda pair: -pair[1])


def _hint(game: AnyGame, job: HintJob, ranked: Sequence[tuple[Any, float]]) -> wire.Hint:
    best, arguments = ranked[0][0], _arguments(game, job.question.view, ranked)
    marks = _where_to_look(arguments, game.write(best))
    if job.step == LOOK:
        return wire.Hint(job.level, LOOK, marks)
    if job.step == EXPLAIN:
        told = tuple(map(wire.reason, arguments))
        return wire.Hint(job.level, EXPLAIN, marks, (game.write(best),), reasons=told)
    close = _outstanding(ranked)
    actions = tuple(game.write(action) for action in job.question.legal if action in close)
    return wire.Hint(job.level, COMPARE, marks, actions, _gain(game, job.question, close))


def _arguments(game: AnyGame, view: Any, ranked: Sequence[tuple[Any, float]]) -> tuple[Argument, ...]:
    """For the best action against the second, or another one from which something that a player can see sets it apart."""
    best, most = ranked[0]
    others = islice((action for action, value in ranked[1:] if value < most), RIVALS)
    return next(filter(None, (game.reasons(view, best, other) for other in others)), ())


def _where_to_look(arguments: Sequence[Argument], best: str) -> tuple[str, ...]:
    """What the weightiest argument is about that lights more than the best cell, which would give it away."""
    for argument in arguments:
        if set(argument.marks) - {best}:
            return argument.marks
    return ()


def _outstanding(ranked: Sequence[tuple[Any, float]]) -> list[Any]:
    """The best actions: at least two, if there are, so that there is something to compare."""
    most, least = ranked[0][1], ranked[-1][1]
    near = [action for action, value in ranked[:MOST] if most - value <= WITHIN * (most - least)]
    return near if len(near) > 1 else [action for action, _ in ranked[:2]]


def _gain(game: AnyGame, question: Question, actions: Sequence[Any]) -> int:
    """The most points that one of these actions brings at once, as far as that is certain."""
    before, gains = total(game.sheet(question.view, question.seat)), [0]
    for action in actions:
        try:
            gains.append(total(game.sheet_after(question.view, question.seat, action)) - before)
        except Refusal:
            return 0
    return max(gains)
