"""A practice match that goes on from a moment of another one, against bots.

Its record begins with the rows of the other match. A note follows, with a seed: what the seat could not see at that moment is
imagined anew from it, and so are the draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import NamedTuple, TypeAlias

from tablee.bots import everybody, strongest_fast
from tablee.core import record
from tablee.core.game import CHANCE, BadOptions, Refusal, Seat, say
from tablee.core.record import Action, BadRecord, Header, Note, NoteId, Result
from tablee.core.registry import Entry
from tablee.fair import commitment, new_secret
from tablee.match import Match
from tablee.replay import Find, begin_game
from tablee.rooms.seating import Person, SeatPlan, Setup
from tablee.rooms.settings import RoomSettings
from tablee.table import BOT

Rows: TypeAlias = list[Action | Note]


class Branch(NamedTuple):
    """What the new match begins with. `seed` is that of the other match, which its record has revealed."""

    setup: Setup
    header: Header
    seed: str
    rows: Rows


class Trunk:
    """The other match, up to the moment. `climb` plays some of its rows at a time."""

    def __init__(self, text: str, rows: int, find: Find) -> None:
        """Raises BadRecord if the record cannot be read, or its match is not over."""
        self.lines = list(record.stream(BytesIO(text.encode("utf-8", "replace"))))
        self.entries = record.read_lines(self.lines)
        _, header = next(self.entries)
        assert isinstance(header, Header)  # by read_lines
        self.result = _result(self.lines)
        self.entry, self.header, self.wanted = find(header.game), header, rows
        self.match = Match(self.entry.game, header)

    def climb(self, most: int) -> bool:
        """Plays so many rows more; whether the moment is not reached yet. Raises BadRecord."""
        for number, entry in islice(self._rest(), most):
            try:
                begin_game(self.match, entry)
                if isinstance(entry, Action):
                    self.match.act(entry.who, entry.text, entry.ms)
                elif isinstance(entry, Note):
                    self.match.note(entry)
            except Refusal as refusal:
                raise BadRecord(number, refusal.message) from refusal
        return not self._reached and len(self.match.rows) < len(self.lines) - 2

    def _rest(self) -> Iterator[tuple[int, record.RecordEntry]]:
        while not self._reached:
            number, entry = next(self.entries)
            if isinstance(entry, Result):
                return
            yield number, entry

    @property
    def _reached(self) -> bool:
        """Draws, and the pause or break that a moment lies in, come before it."""
        match = self.match
        return len(match.rows) >= self.wanted and not match.paused and match.to_act() not in ((), (CHANCE,))

    def branch(self, seat: Seat, name: str, settings: RoomSettings) -> Branch:
        """Raises Refusal."""
        match, entry = self.match, self.entry
        match.check_seat(seat)
        if not self._reached:
            raise BadOptions(say("no-what-if"))
        if len(match.rows) + entry.game.length(match.seats, match.options) > settings.rows:
            raise BadOptions(say("long-game", seats=match.seats))
        places = [_place(entry, other, names, seat, name) for other, names in enumerate(self.header.seats)]
        games = len(match.finished) + 1
        setup = Setup(entry.game.id, dict(self.header.options), games, False, 0, places, people=1, practice=True)
        setup.bot_seed = new_secret()
        names = tuple((name,) if plan.people else (BOT + plan.level,) for plan in places)
        seed, header = self.result.reveal, replace(self.header, seats=names, games=games, practice=True)
        if not _committed(seed, header.commit):
            seed, header = new_secret(), replace(header, commit="", nonces=())
        rows: Rows = [*match.rows, Note(NoteId.WHAT_IF, match.now, seat, new_secret())]
        return Branch(setup, header, seed, rows)


def _result(lines: Sequence[bytes]) -> Result:
    try:
        result = record.read(lines[-1])
    except Refusal as refusal:
        raise BadRecord(len(lines), refusal.message) from None
    if not isinstance(result, Result):
        raise BadRecord(len(lines), say("not-over-yet"))
    return result


def _committed(seed: str, commit: str) -> bool:
    try:
        return bool(commit) and commitment(seed) == commit
    except Refusal:
        return False


def _place(entry: Entry, other: Seat, names: Sequence[str], seat: Seat, name: str) -> SeatPlan:
    if other == seat:
        return SeatPlan("open", people=[Person(0, name)])
    level = names[0].removeprefix(BOT)
    is_bot = names[0].startswith(BOT) and level in everybody(entry)
    return SeatPlan("bot", level if is_bot else strongest_fast(entry))
