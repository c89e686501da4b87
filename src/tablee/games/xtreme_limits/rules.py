"""Xtreme Limits: three hands on a clock, secret orders, and a bell nobody can see. R1 … refer to RULES.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, TypeAlias

from tablee.core.game import (
    CHANCE,
    CLOCK,
    Argument,
    BadOptions,
    Below,
    Event,
    Game,
    IllegalAction,
    Message,
    Outcome,
    Panel,
    Refusal,
    Screen,
    Seat,
    Sheet,
    places,
    say,
)
from tablee.core.options import whole
from tablee.games.xtreme_limits.actions import (
    ACTIONS,
    DRAWS,
    KEEP,
    LONGEST_BELL,
    MOST_TOKENS,
    MOVES,
    RING,
    SHORTEST_BELL,
    SWAPS,
    TAKES,
    TEXTS,
    WIND,
    Action,
    Bell,
    Draw,
    First,
    Move,
    Swap,
    Take,
    read_action,
)
from tablee.games.xtreme_limits.clock import (
    CARD_NAMES,
    CARDS,
    CELLS,
    DECK,
    DIGEST,
    EXCHANGE,
    HANDS,
    PARTS,
    START,
    Card,
    Hand,
    Hands,
    moved,
)
from tablee.games.xtreme_limits.real_boards import RealBoard, real_sheets
from tablee.games.xtreme_limits.reasons import find_reasons
from tablee.games.xtreme_limits.scoring import points, ranks, round_rows
from tablee.kit.replace import replace

# R1, R2: the clock and the cards (clock.py). R14 to R16: the score (scoring.py).
Packet: TypeAlias = tuple[Card, ...]  # cards that always move together: one, or all of a player's (R18), sorted by name
Log: TypeAlias = tuple[tuple[Seat, Action], ...]


USUAL_ROUNDS, MOST_ROUNDS = 40, 200


@dataclass(frozen=True, slots=True)
class Options:
    cards: Literal["one", "all"] = "one"  # all: the turbulent variant (R18)
    target: int = whole(PARTS["game"]["target"], 1, 100)
    rounds: int = whole(USUAL_ROUNDS, 1, MOST_ROUNDS)
    tokens: int = whole(0, 0, MOST_TOKENS)  # 0: by the book
    bell_from: int = whole(PARTS["bell"]["from"], SHORTEST_BELL, LONGEST_BELL, per_second=1)
    bell_to: int = whole(PARTS["bell"]["to"], SHORTEST_BELL, LONGEST_BELL, per_second=1)
    reminder: bool = False  # whether the screen shows rivals' cards the player knows


@dataclass(frozen=True, slots=True)
class Round:
    """The public part of a round. Packet k is the one first dealt to place k; places are the seats, then the centre.

    Swaps are public, so everybody knows where each packet is, but only those who have looked know what is in it.
    """

    first: Seat  # CHANCE until it is picked
    hands: Hands
    tokens: tuple[int, ...]
    sizes: tuple[int, ...]  # how many cards of each packet have been drawn
    lies: tuple[int, ...]  # the packet at each place
    seen: tuple[frozenset[Seat], ...]  # which seats have looked into each packet
    up: tuple[Packet, ...]  # of each packet, the cards turned up at the count
    log: Log = ()
    wound: int | None = None  # when the bell was wound
    rung: Seat | None = None  # the active player at the bell
    points: tuple[int, ...] = ()  # by seat, at the count


Phase: TypeAlias = Literal["first", "deal", "wind", "bell", "move", "swap", "draw", "over"]
ASKED = frozenset(("wind", "move", "swap"))  # phases in which the seat whose turn it is acts
RUNNING = frozenset(("move", "swap", "draw"))  # phases in which the bell may ring


@dataclass(frozen=True, slots=True)
class State:
    """The last round is in play. A card in the centre exists only once it is taken: until then its packet is ()."""

    options: Options
    rounds: tuple[Round, ...]
    cards: tuple[tuple[Packet, ...], ...]  # of each round, by packet
    phase: Phase
    turn: Seat
    bell: int | None = None  # match time in ms


@dataclass(frozen=True, slots=True)
class View:
    """Like the state, but only with cards this seat has looked at or that were turned up, and without the bell."""

    seat: Seat | None
    options: Options
    rounds: tuple[Round, ...]
    known: tuple[tuple[Packet, ...], ...]
    phase: Phase
    turn: Seat


# R8, R9: a move costs one token per cell, including occupied ones, and ends on a cell without another hand.
@lru_cache(maxsize=1 << 14)
def moves(hands: Hands, tokens: int) -> tuple[Move, ...]:
    found: list[Move] = []
    for hand, cell in enumerate(hands):
        blocked = {(other - cell) % CELLS for number, other in enumerate(hands) if number != hand}
        found += [move for move in MOVES[hand][:tokens] if move.cells % CELLS not in blocked]
    return tuple(found)


class XtremeLimits(Game[Options, State, Action, View]):
    id = "xtreme-limits"
    version = "1.0"
    seats = range(3, 7)
    usual_seats = range(3, 7)
    options = Options
    parts_digest = DIGEST
    seat_words = ("swap",)
    real_board = RealBoard

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        if options.bell_from > options.bell_to:
            raise BadOptions(say("bell-range", least=options.bell_from, most=options.bell_to))
        first = _new_round(options, seats, CHANCE, (START,) * len(HANDS))
        return State(options, (first,), (first.up,), "first", CHANCE)

    # R20: a point takes about a round, so twice as many rounds as points are enough.
    def for_new_match(self, options: Options, given: Collection[str]) -> Options:
        return options if "rounds" in given else replace(options, rounds=usual_rounds(options))

    def to_act(self, s: State) -> tuple[Seat, ...]:
        if s.phase in ASKED:
            return (s.turn,)
        return () if s.phase == "over" else (CHANCE,)

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat == CHANCE:
            return [action for action, _ in self.odds(s)]
        if seat == CLOCK:
            return (RING,) if s.bell is not None else ()
        if seat != s.turn or s.phase not in ASKED:
            return ()
        if s.phase == "wind":
            return (WIND,)
        r = s.rounds[-1]
        if s.phase == "move":
            return moves(r.hands, r.tokens[seat])
        return _exchanges(seat, len(r.tokens), len(r.lies))

    # R3: who begins. R4: unseen cards. R6: the bell, in whole seconds.
    def odds(self, s: State) -> Sequence[tuple[Action, int]]:
        if s.phase == "first":
            return [(First(seat), 1) for seat in range(len(s.rounds[-1].tokens))]
        if s.phase in ("deal", "draw"):
            drawn = {card for packet in s.cards[-1] for card in packet}
            return [(draw, 1) for draw in DRAWS if draw.card not in drawn]
        if s.phase == "bell":
            return _bells(s.options.bell_from, s.options.bell_to)
        return ()

    def alarm(self, s: State) -> int | None:
        return s.bell

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        self.in_time(s, seat, at)
        if seat == CLOCK:
            if action != RING:
                raise IllegalAction(say("no-bell-now"))
            return self._count(s, s.turn, (Event(say("bell-rings", seat=s.turn)),))
        if seat == CHANCE:
            return self._chance(s, action, at)
        _refuse(s, seat, action)
        r = s.rounds[-1]
        log = (*r.log, (seat, action))
        match action:
            case Move(hand, cells):
                return self._move(s, r, hand, cells, log)
            case Swap(other):
                return self._swap(s, replace(r, log=log), other, say("swaps", seat=seat, other=other))
            case Take(spot):
                told = say("swaps-centre", seat=seat, spot=spot)
                return self._swap(s, replace(r, log=log), len(r.tokens) + spot - 1, told)
        if action == KEEP:  # R11
            return self._pass(s, replace(r, log=log), (Event(say("keeps", seat=seat)),))
        # R7: the first player winds the bell, having seen the cards.
        return _with(s, replace(r, log=log), "bell", seat), (Event(say("winds", seat=seat)),)

    def _chance(self, s: State, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        if action not in self.legal(s, CHANCE):
            raise IllegalAction(say("no-such-draw"))
        r = s.rounds[-1]
        match action:
            case First(seat):
                return _with(s, replace(r, first=seat), "deal", seat), (Event(say("begins", number=1, seat=seat)),)
            case Bell(seconds):
                return replace(_with(s, replace(r, wound=at), "move", s.turn), bell=at + 1000 * seconds), ()
        assert isinstance(action, Draw)
        if s.phase == "draw":
            s, news = _give(s, s.turn, action.card)
            return self._pass(s, s.rounds[-1], news)
        # R4: one card to each player, starting with the first; R18: all six cards.
        dealt, seats = sum(r.sizes), len(r.tokens)
        s, news = _give(s, (r.first + dealt) % seats, action.card)
        to_deal = len(CARDS) if s.options.cards == "all" else seats
        return (s if dealt + 1 < to_deal else replace(s, phase="wind")), news

    def _move(self, s: State, r: Round, hand: Hand, cells: int, log: Log) -> tuple[State, tuple[Event, ...]]:
        hands, tokens = moved(r.hands, hand, cells), list(r.tokens)
        tokens[s.turn] -= cells
        r = Round(r.first, hands, tuple(tokens), r.sizes, r.lies, r.seen, r.up, log, r.wound)
        told = say("moves", seat=s.turn, hand=HANDS[hand], cells=cells, cell=hands[hand], left=tokens[s.turn])
        if hands[hand] in EXCHANGE:
            return _with(s, r, "swap", s.turn), (Event(told),)
        return self._pass(s, r, (Event(told),))

    # R11: packets are swapped face down; the players involved look at what they got.
    def _swap(self, s: State, r: Round, place: int, told: Message) -> tuple[State, tuple[Event, ...]]:
        seat, lies, seen, heard = s.turn, list(r.lies), list(r.seen), [Event(told)]
        lies[seat], lies[place] = lies[place], lies[seat]
        if not r.sizes[lies[seat]]:
            return _with(s, replace(r, lies=tuple(lies)), "draw", seat), tuple(heard)
        for taker in (seat, place)[: 1 + (place < len(r.tokens))]:
            seen[lies[taker]] |= {taker}
            heard += [_shown(taker, card) for card in s.cards[-1][lies[taker]]]
        return self._pass(s, replace(r, lies=tuple(lies), seen=tuple(seen)), tuple(heard))

    # R10: the next player to the left with tokens; R12: when nobody has any, the round is over.
    def _pass(self, s: State, r: Round, news: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        for seat in (*range(s.turn + 1, len(r.tokens)), *range(s.turn + 1)):
            if r.tokens[seat]:
                return _with(s, r, "move", seat), news
        return self._count(_with(s, r, s.phase, s.turn), None, (*news, Event(say("tokens-gone"))))

    # R13: the active player at the bell scores nothing. R17: scoring cards are turned up, the others stay hidden.
    def _count(self, s: State, rung: Seat | None, news: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        r, seats = s.rounds[-1], len(s.rounds[-1].tokens)
        counted = {r.lies[seat] for seat in range(seats) if seat != rung}
        up = tuple(
            tuple(card for card in cards if packet in counted and points(card, r.hands))
            for packet, cards in enumerate(s.cards[-1])
        )
        r = replace(r, rung=rung, up=up)
        r = replace(r, points=tuple(sum(worth for _, worth in _turned_up(r, seat)) for seat in range(seats)))
        heard = [*news, Event(say("count", **dict(zip(HANDS, r.hands, strict=True))))]
        for seat in range(seats):
            for card, worth in _turned_up(r, seat):
                heard.append(Event(say("turned-up", seat=seat, card=CARD_NAMES[card], points=worth)))
        s = replace(s, rounds=(*s.rounds[:-1], r), bell=None)
        # R19, R20: the target or the last round ends the game.
        if max(_scores(s)) >= s.options.target or len(s.rounds) == s.options.rounds:
            return replace(s, phase="over"), tuple(heard)
        # R21: the next round begins left of the last active player; hands stay, tokens and cards are new.
        first = (s.turn + 1) % seats
        new = _new_round(s.options, seats, first, r.hands)
        s = State(s.options, (*s.rounds, new), (*s.cards, new.up), "deal", first)
        return s, (*heard, Event(say("begins", number=len(s.rounds), seat=first)))

    def view(self, s: State, seat: Seat | None) -> View:
        known = tuple(_known(r, cards, seat) for r, cards in zip(s.rounds, s.cards, strict=True))
        return View(seat, s.options, s.rounds, known, s.phase, s.turn)

    # R22: the screen shows no time; it shows the seat's own cards and, with `reminder`, those it knows elsewhere.
    def screen(self, view: View) -> Screen:
        r, seats = view.rounds[-1], len(view.rounds[-1].tokens)
        scored = [past.points for past in view.rounds if past.points]
        public = [
            Panel("round", len(view.rounds), shape="number"),
            *(Panel(hand, cell, shape="number") for hand, cell in zip(HANDS, r.hands, strict=True)),
            Panel("ranks", tuple(f"{hand} {rank}" for hand, rank in zip(HANDS, ranks(r.hands), strict=True)), shape="items"),
            *(Panel("points", sum(row[seat] for row in scored), seat, "number") for seat in range(seats)),
            *(Panel("tokens", tokens, seat, "number") for seat, tokens in enumerate(r.tokens)),
            Panel("centre", tuple(str(spot) for spot in range(1, len(r.lies) - seats + 1)), shape="items"),
        ]
        if scored:
            last = view.rounds[len(scored) - 1]
            public += _last_count(last.hands, last.points, tuple([last.up[last.lies[seat]] for seat in range(seats)]), last.rung)
        return Screen(tuple(public), self.own(view))

    def own(self, view: View) -> tuple[Panel, ...]:
        r, seats = view.rounds[-1], len(view.rounds[-1].tokens)
        if view.seat is None or r.points:
            return ()
        held = [tuple(CARD_NAMES[card] for card in view.known[-1][packet]) for packet in r.lies]
        own = [Panel("card", held[view.seat], shape="items")]
        if view.options.reminder:
            own += [Panel("known", held[seat], seat, "items") for seat in range(seats) if held[seat] and seat != view.seat]
            centre = tuple(f"{spot}: {card}" for spot, names in enumerate(held[seats:], start=1) for card in names)
            own += [Panel("known-centre", centre, shape="items")] if centre else []
        return tuple(own)

    def todo(self, view: View) -> Message:
        assert view.seat is not None
        if view.phase == "move":
            return say("todo-move", tokens=view.rounds[-1].tokens[view.seat])
        return say("todo-wind" if view.phase == "wind" else "todo-swap")

    # R19, R20
    def goal(self, view: View) -> Message:
        options = view.options
        return say("goal", target=options.target, rounds=options.rounds if options.rounds < usual_rounds(options) else 0)

    def imagine(self, view: View, now: int, below: Below) -> State:
        cards = tuple(_imagine_cards(r, known, below) for r, known in zip(view.rounds, view.known, strict=True))
        bell, wound = None, view.rounds[-1].wound
        if view.phase in RUNNING and wound is not None:
            least = max(view.options.bell_from, (now - wound) // 1000 + 1)
            spare = view.options.bell_to - least + 1
            bell = wound + 1000 * (least + below(spare)) if spare > 0 else now + 1
        return State(view.options, view.rounds, cards, view.phase, view.turn, bell)

    def sheet(self, view: View, seat: Seat) -> Sheet:
        counted = [(number, r) for number, r in enumerate(view.rounds, start=1) if r.points]
        rows = [round_rows(number, r.hands, r.up[r.lies[seat]], seat == r.rung) for number, r in counted]
        return tuple(chain.from_iterable(rows))

    # R12: scores change when the last token is spent. R22: players are not reminded of cards elsewhere.
    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        r, sheet = view.rounds[-1], self.sheet(view, seat)
        hands, tokens, swaps = r.hands, sum(r.tokens), False
        if isinstance(action, Move):
            hands, tokens = moved(hands, action.hand, action.cells), tokens - action.cells
            swaps = hands[action.hand] in EXCHANGE
        if tokens or swaps:
            return sheet
        if isinstance(action, Swap | Take):
            raise Refusal(say("sheet-hidden"))
        up = tuple(card for card in view.known[-1][r.lies[seat]] if points(card, hands))
        return (*sheet, *round_rows(len(view.rounds), hands, up, False))

    def reasons(self, view: View, action: Action, other: Action) -> tuple[Argument, ...]:
        return find_reasons(view, action, other)

    # R19: most points win; equal points share.
    def outcome(self, s: State) -> Outcome | None:
        if s.phase != "over":
            return None
        scores = _scores(s)
        return Outcome(scores, places(scores))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return _codes(seats, options)

    def bound(self, seats: int, options: Options) -> int:
        """A round has at most six cards, winding, the bell's draw and ring, and a move and a swap for every token."""
        return 1 + options.rounds * (len(CARDS) + 3 + 2 * seats * _tokens(options, seats))

    def length(self, seats: int, options: Options) -> int:
        """R20: a point takes about a round. Most moves pay several tokens, and the bell leaves some."""
        return 1 + min(options.rounds, 2 * options.target) * (len(CARDS) + 3 + seats * _tokens(options, seats) // 2)

    def write(self, a: Action) -> str:
        return TEXTS[a]

    def read(self, text: str) -> Action:
        return read_action(text)

    def score(self, options: Options, boards: Sequence[RealBoard]) -> tuple[Sheet, ...]:
        return real_sheets(boards, 2 if options.cards == "all" else 1)

    # R21: the hands stay where they are.
    def carry_over(self, options: Options, boards: Sequence[RealBoard]) -> tuple[RealBoard, ...]:
        return tuple(RealBoard(real_board.hands) for real_board in boards)


# R5: the tokens of a round.
def usual_rounds(options: Options) -> int:
    """R20: the most rounds, unless the players decide otherwise."""
    return max(USUAL_ROUNDS, min(2 * options.target, MOST_ROUNDS))


def _tokens(options: Options, seats: int) -> int:
    return options.tokens or MOST_TOKENS // seats


def _new_round(options: Options, seats: int, first: Seat, hands: Hands) -> Round:
    places = seats if options.cards == "all" else len(CARDS)
    tokens = (_tokens(options, seats),) * seats
    return Round(first, hands, tokens, (0,) * places, tuple(range(places)), (frozenset(),) * places, ((),) * places)


def _with(s: State, r: Round, phase: Phase, turn: Seat) -> State:
    """The state with its current round replaced."""
    return State(s.options, (*s.rounds[:-1], r), s.cards, phase, turn, s.bell)


def _shown(seat: Seat, card: Card) -> Event:
    return Event(say("your-card", card=CARD_NAMES[card], seat=seat), (seat,))


def _give(s: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Adds a drawn card to this seat's packet, and the seat looks at it."""
    r, cards = s.rounds[-1], list(s.cards[-1])
    packet = r.lies[seat]
    cards[packet] = tuple(sorted((*cards[packet], card)))
    sizes = (*r.sizes[:packet], r.sizes[packet] + 1, *r.sizes[packet + 1 :])
    seen = (*r.seen[:packet], r.seen[packet] | {seat}, *r.seen[packet + 1 :])
    rounds = (*s.rounds[:-1], replace(r, sizes=sizes, seen=seen))
    return replace(s, rounds=rounds, cards=(*s.cards[:-1], tuple(cards))), (_shown(seat, card),)


# R11: who or what the player may swap with.
@cache
def _exchanges(seat: Seat, seats: int, places: int) -> tuple[Action, ...]:
    return (KEEP, *(swap for swap in SWAPS[:seats] if swap.seat != seat), *TAKES[: places - seats])


@cache
def _bells(least: int, most: int) -> tuple[tuple[Action, int], ...]:
    return tuple((ACTIONS[f"bell {seconds}"], 1) for seconds in range(least, most + 1))


def _refuse(s: State, seat: Seat, action: Action) -> None:
    """Says why a seat may not do this now. Nothing here depends on a card or the bell."""
    r = s.rounds[-1]
    if seat != s.turn or s.phase not in ASKED:
        raise IllegalAction(say("not-your-turn"))
    if s.phase == "wind" and action != WIND:
        raise IllegalAction(say("wind-first"))
    if s.phase == "swap" and action not in _exchanges(seat, len(r.tokens), len(r.lies)):
        raise IllegalAction(say("cannot-swap" if isinstance(action, Swap | Take) else "swap-or-keep"))
    if s.phase != "move":
        return
    if not isinstance(action, Move):
        raise IllegalAction(say("move-a-hand"))
    if action.cells > r.tokens[seat]:
        raise IllegalAction(say("too-few-tokens", cells=action.cells, tokens=r.tokens[seat]))
    hands = moved(r.hands, action.hand, action.cells)
    if hands.count(hands[action.hand]) > 1:
        raise IllegalAction(say("cell-occupied", cell=hands[action.hand]))


def _turned_up(r: Round, seat: Seat) -> Iterator[tuple[Card, int]]:
    """R17: a seat's scoring cards with their points."""
    return ((card, points(card, r.hands)) for card in r.up[r.lies[seat]])


def _known(r: Round, cards: tuple[Packet, ...], seat: Seat | None) -> tuple[Packet, ...]:
    """Of each packet, the cards this seat has looked at or that all have seen at the count."""
    return tuple([packet if seat in seen else up for packet, seen, up in zip(cards, r.seen, r.up, strict=True)])


def _imagine_cards(r: Round, known: tuple[Packet, ...], below: Below) -> tuple[Packet, ...]:
    """Uniform over all ways to fill the packets. After a count, cards still hidden in front of a player scored nothing:
    those packets come first, because every way to fill them leaves the same number of ways for the others."""
    seen = set(chain.from_iterable(known))
    unseen = [card for card in DECK if card not in seen]
    hidden = {r.lies[seat] for seat in range(len(r.points)) if seat != r.rung}
    filled = list(known)
    for packet in sorted(range(len(known)), key=lambda packet: packet not in hidden):
        while len(filled[packet]) < r.sizes[packet]:
            fit = [card for card in unseen if not (packet in hidden and points(card, r.hands))]
            card = fit[below(len(fit))]
            unseen.remove(card)
            filled[packet] = tuple(sorted((*filled[packet], card)))
    return tuple(filled)


def _scores(s: State) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(r.points for r in s.rounds if r.points), strict=True)))


@lru_cache(maxsize=1 << 10)  # everybody sees it until the next count
def _last_count(hands: Hands, points: tuple[int, ...], up: tuple[Packet, ...], rung: Seat | None) -> tuple[Panel, ...]:
    """What the last count showed: the order of the hands, points, the cards turned up, and who was active at the bell."""
    order = sorted(zip(hands, HANDS, strict=True), reverse=True)
    panels = [Panel("last-hands", tuple(f"{hand} {cell}" for cell, hand in order), shape="items")]
    for seat, gained in enumerate(points):
        panels.append(Panel("gained", gained, seat, "number"))
        if up[seat]:
            panels.append(Panel("turned-up", tuple(CARD_NAMES[card] for card in up[seat]), seat, "items"))
    return (*panels, Panel("rung", 1, rung, "flag")) if rung is not None else tuple(panels)


@cache
def _codes(seats: int, options: Options) -> tuple[str, ...]:
    spots = 0 if options.cards == "all" else len(CARDS) - seats
    every: list[Action] = [*map(First, range(seats)), *DRAWS, WIND]
    every += [move for hand in MOVES for move in hand[: _tokens(options, seats)]]
    every += [*SWAPS[:seats], *TAKES[:spots], KEEP, *(bell for bell, _ in _bells(options.bell_from, options.bell_to)), RING]
    return tuple(TEXTS[action] for action in every)
