"""What a browser has stored: its journal as it lies in IndexedDB, and records made from it."""

from __future__ import annotations

import random
from base64 import b64decode
from typing import Any

from tablee.bots import fast_bot, player
from tablee.browser.device_store import _read
from tablee.browser.local_server import find
from tablee.core import record
from tablee.core.record import Action, Header
from tablee.match import Match
from tests.e2e.engines import Engine, patiently

BOT = "bot:"
DICE = 8
READ = """
    window.journal ??= new Promise((done, failed) => {
        const opening = indexedDB.open("tablee", 1);
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


def stored_records(engine: Engine) -> list[list[str]]:
    """The records of the matches that are over."""
    copy, *batches = map(b64decode, patiently(lambda: engine.run(READ)))
    db, damaged = _read(copy, batches)
    assert not damaged
    found = []
    for id, header, result in db.execute("SELECT id, header, result FROM matches WHERE state = 'over'").fetchall():
        rows = db.execute("SELECT who, text, ms FROM actions WHERE match = ? ORDER BY n", (id,)).fetchall()
        lines = [text if who is None else record.write(Action(who, text, ms)) for who, text, ms in rows]
        found.append([header, *lines, result])
    return found


def compare_bots(lines: list[str]) -> tuple[int, int]:
    """How often bots chose what they choose here, and how often not, where chance has next to no say in it."""
    entries: list[Any] = [record.read(line) for line in lines]
    header = entries[0]
    assert isinstance(header, Header)
    entry = find(header.game)
    match, same, other = Match(entry.game, header), 0, 0
    for row in entries[1:-1]:
        if not isinstance(row, Action):
            match.note(row)
            continue
        (name, *_) = header.seats[row.who] if row.who >= 0 else ("",)
        if name.startswith(BOT) and len(match.legal(row.who)) > 1:
            here = {choice(match, name.removeprefix(BOT) or fast_bot(entry), row, dice) for dice in range(DICE)}
            if len(here) == 1:
                same, other = (same + 1, other) if row.text in here else (same, other + 1)
        match.act(row.who, row.text, row.ms)
    return same, other


def choice(match: Match, level: str, row: Action, dice: int) -> str:
    bot = player(find(match.game.id), level)(match.game, row.who, random.Random(dice).randrange)
    return match.game.write(bot.choose(match.view(row.who), match.legal(row.who), row.ms))
