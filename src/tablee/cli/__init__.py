"""The command line. Results go to standard output; bad input gets one line on standard error and exit status 2.

Everything heavy is imported where it is used, so that `tablee --version` starts at once.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence

from tablee import __version__
from tablee.cli import authors, boards, leagues, records, tables
from tablee.cli.shell import Parser, Run, Shell, common_flags
from tablee.server import cli as server

EPILOG = """Without a command, `tablee` starts the server, like `tablee serve`.

examples:
  tablee play take-it-easy                          play against a bot in the terminal
  tablee play take-it-easy --option rays=all        play a variant; `tablee games` lists the options
  tablee simulate take-it-easy --games 1000 --bots greedy,random
  tablee arena take-it-easy --games 200 --bots greedy,random
  tablee score take-it-easy "9-6-3 9-6-8 9-2-4 / . . . . / . . . . . / . . . . / . . ."
  tablee solve take-it-easy                         the highest score, and every board that reaches it
  tablee verify holiday.match                       check that every draw was fair
  tablee site public                                write a static site that needs no server
  tablee new-game high-card                         write a new game of your own
  tablee calls take-it-easy SEED                    check what the caller in the browser has called"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    parser, words = _parser(), list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "serve")
    args, rest = parser.parse_known_args(words)
    if rest and not vars(args).get("more"):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    args.rest = rest
    return _guarded(args, Shell(args.lang))


def _guarded(args: argparse.Namespace, shell: Shell) -> int:
    """Runs a command and prints errors the user can fix as one line."""
    from tablee.core.game import Refusal

    try:
        status: int = args.run(args, shell)
        sys.stdout.flush()
        return status
    except Refusal as refusal:
        print(" ".join(shell.words().refusal(refusal).split()), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has closed it
        _drop_output()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _drop_output()
        print(shell.words().text("no-write", file=error.filename or "stdout", why=error.strerror or str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _drop_output() -> None:
    """Drops what is left of the output, which Python would otherwise write when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    common = common_flags()
    parser = Parser(
        prog="tablee",
        description="Host, play, simulate, check and score board games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tablee {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: Run, help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help, parents=[common])
        sub.set_defaults(run=run, error=sub.error)
        return sub

    for module in (tables, leagues, records, authors):
        module.add_commands(command)
    boards.add_commands(commands, common)
    server.add_commands(commands, common)
    return parser
