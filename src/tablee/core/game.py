"""The contract: a game is pure rules over frozen values, in which chance and the clock are seats.

A state holds everything, secrets included. `view` builds what one seat has been shown so far, `screen` what it sees now.
`play` never reads a clock or draws random numbers: time comes in as `at`, chance as actions of the seat `CHANCE`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

Seat: TypeAlias = int  # 0 .. n-1 around the table
CHANCE: Seat = -1  # its actions are draws
CLOCK: Seat = -2  # its actions are bells
Below: TypeAlias = Callable[[int], int]  # returns a uniform whole number below n


class Message(NamedTuple):
    """A sentence before translation: an id and its arguments.

    The arguments `seat` and `other` are seat numbers; Fluent replaces them with names.
    """

    id: str
    args: tuple[tuple[str, str | int], ...] = ()


def say(id: str, **args: str | int) -> Message:
    return Message(id, tuple(args.items()))


class Refusal(Exception):
    """Something is not possible; `message` tells why. `str()` is a sentence in English, `text("fr")` one in French."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id, *(f"{name}={value}" for name, value in message.args))
        self.message = message
        self.add_note(" ".join(self.args))  # for whoever reads a traceback

    def __str__(self) -> str:
        return self.text()

    def text(self, lang: str = "en") -> str:
        """The sentence for a person."""
        words = import_module("tablee.words")  # by name: words know messages, not the other way round
        sentence: str = words.refusal(self, lang)
        return sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args, vars(self))


def _unpickled(kind: type[Refusal], args: tuple[str, ...], attributes: dict[str, Any]) -> Refusal:
    """Without `__init__`, whose arguments differ from class to class."""
    refusal = kind.__new__(kind, *args)
    vars(refusal).update(attributes)
    return refusal


class BadText(Refusal):
    """A text that is not a valid action, board, card or option."""


class BadOptions(Refusal):
    """Options that cannot be combined, or not with this number of seats."""


class IllegalAction(Refusal):
    """An action that the rules do not allow now."""


class TooLate(IllegalAction):
    """A seat acted at or after the alarm."""


class TooSoon(IllegalAction):
    """A legal action that counts only from match time `until`."""

    def __init__(self, message: Message, until: int) -> None:
        super().__init__(message)
        self.until = until


class Event(NamedTuple):
    """A piece of news for the seats in `to`, or for everybody."""

    message: Message
    to: tuple[Seat, ...] | None = None

    def reaches(self, seat: Seat | None) -> bool:
        return self.to is None or seat in self.to


PanelValue: TypeAlias = str | int | tuple[str, ...]


class Panel(NamedTuple):
    """Something on the table: a board, a hand, a number. `shape` tells a generic client how to draw it.

    Shapes: `text`, `number`, `flag` (0 or 1), `tile` (one tile), `hex` (board text); for a tuple of texts `items`, `cards`, and
    `dice`, of which those from 1 to 6 get pips.
    A public panel called `round`, `turns` or `…-left` shows progress: a replay can jump from one value to the next.
    """

    name: str
    value: PanelValue
    seat: Seat | None = None
    shape: str = "text"


class Screen(NamedTuple):
    """What a player sees now; nothing else leaves the server. `public` is the same for everybody."""

    public: tuple[Panel, ...]
    own: tuple[Panel, ...] = ()


class ScoreRow(NamedTuple):
    """A row of a score sheet: what it is for, its points, its cells on the board, and the rows it is the sum of, if any."""

    what: Message
    points: int
    cells: tuple[str, ...] = ()
    subrows: tuple[ScoreRow, ...] = ()


Sheet: TypeAlias = tuple[ScoreRow, ...]


def total(sheet: Sheet) -> int:
    return sum(row.points for row in sheet)


class Argument(NamedTuple):
    """A true statement about an action that a player can check: a short title, a line with the numbers, and what it is about.

    `marks` says what to light on the screen, as in a guided game: cells of the board (`b1`) or `panel:call`.
    """

    action: str  # the text of the action it is about
    title: Message
    detail: Message
    marks: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """How a game ended, by seat; equal players share a place."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


def places(keys: Sequence[Any]) -> tuple[int, ...]:
    """Ranks the keys: 1 is the highest, and equal keys share a place: (30, 50, 50) gives (3, 1, 1)."""
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
    version: str  # changes only if the same record would play out differently
    seats: range  # the numbers of seats the rules allow
    usual_seats: range  # the numbers a table offers by default
    options: type[Any]
    parts_digest: str  # of parts.toml
    real_board: type[Any] | None = None  # what a player has at a real table, to be scored; None if nothing can be
    seat_words: tuple[str, ...] = ()  # action texts that end with a seat number: people count seats from 1, texts from 0

    @abstractmethod
    def start(self, seats: int, options: O, standing: tuple[int, ...] = ()) -> S:
        """The first state. `standing` holds the totals so far in a series, () in its first game. Raises BadOptions."""

    def for_new_match(self, options: O, given: Collection[str]) -> O:
        """The options of a new match, as its record stores them; those not `given` may depend on others."""
        return options

    @abstractmethod
    def to_act(self, s: S) -> tuple[Seat, ...]:
        """Who has to act: () when over, (CHANCE,) for a draw, several seats in a simultaneous step. Public."""

    @abstractmethod
    def legal(self, s: S, seat: Seat) -> Sequence[A]:
        """Exactly what `play` accepts from this seat (or CHANCE or CLOCK), time aside; () if it is not its turn."""

    def legal_texts(self, s: S, seat: Seat) -> tuple[str, ...]:
        """The texts of `legal`, in the same order. A game that offers many actions may find them without the actions."""
        return tuple(map(self.write, self.legal(s, seat)))

    @abstractmethod
    def odds(self, s: S) -> Sequence[tuple[A, int]]:
        """CHANCE's draws with their exact integer weights."""

    def alarm(self, s: S) -> int | None:
        """The match time in ms when CLOCK acts, or None. Secret."""
        return None

    @abstractmethod
    def play(self, s: S, seat: Seat, action: A, at: int) -> tuple[S, tuple[Event, ...]]:
        """Plays an action at match time `at`. Raises IllegalAction, TooLate, TooSoon. With an alarm, call `in_time` first."""

    def check_seats(self, found: int) -> None:
        """Raises BadOptions unless the rules allow this many seats."""
        if found not in self.seats:
            raise BadOptions(say("bad-seats", game=self.id, found=found, least=self.seats[0], most=self.seats[-1]))

    def in_time(self, s: S, seat: Seat, at: int) -> None:
        """Checks the time: CLOCK acts exactly at the alarm, CHANCE and seats before it."""
        alarm = self.alarm(s)
        if seat == CLOCK and at != alarm:
            raise IllegalAction(say("no-bell-now"))
        if seat != CLOCK and alarm is not None and at >= alarm:
            raise TooLate(say("too-late"))

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> V:
        """Everything this seat has been shown so far (None: a spectator). Built from nothing, never cut down from the state."""

    @abstractmethod
    def screen(self, view: V) -> Screen:
        """What the player sees now, from the view alone."""

    def shown_alarm(self, view: V) -> int | None:
        """The time of the alarm, if the players may see it; then they see how much time is left."""
        return None

    def own(self, view: V) -> tuple[Panel, ...]:
        """Only the `own` part of the screen; games for big rooms build it without the rest."""
        return self.screen(view).own

    def todo(self, view: V) -> Message:
        """What the viewing seat, which is to act, has to do now: one sentence that begins with the action.

        It says only what is on the seat's screen, because it must not remind players of what they are expected to remember.
        """
        return say("prompt")

    def goal(self, view: V) -> Message | None:
        """What wins and when the game ends, in one line that stays in sight. It says only what is on everybody's screen."""
        return None

    @abstractmethod
    def imagine(self, view: V, now: int, below: Below) -> S:
        """A random state this view allows, with deadlines after `now`."""

    @abstractmethod
    def sheet(self, view: V, seat: Seat) -> Sheet:
        """What this view knows about a seat's score, row by row. At the end, the rows add up to the score, both in the seat's
        own view and in a spectator's."""

    def sheet_after(self, view: V, seat: Seat, action: A) -> Sheet:
        """The viewing seat's sheet after this legal action, once every seat that is to act has chosen.

        Answers only if the view settles it, whatever others choose and whatever was drawn; otherwise raises Refusal
        (`sheet-hidden`). Players see the answer, so it must not remind them of what the game expects them to remember.
        """
        raise Refusal(say("sheet-hidden"))

    def reasons(self, view: V, action: A, other: A) -> tuple[Argument, ...]:
        """What this view knows that sets `action` apart from `other`: at most three arguments, the weightiest first.

        Each is true of the view, and every number in it can be recomputed from what the seat has been shown. A game without
        reasons says none.
        """
        return ()

    def afterwards(self, end: V, view: V, action: A, other: A) -> tuple[Message, ...]:
        """What only the end of the match revealed about a choice between these two actions, of which the seat took `other`.

        `end` is the seat's view then. It plays no part in what the actions were worth.
        """
        return ()

    @abstractmethod
    def outcome(self, s: S) -> Outcome | None:
        """Scores and places once the game is over, or None."""

    @abstractmethod
    def codes(self, seats: int, options: O) -> tuple[str, ...]:
        """Every possible action text, including CHANCE's and CLOCK's; its index is the action's number."""

    @abstractmethod
    def bound(self, seats: int, options: O) -> int:
        """An upper limit for the number of plays in a match."""

    def length(self, seats: int, options: O) -> int:
        """About how many plays a long game has; at most `bound`. The server limits the length of a series by it."""
        return self.bound(seats, options)

    @abstractmethod
    def write(self, a: A) -> str:
        """The text of an action, the same in records, messages, prompts and logs."""

    @abstractmethod
    def read(self, text: str) -> A:
        """The action with this text, legal or not. Raises BadText."""

    def score(self, options: O, boards: Sequence[Any]) -> tuple[Sheet, ...]:
        """Scores boards from a real table, one `real_board` per player. Raises BadText, BadOptions."""
        raise BadOptions(say("no-scoring", game=self.id))

    def rank(self, options: O, boards: Sequence[Any], totals: Sequence[int]) -> tuple[int, ...]:
        """The places of players with these totals; `boards` are those of the last round, which may decide between equal ones."""
        return places(totals)

    def carry_over(self, options: O, boards: Sequence[Any]) -> tuple[Any, ...]:
        """What each player keeps for the next round at a real table, as boards; () where a round begins with nothing."""
        return ()


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
