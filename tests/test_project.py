"""What surrounds the code: addresses, pictures, workflows, and the checklist of a release."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import pictures, release

from tablee import __version__

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
URLS = set(PYPROJECT["project"]["urls"].values())
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def texts() -> list[tuple[str, str]]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    wanted = (".md", ".toml", ".yml", ".yaml", ".json", ".service", ".cff")
    files = [ROOT / name for name in names if name.endswith(wanted) and "package-lock" not in name]
    return [(str(file.relative_to(ROOT)), file.read_text("utf-8")) for file in files if file.exists()]


def test_made_up_addresses_are_in_one_place() -> None:
    """Those of the project are in [project.urls], which `make release` looks at. Hosts of examples are other names."""
    for name, text in texts():
        for url in re.findall(r"https?://example\.org/tablee[^\s)\"'`>]*", text):
            assert url in URLS, (name, url)
        assert not re.search(r"\b[\w.]+@(?!example)[\w-]+\.(com|org|net|dev)\b", text), name


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_workflows_may_do_little_and_name_targets_that_exist(file: Path) -> None:
    workflow: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    targets = set(re.findall(r"^([\w./-]+):", MAKEFILE, re.MULTILINE))
    for target in re.findall(r"\bmake ([\w.-]+)", file.read_text("utf-8")):
        assert target in targets, target


EXPORTS = re.findall(r"^\t\$\(EXPORT\)(.*) -o requirements/(\w+)\.txt$", MAKEFILE, re.MULTILINE)  # flags and list
PIN = re.compile(r"([\w.-]+)==(\S+)(?: ; .*)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def wanted(flags: str) -> list[Requirement]:
    """What a list is made from, by the flags of `uv export`."""
    groups = re.findall(r"--(?:only-)?group (\w+)", flags)
    found: list[str] = [] if "--only-group" in flags else [*PYPROJECT["project"]["dependencies"]]
    for extra in re.findall(r"--extra (\w+)", flags):
        found += PYPROJECT["project"]["optional-dependencies"][extra]
    return [*map(Requirement, [*found, *(line for group in groups for line in PYPROJECT["dependency-groups"][group])])]


def pins(name: str) -> dict[str, set[str]]:
    """The versions of each package in a list: there may be several, for several Pythons."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").splitlines():
        if pin := PIN.fullmatch(line):
            found.setdefault(canonicalize_name(pin[1]), set()).add(pin[2])
        else:
            assert HASH.fullmatch(line), line  # nothing else, such as the address of a registry
    return found


@pytest.mark.parametrize(("flags", "name"), EXPORTS)
def test_the_lists_of_packages_are_those_of_pyproject(flags: str, name: str) -> None:
    """Whoever changes one has run `make lock`."""
    listed = pins(name)
    for requirement in wanted(flags):
        versions = listed.get(canonicalize_name(requirement.name), set())
        assert versions, f"requirements/{name}.txt lacks {requirement.name}"
        assert all(map(requirement.specifier.contains, versions)), (requirement, versions)


def test_there_is_no_other_list() -> None:
    assert {file.stem for file in (ROOT / "requirements").glob("*")} == {name for _, name in EXPORTS}


@pytest.mark.soak  # takes some minutes
def test_what_windows_runs_needs_nothing_that_only_posix_has() -> None:
    words = ["-q", "-p", "tests.like_windows", "-m", "quick and not soak and not no_cover"]
    done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_forms_and_settings_can_be_read() -> None:
    for form in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"):
        assert {"name", "description", "body"} <= yaml.safe_load(form.read_text("utf-8")).keys()
    assert json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))["forwardPorts"] == [8765]
    assert yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]


def test_a_release_refuses_what_is_not_ready(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(release.NotReady, match="Demo"):
        release.check_urls()
    with pytest.raises(release.NotReady, match="Unreleased"):
        release.check_changelog()
    monkeypatch.setattr(release, "KEPT", tmp_path)
    with pytest.raises(release.NotReady, match="--keep"):
        release.check_fixtures()
    monkeypatch.setattr(release, "CHECKLIST", {"urls": release.check_urls, "tag": pytest.fail})
    assert release.run(["urls", "tag"]) == 1
    assert "Not ready" in capsys.readouterr().err


def test_what_is_ready_passes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project.urls]\nHomepage = "https://tablee.invalid"\n')
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {__version__} – 2026-11-18\n")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert release.run(["urls", "changelog"]) == 0


def test_pictures_are_outdated_once_the_client_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("MATCH", "TABLES", "DIGEST"):
        file = tmp_path / name
        file.write_text(pictures.digest())
        monkeypatch.setattr(pictures, name, file)
    assert pictures.is_current()
    changed = tmp_path / "App.svelte"
    changed.write_text("other")
    before = [*pictures.inputs()]
    assert len(before) > 100
    monkeypatch.setattr(pictures, "inputs", lambda: iter([*before, ROOT / "README.md"]))
    assert not pictures.is_current()
