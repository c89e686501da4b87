"""Views as integers: the whole view, nothing else, always at the same positions."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
import pytest

from tablee.adapters.environment import several
from tablee.adapters.layout import Layout, ViewTooLong, canonical, part_of
from tablee.bots import chance_of
from tablee.core import laws
from tablee.core.registry import Entry
from tests.adapters.every import every_entry, stage_of, wander


@dataclass(frozen=True)
class Options:
    pass


@dataclass(frozen=True)
class Cat:
    lives: int


@dataclass(frozen=True)
class Dog:
    tricks: tuple[str, ...]
    age: int


@dataclass(frozen=True)
class Zoo:
    options: Options
    mood: Literal["calm", "wild"]
    pets: tuple[Cat | Dog | None, ...]
    seen: frozenset[int] = frozenset()
    pair: tuple[int, bool] = (0, False)


def layout(*matches: list[Any]) -> Layout:
    return Layout(part_of(Zoo, Options(), ("sit", "roll")), matches)


SMALL = Zoo(Options(), "wild", (Cat(9), None), frozenset({3}), (-7, True))
LARGE = Zoo(Options(), "calm", (Dog(("sit", "", "roll"), 4),) * 3, frozenset({8, 0, 16}))


def test_views_round_trip() -> None:
    both = layout([SMALL], [LARGE])
    for zoo in (SMALL, LARGE, Zoo(Options(), "calm", ())):
        assert both.read(both.write(zoo)) == zoo
        assert ((both.least <= both.write(zoo)) & (both.write(zoo) <= both.most)).all()


def test_every_entry_has_a_unique_name() -> None:
    both = layout([SMALL], [LARGE])
    assert len(both.names) == len(set(both.names)) == both.size
    numbers = dict(zip(both.names, both.write(LARGE).tolist(), strict=True))
    assert numbers["mood"] == 0
    assert numbers["pets.length"] == 3
    assert numbers["pets[1].kind"] == 1
    assert numbers["pets[1].tricks[2]"] == 2
    assert numbers["pets[2].age"] == 4
    assert "options" not in numbers


def test_overflow_goes_to_the_last_entries() -> None:
    both = layout([SMALL], [LARGE])
    pets = (Dog(("sit",) * 5, 1), Dog((), 2), Cat(3), Dog(("roll", "sit"), 4))
    longer = Zoo(Options(), "calm", pets, frozenset(range(5)))
    assert both.read(both.write(longer)) == longer
    assert both.write(longer)[both.names.index("more[0]")] == 1  # a fourth trick of the first dog
    with pytest.raises(ViewTooLong):
        both.write(Zoo(Options(), "calm", (Cat(1),) * 100))


def test_there_are_no_overflow_entries_unless_needed() -> None:
    same = layout([SMALL], [SMALL])
    assert "more[0]" not in same.names
    with pytest.raises(ViewTooLong):
        same.write(LARGE)


def test_a_view_with_an_unsupported_type_is_refused() -> None:
    with pytest.raises(TypeError, match="not <class 'float'>"):
        part_of(tuple[float, ...], None, ())
    with pytest.raises(TypeError, match="does not have the type"):
        layout([SMALL]).write(Zoo(Options(), "calm", ("cat",)))  # type: ignore[arg-type]


def test_values_are_equal_exactly_if_their_texts_are() -> None:
    one, other = (Zoo(Options(), "calm", (), frozenset(order)) for order in ((0, 8), (8, 0)))
    assert list(one.seen) != list(other.seen)
    assert canonical(one) == canonical(other)
    assert np.array_equal(layout([one]).write(one), layout([one]).write(other))
    assert canonical(LARGE) != canonical(SMALL)
    assert canonical((1, (2,))) != canonical((1, 2))
    assert canonical(("1",)) != canonical((1,))


def check_matches(entry: Entry, matches: int) -> None:
    every = laws.situations(entry)
    for seed in range(matches):
        seats, options = random.Random(seed).choice(every)
        core = stage_of(entry.game.id, seats, **asdict(options))
        for m in wander(core, seed):
            seat = random.Random(m.at).randrange(seats)
            numbers = core.observe(m, seat)
            assert core.layout.read(numbers) == core.seen(m, seat)
            assert ((core.layout.least <= numbers) & (numbers <= core.layout.most)).all()


@every_entry
def test_observations_hold_the_whole_view_of_every_game(entry: Entry) -> None:
    check_matches(entry, 1)


@pytest.mark.soak
@every_entry
def test_observations_hold_the_whole_view_in_many_matches(entry: Entry) -> None:
    check_matches(entry, 50)


@pytest.mark.soak
@every_entry
def test_observations_have_room_for_strong_play(entry: Entry) -> None:
    core = stage_of(entry.game.id, several(entry.game), pace=400)
    for make in entry.bots.values():
        chance = random.Random(1).randrange
        bots = [make(entry.game, seat, chance_of("1", seat)) for seat in range(core.seats)]
        m = core.settle(core.start, chance)
        while asked := core.to_act(m):
            state, seat = m.state, asked[0]
            choice = bots[seat].choose(entry.game.view(state, seat), entry.game.legal(state, seat), m.at)
            m = core.settle(core.act(m, {seat: core.number(choice)}), chance)
            assert core.layout.read(core.observe(m, seat)) == core.seen(m, seat)


@every_entry
def test_views_a_seat_cannot_tell_apart_encode_the_same(entry: Entry) -> None:
    core = stage_of(entry.game.id, several(entry.game))
    chance = random.Random(7)
    for m in wander(core, 1)[::5]:
        seat = chance.randrange(core.seats)
        world = core.imagine(m, seat, chance.randrange)
        assert np.array_equal(core.observe(world, seat), core.observe(m, seat))
        assert core.text(world, seat) == core.text(m, seat)
        assert np.array_equal(core.mask(world, seat), core.mask(m, seat))
