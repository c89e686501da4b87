"""Whoever does jobs: worker processes on a server, a worker of the page in a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from traceback import extract_tb
from typing import Protocol, TypeVar

J_in = TypeVar("J_in", contravariant=True)  # a job
A_out = TypeVar("A_out", covariant=True)  # its answer


class Crew(Protocol[J_in, A_out]):
    """Does jobs of one kind."""

    @property
    def busy(self) -> bool:
        """Whether so many jobs wait that new ones should be short."""

    def ask(self, whose: str, job: J_in, answered: Callable[[A_out | None], None]) -> None:
        """`answered` is called in the event loop, with None if the job took too long. Those that jobs are for take turns."""

    def close(self) -> None:
        """Stops at once; pending jobs are not answered."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An error in a job: its type and where it was raised, but not its message, which may contain names and cards."""

    error: str
    where: list[str]


def failure(error: BaseException) -> Failure:
    return Failure(type(error).__name__, [f"{frame.name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[-6:]])
