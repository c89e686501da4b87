"""The types of what is said about matches that are over: replays, insights, reviews, and exercises made from them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from tablee.core.record import NoteId
from tablee.protocol.wire import (
    LONGEST_RECORD,
    ActionReason,
    Count,
    MatchResult,
    PanelOut,
    Sentence,
    SheetRow,
    Strict,
    TableInfo,
)


# step by step
class AskReplay(Strict, frozen=True):
    """A record to replay. If an answer does not contain all steps, ask for the rest with `start`."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    start: Count = 0


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


# what could have been
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


# reviewed for one seat: all values are whole numbers of millionths of a point
class AskReview(Strict, frozen=True):
    """The record of a match that is over, and the seat to review. If an answer does not contain all turns, ask for the rest with
    `start`."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    seat: Annotated[int, Meta(ge=0, le=999)] = 0
    start: Count = 0


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
    scale: tuple[ReviewLevel, ...]  # levels, then people on the ladder, the gentlest first; empty where nobody has measured it
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


# the deal of a day
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
