from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.core import record
from tablee.core.bot import Bot
from tablee.core.game import CHANCE, CLOCK, Refusal, TooLate
from tablee.core.record import Action, Note, NoteId, Result
from tablee.core.registry import Entry
from tablee.match import Match
from tablee.replay import verify
from tablee.table import Table
from tests.games_here import EVERY, TOY, find

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


def played(table: Table) -> Match:
    assert table.run() == ()
    return table.match


class Slow(Bot[str, Any]):
    """Says `take` after `ms`."""

    ms = 2999

    def choose(self, view: Any, legal: Sequence[str], now: int) -> str:
        return "take"

    def pace(self, view: Any, action: str, now: int) -> int:
        return self.ms


class Slower(Slow):
    ms = 10_000


def slow_table(*bots: str) -> Table:
    entry = Entry(TOY.game, {"slow": Slow, "slower": Slower}, TOY.folder)
    return Table(entry, [f"bot:{bot}" for bot in bots], seed="table")


def test_a_bot_slower_than_the_glass_is_too_late() -> None:
    match = played(slow_table("slow", "slower"))
    assert [row.who for row in match.rows if isinstance(row, Action)][-2:] == [0, CLOCK]
    assert match.state.said == ("take", "")


def test_virtual_time_waits_for_the_slowest() -> None:
    match = played(slow_table("slow", "slow"))
    assert match.now == 2999


def test_in_real_time_nothing_happens_early() -> None:
    table = slow_table("slow", "slower")
    assert table.step(0) is not None  # the draws
    assert table.step(2998) is None
    assert table.step(2999) is not None
    assert table.match.waiting() == (1,)


def test_the_table_waits_for_a_person() -> None:
    table = Table("take-it-easy", ["you", "bot:random"], seed="table")
    assert table.run() == (0,)
    table.act(0, "c3", 5)
    assert table.run() == (0,)
    assert len(table.match.state.calls) == 2


def test_a_hidden_glass_waits_for_a_person_who_acts_in_time() -> None:
    table = Table(TOY, ["you", "bot:random"], seed=1)
    assert table.run() == (0,)  # the glass stands still
    table.act(0, "take", table.match.now + 2999)
    assert table.run() == ()
    assert table.match.state.said[0] == "take"


def test_an_action_after_the_glass_is_too_late() -> None:
    table = Table(TOY, ["you", "bot:random"], seed=1)
    table.run()
    table.act(0, "take", 10_000)  # nobody may know yet that it is
    assert table.run() == ()
    assert isinstance(table.refused(), TooLate)
    assert table.match.state.said[0] == ""
    assert [row.note for row in table.match.rows if isinstance(row, Note)] == [NoteId.TOO_LATE]


def test_bots_act_before_a_person_who_takes_longer() -> None:
    table = Table("take-it-easy", ["you", "bot:random"], seed=1)
    table.run()
    with pytest.raises(Refusal, match="no-such-cell"):
        table.act(0, "z9", 60_000)
    news = [event.message.id for event in table.act(0, "c3", 60_000)]
    assert news.count("has-chosen") == 2  # the bot's action is not lost with the refused one
    assert [row.who for row in table.match.rows if isinstance(row, Action)][:3] == [CHANCE, 1, 0]


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_the_same_seed_plays_the_same_match_and_it_verifies(entry: Entry) -> None:
    seats = ["bot:random"] * entry.game.usual_seats[0]
    first, second, other = (Table(entry, seats, seed=seed) for seed in ("same", "same", "other"))
    assert played(first).rows == played(second).rows != played(other).rows
    assert isinstance(record.read(first.record()[-1]), Result)
    verify(first.record(), find)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown-bot"):
        Table(TOY, ["bot:genius", "bot:random"])


def test_options_come_as_keywords_or_as_one_value() -> None:
    game = find("take-it-easy").game
    one = Table("take-it-easy", ["Ada"], seed=1, rays="all")
    other = Table("take-it-easy", ["Ada"], seed=1, options=game.options(rays="all"))
    assert one.match.options == other.match.options == game.options(rays="all")
    assert one.record() == other.record()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"options": find("limits").game.options()}, "other-options"),
        ({"options": find("take-it-easy").game.options(rays="some")}, "bad-option-value"),
        ({"options": find("take-it-easy").game.options(), "rays": "all"}, "options-twice"),
    ],
)
def test_other_options_are_refused(more: dict[str, Any], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        Table("take-it-easy", ["Ada"], **more)


@pytest.mark.parametrize("seat", [Slow(TOY.game, 0, chance_of("", 0)), None, 7, (), ("Ada", Slow), ["Ada", 3], b"Ada"])
def test_what_is_no_name_is_refused_as_a_seat(seat: Any) -> None:
    """At once, not when the record is written."""
    with pytest.raises(Refusal, match="bad-seat-name"):
        Table(TOY, ["Ada", seat])


def test_a_text_is_not_a_list_of_seats() -> None:
    with pytest.raises(Refusal, match="bad-seat-name"):
        Table(TOY, "Ada")


def test_people_who_share_a_seat_may_come_as_a_list(tmp_path: Path) -> None:
    table = Table(TOY, ["bot:random", ["Ada", "Bo"]])  # type: ignore[list-item]
    table.save(tmp_path / "t.match")
    assert table.match.header.seats == (("bot:random",), ("Ada", "Bo"))
    assert '["Ada","Bo"]' in (tmp_path / "t.match").read_text()


def test_an_unfinished_record_reveals_no_seed() -> None:
    table = Table(TOY, ["you", "bot:random"])
    assert table.dealer.seed not in str(table.record())
