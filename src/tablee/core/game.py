"""The contract: a game is pure rules over frozen values, in which chance and the clock are seats.

A state holds the whole truth. `view` builds what one seat has been shown, `screen` what is put before it now.
`play` never reads a clock and never draws: time comes in as `at`, chance as an action of the seat `CHANCE`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

Seat: TypeAlias = int  # 0 .. n-1 round the table
CHANCE: Seat = -1  # its actions are draws
CLOCK: Seat = -2  # its actions are bells
Below: TypeAlias = Callable[[int], int]  # a uniform whole number below n


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence before it is put into words: an id and its arguments.

    The arguments `seat` and `other` are seat numbers and become names; Fluent makes the sentence.
    """

    id: str
    args: tuple[tuple[str, str | int], ...] = ()


def say(id: str, **args: str | int) -> Message:
    return Message(id, tuple(args.items()))


class Refusal(Exception):
    """Something cannot be done; `message` says why, in a way a player understands."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id, *(f"{name}={value}" for name, value in message.args))
        self.message = message

    def __str__(self) -> str:
        return " ".join(map(str, self.args))


class BadText(Refusal):
    """A text that is no action, board, card or option."""


class BadOptions(Refusal):
    """Options that do not go together, or not with this number of seats."""


class IllegalAction(Refusal):
    """An action that the rules do not allow now."""


class TooLate(IllegalAction):
    """A seat acted at or after the alarm."""


class TooSoon(IllegalAction):
    """A legal action that counts only from `until` on."""

    def __init__(self, message: Message, until: int) -> None:
        super().__init__(message)
        self.until = until


@dataclass(frozen=True, slots=True)
class Event:
    """News, with its audience: the seats in `to`, or everybody."""

    message: Message
    to: tuple[Seat, ...] | None = None

    def reaches(self, seat: Seat | None) -> bool:
        return self.to is None or seat in self.to


Value: TypeAlias = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One thing on the table: a board, a hand, a number. `shape` tells a generic client how to draw it.

    Shapes: `text`, `number`, `flag` (0 or 1), `items` (a tuple of texts), `tile` (one tile), `hex` (board text).
    A public panel called `round`, `turns` or `…-left` counts how far the match is: a replay jumps from one value to the next.
    """

    name: str
    value: Value
    seat: Seat | None = None
    shape: str = "text"


@dataclass(frozen=True, slots=True)
class Screen:
    """What is put before a player now; this alone leaves the server. `public` is the same for all."""

    public: tuple[Panel, ...]
    own: tuple[Panel, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a score sheet: what it is for, its points, and where it is on the board."""

    what: Message
    points: int
    cells: tuple[str, ...] = ()


Sheet: TypeAlias = tuple[Row, ...]


def total(sheet: Sheet) -> int:
    return sum(row.points for row in sheet)


@dataclass(frozen=True, slots=True)
class Outcome:
    scores: tuple[int, ...]
    places: tuple[int, ...]


def places(keys: Sequence[Any]) -> tuple[int, ...]:
    """1 for the highest key; equal keys share a place: (30, 50, 50) gives (3, 1, 1)."""
    first: dict[Any, int] = {}
    for place, key in enumerate(sorted(keys, reverse=True), start=1):
        first.setdefault(key, place)
    return tuple(first[key] for key in keys)


O = TypeVar("O")  # noqa: E741 - the four letters stand for Options, State, Action, View
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Game(ABC, Generic[O, S, A, V]):
    """Options, State, Action and View are the game's own frozen dataclasses."""

    id: str
    version: str  # moves only if the same record would play out differently
    seats: range  # how many seats the rules allow
    usual_seats: range  # how many a table offers by itself
    options: type[Any]
    parts: str  # digest of parts.toml
    paper: type[Any] | None = None  # what one player hands in to be scored, or None
    seat_words: tuple[str, ...] = ()  # action texts that end with a seat: people count seats from 1, texts from 0

    @abstractmethod
    def start(self, seats: int, options: O, standing: tuple[int, ...] = ()) -> S:
        """`standing`: the totals so far in a series, () in its first game. Raises BadOptions."""

    def for_new_match(self, options: O, given: Collection[str]) -> O:
        """The options of a new match; those that were not `given` may follow from others. Its record holds them."""
        return options

    @abstractmethod
    def to_act(self, s: S) -> tuple[Seat, ...]:
        """() when over, (CHANCE,) for a draw, several seats for a simultaneous step. Public."""

    @abstractmethod
    def legal(self, s: S, seat: Seat) -> Sequence[A]:
        """Exactly what `play` accepts from this seat (CHANCE and CLOCK too), time aside; () if it is not to act."""

    @abstractmethod
    def odds(self, s: S) -> Sequence[tuple[A, int]]:
        """The exact whole-number weights of CHANCE's draws."""

    def alarm(self, s: S) -> int | None:
        """Match time in ms at which CLOCK acts. Secret."""
        return None

    @abstractmethod
    def play(self, s: S, seat: Seat, action: A, at: int) -> tuple[S, tuple[Event, ...]]:
        """One action at match time `at`. Raises IllegalAction, TooLate, TooSoon; a game with an alarm asks `in_time` first."""

    def check_seats(self, found: int) -> None:
        """Raises BadOptions unless the rules allow this many seats."""
        if found not in self.seats:
            raise BadOptions(say("bad-seats", game=self.id, found=found, least=self.seats[0], most=self.seats[-1]))

    def in_time(self, s: S, seat: Seat, at: int) -> None:
        """CLOCK plays exactly at the alarm, CHANCE and seats before it."""
        alarm = self.alarm(s)
        if seat == CLOCK and at != alarm:
            raise IllegalAction(say("no-bell-now"))
        if seat != CLOCK and alarm is not None and at >= alarm:
            raise TooLate(say("too-late"))

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> V:
        """Everything this seat has been shown so far (None: a spectator). Built up, never cut down."""

    @abstractmethod
    def screen(self, view: V) -> Screen:
        """What is put before the player now, from the view alone."""

    def own(self, view: V) -> tuple[Panel, ...]:
        """The screen's `own` part alone; a game for big rooms makes it without the rest."""
        return self.screen(view).own

    @abstractmethod
    def imagine(self, view: V, now: int, below: Below) -> S:
        """One world that this view allows; deadlines lie after `now`."""

    @abstractmethod
    def sheet(self, view: V, seat: Seat) -> Sheet:
        """What this view knows of a seat's score, row by row. At the end the rows of its own view and of a spectator's
        add up to its score."""

    def sheet_after(self, view: V, seat: Seat, action: A) -> Sheet:
        """The sheet of the seat whose view this is, once this legal action counts and all others who were asked have chosen.

        Only where it follows from the view, whatever they choose and whatever was drawn; otherwise raises Refusal
        (`sheet-hidden`). Players see the answer, so it must not recall what the game leaves to their memory.
        """
        raise Refusal(say("sheet-hidden"))

    @abstractmethod
    def outcome(self, s: S) -> Outcome | None:
        """Scores and places once the game is over."""

    @abstractmethod
    def codes(self, seats: int, options: O) -> tuple[str, ...]:
        """Every action text there can be, CHANCE's and CLOCK's too; its index is its integer code."""

    @abstractmethod
    def bound(self, seats: int, options: O) -> int:
        """More plays than any match can have."""

    def length(self, seats: int, options: O) -> int:
        """About how many plays a long game has; at most `bound`. The server limits the length of a series by it."""
        return self.bound(seats, options)

    @abstractmethod
    def write(self, a: A) -> str:
        """The one text of an action: in the record, on the wire, at the prompt, in the log."""

    @abstractmethod
    def read(self, text: str) -> A:
        """The action of a text, whether or not it is legal now. Raises BadText."""

    def score(self, options: O, papers: Sequence[Any]) -> tuple[Sheet, ...]:
        """The sheets of boards from outside, one `paper` a player. Raises BadText, BadOptions."""
        raise BadOptions(say("no-scoring", game=self.id))


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
