"""How the source is arranged: each thing in one place, and each name for one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tablee

pytestmark = pytest.mark.quick

SOURCE = Path(tablee.__file__).parent
# checkers and kernels have their own loops: a checker must not share the code it checks
OWN_LOOPS = ("games/", "core/laws.py", "lab/kernel_laws.py")


@cache
def modules() -> list[tuple[str, ast.Module]]:
    files = sorted(SOURCE.rglob("*.py"))
    return [(path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text("utf-8"))) for path in files]


def places(found: type[ast.AST], matches: str) -> list[str]:
    """The files with such nodes, one entry per occurrence."""
    return [
        name
        for name, tree in modules()
        if not name.startswith(OWN_LOOPS)
        for node in ast.walk(tree)
        if isinstance(node, found) and matches in ast.unparse(node).partition("\n")[0]
    ]


def type_names(tree: ast.Module) -> Iterator[str]:
    """The classes of a module and its type aliases."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()) if name[0].isupper():
                assert name.isupper(), f"{name} looks like a type alias, but is not annotated as one"


def repeated(folder: str) -> dict[str, list[str]]:
    """The names of types that are defined more than once in this folder; the folders of games are apart."""
    homes: dict[str, list[str]] = defaultdict(list)
    for file, tree in modules():
        if file.startswith(folder) and (folder or not file.startswith(("games/", "starter/project/"))):
            for name in type_names(tree):
                homes[name].append(file)
    return {name: files for name, files in homes.items() if len(files) > 1}


@pytest.mark.parametrize("folder", ["", *(f"games/{rules.parent.name}/" for rules in sorted(SOURCE.glob("games/*/rules.py")))])
def test_no_type_name_means_two_things(folder: str) -> None:
    """Games share the contract's names: each has its own State, Action and View, and one of each."""
    assert repeated(folder) == {}


@pytest.mark.parametrize(
    ("what", "node", "text", "where"),
    [
        ("waits after TooSoon", ast.ExceptHandler, "except TooSoon", ["steps.py"]),
        ("makes a draw", ast.Call, "dealer.pick(", ["steps.py"]),
        ("rings", ast.Call, ".legal(state, CLOCK)", ["steps.py"]),
        ("checks the number of seats", ast.Compare, "not in self.seats", ["core/game.py"]),
    ],
)
def test_each_call_has_one_home(what: str, node: type[ast.AST], text: str, where: list[str]) -> None:
    assert sorted(set(places(node, text))) == where, what
