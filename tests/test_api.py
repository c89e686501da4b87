"""`import tablee`: what a newcomer types."""

from __future__ import annotations

import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import tablee
from tablee.core.record import BadRecord
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
