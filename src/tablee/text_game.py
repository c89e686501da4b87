"""A match as text, for language models and scripts: what a seat is shown in, an action out.

    game = TextGame("take-it-easy", rivals=["greedy"])
    text = game.reset(seed=7)          # the rules, the table, and what to do
    while not game.over:
        text = game.step(answer(text)) # an action text, such as c3
    game.score

An answer is the last line of what is given that is not empty, without quotes, backticks or a final full stop; capitals do not
matter. An answer that is no legal action changes nothing: its text says why, and the same choice is asked again. After `tries`
such answers in a row, the match goes on with a random legal action (`illegal="random"`), or ends without points
(`illegal="forfeit"`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from tablee.bots.own import AnyLevel
from tablee.core import registry
from tablee.core.game import BadOptions, Event, Refusal, Seat, say, total
from tablee.core.registry import Entry
from tablee.drawing import words_of
from tablee.table import BOT, SeatName, Table
from tablee.terminal import Paint
from tablee.words import rules_file

IllegalRule: TypeAlias = Literal["random", "forfeit"]
YOU = "You"
MANY = 60  # legal actions beyond which a list is cut


class TextGame:
    """One seat of a match. Everything it returns is made of what this seat has been shown, and nothing else."""

    def __init__(
        self,
        game: str | Entry,
        rivals: Sequence[AnyLevel] | None = None,
        *,
        seat: Seat = 0,
        lang: str = "en",
        rules: bool = True,
        legal: bool = True,
        illegal: IllegalRule = "random",
        tries: int = 3,
        **options: str | int | bool,
    ) -> None:
        """rivals: the bots in the other seats; by default, as few as the game usually has, at random.
        rules: whether the first text begins with the rules.
        legal: whether texts list the legal actions.
        illegal: what happens after `tries` answers in a row that are no legal action.
        """
        self.entry = registry.by_name(game) if isinstance(game, str) else game
        others = ["random"] * (self.entry.game.usual_seats[0] - 1) if rivals is None else [*rivals]
        self.names: list[SeatName] = [BOT + level if isinstance(level, str) else level for level in others]
        if not 0 <= seat <= len(others) or illegal not in ("random", "forfeit") or tries < 1:
            raise BadOptions(say("text-game"))
        self.names.insert(seat, YOU)
        self.seat, self.lang, self.rules, self.legal = seat, lang, rules, legal
        self.illegal, self.tries = illegal, tries
        self.options: dict[str, Any] = {**options}
        self.table = Table(self.entry, self.names, **self.options)
        self.wrong, self.forfeited = 0, False  # illegal answers in a row
        self.refused = 0  # all of them

    def reset(self, seed: str | int | None = None) -> str:
        """Begins a match, and returns its first text."""
        self.table = Table(self.entry, self.names, seed=seed, **self.options)
        self.chance = random.Random(self.table.dealer.seed)
        self.wrong, self.refused, self.forfeited = 0, 0, False
        news = self._go_on()
        rules = [self.read_rules(), ""] if self.rules else []
        return "\n".join([*rules, *news, *self.look()])

    def read_rules(self) -> str:
        return rules_file(self.entry.folder, self.lang)[0].read_text("utf-8")

    @property
    def over(self) -> bool:
        return self.forfeited or self.table.match.over

    @property
    def score(self) -> int:
        """The seat's points so far, as it knows them; 0 after a forfeit."""
        match = self.table.match
        if self.forfeited:
            return 0
        outcome = match.outcome()
        return outcome.scores[self.seat] if outcome else total(match.game.sheet(match.view(self.seat), self.seat))

    def actions(self) -> tuple[str, ...]:
        return () if self.over else self.table.legal(self.seat)

    def step(self, answer: str) -> str:
        """Plays an answer, and returns what has happened, the table, and what to do next."""
        if self.over:
            return "\n".join(self.look())
        wanted = read_answer(answer)
        found = next((text for text in self.actions() if text.lower() == wanted.lower()), wanted)
        try:
            news = self.table.act(self.seat, found)
        except Refusal as refusal:
            return self._refuse(refusal)
        self.wrong = 0
        return "\n".join([*self._tell(news), *self._go_on(), *self.look()])

    def _refuse(self, refusal: Refusal) -> str:
        self.wrong += 1
        self.refused += 1
        told = [self.table.say(refusal, self.seat, self.lang)]
        if self.wrong < self.tries:
            return "\n".join([*told, *self.look()])
        self.wrong = 0
        if self.illegal == "forfeit":
            self.forfeited = True
            return "\n".join([*told, *self.look()])
        news = self.table.act(self.seat, self.chance.choice(self.actions()))
        return "\n".join([*told, *self._tell(news), *self._go_on(), *self.look()])

    def look(self) -> list[str]:
        """The seat's screen, and what it has to do; at the end, its score row by row and the result."""
        match, paint = self.table.match, self._paint()
        lines = [*paint.screen(match.screen(self.seat), self.seat, self.actions())]
        if self.forfeited:
            return [*lines, paint.words.text("text-game-forfeit", tries=self.tries)]
        if outcome := match.outcome():
            return [*lines, *paint.sheet(match.game.sheet(match.view(self.seat), self.seat)), *paint.result(*outcome)]
        lines += paint.task(match.game.todo(match.view(self.seat)), self.seat, first=True)
        if self.legal:
            texts = self.actions()
            more = [f"… ({len(texts)})"] if len(texts) > MANY else []
            lines.append(", ".join([*texts[:MANY], *more]))
        return lines

    def _paint(self) -> Paint:
        return Paint(words_of(self.table.match, self.lang), plain=True)

    def _go_on(self) -> list[str]:
        """Plays until this seat is asked, or to the end, and tells what this seat hears of it."""
        told: list[str] = []
        while not self.table.match.over and self.seat not in self.table.people():
            heard = self.table.step()
            if heard is None:
                break
            told += self._tell(heard)
        return told

    def _tell(self, events: Sequence[Event]) -> list[str]:
        said = (self.table.say(event, self.seat, self.lang) for event in events)
        return [sentence for sentence in said if sentence]


def read_answer(answer: str) -> str:
    """The action text in an answer."""
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    return lines[-1].strip("`'\"“”* ").removesuffix(".").strip("`'\"“”* ") if lines else ""
