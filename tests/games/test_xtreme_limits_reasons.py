"""Every number in a reason of Xtreme Limits, recomputed from the record: who was dealt, swapped and saw which card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, TypeAlias

import pytest

from tablee.core import laws
from tablee.core.game import CHANCE, Argument
from tablee.core.registry import find
from tablee.games.xtreme_limits.rules import Options
from tests.reasons import Case, Check, as_percent, cases, check_reasons, known_reasons, varied

pytestmark = pytest.mark.coverage

Args: TypeAlias = Mapping[str, Any]
Hands: TypeAlias = dict[str, int]
ENTRY = find("xtreme-limits")
NAMES = ("red", "green", "blue")
CARDS = ["-".join(order) for order in permutations(NAMES)]


class Packet:
    def __init__(self) -> None:
        self.cards: list[str] = []
        self.seen: set[int] = set()


def packets(case: Case) -> list[Packet]:
    """What lies at each place now: in front of the seats, then in the centre."""
    seats, everything = case.match.seats, case.match.options.cards == "all"
    rows = case.rows
    wound = max(at for at, row in enumerate(rows) if row.text == "wind")
    places = [Packet() for _ in range(seats if everything else len(CARDS))]
    first = case.view.rounds[-1].first
    deal = rows[wound - (len(CARDS) if everything else seats) : wound]
    for number, row in enumerate(deal):
        assert row.who == CHANCE
        seat = (first + number) % seats
        places[seat].cards.append(row.text)
        places[seat].seen.add(seat)
    for row in rows[wound:]:
        if row.text.startswith("swap"):
            words = row.text.split()
            place = seats + int(words[2]) - 1 if words[1] == "centre" else int(words[1])
            places[row.who], places[place] = places[place], places[row.who]
            taker = row.who
            for one in (row.who, place):
                places[one].seen |= {one} & {*range(seats)} if places[one].cards else set()
        elif row.text in CARDS:
            places[taker].cards.append(row.text)
            places[taker].seen.add(taker)
    return places


def worth(cards: Sequence[str], hands: Hands) -> int:
    """A point for every hand whose place among the hands is the one on the card; hands on one cell have none."""
    count = 0
    for card in cards:
        for place, name in enumerate(card.split("-")):
            alone = list(hands.values()).count(hands[name]) == 1
            count += alone and place == len([cell for cell in hands.values() if cell > hands[name]])
    return count


def hands(case: Case, move: str = "") -> Hands:
    now = {name: case.panel(name) for name in NAMES}
    if move:
        name, cells = move.split()
        for _ in range(int(cells)):
            now[name] = now[name] + 1 if now[name] < 12 else 1
    return now


def may_count(case: Case, place: int, at: Hands) -> list[int]:
    """What the cards at a place may count, as far as the seat knows."""
    lying = packets(case)
    if case.seat in lying[place].seen:
        return [worth(lying[place].cards, at)]
    seen = {card for packet in lying if case.seat in packet.seen for card in packet.cards}
    unseen = [card for card in CARDS if card not in seen]
    return [worth(cards, at) for cards in combinations(unseen, max(1, len(lying[place].cards)))]


def mine(case: Case, at: Hands) -> int:
    (found,) = may_count(case, case.seat, at)
    return found


def share(outcomes: Sequence[int], hits: Sequence[bool]) -> str:
    return as_percent(Fraction(sum(hits), len(outcomes)))


def tokens(case: Case) -> list[int]:
    return [case.panel("tokens", seat) for seat in range(case.match.seats)]


def check_move(case: Case, reason: Argument, args: Args) -> None:
    after, other = hands(case, case.action), hands(case, case.other)
    assert reason.action == case.action
    assert {name: args[name] for name in NAMES} == after
    assert args["points"] == mine(case, after)
    if reason.title.id == "reason-ends":
        assert sum(tokens(case)) == int(case.action.split()[1])
        assert after[case.action.split()[0]] not in (4, 8)
        assert args["points"] > 0
    else:
        assert args["less"] == mine(case, other) < args["points"]


def check_tokens(case: Case, reason: Argument, args: Args) -> None:
    have = tokens(case)
    left, less = (have[case.seat] - int(text.split()[1]) for text in (case.action, case.other))
    assert (args["left"], args["less"]) == (left, less)
    assert left > less
    assert args["rivals"] == sum(have) - have[case.seat]
    assert reason.action == case.action


def check_exchange(case: Case, reason: Argument, args: Args) -> None:
    after = hands(case, case.action)
    assert args["cell"] == after[case.action.split()[0]]
    assert args["cell"] in (4, 8)
    assert hands(case, case.other)[case.other.split()[0]] not in (4, 8)
    assert args["points"] == mine(case, after)
    every = [may_count(case, place, after) for place in range(len(packets(case))) if place != case.seat]
    best = max(Fraction(sum(one > args["points"] for one in counts), len(counts)) for counts in every)
    assert args["chance"] == as_percent(best) != "0"


def check_strangers(case: Case, reason: Argument, args: Args) -> None:
    seen = {card for packet in packets(case) if case.seat in packet.seen for card in packet.cards}
    unseen = [card for card in CARDS if card not in seen]
    then, instead = (worth(unseen, hands(case, text)) for text in (case.action, case.other))
    assert (args["cards"], args["points"], args["more"]) == (len(unseen), then, instead)
    assert then < instead
    assert reason.action == case.action


def check_rival(case: Case, reason: Argument, args: Args) -> None:
    held = packets(case)[args["other"]]
    assert case.seat in held.seen
    assert args["other"] != case.seat
    then, instead = (worth(held.cards, hands(case, text)) for text in (case.action, case.other))
    assert (args["points"], args["more"]) == (then, instead)
    assert then < instead


def place(case: Case, text: str) -> int:
    words = text.split()
    if words == ["keep"]:
        return case.seat
    return case.match.seats + int(words[2]) - 1 if words[1] == "centre" else int(words[1])


def check_swap(case: Case, reason: Argument, args: Args) -> None:
    then, instead = (may_count(case, place(case, text), hands(case)) for text in (case.action, case.other))
    assert reason.action == case.action
    if reason.title.id == "reason-holds":
        assert ([args["points"]], [args["less"]]) == (then, instead)
        assert args["points"] > args["less"]
        return
    sure, open_ones = (then, instead) if reason.title.id == "reason-sure" else (instead, then)
    assert [args["points"]] == sure
    more, less = (one > sure[0] for one in open_ones), (one < sure[0] for one in open_ones)
    assert args["more"] == share(open_ones, [*more])
    assert args["less"] == share(open_ones, [*less])


def check_gives(case: Case, reason: Argument, args: Args) -> None:
    assert case.other == reason.action == f"swap {args['other']}"
    assert args["points"] == mine(case, hands(case)) > 0


CHECKS: dict[str, Check] = {
    "reason-ends": check_move,
    "reason-count": check_move,
    "reason-tokens": check_tokens,
    "reason-exchange": check_exchange,
    "reason-rival": check_rival,
    "reason-strangers": check_strangers,
    "reason-holds": check_swap,
    "reason-sure": check_swap,
    "reason-unseen": check_swap,
    "reason-gives": check_gives,
}


def matches() -> Iterator[Case]:
    few = [(seats, Options(cards=cards, tokens=9, rounds=6)) for seats in (3, 5) for cards in ("one", "all")]
    for level in ("random", "sensible"):
        for number, (seats, options) in enumerate([*laws.situations(ENTRY), *few]):
            yield from cases(ENTRY, level, seats, options, f"{level} {number}")


def test_every_number_in_a_reason_can_be_recomputed() -> None:
    assert check_reasons(ENTRY, CHECKS, varied(matches(), every=6)) == known_reasons(ENTRY) == {*CHECKS}
