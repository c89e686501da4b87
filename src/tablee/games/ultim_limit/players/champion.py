"""The champion of Ultim' Limit: the expert's plan of a turn with values of loot for Super that were learnt from play.

- What a loot is worth for the rest of the game is learnt (loot.py), and cards of the row count together, not one by one.
- A card that stays in the row helps or hinders whoever plays next: the seat itself if it is alone, else a rival.

The values were learnt alone at a table. In Classic and with young players it plays as the expert does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tablee.core.bot import Chance
from tablee.core.game import AnyGame, Seat, total
from tablee.games.ultim_limit.deck import COLOUR, DECK, NUMBER, SLOTS, Card, Cards
from tablee.games.ultim_limit.players.bots import Worth, plus, worth_of
from tablee.games.ultim_limit.players.expert import Expert, Hands, Turn
from tablee.games.ultim_limit.players.loot import FILE, LootValues, load
from tablee.games.ultim_limit.players.row import CHANCES, HORIZON, PLACES, SHARE, CardRow, Mask, all_choices, gain_of
from tablee.games.ultim_limit.rules import TURNS, Options, PublicState, View

DENIED = -1.0  # of what a card in the row is worth to the next seat, if that is a rival


class LootRow(CardRow):
    """A row whose cards are worth what they add to a loot together. A card that is left at the end of the turn counts, too."""

    def __init__(
        self,
        row: Sequence[Card | None],
        to_come: Cards,
        points: Sequence[float],
        worth: Callable[[Cards], float],
        left: Sequence[float],
    ) -> None:
        """worth: of the loot with these cards of the row. left: by card, what it is worth if it stays."""
        coming = Counter([(CHANCES[NUMBER[card]], points[COLOUR[card]], left[card]) for card in to_come])
        self.slot = slots_to_come(coming)
        known = sorted((NUMBER[card], slot, card) for slot, card in enumerate(row) if card is not None)
        self.cards = [slot for _, slot, _ in known]
        cards = tuple([card for _, _, card in known])
        sets = [worth(tuple([cards[place] for place in places])) for places in PLACES[: 1 << len(cards)]]
        wanted = sum([1 << place for place, card in enumerate(cards) if points[COLOUR[card]] > left[card]])
        self.stays = [sum([left[cards[place]] for place in places]) for places in PLACES[: 1 << len(cards)]]
        self.gains = gains_together([NUMBER[card] for card in cards], wanted, sets, self.stays, self.slot)
        taken = sum([many * chance for (chance, points, stays), many in coming.items() if points > stays])
        self.takes = SHARE * len(SLOTS) * taken / max(len(to_come), 1)
        self._curves = {}

    def stay(self, mask: Mask) -> float:
        """What these cards are worth if they stay at the end of the turn."""
        return self.stays[self.held(mask)]


def slots_to_come(cards: Counter[tuple[float, float, float]]) -> list[float]:
    """As that of row.py, for cards by the chance to take them, their points and what they are worth if they stay."""
    slot, each, whole = [0.0], [stays for _, _, stays in cards], max(1, cards.total())
    for _ in range(HORIZON):
        last = slot[-1]
        each = [
            held + SHARE * chance * max(points + last - held, 0.0) for held, (chance, points, _) in zip(each, cards, strict=True)
        ]
        slot.append(sum([many * held for held, many in zip(each, cards.values(), strict=True)]) / whole)
    return slot


def gains_together(
    numbers: list[int], wanted: Mask, sets: list[float], stays: list[float], slot: Sequence[float]
) -> list[list[float]]:
    """As `row_gains`, with `sets` by mask of the cards that are taken."""
    masks = range(1 << len(numbers))
    whole = masks[-1]
    choices = all_choices(tuple(numbers), wanted)
    gains = [stays]
    for rolls in range(HORIZON):
        filled = [len(PLACES[mask]) * slot[rolls] for mask in masks]
        then = [gains[-1][mask] + sets[whole ^ mask] for mask in masks]
        gains.append([gain_of(choices[mask], filled, then) - sets[whole ^ mask] for mask in masks])
    return gains


class LootTurn(Turn):
    """The plan of a turn of Super by values of loot."""

    def __init__(self, view: View, seat: Seat, now: int, hands: Hands, loots: LootValues) -> None:
        self.seat, self.loots = seat, loots
        self.turns = 1 + turns_of(view.seen, seat)  # when this one is over
        super().__init__(view, seat, now, hands)

    def worth(self, sizes: Worth) -> float:
        return self.loots.of(self.turns, sizes)

    def value_row(self, to_come: Cards) -> CardRow:
        def worth(cards: Cards) -> float:
            sizes = self.sizes
            for card in cards:
                sizes = plus(sizes, card)
            return self.worth(sizes)

        return LootRow(self.seen.row, to_come, self.points, worth, self.left())

    def left(self) -> list[float]:
        """By card, what it is worth in the row at the end of this turn: to this seat if it is alone, else to the next."""
        seen = self.seen
        if seen.turn + 1 == TURNS * seen.seats:  # R14, R18: a new round has a new row
            return [0.0] * len(DECK)
        turns, sizes, share = self.turns, self.sizes, 1.0
        if seen.seats > 1:
            rival = (self.seat + 1) % seen.seats
            had = turns_of(seen, rival)
            turns, sizes, share = had if had % TURNS else had + 1, worth_of(seen.loot[rival]), DENIED / (seen.seats - 1)
        return [share * self.loots.left(turns, sizes, COLOUR[card], NUMBER[card]) for card in DECK]


def turns_of(seen: PublicState, seat: Seat) -> int:
    """How many turns a seat has finished."""
    return sum(verdict.seat == seat for verdict in seen.verdicts)


class Champion(Expert):
    """Plays the best plan of `LootTurn` in Super."""

    weights = (FILE,)

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance, loots: LootValues | None = None) -> None:
        """loots: by default those of loot.bin"""
        super().__init__(game, seat, chance)
        self.loots = loots

    def safe(self, view: View) -> float:
        seen = view.seen
        if not learnt(seen.options) or seen.phase != "turn":
            return super().safe(view)
        loots, loot = self.loots or load(), worth_of(seen.loot[self.seat])
        return total(self.game.sheet(view, self.seat)) + loots.of(1 + turns_of(seen, self.seat), loot)

    def turn(self, view: View, now: int) -> Turn:
        if not learnt(view.seen.options):
            return super().turn(view, now)
        return LootTurn(view, self.seat, now, Hands(self.hands, view.seen.options.roll_gap), self.loots or load())


def learnt(options: Options) -> bool:
    """Whether there are values for these options."""
    return options.scoring == "super" and not options.young
