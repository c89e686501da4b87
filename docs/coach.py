"""Writes coach-examples.md: thirty moments of bots' games as the coach tells them. Run: `python docs/coach.py` (some minutes)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablee.bots import fast_bot
from tablee.cli.reviewing import number
from tablee.core import registry
from tablee.core.registry import Entry
from tablee.reviews import Decision, depths, review
from tablee.table import BOT, Table
from tablee.words import Words

EACH = 6  # moments of a game
FROM_ONE = 2  # of them, at most from one match
HEAD = """# What the coach says: thirty examples

*Written by `docs/coach.py`: moments in which a game's fast bot lost most, in matches that anybody can play again with the
seeds given. Judges look as far ahead as they can in pure Python. [coach.md](coach.md) tells how the values are found.*
"""


def page() -> str:
    return "\n".join([HEAD, *(line for entry in registry.all_games() for line in game(entry))]) + "\n"


def game(entry: Entry) -> Iterator[str]:
    words, level = Words("en", entry.folder), fast_bot(entry)
    seats = [BOT + level] * max(1, entry.game.seats[0])
    yield f"## {words.text('game')}\n"
    yield f"`tablee simulate {entry.game.id}` with {len(seats)} × `{level}`; {words.text('judge')}\n"
    yield "| seed | decision | chosen | worth | better | by | reasons |\n|---|---|---|---|---|---|---|"
    for seed, at, decision in moments(entry, seats):
        chosen, best = decision.choices[decision.chosen], decision.choices[decision.best]
        reasons = "<br>".join(f"{words(reason.title)}: {words(reason.detail)}" for reason in decision.reasons)
        margin = f" ± {number(chosen.doubt, 'en')}" if chosen.doubt else ", exact"
        values = f"{number(chosen.value, 'en')} | `{best.action}` | {number(chosen.behind, 'en')}{margin}"
        yield f"| `{seed}` | {at} | `{chosen.action}` | {values} | {reasons.replace('|', '/')} |"
    yield ""


def moments(entry: Entry, seats: list[str]) -> Iterator[tuple[str, int, Decision]]:
    """Those with reasons in which most was lost, a few of each match, until there are enough."""
    found = 0
    for deal in range(1, 40):
        table = Table(entry, seats, seed=f"coach {deal}")
        table.run()
        decisions = enumerate(review(table.record(), depth=depths(entry)[0]).decisions, start=1)
        told = [(at, decision) for at, decision in decisions if decision.improvable and decision.reasons]
        for at, decision in sorted(told, key=lambda pair: -pair[1].loss)[:FROM_ONE]:
            if found < EACH:
                found += 1
                yield f"coach {deal}", at, decision
        if found == EACH:
            return


if __name__ == "__main__":
    Path(__file__).with_name("coach-examples.md").write_text(page(), "utf-8")
