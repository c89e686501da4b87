"""Ultim' Limit, rule by rule: the rulebook's examples and the cases that a naive implementation gets wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from tablee.core.game import (
    CHANCE,
    CLOCK,
    BadOptions,
    BadText,
    Event,
    IllegalAction,
    Message,
    Outcome,
    Panel,
    ScoreRow,
    Seat,
    Sheet,
    TooLate,
    TooSoon,
    say,
    total,
)
from tablee.games.ultim_limit import GAME
from tablee.games.ultim_limit.actions import ROLL, STOP, Throw
from tablee.games.ultim_limit.deck import COLOURS, DECK, NAMES, NUMBER, PARTS
from tablee.games.ultim_limit.real_boards import RealBoard
from tablee.games.ultim_limit.rules import Options, RoundCount, State

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

SUPER = Options(scoring="super")
YOUNG = Options(young=True)


class Playing:
    """Plays a match from short texts, each at a match time."""

    def __init__(self, seats: int = 2, options: Options = Options(), first: Seat = 0, at: int = 0) -> None:  # noqa: B008
        self.s = GAME.start(seats, options)
        self.at = at
        self.news: list[Event] = []
        self.do(CHANCE, f"first {first}")

    def do(self, seat: Seat, *texts: str, at: int | None = None) -> Playing:
        self.at = self.at if at is None else at
        for text in texts:
            self.s, events = GAME.play(self.s, seat, GAME.read(text), self.at)
            self.news += events
        return self

    def chance(self, *texts: str) -> Playing:
        return self.do(CHANCE, *texts)

    def row(self, *names: str) -> Playing:
        return self.chance(*(f"card {name}" for name in names))

    def go(self, seat: Seat, tenths: int = 300, at: int | None = None) -> Playing:
        return self.do(seat, "go", at=at).chance(f"glass {tenths}")

    def fill(self) -> Playing:
        """Fills the row with any cards."""
        while self.s.seen.dealing:
            self.chance(GAME.write(GAME.odds(self.s)[0][0]))
        return self

    def roll(self, seat: Seat, dice: str, at: int) -> Playing:
        return self.do(seat, "roll", at=at).fill().chance(f"dice {dice}")

    def legal(self, seat: Seat) -> list[str]:
        return [GAME.write(action) for action in GAME.legal(self.s, seat)]

    def refused(self, seat: Seat, text: str, at: int | None = None) -> Message:
        with pytest.raises(IllegalAction) as refusal:
            GAME.play(self.s, seat, GAME.read(text), self.at if at is None else at)
        return refusal.value.message

    def said(self, id: str) -> list[dict[str, str | int]]:
        return [dict(event.message.args) for event in self.news if event.message.id == id]


ROW = ("blue-5", "red-4", "green-2", "pink-9", "black-11")


def turn(dice: str, row: Sequence[str] = ROW, options: Options = Options(), at: int = 1000) -> Playing:  # noqa: B008
    """A state where seat 0 started a 30.0 s glass at 1000 ms and rolled at once."""
    return Playing(2, options).row(*row).go(0, at=1000).roll(0, dice, at)


def cards(*names: str) -> tuple[int, ...]:
    return tuple(sorted(NAMES.index(name) for name in names))


def loot(*sizes: int) -> tuple[int, ...]:
    """This many of the lowest cards of each colour."""
    return cards(*(f"{COLOURS[colour]}-{n + 1}" for colour, size in enumerate(sizes) for n in range(size)))


def shows(s: State, seat: Seat | None) -> dict[tuple[str, Seat | None], Any]:
    screen = GAME.screen(GAME.view(s, seat))
    return {(panel.name, panel.seat): panel.value for panel in (*screen.public, *screen.own)}


# components


def test_108_cards_in_nine_colours() -> None:
    assert len(NAMES) == len(set(NAMES)) == 108
    assert len(COLOURS) == len(set(PARTS["colours"].values())) == 9
    assert sorted(NUMBER) == sorted(list(range(1, 13)) * 9)


def test_dice_odds_are_those_of_three_dice() -> None:
    odds = dict(GAME.odds(Playing().row(*ROW).go(0).do(0, "roll").s))
    weights = {GAME.write(throw): weight for throw, weight in odds.items()}
    assert sum(weights.values()) == 216
    assert (weights["dice 3-3-3"], weights["dice 3-3-6"], weights["dice 2-4-5"]) == (1, 3, 6)


# a turn


def sets_taken(play: Playing) -> set[frozenset[int]]:
    """The numbers of every set of cards that the dice can take."""
    takes = [text for text in play.legal(0) if text.startswith("take")]
    if not takes:
        return {frozenset(NUMBER[card] for card in play.s.seen.taken)}
    found = set()
    for text in takes:
        after = Playing()
        after.s, after.at = play.s, play.at
        found |= sets_taken(after.do(0, text))
    return found


def test_rulebook_example_one_5_4_2() -> None:
    assert sets_taken(turn("2-4-5")) == {frozenset({5, 4, 2}), frozenset({9, 2}), frozenset({11})}


def test_a_die_is_never_split() -> None:
    assert turn("5-6-6", ("blue-2", "red-3", "green-1", "pink-4", "black-9")).legal(0) == [
        "roll",
        "stop",
        "ultim glass",
        "ultim cards",
    ]


def test_a_six_is_taken_by_6_or_by_3_and_3() -> None:
    play = turn("3-3-6", ("blue-6", "red-10", "green-10", "pink-10", "black-10"))
    assert [text for text in play.legal(0) if text.startswith("take")] == ["take 1 3+3", "take 1 6"]
    assert play.do(0, "take 1 3+3").s.seen.unspent == (6,)


def test_each_die_is_used_once_per_roll() -> None:
    play = turn("2-4-5").do(0, "take 1 5")
    assert play.refused(0, "take 5 2+4+5") == say("no-such-dice", dice="2+4+5")
    assert play.refused(0, "take 1 5") == say("slot-empty", slot=1)
    assert play.refused(0, "take 4 2+4") == say("wrong-sum", dice="2+4", number=9, slot=4)
    assert play.do(0, "take 2 4", "take 3 2").s.seen.taken == tuple(map(NAMES.index, ROW[:3]))


def test_nobody_has_to_take_and_a_roll_fills_the_row_first() -> None:
    play = turn("2-4-5").do(0, "take 1 5").do(0, "roll", at=2000)
    assert GAME.legal(play.s, CHANCE)[0] == GAME.read("card blue-1")  # a card, not yet the dice
    assert play.refused(CHANCE, "dice 1-1-1") == say("no-such-draw")
    play.chance("card silver-4")
    assert play.s.seen.row[0] == NAMES.index("silver-4")
    play.chance("dice 1-1-1")
    assert play.s.seen.unspent == (1, 1, 1)
    assert play.do(0, "roll", at=2500).s.seen.phase == "roll"
    assert play.said("roll") == [{"seat": 0}] * 3


def test_leftover_dice_never_take_a_new_card() -> None:
    play = turn("2-4-5").do(0, "take 1 5").do(0, "roll", at=2000).chance("card silver-4")
    assert play.s.seen.unspent == ()
    assert play.legal(0) == []


def test_a_roll_counts_after_500_ms() -> None:
    play = turn("1-1-1")
    with pytest.raises(TooSoon) as soon:
        GAME.play(play.s, 0, ROLL, 1499)
    assert (soon.value.until, soon.value.message) == (1500, say("roll-too-soon"))
    assert play.do(0, "roll", at=1500).s.seen.rolled == 1500


def test_the_gap_is_an_option() -> None:
    with pytest.raises(TooSoon) as soon:
        GAME.play(turn("1-1-1", options=Options(roll_gap=2000)).s, 0, ROLL, 1500)
    assert soon.value.until == 3000


def test_stop_one_ms_before_the_end_banks_and_at_the_end_is_too_late() -> None:
    play = turn("2-4-5").do(0, "take 1 5")
    assert GAME.alarm(play.s) == 31_000
    with pytest.raises(TooLate):
        GAME.play(play.s, 0, STOP, 31_000)
    play.do(0, "stop", at=30_999)
    assert play.s.seen.loot == (cards("blue-5"), ())
    assert GAME.alarm(play.s) is None
    assert play.said("stop") == [{"seat": 0, "cards": 1, "seconds": 29, "hundredths": "99"}]


def test_when_time_runs_out_only_this_turns_cards_are_lost() -> None:
    play = turn("2-4-5").do(0, "take 1 5", "stop", at=9000).fill()
    play.go(1, at=9000).do(CLOCK, "sand", at=39_000).fill()
    play.go(0, at=40_000).roll(0, "2-4-5", 40_000).do(0, "take 2 4")
    assert play.refused(CLOCK, "sand", at=69_999) == say("no-bell-now")
    assert play.refused(CLOCK, "roll", at=70_000) == say("no-bell-now")
    play.do(CLOCK, "sand", at=70_000)
    assert play.s.seen.loot[0] == cards("blue-5")
    assert play.s.seen.discard == cards("red-4")
    assert play.said("sand")[-1] == {"seat": 0, "cards": 1, "seconds": 30, "hundredths": "00"}
    assert GAME.to_act(play.s) == (CHANCE,)
    assert GAME.to_act(play.fill().s) == (1,)


def test_refusals_say_why() -> None:
    play = Playing(3, first=2)
    assert play.refused(0, "go") == say("not-your-turn")
    assert play.refused(CHANCE, "first 1") == say("no-such-draw")
    play.row(*ROW)
    assert play.refused(2, "roll") == say("go-first")
    assert play.refused(0, "go") == say("not-your-turn")
    play.do(2, "go")
    for text in ("glass 279", "glass 321", "card blue-1", "dice 1-2-3"):
        assert play.refused(CHANCE, text) == say("no-such-draw")
    play.chance("glass 280")
    assert play.refused(2, "go") == say("not-now")
    assert play.refused(2, "take 1 5") == say("no-such-dice", dice="5")
    assert play.refused(2, "ultim glass") == say("no-double")
    assert play.legal(2) == ["roll", "stop"]


# the Ultim' card


def may_ultim(play: Playing) -> bool:
    found = {"ultim glass", "ultim cards"} & set(play.legal(0))
    assert len(found) in (0, 2)
    return bool(found)


LOW = ("blue-4", "red-2", "green-3", "pink-3", "black-12")


def test_dice_4_4_2() -> None:
    assert may_ultim(turn("2-4-4", LOW))
    assert not may_ultim(turn("2-4-4", LOW).do(0, "take 1 4"))
    assert may_ultim(turn("2-4-4", LOW).do(0, "take 2 2"))


def test_dice_3_3_3() -> None:
    assert may_ultim(turn("3-3-3", LOW).do(0, "take 3 3"))
    play = turn("3-3-3", LOW).do(0, "ultim glass")
    assert play.s.seen.unspent == (3,)
    assert play.do(0, "take 4 3").s.seen.unspent == ()
    assert turn("3-3-3", LOW).do(0, "take 3 3", "take 4 3").refused(0, "ultim glass") == say("no-double")


def test_ultim_is_available_once_per_turn() -> None:
    play = turn("2-4-4", LOW).do(0, "ultim glass", at=11_000)
    assert play.refused(0, "ultim cards") == say("ultim-used")
    play.roll(0, "1-1-1", 11_500)
    assert not may_ultim(play)
    assert shows(play.s, 1)["ultim", None] == 0
    play.do(0, "stop").fill().go(1).roll(1, "1-1-1", 12_000)
    assert "ultim glass" in play.legal(1)
    assert shows(play.s, 0)["ultim", None] == 1


@pytest.mark.parametrize(("turned", "ends"), [(29_000, 58_000), (5_000, 10_000), (1, 2), (0, 1)])
def test_a_turned_glass_runs_as_long_again(turned: int, ends: int) -> None:
    play = turn("2-4-4", LOW).do(0, "ultim glass", at=1000 + turned)
    assert GAME.alarm(play.s) == 1000 + ends
    assert play.said("ultim-glass") == [{"seat": 0}]
    if ends > 2:
        play.do(0, "stop", at=999 + ends)
        assert play.s.seen.verdicts[-1].banked


def test_after_turning_the_glass_the_third_die_can_take() -> None:
    assert turn("2-4-4", LOW).do(0, "ultim glass", at=2000).legal(0) == ["roll", "stop", "take 2 2"]


def test_ultim_cards_clears_the_row_and_needs_a_roll() -> None:
    play = turn("2-4-4", LOW).do(0, "take 2 2", "ultim cards")
    assert play.s.seen.discard == cards("blue-4", "green-3", "pink-3", "black-12")
    play.row("red-4", "green-4", "blue-2", "pink-4", "black-4")
    assert play.legal(0) == ["roll", "stop"]
    assert GAME.alarm(play.s) == 31_000
    assert turn("2-4-4", LOW).do(0, "ultim cards").row("red-4", "green-4", "blue-2", "pink-4", "black-4").legal(0) == [
        "roll",
        "stop",
    ]
    play.roll(0, "1-4-6", 2000)
    assert "take 1 4" in play.legal(0)


# draw pile and discard


def test_an_empty_pile_is_refilled_from_the_discard() -> None:
    play = turn("2-4-4", LOW)
    seen = play.s.seen
    pile, away = cards("blue-1", "blue-2"), cards("red-1")
    loots = tuple(sorted(set(DECK) - {card for card in seen.row if card is not None} - set(pile) - set(away)))
    play.s = replace(play.s, seen=replace(seen, pile=pile, discard=away, loot=((), loots)))
    play.do(0, "ultim cards").row("blue-2")
    assert play.said("reshuffle") == []
    play.row("blue-1")
    assert play.said("reshuffle") == [{}]
    assert play.s.seen.pile == cards("red-1", *LOW)
    play.row("red-1", "red-2", "blue-4")
    assert play.s.seen.discard == ()
    assert play.s.seen.phase == "turn"


def test_with_pile_and_discard_empty_the_row_stays_short() -> None:
    play = turn("2-4-4", LOW)
    seen = play.s.seen
    play.s = replace(play.s, seen=replace(seen, pile=(), loot=((), tuple(sorted(set(DECK) - set(map(NAMES.index, LOW)))))))
    play.do(0, "take 1 4", "take 2 2").do(0, "roll", at=2000)
    assert [type(draw) for draw in GAME.legal(play.s, CHANCE)] == [Throw] * 56
    play.chance("dice 3-3-6")
    assert play.legal(0) == ["roll", "stop", "take 3 3", "take 4 3", "take 5 3+3+6", "ultim glass", "ultim cards"]
    assert shows(play.s, 1)["row", None] == (".", ".", "green-3", "pink-3", "black-12")
    play.do(0, "take 5 3+3+6", "stop")
    assert GAME.to_act(play.s) == (1,)
    assert play.s.seen.row[:2] == (None, None)


# rounds, and the Classic count


def idle(play: Playing, seat: Seat) -> None:
    play.fill().go(seat).do(seat, "stop")


def test_three_rounds_of_three_turns_with_the_same_first_player() -> None:
    play = Playing(3, first=2)
    order = []
    while GAME.to_act(play.fill().s):
        (seat,) = GAME.to_act(play.s)
        order.append(seat)
        idle(play, seat)
    assert order == [2, 0, 1] * 9
    assert [news["round"] for news in play.said("round-over")] == [1, 2, 3]
    assert GAME.outcome(play.s) == Outcome((0, 0, 0), (1, 1, 1))
    assert not GAME.legal(play.s, 0)
    assert not GAME.legal(play.s, CHANCE)


def last_turn(round: int, options: Options, *loots: tuple[int, ...], earlier: tuple[int, ...] = ()) -> Playing:
    """A state where seat n-1 is about to end the last turn of a round (1 to 3); `earlier` holds the points of earlier rounds."""
    play = Playing(len(loots), options)
    seen = play.s.seen
    won = tuple(RoundCount(DECK[:n], ()) for n in earlier) or (RoundCount((), ()),) * len(loots)
    counts = (won, *((RoundCount((), ()),) * len(loots),) * 2)[: round - 1]
    pile = tuple(card for card in DECK if all(card not in cards for cards in loots))
    play.s = replace(play.s, seen=replace(seen, loot=loots, pile=pile, turn=3 * len(loots) - 1, counts=counts))
    play.fill().go(len(loots) - 1)
    return play


def test_classic_a_card_is_a_point_and_everything_is_shuffled() -> None:
    play = last_turn(1, Options(), cards("blue-1", "red-12"), cards("blue-2")).do(1, "stop")
    assert play.said("count") == [{"seat": 0, "cards": 2, "points": 2}, {"seat": 1, "cards": 1, "points": 1}]
    assert play.s.seen.pile == DECK
    assert play.s.seen.loot == ((), ())
    assert play.s.seen.discard == ()
    assert shows(play.s, 1)["score", 0] == 2
    piles = tuple(ScoreRow(say("pile", round=1, colour=colour, cards=1), 1, (colour,)) for colour in ("blue", "red"))
    assert GAME.sheet(GAME.view(play.s, 0), 0) == (ScoreRow(say("round-cards", round=1), 2, (), piles),)


def end(*loots: tuple[int, ...], options: Options = Options(), earlier: tuple[int, ...] = ()) -> Outcome | None:  # noqa: B008
    return GAME.outcome(last_turn(3, options, *loots, earlier=earlier).do(len(loots) - 1, "stop").s)


def test_ties_are_broken_by_the_numbers_of_the_last_count() -> None:
    assert end(cards("blue-1", "red-2"), cards("blue-12"), earlier=(1, 2)) == Outcome((3, 3), (2, 1))
    assert end(cards("blue-1", "red-12"), cards("blue-12", "red-1")) == Outcome((2, 2), (1, 1))
    assert end(cards("blue-1", "red-2"), cards("blue-12")) == Outcome((2, 1), (1, 2))


def test_the_sheet_says_what_decided_between_equal_scores() -> None:
    play = last_turn(3, Options(), cards("blue-1"), cards("red-2"), cards("red-9"), cards("pink-9"), ()).do(4, "stop")
    sheets = [GAME.sheet(GAME.view(play.s, None), seat) for seat in range(5)]
    sums = [[dict(row.what.args) for row in sheet if row.what.id == "tie-break"] for sheet in sheets]
    assert [[(args["sum"], args["against"]) for args in found] for found in sums] == [[(1, 9)], [(2, 9)], [(9, 2)], [(9, 2)], []]
    play = last_turn(3, Options(), cards("blue-2"), cards("red-2")).do(1, "stop")  # they share the victory
    assert all(row.what.id != "tie-break" for seat in range(2) for row in GAME.sheet(GAME.view(play.s, 0), seat))


def test_super_ties_count_subtracted_cards_too() -> None:
    four = cards("blue-1", "blue-2", "red-1", "green-1", "pink-12")  # 4 - 1
    three = cards("yellow-1", "yellow-2", "silver-4")
    assert end(four, three, options=SUPER) == Outcome((3, 3), (1, 2))


# the Super count


def score(text: str, keep: str = "", last: bool = False, options: Options = SUPER) -> Sheet:
    return GAME.score(options, [RealBoard(text, keep, last)])[0]


NICO = "blue 4, yellow 4, green 3, purple 3, silver 2, red 2, orange 1"
ALEX = "red 5, yellow 5, green 3, blue 3, silver 1"


def test_rulebook_example_three_nico() -> None:
    sheet = score(NICO)
    assert [row.points for row in sheet] == [11, 0, -1]
    assert [set(row.cells) for row in sheet] == [{"blue", "yellow", "green"}, {"purple", "silver", "red"}, {"orange"}]
    assert [[part.points for part in row.subrows] for row in sheet] == [[4, 4, 3], [0, 0, 0], [-1]]
    assert sheet[1].what == say("row-keep", round=0, piles="3 + 2 + 2")  # seven cards
    assert total(sheet) == 10
    assert score(NICO, keep="red,silver,green")[1].cells == ("green", "silver", "red")


def test_rulebook_example_three_alex_with_its_erratum() -> None:
    sheet = score(ALEX)
    assert [row.points for row in sheet] == [13, 0, 0]
    assert sheet[1].what == say("row-keep", round=0, piles="3 + 1")
    assert set(sheet[1].cells) == {"blue", "silver"}


def test_nothing_is_kept_after_the_last_round() -> None:
    assert [row.points for row in score(NICO, last=True)] == [11, -8]
    alex = score(ALEX, last=True)
    assert [row.points for row in alex] == [13, -4]
    assert alex[0].cells == ("red", "yellow", "green")  # in the order they were named


def test_nine_single_cards() -> None:
    nine = loot(*[1] * 9)
    play = last_turn(1, SUPER, nine, ()).do(1, "stop")
    assert GAME.to_act(play.s) == (0,)
    assert len(play.legal(0)) == len(set(play.legal(0))) == 84
    play.do(0, "keep blue,red,black")
    assert play.said("count")[0] == {"seat": 0, "cards": 9, "points": 0}
    assert play.s.seen.loot == (cards("blue-1", "red-1", "black-1"), ())
    assert set(play.s.seen.pile) == set(DECK) - set(play.s.seen.loot[0])
    assert [news["colour"] for news in play.said("keep")] == ["blue", "red", "black"]
    outcome = end(nine, (), options=SUPER)
    assert outcome is not None
    assert outcome.scores == (-3, 0)


def test_sizes_3_2_2_2_2_1_1() -> None:
    piles = loot(3, 2, 2, 2, 2, 1, 1)
    play = last_turn(2, SUPER, piles).do(0, "stop")
    assert len(play.legal(0)) == 12
    assert {len(text.split(",")) for text in play.legal(0)} == {3}
    for text in play.legal(0):
        after = GAME.play(play.s, 0, GAME.read(text), play.at)[0]
        assert sum(total(GAME.sheet(GAME.view(after, None), seat)) for seat in (0,)) == 6
    assert play.refused(0, "keep blue,green,red") == say("bad-keep")
    assert play.refused(0, "roll") == say("bad-keep")
    outcome = end(piles, options=SUPER)
    assert outcome is not None
    assert outcome.scores == (1,)


def test_players_choose_only_if_it_matters() -> None:
    clear = last_turn(1, SUPER, loot(4, 3, 3, 2, 2, 2, 1), loot(0, 1)).do(1, "stop")
    assert clear.s.seen.phase == "deal"
    assert clear.s.seen.counts[0][0].keep == (3, 4, 5)
    some = last_turn(1, SUPER, loot(2, 1, 1, 1), loot(0, 0, 0, 0, 3, 2), loot(0, 0, 0, 0, 0, 0, 1)).do(2, "stop")
    assert GAME.to_act(some.s) == (0,)
    assert some.legal(0) == ["keep green", "keep yellow", "keep purple"]
    assert some.legal(1) == []
    assert last_turn(3, SUPER, loot(*[1] * 9)).do(0, "stop").s.seen.phase == "over"


def test_keep_choices_are_simultaneous_and_hidden() -> None:
    ones = loot(*[1] * 9)
    twos = cards(*(f"{colour}-2" for colour in COLOURS))
    play = last_turn(1, SUPER, ones, twos).do(1, "stop")
    assert GAME.to_act(play.s) == (0, 1)
    before = [shows(play.s, seat) for seat in (None, 1)]
    heard = len(play.news)
    play.do(0, "keep blue,green,red")
    assert len(play.news) == heard
    assert GAME.to_act(play.s) == (1,)
    assert [shows(play.s, seat) for seat in (None, 1)] == before
    assert shows(play.s, 0)["row-keep", None] == ("blue", "green", "red")
    assert GAME.view(play.s, 1) == GAME.view(replace(play.s, keeps=((0, 1, 2), None)), 1)
    assert shows(play.s, 1)["loot", 0] == tuple(NAMES[card] for card in ones)  # the round is over: loots are open
    play.do(1, "keep silver,pink,black")
    assert [news["seat"] for news in play.said("keep")] == [0, 0, 0, 1, 1, 1]
    assert play.s.seen.phase == "deal"


def test_kept_loot_carries_over_and_its_owner_sees_it() -> None:
    play = last_turn(1, SUPER, loot(4, 3, 3, 2), ()).do(1, "stop").fill()
    assert shows(play.s, 0)["loot", 0] == ("purple-1", "purple-2")
    assert ("loot", 0) not in shows(play.s, 1)
    assert ("loot", 0) not in shows(play.s, None)
    assert not set(play.s.seen.pile) & set(cards("purple-1", "purple-2"))


# young players


def test_young_players_see_the_glass_and_keep_their_cards() -> None:
    play = turn("2-4-4", LOW, YOUNG)
    assert play.said("glass") == [{"seconds": 30, "hundredths": "00"}]
    assert shows(play.s, 1)["glass-ends", None] == 31_000
    assert GAME.shown_alarm(GAME.view(play.s, None)) == 31_000
    assert GAME.shown_alarm(GAME.view(turn("2-4-4", LOW).s, 0)) is None
    assert play.refused(0, "ultim glass") == say("no-ultim")
    assert not may_ultim(play)
    play.do(0, "take 1 4").do(CLOCK, "sand", at=31_000)
    assert play.s.seen.loot[0] == cards("blue-4")
    assert play.said("sand-young") == [{"seat": 0, "cards": 1, "seconds": 30, "hundredths": "00"}]
    assert play.s.seen.verdicts[-1].banked
    early = turn("2-4-4", LOW, YOUNG).do(0, "take 1 4").do(0, "stop", at=5000)
    assert early.s.seen.loot[0] == cards("blue-4")


# options, texts, imagination


def test_a_reversed_glass_range_is_refused() -> None:
    with pytest.raises(BadOptions) as refusal:
        GAME.start(2, Options(glass_from=301, glass_to=300))
    assert refusal.value.message == say("glass-range", least=30, least_tenths=1, most=30, most_tenths=0)
    play = Playing(1, Options(glass_from=50, glass_to=50)).fill().do(0, "go", at=7)
    assert [(GAME.write(glass), weight) for glass, weight in GAME.odds(play.s)] == [("glass 50", 1)]
    assert GAME.alarm(play.chance("glass 50").s) == 5007


def test_action_texts_are_read_in_any_order() -> None:
    for dice in permutations("245"):
        assert GAME.write(GAME.read(f"take 3 {'+'.join(dice)}")) == "take 3 2+4+5"
    assert GAME.write(GAME.read("  keep black, blue,red ")) == "keep blue,red,black"
    for text in ("", "take", "take 6 1", "take 1 7", "keep", "keep mauve", "dice 3-2-1", "first 4", "glass 9"):
        with pytest.raises(BadText) as refusal:
            GAME.read(text)
        assert refusal.value.message == say("no-such-action", text=text)


def test_codes_hold_what_the_options_allow() -> None:
    classic, sup, young = (set(GAME.codes(2, options)) for options in (Options(), SUPER, YOUNG))
    assert sup - classic == {text for text in sup if text.startswith("keep")}
    assert len(sup - classic) == 9 + 36 + 84
    assert classic - young == {"ultim glass", "ultim cards"}
    assert "first 2" not in classic
    assert len(GAME.codes(4, SUPER)) < 800


def imagined(play: Playing, now: int, seat: Seat | None = 1) -> list[int | None]:
    """Every end of the glass that this seat can imagine."""
    ways: list[int] = []
    GAME.imagine(GAME.view(play.s, seat), now, lambda n: ways.append(n) or 0)  # type: ignore[func-returns-value]
    return [GAME.alarm(GAME.imagine(GAME.view(play.s, seat), now, lambda n, k=k: k)) for k in range(ways[0])]  # type: ignore[misc]


def test_the_imagined_glass_is_uniform_over_what_is_possible() -> None:
    play = turn("2-4-4", LOW)
    grid = [1000 + 100 * tenths for tenths in range(280, 321)]
    assert imagined(play, 1000) == imagined(play, 28_999) == imagined(play, 28_999, None) == grid
    assert imagined(play, 29_000) == grid[1:]
    assert imagined(play, 32_950) == [33_000]
    assert imagined(play, 33_050) == [33_100]  # the verdict is overdue
    play.do(0, "ultim glass", at=11_000)
    world = GAME.imagine(GAME.view(play.s, 1), 12_000, lambda n: n - 1)
    assert GAME.alarm(world) == 21_000  # follows from what all have seen
    assert GAME.alarm(GAME.imagine(GAME.view(play.s, 1), 21_500, lambda n: 0)) == 21_501
    assert GAME.alarm(GAME.imagine(GAME.view(Playing().fill().do(0, "go").s, 1), 0, lambda n: 0)) is None


def test_imagined_choices_are_legal() -> None:
    play = last_turn(1, SUPER, loot(2, 1, 1, 1), loot(0, 0, 0, 0, 2, 1, 1, 1)).do(1, "stop").do(0, "keep yellow")
    keeps = [GAME.imagine(GAME.view(play.s, 1), 0, lambda n, k=k: k).keeps for k in range(3)]  # type: ignore[misc]
    assert keeps == [((1,), None), ((2,), None), ((3,), None)]
    assert GAME.imagine(GAME.view(play.s, 0), 0, lambda n: 0).keeps == ((2,), None)


# the screen


def test_the_screen_of_a_turn() -> None:
    play = turn("2-4-5").do(0, "take 1 5")
    found = shows(play.s, 1)
    assert found["row", None] == (".", "red-4", "green-2", "pink-9", "black-11")
    assert found["taken", 0] == ("blue-5",)
    assert (found["dice", None], found["spent", None]) == (("2", "4"), ("5",))
    assert (found["round", None], found["turns", 0], found["glass", None]) == (1, 0, 1)
    play.do(0, "stop", at=5000)
    found = shows(play.s, 1)
    assert (found["turns", 0], found["glass", None], found["banked", 0]) == (1, 0, 4000)
    lost = turn("2-4-5").do(CLOCK, "sand", at=31_000)
    assert shows(lost.s, 0)["lost", 0] == 30_000


def test_the_super_screen_sorts_your_loot() -> None:
    rows = ("row-count", "row-keep", "row-subtract")
    mine, theirs = loot(3, 2, 2, 2, 2, 1, 1), loot(0, 0, 0, 0, 0, 0, 0, 4)
    early, late = (shows(last_turn(round, SUPER, mine, theirs).s, 0) for round in (1, 3))
    assert [early[row, None] for row in rows] == [("blue", "purple", "silver"), ("green", "yellow", "red"), ("orange",)]
    assert [late[row, None] for row in (rows[0], rows[2])] == [("blue", "green", "yellow"), ("purple", "silver", "red", "orange")]
    assert (rows[1], None) not in late
    assert not {(row, None) for row in rows} & shows(last_turn(1, Options(), mine, theirs).s, 0).keys()
    assert not {(row, None) for row in rows} & shows(last_turn(1, SUPER, mine, theirs).s, None).keys()


def test_a_screen_holds_no_panel_twice() -> None:
    for play in (turn("2-4-5", options=SUPER), last_turn(1, SUPER, loot(*[1] * 9)).do(0, "stop"), last_turn(3, SUPER, ())):
        screen = GAME.screen(GAME.view(play.s, 0))
        panels: tuple[Panel, ...] = (*screen.public, *screen.own)
        assert len({(panel.name, panel.seat) for panel in panels}) == len(panels)


# outside scoring


def test_loot_can_be_listed_card_by_card() -> None:
    sheet = score("red-1 red-2, blue-7; blue-3 green-1 pink-1")
    assert [row.points for row in sheet] == [5, 0, 0]
    assert sheet[1].cells == ("pink",)
    assert total(score("red-1 red-2 blue-7", options=Options())) == 3
    assert total(score("", options=Options())) == 0
    assert [row.points for row in score("")] == [0, 0, 0]


@pytest.mark.parametrize(
    ("boards", "why"),
    [
        (["mauve 3"], say("no-such-colour", name="mauve", known=", ".join(COLOURS))),
        (["blue 13"], say("bad-pile", colour="blue", found="13", most=12)),
        (["blue 0"], say("bad-pile", colour="blue", found="0", most=12)),
        (["blue"], say("bad-pile", colour="blue", found="", most=12)),
        (["blue 4, blue 2"], say("colour-twice", colour="blue")),
        (["blue-13"], say("no-such-card", name="blue-13", known=", ".join(COLOURS))),
        (["blue-7 red 3"], say("no-such-card", name="red", known=", ".join(COLOURS))),
        (["blue-7 blue-7"], say("card-twice", card="blue-7")),
        (["blue-7", "blue-7 red-1"], say("card-twice", card="blue-7")),
        (["blue 7", "red 1, blue 6"], say("too-many-cards", colour="blue", found=13, most=12)),
    ],
)
def test_impossible_loot_is_refused_with_a_reason(boards: list[str], why: Message) -> None:
    with pytest.raises(BadText) as refusal:
        GAME.score(SUPER, [RealBoard(text) for text in boards])
    assert refusal.value.message == why


def test_impossible_keeps_are_refused() -> None:
    for text, keep, last, options, why in [
        (NICO, "blue", False, SUPER, "bad-keep"),
        (NICO, "red,silver", False, SUPER, "bad-keep"),
        (NICO, "red", True, SUPER, "nothing-kept"),
        (NICO, "red", False, Options(), "nothing-kept"),
        (NICO, "mauve", False, SUPER, "no-such-colour"),
    ]:
        with pytest.raises(BadText) as refusal:
            score(text, keep, last, options)
        assert refusal.value.message.id == why
