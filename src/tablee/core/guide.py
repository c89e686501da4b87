"""A guided first game: a practice match with a fixed seed, and a few bubbles that teach the rules by doing.

A game describes it in `guide.toml`, next to its rules:

    seed = "first"                 # draws are fair, but the same each time
    bots = ["greedy"]              # you sit down first, then these
    [options]                      # those of the match
    [[bubbles]]
    text = "guide-call"            # a sentence in the game's strings
    when = "asked"                 # it appears at the next step of this kind: see WHEN
    point = ["panel:call", "suggest:c3"]
    until = "act"                  # and stays until this happens: see UNTIL

The last bubble says what wins and when the game ends; then players are asked whether to finish it or to begin a real one.
Bubbles appear one after the other. `point` lights panels by their name, and what can be tapped by its action text, in which a
final `*` stands for anything. A suggestion is lit alone, but only for players who have followed all suggestions so far. For
others, the bubble's actions are lit or, without any, whatever is legal. With a suggestion, the cells `along` it are half lit.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST = 8  # bubbles
WHEN = ("asked", "legal:", "event:", "over")  # you are to act · with such an action · this was told · the game is over
UNTIL = ("act", "event:", "read")  # you have acted · this was told · you have tapped OK, or acted a second later or more
POINT = ("action:", "suggest:", "along:", "panel:", "page:")
PAGE = ("score", "players", "rivals", "news")  # what every table has beside the game itself


class BadGuide(ValueError):
    """A guide.toml that cannot be used; says why."""


@dataclass(frozen=True, slots=True)
class Bubble:
    text: str
    point: tuple[str, ...]
    when: str = "asked"
    until: str = "act"


@dataclass(frozen=True, slots=True)
class Guide:
    seed: str
    bots: tuple[str, ...]
    bubbles: tuple[Bubble, ...]
    options: Mapping[str, str | int | bool] = field(default_factory=dict)


def load_guide(folder: Path) -> Guide | None:
    """The guide in a game's folder, if it has one. Raises BadGuide."""
    path = folder / "guide.toml"
    if not path.exists():
        return None
    try:
        return read_guide(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, BadGuide) as error:
        raise BadGuide(f"{path}: {error}") from None


def read_guide(plain: Mapping[str, Any]) -> Guide:
    """Raises BadGuide."""
    _only(plain, {"seed": str, "bots": list, "options": dict, "bubbles": list}, ("seed", "bots", "bubbles"))
    bubbles = tuple(_bubble(number, bubble) for number, bubble in enumerate(plain["bubbles"], start=1))
    if not 1 <= len(bubbles) <= MOST:
        raise BadGuide(f"it has {len(bubbles)} bubbles instead of 1 to {MOST}")
    return Guide(plain["seed"], _texts("bots", plain["bots"]), bubbles, dict(plain.get("options", {})))


def _bubble(number: int, plain: Any) -> Bubble:
    try:
        _only(plain, {"text": str, "when": str, "until": str, "point": list}, ("text", "point"))
        bubble = Bubble(plain["text"], _texts("point", plain["point"]), plain.get("when", "asked"), plain.get("until", "act"))
        _known("when", WHEN, bubble.when)
        _known("until", UNTIL, bubble.until)
        for target in bubble.point:
            _known("point", POINT, target)
        if not bubble.text.startswith("guide-"):
            raise BadGuide(f"the id {bubble.text!r} does not start with guide-")
    except BadGuide as error:
        raise BadGuide(f"bubble {number}: {error}") from None
    return bubble


def _only(plain: Any, kinds: Mapping[str, type], needed: tuple[str, ...]) -> None:
    if not isinstance(plain, dict):
        raise BadGuide("it is not a table")
    for name in needed:
        if name not in plain:
            raise BadGuide(f"{name!r} is missing")
    for name, value in plain.items():
        if type(value) is not kinds.get(name):
            raise BadGuide(f"{name!r} is unknown or of the wrong type")


def _texts(name: str, values: list[Any]) -> tuple[str, ...]:
    if not values or not all(isinstance(value, str) for value in values):
        raise BadGuide(f"{name!r} is not a list of texts")
    return tuple(values)


def _known(name: str, known: tuple[str, ...], value: str) -> None:
    kind, colon, what = value.partition(":")
    if kind + colon not in known or (colon and not what) or (kind == "page" and what not in PAGE):
        raise BadGuide(f"{name} = {value!r} is none of {', '.join(known)}")
