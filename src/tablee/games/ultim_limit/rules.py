"""Ultim' Limit: dice against a glass that nobody can see. R1 … refer to RULES.md."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
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
    ScoreRow,
    Screen,
    Seat,
    Sheet,
    TooSoon,
    places,
    say,
    total,
)
from tablee.core.options import whole
from tablee.games.ultim_limit.actions import (
    DEALS,
    FIRSTS,
    GLASSES,
    GO,
    KEEPS,
    ROLL,
    SAND,
    STOP,
    TAKES,
    TEXTS,
    THROWS,
    ULTIM_CARDS,
    ULTIM_GLASS,
    Action,
    Deal,
    First,
    Glass,
    Keep,
    Roll,
    Stop,
    Take,
    Throw,
    UltimCards,
    UltimGlass,
    read_action,
)
from tablee.games.ultim_limit.deck import (
    COLOUR,
    COLOURS,
    DECK,
    DIGEST,
    NAMES,
    NO_ROW,
    NUMBER,
    PARTS,
    SLOTS,
    Card,
    Cards,
    Colours,
    names_of,
)
from tablee.games.ultim_limit.dice import DOUBLE, USES, Dice
from tablee.games.ultim_limit.real_boards import RealBoard, kept_loot, number_sum, real_sheets
from tablee.games.ultim_limit.reasons import find_reasons
from tablee.games.ultim_limit.scoring import Scoring, keepable, piles_of, round_rows
from tablee.kit.replace import replace

# R1, R2: the cards and the row (deck.py). R3: the rounds.
ROUNDS: int = PARTS["game"]["rounds"]
TURNS: int = PARTS["game"]["turns"]
GLASS, GAP = PARTS["glass"], PARTS["roll"]
TENTHS = 10  # of a second: what the glass is measured in


@dataclass(frozen=True, slots=True)
class Options:
    scoring: Scoring = "classic"
    young: bool = False
    glass_from: int = whole(GLASS["from"], GLASS["least"], GLASS["most"], TENTHS)
    glass_to: int = whole(GLASS["to"], GLASS["least"], GLASS["most"], TENTHS)
    roll_gap: int = whole(GAP["gap"], GAP["least"], GAP["most"], per_second=1000)


Step: TypeAlias = "tuple[State, tuple[Event, ...]]"
Phase: TypeAlias = Literal["first", "deal", "go", "glass", "turn", "roll", "renew", "keep", "over"]


@dataclass(frozen=True, slots=True)
class RoundCount:
    loot: Cards  # at the end of a round
    keep: Colours  # from it


@dataclass(frozen=True, slots=True)
class TurnEnd:
    seat: Seat
    ms: int  # that the glass had run when the turn ended
    banked: bool  # or lost


@dataclass(frozen=True, slots=True)
class PublicState:
    """Everything public, including loot, which was open when it was taken (R9). It has no secrets."""

    options: Options
    seats: int
    phase: Phase
    pile: Cards  # its cards are known, but their order is not decided yet
    loot: tuple[Cards, ...]
    first: Seat = 0
    turn: int = 0  # finished turns of this round
    row: tuple[Card | None, ...] = NO_ROW
    discard: Cards = ()
    counts: tuple[tuple[RoundCount, ...], ...] = ()  # of each finished round, by seat
    verdicts: tuple[TurnEnd, ...] = ()
    # about the turn in progress; the last three are match times
    taken: Cards = ()
    dice: Dice = ()
    unspent: Dice = ()
    ultim: bool = False  # used
    started: int | None = None
    turned: int | None = None
    rolled: int | None = None

    @property
    def active(self) -> Seat:
        return (self.first + self.turn) % self.seats

    @property
    def dealing(self) -> bool:
        """Whether the row is being filled and there is a card for it."""
        return self.phase in ("deal", "roll", "renew") and None in self.row and bool(self.pile)

    @property
    def may_ultim(self) -> bool:
        return not self.ultim and not self.options.young and self.unspent in DOUBLE  # R11, R20

    def ran(self, at: int) -> int:
        """How long the glass has run."""
        assert self.started is not None
        return at - self.started


@dataclass(frozen=True, slots=True)
class State:
    """Everything public, and two secrets: when the glass runs out, and what a seat keeps while others still choose."""

    seen: PublicState
    deadline: int | None = None
    keeps: tuple[Colours | None, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    seen: PublicState
    deadline: int | None  # for young players only (R20)
    keep: Colours | None  # this seat's own
    chosen: tuple[bool, ...]


class UltimLimit(Game[Options, State, Action, View]):
    id = "ultim-limit"
    version = "1.0"
    seats = range(1, 5)
    usual_seats = range(1, 5)
    options = Options
    parts_digest = DIGEST
    real_board = RealBoard

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        if options.glass_from > options.glass_to:
            (least, tenth), (most, tenth_of_most) = divmod(options.glass_from, TENTHS), divmod(options.glass_to, TENTHS)
            raise BadOptions(say("glass-range", least=least, least_tenths=tenth, most=most, most_tenths=tenth_of_most))
        return State(PublicState(options, seats, "first", DECK, ((),) * seats))

    def to_act(self, s: State) -> tuple[Seat, ...]:
        phase = s.seen.phase
        if phase in ("go", "turn"):
            return (s.seen.active,)
        if phase == "keep":
            return tuple(seat for seat, keep in enumerate(s.keeps) if keep is None)
        return () if phase == "over" else (CHANCE,)

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        seen = s.seen
        if seat == CHANCE:
            return [draw for draw, _ in self.odds(s)]
        if seat == CLOCK:
            return () if s.deadline is None else (SAND,)
        if seat not in self.to_act(s):
            return ()
        if seen.phase == "keep":
            return [KEEPS[colours] for colours in keepable(piles_of(seen.loot[seat]))]
        if seen.phase == "go":
            return (GO,)
        uses, row = USES[seen.unspent], enumerate(seen.row)
        takes = [TAKES[slot, used] for slot, card in row if card is not None for used in uses.get(NUMBER[card], ())]
        return [ROLL, STOP, *takes, *((ULTIM_GLASS, ULTIM_CARDS) if seen.may_ultim else ())]

    def odds(self, s: State) -> Sequence[tuple[Action, int]]:
        seen = s.seen
        if seen.dealing:
            return [(DEALS[card], 1) for card in seen.pile]
        if seen.phase == "roll":
            return list(THROWS.items())
        if seen.phase == "glass":  # R8
            return [(GLASSES[tenths], 1) for tenths in range(seen.options.glass_from, seen.options.glass_to + 1)]
        return [(first, 1) for first in FIRSTS[: seen.seats]] if seen.phase == "first" else ()

    def alarm(self, s: State) -> int | None:
        return s.deadline

    def play(self, s: State, seat: Seat, action: Action, at: int) -> Step:
        self.in_time(s, seat, at)
        if seat == CHANCE:
            return _draw(s, action)
        if seat == CLOCK:
            if action != SAND:
                raise IllegalAction(say("no-bell-now"))
            young = s.seen.options.young  # R20
            return _end_turn(s.seen, at, young, "sand-young" if young else "sand")
        if seat not in self.to_act(s):
            raise IllegalAction(say("not-your-turn"))
        return _keep(s, seat, action) if s.seen.phase == "keep" else _act(s, action, at)

    # R8, R9, R17: the glass and open choices are secret; everything else is public.
    def view(self, s: State, seat: Seat | None) -> View:
        deadline = s.deadline if s.seen.options.young else None
        keep = s.keeps[seat] if s.keeps and seat is not None else None
        return View(seat, s.seen, deadline, keep, tuple(keep is not None for keep in s.keeps))

    def screen(self, view: View) -> Screen:
        seen = view.seen
        panels = [Panel("round", min(len(seen.counts) + 1, ROUNDS), shape="number")]
        for seat in range(seen.seats):
            panels.append(Panel("score", total(_sheet(seen, seat)), seat, "number"))
            panels.append(Panel("turns", sum(v.seat == seat for v in seen.verdicts), seat, "number"))
        if seen.phase in ("keep", "over"):  # R9: the loots are open when the round is over, and only then
            panels += [Panel("loot", names_of(loot), seat, "items") for seat, loot in enumerate(seen.loot)]
        else:
            panels += _turn_panels(seen)
        if view.deadline is not None:
            panels.append(Panel("glass-ends", view.deadline, shape="number"))
        if seen.verdicts:
            last = seen.verdicts[-1]
            panels.append(Panel("banked" if last.banked else "lost", last.ms, last.seat, "number"))
        return Screen(tuple(panels), self.own(view))

    def own(self, view: View) -> tuple[Panel, ...]:
        seen = view.seen
        if view.seat is None or seen.options.scoring == "classic" or seen.phase == "over":
            return ()
        loot, last = seen.loot[view.seat], len(seen.counts) == ROUNDS - 1  # R9
        keep = () if last else view.keep or keepable(piles_of(loot))[0]  # R17: the first possibility until one is chosen
        rows = round_rows(seen.options.scoring, 0, piles_of(loot), keep, last)
        held = () if seen.phase == "keep" else (Panel("loot", names_of(loot), view.seat, "items"),)
        return (*held, *(Panel(row.what.id, row.cells, shape="items") for row in rows))

    def shown_alarm(self, view: View) -> int | None:
        return view.deadline  # R20

    def todo(self, view: View) -> Message:
        seen = view.seen
        if seen.phase != "turn":
            return say("todo-keep" if seen.phase == "keep" else "todo-go")
        fits = any(card is not None and NUMBER[card] in USES[seen.unspent] for card in seen.row)
        return say("todo-turn", now="take" if fits else "roll" if seen.rolled is None else "again", cards=len(seen.taken))

    # R3, R19
    def goal(self, view: View) -> Message:
        return say("goal", players=view.seen.seats, rounds=ROUNDS, turns=TURNS)

    def imagine(self, view: View, now: int, below: Below) -> State:
        keeps: list[Colours | None] = []
        for seat, chosen in enumerate(view.chosen):
            ways = keepable(piles_of(view.seen.loot[seat]))
            keeps.append(None if not chosen else view.keep if seat == view.seat else ways[below(len(ways))])
        return State(view.seen, view.deadline or _imagine_deadline(view.seen, now, below), tuple(keeps))

    def sheet(self, view: View, seat: Seat) -> Sheet:
        return _sheet(view.seen, seat) + _tie_break(view.seen, seat)

    # R9: the stop that ends a round counts loot that nobody may look at before. R17: then all loot is open.
    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        seen, sheet = view.seen, _sheet(view.seen, seat)
        if action == STOP and seen.turn + 1 == TURNS * seen.seats:
            raise Refusal(say("sheet-hidden"))
        if isinstance(action, Keep):
            sheet += round_rows(seen.options.scoring, len(seen.counts) + 1, piles_of(seen.loot[seat]), action.colours, last=False)
        return sheet

    def reasons(self, view: View, action: Action, other: Action) -> tuple[Argument, ...]:
        return find_reasons(view, action, other, last_round=len(view.seen.counts) == ROUNDS - 1)

    # R19: the total, then the numbers on the cards of the last count.
    def outcome(self, s: State) -> Outcome | None:
        if s.seen.phase != "over":
            return None
        scores, sums = _scores(s.seen), _last_sums(s.seen)
        return Outcome(scores, places(list(zip(scores, sums, strict=True))))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return _codes(seats, options)

    def bound(self, seats: int, options: Options) -> int:
        """A roll leads to at most one draw of dice, three takes and three cards; a turned glass runs up to twice as long."""
        turn = 8 * (200 * options.glass_to // options.roll_gap + 2) + 2 * len(SLOTS) + 4
        return 1 + ROUNDS * seats * (TURNS * turn + 1)

    def length(self, seats: int, options: Options) -> int:
        """A hand rolls every two seconds at best; a roll brings its dice and every other time a card, taken and replaced."""
        rolls = 100 * options.glass_to // max(options.roll_gap, 2000) + 1
        return 1 + ROUNDS * seats * (TURNS * (3 * rolls + len(SLOTS)) + 1)

    def write(self, a: Action) -> str:
        return TEXTS[a]

    def read(self, text: str) -> Action:
        return read_action(text)

    def score(self, options: Options, boards: Sequence[RealBoard]) -> tuple[Sheet, ...]:
        return real_sheets(options.scoring, boards)

    def rank(self, options: Options, boards: Sequence[RealBoard], totals: Sequence[int]) -> tuple[int, ...]:
        return places(list(zip(totals, map(number_sum, boards), strict=True)))

    def carry_over(self, options: Options, boards: Sequence[RealBoard]) -> tuple[RealBoard, ...]:
        return tuple(kept_loot(options.scoring, real_board) for real_board in boards)


@lru_cache(64)
def _codes(seats: int, options: Options) -> tuple[str, ...]:
    glass = [GLASSES[tenths] for tenths in range(options.glass_from, options.glass_to + 1)]
    ultim = () if options.young else (ULTIM_GLASS, ULTIM_CARDS)
    keeps = KEEPS.values() if options.scoring == "super" else ()
    actions = (GO, ROLL, STOP, *ultim, *TAKES.values(), *keeps, *FIRSTS[:seats], *DEALS, *glass, *THROWS, SAND)
    return tuple(TEXTS[a] for a in actions)


def _time(ms: int) -> dict[str, str | int]:
    return {"seconds": ms // 1000, "hundredths": f"{ms % 1000 // 10:02d}"}


# The draws: who begins, the glass, the cards of the row, the dice.
def _draw(s: State, draw: Action) -> Step:
    seen = s.seen
    match draw:
        case First(seat) if seen.phase == "first" and seat < seen.seats:  # R3
            return State(replace(seen, first=seat, phase="deal")), (Event(say("first", seat=seat)),)
        case Glass(tenths) if seen.phase == "glass" and seen.options.glass_from <= tenths <= seen.options.glass_to:
            shown = (Event(say("glass", **_time(100 * tenths))),) if seen.options.young else ()  # R8, R20
            return State(replace(seen, phase="turn"), 100 * tenths - seen.ran(0)), shown
        case Deal(card) if seen.dealing and card in seen.pile:
            return _deal(s, card)
        case Throw(dice) if seen.phase == "roll" and not seen.dealing:
            shown = (Event(say("dice", dice="-".join(map(str, dice)))),)
            return State(replace(seen, phase="turn", dice=dice, unspent=dice), s.deadline), shown
    raise IllegalAction(say("no-such-draw"))


def _deal(s: State, card: Card) -> Step:
    seen = s.seen
    slot, at = seen.row.index(None), bisect_left(seen.pile, card)
    row, pile = (*seen.row[:slot], card, *seen.row[slot + 1 :]), seen.pile[:at] + seen.pile[at + 1 :]
    laid = Event(say("card", slot=slot + 1, colour=COLOURS[COLOUR[card]], number=NUMBER[card]))
    return _fill(State(replace(seen, row=row, pile=pile), s.deadline), laid)


def _fill(s: State, *news: Event) -> Step:
    """R10: an empty pile is refilled from the discard. When the row is as full as possible, the game goes on."""
    seen = s.seen
    if None in seen.row and not seen.pile and seen.discard:
        seen, news = replace(seen, pile=seen.discard, discard=()), (*news, Event(say("reshuffle")))
    if not seen.dealing and seen.phase != "roll":
        seen = replace(seen, phase="go" if seen.phase == "deal" else "turn")
    return State(seen, s.deadline), news


# A turn
def _act(s: State, action: Action, at: int) -> Step:
    seen = s.seen
    if seen.phase == "go":  # R4
        if action != GO:
            raise IllegalAction(say("go-first"))
        return State(replace(seen, phase="glass", started=at)), (Event(say("go", seat=seen.active)),)
    match action:
        case Roll():
            return _roll(s, at)
        case Take(slot, dice):
            return _take(s, slot, dice)
        case Stop():
            return _end_turn(seen, at, True, "stop")
        case UltimGlass() | UltimCards():
            return _ultim(s, action, at)
    raise IllegalAction(say("not-now"))


def _roll(s: State, at: int) -> Step:
    seen = s.seen
    if seen.rolled is not None and at < seen.rolled + seen.options.roll_gap:  # R5
        raise TooSoon(say("roll-too-soon"), seen.rolled + seen.options.roll_gap)
    seen = replace(seen, phase="roll", rolled=at, dice=(), unspent=())
    return _fill(State(seen, s.deadline), Event(say("roll", seat=seen.active)))


def _take(s: State, slot: int, used: Dice) -> Step:
    seen = s.seen
    card, dice, left = seen.row[slot], "+".join(map(str, used)), USES[seen.unspent].get(sum(used), {}).get(used)
    if card is None:
        raise IllegalAction(say("slot-empty", slot=slot + 1))
    if left is None:
        raise IllegalAction(say("no-such-dice", dice=dice))
    if sum(used) != NUMBER[card]:
        raise IllegalAction(say("wrong-sum", dice=dice, number=NUMBER[card], slot=slot + 1))
    news = say("take", seat=seen.active, colour=COLOURS[COLOUR[card]], number=NUMBER[card], dice=dice)
    row = (*seen.row[:slot], None, *seen.row[slot + 1 :])
    return State(replace(seen, row=row, unspent=left, taken=(*seen.taken, card)), s.deadline), (Event(news),)


def _end_turn(seen: PublicState, at: int, banked: bool, news: str) -> Step:
    """R7: the open cards go to the loot, or to the discard."""
    seat, ms, cards = seen.active, seen.ran(at), seen.taken
    event = Event(say(news, seat=seat, cards=len(cards), **_time(ms)))
    loot = (*seen.loot[:seat], tuple(sorted(seen.loot[seat] + cards)), *seen.loot[seat + 1 :]) if banked else seen.loot
    discard = seen.discard if banked else tuple(sorted(seen.discard + cards))
    over = PublicState(
        seen.options, seen.seats, "deal", seen.pile, loot, seen.first, seen.turn + 1, seen.row, discard, seen.counts
    )
    over = replace(over, verdicts=(*seen.verdicts, TurnEnd(seat, ms, banked)))
    return _end_round(over, event) if over.turn == TURNS * over.seats else _fill(State(over), event)


# The Ultim' card
def _ultim(s: State, action: UltimGlass | UltimCards, at: int) -> Step:
    seen = s.seen
    if not seen.may_ultim:
        raise IllegalAction(say("no-ultim" if seen.options.young else "ultim-used" if seen.ultim else "no-double"))
    if action == ULTIM_GLASS:  # R12
        seen = replace(seen, ultim=True, unspent=DOUBLE[seen.unspent], turned=at)
        return State(seen, _turned_deadline(seen, at)), (Event(say("ultim-glass", seat=seen.active)),)
    discard = tuple(sorted((*seen.discard, *(card for card in seen.row if card is not None))))  # R13
    seen = replace(seen, phase="renew", ultim=True, unspent=(), row=NO_ROW, discard=discard)
    return _fill(State(seen, s.deadline), Event(say("ultim-cards", seat=seen.active)))


def _turned_deadline(seen: PublicState, turned: int) -> int:
    """R12: when the glass is turned, the time it has run is the time left. So it is public."""
    return max(turned + seen.ran(turned), turned + 1)


def _imagine_deadline(seen: PublicState, now: int, below: Below) -> int | None:
    """A possible end of the glass, all equally likely, and after `now` even if the verdict is overdue."""
    if seen.started is None or seen.phase == "glass":
        return None
    if seen.turned is not None:
        return max(_turned_deadline(seen, seen.turned), now + 1)
    earliest = max(seen.options.glass_from, seen.ran(now) // 100 + 1)
    return seen.started + 100 * (earliest + below(max(seen.options.glass_to - earliest + 1, 1)))


# The end of a round
def _end_round(seen: PublicState, verdict: Event) -> Step:
    """R17: seats with a choice have to act. R14, R16: nothing is kept in Classic or in the last round."""
    round = len(seen.counts) + 1
    keeps: list[Colours | None] = [()] * seen.seats
    if seen.options.scoring == "super" and round < ROUNDS:
        keeps = [ways[0] if len(ways) == 1 else None for ways in (keepable(piles_of(loot)) for loot in seen.loot)]
    return _count(State(replace(seen, phase="keep"), None, tuple(keeps)), verdict, Event(say("round-over", round=round)))


def _keep(s: State, seat: Seat, action: Action) -> Step:
    if not isinstance(action, Keep) or action.colours not in keepable(piles_of(s.seen.loot[seat])):
        raise IllegalAction(say("bad-keep"))
    return _count(replace(s, keeps=(*s.keeps[:seat], action.colours, *s.keeps[seat + 1 :])))


def _count(s: State, *news: Event) -> Step:
    """Counts the round once nobody has a choice left."""
    counted = tuple(RoundCount(loot, keep) for loot, keep in zip(s.seen.loot, s.keeps, strict=True) if keep is not None)
    if len(counted) < s.seen.seats:
        return s, news
    seen = replace(s.seen, phase="over", turn=0, counts=(*s.seen.counts, counted))
    round = len(seen.counts)
    for seat, one in enumerate(counted):
        points = total(_counted_rows(seen.options.scoring, round, one))
        news += (Event(say("count", seat=seat, cards=len(one.loot), points=points)),)
        news += tuple(Event(say("keep", seat=seat, colour=COLOURS[colour])) for colour in one.keep)
    if round < ROUNDS:  # R14, R18: everything but kept loot is shuffled
        loots = tuple(tuple(card for card in c.loot if COLOUR[card] in c.keep) for c in counted)
        pile = tuple(sorted(set(DECK).difference(*loots)))
        seen = replace(seen, phase="deal", loot=loots, pile=pile, row=NO_ROW, discard=())
    return State(seen), news


# R14 to R16: the score (scoring.py).
def _sheet(seen: PublicState, seat: Seat) -> Sheet:
    rows: Sheet = ()
    for round, counts in enumerate(seen.counts, start=1):
        rows += _counted_rows(seen.options.scoring, round, counts[seat])
    return rows


def _scores(seen: PublicState) -> tuple[int, ...]:
    return tuple(total(_sheet(seen, seat)) for seat in range(seen.seats))


# R19: between tied players
def _last_sums(seen: PublicState) -> list[int]:
    return [sum(NUMBER[card] for card in counted.loot) for counted in seen.counts[-1]]


def _tie_break(seen: PublicState, seat: Seat) -> Sheet:
    """A row without points that says what decided between a seat and others with the same score."""
    if seen.phase != "over":
        return ()
    scores, sums = _scores(seen), _last_sums(seen)
    others = {one for score, one in zip(scores, sums, strict=True) if score == scores[seat]} - {sums[seat]}
    return (ScoreRow(say("tie-break", sum=sums[seat], against=max(others)), 0),) if others else ()


@lru_cache(1 << 10)  # every screen has the scores of all finished rounds
def _counted_rows(scoring: Scoring, round: int, counted: RoundCount) -> Sheet:
    return round_rows(scoring, round, piles_of(counted.loot), counted.keep, round == ROUNDS)


# The screen
def _turn_panels(seen: PublicState) -> list[Panel]:
    """R9: nothing here depends on the loot, so pile sizes are missing too."""
    spent = tuple((Counter(seen.dice) - Counter(seen.unspent)).elements())
    return [
        Panel("row", tuple("." if card is None else NAMES[card] for card in seen.row), shape="items"),
        Panel("taken", names_of(seen.taken), seen.active, "items"),
        Panel("dice", tuple(map(str, seen.unspent)), shape="items"),
        Panel("spent", tuple(map(str, spent)), shape="items"),
        Panel("ultim", int(not seen.ultim and not seen.options.young), shape="flag"),
        Panel("glass", int(seen.started is not None), shape="flag"),
    ]
