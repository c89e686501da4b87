"""Limits: lay colour cards, remember the pile, and accuse anyone over the limit. R1 … refer to RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TypeVar

from tablee.core.game import (
    CHANCE,
    Argument,
    Below,
    Event,
    Game,
    IllegalAction,
    Message,
    Outcome,
    Panel,
    Refusal,
    ScoreRow,
    Screen,
    Seat,
    Sheet,
    places,
    say,
    total,
)
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide, Turn, action_codes, read_action, write_action
from tablee.games.limits.deck import DECK_FILE, SEATS, Colour, Counts, load_deck, write_limit
from tablee.games.limits.real_boards import RealBoard, next_real_boards, real_sheets
from tablee.games.limits.reasons import Knowledge, find_reasons
from tablee.games.limits.scoring import find_case, finding, is_guilty, score_rows
from tablee.games.limits.worlds import PublicHand, guesses, minus, plus, sample, tally
from tablee.kit.replace import replace

# R1, R2: the cards; `from_parts` loads another deck.
DECK, DIGEST = load_deck(DECK_FILE)
T = TypeVar("T")
SHOWN, LAID, RETURNED = 4, 2, 2  # R11: four of a colour


@dataclass(frozen=True, slots=True)
class Options:
    memory_aid: bool = False  # R26


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round. Its limit card has the same index in `Table.limits`."""

    accuser: Seat
    accused: Seat
    guilty: bool
    raisers: tuple[Counts, ...]

    @property
    def taker(self) -> Seat:
        return self.accused if self.guilty else self.accuser

    @property
    def winner(self) -> Seat:
        return self.accuser if self.guilty else self.accused


@dataclass(frozen=True, slots=True)
class Table:
    """Everything public, and what follows from it. The same for every seat and spectator."""

    options: Options
    limits: tuple[int, ...]  # turned up so far
    rounds: tuple[Round, ...]
    turn: Seat
    due: tuple[Seat, ...]  # seats that still have to draw a card, in order
    back: Colour | None  # two cards of this colour go on top of the draw pile once all have drawn
    pile: tuple[tuple[Seat, Colour], ...]  # in the order laid
    top: tuple[Colour, ...]  # the draw pile: publicly known cards,
    unknown: int  # then this many unknown ones,
    bottom: tuple[Colour, ...]  # then known ones again
    watched: tuple[PublicHand, ...]
    points: Counts


@dataclass(frozen=True, slots=True)
class State:
    """The table and the face-down cards. The order of unknown cards and the limit cards put away are never decided."""

    table: Table
    hands: tuple[Counts, ...]
    raisers: tuple[Counts, ...]
    deck: Counts  # the unknown part of the draw pile


@dataclass(frozen=True, slots=True)
class View:
    """The table and the seat's own cards; a spectator has none."""

    seat: Seat | None
    table: Table
    hand: Counts = ()
    raisers: Counts = ()


class Limits(Game[Options, State, Action, View]):
    id = "limits"
    version = "1.0"
    seats = SEATS
    usual_seats = SEATS
    options = Options
    parts_digest = DIGEST
    seat_words = ("accuse",)
    real_board = RealBoard
    deck = DECK

    # R4: everybody draws one card at a time, in turn, until all hands are full.
    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        none = (0,) * len(self.deck.colours)
        cards = (self.deck.copies,) * len(self.deck.colours)
        due = tuple(range(seats)) * self.deck.share(seats).hand
        watched = (PublicHand(0, 0, none),) * seats
        table = Table(options, (), (), 0, due, None, (), (), sum(cards), (), watched, (0,) * seats)
        return State(table, (none,) * seats, (none,) * seats, cards)

    # R5 to R8: draw cards, turn up a limit card, hide, then act in turn.
    def to_act(self, s: State) -> tuple[Seat, ...]:
        t = s.table
        if t.due:
            return (CHANCE,)
        if len(t.limits) == len(t.rounds):
            return () if self.over(t) else (CHANCE,)
        return tuple([seat for seat, watched in enumerate(t.watched) if not watched.hidden]) or (t.turn,)

    def over(self, t: Table) -> bool:
        """R20: whether the last limit card has been taken."""
        return len(t.rounds) == self.deck.share(len(t.points)).rounds

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat == CHANCE:
            return [draw for draw, _ in self.odds(s)]
        if seat not in self.to_act(s):
            return ()
        t = s.table
        if not t.watched[seat].hidden:
            return _hides(s.hands[seat], self.deck.share(len(t.points)).hidden)
        return [*_plays(s.hands[seat]), *_accusations(t, seat)]

    # R5: nobody can tell limit cards put away from those to come, so any card not seen yet may be turned up.
    # R9: an unseen card may be any card of the unknown part of the draw pile.
    def odds(self, s: State) -> Sequence[tuple[Action, int]]:
        if self.to_act(s) != (CHANCE,):
            return ()
        if s.table.due:
            return [(Card(colour), cards) for colour, cards in enumerate(s.deck) if cards]
        left = minus(self.deck.counts, tally(s.table.limits, len(self.deck.limits)))
        return [(Turn(limit), cards) for limit, cards in enumerate(left) if cards]

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        if seat == CHANCE:
            if action not in self.legal(s, CHANCE):
                raise IllegalAction(say("no-such-draw"))
        else:
            self._refuse(s, seat, action)
        match action:
            case Turn(limit):
                return self._turn(s, limit)
            case Card(colour) if seat == CHANCE:
                return self._draw(s, colour)
            case Card(colour):
                news = Event(say("lays", seat=seat, colour=self.deck.colours[colour]))
                return self._settle(_give(s, seat, colour, 1, 1, None, 0), [news])
            case Hide(colours):
                return self._hide(s, seat, colours)
            case Four(colour):
                return self._four(s, seat, colour)
            case Accuse(accused):
                return self._accuse(s, seat, accused)

    def _refuse(self, s: State, seat: Seat, action: Action) -> None:
        if seat not in self.to_act(s):
            raise IllegalAction(say("not-your-turn"))
        t, hand, colours = s.table, s.hands[seat], self.deck.colours
        if isinstance(action, Hide) is bool(t.watched[seat].hidden) or isinstance(action, Turn):
            cards = self.deck.share(len(t.points)).hidden
            raise IllegalAction(say("lay-or-accuse") if t.watched[seat].hidden else say("hide-first", cards=cards))
        match action:
            case Hide(hidden):
                if len(hidden) != self.deck.share(len(t.points)).hidden:
                    raise IllegalAction(say("hide-first", cards=self.deck.share(len(t.points)).hidden))
                for colour in hidden:
                    if hidden.count(colour) > hand[colour]:
                        raise IllegalAction(say("not-in-hand", colour=colours[colour], cards=hand[colour]))
            case Card(colour) if not hand[colour]:
                raise IllegalAction(say("not-in-hand", colour=colours[colour], cards=0))
            case Four(colour) if hand[colour] < SHOWN:
                raise IllegalAction(say("not-four", colour=colours[colour], cards=hand[colour]))
            case Accuse(accused) if action not in _accusations(t, seat):
                if accused == seat:
                    raise IllegalAction(say("accuse-yourself"))
                raise IllegalAction(say("accuse-too-early", other=accused))

    # R5: a limit card is turned up.
    def _turn(self, s: State, limit: int) -> tuple[State, tuple[Event, ...]]:
        t = replace(s.table, limits=(*s.table.limits, limit))
        rounds = self.deck.share(len(t.points)).rounds
        news = say("limit-turned", card=write_limit(self.deck.limits[limit]), number=len(t.limits), rounds=rounds)
        return State(t, s.hands, s.raisers, s.deck), (Event(news),)

    # R6, R7: raisers are hidden, all at the same time.
    def _hide(self, s: State, seat: Seat, colours: tuple[Colour, ...]) -> tuple[State, tuple[Event, ...]]:
        raisers = tally(colours, len(s.deck))
        watched = _put(s.table.watched, seat, s.table.watched[seat].hide(len(colours)))
        hands = _put(s.hands, seat, minus(s.hands[seat], raisers))
        s = State(replace(s.table, watched=watched), hands, _put(s.raisers, seat, raisers), s.deck)
        return s, (Event(say("all-hidden", seat=s.table.turn)),) if all(w.hidden for w in watched) else ()

    # R9: CHANCE draws an unknown card, which only its owner sees.
    def _draw(self, s: State, colour: Colour) -> tuple[State, tuple[Event, ...]]:
        t, card, seat = s.table, tally((colour,), len(s.deck)), s.table.due[0]
        watched = _put(t.watched, seat, t.watched[seat].draw(None))
        t = replace(t, due=t.due[1:], unknown=t.unknown - 1, watched=watched)
        s = State(t, _put(s.hands, seat, plus(s.hands[seat], card)), s.raisers, minus(s.deck, card))
        return self._settle(s, [Event(say("you-draw", colour=self.deck.colours[colour], seat=seat), (seat,))])

    # R10: publicly known cards are drawn without chance; nobody draws from an empty pile.
    def _settle(self, s: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
        """Hands out known cards until the next draw needs CHANCE or none is due."""
        t, hands = s.table, s.hands
        if (t.unknown and not t.top) if t.due else t.back is None:
            return s, tuple(events)
        due, top, bottom, watched, back = t.due, t.top, t.bottom, t.watched, t.back
        while due and (top or not t.unknown):
            if top:
                colour, top = top[0], top[1:]
            elif bottom:
                colour, bottom = bottom[0], bottom[1:]
            else:
                due = ()
                break
            seat, due = due[0], due[1:]
            watched = _put(watched, seat, watched[seat].draw(colour))
            hands = _put(hands, seat, plus(hands[seat], tally((colour,), len(s.deck))))
            events.append(Event(say("you-draw", colour=self.deck.colours[colour], seat=seat), (seat,)))
        if back is not None and not due:
            top, back = (back,) * RETURNED + top, None  # R11: these two are public
        t = replace(t, due=due, back=back, top=top, bottom=bottom, watched=watched)
        return State(t, hands, s.raisers, s.deck), tuple(events)

    # R11: show four cards of a colour, lay two, draw four, then put the other two on top of the draw pile.
    def _four(self, s: State, seat: Seat, colour: Colour) -> tuple[State, tuple[Event, ...]]:
        won = self._award(s.table.points)
        news = say("shows-four", seat=seat, colour=self.deck.colours[colour], won=won)
        return self._settle(_give(s, seat, colour, SHOWN, LAID, colour, won), [Event(news)])

    def _award(self, points: Counts) -> int:
        """R18: a point, if the bank has one left."""
        return min(1, self.deck.bank - sum(points))

    # R12 to R17: an accusation ends the round.
    def _accuse(self, s: State, seat: Seat, accused: Seat) -> tuple[State, tuple[Event, ...]]:
        t = s.table
        colour, laid = find_case(t.pile, accused)
        most, raised = self.deck.limits[t.limits[-1]][colour], sum(raisers[colour] for raisers in s.raisers)
        guilty = is_guilty(laid, most, raised)
        done = Round(seat, accused, guilty, s.raisers)
        winner, won = done.winner, self._award(t.points)
        events = [Event(say("accuses", seat=seat, other=accused, colour=self.deck.colours[colour]))]
        events += [
            Event(say("raiser", seat=owner, colour=self.deck.colours[hidden]))
            for owner, raisers in enumerate(s.raisers)
            for hidden, cards in enumerate(raisers)
            for _ in range(cards)
        ]
        events.append(Event(say("finding", **finding(self.deck, colour, laid, most, raised))))
        events.append(Event(say("guilty" if guilty else "innocent", seat=seat, other=accused, won=won)))
        last = len(t.limits) == self.deck.share(len(t.points)).rounds
        watched = tuple([w.reveal(raisers) for w, raisers in zip(t.watched, s.raisers, strict=True)])
        t = replace(
            t,
            rounds=(*t.rounds, done),
            turn=done.taker,  # R19
            due=() if last else self._short(t, done.taker),  # R17
            pile=(),
            bottom=t.bottom + tuple([colour for _, colour in t.pile]),  # R16: turned over, not shuffled
            watched=watched,
            points=_put(t.points, winner, t.points[winner] + won),
        )
        none = (0,) * len(s.deck)
        hands = tuple([plus(hand, raisers) for hand, raisers in zip(s.hands, s.raisers, strict=True)])
        return self._settle(State(t, hands, (none,) * len(hands), s.deck), events)

    def _short(self, t: Table, taker: Seat) -> tuple[Seat, ...]:
        """R17: who draws to refill the hands: one card each in turn, starting with whoever took the limit card."""
        seats = len(t.points)
        share = self.deck.share(seats)
        order = [(taker + step) % seats for step in range(seats)]
        full = share.hand - share.hidden  # the raisers come back too
        return tuple([seat for card in range(full) for seat in order if t.watched[seat].size + card < full])

    # R21 to R23: the seat's own cards and everything public.
    def view(self, s: State, seat: Seat | None) -> View:
        return View(None, s.table) if seat is None else View(seat, s.table, s.hands[seat], s.raisers[seat])

    # R22: the screen shows what is open now.
    def screen(self, view: View) -> Screen:
        t, colours = view.table, self.deck.colours
        public: list[Panel] = []
        if len(t.limits) > len(t.rounds):
            limit = self.deck.limits[t.limits[-1]]
            shown = tuple(f"{name} {'X' if most is None else most}" for name, most in zip(colours, limit, strict=True))
            public.append(Panel("limit", shown, shape="items"))
        left = self.deck.share(len(t.points)).rounds - len(t.limits)
        public += [
            Panel("limits-left", left, shape="number"),
            Panel("pile", colours[t.pile[-1][1]], t.pile[-1][0]) if t.pile else Panel("pile", "—"),
            Panel("draw-pile-empty", int(not (t.top or t.unknown or t.bottom)), shape="flag"),
            Panel("bank", self.deck.bank - sum(t.points), shape="number"),
        ]
        for seat, (points, watched) in enumerate(zip(t.points, t.watched, strict=True)):
            public += [
                Panel("points", points, seat, "number"),
                Panel("limit-cards", _taken(t, seat), seat, "number"),
                Panel("cards", watched.size, seat, "number"),
                Panel("hidden", watched.hidden, seat, "number"),
            ]
        return Screen(tuple(public), self.own(view))

    def own(self, view: View) -> tuple[Panel, ...]:
        if view.seat is None:
            return ()
        own = [Panel("hand", self._names(view.hand), view.seat, "items")]
        if any(view.raisers):
            own.append(Panel("raisers", self._names(view.raisers), view.seat, "items"))
        return (*own, *self._aid(view))

    def _names(self, cards: Counts) -> tuple[str, ...]:
        return tuple(name for name, count in zip(self.deck.colours, cards, strict=True) for _ in range(count))

    def _aid(self, view: View) -> list[Panel]:
        """R26: what a player with a perfect memory would know, for seats only."""
        t, colours = view.table, self.deck.colours
        if not t.options.memory_aid:
            return []
        known: list[Panel] = []
        for seat, watched in enumerate(t.watched):
            if seat != view.seat:
                sure = tuple(map(min, zip(*(guess.tokens for guess in guesses(watched)), strict=True)))
                known.append(Panel("aid-known", self._names(sure), seat, "items"))
        return [
            Panel("aid-pile", tuple(f"{colours[colour]} ({seat + 1})" for seat, colour in t.pile), shape="items"),
            Panel("aid-top", tuple(colours[colour] for colour in t.top), shape="items"),
            Panel("aid-unknown", t.unknown, shape="number"),
            Panel("aid-bottom", tuple(colours[colour] for colour in t.bottom), shape="items"),
            *known,
        ]

    def todo(self, view: View) -> Message:
        t, seat = view.table, view.seat
        assert seat is not None
        if not t.watched[seat].hidden:
            return say("todo-hide", cards=self.deck.share(len(t.points)).hidden)
        can = {"lay": any(view.hand), "four": max(view.hand) >= SHOWN, "accuse": bool(_accusations(t, seat))}
        return say("todo-lay", can="-".join(way for way, may in can.items() if may))

    # R20
    def goal(self, view: View) -> Message:
        t = view.table
        return say("goal", left=self.deck.share(len(t.points)).rounds - len(t.limits))

    # R24, R25: all assignments of unseen cards to unseen places that fit are equally likely (worlds.py).
    def imagine(self, view: View, now: int, below: Below) -> State:
        t, seats = view.table, len(view.table.points)
        others = [seat for seat in range(seats) if seat != view.seat]
        filled, deck = sample(self.unseen(view), [t.watched[seat] for seat in others], below)
        if view.seat is not None:
            filled.insert(view.seat, (view.hand, view.raisers))
        return State(t, tuple([hand for hand, _ in filled]), tuple([raisers for _, raisers in filled]), deck)

    def unseen(self, view: View) -> Counts:
        """Every unseen card: in rivals' hands, among their raisers, in the unknown part of the draw pile."""
        t, colours = view.table, len(self.deck.colours)
        back = () if t.back is None else (t.back,) * RETURNED
        seen = tally([*(colour for _, colour in t.pile), *t.top, *t.bottom, *back], colours)
        if view.seat is not None:
            seen = plus(seen, plus(view.hand, view.raisers))
        return minus((self.deck.copies,) * colours, seen)

    # R21: only once the game is over does the sheet tell who accused whom under which limit card.
    def sheet(self, view: View, seat: Seat) -> Sheet:
        t = view.table
        won, lost = score_rows(self.deck, t.points[seat], _taken(t, seat))
        if not self.over(t):
            return won, lost
        return won._replace(subrows=self._won(t, seat)), lost._replace(subrows=self._lost(t, seat))

    def _won(self, t: Table, seat: Seat) -> Sheet:
        """Every point this seat has won. An empty bank leaves open which of them were paid (R18)."""
        if not self._award(t.points):
            return ()
        cases = [self._case(t, number) for number, done in enumerate(t.rounds) if done.winner == seat]
        points = [ScoreRow(case, 1) for case in cases]
        fours = t.points[seat] - len(points)
        return (*points, ScoreRow(say("fours-shown", times=fours), fours)) if fours else tuple(points)

    def _lost(self, t: Table, seat: Seat) -> Sheet:
        cases = [self._case(t, number) for number, done in enumerate(t.rounds) if done.taker == seat]
        return tuple(ScoreRow(case, -self.deck.penalty) for case in cases)

    def _case(self, t: Table, number: int) -> Message:
        """A round's accusation and its limit card."""
        done, card = t.rounds[number], write_limit(self.deck.limits[t.limits[number]])
        case = {"seat": done.accuser, "other": done.accused, "guilty": int(done.guilty)}
        return say("case", round=number + 1, card=card, **case)

    # R11 scores a point; the result of an accusation (R12 to R14) is for the players to remember and work out.
    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        if isinstance(action, Accuse):
            raise Refusal(say("sheet-hidden"))
        points = view.table.points
        won = self._award(points) if isinstance(action, Four) else 0
        return score_rows(self.deck, points[seat] + won, _taken(view.table, seat))

    def reasons(self, view: View, action: Action, other: Action) -> tuple[Argument, ...]:
        t = view.table
        known = Knowledge(
            self.deck,
            self.deck.limits[t.limits[-1]],
            t.pile,
            view.hand,
            view.raisers,
            tuple(watched for seat, watched in enumerate(t.watched) if seat != view.seat),
            self.unseen(view),
            self._award(t.points),
        )
        return find_reasons(known, action, other)

    def afterwards(self, end: View, view: View, action: Action, other: Action) -> tuple[Message, ...]:
        """The raisers of others, which the accusation revealed, of the colour that the seat has laid or accused."""
        raisers = end.table.rounds[len(view.table.rounds)].raisers
        colour = find_case(view.table.pile, other.seat)[0] if isinstance(other, Accuse) else None
        colour = other.colour if isinstance(other, Card | Four) else colour
        if action == other or colour is None:
            return ()
        hidden = sum(counts[colour] for seat, counts in enumerate(raisers) if seat != view.seat)
        return (say("afterwards-raisers", colour=self.deck.colours[colour], cards=hidden),)

    # R20: points won minus 2 for each limit card; the highest score wins, equal scores share.
    def outcome(self, s: State) -> Outcome | None:
        if self.to_act(s):
            return None
        scores = tuple(total(score_rows(self.deck, points, _taken(s.table, seat))) for seat, points in enumerate(s.table.points))
        return Outcome(scores, places(scores))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return action_codes(self.deck, seats)

    # R3: an unknown card is drawn once and never becomes unknown again. In a round, every turn but the last takes one or two
    # cards out of hands and draw pile together, and a player with none left must accuse.
    def bound(self, seats: int, options: Options) -> int:
        cards = len(self.deck.colours) * self.deck.copies
        return cards + self.deck.share(seats).rounds * (1 + seats + cards + 1)

    def write(self, a: Action) -> str:
        return write_action(self.deck, a)

    def read(self, text: str) -> Action:
        return read_action(self.deck, text)

    # R27: what players have at the end, and judging an accusation.
    def score(self, options: Options, boards: Sequence[RealBoard]) -> tuple[Sheet, ...]:
        return real_sheets(self.deck, boards)

    def carry_over(self, options: Options, boards: Sequence[RealBoard]) -> tuple[RealBoard, ...]:
        return next_real_boards(self.deck, boards)


def from_parts(path: str | Path) -> Limits:
    """The same rules with another parts file's cards. Raises BadOptions, which says why they cannot be played."""
    other, digest = load_deck(path)

    class OtherDeck(Limits):
        parts_digest = digest
        deck = other

    return OtherDeck()


def _give(s: State, seat: Seat, colour: Colour, shown: int, laid: int, back: Colour | None, won: int) -> State:
    """R9, R11: cards of a colour leave the hand, some of them onto the pile; as many are to be drawn."""
    t = s.table
    hand = tuple([cards - shown if c == colour else cards for c, cards in enumerate(s.hands[seat])])
    t = replace(
        t,
        turn=(seat + 1) % len(s.hands),
        due=(seat,) * shown,
        back=back,
        pile=t.pile + ((seat, colour),) * laid,
        watched=_put(t.watched, seat, t.watched[seat].lay(colour, shown)),
        points=_put(t.points, seat, t.points[seat] + won) if won else t.points,
    )
    return State(t, _put(s.hands, seat, hand), s.raisers, s.deck)


def _put(of: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*of[:seat], value, *of[seat + 1 :])


def _taken(t: Table, seat: Seat) -> int:
    return sum(done.taker == seat for done in t.rounds)


@lru_cache(maxsize=4096)
def _hides(hand: Counts, cards: int) -> tuple[Action, ...]:
    every = combinations_with_replacement(range(len(hand)), cards)
    return tuple(Hide(chosen) for chosen in every if all(chosen.count(colour) <= hand[colour] for colour in chosen))


@lru_cache(maxsize=4096)
def _plays(hand: Counts) -> tuple[Action, ...]:
    lays = tuple(Card(colour) for colour, cards in enumerate(hand) if cards)
    return lays + tuple(Four(colour) for colour, cards in enumerate(hand) if cards >= SHOWN)


def _accusations(t: Table, seat: Seat) -> list[Action]:
    """R12: every rival who has played in this round."""
    laid = {name for name, _ in t.pile}
    return [Accuse(other) for other in range(len(t.points)) if other in laid and other != seat]
