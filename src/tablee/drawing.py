"""Shows a table to people who use Python: as text, and as a drawing for notebooks (SVG).

Tiles look as they do in the web client: both read `kit/tiles.toml`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from tablee import kit
from tablee.core import registry
from tablee.core.game import Panel, Screen, Seat
from tablee.core.registry import Entry
from tablee.kit.hexboard import HexBoard, TileSet
from tablee.kit.parts import read_parts
from tablee.match import Match, Position
from tablee.table import BOT, Table
from tablee.terminal import TILE, Paint
from tablee.words import Words

LOOK: Mapping[str, Any] = tomllib.loads(Path(str(kit.__file__)).with_name("tiles.toml").read_text("utf-8"))
TALL = math.sqrt(3)
ENDS = ((0, -TALL / 2, 0, TALL / 2), (-0.75, TALL / 4, 0.75, -TALL / 4), (-0.75, -TALL / 4, 0.75, TALL / 4))  # by side
SIDE, WIDE, GAP, LINE = 26.0, 780.0, 14.0, 20.0  # pixels: of a hex, of a drawing, between its parts, of a line of text
FELT, HOLE, RIM, CARD, INK, SOFT = "#e6ebdf", "#d3dbc9", "#b9c4ae", "#fffdf8", "#1d2320", "#565f59"
COLOURS = {"red": "#c8281e", "yellow": "#f2c230", "green": "#24762f", "blue": "#1d62bd", "purple": "#7a3cb8"}
COLOURS |= {"silver": "#aab4bd", "orange": "#f28a1e", "pink": "#f6a9c4", "black": "#101215"}
STYLE = (
    "text{font:13px system-ui,sans-serif}.head{font-weight:600}.number{font:800 .4px system-ui,sans-serif;text-anchor:middle}"
    ".wide{font-size:.34px}.name{font:600 .34px system-ui,sans-serif;text-anchor:middle}"
)
Marks: TypeAlias = Callable[[str], tuple[str, str]]  # of a tile: "sun", "moon" or ""; "gold", "silver" or "plain"
Shown: TypeAlias = Match | Table | Position | Screen  # or a view, whose type is the game's own


def words_of(shown: Match | Table | Position, lang: str = "en") -> Words:
    """The words of its game, with the names of its seats: people by name, bots by their level and number."""
    match = shown.match if isinstance(shown, Table) else shown
    words = Words(lang, registry.entry_of(match.game).folder)
    names = [" & ".join(names) for names in match.header.seats]
    bots = [f"{words.bot(name.removeprefix(BOT))} {number}" for number, name in enumerate(names, start=1)]
    return Words(lang, words.folder, [bot if name.startswith(BOT) else name for name, bot in zip(names, bots, strict=True)])


def text(shown: Shown | Any, seat: Seat | None = None, lang: str = "en") -> str:
    """A table as text: a match, a table, a position or a view. `seat` says whose eyes see it; None is a spectator."""
    screen, _, words = _looked_at(shown, seat, lang)
    return "\n".join(Paint(words, plain=False).screen(screen, seat))


def svg(shown: Shown | Any, seat: Seat | None = None, lang: str = "en") -> str:
    """A table as a drawing, in SVG: a match, a table, a position, a view. `seat` says whose eyes see it; None is a spectator."""
    screen, entry, words = _looked_at(shown, seat, lang)
    return _draw(screen, words.to(seat), seat, marks_of(entry.folder))


def _looked_at(shown: Shown | Any, seat: Seat | None, lang: str) -> tuple[Screen, Entry, Words]:
    if isinstance(shown, Table):
        shown = shown.match
    if isinstance(shown, Match | Position):
        return shown.screen(seat), registry.entry_of(shown.game), words_of(shown, lang)
    entry = registry.entry_of(shown)
    return entry.game.screen(shown), entry, Words(lang, entry.folder)


@cache
def marks_of(folder: Path) -> Marks:
    """What is printed on the tiles of a game besides their values."""
    file = folder / "parts.toml"
    parts = read_parts(file)[0] if file.exists() else {}
    tiles = TileSet.of(parts) if "symbols" in parts and "tiles" in parts else None
    metals = {name: metal for metal, names in parts.get("bonus", {}).items() for name in names}
    return lambda tile: (tiles.symbols[tiles.index[tile]] if tiles else "", metals.get(tile, "plain"))


# a tile and a board, on hexes of side 1


def _corners(x: float, y: float, side: float) -> str:
    turns = (math.radians(60 * corner) for corner in range(6))
    return " ".join(f"{x + side * math.cos(turn):.3f},{y + side * math.sin(turn):.3f}" for turn in turns)


def _line(ends: Sequence[float], stroke: str, width: float, dashes: str = "", opacity: float = 1.0, round: bool = False) -> str:
    x1, y1, x2, y2 = (f"{end:.3f}" for end in ends)
    more = f' stroke-dasharray="{dashes}"' if dashes else ""
    more += f' opacity="{opacity}"' if opacity < 1 else ""
    more += ' stroke-linecap="round"' if round else ""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{stroke}" stroke-width="{width}"{more}/>'


def _band(value: int, ends: Sequence[float]) -> Iterator[str]:
    """A band with its pattern, so that colour is not the only sign."""
    paint, lines = LOOK["bands"][str(value)], LOOK["lines"]
    pattern = LOOK["patterns"][(value - 1) // 3]
    yield _line(ends, LOOK["bodies"]["plain"]["edge"], lines["edge"]["width"])
    yield _line(ends, paint["fill"], lines["band"]["width"])
    if pattern == "twin":
        x1, y1, x2, y2 = ends
        apart = lines["twin"]["apart"] / math.hypot(x2 - x1, y2 - y1)
        for side in (apart, -apart):
            dx, dy = (y2 - y1) * side, (x1 - x2) * side
            yield _line((x1 + dx, y1 + dy, x2 + dx, y2 + dy), paint["ink"], lines["twin"]["width"], "", lines["twin"]["opacity"])
    elif pattern != "plain":
        stroke = lines[pattern]
        yield _line(ends, paint["ink"], stroke["width"], stroke["dashes"], stroke["opacity"], round=pattern == "dots")


def _symbol(symbol: str, seal: str) -> Iterator[str]:
    edge, paints = LOOK["bodies"]["plain"]["edge"], LOOK["symbols"]
    yield f'<circle r="0.2" cy="0.12" fill="{seal}" stroke="{edge}" stroke-width="0.035"/>'
    if symbol == "sun":
        yield f'<circle r="0.075" cy="0.12" fill="{paints["sun"]}"/>'
        rays = 'fill="none" stroke-width="0.05" stroke-dasharray="0.04 0.0582"'
        yield f'<circle r="0.125" cy="0.12" stroke="{paints["sun"]}" {rays}/>'
    else:
        yield f'<path transform="translate(0 0.12)" d="{paints["moon_path"]}" fill="{paints["moon"]}"/>'


def draw_tile(tile: str, marks: Marks = lambda tile: ("", "plain")) -> str:
    """A tile around 0, 0 on a hex of side 1, for use inside an SVG."""
    values = [int(value) for value in tile.split("-")]
    symbol, metal = marks(tile)
    body = LOOK["bodies"][metal]
    points = _corners(0, 0, 0.97)
    parts = [f'<polygon points="{points}" fill="{body["fill"]}" stroke="{body["edge"]}" stroke-width="{body["width"]}"/>']
    for side in (2, 1, 0):  # the vertical band is on top
        parts += _band(values[side], ENDS[side])
    for value, (x, y) in zip(values, LOOK["numbers"], strict=True):
        paint, kind = LOOK["bands"][str(value)], "number wide" if value > 9 else "number"
        parts.append(f'<circle cx="{x}" cy="{y}" r="0.2" fill="{paint["fill"]}"/>')
        parts.append(f'<text class="{kind}" x="{x}" y="{y + 0.13:.3f}" fill="{paint["ink"]}">{value}</text>')
    return "".join([*parts, *(_symbol(symbol, body["seal"]) if symbol else ())])


@dataclass(frozen=True)
class Block:
    """A part of a drawing, with its size in pixels."""

    width: float
    height: float
    svg: str


def draw_board(text: str, marks: Marks = lambda tile: ("", "plain"), side: float = SIDE) -> Block:
    """A board from its text; empty cells show their names."""
    columns = [column.split() for column in text.split("/")]
    board, tiles = HexBoard(tuple(map(len, columns))), [tile for column in columns for tile in column]
    width, tall = 1.5 * len(columns) + 0.5, max(board.columns)
    parts = []
    for (column, half), name, tile in zip(board.places, board.names, tiles, strict=True):
        x, y = 1 + 1.5 * column, (tall + half) * TALL / 2
        laid = draw_tile(tile, marks) if tile != "." else f'<text class="name" y="0.12" fill="{SOFT}">{name}</text>'
        cell = f'<polygon points="{_corners(0, 0, 0.97)}" fill="{HOLE}" stroke="{RIM}" stroke-width="0.04"/>'
        parts.append(f'<g transform="translate({x:.3f} {y:.3f})">{cell if tile == "." else ""}{laid}</g>')
    return Block(width * side, tall * TALL * side, f'<g transform="scale({side})">' + "\n".join(parts) + "</g>")


# panels


def _letters(text: str, head: bool = False) -> float:
    """About how wide a text is."""
    return (8.4 if head else 7.4) * len(text)


def _text(text: str, fill: str = INK, x: float = 0, y: float = 14, head: bool = False) -> str:
    kind = ' class="head"' if head else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" fill="{fill}">{escape(text)}</text>'


def _chip(text: str, marks: Marks) -> Block:
    """An item: a tile as it is, anything else on a card, with the colour that it names."""
    if TILE.fullmatch(text):
        size = 20.0
        drawn = f'<g transform="translate({size} {size * TALL / 2:.2f}) scale({size})">{draw_tile(text, marks)}</g>'
        return Block(2 * size, TALL * size, drawn)
    named = [word for word in text.replace("-", " ").split() if word in COLOURS]
    stripe = 9.0 * len(named)
    width = _letters(text) + 14 + stripe
    parts = [f'<rect width="{width:.1f}" height="24" rx="6" fill="{CARD}" stroke="{RIM}"/>']
    parts += [
        f'<rect x="{5 + 9 * place}" y="5" width="8" height="14" rx="2" fill="{COLOURS[word]}"/>'
        for place, word in enumerate(named)
    ]
    return Block(width, 24, "".join([*parts, _text(text, INK, 7 + stripe, 17)]))


def _beside(blocks: Sequence[Block], width: float = WIDE, gap: float = GAP) -> Block:
    """Blocks in rows, as many in each as fit."""
    x = y = row = wide = 0.0
    parts = []
    for block in blocks:
        if x and x + block.width > width:
            x, y, row = 0.0, y + row + gap, 0.0
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{block.svg}</g>')
        x, row = x + block.width + gap, max(row, block.height)
        wide = max(wide, x - gap)
    return Block(wide, y + row, "\n".join(parts))


def _panel(panel: Panel, title: str, marks: Marks) -> Block | None:
    """None if there is nothing to show."""
    if panel.shape == "flag":
        return _chip(title, marks) if panel.value else None
    if panel.shape == "hex":
        body = draw_board(str(panel.value), marks)
    elif isinstance(panel.value, tuple):
        body = _beside([_chip(item, marks) for item in panel.value or ("–",)], WIDE, 6)
    else:
        body = _chip("–" if panel.value == "" else str(panel.value), marks)
    return _under(title, body)


def _under(title: str, body: Block, fill: str = INK) -> Block:
    width = max(body.width, _letters(title, head=True))
    return Block(width, body.height + LINE, f'{_text(title, fill, head=True)}<g transform="translate(0 {LINE})">{body.svg}</g>')


def _draw(screen: Screen, words: Words, seat: Seat | None, marks: Marks) -> str:
    """What belongs to all first, then seat by seat."""
    panels = [(panel, panel.seat) for panel in screen.public]
    panels += [(panel, seat if panel.seat is None else panel.seat) for panel in screen.own]
    shared: list[Block] = []
    groups: dict[Seat, list[Block]] = {}
    for panel, owner in panels:
        title = words.text(f"panel-{panel.name}", **({} if owner is None else {"seat": owner}))
        if (block := _panel(panel, title, marks)) is not None:
            (shared if owner is None else groups.setdefault(owner, [])).append(block)
    seats = [_under(words.name(owner), _beside(groups[owner]), SOFT) for owner in sorted(groups)]
    return frame(_beside([_beside(shared), _beside(seats, WIDE, 2 * GAP)], width=0), words.text("game"))


def frame(block: Block, title: str) -> str:
    """A whole SVG file around a part of it."""
    width, height = block.width + 2 * GAP, block.height + 2 * GAP
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escape(title)}</title><style>{STYLE}</style>'
    felt = f'<rect width="{width:.0f}" height="{height:.0f}" rx="12" fill="{FELT}"/>'
    return f'{head}{felt}\n<g transform="translate({GAP} {GAP})">{block.svg}</g>\n</svg>\n'
