"""Starter Game. The numbers R1 … are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tablee.core.game import (
    CHANCE,
    BadText,
    Below,
    Event,
    Game,
    IllegalAction,
    Message,
    Outcome,
    Panel,
    ScoreRow,
    Screen,
    Seat,
    Sheet,
    places,
    say,
)
from tablee.core.options import whole
from tablee.kit.parts import load_parts

PARTS, DIGEST = load_parts(__file__)
HIGHEST: int = PARTS["cards"]["highest"]
NOTHING = 0  # a seat that has not bid yet


class Action(NamedTuple):
    """`prize 4` of CHANCE, `bid 3` of a seat."""

    word: str
    card: int


@dataclass(frozen=True, slots=True)
class Options:
    cards: int = whole(5, 3, HIGHEST)


@dataclass(frozen=True, slots=True)
class State:
    cards: int
    bids: tuple[int, ...]  # of this round, by seat
    prizes: tuple[int, ...] = ()  # drawn so far; the last one is bid for until `shown` is as long
    shown: tuple[tuple[int, ...], ...] = ()  # the bids of every finished round


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    cards: int
    bids: tuple[int | None, ...]  # None: a bid that is not shown
    prizes: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]


def hand(table: State | View, seat: Seat) -> list[int]:
    """The cards a seat has left: everybody can work them out, except for a bid that is not shown."""
    played = [bids[seat] for bids in table.shown]
    return [card for card in range(1, table.cards + 1) if card not in played]


def winner(bids: Sequence[int]) -> Seat | None:
    """R3."""
    single = [bid for bid in bids if bids.count(bid) == 1]
    return bids.index(max(single)) if single else None


def won(table: State | View, seat: Seat) -> Iterator[int]:
    """The prizes of a seat."""
    for prize, bids in zip(table.prizes, table.shown, strict=False):  # the last prize may still be open
        if winner(bids) == seat:
            yield prize


class StarterGame(Game[Options, State, Action, View]):
    id = "starter-game"
    version = "1.0"
    seats = range(2, 5)
    usual_seats = range(2, 5)
    options = Options
    parts_digest = DIGEST

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        return State(options.cards, (NOTHING,) * seats)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        if len(s.prizes) > len(s.shown):
            return tuple(seat for seat, bid in enumerate(s.bids) if bid == NOTHING)
        return (CHANCE,) if len(s.prizes) < s.cards else ()

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat == CHANCE:
            return [action for action, _ in self.odds(s)]
        return [Action("bid", card) for card in hand(s, seat)] if seat in self.to_act(s) else ()

    def odds(self, s: State) -> Sequence[tuple[Action, int]]:
        if self.to_act(s) != (CHANCE,):
            return ()
        return [(Action("prize", card), 1) for card in range(1, s.cards + 1) if card not in s.prizes]  # R2

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        if seat not in self.to_act(s):
            raise IllegalAction(say("not-your-turn"))
        if action not in self.legal(s, seat):
            raise IllegalAction(say("not-in-hand"))
        if seat == CHANCE:
            return replace(s, prizes=(*s.prizes, action.card)), (Event(say("prize", card=action.card)),)
        bids = (*s.bids[:seat], action.card, *s.bids[seat + 1 :])
        return (replace(s, bids=bids), ()) if NOTHING in bids else self._show(s, bids)

    def _show(self, s: State, bids: tuple[int, ...]) -> tuple[State, tuple[Event, ...]]:
        """R3."""
        news = [say("shows", seat=seat, card=bid) for seat, bid in enumerate(bids)]
        best = winner(bids)
        news.append(say("lost", card=s.prizes[-1]) if best is None else say("wins", seat=best, card=s.prizes[-1]))
        return replace(s, bids=(NOTHING,) * len(bids), shown=(*s.shown, bids)), tuple(map(Event, news))

    def view(self, s: State, seat: Seat | None) -> View:
        bids = tuple(bid if holder == seat or bid == NOTHING else None for holder, bid in enumerate(s.bids))
        return View(seat, s.cards, bids, s.prizes, s.shown)

    def screen(self, view: View) -> Screen:
        seats, left = range(len(view.bids)), view.cards - len(view.prizes)
        open_prize = view.prizes[len(view.shown) :]
        public = [Panel("prize", prize, shape="number") for prize in open_prize]
        public.append(Panel("prizes-left", left, shape="number"))
        public += [Panel("won", sum(won(view, seat)), seat, "number") for seat in seats]
        public += [Panel("played", tuple(str(bids[seat]) for bids in view.shown), seat, "items") for seat in seats]
        own = () if view.seat is None else (Panel("hand", tuple(map(str, hand(view, view.seat))), shape="items"),)
        return Screen(tuple(public), own)

    def todo(self, view: View) -> Message:
        return say("todo-bid", card=view.prizes[-1])

    def goal(self, view: View) -> Message:
        return say("goal", cards=view.cards)

    def imagine(self, view: View, now: int, below: Below) -> State:
        bids = []
        for seat, bid in enumerate(view.bids):
            cards = hand(view, seat)
            bids.append(cards[below(len(cards))] if bid is None else bid)
        return State(view.cards, tuple(bids), view.prizes, view.shown)

    def sheet(self, view: View, seat: Seat) -> Sheet:
        return tuple(ScoreRow(say("prize-won", card=prize), prize) for prize in won(view, seat))  # R4

    def outcome(self, s: State) -> Outcome | None:
        if self.to_act(s):
            return None
        scores = tuple(sum(won(s, seat)) for seat in range(len(s.bids)))
        return Outcome(scores, places(scores))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return tuple(f"{word} {card}" for word in ("prize", "bid") for card in range(1, options.cards + 1))

    def bound(self, seats: int, options: Options) -> int:
        return options.cards * (1 + seats)

    def write(self, a: Action) -> str:
        return f"{a.word} {a.card}"

    def read(self, text: str) -> Action:
        if text not in self.codes(0, Options(HIGHEST)):
            raise BadText(say("no-such-action", text=text[:20]))
        word, _, card = text.partition(" ")
        return Action(word, int(card))
