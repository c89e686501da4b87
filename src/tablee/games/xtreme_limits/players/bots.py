"""Bots for Xtreme Limits. They know their seat's view and have a sense of time, but cannot see the bell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.core.bot import Bot, sample_actions
from tablee.games.xtreme_limits.actions import KEEP, MOVES, Action, Move, Swap, Take
from tablee.games.xtreme_limits.clock import CELLS, DECK, EXCHANGE, Card, Hands, moved
from tablee.games.xtreme_limits.rules import View
from tablee.games.xtreme_limits.scoring import points

SECOND = 1000


class Random(Bot[Action, View]):
    """Plays any legal action after 1 to 40 seconds, so that the bell often rings before the tokens are gone."""

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        return legal[self.below(len(legal))]

    def pace(self, view: View, action: Action, now: int) -> int:
        return SECOND + self.below(39 * SECOND)


class Sensible(Bot[Action, View]):
    """Plays for its card, swaps when the card is hopeless, hoards tokens, and hurries when the bell seems near."""

    NOW = 0.05  # the least weight of a standing
    CLEAR = 10  # it weighs more if rivals have fewer tokens than this
    PRICE = 0.08  # the worth of a token
    MOST = 4  # the points a card can score

    felt = 0  # perceived seconds since the bell was wound

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        if view.rounds[-1].wound is None:
            return legal[0]
        self.felt = self.feel(view, now)
        self.evaluations += len(legal)
        if view.phase == "swap":
            return max(legal, key=lambda action: (self.promise(view, action), action == KEEP))
        if not any(tokens for seat, tokens in enumerate(view.rounds[-1].tokens) if seat != self.seat):
            return self.last_word(view, legal)
        return self.best_move(view, [action for action in legal if isinstance(action, Move)])

    def feel(self, view: View, now: int) -> int:
        """The seconds since the bell was wound as this bot perceives them: up to 15 % too short or too long, and not evenly."""
        wound = view.rounds[-1].wound
        if wound is None:
            return 0
        drift, uneven = 850 + self.mood("drift")(301), 950 + self.mood("uneven", now)(101)
        return (now - wound) * drift * uneven // 1_000_000 // SECOND

    def pace(self, view: View, action: Action, now: int) -> int:
        """A few seconds; half as long once the bell may ring."""
        slow = 2 if self.feel(view, now) < view.options.bell_from - 10 else 1
        return slow * (SECOND + self.below(3 * SECOND))

    # moves
    def best_move(self, view: View, legal: Sequence[Move]) -> Move:
        weight, price = self.stakes(view)
        worthwhile = min(move.cells for move in legal) + self.MOST * weight / price  # longer moves cannot pay off
        legal = [move for move in legal if move.cells <= worthwhile]
        start = self.below(len(legal))  # break ties at random
        return max((*legal[start:], *legal[:start]), key=lambda move: weight * self.gain(view, move) - price * move.cells)

    def stakes(self, view: View) -> tuple[float, float]:
        """The weight of the standing after a move, by the chance that the round ends with it, and the worth of a token."""
        r = view.rounds[-1]
        rivals = [tokens for seat, tokens in enumerate(r.tokens) if seat != self.seat]
        lap = self.felt // len(r.log) * sum(map(bool, rivals))  # until the bot's next turn, at the rivals' pace
        ring = self.ring(view, lap)
        return max(ring, 1 - sum(rivals) / self.CLEAR, self.NOW), 0.005 + self.PRICE * (1 - ring)

    def gain(self, view: View, move: Move) -> float:
        hands = moved(view.rounds[-1].hands, move.hand, move.cells)
        mine = sum(points(card, hands) for card in self.held(view, self.seat))
        if hands[move.hand] not in EXCHANGE:
            return mine
        return max(mine, *(self.worth(view, place, hands) for place in range(len(view.rounds[-1].lies))))

    def ring(self, view: View, seconds: int) -> float:
        """The perceived chance that the bell rings within this many seconds."""
        least, most = max(view.options.bell_from, self.felt), view.options.bell_to
        return min(1.0, max(0.0, (self.felt + seconds - least) / max(1, most - least)))

    def last_word(self, view: View, legal: Sequence[Action]) -> Action:
        """Nobody else has tokens: reaches the best standing with all of its own, in the fewest moves."""
        r, mine, possible = view.rounds[-1], self.held(view, self.seat), frozenset(legal)
        best, first = (-1, 0), legal[0]
        for steps in _splits(r.tokens[self.seat]):
            hands = tuple((cell + step - 1) % CELLS + 1 for cell, step in zip(r.hands, steps, strict=True))
            value = sum(points(card, hands) for card in mine), steps.count(0)
            if value > best and len(set(hands)) == len(hands):
                opening = [move for hand, step in enumerate(steps) if step and (move := MOVES[hand][step - 1]) in possible]
                best, first = (value, opening[0]) if opening else (best, first)
        return first

    # cards
    def held(self, view: View, place: int) -> Sequence[Card]:
        return view.known[-1][view.rounds[-1].lies[place]]

    def worth(self, view: View, place: int, hands: Hands) -> float:
        """The points of a place with the hands as they are: exact if its cards are known, else the mean of unseen cards."""
        if known := self.held(view, place):
            return sum(points(card, hands) for card in known)
        seen = {card for packet in view.known[-1] for card in packet}
        unseen = [points(card, hands) for card in DECK if card not in seen]
        cards = max(1, view.rounds[-1].sizes[view.rounds[-1].lies[place]])
        return cards * sum(unseen) / len(unseen)

    def promise(self, view: View, action: Action) -> float:
        """The worth of the bot's cards after this swap."""
        if isinstance(action, Swap):
            return self.worth(view, action.seat, view.rounds[-1].hands)
        place = len(view.rounds[-1].tokens) + action.spot - 1 if isinstance(action, Take) else self.seat
        return self.worth(view, place, view.rounds[-1].hands)


class FirstGame(Sensible):
    """For beginners: it takes its time, and looks at a few moves or swaps only."""

    SEEN = 4

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        return super().choose(view, sample_actions(legal, self.below, self.SEEN), now)

    def pace(self, view: View, action: Action, now: int) -> int:
        return super().pace(view, action, now) * 3 // 2


def _splits(tokens: int) -> Iterator[tuple[int, ...]]:
    """Every way to spend all tokens on three hands."""
    for red in range(tokens + 1):
        for green in range(tokens + 1 - red):
            yield red, green, tokens - red - green
