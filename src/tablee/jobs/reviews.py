"""Reviews a seat's play for a page: a slice of turns at a time, so that other jobs need not wait long."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import TypeAlias

from tablee.bots.levels import losses
from tablee.core.game import Message, Refusal
from tablee.core.record import BadRecord
from tablee.jobs.replays import Source, read_source, steps_of
from tablee.protocol import study, wire
from tablee.replay import Find, replay_entries
from tablee.reviews import Decision, MatchPart, PositionValue, Reviewer, SeatTurn, Sums, parts_of

FIRST, LATER = 0.4, 1.5  # seconds after which a slice ends: the first one, and others


@dataclass(frozen=True, slots=True)
class ReviewSoFar:
    """What a review has found before a slice: so many turns, the level that the last one ended at, and sums by part."""

    turns: int = 0
    level: PositionValue | None = None
    parts: tuple[tuple[MatchPart, Sums], ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewJob:
    source: Source
    match: str  # its id
    seat: int
    depth: int
    big: int  # in matches with more seats, a step of the replay has all choices
    so_far: ReviewSoFar = ReviewSoFar()


@dataclass(frozen=True, slots=True)
class ReviewSlice:
    """Compressed JSON with the turns from one on, and what the next slice goes on from."""

    page: bytes
    start: int
    so_far: ReviewSoFar
    of: int


ReviewAnswer: TypeAlias = ReviewSlice | tuple[int, Message]  # or the line that cannot be played, 0 for none, and why


def do_review(job: ReviewJob, find: Find) -> ReviewAnswer:
    """Runs in the worker process."""
    try:
        return _slice(job, find)
    except BadRecord as bad:
        return bad.line, bad.message
    except Refusal as refusal:
        return 0, refusal.message


def _slice(job: ReviewJob, find: Find) -> ReviewSlice:
    reviewer, before = Reviewer(read_source(job.source, job.match), job.seat, job.depth, find), job.so_far
    until = perf_counter() + (LATER if before.turns else FIRST)
    level, turns = before.level, list[SeatTurn]()
    for turn, ends_at in reviewer.turns(before.turns, before.level):
        turns.append(turn)
        level = ends_at
        if perf_counter() > until:
            break
    parts = dict(before.parts)
    for part, sums in parts_of(turns).items():
        parts[part] = parts.get(part, Sums()) + sums
    after = ReviewSoFar(before.turns + len(turns), level, tuple(parts.items()))
    page = page_of(reviewer, turns, after, find, job.big)
    return ReviewSlice(gzip.compress(wire.encode(page), 5, mtime=0), before.turns, after, page.of)


def page_of(reviewer: Reviewer, turns: Sequence[SeatTurn], so_far: ReviewSoFar, find: Find, big: int) -> study.Review:
    """These turns, which are the last ones so far."""
    found, steps, parts = reviewer.review(tuple(turns)), _steps_by_line(reviewer, find, big), dict(so_far.parts)
    return study.Review(
        found.game,
        found.seat,
        wire.said(found.judge),
        found.depth,
        found.unit,
        found.sampled,
        _sums(sum(parts.values(), Sums())),
        tuple(study.ReviewPart(part.game, part.round, _sums(sums)) for part, sums in parts.items()),
        tuple(study.ReviewLevel(loss.level, loss.micro, loss.games) for loss in losses(reviewer.entry, found.depth)),
        so_far.turns - len(turns),
        so_far.turns,
        reviewer.count,
        tuple(_turn(turn, steps) for turn in turns),
    )


def _steps_by_line(reviewer: Reviewer, find: Find, big: int) -> list[int]:
    """For each line of the record, the step of the replay that it is in."""
    found = [0]  # lines are counted from 1
    for number, (_, rows) in enumerate(steps_of(reviewer.entries, replay_entries(reviewer.entries, find), big)):
        found += [number] * (rows.last + 1 - len(found))
    return found


def _sums(sums: Sums) -> study.ReviewSums:
    return study.ReviewSums(**asdict(sums))


def _turn(turn: SeatTurn, steps: Sequence[int]) -> study.ReviewTurn:
    changes = tuple(
        study.ReviewChange(change.what, steps[change.line], change.points, change.value, change.error, change.text)
        for change in turn.changes
    )
    decision = None if turn.decision is None else _decision(turn.decision, steps)
    return study.ReviewTurn(turn.part.game, turn.part.round, changes, decision, turn.start, turn.result)


def _decision(decision: Decision, steps: Sequence[int]) -> study.ReviewDecision:
    return study.ReviewDecision(
        steps[decision.line],
        decision.at,
        tuple(study.ReviewChoice(choice.action, choice.value, choice.behind, choice.doubt) for choice in decision.choices),
        decision.best,
        decision.chosen,
        decision.loss,
        decision.real,
        decision.improvable,
        tuple(map(wire.reason, decision.reasons)),
        decision.delay,
        tuple(map(wire.said, decision.afterwards)),
    )
