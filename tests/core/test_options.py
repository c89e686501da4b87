from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from tablee.core.game import BadOptions
from tablee.core.options import changed, combinations, describe, read_options, whole

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


@dataclass(frozen=True, slots=True)
class Some:
    board: Literal["nexus", "orchid"] = "nexus"
    young: bool = False
    target: int = whole(10, 1, 50)


@dataclass(frozen=True, slots=True)
class Times:
    bell: int = whole(210, 2, 3600, per_second=1)
    glass: int = whole(280, 10, 600, per_second=10)
    gap: int = whole(500, 100, 5000, per_second=1000)


def test_options_are_described_by_their_types() -> None:
    board, young, target = describe(Some)
    assert (board.choices, board.range) == (("nexus", "orchid"), "nexus, orchid")
    assert (young.choices, young.range) == ((False, True), "no, yes")
    assert (target.low, target.high, target.range) == (1, 50, "1 … 50")


def test_times_have_a_unit() -> None:
    assert [(time.per_second, time.range) for time in describe(Times)] == [
        (1, "2 … 3600 s"),
        (10, "10 … 600 × 1/10 s"),
        (1000, "100 … 5000 ms"),
    ]


def test_values_may_be_json_or_texts() -> None:
    assert read_options(Some, {"board": "orchid", "young": True, "target": 50}) == Some("orchid", True, 50)
    assert read_options(Some, {"young": "Yes", "target": "7"}) == Some(young=True, target=7)
    assert read_options(Some, {"young": "false"}) == Some()


@pytest.mark.parametrize(
    "given",
    [
        *({"board": value} for value in ("Nexus", 1)),
        *({"young": value} for value in ("maybe", 1)),
        *({"target": value} for value in (0, 51, True, "many", 10.0, None, "9" * 5000)),
        {"bored": 1},
    ],
)
def test_anything_else_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        read_options(Some, given)


@pytest.mark.parametrize(("value", "shown"), [(3, "3"), (None, "null"), ([True], "[true]"), ({"a": 1}, '{"a": 1}'), ("3", "3")])
def test_a_refusal_shows_the_value_as_it_was_given(value: object, shown: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        read_options(Some, {"young": value})
    assert dict(refusal.value.message.args) == {"option": "young", "value": shown, "choices": "no, yes"}


def test_a_record_stores_only_changed_options() -> None:
    assert changed(Some()) == {}
    assert changed(Some("orchid", target=11)) == {"board": "orchid", "target": 11}


def test_every_combination_of_choices() -> None:
    assert [(o.board, o.young, o.target) for o in combinations(Some)] == [
        ("nexus", False, 10),
        ("nexus", True, 10),
        ("orchid", False, 10),
        ("orchid", True, 10),
    ]
