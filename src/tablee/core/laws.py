"""The laws every game obeys, as functions to run on any game. There are no exemptions.

 1  states are hashable and play is deterministic: equal states and actions give equal results
 2  somebody is to act or there is an outcome, never both; at the end the sheets of a seat's own view and of a spectator's
    add up to the score, and the subrows of a row to its points; what `sheet_after` predicts comes true
 3  `play` accepts exactly what `legal` lists; bells ring only at the alarm, and seats act only before it
 4  notation round-trips, every text is in `codes`, and a replay of the texts reaches the same states
 5  odds are positive integers over `legal(CHANCE)`
 6  simultaneous actions commute
 7  `view(imagine(v)) == v`, with the same legal actions, and imagined matches can be played to their end
 8  same news, same view: what a seat was not shown changes nothing for it, and what it was shown is in its view
 9  every match ends within its bound, which is not less than the usual length
10  every game has golden records that still replay
11  kernels agree with `rules` (checked by the lab for games that have kernels)
12  what a bot does follows from what it is asked and its seed (checked by `tablee.lab.bot_laws`)

`walk` checks 1 to 9 along one random match. For law 8 it plays a second match next to the first and varies the rows that
the watching seat is not shown (not with `imagine`, which may share the leak): as long as the news is the same,
view, screen, sheets, what is to be done, reasons, legal actions, who is to act and the text of every refusal must be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tablee.core.game import (
    CHANCE,
    CLOCK,
    AnyGame,
    BadOptions,
    Below,
    Event,
    Game,
    IllegalAction,
    Message,
    Refusal,
    Screen,
    Seat,
    TooLate,
    TooSoon,
    say,
    total,
)
from tablee.core.options import combinations
from tablee.core.registry import Entry

HIDDEN = say("sheet-hidden")
PACES = (150, 1_000, 8_000, 40_000)  # the longest time between actions of a walk, in ms


class BrokenLaw(AssertionError):
    def __init__(self, law: int, what: str) -> None:
        super().__init__(f"law {law}: {what}")
        self.law = law


def require(law: int, holds: bool, what: str) -> None:
    if not holds:
        raise BrokenLaw(law, what)


def hash_of(state: object) -> int:
    try:
        return hash(state)
    except TypeError as error:
        raise BrokenLaw(1, f"a state cannot be hashed: {error}") from None


@dataclass(frozen=True, slots=True)
class _Move:
    """An action, and what playing it led to."""

    seat: Seat
    action: Any
    at: int
    after: Any
    events: tuple[Event, ...]


@dataclass
class Walk:
    """What happened during a walk, for statistics and for tests of the words."""

    plays: int = 0
    scores: tuple[int, ...] = ()
    said: set[Message] = field(default_factory=set)
    panels: set[str] = field(default_factory=set)


def walk(game: AnyGame, seats: int, options: Any, below: Below, standing: tuple[int, ...] = ()) -> Walk:
    """Plays one random match and checks laws 1 to 9. Raises BrokenLaw."""
    return _Walker(game, seats, options, below, standing).run()


class _Walker:
    def __init__(self, game: AnyGame, seats: int, options: Any, below: Below, standing: tuple[int, ...]) -> None:
        self.game, self.seats, self.options, self.below = game, seats, options, below
        self.read = cache(game.read)
        self.codes = game.codes(seats, options)
        self.known = frozenset(self.codes)
        self.bound = game.bound(seats, options)
        self.twin, self.replayed = (game.start(seats, options, standing) for _ in range(2))
        require(1, self.twin == self.replayed, "the same match starts differently")
        self.set_state(self.twin)
        self.watcher: Seat | None = (None, *range(seats))[below(seats + 1)]
        self.pace = PACES[below(len(PACES))]
        self.avoided_word = self.choice(self.codes).split()[0] if below(2) else ""
        self.at = 0
        self.plays = 0
        self.walked = Walk()

    def run(self) -> Walk:
        imagine_at = self.below(60)  # the play, early on, at which an imagined world is played to its end
        while self.asked:
            self.check_position(self.asked)
            if self.plays == imagine_at:
                self.play_out(self.imagine(self.watcher))
            self.step(self.pick(self.state, self.asked, self.at))
            require(9, self.plays <= self.bound, f"more than {self.bound} plays")
        length = self.game.length(self.seats, self.options)
        require(9, 0 < length <= self.bound, f"a usual length of {length} with a bound of {self.bound}")
        self.check_end()
        return self.walked

    def choice(self, of: Sequence[Any]) -> Any:
        return of[self.below(len(of))]

    # Several laws look at the same state: what it allows and what it shows is asked once.
    def set_state(self, state: Any) -> None:
        self.state = state
        self.asked, self.alarm = self.game.to_act(state), self.game.alarm(state)
        self.legals: dict[Seat, Sequence[Any]] = {}
        self.views: dict[Seat | None, Any] = {}

    def legal(self, seat: Seat) -> Sequence[Any]:
        legal = self.legals.get(seat)
        if legal is None:
            legal = self.legals[seat] = self.game.legal(self.state, seat)
        return legal

    def view(self, seat: Seat | None) -> Any:
        if seat not in self.views:
            self.views[seat] = self.game.view(self.state, seat)
        return self.views[seat]

    # what must hold in every position
    def check_position(self, asked: tuple[Seat, ...]) -> None:
        game, s = self.game, self.state
        require(2, len(set(asked)) == len(asked), f"to_act names a seat twice: {asked}")
        require(2, game.outcome(s) is None, f"{asked} are to act, but there is an outcome")
        for seat in asked:
            require(3, bool(self.legal(seat)), f"seat {seat} is to act but has no legal action")
        self.check_odds(asked)
        self.check_legality(asked)
        self.check_imagined(self.choice((None, *range(self.seats))))
        if len(asked) > 1 and self.below(3) == 0:
            self.check_order(asked)

    def check_odds(self, asked: tuple[Seat, ...]) -> None:
        odds = self.game.odds(self.state)
        legal = self.legal(CHANCE)
        require(5, [action for action, _ in odds] == list(legal), "odds and legal(CHANCE) differ")
        require(5, all(type(weight) is int and weight > 0 for _, weight in odds), "a weight is not a positive integer")
        require(
            5,
            (asked == (CHANCE,)) == bool(odds) and (CHANCE not in asked or len(asked) == 1),
            "CHANCE must act alone, with odds",
        )

    def check_legality(self, asked: tuple[Seat, ...]) -> None:
        for seat in (self.choice(asked), self.choice((CHANCE, CLOCK, *range(self.seats)))):
            legal = self.legal(seat)
            if type(self.game).legal_texts is not Game.legal_texts:
                texts = tuple(map(self.game.write, legal))
                require(3, self.game.legal_texts(self.state, seat) == texts, f"legal_texts and legal differ for seat {seat}")
            require(3, seat in asked or seat == CLOCK or not legal, f"seat {seat} is not to act but has legal actions")
            for text in (self.choice(self.codes), self.choice(self.codes)):
                self.check_action(seat, self.read(text), legal)
        self.check_bells(asked)

    def check_action(self, seat: Seat, action: Any, legal: Sequence[Any]) -> None:
        if seat == CLOCK:
            return
        try:
            self.game.play(self.state, seat, action, self.at)
        except TooSoon:
            fault, fits = "is too soon for seat {}, although it is not legal", action in legal
        except IllegalAction as refusal:
            self.walked.said.add(refusal.message)
            fault, fits = "is legal for seat {} but refused", action not in legal
        else:
            fault, fits = "is not legal for seat {} but accepted", action in legal
        if not fits:
            raise BrokenLaw(3, f"{self.game.write(action)} {fault.format(seat)}")

    def check_bells(self, asked: tuple[Seat, ...]) -> None:
        alarm, bells = self.alarm, self.legal(CLOCK)
        require(3, bool(bells) == (alarm is not None), "legal(CLOCK) and alarm disagree")
        if alarm is None:
            return
        require(3, alarm > self.at, f"the alarm at {alarm} ms is not after {self.at} ms")
        for at in (alarm - 1, alarm + 1):
            self.check_refusal(CLOCK, bells[0], at, IllegalAction)
        for seat in asked:
            self.check_refusal(seat, self.legal(seat)[0], alarm, TooLate)

    def check_refusal(self, seat: Seat, action: Any, at: int, kind: type[IllegalAction]) -> None:
        try:
            self.game.play(self.state, seat, action, at)
        except kind as refusal:
            self.walked.said.add(refusal.message)
            return
        raise BrokenLaw(3, f"{self.game.write(action)} of seat {seat} is accepted at {at} ms, the wrong time")

    def check_imagined(self, seat: Seat | None) -> None:
        game, view, world, asked = self.game, self.view(seat), self.imagine(seat), self.asked
        if self.plays % 8 == 0:
            self.screen(view)
        require(
            7,
            game.view(world, seat) == view,
            f"seat {seat} imagines a world in which it would have seen something else",
        )
        require(7, game.to_act(world) == asked, f"seat {seat} imagines a world where other seats are to act")
        if seat is not None:
            require(
                7,
                list(game.legal(world, seat)) == list(self.legal(seat)),
                f"seat {seat} imagines other actions",
            )
        alarm = game.alarm(world)
        require(
            7,
            (alarm is None) == (self.alarm is None),
            f"the world seat {seat} imagines has the wrong clock",
        )
        require(7, alarm is None or alarm > self.at, f"seat {seat} imagines a bell in the past")
        if seat in asked and self.below(24) == 0:
            self.check_prediction(seat, view, self.choice((self.state, world)))
            self.check_reasons(seat, self.state, world)

    def check_prediction(self, seat: Seat, view: Any, s: Any) -> None:
        """Law 2: a prediction comes true in every world with the same view, whatever the others choose."""
        game, action = self.game, self.choice(self.game.legal(s, seat))
        try:
            predicted = game.sheet_after(view, seat, action)
            after = self.play_step(s, seat, action)
        except TooSoon:
            return
        except Refusal as refusal:
            require(
                2,
                refusal.message == HIDDEN,
                f"sheet_after refuses {game.write(action)} of seat {seat}: {refusal}",
            )
            return
        self.walked.said.update(row.what for row in predicted)
        sheet = game.sheet(game.view(after, seat), seat)
        require(2, sheet == predicted, f"the sheet of seat {seat} after {game.write(action)} is not the one predicted")

    def play_step(self, s: Any, seat: Seat, action: Any) -> Any:
        """Plays a whole step; the others choose at random."""
        for other in self.game.to_act(s):
            s, _ = self.play_legal(s, other, action if other == seat else self.choice(self.game.legal(s, other)), self.at)
        return s

    def imagine(self, seat: Seat | None) -> Any:
        return self.game.imagine(self.view(seat), self.at, self.below)

    def play_out(self, s: Any) -> None:
        """An imagined match must end like any other."""
        game, at, plays = self.game, self.at, 0
        while asked := game.to_act(s):
            move = self.pick(s, asked, at)
            s, at, plays = move.after, move.at, plays + 1
            require(9, plays <= self.bound, f"an imagined match has more than {self.bound} plays")
        require(2, game.outcome(s) is not None, "an imagined match ends without an outcome")

    def check_order(self, asked: tuple[Seat, ...]) -> None:
        game = self.game
        chosen = {seat: self.choice(self.legal(seat)) for seat in asked}
        forward, backward = self.state, self.state
        for seat in asked:
            forward, _ = self.play_legal(forward, seat, chosen[seat], self.at)
        for seat in reversed(asked):
            require(
                6,
                list(game.legal(backward, seat)) == list(self.legal(seat)),
                f"another's choice changes what {seat} may do",
            )
            backward, _ = self.play_legal(backward, seat, chosen[seat], self.at)
        require(6, forward == backward, f"the order in which {asked} act matters")

    # one step of the match and of its twin
    def pick(self, s: Any, asked: tuple[Seat, ...], at: int) -> _Move:
        """A random action of some seat after a random time, or the bell if it rings first."""
        seat, result, here = self.choice(asked), None, s is self.state
        action = self.choose_action(self.legal(seat) if here else self.game.legal(s, seat))
        alarm = self.alarm if here else self.game.alarm(s)
        if seat != CHANCE:
            at += self.below(self.pace)
        try:
            result = self.play_legal(s, seat, action, at)
        except TooSoon as soon:
            self.walked.said.add(soon.message)
            at = soon.until
        except TooLate:
            require(3, alarm is not None and at >= alarm, f"{self.game.write(action)} is too late at {at} ms, before the alarm")
        if alarm is not None and at >= alarm:
            seat, action, at, result = CLOCK, self.choice(self.game.legal(s, CLOCK)), alarm, None
        return _Move(seat, action, at, *(result or self.play_legal(s, seat, action, at)))

    def choose_action(self, legal: Sequence[Any]) -> Any:
        """A random action. Half of the walks avoid one word where possible, so that long turns occur."""
        action = self.choice(legal)
        for _ in range(3 if self.avoided_word else 0):
            if self.game.write(action).split()[0] != self.avoided_word:
                break
            action = self.choice(legal)
        return action

    def play_legal(self, s: Any, seat: Seat, action: Any, at: int) -> tuple[Any, tuple[Event, ...]]:
        """Plays a legal action, which must be accepted."""
        try:
            return self.game.play(s, seat, action, at)
        except (TooSoon, TooLate):
            raise
        except IllegalAction as refusal:
            raise BrokenLaw(3, f"{self.game.write(action)} is legal for seat {seat} but refused: {refusal}") from refusal

    def step(self, move: _Move) -> None:
        self.replay(move)
        self.at = move.at
        self.plays += 1
        self.walked.said.update([event.message for event in move.events])
        together = self.twin is self.state
        self.set_state(move.after)
        self.follow(move, together)
        self.check_secrecy()

    def replay(self, move: _Move) -> None:
        """Plays the text of an action again, in a state that the texts before have reached: always with the same results."""
        text = self.game.write(move.action)
        action = self.read(text)
        require(4, action == move.action, f"{text!r} is read as another action")
        require(4, text in self.known, f"{text!r} is not in codes")
        self.replayed, events = self.game.play(self.replayed, move.seat, action, move.at)
        require(1, self.replayed == move.after and events == move.events, "the same play gives different results")
        require(1, hash_of(self.replayed) == hash_of(move.after), "equal states have different hashes")

    def follow(self, move: _Move, together: bool) -> None:
        """Lets the twin play something that gives the watcher the same news; if nothing does, it restarts from here."""
        news = self.news(move.events)
        for other in self.variations(move.seat, move.action):
            if together and other == move.action:
                break
            try:
                twin, heard = self.game.play(self.twin, move.seat, other, move.at)
            except IllegalAction:
                continue
            if self.news(heard) == news:
                self.twin = twin
                return
            if self.game.view(twin, self.watcher) == self.view(self.watcher):
                difference = f"{self.news(heard)} instead of {news}"
                raise BrokenLaw(8, f"seat {self.watcher} was told {difference}: its view has forgotten it")
        self.twin = self.state

    def variations(self, seat: Seat, action: Any) -> Iterator[Any]:
        """Other actions for this seat in the twin's position: a few at random, then the same one."""
        if seat not in (self.watcher, CLOCK):
            legal = self.game.legal(self.twin, seat)
            for _ in range(min(3, len(legal))):
                yield self.choice(legal)
        yield action

    def news(self, events: tuple[Event, ...]) -> list[Message]:
        return [event.message for event in events if event.reaches(self.watcher)]

    def check_secrecy(self) -> None:
        """Checks law 8. Both alarms are still ahead: the twin played in time."""
        game, seat, s, twin = self.game, self.watcher, self.state, self.twin
        if twin is s or twin == s:
            return
        view = self.view(seat)
        require(8, game.view(twin, seat) == view, f"the view of seat {seat} depends on what it was not shown")
        if self.below(4) == 0:  # equal views must give equal screens, sheets and words
            require(8, game.screen(game.view(twin, seat)) == self.screen(view), f"the screen of seat {seat} depends on a secret")
            there, here = (game.goal(game.view(each, seat)) for each in (twin, s))
            require(8, there == here, f"the goal that seat {seat} is told depends on a secret")
            if seat in self.asked:
                there, here = (game.todo(game.view(each, seat)) for each in (twin, s))
                require(8, there == here, f"what seat {seat} has to do depends on a secret")
                self.check_reasons(seat, twin, s)
        if self.below(32) == 0:
            whose = self.below(self.seats)
            theirs, ours = (game.sheet(game.view(each, seat), whose) for each in (twin, s))
            require(8, theirs == ours, f"the sheet of seat {whose} for seat {seat} depends on a secret")
        require(8, game.to_act(twin) == self.asked, "who is to act depends on a secret")
        if seat is None:
            return
        require(8, list(game.legal(twin, seat)) == list(self.legal(seat)), f"the legal actions of seat {seat} depend on a secret")
        action = self.read(self.choice(self.codes))
        require(8, self.answer(twin, action) == self.answer(s, action), f"a refusal to seat {seat} depends on a secret")

    def check_reasons(self, seat: Seat, *states: Any) -> None:
        """Law 8: reasons follow from the view. There may be none, but any two legal actions can be compared."""
        action, other = self.choice(self.legal(seat)), self.choice(self.legal(seat))
        found = [self.game.reasons(self.game.view(s, seat), action, other) for s in states]
        require(8, found[0] == found[-1], f"the reasons of seat {seat} depend on a secret")
        self.walked.said.update(message for reason in found[0] for message in (reason.title, reason.detail))

    def screen(self, view: Any) -> Screen:
        screen = self.game.screen(view)
        self.walked.panels.update(panel.name for panel in (*screen.public, *screen.own))
        return screen

    def answer(self, s: Any, action: Any) -> Message | None:
        assert self.watcher is not None
        try:
            self.game.play(s, self.watcher, action, self.at)
        except IllegalAction as refusal:
            return refusal.message
        return None

    def check_end(self) -> None:
        game, s = self.game, self.state
        outcome = game.outcome(s)
        if outcome is None:
            raise BrokenLaw(2, "nobody is to act, and there is no outcome")
        require(2, len(outcome.scores) == len(outcome.places) == self.seats, "the outcome lacks some seats")
        require(3, self.alarm is None and not self.legal(CLOCK), "a clock is running after the end")
        for seat in range(self.seats):
            for view in (self.view(seat), self.view(None)):
                self.screen(view)
                sheet = game.sheet(view, seat)
                self.walked.said.update(part.what for row in sheet for part in (row, *row.subrows))
                require(2, total(sheet) == outcome.scores[seat], f"the sheet of seat {seat} does not add up to its score")
                whole = all(total(row.subrows) == row.points for row in sheet if row.subrows)
                require(2, whole, f"a row of seat {seat} is not the sum of its subrows")
        self.walked.plays, self.walked.scores = self.plays, outcome.scores


def golden(entry: Entry, replay: Callable[[Path], None]) -> int:
    """Law 10: replays every record in the game's folder `golden` and returns their number. Raises BrokenLaw."""
    files = sorted((entry.folder / "golden").glob("*.match"))
    require(10, bool(files), "there are no golden records")
    for file in files:
        try:
            replay(file)
        except Exception as error:
            raise BrokenLaw(10, f"{file.name}: {error}") from error
    return len(files)


def situations(entry: Entry) -> list[tuple[int, Any]]:
    """Every usual number of seats with every combination of options that can start."""
    found = []
    for seats in entry.game.usual_seats:
        for options in combinations(entry.game.options):
            try:
                entry.game.start(seats, options)
            except BadOptions:
                continue
            found.append((seats, options))
    return found


def check(entry: Entry, matches: int, below: Below) -> Iterator[Walk]:
    """Plays random matches, spread over all situations. Raises BrokenLaw."""
    every = situations(entry)
    for number in range(matches):
        seats, options = every[number % len(every)]
        standing = tuple(below(100) for _ in range(seats)) if below(4) == 0 else ()
        yield walk(entry.game, seats, options, below, standing)
