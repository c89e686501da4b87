"""Python for browsers, with Tablée in it: for static sites, and for visitors of a server while they have no network."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from itertools import chain
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tablee import __version__
from tablee.bots import everybody, weights_name, weights_of
from tablee.core import registry
from tablee.core.bot import CHAMPION
from tablee.core.game import BadText, say

SOURCE = Path(__file__).parents[1]
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
SNAPSHOT = "pyodide.snapshot"  # Python's memory when it has started; `site/snapshot.mjs` makes it
# of Tablée, these packages and the modules beside them run in browsers
PACKAGES = ("bots", "browser", "core", "games", "jobs", "kit", "protocol", "reviews", "rooms", "storage")
AT_A_PROMPT = ("drawing.py", "mcp.py", "text_game.py")  # modules that a browser has no use for
ELSEWHERE = ("__pycache__", "golden", "kernels")  # folders that a browser has no use for
FILES = (".py", ".toml", ".json", ".sha256")  # texts, rules and weights are fetched when they are needed
EPOCH = (1980, 1, 1, 0, 0, 0)  # of files in archives: the same files make the same archive


@dataclass(frozen=True, slots=True)
class Parts:
    """Python for browsers: the folder of Pyodide, the wheels that Tablée needs there, and a snapshot, to start it faster."""

    pyodide: Path
    wheels: tuple[Path, ...]
    snapshot: Path | None = None


def find_parts() -> Parts:
    """Raises BadText if they are missing."""
    if (found := parts_here()) is None:
        raise BadText(say("no-site-parts"))
    return found


def parts_here() -> Parts | None:
    """From the package `tablee-site`, or as fetched for development."""
    package = find_spec("tablee_site")
    roots = [Path(package.origin).parent] if package and package.origin else []
    for root in [*roots, SOURCE.parents[1] / "site"]:
        for pyodide in (root / "pyodide", root / "node_modules" / "pyodide"):
            wheels = tuple(sorted(root.glob("wheels/*.whl")))
            if (pyodide / LOCK).is_file() and wheels:
                snapshots = (root / SNAPSHOT, pyodide / SNAPSHOT)
                return Parts(pyodide, wheels, next((file for file in snapshots if file.is_file()), None))
    return None


def python_files(parts: Parts) -> Iterator[tuple[str, bytes]]:
    """Python with Tablée, and a list of what is fetched of it."""
    found = {name: (parts.pyodide / name).read_bytes() for name in PYODIDE}
    lock = json.loads((parts.pyodide / LOCK).read_bytes())
    found[LOCK] = json.dumps({**lock, "packages": {}}).encode()  # other packages are not here
    packages = {wheel.name: wheel.read_bytes() for wheel in parts.wheels} | {"tablee.zip": pack_tablee()}
    found |= packages
    weights = {weights_name(path): path.read_bytes() for path in weights_here()}  # fetched when a bot needs them
    fetched = sum(len(data) for name, data in found.items() if not name.endswith(".mjs"))  # the others are imported
    found |= weights
    told: dict[str, object] = {"packages": [*packages], "bytes": fetched}
    if parts.snapshot is not None:
        found[SNAPSHOT] = parts.snapshot.read_bytes()
        told["snapshot"] = {"name": SNAPSHOT, "bytes": len(found[SNAPSHOT])}
    yield from found.items()
    yield "files.json", json.dumps({**told, "files": sorted([*found, "files.json"])}).encode()


def weights_here() -> list[Path]:
    """What the levels read that a browser offers."""
    levels = [(entry, level) for entry in registry.all_games() for level in everybody(entry) if level != CHAMPION]
    return sorted({path for entry, level in levels for path in weights_of(entry, level)})


def own_files() -> Iterator[tuple[str, bytes]]:
    """Tablée's own modules and data, as far as a browser runs them."""
    modules = [file for file in SOURCE.glob("*.py") if file.name not in AT_A_PROMPT]
    folders = [SOURCE / name for name in PACKAGES]
    yield from _files_for_browsers(SOURCE, [*modules, *(file for folder in folders for file in folder.rglob("*"))])


def other_games() -> Iterator[tuple[str, bytes]]:
    """The packages of installed games, and entry points that lead to them. Of other packages, they may import only Tablée."""
    points = {name: module for name, module in registry.names().items() if not module.startswith(f"{registry.PACKAGE}.")}
    if not points:
        return
    for package in sorted({module.partition(".")[0] for module in points.values()}):
        found = find_spec(package)
        for folder in map(Path, (found and found.submodule_search_locations) or ()):
            yield from _files_for_browsers(folder, folder.rglob("*"))
    lines = [f"[{registry.PACKAGE}]", *(f"{name} = {module}" for name, module in points.items())]
    yield "other_games-0.dist-info/METADATA", b"Metadata-Version: 2.1\nName: other-games\nVersion: 0\n"
    yield "other_games-0.dist-info/entry_points.txt", ("\n".join(lines) + "\n").encode()


def _files_for_browsers(package: Path, files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for file in sorted(files):
        inside = file.relative_to(package)
        if file.suffix in FILES and not set(inside.parts) & set(ELSEWHERE):
            yield f"{package.name}/{inside.as_posix()}", file.read_bytes()


def pack_tablee() -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in (*own_files(), *other_games()):
            archive.writestr(ZipInfo(name, EPOCH), data, ZIP_DEFLATED)
    return packed.getvalue()


def digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:16]


def version_of(parts: Parts) -> str:
    """Changes with the contents of the files and nothing else: all hosts behind a proxy have the same. Takes about 50 ms."""
    others = [
        *(parts.pyodide / name for name in (*PYODIDE, LOCK)),
        *parts.wheels,
        *weights_here(),
        *filter(None, [parts.snapshot]),
    ]
    files = chain(own_files(), other_games(), ((file.name, file.read_bytes()) for file in others))
    return digest({"": __version__.encode()} | {name: hashlib.sha256(data).digest() for name, data in files})


def licences(parts: Parts) -> str:
    pyodide = json.loads((parts.pyodide / "package.json").read_bytes())
    wheels = [wheel.name.split("-")[:2] for wheel in parts.wheels]
    lines = [
        f"Tablée {__version__}: MIT",
        f"Pyodide {pyodide['version']}: {pyodide['license']}, source at https://github.com/pyodide/pyodide",
        "Python, with its standard library, inside Pyodide: PSF-2.0, https://docs.python.org/3/license.html",
        "SQLite, inside Python: public domain; other libraries inside Pyodide: see its source",
        *(f"{name} {version}: {LICENCES.get(name, 'see its package')}" for name, version in wheels),
        *(f"{name}: {licence}" for name, licence in CLIENT_LICENCES.items()),
    ]
    return "What this site is made of, and the licences under which it is free software.\n\n" + "\n".join(lines) + "\n"


LICENCES = {"msgspec": "BSD-3-Clause, https://github.com/msgspec/msgspec"}
CLIENT_LICENCES = {
    "Svelte": "MIT, https://github.com/sveltejs/svelte",
    "@fluent/bundle": "Apache-2.0, https://github.com/projectfluent/fluent.js",
    "@noble/hashes": "MIT, https://github.com/paulmillr/noble-hashes",
    "marked": "MIT, https://github.com/markedjs/marked",
    "uqr": "MIT, https://github.com/unjs/uqr",
}
