"""Checks every law on every installed game and the toy; games are discovered, not listed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.core import laws
from tablee.core.game import Message
from tablee.core.options import combinations, describe
from tablee.core.registry import Entry
from tablee.replay import verify
from tablee.words import LANGUAGES, Words
from tests.games_here import EVERY, find

MATCHES = int(os.environ.get("TABLEE_LAW_MATCHES", "200"))  # per combination of options
PLAYS = int(os.environ.get("TABLEE_LAW_PLAYS", "150000"))  # enough for a game once every situation has been seen often


def ids(entry: Entry) -> str:
    return entry.game.id


PARTS = 4  # so that two cores share the work


def walks(entry: Entry, part: int) -> Iterator[laws.Walk]:
    matches = MATCHES * len(list(combinations(entry.game.options))) // PARTS
    every, plays = len(laws.situations(entry)), 0
    chance = random.Random(f"{entry.game.id} {part}").randrange
    for number, walk in enumerate(laws.check(entry, max(matches, every), chance), start=1):
        yield walk
        plays += walk.plays
        if plays > PLAYS // PARTS and number >= every:
            return


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("entry", EVERY, ids=ids)
def test_every_law_holds_in_random_matches_and_every_message_and_panel_has_words(entry: Entry, part: int) -> None:
    said: set[Message] = set()
    panels: set[str] = set()
    for walk in walks(entry, part):
        said |= walk.said
        panels |= walk.panels
    assert panels
    for lang in LANGUAGES:
        words = Words(lang, entry.folder, ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"])
        assert [name for name in sorted(panels) if not words.knows(f"panel-{name}")] == []
        for message in said:
            assert words.knows(message.id), f"{message.id} has no text in {lang}"
            for you in (None, 0, 1):
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
