"""Writes what the web client shares with the server: message types, reasons, ids of the games, what is called in them, and
examples of draws. `--check` only compares."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from tablee.bots.levels import measured
from tablee.calls import Plan, calls, has_caller, plan
from tablee.core import registry
from tablee.core.game import AnyGame
from tablee.core.options import combinations, describe
from tablee.core.record import NoteId
from tablee.fair import Dealer, commitment, seeded_secret
from tablee.protocol import reasons, study, wire
from tablee.words import HERE, strings_file

WEB = Path(__file__).parent
ROOTS = (
    *(wire.Create, wire.ChangeTable, wire.Practice, wire.Join, wire.Share, wire.Again, wire.SeatTicket, wire.Problem),
    *(wire.ShownCall, wire.SentBoard, wire.Transfer, wire.GameInfo, wire.GuideInfo, wire.Address, wire.Health),
    *(wire.ScoreBoards, wire.BoardScores, wire.AskHindsight, study.AskReplay, study.Replay, study.Insights, wire.TableInfo),
    *(wire.AskHint, wire.Hint, wire.WhatIf, study.AskReview, study.Review, study.ExerciseSet, wire.PlayDeal),
    *(study.DealRuns, study.DealPlay),
    *(wire.Hello, wire.Command, wire.FromServer, wire.PanelOut),
)
RAW = {  # parts encoded once for many devices, so the schema lacks their types
    ("Snapshot", "info"): "TableInfo",
    ("Snapshot", "public"): "PanelOut[]",
    ("Snapshot", "sheets"): "Record<string, SheetRow[]>",
    ("Update", "public"): "PanelOut[]",
    ("Update", "panels"): "Record<string, PanelOut>",
    ("Update", "sheets"): "Record<string, SheetRow[]>",
    ("Update", "rows"): "Record<string, Record<string, SheetRow>>",
    ("Update", "info"): "TableInfo",
}
REASONED = [("CommandAnswer", "code"), ("No", "code"), ("Problem", "code")]  # typed str in Python, but always one of REASONS
NARROWER = dict.fromkeys(REASONED, "ReasonCode")
IMPORTED = {"NoteId": "./ids.ts", "Parting": "./reasons.ts"}  # enums with their own file
NOT_MESSAGES = ("panel-", "option-", "paper-", "puzzle-", "guide-", "action")


# wire.ts
def kind(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(kind, schema["anyOf"])))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(map(kind, schema['prefixItems']))}]"
    match schema.get("type"):
        case "array":
            inner = kind(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            return f"Record<string, {kind(schema['additionalProperties'])}>"
        case "integer" | "number":
            return "number"
        case None:
            raise ValueError(f"no TypeScript type for {schema}; add it to RAW")
        case name:
            return str(name)


def optional(name: str, field: str, schema: dict[str, Any]) -> bool:
    """Whether the server, or the client, may leave the field out."""
    cls = getattr(wire if hasattr(wire, name) else study, name)
    leaves_out = cls.__struct_config__.omit_defaults or issubclass(cls, wire.Strict)
    return leaves_out and field not in schema.get("required", ())


def interface(name: str, schema: dict[str, Any]) -> str:
    inherited = schema.get("description", "Strict").startswith("Strict")
    doc = "" if inherited else f"/** {' '.join(schema['description'].split())} */\n"
    fields = []
    for field, of in schema["properties"].items():
        mark = "?" if optional(name, field, schema) else ""
        place = name, field
        fields.append(f"  {field}{mark}: {RAW.get(place) or NARROWER.get(place) or kind(of)};\n")
    return f"{doc}export interface {name} {{\n{''.join(fields)}}}\n"


def messages() -> str:
    _, parts = msgspec.json.schema_components(ROOTS, ref_template="#/$defs/{name}")
    imports = 'import type { NoteId } from "./ids.ts";\nimport type { Parting, ReasonCode } from "./reasons.ts";\n'
    interfaces = [interface(name, schema) for name, schema in sorted(parts.items()) if name not in IMPORTED]
    unions = "".join(
        f"export type {name} = {' | '.join(one.__name__ for one in alternatives.__args__)};\n"
        for name, alternatives in (("Command", wire.Command), ("FromServer", wire.FromServer))
    )
    return "\n".join([imports, *interfaces, unions])


# reasons.ts
def union(name: str, values: Iterable[str], base: str = "") -> str:
    """A union of these texts, one per line for readable diffs."""
    lines = [*([base] if base else []), *(f'"{value}"' for value in values)]
    return "\n  | ".join([f"export type {name} =", *lines]) + ";\n"


def server_reasons() -> str:
    codes = "".join(f"  {code.name}: {code.value},\n" for code in reasons.Close)
    final = ", ".join(f"Close.{code.name}" for code in reasons.FINAL)
    return "\n".join(
        [
            f"/** The codes with which the server closes a socket. */\nexport const Close = {{\n{codes}}} as const;\n",
            f"/** After these, reconnecting is pointless. */\nexport const FINAL = [{final}] as const;\n",
            "/** Why a player has left a table for good. */\n" + union("Parting", reasons.Parting),
            "/** Why something was refused. */\n" + union("ReasonCode", reasons.REASONS),
        ]
    )


def ours() -> list[registry.Entry]:
    """The games of this package, not those of other installed ones."""
    return [entry for entry in registry.all_games() if entry.folder.is_relative_to(HERE)]


# ids.ts
def string_ids(folder: Path) -> list[str]:
    return sorted(re.findall(r"^([a-z][\w-]*) *=", strings_file(folder, "en").read_text("utf-8"), re.MULTILINE))


def message_ids(folder: Path) -> list[str]:
    return [id for id in string_ids(folder) if not id.startswith(NOT_MESSAGES)]


def game_ids(entry: registry.Entry) -> str:
    name = entry.game.id.title().replace("-", "")
    panels = [id.removeprefix("panel-") for id in string_ids(entry.folder) if id.startswith("panel-")]
    messages = union(f"{name}Message", message_ids(entry.folder), base="TableMessage")
    return f"// {entry.game.id}\n{union(f'{name}Panel', panels)}{messages}"


def ids() -> str:
    return "\n".join(
        [
            "/** Notes in a record: what happened at the table, but not in the rules. */\n" + union("NoteId", NoteId),
            "/** News and refusals of any game. */\n" + union("TableMessage", message_ids(HERE)),
            *map(game_ids, ours()),
        ]
    )


# calls.ts
def plans(game: AnyGame) -> dict[Plan, list[Any]]:
    """What is called, with the options that lead to it."""
    found: dict[Plan, list[Any]] = {}
    for options in combinations(game.options):
        found.setdefault(plan(game, options), []).append(options)
    return found


def deciding(game: AnyGame, same: list[Any]) -> dict[str, str]:
    """The options that matter. Of several values that lead to the same, the first."""
    values = {option.name: {getattr(options, option.name) for options in same} for option in describe(game.options)}
    return {o.name: str(getattr(same[0], o.name)) for o in describe(game.options) if values[o.name] != set(o.choices)}


def called_tiles() -> str:
    doc = "/** What a caller needs to know: how many tiles are called, from which, and the options that decide that. */\n"
    type_ = doc + "export interface Plan {\n  options: Record<string, string>;\n  calls: number;\n  tiles: string[];\n}\n"
    return f"{type_}\nexport const PLANS: Record<string, Plan[]> = {{\n{''.join(map(game_plans, called_games()))}}};\n"


def called_games() -> list[AnyGame]:
    return [entry.game for entry in ours() if has_caller(entry.game)]


def game_plans(game: AnyGame) -> str:
    rows = [(_json(deciding(game, same)), what.calls, _json(" ".join(what.tiles))) for what, same in plans(game).items()]
    lines = (f'    {{ options: {options}, calls: {calls}, tiles: {tiles}.split(" ") }},\n' for options, calls, tiles in rows)
    return f"  {_json(game.id)}: [\n{''.join(lines)}  ],\n"


# ladder.ts
def ladders() -> str:
    doc = "/** What the people on each game's ladder score on average, from the gentlest; see `levels.toml`. */\n"
    rows = {entry.game.id: [measured(entry.folder)[level]["mean"] for level in entry.ladder] for entry in ours() if entry.ladder}
    lines = "".join(f"  {_json(game)}: {_json([round(mean) for mean in means])},\n" for game, means in rows.items())
    return f"{doc}export const MEANS: Record<string, number[]> = {{\n{lines}}};\n"


# tests/draws.ts
def draws() -> str:
    """Draws and calls from fair.py and the rules. A huge number of possibilities makes many draws be repeated."""
    seeds = [seeded_secret("draws", number) for number in range(4)]
    sizes = (1, 2, 19, 27, 41, 64, 181, 3599, 1 << 53, 3 << 254)
    drawn = [
        {
            "seed": seed,
            "commit": commitment(seed),
            "below": [[k, str(n), str(Dealer(seed).below(k, n))] for k in (0, 1, 18, 43) for n in sizes],
        }
        for seed in seeds
    ]
    called = [
        {"game": game.id, "options": deciding(game, same), "seed": seed, "calls": calls(game, seed, same[0])}
        for game in called_games()
        for same in plans(game).values()
        for seed in seeds[:2]
    ]
    return f"export const DRAWN = {_rows(drawn)};\n\nexport const CALLED = {_rows(called)};\n"


def _rows(values: list[Any]) -> str:
    return "[\n" + "".join(f"  {_json(value)},\n" for value in values) + "]"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


FILES: dict[str, tuple[str, Callable[[], str]]] = {
    "src/lib/generated/wire.ts": ("wire.py and study.py in src/tablee/protocol", messages),
    "src/lib/generated/reasons.ts": ("src/tablee/protocol/reasons.py", server_reasons),
    "src/lib/generated/ids.ts": ("src/tablee/core/record.py and the strings.en.ftl of the games", ids),
    "src/lib/generated/calls.ts": ("the rules of the games", called_tiles),
    "src/lib/generated/ladder.ts": ("the levels.toml of the games", ladders),
    "tests/draws.ts": ("src/tablee/fair.py and the rules of the games", draws),
}


def render(name: str) -> str:
    source, body = FILES[name]
    return f"// Generated by web/generate.py from {source}: do not edit, run `python web/generate.py`.\n\n{body()}"


def check() -> int:
    """Prints the files that are out of date and returns their number."""
    stale = [name for name in FILES if not (WEB / name).exists() or (WEB / name).read_text("utf-8") != render(name)]
    for name in stale:
        print(f"web/{name} is out of date: run `python web/generate.py`", file=sys.stderr)
    return len(stale)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(check())
    for name in FILES:
        (WEB / name).write_text(render(name), "utf-8")
