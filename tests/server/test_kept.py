"""Data files and records written by earlier versions still resume, replay and verify. Those of version 0.1 are from before notes
had ids; `python -m tools.release --keep` writes those of a new one."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

import pytest
from tools import release

from tablee.client import Player, Site
from tablee.core.record import Note, NoteId, read
from tablee.protocol import study, wire
from tablee.replay import verify
from tablee.storage.store import stored_record
from tests.server.running import check_record, play, running, settings

KEPT = Path(__file__).parents[1] / "kept"
IN_PLAY, FINISHED, TOKEN = "KeptInPlay00", "KeptFinished", "kept-token"


def test_the_kept_record_has_notes_as_sentences_and_verifies() -> None:
    record = (KEPT / "version-0.1.match").read_text("utf-8").splitlines()
    assert sum('"time is up"' in line or '"bot took over"' in line for line in record) == 2
    match = verify(record)
    notes = [row.note for row in match.rows if isinstance(row, Note)]
    assert {NoteId.TIME_IS_UP, NoteId.BOT_TOOK_OVER, NoteId.BACK} <= set(notes)


@pytest.mark.parametrize("kept", sorted(KEPT.glob("version-*.db")), ids=lambda file: file.stem)
def test_a_kept_file_is_read_and_its_match_goes_on(tmp_path: Path, kept: Path) -> None:
    goes_on(kept, tmp_path / "t.db")


def goes_on(kept: Path, data: Path) -> None:
    shutil.copy(kept, data)
    record = kept.with_suffix(".match").read_text("utf-8").splitlines()
    verify(record)
    exported = stored_record(data, FINISHED)
    assert [read(line) for line in exported] == [read(line) for line in record]
    notes = [entry.note for entry in map(read, record) if isinstance(entry, Note)]

    async def run() -> None:
        async with running(settings(data, absence=50)) as here:
            site = Site(here.base)
            told = await site.get(f"/matches/{FINISHED}/replay", study.Replay)
            assert told.fault is None
            assert [note.note for step in told.steps for note in step.notes] == notes
            me = Player(site, wire.SeatTicket(IN_PLAY, 0, TOKEN))
            await me.__aenter__()
            assert me.mine.n > 2  # what was acknowledged then is still there
            acked = await play(me, random.Random(1))
            match = check_record(await me.record(), [acked])
            assert match.header.games == 1
            await me.close()

    asyncio.run(run())


def test_what_a_release_keeps_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "__version__", "7.5.3")
    release.keep(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["messages.json", "version-7.5.db", "version-7.5.match"]
    goes_on(tmp_path / "version-7.5.db", tmp_path / "t.db")
    with pytest.raises(release.NotReady, match="kept already"):
        release.keep(tmp_path)
