"""docs/protocol.md and docs/hosting.md document every message, request, code and flag, and no others."""

from __future__ import annotations

import ast
import asyncio
import json
import re
from argparse import ArgumentParser
from inspect import CO_COROUTINE
from pathlib import Path
from types import FunctionType
from typing import Any, get_args

import msgspec
import pytest

from tablee.protocol import study, wire
from tablee.protocol.reasons import REASONS
from tablee.rooms.meters import Meters
from tablee.server.app import described_app
from tablee.server.cli import add_commands
from tablee.server.metrics import metrics_text
from tablee.server.settings import LIMITS, Settings
from tests.server.running import running, settings

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def section(title: str) -> str:
    return PROTOCOL.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("title", "kinds"), [("To the server", wire.Hello | wire.Command), ("From the server", wire.FromServer)])
def test_every_message_is_shown(title: str, kinds: Any) -> None:
    shown = set()
    for block in blocks(section(title), "json"):
        message = msgspec.json.decode(block, type=kinds)
        assert json.loads(wire.encode(message)) == json.loads(block)
        shown.add(type(message))
    assert shown == set(get_args(kinds))


def test_requests_shown_are_of_their_form() -> None:
    wish, change, seated, problem = blocks(section("Requests"), "json")
    assert msgspec.json.decode(change, type=wire.ChangeTable).series == 3
    assert msgspec.json.decode(wish, type=wire.Create).seats[1].level == "greedy"
    assert msgspec.json.decode(seated, type=wire.SeatTicket).seat == 0
    assert msgspec.json.decode(problem, type=wire.Problem).code in REASONS


def test_replays_shown_are_of_their_form() -> None:
    asked, told = blocks(section("Replays"), "json")
    for block, kind in ((asked, study.AskReplay), (told, study.Replay)):
        assert json.loads(wire.encode(msgspec.json.decode(block, type=kind))) == json.loads(block)
    shown = {name for step in json.loads(told)["steps"] for name in step}
    assert shown == set(study.ReplayStep.__struct_fields__)


def test_insights_shown_are_of_their_form() -> None:
    (told,) = blocks(section("Insights"), "json")
    assert json.loads(wire.encode(msgspec.json.decode(told, type=study.Insights))) == json.loads(told)
    assert set(json.loads(told)) == set(study.Insights.__struct_fields__)


def test_the_call_shown_is_of_its_form() -> None:
    told, sent = blocks(section("Calls on other screens"), "json")
    assert json.loads(wire.encode(msgspec.json.decode(sent, type=wire.SentBoard))) == json.loads(sent)
    assert json.loads(wire.encode(msgspec.json.decode(told, type=wire.ShownCall))) == json.loads(told)
    assert set(json.loads(told)) == set(wire.ShownCall.__struct_fields__)


def test_the_transfer_shown_is_of_its_form() -> None:
    (sent,) = blocks(section("Transfers"), "json")
    assert json.loads(wire.encode(msgspec.json.decode(sent, type=wire.Transfer))) == json.loads(sent)


def test_scores_shown_are_of_their_form() -> None:
    asked, told, refused = blocks(section("Scores"), "json")
    for block, kind in ((asked, wire.ScoreBoards), (told, wire.BoardScores), (refused, wire.Problem)):
        assert json.loads(wire.encode(msgspec.json.decode(block, type=kind))) == json.loads(block)


def test_every_request_is_listed() -> None:
    paths = described_app().openapi_schema.paths or {}
    there = {f"{method.upper()} {path}" for path, item in paths.items() for method in ("get", "post") if getattr(item, method)}
    assert set(re.findall(r"^\| `((?:GET|POST) [^`]+)`", PROTOCOL, re.MULTILINE)) == there


def test_every_code_is_listed() -> None:
    listed = set(re.findall(r"`([a-z-]+)`", section("Codes")))
    assert set(REASONS) <= listed, set(REASONS) - listed
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src/tablee/server").glob("*.py"))
    used = set(re.findall(r'(?:Refused|Problem)\("([a-z-]+)"', source))
    assert used <= set(REASONS), used - set(REASONS)


def test_the_session_runs(tmp_path: Path) -> None:
    (code,) = blocks(PROTOCOL, "python")
    compiled = compile(code, "protocol.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    assert compiled.co_flags & CO_COROUTINE

    async def run() -> bytes:
        async with running(settings(tmp_path / "t.db")) as here:
            names: dict[str, Any] = {"base": here.base}
            await FunctionType(compiled, names)()
            record: bytes = names["record"]
            return record

    assert b'"reveal"' in asyncio.run(run()).splitlines()[-1]


def test_every_flag_and_command_is_documented() -> None:
    parser, common = ArgumentParser(), ArgumentParser(add_help=False)
    commands: Any = parser.add_subparsers()
    add_commands(commands, common)
    flags = set(re.findall(r"--[a-z-]+", commands.choices["serve"].format_usage()))
    assert "--port" in flags
    for flag in flags - {"--no-browser"}:
        assert f"| `{flag}` |" in HOSTING
    for name in set(commands.choices) - {"serve"}:
        assert f"| `tablee {name} " in HOSTING
    source = (ROOT / "src/tablee/server/cli.py").read_text("utf-8")
    for variable in re.findall(r"TABLEE_[A-Z_]+", source):
        assert f"`{variable}`" in HOSTING


def test_the_unit_starts_a_command_that_exists() -> None:
    unit = (ROOT / "deploy" / "tablee.service").read_text("utf-8")
    (line,) = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)
    parser, common = ArgumentParser(), ArgumentParser(add_help=False)
    add_commands(parser.add_subparsers(), common)
    assert parser.parse_args(line.split()).allow_host == ["games.example.org"]


def test_every_limit_is_documented_with_its_default() -> None:
    shown: dict[str, str] = {}
    for names, defaults in re.findall(r"^\| (`[a-z_`, ]+`) \| ([\d, ]+) \|", HOSTING, re.MULTILINE):
        shown |= zip(re.findall(r"[a-z_]+", names), defaults.split(", "), strict=True)
    assert shown == {name: f"{getattr(Settings(Path('unused')), name):g}" for name in LIMITS}


def test_the_dashboard_shows_metrics_that_exist() -> None:
    shown = set(re.findall(r"tablee_[a-z_]+", (ROOT / "docs/grafana.json").read_text("utf-8")))
    there = metrics_text(Meters(), Settings(Path("unused"))).decode()
    assert len(shown) > 10
    assert [name for name in shown if not re.search(rf"^(# TYPE )?{name}[ {{]", there, re.MULTILINE)] == []


@pytest.mark.parametrize("page", ["security.md", "guarantees.md"])
def test_every_test_of_a_threat_or_a_promise_exists(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    there = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"\btest_\w+(?!\.py|\w)", text)
    assert len(named) > 20
    assert [name for name in named if f"def {name}(" not in there] == []


def test_every_promise_names_a_test() -> None:
    """And those in italics, and only those, are soak tests."""
    rows = [line for line in (ROOT / "docs/guarantees.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    promises = [row for row in rows if not row.endswith("| test |")]
    assert len(promises) > 20
    assert [row for row in promises if "test_" not in row] == []
    there = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    soak = set(re.findall(r"@pytest\.mark\.soak\n(?:@.*\n)*(?:async )?def (test_\w+)\(", there))
    for row in promises:
        for star, name in re.findall(r"(\*?)`(test_\w+)`", row):
            assert (star == "*") is (name in soak), name


def test_the_docs_list_everything_that_a_browser_keeps() -> None:
    text = (ROOT / "docs/privacy.md").read_text("utf-8")
    sources = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
    code = "".join(path.read_text("utf-8") for path in sources)
    named = set(
        re.findall(r'(?:(?:readStorage|writeStorage|scoped)(?:<[^>]*>+)?\(|^const [A-Z]+ = )"(tablee[\w-]*)"', code, re.M)
    )
    assert len(named) > 5
    assert [name for name in sorted(named) if f"`{name}`" not in text] == []
