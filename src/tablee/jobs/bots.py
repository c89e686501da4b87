"""Asks a bot: it gets its seat's view and returns an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tablee.bots import chance_of, everybody, fast_bot, player
from tablee.core.bot import CHAMPION, AnyBot, Question
from tablee.core.registry import Entry
from tablee.replay import Find


@dataclass(frozen=True, slots=True)
class BotJob:
    """A question for a bot, with the bot's name, and the seed of all random numbers that the bots of the match draw."""

    game: str
    level: str
    question: Question
    seed: str
    hurry: bool = False  # many others wait: the champion leaves this one to the fast bot


class BotChoice(NamedTuple):
    """An action's text, the ms the bot takes for it, and the level that has chosen it."""

    text: str
    ms: int
    level: str


def choose(job: BotJob, find: Find) -> BotChoice:
    """The bot's own choice, or the fast bot's if the bot cannot play here, or not at once."""
    entry, level = find(job.game), job.level
    if level not in everybody(entry) or (job.hurry and level == CHAMPION) or not (bot := _make(entry, level, job)).ready():
        level = fast_bot(entry)
        bot = _make(entry, level, job)
    action, ms = bot.answer(job.question)
    return BotChoice(entry.game.write(action), ms, level)


def _make(entry: Entry, level: str, job: BotJob) -> AnyBot:
    seat = job.question.seat
    return player(entry, level)(entry.game, seat, chance_of(job.seed, seat))
