"""Converts a view to an array of integers of fixed size, and back, without losing or adding anything.

The layout is derived from the types of the game's view. A tuple is stored as its length, then space for its items; a field
that can be of several kinds starts with the number of the kind; a text is an action's text, stored as its code plus one. To
find out how much space tuples need, some matches are played. If better play makes a tuple longer, the items that do not fit
are written one after the other into the last entries, called `more`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from itertools import islice
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int32]
Place: TypeAlias = tuple[str, int, int]  # the name, lowest and highest value of one entry
LEAST, MOST = int(np.iinfo(np.int32).min), int(np.iinfo(np.int32).max)


class ViewTooLong(ValueError):
    """A view that does not fit, even with the entries in `more`."""


class Part(ABC):
    """Converts one kind of value. It takes exactly `width` integers, padded with 0; packed (`more` is None), only as many
    as it needs."""

    width: int = 1
    elastic: bool = False  # whether its width has to be measured

    @abstractmethod
    def fits(self, value: Any) -> bool: ...

    @abstractmethod
    def write(self, value: Any, out: list[int], more: list[int] | None) -> None: ...

    @abstractmethod
    def read(self, numbers: Iterator[int], more: Iterator[int] | None) -> Any: ...

    @abstractmethod
    def places(self, name: str) -> Iterator[Place]: ...

    def measure(self, value: Any) -> None:  # noqa: B027 - most parts have nothing to learn
        """Looks at one value, to find out how long it can get."""

    def settle(self) -> None:  # noqa: B027
        """Called at the end of a match: sets the width to what all matches so far need."""

    @property
    def steady(self) -> bool:
        """Whether its tuples reached the same length in every match."""
        return True


class Whole(Part):
    def fits(self, value: Any) -> bool:
        return type(value) is int

    def write(self, value: Any, out: list[int], more: list[int] | None) -> None:
        out.append(value)

    def read(self, numbers: Iterator[int], more: Iterator[int] | None) -> int:
        return next(numbers)

    def places(self, name: str) -> Iterator[Place]:
        yield name, LEAST, MOST


class Choice(Part):
    """One of a few values, by its index."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values
        self.index = {value: number for number, value in enumerate(values)}
        self.kinds = {type(value) for value in values}

    def fits(self, value: Any) -> bool:
        return type(value) in self.kinds and value in self.index

    def write(self, value: Any, out: list[int], more: list[int] | None) -> None:
        out.append(self.index[value])

    def read(self, numbers: Iterator[int], more: Iterator[int] | None) -> Any:
        return self.values[next(numbers)]

    def places(self, name: str) -> Iterator[Place]:
        yield name, 0, max(len(self.values) - 1, 1)


class Constant(Part):
    """A value that is the same in every view is not stored."""

    width = 0

    def __init__(self, value: Any) -> None:
        self.value = value

    def fits(self, value: Any) -> bool:
        return bool(value == self.value)

    def write(self, value: Any, out: list[int], more: list[int] | None) -> None:
        pass

    def read(self, numbers: Iterator[int], more: Iterator[int] | None) -> Any:
        return self.value

    def places(self, name: str) -> Iterator[Place]:
        yield from ()


class Many(Part):
    """A tuple or set of values of one kind: their number, then each value. Sets are written in sorted order."""

    elastic = True

    def __init__(self, item: Part, kind: type[Any]) -> None:
        self.item, self.kind = item, kind
        self.room, self.longest = 1, 0
        self.lengths: set[int] = set()  # the longest of each match

    def fits(self, value: Any) -> bool:
        return isinstance(value, self.kind)

    def measure(self, value: Any) -> None:
        self.longest = max(self.longest, len(value))
        if self.item.elastic:
            for item in value:
                self.item.measure(item)

    def settle(self) -> None:
        self.item.settle()
        self.lengths.add(self.longest)
        self.room, self.longest = max(self.room, self.longest), 0
        self.width = 1 + self.room * self.item.width

    @property
    def steady(self) -> bool:
        return len(self.lengths) == 1 and self.item.steady

    def write(self, value: Any, out: list[int], more: list[int] | None) -> None:
        out.append(len(value))
        values = sorted(value) if self.kind is frozenset else value
        if more is None:
            for item in values:
                self.item.write(item, out, None)
            return
        for item in values[: self.room]:
            self.item.write(item, out, more)
        out += [0] * (max(self.room - len(values), 0) * self.item.width)
        for item in values[self.room :]:
            self.item.write(item, more, None)

    def read(self, numbers: Iterator[int], more: Iterator[int] | None) -> Any:
        count = next(numbers)
        if more is None:
            return self.kind([self.item.read(numbers, None) for _ in range(count)])
        values = [self.item.read(numbers, more) for _ in range(min(count, self.room))]
        skip(numbers, max(self.room - count, 0) * self.item.width)
        return self.kind(values + [self.item.read(more, None) for _ in range(count - self.room)])

    def places(self, name: str) -> Iterator[Place]:
        yield f"{name}.length", 0, MOST
        for k in range(self.room):
            yield from self.item.places(f"{name}[{k}]")


class Record(Part):
    """A dataclass, or a tuple of fixed length: field by field."""

    def __init__(self, kind: type[Any], parts: Mapping[str, Part], make: Callable[[list[Any]], Any]) -> None:
        self.kind, self.names, self.parts, self.make = kind, list(parts), list(parts.values()), make
        self.elastic = any(part.elastic for part in self.parts)

    def values(self, value: Any) -> Iterable[Any]:
        return value if self.kind is tuple else [getattr(value, name) for name in self.names]

    def fits(self, value: Any) -> bool:
        return isinstance(value, self.kind)

    def measure(self, value: Any) -> None:
        for part, field in zip(self.parts, self.values(value), strict=True):
            if part.elastic:
                part.measure(field)

    def settle(self) -> None:
        for part in self.parts:
            part.settle()
        self.width = sum(part.width for part in self.parts)

    @property
    def steady(self) -> bool:
        return all(part.steady for part in self.parts)

    def write(self, value: Any, out: list[int], more: list[int] | None) -> None:
        for part, field in zip(self.parts, self.values(value), strict=True):
            part.write(field, out, more)

    def read(self, numbers: Iterator[int], more: Iterator[int] | None) -> Any:
        return self.make([part.read(numbers, more) for part in self.parts])

    def places(self, name: str) -> Iterator[Place]:
        for field, part in zip(self.names, self.parts, strict=True):
            yield from part.places(f"{name}.{field}" if name else field)


class Either(Part):
    """One of several kinds: the number of the kind, then the value, padded to the widest kind."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.elastic = any(part.elastic for part in parts)

    def which(self, value: Any) -> int:
        for number, part in enumerate(self.parts):
            if part.fits(value):
                return number
        raise TypeError(f"{value!r} does not have the type the view declares")

    def fits(self, value: Any) -> bool:
        return any(part.fits(value) for part in self.parts)

    def measure(self, value: Any) -> None:
        self.parts[self.which(value)].measure(value)

    def settle(self) -> None:
        for part in self.parts:
            part.settle()
        self.width = 1 + max(part.width for part in self.parts)

    @property
    def steady(self) -> bool:
        return all(part.steady for part in self.parts)

    def write(self, value: Any, out: list[int], more: list[int] | None) -> None:
        kind = self.which(value)
        out.append(kind)
        self.parts[kind].write(value, out, more)
        if more is not None:
            out += [0] * (self.width - 1 - self.parts[kind].width)

    def read(self, numbers: Iterator[int], more: Iterator[int] | None) -> Any:
        part = self.parts[next(numbers)]
        value = part.read(numbers, more)
        if more is not None:
            skip(numbers, self.width - 1 - part.width)
        return value

    def places(self, name: str) -> Iterator[Place]:
        """All kinds share the same entries. Bounds cover every kind; names come from the widest."""
        yield f"{name}.kind", 0, len(self.parts) - 1
        kinds = [list(part.places(name)) for part in self.parts]
        widest = max(kinds, key=lambda places: len(places))
        for at in range(self.width - 1):
            sharing = [kind[at] for kind in kinds if at < len(kind)]
            yield widest[at][0], min(0, *(least for _, least, _ in sharing)), max(0, *(most for _, _, most in sharing))


def skip(numbers: Iterator[int], count: int) -> None:
    for _ in islice(numbers, count):
        pass


def part_of(kind: Any, constant: Any, codes: Sequence[str]) -> Part:
    """The part for a type annotation. Any field of the type of `constant` holds `constant`."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is type(constant):
        return Constant(constant)
    if kind in SIMPLE:
        return SIMPLE[kind]()
    if kind is str:
        return Choice(("", *codes))
    if origin is Literal:
        return Choice(args)
    if origin in (Union, UnionType):
        return Either([part_of(arg, constant, codes) for arg in args])
    if origin is frozenset or (origin is tuple and args[-1] is Ellipsis):
        return Many(part_of(args[0], constant, codes), origin)
    if origin is tuple:
        return Record(tuple, {str(k): part_of(arg, constant, codes) for k, arg in enumerate(args)}, tuple)
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        parts = {name: part_of(hints[name], constant, codes) for name in field_names(kind)}
        return Record(kind, parts, lambda values: kind(*values))
    raise TypeError(f"views may contain integers, action texts, tuples, sets and frozen dataclasses, not {kind}")


SIMPLE: dict[Any, Callable[[], Part]] = {
    int: Whole,
    bool: lambda: Choice((False, True)),
    NoneType: lambda: Constant(None),
}


class Layout:
    """The layout of one kind of value. `more` has space for `spare` times the longest value seen."""

    def __init__(self, part: Part, matches: Iterable[Iterable[Any]], spare: int = 4) -> None:
        """`matches` yields the values during each match; they are longest at the end."""
        longest = 0
        for values in matches:
            last = None
            for last in values:
                part.measure(last)
            longest = max(longest, len(packed(part, last)))
            part.settle()
        self.part, self.head = part, part.width
        self.tail = 0 if part.steady else spare * longest
        places = [*part.places(""), *((f"more[{k}]", LEAST, MOST) for k in range(self.tail))]
        self.names = tuple(name for name, _, _ in places)
        self.least = np.array([least for _, least, _ in places], np.int32)
        self.most = np.array([most for _, _, most in places], np.int32)

    @property
    def size(self) -> int:
        return self.head + self.tail

    def write(self, value: Any) -> Numbers:
        """Raises ViewTooLong."""
        out: list[int] = []
        more: list[int] = []
        self.part.write(value, out, more)
        if len(more) > self.tail:
            raise ViewTooLong(f"this view takes {len(more)} places more than its tuples have, and there are {self.tail}")
        numbers = np.zeros(self.size, np.int32)
        numbers[: self.head] = out
        numbers[self.head : self.head + len(more)] = more
        return numbers

    def read(self, numbers: NDArray[Any]) -> Any:
        plain: list[int] = numbers.tolist()
        return self.part.read(iter(plain), iter(plain[self.head :]))


def packed(part: Part, value: Any) -> list[int]:
    out: list[int] = []
    part.write(value, out, None)
    return out


def canonical(value: Any) -> str:
    """A text that is equal exactly for equal values."""
    if isinstance(value, tuple):
        return f"({', '.join(map(canonical, value))})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(canonical, value)))}}}"
    return repr(value) if isinstance(value, int | str | None) else _record(value)


@lru_cache(maxsize=512)  # most of a view stays the same from one move to the next
def _record(value: Any) -> str:
    kind: Any = type(value)
    return f"{kind.__name__}({', '.join([f'{name}={canonical(getattr(value, name))}' for name in field_names(kind)])})"


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
