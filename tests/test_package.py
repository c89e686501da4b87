"""Builds the wheel, checks its contents and runs it outside the source tree."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_contains_every_game_and_runs(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, env=os.environ | {"TABLEE_NO_WEB": "1"}, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("tablee-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        packed.extractall(tmp_path / "site")
    for game in (ROOT / "src/tablee/games").glob("*/rules.py"):
        for part in ("rules.py", "parts.toml", "RULES.md", "strings.en.ftl"):  # the others are optional
            assert f"tablee/games/{game.parent.name}/{part}" in names
        for file in game.parent.rglob("*.*"):
            assert "__pycache__" in file.parts or file.relative_to(ROOT / "src").as_posix() in names
        assert any(name.startswith(f"tablee/games/{game.parent.name}/golden/") for name in names)
    assert {"tablee/py.typed", "tablee/strings.fr.ftl"} <= names
    starter = [file for file in (ROOT / "src/tablee/starter").rglob("*.*") if "__pycache__" not in file.parts]
    assert {file.relative_to(ROOT / "src").as_posix() for file in starter} <= names
    for script in (ROOT / "src/tablee/server/static").rglob(
        "index-*.js"
    ):  # if the client is built, it is packed with its compressed forms
        assert {f"{script.relative_to(ROOT / 'src').as_posix()}{suffix}" for suffix in ("", ".br", ".gz")} <= names
    assert not any("__pycache__" in name or name.startswith("tests") for name in names)
    path = f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})"
    code = f"{path}; from tablee.cli import main; sys.exit(main(['check', '--matches', '1']))"
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(list((ROOT / "src/tablee/games").glob("*/rules.py")))
