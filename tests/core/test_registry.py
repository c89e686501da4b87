from __future__ import annotations

from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path

import pytest

from tablee.core import registry
from tablee.core.registry import UnknownGame

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


def test_games_are_discovered() -> None:
    folders = [path.parent.name.replace("_", "-") for path in Path(registry.__file__).parents[1].glob("games/*/rules.py")]
    ours = [id for id, module in registry.names().items() if module.startswith("tablee.games.")]  # others may be installed
    assert ours == sorted(folders)
    assert {entry.game.id for entry in registry.all_games()} >= set(folders)


def test_an_installed_package_can_add_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("toy", "tests.toy", registry.PACKAGE)
    looked = count()
    monkeypatch.setattr(registry, "entry_points", lambda group: (next(looked), [point])[1])
    registry.find.cache_clear()
    registry.names.cache_clear()
    try:
        assert registry.find("toy").game.id == "toy"
        for _ in range(3):
            with pytest.raises(UnknownGame):
                registry.find("chess")
        assert next(looked) == 1, "looking through all packages takes milliseconds, and anybody may ask for unknown games"
    finally:
        registry.find.cache_clear()
        registry.names.cache_clear()


@pytest.mark.parametrize("name", ["chess", "", "os", "tests.toy", "../games", "take_it_easy"])
def test_an_id_is_never_imported_as_a_module(name: str) -> None:
    with pytest.raises(UnknownGame, match="unknown-game"):
        registry.find(name)


@pytest.mark.parametrize("module", ["no.such.module", "tests", "tests.laws", "json", "", "."])
def test_a_module_without_a_game_is_refused(module: str) -> None:
    with pytest.raises(UnknownGame, match="no-game-in-module"):
        registry.load_game(module)


def test_tools_accept_an_id_or_a_module() -> None:
    assert registry.by_name("tests.toy").game.id == "toy"
    assert registry.by_name("take-it-easy") is registry.find("take-it-easy")


def test_something_else_called_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import tests.laws

    monkeypatch.setattr(tests.laws, "GAME", "chess", raising=False)
    with pytest.raises(UnknownGame):
        registry.load_game("tests.laws")
