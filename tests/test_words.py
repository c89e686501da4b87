from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablee
from tablee.core.game import say
from tablee.core.record import BadRecord
from tablee.core.registry import every
from tablee.words import LANGUAGES, Words, language

SOURCE = Path(tablee.__file__).parent


def ids(file: Path) -> list[str]:
    return re.findall(r"^([a-z][\w-]*) =", file.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANGUAGE": "de:fr", "LANG": "en_GB"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr"}, "fr"),
    ],
)
def test_the_language_comes_from_the_environment(environ: dict[str, str], expected: str) -> None:
    assert language(environ) == expected


def test_seats_become_names() -> None:
    words = Words("en", names=["Ada"])
    assert words(say("has-chosen", seat=0)) == "Ada has chosen."
    assert words(say("has-chosen", seat=3)) == "Seat 4 has chosen."
    assert Words("fr")(say("has-chosen", seat=0)) == "Place 1 a choisi."


def test_a_missing_text_hides_nothing() -> None:
    assert Words("en")(say("no-text-yet", tile="9-7-3", n=2)) == "no-text-yet 9-7-3 2"


def test_a_text_without_its_argument_is_an_error() -> None:
    with pytest.raises(ValueError, match="has-chosen"):
        Words("en")(say("has-chosen"))


def test_a_refusal_of_a_record_names_its_line() -> None:
    assert Words("en").refusal(BadRecord(12345, say("record-empty"))) == "line 12345: the record is empty."


def test_both_languages_have_the_same_texts_once() -> None:
    for folder in (SOURCE, *(entry.folder for entry in every())):
        english, french = (ids(folder / f"strings.{lang}.ftl") for lang in LANGUAGES)
        assert sorted(english) == sorted(french)
        assert len(set(english)) == len(english)


def test_every_text_of_the_table_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    columns = {f"column-{name}" for name in ("seat", "bot", "mean", "interval", "least", "most", "wins")}
    unused = [id for id in ids(SOURCE / "strings.en.ftl") if f'"{id}"' not in source and id not in columns]
    assert [id for id in unused if f"'{id}'" not in source] == []
