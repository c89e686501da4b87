"""Hints for one person at a table: three steps, noted in the record, and refused wherever somebody else plays."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tablee.bots import chance_of, player
from tablee.client import RefusedByServer
from tablee.core.bot import Evaluator, Question
from tablee.core.game import Argument, say, total
from tablee.core.record import Note, NoteId
from tablee.jobs.hints import COMPARE, EXPLAIN, LOOK, RIVALS, HintJob
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.replay import verify
from tablee.rooms.room import Room
from tablee.table import Table
from tests.games_here import find
from tests.server.lone_room import LoneRoom
from tests.server.running import OPEN, play, running, seats_of, settings, sit_down

BOT = wire.SeatWish("bot", "greedy")


def test_a_hint_says_a_little_more_with_each_step_and_is_noted(tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with running(settings(tmp_path / "t.db")) as here:
            (me,) = await sit_down(here.base, "take-it-easy", [OPEN, BOT])
            async with me:
                await me.start()
                while not me.to_move:
                    await me.news(1.0)
                hints = [await me.hint(step) for step in (LOOK, COMPARE, EXPLAIN, EXPLAIN)]
                look, compare, explain, again = hints
                assert [said.level for said in hints] == ["expert"] * 4
                assert (look.actions, look.reasons) == ((), ())
                assert 2 <= len(compare.actions) <= 3
                assert not compare.reasons
                assert list(compare.actions) == sorted(compare.actions)
                assert len(explain.actions) == 1
                assert explain.actions[0] in compare.actions
                assert again == explain
                await play(me, random.Random(1))
                assert me.over is not None
                assert me.over.hints == 1
                return (await me.record()).decode().splitlines()

    lines = asyncio.run(run())
    notes = [(row.note, row.seat, row.text) for row in verify(lines).rows if isinstance(row, Note)]
    assert [note for note in notes if note[0] == NoteId.HINT] == [(NoteId.HINT, 0, step) for step in "123"]
    assert any('"note":"stand-in"' in line and '"text":"hint 1"' in line for line in lines)  # older versions can read that


def test_hints_are_refused_where_others_play_and_where_the_table_forbids_them(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            ada, bo = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            (alone,) = await sit_down(here.base, "take-it-easy", [OPEN], hints=False)
            async with ada, bo, alone:
                for me in (ada, alone):
                    await me.start()
                    with pytest.raises(RefusedByServer) as refused:
                        await me.hint(LOOK)
                    assert refused.value.code == "no-hints"

    asyncio.run(run())


def test_a_second_person_who_has_left_still_ends_hints() -> None:
    room = LoneRoom(find("take-it-easy"), people=2)
    room.start()
    room.ask(Room.leave, 1)
    with pytest.raises(Refused, match="no-hints"):
        room.ask(Room.ask_hint, 0, LOOK)


def test_hints_follow_from_the_seats_view_and_the_bots_values() -> None:
    entry = find("take-it-easy")
    table = Table(entry, ["Ada"], seed=3)
    for cell in ("a1", "c3", "e2"):
        table.run()
        table.act(0, cell)
    table.run()
    game, match = entry.game, table.match
    view, legal = match.view(0), match.legal(0)
    question = Question(match.position, 0, view, legal, match.now, match.turns[0])
    bot = player(entry, "expert")(game, 0, chance_of("seed", 0))
    assert isinstance(bot, Evaluator)
    values = {game.write(action): value.mean for action, value in zip(legal, bot.values(view, legal, match.now), strict=True)}
    job = HintJob(game.id, "expert", question, "seed", EXPLAIN)
    (best,) = job.answer(find).actions
    assert values[best] == max(values.values())
    close = replace(job, step=COMPARE).answer(find)
    assert best in close.actions
    assert sorted(values[action] for action in close.actions) == sorted(values.values())[-len(close.actions) :]
    gains = [total(game.sheet_after(view, 0, game.read(action))) - total(game.sheet(view, 0)) for action in close.actions]
    assert close.gain == max(0, *gains)


def test_where_to_look_does_not_give_the_best_cell_away(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = find("take-it-easy")
    table = Table(entry, ["Ada"], seed=3)
    table.run()
    match = table.match
    question = Question(match.position, 0, match.view(0), match.legal(0), match.now, 1)

    def reasons(view: object, action: object, other: object) -> tuple[Argument, ...]:
        best = entry.game.write(action)
        return tuple(Argument(best, say("a"), say("b"), marks) for marks in ((best,), ("a1", "a2", best)))

    monkeypatch.setattr(entry.game, "reasons", reasons)
    job = HintJob(entry.game.id, "expert", question, "seed", EXPLAIN)
    explained = job.answer(find)
    assert [len(argument.marks) for argument in explained.reasons] == [1, 3]
    assert replace(job, step=LOOK).answer(find) == wire.Hint("expert", LOOK, explained.reasons[1].marks)


def test_reasons_compare_with_another_action_where_nothing_sets_the_second_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = find("take-it-easy")
    table = Table(entry, ["Ada"], seed=3)
    table.run()
    match, compared = table.match, list[object]()
    question = Question(match.position, 0, match.view(0), match.legal(0), match.now, 1)

    def reasons(view: object, action: object, other: object) -> tuple[Argument, ...]:
        compared.append(other)
        return (Argument("a1", say("a"), say("b"), ()),) if len(compared) == 3 else ()

    monkeypatch.setattr(entry.game, "reasons", reasons)
    job = HintJob(entry.game.id, "expert", question, "seed", EXPLAIN)
    assert len(job.answer(find).reasons) == 1
    assert len(set(compared)) == 3
    assert job.answer(find).reasons == ()  # there may be nothing to say
    assert len(compared) == 3 + RIVALS


@pytest.mark.parametrize("game", ["limits", "ultim-limit", "xtreme-limits", "take-it-to-the-limit"])
def test_every_game_gives_hints(game: str) -> None:
    entry = find(game)
    table = Table(entry, ["Ada", *["bot:random"] * (seats_of(entry) - 1)], seed=5)
    table.run()
    match = table.match
    question = Question(match.position, 0, match.view(0), match.legal(0), match.now, match.turns[0])
    legal = [entry.game.write(action) for action in question.legal]
    for step in (LOOK, COMPARE, EXPLAIN):
        said = HintJob(game, "expert", question, "seed", step).answer(find)
        assert set(said.actions) <= set(legal)
        assert bool(said.actions) == (step != LOOK)


def test_a_game_whose_bots_value_nothing_names_their_choice() -> None:
    entry = find("take-it-easy")
    table = Table(entry, ["Ada"], seed=3)
    table.run()
    match = table.match
    question = Question(match.position, 0, match.view(0), match.legal(0), match.now, 1)
    said = HintJob(entry.game.id, "first-game", question, "seed", COMPARE).answer(find)
    assert len(said.actions) == 1
