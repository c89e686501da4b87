"""Limits: what is known about unseen cards, and the worlds drawn by `imagine`, checked against brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import factorial, sqrt
from pathlib import Path

import pytest

from tablee.core.game import CHANCE, Seat
from tablee.games.limits.actions import Accuse, Action, Card, Four, Turn
from tablee.games.limits.deck import Colour, Counts
from tablee.games.limits.rules import Limits, Options, View, from_parts
from tablee.games.limits.worlds import Guess, PublicHand, guesses, minus, plus, raiser_odds, sample, tally

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

Cards = int  # a set of physical cards, one bit each
Rival = tuple[Cards, tuple[Cards, ...], Cards, Cards]
"""Hidden cards; known cards drawn since, oldest first; known cards from before; cards nobody else knows."""
Pattern = tuple[tuple[Counts, Counts], ...]  # hand and raisers of each rival, by colours


def small_deck(folder: Path, colours: int, copies: int, hand: int, hidden: int) -> Limits:
    """A deck small enough to try every case."""
    names = ["red", "blue", "green"][:colours]
    limits = [[n] * colours for n in range(3)] * 4
    lines = [(n, hand, hidden) if n < 4 else (n, 2, 1) for n in range(2, 7)]
    players = "\n".join(f"{n} = {{ removed = 0, hand = {cards}, hidden = {down} }}" for n, cards, down in lines)
    file = folder / "small.toml"
    file.write_text(
        f"[cards]\ncolours = {names}\ncopies = {copies}\ncount = {colours * copies}\n"
        "[points]\nones = 24\nfives = 4\nbank = 44\n"
        f"[limits]\npenalty = 2\ncount = {len(limits)}\ncards = {limits}\n[players]\n{players}\n"
    )
    return from_parts(file)


class Played:
    """A match in play, with the public history of the round."""

    def __init__(self, game: Limits, seats: int) -> None:
        self.game = game
        self.state = self.began = game.start(seats, Options())
        self.done: list[tuple[Seat, str]] = []

    def play(self, seat: Seat, action: Action) -> None:
        """`l2` lays colour 2, `k2` draws a known card of it, `u2` draws a card of it that nobody else sees."""
        if isinstance(action, Turn):
            self.began, self.done = self.state, []
        self.state, events = self.game.play(self.state, seat, action, 0)
        if isinstance(action, Four) or (isinstance(action, Card) and seat != CHANCE):
            self.done += [(seat, f"l{action.colour}")] * (4 if isinstance(action, Four) else 1)
        how = "u" if seat == CHANCE else "k"
        for event in events:
            if event.message.id == "you-draw" and event.to:
                self.done.append((event.to[0], f"{how}{self.game.deck.colour(str(event.message.args[0][1]))}"))
                how = "k"

    def run(self, *texts: str) -> Played:
        """Plays texts for whoever is to act; `*red` is a draw."""
        for text in texts:
            seat = self.game.to_act(self.state)[0]
            assert (seat == CHANCE) is text.startswith("*"), (text, self.game.to_act(self.state))
            self.play(seat, self.game.read(text.removeprefix("*")))
        return self

    def deal(self, *hands: str) -> Played:
        """The first hands, by the first letters of their colours."""
        letters = {name[0]: name for name in self.game.deck.colours}
        return self.run(*(f"*{letters[hand[turn]]}" for turn in range(len(hands[0])) for hand in hands))

    def step(self, rng: random.Random) -> None:
        """Anything legal; accusations are rare, so that rounds are long."""
        seat = rng.choice(self.game.to_act(self.state))
        if seat == CHANCE:
            odds = self.game.odds(self.state)
            self.play(seat, rng.choices([a for a, _ in odds], [weight for _, weight in odds])[0])
        else:
            legal = self.game.legal(self.state, seat)
            quiet = [action for action in legal if not isinstance(action, Accuse)]
            self.play(seat, rng.choice(quiet if quiet and rng.random() < 0.9 else legal))


# Brute force: tells physical cards apart and follows every way the round can have gone.
class Physical:
    """A deck whose cards are bits."""

    def __init__(self, colours: int) -> None:
        self.masks = [0] * colours
        self.next = 1

    def new(self, colour: Colour) -> Cards:
        card, self.next = self.next, self.next << 1
        self.masks[colour] |= card
        return card

    def many(self, counts: Counts) -> Cards:
        return sum(self.new(colour) for colour, cards in enumerate(counts) for _ in range(cards))

    def counts(self, cards: Cards) -> Counts:
        return tuple((cards & mask).bit_count() for mask in self.masks)


def single(cards: Cards) -> list[Cards]:
    return [1 << bit for bit in range(cards.bit_length()) if cards >> bit & 1]


def every_pattern(match: Played, watcher: Seat) -> Counter[Pattern]:
    """How many assignments of physical cards there are for each pattern of colours."""
    game, began = match.game, match.began.table.watched
    rivals = [seat for seat in range(len(began)) if seat != watcher]
    deck = Physical(len(game.deck.colours))
    known = {seat: deck.many(began[seat].known) for seat in rivals}
    unseen = game.unseen(game.view(match.began, watcher))
    for seat in rivals:
        unseen = minus(unseen, began[seat].known)
    own = tally([int(what[1:]) for seat, what in match.done if seat == watcher and what[0] == "u"], len(unseen))
    worlds: set[tuple[tuple[Rival, ...], tuple[Cards, ...], Cards]] = {((), (), deck.many(minus(unseen, own)))}
    for seat in rivals:
        size = began[seat].size - known[seat].bit_count()
        worlds = {
            ((*held, rival), laid, left - sum(got))
            for held, laid, left in worlds
            for got in combinations(single(left), size)
            for rival in hidings(known[seat], sum(got), game.deck.share(len(began)).hidden)
        }
    for seat, what in match.done:
        if seat in rivals:
            at, colour = rivals.index(seat), int(what[1:])
            drawn = deck.new(colour) if what[0] == "k" else 0
            mask = deck.masks[colour] if what[0] == "l" else 0
            worlds = {
                ((*held[:at], rival, *held[at + 1 :]), laid + out, left - taken)
                for held, laid, left in worlds
                for rival, out, taken in steps(held[at], drawn, mask, left)
            }
    return Counter(
        tuple((deck.counts(sum(new) + old + got), deck.counts(hidden)) for hidden, new, old, got in held) for held, _, _ in worlds
    )


def hidings(known: Cards, got: Cards, hidden: int) -> Iterator[Rival]:
    for cards in map(sum, combinations(single(known | got), hidden)):
        yield cards, (), known & ~cards, got & ~cards


def steps(rival: Rival, drawn: Cards, mask: Cards, left: Cards) -> Iterator[tuple[Rival, tuple[Cards, ...], Cards]]:
    """Yields every way a known card was drawn, a colour was laid, or an unseen card was drawn."""
    hidden, new, old, got = rival
    if drawn:
        yield (hidden, (*new, drawn), old, got), (), 0
    elif mask:
        newest = [card for card in new if card & mask][-1:]
        for card in newest or single(old & mask) or single(got & mask):
            yield (hidden, tuple(c for c in new if c != card), old & ~card, got & ~card), (card,), 0
    else:
        for card in single(left):
            yield (hidden, new, old, got | card), (), card


def imagined(game: Limits, view: View, times: int, seed: int) -> Counter[Pattern]:
    below = random.Random(seed).randrange
    found: Counter[Pattern] = Counter()
    for _ in range(times):
        world = game.imagine(view, 0, below)
        assert game.view(world, view.seat) == view
        found[tuple((world.hands[seat], world.raisers[seat]) for seat in range(len(world.hands)) if seat != view.seat)] += 1
    return found


def agrees(found: Counter[Pattern], expected: Counter[Pattern]) -> None:
    """A chi-square test at about one in ten thousand (Wilson and Hilferty); rare patterns are pooled."""
    assert set(found) <= set(expected), "something impossible is imagined"
    times, total = found.total(), expected.total()
    cells: list[tuple[float, int]] = []
    rare, seen = 0.0, 0
    for key, ways in expected.items():
        if ways * times / total < 5:
            rare, seen = rare + ways * times / total, seen + found[key]
        else:
            cells.append((ways * times / total, found[key]))
    if rare:
        cells.append((rare, seen))
    square = sum((count - mean) ** 2 / mean for mean, count in cells)
    free = max(1, len(cells) - 1)
    assert square < free * (1 - 2 / (9 * free) + 3.72 * sqrt(2 / (9 * free))) ** 3, (square, free)


def weigh_raisers(expected: Counter[Pattern], colour: Colour) -> dict[int, float]:
    counts: Counter[int] = Counter()
    for key, ways in expected.items():
        counts[sum(raisers[colour] for _, raisers in key)] += ways
    return {number: ways / expected.total() for number, ways in counts.items()}


def check_case(match: Played, watcher: Seat, times: int = 4000) -> Counter[Pattern]:
    game, expected = match.game, every_pattern(match, watcher)
    view = game.view(match.state, watcher)
    agrees(imagined(game, view, times, 5), expected)
    others = [watched for seat, watched in enumerate(match.state.table.watched) if seat != watcher]
    for colour in range(len(game.deck.colours)):
        exact = weigh_raisers(expected, colour)
        for number, odds in enumerate(raiser_odds(game.unseen(view), others, colour)):
            assert odds == pytest.approx(exact.get(number, 0.0))
    return expected


def raiser_of(expected: Counter[Pattern], rival: int, colour: Colour) -> float:
    return sum(ways for key, ways in expected.items() if key[rival][1][colour]) / expected.total()


def unseen(match: Played, watcher: Seat) -> Counts:
    return match.game.unseen(match.game.view(match.state, watcher))


def test_three_seats_after_four_plays(tmp_path: Path) -> None:
    match = Played(small_deck(tmp_path, 3, 4, 2, 1), 3).deal("rb", "rr", "bg")
    match.run("*2-2-2", "hide red", "hide red", "hide green")
    match.run("blue", "*green", "red", "*red", "blue", "*blue", "green", "*blue")
    expected = check_case(match, 0)
    assert len(expected) > 30
    # only laid cards are known: of the six unseen cards two are red, one is blue and three are green
    assert unseen(match, 0) == (2, 1, 3)
    assert [raiser_of(expected, 0, colour) for colour in range(3)] == pytest.approx([2 / 6, 1 / 6, 3 / 6])


def taken_back(game: Limits) -> Played:
    """Seat 1 showed a red raiser and took it back, seat 2 a green one; seat 0 begins."""
    match = Played(game, 3).deal("rbg", "rrb", "bgg")
    match.run("*0-0-0", "hide red", "hide red", "hide green", "blue", "*green", "accuse 0")
    assert [watched.known for watched in match.state.table.watched] == [(1, 0, 0), (1, 0, 0), (0, 0, 1)]
    return match


def test_a_revealed_raiser_taken_back(tmp_path: Path) -> None:
    match = taken_back(small_deck(tmp_path, 3, 4, 3, 1))
    match.run("*2-2-2")
    check_case_before_hiding(match)
    match.run("hide red", "hide blue", "hide green")
    expected = check_case(match, 0)
    # the known red card is in one of three places; otherwise the raiser is one of six unseen cards, two of them red
    assert unseen(match, 0) == (3, 3, 2)
    assert raiser_of(expected, 0, 0) == pytest.approx(1 / 3 + 2 / 3 * 2 / 6)
    match.run("green", "*red", "red", "*blue")
    check_case(match, 0)


def check_case_before_hiding(match: Played) -> None:
    """Nobody has hidden yet: the known cards are in the hands."""
    for key in imagined(match.game, match.game.view(match.state, 0), 300, 1):
        assert key[0][0][0] >= 1
        assert key[1][0][2] >= 1
        assert key[0][1] == key[1][1] == (0, 0, 0)


def test_a_raiser_that_can_only_be_red(tmp_path: Path) -> None:
    """The rival took back a red raiser, hides again, and shows a whole hand of blue: the raiser is red in every world."""
    match = Played(small_deck(tmp_path, 2, 8, 5, 1), 2).deal("rrrbb", "rbbbb")
    match.run("*0-0", "hide red", "hide red", "blue", "*red", "blue", "*blue", "accuse 1")
    match.run("*2-2", "hide red", "hide red")
    assert match.state.table.turn == 1
    assert 0 < raiser_of(every_pattern(match, 0), 0, 0) < 1
    match.run("four blue")
    for _ in range(4):
        expected = check_case(match, 0, 500)
        assert raiser_of(expected, 0, 0) == 1.0
        if match.game.to_act(match.state) == (CHANCE,):
            match.run("*red" if match.state.deck[0] else "*blue")
    assert match.state.hands[1] != (0, 0)  # newly drawn cards, even red ones, change nothing


def test_a_laid_card_may_be_the_known_one(tmp_path: Path) -> None:
    """Seat 1 is known to have a red card, and lays one: its raiser may still be red."""
    match = taken_back(small_deck(tmp_path, 3, 4, 3, 1))
    match.run("*2-2-2", "hide red", "hide blue", "hide green")
    match.run("green", "*red", "red", "*blue")
    expected = check_case(match, 0)
    assert 0 < raiser_of(expected, 0, 0) < 1


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "colours", "copies", "hand", "hidden"), [(2, 3, 4, 3, 1), (3, 2, 6, 3, 1), (2, 3, 4, 4, 2)])
def test_random_rounds(tmp_path: Path, seats: int, colours: int, copies: int, hand: int, hidden: int) -> None:
    """Tries any position, including late rounds when most cards are known."""
    rng, cases, known = random.Random(seats * 100 + hidden), 0, 0
    game = small_deck(tmp_path, colours, copies, hand, hidden)
    while cases < 15:
        match = Played(game, seats)
        for _ in range(rng.randrange(10, 60)):
            if game.to_act(match.state):
                match.step(rng)
        if not all(watched.hidden for watched in match.state.table.watched):
            continue
        expected = check_case(match, rng.randrange(seats), 300)
        cases += len(expected) > 1
        known += any(match.began.table.watched[0].known)
    assert known > 5


def possible(deck: Counts, known: set[tuple[Counts, Counts]], what: str, hidden: int) -> set[tuple[Counts, Counts]]:
    """Every hand and raisers a seat may have after a public history, found by trying every card."""
    colours = range(len(deck))
    one = [tally((colour,), len(deck)) for colour in colours]
    if what == "hide":
        sets = [tally(cards, len(deck)) for cards in combinations_with_replacement(colours, hidden)]
        found = {(minus(hand, cards), cards) for hand, _ in known for cards in sets}
    elif what == "u":
        found = {(plus(hand, card), raisers) for hand, raisers in known for card in one}
    elif what[0] == "k":
        found = {(plus(hand, one[int(what[1:])]), raisers) for hand, raisers in known}
    else:
        found = {(minus(hand, one[int(what[1:])]), raisers) for hand, raisers in known}
    return {(hand, raisers) for hand, raisers in found if min(hand) >= 0 and max(plus(hand, raisers)) <= deck[0]}


def allowed(seat: PublicHand, copies: int) -> set[tuple[Counts, Counts]]:
    """The same, from what `Watched` keeps about the seat."""

    def fill(counts: Counts, places: int) -> list[Counts]:
        every = combinations_with_replacement(range(len(counts)), places)
        return [plus(counts, tally(cards, len(counts))) for cards in every]

    return {
        (hand, raisers)
        for guess in guesses(seat)
        for hand in fill(guess.hand, guess.open_hand)
        for raisers in fill(guess.raisers, guess.open_raisers)
        if max(plus(hand, raisers)) <= copies
    }


@pytest.mark.parametrize(("seats", "hand", "hidden"), [(2, 3, 1), (3, 3, 1), (2, 4, 2)])
def test_the_view_keeps_exactly_what_can_be_known(tmp_path: Path, seats: int, hand: int, hidden: int) -> None:
    """Over whole matches, no possible hand is lost and no impossible one is kept."""
    rng, game = random.Random(hand), small_deck(tmp_path, 3, 6, hand, hidden)
    deck = (6,) * 3
    for _ in range(4):
        match, told = Played(game, seats), 0
        watched: set[tuple[Counts, Counts]] = {((0, 0, 0), (0, 0, 0))}
        while game.to_act(match.state):
            rounds, before = len(match.state.table.rounds), match.state.table.watched[1]
            told = len(match.done)
            match.step(rng)
            news = match.done[told:] if len(match.done) >= told else []
            if len(match.state.table.rounds) > rounds:
                shown = match.state.table.rounds[-1].raisers[1]
                watched = {(plus(held, raisers), (0, 0, 0)) for held, raisers in watched if raisers == shown}
            if match.state.table.watched[1].hidden and not before.hidden:
                watched = possible(deck, watched, "hide", hidden)
            for seat, what in news:
                if seat == 1:
                    watched = possible(deck, watched, "u" if what[0] == "u" else what, hidden)
            assert watched == allowed(match.state.table.watched[1], 6)


def test_a_guess_is_weighted_by_its_number_of_ways() -> None:
    """Two known red cards and three unseen ones; one of the five was hidden."""
    seat = PublicHand(4, 1, (2, 0))
    assert [(guess.raisers, guess.weight) for guess in guesses(seat)] == [
        ((0, 0), factorial(5) // (2 * 2)),
        ((1, 0), factorial(5) // 6),
    ]
    assert all(isinstance(guess, Guess) for guess in guesses(seat))
    odds = raiser_odds((6, 6), [seat], 0)
    assert odds[1] == pytest.approx(2 / 5 + 3 / 5 * 4 / 10)


def test_sampling_wastes_no_draws() -> None:
    """Late in a match of six, it draws once per seat and per open place, and no more."""
    asked = 0

    def below(n: int) -> int:
        nonlocal asked
        asked += 1
        return n - 1

    seats = [PublicHand(4, 1, (2, 1, 0, 1, 1), (0, -1, 3, -2)) for _ in range(5)]
    filled, left = sample((10, 9, 9, 8, 9), seats, below)
    assert all(sum(hand) == 4 and sum(raisers) == 1 for hand, raisers in filled)
    assert sum(left) == 45 - 25
    assert asked <= 1 + 5 + 25
