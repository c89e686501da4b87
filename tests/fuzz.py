"""Inputs guided by the lines they reach: reading what strangers send never fails in an unexpected way.

    python -m tests.fuzz TARGET [SECONDS]

needs atheris (requirements/fuzz.txt). What it finds goes to tests/kept/fuzz, where `tests/test_fuzz.py` tries it again each time.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tablee.chain import digest
from tablee.core import record
from tablee.core.game import Message, Refusal, say
from tablee.jobs.scores import ScoreJob, ScoreRefusal, count_boards
from tablee.protocol import study, wire
from tablee.protocol.faults import in_words
from tablee.replay import loads
from tablee.words import HERE, LANGUAGES, Words, strings_file
from tests.games_here import EVERY, find

KEPT = Path(__file__).parent / "kept" / "fuzz"
BODIES: tuple[Any, ...] = (
    *(wire.Hello, wire.Command, wire.Create, wire.ChangeTable, wire.Practice, wire.Join, wire.Share, wire.Again, wire.SeatWish),
    *(wire.ScoreBoards, wire.AskHindsight, study.AskReplay, wire.ShownCall, wire.SentBoard, wire.Transfer),
)
WORDS = {lang: Words(lang) for lang in LANGUAGES}


def read_record(data: bytes) -> None:
    """A file that somebody brings."""
    try:
        entries = [entry for _, entry in record.read_lines(record.stream(BytesIO(data)))]
        assert [record.read(record.write(entry)) for entry in entries] == entries
        if isinstance(entries[-1], record.Result):
            digest(entries)
        loads(data.splitlines(keepends=True), find)
    except Refusal as refusal:
        tell(refusal.message)


def read_wire(data: bytes) -> None:
    """What is sent over sockets, and the bodies of requests."""
    for kind in BODIES:
        try:
            found = msgspec.json.decode(data, type=kind)
        except msgspec.ValidationError as error:
            in_words(str(error))
        except (msgspec.DecodeError, UnicodeDecodeError):
            return  # not JSON
        else:
            msgspec.json.encode(found)


def read_boards(data: bytes) -> None:
    """Boards of a real table: the first byte chooses the game."""
    entry = EVERY[(data[:1] or b"\0")[0] % len(EVERY)]
    try:
        wish = msgspec.json.decode(data[1:], type=wire.ScoreBoards)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    found = count_boards(ScoreJob(entry.game.id, wish), find)
    if isinstance(found, ScoreRefusal):
        for lang in LANGUAGES:
            Words(lang, entry.folder)(found.message)


def format_words(data: bytes) -> None:
    """Sentences with whatever texts and numbers: the first two bytes choose the sentence, the rest its arguments."""
    id, names = SENTENCES[int.from_bytes(data[:2], "big") % len(SENTENCES)]
    text = data[2:].decode("utf-8", "replace")
    numbers = int.from_bytes(data[2:8], "big", signed=True)
    tell(say(id, **{name: numbers if number else text for name, number in names.items()}))


def tell(message: Message) -> None:
    for words in WORDS.values():
        assert isinstance(words(message), str)


def _sentences() -> Iterator[tuple[str, dict[str, bool]]]:
    """The ids of sentences with their arguments, and whether each is a number."""
    text = strings_file(HERE, "en").read_text("utf-8")
    for id, pattern in re.findall(r"^([a-z][\w-]*) = (.*(?:\n +.*)*)", text, re.MULTILINE):
        names = dict.fromkeys(re.findall(r"\$(\w+)", pattern), False)
        numbers = {
            *re.findall(r"NUMBER\(\$(\w+)", pattern),
            *re.findall(r"\$(\w+) ->", pattern),
            *({"seat", "other", "you"} & names.keys()),
        }
        yield id, {name: name in numbers for name in names}


SENTENCES = [*_sentences()]
TARGETS: dict[str, Callable[[bytes], None]] = {
    "record": read_record,
    "wire": read_wire,
    "boards": read_boards,
    "words": format_words,
}

SEEDS = {  # to begin with
    "record": (KEPT.parent / "version-0.1.match").read_bytes(),
    "wire": b'{"t":"act","cmd":7,"text":"c3","turn":2}',
    "boards": b'\x01{"boards":[{"board":"9-6-3 9-6-8 9-2-4 / 5-6-8 5-6-3 . . / . . . . . / . . . . / . . ."}]}',
    "words": b"\x00\x01\xe2\x80\xae { $x } \xff",
}


def main(target: str, seconds: str = "600") -> None:
    import atheris

    folder = KEPT / target
    folder.mkdir(parents=True, exist_ok=True)
    atheris.instrument_all()
    flags = [f"-max_total_time={seconds}", f"-artifact_prefix={folder}/", "-max_len=4096", "-timeout=20", "-print_final_stats=1"]
    with TemporaryDirectory() as corpus:
        Path(corpus, "seed").write_bytes(SEEDS[target])
        atheris.Setup([sys.argv[0], *flags, corpus], TARGETS[target])
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
