"""Games broken on purpose: the laws must catch each of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from tablee.core import laws
from tablee.core.game import (
    CHANCE,
    CLOCK,
    AnyGame,
    Argument,
    Below,
    Event,
    IllegalAction,
    Message,
    Outcome,
    Refusal,
    ScoreRow,
    Seat,
    Sheet,
    TooLate,
    TooSoon,
    say,
)
from tablee.core.registry import Entry
from tablee.games.take_it_easy import rules as easy
from tablee.games.take_it_easy.tiles import CELLS
from tests.games_here import TOY
from tests.toy import rules as toy

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


def check(game: AnyGame, matches: int = 120) -> None:
    entry = Entry(game, {}, Path())
    for _ in laws.check(entry, matches, random.Random(7).randrange):
        pass


def assert_breaks(law: int, game: AnyGame) -> None:
    with pytest.raises(laws.BrokenLaw) as broken:
        check(game)
    assert broken.value.law == law, str(broken.value)


# Law 8: leaks.


class OpenChoices(easy.TakeItEasy):
    """The view has a rival's placement before all have placed."""

    def view(self, s: easy.State, seat: Seat | None) -> easy.View:
        return replace(super().view(s, seat), placed=s.placed)


class OpenCards(toy.Toy):
    def view(self, s: toy.State, seat: Seat | None) -> toy.View:
        return replace(super().view(s, seat), cards=s.cards)


class OpenGlass(toy.Toy):
    def view(self, s: toy.State, seat: Seat | None) -> toy.View:
        return replace(super().view(s, seat), began=s.ends)


class GlassInLegal(toy.Toy):
    """No view has a secret, but a short glass shortens the list of actions."""

    def legal(self, s: toy.State, seat: Seat) -> Sequence[str]:
        legal = super().legal(s, seat)
        short = s.ends is not None and s.began is not None and s.ends - s.began < 5000
        return legal[:1] if seat >= 0 and short else legal


class GlassInRefusals(toy.Toy):
    def play(self, s: toy.State, seat: Seat, action: str, at: int) -> tuple[toy.State, tuple[Event, ...]]:
        try:
            return super().play(s, seat, action, at)
        except TooLate:
            raise
        except IllegalAction:
            raise IllegalAction(say("not-your-turn", ends=s.ends or 0)) from None


class CardInToAct(toy.Toy):
    """The seat that holds the 6 acts last."""

    def to_act(self, s: toy.State) -> tuple[Seat, ...]:
        asked = super().to_act(s)
        return tuple(sorted(asked, key=lambda seat: s.cards[seat : seat + 1] == (6,))) if len(asked) > 1 else asked


class ForgetfulView(toy.Toy):
    """The player heard which card they got, but the view does not have it."""

    def view(self, s: toy.State, seat: Seat | None) -> toy.View:
        view = super().view(s, seat)
        return view if s.over else replace(view, cards=(None,) * len(s.cards))


@dataclass(frozen=True, slots=True)
class Deck(easy.State):
    order: tuple[int, ...] = ()


class EagerDeck(easy.TakeItEasy):
    """The order of all calls exists from the start, like a shuffled deck; the view may see the top of it."""

    def __init__(self, peeps: bool) -> None:
        self.peeps = peeps

    def start(self, seats: int, options: easy.Options, standing: tuple[int, ...] = ()) -> easy.State:
        return Deck(options, (), ((),) * seats)

    def odds(self, s: easy.State) -> Sequence[tuple[easy.Action, int]]:
        order = cast("Deck", s).order
        if len(order) < len(CELLS):
            return [(call, 1) for call in easy.CALLS if call.tile not in order]
        return [(easy.CALLS[order[len(s.calls)]], 1)] if self.to_act(s) == (CHANCE,) else []

    def play(self, s: easy.State, seat: Seat, action: easy.Action, at: int) -> tuple[easy.State, tuple[Event, ...]]:
        order = cast("Deck", s).order
        if seat == CHANCE and action not in [draw for draw, _ in self.odds(s)]:
            raise IllegalAction(say("no-such-draw"))
        if seat == CHANCE and len(order) < len(CELLS):
            assert isinstance(action, easy.Call)
            return Deck(s.options, (), s.placed, (*order, action.tile)), ()
        after, events = super().play(easy.State(s.options, s.calls, s.placed), seat, action, at)
        return Deck(after.options, after.calls, after.placed, order), events

    def view(self, s: easy.State, seat: Seat | None) -> Any:
        order = cast("Deck", s).order
        top = order[len(s.calls) : len(s.calls) + 1] if self.peeps else ()
        return super().view(s, seat), len(order), top

    def screen(self, view: Any) -> Any:
        return super().screen(view[0])

    def todo(self, view: Any) -> Message:
        return super().todo(view[0])

    def goal(self, view: Any) -> Message:
        return super().goal(view[0])

    def sheet(self, view: Any, seat: Seat) -> Sheet:
        return super().sheet(view[0], seat)

    def sheet_after(self, view: Any, seat: Seat, action: easy.Action) -> Sheet:
        return super().sheet_after(view[0], seat, action)

    def reasons(self, view: Any, action: easy.Action, other: easy.Action) -> tuple[Argument, ...]:
        return super().reasons(view[0], action, other)

    def imagine(self, view: Any, now: int, below: Below) -> easy.State:
        s = easy.TakeItEasy().imagine(view[0], now, below)
        left = [tile for tile in range(27) if tile not in (*s.calls, *view[2])]
        order = [*s.calls, *view[2]]
        while len(order) < view[1]:
            order.append(left.pop(below(len(left))))
        return Deck(s.options, s.calls, s.placed, tuple(order))

    def bound(self, seats: int, options: easy.Options) -> int:
        return 19 * (seats + 2)


class SmuggledSheet(toy.Toy):
    """The sheet gets a view, but remembers which state it was made from."""

    def view(self, s: toy.State, seat: Seat | None) -> toy.View:
        self.seen = s
        return super().view(s, seat)

    def sheet(self, view: toy.View, seat: Seat) -> Sheet:
        return super().sheet(view, seat) or tuple(ScoreRow(say("points"), card) for card in self.seen.cards[seat : seat + 1])


class SmuggledTodo(SmuggledSheet):
    """The same for what a seat has to do."""

    def todo(self, view: toy.View) -> Message:
        return say("prompt", card=max(self.seen.cards))

    def sheet(self, view: toy.View, seat: Seat) -> Sheet:
        return toy.Toy.sheet(self, view, seat)


class SmuggledReasons(SmuggledTodo):
    """The same for reasons."""

    def todo(self, view: toy.View) -> Message:
        return toy.Toy.todo(self, view)

    def reasons(self, view: toy.View, action: str, other: str) -> tuple[Argument, ...]:
        highest = say("prompt", card=max(self.seen.cards))
        return (Argument(action, highest, highest),)


class SmuggledGoal(SmuggledTodo):
    """The same for the goal."""

    def todo(self, view: toy.View) -> Message:
        return toy.Toy.todo(self, view)

    def goal(self, view: toy.View) -> Message:
        return say("prompt", card=max(self.seen.cards))


LEAKS = [
    OpenChoices(),
    OpenCards(),
    OpenGlass(),
    GlassInLegal(),
    GlassInRefusals(),
    CardInToAct(),
    ForgetfulView(),
    EagerDeck(True),
    SmuggledSheet(),
    SmuggledTodo(),
    SmuggledReasons(),
    SmuggledGoal(),
]


@pytest.mark.parametrize("game", LEAKS, ids=lambda game: type(game).__name__)
def test_a_leak_breaks_law_8(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws._Walker, "check_imagined", lambda self, seat: None)  # law 7 may see some of them first
    monkeypatch.setattr(laws._Walker, "play_out", lambda self, state: None)
    assert_breaks(8, game)


@pytest.mark.no_cover
def test_a_hidden_deck_order_breaks_no_law() -> None:
    check(EagerDeck(False), 60)


# The other laws.


class ListState(toy.Toy):
    def start(self, seats: int, options: toy.Options, standing: tuple[int, ...] = ()) -> toy.State:
        return replace(super().start(seats, options), said=cast("Any", [""] * seats))

    def play(self, s: toy.State, seat: Seat, action: str, at: int) -> tuple[toy.State, tuple[Event, ...]]:
        after, events = super().play(replace(s, said=tuple(s.said)), seat, action, at)
        return replace(after, said=cast("Any", list(after.said))), events


class Moody(toy.Toy):
    """`play` draws its own random numbers."""

    moods = random.Random(1)

    def play(self, s: toy.State, seat: Seat, action: str, at: int) -> tuple[toy.State, tuple[Event, ...]]:
        after, events = super().play(s, seat, action, at)
        return after, events if self.moods.random() < 0.8 else ()


class Restless(toy.Toy):
    """No match starts like another."""

    starts = count()

    def start(self, seats: int, options: toy.Options, standing: tuple[int, ...] = ()) -> toy.State:
        return replace(super().start(seats, options), said=(str(next(self.starts)),) * seats)


class Twice(toy.Toy):
    def to_act(self, s: toy.State) -> tuple[Seat, ...]:
        return super().to_act(s) * 2


class EarlyOutcome(toy.Toy):
    def outcome(self, s: toy.State) -> Outcome | None:
        return Outcome((0,) * s.seats, (1,) * s.seats)


class NoOutcome(toy.Toy):
    def outcome(self, s: toy.State) -> Outcome | None:
        return None


class WrongSheet(toy.Toy):
    def sheet(self, view: toy.View, seat: Seat) -> Sheet:
        return super().sheet(view, seat) * 2


class WrongParts(toy.Toy):
    """A row is more than the sum of its parts."""

    def sheet(self, view: toy.View, seat: Seat) -> Sheet:
        return tuple(row._replace(subrows=(ScoreRow(row.what, row.points - 1),)) for row in super().sheet(view, seat))


class OwnSheetOnly(toy.Toy):
    """A spectator sees no score, not even at the end."""

    def sheet(self, view: toy.View, seat: Seat) -> Sheet:
        return () if view.seat is None else super().sheet(view, seat)


class Guesser(toy.Toy):
    """Assumes that no rival takes a higher card."""

    def sheet_after(self, view: toy.View, seat: Seat, action: str) -> Sheet:
        if action == "take":
            return (ScoreRow(say("points"), view.cards[seat] or 0),)
        return super().sheet_after(view, seat, action)


class Mumbler(toy.Toy):
    """Refuses a prediction with a message no client knows."""

    def sheet_after(self, view: toy.View, seat: Seat, action: str) -> Sheet:
        raise Refusal(say("not-your-turn"))


Toy = toy.Toy()


class SecretAction(toy.Toy):
    """`play` accepts what `legal` does not list."""

    def legal(self, s: toy.State, seat: Seat) -> Sequence[str]:
        return super().legal(s, seat)[:1] if seat >= 0 else super().legal(s, seat)

    def play(self, s: toy.State, seat: Seat, action: str, at: int) -> tuple[toy.State, tuple[Event, ...]]:
        return Toy.play(s, seat, action, at)


class EmptyPromise(toy.Toy):
    """`legal` lists what `play` refuses."""

    def play(self, s: toy.State, seat: Seat, action: str, at: int) -> tuple[toy.State, tuple[Event, ...]]:
        if action == "leave" and seat in self.to_act(s):
            raise IllegalAction(say("not-your-turn"))
        return super().play(s, seat, action, at)


class Hurried(toy.Toy):
    """`play` says "too soon" to an illegal action."""

    def play(self, s: toy.State, seat: Seat, action: str, at: int) -> tuple[toy.State, tuple[Event, ...]]:
        if seat >= 0 and action not in self.legal(s, seat):
            raise TooSoon(say("not-your-turn"), at)
        return super().play(s, seat, action, at)


class DeafToTheGlass(toy.Toy):
    """A seat may act after the bell."""

    def in_time(self, s: toy.State, seat: Seat, at: int) -> None:
        if seat == CLOCK:
            super().in_time(s, seat, at)


class LateToRefuse(toy.Toy):
    """A seat is too late before the bell."""

    def in_time(self, s: toy.State, seat: Seat, at: int) -> None:
        super().in_time(s, seat, at)
        if seat >= 0 and s.ends is not None and at >= s.ends - 1000:
            raise TooLate(say("too-late"))


class UnknownText(toy.Toy):
    def codes(self, seats: int, options: toy.Options) -> tuple[str, ...]:
        return tuple(text for text in Toy.codes(seats, options) if text != "sand")

    def read(self, text: str) -> str:
        return text


class Unread(toy.Toy):
    def read(self, text: str) -> str:
        return "leave" if text == "take" else text


class ZeroOdds(toy.Toy):
    def odds(self, s: toy.State) -> Sequence[tuple[str, int]]:
        return [(action, int(action != "card 6")) for action, _ in super().odds(s)]


class FirstComeFirstServed(toy.Toy):
    """The first seat to take keeps others from taking."""

    def play(self, s: toy.State, seat: Seat, action: str, at: int) -> tuple[toy.State, tuple[Event, ...]]:
        return super().play(s, seat, "leave" if seat >= 0 and action == "take" and "take" in s.said else action, at)


class Amnesiac(toy.Toy):
    """`imagine` changes the seat's own card."""

    def imagine(self, view: toy.View, now: int, below: Below) -> toy.State:
        return super().imagine(replace(view, cards=(None,) * len(view.cards)), now, below)


class PastBell(toy.Toy):
    def imagine(self, view: toy.View, now: int, below: Below) -> toy.State:
        return super().imagine(view, 0, below)


class Endless(toy.Toy):
    def bound(self, seats: int, options: toy.Options) -> int:
        return 4


OTHERS: list[tuple[int, AnyGame]] = [
    *((1, game) for game in (ListState(), Moody(), Restless())),
    *((2, game) for game in (Twice(), EarlyOutcome(), NoOutcome())),
    *((2, game) for game in (WrongSheet(), WrongParts(), OwnSheetOnly(), Guesser(), Mumbler())),
    *((3, game) for game in (SecretAction(), EmptyPromise(), Hurried(), DeafToTheGlass(), LateToRefuse())),
    *((4, game) for game in (UnknownText(), Unread())),
    *((5, game) for game in (ZeroOdds(),)),
    *((6, game) for game in (FirstComeFirstServed(),)),
    *((7, game) for game in (Amnesiac(), PastBell())),
    *((9, game) for game in (Endless(),)),
]


@pytest.mark.parametrize(("law", "game"), OTHERS, ids=lambda x: type(x).__name__ if isinstance(x, toy.Toy) else str(x))
def test_every_other_law_catches_its_mutant(law: int, game: AnyGame) -> None:
    assert_breaks(law, game)


def test_a_legal_action_that_play_refuses_breaks_law_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws._Walker, "check_action", lambda self, seat, action, legal: None)  # which would catch it first
    assert_breaks(3, EmptyPromise())


def test_law_10_needs_records_that_replay(tmp_path: Path) -> None:
    entry = Entry(TOY.game, {}, tmp_path)
    with pytest.raises(laws.BrokenLaw, match="law 10: there are no golden records"):
        laws.golden(entry, lambda file: None)
    (tmp_path / "golden").mkdir()
    (tmp_path / "golden" / "a.match").write_text("")

    def refuse(file: Path) -> None:
        raise ValueError("it plays out differently")

    with pytest.raises(laws.BrokenLaw, match=r"law 10: a\.match: it plays out differently"):
        laws.golden(entry, refuse)
    assert laws.golden(entry, lambda file: None) == 1


class Later(toy.Toy):
    """Its actions count only from later on, so nothing can be predicted of them yet."""

    def sheet_after(self, view: toy.View, seat: Seat, action: str) -> Sheet:
        raise TooSoon(say("paused"), until=5)


def test_an_action_that_counts_only_later_is_not_predicted() -> None:
    for seed in range(300):  # a prediction is looked at now and then
        laws.walk(Later(), 3, Later().options(), random.Random(seed).randrange)
