"""Xtreme Limits: the expert infers cards from moves, reckons with the bell, and values every action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.bots import chance_of
from tablee.core.bot import Value
from tablee.core.game import Seat
from tablee.games.xtreme_limits import GAME
from tablee.games.xtreme_limits.actions import Action
from tablee.games.xtreme_limits.clock import CARD_NAMES, DECK
from tablee.games.xtreme_limits.players.expert import Expert, Playout, Situation, last_word, steps, worths
from tablee.games.xtreme_limits.rules import Options, State
from tests.games.test_xtreme_limits_bots import BGR, BRG, GBR, GRB, RBG, RGB, position

pytestmark = pytest.mark.coverage


def values(s: State, seat: Seat, now: int) -> dict[str, Value]:
    expert, legal = Expert(GAME, seat, chance_of("1", seat)), GAME.legal(s, seat)
    return {GAME.write(action): value for action, value in zip(legal, expert.values(GAME.view(s, seat), legal, now), strict=True)}


def chosen(s: State, seat: Seat, now: int) -> str:
    bot = Expert(GAME, seat, chance_of("1", seat))
    return GAME.write(bot.choose(GAME.view(s, seat), GAME.legal(s, seat), now))


def test_every_action_has_a_value() -> None:
    for cards in ("one", "all"):
        dealt = (GBR, RGB, BRG) if cards == "one" else CARD_NAMES
        s = position(dealt, (8, 7, 5), (9, 9, 9), Options(cards=cards))
        found = values(s, 0, 250_000)
        assert list(found) == [GAME.write(action) for action in GAME.legal(s, 0)]
        assert all(-6 < value.mean < 6 and value.half_width >= 0 for value in found.values())


def test_moves_tell_about_cards() -> None:
    """Seat 1 pays eleven tokens for red first, blue second and green third: so its card probably wants just that."""
    s = position((GBR, RBG, GRB), (12, 12, 12), (20, 20, 20), Options())
    for seat, text in ((0, "green 1"), (1, "blue 11"), (2, "green 1")):
        s, _ = GAME.play(s, seat, GAME.read(text), 1)
    likely = Situation(GAME.view(s, 0), 100_000).likely
    assert likely[0] == pytest.approx([float(name == GBR) for name in CARD_NAMES])  # its own
    assert all(sum(row) == pytest.approx(1) for row in likely)
    assert max(DECK, key=lambda card: likely[1][card]) == CARD_NAMES.index(RBG)


def test_the_bell_rings_evenly_between_its_bounds() -> None:
    s = position((GBR, RGB, BRG), (8, 7, 5), (9, 9, 9), Options(bell_from=100, bell_to=199))
    early, late = Situation(GAME.view(s, 0), 1_000), Situation(GAME.view(s, 0), 150_000)
    assert [early.rung(time) for time in (50, 100, 125, 200, 300)] == [0, 0, 0.25, 1, 1]
    assert [late.rung(time) for time in (150, 175, 200)] == [0, 0.5, 1]


def test_the_last_word_spends_all_tokens_on_the_best_standing() -> None:
    card = CARD_NAMES.index(GBR)
    hands = last_word((3, 5, 9), 11, (card,))
    assert (sum(hands) - 17 - 11) % 12 == 0
    assert worths(hands)[card] == 3


def test_a_sure_bell_makes_the_expert_take_its_points() -> None:
    s = position((GBR, RGB, BRG), (8, 7, 5), (20, 20, 20), Options(bell_from=200, bell_to=210))
    after, _ = GAME.play(s, 0, GAME.read(chosen(s, 0, 209_000)), 1)
    assert worths(after.rounds[0].hands)[CARD_NAMES.index(GBR)] == 3
    assert chosen(s, 0, 1_000).endswith(" 1")  # the bell is far: it saves its tokens


def test_the_expert_swaps_a_hopeless_card_and_keeps_a_good_one() -> None:
    for mine, keeps in [(GBR, False), (BGR, False), (RGB, True)]:
        s = position((mine, GRB, BRG), (7, 6, 3), (1, 0, 0), Options())
        s, _ = GAME.play(s, 0, GAME.read("red 1"), 1)  # red 8, green 6, blue 3
        expected = worths(s.rounds[0].hands)[CARD_NAMES.index(mine)] > 1
        assert expected is keeps
        if keeps or not worths(s.rounds[0].hands)[CARD_NAMES.index(mine)]:
            assert (chosen(s, 0, 250_000) == "keep") is keeps


def test_steps_are_the_legal_moves() -> None:
    s = position((GBR, RGB, BRG), (8, 7, 5), (14, 9, 9), Options())
    found = steps(s.rounds[0].hands, 14)
    assert len(found) == len(GAME.legal(s, 0))
    for step, action in zip(found, GAME.legal(s, 0), strict=True):
        after, _ = GAME.play(s, 0, action, 1)
        assert step.hands == after.rounds[0].hands
        assert step.swaps == (after.phase == "swap")
        assert step.cells == 14 - after.rounds[0].tokens[0]


def test_a_choice_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    plays: list[Action] = []

    def count(self: Situation, world: tuple[tuple[int, ...], ...], action: Action, chance: Iterator[float]) -> float:
        plays.append(action)
        return Playout(self, world, chance).run(action)

    monkeypatch.setattr(Situation, "play_out", count)
    s = position((GBR, RGB, BRG), (8, 7, 5), (20, 20, 20), Options())
    legal = GAME.legal(s, 0)
    Expert(GAME, 0, chance_of("1", 0)).choose(GAME.view(s, 0), legal, 300_000)
    assert Expert.budget / 2 < len(plays) <= Expert.budget + Expert.first * len(legal)
