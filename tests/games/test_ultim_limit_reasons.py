"""Every number in a reason of Ultim' Limit, recomputed from the record and the cards on the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

import pytest

from tablee.core import laws
from tablee.core.game import Argument
from tablee.core.registry import find
from tablee.games.ultim_limit.rules import Options, UltimLimit
from tests.reasons import Case, Check, as_percent, cases, check_reasons, known_reasons, varied

pytestmark = pytest.mark.coverage

Args: TypeAlias = Mapping[str, Any]
ENTRY = find("ultim-limit")


def last(case: Case, text: str) -> int | None:
    """How long the glass had run when this was last done in the turn."""
    turn: dict[str, int] = {}
    for row in case.rows:
        if row.text == "go":
            turn = {}
        turn[row.text] = row.ms
    return turn[text] - turn["go"] if text in turn else None


def tenths(args: Args, name: str) -> int:
    return int(10 * args[name] + args[f"{name}_tenths"])


def rolled(case: Case) -> int:
    ms = last(case, "roll")
    assert ms is not None
    return ms


def taken(case: Case) -> Sequence[str]:
    return tuple(case.panel("taken", case.seat))


def numbers(cards: Sequence[str]) -> list[int]:
    return [int(card.rpartition("-")[2]) for card in cards]


def check_stop(case: Case, reason: Argument, args: Args) -> None:
    ran, turned, options = rolled(case), last(case, "ultim glass"), case.match.options
    assert tenths(args, "ran") == ran // 100
    if turned is None:
        ends = [end * 100 for end in range(options.glass_from, options.glass_to + 1) if end * 100 > ran]
        assert (tenths(args, "least"), tenths(args, "most")) == (options.glass_from, options.glass_to)
        chance = Fraction(len([end for end in ends if end <= ran + 1000 * args["step"]]), len(ends))
        assert args["chance"] == as_percent(chance)
    else:
        assert tenths(args, "end") == 2 * turned // 100
        chance = Fraction(2 * turned <= ran + 3000)
    assert reason.title.id.endswith("-turned") == (turned is not None)
    if reason.title.id.startswith("reason-banks"):
        assert reason.action == case.action == "stop"
        assert args["cards"] == len(taken(case)) > 0
    else:
        assert (reason.action, case.other) == (case.action, "stop")
        assert chance <= Fraction(1, 4)


def check_empty(case: Case, reason: Argument, args: Args) -> None:
    assert reason.action == case.other == "stop"
    assert taken(case) == ()


def check_safe(case: Case, reason: Argument, args: Args) -> None:
    assert case.match.options.young
    go = max(row.ms for row in case.rows if row.text == "go")
    assert tenths(args, "left") == (case.panel("glass-ends") - go - rolled(case)) // 100
    assert (reason.action, case.other) == (case.action, "stop")
    assert taken(case)


def check_turning(case: Case, reason: Argument, args: Args) -> None:
    assert tenths(args, "until") == 2 * rolled(case) // 100 >= case.match.options.glass_to
    if reason.title.id == "reason-turns":
        assert case.action == "ultim glass"
        assert tenths(args, "most") == case.match.options.glass_to
    else:
        assert (case.action, case.panel("ultim")) == ("roll", 1)
        assert case.other.split()[0] in ("stop", "take")
        doubles = sum(len({*dice}) < 3 for dice in product(range(1, 7), repeat=3))
        assert args["chance"] == as_percent(Fraction(doubles, 216))
    assert reason.action == case.action


@cache
def sums(dice: tuple[int, ...]) -> frozenset[int]:
    return frozenset(sum(part) for count in (1, 2, 3) for part in combinations(dice, count))


@cache
def hit(row: tuple[int, ...], pile: tuple[int, ...]) -> Fraction:
    """The chance that a roll can take something from this row and as many cards of the pile as it lacks."""
    missed = Fraction(0)
    for dice in product(range(1, 7), repeat=3):
        found = sums(dice)
        none, left = Fraction(not found & {*row}), [number not in found for number in pile]
        unfit = sum(left)
        for drawn in range(5 - len(row)):
            none *= Fraction(max(unfit - drawn, 0), len(pile) - drawn)
        missed += none
    return 1 - missed / 216


def row_of(case: Case) -> tuple[int, ...]:
    return tuple(numbers([card for card in case.panel("row") if card != "."]))


def pile_of(case: Case) -> tuple[int, ...]:
    """By number. Everything that lies open, was taken or discarded has been seen; the rest is in the pile."""
    return tuple(case.view.seen.pile[at] % 12 + 1 for at in range(len(case.view.seen.pile)))


def check_hits(case: Case, reason: Argument, args: Args) -> None:
    assert case.action == reason.action == "roll"
    assert case.other.split()[0] in ("stop", "take")
    assert args["chance"] == as_percent(hit(row_of(case), pile_of(case)))


def check_rows(case: Case, reason: Argument, args: Args) -> None:
    here, there = hit(row_of(case), pile_of(case)), hit((), pile_of(case))
    assert (args["here"], args["there"]) == (as_percent(here), as_percent(there))
    if reason.title.id == "reason-new-row":
        assert there > here
        assert reason.action == case.action == "ultim cards"
    else:
        assert here >= there
        assert case.other == "ultim cards"


def parts(text: str) -> tuple[int, list[int]]:
    """The slot and the dice of a take."""
    _, slot, dice = text.split()
    return int(slot) - 1, [*map(int, dice.split("+"))]


def check_take(case: Case, reason: Argument, args: Args) -> None:
    slot, dice = parts(case.action)
    assert case.panel("row")[slot] == f"{args['colour']}-{args['number']}"
    assert sum(map(int, args["dice"].split("+"))) == sum(dice) == args["number"]
    assert args["cards"] == len(taken(case)) + 1
    assert args["instead"] == case.other.replace(" ", "-")
    assert reason.action == case.action


def check_rarer(case: Case, reason: Argument, args: Args) -> None:
    found = []
    for text, number in ((case.action, args["number"]), (case.other, args["easier"])):
        assert numbers([case.panel("row")[parts(text)[0]]]) == [number]
        found.append(Fraction(sum(number in sums(dice) for dice in product(range(1, 7), repeat=3)), 216))
    assert [args["mine"], args["theirs"]] == [as_percent(chance) for chance in found]
    assert found[0] < found[1]


def check_stays(case: Case, reason: Argument, args: Args) -> None:
    assert case.action == "roll"
    assert numbers([case.panel("row")[parts(case.other)[0]]]) == [args["number"]]
    found = Fraction(sum(args["number"] in sums(dice) for dice in product(range(1, 7), repeat=3)), 216)
    assert args["chance"] == as_percent(found)
    assert found >= Fraction(1, 3)


def after(case: Case, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dice and row after a take."""
    slot, used = parts(text)
    dice = Counter(map(int, case.panel("dice")))
    dice.subtract(used)
    assert min(dice.values()) >= 0
    row = [card for at, card in enumerate(case.panel("row")) if at != slot and card != "."]
    return tuple(dice.elements()), tuple(numbers(row))


def most(dice: tuple[int, ...], row: tuple[int, ...]) -> int:
    """How many cards can be taken: in every order, with the dice in every order, cut into groups."""
    best = 0
    for order in permutations(dice):
        for cuts in product((True, False), repeat=len(order)):
            groups, left, count = [0], list(row), 0
            for die, cut in zip(order, cuts, strict=True):
                groups[-1] += die
                groups += [0] if cut else []
            for group in groups:
                if group in left:
                    left.remove(group)
                    count += 1
            best = max(best, count)
    return best


def check_more(case: Case, reason: Argument, args: Args) -> None:
    more, less = (most(*after(case, text)) for text in (case.action, case.other))
    assert (args["more"], args["less"]) == (more, less)
    assert more > less
    assert args["dice"] == case.action.split()[-1]


def check_keeps_double(case: Case, reason: Argument, args: Args) -> None:
    left, otherwise = (after(case, text)[0] for text in (case.action, case.other))
    assert len({*left}) < len(left)
    assert len({*otherwise}) == len(otherwise)
    assert case.panel("ultim") == 1
    assert args["dice"] == case.action.split()[-1]


def counted(case: Case, text: str) -> int:
    """Super: piles by size, three count, three are kept, the rest costs; in the last round all but three cost."""
    cards = [*case.panel("loot", case.seat), *taken(case)]
    if text.startswith("take"):
        cards.append(case.panel("row")[parts(text)[0]])
    sizes = sorted(Counter(card.rpartition("-")[0] for card in cards).values(), reverse=True)
    return sum(sizes[:3]) - sum(sizes[3:] if case.panel("round") == 3 else sizes[6:])


def check_count(case: Case, reason: Argument, args: Args) -> None:
    assert case.match.options.scoring == "super"
    assert (args["points"], args["less"]) == (counted(case, case.action), counted(case, case.other))
    assert args["points"] > args["less"]


def check_keep(case: Case, reason: Argument, args: Args) -> None:
    mine, theirs = ({*text.removeprefix("keep ").split(",")} for text in (case.action, case.other))
    rivals = [
        card.rpartition("-")[0] for seat in range(case.match.seats) if seat != case.seat for card in case.panel("loot", seat)
    ]
    held, instead = (len([colour for colour in rivals if colour in only]) for only in (mine - theirs, theirs - mine))
    assert (args["held"], args["instead"], args["piles"]) == (held, instead, len(mine - theirs))
    assert held < instead


CHECKS: dict[str, Check] = {
    "reason-empty": check_empty,
    "reason-safe": check_safe,
    "reason-banks": check_stop,
    "reason-banks-turned": check_stop,
    "reason-time": check_stop,
    "reason-time-turned": check_stop,
    "reason-turns": check_turning,
    "reason-double": check_turning,
    "reason-hits": check_hits,
    "reason-new-row": check_rows,
    "reason-this-row": check_rows,
    "reason-take": check_take,
    "reason-rarer": check_rarer,
    "reason-more": check_more,
    "reason-stays": check_stays,
    "reason-keeps-double": check_keeps_double,
    "reason-count": check_count,
    "reason-keep": check_keep,
}


def matches() -> Iterator[Case]:
    short = [(seats, Options(scoring="super", glass_from=10, glass_to=60, roll_gap=100)) for seats in (1, 4)]
    for level in ("random", "sensible"):
        for number, (seats, options) in enumerate([*laws.situations(ENTRY), *short]):
            if seats in (1, 4):
                yield from cases(ENTRY, level, seats, options, f"{level} {number}")


def test_every_number_in_a_reason_can_be_recomputed() -> None:
    assert check_reasons(ENTRY, CHECKS, varied(matches(), every=10)) == known_reasons(ENTRY) == {*CHECKS}


def test_no_chance_is_given_where_a_reshuffle_may_come_in_between() -> None:
    game = UltimLimit()
    s, at = game.start(1, Options()), 0
    while "ultim cards" not in (texts := game.legal_texts(s, 0)):
        seat = game.to_act(s)[0]
        draws = [action for action in game.legal(s, seat) if game.write(action) in ("go", "roll", "dice 1-1-1")]
        at += 600 if seat == 0 else 0
        s, _ = game.play(s, seat, (draws or game.legal(s, seat))[0], at)
    view = game.view(s, 0)
    roll, cards = (game.read(text) for text in ("roll", "ultim cards"))
    assert texts
    assert game.reasons(view, roll, cards) + game.reasons(view, cards, roll)
    few = replace(view, seen=replace(view.seen, pile=view.seen.pile[:4]))
    assert game.reasons(few, roll, cards) == game.reasons(few, cards, roll) == ()
