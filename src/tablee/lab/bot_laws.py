"""Law 12, the law of bots: what a bot does follows from the question and its seed, and from nothing else.

One bot that is asked again and again, and a new one for every question, give the same action and take the same time for it. So
every process of a server can be asked, and a bot is the same at a table, in a browser, in a league and after a restart.
"""

from __future__ import annotations

import pickle
from typing import Any

from tablee.bots import chance_of, player
from tablee.core.bot import MakeBot, Question
from tablee.core.game import AnyGame
from tablee.core.laws import BrokenLaw
from tablee.core.registry import Entry
from tablee.driver import Driver
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header


def check_bot(entry: Entry, level: str, seats: int, options: Any, seed: str, most: int) -> int:
    """Plays up to `most` actions of a match between bots of this level, and returns how many. Raises BrokenLaw."""
    game, make, dealer = entry.game, player(entry, level), Dealer(seeded_secret("law of bots", seed))
    driver = Driver(Match(game, open_header(game, [f"bot:{level}"] * seats, options, dealer)), dealer, cap=0)
    driver.begin(0)
    kept = [make(game, seat, chance_of(seed, seat)) for seat in range(seats)]
    asked = 0
    while asked < most:
        for question in driver.questions(range(seats)):
            asked += 1
            action, ms = answers = kept[question.seat].answer(question)
            for way, others in (("again", kept[question.seat].answer(question)), ("anew", _ask_new(make, game, question, seed))):
                if others != answers:
                    found = f"{_write(game, answers)}, asked {way} {_write(game, others)}"
                    raise BrokenLaw(12, f"{level} at seat {question.seat}, at {question.at} ms: {found}")
            driver.answer(question, action, question.at + ms)
        if not driver.step():
            break
    return asked


def _ask_new(make: MakeBot, game: AnyGame, question: Question, seed: str) -> tuple[Any, int]:
    """As a worker process would be asked: nothing is shared with other questions but what the bot's module keeps."""
    return make(game, question.seat, chance_of(seed, question.seat)).answer(pickle.loads(pickle.dumps(question)))


def _write(game: AnyGame, answer: tuple[Any, int]) -> str:
    action, ms = answer
    return f"“{game.write(action)}” after {ms} ms"
