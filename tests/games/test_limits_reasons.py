"""Every number in a reason of Limits, recomputed from the record; chances by brute force where the deck is small."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tablee.bots import RandomBot
from tablee.core import laws
from tablee.core.game import CHANCE, Argument
from tablee.core.record import Action as Row
from tablee.core.registry import Entry, find
from tablee.games.limits.rules import Options
from tablee.games.limits.worlds import raiser_odds
from tests.games.test_limits_worlds import Played, every_pattern, small_deck
from tests.reasons import Case, Check, as_percent, cases, chance, check_reasons, known_reasons, varied

pytestmark = pytest.mark.coverage

Args: TypeAlias = Mapping[str, Any]
ENTRY = find("limits")


def this_round(case: Case) -> list[Row]:
    """The rows since the last limit card was turned up, that included."""
    turned = max(at for at, row in enumerate(case.rows) if row.who == CHANCE and "-" in row.text)
    return case.rows[turned:]


def pile(case: Case, until: int | None = None) -> list[str]:
    """The colours laid in this round, up to and including the last card of a seat."""
    cards: list[tuple[int, str]] = []
    for row in this_round(case):
        words = row.text.split()
        if row.who >= 0 and words[0] not in ("hide", "accuse"):
            cards += [(row.who, words[-1])] * (2 if words[0] == "four" else 1)
    last = max((at for at, (seat, _) in enumerate(cards) if seat == until), default=len(cards) - 1)
    return [colour for _, colour in cards[: last + 1]]


def limit(case: Case, colour: str) -> str:
    return dict(zip(case.match.game.deck.colours, this_round(case)[0].text.split("-"), strict=True))[colour]  # type: ignore[attr-defined]


def own(case: Case, colour: str) -> int:
    return sum(row.text.split()[1:].count(colour) for row in this_round(case) if row.who == case.seat and row.text[:4] == "hide")


def over(case: Case, colour: str, laid: int, exact: bool) -> Fraction:
    """The chance that this is more than the limit and all raisers."""
    if limit(case, colour) == "X" or (needed := laid - int(limit(case, colour)) - own(case, colour)) <= 0:
        return Fraction(0)
    game: Any = case.match.game
    number = game.deck.colour(colour)
    rivals = [watched for seat, watched in enumerate(case.view.table.watched) if seat != case.seat]
    if exact:
        played = Played(game, case.match.seats)
        for row in case.rows:
            played.play(row.who, game.read(row.text))
        ways = every_pattern(played, case.seat)
        few = sum(count for rivals, count in ways.items() if sum(raisers[number] for _, raisers in rivals) < needed)
        return Fraction(few, ways.total())
    unseen = game.unseen(case.view)
    if any(sum(rival.known) or min(rival.since, default=0) < -1 for rival in rivals):  # then see the small decks
        return Fraction(sum(raiser_odds(unseen, rivals, number)[:needed])).limit_denominator(10**9)
    places = sum(rival.hidden for rival in rivals)
    return 1 - chance(needed, unseen[number], sum(unseen), places)


def check_colour(case: Case, reason: Argument, args: Args, exact: bool = False) -> None:
    """What is said about cards of a colour in the pile."""
    kind, (verb, *rest) = reason.title.id.removeprefix("reason-"), reason.action.split()
    colour = args["colour"]
    if verb == "accuse":
        assert (rest, verb) == ([str(args["other"])], "accuse")
        counted = pile(case, until=args["other"])
        assert counted[-1] == colour
        laid = counted.count(colour)
        assert (args["award"], args["penalty"]) == (min(case.panel("bank"), 1), 2)
    else:
        assert colour == reason.action.split()[-1]
        laid = pile(case).count(colour) + (2 if verb == "four" else 1) + (kind in ("next", "leaves"))
    most, mine = limit(case, colour), own(case, colour)
    assert (args["laid"], args["most"], args["own"]) == (laid, most, mine)
    assert args["allowed"] == ("X" if most == "X" else str(int(most) + mine))
    assert args["needed"] == (0 if most == "X" else max(0, laid - int(most) - mine))
    assert args["places"] == sum(case.panel("hidden", seat) for seat in range(case.match.seats) if seat != case.seat)
    game: Any = case.match.game
    open_cards = [*pile(case), *case.panel("hand", case.seat), *(case.panel("raisers", case.seat) or ())]
    table = case.view.table
    open_cards += [game.deck.colours[card] for card in (*table.top, *table.bottom)]
    assert args["unseen"] == game.deck.copies - open_cards.count(colour)
    found = over(case, colour, laid, exact)
    assert (args["chance"], args["certain"]) == (as_percent(found), int(found == 1))
    assert {
        "accuse": found > 0,
        "needed": 0 < found < 1,
        "accuse-risk": 0 < found < 1,
        "accuse-wrong": found == 0,
        "over": found > 0,
        "within": found == 0,
        "next": found > 0,
        "leaves": found > over(case, colour, laid - 1, exact) > 0,
    }[kind]
    assert kind != "leaves" or args["now"] == as_percent(over(case, colour, laid - 1, exact))
    assert (reason.action == case.action) == (kind in ("accuse", "needed", "within", "next", "leaves"))


def check_hide(case: Case, reason: Argument, args: Args) -> None:
    cards, colour = reason.action.split()[1:], args["colour"]
    other = (case.other if reason.action == case.action else case.action).split()[1:]
    assert cards.count(colour) > other.count(colour)
    most = limit(case, colour)
    assert args["most"] == most
    assert args["allowed"] == ("X" if most == "X" else str(int(most) + cards.count(colour)))
    assert args["left"] == case.panel("hand", case.seat).count(colour) - cards.count(colour)
    assert (most == "X") == (reason.title.id == "reason-hide-x") == (reason.action == case.other)


def check_hide_keeps(case: Case, reason: Argument, args: Args) -> None:
    hand, mine, others = list(case.panel("hand", case.seat)), case.action.split()[1:], case.other.split()[1:]
    for card in [*mine]:
        if card in others:
            mine.remove(card)
            others.remove(card)
    assert reason.action == case.action
    assert args["colour"] in others
    assert args["cards"] == hand.count(args["colour"]) == max(map(hand.count, others))
    assert args["held"] == min(map(hand.count, mine)) < args["cards"]
    assert args["award"] == min(1, case.panel("bank")) == 1


def check_room(case: Case, reason: Argument, args: Args) -> None:
    assert reason.action == case.action
    rooms = []
    for text, colour in ((case.action, args["colour"]), (case.other, args["instead"])):
        assert text.split()[-1] == colour
        laid = pile(case).count(colour) + (2 if text.startswith("four") else 1)
        most = limit(case, colour)
        rooms.append(None if most == "X" else int(most) + own(case, colour) - laid)
    left, more = rooms
    assert left is not None
    assert args["left"] == left >= 0
    assert args["more"] == ("X" if more is None else str(more))
    assert more is None or more > left


def check_four(case: Case, reason: Argument, args: Args) -> None:
    assert reason.action == case.action == f"four {args['colour']}"
    assert args["award"] == min(1, case.panel("bank")) == 1


def check_keeps(case: Case, reason: Argument, args: Args) -> None:
    assert case.other == args["colour"] != case.action
    assert args["cards"] == case.panel("hand", case.seat).count(case.other) == 3
    assert args["award"] == min(1, case.panel("bank")) == 1


COLOURS = ("accuse", "needed", "accuse-risk", "accuse-wrong", "over", "within", "next", "leaves")
OTHERS: dict[str, Check] = {
    "reason-hide": check_hide,
    "reason-hide-x": check_hide,
    "reason-hide-keeps": check_hide_keeps,
    "reason-room": check_room,
    "reason-four": check_four,
    "reason-keeps": check_keeps,
}


def checks(exact: bool) -> dict[str, Check]:
    return OTHERS | {f"reason-{kind}": partial(check_colour, exact=exact) for kind in COLOURS}


class Quiet(RandomBot):
    """Rarely accuses anybody, so that rounds are long."""

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        quiet = [action for action in legal if not self.game.write(action).startswith("accuse")]
        return super().choose(view, quiet if quiet and self.below(10) else legal, now)


def quiet(entry: Entry) -> Entry:
    return replace(entry, bots={**entry.bots, "quiet": Quiet})


def test_every_number_in_a_reason_can_be_recomputed() -> None:
    def matches() -> Iterator[Case]:
        for level in ("quiet", "memory"):
            for number, (seats, options) in enumerate(laws.situations(ENTRY)):
                yield from cases(quiet(ENTRY), level, seats, options, f"{level} {number}")

    found = check_reasons(ENTRY, checks(exact=False), varied(matches(), every=6))
    assert found == known_reasons(ENTRY) == {*checks(exact=False)}


@pytest.mark.parametrize(("colours", "copies", "hand", "hidden", "seats"), [(2, 6, 3, 1, 2), (3, 4, 3, 2, 2), (2, 6, 2, 1, 3)])
def test_chances_agree_with_brute_force(tmp_path: Path, colours: int, copies: int, hand: int, hidden: int, seats: int) -> None:
    entry = quiet(replace(ENTRY, game=small_deck(tmp_path, colours, copies, hand, hidden)))
    seen = set[str]()
    for number in range(4):
        seen |= check_reasons(entry, checks(exact=True), cases(entry, "quiet", seats, Options(), f"small {number}", 1))
    assert {"reason-over", "reason-next", "reason-accuse"} <= seen
