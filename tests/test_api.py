"""`import tablee`: what a newcomer types."""

from __future__ import annotations

import pydoc
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import tablee
from tablee.core.record import BadRecord, Note, NoteId
from tests.test_cli import BEST

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


def test_every_public_name_exists_and_is_documented() -> None:
    told = pydoc.plain(pydoc.render_doc(tablee))
    for name in tablee.__all__:
        assert getattr(tablee, name).__doc__
        assert name in dir(tablee)
        assert name in told
    with pytest.raises(AttributeError, match="chess"):
        tablee.chess  # noqa: B018


def test_importing_it_imports_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import tablee; print(*sorted(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.split() == ["tablee"]


def test_tablee_games_is_still_a_package() -> None:
    import tablee.games

    assert [entry.game.id for entry in tablee.all_games()] == sorted(entry.game.id for entry in tablee.all_games())
    assert Path(tablee.games.__file__ or "").parent.name == "games"


def test_a_match_is_made_saved_read_and_verified(tmp_path: Path) -> None:
    table = tablee.Table("take-it-easy", ["Ada", "bot:greedy"], rays="all", seed=7, games=2)
    assert table.match.header.options == {"rays": "all"}
    while table.run():
        table.act(0, table.legal(0)[0])
    assert len(table.match.finished) == 2
    path = tmp_path / "ada.match"
    table.save(path)
    for found in (tablee.read(path), tablee.read(str(path)), tablee.verify(path), tablee.verify(table.record())):
        assert found.rows == table.match.rows
    path.write_text("".join(line + "\n" for line in table.record()[:20]))
    assert tablee.read(path).outcome() is None
    with pytest.raises(BadRecord, match="not-revealed"):
        tablee.verify(path)


def test_boards_are_scored() -> None:
    assert tablee.score("take-it-easy", BEST) == (307,)
    assert tablee.score("take-it-easy", BEST, {"board": BEST}, rays="all") == (370, 370)
    (sheet,) = tablee.sheets("take-it-easy", BEST)
    assert (sheet[0].points, sheet[0].cells) == (27, ("a1", "a2", "a3"))
    assert tablee.score("xtreme-limits", {"hands": "red 12, green 5, blue 1", "card": ["red-green-blue"]}) == (3,)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: tablee.Table("chess", ["Ada"]), "unknown-game"),
        (lambda: tablee.Table("take-it-easy", ["Ada"], sun=1), "unknown-option"),
        (lambda: tablee.Table("limits", ["Ada"]), "bad-seats"),
        (lambda: tablee.Table("take-it-easy", ["Ada"]).act(0, "z9"), "no-such-cell"),
        (lambda: tablee.score("take-it-easy", "9-7-3"), "board-columns"),
        (lambda: tablee.score("tests.toy", "x"), "no-scoring"),
    ],
)
def test_impossible_requests_are_refused_with_a_reason(call: object, why: str) -> None:
    with pytest.raises(tablee.Refusal, match=why):
        call()  # type: ignore[operator]


def finished() -> tablee.Table:
    table = tablee.Table("take-it-easy", ["bot:random", "bot:random"], seed=7, games=2)
    table.run()
    return table


def test_records_are_read_from_anything(tmp_path: Path) -> None:
    table, path = finished(), tmp_path / "random.match"
    table.save(path)
    text = path.read_text("utf-8")
    with path.open("rb") as binary, path.open(encoding="utf-8") as letters:
        for source in (path, str(path), text, text.encode(), text.splitlines(), table.record(), binary, letters):
            match = tablee.read(source)
            assert match.rows == table.match.rows
            assert match.seed == table.dealer.seed
    for read in (tablee.loads, tablee.verify):
        assert read(text).record() == table.record()
    match.save(tmp_path / "again.match")
    assert (tmp_path / "again.match").read_text("utf-8") == text
    with pytest.raises(BadRecord, match=r"^line 1: ") as bad:
        tablee.loads("")
    assert bad.value.line == 1
    with pytest.raises(BadRecord, match=r"^line 1: "):
        tablee.loads("no record,\nbut no path either")
    with pytest.raises(BadRecord, match=r"^line 5: "):
        tablee.loads(text.replace('["*"', '["?"', 2).replace('["?"', '["*"', 1))


def test_positions_never_change() -> None:
    table = finished()
    positions = list(tablee.positions(table.record()))
    assert [len(position.rows) for position in positions] == list(range(len(table.match.rows) + 1))
    assert positions == list(tablee.positions(table.match))
    for row in (0, 1, 30, 57, 58, len(table.match.rows)):
        assert table.match.at(row) == positions[row]
    assert table.match.at(-1) == positions[-1]
    assert positions[-1].outcome == table.match.outcome()
    assert positions[0].outcome is None
    middle = positions[30]
    assert middle.legal(0) == tuple(map(table.match.game.write, table.match.game.legal(middle.state, 0)))
    assert middle.view(None) == table.match.game.view(middle.state, None)
    assert middle.events
    assert middle.screen(1).public
    assert sum(row.points for row in positions[-1].sheet(0)) == table.match.finished[-1][0]
    assert "after 30 rows" in repr(middle)
    assert repr(table) == repr(table.match).replace("Match", "Table")
    for wrong in (lambda: middle.view(2), lambda: middle.legal(-1)):
        with pytest.raises(tablee.Refusal):
            wrong()
    with pytest.raises(IndexError):
        table.match.at(10_000)
    with pytest.raises(AttributeError):
        middle.now = 7  # type: ignore[misc]


def test_positions_follow_notes() -> None:
    match = tablee.Table("take-it-easy", ["Ada"], seed=7).match
    match.note(Note(NoteId.PAUSED, match.now))
    assert [len(position.rows) for position in tablee.positions(match)] == [0, 1, 2]
    assert match.at(2).rows[-1] == match.rows[-1]


def test_a_copy_goes_on_by_itself() -> None:
    table = tablee.Table("take-it-easy", ["Ada", "Bo"], seed=7)
    table.run()
    before, twin = len(table.match.rows), table.match.copy()
    twin.act(0, "a1", 5)
    assert (len(twin.rows), len(table.match.rows)) == (before + 1, before)
    assert table.match.waiting() == (0, 1)
    assert twin.waiting() == (1,)


def test_a_match_goes_on_from_its_record() -> None:
    def play(table: tablee.Table) -> list[str]:
        while table.run():
            table.act(0, table.legal(0)[0])
        return table.record()

    whole = play(tablee.Table("take-it-easy", ["Ada", "bot:random"], seed=7))
    table = tablee.Table("take-it-easy", ["Ada", "bot:random"], seed=7)
    for _ in range(4):
        table.run()
        table.act(0, table.legal(0)[0])
    for source in (table.record(), table.match):
        again = play(tablee.Table.resume(source, seed=7))
        assert [line.rpartition(",")[0] for line in again] == [line.rpartition(",")[0] for line in whole]  # times aside
        assert tablee.verify(again)
    other = tablee.Table.resume(table.record())
    with pytest.raises(BadRecord, match="no-commit"):
        tablee.verify(play(other))
    with pytest.raises(tablee.Refusal, match="wrong-commit"):
        tablee.Table.resume(table.record(), seed=8)
    assert tablee.Table.resume(whole).record() == whole


class Last(tablee.Bot[object, object]):
    def choose(self, view: object, legal: Sequence[object], now: int) -> object:
        return legal[-1]


def test_a_record_does_not_choose_what_is_imported() -> None:
    table = tablee.Table("take-it-easy", ["Ada", Last], seed=7)
    table.run()
    table.act(0, "c3")
    with pytest.raises(tablee.Refusal, match="unknown-bot"):
        tablee.Table.resume(table.record(), seed=7)
    again = tablee.Table.resume(table.record(), seed=7, bots=[Last])
    assert again.run() == (0,)
    assert isinstance(again.bots[1], Last)


def test_bots_tell_what_they_expect() -> None:
    table = tablee.Table("take-it-easy", ["Ada", "bot:random"], seed=7)
    table.run()
    found = tablee.values(table.match, 0)
    assert tuple(found) == table.legal(0)
    assert found == tablee.values(table.match, 0, "expert")
    with pytest.raises(tablee.Refusal, match="does not value"):
        tablee.values(table.match, 0, Last)
    table.act(0, "c3")
    table.run()
    over = finished()
    assert tablee.values(over.match, 0) == {}
