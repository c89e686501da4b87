"""During an upgrade, clients and servers of two versions meet, and processes of two versions share a database: neither may miss
anything the other relies on.

`tests/kept/messages.json` describes the messages of the last release; `python -m tools.release --keep` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.protocol import study, wire
from tablee.rooms.finished import LastScreen
from tablee.rooms.rematch import RetakeSeat
from tablee.rooms.seating import Setup

SHARED: tuple[type[msgspec.Struct], ...] = (Setup, LastScreen, RetakeSeat)  # what processes store for each other, or ask
KEPT = Path(__file__).parents[1] / "kept" / "messages.json"
NAMED: dict[str, Any] = {**vars(wire), **vars(study)}


RENAMED = {  # since then; names are not sent
    "BestLaid": "BestBoards",
    "BotLaid": "BotBoards",
    "Called": "ShownCall",
    "Heard": "ReplayEvent",
    "Laid": "FinalBoards",
    "Said": "Sentence",
    "Scored": "BoardScores",
    "Seated": "SeatTicket",
}


def of_the_last_release() -> dict[str, Any]:
    """By the names of today."""
    text = KEPT.read_text("utf-8")
    for old, new in RENAMED.items():
        text = text.replace(f'"#/$defs/{old}"', f'"#/$defs/{new}"')
    return {RENAMED.get(name, name): schema for name, schema in json.loads(text).items()}


def described() -> dict[str, Any]:
    """Every message and its parts, as JSON schemas by name."""
    structs = [one for one in NAMED.values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    _, found = msgspec.json.schema_components([*SHARED, *(one for one in structs if one is not wire.Strict)])
    return found


def messages() -> str:
    """What a release keeps."""
    return json.dumps(described(), indent=1, sort_keys=True) + "\n"


def received(name: str) -> bool:
    """Whether a message comes from clients."""
    kind = NAMED.get(name)
    return isinstance(kind, type) and issubclass(kind, wire.Strict)


def shared() -> set[str]:
    """What is read and written by processes of both versions, and its parts."""
    return {*msgspec.json.schema_components(SHARED)[1]}


def breaks(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """What the version before would not understand, or would miss."""
    for name, old in before.items():
        if name not in now:
            yield f"{name} is gone"
        elif "enum" in old:
            yield from (f"{name} lacks {value}" for value in old["enum"] if value not in now[name]["enum"])
        else:
            yield from _broken_fields(name, old, now[name])


def _broken_fields(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    fields = new.get("properties", {})
    for field, kind in old.get("properties", {}).items():
        if field not in fields:
            yield f"{name}.{field} is gone"
        elif _type(fields[field]) != _type(kind) and not (received(name) and _wider(kind, fields[field])):
            yield f"{name}.{field} has another type"
    must, could = set(new.get("required", ())), set(old.get("required", ()))
    if received(name) or name in shared():
        yield from (f"{name}.{field} must be sent" for field in sorted(must - could))
    if not received(name):
        yield from (f"{name}.{field} may be missing" for field in sorted(could - must))


def _type(kind: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in kind.items() if key not in ("description", "title", "default")}


def _wider(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether every value that was accepted still is."""
    choices = new.get("anyOf", [new])
    return all(
        any(_type(one) == _type(other) or set(one.get("enum", "?")) <= set(other.get("enum", ())) for other in choices)
        for one in old.get("anyOf", [old])
    )


def test_messages_of_the_last_release_are_still_understood() -> None:
    assert not list(breaks(of_the_last_release(), described()))


@pytest.mark.parametrize(
    ("name", "change", "broken"),
    [
        ("Join", {"required": ["name", "age"]}, ["Join.age must be sent"]),
        ("Join", {"properties": {}}, ["Join.name is gone", "Join.commit is gone", "Join.seat is gone"]),
        ("TableInfo", {"required": []}, None),
        ("Setup", {"required": ["game", "mood"]}, None),
        ("RetakeSeat", {"required": ["people", "commit", "seat", "mood"]}, ["RetakeSeat.mood must be sent"]),
        ("Here", {"properties": {"state": {"type": "integer"}, "here": {"type": "integer"}}}, ["Here.state has another type"]),
    ],
)
def test_what_would_break_is_told(name: str, change: dict[str, Any], broken: list[str] | None) -> None:
    now = described()
    found = list(breaks(described(), {**now, name: {**now[name], **change}}))
    assert found if broken is None else found == broken


def test_more_choices_and_more_fields_break_nothing() -> None:
    now = described()
    pace = {**now["ChangeTable"]["properties"], "mood": {"type": "string", "default": ""}}
    assert not list(breaks(described(), {**now, "ChangeTable": {**now["ChangeTable"], "properties": pace}, "More": {}}))
