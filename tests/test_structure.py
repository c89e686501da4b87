"""How the source is arranged: each thing in one place, and each name for one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import tablee

pytestmark = pytest.mark.quick

SOURCE = Path(tablee.__file__).parent
# checkers and kernels have their own loops: a checker must not share the code it checks
OWN_LOOPS = ("games/", "core/laws.py", "lab/batch.py")


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


def test_no_class_name_means_two_things() -> None:
    """Except in games/, whose folders share the contract's names."""
    homes: dict[str, list[str]] = defaultdict(list)
    for name, tree in modules():
        if not name.startswith("games/"):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    homes[node.name].append(name)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


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
