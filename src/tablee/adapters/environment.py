"""What the adapters share: actions as integers, observations as arrays, and virtual time.

There are two encodings. In the first, an action's number is the index of its text in `Game.codes`, for seats, draws and bells
alike, and an observation is the view as `layout` writes it. The second is that of `tablee.lab.encoding`, which batches have too:
there, seats have only the actions of seats, and only draws are numbered by `Game.codes`.

Every step takes `pace` ms of match time, whoever acts; draws take none. CLOCK rings by itself if its alarm comes first, and the
action that a seat was about to take is then void. An action that comes too soon waits until it counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from tablee.lab import without

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.adapters.layout import Layout, Numbers, Record, Whole, canonical, part_of
from tablee.core.game import CHANCE, CLOCK, AnyGame, BadOptions, Below, Game, Refusal, Seat, say
from tablee.core.options import read_options
from tablee.core.registry import Entry, by_name
from tablee.fair import RandomDealer
from tablee.steps import Wait, attempt, bell, draw
from tablee.terminal import Paint
from tablee.words import Words, language

if TYPE_CHECKING:
    from tablee.lab.encoding import Encoding

PACE = 1000  # ms
Reward: TypeAlias = Literal["score", "margin", "win"]
REWARDS = get_args(Reward)
PROBES = 9  # matches played to find out how long views get


def space(encoding: int) -> str:
    """What the names of environments begin with."""
    return "tablee" if encoding == 1 else f"tablee{encoding}"


def snake(game: AnyGame, encoding: int = 1) -> str:
    return f"{space(encoding)}_{game.id.replace('-', '_')}"


def camel(game: AnyGame) -> str:
    return "".join(word.capitalize() for word in game.id.split("-"))


def several(game: AnyGame) -> int:
    """The default number of seats for libraries where one seat is of little use."""
    return 2 if 2 in game.usual_seats else game.usual_seats[0]


def major(game: AnyGame) -> int:
    """The number in versioned ids; it changes when the same seed would play out differently."""
    return int(game.version.partition(".")[0])


@contextmanager
def in_words(entry: Entry | None = None) -> Iterator[None]:
    """Turns refusals into ValueErrors with the same reason."""
    try:
        yield
    except Refusal as refusal:
        raise ValueError(Words(language(), entry.folder if entry else None).refusal(refusal)) from refusal


def rewards(kind: Reward, scores: Sequence[int], places: Sequence[int]) -> list[float]:
    """At the end, by seat: the score, by how much it is more than the best of the others, or the share of the victory."""
    if kind == "score" or (kind == "margin" and len(scores) == 1):
        return [float(score) for score in scores]
    if kind == "win":
        return [(place == 1) / places.count(1) for place in places]
    return [float(score - max((*scores[:seat], *scores[seat + 1 :]))) for seat, score in enumerate(scores)]


def find(name: str) -> Entry:
    """An installed game by its id, or any game by its dotted module name. Raises ValueError."""
    with in_words():
        return by_name(name)


@dataclass(frozen=True, slots=True)
class Moment:
    """A match in progress. `together` are the seats that still have to act in a simultaneous step; they act at the same time."""

    state: Any
    at: int = 0
    together: frozenset[Seat] = frozenset()

    def __deepcopy__(self, memo: object) -> Moment:
        return self  # deeply immutable


class EnvironmentCore:
    """One game with its seats and options. It does not hold a match: methods take a moment and return the next one."""

    def __init__(self, game: AnyGame, seats: int, options: Any, pace: int, encoding: int = 1) -> None:
        """Raises Refusal."""
        game.check_seats(seats)
        self.game, self.seats, self.options, self.pace = game, seats, options, pace
        self.start = Moment(game.start(seats, options))
        self.encoding = _load_encoding(game, seats, options) if encoding == 2 else None
        self.draws = game.codes(seats, options)
        self.codes = self.encoding.moves if self.encoding else self.draws  # of seats
        self.code = {text: number for number, text in enumerate(self.codes)}
        self.draw_code = {text: number for number, text in enumerate(self.draws)}
        self.bound = game.bound(seats, options)
        self.timed = type(game).alarm is not Game.alarm

    def to_act(self, m: Moment) -> tuple[Seat, ...]:
        return self.game.to_act(m.state)

    def number(self, action: Any) -> int:
        return self.code[self.game.write(action)]

    def legal(self, m: Moment, seat: Seat) -> list[int]:
        """In ascending order."""
        return sorted(map(self.number, self.game.legal(m.state, seat)))

    def mask(self, m: Moment, seat: Seat) -> NDArray[np.int8]:
        mask = np.zeros(len(self.codes), np.int8)
        mask[self.legal(m, seat)] = 1
        return mask

    def odds(self, m: Moment) -> list[tuple[int, int]]:
        """The draws with their exact weights, in ascending order."""
        return sorted((self.draw_code[self.game.write(action)], weight) for action, weight in self.game.odds(m.state))

    def draw(self, m: Moment, number: int) -> Moment:
        state, _ = self.game.play(m.state, CHANCE, self.game.read(self.draws[number]), m.at)
        return Moment(state, m.at)

    def settle(self, m: Moment, below: Below) -> Moment:
        """Makes draws until a seat has to act or the match is over."""
        while self.to_act(m) == (CHANCE,):
            m = self.chance(m, below)
        return m

    def chance(self, m: Moment, below: Below) -> Moment:
        drawn = draw(self.game, m.state, RandomDealer(below))
        return Moment(self.game.play(m.state, CHANCE, drawn, m.at)[0], m.at)

    def action(self, number: int) -> Any:
        if not 0 <= number < len(self.codes):
            raise ValueError(f"there is no action {number}: actions are 0 to {len(self.codes) - 1}")
        return self.game.read(self.codes[number])

    def check(self, m: Moment, seat: Seat, number: int) -> None:
        """Raises IllegalAction, with the reason, if the action is illegal whatever the time."""
        action = self.action(number)
        if action not in self.game.legal(m.state, seat):
            self.game.play(m.state, seat, action, m.at)

    def act(self, m: Moment, choices: Mapping[Seat, int]) -> Moment:
        """Plays the actions of one or several seats in the same step. Raises IllegalAction."""
        pending = m.together.issuperset(choices)
        at = m.at if pending else m.at + self.pace
        left = (m.together if pending else frozenset(self.to_act(m))).difference(choices)
        for seat, number in choices.items():
            after = self._play(m.state, seat, self.action(number), max(at, m.at))
            if after is None:
                return self._ring(m)
            m = after
        return replace(m, together=left)

    def _play(self, state: Any, seat: Seat, action: Any, at: int) -> Moment | None:
        """None if the bell rings first."""
        alarm = self.game.alarm(state)
        while alarm is None or at < alarm:
            played = attempt(self.game.play, state, seat, action, at)
            if not isinstance(played, Wait):
                return Moment(played[0], at)
            at = played.until
        return None

    def _ring(self, m: Moment) -> Moment:
        alarm = self.game.alarm(m.state)
        assert alarm is not None
        state, _ = self.game.play(m.state, CLOCK, bell(self.game, m.state), alarm)
        return Moment(state, alarm)

    def imagine(self, m: Moment, seat: Seat, below: Below) -> Moment:
        """A moment that looks the same to this seat."""
        return replace(m, state=self.game.imagine(self.view(m, seat), m.at, below))

    def scores(self, m: Moment) -> tuple[int, ...]:
        """0 until the match is over."""
        outcome = self.game.outcome(m.state)
        return outcome.scores if outcome else (0,) * self.seats

    def rewards(self, m: Moment, kind: Reward) -> list[float]:
        """0 until the match is over."""
        outcome = self.game.outcome(m.state)
        return rewards(kind, outcome.scores, outcome.places) if outcome else [0.0] * self.seats

    def view(self, m: Moment, seat: Seat | None) -> Any:
        """Raises ValueError if there is no such seat: -1 would be the last one's view."""
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        return self.game.view(m.state, seat)

    def seen(self, m: Moment, seat: Seat) -> Any:
        """What a bot gets: the view and, in games with a clock, match time."""
        view = self.view(m, seat)
        return (m.at, view) if self.timed else view

    def observe(self, m: Moment, seat: Seat, scaled: bool = False) -> Numbers:
        """Raises ViewTooLong, in the first encoding."""
        if self.encoding is None:
            return self.layout.write(self.seen(m, seat))
        seen = self.encoding.observe(self.view(m, seat))
        return self.encoding.scaled(seen) if scaled else seen.astype(np.int32)

    def box(self, scaled: bool) -> gymnasium.spaces.Box[Any]:
        """The space of observations. Raises ValueError."""
        if self.encoding is None:
            if scaled:
                raise ValueError("only the second encoding is scaled: encoding=2")
            return gymnasium.spaces.Box(self.layout.least, self.layout.most, dtype=np.int32)
        if scaled:
            return gymnasium.spaces.Box(0.0, 1.0, (self.encoding.width,), np.float32)
        return gymnasium.spaces.Box(self.encoding.low.astype(np.int32), self.encoding.high.astype(np.int32), dtype=np.int32)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.layout.size if self.encoding is None else self.encoding.width

    def text(self, m: Moment, seat: Seat) -> str:
        return canonical(self.seen(m, seat))

    @cached_property
    def layout(self) -> Layout:
        part = part_of(type(self.game.view(self.start.state, 0)), self.options, self.codes)
        if self.timed:
            part = Record(tuple, {"now": Whole(), "view": part}, tuple)
        return Layout(part, (self._probe(number) for number in range(PROBES)))

    def _probe(self, number: int) -> Iterator[Any]:
        """What seats see during one match, played by a simple policy, to find out how long views get."""
        chance = random.Random(number)
        order = chance.sample(range(len(self.codes)), len(self.codes))
        tastes: tuple[Callable[[int], float], ...] = (lambda code: chance.random(), order.__getitem__, lambda code: -code)
        taste = tastes[number % len(tastes)]  # random, one fixed order of preference, or the first legal action
        m, seat = self.start, 0
        while asked := self.to_act(m):
            yield self.seen(m, seat)
            seat = (seat + 1) % self.seats
            if asked == (CHANCE,):
                m = self.chance(m, chance.randrange)
            else:
                m = self.act(m, {asked[0]: max(self.legal(m, asked[0]), key=taste)})
        yield from (self.seen(m, seat) for seat in range(self.seats))


def picture(entry: Entry, core: EnvironmentCore, m: Moment, seat: Seat | None) -> str:
    """The screen of a seat or of a spectator, as text."""
    screen = core.game.screen(core.view(m, seat))
    return "\n".join(Paint(Words(language(), entry.folder), plain=False).screen(screen))


@cache
def _core(game: AnyGame, seats: int, options: Any, pace: int, encoding: int) -> EnvironmentCore:
    return EnvironmentCore(game, seats, options, pace, encoding)


def open_core(
    entry: Entry, seats: int, given: Mapping[str, object], pace: int = PACE, encoding: int = 1, reward: str = "score"
) -> EnvironmentCore:
    """The core for these options; equal options share one. Raises Refusal."""
    if type(pace) is not int or pace < 1:
        raise BadOptions(say("bad-option-value", option="pace", value=str(pace)[:40], choices="1 …"))
    for name, value, choices in (("encoding", str(encoding), ("1", "2")), ("reward", reward, REWARDS)):
        if value not in choices:
            raise BadOptions(say("bad-option-value", option=name, value=value[:40], choices=", ".join(choices)))
    return _core(entry.game, seats, read_options(entry.game.options, given), pace, encoding)


def _load_encoding(game: AnyGame, seats: int, options: Any) -> Encoding:
    from tablee.lab.encoding import encoding_of  # it needs numba, which the first encoding does not

    return encoding_of(game, seats, options)
