"""A real server in its own process, with fast bots, short waits and no rate limits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tablee.server.serving import listen, serve
from tablee.server.settings import Settings
from tablee.site.python import find_parts
from tests.server.running import free_port


def main(data: str, port: str, python: str = "", base: str = "", proxies: str = "") -> None:
    many: dict[str, Any] = {"rate": 1e6, "burst": 1e6, "requests": 1e6, "request_burst": 1e6}
    quick: dict[str, Any] = {"bot_pace": 0, "absence": 2000, "ping": 2000}
    settings = Settings(Path(data), base_path=base, parts=find_parts() if python else None, **quick, **many)
    sock = listen("127.0.0.1", int(port))
    serve(settings, sock, lambda: print("ready", flush=True), proxies=proxies)


class Server:
    """A server that can be restarted after `stop`, on the same port with the same data; `site` has more packages for it, and
    `python` is what it has for visitors without a network. It may be `below` a folder, or behind `proxies`."""

    def __init__(self, data: Path, site: str = "", python: bool = False, below: str = "", proxies: str = "") -> None:
        self.data, self.port = data, free_port()
        self.how = ["python" * python, below, proxies]
        path = filter(None, (site, os.environ.get("PYTHONPATH")))
        self.environ = os.environ | {"PYTHONPATH": os.pathsep.join(path)}
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.e2e.server_process", str(self.data), str(self.port), *self.how]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        self.process = subprocess.Popen(command, env=self.environ, **pipes)
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n"

    def stop(self, kill: bool = False) -> None:
        (self.process.kill if kill else self.process.terminate)()
        self.process.wait(20)
        assert self.process.stdout
        self.process.stdout.close()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"


if __name__ == "__main__":
    main(*sys.argv[1:])
