"""The ledger of a seat: how the value of its position went from the start of a match to its result, turn by turn.

Each value is rounded to millionths of a point as soon as it is found, and everything else is a difference of two such values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, Literal, NamedTuple, TypeAlias

from tablee.core.bot import MARGIN, Judge, Value
from tablee.core.game import Argument, Message
from tablee.reviews.moments import SeatMoment

MILLION = 1_000_000
Micro: TypeAlias = int  # millionths of a point
What: TypeAlias = Literal["luck", "others", "correction"]
AnyJudge: TypeAlias = Judge[Any, Any]


def micro(points: float) -> Micro:
    return round(points * MILLION)


@dataclass(frozen=True, slots=True)
class PositionValue:
    """A value, and half of its 95 % interval."""

    value: Micro
    error: Micro = 0


@dataclass(frozen=True, slots=True)
class ValuedAction:
    """An action that the seat could choose, what it was worth, and how far that is behind the best one: `behind` ± `doubt`."""

    action: str
    value: Micro
    behind: Micro
    doubt: Micro


@dataclass(frozen=True, slots=True)
class Decision:
    """What the seat could choose, in the order of the rules. It is `real` if it made a difference: more than one action, and not
    all of them as good as the best one within the doubt."""

    line: int  # of the record, with the choice that counted
    at: int  # match time in ms
    choices: tuple[ValuedAction, ...]
    best: int  # its place in `choices`
    chosen: int
    real: bool
    reasons: tuple[Argument, ...] = ()  # the best one against the chosen one; if that is the best, against the second
    afterwards: tuple[Message, ...] = ()  # what only the end of the game revealed about the best and the chosen action
    delay: Micro = 0  # what it cost to decide late, where a clock is running

    @property
    def loss(self) -> Micro:
        return self.choices[self.chosen].behind + self.delay

    @property
    def improvable(self) -> bool:
        """Whether the best action was better beyond doubt."""
        return self.choices[self.chosen].behind > self.choices[self.chosen].doubt


@dataclass(frozen=True, slots=True)
class ValueChange:
    """By how much the value of the seat's position changed, why, and what it was then.

    `luck` comes from draws and hidden clocks, `others` from what other seats did. A `correction` is the judge's own: it looks
    further than before, and expects something else.
    """

    what: What
    line: int  # of the record; the last one, if several rows are taken together
    text: str  # the draw, if it is one that the seat was shown; `!` for a clock
    points: Micro
    error: Micro  # half of its 95 % interval; 0 if it is exact
    value: Micro


class MatchPart(NamedTuple):
    """A game of a series, or a round of it if the judge looks to the end of a round; counted from 0."""

    game: int
    round: int


@dataclass(frozen=True, slots=True)
class SeatTurn:
    """What has changed since the seat's last decision, and the next one. The last turn of a part has a result instead."""

    part: MatchPart
    start: Micro | None  # what the part begins with, in its first turn
    changes: tuple[ValueChange, ...]
    decision: Decision | None
    result: Micro | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """start + luck + others + correction - loss = result. `decisions` counts the real ones."""

    start: Micro = 0
    luck: Micro = 0
    others: Micro = 0
    correction: Micro = 0
    loss: Micro = 0
    result: Micro = 0
    luck_error: Micro = 0
    others_error: Micro = 0
    decisions: int = 0

    @property
    def adds_up(self) -> bool:
        return self.start + self.luck + self.others + self.correction - self.loss == self.result

    def __add__(self, more: Sums) -> Sums:
        return Sums(
            self.start + more.start,
            self.luck + more.luck,
            self.others + more.others,
            self.correction + more.correction,
            self.loss + more.loss,
            self.result + more.result,
            round(hypot(self.luck_error, more.luck_error)),
            round(hypot(self.others_error, more.others_error)),
            self.decisions + more.decisions,
        )


def add_up(turns: Iterable[SeatTurn]) -> Sums:
    """Of a part, or of several."""
    sums = Sums()
    for turn in turns:
        sums += Sums(start=turn.start or 0, result=turn.result or 0)
        if turn.decision is not None:
            sums += Sums(loss=turn.decision.loss, decisions=int(turn.decision.real))
        for change in turn.changes:
            sums += _of(change)
    return sums


def _of(change: ValueChange) -> Sums:
    match change.what:
        case "luck":
            return Sums(luck=change.points, luck_error=change.error)
        case "others":
            return Sums(others=change.points, others_error=change.error)
        case "correction":
            return Sums(correction=change.points)


@dataclass(slots=True)
class Stretch:
    """The moments up to the seat's next decision, or to the end of a part."""

    part: MatchPart
    opening: SeatMoment  # the first of the part
    begins: bool
    moments: list[SeatMoment]
    ends: bool = False

    @property
    def asked(self) -> SeatMoment | None:
        return None if self.ends else self.moments[-1]


def stretches(judge: AnyJudge, moments: Iterable[SeatMoment]) -> Iterator[Stretch]:
    """Divides a match into parts, and these into stretches. Values nothing."""
    open: Stretch | None = None
    for moment in moments:
        part = MatchPart(moment.game, judge.round_of(moment.view))
        if open is None:
            open = Stretch(part, moment, True, [moment])
            continue
        open.moments.append(moment)
        if moment.cause == "asked":
            yield open
            open = Stretch(open.part, open.opening, False, [moment])
        elif moment.over or part != open.part:
            open.ends = True
            yield open
            moment = replace(moment, cause="start")
            open = None if moment.over else Stretch(part, moment, True, [moment])


class Ledger:
    """Values the stretches of a match."""

    def __init__(self, judge: AnyJudge, ends: Mapping[int, Any]) -> None:
        """ends: the seat's views at the end of each game of the series."""
        self.judge, self.game, self.ends = judge, judge.game, ends

    def turns(self, stretches: Iterable[Stretch], level: PositionValue | None = None) -> Iterator[tuple[SeatTurn, PositionValue]]:
        """Each with the level it ends at. `level` is where the turn before the first one ended, if that was in the same part."""
        for stretch in stretches:
            turn, level = self._turn(stretch, level)
            yield turn, level

    def _turn(self, stretch: Stretch, before: PositionValue | None) -> tuple[SeatTurn, PositionValue]:
        start, asked, changes = None, stretch.asked, list[ValueChange]()
        self.judge.opening = stretch.opening.view
        if stretch.begins:
            before = self._start(stretch.moments[0])
            start = before.value
        assert before is not None
        level, groups = before, self._groups(stretch)
        for number, (what, moment) in enumerate(groups, start=1):
            last = number == len(groups)
            new = self._value(moment, stretch, last)
            changes.append(_change(what, moment, level, new))
            level = new
        if asked is None:
            return SeatTurn(stretch.part, start, _told(changes), None, level.value), level
        decision, best = self._decide(asked, stretch.moments[-2].at)
        if self.judge.against_time(asked.view):
            decision = replace(decision, delay=level.value - best.value)
        else:
            changes.append(_change("correction", asked, level, best))
        chosen = decision.choices[decision.chosen].value
        return SeatTurn(stretch.part, start, _told(changes), decision), PositionValue(chosen, best.error)

    def decide(self, stretch: Stretch) -> Decision | None:
        """The decision at its end, without what had changed before."""
        if stretch.asked is None:
            return None
        self.judge.opening = stretch.opening.view
        return self._decide(stretch.asked, stretch.moments[-2].at)[0]

    def _value(self, moment: SeatMoment, stretch: Stretch, last: bool) -> PositionValue:
        """What the position is worth after a moment of the stretch; before a decision, in the same worlds as the decision."""
        if last and stretch.ends:
            return PositionValue(micro(self.judge.result(moment.view, stretch.part.round)))
        self._seed((stretch.asked if last else None) or moment)
        return _level(self.judge.forecast(moment.view, moment.legal, moment.at))

    def _start(self, first: SeatMoment) -> PositionValue:
        """A round begins with 0: nobody is ahead yet, and what the deal brings is luck."""
        if self.judge.unit == MARGIN:
            return PositionValue(0)
        self._seed(first)
        return _level(self.judge.forecast(first.view, first.legal, first.at))

    def _groups(self, stretch: Stretch) -> list[tuple[What, SeatMoment]]:
        """Why the value changes, and the last of the moments that are taken together."""
        groups: list[tuple[What, SeatMoment]] = []
        first, *moments = stretch.moments if stretch.ends else stretch.moments[:-1]
        if first.cause == "start" and self.judge.unit == MARGIN:
            groups.append(("luck", first))
        for moment in moments:
            what = self._what(first, moment)
            if what == "correction" and self.judge.sampled and not (stretch.ends and moment is moments[-1]):
                continue  # the value of the choice is the value after it: worlds imagined anew would only add noise
            if groups and groups[-1][0] == what and (what == "others" or self.judge.sampled):
                groups.pop()
            groups.append((what, moment))
        return groups

    def _what(self, first: SeatMoment, moment: SeatMoment) -> What:
        if moment.cause == "own":
            return "luck" if self.judge.reveals(first.view, first.action) else "correction"
        return "others" if moment.cause == "others" else "luck"

    def _seed(self, moment: SeatMoment) -> None:
        self.judge.begin(moment.line, moment.cause)

    def _decide(self, asked: SeatMoment, since: int) -> tuple[Decision, PositionValue]:
        self._seed(asked)
        found = self.judge.judge(asked.view, asked.legal, self.judge.decided_at(asked.view, asked.action, since, asked.at))
        values = [micro(value.mean) for value in found.values]
        best = max(range(len(values)), key=values.__getitem__)
        texts = [self.game.write(action) for action in asked.legal]
        choices = tuple(
            ValuedAction(text, value, values[best] - value, micro(behind.half_width))
            for text, value, behind in zip(texts, values, found.behind, strict=True)
        )
        chosen = list(asked.legal).index(asked.action)
        real = any(choice.behind > choice.doubt for choice in choices)
        reasons = self._reasons(asked, values, best, chosen) if real else ()
        level = PositionValue(values[best], micro(found.values[best].half_width))
        afterwards = self.game.afterwards(self.ends[asked.game], asked.view, asked.legal[best], asked.action)
        return Decision(asked.line, asked.at, choices, best, chosen, real, reasons, afterwards), level

    def _reasons(self, asked: SeatMoment, values: Sequence[Micro], best: int, chosen: int) -> tuple[Argument, ...]:
        other = chosen
        if chosen == best:
            other = max((place for place in range(len(values)) if place != best), key=values.__getitem__)
        return self.game.reasons(asked.view, asked.legal[best], asked.legal[other])


def _level(found: Value) -> PositionValue:
    return PositionValue(micro(found.mean), micro(found.half_width))


def _change(what: What, moment: SeatMoment, before: PositionValue, after: PositionValue) -> ValueChange:
    error = round(hypot(before.error, after.error))
    return ValueChange(what, moment.line, moment.text, after.value - before.value, error, after.value)


def _told(changes: Iterable[ValueChange]) -> tuple[ValueChange, ...]:
    """Without those that change nothing, except draws."""
    return tuple(change for change in changes if change.points or (change.what == "luck" and change.text not in ("", "!")))
