"""The server's commands, without the rest of the command line."""

from __future__ import annotations

import argparse

from tablee.server.cli import add_commands
from tests.games_here import find


class Words:
    def text(self, id: str, **args: object) -> str:
        return f"{id} {args}"


class Shell:
    """The part of the command line's shell that the commands need."""

    installed = staticmethod(find)

    def words(self) -> Words:
        return Words()


def run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true")
    add_commands(parser.add_subparsers(), common)
    args = parser.parse_args(argv)
    status: int = args.run(args, Shell())
    return status
