"""What a game brings for the web client: listed, served for ever by its digest, and packed for browsers."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx

from tablee.core import registry
from tablee.rooms.api import game_info
from tablee.rooms.game_files import game_files
from tests.games_here import TOY, find, install_toy
from tests.server.running import running, settings

NAMES = ["cover.svg", "table.css", "table.js"]


def test_the_files_are_listed_in_a_folder_that_changes_with_them(tmp_path: Path) -> None:
    paths = [*game_files(TOY)]
    assert [path.rpartition("/")[2] for path in paths] == NAMES
    assert tuple(paths) == game_info(TOY).files
    (folder,) = {path.rpartition("/")[0] for path in paths}
    assert folder.startswith("game-files/toy/")
    shutil.copytree(TOY.folder, tmp_path / "toy")
    with (tmp_path / "toy" / "table.js").open("a") as code:
        code.write("// changed\n")
    other = registry.Entry(TOY.game, {}, tmp_path / "toy")
    assert not any(path.startswith(folder) for path in game_files(other))


def test_files_beside_a_single_module_are_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "table.js").write_text("// of somebody else")
    assert game_files(registry.Entry(TOY.game, {}, tmp_path)) == {}


def test_games_without_files_say_nothing_about_them() -> None:
    for entry in registry.all_games():
        assert game_info(entry).files == ()


def test_a_server_serves_them_for_ever_and_nothing_else(tmp_path: Path) -> None:
    async def run() -> None:
        chosen = settings(tmp_path / "t.db", find=find, games=["toy"])
        async with running(chosen) as here, httpx.AsyncClient(base_url=here.base) as http:
            (toy,) = (await http.get("/api/games")).json()
            for path, kind in zip(toy["files"], ("image/svg+xml", "text/css", "text/javascript"), strict=True):
                answer = await http.get(f"/{path}")
                assert (answer.status_code, answer.content) == (200, (TOY.folder / Path(path).name).read_bytes())
                assert answer.headers["content-type"].startswith(kind)
                assert "immutable" in answer.headers["cache-control"]
                assert "unsafe-inline" not in answer.headers["content-security-policy"]
                again = await http.get(f"/{path}", headers={"If-None-Match": answer.headers["etag"]})
                assert again.status_code == 304
            folder = toy["files"][0].rpartition("/")[0]
            for path in (
                f"{folder}/rules.py",
                f"{folder}/parts.toml",
                f"{folder}/..%2frules.py",
                "game-files/toy/0000000000000000/table.js",
                "game-files/chess/0000000000000000/table.js",
            ):
                assert (await http.get(f"/{path}")).status_code == 404, path

    asyncio.run(run())


CODE = """
import io, json, zipfile
from tablee.site.python import other_games, pack_tablee
names = zipfile.ZipFile(io.BytesIO(pack_tablee())).namelist()
print(json.dumps({"names": names, "points": dict(other_games())["other_games-0.dist-info/entry_points.txt"].decode()}))
"""


def test_python_for_browsers_has_the_packages_of_installed_games(tmp_path: Path) -> None:
    package = install_toy(tmp_path / "packages", whole=True)
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(package.parent), os.environ.get("PYTHONPATH"))))}
    done = subprocess.run([sys.executable, "-c", CODE], env=environ, check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    ours = {name for name in told["names"] if not name.startswith("tablee/")}
    assert {name for name in ours if name.startswith("take_or_leave/")} == {
        f"take_or_leave/{name}" for name in ("__init__.py", "guide.toml", "parts.toml", "rules.py")
    }
    assert told["points"] == "[tablee.games]\ntoy = take_or_leave\n"
