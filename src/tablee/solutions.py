"""What could be reached: the best boards, which the games' solvers find, and what a bot expects of each action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from tablee.bots import chance_of
from tablee.bots.own import AnyLevel, BadBot, maker, name_of
from tablee.core import registry
from tablee.core.bot import EXPERT, Evaluator, Value
from tablee.core.game import BadOptions, Seat, say
from tablee.core.options import read_options
from tablee.core.registry import Entry
from tablee.core.solver import AnySolver, Solution
from tablee.match import Match

PuzzleInput: TypeAlias = str | Mapping[str, Any]


def solve(game: str | Entry, puzzle: PuzzleInput = "", **options: str | int | bool) -> Solution:
    """The best boards, with the most points or with a proven bound. `options` are the game's own.

    The puzzle is text, such as the called tiles, or a mapping if the game needs more than one thing:
    `tablee solve GAME --help` lists them. Each of the solution's `boards` can be handed to `score`.
    Raises Refusal if the puzzle is invalid.
    """
    entry = registry.by_name(game) if isinstance(game, str) else game
    solver = solver_of(entry)
    given = {fields(solver.puzzle)[0].name: puzzle} if isinstance(puzzle, str) else puzzle
    return solver.solve(read_options(entry.game.options, options), solver.puzzle(**given))


def hindsight(match: Match) -> Solution:
    """The best that anybody could have had with the draws of a finished match; in a series, of its last game.

    Raises Refusal if the game has no solver, or one that does not know the match's options.
    """
    solver = solver_of(registry.find(match.game.id))
    return solver.solve(match.options, solver.hindsight(match.state))


def solver_of(entry: Entry) -> AnySolver:
    """Raises BadOptions where a game has none."""
    if entry.solver is None:
        raise BadOptions(say("no-solver", game=entry.game.id))
    return entry.solver


def values(match: Match, seat: Seat, level: AnyLevel = EXPERT) -> dict[str, Value]:
    """What a bot expects of each action that this seat may take now, by the action's text; {} if it is not asked.

    level: one of the game's that values actions, as `expert` does, or a class derived from `tablee.core.bot.Evaluator`.
    """
    entry, legal = registry.entry_of(match.game), match.legal(seat)
    bot = maker(entry, level)(match.game, seat, chance_of("values", seat))
    if not isinstance(bot, Evaluator):
        raise BadBot(say("no-evaluator", bot=name_of(level)))
    bot.prepare(len(match.finished), match.turns[seat])
    found = bot.values(match.view(seat), legal, match.now) if legal else []
    return dict(zip(map(match.game.write, legal), found, strict=True))
