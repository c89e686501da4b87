"""Ultim' Limit: its bots, their sense of time, its texts and its golden records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from itertools import pairwise
from statistics import mean

import pytest

from tablee.bots import chance_of
from tablee.core import laws, record
from tablee.core.game import Seat, say
from tablee.core.options import combinations
from tablee.core.registry import find
from tablee.fair import seeded_secret
from tablee.games.ultim_limit.actions import GO, ROLL, STOP, ULTIM_CARDS, ULTIM_GLASS, Action, Stop, Take
from tablee.games.ultim_limit.deck import DECK, NAMES
from tablee.games.ultim_limit.players import bots
from tablee.games.ultim_limit.players.bots import Hasty, Sensible
from tablee.games.ultim_limit.real_boards import RealBoard
from tablee.games.ultim_limit.rules import Options, PublicState, RoundCount, State, View
from tablee.match import Match
from tablee.replay import verify
from tablee.table import Table
from tablee.words import LANGUAGES, Words

pytestmark = [pytest.mark.coverage, pytest.mark.no_cover]

ENTRY = find("ultim-limit")
SUPER = Options(scoring="super")


def play(names: list[str], options: Options, seed: int) -> Match:
    table = Table(ENTRY, [f"bot:{name}" for name in names], seed=seeded_secret("ultim", seed), **asdict(options))
    table.run()
    return table.match


def turns(match: Match, seat: Seat) -> Iterator[tuple[int, bool]]:
    return ((verdict.ms, verdict.banked) for verdict in match.state.seen.verdicts if verdict.seat == seat)


@pytest.mark.parametrize("options", list(combinations(Options)), ids=lambda o: f"{o.scoring}{'-young' * o.young}")
def test_timed_matches_end_and_sensible_beats_random(options: Options) -> None:
    results = []
    for seed in range(4):
        names = ["sensible", "random"] if seed % 2 else ["random", "sensible"]
        outcome = play(names, options, seed).outcome()
        assert outcome is not None
        scores = dict(zip(names, outcome.scores, strict=True))
        results.append(scores["sensible"] - scores["random"])
    assert mean(results) > 5
    assert sum(result > 0 for result in results) >= 3


def test_the_same_seed_plays_the_same_match() -> None:
    assert play(["sensible", "random"], SUPER, 5).rows == play(["sensible", "random"], SUPER, 5).rows
    assert play(["random"], SUPER, 5).rows != play(["random"], SUPER, 6).rows


def test_turns_take_a_realistic_time() -> None:
    match = play(["sensible", "random", "random"], Options(), 1)
    lengths = [ms for seat in range(3) for ms, _ in turns(match, seat)]
    assert len(lengths) == 27
    assert 15_000 < mean(lengths) < 45_000
    random_stops = [ms for seat in (1, 2) for ms, banked in turns(match, seat) if banked]
    assert max(random_stops) - min(random_stops) > 5000
    rolls = [row.ms for row in match.rows if getattr(row, "text", "") == "roll"]
    assert min(b - a for a, b in pairwise(rolls)) >= 500


def test_sensible_sometimes_loses_a_turn() -> None:
    verdicts = [banked for seed in range(6) for _, banked in turns(play(["sensible"], Options(), seed), 0)]
    assert 0.8 < mean(verdicts) < 1


# The sense of time


def view(dice: str, row: list[str], ran: int, options: Options = Options(), **more: object) -> View:  # noqa: B008
    """A view of seat 0, which started the glass at 0 ms; `ran` is now."""
    thrown = tuple(int(die) for die in dice)
    cards = tuple(None if name == "." else NAMES.index(name) for name in row)
    seen = PublicState(options, 2, "turn", DECK, ((), ()), row=cards, dice=thrown, unspent=thrown, started=0, rolled=ran - 1000)
    return ENTRY.game.view(State(replace(seen, **more), 30_000), 0)  # type: ignore[arg-type,no-any-return]


def decide(v: View, now: int, seed: int = 0) -> Action:
    bot = Sensible(ENTRY.game, 0, chance_of(str(seed), 0))
    return bot.choose(v, ENTRY.game.legal(State(v.seen, 30_000), 0), now)


HIGH = ["blue-12", "red-12", "green-11", "pink-12", "black-11"]
MIXED = ["blue-2", "red-3", "green-6", "pink-7", "black-10"]
TAKEN = tuple(range(6))


def test_no_bot_is_shown_the_glass() -> None:
    assert view("124", HIGH, 5000).deadline is None


def test_bots_misjudge_seconds() -> None:
    """Bots start stopping before the glass can end, and not all at the same moment."""
    stops = []
    for seed in range(40):
        stops.append(next(ms for ms in range(0, 40_000, 250) if decide(view("124", HIGH, ms, taken=TAKEN), ms, seed) == STOP))
    assert 18_000 < min(stops) < max(stops) < 31_000
    assert len(set(stops)) > 5
    felt = set[float]()
    for seed in range(100):
        bot = Sensible(ENTRY.game, 0, chance_of(str(seed), 0))
        bot.choose(view("124", HIGH, 0), [ROLL, STOP], 0)
        felt.add(bot.speed)
    assert 0.88 <= min(felt) < 0.93 < 1.07 < max(felt) <= 1.12


def test_bots_do_not_stop_with_nothing_at_stake() -> None:
    assert decide(view("124", HIGH, 29_000), 29_000) == ROLL


def test_the_glass_is_turned_late() -> None:
    assert decide(view("144", MIXED, 4000, taken=TAKEN), 4000) == ROLL
    assert decide(view("144", MIXED, 23_000, taken=TAKEN), 23_000) == ULTIM_GLASS
    late = view("124", HIGH, 25_000, taken=TAKEN, ultim=True, turned=23_000)
    assert decide(late, 25_000) == ROLL
    assert decide(late, 44_500) == STOP


def test_young_players_never_stop() -> None:
    young = view("124", HIGH, 29_900, Options(young=True), taken=TAKEN)
    assert decide(young, 29_900) == ROLL


def test_the_last_super_round_aims_for_three_colours() -> None:
    none = (RoundCount((), ()), RoundCount((), ()))
    mine = tuple(NAMES.index(name) for name in ("blue-1", "red-1", "green-1"))
    last = {"counts": (none, none), "loot": (mine, ())}
    row = ["pink-4", "black-4", "pink-2", "blue-6", "orange-3"]
    assert ENTRY.game.write(decide(view("245", row, 5000, SUPER, **last), 5000)) == "take 4 2+4"
    assert decide(view("245", ["pink-4", "black-4", "pink-2", "silver-6", "orange-3"], 5000, SUPER, **last), 5000) == ROLL
    useless = ["pink-9", "black-4", "pink-2", "silver-6", "orange-3"]
    assert decide(view("255", useless, 5000, SUPER, **last), 5000) == ULTIM_CARDS
    first = view("245", ["pink-4", "black-4", "pink-2", "silver-6", "orange-3"], 5000, SUPER, loot=(mine, ()))
    assert isinstance(decide(first, 5000), Take)


def test_sensible_keeps_colours_rivals_do_not_collect() -> None:
    ones = tuple(NAMES.index(f"{colour}-1") for colour in ("blue", "green", "yellow", "purple"))
    theirs = tuple(NAMES.index(f"{colour}-2") for colour in ("blue", "green", "purple"))
    seen = PublicState(SUPER, 2, "keep", DECK, (ones, theirs), turn=6)
    state = State(seen, None, (None, ()))
    bot = Sensible(ENTRY.game, 0, chance_of("0", 0))
    assert ENTRY.game.write(bot.choose(ENTRY.game.view(state, 0), ENTRY.game.legal(state, 0), 0)) == "keep yellow"


def test_bots_act_at_a_human_pace() -> None:
    bot = Hasty(ENTRY.game, 0, chance_of("0", 0))
    looking, full = view("124", HIGH, 5000), view("124", HIGH, 5000, unspent=(1,))
    holes = view("124", [".", ".", ".", *HIGH[3:]], 5000, unspent=(1,))
    mean_of = {v: mean(bot.pace(v, ROLL, 0) for _ in range(200)) for v in (looking, full, holes)}
    assert mean_of[full] + 1000 < mean_of[looking]
    assert mean_of[full] + 1000 < mean_of[holes]
    assert bots.MOVES[Stop][0] <= bot.pace(full, STOP, 0) <= bots.MOVES[Stop][1]
    assert bot.choose(view("124", HIGH, 0), [GO], 0) == GO


# Texts and records


def test_every_message_of_the_rules_has_words() -> None:
    source = "".join(path.read_text("utf-8") for path in ENTRY.folder.glob("*.py"))
    wanted = set(re.findall(r'say\("([a-z-]+)"', source)) | set(re.findall(r'_find\(.*, "([a-z-]+)"\)', source))
    wanted |= {"row-count", "row-keep", "row-subtract", "sand", "sand-young", "stop", "ultim-used", "no-double"}
    panels = {f"panel-{name}" for name in re.findall(r'Panel\("([a-z-]+)"', source)} | {"panel-lost"}
    panels |= {f"panel-row-{row}" for row in ("count", "keep", "subtract")}
    boards = {f"paper-{field.name}" for field in fields(RealBoard)}
    assert len(wanted) > 25
    assert len(panels) > 10
    for lang in LANGUAGES:
        words = Words(lang, ENTRY.folder)
        assert [id for id in sorted(wanted | panels | boards) if not words.knows(id)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_match_has_words(lang: str) -> None:
    words = Words(lang, ENTRY.folder, ["Nico", "Alex"])
    table = Table(ENTRY, ["bot:sensible", "bot:random"], seed=seeded_secret("told", 1), **asdict(SUPER))
    told = []
    while (events := table.step()) is not None:
        told += [words(event.message) for event in events]
    assert any("Nico" in line for line in told)
    assert not [line for line in told if "{" in line or "$" in line or "None" in line]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_negative_round_shows_its_sign(lang: str) -> None:
    words = Words(lang, ENTRY.folder, ["Nico"])
    assert words(say("count", seat=0, cards=7, points=-1)).endswith(" -1 point.")
    assert words(say("count", seat=0, cards=7, points=1)).endswith(" 1 point.")
    assert words(say("count", seat=0, cards=9, points=-3)).endswith(" -3 points.")


def test_golden_records_replay_and_cover_the_rules() -> None:
    texts: set[str] = set()
    told = set()
    for file in sorted((ENTRY.folder / "golden").glob("*.match")):
        assert file.stat().st_size < 60_000
        match = verify(file.read_text("utf-8").splitlines())
        actions = [row.text for row in match.rows if isinstance(row, record.Action)]
        texts |= {text if text.startswith("ultim") else text.split()[0] for text in actions}
        told.add(f"{match.options.scoring}{'-young' * match.options.young}")
    assert {"classic", "super", "classic-young", "super-young"} <= told
    assert {"go", "roll", "take", "stop", "ultim glass", "ultim cards", "keep", "sand", "first", "glass", "dice", "card"} <= texts
    assert laws.golden(ENTRY, lambda file: None) >= 6
