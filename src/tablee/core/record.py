"""Records: a match is its list of actions, including draws and bells, in JSON Lines with one entry per line.

    {"tablee":1,"game":"take-it-easy","rules":"1.0","parts":"…","options":{},"seats":["you","bot:greedy"],…}
    ["*","9-7-3",0]
    [0,"c3",2150]
    {"note":"bot-took-over","ms":61000,"seat":1}
    {"scores":[183,151],"places":[1,2],"reveal":"…"}

This module knows what lines look like; `tablee.match` knows whether they can be played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import IO, Any, NamedTuple, TypeAlias

from tablee.core.game import CHANCE, CLOCK, BadText, Message, Refusal, Seat, say

FORMAT = 1
LONGEST_LINE = 1 << 20
WHO: dict[Seat, str] = {CHANCE: "*", CLOCK: "!"}
SEATS: dict[object, Seat] = {text: seat for seat, text in WHO.items()}


class BadRecord(Refusal):
    """`line` is counted from 1."""

    def __init__(self, line: int, why: Message) -> None:
        super().__init__(why)
        self.line = line


@dataclass(frozen=True, slots=True)
class Header:
    """`seats` has one entry per seat: the names of the people who share it, or `bot:` and a level."""

    game: str
    rules: str
    parts: str  # the digest of the game's components
    seats: tuple[tuple[str, ...], ...]
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    games: int = 1  # number of games in the series
    commit: str = ""  # SHA-256 of the seed, in hex
    nonces: tuple[str, ...] = ()
    practice: bool = False  # a guided game, whose seed is known beforehand


class Action(NamedTuple):
    """What a seat did, CHANCE drew (-1) or CLOCK rang (-2), as text, and when, in ms of match time."""

    who: Seat
    text: str
    ms: int


class NoteId(StrEnum):
    """What can happen at a table outside the rules."""

    TOO_LATE = "too-late"  # a press that did not count
    NO_NONCE = "no-nonce"  # a seat did not reveal its nonce
    BOT_TOOK_OVER = "bot-took-over"  # for an absent player
    BACK = "back"  # the player is back
    BOT_FAILED = "bot-failed"  # a bot gave no answer: its seat's next action is random
    STAND_IN = "stand-in"  # another bot, named in the text, chooses the next action of this bot's seat
    TIME_IS_UP = "time-is-up"  # bots chose for the seats that were still missing
    LEFT = "left"
    REMOVED = "removed"
    CLOSED = "closed"
    ABANDONED = "abandoned"
    PAUSED = "paused"
    RESUMED = "resumed"
    HINT = "hint"  # the seat has looked at a hint; the text says how far: 1, 2 or 3
    WHAT_IF = "what-if"  # practice from here on: what the seat could not see, and the draws, follow from the text, a seed


OLD_NOTES = {"bot took over": NoteId.BOT_TOOK_OVER, "time is up": NoteId.TIME_IS_UP}  # as older versions wrote them
HINT_STEPS = {f"hint {step}": str(step) for step in (1, 2, 3)}  # as `stand-in` has them, which older versions can read


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened at the table, outside the rules."""

    note: NoteId
    ms: int
    seat: Seat | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a record."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reveal: str = ""  # the seed, in hex


RecordEntry: TypeAlias = Header | Action | Note | Result


def write(entry: RecordEntry) -> str:
    """The entry as one line, without the newline."""
    return json.dumps(_plain(entry), ensure_ascii=False, separators=(",", ":"))


def _plain(entry: RecordEntry) -> object:
    match entry:
        case Action(who, text, ms):
            return [WHO.get(who, who), text, ms]
        case Note(note, ms, seat, text):
            if note == NoteId.HINT:
                note, text = NoteId.STAND_IN, f"hint {text}"
            extra = {"seat": seat, "text": text}
            return {"note": note, "ms": ms} | {name: value for name, value in extra.items() if value is not None}
        case Result(scores, places, reveal):
            return {"scores": scores, "places": places} | ({"reveal": reveal} if reveal else {})
        case Header():
            return _plain_header(entry)


def _plain_header(h: Header) -> dict[str, object]:
    seats = [names[0] if len(names) == 1 else names for names in h.seats]
    plain: dict[str, object] = {"tablee": FORMAT, "game": h.game, "rules": h.rules, "parts": h.parts}
    plain |= {"options": dict(h.options), "seats": seats}
    if h.games > 1:
        plain["games"] = h.games
    if h.commit:
        plain |= {"commit": h.commit, "nonces": h.nonces}
    if h.practice:
        plain["practice"] = True
    return plain


def read(line: str | bytes) -> RecordEntry:
    """Reads the entry on one line. Raises BadText, which says what is wrong with it."""
    try:
        plain: Any = json.loads(line)
        escapes = "\\" in line if isinstance(line, str) else b"\\" in line
        if escapes or not line.isascii():  # JSON can contain lone surrogates, which cannot be encoded again
            json.dumps(plain, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadText(say("record-not-json")) from None
    match plain:
        case [str() | int() as who, str() as text, int() as ms] if not isinstance(who, bool):
            return _read_action(who, text, ms)
        case {"tablee": version, **rest}:
            if version != FORMAT:
                raise BadText(say("record-format", found=str(version)[:20], known=FORMAT))
            return _read_header(rest)
        case {"note": str() as note, "ms": int() as ms, **rest}:
            return _read_note(note, ms, rest)
        case {"scores": list() as scores, "places": list() as places, **rest}:
            return _read_result(scores, places, rest)
    raise BadText(say("record-line"))


def _read_action(who: str | int, text: str, ms: int) -> Action:
    seat = SEATS.get(who, who)
    if isinstance(seat, str) or (who not in SEATS and seat < 0):
        raise BadText(say("record-who", who=str(who)[:20]))
    return Action(seat, text, _time(ms))


def _time(ms: object) -> int:
    if type(ms) is not int or not 0 <= ms < 1 << 53:
        raise BadText(say("record-time", ms=str(ms)[:20]))
    return ms


def _read_note(note: str, ms: int, rest: dict[Any, Any]) -> Note:
    seat, text = rest.pop("seat", None), rest.pop("text", None)
    if rest or type(seat) not in (int, type(None)) or not isinstance(text, str | None):
        raise BadText(say("record-line"))
    if note == NoteId.STAND_IN and text in HINT_STEPS:
        return Note(NoteId.HINT, _time(ms), seat, HINT_STEPS[text])
    found = _note_id(note)
    if found == NoteId.HINT and text not in HINT_STEPS.values():
        raise BadText(say("record-line"))
    return Note(found, _time(ms), seat, text)


def _note_id(text: str) -> NoteId:
    try:
        return OLD_NOTES.get(text) or NoteId(text)
    except ValueError:
        raise BadText(say("record-note", note=text[:20])) from None


def _read_result(scores: list[object], places: list[object], rest: dict[Any, Any]) -> Result:
    reveal = rest.pop("reveal", "")
    if rest or not isinstance(reveal, str) or any(type(n) is not int for n in scores + places):
        raise BadText(say("record-line"))
    return Result(tuple(scores), tuple(places), reveal)  # type: ignore[arg-type]  # whole numbers, checked above


_NEEDED = {"game": str, "rules": str, "parts": str, "options": dict, "seats": list}
_HEADER = _NEEDED | {"games": int, "commit": str, "nonces": list, "practice": bool}


def _read_header(plain: dict[Any, Any]) -> Header:
    for name in _NEEDED:
        if name not in plain:
            raise BadText(say("record-header-lacks", field=name))
    for name, value in plain.items():
        if type(value) is not _HEADER.get(name):
            raise BadText(say("record-header-field", field=name[:20]))
    seats = tuple(_names(seat) for seat in plain.pop("seats"))
    nonces = plain.pop("nonces", [])
    if not 1 <= plain.get("games", 1) <= 1000:
        raise BadText(say("record-header-field", field="games"))
    if any(type(nonce) is not str for nonce in nonces):
        raise BadText(say("record-header-field", field="nonces"))
    return Header(seats=seats, nonces=tuple(nonces) if plain.get("commit") else (), **plain)  # without a seed, they mean nothing


def _names(seat: object) -> tuple[str, ...]:
    names = (seat,) if isinstance(seat, str) else tuple(seat) if isinstance(seat, list) else ()
    if not names or any(type(name) is not str for name in names):
        raise BadText(say("record-header-field", field="seats"))
    return names


def read_lines(lines: Iterable[str | bytes]) -> Iterator[tuple[int, RecordEntry]]:
    """Yields entries with their line numbers: the header first, nothing after the result. Raises BadRecord."""
    number, entry = 0, None
    for number, line in enumerate(lines, start=1):
        if isinstance(entry, Result):
            raise BadRecord(number, say("record-after-result"))
        try:
            entry = read(line)
        except BadText as error:
            raise BadRecord(number, error.message) from None
        if isinstance(entry, Header) is not (number == 1):
            raise BadRecord(number, say("record-header-first"))
        yield number, entry
    if not number:
        raise BadRecord(1, say("record-empty"))


def stream(file: IO[bytes]) -> Iterator[bytes]:
    """Yields the lines of a file of unknown origin; refuses lines that are too long or cut off.

    Some editors remove the newline at the end of a file: a last line without one is whole if it can be read.
    """
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise BadRecord(number, say("record-long-line"))
        if not line.endswith(b"\n"):
            line += _whole(line, number)
        yield line


def _whole(line: bytes, number: int) -> bytes:
    """The newline that is missing. Raises BadRecord if more than that is missing."""
    try:
        read(line)
    except BadText:
        raise BadRecord(number, say("record-cut")) from None
    return b"\n"
