"""Makes the pictures of the README from the real client, in a real browser, against a real server: `make pictures`.

docs/match.webp is a match of Take it Easy! as it is played, docs/tables.png four tables on a phone. What they are made from is in
docs/pictures.sha256, so that `make release` knows whether they still show the client as it is. Needs Chromium and ImageMagick.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.bots import chance_of, player
from tablee.core import registry

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
MATCH, TABLES, DIGEST = DOCS / "match.webp", DOCS / "tables.png", DOCS / "pictures.sha256"
SIZE, WIDTH = (1000, 700), 800  # of the browser, and of the moving picture
PHONE = (360, 740)
FRAME, LAST = 70, 400  # hundredths of a second
GAMES = {
    "take-it-easy": (1, 8),
    "xtreme-limits": (3, 4),
    "limits": (3, 2),
    "ultim-limit": (2, 5),
}  # with so many bots, after so many taps


def inputs() -> Iterator[Path]:
    """Everything that can change what is to be seen."""
    web = ROOT / "web"
    yield from (web / "index.html", Path(__file__))
    yield from sorted(
        path for path in (web / "src").rglob("*") if path.is_file() and path.suffix in (".css", ".ftl", ".svelte", ".svg", ".ts")
    )
    yield from sorted((ROOT / "src" / "tablee").glob("games/*/*.ftl"))
    yield from sorted((ROOT / "src" / "tablee").glob("games/*/parts.toml"))


def digest() -> str:
    found = hashlib.sha256()
    for path in inputs():
        found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()


def is_current() -> bool:
    return MATCH.exists() and TABLES.exists() and DIGEST.exists() and DIGEST.read_text().split()[0] == digest()


def play_easy(page: Page, frames: Path) -> None:
    """A match against a bot, by the moves of our expert: one picture for each turn, and some of the end."""
    from tests.e2e.hands import choose
    from tests.e2e.said import say

    entry = registry.find("take-it-easy")
    game, bot = entry.game, player(entry, "expert")(entry.game, 0, chance_of("pictures", 0))
    state, number = game.start(1, game.options()), 0
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).click()
    called = ""
    while not page.locator("[data-over]").count():
        page.locator("[data-asked], [data-over]").first.wait_for()
        page.wait_for_timeout(250)
        if not (found := [tile for tile in re.findall(r"\b\d-\d-\d\b", page.inner_text("body")) if tile != called]):
            continue
        called = found[0]
        page.screenshot(path=frames / f"{number:03}.png")
        state, _ = game.play(state, -1, game.read(called), 0)
        choice = bot.choose(game.view(state, 0), game.legal(state, 0), 0)
        state, _ = game.play(state, 0, choice, 0)
        page.locator(f"[data-cell={game.write(choice)}]").click()
        number += 1
        if number == 19:
            break
    for _ in range(40):  # the count, line by line, and the result
        page.wait_for_timeout(900)
        ended = page.locator("[data-end=result]").count()
        page.screenshot(path=frames / f"{number:03}.png")
        number += 1
        if ended:
            break


def photograph(page: Page, game: str, bots: int, taps: int) -> bytes:
    """A phone in the middle of a match."""
    from tests.e2e.hands import play_bots

    play_bots(page, game, bots)
    for _ in range(taps):
        action = page.locator(".game [data-action]:not([disabled])").first
        if not page.locator("[data-asked]").count() or not action.count():
            page.wait_for_timeout(700)
            continue
        before = page.locator(".game").inner_html()
        action.click(timeout=3000)
        page.wait_for_function("before => document.querySelector('.game')?.innerHTML !== before", arg=before, timeout=5000)
    page.wait_for_timeout(600)
    return page.screenshot()


def convert(*words: str) -> None:
    program = shutil.which("magick") or shutil.which("convert")
    if program is None:
        raise SystemExit("ImageMagick is not installed")
    subprocess.run([program, *words], check=True)


def main() -> None:
    from playwright.sync_api import sync_playwright
    from tests.e2e.conftest import CHROMIUM, FLAGS, People
    from tests.e2e.server_process import Server

    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only tell whether the pictures are current")
    if parser.parse_args().check:
        raise SystemExit(0 if is_current() else "the pictures are not those of this client: run `make pictures`")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as drive:
        frames = Path(folder)
        server = Server(frames / "tablee.db")
        browser = drive.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        people = People(browser, server.base)
        try:
            play_easy(people.come(SIZE, reduced_motion="no-preference"), frames)
            phones = [frames / f"phone-{game}.png" for game in GAMES]
            for file, (game, (bots, taps)) in zip(phones, GAMES.items(), strict=True):
                file.write_bytes(photograph(people.come(PHONE, device_scale_factor=2), game, bots, taps))
        finally:
            people.close()
            browser.close()
            server.stop()
        shots = sorted(map(str, frames.glob("[0-9]*.png")))
        convert(
            "-loop",
            "0",
            "-delay",
            str(FRAME),
            *shots[:-1],
            "-delay",
            str(LAST),
            shots[-1],
            "-resize",
            f"{WIDTH}x",
            "-quality",
            "70",
            "-define",
            "webp:method=6",
            str(MATCH),
        )
        convert(
            *map(str, phones),
            "-resize",
            "300x",
            "-bordercolor",
            "none",
            "-border",
            "8x0",
            "+append",
            "-colors",
            "128",
            str(TABLES),
        )
    DIGEST.write_text(f"{digest()}  what the pictures are made from: see tools/pictures.py\n")
    print(*(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KB" for file in (MATCH, TABLES)), sep="\n")


if __name__ == "__main__":
    main()
