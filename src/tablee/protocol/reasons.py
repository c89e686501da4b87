"""Why the server refuses something or closes a socket: one table for HTTP, sockets, Python and TypeScript (`web/generate.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from tablee.core.game import Message, Refusal, say


class Close(IntEnum):
    """The codes with which the server closes a socket. After those in FINAL, reconnecting is pointless."""

    RESTART = 1012
    TRY_AGAIN = 4000
    BAD_MESSAGE = 4400
    BAD_TOKEN = 4401
    FORBIDDEN = 4403
    NO_MATCH = 4404
    DAMAGED = 4410
    SILENT = 4408
    SLOW = 4413
    TOO_MANY = 4429


FINAL = (Close.BAD_MESSAGE, Close.BAD_TOKEN, Close.FORBIDDEN, Close.NO_MATCH, Close.DAMAGED)


class Parting(StrEnum):
    """Why a player has left a table for good."""

    LEFT = "left"
    REMOVED = "removed"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Reason:
    """The code of a refusal, its HTTP status, and the code that closes a socket because of it."""

    code: str
    status: int = 400
    close: Close = Close.BAD_MESSAGE


REASONS = {
    reason.code: reason
    for reason in (
        # invalid or forbidden requests
        Reason("bad-request"),
        Reason("bad-message"),
        Reason("unknown-host", 403, Close.FORBIDDEN),
        Reason("foreign-origin", 403, Close.FORBIDDEN),
        Reason("invite-only", 401),
        Reason("not-found", 404),
        Reason("bad-method", 405),
        Reason("too-big", 413),
        Reason("slow-down", 429, Close.TOO_MANY),
        Reason("try-again", 503, Close.TRY_AGAIN),
        # tables and seats
        Reason("no-match", 404, Close.NO_MATCH),
        Reason("damaged", 410, Close.DAMAGED),
        Reason("no-seat", 404),
        Reason("unknown-game", 404),
        Reason("no-strings", 404),
        Reason("no-guide", 404),
        Reason("no-reviews", 404),
        Reason("no-call", 404),
        Reason("no-transfer", 404),
        Reason("bad-token", 401, Close.BAD_TOKEN),
        Reason("not-host", 403),
        Reason("seat-taken", 409),
        Reason("no-open-seat", 409),
        Reason("wrong-state", 409),
        Reason("nobody-there", 409),
        Reason("not-over-yet", 409),
        Reason("too-many", 429, Close.TOO_MANY),
        # actions
        Reason("refused"),
        Reason("stale"),
        Reason("too-late"),
        Reason("spectator"),
        Reason("not-playing"),
        Reason("wrong-nonce"),
        Reason("no-hints"),
    )
}


class Refused(Refusal):
    """The server refuses a request; `code` is for programs and one of REASONS."""

    def __init__(self, code: str, message: Message | None = None) -> None:
        super().__init__(message or say(code))
        self.code = code


class BadBoard(Refused):
    """A board from a real table cannot be scored; `board` says which, counted from 1."""

    def __init__(self, message: Message, board: int) -> None:
        super().__init__("refused", message)
        self.board = board


def code_of(refusal: Refusal) -> str:
    """The code of any refusal; if the rules of a game refuse, it is `refused`."""
    code = refusal.code if isinstance(refusal, Refused) else refusal.message.id
    return code if code in REASONS else "refused"
