"""A flipped bit shows: `tablee fsck` names the match it is in, and the server sets a live one aside before it is played on."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

import pytest

from tablee.client import RefusedByServer, Site
from tablee.core.game import BadText
from tablee.core.record import read
from tablee.protocol import wire
from tablee.replay import loads
from tablee.server.fsck import Findings, check, save
from tablee.storage import store
from tablee.storage.sqlite import text_or_bytes
from tests.games_here import EVERY, find
from tests.server.commands import run
from tests.server.lone_room import LoneRoom, make_settings
from tests.server.running import OPEN, running, settings, sit_down

FILES = [pytest.param(50, id="50"), pytest.param(200, id="200", marks=pytest.mark.soak)]


@dataclass(frozen=True)
class Stored:
    """A data file with finished matches and live ones of every game."""

    content: bytes
    rows: dict[str, list[tuple[object, ...]]]  # by match
    live: list[str]


def played(number: int, chance: random.Random) -> tuple[str, LoneRoom, bool]:
    entry = EVERY[number % len(EVERY)]
    id, over = "".join(chance.choices(ascii_letters + digits, k=12)), number < len(EVERY)
    room = LoneRoom(entry, max(2, entry.game.usual_seats[0]), settings=make_settings(hold=0), id=id)
    room.start()
    enough = chance.randrange(4, 40)
    while room.room.state == "play" and (over or len(room.match.rows) < enough):
        room.wait(1000)
        for seat in room.match.waiting():
            if seat >= 0 and (legal := room.match.legal(seat)):
                room.act(seat, room.match.game.write(chance.choice(legal)))
    return id, room, room.room.state == "play"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    data, chance = tmp_path_factory.mktemp("damage") / "t.db", random.Random(1)
    tables = [played(number, chance) for number in range(3 * len(EVERY))]

    async def write() -> None:
        async with store.opened(data) as db:
            for id, room, _ in tables:
                for _ in room.room.keep_last_screen():
                    pass
                token = store.AddToken(f"token-{id}", id, 0)
                await db.written([store.NewMatch(room.stored), token, *room.room.outbox.log])

    asyncio.run(write())
    with closing(sqlite3.connect(data)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    content = data.read_bytes()
    return Stored(content, read_rows(content), [id for id, _, live in tables if live])


def flipped(content: bytes, at: int, bit: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :]


def in_row(stored: Stored, chance: random.Random, live: bool = False) -> tuple[str, bytes]:
    """A match, and the file with one bit flipped in the contents of one of its rows, which end with its seal."""
    match = chance.choice(stored.live if live else [*stored.rows])
    seal = chance.choice(stored.rows[match])[-1]
    assert isinstance(seal, bytes)
    row = rb"%b(?:(?!%b).){,300}?%b" % (match.encode(), match.encode(), re.escape(seal))
    for found in re.finditer(row, stored.content, re.DOTALL):
        content = flipped(stored.content, chance.randrange(*found.span()), chance.randrange(8))
        if read_rows(content) != stored.rows:  # not what is left of the row where it was before
            return match, content
    raise AssertionError(match)


def read_rows(content: bytes) -> dict[str, list[tuple[object, ...]]]:
    """By match, in the order in which they lie in the file."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.text_factory = text_or_bytes
        db.deserialize(content)
        rows: dict[str, list[tuple[object, ...]]] = {}
        for row in db.execute("SELECT * FROM actions NOT INDEXED"):
            rows.setdefault(row[0], []).append(row)
    return rows


async def found_in(data: Path, to: Path | None = None) -> Findings:
    async with store.opened(data) as db:
        findings = await check(db, find)
        if to is not None:
            await save(db, findings, to)
        return findings


@contextmanager
def file(folder: Path, content: bytes) -> Iterator[Path]:
    """For a while, to spare the disk."""
    data = folder / "flipped.db"
    data.write_bytes(content)
    yield data
    for path in folder.glob("flipped.db*"):
        path.unlink()


def test_what_is_good_is_good(tmp_path: Path, stored: Stored) -> None:
    with file(tmp_path, stored.content) as data:
        findings = asyncio.run(found_in(data))
    assert findings.good
    assert (findings.matches, findings.rows) == (len(stored.rows), sum(map(len, stored.rows.values())))
    assert len(stored.live) >= len(EVERY)


@pytest.mark.parametrize("files", FILES)
def test_a_flipped_bit_in_a_row_names_exactly_its_match(tmp_path: Path, stored: Stored, files: int) -> None:
    for seed in range(files):
        match, content = in_row(stored, random.Random(seed))
        with file(tmp_path, content) as data:
            assert [*asyncio.run(found_in(data)).damaged] == [match], seed


@pytest.mark.parametrize("files", FILES)
def test_what_can_be_read_is_saved_wherever_the_bit_is(tmp_path: Path, stored: Stored, files: int) -> None:
    told = 0
    for seed in range(files):
        chance = random.Random(seed)
        content = flipped(stored.content, chance.randrange(len(stored.content)), chance.randrange(8))
        saved = tmp_path / f"saved-{seed}.db"
        with file(tmp_path, content) as data:
            try:
                findings = asyncio.run(found_in(data, saved))
            except BadText:  # its first page
                told += 1
                continue
        told += not findings.good
        again = asyncio.run(found_in(saved))
        assert not again.file
        assert {*again.damaged} <= {*findings.damaged}
        with closing(sqlite3.connect(saved)) as db:
            states = dict(db.execute("SELECT id, state FROM matches"))
            left = {id: db.execute("SELECT * FROM actions WHERE match = ? ORDER BY n", (id,)).fetchall() for id in stored.rows}
        for id, rows in stored.rows.items():
            lost = id in findings.damaged or (id in stored.live and findings.file)  # perhaps the last rows of one in play
            assert left[id] == (rows[: len(left[id])] if lost else rows), seed
            assert id not in findings.damaged or states.get(id, "damaged") == "damaged"
        for path in tmp_path.glob("saved-*"):
            path.unlink()
    assert told > files / 4


def test_the_command(tmp_path: Path, stored: Stored, capsys: pytest.CaptureFixture[str]) -> None:
    match, content = in_row(stored, random.Random(5), live=True)
    saved = tmp_path / "saved.db"
    with file(tmp_path, stored.content) as data:
        assert run("fsck", "--data", str(data)) == 0
        assert "fsck-good" in capsys.readouterr().out
    with file(tmp_path, content) as data:
        assert run("fsck", "--data", str(data), "--save", str(saved)) == 1
        assert f"'label': '{match}'" in capsys.readouterr().out
        with pytest.raises(BadText, match="no-write"):
            run("fsck", "--data", str(data), "--save", str(saved))
        assert run("fsck", "--json", "--data", str(data)) == 1
        (damaged,) = json.loads(capsys.readouterr().out)["damaged"]
        assert damaged["match"] == match
    assert run("export", "--data", str(saved), match) == 0
    exported = capsys.readouterr().out.splitlines()
    assert len(exported) == 1 + damaged["good_rows"]
    assert loads(exported, find).rows == [read(line) for line in exported[1:]]


@pytest.mark.parametrize("seed", range(12))
def test_a_live_match_is_set_aside_and_the_server_goes_on(tmp_path: Path, stored: Stored, seed: int) -> None:
    chance = random.Random(seed)
    match, content = in_row(stored, chance, live=True)
    other = chance.choice([id for id in stored.live if id != match])
    data = tmp_path / "t.db"
    data.write_bytes(content)

    async def main() -> None:
        async with running(settings(data)) as here, (site := Site(here.base)).http:
            for path in ("screen", ""):
                with pytest.raises(RefusedByServer) as refusal:
                    await site.get(f"/matches/{match}/{path}".rstrip("/"), wire.Snapshot, f"token-{match}")
                assert (refusal.value.code, refusal.value.status) == ("damaged", 410)
            shown = await site.get(f"/matches/{other}/screen", wire.Snapshot, f"token-{other}")
            assert shown.info
            found = await here.directory.store.match(match)
            assert found is not None
            assert found.state == "damaged"
            assert here.directory.meters.damaged == 1

    asyncio.run(main())


def test_a_match_is_loaded_once_whoever_asks_for_it_and_when(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second reading beside play would find more rows than the first, and take the match for damaged."""
    claims: list[str] = []

    async def run_() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            for one in people:
                await one.close()
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(30):
            directory, claim = here.directory, here.directory.store.claim
            await directory.tasks[0]  # whatever has a clock is resumed

            async def count(id: str, new: bool = False) -> store.Lease:
                claims.append(id)
                return await claim(id, new)

            monkeypatch.setattr(directory.store, "claim", count)
            has_loaded, late = directory._has_loaded, []

            def and_another(id: str, task: asyncio.Task[Any]) -> None:
                """Somebody asks when it has just been loaded, before those who have waited for it go on."""
                has_loaded(id, task)
                late.append(asyncio.create_task(directory.room(id)))

            monkeypatch.setattr(directory, "_has_loaded", and_another)
            first = await directory.room(people[0].match)
            assert await late[0] is first
            assert claims == [people[0].match]

    asyncio.run(run_())
