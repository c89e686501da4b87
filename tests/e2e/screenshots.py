"""Saves screenshots of every screen, in every size, language and theme, to build/screenshots. Run: `make screenshots`.

axe-core looks at every screen, and nothing may move, as motion is reduced. What is wrong is printed at the end, and then
the exit code is 1. A scene that fails is told too, and the next one follows. `--only 'end-*' --lang fr --size phone --theme dark`
takes some of them; `--go-on` leaves out the scenes that an earlier run has finished.
"""

from __future__ import annotations

import argparse
import fnmatch
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Literal, TypeAlias

from playwright.sync_api import Browser, Page, sync_playwright

from tablee.words import LANGUAGES
from tests.e2e.conftest import CHROMIUM, DESK, FLAGS, MOVING, PHONE, People, run_axe
from tests.e2e.scenes import SCENES, TIMED, Stage
from tests.e2e.server_process import Server

Theme: TypeAlias = Literal["light", "dark"]
SIZES = {"phone": PHONE, "tall": (390, 844), "side": (844, 390), "desk": DESK}
SAME = {"tall": "phone"}  # no media query lies between them, so axe finds the same
THEMES: tuple[Theme, ...] = ("light", "dark")
SETTLED = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


class Album:
    """The pictures of one language: of each screen one in every size and theme, without playing up to it again."""

    def __init__(self, people: People, folder: Path, lang: str, sizes: list[str], themes: tuple[Theme, ...]) -> None:
        self.people, self.folder, self.lang, self.sizes, self.themes = people, folder, lang, sizes, themes
        self.taken = 0

    def take(self, page: Page, what: str) -> None:
        for size in self.sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            if page.locator("[data-bubble]").count():
                page.wait_for_timeout(300)  # until the spotlight has followed
            for theme in self.themes:
                page.emulate_media(color_scheme=theme)
                page.evaluate(SETTLED)
                name = f"{what}-{size}-{self.lang}-{theme}"
                self.save(page, name)
                found = ["something moves"] if page.evaluate(MOVING) else []
                if SAME.get(size) not in self.sizes:  # only contrast depends on the theme
                    found += run_axe(page, "" if theme == self.themes[0] else "color-contrast")
                self.people.complaints += [f"{name}: {fault}" for fault in found]
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    def save(self, page: Page, name: str) -> None:
        whole = not page.locator(
            "dialog[open], [data-bubble], [data-end], input[type=range], .foot, .go"
        ).count()  # they lie over it
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole)
        self.taken += 1


def act_out(scene: str, browser: Browser, base: str, album: Album) -> None:
    """Plays one scene; whatever goes wrong is among the complaints."""
    people = album.people = People(browser, base)
    try:
        SCENES[scene](Stage(people, album.lang, album.take))
    except Exception as error:  # the other scenes are taken all the same
        steps = traceback.extract_tb(error.__traceback__)
        here = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in steps if "e2e" in frame.filename]
        people.complaints.append(f"{scene}, {album.lang}, {' '.join(here)}: {' '.join(str(error).split())[:400]}")
    for name, picture in people.pictures.items():
        shutil.copy(picture, album.folder / f"{name}.png")
    people.close()


def main(wish: argparse.Namespace) -> list[str]:
    """Returns the complaints: those of axe, and errors in the console."""
    folder: Path = wish.folder
    (folder / "done").mkdir(parents=True, exist_ok=True)
    scenes = [scene for scene in SCENES if not wish.only or any(fnmatch.fnmatch(scene, pattern) for pattern in wish.only)]
    parts = [(lang, scene) for lang in wish.lang or LANGUAGES for scene in scenes]
    complaints: list[str] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as drive:
        server = Server(Path(data) / "tablee.db")
        browser = drive.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for at, (lang, scene) in enumerate(parts, 1):
            done = folder / "done" / f"{scene}-{lang}.txt"
            if wish.go_on and done.exists():
                complaints += done.read_text("utf-8").splitlines()
                continue
            start, found, taken = time.monotonic(), list[str](), 0
            # time runs in some scenes: they are played once for each theme
            for themes in [(theme,) for theme in wish.theme or THEMES] if scene in TIMED else [tuple(wish.theme or THEMES)]:
                album = Album(People(browser, server.base), folder, lang, wish.size or list(SIZES), themes)
                act_out(scene, browser, server.base, album)
                found, taken = found + album.people.complaints, taken + album.taken
            done.write_text("\n".join(found), "utf-8")
            complaints += found
            seconds = time.monotonic() - start
            print(f"{at}/{len(parts)} {lang} {scene}: {taken} pictures, {seconds:.0f} s, {len(found)} complaints", flush=True)
        browser.close()
        server.stop()
    return complaints


def wishes(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.screenshots")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", help="scenes, such as home or 'end-*'; may be given again, as all these")
    parser.add_argument("--lang", action="append", choices=LANGUAGES)
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--go-on", action="store_true", help="leave out what an earlier run has finished")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit("\n".join(main(wishes(sys.argv[1:]))) or None)
