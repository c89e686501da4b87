"""Writes reference.md, the reference of `import tablee`, from its docstrings. Run: `python docs/reference.py`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
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
    return "\n".join([HEAD, prose(tablee.__doc__), *members(), *games()])


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
    """The signature with plain annotations; long ones have one argument per line."""
    plain = re.sub(r"'([^']+)'", r"\1", str(inspect.signature(value))).removesuffix(" -> None")
    plain = re.sub(r"<.* at 0x\w+>", "…", plain)
    plain = plain.replace("(self, ", "(").replace("(self)", "()")
    if len(name + plain) <= 100:
        return name + plain
    arguments, _, answer = plain.removeprefix("(").rpartition(")")
    lines = re.split(r", (?=[\w*]+(?::|,|$))", arguments)
    return f"{name}(\n" + "".join(f"    {line},\n" for line in lines) + f"){answer}"


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
