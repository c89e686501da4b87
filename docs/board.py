"""Draws docs/board.svg, the board of the README, from its board text. Run: `python docs/board.py`."""

from __future__ import annotations

import math
from pathlib import Path

from tablee.games.take_it_easy.tiles import BOARD, PARTS, TILES

TEXT = "9-6-3 9-6-8 9-2-4 / 5-6-8 5-6-3 5-2-8 5-7-4 / 1-6-4 1-6-8 1-2-3 1-7-8 1-7-4 / 9-6-4 9-2-8 9-7-3 9-7-8 / 5-2-4 5-7-8 5-7-3"
SIZE = 46.0  # from the centre of a hex to a corner
HIGH = SIZE * math.sqrt(3) / 2
PAINT = {"grey": "#8d99a6", "pink": "#f3a6c8", "cerise": "#d6246e", "blue": "#2f7fd1", "turquoise": "#2bb3b0"}
PAINT |= {"red": "#d93a2b", "green": "#3fa34d", "orange": "#f08a24", "yellow": "#f2c72e"}


def colour(value: int) -> str:
    return PAINT[PARTS["colours"][str(value)]]


def hexagon(x: float, y: float, size: float) -> str:
    corners = (math.radians(60 * k) for k in range(6))
    return " ".join(f"{x + size * math.cos(a):.1f},{y + size * math.sin(a):.1f}" for a in corners)


def tile(x: float, y: float, values: tuple[int, int, int]) -> str:
    """Three crossing bands, each with its number at the end it is read from."""
    parts = [f'<polygon points="{hexagon(x, y, SIZE - 2)}" fill="#fffdf7" stroke="#c9c2b4"/>']
    reach = HIGH - 3
    for value, turn in zip(values, (0, 60, -60), strict=True):
        band = f'<rect x="{x - 6:.1f}" y="{y - reach:.1f}" width="12" height="{2 * reach:.1f}" fill="{colour(value)}"'
        parts.append(f'{band} transform="rotate({turn} {x:.1f} {y:.1f})"/>')
    for value, (dx, dy) in zip(values, ((0.0, -26.0), (-22.5, 13.0), (22.5, 13.0)), strict=True):
        parts.append(f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="9" fill="#fffdf7"/>')
        parts.append(f'<text x="{x + dx:.1f}" y="{y + dy + 5:.1f}">{value}</text>')
    return "".join(parts)


def draw(text: str) -> str:
    board = BOARD.read(text, TILES)
    tall = max(BOARD.columns)
    width, height = SIZE * (1.5 * len(BOARD.columns) + 0.5) + 24, 2 * HIGH * tall + 24
    cells = []
    for cell, (column, half) in enumerate(BOARD.places):
        x, y = 12 + SIZE * (1 + 1.5 * column), 12 + HIGH * (tall + half)
        laid = board[cell]
        cells.append(tile(x, y, TILES.values[laid]) if laid is not None else f'<polygon points="{hexagon(x, y, SIZE - 2)}"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img"'
    title = "A board of Take it Easy! that scores 307, the maximum"
    style = "text{font:bold 14px sans-serif;text-anchor:middle;fill:#222}"
    back = f'<rect width="{width:.0f}" height="{height:.0f}" rx="24" fill="#2b4a5e"/>'
    return f'{head} aria-label="{title}"><title>{title}</title><style>{style}</style>{back}\n' + "\n".join(cells) + "\n</svg>\n"


if __name__ == "__main__":
    Path(__file__).with_name("board.svg").write_text(draw(TEXT), "utf-8")
