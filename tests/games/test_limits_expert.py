"""Limits: the expert's playouts follow the rules, its beliefs are sound, and it beats the perfect memory."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import comb, isclose

import pytest

from tablee.bots import chance_of
from tablee.core.bot import Value
from tablee.core.game import CHANCE, Seat
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide
from tablee.games.limits.deck import Colour
from tablee.games.limits.players.champion import NearestFirst
from tablee.games.limits.players.expert import Expert, Playout, Position, World, hide_odds, rewind, short
from tablee.games.limits.rules import State
from tablee.games.limits.worlds import tally
from tests.games.test_limits import GAME, LOW, begin, league, run

pytestmark = pytest.mark.coverage


class Told(Playout):
    """A playout that tells what everybody did."""

    def __init__(self, position: Position, world: World, action: Action) -> None:
        self.told: list[Action] = []
        super().__init__(position, world, action)

    def lay(self, colour: Colour, four: bool) -> None:
        self.told.append(Four(colour) if four else Card(colour))
        super().lay(colour, four)

    def step(self) -> Seat | None:
        accused = super().step()
        if accused is not None:
            self.told.append(Accuse(accused))
        return accused


def positions(seats: int, seed: int) -> list[State]:
    """Some positions of a match between random players who seldom accuse."""
    rng, s, found = random.Random(seed), GAME.start(seats, GAME.options()), []
    while asked := GAME.to_act(s):
        legal = GAME.legal(s, asked[0])
        calm = [action for action in legal if not isinstance(action, Accuse)]
        if asked[0] != CHANCE and s.table.watched[asked[0]].hidden and calm and rng.random() < 0.1:
            found.append(s)
        action = rng.choice(calm if calm and rng.random() < 0.9 else legal)
        s, _ = GAME.play(s, asked[0], action, 0)
    return found


def replay(s: State, world: World, told: Sequence[Action]) -> State:
    """The same round by the rules, with the world's cards."""
    unknown = world.stock[len(s.table.bottom) :][: s.table.unknown]
    s = State(s.table, tuple(world.hands), tuple(world.raisers), tally(unknown, len(s.deck)))
    for action in told:
        s, _ = GAME.play(s, s.table.turn, action, 0)
        while s.table.due and not isinstance(action, Accuse):
            s, _ = GAME.play(s, CHANCE, Card(unknown.pop()), 0)
    return s


class ToldNearest(Told, NearestFirst):
    """The same, of the champion."""


@pytest.mark.parametrize("told", [Told, ToldNearest])
@pytest.mark.parametrize("seats", GAME.seats)
def test_playouts_follow_the_rules(seats: int, told: type[Told]) -> None:
    shown = 0
    for s in positions(seats, seats) + positions(seats, 9):
        me, rng = s.table.turn, random.Random(seats)
        position = Position(GAME, GAME.view(s, me))
        world = position.imagine(rng.randrange)
        first = next(action for action in reversed(GAME.legal(s, me)) if not isinstance(action, Accuse))
        playout = told(position, world, first)
        result = playout.run()
        after = replay(s, world, playout.told)
        shown += sum(isinstance(action, Four) for action in playout.told)
        taker = after.table.rounds[-1].taker
        won = [new - old for new, old in zip(after.table.points, s.table.points, strict=True)]
        gains = [points - 2 * (seat == taker) for seat, points in enumerate(won)]
        assert playout.gains == gains
        assert isclose(result, gains[me] - (sum(gains) - gains[me]) / (seats - 1))
    assert shown


def test_rivals_hide_what_they_hold_most_of_where_the_limit_is_low() -> None:
    odds = hide_odds((3, 1, 1, 0, 0), (0, 0, 5, 3, None), 1)
    assert isclose(sum(odds.values()), 1)
    assert max(odds, key=lambda chosen: odds[chosen]) == (1, 0, 0, 0, 0)
    assert len(hide_odds((2, 1, 0, 0, 0), (2, 2, 2, 2, 2), 2)) == 2  # two red, or red and yellow


def test_short_is_hypergeometric() -> None:
    assert isclose(short(1, 4, 20, 3), comb(16, 3) / comb(20, 3))
    assert short(4, 4, 20, 3) == 1.0


def test_a_hand_is_traced_back_to_the_start_of_the_round() -> None:
    s = run(begin(LOW, "rygbp", "yyggb", "ggbbp"), "yellow", "*blue", "yellow", "*red", "green", "*red")
    for seed in range(20):
        began, kept = rewind(s.table.watched[0], s.hands[0], random.Random(seed).randrange)
        assert sum(began) == 4
        assert began[1] == 1  # it laid a yellow card before it drew anything
        assert sum(kept) == 3


def values(s: State, seat: Seat) -> dict[Action, Value]:
    expert, legal = Expert(GAME, seat, chance_of("1", seat)), GAME.legal(s, seat)
    return dict(zip(legal, expert.values(GAME.view(s, seat), legal, 0), strict=True))


def chosen(s: State, seat: Seat) -> Action:
    return Expert(GAME, seat, chance_of("1", seat)).choose(GAME.view(s, seat), GAME.legal(s, seat), 0)


def test_every_action_has_a_value() -> None:
    s = run(begin("0-3-3-5-X", "gggrp", "yyybb", "bbppp"), "red", "*green", "blue", "*green")
    found = values(s, 2)
    assert list(found) == list(GAME.legal(s, 2))
    assert all(-4 < value.mean < 3 and 0 <= value.half_width < 2 for value in found.values())


def test_the_expert_accuses_the_guilty_and_spares_the_innocent() -> None:
    s = run(begin("0-3-3-5-X", "rrggp", "yyybb", "bbppp"), "red", "*red")
    assert values(s, 1)[Accuse(0)].mean < 0  # it may well have hidden red
    s = run(s, "blue", "*green", "purple", "*green", "red", "*red", "blue", "*yellow", "purple", "*green", "red", "*blue")
    s = run(s, "yellow", "*green")
    found = values(s, 2)
    assert found[Accuse(0)].mean == pytest.approx(2.0)  # three red cards, and seat 2 knows of no red raiser of its own
    assert found[Accuse(1)].mean == pytest.approx(-2.5)
    assert chosen(s, 2) == Accuse(0)


def test_hiding_is_valued_too() -> None:
    s = begin(LOW, "rygbp", "yyggb", "ggbbp")
    s = run(s, "yellow", "*blue", "green", "*red", "green", "*red")
    s = GAME.play(s, 0, Accuse(2), 0)[0]
    while GAME.to_act(s) == (CHANCE,):
        s = GAME.play(s, CHANCE, GAME.legal(s, CHANCE)[0], 0)[0]
    assert all(isinstance(action, Hide) for action in values(s, 1))


def test_a_choice_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    plays: list[Action] = []

    def count(self: Position, world: World, action: Action) -> float:
        plays.append(action)
        return Playout(self, world, action).run()

    monkeypatch.setattr(Position, "play_out", count)
    monkeypatch.setattr(Expert, "budget", 40)
    for s in positions(2, 3)[:5] + positions(6, 3)[:5]:
        chosen(s, s.table.turn)
        assert 0 < len(plays) <= 40
        plays.clear()


@pytest.mark.no_cover
def test_the_expert_beats_the_perfect_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Expert, "budget", 60)
    monkeypatch.setattr(Expert, "worlds", 20)
    assert sum(league("expert", "memory", 2)) > 10
