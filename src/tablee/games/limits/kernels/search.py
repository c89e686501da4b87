"""The compiled search of the champion of Limits: worlds that fit an observation, what kind each rival is, and playouts.

A position is an observation as in `batch.py`, so it holds what its seat may know and nothing else. Each rival is taken for one of
several kinds. They are weighed by how well they explain what it hid, whether its accusations were right, and what it laid or did
not accuse in this round. In a world, each rival has a kind, and in a playout it plays on as that kind does, from what it sees there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, log
from typing import Any, TypeAlias

import numpy as np

from tablee.core.game import CHANCE
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide
from tablee.games.limits.kernels.batch import (
    BANK,
    CARDS,
    CHOICES,
    COLOURS,
    DRAWN,
    KNOWN,
    LIMITS,
    PENALTY,
    PLANS,
    RAISED,
    Fast,
    Plan,
)
from tablee.games.limits.rules import DECK, LAID, RETURNED, SHOWN, Limits, Options, View
from tablee.kit.kernels.chance import Word64, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner

Sight: TypeAlias = Any  # a record of SIGHT
World: TypeAlias = Any  # a record of WORLD, changed in place
Round: TypeAlias = Any  # a record of ROUND, changed in place
Desk: TypeAlias = Any

SEATS = 6
COPIES = DECK.copies
GREEDY, MEMORY, FORGETFUL, EXPERT, SELF = range(5)  # SELF is how the seat itself plays on
KINDS = 4
GUESSES = 1 + len(CHOICES[0]) + len(CHOICES[1])
PAIRS = len(CHOICES[1])
ROOM = max(plan.room for plan in PLANS)
NO_LIMIT = 50  # more than this is an X

SIGHT = np.dtype(
    [
        *(
            (name, np.int64)
            for name in ("seats", "hidden", "me", "hiding", "turn", "unknown", "top", "top_colour", "bottom", "bank", "round")
        ),
        ("most", np.int64, COLOURS),
        ("hand", np.int64, COLOURS),
        ("raisers", np.int64, COLOURS),
        ("stack", np.int64, CARDS),  # the known bottom of the draw pile
        ("pool", np.int64, COLOURS),  # every card that the seat does not see, known or not
        ("hid", np.int64, SEATS),
        ("size", np.int64, SEATS),
        ("marks", np.int64, SEATS),
        ("since", np.int8, (SEATS, ROOM)),
        ("known", np.int64, (SEATS, COLOURS)),
        # guesses of `worlds.py`
        ("guesses", np.int64, SEATS),
        ("chance", np.float64, (SEATS, GUESSES)),
        ("guess_raisers", np.int64, (SEATS, GUESSES, COLOURS)),
        ("guess_hand", np.int64, (SEATS, GUESSES, COLOURS)),
        ("open_raisers", np.int64, (SEATS, GUESSES)),
        ("open_hand", np.int64, (SEATS, GUESSES)),
        # what is thought of rivals
        ("prior", np.float64, (SEATS, KINDS)),
        ("likely", np.float64, (SEATS, KINDS, COLOURS, 3)),  # what it did in this round, if so many of its raisers have a colour
        ("binomial", np.float64, 8),  # the chance of fewer than so many raisers of a colour, for those who see a fifth everywhere
        ("lure", np.float64, (KINDS + 1, COLOURS)),  # how much likelier a card is hidden than others, as a kind sees it
        ("worth", np.float64, (2, COLOURS)),
    ],
    align=True,
)
WORLD = np.dtype(
    [
        ("key", np.uint64),
        ("weight", np.float64),  # a logarithm at first
        ("deck", np.int64, COLOURS),
        ("hand", np.int64, (SEATS, COLOURS)),
        ("raisers", np.int64, (SEATS, COLOURS)),
        ("kind", np.int64, SEATS),
    ],
    align=True,
)
ROUND = np.dtype(
    [
        *((name, np.int64) for name in ("turn", "unknown", "top", "top_colour", "first", "bank", "number")),
        ("key", np.uint64),
        ("count", np.int64, COLOURS),
        ("seen", np.int64, COLOURS),  # in the pile and the known parts of the draw pile
        ("tokens", np.int64, COLOURS),  # known cards in hands and among raisers
        ("deck", np.int64, COLOURS),
        ("last", np.int64, SEATS),  # the colour a seat laid last, or -1 …
        ("laid", np.int64, SEATS),  # … and how many lay then
        ("gains", np.int64, SEATS),
        ("kind", np.int64, SEATS),
        ("hand", np.int64, (SEATS, COLOURS)),
        ("raisers", np.int64, (SEATS, COLOURS)),
        ("old", np.int64, (SEATS, COLOURS)),  # known cards since the round began …
        ("new", np.int64, (SEATS, COLOURS)),  # … and those drawn since …
        ("old_unseen", np.float64, SEATS),  # … and unseen cards since the round began, on average …
        ("new_unseen", np.float64, SEATS),
        ("bold", np.float64, (SEATS, COLOURS)),
        # what the seat whose turn it is reckons with
        ("share", np.float64, COLOURS),
        ("kept", np.int64, COLOURS),
        ("lost", np.int64),
        ("odds", np.float64, 8),
    ],
    align=True,
)

# Styles: a row for each kind and for SELF, how it plays on and how what it did is weighed.
(
    BELIEF,  # what it knows of others' raisers: NONE, TRACKED, FIFTH or UNSEEN
    FEAR,  # what being over a limit costs
    MARGIN,  # how much better than laying an accusation must be
    NEAREST,  # whether it lays first what is nearest to its limit
    LOW,  # how much likelier it takes others to hide where the limit is lower, …
    FREE,  # … and where there is none
    BOLD,  # … and what others laid without cover
    FORGETS,
    ERRATIC,  # how often it hides any card
    RASH,  # how likely it lays a card that its own raisers do not cover
    SHARP,  # how sharply it tells whom to accuse
    BLIND,  # how often it accuses nobody though it should
    PRIOR,  # a logarithm
    WRONG,  # part of its accusations, if one card is hidden, …
    WRONG_OF_TWO,  # … or two
) = range(15)
NONE, TRACKED, FIFTH, UNSEEN = range(4)
STYLES = np.array(
    [
        [NONE, 1.6, 0.0, 0, 0.0, 0.0, 1.0, 0.0, 0.03, 0.1, 99.0, 0.03, log(0.25), 0.9, 0.63],
        [TRACKED, 1.6, 0.0, 0, 0.0, 0.0, 1.0, 0.0, 0.03, 0.15, 15.0, 0.05, log(0.25), 0.65, 0.42],
        [FIFTH, 1.6, 0.0, 0, 0.0, 0.0, 1.0, 0.3, 0.03, 0.3, 6.0, 0.1, log(0.2), 0.9, 0.65],
        [TRACKED, 1.6, 0.0, 1, 0.3, -2.5, 2.5, 0.0, 0.0, 0.4, 8.0, 0.05, log(0.3), 0.12, 0.19],
        [TRACKED, 1.6, 0.0, 1, 0.3, -2.5, 2.5, 0.0, 0.0, 0.4, 8.0, 0.05, 0.0, 0.12, 0.19],
    ]
)
PULL = np.array([[0.4, 0.3, -2.5], [0.2, 0.45, -2.5]])  # of the expert's raisers: a card more, a lower limit, no limit
TWICE = -1.0

FACTORIALS = np.cumsum(np.log(np.maximum(1, np.arange(2 * CARDS, dtype=np.float64))))


def _lost() -> Array:
    """The chance that more than `spare` + raisers of so many forgotten cards are of a colour, as a fifth of all cards are."""
    table = np.zeros((6, 41, 32))
    for places in range(6):
        for lost in range(41):
            for spare in range(-16, 16):
                table[places, lost, spare + 16] = sum(
                    comb(lost, x) * 0.2**x * 0.8 ** (lost - x) * comb(places, y) * 0.2**y * 0.8 ** (places - y)
                    for x in range(lost + 1)
                    for y in range(places + 1)
                    if x > spare + y
                )
    return table


LOST = _lost()


# Random numbers
@inner
def unit(key: Word64, number: Any) -> Any:
    return np.float64(word_of(key, number) >> np.uint64(11)) * 1.1102230246251565e-16


@inner
def next_unit(w: Array) -> Any:
    """The next number of a stream: a key and a counter."""
    w[1] += np.uint64(1)
    return unit(w[0], np.int64(w[1]))


@inner
def mix_of(stream: Array) -> Any:
    """A word of a stream."""
    number: Any = np.int64(stream[1])
    return word_of(stream[0], number)


@inner
def any_of(cards: Array, total: int, w: Array) -> Any:
    point = next_unit(w) * total
    for colour in range(COLOURS):
        point -= cards[colour]
        if point < 0:
            return colour
    colour = COLOURS - 1
    while cards[colour] == 0:
        colour -= 1
    return colour


# The observation
@inner
def read(row: Array, plan: Plan, s: Sight, styles: Array, hides: Array) -> None:
    """Reads an observation, and works out all that worlds and playouts share."""
    s.seats, s.hidden, s.me = plan.seats, plan.hidden, row[0]
    s.turn, s.top_colour, s.top, s.unknown = row[7], row[11], row[12], row[13]
    s.hiding = row[6] < 0
    at = 14
    s.round = 0
    while s.round + 1 < plan.rounds and row[at + s.round + 1] >= 0:
        s.round += 1
    for c in range(COLOURS):
        s.hand[c] = row[1 + c]
        s.raisers[c] = RAISED[plan.hidden - 1, row[6], c] if row[6] >= 0 else 0
        s.most[c] = LIMITS[row[at + s.round], c]
        s.pool[c] = COPIES - s.hand[c] - s.raisers[c] - (s.top if s.top and s.top_colour == c else 0)
    rounds = at + plan.rounds
    pile = rounds + plan.rounds * (3 + plan.seats)
    stack = pile + CARDS
    for k in range(CARDS):
        if row[pile + k] >= 0:
            s.pool[row[pile + k] & 7] -= 1
    s.bottom = 0
    for k in range(CARDS):
        if row[stack + k] >= 0:
            s.stack[s.bottom] = row[stack + k]
            s.pool[row[stack + k]] -= 1
            s.bottom += 1
    s.bank = BANK
    for j in range(plan.seats):
        at = stack + CARDS + j * (3 + COLOURS + plan.room)
        s.bank -= row[at]
        s.size[j], s.hid[j] = row[at + 1], row[at + 2]
        for c in range(COLOURS):
            s.known[j, c] = row[at + 3 + c]
        s.marks[j] = 0
        for k in range(plan.room):
            if row[at + 3 + COLOURS + k] >= 0:
                s.since[j, k] = row[at + 3 + COLOURS + k]
                s.marks[j] = k + 1
    weigh_history(row, plan, s, styles, hides, 14, rounds)
    weigh_round(row, plan, s, styles, pile)
    for j in range(plan.seats):
        if j != s.me:
            find_guesses(s, j)


@inner
def weigh_history(row: Array, plan: Plan, s: Sight, styles: Array, hides: Array, limits: int, rounds: int) -> None:
    """How likely rivals are of each kind, by what they hid and whether their accusations were right in earlier rounds."""
    for j in range(plan.seats):
        for k in range(KINDS):
            s.prior[j, k] = styles[k, PRIOR]
        for number in range(plan.rounds):
            at = rounds + number * (3 + plan.seats)
            if row[at] < 0:
                break
            code = row[at + 3 + j]
            for k in range(KINDS):
                s.prior[j, k] += hides[plan.hidden - 1, row[limits + number], code, k]
                if row[at] == j:
                    wrong = styles[k, WRONG + plan.hidden - 1]
                    s.prior[j, k] += np.log(1 - wrong if row[at + 2] else wrong)
        best = -1e9
        for k in range(KINDS):
            best = max(best, s.prior[j, k])
        total = 0.0
        for k in range(KINDS):
            s.prior[j, k] = np.exp(s.prior[j, k] - best)
            total += s.prior[j, k]
        for k in range(KINDS):
            s.prior[j, k] = 0.98 * s.prior[j, k] / total + (0.02 / KINDS if styles[k, PRIOR] > -50 else 0.0)


@inner
def weigh_round(row: Array, plan: Plan, s: Sight, styles: Array, pile: int) -> None:
    """How likely what a rival did in this round is, by its kind and its raisers: laid uncovered cards, or accused nobody."""
    places = s.hidden * (s.seats - 1)
    for needed in range(8):
        total = 0.0
        for hits in range(min(needed, places + 1)):
            total += (
                np.exp(FACTORIALS[places] - FACTORIALS[hits] - FACTORIALS[places - hits]) * 0.2**hits * 0.8 ** (places - hits)
            )
        s.binomial[needed] = total
    for c in range(COLOURS):
        most = min(s.most[c], 6)
        for k in range(KINDS + 1):
            s.lure[k, c] = np.exp(styles[k, FREE] if s.most[c] > NO_LIMIT else -styles[k, LOW] * most)
    exposed = np.zeros((SEATS, COLOURS), np.int64)
    bold = np.zeros((SEATS, COLOURS, 3), np.int64)
    count = np.zeros(COLOURS, np.int64)
    last = np.full(SEATS, -1, np.int64)
    laid = np.zeros(SEATS, np.int64)
    k = 0
    while k < CARDS and row[pile + k] >= 0:
        seat, c = row[pile + k] >> 3, row[pile + k] & 7
        for other in range(plan.seats):
            if other != seat and last[other] >= 0:
                excess = laid[other] - s.most[last[other]]
                exposed[seat, last[other]] = max(exposed[seat, last[other]], excess)
        count[c] += 1
        last[seat], laid[seat] = c, count[c]
        for raised in range(3):
            bold[seat, c, raised] += count[c] > s.most[c] + raised
        k += 1
    rivals = plan.seats - 1
    limit = (2 + 1 / rivals) / (3 + 3 / rivals)
    for j in range(plan.seats):
        for kind in range(KINDS):
            for c in range(COLOURS):
                for raised in range(3):
                    needed = exposed[j, c] - raised
                    factor = styles[kind, RASH] ** bold[j, c, raised]
                    if needed > 0:
                        right = 1.0 if kind == GREEDY else s.binomial[min(needed, 7)]
                        blind = styles[kind, BLIND]
                        factor *= blind + (1 - blind) / (1 + np.exp((right - limit) * styles[kind, SHARP]))
                    s.likely[j, kind, c, raised] = factor


@inner
def find_guesses(s: Sight, j: int) -> None:
    """Which known cards a rival may have hidden: as in `worlds.py`."""
    s.guesses[j] = 0
    total = 0.0
    for size in range(s.hid[j] + 1):
        for code in range(1 if size == 0 else COLOURS if size == 1 else PAIRS):
            fits = True
            for c in range(COLOURS):
                if size and RAISED[size - 1, code, c] > s.known[j, c]:
                    fits = False
            if fits and follow(s, j, size, code):
                total += s.chance[j, s.guesses[j]]
                s.guesses[j] += 1
    for k in range(s.guesses[j]):
        s.chance[j, k] /= total


@inner
def follow(s: Sight, j: int, size: int, code: int) -> Any:
    at = s.guesses[j]
    old, new = np.zeros(COLOURS, np.int64), np.zeros(COLOURS, np.int64)
    drawn, known = 0, 0
    for k in range(s.marks[j]):
        drawn += s.since[j, k] >= DRAWN
    ways = 0.0
    for c in range(COLOURS):
        hidden = RAISED[size - 1, code, c] if size else 0
        old[c] = s.known[j, c] - hidden
        known += s.known[j, c]
        s.guess_raisers[j, at, c] = hidden
        ways -= FACTORIALS[hidden]
    unseen = s.size[j] + s.hid[j] + s.marks[j] - 2 * drawn - known - (s.hid[j] - size)
    if unseen < 0:
        return False
    for k in range(s.marks[j]):
        mark = s.since[j, k]
        if mark == DRAWN:
            unseen += 1
        elif mark >= KNOWN:
            new[mark - KNOWN] += 1
        elif new[mark]:
            new[mark] -= 1
        elif old[mark]:
            old[mark] -= 1
        elif unseen:
            unseen -= 1
        else:
            return False
    parts = s.hid[j] + unseen
    for c in range(COLOURS):
        s.guess_hand[j, at, c] = old[c] + new[c]
        ways -= FACTORIALS[old[c]]
        parts += old[c]
    s.open_raisers[j, at], s.open_hand[j, at] = s.hid[j] - size, unseen
    ways += FACTORIALS[parts] - FACTORIALS[s.hid[j] - size] - FACTORIALS[unseen]
    s.chance[j, at] = np.exp(ways)
    return True


# Worlds
@inner
def lure_of(hidden: int, kind: int, held: int, most: int) -> Any:
    """What draws a kind to hide a card of a colour."""
    if kind == EXPERT:
        if most > NO_LIMIT:
            return PULL[hidden - 1, 2]
        return PULL[hidden - 1, 0] * min(held - 1, 3) - PULL[hidden - 1, 1] * min(most, 6)
    return -1.0 if most > NO_LIMIT else min(held - 1, 3) - most / 4


@inner
def hide_odds(hidden: int, expert: bool, erratic: float, hand: Array, most: Array, odds: Array) -> None:
    """How likely a kind is to hide each choice of cards from this hand."""
    best, total, choices = -1e9, 0.0, COLOURS if hidden == 1 else PAIRS
    legal = 0
    for code in range(choices):
        odds[code] = -1e9
        value, fits = 0.0, True
        for c in range(COLOURS):
            times = RAISED[hidden - 1, code, c]
            if times > hand[c]:
                fits = False
            elif times:
                value += times * lure_of(hidden, EXPERT if expert else MEMORY, hand[c], most[c])
                if expert and times > 1:
                    value += TWICE
        if fits:
            odds[code] = value
            best = max(best, value)
            legal += 1
    for code in range(choices):
        if odds[code] < -1e8:
            odds[code] = 0.0
            continue
        odds[code] = np.exp(odds[code] - best) if expert else (1.0 if odds[code] > best - 1e-9 else 0.0)
        total += odds[code]
    for code in range(choices):
        if odds[code] > 0:
            odds[code] /= total
    if not expert:
        for code in range(choices):
            fits = True
            for c in range(COLOURS):
                fits = fits and RAISED[hidden - 1, code, c] <= hand[c]
            odds[code] = odds[code] * (1 - erratic) + (erratic / legal if fits else 0.0)


@inner
def choose2(n: int, k: int) -> Any:
    return 1.0 if k == 0 else (1.0 * n if k == 1 else n * (n - 1) / 2)


@inner
def fits_in(s: Sight, w: World, j: int, guess: int) -> Any:
    for c in range(COLOURS):
        if s.guess_raisers[j, guess, c] + s.guess_hand[j, guess, c] > w.deck[c]:
            return False
    return True


@inner
def pick_guess(s: Sight, w: World, j: int, stream: Array) -> Any:
    """One of the guesses about a rival for which there are cards left, and how likely these are together."""
    fits, last = 0.0, -1
    for guess in range(s.guesses[j]):
        if fits_in(s, w, j, guess):
            fits += s.chance[j, guess]
            last = guess
    point = next_unit(stream) * fits
    for guess in range(last):
        if fits_in(s, w, j, guess):
            point -= s.chance[j, guess]
            if point < 0:
                return guess, fits
    return last, fits


@inner
def imagine(s: Sight, w: World, styles: Array, stream: Array, odds: Array, lots: Array, held: Array, kept: Array) -> Any:
    """Fills in a world and the logarithm of its weight; false if the cards do not go round."""
    w.weight = 0.0
    total = 0
    for c in range(COLOURS):
        w.deck[c] = s.pool[c]
    picked = np.zeros(SEATS, np.int64)
    for j in range(s.seats):
        if j == s.me:
            continue
        guess, fits = pick_guess(s, w, j, stream)
        if guess < 0:
            return False
        w.weight += np.log(fits)
        picked[j] = guess
        for c in range(COLOURS):
            w.deck[c] -= s.guess_raisers[j, guess, c] + s.guess_hand[j, guess, c]
    for c in range(COLOURS):
        total += w.deck[c]
        w.weight -= FACTORIALS[w.deck[c]]
    w.weight += FACTORIALS[total]
    for j in range(s.seats):
        if j == s.me:
            for c in range(COLOURS):
                w.hand[j, c], w.raisers[j, c] = s.hand[c], s.raisers[c]
            w.kind[j] = SELF
            continue
        for c in range(COLOURS):
            w.hand[j, c] = s.guess_hand[j, picked[j], c]
            w.raisers[j, c] = s.guess_raisers[j, picked[j], c]
        for k in range(s.open_hand[j, picked[j]] + s.open_raisers[j, picked[j]]):
            c = any_of(w.deck, total, stream)
            w.deck[c] -= 1
            total -= 1
            if k < s.open_hand[j, picked[j]]:
                w.hand[j, c] += 1
            else:
                w.raisers[j, c] += 1
    for j in range(s.seats):
        if j != s.me:
            explain(s, w, j, styles, stream, odds, lots, held, kept)
    stream[1] += np.uint64(1)
    w.key = mix_of(stream)
    return True


@inner
def explain(s: Sight, w: World, j: int, styles: Array, stream: Array, odds: Array, lots: Array, held: Array, kept: Array) -> None:
    """Draws a rival's kind and raisers, given all its cards; how well they explain what it did adds to the weight."""
    choices = COLOURS if s.hidden == 1 else PAIRS
    for c in range(COLOURS):
        held[c] = kept[c] = w.hand[j, c]
    if s.hid[j]:
        cards = s.size[j]
        for k in range(s.marks[j] - 1, -1, -1):
            mark = s.since[j, k]
            if mark < DRAWN:
                held[mark] += 1
                cards += 1
                continue
            c = mark - KNOWN
            if mark == DRAWN or held[c] == 0:
                c = any_of(held, cards, stream)
            held[c] -= 1
            cards -= 1
            kept[c] = min(kept[c], held[c])
    free = 0
    for c in range(COLOURS):
        held[c] += w.raisers[j, c]
        kept[c] += w.raisers[j, c]
        free += kept[c]
        w.hand[j, c] += w.raisers[j, c]
    hide_odds(s.hidden, False, styles[MEMORY, ERRATIC], held, s.most, odds[0])
    hide_odds(s.hidden, True, 0.0, held, s.most, odds[1])
    total = 0.0
    for code in range(choices):
        physical = 1.0
        if s.hid[j]:
            for c in range(COLOURS):
                times = RAISED[s.hidden - 1, code, c]
                if times:
                    physical *= choose2(kept[c], times) / max(1.0, choose2(held[c], times)) if kept[c] >= times else 0.0
        for kind in range(KINDS):
            likely = physical * odds[1 if kind == EXPERT else 0, code] * s.prior[j, kind]
            if likely > 0 and s.hid[j]:
                for c in range(COLOURS):
                    likely *= s.likely[j, kind, c, RAISED[s.hidden - 1, code, c]]
            lots[kind, code] = likely
            total += likely
    if total <= 0:
        w.weight = -1e9
        total = 1e-300
    w.weight += np.log(total) - (np.log(choose2(free, s.hidden)) if s.hid[j] else 0.0)
    point = next_unit(stream) * total
    chosen, kind = -1, 0
    for k in range(KINDS):
        for code in range(choices):
            if lots[k, code] > 0 and point >= 0:
                point -= lots[k, code]
                chosen, kind = code, k
    w.kind[j] = kind
    for c in range(COLOURS):
        w.raisers[j, c] = RAISED[s.hidden - 1, chosen, c] if chosen >= 0 else 0
        w.hand[j, c] -= w.raisers[j, c]


# Playouts
@inner
def set_public(s: Sight, row: Array, plan: Plan, r: Round) -> None:
    """The public part of a round in progress."""
    r.turn, r.unknown, r.top, r.top_colour, r.first, r.bank, r.number = s.turn, s.unknown, s.top, s.top_colour, 0, s.bank, 0
    for c in range(COLOURS):
        r.count[c] = 0
        r.seen[c] = s.top if s.top and s.top_colour == c else 0
        r.tokens[c] = 0
    for k in range(s.bottom):
        r.seen[s.stack[k]] += 1
    for j in range(SEATS):
        r.last[j], r.laid[j], r.gains[j] = -1, 0, 0
        for c in range(COLOURS):
            r.bold[j, c] = 1.0
    pile = 14 + plan.rounds * (4 + plan.seats)
    k = 0
    while k < CARDS and row[pile + k] >= 0:
        seat, c = row[pile + k] >> 3, row[pile + k] & 7
        put(s, r, seat, c)
        k += 1
    for j in range(s.seats):
        known, drawn = 0, 0
        for c in range(COLOURS):
            r.old[j, c], r.new[j, c] = s.known[j, c], 0
            known += s.known[j, c]
        for k in range(s.marks[j]):
            drawn += s.since[j, k] >= DRAWN
        r.old_unseen[j] = max(0, s.size[j] + s.hid[j] + s.marks[j] - 2 * drawn - known)
        r.new_unseen[j] = 0.0
        for k in range(s.marks[j]):
            mark = s.since[j, k]
            if mark == DRAWN:
                r.new_unseen[j] += 1
            elif mark >= KNOWN:
                r.new[j, mark - KNOWN] += 1
            else:
                forget(r, j, mark)
        for c in range(COLOURS):
            r.tokens[c] += r.old[j, c] + r.new[j, c]


@inner
def put(s: Sight, r: Round, seat: int, c: int) -> None:
    """A card is laid."""
    r.count[c] += 1
    r.seen[c] += 1
    r.last[seat], r.laid[seat] = c, r.count[c]
    if r.count[c] > s.most[c]:
        r.bold[seat, c] *= 2.5


@inner
def forget(r: Round, j: int, c: int) -> Any:
    """A card leaves a seat's hand: the newest known one, or an unseen one. Says whether it was known."""
    if r.new[j, c]:
        r.new[j, c] -= 1
        return True
    if r.old[j, c]:
        r.old[j, c] -= 1
        return True
    unseen = r.old_unseen[j] + r.new_unseen[j]
    if unseen > 0:
        part = min(1.0, unseen) / unseen
        r.old_unseen[j] -= part * r.old_unseen[j]
        r.new_unseen[j] -= part * r.new_unseen[j]
    return False


@inner
def set_world(s: Sight, w: World, r: Round) -> None:
    r.key = w.key
    for c in range(COLOURS):
        r.deck[c] = w.deck[c]
    for j in range(s.seats):
        r.kind[j] = w.kind[j]
        for c in range(COLOURS):
            r.hand[j, c], r.raisers[j, c] = w.hand[j, c], w.raisers[j, c]


@inner
def draw(s: Sight, r: Round, seat: int) -> None:
    if r.top == 0 and r.unknown > 0:
        point, c = unit(r.key, 1000 + r.unknown) * r.unknown, 0
        while c + 1 < COLOURS and point >= r.deck[c]:
            point -= r.deck[c]
            c += 1
        r.deck[c] -= 1
        r.unknown -= 1
        r.hand[seat, c] += 1
        r.new_unseen[seat] += 1
        return
    if r.top:
        c = r.top_colour
        r.top -= 1
    elif r.first < s.bottom:
        c = s.stack[r.first]
        r.first += 1
    else:
        return
    r.hand[seat, c] += 1
    r.seen[c] -= 1
    r.new[seat, c] += 1
    r.tokens[c] += 1


@inner
def lay(s: Sight, r: Round, c: int, four: bool) -> None:
    seat = r.turn
    shown = SHOWN if four else 1
    for _ in range(LAID if four else 1):
        put(s, r, seat, c)
    for _ in range(shown):
        r.tokens[c] -= forget(r, seat, c)
    r.hand[seat, c] -= shown
    for _ in range(shown):
        draw(s, r, seat)
    if four:
        r.top, r.top_colour = RETURNED, c
        r.seen[c] += RETURNED
        if r.bank:
            r.bank -= 1
            r.gains[seat] += 1
    r.turn = seat + 1 if seat + 1 < s.seats else 0
    r.number += 1


@inner
def look(s: Sight, r: Round, i: int) -> None:
    """What share of the cards that a seat does not know has each colour."""
    total = 0.0
    for c in range(COLOURS):
        left = COPIES - r.seen[c] - r.tokens[c] + r.old[i, c] + r.new[i, c] - r.hand[i, c] - r.raisers[i, c]
        r.share[c] = max(0, left)
        total += r.share[c]
    for c in range(COLOURS):
        r.share[c] = r.share[c] / total if total > 0 else 0.2


@inner
def recall(r: Round, fading: float) -> None:
    """How many cards of each colour in the pile a forgetful seat remembers, and how many altogether it does not."""
    r.lost, number = 0, 2000 + CARDS * r.number
    for c in range(COLOURS):
        r.kept[c] = 0
        for _ in range(r.count[c]):
            number += 1
            r.kept[c] += unit(r.key, number) >= fading
        r.lost += r.count[c] - r.kept[c]


@inner
def short(s: Sight, r: Round, i: int, colour: int, needed: int, styles: Array) -> Any:
    """The chance that fewer than `needed` raisers of the others have a colour, as a seat sees it."""
    kind = r.kind[i]
    if needed > s.hidden * (s.seats - 1):
        return 1.0
    if s.hidden == 2:
        return short_of_two(s, r, i, colour, needed, styles)
    for n in range(needed):
        r.odds[n] = 0.0
    r.odds[0] = 1.0
    bold = styles[kind, BOLD] > 1
    for j in range(s.seats):
        if j == i:
            continue
        total, mine = 0.0, 0.0
        for c in range(COLOURS):
            cards = (r.old[j, c] + r.old_unseen[j] * r.share[c]) * s.lure[kind, c]
            if bold:
                cards *= r.bold[j, c]
            total += cards
            if c == colour:
                mine = cards
        if total <= 0:
            continue
        q = mine / total
        for n in range(needed - 1, 0, -1):
            r.odds[n] = r.odds[n] * (1 - q) + r.odds[n - 1] * q
        r.odds[0] *= 1 - q
    found = 0.0
    for n in range(needed):
        found += r.odds[n]
    return found


@inner
def short_of_two(s: Sight, r: Round, i: int, colour: int, needed: int, styles: Array) -> Any:
    """The same with one rival that has hidden two cards: all pairs of its old cards, by their weights."""
    j = 1 - i
    kind = r.kind[i]
    bold = styles[kind, BOLD] > 1
    total, squares, unseen = 0.0, 0.0, 0.0
    mine, mine_squares, mine_unseen = 0.0, 0.0, 0.0
    for c in range(COLOURS):
        lure = s.lure[kind, c]
        if bold:
            lure *= r.bold[j, c]
        one, two, three = (r.old[j, c] + r.old_unseen[j] * r.share[c]) * lure, r.old[j, c] * lure * lure, r.share[c] * lure
        total += one
        squares += two
        unseen += three
        if c == colour:
            mine, mine_squares, mine_unseen = one, two, three
    every = total * total - squares - r.old_unseen[j] * unseen * unseen
    if every <= 1e-12:
        return 1.0
    if needed == 1:
        rest = total - mine
        none = rest * rest - (squares - mine_squares) - r.old_unseen[j] * (unseen - mine_unseen) ** 2
        return min(1.0, max(0.0, none / every))
    both = mine * mine - mine_squares - r.old_unseen[j] * mine_unseen**2
    return min(1.0, max(0.0, 1 - both / every))


@inner
def short_unseen(s: Sight, r: Round, i: int, colour: int, needed: int) -> Any:
    """The same if any card that the seat does not see may be a raiser: `short` of `players/expert.py`."""
    cards, places = CARDS - s.hidden, s.hidden * (s.seats - 1)
    for c in range(COLOURS):
        cards -= r.seen[c] + r.hand[i, c]
    like = COPIES - r.seen[colour] - r.hand[i, colour] - r.raisers[i, colour]
    if needed > places:
        return 1.0
    found, every = 0.0, FACTORIALS[cards] - FACTORIALS[places] - FACTORIALS[cards - places]
    for hits in range(max(0, places - cards + like), min(needed, like + 1)):
        ways = FACTORIALS[like] - FACTORIALS[hits] - FACTORIALS[like - hits] + FACTORIALS[cards - like]
        ways -= FACTORIALS[places - hits] + FACTORIALS[cards - like - places + hits]
        found += np.exp(ways - every)
    return found


@inner
def over(s: Sight, r: Round, i: int, colour: int, laid: int, styles: Array) -> Any:
    """The chance that so many of a colour are too many, as a seat sees it."""
    needed = laid - s.most[colour] - r.raisers[i, colour]
    belief = styles[r.kind[i], BELIEF]
    if belief == FIFTH:
        if s.most[colour] > NO_LIMIT:
            return 0.0
        return LOST[s.hidden * (s.seats - 1), min(40, r.lost), max(0, min(31, 16 - needed + r.count[colour] - r.kept[colour]))]
    if needed <= 0:
        return 0.0
    if belief == UNSEEN:
        return short_unseen(s, r, i, colour, needed)
    return 1.0 if belief == NONE else short(s, r, i, colour, needed, styles)


@inner
def step(s: Sight, r: Round, styles: Array) -> Any:
    """One turn. Returns the move: a colour, COLOURS + a colour for four, or 2 * COLOURS + whom to accuse."""
    i = r.turn
    style = styles[r.kind[i]]
    if style[BELIEF] == TRACKED:
        look(s, r, i)
    elif style[BELIEF] == FIFTH:
        recall(r, style[FORGETS])
    bits = word_of(r.key, r.number)
    best, chosen, tie = -9.0, -1, -1e9
    for c in range(COLOURS):
        if r.hand[i, c] == 0:
            continue
        near = np.float64((bits >> np.uint64(12 * c)) & np.uint64(4095)) / 4096
        if style[NEAREST] > 0:
            near -= s.most[c] + r.raisers[i, c] - r.count[c]
        value = -style[FEAR] * over(s, r, i, c, r.count[c] + 1, styles)
        if value > best + 1e-9 or (value > best - 1e-9 and near > tie):
            best, chosen, tie = value, c, near
        if r.hand[i, c] >= SHOWN and r.bank > 0:
            value = 1 - style[FEAR] * over(s, r, i, c, r.count[c] + LAID, styles)
            if value > best + 1e-9 or (value > best - 1e-9 and near > tie):
                best, chosen, tie = value, COLOURS + c, near
    rivals = s.seats - 1
    if chosen >= 0:
        best += style[MARGIN]
    for j in range(s.seats):
        if j == i or r.last[j] < 0:
            continue
        c = r.last[j]
        value = over(s, r, i, c, r.laid[j], styles) * (3 + 3 / rivals) - 2 - 1 / rivals
        if value > best:
            best, chosen = value, 2 * COLOURS + j
    return chosen


@inner
def settle(s: Sight, r: Round) -> Any:
    total = 0
    for j in range(s.seats):
        total += r.gains[j]
    return r.gains[s.me] - (total - r.gains[s.me]) / (s.seats - 1)


@inner
def judge(s: Sight, r: Round, accused: int) -> None:
    """R14, R15"""
    c = r.last[accused]
    most = s.most[c]
    for j in range(s.seats):
        most += r.raisers[j, c]
    guilty = r.laid[accused] > most
    r.gains[r.turn if guilty else accused] += 1 if r.bank else 0
    r.gains[accused if guilty else r.turn] -= PENALTY


@inner
def go_on(s: Sight, r: Round, styles: Array) -> Any:
    """Plays on to the end of the round."""
    while True:
        move = step(s, r, styles)
        if move >= 2 * COLOURS:
            judge(s, r, move - 2 * COLOURS)
            return settle(s, r)
        lay(s, r, move % COLOURS, move >= COLOURS)


@inner
def play_out(s: Sight, public: Round, w: World, r: Array, action: int, plan: Plan, styles: Array) -> Any:
    """The result if the seat does this, and then everybody plays on."""
    r[0] = public
    p = r[0]
    set_world(s, w, p)
    if action >= plan.accuse:
        p.turn = s.me
        judge(s, p, action - plan.accuse)
        return settle(s, p)
    if action >= plan.hide:
        for c in range(COLOURS):
            times = RAISED[s.hidden - 1, action - plan.hide, c]
            p.raisers[s.me, c] = times
            p.hand[s.me, c] -= times
    else:
        lay(s, p, action % COLOURS, action >= COLOURS)
    return go_on(s, p, styles)


@inner
def find_worlds(s: Sight, worlds: Array, styles: Array, count: int, stream: Array, picks: Array, number: int) -> Any:
    """Imagines worlds, and picks `number` of them by their weights, in random order. Returns how many there are."""
    odds, lots = np.zeros((2, PAIRS)), np.zeros((KINDS, PAIRS))
    held, kept = np.zeros(COLOURS, np.int64), np.zeros(COLOURS, np.int64)
    found, best = 0, -1e18
    tries = 0
    while found < count and (tries < 2 * count or found == 0):  # cards do not always go round; those that lie there do
        tries += 1
        if imagine(s, worlds[found], styles, stream, odds, lots, held, kept):
            best = max(best, worlds[found].weight)
            found += 1
    total = 0.0
    for k in range(found):
        worlds[k].weight = np.exp(worlds[k].weight - best)
        total += worlds[k].weight
    for k in range(found):
        worlds[k].weight /= total
    point, at, so_far = next_unit(stream), 0, worlds[0].weight
    for k in range(number):
        while so_far * number < k + point and at + 1 < found:
            at += 1
            so_far += worlds[at].weight
        picks[k] = at
    for k in range(number - 1, 0, -1):
        other = np.int64(next_unit(stream) * (k + 1))
        picks[k], picks[other] = picks[other], picks[k]
    return found


@compiled
def search(
    row: Array,
    plan: Plan,
    legal: int,
    seed: Word64,
    count: int,
    budget: int,
    styles: Array,
    hides: Array,
    desk: Desk,
    tally: Array,
) -> int:
    """Fills `tally` with the number, sum and sum of squares of results for each action, and returns the best one."""
    sights, worlds, rounds, picks = desk
    s = sights[0]
    read(row, plan, s, styles, hides)
    set_public(s, row, plan, rounds[0])
    stream = np.zeros(2, np.uint64)
    stream[0] = seed
    number = min(len(picks), budget)
    find_worlds(s, worlds, styles, count, stream, picks, number)
    tally[:] = 0
    actions = np.zeros(40, np.int64)
    open = 0
    best, most = -1, -1e9
    for action in range(plan.turn):
        if not legal >> action & 1:
            continue
        if action < plan.accuse:
            actions[open] = action
            open += 1
            continue
        for k in range(min(number, count)):
            result = play_out(s, rounds[0], worlds[picks[k]], rounds[1:2], action, plan, styles)
            tally[action, 0] += 1
            tally[action, 1] += result
            tally[action, 2] += result * result
        value = tally[action, 1] / tally[action, 0]
        if value > most:
            best, most = action, value
    if open == 0:
        return best
    stages = 1
    while 1 << stages < open:
        stages += 1
    first = 0
    for stage in range(stages):
        last = min(number, first + max(1, budget // stages // open))
        for k in range(first, last):
            for a in range(open):
                result = play_out(s, rounds[0], worlds[picks[k]], rounds[1:2], actions[a], plan, styles)
                tally[actions[a], 0] += 1
                tally[actions[a], 1] += result
                tally[actions[a], 2] += result * result
        first = last
        for a in range(1, open):
            b = a
            while b > 0 and tally[actions[b], 1] / tally[actions[b], 0] > tally[actions[b - 1], 1] / tally[actions[b - 1], 0]:
                actions[b], actions[b - 1] = actions[b - 1], actions[b]
                b -= 1
        if stage + 1 < stages:
            open = (open + 1) // 2
    value = tally[actions[0], 1] / tally[actions[0], 0]
    return actions[0] if value >= most else best


@compiled
def fill_hides(hides: Array, samples: int) -> None:
    """The logarithm of how likely each kind is to hide each choice of cards with a limit card, over all hands."""
    odds, hand, stream = np.zeros(PAIRS), np.zeros(COLOURS, np.int64), np.zeros(2, np.uint64)
    stream[0] = np.uint64(1)
    deck = np.zeros(COLOURS, np.int64)
    for hidden in range(1, 3):
        for limit in range(len(LIMITS)):
            for code in range(COLOURS if hidden == 1 else PAIRS):
                memory, expert = 0.0, 0.0
                for _ in range(samples):
                    ways = 1.0
                    for c in range(COLOURS):
                        hand[c] = RAISED[hidden - 1, code, c]
                        deck[c] = COPIES - hand[c]
                    left = CARDS - hidden
                    for _more in range(4):
                        c = any_of(deck, left, stream)
                        deck[c] -= 1
                        hand[c] += 1
                        left -= 1
                    for c in range(COLOURS):
                        ways *= choose2(hand[c], RAISED[hidden - 1, code, c])
                    hide_odds(hidden, False, 0.03, hand, LIMITS[limit], odds)
                    memory += odds[code] / ways
                    hide_odds(hidden, True, 0.0, hand, LIMITS[limit], odds)
                    expert += odds[code] / ways
                for kind in range(KINDS):
                    hides[hidden - 1, limit, code, kind] = np.log((expert if kind == EXPERT else memory) / samples + 1e-4)


def make_desk(worlds: int, picks: int) -> Desk:
    return np.zeros(1, SIGHT), np.zeros(worlds, WORLD), np.zeros(2, ROUND), np.zeros(picks, np.int64)


@cache
def make_hides() -> Array:
    hides = np.zeros((2, len(LIMITS), PAIRS, KINDS))
    fill_hides(hides, 4000)
    return hides


def search_view(view: View, legal: Sequence[Action], seed: int, worlds: int, budget: int) -> tuple[list[list[float]], int]:
    """The number, sum and sum of squares of the results of each legal action, and which of these is the best."""
    fast = Fast(len(view.table.points), view.table.options)
    moves = [move_of(action, fast.plan) for action in legal]
    tally = np.zeros((fast.plan.turn, 3))
    mask = sum(1 << move for move in moves)
    best = search(
        *(fast.write_view(view), fast.plan, mask, np.uint64(seed), worlds, budget, STYLES, make_hides()),
        *(make_desk(worlds, budget), tally),
    )
    return [tally[move].tolist() for move in moves], moves.index(best)


def move_of(action: Action, plan: Plan) -> int:
    match action:
        case Card(colour):
            return colour
        case Four(colour):
            return COLOURS + colour
        case Hide(colours):
            return plan.hide + CHOICES[plan.hidden - 1].index(colours)
        case Accuse(seat):
            return plan.accuse + seat
        case _:
            raise ValueError(f"not an action of a seat: {action}")


def prepare() -> None:
    """Compiles."""
    game = Limits()
    s = game.start(2, Options())
    while game.to_act(s) == (CHANCE,):
        s, _ = game.play(s, CHANCE, game.legal(s, CHANCE)[0], 0)
    search_view(game.view(s, 0), game.legal(s, 0), 1, 2, 2)
