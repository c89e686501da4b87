"""Xtreme Limits: secrets, and knowledge that must not be lost. Faults planted on purpose are kept here."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, TypeAlias

import msgspec
import pytest

from tablee.core import laws
from tablee.core.game import CHANCE, CLOCK, Below, Event, IllegalAction, Message, Seat, TooSoon, say
from tablee.core.registry import Entry, find
from tablee.fair import Dealer, seeded_secret
from tablee.games.xtreme_limits import GAME
from tablee.games.xtreme_limits.actions import Action, Bell, Move, Swap
from tablee.games.xtreme_limits.clock import CARD_NAMES
from tablee.games.xtreme_limits.rules import Options, State, View, XtremeLimits
from tablee.match import Match
from tablee.table import Table

ENTRY = find("xtreme-limits")
Step: TypeAlias = tuple[State, tuple[Event, ...]]


def short_matches(game: XtremeLimits, matches: int, chance: random.Random) -> Iterator[laws.Walk]:
    """With many swaps, bells and counts."""
    for number in range(matches):
        options = Options(cards=("one", "all")[number % 2], tokens=4, bell_from=5, bell_to=60, rounds=4)
        yield laws.walk(game, 3 + number // 2 % 4, options, chance.randrange)


def every_law(game: XtremeLimits, matches: int, seed: int = 3) -> None:
    """Checks the laws over short matches, and a standard one after every four."""
    chance = random.Random(seed)
    book = laws.check(Entry(game, {}, ENTRY.folder), matches // 4, chance.randrange)
    for number, _ in enumerate(short_matches(game, matches, chance), start=1):
        if number % 4 == 0:
            next(book)


def test_every_law_holds_in_short_matches() -> None:
    """tests/laws plays standard ones."""
    assert len([*short_matches(GAME, 96, random.Random(3))]) == 96


def test_whole_imagined_matches_can_be_played_out() -> None:
    for seed in range(12):
        walker = laws._Walker(GAME, 3 + seed % 4, Options(), random.Random(seed).randrange, ())
        while walker.asked and walker.plays < 70:
            walker.step(walker.pick(walker.state, walker.asked, walker.at))
        walker.play_out(walker.imagine(walker.watcher))


# Planted leaks, caught by the laws


class ShowsTheNeighbour(XtremeLimits):
    """The view contains the card of the player to the left."""

    def view(self, s: State, seat: Seat | None) -> View:
        view = super().view(s, seat)
        if seat is None:
            return view
        packet = s.rounds[-1].lies[(seat + 1) % len(s.rounds[-1].tokens)]
        known = list(view.known[-1])
        known[packet] = s.cards[-1][packet]
        return replace(view, known=(*view.known[:-1], tuple(known)))


class ShowsHiddenCardsAfterTheCount(XtremeLimits):
    """Earlier rounds are fully shown, including cards that did not score."""

    def view(self, s: State, seat: Seat | None) -> View:
        view = super().view(s, seat)
        return replace(view, known=(*s.cards[:-1], *view.known[-1:]))


class SaysTheCardAloud(XtremeLimits):
    """Everybody hears which card a player looks at."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> Step:
        s, events = super().play(s, seat, action, at)
        return s, tuple(Event(event.message) for event in events)


class OrdersMovesByTheBell(XtremeLimits):
    """The order of the legal actions depends on the deadline."""

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        legal = super().legal(s, seat)
        return legal[::-1] if seat >= 0 and (s.bell or 0) // 1000 % 2 else legal


class BellInTheView(XtremeLimits):
    def view(self, s: State, seat: Seat | None) -> View:
        view = super().view(s, seat)
        return replace(view, rounds=(*view.rounds[:-1], replace(view.rounds[-1], wound=s.bell)))


class BellInTheNews(XtremeLimits):
    """The news of a move includes the time left."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> Step:
        after, events = super().play(s, seat, action, at)
        if s.phase == "move" and seat >= 0 and s.bell:
            events += (Event(say("left", seconds=(s.bell - at) // 1000)),)
        return after, events


class BellInTheTiming(XtremeLimits):
    """Every press is delayed shortly before the bell."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> Step:
        after = super().play(s, seat, action, at)
        if s.bell and seat >= 0 and s.bell - 8_000 < at < s.bell - 10:
            raise TooSoon(say("not-your-turn"), s.bell - 10)
        return after


class BellInTheTurns(XtremeLimits):
    """Shortly before the bell nobody is asked whether to swap."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> Step:
        after, events = super().play(s, seat, action, at)
        if after.phase == "swap" and after.bell and after.bell - 60_000 < at:
            return self._pass(after, after.rounds[-1], events)
        return after, events


class ImaginesThePast(XtremeLimits):
    """The imagined bell may be in the past."""

    def imagine(self, view: View, now: int, below: Below) -> State:
        return super().imagine(view, view.rounds[-1].wound or now, below)


class ImaginesOtherCards(XtremeLimits):
    """Imagines all cards anew, including the seat's own."""

    def imagine(self, view: View, now: int, below: Below) -> State:
        nothing = ((),) * len(view.known[-1])
        return super().imagine(replace(view, known=(*view.known[:-1], nothing)), now, below)


@pytest.mark.parametrize(
    ("mutant", "law"),
    [
        (ShowsTheNeighbour, {8}),
        (ShowsHiddenCardsAfterTheCount, {8}),
        (SaysTheCardAloud, {8}),
        (OrdersMovesByTheBell, {7, 8}),
        (BellInTheView, {8}),
        (BellInTheNews, {8}),
        (BellInTheTurns, {8}),
        (ImaginesThePast, {7}),
        (ImaginesOtherCards, {7}),
    ],
)
def test_a_planted_leak_breaks_its_law(mutant: type[XtremeLimits], law: set[int]) -> None:
    with pytest.raises(laws.BrokenLaw) as broken:
        every_law(mutant(), 600)
    assert broken.value.law in law


# Who knows which card, worked out from the news alone


class Memory:
    """What a seat can know about the cards from the news alone."""

    def __init__(self, seat: Seat, seats: int) -> None:
        self.seat, self.seats = seat, seats
        self.places: list[set[str]] = [set() for _ in range(6)]

    def hear(self, message: Message) -> None:
        said = dict(message.args)
        match message.id:
            case "begins":
                self.places = [set() for _ in range(6)]
            case "your-card":
                self.places[self.seat].add(str(said["card"]))
            case "swaps":
                self.exchange(int(said["seat"]), int(said["other"]))
            case "swaps-centre":
                self.exchange(int(said["seat"]), self.seats + int(said["spot"]) - 1)

    def exchange(self, one: int, other: int) -> None:
        self.places[one], self.places[other] = self.places[other], self.places[one]


def follows_the_cards(game: XtremeLimits, matches: int) -> int:
    """Plays random matches, compares every view with the memory of its seat, and returns how often a rival's card was known."""
    chance, known_elsewhere = random.Random(8), 0
    for number in range(matches):
        seats = 3 + number % 4
        options = Options(cards=("one", "all")[number // 4 % 2], rounds=6)
        memories = [Memory(seat, seats) for seat in range(seats)]
        s = game.start(seats, options)
        while asked := game.to_act(s):
            swaps = [a for a in game.legal(s, asked[0]) if game.write(a).startswith("swap")]  # swap whenever possible
            s, events = game.play(s, asked[0], chance.choice(swaps or list(game.legal(s, asked[0]))), 0)
            for seat, memory in enumerate(memories):
                for event in events:
                    if event.reaches(seat):
                        memory.hear(event.message)
                view = game.view(s, seat)
                if view.phase == "over":
                    continue
                seen = [{CARD_NAMES[card] for card in view.known[-1][packet]} for packet in view.rounds[-1].lies]
                assert seen == memory.places[: len(seen)], (number, seat)
                known_elsewhere += sum(map(bool, seen)) > 1
    return known_elsewhere


class Forgets(XtremeLimits):
    """Knows only its own cards."""

    def view(self, s: State, seat: Seat | None) -> View:
        view = super().view(s, seat)
        mine = None if seat is None else s.rounds[-1].lies[seat]
        known = tuple(cards if packet == mine else () for packet, cards in enumerate(view.known[-1]))
        return replace(view, known=(*view.known[:-1], known))


class LosesTrack(XtremeLimits):
    """Ignores the swaps of others: it thinks known cards stay where it saw them."""

    def view(self, s: State, seat: Seat | None) -> View:
        view, r = super().view(s, seat), s.rounds[-1]
        if seat is None:
            return view
        known = [() if packet != r.lies[seat] else cards for packet, cards in enumerate(view.known[-1])]
        for packet, cards in enumerate(view.known[-1]):
            if cards and packet != r.lies[seat]:
                known[r.lies[packet]] = cards
        return replace(view, known=(*view.known[:-1], tuple(known)))


class PartnerDoesNotLook(XtremeLimits):
    """The swap partner hears which card they got, but the view does not have it."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> Step:
        after, events = super().play(s, seat, action, at)
        if not isinstance(action, Swap) or len(after.rounds) > len(s.rounds) or after.phase == "over":
            return after, events
        r, seen = after.rounds[-1], list(after.rounds[-1].seen)
        seen[r.lies[action.seat]] -= {action.seat}
        return replace(after, rounds=(*after.rounds[:-1], replace(r, seen=tuple(seen)))), events


def test_views_follow_every_card_a_seat_has_seen() -> None:
    assert follows_the_cards(GAME, 24) > 1000


@pytest.mark.parametrize("mutant", [Forgets, LosesTrack, PartnerDoesNotLook])
def test_forgetting_or_losing_track_of_a_card_is_noticed(mutant: type[XtremeLimits]) -> None:
    with pytest.raises(AssertionError):
        follows_the_cards(mutant(), 24)


# Imagined worlds against an enumeration of every deal

Script: TypeAlias = Sequence[tuple[Seat, str]]


def worlds(game: XtremeLimits, s: State, script: Script, at: int = 0, path: Any = ()) -> Iterator[tuple[State, list[Event]]]:
    """Every way the cards can fall for these actions, all equally likely."""
    if not script:
        yield s, list(path)
        return
    who, text = script[0]
    if who == CHANCE and text == "?":
        branches = [(action, script[1:]) for action, _ in game.odds(s)]
    else:
        branches = [(game.read(text), script[1:])]
    for action, rest in branches:
        alarm = game.alarm(s)
        when = alarm if who == CLOCK and alarm is not None else at
        after, events = game.play(s, who, action, when)
        yield from worlds(game, after, rest, when, (*path, *events))


def heard(events: Sequence[Event], seat: Seat | None) -> tuple[Message, ...]:
    return tuple(event.message for event in events if event.reaches(seat))


def imagines_exactly(every: Sequence[tuple[State, list[Event]]], which: int, seat: Seat | None) -> int:
    """Compares samples of `imagine` in one world with all worlds that have the same news, and returns how many there are."""
    truth, news = every[which]
    fitting = Counter(s.cards[0] for s, events in every if heard(events, seat) == heard(news, seat))
    assert len(set(fitting.values())) == 1  # each is as likely as the others
    each, below = 20, random.Random(which).randrange
    view = GAME.view(truth, seat)
    drawn = Counter(GAME.imagine(view, 0, below).cards[0] for _ in range(each * len(fitting)))
    assert set(drawn) <= set(fitting), "a world that the news rules out"
    chi = sum((drawn[world] - each) ** 2 / each for world in fitting)
    freedom = len(fitting) - 1
    assert chi <= freedom + 5 * sqrt(2 * freedom), "not uniform"
    return len(fitting)


def opening(seats: int, dealt: int) -> list[tuple[Seat, str]]:
    return [(CHANCE, "first 0"), *[(CHANCE, "?")] * dealt, (0, "wind"), (CHANCE, "bell 300")]


TWO_SWAPS = [*opening(3, 3), (0, "red 4"), (0, "swap centre 1"), (CHANCE, "?"), (1, "blue 8"), (1, "swap 0")]
CENTRE_TWICE = [*opening(3, 3), (0, "red 4"), (0, "swap 1"), (1, "blue 8"), (1, "swap centre 2"), (CHANCE, "?")]
COUNTED = [*TWO_SWAPS, (2, "green 1"), (CLOCK, "bell")]
COUNTED_AT_12 = [*opening(3, 3), (0, "red 4"), (0, "swap centre 3"), (CHANCE, "?"), (CLOCK, "bell")]
BUNDLES = [*opening(4, 6), (0, "red 4"), (0, "swap 3"), (1, "blue 8"), (1, "swap 0")]
BUNDLES_COUNTED = [*BUNDLES, (2, "green 1"), (CLOCK, "bell")]


@pytest.mark.parametrize(
    ("seats", "cards", "script", "counts"),
    [
        # After two swaps, seats 0 and 1 know the cards they swapped; seat 2 and a spectator know only where the packets are.
        (3, "one", TWO_SWAPS, {0: {3}, 1: {12}, 2: {60}, None: {360}}),
        (3, "one", CENTRE_TWICE, {0: {12}, 1: {3}, 2: {60}, None: {360}}),
        (3, "one", COUNTED, {}),
        (3, "one", COUNTED_AT_12, {}),
        (4, "all", BUNDLES, {0: {1}, 1: {3}, 2: {30}, 3: {3}, None: {180}}),
        (4, "all", BUNDLES_COUNTED, {}),
    ],
    ids=["two swaps", "centre", "counted", "counted with two on 12", "bundles", "bundles counted"],
)
def test_imagined_cards_are_uniform_over_what_fits_the_news(
    seats: int, cards: Any, script: Script, counts: dict[Seat | None, set[int]]
) -> None:
    every = list(worlds(GAME, GAME.start(seats, Options(cards=cards)), script))
    for seat in (None, *range(seats)):
        found = {imagines_exactly(every, which * 131 % len(every), seat) for which in range(4)}
        assert found == counts.get(seat, found)
        assert seat is not None or max(found) > 1


def test_an_imagined_bell_is_uniform_over_the_seconds_after_now() -> None:
    s = GAME.start(3, Options(bell_from=20, bell_to=40))
    script = [(CHANCE, "first 0"), *((CHANCE, name) for name in CARD_NAMES[:3]), (0, "wind"), (CHANCE, "bell 38")]
    for who, text in script:
        s, _ = GAME.play(s, who, GAME.read(text), 500)
    below = random.Random(6).randrange
    for seat in (None, 0, 2):
        view = GAME.view(s, seat)
        for now, least in [(500, 20), (20_499, 20), (20_500, 21), (30_499, 30), (30_500, 31), (40_499, 40)]:
            drawn = Counter(GAME.imagine(view, now, below).bell for _ in range(60 * (41 - least)))
            assert set(drawn) == {500 + 1000 * seconds for seconds in range(least, 41)}
            freedom = 40 - least
            assert sum((count - 60) ** 2 / 60 for count in drawn.values()) <= freedom + 5 * sqrt(2 * freedom)
        assert GAME.imagine(view, 40_500, below).bell == 40_501  # overdue: any moment now


# Two matches that differ only in the hidden bell


def shown(game: XtremeLimits, s: State) -> bytes:
    """Everything the rules show to anybody at the table."""
    seats = range(len(s.rounds[-1].tokens))
    screens = [game.screen(game.view(s, seat)) for seat in (None, *seats)]
    choices = [[game.write(action) for action in game.legal(s, seat)] for seat in seats]
    views = [repr(game.view(s, seat)) for seat in (None, *seats)]
    return msgspec.json.encode([screens, game.to_act(s), choices, views])


def answer(game: XtremeLimits, s: State, seat: Seat, action: Action, at: int) -> tuple[State, bytes]:
    try:
        s, events = game.play(s, seat, action, at)
    except IllegalAction as refusal:
        return s, msgspec.json.encode([type(refusal).__name__, refusal.message])
    return s, msgspec.json.encode(events)


def same_until_the_bell(game: XtremeLimits, matches: int) -> tuple[int, int]:
    """Plays the same presses at the same times with two bells: every answer and screen is the same until the first one rings."""
    compared = rang = 0
    for number in range(matches):
        chance, seats = random.Random(number), 3 + number % 4
        codes = game.codes(seats, Options())
        early, late, at = (s := game.start(seats, Options())), s, 0
        first, second = sorted(chance.sample(range(210, 391), 2))
        while (asked := game.to_act(early)) and len(early.rounds) == 1:
            bell, who = early.bell, asked[0]
            if who != CHANCE:
                at += chance.choice((50, 5_000, 12_000))
            if bell is not None and at >= bell:
                if chance.random() < 0.5:
                    at = bell - 1  # the last moment
                else:
                    rang += 1
                    break
            thrifty = [action for action in game.legal(early, who) if not isinstance(action, Move) or action.cells < 3]
            tries: list[Action] = [game.read(chance.choice(codes)), chance.choice(thrifty)]
            if early.phase == "bell":
                early, _ = game.play(early, CHANCE, game.read(f"bell {first}"), at)
                late, _ = game.play(late, CHANCE, game.read(f"bell {second}"), at)
                continue
            for action in tries:
                (early, one), (late, other) = answer(game, early, who, action, at), answer(game, late, who, action, at)
                assert one == other
                assert shown(game, early) == shown(game, late)
                compared += early.bell is not None
                if game.to_act(early) != asked or early.phase != late.phase:
                    break
    return compared, rang


def test_two_bells_look_the_same_until_the_first_rings() -> None:
    compared, rang = same_until_the_bell(GAME, 12)
    assert compared > 500
    assert rang > 5


@pytest.mark.parametrize("mutant", [BellInTheView, BellInTheNews, BellInTheTiming, BellInTheTurns, OrdersMovesByTheBell])
def test_two_bells_differ_if_view_news_or_timing_leaks_them(mutant: type[XtremeLimits]) -> None:
    with pytest.raises(AssertionError):
        same_until_the_bell(mutant(), 12)


class EarlyBell(Dealer):
    def pick(self, draw: int, odds: Sequence[tuple[Any, int]]) -> Any:
        return odds[0][0] if isinstance(odds[0][0], Bell) else super().pick(draw, odds)


class LateBell(Dealer):
    def pick(self, draw: int, odds: Sequence[tuple[Any, int]]) -> Any:
        return odds[-1][0] if isinstance(odds[0][0], Bell) else super().pick(draw, odds)


def played(table: Table) -> Match:
    table.run()
    return table.match


def test_bots_play_the_same_whatever_the_bell() -> None:
    rung = 0
    for number in range(6):
        seed, seats = seeded_secret("bell", number), ["bot:sensible", "bot:random", "bot:sensible"]
        early, late = (played(Table(ENTRY, seats, dealer=dealer(seed), rounds=1)) for dealer in (EarlyBell, LateBell))
        end = early.now
        before = [[row for row in match.rows if row.ms < end and not str(row).count("bell")] for match in (early, late)]
        assert before[0] == before[1]
        assert len(before[0]) > 15
        rung += early.state.rounds[0].rung is not None
    assert rung
