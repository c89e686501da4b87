"""Guided games in virtual time: a player who follows the bubbles has made a move of each kind within a minute."""

from __future__ import annotations

import pytest

from tablee.bots import chance_of, player
from tablee.core.guide import Bubble
from tablee.core.options import new_options
from tablee.core.registry import Entry, all_games
from tablee.driver import Driver
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header

pytestmark = pytest.mark.quick

MINUTE, READING = 60_000, 4_000  # ms: a bubble is read and followed in four seconds
FIRST_WORDS: dict[str, set[str | None]] = {  # of each kind of action; None: a cell
    "take-it-easy": {None},
    "take-it-to-the-limit": {None, "s"},
    "xtreme-limits": {"wind", "red", "swap"},
    "limits": {"hide", "four", "green", "accuse"},
    "ultim-limit": {"go", "roll", "take", "ultim", "stop"},
}


def fits(pattern: str, text: str) -> bool:
    return text.startswith(pattern[:-1]) if pattern.endswith("*") else text == pattern


def lit(bubble: Bubble, legal: list[str]) -> list[str]:
    for kind in ("suggest:", "action:"):
        patterns = [target.removeprefix(kind) for target in bubble.point if target.startswith(kind)]
        if some := [text for pattern in patterns for text in legal if fits(pattern, text)]:
            return some
    return legal


def shows(bubble: Bubble, legal: list[str]) -> bool:
    kind, _, pattern = bubble.when.partition(":")
    return kind == "asked" or (kind == "legal" and any(fits(pattern, text) for text in legal))


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.game.id)
def test_a_minute_is_enough_for_every_kind_of_move(entry: Entry) -> None:
    game, guide = entry.game, entry.guide
    assert guide
    dealer = Dealer(seeded_secret("guide", guide.seed), ("",))
    header = open_header(game, ["Ada", *(f"bot:{level}" for level in guide.bots)], new_options(game, guide.options), dealer)
    driver = Driver(Match(game, header), dealer)
    levels = dict(enumerate(guide.bots, start=1))
    bots = {seat: player(entry, level)(game, seat, chance_of("guide", seat)) for seat, level in levels.items()}
    driver.begin(now=0)
    left, done = list(guide.bubbles), set[str | None]()
    while driver.match.now < MINUTE and left:
        for question in driver.questions({0, *bots}):
            legal = [game.write(action) for action in question.legal]
            bubble = next((bubble_left for bubble_left in left if shows(bubble_left, legal)), None)
            if question.seat:
                action, ms = bots[question.seat].answer(question)
                driver.answer(question, action, question.at + ms)
            elif bubble is None:
                driver.answer(question, question.legal[0], question.at + READING)
            else:
                left.remove(bubble)
                text = lit(bubble, legal)[0]
                done.add(text.split()[0] if " " in text or text.isalpha() else "s" if text.startswith("s:") else None)
                driver.answer(question, game.read(text), question.at + READING)
        if not driver.step():
            break
    assert done >= FIRST_WORDS[game.id]
