"""A review as text: the sum, the moments that mattered most with their reasons, and what was lost with each decision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tablee.reviews import MILLION, Decision, Micro, SeatReview
from tablee.words import Words

MOMENTS = 3
ROWS = ("start", "luck", "others", "correction", "loss", "result")
MINUS, NO_BREAK = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"


def told(review: SeatReview, words: Words, lang: str) -> Iterator[str]:
    yield words.text("review-title", seat=review.seat)
    yield " ".join([words(review.judge), *([words.text("review-depth", depth=review.depth)] if review.depth else [])])
    yield from _sum(review, words, lang)
    yield from _moments(review, words, lang)
    decisions = review.sums.decisions
    if decisions:
        loss = number(round(review.sums.loss / decisions), lang, places=2)
        yield words.text("review-losses", loss=loss, decisions=decisions)


def _sum(review: SeatReview, words: Words, lang: str) -> Iterator[str]:
    """In tenths of a point. What is rounded goes to the correction, so that the rows add up as they are shown."""
    sums = review.sums
    shown = {row: round(getattr(sums, row) * 10 / MILLION) for row in ROWS}
    shown["loss"] = -shown["loss"]
    shown["correction"] = shown["result"] - shown["start"] - shown["luck"] - shown["others"] - shown["loss"]
    titles = {row: words.text(f"review-{row}") for row in ROWS}
    width = max(map(len, titles.values()))
    for row in ROWS:
        if shown[row] or row in ("start", "result"):
            signed = row not in ("start", "result")
            yield f"  {titles[row]:<{width}}  {number(shown[row] * MILLION // 10, lang, signed=signed):>8}"


def _moments(review: SeatReview, words: Words, lang: str) -> Iterator[str]:
    numbered = [*enumerate(review.decisions, start=1)]
    moments = sorted(((at, decision) for at, decision in numbered if decision.improvable), key=lambda pair: -pair[1].loss)
    if not moments:
        yield words.text("review-nothing")
    yield from chain.from_iterable(_moment(at, decision, words, lang) for at, decision in moments[:MOMENTS])


def _moment(at: int, decision: Decision, words: Words, lang: str) -> Iterator[str]:
    chosen, best = decision.choices[decision.chosen], decision.choices[decision.best]
    margin = number(max(chosen.doubt, MILLION // 10), lang) if chosen.doubt else "exact"
    values = {"value": number(chosen.value, lang), "more": number(chosen.behind, lang), "margin": margin}
    yield words.text("review-moment", number=at, chosen=chosen.action, best=best.action, **values)
    for argument in decision.reasons:
        yield f"  · {words(argument.title)}{_colon(lang)} {words(argument.detail)}"


def _colon(lang: str) -> str:
    return NO_BREAK + ":" if lang == "fr" else ":"


def number(points: Micro, lang: str, places: int = 1, signed: bool = False) -> str:
    """`−3.5`, in French `−3,5`."""
    text = f"{abs(points) / MILLION:.{places}f}"
    sign = MINUS if points < 0 and float(text) else "+" if signed and float(text) else ""
    return sign + (text.replace(".", ",") if lang == "fr" else text)
