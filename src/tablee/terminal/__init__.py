"""Plays a match in the terminal: draws screens as text and reads a person's input. Plain mode is for screen readers."""

from __future__ import annotations

import os
import queue
import re
import select
import shutil
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import TextIO

from tablee.core.game import AnyGame, Event, Message, Panel, Refusal, Screen, Seat, Sheet, places, say, total
from tablee.core.registry import Entry
from tablee.table import Table
from tablee.words import Words, rules_file

WIDTH = 8  # of a column of a hex board
PROMPT = say("prompt")
BETWEEN = "   "  # boards side by side
TILE = re.compile(r"(?<![\d-])\d{1,2}-\d{1,2}-\d{1,2}(?![\d-])")
PAINTS = {1: 0xA3ABB5, 2: 0xF6A9C4, 3: 0xE0458A, 4: 0x4C8FE6, 5: 0x2BBDB4, 6: 0xE5483D, 7: 0x3FA857, 8: 0xF28A1E, 9: 0xF7D328}
PAINTS |= {12: 0xA874E0}  # 10 is black and 11 white, which not every terminal shows on its background: they keep its own colour


@dataclass(frozen=True)
class Display:
    """What a terminal can do: `depth` is the number of bits of its colours, 0 without any; `width` is 0 if it is not known."""

    depth: int = 0
    width: int = 0

    def colour(self, line: str) -> str:
        """The line with its tiles in their colours."""
        return TILE.sub(lambda tile: "-".join(map(self._number, tile[0].split("-"))), line) if self.depth else line

    def _number(self, text: str) -> str:
        paint = PAINTS.get(int(text))
        return text if paint is None else f"\x1b[1;38;{_code(paint, self.depth)}m{text}\x1b[0m"


def _code(paint: int, depth: int) -> str:
    red, green, blue = paint >> 16, paint >> 8 & 255, paint & 255
    if depth == 24:
        return f"2;{red};{green};{blue}"
    return f"5;{16 + 36 * round(red / 51) + 6 * round(green / 51) + round(blue / 51)}"


PLAIN = Display()


def display_of(stream: TextIO, environ: Mapping[str, str]) -> Display:
    """What the terminal behind a stream can do; nothing if it is a file or a pipe. NO_COLOR is honoured."""
    if not stream.isatty():
        return PLAIN
    term, width = environ.get("TERM", ""), shutil.get_terminal_size().columns
    if environ.get("NO_COLOR") or term in ("", "dumb"):
        return Display(0, width)
    return Display(24 if environ.get("COLORTERM") in ("truecolor", "24bit") else 8 if "256" in term else 0, width)


def shown_action(game: AnyGame, text: str) -> str:
    """An action text as a person reads it: `accuse 2` is `accuse 3`, for people count seats from 1."""
    return _move_seat(game, text, 1)


def typed_action(game: AnyGame, line: str) -> str:
    """The action text that a person means; there is no seat 0 to count."""
    return _move_seat(game, line, -1)


def _move_seat(game: AnyGame, text: str, by: int) -> str:
    what, _, seat = text.rpartition(" ")
    if what.strip().lower() not in game.seat_words or not seat.isdecimal():
        return text
    return f"{what} {int(seat) + by}" if int(seat) + by >= 0 else what


def draw_board(text: str, plain: bool = False, free: Collection[str] | None = None) -> list[str]:
    """Draws a board in staggered columns; empty cells show their names, in brackets if they are not among the `free` ones.
    In plain mode, one line per column."""
    columns = [column.split() for column in text.split(" / ")]
    named = [
        [f"{chr(97 + x)}{y + 1}" if tile == "." else tile for y, tile in enumerate(column)] for x, column in enumerate(columns)
    ]
    if plain:
        return [f"{chr(97 + x)}: " + ", ".join("–" if tile == "." else tile for tile in c) for x, c in enumerate(columns)]
    tall = max(map(len, columns))
    rows = [[" " * WIDTH] * len(columns) for _ in range(2 * tall - 1)]
    for x, column in enumerate(named):
        for y, word in enumerate(column):
            empty = f"({word})" if free is not None and word not in free else f"·{word}·"
            rows[tall - len(column) + 2 * y][x] = (empty if columns[x][y] == "." else word).center(WIDTH)
    return ["".join(row).rstrip() for row in rows]


class Paint:
    """Turns panels, sheets and news into lines of text."""

    def __init__(self, words: Words, plain: bool, display: Display = PLAIN) -> None:
        self.words = words
        self.plain = plain
        self.display = PLAIN if plain else display

    def screen(self, screen: Screen, seat: Seat | None = None, legal: Collection[str] = ()) -> Iterator[str]:
        """`legal` are the texts of the actions that `seat` can take: other empty places on its boards are not free."""
        panels = (*screen.public, *screen.own)
        titles = [self._title(panel, panel.seat, seat) for panel in screen.public]
        titles += [self._title(panel, seat if panel.seat is None else panel.seat, seat) for panel in screen.own]
        blocks = [
            list(self.panel(panel, title, legal if panel.seat == seat else ()))
            for panel, title in zip(panels, titles, strict=True)
        ]
        boards = [block for block, panel in zip(blocks, panels, strict=True) if panel.shape == "hex"]
        if boards and max(map(len, (line for board in boards for line in board))) * 2 + len(BETWEEN) <= self.display.width:
            others = [block for block, panel in zip(blocks, panels, strict=True) if panel.shape != "hex"]
            blocks = [*others, *side_by_side(boards, self.display.width)]
        for block in blocks:
            yield from map(self.display.colour, block)

    def panel(self, panel: Panel, title: str, legal: Collection[str]) -> Iterator[str]:
        if panel.seat is not None:
            title += f" – {self.words.name(panel.seat)}"
        if panel.shape == "hex":
            yield self.words.text("labelled", label=title, value="").rstrip()
            yield from (f"  {line}" for line in draw_board(str(panel.value), self.plain, free_cells(panel, legal)))
        elif panel.shape == "flag":
            if panel.value:
                yield title
        else:
            value = ", ".join(panel.value) if isinstance(panel.value, tuple) else panel.value
            yield self.words.text("labelled", label=title, value="–" if value == "" else str(value))

    def _title(self, panel: Panel, owner: Seat | None, you: Seat | None) -> str:
        """It may depend on whose panel it is: `$you` and `$seat`, as in any sentence about a seat."""
        return self.words.to(you).text(f"panel-{panel.name}", **({} if owner is None else {"seat": owner}))

    def task(self, todo: Message, seat: Seat | None, first: bool) -> Iterator[str]:
        """What this seat has to do and, the first time, what one types for it."""
        yield self.words.to(seat)(todo)
        if first and todo != PROMPT:
            yield self.words(PROMPT)

    def moves(self, game: AnyGame, legal: Iterable[str]) -> Iterator[str]:
        """What one types, and everything that can be typed now."""
        texts = [shown_action(game, text) for text in legal]
        yield self.words(PROMPT)
        yield (" · " if any(" " in text for text in texts) else " ").join(texts)

    def sheet(self, sheet: Sheet) -> Iterator[str]:
        for row in sheet:
            yield f"  {row.points:>5}  {self.words(row.what)}" + (f"  [{' '.join(row.cells)}]" if row.cells else "")
        yield f"  {total(sheet):>5}  {self.words.text('total')}"

    def news(self, events: Iterable[Event], seat: Seat | None) -> Iterator[str]:
        words = self.words.to(seat)
        for event in events:
            if event.reaches(seat):
                yield words(event.message)

    def result(self, scores: tuple[int, ...], places: tuple[int, ...]) -> Iterator[str]:
        for place, seat in sorted((place, seat) for seat, place in enumerate(places)):
            yield self.words.text("place", place=place, seat=seat, score=scores[seat])


def free_cells(panel: Panel, legal: Collection[str]) -> set[str] | None:
    """The cells of a board that are named by legal actions (`a1`, or `s:a1` on the scrapyard); None if none is."""
    prefix = f"{panel.name[0]}:"
    if not any(text.startswith(prefix) for text in legal):
        prefix = ""
    found = {text.removeprefix(prefix) for text in legal if text.startswith(prefix)}
    return {text for text in found if re.fullmatch(r"[a-z]\d+", text)} or None


def side_by_side(blocks: list[list[str]], width: int) -> Iterator[list[str]]:
    """Rows of blocks, as many in each as fit."""
    wide = max(len(line) for block in blocks for line in block)
    count = max(1, (width + len(BETWEEN)) // (wide + len(BETWEEN)))
    for first in range(0, len(blocks), count):
        rows = zip_longest(*blocks[first : first + count], fillvalue="")
        yield [BETWEEN.join(line.ljust(wide) for line in row).rstrip() for row in rows]


class LineReader:
    """Reads a person's lines from a file descriptor, with a timeout."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.rest = b""

    def read(self, seconds: float | None) -> str | None:
        """Raises EOFError at the end of the input."""
        while b"\n" not in self.rest:
            # not for ever: a Ctrl-C that comes just before this call is only noticed after it
            chunk = self.chunk(1.0 if seconds is None else seconds)
            if chunk is None and seconds is not None:
                return None
            if chunk is None:
                continue
            if not chunk:
                if self.rest:
                    break
                raise EOFError
            self.rest += chunk
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def chunk(self, seconds: float) -> bytes | None:
        """What has been typed, empty at the end; None if nothing is within this time."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        return os.read(self.fd, 4096) if ready else None


class ThreadedLineReader(LineReader):
    """For Windows, which can wait for sockets only: a thread reads, and we wait for it."""

    def __init__(self, fd: int) -> None:
        super().__init__(fd)
        self.chunks: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read_all, daemon=True).start()

    def _read_all(self) -> None:
        while chunk := os.read(self.fd, 4096):
            self.chunks.put(chunk)
        self.chunks.put(b"")

    def chunk(self, seconds: float) -> bytes | None:
        try:
            found = self.chunks.get(timeout=seconds)
        except queue.Empty:
            return None
        if not found:
            self.chunks.put(found)  # the end stays the end
        return found


class Quit(Exception):
    pass


class Play:
    """One person at seat 0 against bots. While a hidden clock is running, time is real; nothing printed depends on the clock."""

    def __init__(
        self,
        table: Table,
        entry: Entry,
        words: Words,
        plain: bool,
        ask: LineReader,
        tell: Callable[[str], None],
        display: Display = PLAIN,
    ) -> None:
        self.table, self.entry, self.words = table, entry, words
        self.paint = Paint(words, plain, display)
        self.ask, self.tell = ask, tell
        self.began = time.monotonic()

    def now(self) -> int:
        """Match time. If bots have run ahead of the real clock, it jumps forward to them."""
        ahead = self.table.match.now - int((time.monotonic() - self.began) * 1000)
        if ahead > 0:
            self.began -= ahead / 1000
        return max(self.table.match.now, int((time.monotonic() - self.began) * 1000))

    def run(self) -> None:
        """Plays to the end of the match. Raises Quit when the person leaves."""
        self.tell(self.words.text("welcome", game=self.words.text("game")))
        match = self.table.match
        while match.outcome() is None:
            if self.go_on():
                continue
            if match.between_games:
                self.finish_game()
            elif 0 in match.waiting():
                self.turn()
            else:
                time.sleep(0.05)
        self.show_sheet()
        outcome = match.outcome()
        assert outcome is not None
        for line in self.paint.result(outcome.scores, outcome.places):
            self.tell(line)

    def go_on(self) -> bool:
        """Does what happens without the person now; False if nothing does."""
        timed = self.table.match.alarm() is not None
        events = self.table.step(self.now() if timed else None)
        for line in self.paint.news(events or (), 0):
            self.tell(line)
        if refusal := self.table.refused():
            self.tell(self.words.refusal(refusal))
        return events is not None

    def turn(self) -> None:
        """Shows the screen and reads lines until one is an action, or something else happens."""
        match = self.table.match
        legal = {match.game.write(action) for action in match.legal(0)}
        task = self.paint.task(match.game.todo(match.view(0)), 0, first=match.turns[0] == 1)
        for line in ("", *self.paint.screen(match.screen(0), 0, legal), *task):
            self.tell(line)
        before = match.rows[-1:]
        while 0 in match.waiting() and match.rows[-1:] == before:
            answer = self.ask.read(0.05 if match.alarm() is not None else None)
            if answer is not None:
                self.answer(answer)
            elif self.go_on():
                return

    def answer(self, line: str) -> None:
        match = self.table.match
        if line in ("quit", "q"):
            raise Quit
        if line in ("?", ""):
            for text in self.paint.moves(match.game, map(match.game.write, match.legal(0))):
                self.tell(text)
        elif line == "sheet":
            for row in self.paint.sheet(match.game.sheet(match.view(0), 0)):
                self.tell(row)
        elif line == "rules":
            self.tell(rules_file(self.entry.folder, self.words.lang)[0].read_text("utf-8"))
        else:
            self.act(typed_action(match.game, line))

    def act(self, line: str) -> None:
        try:
            events = self.table.act(0, line, self.now())
        except Refusal as refusal:
            self.tell(self.words.refusal(refusal))
            return
        for text in self.paint.news(events, 0):
            self.tell(text)

    def finish_game(self) -> None:
        """Between two games of a series: shows the finished board, its score and the standings."""
        match = self.table.match
        self.show_sheet()
        for line in self.paint.result(match.totals, places(match.totals)):
            self.tell(line)
        self.table.driver.next_game()

    def show_sheet(self) -> None:
        match = self.table.match
        for line in ("", *self.paint.screen(match.screen(0)), *self.paint.sheet(match.game.sheet(match.view(0), 0))):
            self.tell(line)


def standard_input() -> LineReader:
    return (ThreadedLineReader if sys.platform == "win32" else LineReader)(sys.stdin.fileno())
