"""The server's commands: serve, backup, export, import, prune, fsck, transfer. Slow imports are inside functions."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tablee.rooms.seating import SeatPlan
    from tablee.storage.store import Data, OpenMode, Store

PORT = 8765
T = TypeVar("T")
URLS = ("postgresql://", "postgres://")
STRANGER = -1  # every person in an imported record: they have no token and cannot return


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Adds the subparsers. Each sets `run`, which takes the arguments and the shell and returns the exit status."""

    def command(name: str, run: Callable[[argparse.Namespace, Any], int], help: str) -> argparse.ArgumentParser:
        sub: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, parents=[common])
        sub.set_defaults(run=run)
        add_data(sub)
        return sub

    add_serve_flags(command("serve", serve, "Start the server for browsers on this machine and the local network."))
    backup = command("backup", _backup, "Copy all matches to a new file, even while the server is running.")
    backup.add_argument("file", metavar="FILE", help="the new file; it must not exist yet")
    export = command("export", _export, "Print the record of a finished match.")
    export.add_argument("match", metavar="MATCH", help="a match id, the last part of its link")
    take_in = command("import", _import, "Verify the record of a finished match and add it to the data.")
    take_in.add_argument("file", metavar="FILE", help="a .match file, or - for standard input")
    prune = command("prune", _prune, "Delete old matches.")
    prune.add_argument(
        "--older-than", type=int, required=True, metavar="DAYS", help="delete matches that ended more than DAYS days ago"
    )
    fsck = command("fsck", _fsck, "Check all data for damage, even while the server is running.")
    fsck.add_argument("--save", metavar="FILE", help="copy what is good into this new file")
    transfer = command("transfer", _transfer, "Copy everything into an empty data file or database, while no server is running.")
    transfer.add_argument("to", metavar="TO", help="a new data file, or the URL of an empty PostgreSQL database")


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="FILE",
        help="the data file, or postgresql://… (or TABLEE_DATA; default: tablee.db in your data folder)",
    )


def add_serve_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen on (or TABLEE_HOST; default: 0.0.0.0, every network)")
    parser.add_argument(
        "--port", type=int, metavar="N", help=f"the port to listen on (or TABLEE_PORT; default: {PORT}; 0 picks a free one)"
    )
    parser.add_argument(
        "--tls",
        metavar="CERT,KEY",
        help="serve HTTPS with these PEM files, or `auto` for a self-signed certificate (or TABLEE_TLS)",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="also accept this host name; can be repeated (or TABLEE_HOSTS)",
    )
    parser.add_argument("--behind", metavar="IP,…", help="reverse proxies trusted to report client addresses (or TABLEE_BEHIND)")
    parser.add_argument("--workers", type=int, metavar="N", help="processes for bots (or TABLEE_WORKERS; default: cores − 1)")
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help="set a limit listed in docs/hosting.md; can be repeated (or TABLEE_LIMITS)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def _setting(given: Any, name: str, default: str) -> str:
    return str(given) if given is not None else os.environ.get(f"TABLEE_{name}") or default


def data_of(args: argparse.Namespace) -> Data:
    return _data(_setting(args.data, "DATA", str(_usual_file())))


def _data(text: str) -> Data:
    return text if text.startswith(URLS) else Path(text).expanduser()


def _usual_file() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home, "tablee", "tablee.db").expanduser()


def serve(args: argparse.Namespace, shell: Any) -> int:
    """Serves until Ctrl-C or SIGTERM."""
    from tablee.server.certificate import certificate, lan_address
    from tablee.server.serving import listen, serve
    from tablee.server.settings import Settings
    from tablee.site.python import parts_here

    hosts = [*args.allow_host, *filter(None, os.environ.get("TABLEE_HOSTS", "").split(","))]
    data, host = data_of(args), _setting(args.host, "HOST", "0.0.0.0")
    limits = _limits(args)
    tls = certificate(_setting(args.tls, "TLS", ""), data if isinstance(data, Path) else _usual_file())
    _check_data(data)
    sock = listen(host, _port(_setting(args.port, "PORT", str(PORT))))
    here, around = ("localhost", lan_address()) if host in ("0.0.0.0", "::") else (host, host)
    here, around = (_url(tls is not None, name, sock.getsockname()[1]) for name in (here, around))
    settings = Settings(data, hosts=hosts, around=around, parts=parts_here(), **limits)

    def ready() -> None:
        _welcome(here, around, args, shell)

    with sock:
        return 0 if serve(settings, sock, ready, tls, _setting(args.behind, "BEHIND", "")) else 1


def _url(tls: bool, name: str, port: int) -> str:
    return f"{'https' if tls else 'http'}://{f'[{name}]' if ':' in name else name}:{port}"


def _check_data(data: Data) -> None:
    """Fails early, with a one-line message."""
    import asyncio

    from tablee.storage.store import open_store

    async def check() -> None:
        await (await open_store(data, "serve")).close()

    asyncio.run(check())


def _port(text: str) -> int:
    return _count(text, 0, 65535)


def _count(text: str, least: int, most: int) -> int:
    from tablee.core.game import BadText, say

    if not text.isascii() or not text.isdigit() or not least <= int(text[:12]) <= most:
        raise BadText(say("bad-count", text=text[:20], least=least, most=most))
    return int(text)


def _limits(args: argparse.Namespace) -> dict[str, Any]:
    """What `--limit` and `--workers` change in the settings."""
    from tablee.core.game import BadText, say
    from tablee.server.settings import LIMITS

    found: dict[str, Any] = {}
    for limit in [*filter(None, os.environ.get("TABLEE_LIMITS", "").split(",")), *args.limit]:
        name, _, number = limit.partition("=")
        if name not in LIMITS:
            raise BadText(say("unknown-option", option=name[:40], known=", ".join(LIMITS)))
        found[name] = _count(number, 1, 1_000_000_000)
    if workers := _setting(args.workers, "WORKERS", ""):
        found["workers"] = _count(workers, 1, 256)
    return found


def _tell(args: argparse.Namespace, result: dict[str, str | int], words: str) -> None:
    import msgspec

    print(msgspec.json.encode(result).decode() if args.json else words, flush=True)


def _welcome(here: str, around: str, args: argparse.Namespace, shell: Any) -> None:
    from urllib.parse import urlsplit

    from tablee.server.admission import is_loopback

    phones = not is_loopback(urlsplit(around).hostname or "")  # phones cannot use a loopback address
    told = shell.words().text("serving" if phones else "serving-here", here=here, around=around)
    _tell(args, {"here": here, "network": around}, told)
    if args.json or not sys.stdout.isatty():
        return
    if phones:
        import segno

        segno.make_qr(around).terminal(compact=True)
    if not args.no_browser:
        import webbrowser

        webbrowser.open(here)


def _with_data(args: argparse.Namespace, do: Callable[[Store], Coroutine[Any, Any, T]], use: OpenMode = "guest") -> T:
    """Opens the data file, which must exist, or the database."""
    import asyncio

    from tablee.core.game import BadText, say
    from tablee.storage.store import opened

    data = data_of(args)
    if isinstance(data, Path) and not data.exists():
        raise BadText(say("no-file", file=str(data), why=f"{os.strerror(2)} (--data)"))

    async def run() -> T:
        async with opened(data, use) as store:
            return await do(store)

    return asyncio.run(run())


def _backup(args: argparse.Namespace, shell: Any) -> int:
    with _new_file(args.file) as to:
        _with_data(args, lambda store: store.backup(to))
    _tell(args, {"file": args.file}, shell.words().text("saved", file=args.file))
    return 0


@contextmanager
def _new_file(name: str) -> Iterator[Path]:
    """A file that is not there yet, to be filled. If that fails, nothing is left of it."""
    import sqlite3

    from tablee.core.game import BadText, say

    to = Path(name)
    try:
        os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise BadText(say("no-write", file=name, why=error.strerror or str(error))) from None
    try:
        yield to
    except BaseException as error:
        to.unlink()
        if isinstance(error, sqlite3.Error | OSError):
            raise BadText(say("no-write", file=name, why=str(error))) from None
        raise


def _fsck(args: argparse.Namespace, shell: Any) -> int:
    """Exits with 1 if anything is damaged."""
    import msgspec

    from tablee.server.fsck import Findings, check, save

    words = shell.words()

    async def look(store: Store) -> Findings:
        findings = await check(store, shell.installed)
        if args.save:
            with _new_file(args.save) as to:
                await save(store, findings, to)
        return findings

    found = _with_data(args, look)
    damaged = {id: words.text(damage.why.id, **dict(damage.why.args)) for id, damage in found.damaged.items()}
    counts = {"matches": found.matches, "rows": found.rows, "unchecked": found.unchecked}
    if args.json:
        rows = {id: damage.rows for id, damage in found.damaged.items()}
        matches = [{"match": id, "good_rows": rows[id], "why": why} for id, why in damaged.items()]
        print(msgspec.json.encode(counts | {"damaged": matches, "screens": sorted(found.screens), "file": found.file}).decode())
        return 0 if found.good else 1
    for what in found.file:
        print(what)
    for id, why in [*damaged.items(), *((id, words.text("fsck-screen")) for id in sorted(found.screens))]:
        print(words.text("labelled", label=id, value=why))
    if found.unchecked:
        print(words.text("fsck-unchecked", matches=found.unchecked))
    print(words.text("fsck-found" if damaged else "fsck-good", matches=found.matches, rows=found.rows, damaged=len(damaged)))
    return 0 if found.good else 1


def _transfer(args: argparse.Namespace, shell: Any) -> int:
    from tablee.storage.store import opened

    async def copy(store: Store) -> None:
        async with opened(_data(args.to)) as other:
            await other.restore(store.dump())

    _with_data(args, copy, "exclusive")
    _tell(args, {"to": args.to}, shell.words().text("transferred"))
    return 0


def _export(args: argparse.Namespace, shell: Any) -> int:
    async def show(store: Store) -> None:
        async for page in await store.record_of(args.match):
            print("\n".join(page))

    _with_data(args, show)
    return 0


def _import(args: argparse.Namespace, shell: Any) -> int:
    """Adds a record only if it replays; if it has a commitment, also verifies its draws."""
    import asyncio
    import time

    import msgspec

    from tablee.core.game import BadText, say
    from tablee.core.record import Header, Result, read_lines, stream, write
    from tablee.protocol.reasons import Parting
    from tablee.replay import fold, verify
    from tablee.rooms.seating import Setup
    from tablee.storage.store import StoredMatch, new_id, opened

    try:
        with sys.stdin.buffer if args.file == "-" else open(args.file, "rb") as file:
            lines = list(stream(file))
    except OSError as error:
        raise BadText(say("no-file", file=args.file, why=error.strerror or str(error))) from None
    entries = [entry for _, entry in read_lines(lines)]
    header, result = entries[0], entries[-1]
    if not isinstance(header, Header) or not isinstance(result, Result):
        raise BadText(say("not-over-yet"))
    (verify if header.commit else fold)(lines, shell.installed)
    now, id = int(time.time()), new_id()
    places = [_place(names) for names in header.seats]
    setup = Setup(header.game, dict(header.options), header.games, False, 0, places, parted={STRANGER: Parting.LEFT})
    text, seed = msgspec.json.encode(setup).decode(), result.reveal if header.commit else ""  # unverified seeds are not stored
    stored = StoredMatch(id, "over", header.game, False, text, seed, write(header), write(result), "", now, now)

    async def add() -> None:
        async with opened(data_of(args)) as store:
            await store.add_record(stored, [entry for entry in entries if not isinstance(entry, Header | Result)])

    asyncio.run(add())
    _tell(args, {"match": id}, id)
    return 0


def _place(names: tuple[str, ...]) -> SeatPlan:
    """A seat as it was in the record, with names but no tokens."""
    from tablee.rooms.seating import Person, SeatPlan
    from tablee.table import BOT

    if names[0].startswith(BOT):
        return SeatPlan("bot", names[0].removeprefix(BOT))
    return SeatPlan("open", "", [Person(STRANGER, name) for name in names])


def _prune(args: argparse.Namespace, shell: Any) -> int:
    import time

    from tablee.core.game import BadText, say

    if not 0 <= args.older_than <= 36500:
        raise BadText(say("bad-count", text=str(args.older_than)[:20], least=0, most=36500))
    before = int(time.time()) - 86400 * args.older_than
    gone = _with_data(args, lambda store: store.prune(before))
    _tell(args, {"matches": gone}, shell.words().text("pruned", matches=gone))
    return 0
