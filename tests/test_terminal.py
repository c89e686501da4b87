"""Boards in the terminal: in colour and side by side where it can, as plain text where it cannot."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest

from tablee.core import registry
from tablee.core.game import CHANCE, Panel, Screen, say
from tablee.core.record import Action
from tablee.table import Table
from tablee.terminal import PLAIN, Display, LineReader, Paint, Play, Quit, ThreadedLineReader, display_of, draw_board
from tablee.words import Words

pytestmark = pytest.mark.quick

TALL = "1-2-3 . / . . 9-6-10"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color"}, 8),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 24),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "vt100"}, 0),
        ({}, 0),
    ],
)
def test_what_a_terminal_can_do(environ: dict[str, str], depth: int) -> None:
    display = display_of(Terminal(), environ)
    assert (display.depth, display.width > 0) == (depth, True)
    assert display_of(io.StringIO(), environ) == PLAIN


@pytest.mark.parametrize("depth", [8, 24])
def test_tiles_in_their_colours(depth: int) -> None:
    drawn = Display(depth).colour("call: 9-6-10 12-7-5 and 1-2-3-4")
    assert re.sub(r"\x1b\[[\d;]*m", "", drawn) == "call: 9-6-10 12-7-5 and 1-2-3-4"
    assert drawn.count("\x1b[1;38;") == 5  # 10 keeps the terminal's own colour, and 1-2-3-4 is no tile
    assert Display(0).colour(drawn) == drawn


def test_places_that_are_not_free() -> None:
    assert draw_board(TALL, free={"a2", "b1"})[1].split() == ["1-2-3"]
    assert "(b2)" in "".join(draw_board(TALL, free={"a2", "b1"}))
    assert "·b2·" in "".join(draw_board(TALL))
    assert draw_board(TALL, plain=True, free={"a2"}) == draw_board(TALL, plain=True)


def test_boards_side_by_side_where_they_fit() -> None:
    entry = registry.find("take-it-easy")
    table = Table(entry, ["bot:random"] * 3, seed=1)
    for _ in range(9):
        table.step()
    screen = table.match.screen(0)
    draw = {width: list(Paint(Words("en", entry.folder), False, Display(0, width)).screen(screen)) for width in (0, 60, 90, 200)}
    assert draw[60] == draw[0]  # too narrow for two
    assert len(draw[200]) < len(draw[90]) < len(draw[0])
    assert all(max(map(len, draw[width])) <= width for width in (90, 200))
    words = [sorted(" ".join(lines).split()) for lines in draw.values()]
    assert all(word == words[0] for word in words)
    plain = list(Paint(Words("en", entry.folder), True).screen(screen))
    assert list(Paint(Words("en", entry.folder), True, Display(24, 200)).screen(screen, 0, {"a1"})) == plain


def test_the_holes_of_an_orchid_do_not_look_free() -> None:
    entry = registry.find("take-it-to-the-limit")
    table = Table(entry, ["Ada", "bot:random"], seed=1, board="orchid")
    while 0 not in table.match.waiting():
        table.step()
    legal = {table.match.game.write(action) for action in table.match.legal(0)}
    lines = list(Paint(Words("en", entry.folder), False).screen(table.match.screen(0), 0, legal))
    found = re.findall(r"\((\w\d)\)", " ".join(lines))
    assert sorted(found) == ["c1", "c4", "f3"]


def test_a_turn_says_what_to_do_and_at_first_what_to_type() -> None:
    entry = registry.find("take-it-easy")
    words = Words("en", entry.folder)
    paint, todo = Paint(words, True), say("todo-place", tile="9-7-3", where="free")
    assert list(paint.task(todo, 0, first=True)) == [words(todo), words.text("prompt")]
    assert list(paint.task(todo, 0, first=False)) == [words(todo)]
    assert list(paint.task(say("prompt"), 0, first=True)) == [words.text("prompt")]
    assert list(paint.moves(entry.game, ["a1", "b2"])) == [words.text("prompt"), "a1 b2"]


def test_a_match_says_what_to_do_at_every_turn() -> None:
    entry, said = registry.find("take-it-easy"), list[str]()
    table = Table(entry, ["Ada"], seed=1, hold=True)
    reading, writing = os.pipe()
    os.write(writing, b"a1\na2\nquit\n")
    with pytest.raises(Quit):
        Play(table, entry, Words("en", entry.folder, ["Ada"]), True, LineReader(reading), said.append).run()
    os.close(reading)
    os.close(writing)
    calls = [row.text for row in table.match.rows if isinstance(row, Action) and row.who == CHANCE]
    tasks = [line for line in said if line.startswith("Place ")]
    assert [re.findall(r"\d-\d-\d", task) for task in tasks] == [[call] for call in calls]
    assert said.count(Words("en", entry.folder).text("prompt")) == 1


def test_a_title_may_say_whose_panel_it_is(tmp_path: Path) -> None:
    (tmp_path / "strings.en.ftl").write_text(
        "panel-dice = { $you ->\n    [seat] Your dice\n   *[nobody] Their dice\n  }\n", "utf-8"
    )
    screen = Screen((Panel("dice", "4", seat=1),), (Panel("dice", "3 5"),))
    lines = list(Paint(Words("en", tmp_path, ["Ada", "Bo"]), True).screen(screen, 0))
    assert lines == ["Their dice – Bo: 4", "Your dice: 3 5"]


@pytest.mark.parametrize("kind", [LineReader, ThreadedLineReader])
def test_lines_are_read_with_a_timeout_on_every_system(kind: type[LineReader]) -> None:
    """Windows cannot wait for a terminal as others do, so a thread reads there."""
    ours, theirs = os.pipe()
    reader = kind(ours)
    assert reader.read(0.01) is None
    os.write(theirs, b"c3\nhalf")
    assert reader.read(5) == "c3"
    assert reader.read(0.01) is None
    os.write(theirs, b" a line\nrest")
    os.close(theirs)
    assert reader.read(5) == "half a line"
    assert reader.read(5) == "rest"
    with pytest.raises(EOFError):
        reader.read(5)
    os.close(ours)
