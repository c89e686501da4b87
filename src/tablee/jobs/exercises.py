"""Exercises: moments of a match in which another action was better beyond doubt, for somebody to find it.

A game may bring some in its folder; `python -m train.exercises` makes them from matches between bots. The file also holds the
record of each match up to that moment, from which the exercise can be made again. Records stay here: they know what is hidden.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from tablee.core.game import Argument
from tablee.core.registry import Entry
from tablee.jobs.replays import table_info
from tablee.match import Match
from tablee.protocol import study, wire
from tablee.protocol.picture import Painter
from tablee.replay import replay_entries
from tablee.reviews import Decision, Reviewer, depths, judge_of
from tablee.reviews.ledger import Stretch

FILE = "exercises.json.gz"  # in the folder of a game


class MadeExercise(Struct, frozen=True):
    """An exercise, and the record of its whole match, by lines; the seat's choice is in line `line`, counted from 1."""

    exercise: study.Exercise
    record: tuple[str, ...]
    line: int


class Sources(Struct, frozen=True):
    """What exercises were made from: the `fingerprint` of the judge, and the record and line of each."""

    made_with: str
    records: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]


def fingerprint(entry: Entry, depth: int) -> str:
    """Of the rules and the judge's weights: if it changes, exercises are out of date."""
    hashed = sha256(f"{entry.game.id} {entry.game.version} {depth}".encode())
    for path in getattr(judge_of(entry), "weights", ()):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def exercises_of(entry: Entry) -> bytes:
    """An `ExerciseSet` with those that come with a game, as JSON."""
    return _parts(entry)[0] if (entry.folder / FILE).exists() else wire.encode(_told(entry, (), depths(entry)[0]))


def made_exercises(entry: Entry) -> tuple[study.ExerciseSet, str, tuple[MadeExercise, ...]]:
    """Those that come with a game, the fingerprint of the judge, and what each was made from."""
    told, sources = _parts(entry)
    found, made = msgspec.json.decode(told, type=study.ExerciseSet), msgspec.json.decode(sources, type=Sources)
    return found, made.made_with, tuple(map(MadeExercise, found.exercises, made.records, made.lines))


def _parts(entry: Entry) -> tuple[bytes, bytes]:
    """The two lines of the file: what everybody gets, and what exercises were made from."""
    told, _, sources = gzip.decompress((entry.folder / FILE).read_bytes()).partition(b"\n")
    return told, sources


def _told(entry: Entry, exercises: tuple[study.Exercise, ...], depth: int) -> study.ExerciseSet:
    judge = judge_of(entry)
    return study.ExerciseSet(entry.game.id, wire.Sentence("judge"), depth, judge.unit, judge.sampled, exercises)


def write_exercises(entry: Entry, made: Sequence[MadeExercise], depth: int) -> int:
    """Writes the file of a game, and says how large it is."""
    told = _told(entry, tuple(each.exercise for each in made), depth)
    sources = Sources(fingerprint(entry, depth), tuple(each.record for each in made), tuple(each.line for each in made))
    return (entry.folder / FILE).write_bytes(gzip.compress(wire.encode(told) + b"\n" + wire.encode(sources), 9, mtime=0))


class Moments:
    """The moments of a match from which exercises can be made, for one seat."""

    def __init__(self, lines: Sequence[str], seat: int, entry: Entry, depth: int = 0) -> None:
        self.lines, self.seat, self.entry = tuple(lines), seat, entry
        self.reviewer = Reviewer(self.lines, seat, depth, lambda _: entry)
        self.asked = [stretch for stretch in self.reviewer.stretches() if stretch.asked is not None]

    def choosing(self) -> Iterator[tuple[int, Stretch]]:
        """Those with something to choose, each with its number among the seat's decisions, from 1."""
        for number, stretch in enumerate(self.asked, start=1):
            if stretch.asked is not None and len(stretch.asked.legal) > 1:
                yield number, stretch

    def at_line(self, line: int) -> MadeExercise | None:
        """The exercise in which the seat's choice is in this line."""
        for number, stretch in self.choosing():
            if stretch.asked is not None and stretch.asked.line == line:
                return self.exercise(number, stretch)
        return None

    def exercise(self, number: int, stretch: Stretch) -> MadeExercise | None:
        """What is to be found there; None if nothing was better beyond doubt, or nothing can be said about it."""
        decision, asked = self.reviewer.decide(stretch), stretch.asked
        if decision is None or asked is None or not decision.improvable or not decision.reasons:
            return None
        match = self._before(decision.line)
        painter = Painter(match, match.seats)
        mine = painter.mine(self.seat, 0)
        made = study.Exercise(
            sha256(f"{match.header.commit} {self.seat} {decision.line}".encode()).hexdigest()[:12],
            table_info(match.header, ""),
            self.seat,
            number,
            len(self.asked),
            tuple(map(wire.panel, painter.table().public)),
            mine.own,
            wire.rows(painter.sheet(self.seat)),
            match.to_act(),
            self._choices(decision, asked.view, asked.legal),
            decision.best,
            decision.chosen,
            tuple(map(wire.reason, decision.reasons)),
            mine.todo,
        )
        return MadeExercise(made, self.lines, decision.line)

    def _before(self, line: int) -> Match:
        """The match before this line of the record."""
        found: Match | None = None
        entries = [(number, entry) for number, entry in self.reviewer.entries if number < line]
        for _, _, match, _ in replay_entries(entries, lambda _: self.entry):
            found = match
        assert found is not None
        return found

    def _choices(self, decision: Decision, view: Any, legal: Sequence[Any]) -> tuple[study.ExerciseChoice, ...]:
        found, best = [], decision.choices[decision.best].action
        for choice, action in zip(decision.choices, legal, strict=True):
            reason = None
            if choice.behind > choice.doubt:
                said = self.entry.game.reasons(view, legal[decision.best], action)
                reason = next((each for each in said if each.action == choice.action and not names(each, best)), None)
            sentence = None if reason is None else wire.reason(reason)
            found.append(study.ExerciseChoice(choice.action, choice.behind, choice.doubt, sentence))
        return tuple(found)


def names(argument: Argument, action: str) -> bool:
    """Whether an argument names an action, or lights the place that it is about."""
    texts = {action, action.rpartition(":")[2]}
    said = {str(value) for message in (argument.title, argument.detail) for _, value in message.args}
    return not texts.isdisjoint(said | set(argument.marks))
