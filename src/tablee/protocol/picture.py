"""What a seat or a spectator sees of a match at one moment, as one value, and the difference between two of them.

A device gets a whole picture when it connects and differences afterwards; a replay is a list of differences. Clients apply them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from tablee.core.game import Message, Panel, ScoreRow, Seat, Sheet, total
from tablee.match import Match
from tablee.protocol import wire


class Timer(NamedTuple):
    """A time that everybody may see run out, in ms by the clock of whoever made the picture."""

    ends: int
    stands_at: int | None = None  # while the match is paused

    def left(self, now: int) -> int:
        return max(0, self.ends - (now if self.stands_at is None else self.stands_at))

    def delayed(self, ms: int) -> Timer:
        return Timer(self.ends + ms, self.stands_at)


class Picture(Struct, frozen=True):
    """`to_act` and `chosen` are None in a big room, `scores` elsewhere. `mine` is what only this seat may see, if it is one."""

    public: tuple[Panel, ...] = ()
    to_act: tuple[Seat, ...] | None = ()
    chosen: tuple[Seat, ...] | None = ()
    count: tuple[int, int] = (0, 0)  # how many have chosen, of how many
    sheets: Mapping[Seat, Sheet] = {}  # as far as this viewer knows them
    series: wire.Series | None = None
    result: wire.MatchResult | None = None
    timer: Timer | None = None
    goal: wire.Sentence | None = None  # what wins and when the game ends
    scores: tuple[int, ...] | None = None  # of every seat, as everybody knows them
    mine: wire.Mine | None = None

    def with_seat(self, seat: Seat, mine: wire.Mine, sheet: Sheet) -> Picture:
        """The picture of a seat, if this is what everybody sees. The seat may know its own sheet better than others do."""
        sheets = self.sheets if self.sheets.get(seat) == sheet else {**self.sheets, seat: sheet}
        return replace(self, mine=mine, sheets=sheets)


EMPTY = Picture()
Fields: TypeAlias = dict[str, Any]  # of a message
SheetChanges: TypeAlias = "dict[Seat, tuple[wire.SheetRow, ...]]"  # whole sheets
RowChanges: TypeAlias = "dict[Seat, dict[int, wire.SheetRow]]"  # changed rows, by index
T = TypeVar("T")


class Painter:
    """Makes pictures of a match. What a position shows is found once, however many ask for it."""

    def __init__(self, match: Match, big: int) -> None:
        """In a room with more than `big` seats, pictures do not say who has chosen, and have scores instead of others' sheets."""
        self.match, self.big = match, match.seats > big
        self.position = -1
        self.views: dict[Seat | None, Any] = {}
        self.choices: dict[Seat, tuple[tuple[wire.PanelOut, ...], tuple[str, ...], wire.Sentence | None]] = {}
        self.public: tuple[Panel, ...] = ()
        self.sheets: dict[Seat, Sheet] = {}
        self.goal: wire.Sentence | None = None
        self._scores: tuple[int, ...] | None = None

    def _look(self) -> None:
        """Choices in an open step do not change what is seen, or what is legal."""
        match, game = self.match, self.match.game
        if self.position != match.position:
            self.position, self.choices = match.position, {}
            self.views = {None: match.view(None)}
            self.public = game.screen(self.views[None]).public
            goal = game.goal(self.views[None])
            self.goal, self._scores = None if goal is None else wire.said(goal), None
            self.sheets = {} if self.big else {seat: game.sheet(self.views[None], seat) for seat in range(match.seats)}

    def view(self, seat: Seat) -> Any:
        self._look()
        if seat not in self.views:
            self.views[seat] = self.match.view(seat)
        return self.views[seat]

    def table(self, series: wire.Series | None = None, timer: Timer | None = None) -> Picture:
        """What everybody sees."""
        self._look()
        asked, chosen = self.match.to_act(), tuple(sorted(self.match.chosen))
        count = len(chosen), len(asked)
        if self.big:
            return Picture(self.public, None, None, count, self.sheets, series, None, timer, self.goal, self.scores())
        return Picture(self.public, asked, chosen, count, self.sheets, series, None, timer, self.goal)

    def scores(self) -> tuple[int, ...]:
        """Every seat's points, as everybody knows them."""
        self._look()
        if self._scores is None:
            game, view = self.match.game, self.views[None]
            self._scores = tuple([total(game.sheet(view, seat)) for seat in range(self.match.seats)])
        return self._scores

    def sheet(self, seat: Seat) -> Sheet:
        """As the seat itself knows it."""
        return self.match.game.sheet(self.view(seat), seat)

    def own(self, seat: Seat) -> tuple[wire.PanelOut, ...]:
        """The panels that only this seat may see."""
        return tuple(map(wire.panel, self.match.game.own(self.view(seat))))

    def mine(self, seat: Seat, n: int) -> wire.Mine:
        """What only this seat may see; `n` counts its actions."""
        match, game = self.match, self.match.game
        view = self.view(seat)
        if seat not in self.choices:
            legal = () if match.over else match.legal_texts(seat)
            todo = wire.said(game.todo(view)) if legal else None
            self.choices[seat] = self.own(seat), legal, todo
        own, legal, todo = self.choices[seat]
        choice = game.write(match.chosen[seat]) if seat in match.chosen else None
        return wire.Mine(own, legal, choice, match.turns[seat], n, todo)


class Once(Generic[T]):
    """What was found last, for two values that many have in common."""

    def __init__(self) -> None:
        self.before: Any = None
        self.after: Any = None
        self.found: Fields = {}

    def keep(self, before: T, after: T, found: Fields) -> Fields:
        self.before, self.after, self.found = before, after, found
        return found


class Differ:
    """Makes the differences between pictures. What is the same for many seats is compared and encoded once."""

    def __init__(self) -> None:
        self.panels: Once[tuple[Panel, ...]] = Once()
        self.sheets: Once[Mapping[Seat, Sheet]] = Once()

    def difference(self, before: Picture, after: Picture, now: int) -> Fields:
        """The fields of an `update` that makes the one into the other."""
        fields = changed_step(before, after)
        if after.public is not before.public:
            fields |= self._panels(before.public, after.public)
        if after.sheets is not before.sheets:
            fields |= self._sheets(before.sheets, after.sheets)
        if after.series is not None and after.series != before.series:
            fields["series"] = after.series
        if after.goal != before.goal:
            fields["goal"] = after.goal
        if after.scores is not None and after.scores != before.scores:
            fields["scores"] = after.scores
        if after.result is not None and before.result is None:
            fields["result"] = after.result
        if after.timer != before.timer or (after.timer is not None and after.sheets is not before.sheets):
            fields["timer"] = None if after.timer is None else after.timer.left(now)  # told with each position: clocks drift
        if after.mine is not None and after.mine != before.mine:
            fields["mine"] = after.mine
        return fields

    def _panels(self, before: tuple[Panel, ...], after: tuple[Panel, ...]) -> Fields:
        once = self.panels
        if once.before is before and once.after is after:
            return once.found
        return once.keep(before, after, {name: wire.plain(value) for name, value in changed_panels(before, after).items()})

    def _sheets(self, before: Mapping[Seat, Sheet], after: Mapping[Seat, Sheet]) -> Fields:
        once = self.sheets
        if once.before is before and once.after is after:
            return once.found
        whole, rows = changed_sheets(before, after)
        fields = {name: wire.plain(value) for name, value in (("sheets", whole), ("rows", rows)) if value}
        return once.keep(before, after, fields)


def difference(before: Picture, after: Picture) -> Fields:
    """The fields of a step of a replay that makes the one into the other. Sheets that have changed are whole."""
    whole, rows = changed_sheets(before.sheets, after.sheets)
    sheets = {seat: whole[seat] if seat in whole else wire.rows(after.sheets[seat]) for seat in {**whole, **rows}}
    fields = changed_step(before, after) | changed_panels(before.public, after.public)
    return fields | {"sheets": sheets} if sheets else fields


def changed_step(before: Picture, after: Picture) -> Fields:
    """Who is to act, and who has chosen."""
    fields: Fields = {}
    if after.to_act != before.to_act:
        fields["to_act"] = after.to_act
    if after.chosen != before.chosen:
        fields["chosen"] = after.chosen
    if after.count != before.count:
        fields["count"] = after.count
    return fields


def changed_panels(before: tuple[Panel, ...], after: tuple[Panel, ...]) -> Fields:
    """All panels, or only those that changed, by index."""
    if len(before) != len(after):
        return {"public": tuple(map(wire.panel, after))}
    pairs = enumerate(zip(before, after, strict=True))
    changes = {place: wire.panel(new) for place, (old, new) in pairs if old is not new and old != new}
    return {"panels": changes} if changes else {}


def changed_sheets(before: Mapping[Seat, Sheet], after: Mapping[Seat, Sheet]) -> tuple[SheetChanges, RowChanges]:
    """Sheets whose number of rows has changed, and the changed rows of the others."""
    whole: SheetChanges = {}
    rows: RowChanges = {}
    for seat, sheet in after.items():
        old = before.get(seat)
        if old is None or len(old) != len(sheet):
            whole[seat] = wire.rows(sheet)
        elif old is not sheet and old != sheet:
            pairs = enumerate(zip(old, sheet, strict=True))
            rows[seat] = {place: wire.sheet_row(new) for place, (row, new) in pairs if row is not new and row != new}
    return whole, rows


def snapshot(picture: Picture, you: Seat | None, info: msgspec.Raw, public: msgspec.Raw, now: int) -> wire.Snapshot:
    """The whole picture; `public` are its panels, encoded once for all who are sent the same."""
    timer = None if picture.timer is None else picture.timer.left(now)
    sheets = wire.plain({seat: wire.rows(sheet) for seat, sheet in picture.sheets.items()})
    step = picture.to_act, picture.chosen, picture.count, timer
    said = picture.series, picture.result, picture.goal, picture.scores
    return wire.Snapshot(you, info, public, *step, picture.mine, sheets, *said)


# what a client does
_read_panels = msgspec.json.Decoder(tuple[wire.PanelOut, ...]).decode
_read_changed = msgspec.json.Decoder(dict[int, wire.PanelOut]).decode
_read_sheets = msgspec.json.Decoder(dict[Seat, tuple[wire.SheetRow, ...]]).decode
_read_rows = msgspec.json.Decoder(dict[Seat, dict[int, wire.SheetRow]]).decode


def pictured(shown: wire.Snapshot) -> Picture:
    """The picture in a snapshot; its timer counts from when it arrives."""
    sheets = {seat: read_sheet(rows) for seat, rows in _read_sheets(shown.sheets).items()}
    public, step = read_panels(shown.public), (shown.to_act, shown.chosen, shown.count)
    timer = None if shown.timer is None else Timer(shown.timer)
    return Picture(public, *step, sheets, shown.series, shown.result, timer, shown.goal, shown.scores, shown.mine)


def applied(picture: Picture, update: wire.Update) -> Picture:
    """The picture after an update."""
    changes: Fields = {}
    for name in ("to_act", "chosen", "count", "series", "result", "goal", "scores", "mine"):
        if (value := getattr(update, name)) is not UNSET:
            changes[name] = value
    if update.timer is not UNSET:
        changes["timer"] = None if update.timer is None else Timer(update.timer)
    if update.public is not UNSET:
        changes["public"] = read_panels(update.public)
    elif update.panels is not UNSET:
        changed = {place: read_panel(panel) for place, panel in _read_changed(update.panels).items()}
        changes["public"] = tuple(changed.get(place, panel) for place, panel in enumerate(picture.public))
    if update.sheets is not UNSET or update.rows is not UNSET:
        changes["sheets"] = _applied_sheets(picture.sheets, update)
    return replace(picture, **changes)


def _applied_sheets(before: Mapping[Seat, Sheet], update: wire.Update) -> dict[Seat, Sheet]:
    after = dict(before)
    if update.sheets is not UNSET:
        after |= {seat: read_sheet(rows) for seat, rows in _read_sheets(update.sheets).items()}
    if update.rows is not UNSET:
        for seat, rows in _read_rows(update.rows).items():
            changed = dict(zip(rows, read_sheet(rows.values()), strict=True))
            after[seat] = tuple(changed.get(place, row) for place, row in enumerate(after[seat]))
    return after


def read_message(said: wire.Sentence) -> Message:
    return Message(said.id, tuple(said.args.items()))


def read_panel(panel: wire.PanelOut) -> Panel:
    return Panel(panel.name, panel.value, panel.seat, panel.shape)


def read_panels(panels: msgspec.Raw) -> tuple[Panel, ...]:
    return tuple(map(read_panel, _read_panels(panels)))


def read_sheet(rows: Iterable[wire.SheetRow]) -> Sheet:
    return tuple(ScoreRow(read_message(row.what), row.points, row.cells, read_sheet(row.parts)) for row in rows)
