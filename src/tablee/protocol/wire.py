"""The types of every message over HTTP and sockets, shared by the server, both clients and the API description. Those about
matches that are over are in `study.py`."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tablee.core.game import Argument, Message, Panel, ScoreRow, Sheet
from tablee.protocol.reasons import Parting

LONGEST = 8192  # bytes in a message to the server
LONGEST_RECORD = 1 << 20  # characters in a record sent for a replay

LONGEST_NAME = 24
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Commitment: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
MOST_COUNT = (1 << 53) - 1
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_COUNT)]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a client; unknown fields are refused."""


# requests over HTTP
class SeatWish(Strict, frozen=True):
    kind: Literal["open", "bot", "closed"] = "open"
    level: Annotated[str, Meta(max_length=40)] = ""  # for a bot; by default, the game's fast one


Pace: TypeAlias = Literal["calm", "normal", "quick"]


class Create(Strict, frozen=True):
    """Opens a table. Its creator takes the first open seat and is the host."""

    game: Annotated[str, Meta(max_length=60)]
    name: Name
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=1000)]
    options: dict[str, str | int | bool] = {}
    series: Annotated[int, Meta(ge=1, le=1000)] = 1
    public: bool = False
    timer: Annotated[int, Meta(ge=0, le=3600)] | None = None  # seconds a step may take; 0: no limit
    pace: Pace = "normal"  # of bots, while no hidden clock is running
    aids: bool = True  # clients may point out what the rules allow, and add up for the players
    hints: bool = True  # a person who plays alone or against bots may ask for hints
    bag: bool = True  # clients may show what can still be called
    commit: Commitment = ""  # SHA-256 of this person's nonce


class ChangeTable(Strict, frozen=True):
    """Changes what the host has decided, before the match. What is left out stays; `options` replace all earlier ones."""

    options: dict[str, str | int | bool] | None = None
    series: Annotated[int, Meta(ge=1, le=1000)] | None = None
    public: bool | None = None
    timer: Annotated[int, Meta(ge=0, le=3600)] | None = None
    pace: Pace | None = None
    aids: bool | None = None
    hints: bool | None = None
    bag: bool | None = None


class Practice(Strict, frozen=True):
    """Starts the guided first game of a game, against the bots of its guide."""

    name: Name


class PlayDeal(Strict, frozen=True):
    """Starts the deal of a day."""

    name: Name


class AskHint(Strict, frozen=True):
    """Asks what to do now: where to look (1), which actions stand out (2), or which is best and why (3). The record notes it."""

    step: Annotated[int, Meta(ge=1, le=3)]


class WhatIf(Strict, frozen=True):
    """Plays on from a moment of a record, against bots: as `seat`, after so many rows."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    rows: Count
    seat: Annotated[int, Meta(ge=0, le=999)]
    name: Name


class Join(Strict, frozen=True):
    name: Name
    commit: Commitment = ""
    seat: Annotated[int, Meta(ge=0, le=999)] | None = None  # any open one by default


class Share(Strict, frozen=True):
    """Adds a device to your seat or, with a name, a partner who shares the seat."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    commit: Commitment = ""


class Rename(Strict, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class Again(Strict, frozen=True):
    commit: Commitment = ""


MOST_BOARDS = 12
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Paper: TypeAlias = dict[str, Text | int | bool | tuple[Text, ...] | dict[str, Text]]  # a game's `paper`, by field


class ScoreBoards(Strict, frozen=True):
    """The boards of one round at a real table, one per player. `before` has the points of all other rounds, by player."""

    boards: Annotated[list[Paper], Meta(min_length=1, max_length=MOST_BOARDS)]
    options: dict[str, str | int | bool] = {}
    before: Annotated[list[Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]], Meta(max_length=MOST_BOARDS)] = []


class AskHindsight(Strict, frozen=True):
    """The seed of a caller beside a real board, once everything is called, and what is played."""

    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    options: dict[str, str | int | bool] = {}


# answers over HTTP
class Sentence(Struct, frozen=True):
    """A text as an id with arguments; the arguments `seat` and `other` are seat numbers."""

    id: str
    args: dict[str, str | int] = {}


class ActionReason(Struct, frozen=True, omit_defaults=True):
    """A true statement about an action, with numbers that can be checked. `marks` are what to light: cells of the board (`b1`) or
    `panel:call`."""

    action: str
    title: Sentence
    detail: Sentence
    marks: tuple[str, ...] = ()


class Hint(Struct, frozen=True, omit_defaults=True):
    """What a bot makes of a turn, as far as was asked: `marks` says where to look, `actions` which ones stand out, in their usual
    order. With step 3 the best one is alone, and `reasons` say why."""

    level: str
    step: int
    marks: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    gain: int = 0  # the most points that one of them brings at once
    reasons: tuple[ActionReason, ...] = ()


class Problem(Struct, frozen=True, omit_defaults=True):
    code: str
    message: Sentence
    line: int = 0  # of a record, counted from 1
    board: int = 0  # of those to be scored, counted from 1; 0 if it is about all of them


class SeatTicket(Struct, frozen=True):
    """A seat and its token, which goes into the header `Authorization: Bearer …` and into `hello`."""

    match: str
    seat: int
    token: str


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    kind: Literal["open", "bot", "closed", "person"]
    names: tuple[str, ...] = ()
    level: str = ""
    here: bool = False
    bot: bool = False  # a bot is playing for this person
    away: int = 0  # ms until a bot takes over
    links: int = 0  # to this seat that were made for another device or a partner


class TableInfo(Struct, frozen=True):
    """What anybody with the link may know about a table."""

    match: str
    state: Literal["open", "play", "over", "closed"]
    game: str
    options: dict[str, str | int | bool]
    series: int
    public: bool
    timer: int
    seats: tuple[SeatInfo, ...]
    host: int
    commit: str  # SHA-256 of the seed
    next: str = ""  # the id of the rematch
    paused: bool = False
    practice: bool = False  # a guided game
    pace: Pace = "normal"
    aids: bool = True
    bag: bool = True
    fast: bool = False  # waiting is shortened while only bots are to act
    hints: bool = True  # a person who plays alone or against bots may ask for hints
    daily: str = ""  # the date, if it is the deal of a day


class OptionInfo(Struct, frozen=True):
    name: str
    default: str | int | bool
    choices: tuple[str | bool, ...]
    low: int
    high: int
    per_second: int = 0  # of a time: so many of its units are a second


class LevelInfo(Struct, frozen=True, omit_defaults=True):
    """A level of bots. `mean` is its measured average at the default options, alone or `against` two bots of another level."""

    name: str
    mean: float | None = None
    against: str = ""
    usual: bool = False  # it plays where nobody has chosen a level


class DailyInfo(Struct, frozen=True, omit_defaults=True):
    """A game's deals of the day: the first day, the options that differ from the defaults from Monday to Friday and at the
    weekend, and the levels of bots that play each deal: a model of good players, and the one whose mean is par."""

    first: str
    field: str
    par: str
    weekdays: dict[str, str | int | bool] = {}
    weekend: dict[str, str | int | bool] = {}


class GameInfo(Struct, frozen=True, omit_defaults=True):
    id: str
    rules: str
    names: dict[str, str]  # by language
    about: dict[str, str]
    least: int
    most: int
    table: int  # the most seats a table offers by default
    options: tuple[OptionInfo, ...]
    bots: tuple[str, ...]
    guided: bool
    levels: tuple[LevelInfo, ...]  # the same bots, from the gentlest to the strongest
    clock: bool  # a hidden clock may be running
    brief: dict[str, str] = {}  # what the game is in a few words, by language
    files: tuple[str, ...] = ()  # paths of what it brings for the web client: `game-files/…/table.js`, `…/cover.svg`
    reviews: bool = True  # whether matches are reviewed here
    daily: DailyInfo | None = None


class BubbleInfo(Struct, frozen=True):
    """One bubble of a guided game: its text, what it points at, when it appears, and until when it stays."""

    text: str
    point: tuple[str, ...]
    when: str
    until: str


class GuideInfo(Struct, frozen=True):
    bubbles: tuple[BubbleInfo, ...]


Word: TypeAlias = Annotated[str, Meta(max_length=40)]


class ShownCall(Strict, frozen=True):
    """What a caller beside a real board shows on other screens: the tiles called so far, of how many, and the seed at the end.

    With `names`, these players may send their boards of this round from their own devices."""

    game: Annotated[str, Meta(max_length=60)]
    tiles: Annotated[list[Word], Meta(max_length=100)]
    of: Annotated[int, Meta(ge=1, le=100)]
    options: Annotated[dict[Word, Word], Meta(max_length=10)] = {}
    commit: Commitment = ""
    seed: Commitment = ""
    names: Annotated[list[Name], Meta(max_length=MOST_BOARDS)] = []
    round: Annotated[int, Meta(ge=0, le=1000)] = 0


class SentBoard(Strict, frozen=True):
    """A board that a player has entered on their own device, to be confirmed on the one that calls. Both numbers begin at 0."""

    player: Annotated[int, Meta(ge=0, lt=MOST_BOARDS)]
    round: Annotated[int, Meta(ge=0, le=1000)]
    board: Annotated[Paper, Meta(max_length=10)]


MOST_SEALED = 1_400_000  # characters of a transfer, some 1 MiB


class Transfer(Strict, frozen=True):
    """A history on its way to another device, which its sender has encrypted. The server cannot read it."""

    sealed: Annotated[str, Meta(min_length=1, max_length=MOST_SEALED)]


class Address(Struct, frozen=True):
    """A URL, or an empty text if there is none."""

    address: str


class Health(Struct, frozen=True):
    status: str
    version: str


# to the server, over a socket
class Hello(Strict, frozen=True, tag_field="t", tag="hello"):
    """The first message on every socket. A spectator sends no token."""

    client: Annotated[str, Meta(min_length=1, max_length=40)] = "-"
    token: Annotated[str, Meta(max_length=60)] = ""


class Act(Strict, frozen=True, tag_field="t", tag="act"):
    """An action, or a new choice while a simultaneous step is open. Clients count up `cmd`; a repeat is applied once."""

    cmd: Count
    text: Annotated[str, Meta(max_length=200)]
    turn: Count | None = None  # refuse it in any other turn


class Pong(Strict, frozen=True, tag_field="t", tag="pong"):
    id: Count


class AskSheet(Strict, frozen=True, tag_field="t", tag="sheet"):
    """Asks for your own score sheet or another seat's; with `after`, for your own as it would be after this action."""

    cmd: Count
    seat: Annotated[int, Meta(ge=0, le=999)] | None = None
    after: Annotated[str, Meta(max_length=200)] = ""


class Reveal(Strict, frozen=True, tag_field="t", tag="reveal"):
    nonce: Annotated[str, Meta(max_length=64)]


Sign: TypeAlias = Literal["hello", "bravo", "laugh", "wow", "ouch", "think"]


class React(Strict, frozen=True, tag_field="t", tag="react"):
    """Shows a sign to everybody at the table. It is not stored."""

    sign: Sign


Command: TypeAlias = Act | Pong | AskSheet | Reveal | React
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what the two raise
read_hello = msgspec.json.Decoder(Hello).decode
read_command = msgspec.json.Decoder(Command).decode


# from the server, over a socket
class PanelOut(Struct, frozen=True, omit_defaults=True):
    name: str
    value: str | int | tuple[str, ...]
    seat: int | None = None
    shape: str = "text"


class SheetRow(Struct, frozen=True, omit_defaults=True):
    what: Sentence
    points: int
    cells: tuple[str, ...]
    parts: tuple[SheetRow, ...] = ()


class Out(Struct, frozen=True, tag_field="t"):
    pass


class Mine(Struct, frozen=True):
    """What only this seat may see. `turn` counts how often it was asked; `n` counts its actions in the record.

    `todo` says what the seat has to do, if it is asked."""

    own: tuple[PanelOut, ...]
    legal: tuple[str, ...]
    choice: str | None
    turn: int
    n: int
    todo: Sentence | None = None


class Series(Struct, frozen=True):
    """The state of a series. `scores` has one row per finished game; `waiting` means that the next game has not been started."""

    game: int  # counted from 1
    scores: tuple[tuple[int, ...], ...]
    waiting: bool


class MatchResult(Struct, frozen=True):
    """`digest` is that of the record."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reveal: str
    nonces: tuple[str, ...]
    hints: int = 0  # turns in which a player has looked at one
    digest: str = ""  # in matches that ended before version 0.2 it was not computed


class Here(Struct, frozen=True):
    """Replaces `info` in a big room: how many seats have somebody connected."""

    here: int
    state: Literal["open", "play", "over", "closed"]


class CommandAnswer(Struct, frozen=True, omit_defaults=True):
    """Answers a command. `n` is the action's number among those of its seat; `code` and `message` say why it was refused."""

    cmd: int
    n: int = 0
    code: str = ""
    message: Sentence | None = None


class Reaction(Struct, frozen=True):
    """A sign that a seat shows."""

    seat: int
    sign: Sign


class Snapshot(Out, frozen=True, tag="snapshot"):
    """Everything this seat may see, after connecting. `sheets` are by seat; `scores` is for big rooms."""

    you: int | None
    info: msgspec.Raw  # TableInfo
    public: msgspec.Raw  # list of PanelOut
    to_act: tuple[int, ...] | None  # None in a big room
    chosen: tuple[int, ...] | None
    count: tuple[int, int]  # how many have chosen, of how many
    timer: int | None  # ms left for this step, or until an alarm that everybody may see
    mine: Mine | None
    sheets: msgspec.Raw  # dict of seat to list of SheetRow
    series: Series | None = None
    result: MatchResult | None = None
    goal: Sentence | None = None  # what wins and when the game ends
    scores: tuple[int, ...] | None = None  # every seat's points, as everybody knows them


class Update(Out, frozen=True, tag="update", omit_defaults=True):
    """Everything that has changed for this seat, and the answers to its commands. `panels` and `rows` are by index."""

    answers: tuple[CommandAnswer, ...] = ()
    events: tuple[Sentence, ...] = ()
    public: msgspec.Raw | UnsetType = UNSET  # all panels, if their number has changed
    panels: msgspec.Raw | UnsetType = UNSET
    to_act: tuple[int, ...] | UnsetType | None = UNSET
    chosen: tuple[int, ...] | UnsetType | None = UNSET
    count: tuple[int, int] | UnsetType = UNSET
    timer: int | UnsetType | None = UNSET
    mine: Mine | UnsetType = UNSET
    sheets: msgspec.Raw | UnsetType = UNSET  # whole sheets by seat, if their number of rows has changed
    rows: msgspec.Raw | UnsetType = UNSET  # changed rows, by seat
    series: Series | UnsetType = UNSET
    goal: Sentence | UnsetType | None = UNSET
    scores: tuple[int, ...] | UnsetType = UNSET
    info: msgspec.Raw | UnsetType = UNSET
    here: Here | UnsetType = UNSET
    next: str | UnsetType = UNSET  # the id of the rematch
    result: MatchResult | UnsetType = UNSET  # the match is over, and its record can be fetched
    reactions: tuple[Reaction, ...] = ()


class AskReveal(Out, frozen=True, tag="reveal"):
    """The match is about to start: send your nonce."""


class No(Out, frozen=True, tag="no"):
    """Refuses a message that is invalid or came too fast, or a socket that may not connect. `cmd` is None if unknown."""

    cmd: int | None
    code: str
    message: Sentence


class Ping(Out, frozen=True, tag="ping"):
    id: int


class SheetOut(Out, frozen=True, tag="sheet"):
    """The sheet you asked for. `rows` is None if what this seat may know is not enough to compute it."""

    cmd: int
    seat: int
    rows: tuple[SheetRow, ...] | None
    after: str = ""


# boards from a real table
class ScoredBoard(Struct, frozen=True):
    points: int
    rows: tuple[SheetRow, ...]


class BoardScores(Struct, frozen=True):
    """`totals` include `before`, and `places` are theirs, by the game's rules for ties. `next` is what players keep for the next
    round, in the form in which boards are sent; it is empty where a round begins with nothing."""

    boards: tuple[ScoredBoard, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    next: tuple[Paper, ...]


class Bye(Out, frozen=True, tag="bye"):
    """The last message on a socket that the server closes for good."""

    why: Parting


FromServer: TypeAlias = Snapshot | Update | AskReveal | No | Ping | SheetOut | Bye

encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=1 << 14)  # the same sentences are sent over and over
def said(message: Message) -> Sentence:
    return Sentence(message.id, dict(message.args))


def panel(shown: Panel) -> PanelOut:
    return PanelOut(shown.name, shown.value, shown.seat, shown.shape)


def rows(sheet: Sheet) -> tuple[SheetRow, ...]:
    return tuple(map(sheet_row, sheet))


@lru_cache(maxsize=1 << 14)  # the same rows are sent over and over
def sheet_row(row: ScoreRow) -> SheetRow:
    return SheetRow(said(row.what), row.points, row.cells, rows(row.subrows))


def reason(argument: Argument) -> ActionReason:
    return ActionReason(argument.action, said(argument.title), said(argument.detail), argument.marks)


def plain(value: Any) -> msgspec.Raw:
    """Encodes a part of a message once for everybody who gets it."""
    return msgspec.Raw(encode(value))
