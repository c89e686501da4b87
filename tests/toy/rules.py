"""Take or Leave. The numbers R1 … are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tablee.core.game import (
    CHANCE,
    CLOCK,
    BadText,
    Below,
    Event,
    Game,
    IllegalAction,
    Outcome,
    Panel,
    ScoreRow,
    Screen,
    Seat,
    Sheet,
    places,
    say,
)
from tablee.kit.parts import load_parts

PARTS, DIGEST = load_parts(__file__)
CARDS: tuple[int, ...] = tuple(PARTS["cards"]["values"])
WORDS = ("take", "leave")
GLASSES = (3, 4, 5, 6)  # seconds
LEFT = 1  # points for leaving

Action: TypeAlias = str  # `card 4` and `glass 5` of CHANCE, `take` and `leave` of a seat, `sand` of CLOCK


@dataclass(frozen=True, slots=True)
class Options:
    pass


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    cards: tuple[int, ...] = ()
    began: int | None = None  # when the glass was started
    ends: int | None = None
    said: tuple[str, ...] = ()  # by seat, "" for nothing yet
    over: bool = False


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    seats: int
    cards: tuple[int | None, ...]  # None: not shown
    began: int | None
    said: tuple[str | None, ...]  # None: something, not shown
    over: bool


def _points(table: State | View, seat: Seat) -> int:
    """R4, once everything is shown."""
    took = [card for card, word in zip(table.cards, table.said, strict=True) if card is not None and word == "take"]
    if table.said[seat] == "take":
        return max(took) if table.cards[seat] == max(took) else 0
    return LEFT if table.said[seat] == "leave" else 0


class Toy(Game[Options, State, Action, View]):
    id = "toy"
    version = "1.0"
    seats = range(2, 5)
    usual_seats = range(2, 5)
    options = Options
    parts_digest = DIGEST

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        return State(seats, said=("",) * seats)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        if s.over:
            return ()
        return (CHANCE,) if s.began is None else tuple(seat for seat in range(s.seats) if not s.said[seat])

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat == CLOCK:
            return ("sand",) if self.alarm(s) is not None else ()
        if seat == CHANCE:
            return [action for action, _ in self.odds(s)]
        return WORDS if seat in self.to_act(s) else ()

    def odds(self, s: State) -> Sequence[tuple[Action, int]]:
        if s.began is not None:
            return ()
        if len(s.cards) < s.seats:  # R1: no order of the other cards exists
            return [(f"card {card}", 1) for card in CARDS if card not in s.cards]
        return [(f"glass {seconds}", 1) for seconds in GLASSES]

    def alarm(self, s: State) -> int | None:
        return None if s.over else s.ends

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        self.in_time(s, seat, at)
        if action not in self.legal(s, seat):
            raise IllegalAction(say("not-your-turn"))
        if seat == CLOCK:
            return self._show(s, (Event(say("sand")),))
        if seat == CHANCE:
            what, _, number = action.partition(" ")
            return self._draw(s, what, int(number), at)
        s = replace(s, said=(*s.said[:seat], action, *s.said[seat + 1 :]))
        return (s, ()) if self.to_act(s) else self._show(s, ())

    def _draw(self, s: State, what: str, number: int, at: int) -> tuple[State, tuple[Event, ...]]:
        if what == "card":  # shown only to its holder
            return replace(s, cards=(*s.cards, number)), (Event(say("card", card=number, seat=len(s.cards)), to=(len(s.cards),)),)
        return replace(s, began=at, ends=at + 1000 * number), (Event(say("running")),)  # R2

    def _show(self, s: State, news: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        for seat, card in enumerate(s.cards):  # R3
            news += (Event(say("shown" if s.said[seat] else "asleep", seat=seat, card=card, said=s.said[seat])),)
        return replace(s, over=True), news

    def view(self, s: State, seat: Seat | None) -> View:
        cards = tuple(card if s.over or holder == seat else None for holder, card in enumerate(s.cards))
        said = tuple(word if s.over or holder == seat or not word else None for holder, word in enumerate(s.said))
        return View(seat, s.seats, cards, s.began, said, s.over)

    def screen(self, view: View) -> Screen:
        if view.seat is None or len(view.cards) <= view.seat:
            return Screen(())
        return Screen((), (Panel("card", str(view.cards[view.seat])), Panel("said", view.said[view.seat] or "")))

    def imagine(self, view: View, now: int, below: Below) -> State:
        unseen = [card for card in CARDS if card not in view.cards]
        cards = tuple(unseen.pop(below(len(unseen))) if card is None else card for card in view.cards)
        said = tuple(WORDS[below(2)] if word is None else word for word in view.said)
        began = view.began
        if began is None:
            return State(view.seats, cards, said=said)
        left = [end for seconds in GLASSES if (end := began + 1000 * seconds) > now or view.over]
        return State(view.seats, cards, began, left[below(len(left))], said, view.over)

    def sheet(self, view: View, seat: Seat) -> Sheet:
        return (ScoreRow(say("points"), _points(view, seat)),) if view.over else ()

    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        if action == "leave":
            return (ScoreRow(say("points"), LEFT),)
        return super().sheet_after(view, seat, action)  # a card's value depends on the others

    def outcome(self, s: State) -> Outcome | None:
        if not s.over:
            return None
        scores = tuple(_points(s, seat) for seat in range(s.seats))
        return Outcome(scores, places(scores))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return (*(f"card {card}" for card in CARDS), *(f"glass {seconds}" for seconds in GLASSES), *WORDS, "sand")

    def bound(self, seats: int, options: Options) -> int:
        return 2 * seats + 2

    def write(self, a: Action) -> str:
        return a

    def read(self, text: str) -> Action:
        if text not in self.codes(0, Options()):
            raise BadText(say("no-such-action", text=text[:20]))
        return text
