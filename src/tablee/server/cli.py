"""The server's commands: serve, backup, export, import, prune, fsck, transfer. Slow imports are inside functions."""

from __future__ import annotations

import argparse
import os
import re
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
        sub.set_defaults(run=run, parser=sub)
        add_data(sub)
        return sub

    add_serve_flags(command("serve", serve, "help-serve"))
    backup = command("backup", _backup, "help-backup")
    backup.add_argument("file", metavar="FILE", help="help-backup-file")
    export = command("export", _export, "help-export")
    export.add_argument("match", metavar="MATCH", help="help-match")
    take_in = command("import", _import, "help-import")
    take_in.add_argument("file", metavar="FILE", help="help-record-file")
    prune = command("prune", _prune, "help-prune")
    prune.add_argument("--older-than", type=int, required=True, metavar="DAYS", help="help-prune-days")
    matches = command("matches", _matches, "help-matches")
    matches.add_argument("text", nargs="?", default="", metavar="TEXT", help="help-matches-text")
    matches.add_argument("--state", choices=("open", "play", "over", "closed", "damaged"), help="help-matches-state")
    matches.add_argument("--limit", type=int, default=50, metavar="N", help="help-matches-limit")
    one = matches.add_mutually_exclusive_group()
    one.add_argument("--show", metavar="MATCH", help="help-matches-show")
    one.add_argument("--delete", metavar="MATCH", help="help-matches-delete")
    fsck = command("fsck", _fsck, "help-fsck")
    fsck.add_argument("--save", metavar="FILE", help="help-fsck-save")
    transfer = command("transfer", _transfer, "help-transfer")
    transfer.add_argument("to", metavar="TO", help="help-transfer-to")


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="FILE",
        help="help-data",
    )


def add_serve_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="help-host")
    parser.add_argument("--port", type=int, metavar="N", help="help-port")
    parser.add_argument(
        "--tls",
        metavar="CERT,KEY",
        help="help-tls",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="help-allow-host",
    )
    parser.add_argument("--behind", metavar="IP,…", help="help-behind")
    parser.add_argument("--base-path", metavar="PATH", help="help-base-path")
    parser.add_argument("--workers", type=int, metavar="N", help="help-workers")
    parser.add_argument("--bot", action="append", default=[], metavar="NAME=MODULE:CLASS", help="help-bot")
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help="help-limit",
    )
    parser.add_argument("--no-reviews", action="store_true", help="help-no-reviews")
    parser.add_argument("--keep-days", type=int, metavar="DAYS", help="help-keep-days")
    parser.add_argument("--backup-every", type=int, metavar="HOURS", help="help-backup-every")
    parser.add_argument("--backup-to", metavar="FOLDER", help="help-backup-to")
    parser.add_argument("--admin-token", metavar="TOKEN", help="help-admin-token")
    parser.add_argument("--invite", metavar="PASSWORD", help="help-invite")
    parser.add_argument("--no-browser", action="store_true", help="help-no-browser")


def _setting(given: Any, name: str, default: str) -> str:
    return str(given) if given is not None else os.environ.get(f"TABLEE_{name}") or default


def data_of(args: argparse.Namespace) -> Data:
    given = _setting(args.data, "DATA", "")
    return _data(given) if given else _usual_file()


def _data(text: str) -> Data:
    """A file in a folder that exists, or a URL: a slip of the pen must not begin a new file elsewhere. Raises BadText."""
    from tablee.core.game import BadText, say

    if text.startswith(URLS):
        return text
    file = Path(text).expanduser()
    if "://" in text or not file.name:
        raise BadText(say("bad-data", data=text[:80]))
    if not file.parent.is_dir():
        raise BadText(say("no-folder", folder=str(file.parent)))
    return file


def _usual_file() -> Path:
    local = os.environ.get("LOCALAPPDATA", "") if sys.platform == "win32" else ""
    return Path(os.environ.get("XDG_DATA_HOME") or local or "~/.local/share", "tablee", "tablee.db").expanduser()


def serve(args: argparse.Namespace, shell: Any) -> int:
    """Serves until Ctrl-C or SIGTERM."""
    from tablee.server.certificate import certificate, lan_address
    from tablee.server.serving import listen, serve
    from tablee.server.settings import Settings
    from tablee.site.python import parts_here

    hosts = _host_names([*args.allow_host, *filter(None, os.environ.get("TABLEE_HOSTS", "").split(","))])
    behind = _proxies(_setting(args.behind, "BEHIND", ""))
    data, host = data_of(args), _setting(args.host, "HOST", "0.0.0.0")
    limits, base = _limits(args) | _own_bots(args), _base_path(_setting(args.base_path, "BASE_PATH", "/"))
    tls = certificate(_setting(args.tls, "TLS", ""), data if isinstance(data, Path) else _usual_file())
    upkeep = _upkeep(args, data)
    port = _count("--port", _setting(args.port, "PORT", str(PORT)), 0, 65535)
    _check_data(data)
    sock = listen(host, port)
    here, around = ("localhost", lan_address()) if host in ("0.0.0.0", "::") else (host, host)
    here, around = (_url(tls is not None, name, sock.getsockname()[1]) for name in (here, around))
    settings = Settings(data, hosts=hosts, around=around, base_path=base, parts=parts_here(), **upkeep, **limits)

    def ready() -> None:
        _welcome(here + base, around + base, args, shell)

    with sock:
        return 0 if serve(settings, sock, ready, tls, behind) else 1


def _url(tls: bool, name: str, port: int) -> str:
    return f"{'https' if tls else 'http'}://{f'[{name}]' if ':' in name else name}:{port}"


def _check_data(data: Data) -> None:
    """Fails early, with a one-line message."""
    import asyncio

    from tablee.storage.store import open_store

    async def check() -> None:
        await (await open_store(data, "serve")).close()

    asyncio.run(check())


def _base_path(text: str) -> str:
    """Without a slash at its end."""
    from tablee.core.game import BadText, say
    from tablee.server.admission import folder_of

    if not (found := folder_of(f"/{text.lstrip('/')}")) and text.strip("/"):
        raise BadText(say("bad-base-path", text=text[:60]))
    return found


def _upkeep(args: argparse.Namespace, data: Data) -> dict[str, Any]:
    """What the server does by itself, and whom it shows what."""
    from tablee.core.game import BadText, say

    def days_or_hours(given: Any, name: str) -> int:
        return _count(f"--{name.lower().replace('_', '-')}", _setting(given, name, "0"), 0, 36_500)

    every, to = days_or_hours(args.backup_every, "BACKUP_EVERY"), _setting(args.backup_to, "BACKUP_TO", "")
    if every and not to and not isinstance(data, Path):
        raise BadText(say("backup-needs-folder"))
    folder = Path(to).expanduser() if to else data.parent / "backups" if isinstance(data, Path) else None
    if to and folder and not folder.parent.is_dir():
        raise BadText(say("no-write", file=to, why=os.strerror(2)))
    return {
        "keep_days": days_or_hours(args.keep_days, "KEEP_DAYS"),
        "backup_every": every,
        "backup_to": folder,
        "admin_token": _secret("--admin-token", _setting(args.admin_token, "ADMIN_TOKEN", ""), 16),
        "invite": _secret("--invite", _setting(args.invite, "INVITE", ""), 4),
    }


def _secret(name: str, text: str, least: int) -> str:
    from tablee.core.game import BadText, say

    if text and len(text.strip()) < least:
        raise BadText(say("short-secret", name=name, least=least))
    return text.strip()


def _host_names(names: list[str]) -> list[str]:
    from tablee.core.game import BadText, say

    for name in names:
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
            raise BadText(say("bad-host-name", text=name[:60]))
    return names


def _proxies(text: str) -> str:
    """Addresses and networks, separated by commas."""
    import ipaddress

    from tablee.core.game import BadText, say

    for proxy in filter(None, text.split(",")):
        try:
            _ = proxy.strip() == "*" or ipaddress.ip_network(proxy.strip())
        except ValueError:
            raise BadText(say("bad-proxy", text=proxy[:60])) from None
    return text


def _count(name: str, text: str, least: int, most: int) -> int:
    from tablee.core.game import BadText, say

    if not text.isascii() or not text.isdigit() or not least <= int(text[:12]) <= most:
        raise BadText(say("bad-setting", name=name, text=text[:20], least=least, most=most))
    return int(text)


def _limits(args: argparse.Namespace) -> dict[str, Any]:
    """What `--limit`, `--workers` and `--no-reviews` change in the settings."""
    from tablee.core.game import BadText, say
    from tablee.server.settings import LIMITS

    found: dict[str, Any] = {}
    for limit in [*filter(None, os.environ.get("TABLEE_LIMITS", "").split(",")), *args.limit]:
        name, _, number = limit.partition("=")
        if name not in LIMITS:
            raise BadText(say("unknown-option", option=name[:40], known=", ".join(LIMITS)))
        found[name] = _count(f"--limit {name}", number, 1, 1_000_000_000)
    if workers := _setting(args.workers, "WORKERS", ""):
        found["workers"] = _count("--workers", workers, 1, 256)
    if args.no_reviews or os.environ.get("TABLEE_NO_REVIEWS"):
        found["reviews"] = 0
    return found


def _own_bots(args: argparse.Namespace) -> dict[str, Any]:
    """The setting that offers the bots of `--bot`, if there are any. Raises Refusal."""
    from tablee.bots.own import WithBots
    from tablee.core.game import BadText, say

    given = [*filter(None, os.environ.get("TABLEE_BOTS", "").split(",")), *args.bot]
    for text in given:
        if "=" not in text or ":" not in text:
            raise BadText(say("bad-flag", text=text[:40], form="NAME=MODULE:CLASS"))
    return {"find": WithBots(tuple((name, bot) for name, _, bot in (text.partition("=") for text in given)))} if given else {}


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

    to = _data(args.to)

    async def copy(store: Store) -> None:
        async with opened(to) as other:
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
    from tablee.replay import loads, verify
    from tablee.rooms.seating import Setup
    from tablee.storage.store import StoredMatch, new_id, opened

    data = data_of(args)
    try:
        with sys.stdin.buffer if args.file == "-" else open(args.file, "rb") as file:
            lines = list(stream(file))
    except OSError as error:
        raise BadText(say("no-file", file=args.file, why=error.strerror or str(error))) from None
    entries = [entry for _, entry in read_lines(lines)]
    header, result = entries[0], entries[-1]
    if not isinstance(header, Header) or not isinstance(result, Result):
        raise BadText(say("not-over-yet"))
    (verify if header.commit else loads)(lines, shell.installed)
    now, id = int(time.time()), new_id()
    places = [_place(names) for names in header.seats]
    setup = Setup(header.game, dict(header.options), header.games, False, 0, places, parted={STRANGER: Parting.LEFT})
    text, seed = msgspec.json.encode(setup).decode(), result.reveal if header.commit else ""  # unverified seeds are not stored
    stored = StoredMatch(id, "over", header.game, False, text, seed, write(header), write(result), "", now, now)

    async def add() -> None:
        async with opened(data) as store:
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


def _matches(args: argparse.Namespace, shell: Any) -> int:
    from dataclasses import asdict

    import msgspec

    from tablee.storage.archive import delete_match, find_matches, show_match

    words = shell.words()
    if args.delete:
        _with_data(args, lambda store: delete_match(store, args.delete))
        _tell(args, {"deleted": args.delete}, words.text("match-deleted", match=args.delete))
        return 0
    limit = _count("--limit", str(args.limit), 1, 1_000_000)
    found = (
        [_with_data(args, lambda store: show_match(store, args.show))]
        if args.show
        else _with_data(args, lambda store: find_matches(store, args.text, args.state or "", limit))
    )
    if args.json:
        shown = [{name: value for name, value in asdict(match).items() if value is not None} for match in found]
        print(msgspec.json.encode(shown[0] if args.show else shown).decode())
    elif args.show:
        for name, value in _lines_of(found[0], words):
            print(words.text("labelled", label=name, value=value))
    else:
        for match in found:
            state = words.text(f"state-{match.state}")
            print(f"{match.id}  {state:<8}  {match.game:<20}  {_date(match.opened)}  {', '.join(match.players)}")
        if not found:
            print(words.text("matches-none"))
    return 0


def _lines_of(match: Any, words: Any) -> list[tuple[str, str]]:
    """One match, line by line."""
    return [
        (words.text("match-state"), words.text(f"state-{match.state}")),
        (words.text("match-game"), match.game),
        (words.text("match-opened"), _date(match.opened)),
        (words.text("match-changed"), _date(match.changed)),
        (words.text("match-rows"), str(match.rows)),
        (words.text("match-players"), ", ".join(match.players)),
    ]


def _date(seconds: int) -> str:
    import time

    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
