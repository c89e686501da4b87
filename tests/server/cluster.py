"""Three processes behind a proxy, on a PostgreSQL server with a synchronous standby; and what can go wrong with them."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.postgres import Postgres
from tests.server.proxy import HAPROXY, Proxy
from tests.server.running import Nursery, free_port
from tests.server.wall_clock import LIBRARY, WallClock

PROCESSES = 3
WRONG = (-90_000, -3600, 3600, 90_000)  # seconds that a clock is wrong by
LINE = """
defaults
    mode tcp
    retries 0
    timeout connect 1s
    timeout client 1h
    timeout server 1h
"""


class Line:
    """A process's way to the database servers at these ports. It can be cut, and it can hang."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.ports = {free_port(): port for port in ports}
        self.file = folder / f"line-{min(self.ports)}.cfg"
        ways = [f"listen to-{to}\n    bind 127.0.0.1:{at}\n    server s 127.0.0.1:{to}\n" for at, to in self.ports.items()]
        self.file.write_text(LINE + "".join(ways))
        self.start()

    def start(self) -> None:
        assert HAPROXY is not None
        self.process = subprocess.Popen([HAPROXY, "-db", "-q", "-f", str(self.file)], stderr=subprocess.DEVNULL)

    def cut(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Fault:
    """It strikes, lasts for some seconds, and is mended. `address` is that of the process it strikes, or "" for all."""

    kind: str
    address: str
    strike: Callable[[], None]
    seconds: float
    mend: Callable[[], None]


def nothing() -> None:
    pass


class Cluster:
    def __init__(self, folder: Path, **more: Any) -> None:
        """`more` are settings of the processes."""
        self.main = Postgres()
        self.home = self.main
        self.standby = self._follow()
        self.ports = [self.main.port, self.standby.port]
        self.lines = [Line(folder, self.ports) for _ in range(PROCESSES)]
        self.log = folder / "log"
        with self.log.open("ab") as log:
            self.processes = [
                Nursery(self.url(line), log, WallClock(folder / f"process-{number}.clock"), **more)
                for number, line in enumerate(self.lines)
            ]
        for process in self.processes:
            process.start()
        self.proxy = Proxy(folder, [f"127.0.0.1:{process.port}" for process in self.processes])

    def url(self, line: Line | None = None) -> str:
        hosts = ",".join(f"127.0.0.1:{port}" for port in (line.ports if line else self.ports))
        return f"postgresql://tablee@{hosts}/postgres?target_session_attrs=read-write"

    def _follow(self, port: int = 0) -> Postgres:
        """Adds a standby, for which commits wait from then on. It is configured like the primary."""
        standby = Postgres(self.main, port=port)
        for server in (self.main, standby):
            wait_for_standby(server, "*")
        while "sync" not in self.main.sql("SELECT sync_state FROM pg_stat_replication").split():
            time.sleep(0.05)
        return standby

    def close(self) -> None:
        self.proxy.close()
        for process in self.processes:
            process.kill()
            process.close()
        for line in self.lines:
            line.cut()
        self.standby.crash()
        self.main.crash()
        self.home.close()

    def stop_database(self) -> None:
        for server in (self.standby, self.main):
            server.stop(signal.SIGQUIT)

    def start_database(self) -> None:
        for server in (self.main, self.standby):
            server.start()

    # what can go wrong
    def process_dies(self, chance: random.Random) -> Fault:
        process = chance.choice(self.processes)
        return Fault("process killed", process.base, process.kill, 6 * chance.random(), process.start)

    def process_hangs(self, chance: random.Random) -> Fault:
        """Past its leases."""
        process = chance.choice(self.processes)
        stop, go_on = (partial(os.kill, process.pid, number) for number in (signal.SIGSTOP, signal.SIGCONT))
        return Fault("process stopped past its leases", process.base, stop, 4 + 3 * chance.random(), go_on)

    def primary_dies(self, chance: random.Random) -> Fault:
        """Then the standby is promoted in the order of docs/scaling.md, and a new one added where the old primary was."""

        def promote() -> None:
            dead, self.main = self.main, self.standby
            wait_for_standby(self.main, "")
            self.main.sql("SELECT pg_promote()")
            shutil.rmtree(dead.data)
            self.standby = self._follow(dead.port)

        return Fault("primary killed, standby promoted", "", self.main.crash, 3 * chance.random(), promote)

    def connections_end(self, chance: random.Random) -> Fault:
        """All of them, or those of one process, cut or without an answer."""
        number = chance.randrange(PROCESSES)
        line, address = self.lines[number], self.processes[number].base
        stop, go_on = (partial(os.kill, line.process.pid, number) for number in (signal.SIGSTOP, signal.SIGCONT))
        kinds = [
            Fault("all connections ended by the database", "", self._end_sessions, 0, nothing),
            Fault("connections of a process cut", address, line.cut, 5 * chance.random(), line.start),
            Fault("connections of a process hang", address, stop, 2 + 5 * chance.random(), go_on),
        ]
        return chance.choice(kinds)

    def _end_sessions(self) -> None:
        others = "backend_type = 'client backend' AND pid <> pg_backend_pid()"
        self.main.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")

    def process_clock_set(self, chance: random.Random) -> Fault:
        process = chance.choice(self.processes)
        assert process.clock is not None
        wrong, right = partial(process.clock.set, chance.choice(WRONG)), partial(process.clock.set, 0)
        return Fault("clock of a process set", process.base, wrong, 4, right)

    def database_clock_set(self, chance: random.Random) -> Fault:
        """It stays wrong, so that a failover leads to another time."""
        server = chance.choice([self.main, self.standby])
        return Fault("clock of a database server set", "", partial(server.clock.set, chance.choice(WRONG)), 4, nothing)

    def process_dies_with_its_leases(self, chance: random.Random) -> Fault:
        """By the clock of the database, they last for hours."""
        process = chance.choice(self.processes)

        def strike() -> None:
            self.main.clock.set(self.main.clock.wrong - 3600)
            time.sleep(1.2)  # until it is noticed
            process.kill()

        return Fault("clock of the primary set back, process killed", process.base, strike, 6, process.start)

    def faults(self, chance: random.Random, count: int) -> Iterator[Fault]:
        kinds = [self.process_dies, self.primary_dies, self.process_hangs, self.connections_end]
        if LIBRARY is not None:
            kinds += [self.process_clock_set, self.database_clock_set, self.process_dies_with_its_leases]
        for number in range(count):
            yield (kinds[number] if number < len(kinds) else chance.choice(kinds))(chance)


def wait_for_standby(server: Postgres, name: str) -> None:
    """Commits of this server wait for the standby of this name from now on; for none if it is empty."""
    server.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
    server.sql("SELECT pg_reload_conf()")
