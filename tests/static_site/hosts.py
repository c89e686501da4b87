"""A static host on this machine, with the site in a folder, that can be switched off."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from pathlib import Path
from typing import Any

from tablee.site.python import find_parts
from tablee.site.writing import write_site

FOLDER = "some/games"


class Quiet(SimpleHTTPRequestHandler):
    host: StaticHost

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        if self.host.is_there():
            super().do_GET()
        else:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

    def end_headers(self) -> None:
        if self.host.no_store:
            self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):  # a browser may leave at any moment
            super().handle()


Quiet.extensions_map = {**Quiet.extensions_map, ".wasm": "application/wasm", ".mjs": "text/javascript"}


class StaticHost:
    """With `most`, it answers so many requests and is gone."""

    def __init__(self, root: Path, most: float = inf, no_store: bool = False) -> None:
        self.root, self.most, self.no_store = root, most, no_store
        self.answered, self.lock = 0, threading.Lock()
        handler = type("Handler", (Quiet,), {"host": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(root)))
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()

    def is_there(self) -> bool:
        with self.lock:
            self.answered += 1
            return self.answered <= self.most

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/{FOLDER}/"

    def stop(self) -> None:
        """Nobody answers any more."""
        self.most = 0
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def make_site(root: Path) -> Path:
    folder = root / FOLDER
    write_site(folder, find_parts())
    return folder
