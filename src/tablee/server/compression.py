"""Answers that are the same for everybody, compressed once: the files of the web client, and the texts and list of the games.

Only those. The size of a compressed answer gives away whether a guess in it repeats a secret in it (an attack called BREACH), so
answers with tokens, names or cards are never compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response
from litestar.response import Stream

FOR_EVER = "public, max-age=31536000, immutable"  # for files whose name changes with what is in them
ASK_AGAIN = "no-cache"  # keep it, but ask whether it has changed
SUFFIXES = {"br": ".br", "gzip": ".gz"}  # of the files that the build compresses; the smaller ones first
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
WORTH_IT = 400  # bytes
PIECE = 1 << 16  # bytes; whoever does not read is sent no more than a few of them


@dataclass(frozen=True, slots=True)
class PackedFile:
    """An answer in each of its codings, the smaller ones first; "" is the uncompressed one."""

    media_type: str
    bodies: Mapping[str, bytes]
    tag: str

    def response(self, request: Request[Any, Any, Any], cache: str, headers: Mapping[str, str] | None = None) -> Response[Any]:
        """In the best coding that the client accepts; only 304 if it has that already."""
        accepted = request.headers.get("accept-encoding", "")
        coding = next(coding for coding in self.bodies if not coding or accepts(accepted, coding))
        tag = f'"{self.tag}{coding and "-"}{coding}"'
        # in lower case, as Litestar writes it, it replaces the API's own
        told = {"cache-control": cache, "ETag": tag, "Vary": "Accept-Encoding", **(headers or {})}
        if tag in known_tags(request.headers.get("if-none-match", "")):
            return Response(b"", status_code=304, headers=told)
        if coding:
            told["Content-Encoding"] = coding
        body = self.bodies[coding]
        if len(body) <= PIECE:
            return Response(body, status_code=200, media_type=self.media_type, headers=told)
        told["Content-Length"] = str(len(body))
        return Stream(in_pieces(body), status_code=200, media_type=self.media_type, headers=told)


async def in_pieces(body: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(body), PIECE):
        yield body[at : at + PIECE]


async def unpacked(data: bytes) -> AsyncIterator[bytes]:
    """What gzip has compressed, piece by piece."""
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while not reader.eof:
        yield reader.decompress(data, PIECE)
        data = reader.unconsumed_tail


def accepts(header: str, coding: str) -> bool:
    """Whether an Accept-Encoding header names this coding, and not with a weight of 0."""
    for part in header.lower().replace(" ", "").split(","):
        name, _, weight = part.partition(";q=")
        if name == coding:
            return not weight or weight.strip("0.") != ""
    return False


def known_tags(header: str) -> list[str]:
    """The tags of an If-None-Match header. A proxy may have marked them as weak."""
    return [tag.strip().removeprefix("W/") for tag in header.split(",")]


@lru_cache(maxsize=64)
def pack(data: bytes, media_type: str) -> PackedFile:
    """Compresses an answer, if that makes it smaller."""
    packed = gzip.compress(data, mtime=0) if len(data) >= WORTH_IT else data
    return PackedFile(media_type, ({"gzip": packed} if len(packed) < len(data) else {}) | {"": data}, tag(data))


def read_client(folder: Path) -> dict[str, PackedFile]:
    """The files of the built client by their paths. They stay in memory, so that an update of the package cannot mix versions."""
    return {f"/{file.relative_to(folder).as_posix()}": _read(file) for file in _files(folder)}


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob("*")) if file.suffix in MEDIA_TYPES and file.is_file())


def _read(file: Path) -> PackedFile:
    data = file.read_bytes()
    packed = {coding: file.with_name(file.name + suffix) for coding, suffix in SUFFIXES.items()}
    bodies = {coding: path.read_bytes() for coding, path in packed.items() if path.is_file()}
    return PackedFile(MEDIA_TYPES[file.suffix], bodies | {"": data}, tag(data))


def tag(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
