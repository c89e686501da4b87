"""The exercises that come with the games: they can be made again from their records, and give nothing away too early."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from train.exercises import PLANS, kind, moments, varied

from tablee.core import registry
from tablee.core.record import Action, read_lines
from tablee.jobs.exercises import FILE, MadeExercise, Moments, exercises_of, fingerprint, made_exercises
from tablee.protocol import study, wire
from tablee.words import LANGUAGES, Words
from tests.games_here import TOY

LARGEST = 150_000  # bytes
AGAIN = 4  # exercises of a game that are made again


def made_for(game: str) -> tuple[MadeExercise, ...]:
    return made_exercises(registry.find(game))[2]


@pytest.mark.parametrize("game", PLANS)
def test_exercises_are_many_small_varied_and_up_to_date(game: str) -> None:
    entry = registry.find(game)
    found, made_with, every = made_exercises(entry)
    assert made_with == fingerprint(entry, found.depth), "run python -m train.exercises"
    assert len(every) == 50
    assert (entry.folder / FILE).stat().st_size <= LARGEST
    assert len({made.exercise.id for made in every}) == 50
    stages = Counter(kind(made.exercise)[0] for made in every)
    assert min(stages[stage] for stage in range(3)) >= 8


@pytest.mark.parametrize("game", PLANS)
def test_what_is_to_be_found_is_better_beyond_doubt_and_right_answers_are_few(game: str) -> None:
    for made in made_for(game):
        exercise = made.exercise
        assert exercise.choices[exercise.best].behind == 0
        assert exercise.choices[exercise.played].behind > exercise.choices[exercise.played].doubt
        assert exercise.reasons
        assert exercise.todo is not None
        right = sum(choice.behind <= choice.doubt for choice in exercise.choices)
        assert 1 <= right < len(exercise.choices)


@pytest.mark.parametrize("game", PLANS)
def test_a_reason_after_the_first_try_is_about_that_try_and_does_not_name_the_best_action(game: str) -> None:
    entry = registry.find(game)
    words, told = [Words(lang, entry.folder) for lang in LANGUAGES], 0
    for made in made_for(game):
        best = made.exercise.choices[made.exercise.best].action
        for choice in made.exercise.choices:
            if choice.reason is None:
                continue
            told += 1
            assert choice.behind > choice.doubt
            assert choice.reason.action == choice.action != best
            assert best not in choice.reason.marks
            for sentence in (choice.reason.title, choice.reason.detail):
                assert best not in map(str, sentence.args.values())
                for each in words:
                    assert each.knows(sentence.id)
    assert told or game not in ("take-it-easy", "take-it-to-the-limit")


@pytest.mark.parametrize("game", PLANS)
def test_exercises_made_again_from_their_records_are_the_same(game: str) -> None:
    entry = registry.find(game)
    found, _, every = made_exercises(entry)
    for made in every[:: len(every) // AGAIN]:
        again = Moments(made.record, made.exercise.seat, entry, found.depth).at_line(made.line)
        assert again is not None
        assert again.exercise == made.exercise


@pytest.mark.parametrize("game", PLANS)
def test_the_seats_choice_in_the_record_is_the_one_that_was_played(game: str) -> None:
    for made in made_for(game):
        action = dict(read_lines(made.record))[made.line]
        assert isinstance(action, Action)
        assert action.who == made.exercise.seat
        assert action.text == made.exercise.choices[made.exercise.played].action


def test_the_same_seed_makes_the_same_exercises() -> None:
    entry = registry.find("take-it-easy")
    first, again = ([*moments(entry, PLANS["take-it-easy"], 0, "exercises")] for _ in range(2))
    assert first == again
    assert first
    assert list(moments(entry, PLANS["take-it-easy"], 0, "another")) != first


def test_kinds_take_turns_and_matches_too() -> None:
    made = made_for("take-it-easy")
    few = varied(made, 6)
    assert {kind(each.exercise)[0] for each in few} == {0, 1, 2}
    assert len({each.record for each in few}) == 6


def test_clients_get_no_record() -> None:
    told = exercises_of(registry.find("limits"))
    assert b"record" not in told
    again = msgspec.json.decode(wire.encode(msgspec.json.decode(told, type=study.ExerciseSet)))
    assert is_within(msgspec.json.decode(told), again)


def is_within(part: Any, whole: Any) -> bool:
    """Whether everything is there, whatever has been added since."""
    if isinstance(part, dict):
        return all(key in whole and is_within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list):
        return len(part) == len(whole) and all(map(is_within, part, whole))
    return bool(part == whole)


def test_a_game_without_exercises_has_none() -> None:
    assert msgspec.json.decode(exercises_of(TOY), type=study.ExerciseSet).exercises == ()


def test_a_moment_in_which_nothing_was_better_makes_no_exercise() -> None:
    made: MadeExercise = made_for("take-it-easy")[0]
    found = Moments(made.record, made.exercise.seat, registry.find("take-it-easy"), 1)
    fine = [
        stretch for stretch in found.choosing() if not (decided := found.reviewer.decide(stretch[1])) or not decided.improvable
    ]
    assert fine
    assert all(found.exercise(*place) is None for place in fine)
    assert found.at_line(1) is None
