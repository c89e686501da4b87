"""Python for browsers, as a server offers it to visitors while they have no network."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

from tablee.server.compression import PackedFile, tag
from tablee.site.python import Parts, licences, python_files, version_of

MEDIA_TYPES = {".json": "application/json", ".mjs": "text/javascript", ".txt": "text/plain", ".wasm": "application/wasm"}


class Engine:
    """The files as a server offers them, in a folder whose name changes with them. They are read when somebody asks for one."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.version = version_of(parts)
        self.path = f"/engine/{self.version}/"
        self._files: dict[str, PackedFile] = {}
        self._lock = Lock()

    def read(self) -> Mapping[str, PackedFile]:
        """By name. The first call takes seconds."""
        with self._lock:
            if not self._files:
                self._files = {name: _pack(name, data) for name, data in python_files(self.parts)}
                self._files["LICENSES.txt"] = _pack("LICENSES.txt", licences(self.parts).encode())
        return self._files


def _pack(name: str, data: bytes) -> PackedFile:
    smaller = gzip.compress(data, 6, mtime=0)
    kind = MEDIA_TYPES.get(Path(name).suffix, "application/octet-stream")
    return PackedFile(kind, ({"gzip": smaller} if len(smaller) < len(data) else {}) | {"": data}, tag(data))
