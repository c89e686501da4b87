"""The types of every message over HTTP and sockets, shared by the server, both clients and the API description."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tablee.core.game import Argument, Message, Panel, ScoreRow, Sheet
from tablee.core.record import NoteId
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


class AskReplay(Strict, frozen=True):
    """A record to replay. If an answer does not contain all steps, ask for the rest with `start`."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    start: Count = 0


class AskReview(Strict, frozen=True):
    """The record of a match that is over, and the seat to review. If an answer does not contain all turns, ask for the rest with
    `start`."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    seat: Annotated[int, Meta(ge=0, le=999)] = 0
    start: Count = 0


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


# a match that is over, step by step
class ReplayEvent(Struct, frozen=True, omit_defaults=True):
    """An event, and the seats that got it if not everybody did."""

    id: str
    args: dict[str, str | int]
    to: tuple[int, ...] | None = None


class Remark(Struct, frozen=True, omit_defaults=True):
    """A note of the record: a bot took over, a press came too late."""

    note: NoteId
    seat: int | None = None
    text: str = ""


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """One action, the draws that followed, and what has changed since the previous step; the first step contains everything.

    `panels` contains changed public panels by index, `own` and `sheets` what has changed for each seat.
    """

    at: int  # match time in ms
    who: int  # a seat, -2 the clock; -1 for the deal
    text: str = ""
    events: tuple[ReplayEvent, ...] = ()
    notes: tuple[Remark, ...] = ()
    chapter: bool = False  # a round, a call or a turn begins
    public: tuple[PanelOut, ...] | UnsetType = UNSET  # all of them, if their number has changed
    panels: dict[int, PanelOut] | UnsetType = UNSET
    own: dict[int, tuple[PanelOut, ...]] | UnsetType = UNSET
    sheets: dict[int, tuple[SheetRow, ...]] | UnsetType = UNSET
    to_act: tuple[int, ...] | UnsetType | None = UNSET
    chosen: tuple[int, ...] | UnsetType | None = UNSET
    count: tuple[int, int] | UnsetType = UNSET
    alarm: int | UnsetType | None = UNSET  # match time at which the hidden clock runs out
    row: int = 0  # how many rows of the record come before this step


class Fault(Struct, frozen=True):
    """The first line of a record whose draw, seed or commitment is wrong."""

    line: int
    why: Sentence


class Replay(Struct, frozen=True):
    """A match from step `start` on. The first of `steps` contains everything, each later one only what has changed."""

    info: TableInfo
    result: MatchResult
    draws: int
    fault: Fault | None  # None: the committed seed gives exactly these draws
    total: int  # the number of steps in the whole match
    start: int
    steps: tuple[ReplayStep, ...]
    committed: int | None = None  # of the draws, if this is practice that has branched off from a match: those before it


# a match that is over, looked back on
class FinalBoards(Struct, frozen=True):
    """Boards with their score, row by row: those of a solver, or of a bot that got the same tiles."""

    points: int
    boards: tuple[PanelOut, ...]
    rows: tuple[SheetRow, ...]


class BestBoards(FinalBoards, frozen=True):
    """The best boards for the same tiles. Nobody can have more than `bound`;
    if that is more than `points`, these are the best found."""

    bound: int


class BotBoards(FinalBoards, frozen=True):
    level: str


class Percentiles(Struct, frozen=True):
    """How each seat's score compares with so many games of this bot: better than so many percent of them.
    `quantiles` are their least score, that of one percent of them, and so on up to the most: 101 numbers."""

    level: str
    games: int
    quantiles: tuple[int, ...]
    better: tuple[int, ...]


class LevelMean(Struct, frozen=True):
    """What a level scores on average in games like this one."""

    level: str
    mean: float


Insight: TypeAlias = Literal["best", "bot", "percentiles", "levels", "highlights"]


class Insights(Struct, frozen=True, omit_defaults=True):
    """What could have been. What a game cannot say is left out; `failed` names the parts that it can, but that went wrong."""

    best: BestBoards | None = None
    bot: BotBoards | None = None
    percentiles: Percentiles | None = None
    levels: tuple[LevelMean, ...] = ()  # from the gentlest to the strongest
    highlights: tuple[tuple[Sentence, ...], ...] = ()  # what there is to say about each seat's play
    failed: tuple[Insight, ...] = ()


class DealRuns(Struct, frozen=True):
    """What a level of bots scores with the deal of a day: the runs from `start` on, of all that there are. Where choices are
    close, chance decides."""

    level: str
    start: int
    of: int
    scores: tuple[int, ...]


class DealStep(Struct, frozen=True):
    """A bot's boards and points at the start, or after one of its turns."""

    boards: tuple[PanelOut, ...]
    points: int


class DealPlay(Struct, frozen=True):
    """How a bot plays the deal of a day, turn by turn."""

    level: str
    steps: tuple[DealStep, ...]


# a match that is over, reviewed for one seat: all values are whole numbers of millionths of a point
class ReviewChoice(Struct, frozen=True):
    """An action that the seat could choose, and what it was worth: `behind` is how much less than the best one, and within
    `doubt` of it the two cannot be told apart."""

    action: str
    value: int
    behind: int
    doubt: int


class ReviewDecision(Struct, frozen=True, omit_defaults=True):
    """What the seat could choose, what it chose and what was best, as places in `choices`.

    `step` is the step of the replay in which it chose: the step before shows what it chose from. A decision is `real` if it made
    a difference beyond doubt, and `improvable` if the best action was better than the chosen one beyond doubt. `reasons` compare
    the best action with the chosen one or, if that is the best, with the second.
    """

    step: int
    at: int  # match time in ms
    choices: tuple[ReviewChoice, ...]
    best: int
    chosen: int
    loss: int  # what the chosen action was behind the best one, and `delay`
    real: bool = False
    improvable: bool = False
    reasons: tuple[ActionReason, ...] = ()
    delay: int = 0  # what it cost to decide late, where a clock was running
    afterwards: tuple[Sentence, ...] = ()  # what only the end of the match revealed about it


class ReviewChange(Struct, frozen=True, omit_defaults=True):
    """By how much the value of the seat's position changed, and what it was then. `luck` comes from draws and hidden clocks,
    `others` from other seats. A `correction` is the judge's own: it looks further than before, and expects something else."""

    what: Literal["luck", "others", "correction"]
    step: int  # of the replay, after which the value was so
    points: int
    value: int
    error: int = 0  # half of the 95 % interval of `points`; 0 if they are exact
    text: str = ""  # the draw, if it is one that the seat was shown; `!` for a hidden clock


class ReviewTurn(Struct, frozen=True, omit_defaults=True):
    """What has changed since the seat's last decision, and its next one. In the first turn of a part, `start` is what the part
    began with. The last turn of a part has a `result` instead of a decision."""

    game: int  # of a series, and round of the game if rounds are judged one by one: both from 0
    round: int
    changes: tuple[ReviewChange, ...] = ()
    decision: ReviewDecision | None = None
    start: int | None = None
    result: int | None = None


class ReviewSums(Struct, frozen=True):
    """start + luck + others + correction - loss = result, once all turns are there. `decisions` counts the real ones."""

    start: int
    luck: int
    others: int
    correction: int
    loss: int
    result: int
    luck_error: int  # halves of 95 % intervals
    others_error: int
    decisions: int


class ReviewPart(Struct, frozen=True):
    """A game of a series or, if the judge looks to the end of a round, a round of it; both are counted from 0."""

    game: int
    round: int
    sums: ReviewSums


class ReviewLevel(Struct, frozen=True):
    """What a bot loses, on average, with each real decision, in millionths of a point, by the same judge at the same depth."""

    level: str
    loss: int
    games: int


class Review(Struct, frozen=True, omit_defaults=True):
    """A seat's play, from turn `start` on. Not all turns may be here: the next begins at `done`, and the whole review has `of`.

    `judge` says who judges, in the game's words, `depth` how many draws ahead it looks, or 0. `unit` is what values count:
    `points` at the end, or `margin`, the points of a round less what rivals won on average. `parts` and `sums` are those of all
    turns so far.
    """

    game: str
    seat: int
    judge: Sentence
    depth: int
    unit: Literal["points", "margin"]
    sampled: bool  # whether values come from imagined worlds; otherwise luck is exact
    sums: ReviewSums
    parts: tuple[ReviewPart, ...]
    scale: tuple[ReviewLevel, ...]  # the gentlest first; empty where nobody has measured it
    start: int
    done: int
    of: int
    turns: tuple[ReviewTurn, ...]


# exercises
class ExerciseChoice(Struct, frozen=True, omit_defaults=True):
    """An action, and how much less than the best one it is worth: within `doubt`, it counts as good as that. `reason` is
    about this action alone, and gives nothing of the answer away."""

    action: str
    behind: int
    doubt: int
    reason: ActionReason | None = None


class Exercise(Struct, frozen=True, omit_defaults=True):
    """A moment of a match in which another action was better beyond doubt, as the seat saw it.

    `number` is that of the seat's decision, from 1. `best` and `played` are places in `choices`, which are in the order of the
    rules; `reasons` compare the two. Values are millionths of a point, as in a review."""

    id: str
    info: TableInfo
    seat: int
    number: int
    of: int
    public: tuple[PanelOut, ...]
    own: tuple[PanelOut, ...]
    sheet: tuple[SheetRow, ...]
    to_act: tuple[int, ...]
    choices: tuple[ExerciseChoice, ...]
    best: int
    played: int
    reasons: tuple[ActionReason, ...] = ()
    todo: Sentence | None = None


class ExerciseSet(Struct, frozen=True):
    """The exercises that come with a game. `judge`, `depth` and `unit` are those of a review."""

    game: str
    judge: Sentence
    depth: int
    unit: Literal["points", "margin"]
    sampled: bool
    exercises: tuple[Exercise, ...]


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
