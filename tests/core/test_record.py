from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablee.core import record
from tablee.core.game import CHANCE, CLOCK, BadText
from tablee.core.record import LONGEST_LINE, Action, BadRecord, Header, Note, NoteId, Result

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

HEADER = Header("toy", "1.0", "abc", (("you",), ("Ada", "Bo"), ("bot:random",)), {"young": True}, 3, "c0", ("n1", "n2"))
ENTRIES: list[tuple[record.RecordEntry, str]] = [
    (
        HEADER,
        '{"tablee":1,"game":"toy","rules":"1.0","parts":"abc","options":{"young":true},"seats":["you",["Ada","Bo"],"bot:random"],'
        '"games":3,"commit":"c0","nonces":["n1","n2"]}',
    ),
    (Header("toy", "1.0", "", (("é",),)), '{"tablee":1,"game":"toy","rules":"1.0","parts":"","options":{},"seats":["é"]}'),
    (
        Header("toy", "1.0", "", (("é",),), practice=True),
        '{"tablee":1,"game":"toy","rules":"1.0","parts":"","options":{},"seats":["é"],"practice":true}',
    ),
    (Action(CHANCE, "9-7-3", 0), '["*","9-7-3",0]'),
    (Action(CLOCK, "bell", 30110), '["!","bell",30110]'),
    (Action(0, "c3", 2150), '[0,"c3",2150]'),
    (Note(NoteId.PAUSED, 61000), '{"note":"paused","ms":61000}'),
    (Note(NoteId.TOO_LATE, 61000, 1, "stop"), '{"note":"too-late","ms":61000,"seat":1,"text":"stop"}'),
    (Result((183, -2), (1, 2)), '{"scores":[183,-2],"places":[1,2]}'),
    (Result((0,), (1,), "ff"), '{"scores":[0],"places":[1],"reveal":"ff"}'),
]


@pytest.mark.parametrize(("entry", "line"), ENTRIES)
def test_every_entry_has_one_line(entry: record.RecordEntry, line: str) -> None:
    assert record.write(entry) == line
    assert record.read(line) == entry
    assert record.read(line.encode()) == entry


def test_a_hint_is_written_so_that_older_versions_can_read_it() -> None:
    hint = Note(NoteId.HINT, 7, 0, "2")
    assert record.write(hint) == '{"note":"stand-in","ms":7,"seat":0,"text":"hint 2"}'
    assert record.read(record.write(hint)) == hint
    assert record.read('{"note":"hint","ms":7,"seat":0,"text":"2"}') == hint
    with pytest.raises(BadText):
        record.read('{"note":"hint","ms":7,"seat":0}')
    other = Note(NoteId.STAND_IN, 7, 0, "expert")
    assert record.read(record.write(other)) == other


@pytest.mark.parametrize(("old", "id"), [("bot took over", NoteId.BOT_TOOK_OVER), ("time is up", NoteId.TIME_IS_UP)])
def test_old_sentence_notes_are_read_as_ids(old: str, id: NoteId) -> None:
    assert record.read(f'{{"note":"{old}","ms":7}}') == Note(id, 7)


HEAD = '{"tablee":1,"game":"toy","rules":"1.0","parts":"","options":{},"seats":["a"]'


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "record-not-json"),
        ("{", "record-not-json"),
        ("[" * 100_000, "record-not-json"),
        (b"\xff\xfe", "record-not-json"),
        (b'{"note":"\xed\xa0\x80","ms":0}', "record-not-json"),
        ("17", "record-line"),
        ("{}", "record-line"),
        ('[0,"c3"]', "record-line"),
        ('[true,"c3",0]', "record-line"),
        ("[0,3,0]", "record-line"),
        ('[0,"c3",1.5]', "record-line"),
        ('[0,"c3",true]', "record-time"),
        ('[0,"c3",-1]', "record-time"),
        ('[0,"c3",9007199254740992]', "record-time"),
        ('[-1,"c3",0]', "record-who"),
        ('["?","c3",0]', "record-who"),
        ('{"note":"left","ms":1,"more":2}', "record-line"),
        ('{"note":"left","ms":1,"seat":"a"}', "record-line"),
        ('{"note":"left","ms":-1}', "record-time"),
        ('{"note":"nap","ms":1}', "record-note"),
        ('{"scores":[1.5],"places":[1]}', "record-line"),
        ('{"scores":[1],"places":[1],"reveal":7}', "record-line"),
        ('{"scores":[1],"places":[1],"extra":7}', "record-line"),
        ('{"tablee":2}', "record-format"),
        ('{"tablee":1,"game":"toy"}', "record-header-lacks"),
        (HEAD + ',"colour":1}', "record-header-field"),
        (HEAD + ',"games":0}', "record-header-field"),
        (HEAD + ',"games":true}', "record-header-field"),
        (HEAD + ',"nonces":[7]}', "record-header-field"),
        (HEAD.replace('["a"]', "[7]") + "}", "record-header-field"),
        (HEAD.replace('["a"]', "[[]]") + "}", "record-header-field"),
        (HEAD.replace('["a"]', '[["a",7]]') + "}", "record-header-field"),
        (HEAD.replace('"toy"', "7") + "}", "record-header-field"),
        (HEAD.replace('["a"]', '["\\ud800"]') + "}", "record-not-json"),
        (HEAD.replace('["a"]', '["\ud800"]').encode("utf-8", "surrogatepass") + b"}", "record-not-json"),
        (HEAD + ',"nonces":["\\udfff"]}', "record-not-json"),
        ('{"note":"\\ud800","ms":1}', "record-not-json"),
        ('{"note":"left","ms":1,"text":"\\ud800"}', "record-not-json"),
        ('{"scores":[1],"places":[1],"reveal":"\\ud800"}', "record-not-json"),
    ],
)
def test_a_bad_line_says_why(line: str | bytes, why: str) -> None:
    with pytest.raises(BadText) as refusal:
        record.read(line)
    assert refusal.value.message.id == why


@pytest.mark.parametrize(("more", "field"), [('"games":3,"nonces":[7]', "nonces"), ('"games":0,"nonces":[]', "games")])
def test_a_bad_header_names_the_field(more: str, field: str) -> None:
    with pytest.raises(BadText, match=field):
        record.read(f"{HEAD},{more}}}")


@given(st.binary(max_size=60) | st.text(max_size=60))
@example('{"tablee":1,"game":{},"rules":[],"parts":0,"options":0,"seats":0}')
@example('{"note":"left","ms":{}}')
@example('[NaN,"c3",0]')
def test_random_input_never_crashes_the_reader(line: str | bytes) -> None:
    try:
        entry = record.read(line)
    except BadText:
        return
    assert record.read(record.write(entry)) == entry


def lines(*entries: record.RecordEntry) -> list[str]:
    return [record.write(entry) for entry in entries]


@pytest.mark.parametrize(
    ("entries", "line", "why"),
    [
        ([], 1, "record-empty"),
        ([Action(0, "c3", 0)], 1, "record-header-first"),
        ([HEADER, Action(0, "c3", 0), HEADER], 3, "record-header-first"),
        ([HEADER, Result((1,), (1,)), Action(0, "c3", 0)], 3, "record-after-result"),
    ],
)
def test_lines_out_of_order_are_named(entries: list[record.RecordEntry], line: int, why: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        list(record.read_lines(lines(*entries)))
    assert (refusal.value.line, refusal.value.message.id) == (line, why)


def test_reading_is_lazy() -> None:
    steps = record.read_lines([*lines(HEADER), "broken"])
    assert next(steps) == (1, HEADER)
    with pytest.raises(BadRecord) as refusal:
        next(steps)
    assert refusal.value.line == 2


def test_a_file_is_streamed_line_by_line() -> None:
    assert list(record.stream(io.BytesIO(b"a\nb\n"))) == [b"a\n", b"b\n"]
    with pytest.raises(BadRecord, match="record-cut"):
        list(record.stream(io.BytesIO(b"a\nb")))
    with pytest.raises(BadRecord, match="record-cut"):
        list(record.stream(io.BytesIO(b'a\n["*","x",')))
    whole = b'{"scores":[1],"places":[1],"reveal":""}'  # an editor may have removed the last newline
    assert list(record.stream(io.BytesIO(b"a\n" + whole))) == [b"a\n", whole + b"\n"]
    with pytest.raises(BadRecord, match="record-long-line") as refusal:
        list(record.stream(io.BytesIO(b"a\n" + b"x" * 2 * LONGEST_LINE)))
    assert refusal.value.line == 2
