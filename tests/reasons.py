"""Reasons from matches of bots, with what has been drawn and shown, for tests that recompute every number in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from tablee.bots import chance_of, player
from tablee.core.game import CHANCE, Argument, Seat
from tablee.core.record import Action as Row
from tablee.core.registry import Entry
from tablee.driver import Driver
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header
from tablee.words import LANGUAGES, Words
from tests.sentences import _messages

TITLE, DETAIL = 43, 94  # characters of the longest, in either language
RARE = 20  # a reason that has not been checked as often
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]


class Case(NamedTuple):
    """Two actions that a seat may choose from, and what is said about them."""

    match: Match
    seat: Seat
    view: Any
    at: int  # match time
    action: str
    other: str
    reasons: tuple[Argument, ...]

    @property
    def rows(self) -> list[Row]:
        return [row for row in self.match.rows if isinstance(row, Row)]

    @property
    def draws(self) -> list[str]:
        return [row.text for row in self.rows if row.who == CHANCE]

    def panel(self, name: str, seat: Seat | None = None) -> Any:
        """What the seat sees in a panel, its own ones included."""
        screen = self.match.game.screen(self.view)
        return next((panel.value for panel in (*screen.public, *screen.own) if (panel.name, panel.seat) == (name, seat)), None)


Check: TypeAlias = Callable[[Case, Argument, Mapping[str, Any]], None]


def cases(entry: Entry, level: str, seats: int, options: Any, seed: str, pairs: int = 2) -> Iterator[Case]:
    """Plays a match between bots. Compares what one chooses, or anything else it may, with other actions."""
    game, dealer, chance = entry.game, Dealer(seeded_secret("reasons", seed)), random.Random(seed)
    driver = Driver(Match(game, open_header(game, [f"bot:{level}"] * seats, options, dealer)), dealer, cap=0)
    bots = [player(entry, level)(game, seat, chance_of(seed, seat)) for seat in range(seats)]
    driver.begin(0)
    while True:
        for question in driver.questions(range(seats)):
            chosen, ms = bots[question.seat].answer(question)
            for _ in range(pairs if len(question.legal) > 1 else 0):
                action, other = chance.choice([chosen, chance.choice(question.legal)]), chance.choice(question.legal)
                found = game.reasons(question.view, action, other)
                texts = game.write(action), game.write(other)
                yield Case(driver.match, question.seat, question.view, question.at, *texts, found)
            driver.answer(question, chosen, question.at + ms)
        if not driver.step():
            return


def varied(of: Iterable[Case], every: int) -> Iterator[Case]:
    """Every so many of the cases, and those with a reason that has been rare so far."""
    seen = Counter[str]()
    for number, case in enumerate(of):
        ids = [reason.title.id for reason in case.reasons]
        if number % every == 0 or any(seen[id] < RARE for id in ids):
            seen.update(ids)
            yield case


def check_reasons(entry: Entry, checks: Mapping[str, Check], of: Iterable[Case]) -> set[str]:
    """Checks every reason, and returns the ids of the titles. A reason for which there is no check fails."""
    words = {lang: Words(lang, entry.folder, NAMES) for lang in LANGUAGES}
    seen: set[str] = set()
    for case in of:
        assert len(case.reasons) <= 3
        assert case.action != case.other or case.reasons == ()
        assert len({(reason.title, reason.marks) for reason in case.reasons}) == len(case.reasons)
        for reason in case.reasons:
            args = dict(reason.detail.args)
            assert dict(reason.title.args) == args, "both speak of the same numbers"
            assert reason.detail.id == f"{reason.title.id}-detail"
            assert reason.action in (case.action, case.other)
            assert reason.marks
            checks[reason.title.id](case, reason, args)
            seen.add(reason.title.id)
            for spoken in words.values():
                for message, most in ((reason.title, TITLE), (reason.detail, DETAIL)):
                    assert spoken.knows(message.id), message.id
                    text = spoken.to(case.seat)(message)
                    assert 0 < len(text) <= most, text
    return seen


def known_reasons(entry: Entry) -> set[str]:
    """The ids of all titles in the game's texts."""
    ids = {id for id in _messages(entry.folder / "strings.en.ftl") if id.startswith("reason-")}
    return {id for id in ids if not id.endswith("-detail")}


@cache
def chance(need: int, fitting: int, hidden: int, drawn: int) -> Fraction:
    """The chance of at least `need` fitting things, drawn one by one."""
    if need <= 0:
        return Fraction(1)
    if not drawn or not fitting:
        return Fraction(0)
    hit = Fraction(fitting, hidden)
    left = chance(need, fitting, hidden - 1, drawn - 1) if hidden > fitting else Fraction(0)
    return hit * chance(need - 1, fitting - 1, hidden - 1, drawn - 1) + (1 - hit) * left


def as_percent(exact: Fraction) -> str:
    if 0 < exact < Fraction(1, 200):
        return "<1"
    if Fraction(199, 200) <= exact < 1:
        return ">99"
    return str((Decimal(100 * exact.numerator) / Decimal(exact.denominator)).quantize(Decimal(1), ROUND_HALF_UP))
