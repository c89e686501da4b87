"""Three machines with etcd, Patroni and PostgreSQL, as deploy/patroni configures them, and three processes of Tablée behind
proxies; and what can go wrong with them.

Each machine is a network namespace, so that it can be cut off. Where namespaces are refused, all machines have addresses of the
loopback network, and one that is cut off is stopped instead."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.cluster import Fault, nothing
from tests.server.postgres import unprivileged
from tests.server.proxy import HAPROXY, Proxy
from tests.server.running import Nursery, free_port

DEPLOY = Path(__file__).parents[2] / "deploy" / "patroni"
POSTGRES = Path("/usr/lib/postgresql/15/bin")
PROGRAMS = ("patroni", "etcd", str(POSTGRES / "postgres"), "ip", "setpriv")
MACHINES, PROCESSES = 3, 3
QUICK = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "32MB", "dynamic_shared_memory_type": "mmap"}


def installed() -> bool:
    return HAPROXY is not None and os.getuid() == 0 and all(map(shutil.which, PROGRAMS))


def tool(*words: str, env: dict[str, str] | None = None) -> bool:
    """Whether it succeeded."""
    return subprocess.run(words, capture_output=True, env=env).returncode == 0


class Network:
    """Of the machines: 10.213.N.1 to .3, and .254 for everybody else."""

    def __init__(self) -> None:
        number = os.getpid() % 250 + 1
        self.bridge = f"tbl{number}"
        self.real = tool("ip", "link", "add", self.bridge, "type", "bridge")
        self.prefix = f"10.213.{number}" if self.real else f"127.213.{number}"
        if self.real:
            self._ip("addr", "add", f"{self.prefix}.254/24", "dev", self.bridge)
            self._ip("link", "set", self.bridge, "up")

    def _ip(self, *words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True)

    def name(self, machine: int) -> str:
        return f"{self.bridge}-{machine}"

    def add(self, machine: int) -> list[str]:
        """How a command begins that runs on this machine."""
        if not self.real:
            return []
        name = self.name(machine)
        self._ip("netns", "add", name)
        self._ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        self._ip("link", "set", name, "master", self.bridge, "up")
        for words in (
            ("addr", "add", f"{self.prefix}.{machine}/24", "dev", "eth0"),
            ("link", "set", "eth0", "up"),
            ("link", "set", "lo", "up"),
        ):
            self._ip("-n", name, *words)
        return ["ip", "netns", "exec", name]

    def cut(self, machine: int) -> None:
        self._ip("link", "set", self.name(machine), "down")

    def mend(self, machine: int) -> None:
        self._ip("link", "set", self.name(machine), "up")

    def close(self) -> None:
        if self.real:
            for machine in range(1, MACHINES + 1):
                tool("ip", "netns", "del", self.name(machine))
            tool("ip", "link", "del", self.bridge)


class Machine:
    def __init__(self, network: Network, number: int, home: Path) -> None:
        self.network, self.number, self.home = network, number, home / f"db{number}"
        self.address = f"{network.prefix}.{number}"
        self.name = f"db{number}"
        self.prefix = network.add(number)
        self.home.mkdir()
        os.chown(self.home, 65534, 65534)
        self.children: list[subprocess.Popen[bytes]] = []

    def start_etcd(self) -> None:
        settings = dict(line.split("=", 1) for line in self._text("etcd.env").splitlines() if "=" in line)
        self._run(["etcd"], {**settings, "ETCD_DATA_DIR": str(self.home / "etcd"), "ETCD_LOG_LEVEL": "error"})

    def start_patroni(self) -> None:
        file = self.home / "patroni.yml"
        text = self._text("patroni.yml").replace("/var/lib/postgresql/15/tablee", str(self.home / "data"))
        text = text.replace("/var/lib/postgresql/.patroni_pgpass", str(self.home / "pgpass"))
        text = text.replace(
            "  pg_hba:", f"  parameters: {json.dumps({**QUICK, 'unix_socket_directories': str(self.home)})}\n  pg_hba:"
        )
        file.write_text(text)
        self._run(["patroni", str(file)], {})

    def start(self) -> None:
        self.start_etcd()
        self.start_patroni()

    def _text(self, file: str) -> str:
        """A file of deploy/patroni, which is that of db1, for this machine: lists name all of them, the rest is its own."""
        prefix = self.network.prefix
        lines = []
        for line in (DEPLOY / file).read_text().splitlines():
            if "10.0.0.2" not in line:
                line = line.replace("10.0.0.1", self.address).replace("db1", self.name)
            lines.append(line.replace("10.0.0.", f"{prefix}."))
        return "\n".join(lines) + "\n"

    def _run(self, command: list[str], more: dict[str, str]) -> None:
        env = {"PATH": "/usr/bin:/bin:/usr/sbin", "HOME": str(self.home), "LC_ALL": "C", **more}
        drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        with open(self.home / f"{command[0]}.log", "ab") as log:
            self.children.append(
                subprocess.Popen([*self.prefix, *drop, *command], env=env, cwd=self.home, stdout=log, stderr=log)
            )

    def pids(self, *names: str) -> list[int]:
        """Those of its processes, which all work in its folder: of all of them, or of these programs."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                here = (folder / "cwd").readlink().is_relative_to(self.home)
                if here and (not names or (folder / "comm").read_text().strip() in names):
                    found.append(int(folder.name))
        return found

    def signal(self, number: int, *names: str) -> None:
        for pid in self.pids(*names):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self, *names: str) -> None:
        """Until nothing is left: whoever is killed last may have started others."""
        while self.pids(*names):
            self.signal(signal.SIGKILL, *names)
            for child in self.children:
                child.poll()
            time.sleep(0.05)

    def cut(self) -> None:
        self.network.cut(self.number) if self.network.real else self.signal(signal.SIGSTOP)

    def mend(self) -> None:
        self.network.mend(self.number) if self.network.real else self.signal(signal.SIGCONT)

    def role(self) -> str:
        """What Patroni says: `primary`, `sync_standby`, `replica`, or nothing."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:8008/patroni", timeout=2) as answer:
                told = json.load(answer)
        except urllib.error.HTTPError as error:
            told = json.load(error)
        except (OSError, ValueError):
            return ""
        if told.get("state") != "running":
            return ""
        return (
            "primary"
            if told["role"] in ("master", "primary")
            else "sync_standby"
            if told.get("sync_standby")
            else str(told["role"])
        )


class Patroni:
    def __init__(self, folder: Path, **more: Any) -> None:
        """`more` are settings of Tablée's processes."""
        self.home = Path(tempfile.mkdtemp(prefix="tablee-patroni-"))
        self.home.chmod(0o755)
        self.network = Network()
        self.machines = [Machine(self.network, number, self.home) for number in range(1, MACHINES + 1)]
        self.processes: list[Nursery] = []
        self.database: subprocess.Popen[bytes] | None = None
        self.proxy: Proxy | None = None
        try:
            for machine in self.machines:
                machine.start()
            self.wait_for({"primary", "sync_standby"}, 90)
            self._start_database_proxy(folder)
            self._add_tablee()
            self.log = folder / "log"
            with self.log.open("ab") as log:
                self.processes = [Nursery(self.url(), log, **more) for _ in range(PROCESSES)]
            for process in self.processes:
                process.start()
            self.proxy = Proxy(folder, [f"127.0.0.1:{process.port}" for process in self.processes])
        except BaseException:
            self.close()
            raise

    @property
    def base(self) -> str:
        assert self.proxy is not None
        return self.proxy.base

    def url(self) -> str:
        return f"postgresql://tablee:tablee@127.0.0.1:{self.port}/tablee"

    def _start_database_proxy(self, folder: Path) -> None:
        assert HAPROXY is not None
        self.port = free_port()
        text = (DEPLOY / "haproxy.cfg").read_text().replace("127.0.0.1:5432", f"127.0.0.1:{self.port}")
        file = folder / "database.cfg"
        file.write_text(re.sub(r"10\.0\.0\.", f"{self.network.prefix}.", text))
        self.database = subprocess.Popen([HAPROXY, "-db", "-q", "-f", str(file)], stderr=subprocess.DEVNULL)

    def _add_tablee(self) -> None:
        """As docs/scaling.md does it, once."""
        for sql in ("CREATE ROLE tablee LOGIN PASSWORD 'tablee'", "CREATE DATABASE tablee OWNER tablee"):
            env = {"PGPASSWORD": "change-me-1"}
            command = [str(POSTGRES / "psql"), "-h", self.primary().address, "-U", "postgres", "-qc", sql]
            done = subprocess.run(command, env=env, cwd=self.home, capture_output=True, **unprivileged())
            assert done.returncode == 0, done.stderr

    def close(self) -> None:
        for process in self.processes:
            if process.pid:
                with suppress(ProcessLookupError):
                    process.kill()
            process.close()
        if self.proxy is not None:
            self.proxy.close()
        if self.database is not None:
            self.database.kill()
            self.database.wait()
        for machine in self.machines:
            machine.signal(signal.SIGCONT)
            machine.kill()
            for child in machine.children:
                child.wait()
        self.network.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def roles(self) -> dict[str, Machine]:
        return {role: machine for machine in self.machines if (role := machine.role())}

    def wait_for(self, roles: set[str], seconds: float) -> None:
        end = time.monotonic() + seconds
        while not roles <= (found := self.roles()).keys():
            assert time.monotonic() < end, (
                found.keys(),
                [(machine.home / "patroni.log").read_text()[-1500:] for machine in self.machines],
            )
            time.sleep(0.2)

    def primary(self) -> Machine:
        """When all is well again: three machines stand the loss of one."""
        self.wait_for({"primary", "sync_standby", "replica"}, 180)
        return self.roles()["primary"]

    def standby(self) -> Machine:
        self.wait_for({"primary", "sync_standby", "replica"}, 180)
        return self.roles()["sync_standby"]

    # what can go wrong; the next fault waits until all machines are well again
    def primary_killed(self, chance: random.Random) -> Fault:
        return Fault("PostgreSQL killed on the primary", "", partial(self.primary().kill, "postgres"), 1, nothing)

    def patroni_killed(self, chance: random.Random) -> Fault:
        """Its PostgreSQL goes on, and still believes that it is the primary."""
        machine = self.primary()
        mend = partial(self._after_failover, machine, machine.start_patroni)
        return Fault("Patroni killed on the primary", "", partial(machine.kill, "patroni"), 25, mend)

    def _after_failover(self, old: Machine, mend: Callable[[], None]) -> None:
        """Two primaries never accept writes: the old one acknowledges none, asked where it runs."""
        assert any(machine.role() == "primary" for machine in self.machines if machine is not old)
        if self.network.real:
            sql = "CREATE TABLE two_primaries ()"
            psql = ["timeout", "3", *old.prefix, str(POSTGRES / "psql"), "-h", old.address, "-U", "postgres", "-qc", sql]
            assert not tool(*psql, env={"PGPASSWORD": "change-me-1", "PATH": os.environ["PATH"]})
        mend()

    def machine_killed(self, chance: random.Random) -> Fault:
        machine = self.primary()
        return Fault("machine of the primary killed", "", machine.kill, 25, machine.start)

    def machine_stopped(self, chance: random.Random) -> Fault:
        machine = self.primary()
        stop, go_on = (partial(machine.signal, number) for number in (signal.SIGSTOP, signal.SIGCONT))
        return Fault("machine of the primary stopped", "", stop, 30, go_on)

    def machine_cut(self, chance: random.Random) -> Fault:
        machine = self.primary()
        return Fault("machine of the primary cut off", "", machine.cut, 35, partial(self._after_failover, machine, machine.mend))

    def standby_killed(self, chance: random.Random) -> Fault:
        machine = self.standby()
        return Fault("machine of the standby killed", "", machine.kill, 8, machine.start)

    def standby_cut(self, chance: random.Random) -> Fault:
        machine = self.standby()
        return Fault("machine of the standby cut off", "", machine.cut, 20, machine.mend)

    def etcd_killed(self, chance: random.Random) -> Fault:
        self.primary()
        machine = chance.choice(self.machines)
        return Fault("etcd killed on a machine", "", partial(machine.kill, "etcd"), 8, machine.start_etcd)

    def process_killed(self, chance: random.Random) -> Fault:
        self.primary()
        process = chance.choice(self.processes)
        return Fault("process of Tablée killed", process.base, process.kill, 3, process.start)

    def faults(self, chance: random.Random, count: int) -> Iterator[Fault]:
        kinds: list[Callable[[random.Random], Fault]] = [
            *(self.primary_killed, self.machine_killed, self.machine_cut, self.standby_killed, self.etcd_killed),
            *(self.machine_stopped, self.patroni_killed, self.standby_cut, self.process_killed),
        ]
        for number in range(count):
            yield kinds[number % len(kinds)](chance)
