"""Browsers with different engines, each with one page. All but Chromium are driven by WebDriver as the W3C defines it.

WebKitGTK speaks its classic form, over HTTP, and Firefox the newer one (BiDi), over a socket of its own. So nothing is needed but
what Debian packages: `webkit2gtk-driver` with `xvfb`, and `firefox-esr`. Chromium is driven by Playwright.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.server.running import free_port

WIDTH, HEIGHT = 360, 640
WAIT = 30  # seconds


class Engine(ABC):
    """A browser and its page. `downloads` is where it saves files, if it saves them without asking."""

    downloads: Path | None = None

    def __init__(self) -> None:
        self.cleanup = ExitStack()
        try:
            self.start()
        except BaseException:
            self.cleanup.close()
            raise

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def open(self, url: str) -> None: ...

    @abstractmethod
    def run(self, body: str, *args: Any) -> Any:
        """What a function with this body returns in the page; args and result are JSON."""

    @abstractmethod
    def perform(self, *actions: dict[str, Any]) -> None:
        """Input as WebDriver describes it; both forms of it agree on that."""

    def click(self, x: float, y: float) -> None:
        moves = {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"}, *BUTTON
        self.perform({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves})

    def press(self, key: str) -> None:
        strokes = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.perform({"type": "key", "id": "keyboard", "actions": strokes})

    def close(self) -> None:
        self.cleanup.close()

    def launch(self, *command: str, **more: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(command, text=True, **more)
        self.cleanup.callback(end, process)
        return process

    def folder(self) -> Path:
        return Path(self.cleanup.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))


BUTTON = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
QUIET: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in filter(None, (process.stdout, process.stderr)):
        pipe.close()


class WebKit(Engine):
    """WebKitGTK's MiniBrowser on a screen of its own, as large as a small phone."""

    programs = ("WebKitWebDriver", "Xvfb")

    def start(self) -> None:
        screen = f"{WIDTH}x{HEIGHT}x24"
        xvfb = self.launch(
            *("Xvfb", "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp"), **QUIET | {"stdout": subprocess.PIPE}
        )
        assert xvfb.stdout
        home = self.folder()
        display = {"DISPLAY": f":{xvfb.stdout.readline().strip()}", "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        port = free_port()
        self.launch("WebKitWebDriver", f"--port={port}", env=os.environ | display | {"LANG": "en_GB.UTF-8"}, **QUIET)
        self.http = self.cleanup.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAIT, trust_env=False))
        patiently(lambda: self.http.get("/status"), httpx.TransportError)
        browser = {"binary": str(mini_browser()), "args": ["--automation", "--full-screen"]}
        wish = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": browser}
        self.session = "/session/" + self.ask("/session", capabilities={"alwaysMatch": wish})["sessionId"]
        self.cleanup.callback(self.http.delete, self.session)

    def ask(self, path: str, **what: Any) -> Any:
        answer = self.http.post(path, json=what).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer['message']}")
        return answer

    def open(self, url: str) -> None:
        self.ask(f"{self.session}/url", url=url)

    def run(self, body: str, *args: Any) -> Any:
        return self.ask(f"{self.session}/execute/sync", script=body, args=args)

    def perform(self, *actions: dict[str, Any]) -> None:
        self.ask(f"{self.session}/actions", actions=actions)


def mini_browser() -> Path | None:
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


PREFERENCES = {
    "browser.download.folderList": 2,  # in the folder below
    "browser.shell.checkDefaultBrowser": False,
    "intl.accept_languages": "en-GB",
    "services.settings.server": "data:,",  # nothing from outside
}


class Firefox(Engine):
    programs = ("firefox-esr",)

    def start(self) -> None:
        profile, self.downloads = self.folder(), self.folder()
        preferences = PREFERENCES | {"browser.download.dir": str(self.downloads)}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        command = "firefox-esr", "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"
        firefox = self.launch(*command, env=os.environ | {"HOME": str(profile)}, **QUIET | {"stderr": subprocess.PIPE})
        assert firefox.stderr
        said = next(line for line in firefox.stderr if "BiDi listening on " in line)
        address = said.split("listening on ")[1].strip()
        self.socket = self.cleanup.enter_context(connect(f"{address}/session", max_size=None, proxy=None))
        self.number = 0
        self.ask("session.new", capabilities={})
        self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.page, viewport={"width": WIDTH, "height": HEIGHT})

    def ask(self, method: str, **what: Any) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": what}))
        while True:  # events may come first
            answer = json.loads(self.socket.recv(WAIT))
            if answer.get("id") == self.number:
                break
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def open(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def run(self, body: str, *args: Any) -> Any:
        text = f"JSON.stringify((function () {{ {body} }}).apply(null, {json.dumps(args)}) ?? null)"
        target = {"context": self.page}
        found = self.ask("script.evaluate", expression=text, target=target, awaitPromise=False)
        if found["type"] != "success":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def perform(self, *actions: dict[str, Any]) -> None:
        self.ask("input.performActions", context=self.page, actions=actions)


class Chromium(Engine):
    """No other Playwright may run in this thread."""

    programs = ()

    def start(self) -> None:
        from playwright.sync_api import sync_playwright

        from tests.e2e.conftest import CHROMIUM, FLAGS

        drive = self.cleanup.enter_context(sync_playwright())
        browser = drive.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        self.cleanup.callback(browser.close)
        self.page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")

    def open(self, url: str) -> None:
        self.page.goto(url)

    def run(self, body: str, *args: Any) -> Any:
        from playwright.sync_api import Error

        try:
            return self.page.evaluate(f"(args) => (function () {{ {body} }}).apply(null, args)", [*args])
        except Error as error:  # the page has changed meanwhile, or its script has failed
            raise RuntimeError(error.message) from None

    def perform(self, *actions: dict[str, Any]) -> None:
        raise NotImplementedError("Chromium is not driven by WebDriver")

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def press(self, key: str) -> None:
        raise NotImplementedError("keys have other names in WebDriver")


ENGINES: dict[str, type[WebKit | Firefox]] = {"webkit": WebKit, "firefox": Firefox}
ALL_ENGINES: dict[str, type[WebKit | Firefox | Chromium]] = {"chromium": Chromium, **ENGINES}


def lacks(name: str) -> str:
    """The program of this engine that is not on this machine, if any."""
    from tests.e2e.conftest import CHROMIUM

    if name == "chromium":
        return "" if CHROMIUM else "Chromium"
    missing = [program for program in ENGINES[name].programs if shutil.which(program) is None]
    if name == "webkit" and mini_browser() is None:
        missing.append("MiniBrowser")
    return ", ".join(missing)


def patiently(look: Callable[[], Any], *troubles: type[Exception], seconds: float = WAIT) -> Any:
    """What `look` finds, as soon as it is something."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        with suppress(*troubles):
            if found := look():
                return found
        time.sleep(0.05)
    raise TimeoutError(look)
