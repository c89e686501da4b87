"""Xtreme Limits: the rules, the rulebook's examples and the tricky cases."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TypeAlias

import pytest

from tablee.core import laws
from tablee.core.game import (
    CHANCE,
    CLOCK,
    BadOptions,
    BadText,
    Event,
    IllegalAction,
    PanelValue,
    Refusal,
    ScoreRow,
    Seat,
    Sheet,
    TooLate,
    say,
    total,
)
from tablee.core.options import read_options
from tablee.core.registry import find
from tablee.games.xtreme_limits import GAME
from tablee.games.xtreme_limits.clock import CARD_NAMES, HANDS, PARTS
from tablee.games.xtreme_limits.real_boards import RealBoard
from tablee.games.xtreme_limits.rules import Options, State, moves
from tablee.games.xtreme_limits.scoring import points, ranks
from tablee.replay import verify
from tablee.words import LANGUAGES, Words

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

ENTRY = find("xtreme-limits")
RGB, RBG, GRB, GBR, BRG, BGR = CARD_NAMES
T = 300  # seconds the bell runs in most tests
WOUND = 1000  # ms
BOOK = Options()


def act(s: State, who: Seat, text: str, at: int = WOUND) -> tuple[State, tuple[Event, ...]]:
    return GAME.play(s, who, GAME.read(text), at)


def after(s: State, *rows: tuple[Seat, str], at: int = WOUND) -> State:
    for who, text in rows:
        s, _ = act(s, who, text, at)
    return s


def deal(s: State, *cards: str) -> State:
    return after(s, *((CHANCE, card) for card in cards))


def opened(seats: int = 3, cards: Sequence[str] = (), options: Options = BOOK, first: Seat = 0, bell: int = T) -> State:
    """A first round with the bell wound; cards are dealt starting with seat `first`."""
    s = after(GAME.start(seats, options), (CHANCE, f"first {first}"))
    needed = 6 if options.cards == "all" else seats
    s = deal(s, *(cards or CARD_NAMES[:needed]))
    return after(s, (first, "wind"), (CHANCE, f"bell {bell}"))


def standing(s: State, red: int, green: int, blue: int, tokens: Sequence[int] = ()) -> State:
    r = s.rounds[-1]
    r = replace(r, hands=(red, green, blue), tokens=tuple(tokens) or r.tokens)
    return replace(s, rounds=(*s.rounds[:-1], r))


def ring(s: State) -> tuple[State, tuple[Event, ...]]:
    alarm = GAME.alarm(s)
    assert alarm is not None
    return act(s, CLOCK, "bell", alarm)


def why(s: State, who: Seat, text: str, at: int = WOUND) -> str:
    with pytest.raises(IllegalAction) as refused:
        act(s, who, text, at)
    return refused.value.message.id


def ids(events: Sequence[Event]) -> list[str]:
    return [event.message.id for event in events]


def scores(s: State) -> tuple[int, ...]:
    return tuple(total(GAME.sheet(GAME.view(s, None), seat)) for seat in range(len(s.rounds[-1].tokens)))


# Components


def test_the_six_cards_are_the_six_orders_and_have_sources() -> None:
    assert len(set(CARD_NAMES)) == 6
    assert all(sorted(name.split("-")) == ["blue", "green", "red"] for name in CARD_NAMES)
    assert set(PARTS["sources"]) == set(PARTS) - {"sources"}
    assert all(source["confidence"] in "ABCD" for source in PARTS["sources"].values())


@pytest.mark.parametrize(("seats", "tokens", "choices"), [(3, 30, 84), (4, 22, 63), (5, 18, 51), (6, 15, 42)])
def test_tokens_and_legal_moves_at_the_start(seats: int, tokens: int, choices: int) -> None:
    s = opened(seats)
    assert s.rounds[-1].tokens == (tokens,) * seats
    assert s.rounds[-1].hands == (12, 12, 12)
    assert len(GAME.legal(s, 0)) == choices
    assert GAME.legal(s, 1) == ()


def test_the_tokens_option_replaces_the_default() -> None:
    s = opened(5, options=Options(tokens=7))
    assert s.rounds[-1].tokens == (7,) * 5
    assert len(GAME.legal(s, 0)) == 21


# Dealing and winding


def test_cards_are_dealt_in_turn_and_seen_only_by_their_owner() -> None:
    s, news = act(GAME.start(3, Options()), CHANCE, "first 2")
    assert news == (Event(say("begins", number=1, seat=2)),)
    for seat, card in [(2, BGR), (0, RGB), (1, GBR)]:
        assert GAME.to_act(s) == (CHANCE,)
        s, news = act(s, CHANCE, card)
        assert news == (Event(say("your-card", card=card, seat=seat), (seat,)),)
    assert GAME.to_act(s) == (2,)
    assert [draw for draw, _ in GAME.odds(s)] == []


def test_a_dealt_card_cannot_be_drawn_again() -> None:
    s = after(GAME.start(4, Options()), (CHANCE, "first 0"), (CHANCE, GRB))
    assert [GAME.write(draw) for draw, weight in GAME.odds(s) if weight == 1] == [RGB, RBG, GBR, BRG, BGR]
    assert why(s, CHANCE, GRB) == "no-such-draw"
    assert why(s, CHANCE, "first 1") == "no-such-draw"


def test_the_bell_starts_when_the_first_player_winds_it() -> None:
    s = deal(after(GAME.start(3, Options()), (CHANCE, "first 1")), RGB, GBR, BGR)
    assert GAME.alarm(s) is None
    assert why(s, 1, "red 1") == "wind-first"
    assert why(s, 0, "wind") == "not-your-turn"
    s, news = act(s, 1, "wind", 7_000)
    assert news == (Event(say("winds", seat=1)),)
    assert GAME.alarm(s) is None
    s, news = act(s, CHANCE, "bell 211", 7_000)
    assert news == ()
    assert GAME.alarm(s) == 218_000
    assert GAME.to_act(s) == (1,)


def test_the_bell_is_drawn_in_whole_seconds_of_its_range() -> None:
    s = after(deal(after(GAME.start(3, Options()), (CHANCE, "first 0")), RGB, GBR, BGR), (0, "wind"))
    odds = GAME.odds(s)
    assert len(odds) == 181
    assert {weight for _, weight in odds} == {1}
    assert (GAME.write(odds[0][0]), GAME.write(odds[-1][0])) == ("bell 210", "bell 390")
    assert why(s, CHANCE, "bell 209") == "no-such-draw"


def test_a_reversed_bell_range_is_refused() -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.start(3, Options(bell_from=300, bell_to=299))
    assert refused.value.message == say("bell-range", least=300, most=299)
    s = opened(3, options=Options(bell_from=20, bell_to=20), bell=20)
    assert GAME.alarm(s) == WOUND + 20_000


# Moves


def test_red_from_3_over_an_occupied_cell_to_5_for_two_tokens() -> None:
    s = standing(opened(), red=3, green=4, blue=1)
    assert why(s, 0, "red 1") == "cell-occupied"
    s, news = act(s, 0, "red 2")
    assert news == (Event(say("moves", seat=0, hand="red", cells=2, cell=5, left=28)),)
    assert s.rounds[-1].hands == (5, 4, 1)
    assert s.rounds[-1].tokens == (28, 30, 30)
    assert GAME.to_act(s) == (1,)
    assert why(s, 1, "blue 4") == "cell-occupied"
    assert "blue 4" not in map(GAME.write, GAME.legal(s, 1))


def test_red_on_3_others_on_12_with_30_tokens_has_78_moves() -> None:
    s = standing(opened(), red=3, green=12, blue=12)
    texts = [GAME.write(move) for move in GAME.legal(s, 0)]
    assert len(texts) == len(set(texts)) == 78
    assert [sum(text.startswith(hand) for text in texts) for hand in HANDS] == [28, 25, 25]


def test_a_full_lap_costs_every_cell_and_may_end_where_it_began() -> None:
    s = standing(opened(), red=3, green=7, blue=9)
    assert after(s, (0, "red 12")).rounds[-1].hands == (3, 7, 9)
    s = after(s, (0, "red 26"))
    assert s.rounds[-1].hands == (5, 7, 9)
    assert s.rounds[-1].tokens == (4, 30, 30)
    assert why(standing(s, 5, 7, 9, (4, 3, 30)), 1, "red 4") == "too-few-tokens"


def test_a_player_with_a_token_always_has_a_move() -> None:
    cells = range(1, 13)
    spread = [hands for hands in combinations_with_replacement(cells, 3) if len(set(hands)) == 3 or hands.count(12) > 1]
    assert all(moves(hands, 1) for hands in spread)


def test_only_the_active_player_may_move() -> None:
    s = opened()
    assert why(s, 1, "red 1") == "not-your-turn"
    for text in ("wind", "keep", "swap 1", "swap centre 1"):
        assert why(s, 0, text) == "move-a-hand"
    assert why(s, CHANCE, "red 1") == "no-such-draw"


def test_players_without_tokens_are_skipped() -> None:
    s = standing(opened(4), 1, 2, 3, (5, 0, 0, 2))
    s = after(s, (0, "blue 2"))
    assert GAME.to_act(s) == (3,)
    s = after(s, (3, "blue 2"))
    assert s.rounds[-1].tokens == (3, 0, 0, 0)
    s = after(s, (0, "blue 2"))
    assert GAME.to_act(s) == (0,)


# Swaps


def test_only_cells_4_and_8_allow_a_swap() -> None:
    for cell in range(1, 12):
        s = after(standing(opened(), 12, 12, 12), (0, f"red {cell}"))
        assert s.phase == ("swap" if cell in (4, 8) else "move")
        assert GAME.to_act(s) == ((0,) if cell in (4, 8) else (1,))


def test_swap_partners() -> None:
    s = after(opened(4, first=2), (2, "red 4"))
    assert [GAME.write(action) for action in GAME.legal(s, 2)] == [
        "keep",
        "swap 0",
        "swap 1",
        "swap 3",
        "swap centre 1",
        "swap centre 2",
    ]
    assert why(s, 2, "swap 2") == "cannot-swap"
    assert why(s, 2, "swap 4") == "cannot-swap"
    assert why(s, 2, "swap centre 3") == "cannot-swap"
    assert why(s, 2, "red 1") == "swap-or-keep"
    assert why(s, 0, "keep") == "not-your-turn"
    six = after(opened(6), (0, "red 8"))
    assert [GAME.write(action) for action in GAME.legal(six, 0)] == ["keep", *(f"swap {seat}" for seat in range(1, 6))]


def test_a_full_lap_that_ends_on_4_again_allows_a_swap() -> None:
    assert after(standing(opened(), 4, 7, 9), (0, "red 12")).phase == "swap"


def test_declining_ends_the_turn() -> None:
    s, news = act(after(opened(), (0, "red 4")), 0, "keep")
    assert news == (Event(say("keeps", seat=0)),)
    assert GAME.to_act(s) == (1,)
    assert s.rounds[-1].lies == (0, 1, 2, 3, 4, 5)


def test_a_swap_with_a_player_shows_each_the_card_received_and_others_none() -> None:
    s = after(opened(4, (RGB, GBR, BRG, BGR)), (0, "red 4"))
    s, news = act(s, 0, "swap 2")
    assert news == (
        Event(say("swaps", seat=0, other=2)),
        Event(say("your-card", card=BRG, seat=0), (0,)),
        Event(say("your-card", card=RGB, seat=2), (2,)),
    )
    assert GAME.to_act(s) == (1,)
    assert [held(s, seat, place) for seat in (0, 2) for place in (0, 2)] == [BRG, RGB] * 2
    assert [held(s, 1, place) for place in range(6)] == ["", GBR, "", "", "", ""]
    assert [held(s, None, place) for place in range(6)] == [""] * 6


def held(s: State, seat: Seat | None, place: int) -> str:
    """The cards this seat knows at a place."""
    view = GAME.view(s, seat)
    return " ".join(CARD_NAMES[card] for card in view.known[-1][view.rounds[-1].lies[place]])


def test_a_centre_card_is_drawn_when_it_is_taken() -> None:
    s = after(opened(3, (RGB, GBR, BGR)), (0, "red 4"))
    s, news = act(s, 0, "swap centre 2")
    assert news == (Event(say("swaps-centre", seat=0, spot=2)),)
    assert GAME.to_act(s) == (CHANCE,)
    assert [GAME.write(draw) for draw, _ in GAME.odds(s)] == [RBG, GRB, BRG]
    s, news = act(s, CHANCE, BRG)
    assert news == (Event(say("your-card", card=BRG, seat=0), (0,)),)
    assert GAME.to_act(s) == (1,)
    assert (held(s, 0, 0), held(s, 0, 4)) == (BRG, RGB)
    # The next player to take from that place gets the card that was put there, without a draw.
    s, news = act(after(s, (1, "blue 8")), 1, "swap centre 2")
    assert news == (Event(say("swaps-centre", seat=1, spot=2)), Event(say("your-card", card=RGB, seat=1), (1,)))
    assert (held(s, 1, 1), held(s, 1, 4), held(s, 0, 1), held(s, 0, 4)) == (RGB, GBR, RGB, "")


def test_known_cards_are_followed_through_other_swaps() -> None:
    s = after(opened(4, (RGB, GBR, BRG, BGR)), (0, "red 4"), (0, "swap 1"))  # 0: GBR, 1: RGB
    s = after(s, (1, "green 8"), (1, "swap 2"))  # 1: BRG, 2: RGB
    assert (held(s, 0, 1), held(s, 0, 2), held(s, 0, 3)) == ("", RGB, "")
    s = after(s, (2, "blue 2"), (3, "blue 1"), (0, "red 1"), (1, "green 1"))
    s = after(s, (2, "blue 1"), (2, "swap centre 1"), (CHANCE, RBG))
    assert (held(s, 0, 2), held(s, 0, 4)) == ("", RGB)
    assert (held(s, 1, 0), held(s, 1, 1), held(s, 1, 4), held(s, 1, 2)) == (GBR, BRG, RGB, "")


# The end of a round


def test_a_seat_can_act_until_one_millisecond_before_the_bell() -> None:
    s, alarm = opened(), WOUND + 1000 * T
    assert GAME.alarm(s) == alarm
    act(s, 0, "red 1", alarm - 1)
    for at in (alarm, alarm + 1):
        with pytest.raises(TooLate):
            act(s, 0, "red 1", at)
    for at in (alarm - 1, alarm + 1):
        assert why(s, CLOCK, "bell", at) == "no-bell-now"
    assert why(s, CLOCK, "keep", alarm) == "no-bell-now"
    assert ids(act(s, CLOCK, "bell", alarm)[1])[0] == "bell-rings"


def test_the_active_player_at_the_bell_scores_nothing() -> None:
    s = standing(opened(3, (RGB, GRB, GBR)), red=11, green=7, blue=2)  # red first, green second, blue third
    s, news = ring(s)
    assert news[:2] == (Event(say("bell-rings", seat=0)), Event(say("count", red=11, green=7, blue=2)))
    assert news[2:] == (
        Event(say("turned-up", seat=1, card=GRB, points=1)),
        Event(say("begins", number=2, seat=1)),
    )
    assert scores(s) == (0, 1, 0)


@pytest.mark.parametrize("last", ["", "swap centre 1"])
def test_a_turn_lasts_until_the_swap_is_done(last: str) -> None:
    s = standing(opened(3, (RGB, GRB, BGR)), red=7, green=3, blue=2)
    s = after(s, (0, "red 1"))
    s = after(s, *([(0, last)] if last else []))
    s, news = ring(s)  # with `last` while the card is still to be drawn
    assert news[0].message == say("bell-rings", seat=0)
    assert scores(s) == (0, 1, 1)
    assert GAME.to_act(after(s, *((CHANCE, card) for card in (RGB, GRB, BGR)))) == (1,)


def test_without_tokens_the_round_ends_after_the_last_swap() -> None:
    s = standing(opened(3, (RGB, GRB, GBR)), 3, 2, 1, (1, 0, 0))
    s = after(s, (0, "red 1"))
    assert s.phase == "swap"
    rung, news = ring(s)  # the bell may still come first
    assert scores(rung) == (0, 1, 0)
    s, news = act(s, 0, "swap 1")
    assert ids(news) == ["swaps", "your-card", "your-card", "tokens-gone", "count", "turned-up", "turned-up", "begins"]
    assert scores(s) == (1, 3, 0)
    assert GAME.alarm(s) is None


def test_a_last_card_from_the_centre_is_drawn_before_the_count() -> None:
    s = standing(opened(3, (RGB, GRB, BGR)), 3, 2, 1, (1, 0, 0))
    s = after(s, (0, "red 1"), (0, "swap centre 3"))
    assert GAME.to_act(s) == (CHANCE,)
    s, news = act(s, CHANCE, RBG)
    assert ids(news)[:3] == ["your-card", "tokens-gone", "count"]
    assert scores(s) == (1, 1, 1)


def test_the_next_round_starts_left_of_the_last_active_player_with_hands_where_they_are() -> None:
    s = standing(opened(4, first=1), 3, 2, 1, (9, 9, 9, 9))
    s, news = ring(after(s, (1, "red 3")))
    assert news[-1].message == say("begins", number=2, seat=3)  # 2 was active
    r = s.rounds[-1]
    assert (r.first, r.hands, r.tokens, r.log, r.wound) == (3, (6, 2, 1), (22,) * 4, (), None)
    assert len(GAME.odds(s)) == 6
    s = deal(s, RGB, RBG, GRB, GBR)
    assert held(s, 3, 3) == RGB
    assert held(s, 0, 0) == RBG
    by_tokens = standing(opened(4, first=1), 3, 2, 1, (0, 0, 0, 2))
    by_tokens = replace(by_tokens, turn=3)
    _, news = act(by_tokens, 3, "red 2")
    assert news[-1].message == say("begins", number=2, seat=0)


# The count


def test_the_highest_cell_is_first_and_12_is_the_highest() -> None:
    assert ranks((12, 1, 11)) == (1, 3, 2)
    assert ranks((4, 8, 5)) == (3, 1, 2)


def test_three_points_one_point_or_none() -> None:
    assert [points(card, (9, 6, 2)) for card in range(6)] == [3, 1, 1, 0, 0, 1]


def test_red_12_green_12_blue_5() -> None:
    worth = {name: points(card, (12, 12, 5)) for card, name in enumerate(CARD_NAMES)}
    assert worth == {RGB: 1, GRB: 1, RBG: 0, GBR: 0, BRG: 0, BGR: 0}
    assert ranks((12, 12, 5)) == (0, 0, 3)


def test_nobody_scores_while_all_hands_are_on_12() -> None:
    s, news = ring(opened())
    assert ids(news) == ["bell-rings", "count", "begins"]
    assert scores(s) == (0, 0, 0)


# The end of the game


def test_the_target_ends_the_game_after_the_count_and_equal_points_share() -> None:
    options = Options(target=3)
    s = standing(opened(3, (GRB, RGB, BGR), options), 9, 6, 2)
    s, news = ring(s)
    assert scores(s) == (0, 3, 1)
    assert ids(news)[-1] == "turned-up"
    assert GAME.to_act(s) == ()
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((0, 3, 1), (3, 1, 2))
    shared, _ = ring(standing(opened(3, (RGB, GRB, BGR), Options(target=1)), 9, 6, 2))
    outcome = GAME.outcome(shared)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((0, 1, 1), (3, 1, 1))


def test_below_the_target_the_game_goes_on_up_to_the_last_round() -> None:
    s = opened(3, options=Options(rounds=2))
    s, _ = ring(s)
    assert GAME.outcome(s) is None
    s = after(deal(s, RGB, GBR, BRG), (1, "wind"), (CHANCE, "bell 210"))
    s, news = ring(s)
    assert ids(news) == ["bell-rings", "count"]
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((0, 0, 0), (1, 1, 1))


def test_the_sheet_names_only_revealed_cards() -> None:
    s, _ = ring(standing(opened(3, (RGB, GRB, GBR)), 11, 7, 2))
    assert [(row.what, row.points) for seat in range(3) for row in GAME.sheet(GAME.view(s, seat), seat)] == [
        (say("round-bell", number=1, red=11, green=7, blue=2), 0),
        (say("round-card", number=1, card=GRB, placed="blue", red=11, green=7, blue=2), 1),
        (say("round-nothing", number=1, red=11, green=7, blue=2), 0),
    ]


def three_points(red: int, green: int, blue: int) -> ScoreRow:
    return ScoreRow(say("round-card", number=1, card=RGB, placed=RGB, red=red, green=green, blue=blue), 3)


def sheet_after(s: State, seat: Seat, text: str) -> Sheet:
    return GAME.sheet_after(GAME.view(s, seat), seat, GAME.read(text))


def test_no_action_changes_a_score_while_tokens_remain() -> None:
    s = deal(after(GAME.start(3, BOOK), (CHANCE, "first 0")), RGB, GRB, GBR)
    assert sheet_after(s, 0, "wind") == ()
    s, _ = ring(standing(opened(3, (RGB, GRB, GBR)), 11, 7, 2))
    s = after(deal(s, RGB, GBR, BRG), (1, "wind"), (CHANCE, "bell 300"))
    now = GAME.sheet(GAME.view(s, 1), 1)
    assert total(now) == 1
    assert [sheet_after(s, 1, text) for text in ("red 3", "blue 2")] == [now, now]
    s = after(s, (1, "blue 2"))
    assert [sheet_after(s, 1, text) for text in ("keep", "swap 0", "swap centre 1")] == [now] * 3


def test_the_last_token_scores_your_card_unless_it_can_be_swapped() -> None:
    s = standing(opened(3, (RGB, GRB, GBR)), 11, 7, 2, (1, 0, 0))
    for text, red, blue in (("red 1", 12, 2), ("blue 1", 11, 3)):
        ended = after(s, (0, text))
        assert GAME.outcome(ended) is None
        assert sheet_after(s, 0, text) == GAME.sheet(GAME.view(ended, 0), 0) == (three_points(red, 7, blue),)
    nothing = standing(opened(3, (BRG, GRB, GBR)), 11, 7, 2, (1, 0, 0))
    assert sheet_after(nothing, 0, "red 1") == (ScoreRow(say("round-nothing", number=1, red=12, green=7, blue=2), 0),)
    swap = standing(s, 11, 7, 3, (1, 0, 0))
    assert sheet_after(swap, 0, "blue 1") == ()  # the swap comes first
    swap = after(swap, (0, "blue 1"))
    assert sheet_after(swap, 0, "keep") == (three_points(11, 7, 4),)
    for text in ("swap 1", "swap centre 2"):
        with pytest.raises(Refusal, match="sheet-hidden"):
            sheet_after(swap, 0, text)


# All cards dealt

ALL = Options(cards="all")


@pytest.mark.parametrize(("seats", "sizes"), [(3, (2, 2, 2)), (4, (1, 2, 2, 1)), (5, (1, 2, 1, 1, 1)), (6, (1,) * 6)])
def test_all_six_cards_are_dealt_from_the_first_player_on(seats: int, sizes: tuple[int, ...]) -> None:
    s = opened(seats, options=ALL, first=1)
    assert s.rounds[-1].sizes == sizes
    assert held(s, 1, 1).split()[0] == RGB
    swaps = [GAME.write(action) for action in GAME.legal(after(s, (1, "red 4")), 1)]
    assert swaps == ["keep", *(f"swap {seat}" for seat in range(seats) if seat != 1)]


def test_a_swap_exchanges_all_cards() -> None:
    s = opened(4, (RGB, RBG, GRB, GBR, BRG, BGR), ALL)  # 0: RGB BRG, 1: RBG BGR, 2: GRB, 3: GBR
    s, news = act(after(s, (0, "red 4")), 0, "swap 3")
    assert news[1:] == tuple(
        Event(say("your-card", card=card, seat=seat), (seat,)) for card, seat in ((GBR, 0), (RGB, 3), (BRG, 3))
    )
    assert [held(s, 0, place) for place in range(4)] == [GBR, "", "", f"{RGB} {BRG}"]


def test_two_cards_score_four_at_the_most_and_only_scoring_cards_are_turned_up() -> None:
    s = standing(opened(3, (GRB, RGB, BRG, GBR, RBG, BGR), ALL), 9, 6, 2)
    s, news = ring(s)  # 0: GRB GBR, 1: RGB RBG, 2: BRG BGR
    assert scores(s) == (0, 4, 1)
    assert [event.message for event in news if event.message.id == "turned-up"] == [
        say("turned-up", seat=1, card=RGB, points=3),
        say("turned-up", seat=1, card=RBG, points=1),
        say("turned-up", seat=2, card=BGR, points=1),
    ]
    known = GAME.view(s, None).known[0]
    assert [[CARD_NAMES[card] for card in packet] for packet in known] == [[], [RGB, RBG], [BGR]]
    best = max(points(one, (9, 6, 2)) + points(two, (9, 6, 2)) for one in range(6) for two in range(one))
    assert best == 4


# Screens


Shown: TypeAlias = dict[tuple[str, Seat | None], PanelValue]


def panels(s: State, seat: Seat | None) -> tuple[Shown, Shown]:
    screen = GAME.screen(GAME.view(s, seat))
    public, own = ({(panel.name, panel.seat): panel.value for panel in part} for part in (screen.public, screen.own))
    return public, own


def test_the_screen_shows_the_table_and_your_own_card() -> None:
    s = after(opened(4, (RGB, GBR, BRG, BGR)), (0, "red 4"), (0, "swap 2"))
    public, own = panels(s, 0)
    assert [public[hand, None] for hand in HANDS] == [4, 12, 12]
    assert public["ranks", None] == ("red 3", "green 0", "blue 0")
    assert [public["tokens", seat] for seat in range(4)] == [18, 22, 22, 22]
    assert [public["points", seat] for seat in range(4)] == [0] * 4
    assert public["centre", None] == ("1", "2")
    assert public["round", None] == 1
    assert own == {("card", None): (BRG,)}
    assert panels(s, None) == (public, {})


def test_the_reminder_shows_every_card_you_know() -> None:
    s = after(opened(3, (RGB, GBR, BRG), Options(reminder=True)), (0, "red 4"), (0, "swap 2"))
    assert panels(s, 0)[1] == {("card", None): (BRG,), ("known", 2): (RGB,)}
    assert panels(s, 1)[1] == {("card", None): (GBR,)}
    s = after(s, (1, "blue 8"), (1, "swap centre 2"), (CHANCE, BGR))
    assert panels(s, 1)[1] == {("card", None): (BGR,), ("known-centre", None): (f"2: {GBR}",)}


def test_after_a_count_the_screen_shows_what_was_turned_up_and_on_whom_the_bell_rang() -> None:
    s, _ = ring(standing(opened(3, (RGB, GRB, GBR)), 11, 2, 7))
    public, own = panels(s, 0)
    assert public["last-hands", None] == ("red 11", "blue 7", "green 2")
    assert public["ranks", None] == ("red 1", "green 3", "blue 2")
    assert [public["gained", seat] for seat in range(3)] == [0, 0, 1]
    assert ("turned-up", 1) not in public
    assert public["rung", 0] == 1
    assert own == {("card", None): ()}
    s, _ = ring(standing(opened(3, (RGB, GRB, GBR), Options(target=1)), 11, 7, 2))
    public, own = panels(s, 1)
    assert public["turned-up", 1] == (GRB,)
    assert public["points", 1] == public["gained", 1] == 1
    assert own == {}


# Notation


def test_every_text_is_one_action_and_unknown_texts_are_refused() -> None:
    for seats in GAME.usual_seats:
        for options in (Options(), ALL):
            codes = GAME.codes(seats, options)
            assert len(set(codes)) == len(codes)
            assert [GAME.write(GAME.read(text)) for text in codes] == list(codes)
            assert ("swap centre 1" in codes) == (seats < 6 and options.cards == "one")
            assert f"swap centre {7 - seats}" not in codes
            assert f"red {90 // seats}" in codes
            assert f"red {90 // seats + 1}" not in codes
    for text in ("", "red", "red 0", "red 05", "Red 5", "red 91", "swap", "swap 6", "swap centre 4", "bell 1", "yellow 2"):
        with pytest.raises(BadText) as refused:
            GAME.read(text)
        assert refused.value.message == say("bad-action", text=text)


# Scoring a real table


def real_board(hands: str, *cards: str, bell: bool = False) -> RealBoard:
    return RealBoard(hands, cards, bell)


def test_an_outside_count_is_scored() -> None:
    where = "red 12, green 7, blue 5"
    sheets = GAME.score(
        Options(), [real_board(where, RGB, bell=True), real_board("blue 5,green 7, red 12", BGR), real_board(where)]
    )
    assert [total(sheet) for sheet in sheets] == [0, 1, 0]
    assert [row.what for row in sheets[1]] == [
        say("ranked", hand="red", cell=12, rank=1),
        say("ranked", hand="green", cell=7, rank=2),
        say("ranked", hand="blue", cell=5, rank=3),
        say("card-points", card=BGR),
    ]
    assert sheets[1][0].cells == ("12",)
    assert sheets[0][-1].what == say("card-bell", card=RGB)
    assert [total(sheet) for sheet in GAME.score(ALL, [real_board(where, RGB, BGR), real_board(where, RBG, GRB)])] == [4, 2]
    assert [total(sheet) for sheet in GAME.score(Options(), [real_board("red 12, green 12, blue 5", GRB)])] == [1]


@pytest.mark.parametrize(
    ("boards", "options", "problem"),
    [
        ([real_board("red 12, green 7")], Options(), say("hand-missing", hand="blue")),
        ([real_board("red 12, green 7, red 3")], Options(), say("hand-twice", hand="red")),
        ([real_board("red 12, green 7, blue 13")], Options(), say("bad-hand", text="blue 13")),
        ([real_board("red 12, green 7, blue 0")], Options(), say("bad-hand", text="blue 0")),
        ([real_board("red 12, green 7, pink 2")], Options(), say("bad-hand", text="pink 2")),
        ([real_board("")], Options(), say("bad-hand", text="")),
        ([real_board("red 7, green 7, blue 1")], Options(), say("cell-shared", cell=7)),
        ([real_board("red 3, green 7, blue 1", "rgb")], Options(), say("bad-card", text="rgb", known=", ".join(CARD_NAMES))),
        ([real_board("red 3, green 7, blue 1", RGB, GRB)], Options(), say("too-many-cards", found=2, most=1)),
        ([real_board("red 3, green 7, blue 1", RGB, GRB, BGR)], ALL, say("too-many-cards", found=3, most=2)),
        ([real_board("red 3, green 7, blue 1", RGB, RGB)], ALL, say("card-twice", card=RGB)),
        ([real_board("red 3, green 7, blue 1", RGB)] * 2, Options(), say("card-twice", card=RGB)),
        ([real_board("red 3, green 7, blue 1", bell=True)] * 2, Options(), say("bell-twice")),
        ([real_board("red 3, green 7, blue 1")] * 7, Options(), say("bad-seats", found=7, least=1, most=6)),
        ([real_board("red 3, green 7, blue 1"), real_board("red 4, green 7, blue 1")], Options(), say("hands-differ")),
    ],
)
def test_an_impossible_count_is_refused_with_a_reason(boards: list[RealBoard], options: Options, problem: object) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.score(options, boards)
    assert refused.value.message == problem


# Every match ends, has words, and can be replayed


def random_match(seats: int, options: Options, below: random.Random, pace: int) -> tuple[State, int]:
    s, at, plays = GAME.start(seats, options), 0, 0
    while asked := GAME.to_act(s):
        who = asked[0]
        action = below.choice(GAME.legal(s, who))
        at += below.randrange(pace) if who != CHANCE else 0
        alarm = GAME.alarm(s)
        if alarm is not None and at >= alarm:
            who, action, at = CLOCK, GAME.legal(s, CLOCK)[0], alarm
        s, _ = GAME.play(s, who, action, at)
        plays += 1
    return s, plays


@pytest.mark.no_cover
def test_random_matches_end_within_their_bound() -> None:
    chance, ends = random.Random(4), set()
    for number in range(200):
        options = Options(cards=("one", "all")[number % 2], target=(10, 100)[number % 10 == 9], rounds=(40, 4)[number % 10 == 9])
        seats = 3 + number % 4
        s, plays = random_match(seats, options, chance, (2_000, 40_000)[number % 3 > 0])
        assert plays < GAME.bound(seats, options)
        assert max(scores(s)) >= options.target or len(s.rounds) == options.rounds
        ends.add(max(scores(s)) >= options.target)
    assert ends == {True, False}


def test_the_bound_holds_with_one_move_per_token() -> None:
    options = Options(tokens=2, rounds=1)
    s, plays, chance = GAME.start(3, options), 0, random.Random(1)
    while asked := GAME.to_act(s):
        legal = GAME.legal(s, asked[0])
        s, _ = GAME.play(s, asked[0], legal[0] if asked[0] >= 0 else chance.choice(legal), 0)
        plays += 1
    assert plays <= GAME.bound(3, options) == 1 + 6 + 3 + 2 * 6


def test_every_message_has_words_in_both_languages() -> None:
    source = "".join(path.read_text("utf-8") for path in ENTRY.folder.glob("*.py"))
    said = set(re.findall(r'say\(\s*"([a-z-]+)"', source))
    said |= {"card-bell", "card-points", "round-bell", "round-nothing", "cannot-swap", "swap-or-keep"}
    said |= {"panel-" + name for name in (*re.findall(r'Panel\("([a-z-]+)"', source), *HANDS)}
    said |= {f"option-{name}" for name in Options.__slots__} | {"option-cards-one", "option-cards-all"}
    said |= {f"paper-{name}" for name in RealBoard.__slots__} | {"game", "about", "prompt"}
    for lang in LANGUAGES:
        words = Words(lang, ENTRY.folder)
        assert [id for id in sorted(said) if not words.knows(id)] == []
    chance = random.Random(2)
    heard = {message for walk in laws.check(ENTRY, 16, chance.randrange) for message in walk.said}
    assert len({message.id for message in heard}) > 15
    for lang in LANGUAGES:
        words = Words(lang, ENTRY.folder, ["Ann", "Bea", "Cid", "Dov", "Eve", "Fay"])
        texts = {words(message) for message in heard}
        assert not any("$" in text or "{" in text for text in texts)


def test_colours_and_plurals_agree() -> None:
    moved = say("moves", seat=0, hand="green", cells=1, cell=4, left=0)
    english, french = (Words(lang, ENTRY.folder, ["Ann"]) for lang in LANGUAGES)
    assert english(moved) == "Ann moves the green hand one cell to 4; no tokens left."
    assert french(moved) == "Ann avance l'aiguille verte d'une case jusqu'en 4\xa0; plus aucun jeton."
    assert english(say("turned-up", seat=0, card=GBR, points=3)) == "Ann reveals green, blue, red: 3 points."
    assert french.to(0)(say("your-card", card=BGR, seat=0)) == "Vous regardez une de vos cartes\xa0: bleu, vert, rouge."


def test_golden_records_replay() -> None:
    files = sorted((ENTRY.folder / "golden").glob("*.match"))
    games = [verify(file.read_bytes().splitlines()) for file in files]
    assert {read_options(Options, match.header.options).cards for match in games} == {"one", "all"}
    assert all(match.outcome() for match in games)
    assert all(file.stat().st_size < 60_000 for file in files)
