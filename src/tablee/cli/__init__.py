"""The command line. Results go to standard output; bad input gets one line on standard error and exit status 2.

Everything heavy is imported where it is used, so that `tablee --version` starts at once.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from functools import partial

from tablee import __version__
from tablee.cli import authors, boards, leagues, records, tables
from tablee.cli.shell import Parser, Run, Shell, common_flags
from tablee.server import cli as server

NO_COMMAND = ("-h", "--help", "--version")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    shell = Shell(_lang_in(words), "--json" in words)
    args, rest = _parser(shell).parse_known_args(_command_first(words))
    if rest and not vars(args).get("more"):
        args.parser.unknown(rest)
    args.rest = rest
    return _guarded(args, shell)


def _lang_in(words: Sequence[str]) -> str | None:
    """The language is needed before the arguments are read: it is that of the errors in them."""
    for number, word in enumerate(words):
        if word == "--lang":
            return words[number + 1] if number + 1 < len(words) else None
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def _command_first(words: list[str]) -> list[str]:
    """`tablee --lang fr games` is `tablee games --lang fr`. Without a command, it is `serve`."""
    flags = 0
    while flags < len(words) and words[flags].startswith(("--lang", "--json")):
        flags += 2 if words[flags] == "--lang" else 1
    command = words[flags : flags + 1]
    if not command or (command[0].startswith("-") and command[0] not in NO_COMMAND):
        return ["serve", *words]
    return [*command, *words[:flags], *words[flags + 1 :]]


def _guarded(args: argparse.Namespace, shell: Shell) -> int:
    """Runs a command and prints errors the user can fix as one line."""
    from tablee.core.game import Refusal

    try:
        status: int = args.run(args, shell)
        sys.stdout.flush()
        return status
    except Refusal as refusal:
        shell.refused(refusal)
        return 2
    except BrokenPipeError:  # the reader of our output has closed it
        _drop_output()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _drop_output()
        why = {"file": error.filename or "stdout", "why": error.strerror or str(error)}
        shell.complain("no-write", shell.words().text("no-write", **why))
        return 2
    except KeyboardInterrupt:
        return 130


def _drop_output() -> None:
    """Drops what is left of the output, which Python would otherwise write when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(shell: Shell) -> Parser:
    common = common_flags()
    parser = Parser(
        prog="tablee",
        description="help-tablee",
        epilog="help-epilog",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        shell=shell,
    )
    parser.add_argument("--version", action="version", version=f"tablee {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=partial(Parser, shell=shell))  # type: ignore[call-overload]

    def command(name: str, run: Run, help: str) -> argparse.ArgumentParser:
        sub: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help, parents=[common])
        sub.set_defaults(run=run, parser=sub)
        return sub

    for module in (tables, leagues, records, authors):
        module.add_commands(command)
    boards.add_commands(commands, common)
    server.add_commands(commands, common)
    return parser
