"""The interface of bots. A bot sees its seat's view and nothing else, and remembers nothing but what follows from it.

What a bot does is a function of the view, the legal actions, the time and its own random numbers, which follow from a seed: one
bot that is asked n times and n bots that are asked once give the same answers. So a server can ask any process, and a bot plays
the same after a restart. What people would remember or feel (a card seen long ago, how fast seconds pass) is computed anew each
time, from the view and `mood`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias

from tablee.core.game import A, AnyGame, Below, Seat, V, total

EXPERT = "expert"  # the strongest level that is fast
CHAMPION = "champion"  # the strongest level of a game, which may take its time; the others are fast
Unit: TypeAlias = Literal["points", "margin"]  # what judges count: points at the end; those of a round, less rivals' on average
POINTS: Unit = "points"
MARGIN: Unit = "margin"
Chance: TypeAlias = Callable[..., Below]  # random numbers, by words that say what they are for: always the same


class Question(NamedTuple):
    """A seat to ask for its move. It holds what that seat may know, and nothing else."""

    position: int
    seat: Seat
    view: Any
    legal: Sequence[Any]
    at: int  # match time
    turn: int  # how often the seat has been asked in this match
    game: int = 0  # of a series


class Bot(ABC, Generic[A, V]):
    """A bot in one seat of a match. Yours needs only `choose`, which gets its seat's view and the legal actions, and returns one
    of these. `self.game` has the rules, `self.seat` is its seat, and `self.below(n)` gives random numbers that follow from the
    seed of the match: so the same seed plays the same match.
    """

    games: ClassVar[Sequence[str]] = ()  # the ids of the games that it plays; () is every game
    weights: ClassVar[Sequence[Path]] = ()  # files that it reads before its first choice; a browser fetches them only then
    more_weights: ClassVar[Sequence[Path]] = ()  # further ones, for options that differ from the defaults
    needs: ClassVar[str] = ""  # a package without which it cannot play; where that is missing, the level is not offered
    budget: int | None = None  # evaluations that one choice may cost; None is the bot's own measure. Never seconds: so the same
    # seed plays the same match on any machine.
    evaluations: int = 0  # so many it has made so far, if it counts them: the benchmark tells this cost

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance) -> None:
        self.game = game
        self.seat = seat
        self.chance = chance
        self.mood = chance  # the same as long as a game lasts
        self.below = chance("decision")  # new for each decision

    def answer(self, question: Question) -> tuple[A, int]:
        """Its action, and how long it takes to choose it, in ms of match time from the moment it can act."""
        self.prepare(question.game, question.turn)
        action = self.choose(question.view, question.legal, question.at)
        return action, self.pace(question.view, action, question.at)

    def prepare(self, game: int, turn: int) -> None:
        """Its random numbers for this turn, in this game of a series."""
        self.mood = partial(self.chance, game)
        self.below = self.mood("decision", turn)

    @abstractmethod
    def choose(self, view: V, legal: Sequence[A], now: int) -> A:
        """One of the legal actions. `view` holds everything that its seat has been shown, `now` is the match time in ms."""

    def ready(self) -> bool:
        """Whether it can choose at once. One that has to prepare itself begins to, in the background, and a server asks the
        game's fast bot until then."""
        return True

    def pace(self, view: V, action: A, now: int) -> int:
        """How long this choice takes, in ms of match time from the moment the bot can make it."""
        return 1000


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of each legal action, and how far it lies behind that of the best one, within an interval of its own."""

    values: Sequence[Value]
    behind: Sequence[Value]


@dataclass(frozen=True, slots=True)
class Value:
    """The result to expect after an action, in the game's own points: within `mean` ± `half_width` 95 times in 100.

    The interval is about the estimate, not about luck: where the expectation is computed exactly, `half_width` is 0.
    """

    mean: float
    half_width: float


class Evaluator(Bot[A, V]):
    """A bot that values every legal action, and takes the best. Hints and coaches ask it for `values` alone."""

    @abstractmethod
    def values(self, view: V, legal: Sequence[A], now: int) -> list[Value]:
        """One for each legal action, in this order."""

    def choose(self, view: V, legal: Sequence[A], now: int) -> A:
        """The best action. Among equals, each seat takes a different one, so that bots of a level need not play alike."""
        means = [value.mean for value in self.values(view, legal, now)]
        least = max(means) - self.concession(view)
        best = sorted((place for place, mean in enumerate(means) if mean >= least), key=lambda place: -means[place])
        return legal[best[self.seat % len(best)]]

    def concession(self, view: V) -> float:
        """The points that seats other than the first give up to play differently; they count as equal."""
        return 0.0


class Judge(Evaluator[A, V]):
    """An evaluator whose values add up over a match, for reviews: one operator at one depth, from the seat's view alone.

    Sampled values of a decision meet the same imagined worlds, equally many for each action; what is random follows from
    `chance`, so asked again it says the same. A judge that looks to the end of a round divides a match into rounds.
    """

    depths: ClassVar[Mapping[int, str]] = {0: ""}  # draws it can look ahead, from the least, each with the package that it needs
    unit: ClassVar[Unit] = POINTS
    sampled: ClassVar[bool] = False  # whether values come from imagined worlds: then luck is known within an error only

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance, depth: int = 0) -> None:
        super().__init__(game, seat, chance)
        self.depth = depth
        self.opening: Any = None  # the view with which the round began that is judged, or the game

    @classmethod
    def deepest(cls, options: Any) -> int:
        """How many draws it can look ahead with these options, packages aside."""
        return max(cls.depths)

    def begin(self, *words: str | int) -> None:
        """From now on, random numbers follow from these words: a row of the record."""
        self.mood = partial(self.chance, *words)
        self.below = self.mood("decision")

    def judge(self, view: V, legal: Sequence[A], now: int) -> Judgement:
        """What each action is worth, and how far it lies behind the best one."""
        values = self.values(view, legal, now)
        best = max(value.mean for value in values)
        return Judgement(values, [Value(best - value.mean, self.doubt(view)) for value in values])

    def doubt(self, view: V) -> float:
        """Half of the 95 % interval of the difference between two values of this decision."""
        return 0.0

    def forecast(self, view: V, legal: Sequence[A], now: int) -> Value:
        """What a position is worth as positions before it reckon with it: the value of the best action or, if the seat is not to
        act, the outlook."""
        return max(self.values(view, legal, now), key=lambda value: value.mean) if legal else self.outlook(view, now)

    @abstractmethod
    def outlook(self, view: V, now: int) -> Value:
        """The value of a position in which chance or another seat acts next: the mean of what may come. At the end of the
        match, what the seat has."""

    def decided_at(self, view: V, action: A, asked: int, acted: int) -> int:
        """The match time at which an action is valued that the seat took at `acted`, having been asked at `asked`."""
        return acted

    def against_time(self, view: V) -> bool:
        """Whether it costs points to decide late."""
        return False

    def reveals(self, view: V, action: A) -> bool:
        """Whether an action shows the seat something hidden, so that what its value then changes by is luck."""
        return False

    def round_of(self, view: V) -> int:
        """The number of the round, from 0, if rounds are judged one by one."""
        return 0

    def result(self, view: V, round: int) -> float:
        """What the seat got in a round that this view has seen the end of."""
        return total(self.game.sheet(view, self.seat))


def sample_actions(legal: Sequence[A], below: Below, count: int) -> Sequence[A]:
    """So many of the legal actions, picked at random, in their order: what a beginner sees of them."""
    if len(legal) <= count:
        return legal
    seen: set[int] = set()
    while len(seen) < count:
        seen.add(below(len(legal)))
    return [legal[place] for place in sorted(seen)]


AnyBot: TypeAlias = Bot[Any, Any]
MakeBot: TypeAlias = Callable[[AnyGame, Seat, Chance], AnyBot]
