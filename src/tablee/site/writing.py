"""Writes a static site: the web client, Python for browsers, and Tablée itself, for any web host.

Everything is found by relative paths, so the site can lie in any folder. What is the same for everybody is stored as files, so
that the page can be read before Python arrives.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tablee import __version__
from tablee.browser.local_server import SETTINGS, answer
from tablee.core import registry
from tablee.core.game import BadText, say
from tablee.rooms.api import GameCall
from tablee.rooms.game_files import game_files
from tablee.site.python import SOURCE, Parts, digest, licences, python_files
from tablee.words import LANGUAGES

CLIENT = SOURCE / "server" / "static"
MARK = "tablee-site.json"  # names the files of a site, so that a newer one can replace it
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)


class Mark(msgspec.Struct):
    tablee: str
    files: list[str]


def write_site(folder: Path, parts: Parts) -> dict[str, bytes]:
    """Writes the site, in place of an older one. Returns its files. Raises BadText, or OSError."""
    if not (CLIENT / "index.html").is_file():
        raise BadText(say("no-client"))
    old = _files_of(folder)
    files = dict(site_files(parts))
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    for name in old:  # last: if the disk is full, the older site is still one that can be replaced
        if name not in files:
            (folder / name).unlink(missing_ok=True)
    for parent in sorted({(folder / name).parent for name in old}, reverse=True):
        if parent != folder and parent.is_dir() and not any(parent.iterdir()):
            parent.rmdir()
    return files


def _files_of(folder: Path) -> list[str]:
    """The files of the site that is there. Raises BadText if something else is there."""
    mark = folder / MARK
    if mark.is_file():
        try:
            names = msgspec.json.decode(mark.read_bytes(), type=Mark).files
            inside = all((folder / name).resolve().is_relative_to(folder.resolve()) for name in names)  # they will be deleted
        except (msgspec.DecodeError, ValueError):  # not JSON, other values, or a name that no file can have
            inside = False
        if inside:
            return [MARK, *names]
        raise BadText(say("not-a-site", folder=str(folder)))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadText(say("not-a-site", folder=str(folder)))
    return []


def site_files(parts: Parts) -> Iterator[tuple[str, bytes]]:
    """Every file of the site, by its path."""
    python = dict(python_files(parts))
    engine = f"engine/{digest(python)}/"
    files = {engine + name: data for name, data in python.items()}
    files |= {f"api{path}.json": data for path, data in asyncio.run(_answers()).items()}
    files |= {name: data for entry in registry.all_games() for name, data in game_files(entry).items()}
    files |= {"LICENSES.txt": licences(parts).encode(), ".nojekyll": b""}  # the latter for GitHub's pages
    client = {name: data for name, data in _client().items() if name not in ("index.html", "sw.js")}
    files |= client
    files["index.html"] = _page((CLIENT / "index.html").read_text("utf-8"), engine).encode()
    kept = sorted(name for name in files if not name.startswith(("engine/", ".", "index.html")))
    files["sw.js"] = _worker(
        (CLIENT / "sw.js").read_text("utf-8"), ["./", *(f"./{name}" for name in kept)], digest(files)
    ).encode()
    yield from sorted(files.items())
    yield MARK, msgspec.json.format(msgspec.json.encode(Mark(__version__, sorted(files))), indent=0)


def _client() -> dict[str, bytes]:
    """The web client as it was built. Hosts compress files themselves."""
    found = (file for file in CLIENT.rglob("*") if file.is_file() and file.suffix not in (".br", ".gz"))
    return {file.relative_to(CLIENT).as_posix(): file.read_bytes() for file in found}


def _page(html: str, engine: str) -> str:
    """The page, with relative paths, the folder of Python, and a policy for hosts that send no headers."""
    html = html.replace("<html ", f'<html data-site="{engine}" ', 1).replace('="/', '="./')
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    return html.replace("<head>", f"<head>\n    {policy}", 1)


def _worker(code: str, files: list[str], version: str) -> str:
    """The service worker, with these files to keep."""
    for name, value in {"FILES": files, "VERSION": version}.items():
        before, _, after = re.split(rf"^(const {name} = .*)$", code, maxsplit=1, flags=re.M)
        code = before + f"const {name} = {json.dumps(value)};" + after
    return code


async def _answers() -> dict[str, bytes]:
    """The answers that are the same for everybody, by path."""
    call = GameCall(SETTINGS)
    paths = ["/games", *(f"/strings/{lang}" for lang in LANGUAGES)]
    for id in registry.names():
        paths.append(f"/games/{id}/exercises")
        paths += [f"/games/{id}/{kind}/{lang}" for kind in ("rules", "strings") for lang in LANGUAGES]
        paths += [f"/games/{id}/guide"] if SETTINGS.find(id).guide else []
    return {path: json.dumps((await answer(call, "GET", path))._asdict(), ensure_ascii=False).encode() for path in paths}
