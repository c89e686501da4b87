"""Deals of the day: the same for everybody, public, and never changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from tablee.bots import fast_bot, strongest_fast
from tablee.cli import main
from tablee.core import registry
from tablee.core.game import CHANCE, Refusal
from tablee.core.options import read_options
from tablee.core.record import Action, BadRecord, Header, read, write
from tablee.daily import DailyDeal, day_of, deal_of, label, plan_of, read_day, seed_of
from tablee.fair import Dealer
from tablee.jobs.deals import DealPlayJob, DealRunsJob, runs_of, score_of
from tablee.protocol.reasons import Refused
from tablee.replay import verify
from tablee.solutions import hindsight
from tablee.table import Table
from tests.pyodide.daily_dates import FIRST, deals, written

KEPT = Path(__file__).parent / "kept" / "daily.txt"  # never to be changed: these deals have been published
EASY, LIMIT = registry.find("take-it-easy"), registry.find("take-it-to-the-limit")


def table_of(deal: DailyDeal, seat: str = "bot:random") -> Table:
    entry = registry.find(deal.game)
    table = Table(entry, [seat], dealer=deal.dealer, options=read_options(entry.game.options, deal.options))
    table.run()
    return table


def calls_at(table: Table) -> list[str]:
    return [row.text for row in table.match.rows if isinstance(row, Action) and row.who == CHANCE]


def test_published_deals_never_change() -> None:
    assert [written(deal) for deal in deals(30)] == KEPT.read_text("utf-8").splitlines()


def test_a_match_draws_what_was_published() -> None:
    for line in KEPT.read_text("utf-8").splitlines():
        day, game = line.split()[:2]
        assert line.endswith(" ".join(calls_at(table_of(deal_of(registry.find(game), read_day(day))))))


def test_a_seed_follows_from_the_date_the_game_and_its_options_as_documented() -> None:
    text = "deal of the day\0001\0002026-11-21\0take-it-to-the-limit\0board=orchid"
    assert deal_of(LIMIT, date(2026, 11, 21)).seed == sha256(text.encode()).hexdigest()
    assert (
        seed_of(FIRST, "x", {"b": True, "a": 2}) == sha256(b"deal of the day\x001\x002026-11-18\x00x\x00a=2,b=True").hexdigest()
    )


def test_the_nexus_is_played_on_weekdays_and_the_orchid_at_the_weekend() -> None:
    week = [dict(deal_of(LIMIT, date(2026, 11, day)).options) for day in range(23, 30)]
    assert week == [{}] * 5 + [{"board": "orchid"}] * 2
    assert not any(deal_of(EASY, date(2026, 11, day)).options for day in range(23, 30))


@pytest.mark.parametrize(
    ("game", "day", "why"),
    [("limits", FIRST, "no-daily"), ("take-it-easy", date(2026, 11, 17), "daily-too-early")],
)
def test_other_games_and_earlier_days_have_none(game: str, day: date, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        deal_of(registry.find(game), day)
    assert refused.value.message.id == why


def test_games_with_a_deal_are_those_whose_draws_do_not_depend_on_play() -> None:
    assert [entry.game.id for entry in registry.all_games() if plan_of(entry)] == [EASY.game.id, LIMIT.game.id]
    for entry in (EASY, LIMIT):
        deal = deal_of(entry, date(2026, 11, 21))
        assert calls_at(table_of(deal)) == calls_at(table_of(deal, f"bot:{fast_bot(entry)}"))


@pytest.mark.parametrize("text", ["", "today", "20261118", "2026-W47-3", "2026-11-31", "2026-11-18 ", "2026-11-18T00:00"])
def test_a_date_has_one_form(text: str) -> None:
    with pytest.raises(Refusal):
        read_day(text)


# records
def header_of(lines: Sequence[str]) -> Header:
    header = read(lines[0])
    assert isinstance(header, Header)
    return header


def test_the_header_says_so_and_the_record_is_verified() -> None:
    lines = table_of(deal_of(EASY, FIRST)).record()
    assert header_of(lines).nonces == ("deal of the day 1 2026-11-18",)
    assert day_of(verify(lines).header) == FIRST


def test_earlier_versions_read_the_header() -> None:
    """They refuse fields that they do not know."""
    known = {"tablee", "game", "rules", "parts", "options", "seats", "games", "commit", "nonces", "practice"}
    assert json.loads(table_of(deal_of(LIMIT, date(2026, 11, 21))).record()[0]).keys() <= known


@pytest.mark.coverage
def test_another_seed_is_no_deal_of_the_day() -> None:
    lines = Table(EASY, ["bot:random"], dealer=Dealer("ab" * 32, (label(FIRST),)))
    lines.run()
    with pytest.raises(BadRecord) as bad:
        verify(lines.record())
    assert bad.value.message.id == "wrong-daily"


def test_another_date_or_other_options_are_another_deal() -> None:
    lines = table_of(deal_of(EASY, FIRST)).record()
    for changed in (
        replace(header_of(lines), nonces=(label(date(2026, 11, 19)),)),
        replace(header_of(lines), options={"placement": "adjacent"}),
    ):
        with pytest.raises(BadRecord):
            verify([write(changed), *lines[1:]])


@pytest.mark.parametrize("nonce", ["deal of the day 2 2026-11-18", "deal of the day 1 2026-11-31", "deal of the day", "ab" * 32])
def test_other_nonces_are_no_label(nonce: str) -> None:
    header = Header("take-it-easy", "1.0", "", (("Ada",),), commit="ab", nonces=(nonce,))
    assert day_of(header) is None
    assert day_of(replace(header, nonces=(label(FIRST), label(FIRST)))) is None


# the command line
def test_the_command_recomputes_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "--date", "2026-11-21", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(deal["game"], deal["options"], deal["version"]) for deal in told] == [
        ("take-it-easy", {}, 1),
        ("take-it-to-the-limit", {"board": "orchid"}, 1),
    ]
    assert told[0]["calls"] == calls_at(table_of(deal_of(EASY, date(2026, 11, 21))))
    assert main(["daily", "--date", "2026-11-21", "--game", "take-it-to-the-limit"]) == 0
    first, seed, called = capsys.readouterr().out.splitlines()
    assert first == "Deal of 2026-11-21: Take it to the Limit! (board=orchid)"
    assert (seed, called.split()) == (f"Seed {told[1]['seed']}", told[1]["calls"])


def test_the_command_says_todays_deal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["daily", "--json"]) == 0
    assert [deal["date"] >= "2026-11-18" for deal in json.loads(capsys.readouterr().out)] == [True, True]
    assert main(["daily", "--date", "tomorrow"]) == 2
    assert capsys.readouterr().err == "“tomorrow” is not a date such as 2026-11-18.\n"


def test_a_deal_is_played_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cells = [f"{column}{row}" for column, tall in zip("abcde", (3, 4, 5, 4, 3), strict=True) for row in range(1, tall + 1)]
    (tmp_path / "typed").write_text("\n".join([*cells, ""]), "utf-8")
    file = str(tmp_path / "today.match")
    with open(tmp_path / "typed", encoding="utf-8") as typed:
        monkeypatch.setattr("sys.stdin", typed)
        assert main(["play", "take-it-easy", "--daily", "2026-11-18", "--plain", "--save", file]) == 0
    capsys.readouterr()
    assert main(["verify", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["daily"] == "2026-11-18"


@pytest.mark.parametrize("flag", ["--bots=greedy", "--series=2", "--seed=x", "--option=rays=true", "--table=http://x/t/y"])
def test_a_deal_is_played_as_it_is(capsys: pytest.CaptureFixture[str], flag: str) -> None:
    assert main(["play", "take-it-easy", "--daily", flag]) == 2
    assert capsys.readouterr().err.startswith("A deal of the day is played alone,")


def test_verify_says_that_it_is_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "today.match"
    table_of(deal_of(EASY, FIRST)).save(file)
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("This is the deal of 2026-11-18:")
    assert main(["verify", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["daily"] == "2026-11-18"


# what bots make of it
def runs(level: str, start: int, game: str = "take-it-easy", day: str = "2026-11-18") -> tuple[int, ...]:
    job = DealRunsJob(game, day, level, start)
    job.check(registry.find)
    return job.answer(registry.find).scores


def test_runs_are_the_same_whenever_they_are_asked_for() -> None:
    later, first = runs("expert", 5)[:3], runs("expert", 0)[:8]
    deal = deal_of(EASY, FIRST)
    scores = tuple(score_of(EASY, deal, "expert", run) for run in range(8))
    assert (first, later) == (scores[: len(first)], scores[5 : 5 + len(later)])
    more = {score_of(EASY, deal, "expert", run) for run in range(60)}
    assert len(more) > 5  # chance decides where choices are close


def test_the_model_is_the_fast_bot() -> None:
    assert runs_of(EASY) == {"greedy": 1000, "expert": 100}
    assert runs_of(LIMIT) == {"greedy": 200, "expert": 100}
    assert runs_of(registry.find("limits")) == {}
    assert len(runs("greedy", 997)) <= 3
    scores = runs("greedy", 0)
    assert 120 < sum(scores) / len(scores) < 200


def test_no_run_beats_the_best_board() -> None:
    deal = deal_of(EASY, FIRST)
    assert max(runs("greedy", 0)) <= hindsight(table_of(deal).match).points


@pytest.mark.parametrize(("level", "start"), [("champion", 0), ("random", 0), ("expert", 100), ("greedy", 1000)])
def test_other_runs_are_refused(level: str, start: int) -> None:
    with pytest.raises((Refusal, Refused)):
        DealRunsJob("take-it-easy", "2026-11-18", level, start).check(registry.find)


@pytest.mark.parametrize("entry", [EASY, LIMIT], ids=lambda entry: str(entry.game.id))
def test_the_expert_plays_turn_by_turn_as_at_a_table(entry: registry.Entry) -> None:
    day = "2026-11-21"
    played, deal = DealPlayJob(entry.game.id, day).answer(registry.find), deal_of(entry, read_day(day))
    assert played.level == strongest_fast(entry)
    table = table_of(deal, f"bot:{played.level}")
    turns = [row for row in table.match.rows if isinstance(row, Action) and row.who == 0]
    assert len(played.steps) == 1 + len(turns)
    assert played.steps[0].points <= 0
    assert played.steps[-1].points == table.match.result().scores[0]
    own = [panel for panel in table.match.screen(0).public if panel.seat == 0]
    assert [panel.value for panel in played.steps[-1].boards] == [panel.value for panel in own]
