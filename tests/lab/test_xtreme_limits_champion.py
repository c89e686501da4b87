"""The compiled champion of Xtreme Limits, which its training uses, sees and weighs the same as the one in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.core.game import Seat
from tablee.games.xtreme_limits import GAME
from tablee.games.xtreme_limits.actions import Move, Swap, Take
from tablee.games.xtreme_limits.clock import CELLS
from tablee.games.xtreme_limits.players import champion
from tablee.games.xtreme_limits.players.champion import FEATURES, SETTINGS, STAGES, Position, last_word, odds, setting, tables
from tablee.games.xtreme_limits.players.expert import Expert
from tablee.games.xtreme_limits.rules import Options, State
from tests.games.test_xtreme_limits_champion import OPTIONS, at_random


@pytest.fixture
def np(outside_part: Callable[[str], Any]) -> Any:
    outside_part("numba")
    return outside_part("numpy")


@pytest.fixture
def looks(np: Any) -> Callable[..., Any]:
    """What the compiled champion makes of a position: stage, codes, features, odds, and the value of the last word."""
    from numba import njit

    from tablee.games.xtreme_limits.kernels import champion as fast

    stage_of, list_moves, list_swaps = fast.stage_of, fast.list_moves, fast.list_swaps
    fill_odds, last, many_codes, width = fast.fill_odds, fast.last_word, fast.MANY_CODES, fast.FEATURES

    def look(row: Any, seats: int, places: int, seat: int, time: float, bells: Any, swapping: bool, weights: Any) -> Any:
        codes, features, chances = np.zeros(many_codes, np.int64), np.zeros((many_codes, width)), np.zeros(many_codes)
        stage, to = stage_of(row, seats, seat, time, bells[0], bells[1]), np.zeros(3, np.int64)
        if swapping:
            many = list_swaps(row, seats, places, seat, codes, features)
        else:
            many = list_moves(row, seats, places, seat, codes, features)
        fill_odds(weights[stage], many, features, chances)
        return stage, codes[:many], features[:many], chances[:many], last(row, seat, to)

    compiled: Callable[..., Any] = njit(look)
    return compiled


def row_of(np: Any, s: State) -> Any:
    """The position as kernels know it; cards in the centre that nobody has taken are any."""
    from tablee.games.xtreme_limits.kernels import positions as p

    r, row = s.rounds[-1], np.zeros(p.ROW, np.int64)
    row[:3], row[p.TOKENS :][: len(r.tokens)], row[p.LIES :][: len(r.lies)] = r.hands, r.tokens, r.lies
    for packet, (seen, cards) in enumerate(zip(r.seen, s.cards[-1], strict=True)):
        row[p.SEEN + packet] = sum(1 << seat for seat in seen)
        row[p.FILLED + packet] = sum(1 << card for card in cards) or 1
    return row


def code_of(action: Any, seat: Seat, seats: int) -> int:
    from tablee.games.xtreme_limits.kernels.positions import MOVE_CODES, SWAP_CODES

    if isinstance(action, Move):
        return MOVE_CODES * action.hand + action.cells
    place = action.seat if isinstance(action, Swap) else seats + action.spot - 1 if isinstance(action, Take) else seat
    return SWAP_CODES + place


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("options", OPTIONS)
def test_compiled_code_sees_the_same(np: Any, looks: Callable[..., Any], seats: int, options: Any) -> None:
    for number, (s, seat, now) in enumerate(at_random(seats, options, 3)):
        if number % 3 and not Position(GAME.view(s, seat), seat, now).is_alone():
            continue
        position, view, swapping = Position(GAME.view(s, seat), seat, now), GAME.view(s, seat), s.phase == "swap"
        weights = np.array(tables()[setting(view)])[swapping * STAGES :][:STAGES]
        bells = np.array([float(position.bell_from), float(position.bell_to)])
        places = len(s.rounds[-1].lies)
        stage, codes, features, chances, value = looks(
            row_of(np, s), seats, places, seat, position.time, bells, swapping, weights
        )
        assert stage == position.stage()
        actions = [action for action in GAME.legal(s, seat) if not isinstance(action, Move) or action.cells <= CELLS]
        rows = [position.features(action) for action in actions]
        expected = odds(weights[stage], rows)
        found = {int(code): number for number, code in enumerate(codes)}
        assert len(found) == len(actions)
        for action, row, chance in zip(actions, rows, expected, strict=True):
            number = found[code_of(action, seat, seats)]
            assert features[number].tolist() == pytest.approx([float(feature) for feature in row])
            assert chances[number] == pytest.approx(chance, rel=1e-6)
        if not swapping and position.is_alone():
            last = last_word(position)
            assert value == last.value


def test_training_goes_on_where_it_was_stopped(np: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from train import xtreme_limits_policy as training

    def stop(self: Any, seats: int, every: bool) -> Any:
        if self.turn == 30:
            raise KeyboardInterrupt
        return learn(self, seats, every)

    learn = training.Learner.learn
    monkeypatch.setattr(training, "ROUNDS", 5)
    monkeypatch.setattr(training, "TURNS", 50)
    training.train(3, False, tmp_path)
    whole = np.load(tmp_path / "3-one.npz")["average"]
    (tmp_path / "3-one.npz").unlink()
    monkeypatch.setattr(training.Learner, "learn", stop)
    with pytest.raises(KeyboardInterrupt):
        training.train(3, False, tmp_path)
    monkeypatch.setattr(training.Learner, "learn", learn)
    training.train(3, False, tmp_path)
    assert (np.load(tmp_path / "3-one.npz")["average"] == whole).all()
    assert whole.any()


def test_training_writes_what_the_champion_reads(np: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from train import xtreme_limits_policy as training

    for number, (seats, cards) in enumerate(SETTINGS):
        np.savez(tmp_path / f"{seats}-{cards}.npz", average=np.full((2, STAGES, FEATURES), number / 100))
    monkeypatch.setattr(training, "FILE", tmp_path / "weights.bin")
    monkeypatch.setattr(training, "DIGEST", tmp_path / "weights.sha256")
    training.pack(tmp_path)
    found = champion.read((tmp_path / "weights.bin").read_bytes())
    for number, which in enumerate(SETTINGS):
        assert found[which][0][0] == pytest.approx(champion.SHARP * number / 100)
    assert (tmp_path / "weights.sha256").read_text().endswith("  weights.bin\n")


@pytest.mark.soak  # compiling takes longer than playing
@pytest.mark.parametrize("options", [Options(target=1), Options("all", target=1, bell_from=20, bell_to=90)])
def test_the_compiled_expert_chooses_the_same(np: Any, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same random numbers: so `train.xtreme_limits_league` measures against the expert."""
    from numba import njit
    from train import xtreme_limits_league as league
    from train.xtreme_limits_expert import search

    from tablee.games.xtreme_limits.kernels import batch

    fill_scores, fast, same = league.fill_scores, batch.Fast(3, options), 0
    jit: Any = njit
    evidence = jit(lambda hands, r, plays, plan, seat, scores: fill_scores(hands, r, plays, plan, seat, scores))
    lots = random.Random(5)
    for number, (s, seat, now) in enumerate(at_random(3, options, 5)):
        if number % 4:
            continue
        draws = [lots.random() for _ in range(20_000)]
        left = iter(draws)
        monkeypatch.setattr(Expert, "_draw", lambda self, left=left: next(left))
        expert, legal, r = Expert(GAME, seat, chance_of("1", seat)), GAME.legal(s, seat), s.rounds[-1]
        results, best = expert.search(GAME.view(s, seat), legal, now)
        position, scores, means = Position(GAME.view(s, seat), seat, now), np.zeros((6, 6)), np.zeros(len(legal))
        record = np.zeros(1, batch.ROUND)[0]
        record["plays"] = len(r.log)
        plays = np.array([mover * len(fast.moves) + fast.numbers[action] for mover, action in r.log])
        before = np.array(s.rounds[-2].hands if len(s.rounds) > 1 else (12, 12, 12))
        evidence(before, record, plays, fast.plan, seat, scores)
        known = np.array([sum(1 << card for card in packet) for packet in position.known])
        codes = np.array([code_of(action, seat, 3) for action in legal])
        bells = float(position.bell_from), float(position.bell_to)
        table = (row_of(np, s), 3, len(r.lies), seat, position.time, *bells, known, np.array(r.sizes), scores, codes)
        found = search(*table, Expert.first, Expert.budget, np.array(draws), means)
        assert means == pytest.approx([fmean(row) for row in results], abs=1e-6)
        same += found == best
        assert found == best
    assert same > 3


@pytest.mark.soak
def test_a_deal_of_the_league_follows_from_its_number(np: Any) -> None:
    from train import xtreme_limits_league as league

    from tablee.games.xtreme_limits.kernels.batch import Fast

    fast = Fast(4, Options(target=1, tokens=4, bell_from=5, bell_to=9))
    leads = [league.lead(fast, deal) for deal in (1, 2, 3, 1)]
    assert leads[0] == leads[3]
    assert len(set(leads)) > 1
