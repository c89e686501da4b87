"""Every sentence a user can meet: its text in both languages, and the sources that use it.

`python -m tests.sentences` prints them all, as build/words.md (`make words`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from tablee.bots import everybody
from tablee.core.options import describe
from tablee.core.registry import Entry, all_games, load_game
from tablee.words import LANGUAGES

ROOT = Path(__file__).parents[1]
PYTHON, WEB = ROOT / "src" / "tablee", ROOT / "web" / "src"
# they ask for sentences that a game may have
ASK_GAMES = tuple(
    WEB / path
    for path in ("pages/rules/Glance.svelte", "lib/ui/Options.svelte", "lib/ui/TermFields.svelte", "lib/state/words.ts")
)
BUILT = re.compile(r"""(?:f"|f'|`)([a-z][a-z-]*-)\$?\{[^}`]*\}([a-z-]*)["'`]""")  # an id built from parts: `web-line-${at}`
BRIEF = 90  # the longest list of sources, in characters


@dataclass(frozen=True)
class Place:
    """A file of sentences in each language, and the sources that may use them."""

    title: str
    english: Path
    french: Path
    sources: tuple[Path, ...]
    games: tuple[Entry, ...]  # whose panels, options, boards, puzzles and bots have names here

    def texts(self, lang: str) -> dict[str, str]:
        return {id: text for id, (text, _) in _messages(self.english if lang == "en" else self.french).items()}

    def variables(self, lang: str, id: str) -> frozenset[str]:
        """The arguments a sentence needs, including those of the sentences it refers to."""
        messages = _messages(self.english if lang == "en" else self.french)
        _, refers = messages[id]
        inner = (self.variables(lang, one) for one in refers.messages if one in messages)
        return frozenset(refers.variables).union(*inner) - {"you"}

    def users(self, id: str) -> list[Path]:
        """The sources that use it, by its full id or by an id built from parts."""
        named = _family(self.games, id)
        if named is False:
            return []
        inside = [file for file in (self.english,) for _, refers in _messages(file).values() if id in refers.messages]
        return [*dict.fromkeys(inside), *(source for source in self.sources if _says(source, id))]


class Refers(Visitor):
    """What a sentence refers to."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 - the visitor's own names
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


@cache
def _messages(file: Path) -> dict[str, tuple[str, Refers]]:
    """The sentences of a file, one line each, and what they refer to."""
    source, found = file.read_text("utf-8"), {}
    for entry in FluentParser().parse(source).body:
        assert not isinstance(entry, ftl.Junk), f"{file}: {entry.content}"
        if isinstance(entry, ftl.Message) and entry.value is not None and entry.value.span is not None:
            refers = Refers()
            refers.visit(entry.value)
            assert entry.id.name not in found, f"{file}: {entry.id.name} is there twice"
            text = source[entry.value.span.start : entry.value.span.end]
            found[entry.id.name] = re.sub(r"[ \n]+", " ", text), refers
    return found


@cache
def _text(source: Path) -> str:
    return source.read_text("utf-8")


@cache
def _built(source: Path) -> frozenset[tuple[str, str]]:
    return frozenset(BUILT.findall(_text(source)))


def _says(source: Path, id: str) -> bool:
    text = _text(source)
    return any(f"{mark}{id}{mark}" in text for mark in "\"'`") or any(
        id.startswith(start) and id.endswith(end) and len(id) > len(start + end) for start, end in _built(source)
    )


def _family(games: tuple[Entry, ...], id: str) -> bool | None:
    """Whether the thing a sentence names exists; None if the sentence belongs to no family."""
    family, _, name = id.partition("-")
    if family not in ("panel", "option", "paper", "puzzle", "bot"):
        return None
    return any(name in _named(entry, family) for entry in games)


def _named(entry: Entry, family: str) -> frozenset[str]:
    match family:
        case "panel":
            sources = (*entry.folder.glob("*.py"), entry.folder / "parts.toml")
            return frozenset(re.findall(r'"([a-z-]+)"', "".join(map(_text, sources))))
        case "option":
            options = describe(entry.game.options)
            choices = (f"{option.name}-{choice}" for option in options for choice in option.choices)
            return frozenset([*(option.name for option in options), *choices])
        case "paper":
            return frozenset(field.name for field in fields(entry.game.real_board)) if entry.game.real_board else frozenset()
        case "puzzle":
            return frozenset(field.name for field in fields(entry.solver.puzzle)) if entry.solver else frozenset()
        case _:
            return frozenset(everybody(entry))


def places() -> list[Place]:
    entries = (*all_games(), load_game("tests.toy"), load_game("tablee.starter.project.starter_game"))
    code = [path for path in sorted(PYTHON.rglob("*.py")) if not {"games", "project"} & {*path.parts}]
    written = (*WEB.rglob("*.ts"), *WEB.rglob("*.svelte"))
    client = [path for path in sorted(written) if WEB / "games" not in path.parents and path.name != "ids.ts"]  # which lists all
    tables = {path.name: sorted((*path.rglob("*.ts"), *path.rglob("*.svelte"))) for path in (WEB / "games").iterdir()}
    rules = {
        entry.game.id: [*sorted(entry.folder.rglob("*.py")), *entry.folder.glob("guide.toml"), *entry.folder.glob("*.js")]
        for entry in entries
    }
    more = [*tables["generic"], *(path for path in (WEB / "games").glob("*.ts"))]

    def place(title: str, folder: Path, name: str, sources: list[Path], games: tuple[Entry, ...]) -> Place:
        return Place(title, folder / name.format("en"), folder / name.format("fr"), tuple(sources), games)

    everything = [
        *code,
        *(path for some in rules.values() for path in some),
        *client,
        *(p for some in tables.values() for p in some),
    ]
    found = [
        place("The table", PYTHON, "strings.{}.ftl", everything, entries),
        place("The web client", WEB / "words", "{}.ftl", [*client, *more, *(p for some in tables.values() for p in some)], ()),
    ]
    found.append(place("At the table in the web client", WEB / "words" / "table", "{}.ftl", client, ()))
    found.append(place("Replays in the web client", WEB / "words" / "replay", "{}.ftl", client, ()))
    found.append(place("With the box in the web client", WEB / "words" / "box", "{}.ftl", client, ()))
    for entry in entries:
        id, title = entry.game.id, _messages(entry.folder / "strings.en.ftl")["game"][0]
        own = tables.get(id, [])
        found.append(place(title, entry.folder, "strings.{}.ftl", [*rules[id], *code, *client, *more, *own], (entry,)))
        if (WEB / "games" / id / "en.ftl").exists():
            found.append(place(f"{title} in the web client", WEB / "games" / id, "{}.ftl", [*own, *ASK_GAMES], ()))
    found.append(place("The coach in the web client", WEB / "words" / "coach", "{}.ftl", client, ()))
    found.append(place("Exercises in the web client", WEB / "words" / "exercises", "{}.ftl", client, ()))
    found.append(place("The ladder in the web client", WEB / "words" / "ladder", "{}.ftl", client, ()))
    found.append(place("The deal of the day in the web client", WEB / "words" / "daily", "{}.ftl", client, ()))
    found.append(place("My games in the web client", WEB / "words" / "history", "{}.ftl", client, ()))
    found.append(place("The command line", PYTHON / "cli", "strings.{}.ftl", code, ()))
    found.append(place("The server's own pages", PYTHON / "server", "strings.{}.ftl", code, ()))
    found.append(place("Python in the browser", WEB / "words" / "engine", "{}.ftl", client, ()))
    found.append(place("The scorers in the web client", WEB / "words" / "score", "{}.ftl", client, ()))
    return found


@dataclass(frozen=True)
class Asked:
    """A sentence a source uses by its id, and the arguments it passes."""

    source: Path
    line: int
    id: str
    args: frozenset[str]


def asked(source: Path) -> Iterator[Asked]:
    """The sentences a Python source uses by a plain id: `say("…", …)`, `words.text("…", …)`, `Refused("…")`."""
    for node in ast.walk(ast.parse(_text(source))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
        whole = name == "Refused" and len(node.args) == 1
        if (name in ("say", "text") or whole) and all(keyword.arg for keyword in node.keywords):
            args = frozenset(str(keyword.arg) for keyword in node.keywords)
            yield from (Asked(source, node.lineno, id, args) for id in _constants(node.args[0]))


def _constants(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_constants(body), *_constants(orelse))


def listing() -> str:
    lines = [
        "# Every sentence",
        "",
        "Everything a user can read, in both languages, with the sources that say it. Generated by `make words`; do not edit.",
        "`$you` tells whether the reader sits at `$seat` or at `$other`.",
    ]
    for place in places():
        lines += ["", f"## {place.title}", ""]
        lines += [f"`{place.english.relative_to(ROOT)}`, `{place.french.relative_to(ROOT)}`", ""]
        lines += ["| id | English | French | said by |", "|---|---|---|---|"]
        english, french = (place.texts(lang) for lang in LANGUAGES)
        lines += [f"| `{id}` | {_cell(english[id])} | {_cell(french[id])} | {_brief(place.users(id))} |" for id in english]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _brief(users: list[Path]) -> str:
    rooms = ("players", "kernels")  # of every game
    names = ["/".join(user.parts[-3 if user.parent.name in rooms else -2 :]) for user in users]
    shown = [name for number, name in enumerate(names) if len(", ".join(names[: number + 1])) <= BRIEF]
    return ", ".join([*shown, *(["…"] if len(shown) < len(names) else [])])


if __name__ == "__main__":
    print(listing(), end="")
