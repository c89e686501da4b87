"""Reviews add up, and each number is what it is said to be: found again here from the rules, by other means."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from tablee.bots import players
from tablee.core.bot import CHAMPION, EXPERT, MARGIN, Judge
from tablee.core.game import CHANCE, BadOptions, Seat, TooLate
from tablee.core.options import combinations
from tablee.core.record import Action
from tablee.core.registry import Entry
from tablee.replay import read, replay
from tablee.reviews import MILLION, Reviewer, SeatReview, judge_of, micro, review
from tablee.table import BOT, Table
from tests.games_here import EVERY, find

TILES, DICE = ("take-it-easy", "take-it-to-the-limit"), "ultim-limit"
SHORT: dict[str, dict[str, Any]] = {"xtreme-limits": {"target": 1, "rounds": 2}}
DEPTH = 1  # without kernels; tests/lab looks further ahead
FEW: dict[str, dict[str, int]] = {  # worlds or playouts: what is tested here does not depend on how many there are
    "limits": {"budget": 6},
    "xtreme-limits": {"budget": 24, "least": 3},
    "toy": {"budget": 4},
}


@cache
def quick(game: str) -> Entry:
    """The game with a judge that takes little time: compiled, where tests in `tests/lab` show that it finds the same."""
    entry = find(game)
    if game == "take-it-to-the-limit" and find_spec("numba"):
        return replace(entry, judge=import_module("tablee.games.take_it_to_the_limit.kernels.judge").FastJudge)
    own = judge_of(entry)
    return replace(entry, judge=type("Quick", (own,), FEW[game])) if own.sampled else entry


def random_record(entry: Entry, number: int, slow: bool = False) -> list[str]:
    """A match whose options, levels, seats, pairs and length follow from the number."""
    chance, game = random.Random(f"{entry.game.id} {number}"), entry.game
    every = [replace(options, **SHORT.get(game.id, {})) for options in combinations(game.options)]
    options, seats = every[number % len(every)], chance.choice([count for count in game.usual_seats if count <= 4])
    try:
        game.start(seats, options)
    except BadOptions:  # scrapyards are compared
        seats = 2
    levels = [level for level in players(entry) if level != CHAMPION and (slow or level != EXPERT or game.id in TILES[:1])]
    names: list[Any] = [BOT + chance.choice(levels) for _ in range(seats)]
    if number % 3 == 0:
        names[0] = ("Ada", "Bo")  # who share the seat
    games = 2 if game.id in TILES and number % 4 == 0 else 1
    table = Table(entry, names, seed=str(number), games=games, options=options)
    while table.run():
        with suppress(TooLate):
            table.act(0, chance.choice(table.legal(0)), at=table.match.now + chance.randrange(3000))
    return table.record()


def check_sums(entry: Entry, lines: Sequence[str], seat: Seat, found: SeatReview) -> None:
    """start + luck + others + correction - loss = result, in each part; and the results are those of the match."""
    assert all(sums.adds_up for sums in found.parts.values())
    assert found.sums.adds_up
    match = read(lines, find)
    scores = match.result().scores
    if found.unit == MARGIN:
        rivals = [score for other, score in enumerate(scores) if other != seat]
        margin = scores[seat] - sum(rivals) / len(rivals)
        assert abs(found.sums.result - micro(margin)) <= len(found.parts)  # each round is rounded
    else:
        assert found.sums.result == micro(scores[seat])
    asked = [(line, row.text) for line, row, *_ in replay(lines, find) if isinstance(row, Action) and row.who == seat]
    chosen = [(decision.line, decision.choices[decision.chosen].action) for decision in found.decisions]
    assert set(chosen) <= set(asked)
    for turn in found.turns:
        if turn.decision is not None:
            values = [choice.value for choice in turn.decision.choices]
            assert turn.decision.choices[turn.decision.best].value == max(values)
            assert all(choice.value + choice.behind == max(values) for choice in turn.decision.choices)
            assert turn.decision.loss - turn.decision.delay >= 0


def check_luck(entry: Entry, lines: Sequence[str], seat: Seat, found: SeatReview, every: int = 1) -> int:
    """Luck is the value after a draw less the mean over everything that could have been drawn; the correction before it is that
    mean less the value of what was chosen. Both from the rules and the values of actions alone. Returns how many it checked."""
    game, judge = entry.game, Reviewer(lines, seat, DEPTH, find=lambda _: entry).judge
    changes = {(change.line, change.what): change for turn in found.turns for change in turn.changes}
    values = {decision.line: decision.choices[decision.chosen].value for decision in found.decisions}
    before: Any = None
    number = checked = last = 0
    for line, row, match, _ in replay(lines, find):
        if isinstance(row, Action) and row.who == CHANCE and before is not None and seat in match.to_act():
            number += 1
            draws = [(draw, weight, game.play(before, CHANCE, draw, row.ms)[0]) for draw, weight in game.odds(before)]
            if number % every == 0 and all(seat in game.to_act(state) for _, _, state in draws) and _is_exact(game.id, row.text):
                worth = {game.write(draw): _best(judge, state, row.ms) for draw, _, state in draws}
                mean = sum(weight * worth[game.write(draw)] for draw, weight, _ in draws) / sum(weight for _, weight, _ in draws)
                change = changes[line, "luck"]
                assert abs(change.points - micro(worth[row.text] - mean)) <= 2, (line, row.text)
                if last == line - 1 and last in values and match.seats == 1:
                    corrected = changes.get((last, "correction"))
                    assert abs((corrected.points if corrected else 0) - micro(mean) + values[last]) <= 2, (last, line)
                checked += 1
        if isinstance(row, Action) and row.who == seat:
            last = line
        before = match.state if match.to_act() == (CHANCE,) else None
    return checked


def _is_exact(game: str, draw: str) -> bool:
    return game in TILES or (game == DICE and draw.startswith("dice"))


def _best(judge: Judge[Any, Any], state: Any, at: int) -> float:
    view, legal = judge.game.view(state, judge.seat), judge.game.legal(state, judge.seat)
    return max(value.mean for value in judge.values(view, legal, at))


def check_record(entry: Entry, number: int, slow: bool = False) -> tuple[SeatReview, int]:
    lines = random_record(entry, number, slow)
    seat = number % len(read(lines, find).header.seats)
    found = review(lines, seat, depth=DEPTH, find=lambda _: entry)
    check_sums(entry, lines, seat, found)
    exact = entry.game.id in TILES or entry.game.id == DICE
    return found, check_luck(entry, lines, seat, found, every=7 if exact and not slow else 1) if exact else 0


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_reviews_of_random_records_add_up(entry: Entry) -> None:
    checked = [check_record(quick(entry.game.id), number)[1] for number in range(20)]
    assert sum(checked) > 20 or entry.game.id in FEW


def exact_luck(found: SeatReview) -> float:
    """The sum of the draws that are valued exactly, in points."""
    draws = [change for turn in found.turns for change in turn.changes if change.what == "luck"]
    return sum(draw.points for draw in draws if _is_exact(found.game, draw.text)) / MILLION


@pytest.mark.soak
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_luck_averages_zero(entry: Entry) -> None:
    """Over 1,000 records a game. Draws that are valued exactly average 0 within their error."""
    entry = quick(entry.game.id)
    lucks = [exact_luck(check_record(entry, number, slow=number % 20 == 0)[0]) for number in range(1000)]
    mean = sum(lucks) / len(lucks)
    error = (sum((luck - mean) ** 2 for luck in lucks) / len(lucks) / len(lucks)) ** 0.5
    print(f"{entry.game.id}: luck {mean:.3f} ± {1.96 * error:.3f}")
    assert abs(mean) <= 4 * error


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_review_made_again_is_the_same(entry: Entry) -> None:
    entry = quick(entry.game.id)
    lines = random_record(entry, 1)
    one, two = (review(lines, 1 % len(read(lines, find).header.seats), depth=DEPTH, find=lambda _: entry) for _ in range(2))
    assert one == two


def test_a_review_goes_on_from_any_turn() -> None:
    entry = quick("limits")
    reviewer = Reviewer(random_record(entry, 2), 0, find=lambda _: entry)
    whole = list(reviewer.turns())
    for start in (1, 5, len(whole) - 1):
        assert list(reviewer.turns(start, whole[start - 1][1])) == whole[start:]


# Views only
SEEN: list[Any] = []  # the states that a game was asked for a view of


def with_twins(entry: Entry, judge: type[Judge[Any, Any]], swap: bool) -> Entry:
    """The game, in which each view is made from another state that allows it: hidden cards, draws and clocks may be different."""
    game = entry.game

    def view(s: Any, seat: Seat | None) -> Any:
        found = type(game).view(game, s, seat)
        if swap and seat is not None and game.to_act(s):
            s = game.imagine(found, 0, random.Random(str(found)).randrange)
            assert type(game).view(game, s, seat) == found
        SEEN.append(s)
        return found

    twin = object.__new__(type(game))
    twin.__dict__.update(vars(game))
    twin.view = view  # type: ignore[method-assign]
    return replace(entry, game=twin, judge=judge)


def peeking(judge: type[Judge[Any, Any]]) -> type[Judge[Any, Any]]:
    """A judge that has seen the last state, and looks at what is hidden in it."""

    def judged(self: Any, view: Any, legal: Any, now: int) -> Any:
        found = judge.judge(self, view, legal, now)
        secret = random.Random(repr(SEEN[-1])).random()
        return replace(found, values=[replace(value, mean=value.mean + secret) for value in found.values])

    return type("Peeking", (judge,), {"judge": judged})


@pytest.mark.parametrize("game", ["limits", "xtreme-limits", "ultim-limit", "toy"])
def test_what_a_seat_cannot_see_changes_nothing_in_its_review(game: str) -> None:
    entry = quick(game)
    lines = random_record(entry, 4)

    def reviews(judge: type[Judge[Any, Any]]) -> list[SeatReview]:
        twins = [with_twins(entry, judge, swap) for swap in (False, True)]
        return [review(lines, 0, find={game: twin}.__getitem__) for twin in twins]

    one, two = reviews(judge_of(entry))
    assert one == two
    one, two = reviews(peeking(judge_of(entry)))
    assert one != two


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_review_names_only_draws_that_the_seat_was_shown(entry: Entry) -> None:
    entry = quick(entry.game.id)
    lines = random_record(entry, 3)
    for seat in range(len(read(lines, find).header.seats)):
        shown = {
            line: row.text
            for line, row, _, events in replay(lines, find)
            if isinstance(row, Action) and row.who == CHANCE and any(event.reaches(seat) for event in events)
        }
        for turn in review(lines, seat, depth=DEPTH, find=lambda _: entry).turns:
            for change in turn.changes:
                assert change.text in ("", "!") or change.text == shown[change.line]
