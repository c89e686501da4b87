"""Checks every law on every installed game and the toy; games are discovered, not listed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from tablee.core import laws
from tablee.core.game import Below, Message
from tablee.core.options import combinations, describe
from tablee.core.registry import Entry
from tablee.replay import verify
from tablee.words import LANGUAGES, NAMED, Words
from tests.games_here import EVERY, find

MATCHES = int(os.environ.get("TABLEE_LAW_MATCHES", "200"))  # per combination of options
PLAYS = int(os.environ.get("TABLEE_LAW_PLAYS", "150000"))  # enough for a game once every situation has been seen often


def ids(entry: Entry) -> str:
    return entry.game.id


PARTS = 4  # so that two cores share the work


def below(seed: str) -> Below:
    """As `randrange`, in half the time: a walk asks for some thirty numbers a play."""
    draw = random.Random(seed).random
    return lambda n: int(draw() * n)


def walks(entry: Entry, part: int) -> Iterator[laws.Walk]:
    matches = MATCHES * len(list(combinations(entry.game.options))) // PARTS
    every, plays = len(laws.situations(entry)), 0
    for number, walk in enumerate(laws.check(entry, max(matches, every), below(f"{entry.game.id} {part}")), start=1):
        yield walk
        plays += walk.plays
        if plays > PLAYS // PARTS and number >= every:
            return


def telling(said: Iterable[Message]) -> Iterator[Message]:
    """Enough messages for every pair of values that arguments of a sentence have had together. It depends on no more than two
    at once, as tests/test_words.py checks, so others would say nothing new."""
    told = set[tuple[object, ...]]()
    for message in sorted(said, key=str):
        pairs = {(message.id, *pair) for pair in ((), *combinations_with_replacement(message.args, 2))}
        if pairs - told:
            told |= pairs
            yield message


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("entry", EVERY, ids=ids)
def test_every_law_holds_in_random_matches_and_every_message_and_panel_has_words(entry: Entry, part: int) -> None:
    said: set[Message] = set()
    panels: set[str] = set()
    for walk in walks(entry, part):
        said |= walk.said
        panels |= walk.panels
    assert panels
    every = [*telling(said)]
    for lang in LANGUAGES:
        words = Words(lang, entry.folder, ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"])
        assert [name for name in sorted(panels) if not words.knows(f"panel-{name}")] == []
        for message in every:
            assert words.knows(message.id), f"{message.id} has no text in {lang}"
            assert words(message)
            for you in {0, 1} & {seat for name, seat in message.args if name in NAMED}:  # others read the same
                assert words.to(you)(message)


@pytest.mark.parametrize("entry", EVERY, ids=ids)
def test_golden_records_replay_and_their_draws_are_fair(entry: Entry) -> None:
    def replay(file: Path) -> None:
        verify(file.read_text("utf-8").splitlines(), find)

    assert laws.golden(entry, replay) >= 1


@pytest.mark.parametrize("entry", EVERY, ids=ids)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_its_texts(entry: Entry, lang: str) -> None:
    words = Words(lang, entry.folder)
    wanted = ["game", "about", "prompt"]
    for option in describe(entry.game.options):
        wanted += [f"option-{option.name}", *(f"option-{option.name}-{c}" for c in option.choices if isinstance(c, str))]
    assert [id for id in wanted if not words.knows(id)] == []
    assert (entry.folder / "RULES.md").read_text("utf-8").count("**R") >= 4
