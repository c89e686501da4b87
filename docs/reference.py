"""Writes reference.md, the reference of `import tablee`, from its docstrings. Run: `python docs/reference.py`."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import tablee
from tablee.bots import players
from tablee.core.options import describe

HEAD = """# The Python API

*Written by `docs/reference.py` from the docstrings; `help(tablee)` shows the same.*

## A first match

<!-- not run: it installs -->
```console
$ python3 -m venv venv && venv/bin/pip install -q .
$ venv/bin/python -c '
import tablee
table = tablee.Table("take-it-easy", ["Ada", "bot:greedy"], seed="holiday")
while table.run():
    table.act(0, table.legal(0)[0])
print(table.match.result().scores)
table.save("holiday.match")
print(tablee.verify("holiday.match").draws, "draws checked")
'
(18, 186)
19 draws checked
```

## The module
"""


def page() -> str:
    return "\n".join([HEAD, prose(tablee.__doc__), *members(), *types(), *games()])


def members() -> Iterator[str]:
    functions = [name for name in tablee.__all__ if inspect.isfunction(getattr(tablee, name))]
    for name in functions:
        yield from entry("##", f"tablee.{name}", name, getattr(tablee, name))
    for name in tablee.__all__:
        if name not in functions:
            kind = getattr(tablee, name)
            yield from entry("##", f"tablee.{name}", name, kind)
            yield from methods(name.lower(), kind)


def methods(owner: str, kind: type[Any]) -> Iterator[str]:
    for name, value in vars(kind).items():
        documented = value.__doc__ and not name.startswith("_")
        if documented and isinstance(value, property):
            yield f"### `{owner}.{name}`\n\n{prose(value.__doc__)}"
        elif documented and inspect.isfunction(value):
            yield from entry("###", f"{owner}.{name}", name, value)


def entry(level: str, title: str, name: str, value: Any) -> Iterator[str]:
    """A heading, the signature and the docstring; for a class also that of its `__init__`."""
    if inspect.isfunction(value) or "__init__" in vars(value):
        yield f"{level} `{title}`\n\n```text\n{signature(name, value)}\n```\n"
    else:
        yield f"{level} `{title}`\n"
    yield prose(value.__doc__)
    if inspect.isclass(value) and value.__init__.__doc__:
        yield prose(value.__init__.__doc__)


def signature(name: str, value: Any) -> str:
    """The signature as it is written; long ones have one argument per line."""
    found = inspect.signature(value)
    parameters = [p for p in found.parameters.values() if p.name != "self" and not p.name.startswith("_")]
    shown, starred = [], False
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            shown.append("*")
        starred |= parameter.kind in (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_POSITIONAL)
        shown.append(argument(parameter))
    answer = "" if found.return_annotation in (inspect.Signature.empty, "None") else f" -> {plain(found.return_annotation)}"
    if inspect.isclass(value):
        answer = ""
    line = f"{name}({', '.join(shown)}){answer}"
    return line if len(line) <= 100 else f"{name}(\n" + "".join(f"    {one},\n" for one in shown) + f"){answer}"


def argument(parameter: inspect.Parameter) -> str:
    star = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
    text = f"{star}{parameter.name}: {plain(parameter.annotation)}"
    if parameter.default is inspect.Parameter.empty:
        return text
    default = parameter.default
    home = getattr(default, "__module__", "").rpartition(".")[2]
    return f"{text} = {f'{home}.{default.__name__}' if callable(default) else repr(default)}"


def plain(annotation: Any) -> str:
    """Annotations are texts, as they are written."""
    return annotation if isinstance(annotation, str) else getattr(annotation, "__forward_arg__", str(annotation))


BUILT_IN = {"Any", "None", "Sequence", "Iterable", "Iterator", "Mapping", "Collection", "Callable", "ClassVar", "IO", "Path"}


def types() -> Iterator[str]:
    """Every type of Tablée that a signature, a field or another type names, with what it is made of."""
    yield "## Types\n\nWhat the signatures name.\n"
    known = {name: getattr(tablee, name) for name in tablee.__all__}
    queue, found = [*known.values()], dict[str, Any]()
    while queue:
        value = queue.pop(0)
        for word in words_in(value) - {*known, *found, *BUILT_IN}:
            named = lookup(word, sys.modules.get(getattr(value, "__module__", "")))
            if named is not None:
                found[word] = named
                queue.append(named)
    for word in sorted(found, key=str.lower):
        yield from described(word, found[word])


def words_in(value: Any) -> set[str]:
    """The names in the annotations of a function, or of a class's fields and public methods, or in an alias."""
    if inspect.isfunction(value):
        return capitalised(signature(value.__name__, value))
    if not inspect.isclass(value):
        return capitalised(alias(value))
    if not value.__module__.startswith("tablee"):
        return set()
    names = capitalised(" ".join(map(plain, fields_of(value).values())))
    for name, member in vars(value).items() if value.__name__ in tablee.__all__ else ():
        if inspect.isfunction(member) and (name == "__init__" or not name.startswith("_")):
            names |= capitalised(signature(name, member))
    return names


def capitalised(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]\w+", text))


def fields_of(kind: type[Any]) -> dict[str, Any]:
    """Of a dataclass or a named tuple, as they are written."""
    if not (is_dataclass(kind) or hasattr(kind, "_fields")):
        return {}
    return {name: text for name, text in vars(kind).get("__annotations__", {}).items() if not name.startswith("_")}


def lookup(word: str, home: Any) -> Any:
    """What a module means by a name, also one that it imports for type checkers only."""
    if hasattr(home, word):
        return getattr(home, word)
    return next((getattr(module, word) for name, module in sorted(sys.modules.items()) if in_tablee(name, module, word)), None)


def in_tablee(name: str, module: Any, word: str) -> bool:
    return name.startswith("tablee") and hasattr(module, word)


def described(word: str, named: Any) -> Iterator[str]:
    yield f"### `{word}`\n"
    if inspect.isclass(named) and named.__module__.startswith("tablee"):
        yield f"`{named.__module__}`. {prose(named.__doc__)}"
        if members := fields_of(named):
            yield (
                "| field | type |\n|---|---|\n"
                + "\n".join(f"| `{n}` | `{escaped(plain(t))}` |" for n, t in members.items())
                + "\n"
            )
    else:
        yield f"Another name for `{escaped(alias(named))}`.\n"


def alias(named: Any) -> str:
    text = named.__name__ if inspect.isclass(named) else str(named)
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", text)


def escaped(text: str) -> str:
    return text.replace("|", "\\|")


def prose(text: str | None) -> str:
    """A docstring as Markdown: indented text becomes code, `name: …` a list item."""
    parts = []
    for part in inspect.cleandoc(text or "").split("\n\n"):
        if part.startswith("    "):
            parts.append(f"```python\n{dedent(part)}\n```")
        else:
            parts.append(re.sub(r"^(\w+): ", r"- `\1`: ", part, flags=re.MULTILINE))
    return join_code("\n\n".join(parts)) + "\n"


def join_code(text: str) -> str:
    return text.replace("\n```\n\n```python\n", "\n\n")


def games() -> Iterator[str]:
    yield "## Games, options and bots\n"
    for entry in tablee.all_games():
        if entry.folder.is_relative_to(Path(tablee.__file__).parent):  # not games of other installed packages
            game = entry.game
            yield f"### `{game.id}`\n\n{game.seats[0]} to {game.seats[-1]} seats. Bots: {', '.join(players(entry))}.\n"
            rows = [f"| `{option.name}` | {option.range} | {shown(option.default)} |" for option in describe(game.options)]
            yield "\n".join(["| option | values | default |", "|---|---|---|", *rows, ""])


def shown(value: str | int | bool) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    Path(__file__).with_name("reference.md").write_text(page(), "utf-8")
