"""What every command uses: the parser, the language, options of games, JSON, files and progress."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

if TYPE_CHECKING:
    from datetime import date

    from tablee.core.game import Outcome, Refusal
    from tablee.core.registry import Entry
    from tablee.protocol.wire import MatchResult
    from tablee.table import Table
    from tablee.words import Words


HERE = Path(__file__).parent  # with the sentences of the command line
ARGPARSE = {  # what argparse says, and our sentences for it
    "usage: ": "argparse-usage",
    "positional arguments": "argparse-positional",
    "options": "argparse-options",
    "show this help message and exit": "argparse-help",
    "show program's version number and exit": "argparse-version",
    "the following arguments are required: %s": "argparse-required",
    "expected one argument": "argparse-one",
    "expected at least one argument": "argparse-some",
    "argument %(argument_name)s: %(message)s": "argparse-argument",
    "invalid %(type)s value: %(value)r": "argparse-type",
    "not allowed with argument %s": "argparse-not-with",
    "ignored explicit argument %r": "argparse-ignored",
    "ambiguous option: %(option)s could match %(matches)s": "argparse-ambiguous",
}
PLACE = re.compile(r"(%(?:\((\w+)\))?[sr])")  # where argparse puts an argument


class Parser(argparse.ArgumentParser):
    """Speaks the user's language. Help is given as ids of sentences; an error is reported in one line, without the usage."""

    def __init__(self, *args: Any, shell: Shell, **more: Any) -> None:
        super().__init__(*args, **more)
        self.shell = shell

    def error(self, message: str) -> NoReturn:
        self.shell.complain("bad-arguments", f"{self.prog}: {message}")
        self.exit(2)

    def format_help(self) -> str:
        told = self.shell.help
        self.description, self.epilog = told(self.description), told(self.epilog)
        for group in self._action_groups:
            group.title = told(group.title)
        for action in self._actions:
            action.help = told(action.help)
            for choice in getattr(action, "_choices_actions", ()):
                choice.help = told(choice.help)
        return super().format_help()

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known, command = [*map(str, action.choices)], isinstance(action, argparse._SubParsersAction)
        words = self.shell.words()
        told = (
            words.text("unknown-command", command=value, known=", ".join(known))
            if command
            else words.text("bad-choice", text=value, known=", ".join(known))
        )
        told += self.shell.suggestion(value, known)
        if command:
            self.error(told)
        raise argparse.ArgumentError(action, told)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            words = self.shell.words()
            told = words.text("bad-text") if action.type is text else words.text("bad-number", text=arg_string[:40])
            raise argparse.ArgumentError(action, told) from None

    def unknown(self, rest: Sequence[str]) -> NoReturn:
        """Arguments that this command does not take."""
        word, words = rest[0].partition("=")[0], self.shell.words()
        told = words.text("unknown-flag", flag=word) if word.startswith("-") else words.text("too-many-arguments", text=word)
        self.error(told + self.shell.suggestion(word, self._option_string_actions))


class Shell:
    """The user's language and the game a command is about: together they give the words to print."""

    def __init__(self, lang: str | None, json: bool = False) -> None:
        self.wish, self.json = lang, json  # whether errors are JSON, too
        self.entry: Entry | None = None
        vars(argparse)["_"] = self._translated  # argparse looks its sentences up by this name

    @cached_property
    def lang(self) -> str:
        from tablee.words import LANGUAGES, language

        return self.wish if self.wish in LANGUAGES else language()

    def _translated(self, told: str) -> str:
        """What is said in help is translated when help is shown: to start fast, no sentence is looked up before."""
        return self.help(told) if (told and "%" in told) or told in ("usage: ", "expected one argument") else told

    def help(self, told: str | Any) -> Any:
        """The sentence for an id, or for what argparse says; anything else as it is."""
        if not isinstance(told, str) or (told in ARGPARSE and self.lang == "en"):
            return told
        words, id = self.words(), ARGPARSE.get(told, told)
        if not words.knows(id):
            return told
        if told not in ARGPARSE:
            return words.text(id).replace("%", "%%")
        places = {name.removesuffix("_name") or "text": place for place, name in PLACE.findall(told)}
        return words.text(id, **places)

    def complain(self, code: str, told: str) -> None:
        """Reports what the user can mend in one line, or as JSON."""
        told = re.sub(r"[ \n\r\t]+", " ", told)  # no-break spaces stay
        print(to_json({"error": code, "message": told}) if self.json else told, file=sys.stderr)

    def suggestion(self, wrong: str, known: Iterable[str]) -> str:
        """“Did you mean …?”, if something known is similar."""
        from difflib import get_close_matches

        near = get_close_matches(wrong, [*known], 1)
        return f" {self.words().text('did-you-mean', near=near[0])}" if near else ""

    def refused(self, refusal: Refusal) -> None:
        """Reports a refusal. Where its message says what is known, it suggests the nearest."""
        args = dict(refusal.message.args)
        known = str(args.pop("known", args.pop("choices", "")))
        wrong = str(args.get("value", next(iter(args.values()), "")))
        told = self.words().refusal(refusal)
        self.complain(refusal.message.id, told + (self.suggestion(wrong, known.split(", ")) if known else ""))

    def find(self, name: str) -> Entry:
        """An installed game by its id, or any by its module or folder."""
        from tablee.core import registry

        self.entry = registry.by_name(name)
        return self.entry

    def installed(self, id: str) -> Entry:
        """An installed game by its id. For records and servers, which must not choose what is imported."""
        from tablee.core import registry

        self.entry = registry.find(id)
        return self.entry

    def words(self, names: Sequence[str] = ()) -> Words:
        from tablee.words import Words

        return Words(self.lang, self.entry.folder if self.entry else None, names, also=HERE)


Run: TypeAlias = Callable[[argparse.Namespace, Shell], int]  # returns the exit status
AddCommand: TypeAlias = Callable[[str, Run, str], argparse.ArgumentParser]  # from a name, what it runs, and its help


def common_flags(json: str = "help-json") -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--lang", choices=("en", "fr"), help="help-lang")
    common.add_argument("--json", action="store_true", help=json)
    return common


def text(word: str) -> str:
    """Refuses arguments that are not valid Unicode, which could not be written to a record."""
    word.encode()
    return word


def game_and_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="help-game")
    option_flag(parser)


def option_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="help-option")


def pairs(texts: Sequence[str], form: str) -> dict[str, str]:
    from tablee.core.game import BadText, say

    for text in texts:
        if "=" not in text:
            raise BadText(say("bad-flag", text=text[:40], form=form))
    return dict(text.split("=", 1) for text in texts)


def read_options(entry: Entry, texts: Sequence[str]) -> Any:
    from tablee.core.options import new_options

    return new_options(entry.game, pairs(texts, "NAME=VALUE"))


def count(number: int, least: int, most: int) -> int:
    from tablee.core.game import BadText, say

    if not least <= number <= most:
        raise BadText(say("bad-count", text=str(number)[:20], least=least, most=most))
    return number


def day_asked(text: str | None) -> date:
    """The date that was given, or today's on this device. Raises BadText."""
    from datetime import datetime

    from tablee.daily import read_day

    return read_day(text) if text else datetime.now().astimezone().date()


def to_json(value: object) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def print_json(value: object) -> None:
    print(to_json(value))


@contextmanager
def writing(path: str) -> Iterator[None]:
    from tablee.core.game import BadText, say

    try:
        yield
    except OSError as error:
        raise BadText(say("no-write", file=path, why=error.strerror or str(error))) from None


def save(path: str, table: Table) -> None:
    with writing(path):
        table.save(path)


def progress(items: Iterable[Any], total: int, what: str) -> Iterable[Any]:
    """Shows a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, what, total, console=Console(stderr=True), transient=True)


def seat_names(seats: Sequence[str], words: Words) -> list[str]:
    """`Ada`, `Greedy 2`: people by their names, bots by their level and seat."""
    from tablee.table import BOT

    bots = [f"{words.bot(seat.removeprefix(BOT))} {number}" for number, seat in enumerate(seats, start=1)]
    return [bot if seat.startswith(BOT) else seat for seat, bot in zip(seats, bots, strict=True)]


def result(end: Outcome | MatchResult | None) -> dict[str, Any]:
    return {"scores": end.scores, "places": end.places} if end else {}
