from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tablee.core import record
from tablee.core.game import CHANCE, CLOCK, BadOptions, Event, IllegalAction, Refusal, TooLate, say
from tablee.core.record import Action, BadRecord, Header, Note, NoteId, Result
from tablee.core.registry import Entry
from tablee.fair import Dealer, seeded_secret
from tablee.games.take_it_easy import GAME as EASY
from tablee.games.take_it_easy.tiles import BOARD
from tablee.match import Match, open_header
from tablee.replay import loads, replay, verify
from tablee.table import Table
from tablee.words import Words
from tests.games_here import EVERY, TOY, find

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

DEALER = Dealer(seeded_secret("match"), ("n",))


def easy(seats: int = 2, games: int = 1) -> Match:
    match = Match(EASY, open_header(EASY, ["p"] * seats, EASY.options(), DEALER, games))
    match.act(CHANCE, "9-7-3", 0)
    return match


def toy(seats: int = 2) -> Match:
    """Cards 1, 2, …, a glass of three seconds that began at 100 ms, after a note."""
    match = Match(TOY.game, open_header(TOY.game, ["p"] * seats, TOY.game.options(), DEALER))
    for card in range(1, seats + 1):
        match.act(CHANCE, f"card {card}", 0)
    match.note(Note(NoteId.BACK, 100))
    match.act(CHANCE, "glass 3", 100)
    return match


def ids(events: Sequence[Event]) -> list[str]:
    return [event.message.id for event in events]


# open steps


def test_the_table_hears_that_a_seat_chose_but_not_what() -> None:
    match = easy()
    assert match.act(0, "c3", 10) == (Event(say("has-chosen", seat=0)),)
    assert match.waiting() == (1,)
    assert match.view(0).placed == match.view(1).placed == ((), ())


def test_a_choice_may_be_replaced_until_all_have_chosen() -> None:
    match = easy()
    match.act(0, "c3", 10)
    assert match.act(0, "a1", 20) == ()
    assert ids(match.act(1, "b2", 30)) == ["has-chosen", "placed", "placed"]
    assert match.state.placed == ((BOARD.cells["a1"],), (BOARD.cells["b2"],))
    assert [row for row in match.rows if isinstance(row, Action)][1:] == [
        Action(0, "c3", 10),
        Action(0, "a1", 20),
        Action(1, "b2", 30),
    ]
    with pytest.raises(IllegalAction, match="not-your-turn"):
        match.act(0, "c3", 40)


def test_an_illegal_choice_changes_nothing() -> None:
    match = easy()
    match.act(0, "c3", 10)
    before = list(match.rows)
    for who, text, ms in [(0, "z9", 20), (2, "a1", 20), (1, "9-7-3", 20), (1, "a1", 9), (CHANCE, "9-7-4", 20), (CLOCK, "a1", 20)]:
        with pytest.raises(Refusal):
            match.act(who, text, ms)
    assert (match.rows, match.now, match.waiting()) == (before, 10, (1,))


def test_a_single_seats_choice_counts_at_once() -> None:
    match = easy(seats=1)
    assert ids(match.act(0, "c3", 10)) == ["placed"]


def test_time_never_runs_backwards() -> None:
    match = easy()
    match.note(Note(NoteId.BACK, 500))
    for late in (lambda: match.act(0, "c3", 499), lambda: match.note(Note(NoteId.BACK, 499))):
        with pytest.raises(IllegalAction, match="time-runs-back"):
            late()
    match.act(0, "c3", 500)


# bells


def test_choices_made_before_the_bell_count_when_it_rings() -> None:
    match = toy(3)
    match.act(2, "take", 3099)
    assert ids(match.act(CLOCK, "sand", 3100)) == ["sand", "asleep", "asleep", "shown"]
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == (0, 0, 3)


@pytest.mark.parametrize("ms", [3100, 3101])
def test_at_the_bell_it_is_too_late(ms: int) -> None:
    match = toy()
    with pytest.raises(TooLate):
        match.act(0, "take", ms)


@pytest.mark.parametrize("ms", [3099, 3101])
def test_a_bell_rings_at_its_time_only(ms: int) -> None:
    with pytest.raises(IllegalAction, match="no-bell-now"):
        toy().act(CLOCK, "sand", ms)


def test_a_seat_cannot_ring() -> None:
    with pytest.raises(IllegalAction):
        toy().act(0, "sand", 200)


# seats


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_seat_that_does_not_exist_sees_nothing_and_does_nothing(entry: Entry) -> None:
    """Throughout a match: an index from the end would be another player's hand."""
    table = Table(entry, ["bot:random"] * entry.game.usual_seats[-1], seed="seats")
    match, more = table.match, True
    while more:
        state, rows = match.state, len(match.rows)
        texts = [match.game.write(action) for seat in match.to_act() for action in match.game.legal(state, seat)[:1]]
        for seat in (-match.seats, CLOCK, CHANCE, match.seats, match.seats + 5):
            for ask in (match.view, match.screen, match.legal, match.legal_texts, table.legal):
                with pytest.raises(Refusal, match=f"no-such-seat number={seat} last={match.seats - 1}"):
                    ask(seat)
            for text in texts:
                with pytest.raises(Refusal, match="no-such-seat"):
                    table.act(seat, text)
        assert (match.state, len(match.rows)) == (state, rows)
        more = table.step() is not None
    assert match.over
    assert match.view(None) is not None


# series, pairs, headers


def test_a_series_adds_up_scores() -> None:
    table = Table("take-it-easy", ["bot:random", ("Ada", "Bo"), "bot:random"], dealer=DEALER, games=2)
    match = table.match
    started = []
    while match.outcome() is None:
        events = table.step()
        if events is None:
            events = table.act(1, EASY.write(match.legal(1)[0]), match.now)
        started += [event.message for event in events if event.message.id == "next-game"]
    assert started == [say("next-game", number=2, games=2)]
    assert len(match.finished) == 2
    assert match.totals == tuple(a + b for a, b in zip(*match.finished, strict=True))
    assert match.result("").scores == match.totals
    assert match.draws == 38
    lines = table.record()
    assert '["Ada","Bo"]' in lines[0]
    assert verify(lines).totals == match.totals
    with pytest.raises(IllegalAction):
        match.act(0, "c3", match.now)


def test_totals_start_at_zero() -> None:
    assert easy(games=2).totals == (0, 0)


def test_a_match_that_is_not_over_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        easy().result()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rules": "0.9"}, "unknown-rules"),
        ({"parts": "other"}, "other-parts"),
        ({"seats": ()}, "bad-seats"),
        ({"options": {"rays": "some"}}, "bad-option-value"),
        ({"options": {"sun": "all"}}, "unknown-option"),
    ],
)
def test_an_unplayable_header_is_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        Match(EASY, replace(easy().header, **change))  # type: ignore[arg-type]


# records


def record_of(game: str, seats: int, games: int = 1) -> list[str]:
    table = Table(find(game), ["bot:random"] * seats, dealer=DEALER, games=games)
    table.run()
    return table.record()


@pytest.mark.parametrize("game", ["take-it-easy", "toy"])
def test_a_record_replays_to_its_result_and_verifies(game: str) -> None:
    lines = record_of(game, 3)
    match = loads(lines, find)
    assert record.write(match.result(DEALER.seed)) == lines[-1]
    assert verify(lines, find).draws == match.draws
    steps = list(replay(lines, find))
    assert [number for number, *_ in steps] == list(range(1, len(lines) + 1))


def test_an_unfinished_record_folds_too() -> None:
    match = loads(record_of("take-it-easy", 2)[:30])
    assert match.outcome() is None
    assert len(match.rows) == 29


def assert_bad(lines: list[str], line: int, why: str, check: object = loads) -> None:
    with pytest.raises(BadRecord) as refusal:
        check(lines, find)  # type: ignore[operator]
    assert (refusal.value.line, refusal.value.message.id) == (line, why)


def test_the_wrong_line_is_named() -> None:
    lines = record_of("take-it-easy", 2)
    assert_bad([lines[0].replace("take-it-easy", "chess"), *lines[1:]], 1, "unknown-game")
    assert_bad([lines[0].replace('"1.0"', '"9.9"'), *lines[1:]], 1, "unknown-rules")
    assert_bad([lines[0].replace("{}", '{"rays":"x"}'), *lines[1:]], 1, "bad-option-value")
    assert_bad([*lines[:2], '[0,"z9",5]', *lines[3:]], 3, "no-such-cell")
    assert_bad([lines[0], lines[2], *lines[2:]], 2, "not-your-turn")
    assert_bad([*lines[:5], *lines[6:]], 7, "no-such-draw")
    assert_bad([*lines[:4], '{"note":"back","ms":99999999}', *lines[4:]], 6, "time-runs-back")
    assert_bad([*lines[:30], lines[-1]], 31, "result-too-early")
    assert_bad([*lines[:-1], record.write(Result((1, 2), (2, 1)))], len(lines), "wrong-score")
    assert_bad([*lines[:-1], record.write(Result((1,), (1,)))], len(lines), "wrong-result")


def test_a_wrong_result_names_the_seat_in_one_short_line() -> None:
    lines = record_of("take-it-easy", 60)
    result = record.read(lines[-1])
    assert isinstance(result, Result)

    def refusal(**change: Any) -> str:
        with pytest.raises(BadRecord) as bad:
            loads([*lines[:-1], record.write(replace(result, **change))])
        return Words("en").refusal(bad.value)

    places, scores = list(result.places), list(result.scores)
    places[40] += 1
    scores[40] += 1
    assert refusal(places=tuple(places)) == (
        f"line {len(lines)}: seat 41 came {result.places[40]}, not {places[40]} (1 is first)."
    )
    assert refusal(scores=tuple(scores)) == (f"line {len(lines)}: the score of seat 41 is {result.scores[40]}, not {scores[40]}.")
    assert len(refusal(scores=(*scores, 1))) < 120


def test_a_draw_takes_no_time() -> None:
    """Otherwise the time of a draw that sets a hidden clock could be chosen afterwards."""
    match = Match(TOY.game, open_header(TOY.game, ["p"] * 2, TOY.game.options(), DEALER))
    for card in (1, 2):
        match.act(CHANCE, f"card {card}", 0)
    with pytest.raises(IllegalAction, match="draw-takes-time"):
        match.act(CHANCE, "glass 3", 500)
    match.act(CHANCE, "glass 3", 0)
    assert match.alarm() == 3000


def test_a_forged_bell_is_refused() -> None:
    lines = record_of("xtreme-limits", 3)
    number = next(number for number, line in enumerate(lines) if '"bell ' in line)
    who, text, ms = json.loads(lines[number])
    assert_bad([*lines[:number], json.dumps([who, text, ms + 500]), *lines[number + 1 :]], number + 1, "draw-takes-time", verify)


def test_verify_names_the_first_wrong_draw() -> None:
    lines = record_of("take-it-easy", 2)
    calls = [number for number, line in enumerate(lines) if line.startswith('["*"')]
    swapped = list(lines)
    swapped[calls[3]], swapped[calls[4]] = (
        lines[calls[3]].replace(lines[calls[3]].split(",")[1], lines[calls[4]].split(",")[1]),
        lines[calls[4]].replace(lines[calls[4]].split(",")[1], lines[calls[3]].split(",")[1]),
    )
    assert_bad(swapped, calls[3] + 1, "wrong-draw", verify)


def test_verify_needs_an_honest_reveal() -> None:
    lines = record_of("take-it-easy", 2)
    last = len(lines)
    assert_bad(lines[:-1], last - 1, "not-revealed", verify)
    assert_bad([*lines[:-1], lines[-1].replace(DEALER.seed, seeded_secret("other"))], last, "wrong-commit", verify)
    assert_bad([*lines[:-1], lines[-1].replace(DEALER.seed, "xyz")], last, "wrong-commit", verify)
    assert_bad([lines[0].replace('"n"', '"m"'), *lines[1:]], 2, "wrong-draw", verify)
    bare = record.read(lines[0])
    assert isinstance(bare, Header)
    assert_bad([record.write(replace(bare, commit="", nonces=())), *lines[1:]], 1, "no-commit", verify)


def test_replacing_a_choice_does_not_change_the_deal() -> None:
    lines = record_of("take-it-easy", 2)
    first = next(number for number, line in enumerate(lines) if line.startswith("[0,"))
    free = next(name for name in ("a1", "b1", "c1") if f'"{name}"' not in lines[first] + lines[first + 1])
    changed = [*lines[:first], f'[0,"{free}",0]', *lines[first:]]
    assert verify(changed).result(DEALER.seed) == record.read(lines[-1])


@pytest.mark.no_cover
def test_five_hundred_seats_replay_from_a_small_file() -> None:
    lines = record_of("take-it-easy", 500)
    assert len(lines) == 1 + 19 * 501 + 1
    assert sum(map(len, lines[1:-1])) < 20 * len(lines)
    assert loads(lines).result(DEALER.seed) == record.read(lines[-1])


# hints, and practice that branches off
def test_hints_are_counted_by_turn() -> None:
    match = easy(1)
    for step in ("1", "2", "2"):
        match.note(Note(NoteId.HINT, 0, 0, step))
    match.act(0, "a1", 5)
    match.play(CHANCE, EASY.odds(match.state)[0][0], 5)
    match.note(Note(NoteId.HINT, 6, 0, "1"))
    assert match.hinted_turns == 2
    with pytest.raises(Refusal, match="no-such-seat"):
        match.note(Note(NoteId.HINT, 6, 9, "1"))


def test_practice_begins_with_the_same_view_and_open_choices_are_made_anew() -> None:
    match = toy(2)
    view, now = match.view(0), match.now
    match.act(0, match.legal_texts(0)[0], now)
    match.note(Note(NoteId.WHAT_IF, now, 0, "a seed"))
    assert match.view(0) == view
    assert not match.chosen
    assert match.committed == match.draws
    for note in (Note(NoteId.WHAT_IF, now, None, "seed"), Note(NoteId.WHAT_IF, now, 0), Note(NoteId.WHAT_IF, now, 9, "seed")):
        with pytest.raises(Refusal):
            match.note(note)


def test_the_draws_of_practice_are_recomputed_from_the_seed_in_its_note() -> None:
    lines = record_of("take-it-easy", 1)
    seed, branch = seeded_secret("branch"), lines[:4]  # two draws, one action
    match = loads(branch)
    match.note(Note(NoteId.WHAT_IF, match.now, 0, seed))
    dealer = Dealer(seed)
    while not match.over:
        if match.to_act() == (CHANCE,):
            match.play(CHANCE, dealer.pick(match.draws, EASY.odds(match.state)), match.now)
        else:
            match.play(0, match.legal(0)[0], match.now)
    result = json.loads(lines[-1])
    lines = [lines[0], *map(record.write, match.rows), record.write(match.result(result["reveal"]))]
    assert verify(lines).committed == 2
    forged = next(n for n, line in enumerate(lines) if n > 6 and line.startswith('["*"'))
    tile = next(tile for tile in ("1-2-3", "9-7-8", "5-6-4") if all(f'"{tile}"' not in line for line in lines))
    lines[forged] = record.write(Action(CHANCE, tile, json.loads(lines[forged])[2]))
    assert_bad(lines, forged + 1, "wrong-draw", verify)
