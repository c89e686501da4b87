"""What every command uses: the parser, the language, options of games, JSON, files and progress."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

if TYPE_CHECKING:
    from tablee.core.game import Outcome
    from tablee.core.registry import Entry
    from tablee.protocol.wire import MatchResult
    from tablee.table import Table
    from tablee.words import Words


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, without the usage that `--help` prints."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


class Shell:
    """The user's language and the game a command is about: together they give the words to print."""

    def __init__(self, lang: str | None) -> None:
        from tablee.words import language

        self.lang = lang or language()
        self.entry: Entry | None = None

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

        return Words(self.lang, self.entry.folder if self.entry else None, names)


Run: TypeAlias = Callable[[argparse.Namespace, Shell], int]  # returns the exit status
AddCommand: TypeAlias = Callable[[str, Run, str], argparse.ArgumentParser]  # from a name, what it runs, and its help


def common_flags(json: str = "print the result as JSON") -> Parser:
    common = Parser(add_help=False)
    common.add_argument("--lang", choices=("en", "fr"), help="language (default: from the environment)")
    common.add_argument("--json", action="store_true", help=json)
    return common


def text(word: str) -> str:
    """Refuses arguments that are not valid Unicode, which could not be written to a record."""
    word.encode()
    return word


def game_and_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game id; `tablee games` lists them")
    option_flag(parser)


def option_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game; can be repeated"
    )


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
