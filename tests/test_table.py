from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tablee.core.bot import Bot
from tablee.core.game import CLOCK, Refusal
from tablee.core.record import Action, Result
from tablee.core.registry import Entry
from tablee.fair import Dealer, seeded_secret
from tablee.replay import verify
from tablee.table import Table
from tests.games_here import EVERY, TOY, find


def dealer(word: str = "table") -> Dealer:
    return Dealer(seeded_secret(word))


class Slow(Bot[str, Any]):
    """Says `take` after `ms`."""

    ms = 2999

    def choose(self, view: Any, legal: Sequence[str], now: int) -> str:
        return "take"

    def pace(self, view: Any, action: str) -> int:
        return self.ms


class Slower(Slow):
    ms = 10_000


def slow_table(*bots: str) -> Table:
    entry = Entry(TOY.game, {"slow": Slow, "slower": Slower}, TOY.folder)
    return Table(entry, [f"bot:{bot}" for bot in bots], TOY.game.options(), dealer())


def test_a_bot_slower_than_the_glass_is_too_late() -> None:
    match = slow_table("slow", "slower").run()
    assert [row.who for row in match.rows if isinstance(row, Action)][-2:] == [0, CLOCK]
    assert match.state.said == ("take", "")


def test_virtual_time_waits_for_the_slowest() -> None:
    match = slow_table("slow", "slow").run()
    assert match.at == 2999


def test_in_step_with_a_clock_nothing_happens_before_its_time() -> None:
    table = slow_table("slow", "slower")
    assert table.step(0) is not None  # the draws
    assert table.step(2998) is None
    assert table.step(2999) is not None
    assert table.match.waiting() == (1,)


def test_a_person_is_waited_for() -> None:
    table = Table(find("take-it-easy"), ["you", "bot:random"], find("take-it-easy").game.options(), dealer())
    table.run()
    assert table.match.waiting() == (0,)
    table.act(0, "c3", 5)
    table.run()
    assert len(table.match.state.calls) == 2


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_the_same_seed_plays_the_same_match_and_it_verifies(entry: Entry) -> None:
    from tablee.core import record

    seats = ["bot:random"] * entry.game.usual_seats[0]
    first, second = (Table(entry, seats, entry.game.options(), dealer("same")) for _ in range(2))
    assert first.run().rows == second.run().rows
    assert isinstance(first.record()[-1], Result)
    verify([record.write(line) for line in first.record()], find)
    assert Table(entry, seats, entry.game.options(), dealer("other")).run().rows != first.match.rows


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown-bot"):
        Table(TOY, ["bot:genius", "bot:random"], TOY.game.options(), dealer())


def test_an_unfinished_record_reveals_no_seed() -> None:
    table = Table(TOY, ["you", "bot:random"], TOY.game.options(), dealer())
    assert dealer().seed not in str(table.record())
