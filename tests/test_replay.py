"""What a replay says besides the news."""

from __future__ import annotations

import pytest

from tablee.core import record
from tablee.core.record import Action, BadRecord, Note, NoteId
from tablee.replay import Audit, HiddenClock, remarks, replay, replay_entries, verify
from tablee.table import Table
from tablee.words import LANGUAGES, Words
from tests.games_here import TOY

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("note", NoteId)
def test_every_note_has_words(lang: str, note: NoteId) -> None:
    words = Words(lang, names=["Ada", "Bo"])
    (message,) = remarks(Note(note, 0, None if note in (NoteId.CLOSED, NoteId.PAUSED) else 1, "c3"), None)
    assert words.knows(message.id)
    assert "Seat" not in words(message)


def test_who_hears_of_a_note() -> None:
    late = Note(NoteId.TOO_LATE, 0, 1, "take")
    assert [len(remarks(late, seat)) for seat in (None, 0, 1)] == [1, 0, 1]
    assert len(remarks(Note(NoteId.BACK, 0, 1), 0)) == 1
    assert remarks(Action(0, "take", 0), None) == ()
    assert remarks(Note(NoteId.LEFT, 0), 0)[0].id == "note-everybody-left"


def test_a_clock_that_rings_is_not_stopped() -> None:
    for late in (0, 60_000):
        table, clock = Table(TOY, ["Ada"] * 2, seed=2), HiddenClock()
        table.act(1, "take", 1)
        table.act(0, "take", 2 + late)
        table.run()
        told = [clock.follow(entry, match) for _, entry, match, _ in replay(table.record(), lambda name: TOY)]
        stopped = [message for message in told if message]
        assert len(stopped) == (0 if late else 1)
        if stopped:
            glass = next(row.text for row in table.match.rows if isinstance(row, Action) and row.text.startswith("glass"))
            assert dict(stopped[0].args) == {"seconds": int(glass.split()[1]), "hundredths": "00"}


def test_an_audit_names_the_first_wrong_line_and_the_replay_goes_on() -> None:
    table = Table("take-it-easy", ["bot:random"], seed=1)
    table.run()
    other = Table("take-it-easy", ["bot:random"], seed=2)
    other.run()
    lines = [*other.record()[:-1], table.record()[-1]]  # with the seed of another match
    lines[0] = table.record()[0]
    lines[-1] = record.write(other.match.result(table.dealer.seed))
    entries = [*record.read_lines(lines)]
    audit = Audit(entries)
    played = [number for number, *_ in replay_entries(entries, audit=audit)]
    assert played == [*range(1, len(lines) + 1)]
    assert audit.fault is not None
    assert (audit.fault.line, audit.fault.message.id) == (2, "wrong-draw")
    with pytest.raises(BadRecord) as wrong:
        verify(lines)
    assert wrong.value.line == 2
