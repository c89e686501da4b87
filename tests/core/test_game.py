from __future__ import annotations

import pickle

import pytest

from tablee.core.game import BadOptions, Event, Message, Refusal, ScoreRow, TooSoon, places, say, total
from tablee.core.laws import situations
from tests.games_here import TOY, find
from tests.toy.rules import Options

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


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
    assert total((ScoreRow(say("a"), 3), ScoreRow(say("b"), -1, ("a1",)))) == 2


def test_too_soon_says_when_to_try_again() -> None:
    assert TooSoon(say("x"), 500).until == 500


def test_a_game_may_lack_outside_scoring() -> None:
    with pytest.raises(BadOptions, match="no-scoring"):
        TOY.game.score(Options(), [])
    assert TOY.game.real_board is None


def test_own_panels_are_part_of_the_screen() -> None:
    game = TOY.game
    view = game.view(game.start(2, Options()), 0)
    assert game.own(view) == game.screen(view).own


def test_a_game_need_not_score_an_action_in_advance() -> None:
    game = TOY.game
    with pytest.raises(Refusal, match="sheet-hidden"):
        game.sheet_after(game.view(game.start(2, Options()), 0), 0, "take")


def test_a_game_need_not_give_reasons() -> None:
    game = TOY.game
    assert game.reasons(game.view(game.start(2, Options()), 0), "take", "leave") == ()


def test_situations_are_the_combinations_that_can_start() -> None:
    found = situations(find("take-it-to-the-limit"))
    alone, two = ({one.scrapyard for seats, one in found if seats == number and one.board == "nexus"} for number in (1, 2))
    assert two - alone == {"lowest", "pass"}


def test_refusals_can_be_pickled() -> None:
    for refusal in (Refusal(say("paused")), TooSoon(say("too-soon", ms=3), until=7), BadOptions(say("bad-seats", found=9))):
        again = pickle.loads(pickle.dumps(refusal))
        assert (type(again), again.args, vars(again)) == (type(refusal), refusal.args, vars(refusal))
