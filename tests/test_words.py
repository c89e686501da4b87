from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource

import tablee
from tablee.core.game import say
from tablee.core.record import BadRecord, NoteId
from tablee.core.registry import all_games
from tablee.words import LANGUAGES, Words, language, strings_file

SOURCE = Path(tablee.__file__).parent
ROOT = Path(__file__).parents[1]
RULES = sorted(file.with_name("RULES.md") for file in ROOT.glob("src/tablee/games/*/RULES.fr.md"))  # French is optional
FRENCH = sorted((*ROOT.glob("src/**/*.fr.ftl"), *ROOT.glob("src/**/*.fr.md"), *ROOT.glob("web/src/**/fr.ftl")))


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


def test_a_game_without_a_translation_speaks_english(tmp_path: Path) -> None:
    (tmp_path / "strings.en.ftl").write_text("game = Odd one\n", "utf-8")
    words = Words("fr", tmp_path)
    assert words.text("game") == "Odd one"
    assert words.text("not-your-turn") == "Ce n'est pas à vous de jouer."


def test_a_text_without_its_argument_is_an_error() -> None:
    with pytest.raises(ValueError, match="has-chosen"):
        Words("en")(say("has-chosen"))


def test_a_refusal_of_a_record_names_its_line() -> None:
    assert Words("en").refusal(BadRecord(12345, say("record-empty"))) == "line 12345: the record is empty."


def test_both_languages_have_the_same_texts_once() -> None:
    """Of the table, and of every game that has a French file; a game need not have one."""
    for folder in (SOURCE, *(entry.folder for entry in all_games())):
        english, french = (ids(strings_file(folder, lang)) for lang in LANGUAGES)
        assert sorted(english) == sorted(french)
        assert len(set(english)) == len(english)


def numbered(file: Path) -> list[tuple[str, str]]:
    """The rules of a game with their numbers."""
    parts = re.split(r"\*\*(R\d+)\*\*", file.read_text("utf-8"))
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.parent.name)
def test_both_languages_have_the_same_rules(file: Path) -> None:
    english, french = numbered(file), numbered(file.with_name("RULES.fr.md"))
    assert [number for number, _ in french] == [number for number, _ in english] == [f"R{n + 1}" for n in range(len(english))]
    for (number, rule), (_, again) in zip(english, french, strict=True):
        for what in (r"`[^`]*`", r"\d+", r"^#+ "):  # what is typed, figures, and where a part ends
            assert sorted(re.findall(what, again, re.MULTILINE)) == sorted(re.findall(what, rule, re.MULTILINE)), number


@pytest.mark.parametrize("file", FRENCH, ids=lambda file: str(file.relative_to(ROOT)))
def test_french_marks_stay_with_their_words(file: Path) -> None:
    """« … » and : ; ! ? % × stand behind a no-break space, so that no line begins or ends with one of them alone."""
    for line in file.read_text("utf-8").splitlines():
        assert not re.search(r" [:;!?%»×]|[«×] |\S[;?»]|«\S", re.sub(r"`[^`]*`", "code", line)), line


@pytest.mark.parametrize(
    ("game", "id", "args", "expected"),
    [
        ("ultim-limit", "web-turns", {"turns": 1, "of": 3}, "1 tour joué sur 3"),
        ("ultim-limit", "web-turns", {"turns": 2, "of": 3}, "2 tours joués sur 3"),
        ("xtreme-limits", "web-objective-now", {"ticks": 1}, "En ce moment\xa0: une aiguille à sa place"),
        ("xtreme-limits", "web-objective-now", {"ticks": 3}, "En ce moment\xa0: 3 aiguilles à leur place"),
    ],
)
def test_french_words_agree_with_their_number(game: str, id: str, args: dict[str, int], expected: str) -> None:
    bundle = FluentBundle(["fr"], use_isolating=False)
    bundle.add_resource(FluentResource((ROOT / f"web/src/games/{game}/fr.ftl").read_text("utf-8")))
    pattern = bundle.get_message(id).value
    assert pattern is not None
    assert bundle.format_pattern(pattern, args) == (expected, [])


def test_every_text_of_the_table_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    made = {f"column-{name}" for name in ("seat", "bot", "mean", "interval", "least", "most", "wins")}
    made |= {f"note-{note}" for note in NoteId}
    unused = [id for id in ids(SOURCE / "strings.en.ftl") if f'"{id}"' not in source and id not in made]
    assert [id for id in unused if f"'{id}'" not in source] == []
