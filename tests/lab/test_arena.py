"""Leagues: who plays what, the same results in every way of playing them, and what the table says."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablee.bots import players
from tablee.cli.shell import HERE
from tablee.core import registry
from tablee.core.game import BadOptions, BadText, Refusal
from tablee.core.registry import Entry
from tablee.lab import arena, plot, spread
from tablee.lab.arena import CHUNK, RESULTS, League, LeagueMatch, ResultsFile, digest_of, play, run
from tablee.lab.plot import draw
from tablee.lab.standings import Standing, estimate, standings, without_luck
from tablee.words import Words
from tests.games_here import EVERY, TOY
from tests.lab.test_arena_cluster import wait_until

ENGLISH = Words("en", also=HERE)
RANDOM = "tablee.bots:RandomBot"
EASY = League("take-it-easy", ("greedy", "random"), seats=1, deals=3 * CHUNK, seed="test")


def table(league: League, store: ResultsFile | None = None, workers: int = 1) -> list[Standing]:
    return standings(league, chain.from_iterable(run(league, store, workers)))


# who plays


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 2), (3, 3), (2, 5), (4, 1)])
def test_every_bot_plays_every_deal_in_every_seat_once(bots: int, seats: int) -> None:
    league = League("tests.toy", ("random", RANDOM), seats=2, deals=9, seed="x")
    object.__setattr__(league, "bots", tuple("abcdef"[:bots]))
    object.__setattr__(league, "seats", seats)
    for deal in range(league.deals):
        line_ups = [league.line_up(deal, rotation) for rotation in range(bots)]
        for seat in range(seats):
            assert sorted(line_up[seat] for line_up in line_ups) == list(range(bots))
    assert len({tuple(league.order(deal)) for deal in range(league.deals)}) > 1


def test_the_same_tiles_are_called_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = replace(registry.find("take-it-easy"), luck=lambda view, seat: float(hash(view.calls)))  # it tells the calls
    monkeypatch.setattr(registry, "by_name", lambda name: entry)
    first, second = (play(EASY, 5, rotation) for rotation in (0, 1))
    assert first.luck == second.luck != play(EASY, 6, 0).luck
    assert first.scores != second.scores
    assert play(EASY, 5, 0) == first


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_every_game_has_leagues(entry: Entry) -> None:
    name = "tests.toy" if entry is TOY else entry.game.id
    league = League(name, ([*players(entry)][-1], RANDOM), entry.game.usual_seats[0], deals=1, seed="1")
    found = table(league)
    assert [standing.bot for standing in found] == list(league.bots)
    assert all(standing.matches == league.seats and standing.score.error is None for standing in found)


def test_a_bad_league_is_refused() -> None:
    for what, why in (
        ({"bots": ("greedy", "greedy")}, "arena-bots"),
        ({"bots": ("greedy",)}, "arena-bots"),
        ({"bots": ("greedy", "nobody")}, "unknown-bot"),
        ({"seats": 0}, "bad-seats"),
        ({"options": (("rays", "x"),)}, "bad-option-value"),
        ({"game": "take-it-to-the-limit", "options": (("scrapyard", "lowest"),)}, "needs-two"),
    ):
        given = {"game": "take-it-easy", "bots": ("greedy", "random"), "seats": 1, "deals": 1, "seed": "1", **what}
        with pytest.raises(Refusal, match=why):
            League(**given)  # type: ignore[arg-type]


# the same results in every way


def test_any_number_of_processes_gives_the_same_table() -> None:
    assert table(EASY, workers=2) == table(EASY)


def die_once(job: tuple[str, int]) -> int:
    """The first process that gets job 3 is killed."""
    marker, number = job
    if number == 3 and not os.path.exists(marker):
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die_always(job: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return job


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    jobs = [(str(tmp_path / "died"), number) for number in range(12)]
    done = list(spread.spread(die_once, jobs, workers=2))
    assert sorted(result for _, result in done) == [number * number for number in range(12)]
    assert (tmp_path / "died").exists()


def test_jobs_that_always_kill_their_process_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "DEATHS", 2)
    with pytest.raises(BrokenProcessPool):
        list(spread.spread(die_always, [1, 2], workers=2))


def tell_and_sleep(job: str) -> None:
    Path(job).write_text(str(os.getpid()))
    time.sleep(60)


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    jobs = [str(tmp_path / name) for name in ("one", "two")]
    code = "import sys; from tests.lab.test_arena import *; list(spread.spread(tell_and_sleep, sys.argv[1:], workers=2))"
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    parent = subprocess.Popen([sys.executable, "-c", code, *jobs], env=environ)
    wait_until(lambda: all(Path(job).exists() and Path(job).read_text() for job in jobs))
    parent.kill()
    parent.wait()
    wait_until(lambda: not any(Path(f"/proc/{Path(job).read_text()}").exists() for job in jobs))


def test_a_league_that_was_stopped_goes_on(tmp_path: Path) -> None:
    whole = table(EASY)
    stopped = run(EASY, ResultsFile(tmp_path, EASY))
    first = next(stopped)
    next(stopped)
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes()[:-20])  # killed while it wrote the second chunk
    store = ResultsFile(tmp_path, EASY, resume=True)
    assert store.read() == {0: first}
    assert table(EASY, store) == whole
    assert len(path.read_text("utf-8").splitlines()) == 4
    assert table(EASY, ResultsFile(tmp_path, EASY, resume=True)) == whole  # nothing is left to be played


def test_a_league_can_be_made_longer(tmp_path: Path) -> None:
    short, long = (League("take-it-easy", ("random", "greedy"), 1, deals, "test") for deals in (CHUNK + 2, 2 * CHUNK + 1))
    table(short, ResultsFile(tmp_path, short))
    assert table(long, ResultsFile(tmp_path, long, resume=True)) == table(long)
    assert table(short, ResultsFile(tmp_path, short, resume=True)) == table(short)


def test_results_of_another_league_are_kept(tmp_path: Path) -> None:
    ResultsFile(tmp_path, EASY)
    before = (tmp_path / RESULTS).read_bytes()
    with pytest.raises(BadText, match="arena-there"):
        ResultsFile(tmp_path, EASY)
    other = League("take-it-easy", ("greedy", "random"), seats=2, deals=8, seed="test")
    with pytest.raises(BadText, match="arena-other"):
        ResultsFile(tmp_path, other, resume=True)
    assert (tmp_path / RESULTS).read_bytes() == before


def test_bots_with_other_code_or_weights_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table(EASY, ResultsFile(tmp_path / "league", EASY))
    game = tmp_path / "game"
    weights = game / "players" / "nets.bin"
    weights.parent.mkdir(parents=True)
    weights.write_bytes(b"other weights")
    other = digest_of(game)
    weights.write_bytes(b"others again!")
    digest_of.cache_clear()
    assert digest_of(game) != other
    monkeypatch.setattr(arena, "digest_of", lambda folder, bots: other)
    changed = League("take-it-easy", ("greedy", "random"), seats=1, deals=3 * CHUNK, seed="test")
    with pytest.raises(BadText, match="arena-other"):
        ResultsFile(tmp_path / "league", changed, resume=True)
    with pytest.raises(Refusal, match="arena-players"):
        play(EASY, 0, 0)


def test_no_cluster_is_refused() -> None:
    with pytest.raises(Refusal, match=r"no-cluster|no-dask"):
        list(spread.spread(abs, [1], cluster="nowhere"))


# what the table says


def test_estimates() -> None:
    found = estimate([1, 2, 3, 4])
    assert found.mean == 2.5
    assert found.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert found.interval == pytest.approx((2.5 - 1.96 * 0.6455, 2.5 + 1.96 * 0.6455), abs=1e-3)
    assert estimate([7]).interval is None


def test_luck_is_taken_away() -> None:
    chance = random.Random(1)
    luck = [chance.gauss(0, 10) for _ in range(400)]
    scores = [100 + 2 * share + chance.gauss(0, 3) for share in luck]
    plain, corrected = estimate(scores), without_luck(scores, luck)
    assert plain.error is not None
    assert corrected.error is not None
    assert corrected.error < plain.error / 5
    assert abs(corrected.mean - 100) < 4 * corrected.error < abs(plain.mean - 100) + 1
    assert without_luck(scores, [0.0] * 400) == plain
    assert without_luck(scores[:2], luck[:2]) == estimate(scores[:2])


def test_the_table_of_known_results() -> None:
    league = League("take-it-easy", ("greedy", "random"), seats=2, deals=3, seed="x")
    played = []
    for deal in range(3):
        for rotation in range(2):
            scores = tuple(20 + deal if bot == 0 else 10 for bot in league.line_up(deal, rotation))
            played.append(LeagueMatch(deal, rotation, scores, tuple(1 + (score == 10) for score in scores)))
    first, second = standings(league, reversed(played))
    assert (first.score.mean, second.score.mean, second.score.error) == (21, 10, 0)
    assert (first.wins.mean, second.wins.mean) == (1, 0)
    assert (first.lead.mean, second.lead.mean) == (0, -11)
    assert second.lead.error == pytest.approx((1 / 3) ** 0.5)
    assert first.corrected == first.score
    assert first.rating.mean > second.rating.mean
    assert first.matches == second.matches == 6


def test_alone_at_a_table_bots_compete_on_the_same_deal() -> None:
    greedy, chance = table(EASY)
    assert (greedy.wins.mean, chance.wins.mean) == (1, 0)
    assert greedy.rating.mean - greedy.rating.error > chance.rating.mean + chance.rating.error  # type: ignore[operator]
    assert chance.lead.interval is not None
    assert chance.lead.interval[1] < -100


def test_a_bot_in_several_seats_is_rated_once() -> None:
    league = League("take-it-easy", ("greedy", "random"), seats=3, deals=4, seed="x")
    greedy, chance = table(league)
    assert greedy.rating.mean > chance.rating.mean
    with pytest.raises(BadOptions):
        League("limits", ("random", "expert"), seats=1, deals=1, seed="x")


def test_the_plot_shows_every_bot() -> None:
    drawn = ElementTree.fromstring(draw("A & B", table(EASY), ENGLISH))
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "A & B"
    assert [text for text in texts if text in EASY.bots] == ["greedy", "random"]
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 2
    assert {"bot", ENGLISH.text("axis-corrected")} <= {*texts}
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}path"))) == 3  # the axes, and two intervals
    single = League("take-it-easy", ("random", "greedy"), seats=1, deals=1, seed="x")
    assert "circle" in draw("one", table(single), ENGLISH)


@pytest.mark.parametrize(
    ("means", "ticks"),
    [
        ((3.2, 171.4), [0, 50, 100, 150, 200]),
        ((161.51, 166.52), [161, 162, 163, 164, 165, 166, 167]),
        ((-0.031, 0.012), [-0.04, -0.03, -0.02, -0.01, 0, 0.01, 0.02]),
        ((12, 12), [12, 12.2]),
    ],
)
def test_ticks_are_round_and_around_everything(means: tuple[float, ...], ticks: list[float]) -> None:
    rows = [Standing("x", 1, *[estimate([mean])] * 5) for mean in means]
    assert plot._ticks(rows) == ticks
