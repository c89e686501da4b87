from __future__ import annotations

import shutil
import sys
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


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder one stands in; what is imported from it is forgotten again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "modules", {**sys.modules})
    return tmp_path


def copy_toy(to: Path) -> None:
    shutil.copytree(Path(__file__).parents[1] / "toy", to, ignore=shutil.ignore_patterns("__pycache__"))
    (to / "__init__.py").write_text("from .rules import Toy\n\nGAME = Toy()\n")


def test_tools_find_games_in_the_folder_one_stands_in(here: Path) -> None:
    copy_toy(here / "my_toy")
    assert registry.by_name("my_toy").folder == here / "my_toy"
    assert registry.by_name("./my_toy").folder == here / "my_toy"
    assert not registry.by_name("my_toy").bots


@pytest.mark.parametrize("source", ["", "src"])
def test_a_project_folder_says_where_its_game_is(here: Path, source: str) -> None:
    (here / "pyproject.toml").write_text('[project.entry-points."tablee.games"]\ntoy = "games.my_toy"\n')
    copy_toy(here / source / "games" / "my_toy")
    assert registry.by_name(".").folder == here / source / "games" / "my_toy"
    (here / source / "games" / "__init__.py").touch()
    assert registry.by_name(str(here / source / "games" / "my_toy")).game.id == "toy"


@pytest.mark.parametrize("name", ["chess_x", "no-such-game", "no/such/folder", "__main__", ""])
def test_the_games_are_named_if_there_is_neither_a_game_nor_a_module(here: Path, name: str) -> None:
    with pytest.raises(UnknownGame, match="unknown-game"):
        registry.by_name(name)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"__init__.py": ""}, "__init__.py does not define GAME"),
        ({"__init__.py": "from tests.toy.rules import Toy as GAME"}, "GAME is a class; write GAME = Toy()"),
        ({"__init__.py": "GAME = 'chess'"}, "GAME is not an instance of a subclass of tablee.core.game.Game"),
        ({"rules.py": "GAME = 1"}, "it is a folder without an __init__.py"),
        ({"__init__.py": "\nGAME = ("}, "__init__.py, line 2: '(' was never closed"),
        ({"__init__.py": "from .rules import GAME", "rules.py": "import no_such_thing"}, "rules.py, line 1: ModuleNotFoundError"),
        ({"__init__.py": "\n\n1 / 0"}, "__init__.py, line 3: ZeroDivisionError: division by zero"),
        (
            {"__init__.py": "from tablee.kit.parts import load_parts\nload_parts(__file__)"},
            "__init__.py, line 2: FileNotFoundError",
        ),
        ({"__init__.py": "from tablee.core.game import Game\nGAME = Game()"}, "__init__.py, line 2: TypeError"),
        (
            {"__init__.py": "from tests.toy import GAME", "guide.toml": "seed = 1"},
            "guide.toml: 'bots' is missing",
        ),
    ],
)
def test_what_is_wrong_with_a_module_is_said(here: Path, files: dict[str, str], why: str) -> None:
    folder = here / "broken"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    with pytest.raises(UnknownGame, match="no-game-in-module") as refused:
        registry.by_name("broken")
    assert why in dict(refused.value.message.args)["why"]  # type: ignore[operator]


def test_a_folder_without_a_game_is_refused(here: Path) -> None:
    for text in (None, "[project]\n", '[project.entry-points."tablee.games"]\na = "a"\nb = "b"\n'):
        if text:
            (here / "pyproject.toml").write_text(text)
        with pytest.raises(UnknownGame, match=r"no __init__\.py"):
            registry.by_name(".")


def test_a_module_may_fail_without_a_line_of_its_own(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(module: str) -> None:
        raise OSError("the disk is on fire")

    monkeypatch.setattr(registry, "import_module", fail)
    with pytest.raises(UnknownGame, match="OSError: the disk is on fire"):
        registry.load_game("tests.toy")


def test_something_else_called_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import tests.laws

    monkeypatch.setattr(tests.laws, "GAME", "chess", raising=False)
    with pytest.raises(UnknownGame):
        registry.load_game("tests.laws")
