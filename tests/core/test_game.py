from __future__ import annotations

import pytest

from tablee.core.game import BadOptions, Event, Message, Row, TooSoon, places, say, total
from tests.games_here import TOY
from tests.toy.rules import Options


def test_a_message_keeps_its_arguments_in_order() -> None:
    assert say("call", tile="9-7-3", seat=1) == Message("call", (("tile", "9-7-3"), ("seat", 1)))


def test_equal_keys_share_a_place() -> None:
    assert places((30, 50, 50, 10)) == (3, 1, 1, 4)
    assert places(()) == ()
    assert places(((5, 1), (5, 2))) == (2, 1)


def test_an_event_reaches_its_audience() -> None:
    assert Event(say("x")).reaches(None)
    assert Event(say("x"), (1,)).reaches(1)
    assert not Event(say("x"), (1,)).reaches(0)
    assert not Event(say("x"), (1,)).reaches(None)


def test_a_sheet_adds_up() -> None:
    assert total((Row(say("a"), 3), Row(say("b"), -1, ("a1",)))) == 2


def test_too_soon_says_until_when() -> None:
    assert TooSoon(say("x"), 500).until == 500


def test_a_game_need_not_score_from_outside() -> None:
    with pytest.raises(BadOptions, match="no-scoring"):
        TOY.game.score(Options(), [])
    assert TOY.game.paper is None
