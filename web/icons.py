"""Draws the app's icons from src/art/icon.svg into public/, as PNG. Run after changing the drawing: `python web/icons.py`."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

HERE = Path(__file__).parent
SIDE = 64  # of the drawing
FINE = 4  # rows of samples in a row of pixels
TABLE = (0x14, 0x53, 0x2D)  # behind icons that phones cut into shapes of their own
ICONS = {  # size, and how much of it the drawing fills; None: nothing behind it
    "icon-192.png": (192, 1.0, None),
    "icon-512.png": (512, 1.0, None),
    "icon-maskable-512.png": (512, 0.62, TABLE),
    "apple-touch-icon.png": (180, 0.74, TABLE),
}
Point = tuple[float, float]
Colour = tuple[int, int, int]
Pixel = tuple[float, float, float, float]


def shapes(svg: str) -> list[tuple[list[Point], Colour]]:
    """The convex polygons of a drawing and their colours, from the back to the front."""
    found = re.findall(r'd="([^"]+)" fill="#([0-9a-f]{6})"', svg)
    return [(corners(path), (int(fill[:2], 16), int(fill[2:4], 16), int(fill[4:], 16))) for path, fill in found]


def corners(path: str) -> list[Point]:
    """The corners of a path of straight lines."""
    x = y = 0.0
    points = []
    for command, text in re.findall(r"([MmHhVvLl])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        pairs = {"h": [(n, 0.0) for n in numbers], "v": [(0.0, n) for n in numbers]}
        for dx, dy in pairs.get(command.lower()) or zip(numbers[::2], numbers[1::2], strict=True):
            moves = command.islower()
            x = x + dx if moves else x if command == "V" else dx
            y = y + dy if moves else y if command == "H" else dy
            points.append((x, y))
    return points


def span(polygon: list[Point], y: float) -> tuple[float, float] | None:
    """Where a row crosses a convex polygon."""
    sides = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    crossed = [x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in sides if (y0 <= y) != (y1 <= y)]
    return (min(crossed), max(crossed)) if crossed else None


def draw(size: int, part: float, behind: Colour | None) -> bytes:
    scale, first = SIDE / size / part, SIDE / 2 * (1 - 1 / part)
    drawing = shapes((HERE / "src" / "art" / "icon.svg").read_text("utf-8"))
    rows = []
    for row in range(size):
        lines = [line(drawing, size, first + (row + (n + 0.5) / FINE) * scale, first, scale, behind) for n in range(FINE)]
        rows.append(b"\0" + b"".join(bytes(map(round, blend(list(pixels)))) for pixels in zip(*lines, strict=True)))
    return png(size, b"".join(rows))


def line(
    drawing: list[tuple[list[Point], Colour]], size: int, y: float, first: float, scale: float, behind: Colour | None
) -> list[Pixel]:
    """One row of samples: red, green, blue and opacity, each multiplied by the opacity."""
    pixels: list[Pixel] = [(behind[0], behind[1], behind[2], 255.0) if behind else (0.0, 0.0, 0.0, 0.0)] * size
    for polygon, colour in drawing:
        if crossed := span(polygon, y):
            start, end = ((edge - first) / scale for edge in crossed)
            for n in range(max(0, int(start)), min(size, int(end) + 1)):
                cover = max(0.0, min(end, n + 1) - max(start, n))
                red, green, blue, alpha = pixels[n]
                rest = 1 - cover
                over = [c * cover for c in (*colour, 255)]
                pixels[n] = (over[0] + red * rest, over[1] + green * rest, over[2] + blue * rest, over[3] + alpha * rest)
    return pixels


def blend(samples: list[Pixel]) -> Pixel:
    red, green, blue, alpha = (sum(values) / len(samples) for values in zip(*samples, strict=True))
    solid = alpha / 255 or 1
    return min(255, red / solid), min(255, green / solid), min(255, blue / solid), alpha


def png(size: int, data: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    for name, (size, part, behind) in ICONS.items():
        (HERE / "public" / name).write_bytes(draw(size, part, behind))
