from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from tablee.core.game import BadText, say
from tablee.core.options import describe
from tablee.core.record import BadRecord
from tablee.core.registry import find
from tablee.terminal import shown_action, typed_action
from tablee.words import LANGUAGES, Words, language
from tests.sentences import ASK_GAMES, Place, Refers, asked, listing, places

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[1]
RULES = sorted(file.with_name("RULES.md") for file in ROOT.glob("src/tablee/games/*/RULES.fr.md"))  # French is optional
PLACES = places()
TABLE, CLIENT_PLACE, *_ = PLACES
PYTHON = [source for source in TABLE.sources if source.suffix == ".py"]
CLIENT = [source for source in TABLE.sources if source.suffix in (".ts", ".svelte")]
IN_EVERY_GAME = ("game", "about", "prompt")
IN_SOME_GAMES = ("brief",)
SENTENCES = sorted(ROOT.glob("src/tablee/**/*.ftl"))
FRENCH = sorted((*ROOT.glob("src/**/*.fr.ftl"), *ROOT.glob("src/**/*.fr.md"), *ROOT.glob("web/src/**/fr.ftl")))


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


@pytest.mark.parametrize(
    ("lang", "you", "expected"),
    [
        ("en", None, "Ada accuses Bo of going over the red limit."),
        ("en", 0, "You accuse Bo of going over the red limit."),
        ("en", 1, "Ada accuses you of going over the red limit."),
        ("fr", None, "Ada accuse Bo d'avoir dépassé la limite (rouge)."),
        ("fr", 0, "Vous accusez Bo d'avoir dépassé la limite (rouge)."),
        ("fr", 1, "Ada vous accuse d'avoir dépassé la limite (rouge)."),
    ],
)
def test_a_sentence_speaks_to_its_reader(lang: str, you: int | None, expected: str) -> None:
    words = Words(lang, find("limits").folder, ["Ada", "Bo"])
    assert words.to(you)(say("accuses", seat=0, other=1, colour="red")) == expected


def test_a_bot_is_called_by_its_level() -> None:
    assert [Words(lang, find("limits").folder).bot("forgetful") for lang in LANGUAGES] == ["Forgetful", "Distrait"]
    assert Words("en").bot("of-another-house") == "of-another-house"


def test_seats_are_shown_from_one() -> None:
    limits, xtreme = find("limits").game, find("xtreme-limits").game
    for game, text, seen in ((limits, "accuse 2", "accuse 3"), (xtreme, "swap 0", "swap 1")):
        assert (shown_action(game, text), typed_action(game, seen)) == (seen, text)
    for text in ("swap centre 1", "red 5", "keep"):
        assert shown_action(xtreme, text) == typed_action(xtreme, text) == text
    with pytest.raises(BadText):  # people never see a seat 0
        limits.read(typed_action(limits, "accuse 0"))


def test_a_missing_text_shows_its_id_and_arguments() -> None:
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


def numbered(file: Path) -> list[tuple[str, str]]:
    """A game's rules by number."""
    parts = re.split(r"\*\*(R\d+)\*\*", file.read_text("utf-8"))
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.parent.name)
def test_both_languages_have_the_same_rules(file: Path) -> None:
    english, french = numbered(file), numbered(file.with_name("RULES.fr.md"))
    assert [number for number, _ in french] == [number for number, _ in english] == [f"R{n + 1}" for n in range(len(english))]
    for (number, rule), (_, again) in zip(english, french, strict=True):
        for what in (r"`[^`]*`", r"\d+", r"^#+ "):  # typed text, figures, and the end of a section
            assert sorted(re.findall(what, again, re.MULTILINE)) == sorted(re.findall(what, rule, re.MULTILINE)), number


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.parent.name)
def test_option_codes_and_sources_come_last_in_the_rules(file: Path) -> None:
    """Option codes and sources are at the end."""
    options = {option.name for option in describe(find(file.parent.name.replace("_", "-")).game.options)}
    for path, heading in ((file, "## For the curious"), (file.with_name("RULES.fr.md"), "## Pour les curieux")):
        rules, found, _ = path.read_text("utf-8").partition(heading)
        assert found
        assert [
            code for code in re.findall(r"`([^`]*)`", rules) if re.split("[ =]", code)[0] in {*options, "tablee", "parts.toml"}
        ] == []


@pytest.mark.parametrize("file", FRENCH, ids=lambda file: str(file.relative_to(ROOT)))
def test_french_punctuation_has_no_break_spaces(file: Path) -> None:
    """« … » and : ; ! ? % × have a no-break space, so that none of them starts or ends a line alone."""
    for line in file.read_text("utf-8").splitlines():
        assert not re.search(r" [:;!?%»×]|[«×] |\S[;?»]|«\S", re.sub(r"`[^`]*`", "code", line)), line


@pytest.mark.parametrize("file", FRENCH, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_french_word_that_elides_stands_before_a_name(file: Path) -> None:
    """A name may begin with a vowel: « de Invité » is wrong, and so is « d'Bo »."""
    assert re.findall(r"(?i)\b(?:de|que|jusque|lorsque|d'|qu') ?\{ \$(?:names?|seat|other) \}", file.read_text("utf-8")) == []


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


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.title)
def test_both_languages_have_the_same_sentences_and_all_are_used(place: Place) -> None:
    english, french = (place.texts(lang) for lang in LANGUAGES)
    assert list(english) == list(french)
    assert [id for id in english if not place.users(id)] == []


@pytest.mark.parametrize("source", PYTHON, ids=lambda source: str(source.relative_to(ROOT)))
def test_python_asks_for_sentences_that_exist_and_gives_their_arguments(source: Path) -> None:
    """Otherwise a user would read a bare id, or get an error instead of a sentence."""
    spoken = [
        place for place in PLACES if place.english.parent in (source.parent, source.parent.parent / "cli") or place is TABLE
    ]
    for sentence in asked(source):
        known = [place for place in spoken if sentence.id in place.texts("en")] or [
            p for p in PLACES if p.games and sentence.id in (*IN_EVERY_GAME, *IN_SOME_GAMES) and sentence.id in p.texts("en")
        ]
        assert known, sentence
        for lang in LANGUAGES:
            assert known[-1].variables(lang, sentence.id) <= sentence.args, (lang, sentence)


@pytest.mark.parametrize("source", CLIENT, ids=lambda source: str(source.relative_to(ROOT)))
def test_the_web_client_asks_for_sentences_that_exist(source: Path) -> None:
    games = [
        place
        for place in PLACES
        if {place.english.parent.name, place.english.parent.name.replace("_", "-")} & {folder.name for folder in source.parents}
    ]
    if source in ASK_GAMES:
        games = PLACES
    known = {id for place in (TABLE, CLIENT_PLACE, *games) for id in place.texts("en")}
    text = source.read_text("utf-8")
    wanted = re.findall(r"""(?:\.text|\.has|\bsay|\bstat)\(\s*["'`]([a-z][\w-]+)["'`]""", text) + re.findall(
        r'"(web-[a-z-]+[a-z])"', text
    )
    assert [id for id in wanted if id not in known] == []


@pytest.mark.parametrize("place", [place for place in PLACES if len(place.games) == 1], ids=lambda place: place.title)
def test_a_games_override_needs_no_extra_arguments(place: Place) -> None:
    for lang in LANGUAGES:
        for id in place.texts(lang).keys() & TABLE.texts(lang).keys():
            assert place.variables(lang, id) <= TABLE.variables(lang, id), id
        assert place.texts(lang).keys() >= set(IN_EVERY_GAME)


class Choices(Visitor):
    """The arguments that decide together which words of a sentence are said."""

    def __init__(self) -> None:
        self.around: frozenset[str] = frozenset()
        self.together: list[frozenset[str]] = []

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:  # noqa: N802 - the visitor's own name
        refers, around = Refers(), self.around
        refers.visit(node.selector)
        self.around = around | refers.variables
        self.together.append(self.around)
        self.generic_visit(node)
        self.around = around


@pytest.mark.parametrize("file", SENTENCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_sentence_depends_on_three_arguments_at_once(file: Path) -> None:
    """So whoever has tried all pairs of values has seen all its words; tests/laws relies on it."""
    choices = Choices()
    choices.visit(FluentParser().parse(file.read_text("utf-8")))
    assert [names for names in choices.together if len(names) > 2] == []


def test_the_listing_has_a_row_for_every_sentence_with_what_says_it() -> None:
    """`make words`: in it, each sentence can be read in both languages, beside its sources."""
    rows = [line.split(" | ") for line in listing().splitlines() if line.startswith("| `")]
    expected = [(place, id) for place in PLACES for id in place.texts("en")]
    for row, (place, id) in zip(rows, expected, strict=True):
        english, french = (place.texts(lang)[id].replace("|", "\\|").replace("<", "&lt;") for lang in LANGUAGES)
        assert " | ".join(row).startswith(f"| `{id}` | {english} | {french} | ")
        assert row[-1].removesuffix(" |").strip(), f"nothing says {id}"
