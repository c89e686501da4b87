"""Limits: where few cards are hidden, the judge looks at every world, and finds what a sample of them tends to."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import sqrt
from statistics import mean

import pytest

from tablee.bots import chance_of
from tablee.core.bot import Judgement
from tablee.games.limits.actions import Accuse
from tablee.games.limits.players import judge as module
from tablee.games.limits.players.champion import NearestFirst, TruerPosition
from tablee.games.limits.players.every_world import every_deal, every_world, fills, play_every_order, rewinds, takes
from tablee.games.limits.players.expert import rewind
from tablee.games.limits.players.judge import RoundJudge
from tablee.games.limits.rules import State
from tablee.games.limits.worlds import UNSEEN, PublicHand, exact_raiser_odds, sample
from tests.games.test_limits import GAME
from tests.games.test_limits_expert import positions

pytestmark = pytest.mark.coverage

MANY = 600  # worlds of a sample
SEATS = (2, 3, 4)


def position(s: State) -> TruerPosition:
    return TruerPosition(GAME, GAME.view(s, s.table.turn))


def judged(s: State, budget: int | None = None) -> Judgement:
    seat = s.table.turn
    judge = RoundJudge(GAME, seat, chance_of("judge", seat))
    judge.budget, judge.opening = budget, GAME.view(s, seat)
    return judge.judge(GAME.view(s, seat), GAME.legal(s, seat), 0)


def late(seats: int) -> list[State]:
    """Positions in which the draw pile has been gone through."""
    return [s for s in positions(seats, 1) if s.table.unknown == 0]


@pytest.mark.parametrize("seats", SEATS)
def test_a_sample_tends_to_the_exact_values(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [s for s in late(seats) if every_world(position(s), 24)][:: 4 if seats == 2 else 3][:4]
    assert len(few) == 4
    exact = [judged(s) for s in few]
    monkeypatch.setattr(module, "every_world", lambda position, most: None)
    off = []
    for s, found in zip(few, exact, strict=True):
        sampled = judged(s, MANY)
        assert {value.half_width for value in (*found.values, *found.behind)} == {0.0}
        for value, other in zip(found.values, sampled.values, strict=True):
            assert abs(value.mean - other.mean) <= 2 * other.half_width + 1e-9
            off += [(value.mean - other.mean) / other.half_width] if other.half_width > 1e-9 else []
    assert sqrt(sum(each * each for each in off) / len(off)) < 1  # in halves of an interval: half of one on average


@pytest.mark.parametrize("seats", SEATS)
def test_every_deal_has_its_chance(seats: int) -> None:
    """Those of raisers are exactly the fractions of the rules, which count otherwise; whole deals come as often as in samples."""
    checked = 0
    for s in late(seats)[::5]:
        table, seat = s.table, s.table.turn
        unseen, others = GAME.unseen(GAME.view(s, seat)), [table.watched[other] for other in range(seats) if other != seat]
        deals = list(every_deal(unseen, others))
        if len(deals) > 400:
            continue
        checked += 1
        whole = sum(chance for chance, _, _ in deals)
        for colour in range(len(unseen)):
            odds = Counter[int]()
            for chance, cards, _ in deals:
                odds[sum(raisers[colour] for _, raisers in cards)] += chance / whole  # type: ignore[assignment]
            for count, fraction in enumerate(exact_raiser_odds(unseen, others, colour)):
                assert odds[count] == pytest.approx(float(fraction))
        assert {tuple(sample(unseen, others, random.Random(n).randrange)[0]) for n in range(40)} <= {
            tuple(cards) for _, cards, _ in deals
        }
    assert checked >= 3


@pytest.mark.parametrize("seats", SEATS)
def test_every_order_is_reckoned_with(seats: int) -> None:
    """Those that lead to the same cards are played out once; the mean is that over all 120, one by one."""
    varied = 0
    for s in [s for s in late(seats) if every_world(position(s), 24)][::4]:
        now, world = position(s), (every_world(position(s), 24) or [])[0]
        for action in GAME.legal(s, s.table.turn):
            if not isinstance(action, Accuse):
                every = [NearestFirst(now, replace(world, order=[*order]), action).run() for order in permutations(range(5))]
                assert play_every_order(now, world, action) == pytest.approx(mean(every))
                varied += len(set(every)) > 1
    assert varied or seats > 2


def test_going_back_has_the_chances_of_a_sample() -> None:
    watched = PublicHand(4, 1, (0, 0, 0), since=(UNSEEN, 0, -2 - 1, UNSEEN, -2 - 2, 2))
    hand = (2, 1, 1)
    found, count, below = rewinds(watched, hand), 4000, random.Random(1).randrange
    often = Counter(rewind(watched, hand, below) for _ in range(count))
    assert sum(found.values()) == pytest.approx(1)
    assert often.keys() == found.keys()
    for state, chance in found.items():
        assert abs(often[state] / count - chance) < 4 * sqrt(chance * (1 - chance) / count)


def test_cards_are_shared_out_in_every_way() -> None:
    assert list(takes((1, 2), 2)) == [(0, 2), (1, 1)]
    ways = {tuple(filled): Fraction(chance).limit_denominator(100) for chance, filled, rest in fills((1, 2), [1, 1])}
    assert ways == {
        ((0, 1), (0, 1)): Fraction(1, 3),
        ((0, 1), (1, 0)): Fraction(1, 3),
        ((1, 0), (0, 1)): Fraction(1, 3),
    }


def test_where_more_is_hidden_worlds_are_sampled() -> None:
    early = [s for s in positions(3, 1) if s.table.unknown > 1]
    assert every_world(position(early[0]), 1000) is None  # the order of the pile is hidden, too
    assert max(value.half_width for value in judged(early[0]).values) > 0
    many = next(s for s in late(4) if not every_world(position(s), 24))
    assert max(value.half_width for value in judged(many).values) > 0
