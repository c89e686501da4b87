"""What can be said about a match that is over: the best boards for the same tiles, how good each score is, what a bot did with
the same draws, how each seat played. A worker process of `replays.py` does the work."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from tablee.bots import GENERIC, strongest_fast
from tablee.bots.levels import levels
from tablee.calls import calls
from tablee.core.game import CHANCE, Panel, Refusal, total
from tablee.core.options import changed, read_options
from tablee.core.record import Action, Header, Result, read
from tablee.core.registry import Entry, Step
from tablee.fair import Dealer
from tablee.match import Match
from tablee.percentiles import comparable
from tablee.protocol import study, wire
from tablee.replay import Find, replay
from tablee.solutions import solver_of
from tablee.table import BOT, Table

ANY_BOT = "random"  # where only the draws matter
log = logging.getLogger("tablee")


def insights(lines: Sequence[str], find: Find) -> study.Insights:
    """Of one game; the totals of a series compare with nothing."""
    header, result = read(lines[0]), read(lines[-1])
    assert isinstance(header, Header)
    assert isinstance(result, Result)  # only matches that are over are asked about
    if header.games > 1:
        return study.Insights()
    entry, steps = find(header.game), list[Step]()
    for _, _, match, news in replay(lines, find):
        steps.append((match.state, news))
    return _each(
        best=lambda: _best(entry, match),
        bot=lambda: _bot(entry, match, result),
        percentiles=lambda: _percentiles(entry, match, result),
        levels=lambda: _levels(entry, match),
        highlights=lambda: _highlights(entry, steps, match.seats),
    )


def _each(**parts: Callable[[], Any]) -> study.Insights:
    found, failed = dict[str, Any](), list[Any]()
    for part, look in parts.items():
        try:
            found[part] = look()
        except Exception as error:  # a bot's or a solver's: the other parts are told all the same
            log.warning("an insight failed", extra={"part": part, "error": type(error).__name__})
            failed.append(part)
    return study.Insights(**found, failed=tuple(failed))


def _percentiles(entry: Entry, match: Match, result: Result) -> study.Percentiles | None:
    found = comparable(entry, match.options, match.seats)
    if found is None:
        return None
    return study.Percentiles(found.level, found.games, found.quantiles, tuple(map(found.better_than, result.scores)))


def _levels(entry: Entry, match: Match) -> tuple[study.LevelMean, ...]:
    """Measured alone and at the default options, so only scores that do not depend on others compare with them."""
    if changed(match.options) or comparable(entry, match.options, match.seats) is None:
        return ()
    return tuple(
        study.LevelMean(level.name, level.mean)
        for level in levels(entry)
        if level.mean is not None and not level.against and level.name not in GENERIC
    )


def _highlights(entry: Entry, steps: Sequence[Step], seats: int) -> tuple[tuple[wire.Sentence, ...], ...]:
    if entry.highlights is None:
        return ()
    return tuple(tuple(map(wire.said, entry.highlights(steps, seat))) for seat in range(seats))


def _best(entry: Entry, match: Match) -> study.BestBoards | None:
    """None if the game has no solver, or one that does not know these options."""
    try:
        solver = solver_of(entry)
        found = solver.solve(match.options, solver.hindsight(match.state))
    except Refusal:
        return None
    real_board = found.boards[0]
    (sheet,) = entry.game.score(match.options, [real_board])
    return study.BestBoards(found.points, tuple(map(wire.panel, _boards(real_board))), wire.rows(sheet), found.bound)


def _boards(real_board: Any) -> list[Panel]:
    """A board as the panels of a screen."""
    written = [(field.name, getattr(real_board, field.name)) for field in fields(real_board)]
    return [Panel(name, value) for name, value in written if value and isinstance(value, str | tuple)]


def _bot(entry: Entry, match: Match, result: Result) -> study.BotBoards | None:
    """One seat of the strongest fast bot; None where its draws would have been others, because they depend on what players do."""
    level = strongest_fast(entry)
    if 1 not in entry.game.seats or not result.reveal:
        return None
    dealer, draws = Dealer(result.reveal, match.header.nonces), _draws(match)
    try:
        options: dict[str, Any] = {**match.header.options}
        table = Table(entry, [BOT + level], dealer=dealer, **options)
    except Refusal:  # these options need more seats
        return None
    while table.step() is not None:
        if _draws(table.match) != draws[: len(_draws(table.match))]:
            return None
    if _draws(table.match) != draws:
        return None
    return _laid(entry, table.match, level)


def _laid(entry: Entry, match: Match, level: str) -> study.BotBoards:
    """What the bot in the only seat has at the end."""
    sheet = entry.game.sheet(match.view(0), 0)
    boards = tuple(wire.panel(panel) for panel in match.screen(0).public if panel.seat == 0)
    return study.BotBoards(total(sheet), boards, wire.rows(sheet), level)


def hindsight(entry: Entry, seed: str, options: Mapping[str, Any]) -> study.Insights:
    """The same for the calls of a seed beside a real board. Raises Refusal if nothing is called in this game."""
    calls(entry.game, seed, read_options(entry.game.options, options))
    level = strongest_fast(entry)
    try:
        drawn = _played(entry, ANY_BOT, seed, options)
    except Refusal:  # these options need more seats
        return study.Insights()
    return _each(best=lambda: _best(entry, drawn), bot=lambda: _laid(entry, _played(entry, level, seed, options), level))


def _played(entry: Entry, level: str, seed: str, options: Mapping[str, Any]) -> Match:
    table = Table(entry, [BOT + level], dealer=Dealer(seed), **options)
    table.run()
    return table.match


def _draws(match: Match) -> list[str]:
    return [row.text for row in match.rows if isinstance(row, Action) and row.who == CHANCE]
