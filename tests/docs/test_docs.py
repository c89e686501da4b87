"""Every code block in the docs runs. A block that cannot says why in the line before it: `<!-- not run: … -->`."""

from __future__ import annotations

import doctest
import json
import os
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tablee

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/tablee/games/*/RULES*.md")))
BLOCK = re.compile(r"^(?P<before>[^\n]*)\n```(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL | re.MULTILINE)
RUN = ("python", "console", "json", "toml")


def blocks(kind: str) -> list[Any]:
    found = []
    for page in PAGES:
        for number, block in enumerate(BLOCK.finditer(page.read_text("utf-8")), start=1):
            if block["kind"] == kind and "<!-- not run:" not in block["before"]:
                found.append(pytest.param(block["text"], id=f"{page.relative_to(ROOT)}-{number}"))
    return found


@pytest.mark.parametrize("text", blocks("python"))
def test_python(text: str) -> None:
    if ">>>" not in text:
        exec(compile(text, "<docs>", "exec"), {"__name__": "__docs__"})
        return
    test = doctest.DocTestParser().get_doctest(text, {}, "docs", None, None)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("text", blocks("console"))
def test_console(text: str) -> None:
    """`$ command` and what it prints; … stands for anything."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environ = os.environ | {"PATH": path, "LANG": "en_GB.UTF-8", "LANGUAGE": "", "COLUMNS": "80"}
    environ["PYTHONPATH"] = f"{ROOT}/src:{ROOT}"
    for call in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = call.partition("\n")
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120, check=False
        )
        pattern = re.escape(" ".join(expected.split())).replace("…", ".*")
        assert re.fullmatch(pattern, " ".join((done.stdout + done.stderr).split())), done.stdout + done.stderr


@pytest.mark.parametrize("text", blocks("json"))
def test_json(text: str) -> None:
    try:
        json.loads(text)
    except ValueError:
        for line in text.splitlines():
            json.loads(line)


@pytest.mark.parametrize("text", blocks("toml"))
def test_toml(text: str) -> None:
    assert tomllib.loads(text)


def anchors(page: Path) -> set[str]:
    """Of the headings of a page, as GitHub names them."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower().strip()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_have_a_target(page: Path) -> None:
    """Anchors too: `make docs` finds those of headings that Sphinx names otherwise."""
    for target, anchor in re.findall(r"\]\(([^)#\s:]*\.md)?#([^)]+)\)", page.read_text("utf-8")):
        assert anchor in anchors(page.parent / target if target else page), (target, anchor)
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"", page.read_text("utf-8")):
        target = next(filter(None, link))
        assert target.startswith("http") or (page.parent / target).is_file(), target


def test_the_committed_picture_is_current() -> None:
    drawing = runpy.run_path(str(ROOT / "docs" / "board.py"))
    assert drawing["draw"](drawing["TEXT"]) == (ROOT / "docs" / "board.svg").read_text("utf-8")


def test_the_reference_is_current() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "reference.py"))["page"]()
    assert written == (ROOT / "docs" / "reference.md").read_text("utf-8"), "run `python docs/reference.py`"


def test_the_leaderboard_is_current() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "leaderboard.py"))["page"]()
    assert written == (ROOT / "docs" / "leaderboard.md").read_text("utf-8"), "run `python docs/leaderboard.py`"


def test_the_ladder_follows_from_its_figures() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "ladder.py"))["page"]()
    assert written == (ROOT / "docs" / "ladder.md").read_text("utf-8"), "run `python docs/ladder.py`"


def test_the_citation_names_this_version() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {tablee.__version__}\n" in cited


def test_the_readme_match_takes_at_most_ten_lines() -> None:
    """As the README shows it, results aside."""
    block = (ROOT / "README.md").read_text("utf-8").partition("## A whole match in ten lines")[2].split("```")[1]
    assert 3 < sum(line.startswith((">>>", "...")) for line in block.splitlines()) <= 10


def test_the_programs_of_the_tour_have_ten_lines_at_most() -> None:
    programs = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "tour.md").read_text("utf-8"), re.DOTALL)
    assert len(programs) >= 10
    for program in programs:
        assert sum(line.startswith((">>>", "...")) for line in program.splitlines()) <= 10


def test_every_type_in_a_signature_is_documented() -> None:
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    shown = set(re.findall(r"\b[A-Z]\w+", " ".join(re.findall(r"```text\n(.*?)```", page, re.DOTALL))))
    heads = set(re.findall(r"^#+ `(?:tablee\.)?(\w+)`$", page, re.MULTILINE))
    assert shown - heads - {"Any", "None", "Sequence", "Iterable", "Iterator", "PathLike", "False"} == set()
    assert {"Table", "Entry", "Sheet", "ScoreRow"} <= heads


def test_every_command_is_in_the_readme() -> None:
    shown = subprocess.run([sys.executable, "-m", "tablee", "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^    ([a-z]+) ", shown.partition("commands:")[2], re.MULTILINE)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "serve" in commands
    for name in commands:
        assert f"`tablee {name}" in readme, name


def tracked(*suffixes: str) -> list[Path]:
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    paths = [ROOT / name for name in names]
    return [path for path in paths if path.suffix in suffixes and path.exists() and path != Path(__file__)]


def test_every_target_that_is_named_can_be_made() -> None:
    targets = set(re.findall(r"^([\w./-]+):(?!=)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for path in tracked(".py", ".md", ".ts", ".toml", ".svelte"):
        named = set(re.findall(r"(?:`|: )make ([\w./-]+)", path.read_text("utf-8")))
        assert named <= targets, path


@pytest.mark.parametrize(("lang", "word"), [("", "rulings"), (".fr", "décisions")])
@pytest.mark.parametrize(
    ("game", "numbers"), [("take_it_easy", "R11 R12"), ("limits", "R8 R19 R20"), ("xtreme_limits", "R3 R15 R20")]
)
def test_rulings_of_our_own_are_marked(game: str, numbers: str, lang: str, word: str) -> None:
    items = (ROOT / f"src/tablee/games/{game}/RULES{lang}.md").read_text("utf-8").split("\n- ")
    marked = [item for item in items if word in item.split(".")[0]]
    assert set(re.findall(r"R\d+", " ".join(marked))) == set(numbers.split())


def test_the_repository_is_only_about_the_product() -> None:
    hosts = re.compile(r"(pypi|pythonhosted|npmjs)\.(org|com)|registry\.npm")
    for path in tracked(".py", ".md", ".toml", ".txt", ".ftl", ".json", ".match", ".ts", ".svelte"):
        assert not hosts.search(path.read_text("utf-8")), path


def test_every_page_is_in_the_contents() -> None:
    """Of the site that `make docs` builds, which would warn otherwise."""
    listed = (ROOT / "docs" / "index.md").read_text("utf-8").splitlines()
    assert [page.name for page in ROOT.glob("docs/*.md") if page.stem not in ("index", *listed)] == []
