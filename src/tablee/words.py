"""Turns messages into French or English sentences with Fluent. The web client uses the same .ftl files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING

from tablee.core.game import Message, Refusal, say
from tablee.core.record import BadRecord

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

LANGUAGES = ("en", "fr")
HERE = Path(__file__).parent
NAMED = ("seat", "other")  # arguments that hold seat numbers


def language(environ: Mapping[str, str] = os.environ) -> str:
    """The first language of the environment that we support, or English."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environ.get(name, "").split(":"):
            if wish[:2].lower() in LANGUAGES:
                return wish[:2].lower()
    return "en"


@cache
def _bundle(lang: str, *folders: Path | None) -> FluentBundle:
    from fluent.runtime import FluentBundle, FluentResource  # not there in a browser, whose page makes its own sentences

    bundle = FluentBundle([lang], use_isolating=False)
    for where in (HERE, *folders):
        if where is not None:
            text = strings_file(where, lang).read_text("utf-8")
            bundle.add_resource(FluentResource(text), allow_overrides=True)
    return bundle


def rules_file(folder: Path, lang: str) -> tuple[Path, str]:
    """The file with a game's rules, and its language: the wanted one, or English if there is no translation."""
    wanted = folder / f"RULES.{lang}.md"
    return (wanted, lang) if wanted.exists() else (folder / "RULES.md", "en")


def strings_file(folder: Path, lang: str) -> Path:
    """The file with a game's texts: in the wanted language, or in English if there is no translation."""
    wanted = folder / f"strings.{lang}.ftl"
    return wanted if wanted.exists() else folder / "strings.en.ftl"


class Words:
    """The sentences of the table and of one game, with the players' names.

    They address the seat `you`, if given: where others read "Ada accuses Bo", Ada reads "You accuse Bo". `also` is a folder with
    more sentences.
    """

    def __init__(
        self,
        lang: str,
        folder: Path | None = None,
        names: Sequence[str] = (),
        you: int | None = None,
        also: Path | None = None,
    ) -> None:
        self.bundle = _bundle(lang, also, folder)
        self.lang, self.folder, self.also = lang, folder, also
        self.names, self.you = names, you

    def to(self, you: int | None) -> Words:
        """The same words, addressed to this seat."""
        return Words(self.lang, self.folder, self.names, you, self.also)

    def knows(self, id: str) -> bool:
        return self.bundle.has_message(id)

    def __call__(self, message: Message) -> str:
        """The sentence. If the text is missing, its id and arguments, so that nothing is hidden from a player."""
        args = {name: self.name(value) if name in NAMED else value for name, value in message.args}
        pattern = self.bundle.get_message(message.id).value if self.knows(message.id) else None
        if pattern is None:
            return " ".join([message.id, *map(str, args.values())])
        text, errors = self.bundle.format_pattern(pattern, {"you": self._place_of_you(message), **args})
        if errors:
            raise ValueError(f"{message.id} ({self.lang}): {errors}")
        return str(text)

    def _place_of_you(self, message: Message) -> str:
        """Which argument of a message is the reader's seat: the variable `$you` in every sentence."""
        named = ((name, int(value)) for name, value in message.args if name in NAMED)
        return next((name for name, seat in named if seat == self.you), "nobody")

    def text(self, id: str, **args: str | int) -> str:
        return self(say(id, **args))

    def number(self, value: float, form: str) -> str:
        """A number in a format of Python's, such as ".2f" or ".1%", with the signs of the language."""
        text = format(value, form)
        return text.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%") if self.lang == "fr" else text

    def name(self, seat: str | int) -> str:
        number = int(seat)
        return self.names[number] if 0 <= number < len(self.names) else self.text("seat-name", number=number + 1)

    def bot(self, level: str) -> str:
        """The name of a bot of this level; one of your own (`module:Class`) is called like its class."""
        return self.text(f"bot-{level}") if self.knows(f"bot-{level}") else level.rpartition(":")[2]

    def refusal(self, error: Refusal) -> str:
        """The sentence for a refusal, with the line number if it is about a record."""
        why = self(error.message)
        return self.text("at-line", line=error.line, why=why) if isinstance(error, BadRecord) else why


def refusal(error: Refusal, lang: str) -> str:
    """The sentence for a refusal, in the words of the game whose code has raised it. Without Fluent, its id and arguments."""
    try:
        return Words(lang, _folder_of(error), also=HERE / "cli").refusal(error)
    except ImportError:
        return " ".join(error.__notes__)


def _folder_of(error: Refusal) -> Path | None:
    """The folder of the game whose code has raised it; the innermost, if there are several."""
    files = [Path(frame.f_code.co_filename) for frame, _ in walk_tb(error.__traceback__)]
    homes = (folder for file in reversed(files) for folder in file.parents[:2])
    return next((folder for folder in homes if folder != HERE and strings_file(folder, "en").exists()), None)
