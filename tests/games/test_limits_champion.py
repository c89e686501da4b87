"""Limits: what the truer expert thinks of rivals, and how its playouts go on."""

from __future__ import annotations

import random
from math import isclose

import pytest

from tablee.bots import chance_of
from tablee.games.limits.actions import Hide
from tablee.games.limits.players.champion import RASH, NearestFirst, TruerExpert, TruerPosition, likely_hides
from tablee.games.limits.players.expert import Expert
from tests.games.test_limits import GAME, begin
from tests.games.test_limits_expert import positions

pytestmark = pytest.mark.coverage


def test_rivals_hide_mostly_where_the_limit_is_low() -> None:
    odds = likely_hides((2, 2, 2, 0, 2), (0, 3, 5, 1, None), 1)
    assert isclose(sum(odds.values()), 1)
    assert sorted(odds, key=lambda chosen: -odds[chosen]) == [
        (1, 0, 0, 0, 0),
        (0, 1, 0, 0, 0),
        (0, 0, 1, 0, 0),
        (0, 0, 0, 0, 1),
    ]


def test_rivals_seldom_hide_two_cards_of_a_colour() -> None:
    odds = likely_hides((2, 2, 0, 0, 0), (2, 2, 2, 2, 2), 2)
    assert odds[(1, 1, 0, 0, 0)] > 2 * odds[(2, 0, 0, 0, 0)]
    assert odds[(2, 0, 0, 0, 0)] == odds[(0, 2, 0, 0, 0)]


@pytest.mark.parametrize(("seats", "hidden"), [(2, 2), (6, 1)])
def test_a_card_that_its_own_raisers_do_not_cover_is_told_by_how_many_there_are(seats: int, hidden: int) -> None:
    s = positions(seats, 3)[0]
    position = TruerPosition(GAME, GAME.view(s, s.table.turn))
    assert position.share.hidden == hidden
    assert position.rash == RASH[hidden]


def test_playouts_lay_what_is_nearest_to_its_limit_first() -> None:
    s = begin("0-3-3-5-X", "rygbp", "yyggb", "ggbbp")
    position = TruerPosition(GAME, GAME.view(s, 0))
    world = position.imagine(random.Random(1).randrange)
    for order, first in (([4, 3, 2, 1, 0], 2), ([0, 4, 1, 3, 2], 1)):  # a red card would be over its limit
        world.order = order
        playout = NearestFirst(position, world, Hide(()))
        playout.hands[0], playout.raisers[0] = [1, 1, 1, 1, 1], (0, 0, 0, 0, 0)
        playout.turn = 0
        assert playout.step() is None
        assert playout.last[0] == (first, 1)


def test_the_truer_expert_thinks_otherwise_of_rivals_than_the_expert() -> None:
    s = positions(2, 3)[0]
    view, legal = GAME.view(s, s.table.turn), GAME.legal(s, s.table.turn)
    expert, truer = (
        kind(GAME, s.table.turn, chance_of("1", s.table.turn)).values(view, legal, 0) for kind in (Expert, TruerExpert)
    )
    assert len(truer) == len(legal)
    assert truer != expert
