"""Xtreme Limits: the champion weighs what follows from a move or a swap, by weights that were learnt."""

from __future__ import annotations

import random
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablee.bots import chance_of
from tablee.core.game import CHANCE, Seat
from tablee.games.xtreme_limits import GAME
from tablee.games.xtreme_limits.actions import KEEP, MOVES, Action, Move
from tablee.games.xtreme_limits.clock import CARD_NAMES
from tablee.games.xtreme_limits.players import champion
from tablee.games.xtreme_limits.players.champion import (
    FEATURES,
    KINDS,
    SETTINGS,
    STAGES,
    Champion,
    Position,
    cost,
    hold,
    last_word,
    odds,
    openings,
    pick,
    setting,
    tables,
)
from tablee.games.xtreme_limits.players.expert import Expert
from tablee.games.xtreme_limits.rules import Options, State
from tests.games.test_xtreme_limits_bots import BGR, BRG, GBR, GRB, RBG, RGB, position

pytestmark = pytest.mark.coverage

CARD = {name: number for number, name in enumerate(CARD_NAMES)}
OPTIONS = [
    Options(target=2),
    Options("all", target=2),
    Options(tokens=3, target=2, bell_from=20, bell_to=30),
    Options("all", tokens=90, rounds=1, bell_from=2, bell_to=3600, reminder=True),
]


def at_random(seats: int, options: Options, seed: int) -> Iterator[tuple[State, Seat, int]]:
    """A match at random: each state in which a seat moves or swaps, with the time."""
    chance, s, now = random.Random(f"{seats} {options} {seed}"), GAME.start(seats, options), 0
    while asked := GAME.to_act(s):
        (seat,) = asked
        if seat != CHANCE and s.rounds[-1].wound is not None:
            yield s, seat, now
        action = chance.choice(GAME.legal(s, seat)) if s.phase != "move" else short(chance, GAME.legal(s, seat))
        if seat != CHANCE:
            now += chance.randrange(1000, 5000)
        if s.bell is not None and now >= s.bell:
            s, now = replace(s, bell=now + 1000), now  # in these matches nobody hears the bell
        s, _ = GAME.play(s, seat, action, now)


def short(chance: random.Random, legal: object) -> Action:
    assert isinstance(legal, tuple)
    return chance.choice(sorted(legal, key=lambda move: move.cells)[:6])  # type: ignore[no-any-return]


def choose(s: State, seat: Seat, now: int, seed: str = "1") -> str:
    bot = Champion(GAME, seat, chance_of(seed, seat))
    return GAME.write(bot.choose(GAME.view(s, seat), GAME.legal(s, seat), now))


def position_of(s: State, seat: Seat = 0, now: int = 250_000) -> Position:
    return Position(GAME.view(s, seat), seat, now)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", OPTIONS)
def test_it_plays_legally_with_all_options(seats: int, options: Options) -> None:
    for s, seat, now in at_random(seats, options, 1):
        assert GAME.read(choose(s, seat, now)) in GAME.legal(s, seat)


def test_it_keeps_the_pace_of_the_expert() -> None:
    view = GAME.view(position((GBR, RGB, BRG), (8, 7, 5), (9, 9, 9), Options()), 0)
    for now in (0, 100_000, 199_999, 200_000, 300_000):
        paces = {kind(GAME, 0, chance_of("1", 0)).pace(view, MOVES[0][0], now) for kind in (Champion, Expert)}
        assert len(paces) == 1


def test_it_winds_the_bell() -> None:
    s = GAME.start(3, Options())
    for text in ("first 0", GBR, RGB, BRG):
        s, _ = GAME.play(s, CHANCE, GAME.read(text), 0)
    assert choose(s, 0, 0) == "wind"


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("cards", ["one", "all"])
def test_cards_it_has_not_seen_make_no_difference(seats: int, cards: str) -> None:
    """Two rivals' packets that it has not looked into change places: it plays the same."""
    swapped = 0
    for s, seat, now in at_random(seats, Options(cards, target=1), 7):  # type: ignore[arg-type]
        r, held = s.rounds[-1], list(s.cards[-1])
        hidden = [packet for packet, seen in enumerate(r.seen) if seat not in seen and held[packet]]
        if len(hidden) > 1 and len(held[hidden[0]]) == len(held[hidden[1]]):
            held[hidden[0]], held[hidden[1]] = held[hidden[1]], held[hidden[0]]
            other = replace(s, cards=(*s.cards[:-1], tuple(held)))
            assert choose(other, seat, now) == choose(s, seat, now)
            swapped += 1
    assert swapped > 5


def test_what_follows_from_a_move() -> None:
    s = position((GBR, RGB, BRG), (8, 7, 5), (9, 9, 8), Options())
    found = position_of(s).features(MOVES[1][1])  # green passes red: green 9, red 8, blue 5
    assert found == (
        *(1, 0, False),  # a point, for green in the first place
        *(2, 0, 0),  # two cells
        *(0, 1, 0, False),  # no rival's card is known; the point lasts; rivals keep more tokens
        *(5 / 4, False, False, 0),  # green on 10 and blue on 9 would be three points
    )
    assert position_of(s).features(MOVES[1][8])[2]  # green on 4


def test_what_follows_from_a_swap() -> None:
    s = position((BRG, GBR, RGB), (8, 7, 6), (5, 0, 2), Options())
    r = replace(s.rounds[0], seen=(frozenset({0}), frozenset({0, 1}), *s.rounds[0].seen[2:]))
    s = replace(s, rounds=(r,), phase="swap")
    now = position_of(s)
    assert now.features(KEEP) == (True, 0, 0, 0, 0, False, 3 / 4, False, False, False, 0, 0, 0, 0)
    assert now.features(GAME.read("swap 1"))[:6] == (False, 0, 0, 0, 0, False)
    unknown = now.features(GAME.read("swap 2"))
    assert unknown[1] == 1.0
    assert unknown[5]
    assert unknown[9]
    assert now.features(GAME.read("swap centre 1"))[8]


def test_how_far_three_points_are() -> None:
    assert cost((3, 2, 1), (CARD[RGB],)) == 0
    assert cost((3, 2, 1), (CARD[GRB],)) == 2
    assert cost((3, 2, 1), (CARD[GRB], CARD[RGB])) == 0
    assert cost((1, 5, 9), (CARD[RGB],)) == champion.MOST_COST
    assert cost((12, 12, 12), (CARD[RGB],)) == 3  # blue goes round to 2, green to 1


def test_how_long_points_last() -> None:
    assert hold((9, 6, 3), (CARD[RGB],)) == (1, 1)
    assert hold((12, 6, 3), (CARD[RGB],)) == (2 / 3, 2 / 3)  # with red on 1 nothing is in place
    assert hold((3, 2, 1), (CARD[RGB],)) == (1, 1)  # green and blue cannot move


def test_stages_tell_tokens_and_time() -> None:
    found = set()
    for tokens in ((9, 9, 9), (9, 0, 8), (1, 9, 9), (3, 5, 0), (9, 1, 0), (9, 8, 8), (9, 7, 1)):
        for now in (0, 160_000, 205_000, 300_000, 340_000, 380_000, 400_000):
            s = position((GBR, RGB, BRG), (8, 7, 5), tokens, Options())
            found.add(position_of(s, now=now).stage())
    assert len(found) == 7 * 6
    assert all(0 <= stage < STAGES for stage in found)


def test_alone_it_spends_its_tokens_for_three_points() -> None:
    for hands, tokens, card in (((3, 5, 9), 11, GBR), ((3, 2, 1), 2, GRB), ((11, 3, 7), 30, RBG)):
        s = position((card, BGR, BRG), hands, (tokens, 0, 0), Options())
        spent = last_word(position_of(s)).spent
        assert sum(spent) == tokens
        texts = []
        for _ in range(3):
            if GAME.to_act(s) == (0,) and not s.rounds[0].points:
                texts.append(choose(s, 0, 250_000))
                s, _ = GAME.play(s, 0, GAME.read(texts[-1]), 1)
                if s.phase == "swap":
                    s, _ = GAME.play(s, 0, GAME.read("keep"), 1)
        assert s.rounds[0].points[0] == 3


def test_a_move_in_the_way_of_another_hand_comes_later() -> None:
    assert [move.hand for move in openings((1, 2, 9), (1, 3, 0))] == [1]


def test_actions_are_picked_by_their_odds() -> None:
    chances = odds([1.0, 2.0], [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    assert chances == pytest.approx([0.09003, 0.24473, 0.66524], abs=1e-5)
    assert [pick(chances, lot) for lot in (0.0, 0.0901, 0.334, 0.335, 0.9999, 1.0)] == [0, 1, 1, 2, 2, 2]


def test_the_weights_of_every_setting_are_there() -> None:
    found = tables()
    assert tuple(found) == SETTINGS
    assert all(len(table) == len(KINDS) * STAGES and len(table[0]) == FEATURES for table in found.values())
    for seats in GAME.seats:
        for cards in ("one", "all"):
            s = position(CARD_NAMES if cards == "all" else CARD_NAMES[:seats], (8, 7, 5), (9,) * seats, Options(cards))
            assert setting(GAME.view(s, 0)) in found


def test_damaged_weights_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "weights.bin"
    file.write_bytes(champion.FILE.read_bytes() + b"!")
    monkeypatch.setattr(champion, "FILE", file)
    tables.cache_clear()
    with pytest.raises(ValueError, match=r"weights\.bin does not match"):
        tables()
    monkeypatch.undo()
    tables.cache_clear()


def test_big_endian_machines_read_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = champion.FILE.read_bytes()
    steps = array("h", zlib.decompress(packed))
    steps.byteswap()
    expected = champion.read(packed)
    monkeypatch.setattr("sys.byteorder", "big")
    assert champion.read(zlib.compress(steps.tobytes())) == expected


def test_it_saves_tokens_while_the_bell_is_far() -> None:
    s = position((GBR, RGB, BRG), (8, 7, 5), (25, 25, 25), Options())
    texts = [choose(s, 0, 1_000, str(seed)) for seed in range(20)]
    assert sum(text.endswith(" 1") for text in texts) >= 19
    assert all(isinstance(GAME.read(text), Move) for text in texts)
