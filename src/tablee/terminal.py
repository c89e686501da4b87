"""Plays a match in the terminal: draws screens as text and reads a person's input. Plain mode is for screen readers."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from tablee.core.game import AnyGame, Event, Panel, Refusal, Screen, Seat, Sheet, places, total
from tablee.core.registry import Entry
from tablee.table import Table
from tablee.words import Words, rules_file

WIDTH = 8  # of a column of a hex board


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


def draw_board(text: str, plain: bool = False) -> list[str]:
    """Draws a board in staggered columns; empty cells show their names. In plain mode, one line per column."""
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
            rows[tall - len(column) + 2 * y][x] = (f"·{word}·" if columns[x][y] == "." else word).center(WIDTH)
    return ["".join(row).rstrip() for row in rows]


class Paint:
    """Turns panels, sheets and news into lines of text."""

    def __init__(self, words: Words, plain: bool) -> None:
        self.words = words
        self.plain = plain

    def screen(self, screen: Screen) -> Iterator[str]:
        for panel in (*screen.public, *screen.own):
            yield from self.panel(panel)

    def panel(self, panel: Panel) -> Iterator[str]:
        title = self.words.text(f"panel-{panel.name}")
        if panel.seat is not None:
            title += f" – {self.words.name(panel.seat)}"
        if panel.shape == "hex":
            yield self.words.text("labelled", label=title, value="").rstrip()
            yield from (f"  {line}" for line in draw_board(str(panel.value), self.plain))
        elif panel.shape == "flag":
            if panel.value:
                yield title
        else:
            value = ", ".join(panel.value) if isinstance(panel.value, tuple) else panel.value
            yield self.words.text("labelled", label=title, value="–" if value == "" else str(value))

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


class LineReader:
    """Reads a person's lines from a file descriptor, with a timeout."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.rest = b""

    def read(self, seconds: float | None) -> str | None:
        """Raises EOFError at the end of the input."""
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.fd], [], [], seconds)
            if not ready:
                return None
            chunk = os.read(self.fd, 4096)
            if not chunk:
                if self.rest:
                    break
                raise EOFError
            self.rest += chunk
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode("utf-8", "replace").strip()


class Quit(Exception):
    pass


class Play:
    """One person at seat 0 against bots. While a hidden clock is running, time is real; nothing printed depends on the clock."""

    def __init__(
        self, table: Table, entry: Entry, words: Words, plain: bool, ask: LineReader, tell: Callable[[str], None]
    ) -> None:
        self.table, self.entry, self.words = table, entry, words
        self.paint = Paint(words, plain)
        self.ask, self.tell = ask, tell
        self.began = time.monotonic()

    def now(self) -> int:
        """Match time. If bots have run ahead of the real clock, it jumps forward to them."""
        ahead = self.table.match.at - int((time.monotonic() - self.began) * 1000)
        if ahead > 0:
            self.began -= ahead / 1000
        return max(self.table.match.at, int((time.monotonic() - self.began) * 1000))

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
        for line in ("", *self.paint.screen(match.screen(0)), self.words.text("prompt")):
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
            texts = [shown_action(match.game, match.game.write(action)) for action in match.legal(0)]
            self.tell((" · " if any(" " in text for text in texts) else " ").join(texts))
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
    return LineReader(sys.stdin.fileno())
