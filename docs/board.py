"""Draws docs/board.svg, the board of the README, from its board text. Run: `python docs/board.py`."""

from __future__ import annotations

from pathlib import Path

from tablee.drawing import draw_board, frame

TEXT = "9-6-3 9-6-8 9-2-4 / 5-6-8 5-6-3 5-2-8 5-7-4 / 1-6-4 1-6-8 1-2-3 1-7-8 1-7-4 / 9-6-4 9-2-8 9-7-3 9-7-8 / 5-2-4 5-7-8 5-7-3"


def draw(text: str) -> str:
    return frame(draw_board(text, side=46), "A board of Take it Easy! that scores 307, the maximum")


if __name__ == "__main__":
    Path(__file__).with_name("board.svg").write_text(draw(TEXT), "utf-8")
