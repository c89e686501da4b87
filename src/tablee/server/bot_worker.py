"""Runs bots in a worker process: a bot gets its seat's view and returns an action."""

from __future__ import annotations

from tablee.bots import chance_of, fast_bot, player, players
from tablee.core.bot import CHAMPION, AnyBot
from tablee.core.registry import Entry
from tablee.replay import Find
from tablee.server.outbox import BotChoice, BotJob


def choose(job: BotJob, find: Find) -> BotChoice:
    """The bot's own choice, or the fast bot's if the bot cannot play here, or not at once."""
    entry, level = find(job.game), job.level
    if level not in players(entry) or (job.hurry and level == CHAMPION) or not (bot := _make(entry, level, job)).ready():
        level = fast_bot(entry)
        bot = _make(entry, level, job)
    action, ms = bot.answer(job.question)
    return BotChoice(entry.game.write(action), ms, level)


def _make(entry: Entry, level: str, job: BotJob) -> AnyBot:
    seat = job.question.seat
    return player(entry, level)(entry.game, seat, chance_of(job.seed, seat))
