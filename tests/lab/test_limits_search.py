"""The champion of Limits in compiled code: its playouts follow the rules, its beliefs are sound, and it knows its rivals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import isclose
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from numba import njit

from tablee.bots import chance_of
from tablee.core import registry
from tablee.core.game import CHANCE
from tablee.games.limits.actions import Accuse, Card, Four
from tablee.games.limits.deck import DECK_FILE
from tablee.games.limits.kernels import rivals
from tablee.games.limits.kernels import search as kernels
from tablee.games.limits.kernels.batch import CHOICES, COLOURS, LIMITS, Fast
from tablee.games.limits.kernels.rivals import EXPERT, GREEDY, MEMORY, STYLES, make_hides, unit
from tablee.games.limits.kernels.search import Desk
from tablee.games.limits.players import champion
from tablee.games.limits.players.champion import Champion, TruerExpert, TruerPosition, likely_hides
from tablee.games.limits.players.expert import hide_odds, short
from tablee.games.limits.rules import DECK, State, View, from_parts
from tablee.games.limits.worlds import PublicHand, minus, raiser_odds
from tablee.table import Table
from tests.games.test_limits import GAME, begin, run
from tests.games.test_limits_expert import positions

read, find_worlds, compiled_hide_odds = rivals.read, rivals.find_worlds, rivals.hide_odds
set_public, set_world, lay, step, judge = kernels.set_public, kernels.set_world, kernels.lay, kernels.step, kernels.judge
compiled_short, short_unseen = kernels.short, kernels.short_unseen


def row_of(view: View) -> tuple[Any, Any]:
    """The observation, and the plan."""
    fast = Fast(len(view.table.points), view.table.options)
    return fast.write_view(view), fast.plan


# Playouts
@njit
def unfold(row: Any, plan: Any, stream: Any, move: int, styles: Any, hides: Any, desk: Desk, drawn: Any, moves: Any) -> int:
    """Plays one world out, and notes the unknown cards in the order in which they are drawn, and everybody's moves."""
    sights, worlds, rounds, picks = desk
    s, r = sights[0], rounds[0]
    read(row, plan, s, styles, hides)
    set_public(s, row, plan, r)
    find_worlds(s, worlds, styles, 1, stream, picks, 1)
    set_world(s, worlds[0], r)
    for left in range(r.unknown, 0, -1):
        point, c = unit(r.key, 1000 + left) * left, 0
        while c + 1 < COLOURS and point >= r.deck[c]:
            point -= r.deck[c]
            c += 1
        r.deck[c] -= 1
        drawn[r.unknown - left] = c
    set_world(s, worlds[0], r)
    made = 0
    while move < 2 * COLOURS:
        moves[made] = move
        made += 1
        lay(s, r, move % COLOURS, move >= COLOURS)
        move = step(s, r, styles)
    moves[made] = move
    judge(s, r, move - 2 * COLOURS)
    return made + 1


def test_playouts_follow_the_rules() -> None:
    desk, shown = kernels.make_desk(1, 1), 0
    for seats in GAME.seats:
        for s in positions(seats, seats) + positions(seats, 9):
            view = GAME.view(s, s.table.turn)
            row, plan = row_of(view)
            first = next(action for action in reversed(GAME.legal(s, s.table.turn)) if not isinstance(action, Accuse))
            drawn, moves, stream = np.zeros(60, np.int64), np.zeros(80, np.int64), np.array([seats, 0], np.uint64)
            move = kernels.move_of(first, plan)
            made = unfold(row, plan, stream, move, STYLES, make_hides(), desk, drawn, moves)
            world, end = desk[1][0], desk[2][0]
            hands, raisers = ([tuple(cards) for cards in world[name][:seats].tolist()] for name in ("hand", "raisers"))
            assert (hands[s.table.turn], raisers[s.table.turn]) == (view.hand, view.raisers)
            before = State(s.table, tuple(hands), tuple(raisers), tuple(world["deck"].tolist()))
            after = replay(before, drawn.tolist(), moves[:made].tolist())
            shown += sum(COLOURS <= move < 2 * COLOURS for move in moves[:made])
            taker = after.table.rounds[-1].taker
            won = [new - old for new, old in zip(after.table.points, s.table.points, strict=True)]
            assert end["gains"][:seats].tolist() == [points - 2 * (seat == taker) for seat, points in enumerate(won)]
    assert shown


def replay(s: State, drawn: list[int], moves: Sequence[int]) -> State:
    """The same round by the rules."""
    for move in moves:
        card = Four(move - COLOURS) if move >= COLOURS else Card(move)
        action = Accuse(move - 2 * COLOURS) if move >= 2 * COLOURS else card
        s, _ = GAME.play(s, s.table.turn, action, 0)
        while s.table.due and not isinstance(action, Accuse):
            s, _ = GAME.play(s, CHANCE, Card(drawn.pop(0)), 0)
    return s


# Beliefs
@njit
def call_hide_odds(hidden: int, expert: bool, erratic: float, hand: Any, most: Any, odds: Any) -> None:
    compiled_hide_odds(hidden, expert, erratic, hand, most, odds)


@pytest.mark.parametrize("hidden", [1, 2])
def test_what_rivals_hide_is_the_same_as_in_plain_python(hidden: int) -> None:
    rng, choices = random.Random(hidden), CHOICES[hidden - 1]
    for _ in range(20):
        hand, limit = (*rng.choices(range(4), k=COLOURS - 1), 2), rng.randrange(len(LIMITS))
        for expert, odds in ((True, likely_hides), (False, hide_odds)):
            found, expected = np.zeros(len(CHOICES[1])), odds(hand, DECK.limits[limit], hidden)
            call_hide_odds(hidden, expert, 0.2, np.array(hand), LIMITS[limit], found)
            for chosen, chance in zip(choices, found, strict=False):
                assert isclose(chance, expected.get(tuple(map(chosen.count, range(COLOURS))), 0.0), abs_tol=1e-9)


@njit
def call_short(s: Any, r: Any, colour: int, needed: int, styles: Any) -> float:
    return float(compiled_short(s[0], r[0], 0, colour, needed, styles))


@njit
def call_short_unseen(s: Any, r: Any, colour: int, needed: int) -> float:
    return float(short_unseen(s[0], r[0], 0, colour, needed))


@pytest.mark.parametrize(("seats", "hidden"), [(2, 2), (4, 1)])
def test_a_rival_with_a_memory_knows_what_others_may_have_hidden(seats: int, hidden: int) -> None:
    sights, _, rounds, _ = kernels.make_desk(1, 1)
    rng, size = random.Random(seats), 4
    sights["seats"], sights["hidden"], sights["lure"], rounds["kind"] = seats, hidden, 1.0, MEMORY
    for number in range(40):
        pool, known = (8, 7, 6, 5, 4), [tally_of(rng, number % (size + hidden + 1)) for _ in range(seats - 1)]
        others = [PublicHand(size, hidden, cards) for cards in known]
        rounds["old"][0, 1:seats], rounds["old_unseen"][0, 1:seats] = known, [size + hidden - sum(cards) for cards in known]
        left: tuple[int, ...] = pool
        for cards in known:
            left = minus(left, cards)
        rounds["share"] = np.maximum(0, left) / np.maximum(0, left).sum()
        if min(left) >= 0:
            for colour in range(COLOURS):
                odds = raiser_odds(pool, others, colour)
                for needed in (1, 2):
                    found = call_short(sights, rounds, colour, needed, STYLES)
                    assert abs(found - sum(odds[:needed])) < (1e-9 if sum(known[0]) == size + hidden else 0.06)


def tally_of(rng: random.Random, cards: int) -> tuple[int, ...]:
    return tuple(map(rng.choices(range(COLOURS), k=cards).count, range(COLOURS)))


def test_some_take_any_card_that_they_do_not_see_for_a_raiser() -> None:
    sights, _, rounds, _ = kernels.make_desk(1, 1)
    sights["seats"], sights["hidden"] = 3, 1
    rounds["seen"], rounds["hand"][0, 0], rounds["raisers"][0, 0] = (3, 5, 9, 1, 0), (1, 1, 1, 0, 1), (0, 0, 0, 1, 0)
    for colour, like in enumerate((8, 6, 2, 10, 11)):
        for needed in (1, 2, 3):
            assert isclose(call_short_unseen(sights, rounds, colour, needed), short(needed, like, 60 - 18 - 4 - 1, 2))


def believing_in(kind: int, **habits: float) -> Any:
    """Styles with which every rival is taken for this kind."""
    styles = STYLES.copy()
    styles[:, rivals.PRIOR] = [0.0 if other == kind else -1000.0 for other in range(len(styles))]
    for name, habit in habits.items():
        styles[:, getattr(rivals, name)] = habit
    return styles


@pytest.mark.parametrize(("seats", "rash"), [(2, 0.1), (4, 0.4)])
def test_accusations_are_worth_what_plain_python_says(seats: int, rash: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "STYLES", believing_in(EXPERT, RASH=rash, BLIND=1.0))
    doubtful = 0
    for s in positions(seats, 3)[::5] + positions(seats, 4)[::5] + positions(seats, 5)[::5]:
        view, legal = GAME.view(s, s.table.turn), GAME.legal(s, s.table.turn)
        position, below = TruerPosition(GAME, view), random.Random(1).randrange
        worlds = [position.imagine(below) for _ in range(600)]
        results, _ = kernels.search_view(view, legal, 1, 4000, 4000)
        for action, (number, total, _) in zip(legal, results, strict=True):
            if isinstance(action, Accuse):
                expected = sum(world.weight * position.accuse(world, action.seat) for world in worlds)
                expected /= sum(world.weight for world in worlds)
                assert abs(total / number - expected) < 0.3
                doubtful += 0.1 - 2 - 1 / (seats - 1) < expected < 1 + 2 / (seats - 1) - 0.1
    assert doubtful


@njit
def kinds_of(row: Any, plan: Any, sights: Any, styles: Any, hides: Any) -> Any:
    read(row, plan, sights[0], styles, hides)
    return sights[0].prior


def test_it_tells_greedy_rivals_from_others() -> None:
    thought: dict[str, list[float]] = {"greedy": [], "memory": []}
    for number in range(6):
        bots = ["memory", "greedy", "memory", "greedy"]
        table = Table(registry.find("limits"), [f"bot:{bot}" for bot in bots], seed=f"kinds {number}")
        table.run()
        row, plan = row_of(table.match.view(0))
        kinds = kinds_of(row, plan, kernels.make_desk(1, 1)[0], STYLES, make_hides())
        for seat in (1, 2, 3):
            assert isclose(sum(kinds[seat]), 1)
            thought[bots[seat]].append(kinds[seat][GREEDY])
    assert fmean(thought["greedy"]) > fmean(thought["memory"]) + 0.15


# The bot
def champion_at(s: State, budget: int) -> Champion:
    found = Champion(GAME, s.table.turn, chance_of("1", s.table.turn))
    found.budget = budget
    return found


def test_a_choice_keeps_to_its_budget_and_follows_from_the_view() -> None:
    for s in positions(2, 3)[:6] + positions(6, 3)[:6]:
        view, legal = GAME.view(s, s.table.turn), GAME.legal(s, s.table.turn)
        other = GAME.imagine(view, 0, random.Random(2).randrange)
        assert GAME.view(other, s.table.turn) == view
        bot = champion_at(s, 200)
        chosen = bot.choose(view, legal, 0)
        assert 0 < bot.evaluations <= 200 * (1 + sum(isinstance(action, Accuse) for action in legal))
        assert chosen == champion_at(other, 200).choose(GAME.view(other, s.table.turn), legal, 0)
        values = champion_at(s, 200).values(view, legal, 0)
        assert len(values) == len(legal)
        assert all(-8 < value.mean < 8 and 0 <= value.half_width < 5 for value in values)


def test_it_accuses_the_guilty_and_spares_the_innocent() -> None:
    s = run(begin("0-3-3-5-X", "rrggp", "yyybb", "bbppp"), "red", "*red", "blue", "*green", "purple", "*green")
    s = run(s, "red", "*red", "blue", "*yellow", "purple", "*green", "red", "*blue", "yellow", "*green")
    legal = GAME.legal(s, 2)
    values = dict(zip(legal, champion_at(s, 400).values(GAME.view(s, 2), legal, 0), strict=True))
    assert values[Accuse(0)].mean == pytest.approx(2.0)
    assert values[Accuse(1)].mean == pytest.approx(-2.5)
    assert champion_at(s, 400).choose(GAME.view(s, 2), legal, 0) == Accuse(0)


def test_with_other_cards_it_plays_as_the_truer_expert(tmp_path: Path) -> None:
    parts = tmp_path / "parts.toml"
    parts.write_text(DECK_FILE.read_text("utf-8").replace('["X", 0, 3, 3, 5]', '["X", 1, 3, 3, 5]'), "utf-8")
    game = from_parts(parts)
    s = game.start(2, game.options())
    while game.to_act(s) == (CHANCE,):
        s, _ = game.play(s, CHANCE, game.legal(s, CHANCE)[0], 0)
    view, legal = game.view(s, 0), game.legal(s, 0)
    values = [bot(game, 0, chance_of("1", 0)).values(view, legal, 0) for bot in (Champion, TruerExpert)]
    assert values[0] == values[1]


def test_seats_act_only() -> None:
    with pytest.raises(ValueError, match="not an action of a seat"):
        kernels.move_of(GAME.read("X-0-3-3-5"), row_of(GAME.view(positions(2, 3)[0], 0))[1])


def test_it_is_ready_once_it_is_compiled() -> None:
    champion.compiling().join()
    assert Champion(GAME, 0, chance_of("1", 0)).ready()


def test_it_beats_the_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Champion, "budget", 300)
    monkeypatch.setattr(Champion, "worlds", 200)
    leads = []
    for number in range(4):
        table = Table(registry.find("limits"), ["bot:champion", "bot:expert"], seed=f"champion {number}")
        table.run()
        mine, its = table.match.result().scores
        leads.append(mine - its)
    assert fmean(leads) > 0
