"""The checklist of a release: `make release` goes through it and stops at the first thing that is not ready.

    python -m tools.release              checks everything, changes nothing
    python -m tools.release --only urls  checks one point
    python -m tools.release --keep       writes the fixtures: messages, a data file and a record of this version

A release is made from a tag: the workflow `release` runs this, builds the wheels and publishes them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tablee import __version__

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "kept"
MADE_UP = "example.org"  # addresses that do not exist yet; all of them are in [project.urls]


class NotReady(Exception):
    pass


def _run(*words: str) -> str:
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReady(f"{' '.join(words)} failed:\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def _short() -> str:
    """The version without the number of its last correction."""
    return __version__.rpartition(".")[0]


def check_tree() -> None:
    """Everything is committed."""
    if changed := _run("git", "status", "--porcelain"):
        raise NotReady(f"commit or remove these first:\n{changed}")


def check_urls() -> None:
    """The addresses of the project are real."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    if made_up := [name for name, url in urls.items() if MADE_UP in url]:
        raise NotReady(f"[project.urls] in pyproject.toml still has made-up addresses: {', '.join(made_up)}")


def check_changelog() -> None:
    """The newest heading is this version, with a date."""
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if not re.fullmatch(rf"{re.escape(__version__)} – \d{{4}}-\d\d-\d\d", heads[0]):
        raise NotReady(f"CHANGELOG.md begins with “{heads[0]}”, not with “{__version__} – YYYY-MM-DD”")


def check_tag() -> None:
    """This version is new, or what is tagged is what is here."""
    tag = f"v{__version__}"
    if tag in _run("git", "tag").split() and _run("git", "rev-list", "-n1", tag) != _run("git", "rev-parse", "HEAD"):
        raise NotReady(f"{tag} exists already, and is not this commit: raise __version__ in src/tablee/__init__.py")


def check_fixtures() -> None:
    """The messages, data and record of this version are kept, so that the next one is tested against them."""
    names = f"version-{_short()}.db", f"version-{_short()}.match", "messages.json"
    missing = [name for name in names if not (KEPT / name).exists()]
    if missing:
        raise NotReady(f"tests/kept lacks {', '.join(missing)}: run `python -m tools.release --keep` and commit them")
    _run(sys.executable, "-m", "pytest", "-q", "tests/server/test_kept.py", "tests/server/test_versions.py")


def check_pictures() -> None:
    """The pictures show the client as it is."""
    from tools.pictures import is_current

    if not is_current():
        raise NotReady("the client has changed since docs/*.webp and docs/tables.png were made: run `make pictures`")


def check_docs() -> None:
    """The documentation builds without a warning."""
    _run("make", "docs")


def check_tests() -> None:
    """Everything passes."""
    _run("make", "test")


CHECKLIST: dict[str, Callable[[], None]] = {
    "tree": check_tree,
    "urls": check_urls,
    "changelog": check_changelog,
    "tag": check_tag,
    "fixtures": check_fixtures,
    "pictures": check_pictures,
    "docs": check_docs,
    "tests": check_tests,
}


def keep(folder: Path = KEPT) -> None:
    """Writes what the next version has to understand: the messages, a data file with a match that is over and one in play, as
    a server of this version stores them, and the record of the former."""
    from tests.server.test_versions import messages

    record, data = (folder / f"version-{_short()}.{kind}" for kind in ("match", "db"))
    if data.exists():
        raise NotReady(f"{data.name} is kept already: raise __version__ in src/tablee/__init__.py")
    with TemporaryDirectory() as work:
        lines = asyncio.run(_play(Path(work, data.name)))
        with closing(sqlite3.connect(Path(work, data.name))) as db:
            db.execute("VACUUM INTO ?", [str(data)])
    record.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    (folder / "messages.json").write_text(messages(), "utf-8")


async def _play(data: Path) -> list[str]:
    """Two matches on a server with this data file. Returns the record of the one that is over."""
    from tests.server.running import OPEN, play, running, settings, sit_down
    from tests.server.test_kept import FINISHED, IN_PLAY, TOKEN

    from tablee.rooms import directory
    from tablee.storage.store import AddToken, opened

    chance = random.Random(_short())
    with patch.object(directory, "new_id", side_effect=[FINISHED, IN_PLAY]):
        async with running(settings(data)) as here:
            for stop in (False, True):
                people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
                await people[0].start()
                if stop:
                    for _ in range(4):
                        for one in people:
                            while not one.to_move:
                                await one.news(1.0)
                            await one.act(chance.choice(one.legal))
                else:
                    await asyncio.gather(*(play(one, chance) for one in people))
                for one in people:
                    await one.close()
    async with opened(data) as store:
        await store.written([AddToken(TOKEN, IN_PLAY, 0)])
        return [line async for page in await store.record_of(FINISHED) for line in page]


def run(names: list[str]) -> int:
    for name in names:
        print(f"{name}: {(CHECKLIST[name].__doc__ or '').strip()}", flush=True)
        try:
            CHECKLIST[name]()
        except NotReady as why:
            print(f"Not ready to release {__version__}: {why}", file=sys.stderr)
            return 1
    print(f"{__version__} is ready." if names == [*CHECKLIST] else "Ready, as far as was checked.")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=CHECKLIST, help="check this point; can be repeated")
    parser.add_argument("--keep", action="store_true", help="write the fixtures of this version")
    args = parser.parse_args()
    if args.keep:
        try:
            keep()
        except NotReady as why:
            print(why, file=sys.stderr)
            return 1
        return 0
    return run(args.only or [*CHECKLIST])


if __name__ == "__main__":
    raise SystemExit(main())
