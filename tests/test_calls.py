"""What a caller beside a real board calls."""

from __future__ import annotations

import pytest

from tablee.calls import calls, has_caller, plan
from tablee.core.game import BadOptions, BadText
from tablee.core.options import combinations
from tablee.fair import Dealer, seeded_secret
from tablee.table import Table
from tests.games_here import EVERY, find

pytestmark = pytest.mark.quick

SEED = seeded_secret("a caller")
EASY, LIMIT = find("take-it-easy").game, find("take-it-to-the-limit").game


def test_which_games_have_a_caller() -> None:
    assert [entry.game.id for entry in EVERY if has_caller(entry.game)] == ["take-it-easy", "take-it-to-the-limit"]


def test_calls_are_the_draws_of_a_match_without_nonces() -> None:
    table = Table("take-it-easy", ["bot:random"] * 3, seed=SEED)
    table.run()
    drawn = [line.split('"')[3] for line in table.record() if line.startswith('["*"')]
    assert table.match.header.nonces == ()
    assert list(calls(EASY, SEED, EASY.options())) == drawn


def test_each_draw_picks_one_of_the_tiles_that_are_left() -> None:
    """As the web client does it."""
    for options in combinations(LIMIT.options):
        what = plan(LIMIT, options)
        left = list(what.tiles)
        drawn = [left.pop(Dealer(SEED).below(number, len(left))) for number in range(what.calls)]
        assert list(calls(LIMIT, SEED, options)) == drawn


@pytest.mark.parametrize(
    ("options", "number", "tiles"),
    [
        ({}, 44, 64),
        ({"scrapyard": "none"}, 37, 64),
        ({"scrapyard": "pass"}, 44, 64),
        ({"board": "orchid"}, 25, 32),
        ({"board": "orchid", "tiles": "both"}, 25, 64),
    ],
)
def test_options_decide_how_many_are_called_and_from_which(options: dict[str, str], number: int, tiles: int) -> None:
    found = plan(LIMIT, LIMIT.options(**options))
    assert (found.calls, len(found.tiles)) == (number, tiles)


def test_other_games_have_no_calls() -> None:
    game = find("limits").game
    with pytest.raises(BadOptions, match="no-calls"):
        calls(game, SEED, game.options())
    with pytest.raises(BadText, match="bad-secret"):
        calls(EASY, "00", EASY.options())
