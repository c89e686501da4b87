"""Guided first games: their form, and that what they name exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tablee.bots import player
from tablee.core.guide import BadGuide, load_guide, read_guide
from tablee.core.options import new_options
from tablee.core.registry import Entry, all_games, load_game
from tablee.words import LANGUAGES, Words

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

GUIDED = [entry for entry in (*all_games(), load_game("tests.toy")) if entry.guide]
BUBBLE = {"text": "guide-a", "point": ["action:*"]}


def test_every_game_here_has_a_guide() -> None:
    assert len(GUIDED) == len(all_games()) + 1


@pytest.mark.parametrize("entry", GUIDED, ids=lambda entry: entry.game.id)
def test_what_a_guide_names_exists(entry: Entry) -> None:
    game, guide = entry.game, entry.guide
    assert guide
    for level in guide.bots:
        player(entry, level)
    options, seats = new_options(game, guide.options), 1 + len(guide.bots)
    game.start(seats, options)
    codes = game.codes(seats, options)
    for bubble in guide.bubbles:
        for lang in LANGUAGES:
            assert Words(lang, entry.folder).knows(bubble.text)
        for text in (*bubble.point, bubble.when, bubble.until):
            kind, _, what = text.partition(":")
            if kind in ("action", "suggest", "legal"):
                pattern = re.compile(re.escape(what).replace(r"\*", ".*"))
                assert any(map(pattern.fullmatch, codes)), text
            if kind == "along":
                assert set(what.split()) <= set(codes), text
            if kind == "event":
                assert Words("en", entry.folder).knows(what), text


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"bubbles": []}, "0 bubbles"),
        ({"bubbles": [BUBBLE] * 9}, "9 bubbles"),
        ({"bubbles": ["guide-a"]}, "bubble 1: it is not a table"),
        ({"bubbles": [{"text": "guide-a"}]}, "bubble 1: 'point' is missing"),
        ({"bubbles": [{**BUBBLE, "text": "call"}]}, "does not start with guide-"),
        ({"bubbles": [{**BUBBLE, "point": []}]}, "'point' is not a list of texts"),
        ({"bubbles": [BUBBLE, {**BUBBLE, "point": ["call"]}]}, "bubble 2: point = 'call' is none of"),
        ({"bubbles": [{**BUBBLE, "point": ["page:moon"]}]}, "point = 'page:moon'"),
        ({"bubbles": [{**BUBBLE, "when": "legal:"}]}, "when = 'legal:'"),
        ({"bubbles": [{**BUBBLE, "until": "soon"}]}, "until = 'soon'"),
        ({"seed": 1}, "'seed' is unknown or of the wrong type"),
        ({"colour": "red"}, "'colour' is unknown"),
    ],
)
def test_a_bad_guide_says_what_is_wrong(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadGuide, match=re.escape(why)):
        read_guide({"seed": "a", "bots": ["random"], "bubbles": [BUBBLE]} | change)


def test_a_guide_is_optional_and_a_broken_file_is_named(tmp_path: Path) -> None:
    assert load_guide(tmp_path) is None
    (tmp_path / "guide.toml").write_text("seed = \n", "utf-8")
    with pytest.raises(BadGuide, match=r"guide\.toml"):
        load_guide(tmp_path)
