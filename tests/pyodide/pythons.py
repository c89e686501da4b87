"""Runs the same code in CPython and in Pyodide, Python for browsers, under Node."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import hatch_build

from tablee.bots import weights_name
from tablee.site.python import own_files, weights_here

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
PARTS = HERE.parents[1] / "site"
HELPERS = (HERE, HERE.parent / "static_site")  # modules that both run


def missing() -> str:
    """Why Pyodide cannot run here, or nothing."""
    if hatch_build.node() is None:
        return "there is no Node"
    installed = (PARTS / "node_modules" / "pyodide").is_dir() and any(wheels())
    return "" if installed else "Pyodide is not installed: make .venv/pyodide"


def wheels() -> list[Path]:
    return list(PARTS.glob("wheels/*.whl"))


def cpython(code: str, whole: bool = False) -> bytes:
    """What the code prints in this Python, with only Tablée installed, or with all packages that are."""
    path = os.pathsep.join(map(str, (SOURCE, *HELPERS)))
    return _run([sys.executable, *([] if whole else ["-S"]), "-c", code], os.environ | {"PYTHONPATH": path})


def pyodide(code: str, *packages: Path, files: Mapping[str, bytes] | None = None) -> bytes:
    """What the code prints in Pyodide, with only the archive for browsers and these wheels installed. The working folder has the
    weights of bots, and these files."""
    with TemporaryDirectory() as folder:
        archive = Path(folder) / "tablee.zip"
        _pack(archive, files or {})
        return _run([str(hatch_build.node()), str(HERE / "run.mjs"), code, str(archive), *map(str, packages)], os.environ)


def _pack(archive: Path, files: Mapping[str, bytes]) -> None:
    with ZipFile(archive, "w") as packed:
        for name, data in (*own_files(), *((weights_name(path), path.read_bytes()) for path in weights_here()), *files.items()):
            packed.writestr(name, data)
        for module in ("daily_dates.py", "matches.py", "same.py"):
            packed.write(next(folder / module for folder in HELPERS if (folder / module).exists()), module)


def _run(command: list[str], environ: os._Environ[str] | dict[str, str]) -> bytes:
    done = subprocess.run(command, env=environ, capture_output=True, check=False, timeout=3600)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return done.stdout
