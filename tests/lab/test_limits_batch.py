"""The kernels of Limits compared with its rules: law 11, long rounds, memory, seeds, statistics."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tablee.core import laws, record
from tablee.core.game import CHANCE
from tablee.core.registry import find
from tablee.games.limits.kernels import batch as kernels
from tablee.games.limits.rules import Limits, Options, Table
from tablee.lab.batch import PIECE, Array, Batch, play_outs, write_play_out
from tablee.lab.kernel_laws import agree
from tablee.replay import loads
from tests.lab.test_batch import chance_of

ENTRY = find("limits")
GAME = Limits()
MATCHES = int(os.environ.get("TABLEE_SOAK_MATCHES", "100000"))
SEATS = range(2, 7)


# Law 11.
@pytest.mark.parametrize(("seats", "options"), laws.situations(ENTRY), ids=lambda part: str(part))
def test_kernels_agree_with_the_rules_for_every_number_of_seats(seats: int, options: Options) -> None:
    assert agree(GAME, 2, 10 * seats + options.memory_aid, seats, options) > 2 * kernels.PLANS[seats - 2].rounds


class Patience:
    """Plays for long rounds: accuses rarely or if nothing else is left, exchanges four of a colour if possible, and
    keeps cards of one colour for that. Notes what happened in the games."""

    def __init__(self, seed: int, trust: float) -> None:
        self.chance, self.trust = np.random.default_rng(seed), trust
        self.seen: set[str] = set()
        self.marks = 0

    def __call__(self, batch: Batch) -> Array:
        self.look(batch.state.games, batch.seats)
        liking = self.chance.random(batch.mask.shape)
        for action, text in enumerate(batch.moves):
            word, *colours = text.split()
            if word == "accuse":
                liking[:, :, action] += 10 * (self.chance.random((batch.n, 1)) > self.trust) - 5
            elif word == "four":
                liking[:, :, action] += 3
            else:
                for colour in colours or [word]:
                    liking[:, :, action] -= 0.4 * batch.state.games["hand"][:, : batch.seats, GAME.deck.colour(colour)]
        best = np.where(batch.mask, liking, -np.inf).argmax(axis=2).astype(np.int32)
        return np.where(batch.waiting, best, np.int32(-1))

    def look(self, games: Array, seats: int) -> None:
        known = (games["top"] > 0) | (games["bottom"] > 0)
        events = {
            "cards put back": games["top"] == 2,
            "one of them drawn": games["top"] == 1,
            "pile turned over": games["bottom"] > 0,
            "only known cards to draw": (games["unknown"] == 0) & known & (games["pile"] > 0),
            "nothing to draw": (games["unknown"] == 0) & ~known,
            "empty hand": (games["size"][:, :seats] == 0).any(axis=1),
            "ring is round": games["first"] + games["bottom"] + games["pile"] > kernels.RING,
            "bank is empty": games["points"].sum(axis=1) == GAME.deck.bank,
        }
        self.seen |= {name for name, found in events.items() if found.any()}
        self.marks = max(self.marks, games["marks"].max())


ALWAYS = {"cards put back", "one of them drawn", "pile turned over", "only known cards to draw", "ring is round"}
LAST = {"nothing to draw", "empty hand"}


@pytest.mark.parametrize(
    ("seats", "trust", "come_to"), [(2, 1.0, {*LAST, "bank is empty"}), (3, 0.98, LAST), (4, 0.9, set()), (6, 1.0, LAST)]
)
def test_kernels_agree_with_the_rules_in_long_rounds(
    seats: int, trust: float, come_to: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = Patience(seats, trust)
    monkeypatch.setattr(Batch, "random_actions", lambda batch: patience(batch))
    assert agree(GAME, 1, seats, seats) > 0
    assert patience.seen >= ALWAYS | come_to


@pytest.mark.soak
@pytest.mark.parametrize("seats", SEATS)
def test_kernels_agree_with_the_rules_in_many_long_rounds(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, trust in enumerate((0.5, 0.9, 0.95, 0.99, 1.0)):
        patience = Patience(number, trust)
        monkeypatch.setattr(Batch, "random_actions", lambda batch, patience=patience: patience(batch))
        assert agree(GAME, 20, number, seats) > 0


@pytest.mark.parametrize("seats", SEATS)
def test_a_round_never_overflows_its_marks(seats: int) -> None:
    """One mark too many would overwrite the next seat's, or the next game's."""
    patience, room = Patience(seats, 1.0), kernels.PLANS[seats - 2].room
    batch = Batch(GAME, 100, seats, seats, keep=False)
    for _ in range(70):
        batch.step(patience(batch))
    assert room / 4 < patience.marks <= room


# Law 11 must find these.
class Forgetful(kernels.Fast):
    """Forgets raisers that everybody has seen."""

    def step(self, state: kernels.BatchState, actions: Array, ms: Array, log: Array) -> None:
        super().step(state, actions, ms, log)
        state.games["known"] = 0


class Shuffling(kernels.Fast):
    """Turns over the pile in the wrong order."""

    def step(self, state: kernels.BatchState, actions: Array, ms: Array, log: Array) -> None:
        super().step(state, actions, ms, log)
        games = state.games
        games["laid"][:, :2] = np.where((games["pile"] == 0)[:, None], games["laid"][:, 1::-1], games["laid"][:, :2])


class Leaking(kernels.Fast):
    """Shows what the next seat has hidden."""

    def observe(self, state: kernels.BatchState, seat: int, out: Array) -> None:
        super().observe(state, seat, out)
        out[:, -1] = state.games["raiser"][:, (seat + 1) % self.plan.seats]


class Hasty(kernels.Fast):
    """Lets seats accuse rivals who have not played yet."""

    def mask(self, state: kernels.BatchState, out: Array) -> None:
        super().mask(state, out)
        out[:, 0, self.plan.accuse + 1] |= out[:, 0, :5].any(axis=1)


class Unpunished(kernels.Fast):
    def outcome(self, state: kernels.BatchState, scores: Array, places: Array) -> None:
        super().outcome(state, scores, places)
        scores[:] = state.games["points"][:, : self.plan.seats]


@pytest.mark.parametrize("mutant", [Forgetful, Shuffling, Leaking, Hasty, Unpunished])
def test_law_11_finds_a_wrong_kernel(mutant: type[kernels.Fast], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "Fast", mutant)
    with pytest.raises(laws.BrokenLaw) as broken:
        agree(GAME, 2, 3, 3)
    assert broken.value.law == 11


# Views in open steps: while only some seats have hidden, and while cards are still to be drawn.
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_view_round_trips(seats: int) -> None:
    batch, patience, state = Batch(GAME, 1, seats, seats, log=True), Patience(seats, 0.97), GAME.start(seats, Options())
    for _ in range(150):
        batch.step(patience(batch))
    seen: dict[bytes, Any] = {}
    moments = set()
    for who, code, _ in batch.log[0, 1 : 1 + batch.log[0, 0, 0]].tolist():
        state, _ = GAME.play(state, who, GAME.read(GAME.codes(seats, Options())[code]), 0)
        t = state.table
        moments.add((bool(t.due), t.back is not None, sum(watched.hidden > 0 for watched in t.watched)))
        for watcher in (None, 0, seats - 1):
            view = GAME.view(state, watcher)
            row = batch.kernel.write_view(view)
            assert row.shape == (batch.kernel.width,)
            assert batch.kernel.read_view(row) == view
            assert seen.setdefault(row.tobytes(), view) == view
    assert moments > {(False, False, hidden) for hidden in range(seats + 1)}
    assert moments > {(True, False, 0), (True, False, seats), (True, True, seats)}


# Seeds.
def stepped(n: int, threads: int = 1, first: int = 0, seats: int = 3) -> Batch:
    batch = Batch(GAME, n, 11, seats, first=first, threads=threads)
    for _ in range(20):
        batch.step(batch.random_actions())
    return batch


def test_a_seeded_game_is_the_same_in_any_batch_and_on_any_thread() -> None:
    n = PIECE + 100
    one, two, few = stepped(n), stepped(n, threads=2), stepped(3, first=n - 3)
    for turn in range(2):
        for watcher in (None, 1):
            assert np.array_equal(one.observe(watcher), two.observe(watcher))
            assert np.array_equal(one.observe(watcher)[-3:], few.observe(watcher))
        assert np.array_equal(one.scores, two.scores)
        assert np.array_equal(one.scores[-3:], few.scores)
        assert one.write_match(n - 1) == few.write_match(2)
        assert one.over.all() == bool(turn)
        for batch in (one, two, few):
            batch.play_out()
    assert len({row.tobytes() for row in one.observe()}) == n


def test_seeded_whole_games_are_the_same_stepped_or_played_out() -> None:
    n = PIECE + 100
    scores = play_outs(GAME, n, 5, 4)
    assert np.array_equal(scores, play_outs(GAME, n, 5, 4, threads=2))
    assert np.array_equal(scores[37:60], play_outs(GAME, 23, 5, 4, first=37))
    assert not np.array_equal(scores, play_outs(GAME, n, 6, 4))
    for number in (0, 4100):
        assert loads(write_play_out(GAME, number, 5, 4).splitlines()).result().scores == tuple(scores[number].tolist())


def test_hidden_cards_do_not_depend_on_the_actions() -> None:
    patience = Patience(1, 0.9)
    batch, other = (Batch(GAME, 20, 2, 4, log=True) for _ in range(2))
    batch.play_out()
    for _ in range(60):
        other.step(patience(other))
    other.play_out()
    limits, cards = zip(*(drawn(batch, row) for row in range(20)), strict=True)
    other_limits, other_cards = zip(*(drawn(other, row) for row in range(20)), strict=True)
    assert limits == other_limits
    assert len(set(limits)) == len(set(cards)) == 20
    assert all(one[: len(two)] == two[: len(one)] for one, two in zip(cards, other_cards, strict=True))


def drawn(batch: Batch, row: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    codes = [code for who, code, _ in batch.log[row, 1 : 1 + batch.log[row, 0, 0]].tolist() if who == CHANCE]
    return tuple(code for code in codes if code >= 5), tuple(code for code in codes if code < 5)


def test_a_game_waits_until_its_seats_have_actions() -> None:
    batch, always = (Batch(GAME, 30, 2, 4) for _ in range(2))
    chance = np.random.default_rng(1)
    while not batch.over.all():
        waits, before = chance.random(30) < 0.5, batch.observe(2)
        batch.step(np.where(waits[:, None], -1, batch.random_actions()))
        assert np.array_equal(batch.observe(2)[waits], before[waits])
    while not always.over.all():
        always.step(always.random_actions())
    assert np.array_equal(batch.observe(2), always.observe(2))


def test_a_record_holds_the_given_times() -> None:
    batch = Batch(GAME, 1, seats=2)
    batch.step(batch.random_actions(), [[300, 200]])
    batch.step(batch.random_actions(), [[50, 60]])
    rows = [record.read(line) for line in batch.write_match(0).splitlines()[1:]]
    times = [(row.who, row.ms) for row in rows if isinstance(row, record.Action)]
    assert times == [*[(CHANCE, 0)] * 13, (0, 300), (1, 300), (0, 350), (CHANCE, 350)]


# Random play.
def facts(table: Table, done: int) -> tuple[int, ...]:
    """Facts that kernels and rules should produce equally often."""
    guilty = sum(done.guilty for done in table.rounds)
    known = sum(sum(watched.known) for watched in table.watched)
    taken = sum(done.taker == 0 for done in table.rounds)
    return table.points[1], taken, guilty, sum(table.points), table.unknown, known, len(table.bottom), done


def at_random(seats: int, chance: random.Random) -> tuple[int, ...]:
    """The facts of a random match played with the rules."""
    state, done = GAME.start(seats, Options()), 0
    while asked := GAME.to_act(state):
        if asked == (CHANCE,):
            draws, weights = zip(*GAME.odds(state), strict=True)
            state, _ = GAME.play(state, CHANCE, chance.choices(draws, weights)[0], 0)
        else:
            state, _ = GAME.play(state, asked[0], chance.choice(GAME.legal(state, asked[0])), 0)
            done += 1
    return facts(state.table, done)


SOAK = [(seats, MATCHES if seats == 4 else MATCHES // 20) for seats in SEATS]


@pytest.mark.parametrize(("seats", "games"), [(3, 150), *(pytest.param(*case, marks=pytest.mark.soak) for case in SOAK)])
def test_random_play_matches_the_rules(seats: int, games: int, outside_part: Callable[[str], Any]) -> None:
    chance, batch = random.Random(8), Batch(GAME, max(games, 2000), 6, seats, keep=False)
    batch.play_out()
    done = batch.state.games["plays"].tolist()
    found = [facts(batch.kernel.read_view(row).table, many) for row, many in zip(batch.observe(None), done, strict=True)]
    expected = [at_random(seats, chance) for _ in range(games)]
    for one, two in zip(np.array(found).T, np.array(expected).T, strict=True):
        assert len(set(one)) > 4
        assert chance_of(outside_part("scipy.stats"), one, two) > 1e-4


@pytest.mark.parametrize("seats", [2, 6])
def test_draws_and_choices_are_uniform(seats: int, outside_part: Callable[[str], Any]) -> None:
    batch, plan = Batch(GAME, 9600, 1, seats, keep=False, log=True), kernels.PLANS[seats - 2]
    first, last = batch.mask[:, 0, plan.hide : plan.accuse].copy(), plan.seats * plan.hand
    batch.play_out()

    def even(row: int, base: int, expected: Array) -> float:
        found = np.bincount(batch.log[:, row, 1] - base, minlength=len(expected))
        return float(outside_part("scipy.stats").chisquare(found, expected).pvalue)

    for row in (1, last):
        assert even(row, 0, np.full(5, batch.n / 5)) > 1e-4
    assert even(last + 1, plan.turn, np.full(24, batch.n / 24)) > 1e-4
    assert even(last + 2, plan.hide, (first / first.sum(axis=1)[:, None]).sum(axis=0)) > 1e-4


# Sizes.
@pytest.mark.parametrize("seats", SEATS)
def test_a_game_takes_the_documented_bytes(seats: int) -> None:
    assert sum(array.nbytes for array in Batch(GAME, 100, seats=seats).state) == 100 * 728
    assert "takes 728 bytes" in " ".join((kernels.__doc__ or "").split())
