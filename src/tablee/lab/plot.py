"""A plot of a league's table as SVG: for each bot its mean and 95% interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tablee.lab.standings import Standing

LABELS, PLOT, ROW, EDGE = 150, 450, 34, 24  # pixels
STYLE = "text{font:13px sans-serif;fill:#222}line{stroke:#888}.bar{stroke:#1f6fb4;stroke-width:3}circle{fill:#1f6fb4}"


def draw(title: str, standings: Sequence[Standing]) -> str:
    """Scores without luck, the best bot on top."""
    rows = sorted(standings, key=lambda standing: -standing.corrected.mean)
    low, high = _range(rows)
    scale = PLOT / (high - low)
    height = EDGE * 2 + ROW * len(rows)
    parts = [f'<text x="{EDGE}" y="18">{escape(title)}</text>']
    for tick in range(5):
        x, value = LABELS + PLOT * tick / 4, low + (high - low) * tick / 4
        parts.append(f'<line x1="{x:.1f}" y1="{EDGE}" x2="{x:.1f}" y2="{height - EDGE}" stroke-dasharray="2 4"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{value:.1f}</text>')
    for number, row in enumerate(rows):
        y, x = EDGE + ROW * (number + 0.5), LABELS + (row.corrected.mean - low) * scale
        left, right = (LABELS + (end - low) * scale for end in row.corrected.interval or (row.corrected.mean,) * 2)
        parts.append(f'<text x="{LABELS - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(row.bot)}</text>')
        parts.append(f'<line class="bar" x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{row.corrected.mean:.2f}</title></circle>')
    width = LABELS + PLOT + EDGE * 2
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    background = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", background, *parts, "</svg>", ""])


def _range(rows: Sequence[Standing]) -> tuple[float, float]:
    """All intervals with a little room around them."""
    ends = [end for row in rows for end in row.corrected.interval or (row.corrected.mean,)]
    room = (max(ends) - min(ends)) * 0.05 or 1.0
    return min(ends) - room, max(ends) + room
