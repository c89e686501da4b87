"""Bots at work, in a process beside the loop: a bot gets its seat's view and gives back an action."""

from __future__ import annotations

import random
import secrets
from typing import TypeAlias

from tablee.bots import player
from tablee.replay import Find
from tablee.server.outbox import BotJob

Choice: TypeAlias = tuple[str, int]  # an action's text, and the ms it takes


def choose(job: BotJob, find: Find) -> Choice:
    entry, question = find(job.game), job.question
    bot = player(entry, job.level)(entry.game, question.seat, random.Random(secrets.randbits(64)).randrange)
    action = bot.choose(question.view, question.legal, question.at)
    return entry.game.write(action), bot.pace(question.view, action)
