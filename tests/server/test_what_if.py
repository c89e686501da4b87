"""Playing on from a moment of a finished match: the same view, new draws, marked as practice, and still verifiable."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tablee.bots import fast_bot
from tablee.client import RefusedByServer, play_on
from tablee.core.game import Refusal
from tablee.core.record import Action, BadRecord, Header, Note, NoteId, read, write
from tablee.match import Match
from tablee.protocol import study, wire
from tablee.replay import replay, verify
from tablee.rooms.what_if import Trunk
from tablee.table import Table
from tests.games_here import EVERY, find
from tests.server.running import play, running, settings

SETTINGS = settings(Path("unused"))


def record_of(game: str, games: int = 1) -> list[str]:
    """A match of bots, except that a record of Ada and Bo says so."""
    entry = find(game)
    bots = [f"bot:{fast_bot(entry)}", "bot:random", "bot:random"]
    table = Table(entry, bots if 3 in entry.game.seats else bots[:2], seed="what if", games=games)
    assert not table.run()
    header = read(table.record()[0])
    assert isinstance(header, Header)
    return [write(replace(header, seats=(("Ada",), ("Bo", "Cleo"), *header.seats[2:]))), *table.record()[1:]]


def before(lines: list[str], row: int) -> Match:
    *_, (_, _, match, _) = replay(lines[: row + 1], find)
    return match


@pytest.mark.parametrize("game", [entry.game.id for entry in EVERY])
def test_the_seat_sees_the_same_at_every_moment_and_the_match_goes_on(game: str) -> None:
    lines = record_of(game)
    rows = [(n, read(line)) for n, line in enumerate(lines[1:])]
    moments = [(n, row.who) for n, row in rows if isinstance(row, Action) and row.who >= 0]
    assert len(moments) > 2
    for row, seat in moments[:: max(1, len(moments) // 10)]:
        trunk = Trunk("\n".join(lines) + "\n", row, find)
        while trunk.climb(7):
            pass
        branch = trunk.branch(seat, "Cy", SETTINGS)
        match = Match(find(game).game, branch.header)
        for entry in branch.rows:
            if isinstance(entry, Action):
                match.act(entry.who, entry.text, entry.ms)
            else:
                match.note(entry)
        original = before(lines, row)
        assert match.view(seat) == original.view(seat)
        assert match.to_act() == original.to_act()
        assert not match.chosen
        assert branch.header.practice
        assert [names[0] for names in branch.header.seats][seat] == "Cy"
        assert sum(names[0].startswith("bot:") for names in branch.header.seats) == match.seats - 1


def test_what_if_is_played_on_a_server_and_its_record_says_what_is_committed(tmp_path: Path) -> None:
    lines = record_of("limits")
    row = next(n for n, line in enumerate(lines[1:]) if n > 20 and line.startswith("[0,"))

    async def run() -> tuple[list[str], study.Replay]:
        text = "\n".join(lines) + "\n"
        async with running(settings(tmp_path / "t.db")) as here, await play_on(here.base, text, row, 0, "Cy") as me:
            assert me.info is not None
            assert me.info.practice
            assert me.legal == before(lines, row).legal_texts(0)
            await play(me, random.Random(2))
            return (await me.record()).decode().splitlines(), await me.site.get(f"/matches/{me.match}/replay", study.Replay)

    played, told = asyncio.run(run())
    match, header = verify(played, find), read(played[0])
    assert isinstance(header, Header)
    assert header.practice
    assert played[1 : row + 1] == lines[1 : row + 1]
    assert match.committed == before(lines, row).draws
    assert match.draws > match.committed
    assert (told.committed, told.fault) == (match.committed, None)
    assert [remark.note for step in told.steps for remark in step.notes if remark.note == NoteId.WHAT_IF] == [NoteId.WHAT_IF]
    later = next(n for n, line in enumerate(played) if n > row + 2 and line.startswith('["*"'))
    other = played.copy()
    other[later] = played[later].replace('"*","', '"*","x', 1)
    with pytest.raises(BadRecord):
        verify(other, find)


def test_steps_of_a_replay_say_which_row_they_begin_with(tmp_path: Path) -> None:
    lines = record_of("take-it-easy", games=2)

    async def run() -> study.Replay:
        text = "\n".join(lines) + "\n"
        async with running(settings(tmp_path / "t.db")) as here, await play_on(here.base, text, 0, 0, "Cy") as me:
            return await me.site.post("/replays", study.AskReplay(text), study.Replay)

    told = asyncio.run(run())
    for step in told.steps:
        row = read(lines[1 + step.row])
        assert isinstance(row, Action | Note)
        if step.who >= 0:
            assert (row.who, row.text) == (step.who, step.text)  # type: ignore[union-attr]


def test_a_later_game_of_a_series_is_the_last_one() -> None:
    lines = record_of("take-it-easy", games=3)
    *_, (row, _) = [(n, line) for n, line in enumerate(lines[1:]) if line.startswith("[0,")]
    trunk = Trunk("\n".join(lines), row, find)
    while trunk.climb(50):
        pass
    assert trunk.branch(0, "Cy", SETTINGS).header.games == 3
    trunk = Trunk("\n".join(lines), 2, find)
    assert not trunk.climb(50)
    assert trunk.branch(0, "Cy", SETTINGS).header.games == 1


def test_bad_wishes_are_refused(tmp_path: Path) -> None:
    lines = record_of("take-it-easy")
    text = "\n".join(lines) + "\n"
    wishes = {
        "no-what-if": wire.WhatIf(text, 10_000, 0, "Cy"),
        "no-such-seat": wire.WhatIf(text, 3, 7, "Cy"),
        "not-over-yet": wire.WhatIf("\n".join(lines[:-1]) + "\n", 3, 0, "Cy"),
        "record-header-first": wire.WhatIf("\n".join(lines[1:]) + "\n", 3, 0, "Cy"),
        "bad-name": wire.WhatIf(text, 3, 0, "\u2800"),
    }

    async def run() -> dict[str, str]:
        async with running(settings(tmp_path / "t.db")) as here:
            found = {}
            for code, wish in wishes.items():
                with pytest.raises(RefusedByServer) as refused:
                    await play_on(here.base, *(getattr(wish, name) for name in ("record", "rows", "seat", "name")))
                found[code] = refused.value.message.id
            return found

    assert asyncio.run(run()) == {code: code for code in wishes}


def test_a_record_without_a_true_seed_is_played_on_without_commitment() -> None:
    lines = record_of("take-it-easy")
    lines[-1] = lines[-1].replace('"reveal":"', '"reveal":"00')
    trunk = Trunk("\n".join(lines) + "\n", 2, find)
    trunk.climb(50)
    assert trunk.branch(0, "Cy", SETTINGS).header.commit == ""


def test_a_wrong_line_is_named() -> None:
    lines = record_of("take-it-easy")
    lines[4] = '[0,"z9",5000]'
    trunk = Trunk("\n".join(lines) + "\n", 10, find)
    with pytest.raises(Refusal) as bad:
        trunk.climb(50)
    assert isinstance(bad.value, BadRecord)
    assert bad.value.line == 5
