"""Limits: the rules, case by case; the laws and the leaks they catch; outside scoring; decks; bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tablee.bots import chance_of, player
from tablee.core import laws, registry
from tablee.core.game import CHANCE, CLOCK, BadOptions, BadText, Event, IllegalAction, Message, Refusal, Seat, total
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide, Turn
from tablee.games.limits.deck import DECK_FILE, read_deck, write_limit
from tablee.games.limits.real_boards import RealBoard
from tablee.games.limits.rules import DECK, Limits, Options, State, Table, View, from_parts
from tablee.replay import verify
from tablee.words import LANGUAGES, Words

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

GAME = Limits()
ENTRY = registry.find("limits")
LETTERS = {name[0]: name for name in DECK.colours}
LOW = "2-2-2-2-2"


def run(s: State, *texts: str) -> State:
    """Plays texts for whoever is to act, lowest seat first; `*red` is a draw."""
    return heard(s, *texts)[0]


def heard(s: State, *texts: str) -> tuple[State, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for text in texts:
        seat = GAME.to_act(s)[0]
        assert (seat == CHANCE) is text.startswith("*"), (text, GAME.to_act(s))
        s, events = GAME.play(s, seat, GAME.read(text.removeprefix("*")), 0)
    return s, events


def begin(limit: str, *hands: str, aid: bool = False) -> State:
    """Starts a match with these first hands, given by letters. The first card of each hand (two with two players) is hidden."""
    s = GAME.start(len(hands), Options(aid))
    s = run(s, *(f"*{LETTERS[hand[turn]]}" for turn in range(len(hands[0])) for hand in hands), f"*{limit}")
    hidden = 2 if len(hands) == 2 else 1
    return run(s, *("hide " + " ".join(LETTERS[letter] for letter in hand[:hidden]) for hand in hands))


def said(events: Sequence[Event]) -> list[str]:
    return [event.message.id for event in events]


def refusal(s: State, seat: Seat, text: str) -> Message:
    with pytest.raises(IllegalAction) as caught:
        GAME.play(s, seat, GAME.read(text), 0)
    return caught.value.message


def lay_all(s: State) -> State:
    """Everybody lays cards, purple ones last, until somebody runs out."""
    rng = random.Random(8)
    while s.table.due or any(s.hands[s.table.turn]):
        seat = GAME.to_act(s)[0]
        cards = [action for action in GAME.legal(s, seat) if isinstance(action, Card)]
        s, _ = GAME.play(s, seat, rng.choice([card for card in cards if card != Card(4)] or cards), 0)
    return s


# components


def test_the_standard_deck() -> None:
    rotated = {(*row[cut:], *row[:cut]) for row in ("X0335", "X3603", "2704X", "14X29") for cut in range(5)}
    expected = {"-".join(row) for row in rotated} | {"-".join(n * 5) for n in "2345"}
    assert {write_limit(limit) for limit in DECK.limits} == expected
    assert len(DECK.limits) == sum(DECK.counts) == 24
    assert (len(DECK.colours) * DECK.copies, DECK.bank, DECK.penalty) == (60, 44, 2)
    assert [(share.rounds, share.hand, share.hidden) for share in DECK.shares] == [
        (10, 6, 2),
        (18, 5, 1),
        (18, 5, 1),
        (14, 5, 1),
        (14, 5, 1),
    ]
    assert DECK.colours == ("red", "yellow", "green", "blue", "purple")


def test_hands_are_dealt_one_card_at_a_time() -> None:
    s = GAME.start(3, Options())
    assert s.table.due == (0, 1, 2) * 5
    assert GAME.to_act(s) == (CHANCE,)
    assert GAME.odds(s) == [(Card(colour), 12) for colour in range(5)]
    s, events = GAME.play(s, CHANCE, Card(3), 0)
    assert [(event.message.id, event.to) for event in events] == [("you-draw", (0,))]
    assert dict(GAME.odds(s))[Card(3)] == 11
    assert GAME.view(s, 0).hand == (0, 0, 0, 1, 0)


def test_every_unseen_limit_card_is_equally_likely() -> None:
    """The cards put away are never chosen: up to the last round, every unseen card is equally likely."""
    s = begin(LOW, "rrrrb", "yyyyb", "ggggb")
    assert len(GAME.start(3, Options()).table.limits) == 0
    s = run(s, "red", "*red", "accuse 0")
    odds = GAME.odds(s)
    assert len(odds) == 23
    assert {weight for _, weight in odds} == {1}
    assert Turn([write_limit(limit) for limit in DECK.limits].index(LOW)) not in dict(odds)


# hiding


def test_raisers_are_hidden_all_at_once() -> None:
    s = GAME.start(3, Options())
    s = run(s, *["*red", "*blue", "*green"] * 5, f"*{LOW}")
    assert GAME.to_act(s) == (0, 1, 2)
    assert list(GAME.legal(s, 1)) == [Hide((3,))]
    assert refusal(s, 0, "red") == Message("hide-first", (("cards", 1),))
    assert refusal(s, 0, "hide red red").id == "hide-first"
    assert refusal(s, 0, "hide blue").id == "not-in-hand"
    s, events = GAME.play(s, 1, Hide((3,)), 0)
    assert events == ()
    assert GAME.to_act(s) == (0, 2)
    assert refusal(s, 1, "hide blue").id == "not-your-turn"
    assert GAME.view(s, 1).raisers == (0, 0, 0, 1, 0)
    assert GAME.view(s, 0) == replace(GAME.view(s, 0), raisers=(0,) * 5)
    s, _ = GAME.play(s, 0, Hide((0,)), 0)
    s, events = GAME.play(s, 2, Hide((2,)), 0)
    assert said(events) == ["all-hidden"]
    assert refusal(s, 0, "hide red").id == "lay-or-accuse"
    assert refusal(s, 0, LOW).id == "lay-or-accuse"


def test_two_players_hide_two_of_six() -> None:
    s = GAME.start(2, Options())
    s = run(s, *["*red", "*blue"] * 5, "*blue", "*yellow", f"*{LOW}")
    assert list(GAME.legal(s, 0)) == [Hide((0, 0)), Hide((0, 3))]
    assert GAME.read("hide blue red") == GAME.read("HIDE red blue") == Hide((0, 3))
    assert GAME.write(Hide((0, 3))) == "hide red blue"
    assert refusal(s, 0, "hide red").id == "hide-first"
    assert refusal(s, 1, "hide yellow yellow") == Message("not-in-hand", (("colour", "yellow"), ("cards", 1)))
    s = run(s, "hide red blue", "hide blue yellow", "red", "*green", "blue", "*green")
    s, events = heard(s, "accuse 1")
    shown = [event.message.args[1][1] for event in events if event.message.id == "raiser"]
    assert shown == ["red", "blue", "yellow", "blue"]
    assert s.hands == ((4, 0, 1, 1, 0), (0, 1, 1, 4, 0))


# turns


def test_laying_a_card_draws_one() -> None:
    s = begin(LOW, "rrgbp", "yyyyb", "ggggb")
    assert refusal(s, 1, "yellow").id == "not-your-turn"
    assert refusal(s, 0, "yellow") == Message("not-in-hand", (("colour", "yellow"), ("cards", 0)))
    assert refusal(s, 0, "four red") == Message("not-four", (("colour", "red"), ("cards", 1)))
    s, events = heard(s, "red")
    assert events == (Event(Message("lays", (("seat", 0), ("colour", "red")))),)
    assert GAME.to_act(s) == (CHANCE,)
    with pytest.raises(IllegalAction):
        GAME.play(s, CHANCE, Turn(0), 0)
    with pytest.raises(IllegalAction):
        GAME.play(s, CLOCK, Card(0), 0)
    assert GAME.legal(s, CLOCK) == ()
    s = run(s, "*purple")
    assert s.hands[0] == (0, 0, 1, 1, 2)
    assert GAME.to_act(s) == (1,)


def test_only_a_rival_who_has_played_can_be_accused() -> None:
    s = begin(LOW, "rrrrb", "yyyyb", "ggggb")
    assert not any(isinstance(action, Accuse) for action in GAME.legal(s, 0))
    assert refusal(s, 0, "accuse 0").id == "accuse-yourself"
    assert refusal(s, 0, "accuse 1") == Message("accuse-too-early", (("other", 1),))
    s = run(s, "red", "*red")
    assert [a for a in GAME.legal(s, 1) if isinstance(a, Accuse)] == [Accuse(0)]
    s = run(s, "yellow", "*red", "green", "*red")
    assert [a for a in GAME.legal(s, 0) if isinstance(a, Accuse)] == [Accuse(1), Accuse(2)]
    assert refusal(s, 0, "accuse 5").id == "accuse-too-early"


BLUE_1 = "X-2-9-1-4"  # blue 1


def two_blues() -> State:
    return run(begin(BLUE_1, "rbbrr", "ybbyy", "gbbgg"), "blue", "*red", "blue", "*red")


@pytest.mark.parametrize(
    ("texts", "guilty", "scores"),
    [
        (["accuse 0"], False, (1, 0, -2)),  # theirs was the first; the second blue card was laid later
        (["accuse 1"], True, (0, -2, 1)),
        (["blue", "*red", "accuse 2"], True, (1, 0, -2)),  # the limit was already exceeded
        (["blue", "*red", "accuse 1"], True, (1, -2, 0)),
        (["green", "*red", "red", "*red", "accuse 0"], False, (1, -2, 0)),  # red: there is no limit
    ],
)
def test_accusations_are_decided(texts: list[str], guilty: bool, scores: tuple[int, ...]) -> None:
    s, events = heard(two_blues(), *texts)
    assert tuple(total(GAME.sheet(GAME.view(s, seat), seat)) for seat in range(3)) == scores
    assert s.table.rounds[-1].guilty is guilty
    assert said(events)[:6] == ["accuses", "raiser", "raiser", "raiser", "finding", "guilty" if guilty else "innocent"]
    assert s.table.turn == scores.index(-2)


def test_raisers_raise_the_limit() -> None:
    s = begin(BLUE_1, "brbrr", "ybbyy", "bbbgg")  # two blue raisers: three blue cards are allowed
    s = run(s, "blue", "*blue", "blue", "*red", "blue", "*red")
    innocent, events = heard(s, "accuse 2")
    assert not innocent.table.rounds[-1].guilty
    finding = next(event.message for event in events if event.message.id == "finding")
    assert dict(finding.args) == {"colour": "blue", "laid": 3, "most": "1", "raised": 2, "allowed": "3"}
    s = run(s, "blue", "*red", "accuse 0")
    assert s.table.rounds[-1].guilty


def test_an_exchange_can_exceed_the_limit() -> None:
    s = begin(BLUE_1, "rbbbb", "yryry", "grgrg")
    s, events = heard(s, "four blue")
    assert events[0].message == Message("shows-four", (("seat", 0), ("colour", "blue"), ("won", 1)))
    assert (s.table.due, s.table.back, s.table.points) == ((0,) * 4, 3, (1, 0, 0))
    s = run(s, "*red", "*red", "*yellow", "*purple")
    assert s.hands[0] == (2, 1, 0, 0, 1)
    assert [colour for _, colour in s.table.pile] == [3, 3]
    assert (s.table.top, s.table.back) == ((3, 3), None)
    s = run(s, "accuse 0")  # both cards count: 2 against 1
    assert s.table.points == (1, 1, 0)
    assert s.table.rounds[-1].taker == 0


def test_the_two_cards_put_back_are_drawn_without_chance() -> None:
    s = run(begin(LOW, "rbbbb", "yryry", "grgrg"), "four blue", "*red", "*red", "*yellow", "*purple")
    s, events = heard(s, "red")
    assert GAME.to_act(s) == (2,)
    assert [(event.message.id, event.to) for event in events] == [("lays", None), ("you-draw", (1,))]
    assert s.hands[1][3] == 1
    assert s.table.watched[1].since == (0, -2 - 3)
    s = run(s, "red")
    assert s.table.top == ()
    assert GAME.to_act(run(s, "red")) == (CHANCE,)


def test_an_exchange_after_an_exchange() -> None:
    """The two known cards are drawn first, then unknown ones; only then do two of the four go back."""
    s = run(begin(LOW, "rbbbb", "gyyyy", "grgrg"), "four blue", "*red", "*red", "*yellow", "*purple", "four yellow")
    assert (s.table.due, s.table.top, s.table.back) == ((1, 1), (), 1)
    assert s.hands[1] == (0, 0, 0, 2, 0)
    s = run(s, "*red", "*purple")
    assert (s.table.due, s.table.top, s.table.back) == ((), (1, 1), None)
    assert s.hands[1] == (1, 0, 0, 2, 1)


def test_the_pile_is_drawn_in_the_order_it_was_laid() -> None:
    s = run(begin(LOW, "rbrrr", "yyggy", "gpgpg"), "blue", "*red", "yellow", "*red", "purple", "*red", "accuse 1")
    assert s.table.bottom == (3, 1, 4)
    assert s.table.pile == ()
    s = replace(s, table=replace(s.table, unknown=0), deck=(0,) * 5)  # as if the unknown part had run out
    s = run(s, "*3-3-3-3-3", "hide red", "hide red", "hide red")
    drawn = []
    for text in ("red", "yellow", "green"):
        s, events = heard(s, text)
        drawn += [event.message.args[0][1] for event in events if event.message.id == "you-draw"]
    assert drawn == ["blue", "yellow", "purple"]
    assert (s.table.top, s.table.unknown, s.table.bottom) == ((), 0, ())


# empty piles, hands and banks


@pytest.mark.parametrize(("limit", "guilty"), [("2-9-1-4-X", False), (LOW, True)])
def test_an_empty_draw_pile_and_an_empty_hand(limit: str, guilty: bool) -> None:
    s = lay_all(begin(limit, "rryygb", "rygbgb"))
    t = s.table
    assert (t.top, t.unknown, t.bottom, sum(map(sum, s.hands))) == ((), 0, (), 0)
    assert len(t.pile) == 60 - 4
    assert {p.name: p.value for p in GAME.screen(GAME.view(s, 0)).public if p.seat is None}["draw-pile-empty"] == 1
    assert list(GAME.legal(s, t.turn)) == [Accuse(1 - t.turn)]
    assert refusal(s, t.turn, "red").id == "not-in-hand"
    s, _ = heard(s, f"accuse {1 - t.turn}")
    taker = s.table.turn
    assert taker == (1 - t.turn if guilty else t.turn)
    # hands are refilled from the known pile, one card each in turn, starting with the taker, without a draw
    order = [colour for _, colour in t.pile][:8]
    assert sorted(order[::2]) != sorted(order[1::2])
    for seat, first in ((taker, 0), (1 - taker, 1)):
        filled = [order[number] for number in range(first, 8, 2)]
        raisers = s.table.rounds[-1].raisers[seat]
        assert s.hands[seat] == tuple(filled.count(colour) + raisers[colour] for colour in range(5))
        assert s.table.watched[seat].known == s.hands[seat]
    assert GAME.to_act(s) == (CHANCE,)
    assert isinstance(GAME.legal(s, CHANCE)[0], Turn)


def test_a_short_hand_stays_short() -> None:
    s = begin(LOW, "rrrrrr", "rbbbbb")
    s = replace(s, table=replace(s.table, unknown=1), deck=(0, 1, 0, 0, 0))
    s = run(s, "red", "*yellow", "blue")
    assert [watched.size for watched in s.table.watched] == [4, 3]
    assert GAME.to_act(s) == (0,)


def test_an_exchange_draws_only_what_is_left() -> None:
    s = begin(LOW, "rrrrrr", "rbbbbb")
    s = replace(s, table=replace(s.table, unknown=1), deck=(0, 1, 0, 0, 0))
    s = run(s, "four red", "*yellow")
    assert s.hands[0] == (0, 1, 0, 0, 0)
    assert s.table.top == (0, 0)
    assert GAME.to_act(s) == (1,)
    s = run(s, "four blue")  # only the two red cards are left
    assert s.hands[1] == (2, 0, 0, 0, 0)
    assert s.table.top == (3, 3)


def test_an_empty_bank_gives_nothing() -> None:
    s = begin(LOW, "rbbbb", "yryry", "grgrg")
    s = replace(s, table=replace(s.table, points=(20, 20, 4)))
    exchanged, events = heard(s, "four blue")
    assert dict(events[0].message.args)["won"] == 0
    assert exchanged.table.points == (20, 20, 4)
    accused, events = heard(s, "blue", "*red", "accuse 0")
    assert accused.table.points == (20, 20, 4)
    assert dict(events[-1].message.args)["won"] == 0
    assert total(GAME.sheet(GAME.view(accused, 1), 1)) == 18
    last_point = run(replace(s, table=replace(s.table, points=(20, 20, 3))), "four blue")
    assert last_point.table.points == (21, 20, 3)


def test_sheet_after_an_action() -> None:
    """Only the outcome of an accusation is uncertain. Even if it could be worked out, that is left to the player."""
    s = begin("0-3-3-5-X", "rpppp", "rpypy", "rpgpg")
    now = GAME.sheet(GAME.view(s, 0), 0)
    assert GAME.sheet_after(GAME.view(s, 0), 0, Card(4)) == now
    assert GAME.sheet_after(GAME.view(s, 0), 0, Four(4)) == GAME.sheet(GAME.view(run(s, "four purple"), 0), 0) != now
    bare = replace(s, table=replace(s.table, points=(20, 20, 4)))  # an empty bank
    assert total(GAME.sheet_after(GAME.view(bare, 0), 0, Four(4))) == 20
    s = run(s, "purple", "*red")
    with pytest.raises(Refusal, match="sheet-hidden"):
        GAME.sheet_after(GAME.view(s, 1), 1, Accuse(0))


def assert_told(table: Table, scores: tuple[int, ...]) -> None:
    """At the end every limit card is in the sheet of who took it, with its round and accusation."""
    sheets = [GAME.sheet(View(None, table), seat) for seat in range(len(scores))]
    assert tuple(total(won.subrows) + total(lost.subrows) for won, lost in sheets) == scores
    taken = {dict(part.what.args)["round"]: seat for seat, (_, lost) in enumerate(sheets) for part in lost.subrows}
    assert [taken[number + 1] for number in range(len(table.rounds))] == [done.taker for done in table.rounds]
    assert all(not row.subrows for row in GAME.sheet(View(None, replace(table, rounds=table.rounds[:-1])), 0))  # not before
    won, lost = GAME.sheet(View(None, replace(table, points=(DECK.bank, *[0] * (len(table.points) - 1)))), 0)
    assert not won.subrows  # with an empty bank, nobody can tell which points were paid
    assert total(lost.subrows) == lost.points


def test_the_last_limit_card_ends_the_game() -> None:
    rng, s = random.Random(3), begin(LOW, "rrrrb", "yyyyb", "ggggb")
    while len(s.table.rounds) < 17 or GAME.to_act(s)[0] == CHANCE or not s.table.pile:
        seat = rng.choice(GAME.to_act(s))
        s, _ = GAME.play(s, seat, rng.choice(list(GAME.legal(s, seat))), 0)
    assert len(s.table.limits) == 18
    assert GAME.outcome(s) is None
    before = s.table.points
    short = replace(s.table.watched[1], size=0)
    s = replace(s, table=replace(s.table, watched=(s.table.watched[0], short, s.table.watched[2])))
    seat, held = s.table.turn, sum(map(sum, (*s.hands, *s.raisers)))
    s, _ = GAME.play(s, seat, next(a for a in GAME.legal(s, seat) if isinstance(a, Accuse)), 0)
    assert GAME.to_act(s) == ()
    assert s.table.due == ()
    assert sum(map(sum, s.hands)) == held  # hands are no longer refilled
    assert sum(s.table.points) == sum(before) + 1
    outcome = GAME.outcome(s)
    assert outcome
    assert sum(outcome.scores) == sum(s.table.points) - 2 * 18
    assert 1 in outcome.places
    assert_told(s.table, outcome.scores)
    assert not GAME.legal(s, CHANCE)
    assert GAME.odds(s) == ()


# view and screen


def test_the_view_remembers_and_the_screen_does_not() -> None:
    s = run(begin(LOW, "rbrrr", "yyggy", "gpgpg"), "blue", "*red", "yellow", "*red", "purple", "*red")
    assert GAME.view(s, 0).table.pile == ((0, 3), (1, 1), (2, 4))
    screen = GAME.screen(GAME.view(s, 0))
    panels = {panel.name: panel.value for panel in screen.public if panel.seat is None}
    assert [(panel.value, panel.seat) for panel in screen.public if panel.name == "pile"] == [("purple", 2)]
    assert panels["draw-pile-empty"] == 0
    assert panels["limit"] == ("red 2", "yellow 2", "green 2", "blue 2", "purple 2")
    assert {panel.name: panel.value for panel in screen.own} == {"hand": ("red",) * 4, "raisers": ("red",)}
    assert GAME.screen(GAME.view(s, None)).own == ()
    assert GAME.screen(GAME.view(s, None)).public == screen.public


def test_the_memory_aid_is_for_seats_only() -> None:
    s = run(begin(LOW, "rbbbb", "yryry", "grgrg", aid=True), "four blue", "*red", "*red", "*yellow", "*purple", "red")
    own = {(panel.name, panel.seat): panel.value for panel in GAME.screen(GAME.view(s, 2)).own}
    assert own["aid-pile", None] == ("blue (1)", "blue (1)", "red (2)")  # seats count from 1, as people do
    assert own["aid-top", None] == ("blue",)
    assert own["aid-unknown", None] == 60 - 15 - 4
    assert own["aid-bottom", None] == ()
    assert own["aid-known", 1] == ("blue",)
    assert own["aid-known", 0] == ()
    assert ("aid-known", 2) not in own
    assert GAME.screen(GAME.view(s, None)).own == ()
    assert not any(panel.name.startswith("aid") for panel in GAME.screen(GAME.view(s, None)).public)


# the laws and the leaks they catch


class RaiserLeaks(Limits):
    """The view says whether seat 0 has hidden red."""

    def view(self, s: State, seat: Seat | None) -> View:
        view = super().view(s, seat)
        return view if s.raisers[0][0] == 0 else replace(view, table=replace(view.table, back=0))


class HandLeaks(Limits):
    """A refusal reveals whether the next player holds four of a colour."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        if seat >= 0 and isinstance(action, Four) and action not in self.legal(s, seat):
            rival = s.hands[(seat + 1) % len(s.hands)]
            raise IllegalAction(Message("not-four", (("cards", rival[action.colour]),)))
        return super().play(s, seat, action, at)


class DrawLeaks(Limits):
    """Everybody's screen shows how many red cards are left in the draw pile."""

    def view(self, s: State, seat: Seat | None) -> View:
        view = super().view(s, seat)
        return replace(view, table=replace(view.table, unknown=s.deck[0]))


class LegalLeaks(Limits):
    """Accusations that would fail are not offered."""

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        every = super().legal(s, seat)
        return [a for a in every if not isinstance(a, Accuse) or self.holds(s, seat, a)] or every

    def holds(self, s: State, seat: Seat, accusation: Accuse) -> bool:
        return super().play(s, seat, accusation, 0)[0].table.rounds[-1].guilty

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        if isinstance(action, Accuse) and action not in self.legal(s, seat):
            raise IllegalAction(Message("not-your-turn"))
        return super().play(s, seat, action, at)


@dataclass(frozen=True, slots=True)
class Boxed:
    """A state with the limit cards put away, drawn at the start and shown to nobody."""

    inner: State
    away: tuple[int, ...]


class AwayLeaks(Limits):
    """Chooses which limit cards are put away; the view reveals the first of them."""

    leak = True

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> Any:
        return Boxed(super().start(seats, options, standing), ())

    def missing(self, s: Any) -> bool:
        return len(s.away) < 24 - self.deck.share(len(s.inner.hands)).rounds

    def to_act(self, s: Any) -> tuple[Seat, ...]:
        if isinstance(s, State):
            return super().to_act(s)
        return (CHANCE,) if self.missing(s) else super().to_act(s.inner)

    def odds(self, s: Any) -> Sequence[tuple[Action, int]]:
        if isinstance(s, State):
            return super().odds(s)
        if self.missing(s):
            return [(Turn(n), 1) for n in range(24) if n not in s.away]
        return [(a, w) for a, w in super().odds(s.inner) if not (isinstance(a, Turn) and a.limit in s.away)]

    def legal(self, s: Any, seat: Seat) -> Sequence[Action]:
        if seat == CHANCE or isinstance(s, State):
            return super().legal(s, seat)
        return () if self.missing(s) else super().legal(s.inner, seat)

    def play(self, s: Any, seat: Seat, action: Action, at: int) -> Any:
        if isinstance(s, State):
            return super().play(s, seat, action, at)
        if action not in self.legal(s, seat):
            raise IllegalAction(Message("no-such-draw"))
        if self.missing(s):
            assert isinstance(action, Turn)
            return Boxed(s.inner, (*s.away, action.limit)), ()
        inner, events = super().play(s.inner, seat, action, at)
        return Boxed(inner, s.away), events

    def view(self, s: Any, seat: Seat | None) -> Any:
        hint = s.away[:1] if self.leak else ()
        return super().view(s.inner, seat), len(s.away), hint

    def screen(self, view: Any) -> Any:
        return super().screen(view[0])

    def imagine(self, view: Any, now: int, below: Callable[[int], int]) -> Any:
        inner, count, hint = view
        away = list(hint)
        while len(away) < count:
            if (card := below(24)) not in (*away, *inner.table.limits):
                away.append(card)
        return Boxed(super().imagine(inner, now, below), tuple(away))

    def todo(self, view: Any) -> Message:
        return super().todo(view[0])

    def goal(self, view: Any) -> Message:
        return super().goal(view[0])

    def reasons(self, view: Any, action: Any, other: Any) -> Any:
        return super().reasons(view[0], action, other)

    def sheet(self, view: Any, seat: Seat) -> Any:
        return super().sheet(view[0], seat)

    def sheet_after(self, view: Any, seat: Seat, action: Any) -> Any:
        return super().sheet_after(view[0], seat, action)

    def outcome(self, s: Any) -> Any:
        return None if self.to_act(s) else super().outcome(s.inner)

    def bound(self, seats: int, options: Options) -> int:
        return super().bound(seats, options) + 24


def walks(game: Limits, matches: int) -> None:
    rng = random.Random(6)
    for number in range(matches):
        laws.walk(game, 2 + number % 5, Options(), rng.randrange)


@pytest.mark.parametrize("mutant", [RaiserLeaks, HandLeaks, DrawLeaks, LegalLeaks, AwayLeaks])
def test_the_laws_catch_a_leak(mutant: type[Limits]) -> None:
    with pytest.raises(laws.BrokenLaw) as caught:
        walks(mutant(), 40)
    assert caught.value.law in (7, 8)


@pytest.mark.no_cover
def test_putting_limit_cards_away_in_secret_is_no_leak() -> None:
    class Discreet(AwayLeaks):
        leak = False

    walks(Discreet(), 5)


def test_the_bound_holds_for_the_longest_matches() -> None:
    """Nobody accuses before they have to, and every possible exchange is made."""
    rng = random.Random(9)
    for seats in (2, 6):
        s, plays = GAME.start(seats, Options()), 0
        while asked := GAME.to_act(s):
            seat = rng.choice(asked)
            legal = list(GAME.legal(s, seat))
            quiet = [a for a in legal if not isinstance(a, Accuse)] or legal
            s, _ = GAME.play(s, seat, next((a for a in quiet if isinstance(a, Four)), rng.choice(quiet)), 0)
            plays += 1
            if sum(s.table.points) == 44:
                break
        assert plays < GAME.bound(seats, Options())
        assert plays > 200


# notation


def test_action_texts_round_trip() -> None:
    for seats in GAME.seats:
        codes = GAME.codes(seats, Options())
        assert len(set(codes)) == len(codes) == 5 + 5 + (15 if seats == 2 else 5) + seats + 24
        assert all(GAME.write(GAME.read(text)) == text for text in codes)


@pytest.mark.parametrize(
    "text", ["", "orange", "four", "hide", "hide red red red", "accuse", "accuse 6", "accuse x", "1-2-3-4-5"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadText):
        GAME.read(text)


# outside scoring


def test_points_and_limit_cards_are_scored() -> None:
    sheets = GAME.score(Options(), [RealBoard("7", 2), RealBoard("5+1+1", 0), RealBoard("0", 3)])
    assert [total(sheet) for sheet in sheets] == [3, 7, -6]
    assert [row.points for row in sheets[0]] == [7, -4]


CASE = RealBoard("3", 1, BLUE_1, ("green", "red"), "ann:blue bob:red bob:blue cid:blue", "bob")


@pytest.mark.parametrize(
    ("changes", "laid", "allowed", "gain"),
    [
        ({}, 2, "1", -2),
        ({"accused": "ann"}, 1, "1", 1),
        ({"accused": "cid"}, 3, "1", -2),
        ({"raisers": ("blue red",)}, 2, "2", 1),
        ({"raisers": ("blue,blue",), "accused": "cid"}, 3, "3", 1),
        ({"pile": "ann:red bob:red"}, 2, "X", 1),
        ({"card": "x-2-9-1-4", "raisers": ()}, 2, "1", -2),
    ],
)
def test_an_accusation_is_judged(changes: dict[str, Any], laid: int, allowed: str, gain: int) -> None:
    (sheet,) = GAME.score(Options(), [replace(CASE, **changes)])
    finding = dict(sheet[2].what.args)
    assert (finding["laid"], finding["allowed"]) == (laid, allowed)
    assert len(sheet[2].cells) == laid
    assert sheet[3].what.id == ("found-guilty" if gain < 0 else "found-innocent")
    assert (sheet[3].points, total(sheet)) == (gain, 1 + gain)
    for lang in LANGUAGES:
        assert str(laid) in Words(lang, ENTRY.folder)(sheet[2].what)


@pytest.mark.parametrize(
    ("boards", "why"),
    [
        ([RealBoard("many")], "no-points"),
        ([RealBoard("5+2")], "no-points"),
        ([RealBoard("1", -1)], "limits-below-none"),
        ([RealBoard("30"), RealBoard("15")], "too-many-points"),
        ([RealBoard("5+5+5"), RealBoard("5+5")], "too-many-points"),
        ([RealBoard("1+" * 24 + "1")], "too-many-points"),
        ([RealBoard("1", 19)], "too-many-limits"),
        ([RealBoard("1", 6), RealBoard("1", 5)], "too-many-limits"),
        ([replace(CASE, card="")], "case-lacks"),
        ([replace(CASE, pile="")], "case-lacks"),
        ([replace(CASE, accused="")], "case-lacks"),
        ([replace(CASE, card="1-1-1-1")], "no-such-limit"),
        ([replace(CASE, card="1-1-1-1-Y")], "no-such-limit"),
        ([replace(CASE, raisers=("pink",))], "no-such-colour"),
        ([replace(CASE, pile="blue")], "pile-card"),
        ([replace(CASE, pile="bob:pink")], "no-such-colour"),
        ([replace(CASE, pile="bob:blue " * 13)], "too-many-cards"),
        ([replace(CASE, raisers=("blue",) * 11)], "too-many-cards"),
        ([replace(CASE, accused="dan")], "accused-laid-nothing"),
    ],
)
def test_impossible_boards_are_refused(boards: list[RealBoard], why: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.score(Options(), boards)
    assert caught.value.message.id == why
    for lang in LANGUAGES:
        assert Words(lang, ENTRY.folder)(caught.value.message)


# other decks


def test_another_deck_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(DECK_FILE.read_text("utf-8").replace("[2, 2, 2, 2, 2]", "[3, 3, 3, 3, 3]"), "utf-8")
    game = from_parts(file)
    assert game.parts_digest != GAME.parts_digest
    assert game.deck.counts.count(2) == 1
    assert len(game.deck.limits) == 23
    s = game.start(3, Options())
    while s.table.due:
        s, _ = game.play(s, CHANCE, game.legal(s, CHANCE)[0], 0)
    assert dict(game.odds(s))[game.read("3-3-3-3-3")] == 2
    for seats in (2, 3):
        laws.walk(game, seats, Options(), random.Random(seats).randrange)
    assert from_parts(DECK_FILE).parts_digest == GAME.parts_digest


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("copies = 12", "", "deck-lacks"),
        ("copies = 12", 'copies = "12"', "deck-lacks"),
        ("copies = 12", "copies = 0", "deck-number"),
        ("count = 60", "count = 61", "deck-count"),
        ("bank = 44", "bank = 40", "deck-count"),
        ("count = 24", "count = 25", "deck-count"),
        ('"red", "yellow"', '"red", "red"', "deck-colours"),
        ('"red", "yellow"', '"red", "hide"', "deck-colours"),
        ('"red", "yellow"', '"red", "Sky blue"', "deck-colours"),
        ("[2, 2, 2, 2, 2]", "[2, 2, 2, 2]", "deck-limit-length"),
        ("[2, 2, 2, 2, 2]", "7", "deck-limit-length"),
        ("[2, 2, 2, 2, 2]", "[2, 2, 2, 2, -1]", "deck-limit-value"),
        ("[2, 2, 2, 2, 2]", '[2, 2, 2, 2, "Y"]', "deck-limit-value"),
        ("removed = 14", "removed = 24", "deck-no-round"),
        ("hand = 6, hidden = 2", "hand = 2, hidden = 2", "deck-number"),
        ("hand = 6, hidden = 2", "hand = 31, hidden = 2", "deck-too-small"),
        ("2 = {", "1 = {", "deck-lacks"),
        ("[cards]", "[cards", "deck-unreadable"),
    ],
)
def test_an_impossible_deck_is_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    text = DECK_FILE.read_text("utf-8")
    assert old in text
    file = tmp_path / "parts.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadOptions) as caught:
        from_parts(file)
    assert caught.value.message.id == why
    for lang in LANGUAGES:
        assert Words(lang, ENTRY.folder)(caught.value.message)


def test_a_missing_deck_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="deck-unreadable"):
        from_parts(tmp_path / "none.toml")
    with pytest.raises(BadOptions, match="deck-lacks"):
        read_deck({"cards": 7})


# texts, records, bots


def test_every_message_has_words_in_both_languages() -> None:
    panels: set[str] = set()
    rng = random.Random(2)
    s = GAME.start(3, Options(True))
    while asked := GAME.to_act(s):
        s, _ = GAME.play(s, asked[0], rng.choice(list(GAME.legal(s, asked[0]))), 0)
        screen = GAME.screen(GAME.view(s, 0))
        panels |= {f"panel-{panel.name}" for panel in (*screen.public, *screen.own)}
    assert len(panels) > 12
    fields = {f"paper-{name}" for name in ("points", "limits", "card", "raisers", "pile", "accused")}
    ids = []
    for lang in LANGUAGES:
        words = Words(lang, ENTRY.folder)
        for id in (*panels, *fields, "game", "about", "prompt", "option-memory_aid"):
            assert words.knows(id), (lang, id)
        lines = (ENTRY.folder / f"strings.{lang}.ftl").read_text("utf-8").splitlines()
        ids.append([line.split(" = ")[0] for line in lines if " = " in line and not line.startswith((" ", "#"))])
    assert ids[0] == ids[1]


def test_golden_records_replay() -> None:
    def replay(file: Path) -> None:
        with file.open("rb") as lines:
            verify(lines)

    assert laws.golden(ENTRY, replay) >= 4


def league(one: str, other: str, matches: int) -> list[int]:
    """The mean points by which one bot beats the other, with alternating seats."""
    gains = []
    for number in range(matches):
        rng = random.Random(number)
        names = [one, other] if number % 2 else [other, one]
        bots = [player(ENTRY, name)(GAME, seat, chance_of(str(number), seat)) for seat, name in enumerate(names)]
        s = GAME.start(2, Options())
        while asked := GAME.to_act(s):
            seat = asked[0]
            if seat == CHANCE:
                odds = GAME.odds(s)
                action: Action = rng.choices([a for a, _ in odds], [w for _, w in odds])[0]
            else:
                view, legal = GAME.view(s, seat), GAME.legal(s, seat)
                action = bots[seat].choose(view, legal, 0)
                assert action in legal
                assert bots[seat].pace(view, action, 0) > 0
            s, _ = GAME.play(s, seat, action, 0)
        outcome = GAME.outcome(s)
        assert outcome
        gains.append(outcome.scores[names.index(one)] - outcome.scores[names.index(other)])
    return gains


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("memory", "random", 12),
        ("greedy", "random", 12),
        ("forgetful-easy", "random", 12),
        ("memory", "greedy", 2),
        ("memory", "forgetful", 2),
    ],
)
def test_bots_reach_their_expected_strength(one: str, other: str, least: int) -> None:
    gains = league(one, other, 30)
    assert sum(gains) / len(gains) > least


def test_a_bot_refuses_to_choose_a_draw() -> None:
    s = begin(LOW, "rrrrb", "yyyyb", "ggggb")
    bot = player(ENTRY, "greedy")(GAME, 0, chance_of("1", 0))
    with pytest.raises(ValueError, match="Turn"):
        bot.choose(GAME.view(s, 0), [Turn(0)], 0)
