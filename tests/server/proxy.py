"""HAProxy in front of several servers, with the configuration that docs/scaling.md shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.server.running import free_port

HAPROXY = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
SCALING = Path(__file__).parents[2] / "docs" / "scaling.md"


def configuration(port: int, servers: Sequence[str]) -> str:
    """The documented one, for this machine and without TLS."""
    (shown,) = re.findall(r"```haproxy\n(.*?)```", SCALING.read_text("utf-8"), re.DOTALL)
    shown = re.sub(r"bind .*", f"bind 127.0.0.1:{port}", shown)
    here = "".join(f"\n    server s{number} {server}" for number, server in enumerate(servers))
    return re.sub(r"(\n    server .*)+", here, shown)


FOLDERS = """
defaults
    mode http
    timeout connect 1s
    timeout client 1h
    timeout server 1h
frontend folders
    bind 127.0.0.1:{port}
    use_backend games if {{ path_beg /games/ }}
    use_backend club if {{ path_beg /club/ }}
    default_backend site
backend games
    option forwardfor
    server games {games}
backend club
    option forwardfor
    http-request set-header X-Forwarded-Prefix /club
    http-request replace-path /club(/.*) \\1
    server club {club}
backend site
    server site {site}
"""


class Proxy:
    """The documented one, or another configuration for this port, which is ready when it answers at a path."""

    def __init__(
        self, folder: Path, servers: Sequence[str], configured: Callable[[int], str] | None = None, path: str = "/ready"
    ) -> None:
        assert HAPROXY is not None
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        file = folder / "haproxy.cfg"
        file.write_text(configured(self.port) if configured else configuration(self.port, servers))
        self.process = subprocess.Popen([HAPROXY, "-db", "-f", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait(path)

    def _wait(self, path: str) -> None:
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"{self.base}{path}", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError("the proxy does not answer")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
