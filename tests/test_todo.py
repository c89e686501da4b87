"""What the turn bar says: a sentence for every kind of step, in both languages."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tablee.core.game import CHANCE, CLOCK, Message, TooSoon
from tablee.core.options import combinations
from tablee.core.registry import Entry, all_games, load_game
from tablee.words import LANGUAGES, Words

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

MOST, MATCHES = 1500, 12  # plays of a match, matches for each combination of options


def asked(entry: Entry, seats: int, options: Any, chance: random.Random) -> set[Message]:
    """What the seats of a random match are told to do."""
    game, found, at = entry.game, set[Message](), 0
    s = game.start(seats, options)
    for _ in range(MOST):
        seat = next(iter(game.to_act(s)), None)
        if seat is None:
            break
        if seat != CHANCE:
            found.add(game.todo(game.view(s, seat)))
            at += chance.randrange(2000)
        alarm = game.alarm(s)
        if alarm is not None and at >= alarm:
            seat, at = CLOCK, alarm
        try:
            s, _ = game.play(s, seat, chance.choice(game.legal(s, seat)), at)
        except TooSoon as soon:
            at = soon.until
    return found


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.game.id)
def test_every_step_says_what_to_do(entry: Entry) -> None:
    game, chance = entry.game, random.Random(3)
    texts = (entry.folder / "strings.en.ftl").read_text("utf-8")
    expected, found = set(re.findall(r"^(todo-[a-z-]+) =", texts, re.MULTILINE)), set[Message]()
    for _ in range(MATCHES):
        for options in combinations(game.options):
            found |= asked(entry, max(2, game.seats[0]), options, chance)
        if {message.id for message in found} == expected:
            break
    assert {message.id for message in found} == expected
    for lang in LANGUAGES:
        words = Words(lang, entry.folder, ["Ada", "Bo", "Cleo"], 0)
        assert all(words(message).strip() for message in found)


def test_a_game_without_such_sentences_says_its_prompt() -> None:
    toy = load_game("tests.toy")
    assert {message.id for message in asked(toy, 2, toy.game.options(), random.Random(1))} == {"prompt"}


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.game.id)
def test_every_game_says_what_wins_and_when_it_ends(entry: Entry) -> None:
    game = entry.game
    starts = [(max(2, game.seats[0]), options) for options in combinations(game.options)]
    for seats, options in [*starts, (game.seats[0], game.options())]:
        goal = game.goal(game.view(game.start(seats, options), None))
        assert goal is not None
        for lang in LANGUAGES:
            said = Words(lang, entry.folder, ["Ada", "Bo", "Cleo"], None)(goal)
            assert re.search(r"\d", said), said
