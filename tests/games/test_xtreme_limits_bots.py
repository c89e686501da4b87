"""Xtreme Limits: its bots play legally, keep time like people, and the sensible one beats the random one."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from tablee.bots import chance_of
from tablee.core.game import CHANCE, Seat
from tablee.core.record import Header
from tablee.core.registry import find
from tablee.fair import seeded_secret
from tablee.games.xtreme_limits import GAME
from tablee.games.xtreme_limits.clock import CARD_NAMES
from tablee.games.xtreme_limits.players.bots import Sensible
from tablee.games.xtreme_limits.rules import Options, State
from tablee.games.xtreme_limits.scoring import points
from tablee.match import Match
from tablee.table import Table

pytestmark = [pytest.mark.coverage, pytest.mark.no_cover]

ENTRY = find("xtreme-limits")
RGB, RBG, GRB, GBR, BRG, BGR = CARD_NAMES


def table(bots: list[str], options: Options, seed: str) -> Match:
    played = Table(ENTRY, [f"bot:{bot}" for bot in bots], seed=seeded_secret(seed), **asdict(options))
    played.run()
    return played.match


def test_a_high_target_allows_more_rounds() -> None:
    """R20. Records without `rounds` keep their meaning: 40."""
    for target, rounds in ((10, 40), (20, 40), (50, 100), (100, 200)):
        made = Table(ENTRY, ["bot:random"] * 3, seed=1, target=target).match
        assert made.options.rounds == rounds
        assert made.header.options.get("rounds", 40) == rounds
    assert Table(ENTRY, ["bot:random"] * 3, target=50, rounds=40).match.options.rounds == 40
    old = Header("xtreme-limits", GAME.version, GAME.parts_digest, (("p",),) * 3, {"target": 50})
    assert Match(GAME, old).options.rounds == 40
    long = Table(ENTRY, ["bot:random"] * 3, seed=1, target=50)
    long.run()
    assert max(long.match.result().scores) >= 50


def position(cards: tuple[str, ...], hands: tuple[int, ...], tokens: tuple[int, ...], options: Options) -> State:
    s = GAME.start(len(tokens), options)
    for who, text in [(CHANCE, "first 0"), *((CHANCE, card) for card in cards), (0, "wind"), (CHANCE, f"bell {options.bell_to}")]:
        s, _ = GAME.play(s, who, GAME.read(text), 0)
    return replace(s, rounds=(replace(s.rounds[0], hands=hands, tokens=tokens),))


def sensible(s: State, seat: Seat, now: int) -> str:
    bot = Sensible(GAME, seat, chance_of("1", seat))
    return GAME.write(bot.choose(GAME.view(s, seat), GAME.legal(s, seat), now))


def test_the_sensible_bot_wins_most_matches_against_random_ones() -> None:
    for cards in ("one", "all"):
        wins = 0.0
        for number in range(12):
            seats = 3 + number % 4
            bots = ["random"] * seats
            bots[number % seats] = "sensible"
            outcome = table(bots, Options(cards=cards), f"{cards} {number}").outcome()
            assert outcome is not None
            wins += (outcome.places[number % seats] == 1) / outcome.places.count(1)
        assert wins >= 9


def test_sensible_spends_its_last_tokens_to_fit_its_card() -> None:
    s = position((GBR, RGB, BRG), (3, 5, 9), (11, 0, 0), Options())
    now = 0
    while s.phase != "deal":
        seat = GAME.to_act(s)[0]
        now += 1000
        s, _ = GAME.play(s, seat, GAME.read(sensible(s, seat, now)), now)
    assert s.rounds[0].points[0] == 3


def test_sensible_saves_tokens_until_the_bell_is_near() -> None:
    s = position((GBR, RGB, BRG), (8, 7, 5), (20, 20, 20), Options(bell_from=200, bell_to=210))
    assert sensible(s, 0, 1_000).endswith(" 1")
    late, _ = GAME.play(s, 0, GAME.read(sensible(s, 0, 209_000)), 1)
    assert points(CARD_NAMES.index(GBR), late.rounds[0].hands) == 3


def test_sensible_swaps_a_hopeless_card_and_keeps_a_good_one() -> None:
    for mine, expected in [(GBR, False), (BGR, True)]:
        s = position((mine, RGB, GRB), (7, 6, 3), (1, 0, 0), Options())
        s, _ = GAME.play(s, 0, GAME.read("red 1"), 1)  # red 8, green 6, blue 3
        assert points(CARD_NAMES.index(mine), s.rounds[0].hands) == (0 if mine == GBR else 1)
        assert (sensible(s, 0, 2) == "keep") is expected


def test_sensible_hurries_once_the_bell_may_ring_by_its_own_clock() -> None:
    s = position((GBR, RGB, BRG), (11, 9, 6), (20, 20, 20), Options())
    view, felt = GAME.view(s, 0), set()
    mean: dict[int, float] = {}
    for now in (10_000, 300_000):
        paces = []
        for seed in range(200):
            bot = Sensible(GAME, 0, chance_of(str(seed), 0))
            paces.append(bot.pace(view, bot.choose(view, GAME.legal(s, 0), now), now))
            felt.add(bot.felt)
        mean[now] = sum(paces) / len(paces)
    assert mean[300_000] < 0.6 * mean[10_000]
    assert len(felt) > 40
    assert max(felt) <= 300 * 1.15 * 1.05
    assert min(felt) >= 10 * 0.85 * 0.95 - 1


def test_the_bell_sometimes_ends_a_round_between_bots() -> None:
    for bot in ("random", "sensible"):
        rounds = [r for number in range(3) for r in table([bot] * 4, Options(), f"bell {number}").state.rounds]
        rung = sum(r.rung is not None for r in rounds)
        assert 0 < rung < len(rounds)
