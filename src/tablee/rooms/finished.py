"""A match that is over: nothing happens any more, but everybody may look at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablee.core.game import Seat, Sheet
from tablee.protocol import wire
from tablee.protocol.picture import Painter, Picture, read_panels, read_sheet
from tablee.protocol.reasons import Refused


class Head(Struct, frozen=True):
    """What everybody may know about the last step and the series."""

    to_act: tuple[int, ...] | None = None
    chosen: tuple[int, ...] | None = None
    count: tuple[int, int] = (0, 0)
    series: wire.Series | None = None
    goal: wire.Sentence | None = None
    scores: tuple[int, ...] | None = None


class LastScreen(Struct, frozen=True):
    """What is stored of a finished match: enough to show it to anybody without replaying its record.

    `mine` and `sheets` are by seat; `own_sheets` are those that the seat itself knows better than everybody.
    """

    public: msgspec.Raw  # list of PanelOut
    head: Head
    sheets: dict[Seat, tuple[wire.SheetRow, ...]]
    result: wire.MatchResult
    mine: dict[Seat, wire.Mine] = {}
    own_sheets: dict[Seat, tuple[wire.SheetRow, ...]] = {}


class Ending(Protocol):
    """The last picture of a match, for everybody."""

    table: Picture
    rows: int  # of the record, if it is in memory

    def mine(self, seat: Seat) -> wire.Mine:
        """What only this seat may see."""

    def sheet(self, seat: Seat) -> Sheet:
        """As everybody knows it."""

    def own_sheet(self, seat: Seat) -> Sheet:
        """As the seat itself knows it."""


class MatchEnding:
    """Of a match that was just played, or read from its record."""

    def __init__(self, painter: Painter, numbers: list[int], series: wire.Series | None, result: wire.MatchResult) -> None:
        """`numbers` count each seat's actions."""
        self.painter, self.numbers = painter, numbers
        self.table = replace(painter.table(series), result=result)
        self.rows = len(painter.match.rows)

    def mine(self, seat: Seat) -> wire.Mine:
        return self.painter.mine(seat, self.numbers[seat])

    def sheet(self, seat: Seat) -> Sheet:
        match = self.painter.match
        return match.game.sheet(match.view(None), seat)

    def own_sheet(self, seat: Seat) -> Sheet:
        return self.painter.sheet(seat)


class StoredEnding:
    """As it was stored when the room was unloaded."""

    rows = 0

    def __init__(self, last: LastScreen, big: bool) -> None:
        self.last = last
        head, public = last.head, read_panels(last.public)
        sheets = {} if big else {seat: read_sheet(rows) for seat, rows in last.sheets.items()}
        told = Picture(public, head.to_act, head.chosen, head.count, sheets, head.series, last.result)
        self.table = replace(told, goal=head.goal, scores=head.scores)

    def mine(self, seat: Seat) -> wire.Mine:
        return self.last.mine[seat]

    def sheet(self, seat: Seat) -> Sheet:
        return read_sheet(self.last.sheets[seat])

    def own_sheet(self, seat: Seat) -> Sheet:
        return read_sheet(self.last.own_sheets.get(seat, self.last.sheets[seat]))


class Finished:
    """`answered` has the commands that were answered: the number of their action, or None if it was too late."""

    def __init__(self, header: str, result: str, ending: Ending, answered: Mapping[str, int | None]) -> None:
        self.header, self.result, self.ending, self.answered = header, result, ending, answered

    @property
    def is_stored(self) -> bool:
        return isinstance(self.ending, StoredEnding)

    @property
    def rows(self) -> int:
        return self.ending.rows

    def picture(self, seat: Seat | None) -> Picture:
        ending = self.ending
        return ending.table if seat is None else ending.table.with_seat(seat, ending.mine(seat), ending.own_sheet(seat))

    def sheet(self, viewer: Seat | None, seat: Seat) -> Sheet:
        return self.ending.own_sheet(seat) if viewer == seat else self.ending.sheet(seat)

    def number_of(self, key: str) -> int:
        """The number of the action that a command, which is sent again, has made. Raises Refused."""
        if key not in self.answered:
            raise Refused("not-playing")
        number = self.answered[key]
        if number is None:
            raise Refused("too-late")
        return number

    def last_screen(self) -> LastScreen:
        """Without the seats, which `add_seat` adds."""
        table, result = self.ending.table, self.ending.table.result
        assert result is not None
        head = Head(table.to_act, table.chosen, table.count, table.series, table.goal, table.scores)
        return LastScreen(wire.plain([wire.panel(panel) for panel in table.public]), head, {}, result)

    def add_seat(self, last: LastScreen, seat: Seat) -> None:
        sheet, own = self.ending.sheet(seat), self.ending.own_sheet(seat)
        last.mine[seat], last.sheets[seat] = self.ending.mine(seat), wire.rows(sheet)
        if own != sheet:
            last.own_sheets[seat] = wire.rows(own)


_read = msgspec.json.Decoder(LastScreen).decode


def read_ending(screen: bytes, big: int) -> StoredEnding:
    last = _read(screen)
    return StoredEnding(last, len(last.sheets) > big)


def answered_commands(ending: Ending, since: Mapping[str, int | None]) -> dict[str, int | None]:
    """The commands among the last rows of a match, given how many rows their seat has added since each."""
    return {key: None if rows is None else ending.mine(int(key.partition(":")[0])).n - rows for key, rows in since.items()}
