"""Law 11, the law of kernels: what they compute is what the rules say, and compiled bots choose as those they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import count as count_from
from pathlib import Path
from typing import Any

import numpy as np

from tablee.core import record, registry
from tablee.core.bot import Question
from tablee.core.game import AnyGame, Refusal, Seat, total
from tablee.core.laws import BrokenLaw, require
from tablee.kit.kernels.chance import below_of, stream_of
from tablee.kit.kernels.decorators import Array, compiled
from tablee.lab.batch import PACE, WORD, Batch, play_outs, write_play_out
from tablee.match import Match
from tablee.replay import loads


def agree(game: str | AnyGame, n: int, seed: int = 0, seats: int | None = None, options: Any = None) -> int:
    """Law 11: compares the kernels with the rules in n random games; returns the number of steps compared. Raises BrokenLaw.

    After every step, the same seats must be waiting with the same legal actions; for one of them, the observation must equal
    its view and the score that of its sheet. At the end, all seats are compared. Every record must replay to the same result,
    whether the game was stepped, played out from half-way or played whole.
    """
    batch = Batch(game, n, seed, seats, options, log=True)
    twins = [Match(batch.setting.game, batch.setting.header()) for _ in range(n)]
    times = np.random.default_rng(seed & WORD)
    _compare(batch, twins, 0)
    steps = 0
    while not batch.over.all():
        batch.step(batch.random_actions(), times.integers(0, 3 * PACE, (n, batch.seats)))
        steps += 1
        _compare(batch, twins, steps)
    _replay_all(batch)
    batch.reset()
    for _ in range(steps // 2):
        batch.step(batch.random_actions())
    batch.play_out()
    _replay_all(batch)
    for number, scores in enumerate(play_outs(game, n, seed, seats, options, progress=False)):
        require(
            11,
            _fold(batch, write_play_out(game, number, seed, seats, options)) == scores.tolist(),
            f"playout {number} scores otherwise",
        )
    return steps


def bots_agree(game: str | AnyGame, level: str, n: int, seed: int = 0, seats: int | None = None, options: Any = None) -> int:
    """Law 11 for a compiled bot, in n games of which it plays every seat: with the same random numbers, the bot of its level
    makes the same choices and takes the same time. Returns the number of choices compared. Raises BrokenLaw."""
    batch = Batch(game, n, seed, seats, options, log=True)
    home = type(batch.setting.game).__module__.rpartition(".")[0]
    make, streams = import_module(home).BOTS[level], import_module(f"{home}.kernels.bots").STREAMS
    twins = [Match(batch.setting.game, batch.setting.header()) for _ in range(n)]
    compared = 0
    while not batch.over.all():
        answers = [batch.bot_actions(level, seat) for seat in range(batch.seats)]
        for row, twin in enumerate(twins):
            _follow(batch, twin, row)
            for seat in np.flatnonzero(batch.waiting[row]).tolist():
                bot = make(batch.setting.game, seat, _twin_chance(batch, row, seat, streams))
                at, turn = int(batch.log[row, batch.log[row, 0, 0], 2]), int(batch.steps[row])
                action, ms = bot.answer(Question(0, seat, twin.view(seat), twin.legal(seat), at, turn))
                found = batch.moves[answers[seat][0][row]], int(answers[seat][1][row])
                expected = batch.setting.game.write(action), ms
                where = f"game {row} after {len(twin.rows)} rows"
                require(11, found == expected, f"{where}: {level} in seat {seat} answers {expected}, its kernel {found}")
                compared += 1
        batch.step(*(np.stack(of, axis=1) for of in zip(*answers, strict=True)))
    return compared


def _twin_chance(batch: Batch, row: int, seat: Seat, streams: Sequence[str]) -> Callable[..., Callable[[int], int]]:
    """The random numbers of a compiled bot, for the bot that it stands for."""
    key = batch.bot_keys(seat)[row]

    def chance(*words: str | int) -> Callable[[int], int]:
        draws, what = count_from(), [streams.index(word) for word in words if isinstance(word, str)]
        number = next((word for word in words[2:] if isinstance(word, int)), 0)
        return lambda bound: int(_drawn(key, what[0] if what else 0, number, next(draws), bound))

    return chance


@compiled
def _drawn(key: Any, what: int, number: int, draw: int, bound: int) -> Any:
    return below_of(stream_of(key, what, number), draw, bound)


def _replay_all(batch: Batch) -> None:
    for row in range(batch.n):
        require(11, _fold(batch, batch.write_match(row)) == batch.scores[row].tolist(), f"game {row} has different scores")


def _fold(batch: Batch, text: str) -> list[int]:
    """The scores of a finished record, according to the rules."""
    game = batch.setting.game
    try:
        return list(loads(text.splitlines(), lambda _: registry.Entry(game, {}, Path())).result().scores)
    except record.BadRecord as error:
        raise BrokenLaw(11, f"line {error.line} of a record: {error}") from error


def _compare(batch: Batch, twins: Sequence[Match], step: int) -> None:
    """Compares the batch with the same games under the rules, after playing the new rows of its log."""
    watchers = (None, *range(batch.seats))
    seen = {watcher: batch.observe(watcher) for watcher in watchers}
    features = {watcher: batch.features(watcher) for watcher in watchers}
    for row, twin in enumerate(twins):
        _follow(batch, twin, row)
        where = f"game {row} after {len(twin.rows)} rows"
        _compare_choices(batch, twin, row, where)
        over = batch.over[row]
        for watcher in watchers if over else watchers[(row + step) % len(watchers) :][:1]:
            _compare_views(batch, twin.view(watcher), seen[watcher][row], f"{where}: watcher {watcher}")
            _compare_features(batch, twin.view(watcher), features[watcher][row], f"{where}: watcher {watcher}")
            _compare_scores(batch, twin, row, watcher or 0, where)
        outcome = twin.outcome()
        places = outcome.places if outcome else (0,) * batch.seats
        require(11, places == tuple(batch.places[row]), f"{where}: the places differ")


def _follow(batch: Batch, twin: Match, row: int) -> None:
    """Plays the new rows of a game's log under the rules."""
    log, codes = batch.log[row], twin.game.codes(batch.seats, batch.setting.options)
    for who, code, ms in log[1 + len(twin.rows) : 1 + log[0, 0]].tolist():
        _act(twin, who, codes[code], ms)


def _compare_choices(batch: Batch, twin: Match, row: int, where: str) -> None:
    waiting = tuple(seat for seat in range(batch.seats) if batch.waiting[row, seat])
    require(11, twin.to_act() == waiting and not twin.chosen, f"{where}: {waiting} are to act, not {twin.to_act()}")
    for seat in range(batch.seats):
        legal = {batch.moves[action] for action in np.flatnonzero(batch.mask[row, seat])}
        require(11, legal == set(map(twin.game.write, twin.legal(seat))), f"{where}: the legal actions of seat {seat} differ")


def _compare_features(batch: Batch, view: Any, found: Array, where: str) -> None:
    kernel, at = batch.kernel, 0
    written = getattr(kernel, "write_features", kernel.write_view)(view)
    require(11, np.array_equal(written, found), f"{where}: the features are not those of its view")
    require(11, kernel.setting_of(view) == (batch.seats, batch.setting.options), f"{where}: the view has another setting")
    for name, count, low, high in kernel.fields:
        part = found[at : at + count]
        require(11, low <= part.min() and part.max() <= high, f"{where}: {name} is {part.tolist()}, not from {low} to {high}")
        at += count


def _compare_views(batch: Batch, view: Any, seen: Array, where: str) -> None:
    require(11, np.array_equal(batch.kernel.write_view(view), seen), f"{where}: the observation is not its view")
    require(11, batch.kernel.read_view(seen) == view, f"{where}: the observation reads as a different view")


def _compare_scores(batch: Batch, twin: Match, row: int, seat: Seat, where: str) -> None:
    score = total(twin.game.sheet(twin.view(seat), seat))
    require(11, score == batch.scores[row, seat], f"{where}: seat {seat} has {batch.scores[row, seat]} points, not {score}")


def _act(twin: Match, who: Seat, text: str, ms: int) -> None:
    try:
        twin.act(who, text, ms)
    except Refusal as refusal:
        raise BrokenLaw(11, f"{who} plays {text} at {ms}, which the rules refuse: {refusal}") from refusal
