"""Ultim' Limit: dice against a glass that nobody can see. The numbers R1 … are those of RULES.md."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Literal, TypeAlias

from tablee.core.game import (
    CHANCE,
    CLOCK,
    BadOptions,
    BadText,
    Below,
    Event,
    Game,
    IllegalAction,
    Outcome,
    Panel,
    Refusal,
    Row,
    Screen,
    Seat,
    Sheet,
    TooSoon,
    places,
    say,
    total,
)
from tablee.core.options import whole
from tablee.core.parts import load_parts

PARTS, DIGEST = load_parts(__file__)

Colour: TypeAlias = int
Colours: TypeAlias = tuple[Colour, ...]  # in rising order
Card: TypeAlias = int  # index into NAMES
Cards: TypeAlias = tuple[Card, ...]
Dice: TypeAlias = tuple[int, ...]  # in rising order
Sizes: TypeAlias = tuple[int, ...]  # of a loot's piles, by colour

# R1: the cards, colour by colour.
COLOURS: tuple[str, ...] = tuple(PARTS["colours"])
FACES = [(colour, number) for colour, name in enumerate(COLOURS) for number in PARTS["numbers"][name]]
COLOUR: tuple[Colour, ...] = tuple(colour for colour, _ in FACES)
NUMBER: tuple[int, ...] = tuple(number for _, number in FACES)
NAMES = tuple(f"{COLOURS[colour]}-{number}" for colour, number in FACES)
DECK: Cards = tuple(range(len(NAMES)))
MOST = tuple(COLOUR.count(colour) for colour in range(len(COLOURS)))
assert len(set(NAMES)) == PARTS["cards"]["count"]
assert set(NUMBER) <= set(range(1, 19))

# R2, R3: the row, the rounds, the dice.
SLOTS = range(PARTS["cards"]["row"])
NO_ROW = (None,) * len(SLOTS)
ROUNDS: int = PARTS["game"]["rounds"]
TURNS: int = PARTS["game"]["turns"]
GLASS, GAP = PARTS["glass"], PARTS["roll"]
HANDFULS: tuple[Dice, ...] = tuple(dice for n in (1, 2, 3) for dice in combinations_with_replacement(range(1, 7), n))

# R6: what can be taken with unspent dice: the ways to each sum, and what each way leaves.
USES: dict[Dice, dict[int, dict[Dice, Dice]]] = {(): {}}
for _dice in HANDFULS:
    USES[_dice] = {}
    for _way in sorted({way for n in (1, 2, 3) for way in combinations(_dice, n)}):
        USES[_dice].setdefault(sum(_way), {})[_way] = tuple(sorted((Counter(_dice) - Counter(_way)).elements()))
# R11: what a double leaves of unspent dice; in three dice there is one at the most.
DOUBLE = {dice: USES[dice][2 * a][a, a] for dice in HANDFULS for a in dice if dice.count(a) > 1}


@dataclass(frozen=True, slots=True)
class Options:
    scoring: Literal["classic", "super"] = "classic"
    young: bool = False
    glass_from: int = whole(GLASS["from"], GLASS["least"], GLASS["most"])  # tenths of a second
    glass_to: int = whole(GLASS["to"], GLASS["least"], GLASS["most"])
    roll_gap: int = whole(GAP["gap"], GAP["least"], GAP["most"])  # ms


@dataclass(frozen=True, slots=True)
class Action:
    verb: str
    n: int = 0  # a seat, a card, a slot or tenths of a second
    of: tuple[int, ...] = ()  # dice or colours


GO, ROLL, STOP, ULTIM_GLASS, ULTIM_CARDS, SAND = map(Action, ("go", "roll", "stop", "ultim glass", "ultim cards", "sand"))
FIRSTS = tuple(Action("first", seat) for seat in range(4))
DEALS = tuple(Action("card", card) for card in DECK)
GLASSES = {tenths: Action("glass", tenths) for tenths in range(GLASS["least"], GLASS["most"] + 1)}
THROWS = {Action("dice", of=dice): (1, 3, 6)[len(set(dice)) - 1] for dice in HANDFULS if len(dice) == 3}
TAKES = {(slot, dice): Action("take", slot, dice) for slot in SLOTS for dice in HANDFULS}
KEEPS = {colours: Action("keep", of=colours) for n in (1, 2, 3) for colours in combinations(range(len(COLOURS)), n)}

WRITE = {word: word.verb for word in (GO, ROLL, STOP, ULTIM_GLASS, ULTIM_CARDS, SAND)}
WRITE |= {a: f"{a.verb} {a.n}" for a in (*FIRSTS, *GLASSES.values())}
WRITE |= {a: f"card {NAMES[a.n]}" for a in DEALS}
WRITE |= {a: "dice " + "-".join(map(str, a.of)) for a in THROWS}
WRITE |= {a: f"take {a.n + 1} " + "+".join(map(str, a.of)) for a in TAKES.values()}
WRITE |= {a: "keep " + ",".join(COLOURS[colour] for colour in a.of) for a in KEEPS.values()}
READ = {text: a for a, text in WRITE.items()}


@lru_cache(64)
def _codes(seats: int, options: Options) -> tuple[str, ...]:
    glass = [GLASSES[tenths] for tenths in range(options.glass_from, options.glass_to + 1)]
    ultim = () if options.young else (ULTIM_GLASS, ULTIM_CARDS)
    keeps = KEEPS.values() if options.scoring == "super" else ()
    actions = (GO, ROLL, STOP, *ultim, *TAKES.values(), *keeps, *FIRSTS[:seats], *DEALS, *glass, *THROWS, SAND)
    return tuple(WRITE[a] for a in actions)


Step: TypeAlias = "tuple[State, tuple[Event, ...]]"
Phase: TypeAlias = Literal["first", "deal", "go", "glass", "turn", "roll", "renew", "keep", "over"]


@dataclass(frozen=True, slots=True)
class Counted:
    loot: Cards  # at the end of a round
    keep: Colours  # from it


@dataclass(frozen=True, slots=True)
class Verdict:
    seat: Seat
    ms: int  # that the glass had run when the turn ended
    banked: bool  # or lost


@dataclass(frozen=True, slots=True)
class Seen:
    """What all have seen, loot included: it lay open when it was taken (R9). No secret is in here."""

    options: Options
    seats: int
    phase: Phase
    pile: Cards  # known card by card; its order is not decided yet
    loot: tuple[Cards, ...]
    first: Seat = 0
    turn: int = 0  # turns over in this round
    row: tuple[Card | None, ...] = NO_ROW
    discard: Cards = ()
    counts: tuple[tuple[Counted, ...], ...] = ()  # of each round that is over, by seat
    verdicts: tuple[Verdict, ...] = ()
    # of the turn in progress; the last three are match times
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
        """The row is being filled, and there is a card for it."""
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
    """What all have seen, and the two secrets: when the glass runs out, and what is kept while others still choose."""

    seen: Seen
    deadline: int | None = None
    keeps: tuple[Colours | None, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    seen: Seen
    deadline: int | None  # for young players only (R20)
    keep: Colours | None  # this seat's own
    chosen: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    loot: str  # `blue 4, yellow 4, green 3`, or card by card: `blue-7 blue-3`
    keep: str = ""
    last: bool = False


class UltimLimit(Game[Options, State, Action, View]):
    id = "ultim-limit"
    version = "1.0"
    seats = range(1, 5)
    usual_seats = range(1, 5)
    options = Options
    parts = DIGEST
    paper = Paper

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        if options.glass_from > options.glass_to:
            raise BadOptions(say("glass-range", least=options.glass_from, most=options.glass_to))
        return State(Seen(options, seats, "first", DECK, ((),) * seats))

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
            return [KEEPS[colours] for colours in _keepable(_piles(seen.loot[seat]))]
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

    # R8, R9, R17: the glass and an open choice are secret; all the rest was seen.
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
            panels += [Panel("loot", _names(loot), seat, "items") for seat, loot in enumerate(seen.loot)]
        else:
            panels += _turn_panels(seen)
        if view.deadline is not None:
            panels.append(Panel("glass-ends", view.deadline, shape="number"))
        if seen.verdicts:
            last = seen.verdicts[-1]
            panels.append(Panel("banked" if last.banked else "lost", last.ms, last.seat, "number"))
        return Screen(tuple(panels), _own_panels(view))

    def imagine(self, view: View, now: int, below: Below) -> State:
        keeps: list[Colours | None] = []
        for seat, chosen in enumerate(view.chosen):
            ways = _keepable(_piles(view.seen.loot[seat]))
            keeps.append(None if not chosen else view.keep if seat == view.seat else ways[below(len(ways))])
        return State(view.seen, view.deadline or _imagine_deadline(view.seen, now, below), tuple(keeps))

    def sheet(self, view: View, seat: Seat) -> Sheet:
        return _sheet(view.seen, seat)

    # R9: the stop that ends a round counts loot that nobody may look at before. R17: then the loots lie open.
    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        seen, sheet = view.seen, _sheet(view.seen, seat)
        if action == STOP and seen.turn + 1 == TURNS * seen.seats:
            raise Refusal(say("sheet-hidden"))
        if action.verb == "keep":
            sheet += _rows(seen.options, len(seen.counts) + 1, _piles(seen.loot[seat]), action.of, last=False)
        return sheet

    # R19: the total, then the numbers on the cards of the last count.
    def outcome(self, s: State) -> Outcome | None:
        if s.seen.phase != "over":
            return None
        scores = tuple(total(_sheet(s.seen, seat)) for seat in range(s.seen.seats))
        sums = [sum(NUMBER[card] for card in counted.loot) for counted in s.seen.counts[-1]]
        return Outcome(scores, places(list(zip(scores, sums, strict=True))))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return _codes(seats, options)

    def bound(self, seats: int, options: Options) -> int:
        """A roll brings at most a draw of dice, three takes and three cards; a turned glass runs up to twice as long."""
        turn = 8 * (200 * options.glass_to // options.roll_gap + 2) + 2 * len(SLOTS) + 4
        return 1 + ROUNDS * seats * (TURNS * turn + 1)

    def write(self, a: Action) -> str:
        return WRITE[a]

    def read(self, text: str) -> Action:
        found = READ.get(text) or READ.get(_tidy(text))
        if found is None:
            raise BadText(say("no-such-action", text=text[:40]))
        return found

    def score(self, options: Options, papers: Sequence[Paper]) -> tuple[Sheet, ...]:
        loots = [_read_loot(paper.loot) for paper in papers]
        for card, times in Counter(card for _, cards in loots for card in cards).items():  # all come from one deck
            if times > 1:
                raise BadText(say("card-twice", card=NAMES[card]))
        for colour, most in enumerate(MOST):
            if (found := sum(piles.get(colour, 0) for piles, _ in loots)) > most:
                raise BadText(say("too-many", colour=COLOURS[colour], found=found, most=most))
        return tuple(_paper_rows(options, paper, piles) for paper, (piles, _) in zip(papers, loots, strict=True))


def _tidy(text: str) -> str:
    """R22: the dice of a take and the colours to keep may come in any order."""
    verb, *rest = text.split() or [""]
    if verb == "take" and rest:
        rest[-1] = "+".join(sorted(rest[-1].split("+")))
    if verb == "keep":
        rest = [",".join(sorted("".join(rest).split(","), key=" ".join(COLOURS).find))]
    return " ".join([verb, *rest])


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in cards)


def _time(ms: int) -> dict[str, str | int]:
    return {"seconds": ms // 1000, "hundredths": f"{ms % 1000 // 10:02d}"}


# The draws: who begins, the glass, the cards of the row, the dice.
def _draw(s: State, draw: Action) -> Step:
    seen = s.seen
    match draw.verb:
        case "first" if seen.phase == "first" and draw.n < seen.seats:  # R3
            return State(replace(seen, first=draw.n, phase="deal")), (Event(say("first", seat=draw.n)),)
        case "glass" if seen.phase == "glass" and seen.options.glass_from <= draw.n <= seen.options.glass_to:
            shown = (Event(say("glass", **_time(100 * draw.n))),) if seen.options.young else ()  # R8, R20
            return State(replace(seen, phase="turn"), 100 * draw.n - seen.ran(0)), shown
        case "card" if seen.dealing and draw.n in seen.pile:
            return _deal(s, draw.n)
        case "dice" if seen.phase == "roll" and not seen.dealing:
            shown = (Event(say("dice", dice="-".join(map(str, draw.of)))),)
            return State(replace(seen, phase="turn", dice=draw.of, unspent=draw.of), s.deadline), shown
    raise IllegalAction(say("no-such-draw"))


def _deal(s: State, card: Card) -> Step:
    seen = s.seen
    slot, at = seen.row.index(None), bisect_left(seen.pile, card)
    row, pile = (*seen.row[:slot], card, *seen.row[slot + 1 :]), seen.pile[:at] + seen.pile[at + 1 :]
    laid = Event(say("card", slot=slot + 1, colour=COLOURS[COLOUR[card]], number=NUMBER[card]))
    return _fill(State(replace(seen, row=row, pile=pile), s.deadline), laid)


def _fill(s: State, *news: Event) -> Step:
    """R10: an empty pile takes in the discard. Once the row is as full as can be, what follows follows."""
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
    match action.verb:
        case "roll":
            return _roll(s, at)
        case "take":
            return _take(s, action.n, action.of)
        case "stop":
            return _end_turn(seen, at, True, "stop")
        case "ultim glass" | "ultim cards":
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


def _end_turn(seen: Seen, at: int, banked: bool, news: str) -> Step:
    """R7: the open cards go to the loot, or to the discard."""
    seat, ms, cards = seen.active, seen.ran(at), seen.taken
    event = Event(say(news, seat=seat, cards=len(cards), **_time(ms)))
    loot = (*seen.loot[:seat], tuple(sorted(seen.loot[seat] + cards)), *seen.loot[seat + 1 :]) if banked else seen.loot
    discard = seen.discard if banked else tuple(sorted(seen.discard + cards))
    over = Seen(seen.options, seen.seats, "deal", seen.pile, loot, seen.first, seen.turn + 1, seen.row, discard, seen.counts)
    over = replace(over, verdicts=(*seen.verdicts, Verdict(seat, ms, banked)))
    return _end_round(over, event) if over.turn == TURNS * over.seats else _fill(State(over), event)


# The Ultim' card
def _ultim(s: State, action: Action, at: int) -> Step:
    seen = s.seen
    if not seen.may_ultim:
        raise IllegalAction(say("no-ultim" if seen.options.young else "ultim-used" if seen.ultim else "no-double"))
    if action == ULTIM_GLASS:  # R12
        seen = replace(seen, ultim=True, unspent=DOUBLE[seen.unspent], turned=at)
        return State(seen, _turned_deadline(seen, at)), (Event(say("ultim-glass", seat=seen.active)),)
    discard = tuple(sorted((*seen.discard, *(card for card in seen.row if card is not None))))  # R13
    seen = replace(seen, phase="renew", ultim=True, unspent=(), row=NO_ROW, discard=discard)
    return _fill(State(seen, s.deadline), Event(say("ultim-cards", seat=seen.active)))


def _turned_deadline(seen: Seen, turned: int) -> int:
    """R12: what has run when the glass is turned is what is left. It follows from what all have seen."""
    return max(turned + seen.ran(turned), turned + 1)


def _imagine_deadline(seen: Seen, now: int, below: Below) -> int | None:
    """Any end of the glass that is still to come, each as likely; after `now` even if the verdict is overdue."""
    if seen.started is None or seen.phase == "glass":
        return None
    if seen.turned is not None:
        return max(_turned_deadline(seen, seen.turned), now + 1)
    earliest = max(seen.options.glass_from, seen.ran(now) // 100 + 1)
    return seen.started + 100 * (earliest + below(max(seen.options.glass_to - earliest + 1, 1)))


# The end of a round
def _end_round(seen: Seen, verdict: Event) -> Step:
    """R17: who has a choice is asked. R14, R16: nothing is kept in the Classic game and in the last round."""
    round = len(seen.counts) + 1
    keeps: list[Colours | None] = [()] * seen.seats
    if seen.options.scoring == "super" and round < ROUNDS:
        keeps = [ways[0] if len(ways) == 1 else None for ways in (_keepable(_piles(loot)) for loot in seen.loot)]
    return _count(State(replace(seen, phase="keep"), None, tuple(keeps)), verdict, Event(say("round-over", round=round)))


def _keep(s: State, seat: Seat, action: Action) -> Step:
    if action.verb != "keep" or action.of not in _keepable(_piles(s.seen.loot[seat])):
        raise IllegalAction(say("bad-keep"))
    return _count(replace(s, keeps=(*s.keeps[:seat], action.of, *s.keeps[seat + 1 :])))


def _count(s: State, *news: Event) -> Step:
    """When nobody has a choice left to make."""
    counted = tuple(Counted(loot, keep) for loot, keep in zip(s.seen.loot, s.keeps, strict=True) if keep is not None)
    if len(counted) < s.seen.seats:
        return s, news
    seen = replace(s.seen, phase="over", turn=0, counts=(*s.seen.counts, counted))
    round = len(seen.counts)
    for seat, (loot, keep) in enumerate((c.loot, c.keep) for c in counted):
        points = total(_rows(seen.options, round, _piles(loot), keep, round == ROUNDS))
        news += (Event(say("count", seat=seat, cards=len(loot), points=points)),)
        news += tuple(Event(say("keep", seat=seat, colour=COLOURS[colour])) for colour in keep)
    if round < ROUNDS:  # R14, R18: all but kept loot is shuffled
        loots = tuple(tuple(card for card in c.loot if COLOUR[card] in c.keep) for c in counted)
        pile = tuple(sorted(set(DECK).difference(*loots)))
        seen = replace(seen, phase="deal", loot=loots, pile=pile, row=NO_ROW, discard=())
    return State(seen), news


def _piles(loot: Cards) -> Mapping[Colour, int]:
    return Counter(COLOUR[card] for card in loot)


def _keepable(piles: Mapping[Colour, int]) -> tuple[Colours, ...]:
    """R15, R17: the sets of colours that can be the second three piles, however equal piles are sorted."""
    return _ways(tuple(piles.get(colour, 0) for colour in range(len(COLOURS))))


@lru_cache(4096)
def _ways(sizes: Sizes) -> tuple[Colours, ...]:
    kept = Counter(sorted(filter(None, sizes), reverse=True)[3:6])
    equals = ([colour for colour, n in enumerate(sizes) if n == size] for size in kept)
    ways = product(*(combinations(equal, n) for equal, n in zip(equals, kept.values(), strict=True)))
    return tuple(sorted(tuple(sorted(colour for part in way for colour in part)) for way in ways))


# The score
def _sheet(seen: Seen, seat: Seat) -> Sheet:
    rows: Sheet = ()
    for round, counts in enumerate(seen.counts, start=1):
        rows += _rows(seen.options, round, _piles(counts[seat].loot), counts[seat].keep, round == ROUNDS)
    return rows


def _rows(options: Options, round: int, piles: Mapping[Colour, int], keep: Colours, last: bool) -> Sheet:
    """One round; `round` is 0 for a loot from outside."""
    if options.scoring == "classic":  # R14
        return (Row(say("round-cards", round=round), sum(piles.values())),)
    order = sorted(piles, key=lambda colour: -piles[colour])  # R15
    kept, rest = [c for c in order if c in keep], [c for c in order if c not in keep]
    rows = [("row-count", rest[:3], 1), ("row-keep", kept, 0), ("row-subtract", rest[3:], -1)]
    if last:
        del rows[1]  # R16
    return tuple(_row(what, round, colours, [piles[c] for c in colours], points) for what, colours, points in rows)


def _row(what: str, round: int, colours: Sequence[Colour], sizes: Sequence[int], points: int) -> Row:
    shown = say(what, round=round, piles=" + ".join(map(str, sizes)) or "0")
    return Row(shown, points * sum(sizes), tuple(COLOURS[colour] for colour in colours))


# The screen
def _turn_panels(seen: Seen) -> list[Panel]:
    """R9: nothing here depends on the loot, so there are no pile sizes either."""
    spent = tuple((Counter(seen.dice) - Counter(seen.unspent)).elements())
    return [
        Panel("row", tuple("." if card is None else NAMES[card] for card in seen.row), shape="items"),
        Panel("taken", _names(seen.taken), seen.active, "items"),
        Panel("dice", tuple(map(str, seen.unspent)), shape="items"),
        Panel("spent", tuple(map(str, spent)), shape="items"),
        Panel("ultim", int(not seen.ultim and not seen.options.young), shape="flag"),
        Panel("glass", int(seen.started is not None), shape="flag"),
    ]


def _own_panels(view: View) -> tuple[Panel, ...]:
    seen = view.seen
    if view.seat is None or seen.options.scoring == "classic" or seen.phase == "over":
        return ()
    loot, last = seen.loot[view.seat], len(seen.counts) == ROUNDS - 1  # R9
    keep = () if last else view.keep or _keepable(_piles(loot))[0]  # R17: the first way, until one is chosen
    rows = [Panel(row.what.id, row.cells, shape="items") for row in _rows(seen.options, 0, _piles(loot), keep, last)]
    return (*(() if seen.phase == "keep" else (Panel("loot", _names(loot), view.seat, "items"),)), *rows)


# Loot from outside
def _read_loot(text: str) -> tuple[Mapping[Colour, int], Cards]:
    """The sizes of the piles as they are named, and the cards if they are. Raises BadText."""
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if any("-" in word for word in words):
        cards = tuple(_find(NAMES, word, "no-such-card") for word in words)
        return _piles(cards), cards
    piles: dict[Colour, int] = {}
    for name, count in zip(words[::2], [*words[1::2], ""], strict=False):
        colour = _find(COLOURS, name, "no-such-colour")
        if colour in piles:
            raise BadText(say("colour-twice", colour=name))
        if count not in map(str, range(1, MOST[colour] + 1)):
            raise BadText(say("bad-pile", colour=name, found=count[:40], most=MOST[colour]))
        piles[colour] = int(count)
    return piles, ()


def _find(names: Sequence[str], name: str, refusal: str) -> int:
    if name not in names:
        raise BadText(say(refusal, name=name[:40], known=", ".join(COLOURS)))
    return names.index(name)


def _paper_rows(options: Options, paper: Paper, piles: Mapping[Colour, int]) -> Sheet:
    """R17: where nothing is said about equal piles, they are sorted as they were named."""
    keep = [_find(COLOURS, name, "no-such-colour") for name in re.split(r"[\s,;]+", paper.keep) if name]
    if options.scoring == "classic" or paper.last:
        if keep:
            raise BadText(say("nothing-kept"))
    elif tuple(sorted(keep := keep or sorted(piles, key=lambda colour: -piles[colour])[3:6])) not in _keepable(piles):
        raise BadText(say("bad-keep"))
    return _rows(options, 0, piles, tuple(keep), paper.last)
