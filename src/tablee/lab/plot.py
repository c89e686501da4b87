"""A plot of a league's table as SVG: for each bot its mean and 95% interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from tablee.lab.standings import Standing
from tablee.words import Words

LABELS, PLOT, ROW, TOP, BOTTOM, EDGE = 150, 450, 34, 54, 52, 24  # pixels
CAP = 8  # half the height of an interval's ends: more than the dot of the mean, so that narrow intervals are seen too
STYLE = (
    "text{font:13px sans-serif;fill:#222}.axis{font-weight:bold}.grid{stroke:#ccc}.frame{stroke:#888}"
    ".interval{stroke:#1f6fb4;stroke-width:2;fill:none}circle{fill:#1f6fb4}"
)


def draw(title: str, standings: Sequence[Standing], words: Words) -> str:
    """Scores without luck, the best bot on top."""
    rows = sorted(standings, key=lambda standing: -standing.corrected.mean)
    ticks = _ticks(rows)
    low, high = ticks[0], ticks[-1]
    labels = max(LABELS, 24 + max(7 * len(row.bot) for row in rows))
    bottom = TOP + ROW * len(rows)

    def at(value: float) -> float:
        return labels + (value - low) * PLOT / (high - low)

    parts = [f'<text x="{EDGE}" y="18">{escape(title)}</text>']
    parts.append(
        f'<text class="axis" x="{labels - 12}" y="{TOP - 8}" text-anchor="end">{escape(words.text("column-bot"))}</text>'
    )
    for tick in ticks:
        x = at(tick)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{tick:.10g}</text>')
    parts.append(f'<path class="frame" fill="none" d="M{labels} {TOP}V{bottom}H{labels + PLOT}"/>')
    name = escape(words.text("axis-corrected"))
    parts.append(f'<text class="axis" x="{labels + PLOT / 2:.1f}" y="{bottom + 40}" text-anchor="middle">{name}</text>')
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        left, right = map(at, row.corrected.interval or (row.corrected.mean,) * 2)
        ends = f"M{left:.1f} {y - CAP:.1f}v{2 * CAP}M{left:.1f} {y:.1f}H{right:.1f}M{right:.1f} {y - CAP:.1f}v{2 * CAP}"
        parts.append(f'<text x="{labels - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(row.bot)}</text>')
        parts.append(f'<path class="interval" d="{ends}"/>')
        told = f"{row.corrected.mean:.2f}"
        parts.append(f'<circle cx="{at(row.corrected.mean):.1f}" cy="{y:.1f}" r="4"><title>{told}</title></circle>')
    width, height = labels + PLOT + 2 * EDGE, bottom + BOTTOM
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    background = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", background, *parts, "</svg>", ""])


def _ticks(rows: Sequence[Standing]) -> list[float]:
    """Four to nine round numbers, the same distance apart, around all intervals."""
    ends = [end for row in rows for end in row.corrected.interval or (row.corrected.mean,)]
    least, most = min(ends), max(ends)
    span = (most - least) or 1.0
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if span / step <= 6)
    first, last = math.floor(least / step), math.ceil(most / step)
    return [round(number * step, 10) for number in range(first, max(last, first + 1) + 1)]
