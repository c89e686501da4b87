"""Options are declared once, as a frozen dataclass; flags, forms, schemas and docs come from its types.

A field is a `Literal` of texts, a `bool`, or a whole number made with `whole`. Every field has a default.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import product
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from tablee.core.game import BadOptions, Game, say

T = TypeVar("T")


def whole(default: int, low: int, high: int, per_second: int = 0) -> Any:
    """A whole-number field between `low` and `high`, both included. A time says how many of its units are a second."""
    return field(default=default, metadata={"low": low, "high": high, "per_second": per_second})


@dataclass(frozen=True, slots=True)
class Option:
    """One field of an options type. `choices` is () for a whole number, `per_second` is 0 unless that is a time."""

    name: str
    default: str | int | bool
    choices: tuple[str | bool, ...]
    low: int = 0
    high: int = 0
    per_second: int = 0

    def read(self, value: object) -> str | int | bool:
        """Reads a JSON value or the text of a flag. Raises BadOptions."""
        if isinstance(self.default, bool) and isinstance(value, str):
            value = {"yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
        if not self.choices and isinstance(value, str) and value.isascii() and value.lstrip("-").isdigit() and len(value) < 12:
            value = int(value)
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        elif type(value) is int and self.low <= value <= self.high:
            return value
        raise BadOptions(say("bad-option-value", option=self.name, value=_shown(value)[:40], choices=self.range))

    @property
    def range(self) -> str:
        """The allowed values as the command line shows them: `free, adjacent, symbol`, `1 … 50` or `10 … 600 × 1/10 s`."""
        if not self.choices:
            unit = {0: "", 1: " s", 1000: " ms"}.get(self.per_second, f" × 1/{self.per_second} s")
            return f"{self.low} … {self.high}{unit}"
        return ", ".join({True: "yes", False: "no"}.get(c, str(c)) if isinstance(c, bool) else c for c in self.choices)


def _shown(value: object) -> str:
    """Text unchanged, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, default=str)


_DESCRIBED: dict[type[Any], tuple[Option, ...]] = {}  # cached: reading type hints takes longer than playing a step


def describe(options: type[Any]) -> tuple[Option, ...]:
    if options not in _DESCRIBED:
        _DESCRIBED[options] = _describe(options)
    return _DESCRIBED[options]


def _describe(options: type[Any]) -> tuple[Option, ...]:
    hints = get_type_hints(options)
    return tuple(_option(f.name, hints[f.name], f.default, f.metadata) for f in fields(options))


def _option(name: str, hint: Any, default: Any, metadata: Mapping[str, int]) -> Option:
    if get_origin(hint) is Literal:
        return Option(name, default, get_args(hint))
    if hint is bool:
        return Option(name, default, (False, True))
    return Option(name, default, (), metadata["low"], metadata["high"], metadata.get("per_second", 0))


def read_options(options: type[T], given: Mapping[str, object]) -> T:
    """Reads options from JSON values or texts; the others keep their defaults. Raises BadOptions."""
    known = {option.name: option for option in describe(options)}
    for name in given:
        if name not in known:
            raise BadOptions(say("unknown-option", option=name[:40], known=", ".join(known) or "—"))
    return options(**{name: known[name].read(value) for name, value in given.items()})


def new_options(game: Game[T, Any, Any, Any], given: Mapping[str, object]) -> T:
    """The options of a new match. Raises BadOptions."""
    options: T = read_options(game.options, given)
    return game.for_new_match(options, given.keys())


@lru_cache(64)  # a simulation plays all its matches with the same
def checked_options(game: Game[T, Any, Any, Any], options: T) -> T:
    """The same options, if they are those of this game and their values are allowed. Raises BadOptions."""
    if type(options) is not game.options:
        raise BadOptions(say("other-options", game=game.id))
    return read_options(game.options, {option.name: getattr(options, option.name) for option in describe(game.options)})


def changed(options: Any) -> dict[str, str | int | bool]:
    """The options that differ from their defaults, as records store them."""
    values = {option.name: getattr(options, option.name) for option in describe(type(options))}
    return {o.name: values[o.name] for o in describe(type(options)) if values[o.name] != o.default}


def combinations(options: type[T]) -> Iterator[T]:
    """Every combination of choices; whole numbers keep their defaults."""
    axes = [[(o.name, c) for c in o.choices or (o.default,)] for o in describe(options)]
    for row in product(*axes):
        yield options(**dict(row))
