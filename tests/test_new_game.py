"""`tablee new-game`: what it writes passes every check, plays, and is packed whole by different build tools."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee import starter
from tablee.core import registry
from tablee.core.game import BadText
from tablee.starter import PROJECT, write_game
from tablee.words import HERE, LANGUAGES, Words
from tests.fresh_environment import fresh_environment

ROOT = Path(__file__).parents[1]
NAME = "high-card"
COMMANDS = HERE / "cli"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / NAME
    write_game(NAME, folder)
    return folder


@pytest.fixture
def run(project: Path) -> Run:
    """Runs a command in the folder of the new game, which is not installed."""

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", *command], cwd=project, capture_output=True, text=True, check=False)

    return run


def test_no_file_speaks_of_the_game_it_was_copied_from(project: Path) -> None:
    files = [file for file in project.rglob("*") if file.is_file()]
    assert len(files) == sum(file.is_file() and "__pycache__" not in file.parts for file in PROJECT.rglob("*"))
    for file in files:
        assert not re.search(r"(?i)starter", f"{file.relative_to(project)} {file.read_text('utf-8')}"), file
    assert (project / "high_card" / "golden" / "three.match").is_file()
    assert "game = High Card\n" in (project / "high_card" / "strings.fr.ftl").read_text("utf-8")


@pytest.mark.parametrize("name", [".", "high_card", "high_card/players/.."])
def test_it_obeys_the_laws_before_it_is_installed(run: Run, name: str) -> None:
    done = run("tablee", "check", name, "--matches", "10", "--lang", "en")
    assert (done.stdout, done.stderr) == ("high-card: 10 random matches and one golden record obey every law.\n", "")


def test_its_own_tests_pass(run: Run) -> None:
    done = run("pytest", "-q", "-p", "no:cacheprovider")
    assert " passed" in done.stdout, done.stdout
    assert done.returncode == 0


def test_its_record_can_be_verified_and_simulations_add_golden_ones(project: Path, tmp_path: Path) -> None:
    environ = fresh_environment(tmp_path / "venv")
    for command in (
        "pip install -q --editable .",
        "tablee verify high_card/golden/three.match",
        f"tablee simulate high-card --bots steady --games 2 --save {tmp_path / 'golden'}",
    ):
        done = subprocess.run(command, shell=True, cwd=project, env=environ, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command
    assert len([*(tmp_path / "golden").iterdir()]) == 2


def test_a_wheel_has_all_of_it(project: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        assert {name for name in packed.namelist() if ".dist-info/" not in name} == package_files(project)


def test_setuptools_packs_all_of_it(project: Path, tmp_path: Path, outside_part: Callable[[str], Any]) -> None:
    """With what CONTRIBUTING.md says to add."""
    outside_part("setuptools")
    blocks = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("```")
    added = next(block for block in blocks if "[tool.setuptools" in block).removeprefix("toml")
    write_game(NAME, tmp_path / NAME)
    with (tmp_path / NAME / "pyproject.toml").open("a") as pyproject:
        pyproject.write(added)
    build = [
        sys.executable,
        "-c",
        "import setuptools; setuptools.setup()",
        "-q",
        "build_py",
        "--build-lib",
        str(tmp_path / "lib"),
    ]
    subprocess.run(build, cwd=tmp_path / NAME, check=True, capture_output=True)
    built = tmp_path / "lib"
    assert {file.relative_to(built).as_posix() for file in built.rglob("*.*")} == package_files(project)


def package_files(project: Path) -> set[str]:
    files = (file.relative_to(project) for file in (project / "high_card").rglob("*.*"))
    return {file.as_posix() for file in files if "__pycache__" not in file.parts}


@pytest.mark.parametrize("name", ["", "High-Card", "9-lives", "a--b", "-a", "café", "class", "limits", "json", "tablee"])
def test_names_that_cannot_be_used_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadText, match=r"new-game-(name|taken)"):
        write_game(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(BadText, match="new-game-there"):
        write_game(NAME, tmp_path / "mine")
    assert [*(tmp_path / "mine").iterdir()] == []


def test_the_command_says_where_the_game_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tablee", "new-game", NAME]
    for lang in LANGUAGES:
        folder = tmp_path / lang
        folder.mkdir()
        done = subprocess.run([*command, "--lang", lang], cwd=folder, capture_output=True, text=True, check=True)
        assert done.stdout == Words(lang, also=COMMANDS).text("new-game-written", game="High Card", folder=NAME) + "\n"
    again = subprocess.run([*command, "--lang", "en"], cwd=folder, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr) == (2, Words("en", also=COMMANDS).text("new-game-there", folder=NAME) + "\n")
    done = subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "high-card/high_card/rules.py" in json.loads(done.stdout)["files"]


def test_without_golden_records_check_says_how_to_make_some(tmp_path: Path) -> None:
    write_game(NAME, tmp_path / NAME)
    (tmp_path / NAME / "high_card" / "golden" / "three.match").unlink()
    tablee = [sys.executable, "-m", "tablee"]
    check = [*tablee, "check", ".", "--matches", "1", "--lang", "en"]
    done = subprocess.run(check, cwd=tmp_path / NAME, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    command = "tablee simulate . --games 3 --save high_card/golden"
    assert done.stderr.splitlines()[1] == Words("en", also=COMMANDS).text("make-golden", game=".", folder="high_card/golden")
    assert done.stderr.rstrip().endswith(command)
    subprocess.run([*tablee, *command.split()[1:]], cwd=tmp_path / NAME, capture_output=True, check=True)
    subprocess.run(check, cwd=tmp_path / NAME, capture_output=True, check=True)


def test_the_copied_game_is_no_installed_game() -> None:
    assert "starter-game" not in registry.names()
    assert registry.load_game(f"{starter.__name__}.project.starter_game").guide
