"""What a browser has stored: its journal as it lies in IndexedDB, and records made from it."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

from tablee.bots import chance_of, player
from tablee.browser.device_store import _read
from tablee.browser.local_server import find
from tablee.core import record
from tablee.core.bot import Question
from tablee.core.game import Seat
from tablee.core.record import Action, Header
from tablee.core.registry import Entry
from tablee.match import Match
from tests.e2e.engines import Engine, patiently

BOT = "bot:"
READ = """
    window.journal ??= new Promise((done, failed) => {
        const opening = indexedDB.open("/some/games/ tablee", 1);
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
            const stores = opening.result.transaction(["kept", "batches"]);
            const [copy, batches] = [stores.objectStore("kept").get("copy"), stores.objectStore("batches").getAll()];
            const text = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
            batches.onsuccess = () => done([copy.result ?? new Uint8Array(), ...batches.result].map(text));
        };
    }).then((found) => { window.journalFound = found; });
    return window.journalFound ?? null;
"""


def stored_records(engine: Engine) -> list[tuple[list[str], str]]:
    """The records of the matches that are over, each with the seed of its bots."""
    copy, *batches = map(b64decode, patiently(lambda: engine.run(READ)))
    db, damaged = _read(copy, batches)
    assert not damaged
    found = []
    for id, header, result, setup in db.execute("SELECT id, header, result, setup FROM matches WHERE state = 'over'").fetchall():
        rows = db.execute("SELECT who, text, ms FROM actions WHERE match = ? ORDER BY n", (id,)).fetchall()
        lines = [text if who is None else record.write(Action(who, text, ms)) for who, text, ms in rows]
        found.append(([header, *lines, result], json.loads(setup)["bot_seed"]))
    return found


def compare_bots(lines: list[str], seed: str) -> tuple[int, list[tuple[Action, str]]]:
    """How often bots chose what they choose here, and where they did not, with what they choose here."""
    entries: list[Any] = [record.read(line) for line in lines]
    header = entries[0]
    assert isinstance(header, Header)
    entry = find(header.game)
    match, same, other = Match(entry.game, header), 0, list[tuple[Action, str]]()
    position, asked = 0, 0
    for row in entries[1:-1]:
        if not isinstance(row, Action):
            match.note(row)
            continue
        if match.position != position:
            position, asked = match.position, match.now
        (name, *_) = header.seats[row.who] if row.who >= 0 else ("",)
        if name.startswith(BOT):
            level = name.removeprefix(BOT)
            here = [
                choice(match, entry, level, row.who, seed, at) for at in (asked, match.now)
            ]  # after a reload it is asked again
            same += row.text in here
            other += [] if row.text in here else [(row, here[0])]
        match.act(row.who, row.text, row.ms)
    return same, other


def choice(match: Match, entry: Entry, level: str, seat: Seat, seed: str, at: int) -> str:
    turn, game = match.turns[seat], len(match.finished)
    question = Question(match.position, seat, match.view(seat), match.legal(seat), at, turn, game)
    return entry.game.write(player(entry, level)(entry.game, seat, chance_of(seed, seat)).answer(question)[0])
