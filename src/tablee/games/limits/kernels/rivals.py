"""What the champion of Limits thinks of its rivals: worlds that fit an observation, and of what kind each rival is in them.

An observation is that of `batch.py`, so it holds what its seat may know and nothing else. Each rival is taken for one of several
kinds. They are weighed by how well they explain what it hid, whether its accusations were right, and what it laid or did not
accuse in this round.
"""

from __future__ import annotations

from functools import cache
from math import log
from typing import Any, TypeAlias

import numpy as np

from tablee.games.limits.kernels.batch import (
    BANK,
    CARDS,
    CHOICES,
    COLOURS,
    DRAWN,
    KNOWN,
    LIMITS,
    PLANS,
    RAISED,
    Plan,
)
from tablee.games.limits.rules import DECK
from tablee.kit.kernels.chance import Word64, word_of
from tablee.kit.kernels.decorators import Array, compiled, inner

Sight: TypeAlias = Any  # a record of SIGHT
WorldRecord: TypeAlias = Any  # a record of WORLD, changed in place

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
# Styles: a row for each kind and for SELF, how it plays on and how what it did is weighed.
(
    BELIEF,  # what it knows of others' raisers: NONE, TRACKED, FIFTH or UNSEEN
    FEAR,  # what being over a limit costs
    MARGIN,  # how much better than laying an accusation must be
    NEAREST,  # whether it lays first what is nearest to its limit
    LOW,  # how much likelier it takes others to hide where the limit is lower, …
    FREE,  # … and where there is none
    BOLD,  # … and whether it reckons with what others laid without cover
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
        [NONE, 1.6, 0.0, 0, 0.0, 0.0, 0, 0.0, 0.03, 0.1, 99.0, 0.03, log(0.25), 0.9, 0.63],
        [TRACKED, 1.6, 0.0, 0, 0.0, 0.0, 0, 0.0, 0.03, 0.15, 15.0, 0.05, log(0.25), 0.65, 0.42],
        [FIFTH, 1.6, 0.0, 0, 0.0, 0.0, 0, 0.3, 0.03, 0.3, 6.0, 0.1, log(0.2), 0.9, 0.65],
        [TRACKED, 1.6, 0.0, 1, 0.3, -2.5, 1, 0.0, 0.0, 0.4, 8.0, 0.05, log(0.3), 0.12, 0.19],
        [TRACKED, 1.6, 0.0, 1, 0.3, -2.5, 1, 0.0, 0.0, 0.4, 8.0, 0.05, 0.0, 0.12, 0.19],
    ]
)
PULL = np.array([[0.4, 0.3, -2.5], [0.2, 0.45, -2.5]])  # of the expert's raisers: a card more, a lower limit, no limit
TWICE = -1.0

FACTORIALS = np.cumsum(np.log(np.maximum(1, np.arange(2 * CARDS, dtype=np.float64))))


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
def fits_in(s: Sight, w: WorldRecord, j: int, guess: int) -> Any:
    """Whether there are cards left for a guess."""
    fits = True
    for c in range(COLOURS):
        fits = fits and s.guess_raisers[j, guess, c] + s.guess_hand[j, guess, c] <= w.deck[c]
    return fits


@inner
def pick_guess(s: Sight, w: WorldRecord, j: int, stream: Array) -> Any:
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
def imagine(s: Sight, w: WorldRecord, styles: Array, stream: Array, odds: Array, lots: Array, held: Array, kept: Array) -> Any:
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
def explain(
    s: Sight, w: WorldRecord, j: int, styles: Array, stream: Array, odds: Array, lots: Array, held: Array, kept: Array
) -> None:
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


@cache
def make_hides() -> Array:
    hides = np.zeros((2, len(LIMITS), PAIRS, KINDS))
    fill_hides(hides, 4000)
    return hides
