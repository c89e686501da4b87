"""A static host on this machine, with the site in a folder, that can be switched off."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tablee.server.engine import find_parts
from tablee.site import write_site

FOLDER = "some/games"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


Quiet.extensions_map = {**Quiet.extensions_map, ".wasm": "application/wasm", ".mjs": "text/javascript"}


class StaticHost:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/{FOLDER}/"

    def stop(self) -> None:
        """Nobody answers any more."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def make_site(root: Path) -> Path:
    folder = root / FOLDER
    write_site(folder, find_parts())
    return folder
