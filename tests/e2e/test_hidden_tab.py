"""Chromium as people have it, with a screen and two tabs: what is hidden is slowed down, but not the end of a hidden time.

Driven by its own protocol, because Playwright makes every tab believe that it is in front.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tablee.fair import Dealer
from tests.conftest import missing
from tests.e2e.conftest import FLAGS
from tests.e2e.engines import QUIET, Engine, patiently
from tests.e2e.server_process import Server
from tests.e2e.test_engines import BELL, HEAR

PROGRAMS = ("chromium", "Xvfb")
LATE = 250  # ms
TICKS = "window.ticks = []; setInterval(() => ticks.push(Date.now()), 100);"
SLOWED = "return Math.max(...ticks.map((at, n) => at - (ticks[n - 1] ?? at)))"


class Chromium(Engine):
    def start(self) -> None:
        screen = {"stdout": subprocess.PIPE}
        xvfb = self.launch("Xvfb", "-displayfd", "1", "-screen", "0", "800x900x24", "-nolisten", "tcp", **QUIET | screen)
        assert xvfb.stdout
        display = f":{xvfb.stdout.readline().strip()}"
        flags = [*FLAGS, "--remote-debugging-port=0", "--no-first-run", f"--user-data-dir={self.folder()}"]
        browser = self.launch(
            "chromium", *flags, "about:blank", env=os.environ | {"DISPLAY": display}, **QUIET | {"stderr": subprocess.PIPE}
        )
        assert browser.stderr
        said = next(line for line in browser.stderr if "DevTools listening on " in line)
        self.port = int(said.split(":")[2].split("/")[0])
        (page,) = (tab for tab in self.tabs("list", "GET") if tab["type"] == "page")
        self.socket = self.cleanup.enter_context(connect(page["webSocketDebuggerUrl"], max_size=None, proxy=None))
        self.number = 0

    def tabs(self, what: str, method: str) -> Any:
        return httpx.request(method, f"http://127.0.0.1:{self.port}/json/{what}", trust_env=False).json()

    def ask(self, method: str, **what: Any) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": what}))
        while (answer := json.loads(self.socket.recv(60))).get("id") != self.number:
            pass
        return answer["result"]

    def open(self, url: str) -> None:
        self.ask("Page.navigate", url=url)

    def run(self, body: str, *args: Any) -> Any:
        found = self.ask("Runtime.evaluate", expression=f"(() => {{ {body} }})()", returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def perform(self, *actions: dict[str, Any]) -> None:
        raise NotImplementedError


@pytest.mark.soak  # it takes its time, and measures
def test_a_hidden_time_ends_on_time_in_a_hidden_tab_of_chromium(server: Server) -> None:
    if lacking := [program for program in PROGRAMS if shutil.which(program) is None]:
        missing(f"{', '.join(lacking)} is not installed")
    engine = Chromium()
    try:
        engine.open(server.base)
        patiently(lambda: engine.run("return document.querySelector('[data-game]') !== null"))
        engine.run(BELL)
        patiently(lambda: engine.run("return document.querySelector('.foot .big') !== null"))
        engine.run(HEAR)
        engine.run("document.querySelector('.foot .big').click()")
        engine.tabs("new?about:blank", "PUT")
        patiently(lambda: engine.run("return document.visibilityState === 'hidden'"))
        engine.run(TICKS)
        run = json.loads(patiently(lambda: engine.run("return localStorage['tablee-box']")))["bell"]["run"]
        end = run["start"] + 1000 * (12 + Dealer(run["seed"]).below(0, 5))
        time.sleep(max(0, end / 1000 - time.time()))
        heard = patiently(lambda: engine.run("return window.heard ?? 0"))
        print(f"{heard - end} ms late; timers of the page were up to {engine.run(SLOWED)} ms apart")
        assert engine.run(SLOWED) > 500  # so it was slowed down
        assert 0 <= heard - end <= LATE
    finally:
        engine.close()
