"""Data files and records written by version 0.1, before notes had ids, still resume, replay and verify."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

from tablee.client import Player, Site
from tablee.core.record import Note, NoteId, read
from tablee.protocol import study, wire
from tablee.replay import verify
from tablee.storage.store import stored_record
from tests.server.running import check_record, play, running, settings

KEPT = Path(__file__).parents[1] / "kept"
RECORD = (KEPT / "version-0.1.match").read_text("utf-8").splitlines()
IN_PLAY, FINISHED, TOKEN = "KeptInPlay00", "KeptFinished", "kept-token"


def test_the_kept_record_has_notes_as_sentences_and_verifies() -> None:
    assert sum('"time is up"' in line or '"bot took over"' in line for line in RECORD) == 2
    match = verify(RECORD)
    notes = [row.note for row in match.rows if isinstance(row, Note)]
    assert {NoteId.TIME_IS_UP, NoteId.BOT_TOOK_OVER, NoteId.BACK} <= set(notes)


def test_a_kept_file_is_read_and_its_match_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "t.db"
    shutil.copy(KEPT / "version-0.1.db", data)
    exported = stored_record(data, FINISHED)
    assert [read(line) for line in exported] == [read(line) for line in RECORD]

    async def run() -> None:
        async with running(settings(data, absence=50)) as here:
            site = Site(here.base)
            told = await site.get(f"/matches/{FINISHED}/replay", study.Replay)
            assert told.fault is None
            assert NoteId.BOT_TOOK_OVER in [note.note for step in told.steps for note in step.notes]
            me = Player(site, wire.SeatTicket(IN_PLAY, 0, TOKEN))
            await me.__aenter__()
            assert me.mine.n > 2  # what was acknowledged then is still there
            acked = await play(me, random.Random(1))
            match = check_record(await me.record(), [acked])
            assert match.header.games == 1
            await me.close()

    asyncio.run(run())
