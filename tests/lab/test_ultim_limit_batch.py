"""The kernels of Ultim' Limit compared with its rules: law 11, the glass, kept piles, seeds, statistics."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tablee.bots import RandomBot
from tablee.core import laws, record
from tablee.core.game import CHANCE, TooSoon, total
from tablee.core.options import combinations
from tablee.games.ultim_limit import GAME
from tablee.games.ultim_limit.actions import STOP, Action, Go, Roll, Take
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, DECK
from tablee.games.ultim_limit.kernels import batch as kernels
from tablee.games.ultim_limit.players import bots
from tablee.games.ultim_limit.rules import ROUNDS, TURNS, Options, PublicState, RoundCount, State
from tablee.lab.batch import PIECE, Array, Batch, play_outs, write_play_out
from tablee.lab.kernel_laws import agree
from tablee.lab.simulate import tables
from tablee.match import Match
from tablee.replay import loads
from tests.games_here import find
from tests.lab.in_time import play_in_time
from tests.lab.test_batch import chance_of
from tests.test_soak import MATCHES

ULTIM = "ultim-limit"
SITUATIONS = laws.situations(find(ULTIM))
ODD = [
    Options(glass_from=10, glass_to=10),
    Options("super", glass_from=10, glass_to=40, roll_gap=100),
    Options(young=True, glass_from=20, glass_to=60, roll_gap=5000),
    Options("super", True, glass_from=15, glass_to=600),
]


# Law 11.
@pytest.mark.parametrize(("seats", "options"), [*SITUATIONS, *((2 + n % 3, options) for n, options in enumerate(ODD))])
def test_kernels_agree_with_the_rules(seats: int, options: Options) -> None:
    assert agree(ULTIM, 1 + (seats < 3), 10 * seats, seats, options) > 0


class Bold(Batch):
    """Prefers taking to rolling, and stops late; notes what happened."""

    met: set[str]
    before: Any = None

    def random_actions(self) -> Array:
        games, mask = self.state.games, self.mask
        before, self.before = games if self.before is None else self.before, games.copy()
        met = {
            "reshuffle": (games["round"] == before["round"]) & (games["piled"] > before["piled"]),
            "short row": (games["row"] < 0).any(axis=1) & (games["dice"] > 0) & (games["dice"] == games["unspent"]),
            "turned glass": games["turned"] >= 0,
            "choice": games["phase"] == kernels.KEEP,
        }
        Bold.met |= {what for what, rows in met.items() if rows.any()}
        weights = np.random.default_rng(len(self.history)).random(mask.shape)
        weights[:, :, kernels.DO_ROLL] /= 4
        weights[:, :, kernels.DO_STOP] *= 0 if self.setting.options.young else games["taken"][:, None] / 200
        return np.where(mask.any(axis=2), (mask * weights).argmax(axis=2), -1).astype(np.int32)


@pytest.fixture
def bold(monkeypatch: pytest.MonkeyPatch) -> type[Bold]:
    """Makes law 11 play with bold players."""
    monkeypatch.setattr("tablee.lab.kernel_laws.Batch", Bold)
    Bold.met = set()
    return Bold


@pytest.mark.parametrize(
    ("seats", "options", "meets"),
    [
        (3, Options("super", glass_from=400, glass_to=450), {"reshuffle", "turned glass", "choice"}),
        (3, Options("super", True, 400, 600, 100), {"short row", "choice"}),
    ],
)
def test_kernels_agree_with_the_rules_in_long_turns(seats: int, options: Options, meets: set[str], bold: type[Bold]) -> None:
    assert agree(ULTIM, 1, seats, seats, options) > 0
    assert bold.met >= meets


class Peeping(kernels.Fast):
    """Shows the end of a hidden glass."""

    def observe(self, state: kernels.BatchState, seat: int, out: Array) -> None:
        super().observe(state, seat, out)
        out[:, 9] = state.games["deadline"]


class Telling(kernels.Fast):
    """Shows what the next seat keeps."""

    def observe(self, state: kernels.BatchState, seat: int, out: Array) -> None:
        super().observe(state, (seat + 1) % self.seats, out)
        out[:, 0] = seat


def planned(**changes: Any) -> type[kernels.Fast]:
    class Other(kernels.Fast):
        def __init__(self, seats: int, options: Options) -> None:
            super().__init__(seats, options)
            self.plan = self.plan._replace(**changes)

    return Other


@pytest.mark.parametrize(
    "mutant", [Peeping, Telling, planned(roll_gap=0), planned(young=True), planned(classic=True), planned(glass_from=290)]
)
@pytest.mark.usefixtures("bold")
def test_law_11_finds_a_wrong_kernel(mutant: type[kernels.Fast], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "Fast", mutant)
    with pytest.raises(laws.BrokenLaw, match="law 11"):
        agree(ULTIM, 2, 3, 2, Options("super", glass_from=300, glass_to=310, roll_gap=2000))


# Time.
def rows(batch: Batch, row: int = 0) -> list[tuple[int, str, int]]:
    entries = map(record.read, batch.write_match(row).splitlines())
    return [(e.who, e.text, e.ms) for e in entries if isinstance(e, record.Action) and e.who != CHANCE]


def glass_of_a_second(*steps: tuple[str, int], young: bool = False) -> Batch:
    batch = Batch(ULTIM, 1, seats=1, options={"glass_from": 10, "glass_to": 10, "young": young})
    for text, ms in steps:
        batch.step([batch.moves.index(text)], ms)
    return batch


def test_an_early_roll_waits_and_the_glass_may_end_meanwhile() -> None:
    batch = glass_of_a_second(("go", 300), ("roll", 0), ("roll", 20), ("roll", 499))
    assert rows(batch) == [(0, "go", 300), (0, "roll", 300), (0, "roll", 800), (-2, "sand", 1300)]
    assert batch.mask[0, 0, batch.moves.index("go")]


@pytest.mark.parametrize("young", [False, True])
def test_a_stop_counts_before_the_alarm_and_not_at_it(young: bool) -> None:
    early, late = (glass_of_a_second(("go", 300), ("stop", ms), young=young) for ms in (999, 1000))
    assert rows(early)[1:] == [(0, "stop", 1299)]
    assert rows(late)[1:] == [(-2, "sand", 1300)]
    for batch, ms, banked in ((early, 999, True), (late, 1000, young)):
        verdict = batch.kernel.read_view(batch.observe()[0]).seen.verdicts[0]
        assert (verdict.ms, verdict.banked) == (ms, banked)


def test_a_glass_turned_at_once_runs_a_millisecond_more() -> None:
    batch = Batch(ULTIM, 64, seats=1)
    go, roll, stop, turn = map(batch.moves.index, ("go", "roll", "stop", "ultim glass"))
    batch.step(np.full(64, go), 5)
    batch.step(np.full(64, roll), 0)
    doubles = np.flatnonzero(batch.mask[:, 0, turn])[:2]
    assert len(doubles) == 2
    chosen, took = np.full((2, 64), -1), np.zeros(64, np.int32)
    chosen[:, doubles], took[doubles[1]] = [[turn], [stop]], 1
    batch.step(chosen[0], 0)
    batch.step(chosen[1], took)
    assert [rows(batch, row)[-1] for row in doubles] == [(0, "stop", 5), (-2, "sand", 6)]


# R15, R16, R17: piles.
PATTERNS = [
    [1] * 9,
    [3, 2, 2, 2, 2, 1, 1],
    [4, 4, 4, 4, 4, 4, 4, 4, 4],
    [5, 4, 3, 2, 2, 1],
    [2, 2],
    [],
    [12, 7, 7, 7, 7],
    [3, 3, 3, 2, 1, 1, 1],
    *(random.Random(n).choices(range(4), k=9) for n in range(40)),
]


def last_turn(sizes: list[int], round: int) -> tuple[State, Options]:
    """One seat has a loot with these piles and plays the last turn of the round."""
    options, colours = Options("super"), random.Random(str(sizes)).sample(range(len(COLOURS)), len(sizes))
    of = {colour: [card for card in DECK if COLOUR[card] == colour] for colour in colours}
    loot = tuple(sorted(card for colour, n in zip(colours, sizes, strict=True) for card in of[colour][:n]))
    pile = tuple(card for card in DECK if card not in loot)
    none = ((RoundCount((), ()),),) * round
    seen = PublicState(options, 1, "turn", pile, (loot,), turn=TURNS - 1, counts=none, started=0)
    return State(seen, 20_000), options


@pytest.mark.parametrize("round", [0, ROUNDS - 1])
def test_piles_are_kept_and_scored_like_the_rules(round: int) -> None:
    for sizes in PATTERNS:
        s, options = last_turn(sizes, round)
        kernel, log = kernels.Fast(1, options), np.zeros((1, 0, 3), np.int32)
        state = kernel.fresh(1)
        kernel.begin(state, 0, np.array([0]), log)
        state.games[["phase", "round", "turn", "deadline", "started"]] = (kernels.TURN, round, TURNS - 1, 20_000, 0)
        state.games["place"] = kernels.places_of(s.seen)
        kernel.step(state, np.array([[kernels.DO_STOP]], np.int32), np.array([[500]], np.int32), log)
        s, _ = GAME.play(s, 0, STOP, 500)
        legal, mask, points = GAME.legal(s, 0), np.zeros((1, 1, len(kernel.moves)), bool), np.zeros((2, 1, 1), np.int32)
        kernel.mask(state, mask)
        if s.seen.phase == "keep":
            assert {kernel.moves[move] for move in np.flatnonzero(mask)} == set(map(GAME.write, legal))
            kernel.step(state, np.full((1, 1), mask.argmax(), np.int32), np.zeros((1, 1), np.int32), log)
            s, _ = GAME.play(s, 0, legal[0], 500)
        kernel.outcome(state, *points)
        assert points[0, 0, 0] == total(GAME.sheet(GAME.view(s, 0), 0))
        assert state.games["keep"][0, round, 0] == sum(1 << colour for colour in s.seen.counts[-1][0].keep)


def test_ties_are_broken_by_the_numbers_on_the_cards() -> None:
    """R19"""
    options, chance, ties = Options(), random.Random(1), set()
    kernel = kernels.Fast(4, options)
    state, scores, places = kernel.fresh(1), *(np.zeros((1, 4), np.int32) for _ in range(2))
    for _ in range(60):
        cards = chance.sample(DECK, 8)
        loots = [tuple(sorted(cards[2 * seat : 2 * seat + chance.choice((1, 2))])) for seat in range(4)]
        counts = ((RoundCount((), ()),) * 4,) * (ROUNDS - 1) + (tuple(RoundCount(loot, ()) for loot in loots),)
        outcome = GAME.outcome(State(PublicState(options, 4, "over", (), tuple(loots), counts=counts)))
        state.games["counted"] = -1
        for seat, loot in enumerate(loots):
            state.games["counted"][0, ROUNDS - 1, loot] = seat
        state.games["score"] = [len(loot) for loot in loots]
        kernel.outcome(state, scores, places)
        assert outcome
        assert (tuple(scores[0]), tuple(places[0])) == (outcome.scores, outcome.places)
        ties.add(len(set(outcome.places)) < 4)
    assert ties == {False, True}


# Views.
@pytest.mark.parametrize("young", [False, True])
@pytest.mark.parametrize("scoring", ["classic", "super"])
def test_views_of_open_steps_can_be_observed(scoring: Any, young: bool) -> None:
    """In the middle of a deal, and while only some seats have chosen what to keep."""
    options, below, now = Options(scoring, young, 60, 90), random.Random(f"{scoring} {young}"), 0
    kernel, state, phases = kernels.Fast(3, options), GAME.start(3, options), set()
    while asked := GAME.to_act(state):
        seat = below.choice(asked)
        now += below.randrange(0, 500) if seat != CHANCE else 0
        try:
            legal = GAME.legal(state, seat)
            early = len(state.seen.taken) < 5
            state, now = play_in_time(GAME, state, seat, below.choice([a for a in legal if a != STOP or not early]), now)
        except TooSoon as soon:
            now = soon.until - 1
        phases.add(state.seen.phase)
        view = GAME.view(state, below.choice((None, 0, 1, 2)))
        assert kernel.read_view(kernel.write_view(view)) == view
    assert phases >= {"deal", "go", "glass", "turn", "roll", "over", *(["keep"] if scoring == "super" else [])}


# Seeds and sizes.
def stepped(n: int, threads: int = 1, first: int = 0) -> Batch:
    batch = Batch(ULTIM, n, 11, 3, {"scoring": "super"}, first=first, threads=threads)
    for _ in range(12):
        batch.step(batch.random_actions())
    return batch


def test_a_seeded_game_is_the_same_in_any_batch_and_on_any_thread() -> None:
    n = PIECE + 40
    one, two, single = stepped(n), stepped(n, threads=2), stepped(1, first=n - 1)
    assert np.array_equal(one.observe(1), two.observe(1))
    assert np.array_equal(one.observe(1)[-1:], single.observe(1))
    assert len({row.tobytes() for row in one.observe()}) == n
    for batch in (one, two, single):
        batch.play_out()
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.observe(1)[-1:], single.observe(1))
    assert one.write_match(n - 1) == single.write_match(0)
    assert loads(single.write_match(0).splitlines()).result().scores == tuple(one.scores[-1])


def test_seeded_whole_games_are_the_same_stepped_or_played_out() -> None:
    scores = play_outs(ULTIM, PIECE + 100, 5, 2)
    assert np.array_equal(scores, play_outs(ULTIM, PIECE + 100, 5, 2, threads=2))
    assert np.array_equal(scores[37:60], play_outs(ULTIM, 23, 5, 2, first=37))
    assert not np.array_equal(scores, play_outs(ULTIM, PIECE + 100, 6, 2))


@pytest.mark.parametrize("seats", [1, 4])
def test_a_game_takes_the_documented_bytes(seats: int) -> None:
    batch = Batch(ULTIM, 1000, seats=seats, keep=False)
    assert sum(array.nbytes for array in batch.state) == 768 * 1000
    assert f"takes {batch.state.games.itemsize} bytes" in str(kernels.__doc__)


# Random play matches the rules.
BOTS = {"random": bots.Hasty, "even": RandomBot}  # as a kernel plays a game out, and as a batch steps


@cache
def by_rules(bot: str, n: int, seats: int, options: Options) -> Array:
    """For each match: the last seat's score, the turns banked, and the total time of the glass."""
    entry = replace(find(ULTIM), bots=BOTS)
    return np.array([facts(table.match) for table in tables(entry, [bot] * seats, options, n, "statistics")])


def facts(match: Match) -> tuple[int, int, int]:
    verdicts = match.state.seen.verdicts
    return match.result().scores[-1], sum(v.banked for v in verdicts), sum(v.ms for v in verdicts)


def by_kernel(bot: str, n: int, seats: int, options: Options) -> Array:
    batch = Batch(ULTIM, n, 4, seats, options, keep=False)
    if bot == "random":
        batch.play_out()
    while batch.waiting.any():
        batch.step(batch.random_actions())
    columns = batch.setting.kernel.columns  # type: ignore[attr-defined]  # this game's own
    parts = dict(zip(columns, np.split(batch.observe(), np.cumsum(list(columns.values()))[:-1], axis=1), strict=True))
    return np.stack([batch.scores[:, -1], parts["banked"].sum(axis=1), parts["ms"].sum(axis=1)], axis=1)


SHORT = [
    ("random", 100, 1, Options()),
    ("random", 50, 2, Options("super")),
    ("even", 200, 1, Options(glass_from=20, glass_to=50)),
]
LONG = [
    *((bot, MATCHES, 1, Options()) for bot in BOTS),
    *(("random", MATCHES // 10, 2, options) for options in combinations(Options)),
    *(("even", MATCHES // 10, 3, Options("super", young, 20, 50, 1500)) for young in (False, True)),
]


@pytest.mark.parametrize(
    ("bot", "games", "seats", "options"), [*SHORT, *(pytest.param(*row, marks=pytest.mark.soak) for row in LONG)]
)
def test_random_play_matches_the_rules(
    bot: str, games: int, seats: int, options: Options, outside_part: Callable[[str], Any]
) -> None:
    expected, found = by_rules(bot, games, seats, options), by_kernel(bot, 10 * games, seats, options)
    for what in range(expected.shape[1]):
        assert chance_of(outside_part("scipy.stats"), found[:, what], expected[:, what]) > 1e-4


def span(seen: PublicState, kind: type[Action]) -> tuple[int, int]:
    """The shortest and longest time the bot `random` takes."""
    spans = [bots.MOVES[kind]]
    spans += [bots.LOOK] * (seen.dice != () and seen.dice == seen.unspent)
    spans += [bots.REFILL] * (kind is Roll) * seen.row.count(None)
    return sum(low for low, _ in spans), sum(high for _, high in spans)


def test_kernels_play_out_at_the_pace_of_the_random_bot() -> None:
    parts: dict[type[Action], list[float]] = {}
    for number in range(8):
        header, *lines = (record.read(line) for line in write_play_out(ULTIM, number, 1).splitlines()[:-1])
        assert isinstance(header, record.Header)
        match = Match(GAME, header)
        for line in lines:
            assert isinstance(line, record.Action)
            if line.who >= 0:
                kind = type(GAME.read(line.text))
                low, high = span(match.state.seen, kind)
                parts.setdefault(kind, []).append((line.ms - match.now - low) / (high - low))
            match.act(line.who, line.text, line.ms)
    for found in parts.values():
        assert all(0 <= part <= 1 for part in found)
    for kind in (Go, Roll, Take):
        assert np.mean(parts[kind]) == pytest.approx(0.5, abs=0.15)


def test_the_statistics_notice_another_game(outside_part: Callable[[str], Any]) -> None:
    expected, found = by_rules(*SHORT[0]), by_kernel("random", 1000, 1, Options(glass_from=200, glass_to=240))
    assert chance_of(outside_part("scipy.stats"), found[:, 2], expected[:, 2]) < 1e-4
