"""Pages for the people who run a server: /admin shows how it is doing, /invite asks for the club's password.

/admin has numbers only: no names, cards or seeds. Without a token it is for this machine alone, like /metrics.
"""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Callable
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from litestar import MediaType, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import RawBody

from tablee import __version__
from tablee.rooms.meters import BUCKETS, Meters
from tablee.rooms.visitors import visitor_of
from tablee.server.admission import BASE, Admission, is_loopback
from tablee.server.bodies import Req
from tablee.server.pages import invite_page, page, password_page, wants_page, words_of
from tablee.server.passwords import Password
from tablee.server.settings import LIMITS, Settings
from tablee.server.upkeep import Upkeep, backups
from tablee.storage.store import Data
from tablee.words import Words

STARTED = time.time()
PRIVATE = {"cache-control": "no-store"}
LONGEST_FORM = 2000  # bytes; a longer one has no password of ours
FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded")


def is_local(request: Req) -> bool:
    """Whether it comes from this machine, and not through a proxy on it."""
    client = request.client
    return client is not None and is_loopback(client.host) and not any(name in request.headers for name in FORWARDED)


def data_name(data: Data) -> str:
    """Where the data is, without the password of a database."""
    if isinstance(data, Path):
        return str(data)
    parts = urlsplit(str(data))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"  # there may be several hosts


async def overview(settings: Settings, meters: Meters, upkeep: Upkeep) -> dict[str, Any]:
    """All that /admin shows."""
    tables = await upkeep.store.fetch("SELECT game, state, count(*) FROM matches GROUP BY game, state ORDER BY game, state")
    times, loads = os.times(), os.getloadavg() if hasattr(os, "getloadavg") else ()
    return {
        "server": {
            "version": __version__,
            "python": platform.python_version(),
            "uptime_seconds": int(time.time() - STARTED),
            "address": settings.around + settings.base_path,
            "invite_only": bool(settings.invite),
        },
        "load": {
            "processor_seconds": round(times.user + times.system, 1),
            **({"machine_load": [round(load, 2) for load in loads]} if loads else {}),
            **{name: count() for name, count in sorted(meters.gauges.items())},
            "rows_written": meters.rows,
        },
        "turns": {
            "half_within_ms": _within(meters, 0.5),
            "most_within_ms": _within(meters, 0.99),
            "slower_than_250_ms": sum(meters.turns.counts[BUCKETS.index(0.25) + 1 :]),
            "longest_loop_turn_ms": round(1000 * meters.longest_turn, 1),
            "late_bots": meters.late_bots,
            "failed_rooms": meters.errors,
        },
        "tables": [{"game": game, "state": state, "count": int(count)} for game, state, count in tables],
        "limits": [
            {"limit": name, "value": getattr(settings, name, None), "refused": meters.refused.get(name, 0)}
            for name in [*LIMITS, *sorted(set(meters.refused) - set(LIMITS))]
            if meters.refused.get(name) or name in ("tables", "sockets", "matches", "bot_seats", "requests")
        ],
        "data": {"where": data_name(settings.data), "trouble": upkeep.store.trouble, **_sizes(settings.data)},
        "upkeep": {
            "keep_days": settings.keep_days,
            "deleted_since_start": upkeep.pruned,
            "backup_every_hours": settings.backup_every,
            "backup_folder": str(upkeep.folder or ""),
            "trouble": upkeep.trouble,
        },
        "backups": [
            {"file": backup.file, "made": _when(backup.made), "bytes": backup.bytes} for backup in backups(upkeep.folder)
        ],
    }


def _within(meters: Meters, share: float) -> float | None:
    """The shortest time of the histogram within which this share of turns was done, in ms; None if none, or in longer ones."""
    counts = [*accumulate(meters.turns.counts)]
    found = next((bound for bound, count in zip(BUCKETS, counts, strict=False) if count >= share * counts[-1]), None)
    return None if found is None or not counts[-1] else 1000 * found


def _sizes(data: Data) -> dict[str, int]:
    if not isinstance(data, Path):
        return {}
    wal = data.with_name(data.name + "-wal")
    free = shutil.disk_usage(data.parent).free
    return {"bytes": data.stat().st_size, "journal_bytes": wal.stat().st_size if wal.exists() else 0, "free_bytes": free}


def _when(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def _table(words: Words, rows: dict[str, Any] | list[dict[str, Any]]) -> str:
    """One part of the overview as HTML."""
    if isinstance(rows, list):
        if not rows:
            return f"<p>{escape(words.text('admin-none'))}</p>"
        head = "".join(f'<th scope="col">{escape(_label(words, key))}</th>' for key in rows[0])
        body = "".join(f"<tr>{''.join(_cell(value) for value in row.values())}</tr>" for row in rows)
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    lines = (f'<tr><th scope="row">{escape(_label(words, key))}</th>{_cell(value)}</tr>' for key, value in rows.items())
    return f'<div class="scroll"><table><tbody>{"".join(lines)}</tbody></table></div>'


def _label(words: Words, key: str) -> str:
    id = f"admin-{key.replace('_', '-')}"
    return words.text(id) if words.knows(id) else key


def _cell(value: Any) -> str:
    if value is None or value == "":
        return "<td>–</td>"
    if isinstance(value, list):
        value = " · ".join(map(str, value))
    if isinstance(value, bool):
        value = "✓" if value else "–"
    number = isinstance(value, int | float)
    return f"<td{' class=number' if number else ''}>{escape(str(value))}</td>"


def _html(body: bytes, status: int = 200, **headers: str) -> Response[bytes]:
    return Response(body, status_code=status, media_type=MediaType.HTML, headers={**PRIVATE, **headers})


async def _entered(request: Req, body: bytes, password: Password, admission: Admission, path: str) -> Response[bytes] | None:
    """Lets a browser in, if the password in a form is right. None if it is not, or was tried too often."""
    if len(body) > LONGEST_FORM or not admission.passwords.take(visitor_of(request.scope), time.monotonic()):
        return None
    if not password.is_right(parse_qs(body.decode("utf-8", "replace")).get("password", [""])[0]):
        return None
    base = request.scope[BASE]  # type: ignore[literal-required]
    cookie = password.cookie(f"{base}{path}", request.url.scheme == "https")
    return _html(b"", 303, **{"set-cookie": cookie, "location": f"{base}{path}"})


def operator_pages(settings: Settings, meters: Meters, admission: Callable[[], Admission]) -> list[HTTPRouteHandler]:
    """The handlers of both. Admission is made after them."""
    token = Password("admin", settings.admin_token, days=1) if settings.admin_token else None
    club = Password("club", settings.invite, days=400) if settings.invite else None

    def may_see(request: Req) -> bool:
        return is_local(request) or (token is not None and token.is_given(dict(request.scope["headers"])))

    def admin_form(request: Req, wrong: bool) -> Response[bytes]:
        if token is None:
            raise NotFoundException(detail=request.url.path)
        words = words_of(dict(request.scope["headers"]))
        action = f"{request.scope[BASE]}/admin"  # type: ignore[literal-required]
        title, why, label = words.text("admin"), words.text("admin-ask"), words.text("admin-token")
        return _html(password_page(words, title, why, label, action, wrong), 401)

    @get("/admin", include_in_schema=False)
    async def show_admin(request: Req) -> Response[Any]:
        if not may_see(request):
            return admin_form(request, wrong=False)
        found, headers = await overview(settings, meters, request.app.state.upkeep), dict(request.scope["headers"])
        if not wants_page(request.method, headers):
            return Response(found, headers=PRIVATE)
        words = words_of(headers)
        parts = (f"<h2>{escape(words.text(f'admin-{name}'))}</h2>{_table(words, rows)}" for name, rows in found.items())
        return _html(page(words, words.text("admin"), "".join(parts)))

    @post("/admin", include_in_schema=False, status_code=200)
    async def enter_admin(request: Req, body: RawBody) -> Response[bytes]:
        if token is None:
            raise NotFoundException(detail=request.url.path)
        return await _entered(request, body, token, admission(), "/admin") or admin_form(request, wrong=True)

    @get("/invite", include_in_schema=False)
    async def ask_for_password(request: Req) -> Response[bytes]:
        if club is None:
            raise NotFoundException(detail=request.url.path)
        return _html(invite_page(words_of(dict(request.scope["headers"])), request.scope[BASE]))  # type: ignore[literal-required]

    @post("/invite", include_in_schema=False, status_code=200)
    async def enter_club(request: Req, body: RawBody) -> Response[bytes]:
        if club is None:
            raise NotFoundException(detail=request.url.path)
        return await _entered(request, body, club, admission(), "/") or _html(
            invite_page(words_of(dict(request.scope["headers"])), request.scope[BASE], wrong=True),  # type: ignore[literal-required]
            401,
        )

    return [show_admin, enter_admin, ask_for_password, enter_club]
