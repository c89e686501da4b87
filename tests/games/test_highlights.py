"""What is said about a player after the game: true, and only what the steps of the game give."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core import registry
from tablee.core.game import CHANCE, CLOCK, AnyGame, Event, Seat
from tablee.games.limits.highlights import unnoticed
from tablee.replay import replay
from tablee.table import Table
from tablee.words import LANGUAGES, Words

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

BLUE_1 = "X-2-9-1-4"
DEAL = ["*red", "*yellow", "*green", *["*blue"] * 6, "*red", "*yellow", "*green", "*red", "*yellow", "*green"]
BEGIN = [*DEAL, f"*{BLUE_1}", "hide red", "hide yellow", "hide green", "blue", "*red", "blue", "*red"]  # the second is too much


def steps_of(game: AnyGame, seats: int, *texts: str) -> list[tuple[Any, tuple[Event, ...]]]:
    """Plays texts for whoever is to act; `*red` is a draw, `!sand` a bell. A number before `@` is the time."""
    state, steps = game.start(seats, game.options()), list[tuple[Any, tuple[Event, ...]]]()
    for text in texts:
        at, _, words = text.rpartition("@")
        seat = CHANCE if words[0] == "*" else CLOCK if words[0] == "!" else game.to_act(state)[0]
        state, news = game.play(state, seat, game.read(words.lstrip("*!")), int(at or 0))
        steps.append((state, news))
    return steps


@pytest.mark.parametrize(
    ("texts", "seats"),
    [
        (["accuse 0"], [1]),  # wrongly: the first blue card was none too many
        (["accuse 1"], []),
        (["green", "*red", "red", "*red", "accuse 0"], [1]),
        (["blue", "*red", "red", "*red", "blue", "*red", "accuse 1"], [1, 2]),  # the second time, 1 was accused
        (["blue", "*red", "red", "*red", "yellow", "*red", "accuse 0"], [1, 2]),
    ],
)
def test_an_overrun_is_unnoticed_unless_it_is_accused_before_the_next_card(texts: list[str], seats: list[Seat]) -> None:
    assert sorted(unnoticed(steps_of(registry.find("limits").game, 3, *BEGIN, *texts))) == seats


def told(game: str, *levels: str) -> list[list[dict[str, Any]]]:
    """Each seat's highlights after a match of bots, which must have words."""
    entry = registry.find(game)
    table = Table(entry, [f"bot:{level}" for level in levels], seed="highlights")
    table.run()
    steps = [(match.state, news) for _, _, match, news in replay(table.record())]
    assert entry.highlights is not None
    found = [entry.highlights(steps, seat) for seat in range(len(levels))]
    for lang in LANGUAGES:
        for you in (None, *range(len(levels))):
            words = Words(lang, entry.folder, ["Ada", "Bo", "Cy", "Di"], you)
            assert all(words(message) for seat in found for message in seat)
    return [[{"id": message.id, **dict(message.args)} for message in seat] for seat in found]


def test_accusations_are_those_of_the_rounds() -> None:
    seats = told("limits", *["forgetful-easy"] * 4)
    made = [sum(one.get(way, 0) for way in ("right", "wrong")) or seat[0].get("times", 0) for seat in seats for one in seat[:1]]
    assert sum(made) == 18  # each round ends with one
    own = [sum(one["times"] for one in seat if one["id"] == "highlight-own-overruns") for seat in seats]
    others = [sum(one["times"] for one in seat if one["id"] == "highlight-overruns") for seat in seats]
    assert sum(own) > 0
    assert others == [sum(own) - one for one in own]


@pytest.mark.parametrize(
    ("accuser", "accused", "told"),
    [(2, 1, ["no-accusation", "no-accusation", "all-right"]), (2, 0, ["no-accusation", "no-accusation", "all-wrong"])],
)
def test_accusations_are_told_by_whether_they_were_right(accuser: Seat, accused: Seat, told: list[str]) -> None:
    entry = registry.find("limits")
    steps = steps_of(entry.game, 3, *BEGIN, f"accuse {accused}")
    assert entry.highlights is not None
    found = [entry.highlights(steps, seat)[0] for seat in range(3)]
    assert [message.id for message in found] == [f"highlight-{id}" for id in told]
    assert dict(found[accuser].args) == {"times": 1}


def test_turns_and_cards_are_those_of_the_glass() -> None:
    seats = told("ultim-limit", "first-game", "random")
    for stopped, *lost in seats:
        assert stopped["of"] == 9
        assert stopped["turns"] + sum(one["turns"] for one in lost) == 9
    assert any(lost for _, *lost in seats)


def test_cards_that_time_took_are_counted() -> None:
    entry = registry.find("ultim-limit")
    row = [f"*card {card}" for card in ("blue-5", "red-4", "green-2", "pink-9", "black-11")]
    assert entry.highlights is not None
    steps = steps_of(
        entry.game,
        1,
        "*first 0",
        *row,
        *("1000@go", "1000@*glass 300", "1000@roll", "1000@*dice 2-4-5", "1000@take 1 5", "1000@take 2 4", "31000@!sand"),
        *("31000@*card blue-1", "31000@*card blue-2"),
        *("40000@go", "40000@*glass 300", "40000@roll", "40000@*dice 2-2-5", "40000@take 3 2", "41000@stop"),
    )
    assert [dict(message.args) for message in entry.highlights(steps, 0)] == [
        {"seat": 0, "turns": 1, "of": 2, "cards": 1},
        {"seat": 0, "turns": 1, "cards": 2},
    ]
