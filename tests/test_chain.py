"""The hash chain over a record: everything that is played changes the digest, names do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.chain import KEPT, Chain, digest
from tablee.core.record import Action, Header, Note, NoteId, RecordEntry, Result

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

HEADER = Header("toy", "1.0", "p", (("Ada", "Bo"), ("Cy",), ("bot:greedy",)), {"cards": 3}, 1, "c0", ("n0", "", ""))
RECORD: list[RecordEntry] = [
    HEADER,
    Action(-1, "9-7-3", 0),
    Note(NoteId.TOO_LATE, 5, 1, "é"),
    Action(0, "c3", 2150),
    Result((1, 2), (2, 1), "seed"),
]


def test_the_digest_is_the_same_in_every_version() -> None:
    """Devices keep it; web/tests computes it too."""
    assert digest(RECORD) == "a4a9ae2e44c574a9233f26bfbf62dff42934da8339c375b9ca44b75c98a76179"


OTHERS: list[tuple[int, RecordEntry]] = [
    (0, replace(HEADER, options={"cards": 4})),
    (0, replace(HEADER, nonces=("n1", "", ""))),
    (0, replace(HEADER, commit="c1")),
    (0, replace(HEADER, games=2)),
    (0, replace(HEADER, seats=(("Ada",), ("Cy",), ("bot:greedy",)))),
    (0, replace(HEADER, seats=(("Ada", "Bo"), ("Cy",), ("bot:expert",)))),
    (1, Action(-1, "9-7-4", 0)),
    (1, Action(0, "9-7-3", 0)),
    (1, Action(-1, "9-7-3", 1)),
    (2, Note(NoteId.TOO_LATE, 5, 0, "é")),
    (3, Action(0, "c3 ", 2150)),
    (4, Result((1, 3), (2, 1), "seed")),
    (4, Result((1, 2), (2, 1), "seeds")),
]


@pytest.mark.parametrize(("line", "entry"), OTHERS)
def test_whatever_is_played_changes_it(line: int, entry: RecordEntry) -> None:
    assert digest([*RECORD[:line], entry, *RECORD[line + 1 :]]) != digest(RECORD)


def test_names_and_the_order_of_rows() -> None:
    assert digest([replace(HEADER, seats=(("A", "B"), ("C",), ("bot:greedy",))), *RECORD[1:]]) == digest(RECORD)
    first, second, third, *rest = RECORD
    assert digest([first, third, second, *rest]) != digest(RECORD)


def test_a_seal_covers_the_command_of_its_row() -> None:
    chain = Chain(HEADER)
    seals = [chain.seal(command) for command in (None, "", "0:c:1", "0:c:2")]
    assert len({*seals}) == 4
    assert {len(seal) for seal in seals} == {KEPT}
