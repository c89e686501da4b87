"""What the page's workers call: JavaScript's values on one side, Python's on the other. See `web/src/lib/net/engine/`."""

from __future__ import annotations

import random
from typing import Any

from pyodide.ffi import to_js
from pyodide.http import pyfetch

from tablee.bots import weights_name
from tablee.browser import local_server
from tablee.browser.device_store import DeviceStore
from tablee.browser.local_server import LocalServer

random.seed()  # Python may come from a snapshot, in which its state is the same for everybody


class BrowserJournal:
    """The journal in IndexedDB."""

    def __init__(self, kept: Any) -> None:
        self.kept = kept

    async def load(self) -> tuple[bytes, list[bytes]]:
        copy, *batches = [part.to_bytes() for part in await self.kept.load()]
        return copy, batches

    async def append(self, batch: bytes) -> None:
        await self.kept.append(to_js(batch))

    async def replace(self, copy: bytes) -> None:
        await self.kept.replace(to_js(copy))


class BrowserServer:
    def __init__(self, local: LocalServer, store: DeviceStore) -> None:
        self.local, self.store = local, store
        self.damaged = store.newly_damaged

    def copy(self) -> Any:
        """Everything that is stored, as the database of a server."""
        return to_js(self.store.copy())

    async def ask(self, method: str, path: str, token: str, body: str) -> Any:
        """An empty token stands for none."""
        return to_js(await self.local.ask(method, path, token or None, body), dict_converter=_object)

    def connect(self, match: str, on_message: Any, on_close: Any) -> Any:
        return self.local.connect(match, on_message, on_close)


def _object(pairs: Any) -> Any:
    from js import Object

    return Object.fromEntries(pairs)


async def serve(kept: Any, post: Any) -> BrowserServer:
    """`kept` is the journal; `post` gives a job to the worker for bots and replays."""

    async def give(job: bytes) -> bytes:
        done: bytes = (await post(to_js(job))).to_bytes()
        return done

    store = await DeviceStore.open(BrowserJournal(kept))
    return BrowserServer(LocalServer(store, give), store)


async def work(job: Any, folder: str) -> Any:
    """Does a job, once the weights that it needs are here; they lie in the folder of Python."""
    data = job.to_bytes()
    for path in local_server.missing_weights(data):
        answer = await pyfetch(folder + weights_name(path))
        answer.raise_for_status()
        path.write_bytes(await answer.bytes())
    return to_js(local_server.work(data))
