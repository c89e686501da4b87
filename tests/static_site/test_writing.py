"""The files of a static site."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tablee import cli
from tablee.bots import weights_name, weights_of
from tablee.core import registry
from tablee.core.game import BadText
from tablee.site import python, writing
from tablee.site.python import Parts, find_parts, pack_tablee
from tablee.site.writing import MARK, write_site
from tests.conftest import missing


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Parts:
    """Small stand-ins for Pyodide, the wheel and the built client."""
    pyodide, client = tmp_path / "pyodide", tmp_path / "client"
    for folder in (pyodide, client / "assets"):
        folder.mkdir(parents=True)
    for name in python.PYODIDE:
        (pyodide / name).write_text(name)
    (pyodide / "package.json").write_text('{"version": "1", "license": "MPL-2.0"}')
    (pyodide / python.LOCK).write_text('{"info": {"python": "3.14"}, "packages": {"numpy": {}}}')
    (tmp_path / "msgspec-1-cp314.whl").write_text("wheel")
    page = '<!doctype html><html lang="en"><head><link href="/a.svg" /></head><script src="/assets/index-1.js"></script></html>'
    (client / "index.html").write_text(page)
    (client / "sw.js").write_text('const FILES = [];\nconst VERSION = "";\n')
    (client / "assets" / "index-1.js").write_text("1")
    (client / "assets" / "index-1.js.br").write_text("1")
    monkeypatch.setattr(writing, "CLIENT", client)
    return Parts(pyodide, (tmp_path / "msgspec-1-cp314.whl",))


class Links(HTMLParser):
    """The URLs in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href")]


def test_a_site_finds_everything_by_relative_paths(tmp_path: Path, parts: Parts) -> None:
    folder = tmp_path / "public"
    files = write_site(folder, parts)
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()} == set(files)
    page = files["index.html"].decode()
    assert Links(page).found == ["./a.svg", "./assets/index-1.js"]
    engine = re.findall('data-site="(engine/[0-9a-f]{16}/)"', page)[0]
    told = json.loads(files[f"{engine}files.json"])
    assert {f"{engine}{name}" for name in told["files"]} == {name for name in files if name.startswith("engine/")}
    later = (".mjs", "files.json", ".bin")  # imported, or fetched when a bot needs them
    assert told["bytes"] == sum(len(files[engine + name]) for name in told["files"] if not name.endswith(later))
    assert "Content-Security-Policy" in page
    kept = json.loads(re.findall("^const FILES = (.*);$", files["sw.js"].decode(), re.M)[0])
    assert {name[2:] for name in kept if name != "./"} == {
        name for name in files if not name.startswith(("engine/", ".", "index.html", "sw.js", MARK))
    }
    assert "MPL-2.0" in files["LICENSES.txt"].decode()


def test_what_is_the_same_for_everybody_lies_in_files(tmp_path: Path, parts: Parts) -> None:
    files = write_site(tmp_path / "public", parts)
    games = json.loads(json.loads(files["api/games.json"])["body"])
    assert [game["id"] for game in games] == [*registry.names()]
    assert not any("champion" in game["bots"] for game in games)
    rules = json.loads(files["api/games/limits/rules/fr.json"])
    assert (rules["status"], rules["headers"]["Content-Language"], rules["body"][:2]) == (200, "fr", "# ")
    assert all(json.loads(data)["status"] == 200 for name, data in files.items() if name.startswith("api/"))


def test_the_same_source_makes_the_same_site_and_replaces_an_older_one(tmp_path: Path, parts: Parts) -> None:
    folder = tmp_path / "public"
    first = write_site(folder, parts)
    parts.wheels[0].write_text("newer")
    second = write_site(folder, parts)
    assert {name.split("/")[0] for name in first.keys() ^ second.keys()} == {"engine"}
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()} == set(second)
    assert len([*folder.glob("engine/*")]) == 1
    assert write_site(folder, parts) == second


def test_other_folders_are_left_alone(tmp_path: Path, parts: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "draft.txt").write_text("mine")
    for taken in (tmp_path / "thesis", tmp_path / "thesis" / "draft.txt"):
        with pytest.raises(BadText):
            write_site(taken, parts)
        assert cli.main(["site", str(taken), "--lang", "en"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert [file.name for file in (tmp_path / "thesis").iterdir()] == ["draft.txt"]


@pytest.mark.parametrize(
    "mark", ["{", "{}", "[]", '{"files": [1]}', '{"tablee": "1", "files": ["a\\u0000"]}', '{"tablee": "1", "files": ["../a"]}']
)
def test_a_folder_with_a_broken_mark_is_left_alone(mark: str, tmp_path: Path, parts: Parts) -> None:
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / MARK).write_text(mark)
    with pytest.raises(BadText, match="not-a-site"):
        write_site(tmp_path / "public", parts)
    assert [file.name for file in (tmp_path / "public").iterdir()] == [MARK]


def test_a_site_that_could_not_be_written_can_be_written_again(
    tmp_path: Path, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "public"
    write_site(folder, parts)
    parts.wheels[0].write_text("newer")
    with monkeypatch.context() as full:
        full.setattr(Path, "write_bytes", lambda file, data: raise_full())
        with pytest.raises(OSError, match="No space"):
            write_site(folder, parts)
    assert (folder / "index.html").is_file()
    files = write_site(folder, parts)
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()} == set(files)


def raise_full() -> None:
    raise OSError(28, "No space left on device")


def test_without_its_parts_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(python, "SOURCE", tmp_path / "a" / "b" / "c")
    monkeypatch.setattr(python, "find_spec", lambda name: None)
    assert cli.main(["site", str(tmp_path / "public"), "--lang", "en"]) == 2
    assert "tablee[site]" in capsys.readouterr().err
    assert not (tmp_path / "public").exists()


def test_kernels_weights_and_golden_records_are_not_packed() -> None:
    """Weights are files of their own, named after their games."""
    packed = [Path(name) for name, _ in python.own_files()]
    assert not [path for path in packed if path.suffix == ".bin" or {"kernels", "golden"} & set(path.parts)]
    assert [weights_name(path) for path in python.weights_here()] == [
        "take_it_easy-nets.bin",
        "take_it_easy-variants.bin",
        "take_it_to_the_limit-outlook.bin",
    ]


def test_weights_stay_small() -> None:
    """Those a browser can be asked to load, and those of all bots."""
    assert sum(path.stat().st_size for path in python.weights_here()) <= 8e6
    everybody = {path for entry in registry.all_games() for bot in entry.bots.values() for path in weights_of(entry, bot)}
    assert {path.name for path in everybody} >= {"nets.bin", "outlook.bin", "champion.bin"}
    assert sum(path.stat().st_size for path in everybody) <= 25e6


def test_what_is_packed_runs_by_itself(tmp_path: Path) -> None:
    """With msgspec, but without the server's other packages."""
    with ZipFile(BytesIO(pack_tablee())) as packed:
        packed.extractall(tmp_path)
        assert sum(file.file_size for file in packed.infolist()) < 3e6
    absent = ("litestar", "uvicorn", "prometheus_client", "httpx", "fluent", "numpy", "numba", "rich")
    code = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
for name in {absent}: sys.modules[name] = None
import tablee.browser.local_server as local
from tablee.core import registry
from tablee.table import Table
assert local.__file__.startswith({str(tmp_path)!r})
for id in registry.names():
    for level in local.find(id).bots:
        entry = local.find(id)
        Table(entry, [f"bot:{{level}}"] * entry.game.usual_seats[0], seed="1").step()
"""
    subprocess.run([sys.executable, "-I", "-c", code], check=True, timeout=120)


def test_the_real_parts_are_found() -> None:
    try:
        parts = find_parts()
    except BadText:
        missing("Pyodide is not installed: make .venv/pyodide")
    assert [wheel.name.split("-")[0] for wheel in parts.wheels] == ["msgspec"]
