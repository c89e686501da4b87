"""The kernels of Xtreme Limits: law 11 with all kinds of options, the bell, seeds, chance, sizes."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Literal, TypeAlias

import numpy as np
import pytest

from tablee.bots import player
from tablee.core import laws, record, registry
from tablee.core.game import CHANCE, CLOCK
from tablee.games.xtreme_limits.clock import HANDS
from tablee.games.xtreme_limits.kernels import batch as kernels
from tablee.games.xtreme_limits.rules import Options, XtremeLimits
from tablee.lab.batch import PIECE, Array, Batch, play_outs, write_play_out
from tablee.lab.kernel_laws import agree
from tablee.replay import loads

GAME = XtremeLimits()
ENTRY = registry.find(GAME.id)
MATCHES = int(os.environ.get("TABLEE_SOAK_MATCHES", "100000"))
CARDS: tuple[Literal["one", "all"], ...] = ("one", "all")
Rows: TypeAlias = list[tuple[int, str, int]]
SHORT: dict[str, Any] = {"target": 4, "bell_from": 5, "bell_to": 30}


# Law 11
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("cards", CARDS)
def test_kernels_agree_with_the_rules(seats: int, cards: Literal["one", "all"]) -> None:
    for reminder in (False, True):
        assert agree(GAME, 2, seats, seats, Options(cards, reminder=reminder, **SHORT)) > 0


EDGES = {
    "by the book": Options(target=3),
    "one round": Options(rounds=1),
    "the last round ends it": Options(rounds=3, target=100, tokens=4),
    "many rounds": Options(rounds=200, target=12, tokens=1),
    "a token each": Options("all", tokens=1, target=2),
    "many tokens": Options(tokens=90, rounds=2),
    "only one bell": Options("all", target=3, bell_from=5, bell_to=5),
    "any bell": Options(target=2, bell_from=2, bell_to=3600),
}


@pytest.mark.parametrize("options", EDGES.values(), ids=EDGES)
def test_kernels_agree_with_the_rules_at_the_edges(options: Options) -> None:
    assert agree(GAME, 2, 1, 3 + options.rounds % 4, options) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seats", GAME.seats)
def test_kernels_agree_with_the_rules_in_many_games(seats: int) -> None:
    for cards, target, tokens, bell in product(CARDS, (1, 10), (0, 1, 7), (5, 30, 390)):
        assert agree(GAME, 10, tokens, seats, Options(cards, target, tokens=tokens, bell_from=5, bell_to=bell)) > 0


class Peeking(kernels.Fast):
    """Shows every seat the cards of the seat to its left."""

    def observe(self, state: kernels.BatchState, seat: int, out: Array) -> None:
        super().observe(state, -1 if seat < 0 else (seat + 1) % self.seats, out)
        out[:, 0] = seat


class Forgetful(kernels.Fast):
    """Forgets all rounds but the last."""

    def observe(self, state: kernels.BatchState, seat: int, out: Array) -> None:
        super().observe(state, seat, out)
        out[out[:, 3] > 1, kernels.HEAD : kernels.HEAD + sum(self.columns.values())] = -1


class Late(kernels.Fast):
    """The bell rings a second after its time."""

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.plan = self.plan._replace(bell_from=options.bell_from + 1)


class Stubborn(kernels.Fast):
    """Never lets anybody keep a card."""

    def mask(self, state: kernels.BatchState, out: Array) -> None:
        super().mask(state, out)
        out[:, :, -1] = False


@pytest.mark.parametrize("mutant", [Peeking, Forgetful, Late, Stubborn])
def test_law_11_finds_a_wrong_kernel(mutant: type[kernels.Fast], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "Fast", mutant)
    with pytest.raises(laws.BrokenLaw) as broken:
        agree(GAME, 2, 3, 4, Options(**SHORT))
    assert broken.value.law == 11


def test_views_of_open_steps_can_be_observed() -> None:
    """Including positions where CHANCE is to act, which a batch never shows."""
    options, below, now = Options(**SHORT), random.Random(4), 0
    kernel, state, phases = kernels.Fast(4, options), GAME.start(4, options), set()
    while asked := GAME.to_act(state):
        action = below.choice(GAME.legal(state, asked[0]))
        state, _ = GAME.play(state, asked[0], action, now)
        phases.add(state.phase)
        for watcher in (None, *range(4)):
            view = GAME.view(state, watcher)
            assert kernel.read_view(kernel.write_view(view)) == view
    assert phases == {*kernels.PHASES} - {"first"}


# The bell
def rows(batch: Batch, game: int) -> Rows:
    entries = (record.read(line) for line in batch.write_match(game).splitlines()[1:])
    return [(entry.who, entry.text, entry.ms) for entry in entries if isinstance(entry, record.Action)]


def test_an_action_before_the_bell_counts_and_one_at_the_bell_does_not() -> None:
    batch = Batch(GAME, 2, options={"bell_from": 5, "bell_to": 5})
    batch.step(batch.random_actions(), 700)  # wind
    batch.step([[batch.moves.index("red 1")] * 3] * 2, [[4999] * 3, [5000] * 3])
    first, second = rows(batch, 0), rows(batch, 1)
    assert first[-3][1:] == ("wind", 700)
    assert first[-2:] == [(CHANCE, "bell 5", 700), (first[-3][0], "red 1", 5699)]
    rung = second.index((CLOCK, "bell", 5700))
    assert [row[1] for row in second[rung - 2 : rung]] == ["wind", "bell 5"]
    assert [(who, ms) for who, _, ms in second[rung + 1 :]] == [(CHANCE, 5700)] * 3  # the next deal
    assert batch.steps.tolist() == [2, 2]
    assert not batch.over.any()


def test_the_active_player_at_the_bell_scores_nothing_and_the_next_begins() -> None:
    batch = Batch(GAME, 400, options={"bell_from": 5, "bell_to": 5})
    for ms in (0, 0, 0, 5000):
        turn = batch.waiting.argmax(axis=1)
        batch.step(batch.random_actions(), ms)
    assert not batch.scores[np.arange(400), turn].any()
    assert batch.scores.any()
    assert np.array_equal(batch.waiting.argmax(axis=1), (turn + 1) % 3)


# Seeds
def played(n: int, threads: int = 1, first: int = 0, steps: int = 60) -> Batch:
    batch = Batch(GAME, n, 11, 4, {"rounds": 6}, first=first, threads=threads)
    for _ in range(steps):
        batch.step(batch.random_actions(), 9000)
    return batch


def test_a_seeded_game_is_the_same_in_any_batch_and_on_any_thread() -> None:
    n = PIECE + 300
    one, two, single = played(n), played(n, 2), played(1, first=n - 1)
    assert np.array_equal(one.observe(1), two.observe(1))
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.observe(1)[-1:], single.observe(1))
    assert one.write_match(n - 1) == single.write_match(0)
    assert len({row.tobytes() for row in one.observe()}) == n


def test_seeded_whole_games_are_the_same_stepped_or_played_out() -> None:
    n = 600
    scores, batch = play_outs(GAME, n, 5, 4), Batch(GAME, n, 5, 4, threads=2)
    batch.play_out()
    assert np.array_equal(scores, batch.scores)
    assert np.array_equal(scores[37:60], play_outs(GAME, 23, 5, 4, first=37, threads=2))
    for seed, first in ((6, 0), (5, PIECE), (5 + (1 << 40), 0), (5, 1 << 40)):
        assert not np.array_equal(scores, play_outs(GAME, n, seed, 4, first=first))
    assert write_play_out(GAME, 50, 5, 4) == batch.write_match(50)


def test_the_deal_does_not_depend_on_the_actions() -> None:
    """Neither the cards, including those in the centre, nor the bell."""
    dealt = []
    for which in (None, 0, -2):
        batch = Batch(GAME, 1, 2, options={"rounds": 8, "target": 100})
        while which is not None and not batch.over.all():
            actions = legal(batch)
            batch.step([[actions[which % len(actions)]] * 3], 15_000)
        batch.play_out()
        dealt.append(deals(rows(batch, 0)))
    for several in zip(*dealt, strict=True):
        both = min(map(len, several))
        assert len({tuple(cards[:both]) for cards in several}) == 1
    assert len({tuple(cards[1:4]) for cards in dealt[0]}) > 5  # the rounds differ
    assert {len(cards) for deal in dealt for cards in deal} >= {4, 5, 6}


def legal(batch: Batch) -> list[int]:
    """The legal actions of the seat to act in the first game."""
    return [int(action) for action in np.flatnonzero(batch.mask[0].any(axis=0))]


def deals(match: Rows) -> list[list[str]]:
    """For each round of three seats, the bell and all cards in the order they were drawn."""
    found: list[list[str]] = []
    drawn: list[str] = []
    for who, text, _ in match:
        if who == CHANCE and text.startswith("bell"):
            if found:
                found[-1] += drawn[:-3]
            found.append([text, *drawn[-3:]])
            drawn = []
        elif who == CHANCE and "-" in text:
            drawn.append(text)
    found[-1] += drawn
    return found


# Sizes
@pytest.mark.parametrize(("seats", "options"), [(3, Options()), (6, Options("all", rounds=7)), (4, Options(tokens=3))])
def test_a_game_takes_the_documented_bytes(seats: int, options: Options) -> None:
    n, plays = 50, kernels.Fast(seats, options).plays
    batch = Batch(GAME, n, seats=seats, options=options, keep=False)
    assert sum(array.nbytes for array in batch.state) == n * (40 + options.rounds * (48 + 2 * plays))
    assert plays == 111 or options != Options()


def small_step(batch: Batch, hand: int) -> int:
    """The shortest move, with this hand if possible; if there is no move, the first legal action."""
    red, green, blue = (batch.moves.index(f"{name} 1") for name in ("red", "green", "blue"))
    moves = [action for action in legal(batch) if red <= action < 2 * blue - green]
    if not moves:
        return legal(batch)[0]
    return min(moves, key=lambda action: ((action - red) % (green - red), ((action - red) // (green - red) - hand) % 3))


@pytest.mark.parametrize(("seats", "tokens"), [(3, 1), (3, 2), (4, 7), (6, 15), (3, 30)])
def test_the_longest_rounds_fit(seats: int, tokens: int) -> None:
    """Otherwise the kernels would write out of bounds."""
    batch = Batch(GAME, 1, 3, seats, {"tokens": tokens, "rounds": 6, "target": 100}, log=True)
    for turn in range(batch.kernel.rows):
        batch.step([[small_step(batch, turn % 3)] * seats], 0)
        if batch.over.all():
            break
    plays = batch.state.rounds["plays"].max()
    assert seats * tokens < plays <= kernels.most_plays(seats, tokens)
    assert batch.log[0, 0, 0] <= batch.kernel.rows
    assert loads(batch.write_match(0).splitlines()).result().scores == tuple(batch.scores[0])


# Chance
def matches_by_rules(n: int, seats: int, options: Options) -> Iterator[tuple[Rows, tuple[int, ...]]]:
    """Matches between the game's random bots, which need no view."""
    chance = random.Random("statistics")
    bots = [player(ENTRY, "random")(GAME, seat, lambda *_: chance.randrange) for seat in range(seats)]
    for _ in range(n):
        yield match_by_rules(bots, options, chance)


def match_by_rules(bots: list[Any], options: Options, chance: random.Random) -> tuple[Rows, tuple[int, ...]]:
    state, now, found = GAME.start(len(bots), options), 0, []
    while asked := GAME.to_act(state):
        who, may = asked[0], GAME.legal(state, asked[0])
        if who == CHANCE:
            action = chance.choice(may)
        else:
            action = bots[who].choose(None, may, now)
            now += bots[who].pace(None, action, now)
        alarm = GAME.alarm(state)
        if alarm is not None and now >= alarm:
            who, action, now = CLOCK, GAME.legal(state, CLOCK)[0], alarm
        state, _ = GAME.play(state, who, action, now)
        found.append((who, GAME.write(action), now))
    outcome = GAME.outcome(state)
    assert outcome
    return found, outcome.scores


def matches_by_kernels(n: int, seats: int, options: Options) -> Iterator[tuple[Rows, tuple[int, ...]]]:
    codes = GAME.codes(seats, options)
    for first in range(0, n, 500):
        batch = Batch(GAME, min(500, n - first), 8, seats, options, first=first, keep=False, log=True)
        batch.play_out()
        for log, scores in zip(batch.log, batch.scores.tolist(), strict=True):
            yield [(who, codes[code], ms) for who, code, ms in log[1 : 1 + log[0, 0]].tolist()], tuple(scores)


def features(match: Rows, scores: tuple[int, ...]) -> list[int]:
    """Some numbers of one match. A match is one observation, so chi-square applies."""
    texts = [text for _, text, _ in match]
    rounds = texts.count("wind")
    moves = [text.split() for who, text, _ in match if who >= 0 and text.startswith(HANDS)]
    exchanges = [sum(text.startswith(what) for text in texts) for what in ("keep", "swap", "swap centre")]
    return [
        *(scores[0], scores[-1], max(scores), rounds, len(match), texts.count("bell"), *exchanges),
        *(int(texts[0][-1]), texts[1] < texts[2], min(texts[1:4]) == texts[1]),  # who begins, and the first cards
        *(next(int(text[5:]) for text in texts if text.startswith("bell ")), match[-1][2] // rounds),
        *(int(cells) * 3 + HANDS.index(hand) for hand, cells in moves[:2]),
    ]


def chance_of(stats: Any, found: Array, expected: Array) -> float:
    """The probability of such a difference or a greater one by chance."""
    edges = np.unique(np.quantile(np.concatenate([found, expected]), np.linspace(0, 1, 16)))
    table = np.array([np.histogram(values, [*edges, np.inf])[0] for values in (found, expected)])
    table = table[:, table.sum(axis=0) >= 10]
    return float(stats.chi2_contingency(table).pvalue) if table.shape[1] > 1 else 1.0


@pytest.mark.parametrize(
    ("cards", "games"),
    [("one", 200), ("all", 200), *(pytest.param(cards, MATCHES, marks=pytest.mark.soak) for cards in CARDS)],
)
def test_random_play_matches_the_rules(cards: Literal["one", "all"], games: int, outside_part: Callable[[str], Any]) -> None:
    options = Options(cards, target=4)
    by_rules = np.array([features(*match) for match in matches_by_rules(games, 4, options)])
    by_kernels = np.array([features(*match) for match in matches_by_kernels(5 * games, 4, options)])
    stats = outside_part("scipy.stats")
    for column, (found, expected) in enumerate(zip(by_kernels.T, by_rules.T, strict=True)):
        assert chance_of(stats, found, expected) > 1e-5, column


def test_the_statistics_notice_another_game(outside_part: Callable[[str], Any]) -> None:
    stats = outside_part("scipy.stats")
    found, other = (
        np.array([features(*match) for match in matches_by_kernels(1000, 4, Options(target=4, tokens=tokens))])
        for tokens in (22, 19)
    )
    assert min(chance_of(stats, *columns) for columns in zip(found.T, other.T, strict=True)) < 1e-5
